"""OffsetDelete, over the wire to a whole broker in memory."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.wire.messages.offset_delete import OffsetDeleteRequest, OffsetDeleteRequestPartition, OffsetDeleteRequestTopic
from tests.broker.groups.offsets_rig import OffsetsBroker

UNKNOWN = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


class OffsetDeleteTests(SynchronousTestCase):
    """Version 0."""

    def setUp(self) -> None:
        self.broker = OffsetsBroker()

    def ask(self, topics: dict[str, list[int]], group: str = "g") -> tuple[int, dict[str, list[tuple[int, int]]]]:
        wanted = [
            OffsetDeleteRequestTopic(name=name, partitions=[OffsetDeleteRequestPartition(partition_index=one) for one in partitions])
            for name, partitions in topics.items()
        ]
        answer = self.broker.ask(OffsetDeleteRequest(group_id=group, topics=wanted), 0)
        return answer.error_code, {one.name: [(part.partition_index, part.error_code) for part in one.partitions] for one in answer.topics}

    def test_deleted(self) -> None:
        for partition in range(3):
            self.broker.commit("g", partition, 5)
        self.assertEqual(self.ask({"t": [0, 9, 2], "u": [0]}), (0, {"t": [(9, UNKNOWN), (0, 0), (2, 0)], "u": [(0, UNKNOWN)]}))
        self.assertEqual(self.broker.offsets(), {("t", 1): 5})
        self.assertEqual(self.ask({"t": [0]}), (0, {"t": [(0, 0)]}))
        self.broker.restart()
        self.assertEqual(self.broker.offsets(), {("t", 1): 5})

    def test_refused(self) -> None:
        self.assertEqual(self.ask({"t": [0]}, "h"), (ErrorCode.GROUP_ID_NOT_FOUND, {}))
        self.assertEqual(self.ask({"u": [0]}, "h"), (ErrorCode.GROUP_ID_NOT_FOUND, {}))
        self.assertEqual(self.ask({"t": [0]}, ""), (ErrorCode.INVALID_GROUP_ID, {}))
