"""An accumulator without brokers, and what tests of its chapters do with it."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.metadata import PartitionMetadata, TopicMetadata
from klog.client.producing.accumulator import Accumulator
from klog.client.producing.batches import MESSAGE_OVERHEAD_BYTES, Batch, Lane, TopicLanes
from klog.client.producing.entries import Bulk, Single
from klog.client.producing.producer_types import DeliveryFailed, make_settings
from klog.errors import ErrorCode
from klog.records.appending import record_bound
from klog.records.implementations import codec
from klog.span import join_parts


def metadata(count: int, leaderless: tuple[int, ...] = ()) -> TopicMetadata:
    partitions = tuple(PartitionMetadata(n, -1 if n in leaderless else 1, 0, (1,), (1,)) for n in range(count))
    return TopicMetadata("t", b"\1" * 16, ErrorCode.NONE, partitions)


class AccumulatorCase(SynchronousTestCase):
    def make(self, partitions: int = 1, **options: Any) -> Accumulator:
        self.opened: list[Batch] = []
        self.lanes: list[Lane] = []
        self.unknown: list[TopicLanes] = []
        self.now = 1_000_000
        self.accumulator = Accumulator(
            make_settings({"max_request_bytes": 10_000, "backlog_bytes": 100_000, "batch_bytes": 2_000, **options}),
            random.Random(3),
            opened=self.opened.append,
            ready=self.lanes.append,
            unknown=self.unknown.append,
            now_ms=lambda: self.now,
        )
        if partitions:
            self.accumulator.topic("t").update(metadata(partitions))
        return self.accumulator

    def send(self, value: bytes | None = b"v", key: bytes | None = None, partition: int | None = None, topic: str = "t") -> Deferred[Any]:
        deferred: Deferred[Any] = Deferred()
        size = record_bound(key, value) + MESSAGE_OVERHEAD_BYTES
        self.accumulator.add(Single(topic, key, value, (), partition, self.now, self.now, size, deferred))
        return deferred

    def many(self, values: list[Any], keys: list[bytes | None] | None = None, partition: int | None = None) -> Deferred[Any]:
        deferred: Deferred[Any] = Deferred()
        self.accumulator.add_bulk(Bulk("t", values, keys, None, (), partition, self.now, self.now, deferred))
        return deferred

    def ready(self) -> list[Batch]:
        """All closed batches, in the order in which they were made."""
        found = [batch for batch in self.accumulator.incomplete if batch in batch.lane.ready]
        return sorted(found, key=lambda batch: batch.order)

    def complete(self, *batches: Batch) -> None:
        for batch in batches:
            batch.lane.ready.remove(batch)
            self.accumulator.complete(batch, 100)

    def values(self, batch: Batch) -> list[bytes | None]:
        return [record.value for record in codec.records(join_parts(batch.parts()))]

    def failed(self, deferred: Deferred[Any]) -> DeliveryFailed:
        error = self.failureResultOf(deferred).value
        assert isinstance(error, DeliveryFailed), error
        return error

    def assert_empty(self) -> None:
        self.assertEqual((self.accumulator.held, self.accumulator.messages, self.accumulator.line_bytes), (0, 0, 0))
        self.assertEqual((len(self.accumulator.incomplete), len(self.accumulator.line)), (0, 0))
