"""A producer beside a consumer; the whole of it is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import contextlib
import unittest
from unittest import mock

from klog.cli.suite.host.processes import Done
from klog.cli.suite.loads import together
from klog.cli.suite.loads.measured import Measured
from tests.cli.suite.loads.test_kafka_tools import CONSUMED, WITHOUT_WARM_UP

#: As many as the producer's report tells of.
RECORDS = 45_289
BOTH = "kafka-producer-perf-test and kafka-consumer-perf-test"


class TogetherTests(unittest.TestCase):
    """`Together`."""

    def run_together(self, *, old: bool) -> tuple[list[str], Measured]:
        """One step; what happened, and what was found."""
        happened: list[str] = []
        running, site = mock.Mock(bootstrap="b:1"), mock.Mock(size="smoke")
        site.script.return_value = "kafka"

        def run(name: str, words: list[object], limit_s: float) -> Done:
            happened.append(name)
            return Done(WITHOUT_WARM_UP, 1.0, 1.0)

        def run_both(commands: list[tuple[str, list[object]]], limit_s: float) -> list[Done]:
            happened.append(" and ".join(name for name, _ in commands))
            return [Done(WITHOUT_WARM_UP, 1.0, 1.0), Done(CONSUMED, 1.0, 2.0)]

        def begin(*_: object) -> mock.Mock:
            happened.append("watch")
            return self.watch

        self.watch = mock.Mock()
        self.watch.figures.return_value = {"cpu": 7.0}
        running.tools.return_value.run.side_effect = run
        running.tools.return_value.run_together.side_effect = run_both
        with (
            mock.patch.object(together, "side_named") as named,
            mock.patch.object(together, "create_topic"),
            mock.patch.object(together, "check_disk") as self.disk,
            mock.patch.object(together, "check_nothing_lost") as self.looked,
            mock.patch.object(together, "forget_segments", side_effect=lambda running: happened.append("forgotten")),
            mock.patch.object(together, "PhaseWatch", side_effect=begin),
        ):
            self.serve = named.return_value.serve
            self.serve.return_value = contextlib.nullcontext(running)
            return happened, together.Together({"smoke": RECORDS}, old=old)(site, "klog")

    def test_both_begin_on_an_empty_topic(self) -> None:
        happened, found = self.run_together(old=False)
        self.assertEqual(happened, ["watch", BOTH])
        # What the broker used is of both, and so is what they used.
        self.watch.figures.assert_called_once_with(RECORDS, 3.0)
        self.assertAlmostEqual(found.figures.pop("produce.warm_rate"), (16_724.0 + 17_031.7) / 2)
        self.assertEqual(
            found.figures,
            {
                "both.cpu": 7.0,
                "produce.rate": 41_911.148365,
                "produce.mean_ms": 3_735.15,
                "produce.p99_ms": 5_620.0,
                "consume.rate": 136_023.5774,
            },
        )
        self.assertEqual(list(found.series), ["produce"])
        self.assertEqual([call.args[-2:] for call in self.looked.call_args_list], [(RECORDS, 6)])

    def test_what_is_old_is_written_before_and_forgotten(self) -> None:
        """As many records again; the watch does not see them."""
        happened, _ = self.run_together(old=True)
        self.assertEqual(happened, ["kafka-producer-perf-test", "forgotten", "watch", BOTH])
        self.watch.figures.assert_called_once_with(RECORDS, 3.0)
        self.assertEqual([call.args[-2:] for call in self.looked.call_args_list], [(RECORDS, 6), (2 * RECORDS, 6)])
        self.assertEqual(self.disk.call_args.args[-1], 2 * RECORDS * 100)
        self.assertEqual(self.serve.call_args.args[-1], {"log.segment.bytes": "67108864"}, "many segments")
