"""How the log of groups is read: committed offsets, of which there are millions, on a way of their own.

* Committed offsets go straight into the `OffsetStore`, the newest value of each (`klog.records.latest`: a thousand take a millisecond).
* Records of groups: the newest by key, as for every coordinator. So members that came and went a thousand times cost one record each.

Offsets within transactions wait for their producer's marker, so batches of transactions, and all batches while one is open, are taken
record by record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from klog.broker.coordinators.replay import Replay
from klog.records.compression import decompress
from klog.records.contract import BATCH_OVERHEAD, CONTROL, TRANSACTIONAL, Entry
from klog.records.control import read_marker
from klog.records.implementations import codec, fold
from klog.records.latest import Latest, is_offset_value, split_key
from klog.wire.group_records import KEYS

_CODEC_MASK = 0x07
#: What the key of a committed offset begins with (`klog.records.latest.OFFSET_KINDS`).
_OFFSET_KEYS = (b"\0\0", b"\0\1")


class ReplayedOffsets(Protocol):
    """What is asked of the store (``offsets.OffsetStore``)."""

    groups: dict[bytes, dict[bytes, bytes]]

    @property
    def has_open_transactions(self) -> bool:
        """Whether offsets wait for a marker."""

    @property
    def open_producers(self) -> list[int]:
        """Whose transactions have offsets that wait for a marker."""

    def replay(self, record_offset: int, producer_id: int, name: bytes, key: bytes, value: bytes | None) -> None:
        """A record of the log at `record_offset`."""

    def end_transaction(self, producer_id: int, *, commit: bool) -> None:
        """The producer's marker."""


class GroupReplay(Replay):
    """One reading of a partition of ``__consumer_offsets``.

    :param store: where committed offsets go.
    """

    def __init__(self, store: ReplayedOffsets) -> None:
        super().__init__(KEYS)
        self._store = store
        self._latest = latest = Latest(KEYS, store.groups)
        self.newest, self.skipped, self.broken = latest.others, latest.skipped, latest.broken

    def take_batches(self, data: bytes, position: int) -> int:
        """Ordinary batches, while no transaction is open."""
        return position if self._store.has_open_transactions else fold.batches(data, position, self._latest)

    def take_batch(self, data: bytes, entry: Entry, max_uncompressed_bytes: int) -> None:
        """A compressed batch, or one that has to do with a transaction."""
        if entry.magic < 2 or entry.attributes & (TRANSACTIONAL | CONTROL) or self._store.has_open_transactions:
            self._take_records(data, entry, max_uncompressed_bytes)
        else:
            view = memoryview(data)[entry.position + BATCH_OVERHEAD : entry.position + entry.size]
            inside = decompress(entry.attributes & _CODEC_MASK, view, max_uncompressed_bytes)
            fold.records(inside, entry.record_count, entry.base_offset, self._latest)

    def _take_records(self, data: bytes, entry: Entry, max_uncompressed_bytes: int) -> None:
        store, latest = self._store, self._latest
        batch = memoryview(data)[entry.position : entry.position + entry.size]
        producer_id = entry.producer_id if entry.attributes & TRANSACTIONAL else -1
        for record in codec.records(batch, max_uncompressed_bytes=max_uncompressed_bytes):
            if entry.attributes & CONTROL:
                marker = read_marker(record)
                if marker is not None:
                    store.end_transaction(entry.producer_id, commit=marker.commit)
                continue
            key, value = record.key, record.value
            parts = split_key(key) if key is not None and key[:2] in _OFFSET_KEYS else None
            if parts is None or (value is not None and not is_offset_value(value)):
                latest.record(record.offset, key, value)
            else:
                latest.count += 1
                store.replay(record.offset, producer_id, *parts, value)

    def summary(self) -> str:
        """Offsets and groups."""
        return f"{self._latest.count} records of offsets, {len(self.newest)} of groups"

    def warnings(self) -> Sequence[str]:
        """Transactions without an end."""
        producers = self._store.open_producers
        if not producers:
            return ()
        some = ", ".join(map(str, producers[:10]))
        return (f"transactions of {len(producers)} producers have no end ({some}); till then their offsets do not count",)
