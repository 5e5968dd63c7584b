"""Cells are written without a producer: by a client that writes batches, one for each partition. No Twisted in whatever this imports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from klog.audit.cells import AUDIT_TOPIC
from klog.client.blocking.auditing.telling import LIMIT_MS
from klog.client.metadata import TopicMetadata
from klog.client.producing.partitioners import partition_of_key
from klog.model import TopicPartition
from klog.records.contract import Header
from klog.records.implementations import codec

_Record = tuple[int, bytes | None, bytes | None, tuple[Header, ...]]

#: How long it is believed that the audit's topic is just coming.
_UNKNOWN_MS = 1_000
#: A batch of cells has no more.
_BATCH_RECORDS = 200


class WritesBatches(Protocol):
    """What cells are written with: the same class, another client."""

    def find_topic(self, name: str, *, unknown_ms: int, timeout_ms: int) -> TopicMetadata:
        """A topic and its partitions."""

    def produce(self, tp: TopicPartition, records: bytes, acks: int = -1, *, timeout_ms: int) -> object:
        """Write one batch."""

    def close(self) -> None:
        """For good."""


class CellBatches:
    """Writes cells with a client, one batch for each partition. Implements `telling.CellProducer`.

    :param client: closed with this.
    :param now_ms: milliseconds since 1970.
    """

    def __init__(self, client: WritesBatches, now_ms: Callable[[], int]) -> None:
        self._client = client
        self._now_ms = now_ms
        self._records: list[_Record] = []

    def send(self, topic: str, value: bytes | None, *, key: bytes | None = None) -> None:
        """Put one by for `flush`."""
        self._records.append((self._now_ms(), key, value, ()))

    def flush(self) -> None:
        """Until all are acknowledged. What is not, is forgotten here.

        :raises KlogError: one is not.
        """
        records, self._records = self._records, []
        if not records:
            return
        count = self._client.find_topic(AUDIT_TOPIC, unknown_ms=_UNKNOWN_MS, timeout_ms=LIMIT_MS).partitions[-1].partition + 1
        batches: dict[int, list[_Record]] = {}
        for record in records:
            batches.setdefault(partition_of_key(record[1] or b"", count), []).append(record)
        for partition, theirs in batches.items():
            for piece in _pieces(theirs):
                self._client.produce(TopicPartition(AUDIT_TOPIC, partition), codec.build_batch(piece), timeout_ms=LIMIT_MS)

    def close(self) -> None:
        """Close the client."""
        self._client.close()


def _pieces(records: list[_Record]) -> Iterator[list[_Record]]:
    for first in range(0, len(records), _BATCH_RECORDS):
        yield records[first : first + _BATCH_RECORDS]
