"""klog's client as a load program, in a process of its own on a broker in a thread; and the table of all."""

from __future__ import annotations

import json
import subprocess
import sys
import unittest

from klog.cli.suite.host.site import KLOG_ROOT
from klog.cli.suite.programs.clients.client_settings import PARTITIONS, READ_BEFORE, WARM_UP
from klog.cli.suite.programs.clients.command import WORK
from klog.cli.suite.programs.clients.timing import Timed
from klog.testing.embedded import Broker


class CommandTests(unittest.TestCase):
    """`main`."""

    def test_produced_and_consumed(self) -> None:
        with Broker() as broker:
            broker.create_topic("t", PARTITIONS)
            for work in ("produce in bulk", "consume in bulk", "consume message by message"):
                words = [sys.executable, "-m", "klog.cli.suite.programs.clients.command", "klog", work, broker.bootstrap, "t", "3000"]
                done = subprocess.run(words, stdout=subprocess.PIPE, text=True, timeout=60, cwd=KLOG_ROOT)
                timed = Timed(*json.loads(done.stdout))
                self.assertEqual(done.returncode, 0)
                self.assertTrue(timed.seconds > 0 and timed.cpu_seconds > 0)
                self.assertEqual(timed.warm_up, WARM_UP if work == "produce in bulk" else READ_BEFORE)
            there = sum(len(broker.messages("t", number)) for number in range(PARTITIONS))
            self.assertEqual(there, 3000 + WARM_UP)

    def test_the_table(self) -> None:
        self.assertEqual(
            {frozenset(clients) for clients in WORK.values()}, {frozenset(("klog", "confluent-kafka", "aiokafka", "kafka-python"))}
        )
        self.assertLess({"produce in bulk", "a future per message"}, set(WORK))
