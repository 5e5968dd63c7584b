"""The paper's experiment: what the queues' tools report, and what a machine has no memory for."""

from __future__ import annotations

import unittest

from klog.cli.suite.host.processes import Skip, StepFailed
from klog.cli.suite.loads.paper import check_rabbitmq_memory, read_activemq, read_perf_test
from klog.cli.suite.loads.table import LOADS

PERF_TEST = """id: test-1, starting producer #0
id: test-1, time 1.000 s, sent: 15012 msg/s
id: test-1, time 2.000 s, sent: 22011.5 msg/s
id: test-1, sending rate avg: 20120 msg/s
id: test-1, receiving rate avg: 0 msg/s
"""
ACTIVEMQ = """received: 5000 msg/s
received: 6100.5 msg/s
total: 100000 messages in 16.4 s, 6097.6 msg/s
out of order: 0, more than asked for: 0
"""


class ReportTests(unittest.TestCase):
    """Of RabbitMQ's PerfTest and the program on ActiveMQ's client."""

    def test_rabbitmq(self) -> None:
        found = read_perf_test(PERF_TEST, "sent", "sending")
        self.assertEqual((found.per_second, found.rates), (20120.0, (15012.0, 22011.5)))
        with self.assertRaises(StepFailed):
            read_perf_test("Connection refused", "sent", "sending")

    def test_activemq(self) -> None:
        count, found = read_activemq(ACTIVEMQ)
        self.assertEqual((count, found.per_second, found.rates), (100_000, 6097.6, (5000.0, 6100.5)))
        with self.assertRaises(StepFailed):
            read_activemq("nothing")
        with self.assertRaises(StepFailed) as caught:
            read_activemq(ACTIVEMQ.replace("out of order: 0", "out of order: 3"))
        self.assertIn("3 messages out of order", str(caught.exception))

    def test_rabbitmq_at_the_papers_size_is_refused_with_a_sentence(self) -> None:
        with self.assertRaises(Skip) as caught:
            check_rabbitmq_memory(10_000_000, 23.5)
        self.assertIn("RabbitMQ would need 64 GB of memory for 10,000,000 waiting messages without confirms", str(caught.exception))
        self.assertIn("rabbitmq-stream or rabbitmq-confirm", str(caught.exception))
        check_rabbitmq_memory(2_000_000, 23.5)
        check_rabbitmq_memory(10_000_000, 128.0)
        check_rabbitmq_memory(10_000_000, None)

    def test_the_queues_get_fewer(self) -> None:
        run = LOADS["paper.batch1"].run
        self.assertEqual(run.fewer["activemq"]["quick"], 100_000)  # type: ignore[attr-defined]
        self.assertEqual(run.messages["paper"], 10_000_000)  # type: ignore[attr-defined]
