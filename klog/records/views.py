"""Fetched batches as a consumer reads them: walked once, handed out in sets, made into objects only where somebody looks.

A `PlainBatchCursor` stands in one partition's bytes of one fetch answer. Each `take` walks on over whole or partial batches and gives a
`PlainMessageSet`: so many records in a row, of which `values`, `keys` or `offsets` become lists in one call, and which gives a
`PlainMessage` for each record where one is wanted. What does not concern a consumer is stepped over: records below the offset asked for (a
fetch answers with whole batches), control batches, batches without records (left by compaction), and the batches that an isolation filter
names in `skip`. Gaps between offsets are no error. Bytes of every magic are read; magic 0 and 1 are made into magic 2 first.

``klog.records._views`` is the same in Cython; both are tested against each other, faults included. A fault never takes away what stood
before it: the records up to it are handed out, and the next `take` raises.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Collection, Iterator
from typing import Any, overload

from klog.records import batch as plain
from klog.records.builder import build_batch
from klog.records.contract import (
    CONTROL,
    Buffer,
    CorruptRecords,
    Header,
    InvalidRecords,
    Record,
    RecordsError,
    TimestampType,
    timestamp_type_of,
)
from klog.records.faults import Fault, invalid
from klog.records.legacy import entry_records

#: What a record counts besides its key and its value, where a set is bounded by bytes.
ROW_BYTES = 40
#: The largest offset that a record may have; the one behind it must still be a number.
LARGEST_OFFSET = (1 << 63) - 2


def bad_offsets(base_offset: int, last_offset_delta: int) -> InvalidRecords:
    """A batch whose offsets leave the numbers."""
    return InvalidRecords(f"a batch cannot have base offset {base_offset} and last offset delta {last_offset_delta}")


def bad_delta(index: int, delta: int, last_offset_delta: int) -> InvalidRecords:
    """A record whose offset lies outside its batch."""
    return InvalidRecords(f"record {index} has offset delta {delta}, outside of its batch of 0 to {last_offset_delta}", index)


def incomplete(size: int) -> CorruptRecords:
    """Bytes of which not even the first batch is whole."""
    return CorruptRecords(f"the answer's {size} bytes hold no whole batch")


def converted(buffer: Buffer, position: int, size: int, magic: int, limit_bytes: int) -> bytes:
    """The checked entry of magic 0 or 1 at `position` as one batch of magic 2 with the same offsets."""
    plain.check_crc(buffer, position)
    records = list(entry_records(buffer, position, size, magic, limit_bytes))
    base = records[0].offset
    deltas = [record.offset - base for record in records]
    if base < 0 or deltas[-1] > 0x7FFFFFFF or any(b <= a for a, b in itertools.pairwise(deltas)):
        raise InvalidRecords(f"the offsets of the message set at {position} do not rise")
    if base + deltas[-1] > LARGEST_OFFSET:
        raise bad_offsets(base, deltas[-1])
    rows = [(record.timestamp_ms, record.key, record.value, ()) for record in records]
    return build_batch(rows, base_offset=base, offset_deltas=deltas)


def fetched_end(data: Buffer) -> int:
    """The offset behind the last whole batch of `data`; -1 where there is none. Ends at bytes that are no batch."""
    position, end = 0, -1
    try:
        while found := plain.step(data, position):
            size, magic = found
            delta = int.from_bytes(data[position + 23 : position + 27], "big", signed=True) if magic == 2 else 0
            base = int.from_bytes(data[position : position + 8], "big", signed=True)
            if base < 0 or delta < 0 or base + delta > LARGEST_OFFSET:
                break
            end = max(end, base + delta + 1)
            position += size
    except CorruptRecords:
        pass
    return end


def kind_at(kinds: list[tuple[int, TimestampType]], offset: int) -> TimestampType:
    """Whose timestamp the record at `offset` has, by the offsets from which on it is another's."""
    if len(kinds) == 1:
        return kinds[0][1]
    return kinds[bisect.bisect_right(kinds, offset, key=lambda entry: entry[0]) - 1][1]


