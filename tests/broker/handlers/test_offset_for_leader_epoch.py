"""OffsetForLeaderEpoch."""

from __future__ import annotations

from klog.broker.handlers.offset_for_leader_epoch import OffsetForLeaderEpochHandler
from klog.errors import ErrorCode
from klog.wire.messages.offset_for_leader_epoch import OffsetForLeaderEpochRequest, OffsetForLeaderPartition, OffsetForLeaderTopic
from tests.broker.rig import DataPathTestCase


class OffsetForLeaderEpochTests(DataPathTestCase):
    """A log with epochs 0 (offsets 0, 1), 3 (2) and 5 (3, 4)."""

    def setUp(self) -> None:
        super().setUp()
        self.create("t", 1)
        self.handler = OffsetForLeaderEpochHandler(self.partitions)
        log = self.partition().log
        self.put(b"a", b"b")
        log.assign_leader_epoch(3)
        self.put(b"c")
        log.assign_leader_epoch(5)
        self.put(b"d", b"e")
        self.partition().leader_epoch = 5

    def end_of(self, epoch: int, version: int = 4, topic: str = "t", index: int = 0, current: int = -1) -> tuple[int, int, int]:
        """Error, epoch and end offset."""
        one = OffsetForLeaderPartition(partition=index, leader_epoch=epoch, current_leader_epoch=current)
        request = OffsetForLeaderEpochRequest(topics=[OffsetForLeaderTopic(topic=topic, partitions=[one])])
        [answer] = self.ask(self.handler, version, request).topics[0].partitions
        self.assertEqual(answer.partition, index)
        return answer.error_code, answer.leader_epoch, answer.end_offset

    def test_epochs(self) -> None:
        """The largest not above, and where the next begins."""
        for epoch, expected in (
            (0, (0, 2)),
            (1, (0, 2)),
            (2, (0, 2)),
            (3, (3, 3)),
            (4, (3, 3)),
            (5, (5, 5)),
            (6, (-1, -1)),
            (-1, (-1, -1)),
        ):
            self.assertEqual(self.end_of(epoch), (0, *expected), epoch)

    def test_every_version(self) -> None:
        """Version 0 does not name the epoch."""
        for version in range(5):
            self.assertEqual(self.end_of(3, version), (0, 3 if version else -1, 3))

    def test_errors(self) -> None:
        """Unknown partitions, epochs that are not ours."""
        self.assertEqual(self.end_of(0, topic="x"), (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, -1, -1))
        self.assertEqual(self.end_of(0, index=1), (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, -1, -1))
        self.assertEqual(self.end_of(0, current=4), (ErrorCode.FENCED_LEADER_EPOCH, -1, -1))
        self.assertEqual(self.end_of(0, current=6), (ErrorCode.UNKNOWN_LEADER_EPOCH, -1, -1))
        self.assertEqual(self.end_of(0, current=5), (0, 0, 2))

    def test_error_answer(self) -> None:
        """What the dispatcher answers with when all else fails."""
        request = OffsetForLeaderEpochRequest(topics=[OffsetForLeaderTopic(topic="t", partitions=[OffsetForLeaderPartition()])])
        [topic] = self.handler.error_answer(4, request, ErrorCode.UNKNOWN_SERVER_ERROR, None).topics
        self.assertEqual([one.error_code for one in topic.partitions], [-1])
