"""Compaction of records: which of them stay, and the batches that hold them; in plain Python.

Two passes over a log (`kafka: Cleaner.java`). The first one notes the newest offset of every key in the part that was not compacted
yet (`PlainKeyOffsets`), the second one copies all segments without what is outdated (`PlainBatchFilter`). Of a record, in this order:

1. behind the map's latest offset it stays;
2. without a key it goes;
3. with a smaller offset than the map has for its key it goes;
4. with a value it stays;
5. as a tombstone (no value) it stays until the delete horizon of its batch.

The delete horizon is written into a batch (attribute bit 6, in place of the base timestamp) by the first compaction that leaves a
tombstone in it: now + ``delete.retention.ms``; so whoever read the record has that time to see the tombstone. Batches of magic 0 and 1
have none; there the age of the segment decides, and what stays of them is written as magic 2.

Batches, in this order:

a. whose records all stay, untouched: as they are, byte for byte;
b. of which something goes: built anew with base offset, last offset, producer, sequence, leader epoch and codec as they were;
c. of which nothing is left: dropped, or kept empty where an offset or a producer's last sequence hangs on it;
d. transactional and control batches: as a function says that knows transactions (`Judge`).

Checksums are looked at: a broken batch must not be given a good one. The map keeps hashes of 16 bytes (seeded anew each time, so that
nobody can choose keys that collide), not keys, in a table of fixed size. ``_compact.pyx`` does the same without holding the interpreter.
"""

from __future__ import annotations

import hashlib
import os
from bisect import bisect_left
from collections.abc import Callable, Sequence

from klog.records.batch import CODEC_MASK, batch_records, check_crc, read_header, scan
from klog.records.builder import assemble, record_bytes
from klog.records.contract import (
    CONTROL,
    HAS_DELETE_HORIZON,
    LOG_APPEND_TIME,
    TRANSACTIONAL,
    BatchHeader,
    Buffer,
    Codec,
    Entry,
    InvalidRecords,
    Record,
)
from klog.records.legacy import entry_records, read_message

#: What a `Judge` may say, added up. `GONE`: the transaction was aborted, or nothing of it is left before its marker. `KEEP_EMPTY`: the
#: batch stays even where none of its records does.
GONE = 1
KEEP_EMPTY = 2

#: Asked for each transactional or control batch, in order, with its header and its bytes.
Judge = Callable[[Entry, Buffer], int]

#: Share of the table's slots that are filled at most (``log.cleaner.io.buffer.load.factor``).
DEFAULT_LOAD_FACTOR = 0.9
_NO_HORIZON = -1