class PlainMessage:
    """One record, read when it is looked at.

    It keeps the bytes of its whole set alive: take `value` where only a few of many are kept.
    """

    __slots__ = ("_kinds", "_record", "partition", "topic")

    def __init__(self, topic: str, partition: int, record: Record, kinds: list[tuple[int, TimestampType]]) -> None:
        self.topic = topic
        self.partition = partition
        self._record = record
        self._kinds = kinds

    @property
    def offset(self) -> int:
        """Its number within the partition."""
        return self._record.offset

    @property
    def timestamp_ms(self) -> int:
        """Milliseconds since 1970, as the producer or (LogAppendTime) the broker says; -1 for none."""
        return self._record.timestamp_ms

    @property
    def timestamp_type(self) -> TimestampType:
        """Whose time `timestamp_ms` is: the producer's, the broker's, or nobody's (records of before 0.10)."""
        return kind_at(self._kinds, self._record.offset)

    @property
    def key(self) -> bytes | None:
        """None: without a key."""
        return self._record.key

    @property
    def value(self) -> bytes | None:
        """None: a tombstone."""
        return self._record.value

    @property
    def headers(self) -> tuple[Header, ...]:
        """In the producer's order, repeated keys included."""
        return self._record.headers

    def __repr__(self) -> str:
        return describe(self)

    def __eq__(self, other: object) -> bool:
        return facts(self) == facts(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.topic, self.partition, self.offset))


def facts(message: Any) -> tuple[object, ...]:
    """What makes messages equal: their place and what they carry."""
    return (message.topic, message.partition, message.offset, message.timestamp_ms, message.key, message.value, message.headers)


def describe(message: Any) -> str:
    """The `repr` of a message: its place and at most forty bytes of it."""
    key, value = (None if part is None else part if len(part) <= 40 else part[:40] + b"..." for part in (message.key, message.value))
    return f"Message({message.topic}-{message.partition} @ {message.offset}, key={key!r}, value={value!r})"


class PlainMessageSet:
    """Records of one partition, in order, out of one fetch.

    ``len(s)``, ``s[i]``, ``s[a:b]`` (a part of it, no copy), iteration over messages, and whole columns::

        for message_set in await consumer.poll():
            store(message_set.topic, message_set.values())
    """

    __slots__ = ("_kinds", "_records", "leader_epoch", "next_offset", "partition", "tag", "topic")

    def __init__(
        self,
        topic: str,
        partition: int,
        records: list[Record],
        next_offset: int,
        leader_epoch: int,
        kinds: list[tuple[int, TimestampType]],
        tag: Any = None,
    ) -> None:
        self.topic = topic
        self.partition = partition
        #: Where reading goes on behind this set: behind its last record, or behind the batches that were stepped over after it.
        self.next_offset = next_offset
        #: Of the batch of the last record; -1 where unknown.
        self.leader_epoch = leader_epoch
        #: For whoever handed out the set.
        self.tag = tag
        self._records = records
        #: The offsets from which on timestamps are of another type: one entry, but where batches of several kinds meet.
        self._kinds = kinds

    @property
    def first_offset(self) -> int:
        """Of the first record; `next_offset` where there is none."""
        return self._records[0].offset if self._records else self.next_offset

    def values(self) -> list[bytes | None]:
        """All values."""
        return [record.value for record in self._records]

    def keys(self) -> list[bytes | None]:
        """All keys."""
        return [record.key for record in self._records]

    def offsets(self) -> list[int]:
        """All offsets."""
        return [record.offset for record in self._records]

    def timestamps(self) -> list[int]:
        """All timestamps in ms."""
        return [record.timestamp_ms for record in self._records]

    def records(self) -> list[Record]:
        """Everything, as plain tuples that keep nothing else alive."""
        return list(self._records)

    def join(self, end: bytes = b"") -> bytes:
        """All values as one, each followed by `end`; a null value is an empty one."""
        return b"".join((record.value or b"") + end for record in self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[PlainMessage]:
        for record in self._records:
            yield PlainMessage(self.topic, self.partition, record, self._kinds)

    @overload
    def __getitem__(self, index: int) -> PlainMessage: ...

    @overload
    def __getitem__(self, index: slice) -> PlainMessageSet: ...

    def __getitem__(self, index: int | slice) -> PlainMessage | PlainMessageSet:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self._records))
            if step != 1:
                raise ValueError("a part of a message set has step 1")
            stop = max(start, stop)
            after = self.next_offset if stop >= len(self._records) else self._records[stop].offset
            return PlainMessageSet(self.topic, self.partition, self._records[start:stop], after, self.leader_epoch, self._kinds, self.tag)
        return PlainMessage(self.topic, self.partition, self._records[index], self._kinds)

    def __repr__(self) -> str:
        return f"<MessageSet {self.topic}-{self.partition}: {len(self)} records from {self.first_offset} to {self.next_offset}>"


