"""Topics of a broker in a thread: made, refused, counted."""

from __future__ import annotations

import pathlib
import unittest
from typing import ClassVar
from unittest import mock

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Skip, StepFailed
from klog.cli.suite.sides import topics
from klog.cli.suite.sides.broker import Running
from klog.testing.embedded import Broker


class TopicTests(unittest.TestCase):
    """`create_topic`, `check_nothing_lost`, `wait_for_all`."""

    broker: ClassVar[Broker]
    running: ClassVar[Running]

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()
        cls.running = Running("klog", cls.broker.bootstrap, [], [], pathlib.Path("/nonexistent"), Machine(), 0.1)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.stop()

    def test_made_and_counted(self) -> None:
        topics.create_topic(self.running, "made", 3)
        topics.create_topic(self.running, "made", 3)
        self.broker.put("made", [b"a", b"b"], partition=0)
        self.broker.put("made", [b"c"], partition=2)
        self.assertEqual(topics.records_of(self.running, "made", 3), 3)
        self.assertLess(topics.check_nothing_lost(self.running, "made", 3, 3), 20)

    def test_what_is_lost_or_doubled_is_told(self) -> None:
        topics.create_topic(self.running, "lost")
        self.broker.put("lost", [b"a", b"b", b"c"])
        with self.assertRaises(StepFailed) as caught:
            topics.check_nothing_lost(self.running, "lost", 1_005, patience_s=0.1)
        self.assertEqual(str(caught.exception), "klog: 1,002 of 1,005 records were lost; no rate is printed")
        with self.assertRaises(StepFailed) as caught:
            topics.check_nothing_lost(self.running, "lost", 2)
        self.assertEqual(str(caught.exception), "klog: 1 records more than the 2 sent; no rate is printed")

    def test_whoever_counts(self) -> None:
        """With a pause between two looks."""
        counts = iter([3, 4, 5])
        with mock.patch("klog.cli.suite.sides.topics.time.sleep") as paused:
            topics.wait_for_all("somebody", lambda: next(counts), 5, "messages")
        self.assertEqual(paused.call_count, 2)
        with self.assertRaises(StepFailed) as caught:
            topics.wait_for_all("somebody", lambda: 4, 5, "messages", patience_s=0.0)
        self.assertEqual(str(caught.exception), "somebody: 1 of 5 messages were lost; no rate is printed")
        with self.assertRaises(StepFailed) as caught:
            topics.wait_for_all("somebody", lambda: 15, 5, "messages")
        self.assertEqual(str(caught.exception), "somebody: 10 messages more than the 5 sent; no rate is printed")

    def test_copies_that_nobody_keeps_are_skipped_by_name(self) -> None:
        with mock.patch.object(topics, "PATIENCE_S", 0.1):
            with self.assertRaises(Skip) as caught:
                topics.create_topic(self.running, "copied", 6, 3)
            self.assertIn("no replication: klog keeps no 3 copies", str(caught.exception))
            with self.assertRaises(StepFailed):
                topics.create_topic(self.running, "bad topic")
            with self.assertRaises(StepFailed):
                topics.create_topic(self.running, "made", 0)
