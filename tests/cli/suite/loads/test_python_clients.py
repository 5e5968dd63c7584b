"""Python's clients; the whole of it is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import contextlib
import pathlib
import unittest
from unittest import mock

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Done, Skip, StepFailed
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads import python_clients
from klog.cli.suite.programs.clients.command import WORK
from klog.cli.suite.programs.clients.timing import Timed


class ClientTests(unittest.TestCase):
    """What is read, and what is refused."""

    def test_what_a_client_prints(self) -> None:
        """Its time, its CPU, and what it sent or read before."""
        tools, running = mock.Mock(), mock.Mock(bootstrap="b:1")
        for text, timed in (("x\n[2.0, 1.5, 20000]\n", Timed(2.0, 1.5, 20_000)), ("[2.0, 1.5]\n", Timed(2.0, 1.5, 0))):
            tools.run.return_value = Done(text, 1, 1)
            self.assertEqual(python_clients.run_client(tools, running, "aiokafka", "consume in bulk", 5), timed)
        tools.run.return_value = Done("Traceback\n", 1, 1)
        with self.assertRaises(StepFailed) as caught:
            python_clients.run_client(tools, running, "aiokafka", "consume in bulk", 5)
        self.assertEqual(str(caught.exception), "aiokafka's client printed no result: Traceback")

    def test_a_client_that_loses_records_has_no_rate(self) -> None:
        running = mock.Mock()
        running.name = "klog"
        for there, sentence in (
            (119_999, "1 of 120,000 records were lost"),
            (100_000, "20,000 of 120,000 records were lost"),
            (120_001, "1 records more than the 120,000 sent"),
        ):
            with (
                mock.patch.object(python_clients, "records_of", return_value=there),
                mock.patch("klog.cli.suite.sides.topics.time.sleep"),
                mock.patch("klog.cli.suite.sides.topics.time.monotonic", side_effect=[0.0, 31.0]),
                self.assertRaises(StepFailed) as caught,
            ):
                python_clients.check_clients_records(running, "aiokafka", 120_000)
            self.assertEqual(str(caught.exception), f"aiokafka on klog: {sentence}; no rate is printed")
        with mock.patch.object(python_clients, "records_of", return_value=120_000):
            python_clients.check_clients_records(running, "aiokafka", 120_000)

    def test_the_warm_up_is_looked_for_and_in_no_figure(self) -> None:
        """Of the suite by the one client of which both are asked, and the client's own."""
        ran: list[tuple[str, int]] = []

        def run(tools: object, running: object, client: str, work: str, records: int) -> Timed:
            ran.append((work, records))
            return Timed(2.0, 0.5, 20_000 if work.startswith("produce") else 1)

        running, site = mock.Mock(), Site(pathlib.Path("/nonexistent"), "smoke", Machine(), {})
        with (
            mock.patch.object(python_clients, "side_named") as named,
            mock.patch.object(python_clients, "create_topic"),
            mock.patch.object(python_clients, "check_disk"),
            mock.patch.object(python_clients, "run_client", run),
            mock.patch.object(python_clients, "records_of", return_value=20_200),
            mock.patch.object(python_clients, "wait_for_all") as looked,
            mock.patch.object(python_clients, "memory_figures", return_value={}),
            mock.patch.object(python_clients, "PhaseWatch") as watch,
        ):
            named.return_value.serve.return_value = contextlib.nullcontext(running)
            watch.return_value.figures.return_value = {}
            found = python_clients.FastClient("klog", {"smoke": 1_000})(site, "kafka")
        # What is there is read to its end, but for the message that was read before.
        self.assertEqual([records for _, records in ran], [200, 200, 1_000, 41_199])
        self.assertEqual(looked.call_args.args[-1], 20_200 + 20_000 + 1_000)
        self.assertEqual(found.figures, {"produce.rate": 500.0, "consume.rate": 41_199 / 2})

    def test_a_client_that_is_not_installed(self) -> None:
        site = Site(pathlib.Path("/nonexistent"), "smoke", Machine(), {})
        with mock.patch("importlib.util.find_spec", return_value=None), self.assertRaises(Skip) as caught:
            python_clients.Client("produce in bulk")(site, "aiokafka")
        self.assertEqual(str(caught.exception), "aiokafka is not installed: pip install aiokafka")
        with mock.patch("importlib.util.find_spec", return_value=None), self.assertRaises(Skip) as caught:
            python_clients.FastClient("confluent-kafka", {"smoke": 1})(site, "kafka")
        self.assertEqual(str(caught.exception), "confluent-kafka is not installed: pip install confluent-kafka")

    def test_every_work_has_a_count_for_every_client(self) -> None:
        self.assertEqual(
            {work: set(clients) for work, clients in WORK.items()},
            {work: set(python_clients.CLIENTS) for work in python_clients.CLIENT_COUNTS},
        )
