"""Loads of Kafka's tools; the whole of them is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import unittest
from typing import Any
from unittest import mock

from klog.cli.suite.host.processes import Done, Skip, StepFailed
from klog.cli.suite.loads import producing
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.loads.producing import NO_LOOK, Producing, cores_apart, flatness
from tests.cli.suite.loads.test_kafka_tools import CONSUMED, WITH_WARM_UP


def twelve_windows(records: int) -> str:
    """A producer's report of 400,000 records in twelve windows of a second, and of those that were a warm-up before, if it had more."""
    latencies = "5.0 ms avg latency, 9.0 ms max latency"
    percentiles = "4 ms 50th, 5 ms 95th, 6 ms 99th, 7 ms 99.9th"
    windows = [
        f"{count} records sent, {count}.0 records/sec (1.00 MB/sec), {latencies}." for count in (*[4_000] * 2, *[40_000] * 8, *[36_000] * 2)
    ]
    total = f"records sent, 33333.3 records/sec (1.00 MB/sec), {latencies}, {percentiles}."
    if records == 400_000:
        return "\n".join([*windows, f"{records} {total}", ""])
    return "\n".join(["In steady state.", *windows, f"{records} {total}", f"400000 steady state {total}", ""])


class ProducingTests(unittest.TestCase):
    """What is checked before, and worked out after."""

    def test_the_warm_up_and_the_first_reading_are_in_no_figure(self) -> None:
        happened: list[str] = []
        watch, tools, site, running = mock.Mock(), mock.Mock(), mock.Mock(size="quick"), mock.Mock(bootstrap="b:1")
        site.script.return_value = "kafka"
        running.disk_bytes.return_value = 0
        watch.figures.return_value = {}
        watch.begin_anew.side_effect = lambda records: happened.append(f"anew {records}")
        child = mock.Mock(seconds=1.0)
        child.has_ended.return_value = False

        def together(one: list[tuple[str, list[object]]], limit: float, meanwhile: Any = lambda children: None) -> list[Done]:
            name, words = one[0]
            happened.append(f"{name} {'warm-up' if 'suite-warm-up' in words else 'measured'}")
            meanwhile([child])
            return [Done(WITH_WARM_UP if "producer" in name else CONSUMED, 1.0, 1.0)]

        def begin(*_: object) -> mock.Mock:
            happened.append("watch")
            return watch

        tools.run_together.side_effect = together
        tools.run.side_effect = lambda name, words, limit: together([(name, words)], limit)[0]
        run = Producing({"quick": 600_000}, warm_up=1 / 3, readers=("consume",))
        with (
            mock.patch.object(producing, "PhaseWatch", side_effect=begin),
            mock.patch.object(producing, "check_nothing_lost"),
            mock.patch.object(producing, "records_of", side_effect=[0, 150_000, 200_500]),
            mock.patch.object(producing.time, "sleep"),
        ):
            run._produce(site, running, tools, 600_000, None, Measured())
            run._consume(site, running, tools, "consume", 600_000, None, Measured())
        produced = ["watch", "kafka-producer-perf-test measured", "anew 200500"]
        consumed = ["kafka-consumer-perf-test warm-up", "watch", "kafka-consumer-perf-test measured"]
        self.assertEqual(happened, [*produced, *consumed])

    def test_a_tool_that_ends_within_its_warm_up_is_not_waited_for(self) -> None:
        """Nor is one that has ended by the time of the look: what is measured behind it would be a broker that rests."""
        run = Producing({"quick": 600_000})
        for there in (5, 100, 200):
            child = mock.Mock(seconds=1.0)
            child.has_ended.side_effect = [False, True, True] if there < 100 else [True, True]
            with mock.patch.object(producing, "records_of", return_value=there), mock.patch.object(producing.time, "sleep"):
                self.assertEqual(run._until_there(mock.Mock(), 100, [child], 60.0, None), NO_LOOK, there)
                self.assertEqual(run._until_there(mock.Mock(), 0, [child], 60.0, None), NO_LOOK, "there is no warm-up")

    def test_a_broker_that_dies_while_it_is_asked_is_looked_at_soon(self) -> None:
        """And one that is only slow is asked again."""
        child, running = mock.Mock(seconds=1.0), mock.Mock()
        child.has_ended.return_value = False
        for check, expected in (([None, StepFailed("kafka ended")], None), ([None, None], 150)):
            running.check.side_effect = check
            with (
                mock.patch.object(producing, "records_of", side_effect=[StepFailed("does not say"), 150]) as asked,
                mock.patch.object(producing.time, "sleep"),
            ):
                if expected is None:
                    with self.assertRaisesRegex(StepFailed, "kafka ended"):
                        Producing({"quick": 600_000})._until_there(running, 100, [child], 60.0, None)
                else:
                    self.assertEqual(Producing({"quick": 600_000})._until_there(running, 100, [child], 60.0, None).records, expected)
            self.assertEqual(asked.call_args.kwargs, {"timeout_s": producing.WARM_ANSWER_S})

    def test_a_broker_that_has_died_is_not_asked_for_what_is_there(self) -> None:
        """A client would look for it for a minute."""
        running = mock.Mock()
        running.check.side_effect = StepFailed("kafka ended")
        with mock.patch.object(producing, "records_of") as asked, self.assertRaises(StepFailed):
            Producing({"quick": 600_000})._until_there(running, 100, [], 60.0, None)
        asked.assert_not_called()

    def test_a_core_for_the_broker_and_one_for_the_load(self) -> None:
        with mock.patch.object(producing.os, "sched_getaffinity", return_value={3, 1, 2}):
            self.assertEqual(cores_apart(), ([1], [2]))
        with mock.patch.object(producing.os, "sched_getaffinity", return_value={0}), self.assertRaises(Skip):
            cores_apart()

    def test_how_flat_a_rate_is(self) -> None:
        self.assertEqual(flatness([1.0] * 9), {})
        rates = [9.0, 50.0, *[100.0] * 10, *[90.0] * 8]
        self.assertEqual(flatness(rates), {"flatness": 0.9})

    def test_what_several_do_is_divided_by_one_stretch_of_time(self) -> None:
        site, running, tools = mock.Mock(size="quick"), mock.Mock(bootstrap="b:1"), mock.Mock()
        site.script.return_value = "kafka"
        running.disk_bytes.return_value = 0
        total = "500 records sent, {} records/sec (1.00 MB/sec), 1.0 ms avg latency, 2.0 ms max latency"
        total += ", 1 ms 50th, 1 ms 95th, 1 ms 99th, 1 ms 99.9th"
        row = "2026-11-24 03:56:0{}:000, 2026-11-24 03:56:09:000, 1, 1, 500, 1.0, 0, 1, 1, 1.0"
        tools.run_together.side_effect = [
            [Done(total.format(rate), 1.0, 1.0) for rate in (50.0, 25.0, 100.0)],
            [Done(row.format(began), 1.0, 1.0) for began in (4, 5, 6)],
        ]
        run, found = Producing({"quick": 1_500}, producers=3, warm_up=0.0, readers=("group",)), Measured()
        with mock.patch.object(producing, "PhaseWatch") as watch, mock.patch.object(producing, "check_nothing_lost"):
            watch.return_value.figures.return_value = {}
            run._produce(site, running, tools, 1_500, None, found)
            run._consume(site, running, tools, "group", 1_500, None, found)
        # The slowest took 20 s; the first began 5 s before the last had all. No second half is that of all.
        self.assertEqual(found.figures, {"disk_bytes": 0.0, "produce.rate": 75.0, "group.rate": 300.0, "group.joined.rate": 300.0})

    def test_a_rate_behind_a_warm_up_is_from_when_that_was_there(self) -> None:
        """By the machine's clock, whatever the tools say; what is looked at after that is in the time."""
        site, running, clock = mock.Mock(size="quick"), mock.Mock(bootstrap="b:1"), mock.Mock()
        site.script.return_value = "kafka"
        running.disk_bytes.return_value = 0
        for producers, there in ((1, 320_000), (3, 620_000)):
            now, tools = [100.0], mock.Mock()
            clock.time.side_effect = lambda now=now: now[0]

            def look(*_: object, now: list[float] = now, there: int = there, **more: object) -> int:
                now[0] += 5.0
                return {105.0: 150_000, 110.0: there}[now[0]]

            def together(words: list[Any], limit: float, meanwhile: Any) -> list[Done]:
                child = mock.Mock(seconds=1.0)
                child.has_ended.return_value = False
                meanwhile([child])
                return [Done(WITH_WARM_UP, 1.0, 1.0, 130.0)] * len(words)

            def slow(*_: object, now: list[float] = now) -> None:
                now[0] += 3.0

            tools.run_together.side_effect = together
            run, found = Producing({"quick": producers * 600_000}, producers=producers, warm_up=1 / 3), Measured()
            with (
                mock.patch.object(producing, "PhaseWatch") as watch,
                mock.patch.object(producing, "check_nothing_lost"),
                mock.patch.object(producing, "records_of", side_effect=look),
                mock.patch.object(producing, "time", clock),
            ):
                watch.return_value.figures.return_value = {}
                watch.return_value.begin_anew.side_effect = slow
                run._produce(site, running, tools, producers * 600_000, None, found)
            watch.return_value.begin_anew.assert_called_once_with(there)
            self.assertEqual(found.figures["produce.rate"], (producers * 600_000 - there) / 20.0)
            self.assertEqual(found.notes, [])

    @staticmethod
    def produced(records: int, warm_up: float, report: str) -> tuple[Measured, mock.Mock]:
        """What one producer's report is taken for where nobody looks before it ends, and the watch."""
        run, found = Producing({"quick": records}, warm_up=warm_up), Measured()
        site, running, tools = mock.Mock(size="quick"), mock.Mock(bootstrap="b:1"), mock.Mock()
        site.script.return_value = "kafka"
        running.disk_bytes.return_value = 0
        tools.run_together.return_value = [Done(report, 1.0, 1.0)]
        with mock.patch.object(producing, "PhaseWatch") as watch, mock.patch.object(producing, "check_nothing_lost"):
            watch.return_value.figures.return_value = {}
            run._produce(site, running, tools, records, None, found)
        return found, watch.return_value

    def test_where_nobody_looked_in_time_the_rate_is_the_tools_own_and_that_is_noted(self) -> None:
        found, watch = self.produced(600_000, 1 / 3, WITH_WARM_UP)
        self.assertAlmostEqual(found.figures["produce.rate"], 41_498.080714, places=3)
        self.assertEqual(found.notes, ["nobody saw the warm-up end: the rate is the tools' own, with what waited of the warm-up"])
        watch.begin_anew.assert_not_called()

    def test_behind_a_warm_up_there_is_no_warm_rate_and_no_flatness(self) -> None:
        """Though there are windows enough for both: the first of them are of what waited of the warm-up."""
        both = {"produce.warm_rate": 40_000.0, "produce.flatness": 0.9}
        for records, warm_up, expected in ((600_000, 1 / 3, {}), (400_000, 0.0, both)):
            found, _ = self.produced(records, warm_up, twelve_windows(records))
            self.assertEqual(len(found.series["produce"]), 12)
            self.assertEqual({name: found.figures[name] for name in both if name in found.figures}, expected)
            self.assertEqual(bool(found.notes), bool(warm_up))