class PlainBatchCursor:
    """A place in one partition's fetched bytes.

    :param data: batches back to back; an incomplete one at the end is left out, as brokers cut there. Kept until all is taken.
    :param first_offset: records below it are not handed out.
    :param skip: positions in `data` of batches that are not handed out (aborted transactions).
    :param max_uncompressed_bytes: the most that one batch may hold.
    """

    def __init__(
        self,
        data: Buffer,
        first_offset: int,
        *,
        topic: str = "",
        partition: int = -1,
        skip: Collection[int] = (),
        max_uncompressed_bytes: int = 100 << 20,
    ) -> None:
        self.topic = topic
        self.partition = partition
        #: Where it goes on: the offset behind all that was handed out or stepped over.
        self.next_offset = first_offset
        #: Of the last batch that was opened; -1 where unknown.
        self.leader_epoch = -1
        self._data = data
        self._position = 0
        self._skip = frozenset(skip)
        self._limit = max_uncompressed_bytes
        self._open: Iterator[Record] | None = None
        self._after = first_offset
        #: Of the batch that is open.
        self._kind = TimestampType.NONE
        self._error: RecordsError | None = None
        try:
            if len(data) and plain.step(data, 0) is None:
                self._error = incomplete(len(data))
        except RecordsError as error:
            self._error = error.again()

    @property
    def size_bytes(self) -> int:
        """Of the data, taken or not."""
        return len(self._data)

    @property
    def finished(self) -> bool:
        """Whether nothing is left: no record, no batch, no fault."""
        if self._open is not None or self._error is not None:
            return False
        try:
            return plain.step(self._data, self._position) is None
        except RecordsError:
            return False

    def take(self, max_records: int, max_bytes: int = 1 << 62) -> PlainMessageSet:
        """The next records: at most `max_records`, and no more once `max_bytes` of keys, values and `ROW_BYTES` each are reached. Empty
        where nothing is left.

        :raises RecordsError: a wrong checksum or bad bytes at `next_offset`; again on each call.
        """
        records: list[Record] = []
        kinds: list[tuple[int, TimestampType]] = []
        if self._error is None:
            try:
                self._take(records, kinds, max_records, max_bytes)
            except RecordsError as error:
                self._open = None
                self._error = error.again()
        if self._error is not None and not records:
            raise self._error.again()
        return PlainMessageSet(self.topic, self.partition, records, self.next_offset, self.leader_epoch, kinds)

    def _take(self, records: list[Record], kinds: list[tuple[int, TimestampType]], max_records: int, max_bytes: int) -> None:
        total = 0
        while len(records) < max_records and total < max_bytes:
            if self._open is None:
                if not self._next_batch():
                    return
                continue
            record = next(self._open, None)
            if record is None:
                self._open = None
                self.next_offset = max(self.next_offset, self._after)
                continue
            if record.offset < self.next_offset:
                continue
            if not kinds or kinds[-1][1] is not self._kind:
                kinds.append((record.offset, self._kind))
            records.append(record)
            self.next_offset = record.offset + 1
            total += ROW_BYTES + len(record.key or b"") + len(record.value or b"")

    def _next_batch(self) -> bool:
        """Open or step over one batch; whether there was one."""
        found = plain.step(self._data, self._position)
        if found is None:
            return False
        size, magic = found
        position = self._position
        self._kind = timestamp_type_of(magic, self._data[position + (22 if magic == 2 else 17)])
        skipped = position in self._skip
        if magic == 2:
            header = plain.read_header(self._data, position)
            last = header.base_offset + header.last_offset_delta
            if header.base_offset < 0 or header.last_offset_delta < 0 or last > LARGEST_OFFSET:
                raise bad_offsets(header.base_offset, header.last_offset_delta)
            if last >= self.next_offset and not skipped:
                plain.check_crc(self._data, position)
                if header.record_count < 0:
                    raise invalid(Fault.COUNT, -1, header.record_count, 0)
                self.leader_epoch = header.partition_leader_epoch
                if header.record_count and not header.attributes & CONTROL:
                    self._open = self._checked(self._data, position, last - header.base_offset)
        elif skipped:
            last = self.next_offset - 1
        else:
            batch = converted(self._data, position, size, magic, self._limit)
            header = plain.read_header(batch)
            last = header.base_offset + header.last_offset_delta
            self._open = self._checked(batch, 0, header.last_offset_delta)
        self._position = position + size
        self._after = last + 1
        if self._open is None:
            self.next_offset = max(self.next_offset, self._after)
        return True

    def _checked(self, data: Buffer, position: int, last_delta: int) -> Iterator[Record]:
        base = plain.read_header(data, position).base_offset
        for index, record in enumerate(plain.batch_records(data, position, self._limit)):
            if not 0 <= record.offset - base <= last_delta:
                raise bad_delta(index, record.offset - base, last_delta)
            yield record
