"""Python's clients; the whole of it is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import pathlib
import unittest
from unittest import mock

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Done, Skip, StepFailed
from klog.cli.suite.loads import python_clients
from klog.cli.suite.programs.clients.command import WORK
from klog.cli.suite.steps.site import Site


class ClientTests(unittest.TestCase):
    """What is read, and what is refused."""

    def test_last_lines(self) -> None:
        self.assertEqual(python_clients.last_line_of_client(Done("x\n[2.0, 1.5]\n", 1, 1)), (2.0, 1.5))
        for text in ("", "Traceback\n"):
            with self.assertRaises(StepFailed):
                python_clients.last_line_of_client(Done(text, 1, 1))

    def test_a_client_that_loses_records_has_no_rate(self) -> None:
        for there in (120_000, 102_000):
            python_clients.check_clients_records("klog", "aiokafka", there, 100_000)
        for there in (119_999, 120_001, 100_000, 0):
            with self.assertRaises(StepFailed) as caught:
                python_clients.check_clients_records("klog", "aiokafka", there, 100_000)
            self.assertIn("no rate is printed", str(caught.exception))

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
