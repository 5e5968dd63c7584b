"""Topics as rows."""

from __future__ import annotations

import json
import unittest

from klog.client.admin.types import CreatedTopic, PartitionDescription, TopicDescription, TopicListing
from klog.client.offsets import OffsetAt
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.reports.topics import created_row, topic_facts, topic_report


class TopicTests(unittest.TestCase):
    """What is said of a topic."""

    def test_a_list(self) -> None:
        self.assertEqual(topic_facts(TopicListing("t", 3)), {"topic": "t", "partitions": 3, "internal": False, "topic_id": ""})

    def test_partitions(self) -> None:
        led = PartitionDescription(0, 1, 4, (1, 2), (1,), (2,))
        unled = PartitionDescription(1, -1, 5, (2,), (2,), (), ErrorCode.LEADER_NOT_AVAILABLE)
        starts = {TopicPartition("t", 0): OffsetAt(10, -1, -1), TopicPartition("other", 1): OffsetAt(7, -1, -1)}
        found = topic_report(TopicDescription("t", (led, unled)), starts, {TopicPartition("t", 0): OffsetAt(12, -1, -1)})
        first, second = found["partitions"]
        self.assertEqual((first["start_offset"], first["end_offset"], first["offline_replicas"], first["error"]), (10, 12, [2], None))
        self.assertEqual((second["start_offset"], second["end_offset"], second["leader"]), (None, None, -1))
        self.assertEqual(second["error"], "LEADER_NOT_AVAILABLE")
        self.assertNotIn("configs", found)
        self.assertEqual(json.loads(json.dumps(found)), found)

    def test_lag(self) -> None:
        """In the order of the replicas; a follower that was asked later than the leader is not ahead."""
        one = PartitionDescription(0, 2, 4, (1, 2, 3, 4), (2,), (4,))
        tp = TopicPartition("t", 0)
        found = topic_report(TopicDescription("t", (one,)), {}, {}, {tp: {1: 90, 2: 100, 3: 101}})
        self.assertEqual(found["partitions"][0]["lag"], [10, 0, 0, None])
        self.assertEqual(topic_report(TopicDescription("t", (one,)), {}, {})["partitions"][0]["lag"], [None, 0, None, None])
        self.assertEqual(topic_report(TopicDescription("t", (one,)), {}, {}, {tp: {1: 90}})["partitions"][0]["lag"], [None, 0, None, None])

    def test_created(self) -> None:
        told = created_row(CreatedTopic("t", partitions=6, replication_factor=3), None, None, created=True)
        self.assertEqual(told, {"topic": "t", "partitions": 6, "replicas": 3, "created": True})
        untold = created_row(CreatedTopic("t"), 2, None, created=False)
        self.assertEqual(untold, {"topic": "t", "partitions": 2, "replicas": None, "created": False})
