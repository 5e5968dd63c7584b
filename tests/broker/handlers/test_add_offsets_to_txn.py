"""AddOffsetsToTxn."""

from __future__ import annotations

from typing import Any

from klog.broker.coordinators.runtime import partition_of
from klog.errors import ErrorCode
from klog.model import TopicPartition
from tests.broker.transactions.setting import Producer, TransactionTestCase


class AddOffsetsToTxnTests(TransactionTestCase):
    """A group's partition becomes part of it."""

    def test_added(self) -> None:
        producer = Producer(self)
        producer.begin()
        self.assertEqual(producer.add_offsets("g"), ErrorCode.NONE)
        self.assertEqual(self.known().partitions, {TopicPartition("__consumer_offsets", partition_of("g", 3))})

    def test_refused(self) -> None:
        producer = Producer(self)
        producer.begin()
        producer.epoch += 1
        codes = [producer.add_offsets("g", version) for version in range(5)]
        self.assertEqual(codes, [ErrorCode.INVALID_PRODUCER_EPOCH] * 2 + [ErrorCode.PRODUCER_FENCED] * 3)
        self.assertEqual(Producer(self, "").add_offsets("g"), ErrorCode.INVALID_REQUEST)
        groups = self.broker.broker.coordinator
        assert groups is not None
        self.patch(groups, "partition_count", 0)
        self.assertEqual(producer.add_offsets("g"), ErrorCode.COORDINATOR_NOT_AVAILABLE)


class FirstGroupTests(TransactionTestCase):
    """Nobody has looked for a group's coordinator yet."""

    def find(self, kind: int, key: str) -> Any:
        """Only that of transactions."""
        return super().find(kind, key) if kind else None

    def test_of_the_first_group(self) -> None:
        """``__consumer_offsets`` is made: Java's producer asks here first, and would ask for ever."""
        groups = self.broker.broker.coordinator
        assert groups is not None
        self.assertEqual(groups.partition_count, 0)
        producer = Producer(self)
        producer.begin()
        self.assertEqual(producer.add_offsets("g"), ErrorCode.NONE)
        self.assertEqual(groups.partition_count, 3)
