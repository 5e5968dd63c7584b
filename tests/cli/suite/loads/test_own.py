"""Loads of our own programs; the whole of them is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import contextlib
import json
import pathlib
import sys
import unittest
from collections.abc import Iterator
from unittest import mock

from klog.cli.suite.histogram import Histogram
from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Done, Skip, StepFailed
from klog.cli.suite.loads import own
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.programs.clients.command import WORK
from klog.cli.suite.steps.site import Site


class OwnTests(unittest.TestCase):
    """What is read, and what is refused."""

    def test_command_lines(self) -> None:
        self.assertEqual(own.own_program("connections", "a", 5), [sys.executable, "-m", "klog.cli.suite.programs.connections", "a", 5])
        self.assertTrue((pathlib.Path(own.own_environment()["PYTHONPATH"]) / "klog").is_dir())

    def test_a_start_is_that_of_the_brokers_own_process(self) -> None:
        @contextlib.contextmanager
        def serve(site: Site) -> Iterator[mock.Mock]:
            clock.seconds += 5  # a directory is formatted, by a JVM of its own
            yield mock.Mock(ready_s=2.0, bootstrap="b:1", memory_mb=lambda: 50.0)

        def acknowledge(*_: object) -> None:
            clock.seconds += 0.25

        clock = mock.Mock(seconds=100.0)
        with (
            mock.patch.object(own, "side_named") as named,
            mock.patch.object(own, "acknowledge_one", acknowledge),
            mock.patch.object(own, "BlockingClient"),
            mock.patch.object(own, "time") as told,
        ):
            told.monotonic.side_effect = lambda: clock.seconds
            named.return_value.serve = serve
            found = own.Start()(Site(pathlib.Path("/nonexistent"), "smoke", Machine(), {}), "kafka")
        self.assertEqual((found.figures["ready_s"], found.figures["first_ack_s"]), (2.0, 2.25))

    def test_last_lines(self) -> None:
        self.assertEqual(own.last_line(Done('warning\n{"a": 1}\n', 1, 1), "p"), {"a": 1})
        self.assertEqual(own.last_line_of_client(Done("x\n[2.0, 1.5]\n", 1, 1)), (2.0, 1.5))
        for text in ("", "Traceback\n"):
            with self.assertRaises(StepFailed):
                own.last_line(Done(text, 1, 1), "p")
            with self.assertRaises(StepFailed):
                own.last_line_of_client(Done(text, 1, 1))

    def test_phases(self) -> None:
        self.assertEqual([own.phase_of_rate(rate) for rate in ("max", "10%", "1000")], ["max", "own10", "at1000"])

    def test_what_the_open_loop_prints(self) -> None:
        def line(rate: str, kept: float, seconds: float) -> str:
            said = {"rate": rate, "wanted_per_s": 1000.0, "kept_per_s": kept, "histogram": Histogram.of([seconds]).plain()}
            return json.dumps(said) + "\n"

        found = Measured()
        text = '{"rate": "max", "kept_per_s": 5000.0}\n' + line("1000", 1000.0, 1.0) + "a warning\n" + line("1000", 999.0, 0.004)
        text += line("80%", 900.0, 30.0)
        own.add_rates(found, text)
        self.assertEqual(found.figures["max.rate"], 5000.0)
        self.assertAlmostEqual(found.figures["at1000.p99_ms"], 4.0, delta=0.01, msg="the first time was the warm-up")
        self.assertEqual(found.notes, ["own80: no latency, as 900 records/s of 1,000 were kept"])
        self.assertEqual([name for name in found.figures if name.startswith("own80")], [])
        with self.assertRaises(StepFailed):
            own.add_rates(Measured(), "Traceback\n")

    def test_a_client_that_loses_records_has_no_rate(self) -> None:
        for there in (120_000, 102_000):
            own.check_clients_records("klog", "aiokafka", there, 100_000)
        for there in (119_999, 120_001, 100_000, 0):
            with self.assertRaises(StepFailed) as caught:
                own.check_clients_records("klog", "aiokafka", there, 100_000)
            self.assertIn("no rate is printed", str(caught.exception))

    def test_a_client_that_is_not_installed(self) -> None:
        site = Site(pathlib.Path("/nonexistent"), "smoke", Machine(), {})
        with mock.patch("importlib.util.find_spec", return_value=None), self.assertRaises(Skip) as caught:
            own.Client("produce in bulk")(site, "aiokafka")
        self.assertEqual(str(caught.exception), "aiokafka is not installed: pip install aiokafka")
        with mock.patch("importlib.util.find_spec", return_value=None), self.assertRaises(Skip) as caught:
            own.FastClient("confluent-kafka", {"smoke": 1})(site, "kafka")
        self.assertEqual(str(caught.exception), "confluent-kafka is not installed: pip install confluent-kafka")

    def test_every_work_has_a_count_for_every_client(self) -> None:
        self.assertEqual({work: set(clients) for work, clients in WORK.items()}, {work: set(own.CLIENTS) for work in own.CLIENT_COUNTS})
