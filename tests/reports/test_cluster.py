"""The cluster as rows."""

from __future__ import annotations

import json
import unittest

from klog.client.admin.types import (
    ClusterDescription,
    LogDirDescription,
    NodeDescription,
    PartitionDescription,
    Reassignment,
    ReplicaSize,
    TopicDescription,
)
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.reports.cluster import api_rows, broker_rows, directory_rows, health_rows, move_rows, replication_facts

NODES = (NodeDescription(2, "::1", 9092, "r"), NodeDescription(1, "a", 9092))


class ClusterTests(unittest.TestCase):
    """What is said of brokers."""

    def test_brokers(self) -> None:
        topic = TopicDescription("t", (PartitionDescription(0, 1, 0, (1, 2), (1, 2)), PartitionDescription(1, -1, 0, (2,), ())))
        first, second = broker_rows(ClusterDescription("id", NODES[0], NODES), [topic])
        self.assertEqual((first["broker"], first["address"], first["partitions"], first["leaders"]), (1, "a:9092", 1, 1))
        self.assertEqual((second["address"], second["partitions"], second["leaders"]), ("[::1]:9092", 2, 0))
        self.assertEqual([first["controller"], second["controller"]], [False, True])
        self.assertEqual([first["in_sync"], second["in_sync"]], [1, 1])
        rows = broker_rows(ClusterDescription("id", None, NODES), [])
        self.assertEqual(rows, json.loads(json.dumps(rows)))
        self.assertFalse(any(row["controller"] for row in rows))

    def test_health(self) -> None:
        """Words by replicas, in-sync replicas, leader and the minimum."""
        cases = [
            ((1, 2, 3), (1, 2, 3), 1, 2, []),
            ((1, 2, 3), (1, 2), 1, 2, ["under_replicated", "at_min_isr"]),
            ((1, 2, 3), (1,), 1, 2, ["under_replicated", "under_min_isr"]),
            ((1, 2, 3), (1,), -1, 1, ["under_replicated", "at_min_isr", "offline"]),
            ((1, 2), (1, 2), 1, 2, []),
            ((1,), (1,), 1, 1, []),
            ((1,), (1,), -1, 1, ["offline"]),
        ]
        for replicas, isr, leader, least, state in cases:
            topic = TopicDescription("t", (PartitionDescription(5, leader, 0, replicas, isr),))
            rows = health_rows([topic], {"t": least})
            self.assertEqual([row["state"] for row in rows], [state] if state else [])
        topics = [
            TopicDescription(f"t{number}", (PartitionDescription(0, case[2], 0, case[0], case[1]),)) for number, case in enumerate(cases)
        ]
        rows = health_rows(topics, {f"t{number}": case[3] for number, case in enumerate(cases)})
        self.assertEqual(rows, json.loads(json.dumps(rows)))
        self.assertEqual(replication_facts(rows), {"under_replicated": 3, "under_min_isr": 1, "at_min_isr": 2, "offline": 2})
        self.assertEqual(health_rows([TopicDescription("t", (PartitionDescription(0, 1, 0, (1, 2), (1,)),))], {})[0]["min_isr"], 1)

    def test_directories(self) -> None:
        sizes = {TopicPartition("t", number): ReplicaSize(100) for number in range(3)}
        broken = LogDirDescription("/b", KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "gone"), {})
        good, bad = directory_rows({1: (LogDirDescription("/a", None, sizes, 1000, 10), broken)})
        self.assertEqual((good["partitions"], good["bytes"], good["usable_bytes"], good["total_bytes"]), (3, 300, 10, 1000))
        self.assertEqual((bad["usable_bytes"], bad["total_bytes"], bad["error"]), (None, None, "gone"))

    def test_apis(self) -> None:
        rows = api_rows(1, ApiRanges("a:1", {9999: (0, 1), 0: (3, 11)}))
        self.assertEqual([(row["key"], row["api"], row["highest"]) for row in rows], [(0, "Produce", 11), (9999, None, 1)])

    def test_moves(self) -> None:
        (row,) = move_rows({TopicPartition("t", 3): Reassignment((1, 2, 3), (3,), (1,))})
        self.assertEqual(row, {"topic": "t", "partition": 3, "replicas": [1, 2, 3], "adding": [3], "removing": [1]})
