"""Looks at topics that are there, that come late, and that nobody tells of, with answers made up."""

from __future__ import annotations

import contextlib
import time
import unittest
from unittest import mock

from klog.cli.suite.host.processes import StepFailed
from klog.cli.suite.loads.mirror.ends_look import EndsLook
from klog.errors import ErrorCode, KlogError
from klog.model import OffsetAt, TopicPartition


class LookTests(unittest.TestCase):
    """`EndsLook`."""

    def look(self, *, before: bool = False) -> tuple[EndsLook, mock.Mock]:
        self.running, client = mock.Mock(), mock.Mock()
        self.running.name = "klog"
        with mock.patch("klog.cli.suite.loads.mirror.ends_look.client_of", return_value=client):
            return EndsLook(self.running, {"t": 2}, before=before), client

    def ends(self, *offsets: int) -> dict[TopicPartition, OffsetAt]:
        return {TopicPartition("t", number): OffsetAt(offset, -1) for number, offset in enumerate(offsets)}

    def test_when_a_look_counts(self) -> None:
        def answer(*_: object) -> dict[TopicPartition, OffsetAt]:
            time.sleep(0.01)
            return self.ends(3, 4)

        for before in (True, False):
            look, client = self.look(before=before)
            client.list_offsets.side_effect = answer
            asked = time.monotonic()
            found = look()
            self.assertEqual(found.offsets, (3, 4))
            self.assertEqual(found.at_s - asked < 0.01, before)

    def test_who_says_nothing(self) -> None:
        look, client = self.look()
        client.list_offsets.side_effect = KlogError(ErrorCode.REQUEST_TIMED_OUT, "nobody answers")
        with self.assertRaises(StepFailed) as caught:
            look()
        self.assertEqual(str(caught.exception), "klog does not say where its topics end: REQUEST_TIMED_OUT: nobody answers")

    def test_records_that_do_not_come(self) -> None:
        look, client = self.look()
        client.list_offsets.side_effect = [self.ends(1, 0), self.ends(3, 4)]
        self.assertEqual(look.wait_for(7, 60, 0.0).total, 7)
        client.list_offsets.side_effect = None
        client.list_offsets.return_value = self.ends(1, 2)
        with self.assertRaises(StepFailed) as caught:
            look.wait_for(4, -1.0, 0.0)
        self.assertIn("klog: 3 of 4 records were there after", str(caught.exception))
        self.running.check.side_effect = StepFailed("it died")
        with self.assertRaises(StepFailed) as caught:
            look.wait_for(4, 60, 0.0)
        self.assertEqual(str(caught.exception), "it died")

    def test_a_topic_that_comes_late_or_never(self) -> None:
        unknown = KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        look, client = self.look()
        client.find_topic.side_effect = [unknown, mock.Mock(partitions=[1]), mock.Mock(partitions=[1, 2])]
        with mock.patch("klog.cli.suite.loads.mirror.ends_look.TOPIC_LOOK_S", 0.0):
            look.wait_for_topics()
        client.find_topic.side_effect = unknown
        with self.assertRaises(StepFailed) as caught:
            look.wait_for_topics(-1.0)
        self.assertIn("klog: topic t was not there within", str(caught.exception))
        client.find_topic.side_effect = KlogError(ErrorCode.REQUEST_TIMED_OUT, "nobody answers")
        with self.assertRaises(StepFailed) as caught:
            look.wait_for_topics()
        self.assertEqual(str(caught.exception), "klog does not say whether there is a topic t: REQUEST_TIMED_OUT: nobody answers")

    def test_it_is_closed(self) -> None:
        look, client = self.look()
        with contextlib.suppress(RuntimeError), look:
            raise RuntimeError
        client.close.assert_called_once_with()
