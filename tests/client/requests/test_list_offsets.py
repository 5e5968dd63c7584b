"""ListOffsets as request and answer, and which versions mean what is meant."""

from __future__ import annotations

import unittest

from klog.client.isolation import IsolationLevel
from klog.client.requests.errors import partition_error
from klog.client.requests.list_offsets import least_version, list_offsets_request, offsets_found
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_LOCAL_TIMESTAMP, EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, MAX_TIMESTAMP, OffsetAt, TopicPartition
from klog.wire.messages.list_offsets import ListOffsetsPartitionResponse, ListOffsetsResponse, ListOffsetsTopicResponse

FIRST, SECOND = TopicPartition("orders", 0), TopicPartition("orders", 1)


class ListOffsetsTests(unittest.TestCase):
    """Both ways."""

    def test_request(self) -> None:
        epochs = {FIRST: 3, SECOND: -1}
        request = list_offsets_request(
            {FIRST: 5, SECOND: LATEST_TIMESTAMP}, IsolationLevel.READ_COMMITTED, timeout_ms=100, leader_epoch=epochs.__getitem__
        )
        self.assertEqual((request.replica_id, request.isolation_level, request.timeout_ms), (-1, 1, 100))
        (topic,) = request.topics
        self.assertEqual(
            [(one.partition_index, one.timestamp, one.current_leader_epoch) for one in topic.partitions], [(0, 5, 3), (1, -1, -1)]
        )
        self.assertEqual(list_offsets_request({FIRST: 5}, timeout_ms=1).topics[0].partitions[0].current_leader_epoch, -1)

    def test_answer(self) -> None:
        partitions = [
            ListOffsetsPartitionResponse(partition_index=0, offset=3, timestamp=4, leader_epoch=2),
            ListOffsetsPartitionResponse(partition_index=1, error_code=ErrorCode.NOT_LEADER_OR_FOLLOWER),
        ]
        answer = ListOffsetsResponse(topics=[ListOffsetsTopicResponse(name="orders", partitions=partitions)])
        found = offsets_found(answer, lambda tp, code: partition_error(code, tp, "looking"))
        self.assertEqual(found[FIRST], OffsetAt(3, 4, 2))
        error = found[SECOND]
        assert isinstance(error, KlogError)
        self.assertEqual(error.code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.assertIn("topic orders, partition 1", str(error))

    def test_versions(self) -> None:
        self.assertEqual(least_version([LATEST_TIMESTAMP, EARLIEST_TIMESTAMP, 5]), 1)
        self.assertEqual(least_version([5], IsolationLevel.READ_COMMITTED), 2)
        self.assertEqual(least_version([5, MAX_TIMESTAMP], IsolationLevel.READ_COMMITTED), 7)
        self.assertEqual(least_version([EARLIEST_LOCAL_TIMESTAMP, MAX_TIMESTAMP]), 8)


if __name__ == "__main__":
    unittest.main()
