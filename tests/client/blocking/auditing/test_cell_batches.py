"""Cells as batches: where each goes, how many go together, and what becomes of them where one is not taken."""

from __future__ import annotations

import unittest

from klog.audit.cells import AUDIT_TOPIC
from klog.client.blocking.auditing.cell_batches import CellBatches
from klog.client.metadata import PartitionMetadata, TopicMetadata
from klog.client.producing.partitioners import partition_of_key
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.implementations import codec


class Client:
    """Takes batches, or does not."""

    def __init__(self) -> None:
        self.batches: list[tuple[int, list[tuple[bytes | None, bytes | None, int]]]] = []
        self.refuses = self.is_closed = False

    def find_topic(self, name: str, *, unknown_ms: int, timeout_ms: int) -> TopicMetadata:
        partitions = tuple(PartitionMetadata(number, 1, 0, (1,), (1,)) for number in range(3))
        return TopicMetadata(name, bytes(16), ErrorCode.NONE, partitions)

    def produce(self, tp: TopicPartition, records: bytes, acks: int = -1, *, timeout_ms: int) -> None:
        assert (tp.topic, acks) == (AUDIT_TOPIC, -1)
        if self.refuses:
            raise KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        self.batches.append((tp.partition, [(one.key, one.value, one.timestamp_ms) for one in codec.records(records)]))

    def close(self) -> None:
        self.is_closed = True


class BatchesTests(unittest.TestCase):
    """`CellBatches`."""

    def setUp(self) -> None:
        self.client = Client()
        self.cells = CellBatches(self.client, lambda: 7)

    def test_each_key_goes_where_a_producer_would_put_it(self) -> None:
        keys = [b"key %d" % number for number in range(30)]
        for key in keys:
            self.cells.send(AUDIT_TOPIC, b"cell", key=key)
        self.assertEqual(self.client.batches, [])
        self.cells.flush()
        self.cells.flush()
        self.assertEqual(len(self.client.batches), 3)
        for partition, records in self.client.batches:
            self.assertEqual(records, [(key, b"cell", 7) for key in keys if partition_of_key(key, 3) == partition])

    def test_tombstones_and_many_of_a_partition(self) -> None:
        for _ in range(401):
            self.cells.send(AUDIT_TOPIC, None, key=b"k")
        self.cells.flush()
        self.assertEqual([len(records) for _, records in self.client.batches], [200, 200, 1])
        self.assertEqual(self.client.batches[2][1], [(b"k", None, 7)])

    def test_what_is_not_taken_is_forgotten(self) -> None:
        self.client.refuses = True
        self.cells.send(AUDIT_TOPIC, b"cell", key=b"k")
        with self.assertRaises(KlogError):
            self.cells.flush()
        self.client.refuses = False
        self.cells.flush()
        self.assertEqual(self.client.batches, [])

    def test_its_client_is_closed_with_it(self) -> None:
        self.cells.close()
        self.assertTrue(self.client.is_closed)