class PlainKeyOffsets:
    """The newest offset of each key, in bounded memory: here a dictionary of hashes.

    :param memory_bytes: what it may take.
    :param load_factor: how much of it is filled at most.
    :param seed: 16 bytes, for tests.
    :raises ValueError: not even one key fits.
    """

    #: Memory that one entry takes, all told: dictionary slot, hash and number.
    ENTRY_BYTES = 200

    def __init__(self, memory_bytes: int, load_factor: float = DEFAULT_LOAD_FACTOR, seed: bytes | None = None) -> None:
        #: How many keys it takes.
        self.limit = int(memory_bytes // self.ENTRY_BYTES * load_factor)
        if self.limit < 1:
            raise ValueError(f"{memory_bytes} bytes are too few for a map of keys")
        #: Everything up to here was noted; -1 at first.
        self.latest_offset = -1
        self._seed = os.urandom(16) if seed is None else seed
        self._offsets: dict[bytes, int] = {}

    def _hash(self, key: Buffer) -> bytes:
        return hashlib.blake2b(key, digest_size=16, key=self._seed).digest()

    def __len__(self) -> int:
        return len(self._offsets)

    def put(self, key: Buffer, offset: int) -> None:
        """Note that `key` stands at `offset`.

        :raises ValueError: the table is full.
        """
        hashed = self._hash(key)
        if hashed not in self._offsets and len(self._offsets) >= self.limit:
            raise ValueError(f"the map of keys is full with {self.limit}")
        self._offsets[hashed] = offset
        self.latest_offset = offset

    def get(self, key: Buffer) -> int:
        """The offset noted for `key`; -1 without."""
        return self._offsets.get(self._hash(key), -1)

    def advance(self, offset: int) -> None:
        """Everything up to `offset` was noted: what is missing before it was removed earlier."""
        self.latest_offset = max(self.latest_offset, offset)

    def add_batches(self, buffer: Buffer, start_offset: int, judge: Judge, max_uncompressed_bytes: int) -> tuple[int, bool]:
        """Note all records from `start_offset` on of the whole batches in `buffer`; (bytes that were looked through, whether the table is
        full). When it is, what was noted last is `latest_offset`, maybe within a batch. Records of control batches, and of batches that
        `judge` calls `GONE`, are not noted.

        :raises RecordsError: a batch is broken.
        """
        done = 0
        view = memoryview(buffer)
        for entry in scan(buffer):
            check_crc(buffer, entry.position)
            batch = view[entry.position : entry.position + entry.size]
            judged = judge(entry, batch) if entry.magic == 2 and entry.attributes & (TRANSACTIONAL | CONTROL) else 0
            if not judged & GONE and not (entry.magic == 2 and entry.attributes & CONTROL):
                for record in _records(entry, batch, max_uncompressed_bytes):
                    if record.key is not None and record.offset >= start_offset:
                        if len(self._offsets) >= self.limit:
                            return done, True
                        self.put(record.key, record.offset)
            if entry.last_offset >= start_offset:
                self.latest_offset = entry.last_offset
            done = entry.position + entry.size
        return done, False


def _records(entry: Entry, batch: Buffer, max_uncompressed_bytes: int) -> Sequence[Record]:
    if entry.magic == 2:
        return list(batch_records(batch, 0, max_uncompressed_bytes))
    return list(entry_records(batch, 0, entry.size, entry.magic, max_uncompressed_bytes))


class PlainBatchFilter:
    """Copies the batches of one or more segments into one new segment without what is outdated.

    :param kept_offsets: last offsets of batches that a producer's sequence hangs on, ascending.
    :param upper_bound: where the compacted part of the log ends: the batch before it stays, empty if need be. -1 for none.
    :param index_interval_bytes: bytes between two index entries.
    """

    def __init__(
        self,
        offsets: PlainKeyOffsets,
        judge: Judge,
        *,
        now_ms: int,
        delete_retention_ms: int,
        kept_offsets: Sequence[int],
        upper_bound: int,
        index_interval_bytes: int,
        max_uncompressed_bytes: int,
    ) -> None:
        self._offsets = offsets
        self._judge = judge
        self._now_ms = now_ms
        self._horizon_ms = horizon_ms(now_ms, delete_retention_ms)
        self._kept_offsets = kept_offsets
        self._upper_bound = upper_bound
        self._interval = index_interval_bytes
        self._limit_bytes = max_uncompressed_bytes
        self._since_mark = 0
        self._marks: list[tuple[int, int, int, int]] = []
        #: Of the new segment so far.
        self.size = 0
        self.first_timestamp = -1
        self.max_timestamp = -1
        self.max_timestamp_offset = -1
        #: Last offset of the last batch written; -1 without.
        self.last_offset = -1
        self.records_read = 0
        self.records_kept = 0

    def take_marks(self) -> list[tuple[int, int, int, int]]:
        """Entries for both indexes, of what was written since the last call: (last offset, position, maximal timestamp, its offset). The
        batch that ends with the last offset begins at the position; up to it the largest timestamp was the maximal one, in the batch that
        ends with its offset."""
        marks, self._marks = self._marks, []
        return marks

    def feed(self, buffer: Buffer, *, keep_old_tombstones: bool, last: bool) -> tuple[int, bytes]:
        """(Bytes of `buffer` that were whole batches, what to write for them).

        :param keep_old_tombstones: whether tombstones in batches of magic 0 and 1 stay.
        :param last: keep the last batch in `buffer` even if it is empty, so that the new segment covers what the old ones covered.
        :raises RecordsError: a batch is broken.
        """
        view = memoryview(buffer)
        parts: list[Buffer] = []
        done = 0
        for entry in scan(buffer):
            check_crc(buffer, entry.position)
            done = entry.position + entry.size
            batch = view[entry.position : done]
            keep_empty = last and done == len(view)
            out = (
                self._filter(entry, batch, keep_empty) if entry.magic == 2 else self._convert(entry, batch, keep_old_tombstones, keep_empty)
            )
            if out is not None:
                parts.append(out)
        return done, b"".join(parts)

    def _filter(self, entry: Entry, batch: Buffer, keep_empty: bool) -> Buffer | None:
        attributes = entry.attributes
        control = bool(attributes & CONTROL)
        judged = self._judge(entry, batch) if attributes & (TRANSACTIONAL | CONTROL) else 0
        keep_empty = keep_empty or bool(judged & KEEP_EMPTY) or entry.last_offset + 1 == self._upper_bound or self._is_kept(entry)
        header = read_header(batch)
        horizon = header.base_timestamp if attributes & HAS_DELETE_HORIZON else None
        gone = bool(judged & GONE)
        discard = gone and (not control or (horizon is not None and horizon <= self._now_ms))
        records: Sequence[Record] = []
        kept: list[Record] = []
        if not discard:
            records = _records(entry, batch, self._limit_bytes)
            tombstones = horizon is None or self._now_ms < horizon
            kept = [record for record in records if control or self._stays(record, tombstones)]
        self.records_read += max(entry.record_count, 0)
        self.records_kept += len(kept)
        if kept:
            sets_horizon = horizon is None and ((control and gone) or any(record.value is None for record in kept))
            if len(kept) == len(records) and not sets_horizon:
                self._note(entry.size, entry.last_offset, entry.max_timestamp)
                return batch
            return self._rebuilt(header, kept, self._horizon_ms if sets_horizon else _NO_HORIZON if horizon is None else horizon)
        return self._empty(header) if keep_empty else None

    def _is_kept(self, entry: Entry) -> bool:
        if entry.producer_id < 0:
            return False
        place = bisect_left(self._kept_offsets, entry.last_offset)
        return place < len(self._kept_offsets) and self._kept_offsets[place] == entry.last_offset

    def _stays(self, record: Record, tombstones: bool) -> bool:
        if record.offset > self._offsets.latest_offset:
            return True
        if record.key is None or record.offset < self._offsets.get(record.key):
            return False
        return record.value is not None or tombstones

    def _rebuilt(self, header: BatchHeader, kept: Sequence[Record], horizon_ms: int) -> bytes:
        data, max_timestamp = rebuilt(header, kept, horizon_ms)
        last_offset = header.base_offset + header.last_offset_delta
        self._note(len(data), last_offset, max_timestamp)
        return data

    def _empty(self, header: BatchHeader) -> bytes:
        data = empty(header)
        self._note(len(data), header.base_offset + header.last_offset_delta, header.max_timestamp)
        return data

    def _convert(self, entry: Entry, message: Buffer, keep_tombstones: bool, keep_empty: bool) -> bytes | None:
        records = _records(entry, message, self._limit_bytes)
        kept = [record for record in records if self._stays(record, keep_tombstones)]
        self.records_read += len(records)
        self.records_kept += len(kept)
        converted = convert_old(entry, message, kept, self._horizon_ms, keep_empty or entry.last_offset + 1 == self._upper_bound)
        if converted is None:
            return None
        data, last_offset, max_timestamp = converted
        self._note(len(data), last_offset, max_timestamp)
        return data

    def _note(self, size: int, last_offset: int, max_timestamp: int) -> None:
        """As `klog.storage.segments.segment.Segment.note_batch`."""
        if self.size == 0:
            self.first_timestamp = max_timestamp
        if max_timestamp > self.max_timestamp:
            self.max_timestamp = max_timestamp
            self.max_timestamp_offset = last_offset
        if self._since_mark > self._interval:
            self._marks.append((last_offset, self.size, self.max_timestamp, self.max_timestamp_offset))
            self._since_mark = 0
        self._since_mark += size
        self.size += size
        self.last_offset = last_offset


def horizon_ms(now_ms: int, delete_retention_ms: int) -> int:
    """When tombstones that are compacted now may go, within 63 bits."""
    return min(now_ms + delete_retention_ms, (1 << 63) - 1)


def rebuilt(header: BatchHeader, kept: Sequence[Record], horizon_ms: int) -> tuple[bytes, int]:
    """The batch of `header` with the records `kept` only; and its largest timestamp (``MemoryRecords.buildRetainedRecordsInto``).

    :param horizon_ms: the delete horizon, which becomes the base timestamp; -1 without.
    """
    append_time = header.attributes & LOG_APPEND_TIME
    base_timestamp = horizon_ms if horizon_ms >= 0 else kept[0].timestamp_ms
    max_timestamp = header.max_timestamp if append_time else max(-1, *(record.timestamp_ms for record in kept))
    attributes = header.attributes & ~HAS_DELETE_HORIZON | (HAS_DELETE_HORIZON if horizon_ms >= 0 else 0)
    data = assemble(
        _body(kept, base_timestamp, header.base_offset),
        header.base_offset,
        header.attributes & CODEC_MASK,
        None,
        attributes,
        header.partition_leader_epoch,
        header.last_offset_delta,
        base_timestamp,
        max_timestamp,
        header.producer_id,
        header.producer_epoch,
        header.base_sequence,
        len(kept),
    )
    return data, max_timestamp


def empty(header: BatchHeader) -> bytes:
    """The batch of `header` without records (``DefaultRecordBatch.writeEmptyHeader``)."""
    return assemble(
        b"",
        header.base_offset,
        Codec.NONE,
        None,
        header.attributes & (LOG_APPEND_TIME | TRANSACTIONAL | CONTROL),
        header.partition_leader_epoch,
        header.last_offset_delta,
        -1,
        header.max_timestamp,
        header.producer_id,
        header.producer_epoch,
        header.base_sequence,
        0,
    )


def convert_old(
    entry: Entry, message: Buffer, kept: Sequence[Record], new_horizon_ms: int, keep_empty: bool
) -> tuple[bytes, int, int] | None:
    """What is `kept` of an entry of magic 0 or 1 as a batch of magic 2, its last offset and largest timestamp; None for nothing.

    :param keep_empty: the batch shall end where the entry ends, even if nothing is left in it.
    """
    if not kept:
        if not keep_empty:
            return None
        data = assemble(b"", entry.last_offset, Codec.NONE, None, 0, -1, 0, -1, entry.max_timestamp, -1, -1, -1, 0)
        return data, entry.last_offset, entry.max_timestamp
    has_tombstone = any(record.value is None for record in kept)
    append_time = entry.attributes & LOG_APPEND_TIME if entry.magic else 0
    base_offset, last_offset = kept[0].offset, entry.last_offset if keep_empty else kept[-1].offset
    if not 0 <= last_offset - base_offset < 1 << 31:
        raise InvalidRecords(f"a message at offset {entry.last_offset} cannot hold records from {base_offset} on")
    base_timestamp = new_horizon_ms if has_tombstone else kept[0].timestamp_ms
    newest = max(-1, *(record.timestamp_ms for record in kept))
    max_timestamp = read_message(message, 0, entry.size, entry.magic).timestamp_ms if append_time else newest
    data = assemble(
        _body(kept, base_timestamp, base_offset),
        base_offset,
        entry.attributes & CODEC_MASK,
        None,
        append_time | (HAS_DELETE_HORIZON if has_tombstone else 0),
        -1,
        last_offset - base_offset,
        base_timestamp,
        max_timestamp,
        -1,
        -1,
        -1,
        len(kept),
    )
    return data, last_offset, max_timestamp


def _body(records: Sequence[Record], base_timestamp: int, base_offset: int) -> bytes:
    body = bytearray()
    previous = -1
    for record in records:
        delta = record.offset - base_offset
        if not previous < delta < 1 << 31:
            raise InvalidRecords(f"a record at offset {record.offset} cannot follow one at {base_offset + previous}")
        previous = delta
        body += record_bytes(record.timestamp_ms - base_timestamp, delta, record.key, record.value, record.headers)
    return bytes(body)
