"""Batches that a producer without a reactor fills, and topics as its partitioner sees them. No Twisted in whatever this imports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from klog.client.blocking.client import Produced
from klog.client.metadata import TopicMetadata
from klog.client.producing.partitioners import Partitioner
from klog.client.producing.producer_types import DeliveryFailed, RecordPlace
from klog.model import TopicPartition
from klog.records.implementations import appending


class Filling:
    """A batch that is being filled, and later what became of it: by record number, in order."""

    __slots__ = ("append", "appender", "first_number", "opened", "outcomes", "settled", "size", "stamps", "tp")

    def __init__(self, tp: TopicPartition, opened: float) -> None:
        self.tp = tp
        #: Of its first record, where records are numbered for the audit; -1 where not.
        self.first_number = -1
        self.opened = opened
        self.appender: Any = appending.appender()
        self.append: Any = self.appender.append
        self.size = 0
        self.stamps: list[int] = []
        #: Records of which it is known what became.
        self.settled = 0
        #: (behind its last record, its first record, where it stands or why not), in order.
        self.outcomes: list[tuple[int, int, Produced | Callable[[int], DeliveryFailed]]] = []

    def settle(self, first: int, count: int, outcome: Produced | Callable[[int], DeliveryFailed]) -> None:
        """What became of `count` records from number `first` on; `outcome` makes the error of one of them by its number from there."""
        self.outcomes.append((first + count, first, outcome))
        self.settled = first + count

    def place(self, number: int) -> RecordPlace:
        """Where a record stands.

        :raises DeliveryFailed: it does not.
        """
        for end, first, outcome in self.outcomes:
            if number < end:
                if not isinstance(outcome, Produced):
                    raise outcome(number - first)
                offset = -1 if outcome.base_offset < 0 else outcome.base_offset + number - first
                stamp_ms = self.stamps[number] if outcome.log_append_time_ms < 0 else outcome.log_append_time_ms
                return RecordPlace(*self.tp, offset, stamp_ms)
        raise AssertionError("nobody knows yet")


class KnownTopic:
    """A topic as a partitioner sees it."""

    def __init__(self, name: str, partitioner: Partitioner) -> None:
        self.name = name
        self.partitioner = partitioner
        self.count = 0
        self.available: Sequence[int] = ()
        #: Where records without a key go, and how many bytes of them went there.
        self.sticky = -1
        self.sticky_bytes = 0
        #: When it is asked about again.
        self.stale_at = 0.0

    def update(self, metadata: TopicMetadata, stale_at: float) -> None:
        """News from the cluster."""
        self.count = metadata.partitions[-1].partition + 1
        self.available = tuple(one.partition for one in metadata.partitions if one.leader >= 0)
        self.stale_at = stale_at
        if self.sticky >= 0 and self.available and self.sticky not in self.available:
            self.sticky = -1
