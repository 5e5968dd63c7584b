"""``.timeindex``: from timestamp to offset, sparse.

Entries of 12 bytes, big-endian: timestamp in milliseconds (int64), offset minus the segment's base (int32). An entry says: no record up
to this offset has a larger timestamp, and the batch that ends with this offset has one with exactly it (`kafka: TimeIndex.java`).
Timestamps rise strictly, offsets do not fall. One slot is kept free for the entry that is written at roll and close.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from operator import ge, gt
from struct import Struct
from typing import NamedTuple

from klog.model import NO_TIMESTAMP_MS
from klog.storage.filesystem import ReadableFile
from klog.storage.segments.offset_index import MAX_RELATIVE_OFFSET, CorruptIndex, SparseIndex

ENTRY_BYTES = 12
_ENTRY = Struct(">qi")


class TimestampOffset(NamedTuple):
    """A timestamp (ms) and the last offset of the batch that carried it."""

    timestamp_ms: int
    offset: int


class TimeIndex(SparseIndex):
    """The time index of one segment.

    :param base_offset: the segment's base offset.
    :param max_bytes: ``segment.index.bytes``.
    """

    def __init__(self, base_offset: int, max_bytes: int = 10 << 20) -> None:
        super().__init__(base_offset, max(2, max_bytes // ENTRY_BYTES), ENTRY_BYTES)
        self._timestamps = array("q")

    @classmethod
    def load(cls, file: ReadableFile, base_offset: int, max_bytes: int = 10 << 20, end_offset: int | None = None) -> TimeIndex:
        """Read a whole file, and `parse` it. Raises OSError too."""
        return cls.parse(file.path, file.read_at(0, file.size()), base_offset, max_bytes, end_offset)

    @classmethod
    def parse(cls, path: str, data: bytes, base_offset: int, max_bytes: int = 10 << 20, end_offset: int | None = None) -> TimeIndex:
        """Check the content of the file at `path`.

        :param end_offset: the end of the segment (exclusive), where offsets are to be held against it.
        :raises CorruptIndex: the length is no multiple of 12, numbers fall, or they point out of the segment.
        """
        index = cls(base_offset, max_bytes)
        index._exact = True
        if not data:
            return index
        if len(data) % ENTRY_BYTES:
            raise CorruptIndex(f"{path}: {len(data)} bytes are not a multiple of {ENTRY_BYTES}")
        pairs = list(_ENTRY.iter_unpack(data))
        timestamps = array("q", [pair[0] for pair in pairs])
        offsets = array("i", [pair[1] for pair in pairs])
        if offsets[0] < 0 or timestamps[0] < 0:
            raise CorruptIndex(f"{path}: the first entry ({timestamps[0]}, {offsets[0]}) is negative")
        if any(map(ge, timestamps, timestamps[1:])):
            raise CorruptIndex(f"{path}: the timestamps do not rise from entry to entry")
        if any(map(gt, offsets, offsets[1:])):
            raise CorruptIndex(f"{path}: the offsets fall")
        if end_offset is not None and base_offset + offsets[-1] >= end_offset:
            raise CorruptIndex(f"{path}: offset {base_offset + offsets[-1]} is beyond the segment, which ends at {end_offset}")
        index._timestamps, index._offsets = timestamps, offsets
        index._written = len(pairs)
        return index

    @property
    def entries(self) -> list[TimestampOffset]:
        """All entries, absolute."""
        base = self.base_offset
        return [TimestampOffset(timestamp, base + offset) for timestamp, offset in zip(self._timestamps, self._offsets, strict=True)]

    @property
    def last(self) -> TimestampOffset:
        """The last entry; (-1, base offset) without any."""
        if not self._offsets:
            return TimestampOffset(NO_TIMESTAMP_MS, self.base_offset)
        return TimestampOffset(self._timestamps[-1], self.base_offset + self._offsets[-1])

    @property
    def last_timestamp_ms(self) -> int:
        """That of the last entry; -1 without any."""
        return self._timestamps[-1] if self._offsets else NO_TIMESTAMP_MS

    @property
    def room(self) -> int:
        """Entries that may still be appended before the segment must roll."""
        return self.max_entries - 1 - len(self._offsets)

    @property
    def full(self) -> bool:
        """Whether the segment must roll before another entry; one slot stays free for the roll's own."""
        return len(self._offsets) >= self.max_entries - 1

    def append(self, timestamp_ms: int, offset: int, *, closing: bool = False) -> bool:
        """Note that `timestamp_ms` is the largest so far, in the batch that ends with `offset`. Nothing is added, and False answered,
        where the last entry has that timestamp already, or there is none to note (-1).

        :param closing: at roll and close, when the last slot may be used.
        :raises ValueError: the index is full, or the numbers fall: a mistake in the caller.
        """
        timestamps, offsets = self._timestamps, self._offsets
        relative = offset - self.base_offset
        last_ms = NO_TIMESTAMP_MS
        if offsets:
            last_ms = timestamps[-1]
            if relative < offsets[-1] or timestamp_ms < last_ms:
                raise ValueError(f"({timestamp_ms}, {offset}) is not behind {tuple(self.last)}")
        if timestamp_ms <= last_ms:
            return False
        if len(offsets) >= self.max_entries - (0 if closing else 1):
            raise ValueError(f"the time index at {self.base_offset} is full with {len(self)} entries")
        if not 0 <= relative <= MAX_RELATIVE_OFFSET:
            raise ValueError(f"offset {offset} does not fit into the time index at {self.base_offset}")
        # In this order: a thread may look something up meanwhile, by timestamp, and then take the offset beside it.
        offsets.append(relative)
        timestamps.append(timestamp_ms)
        return True

    def lookup(self, target_ms: int) -> TimestampOffset:
        """The last entry with a timestamp of at most `target_ms`; (-1, base offset) where there is none."""
        slot = bisect_right(self._timestamps, target_ms) - 1
        if slot < 0:
            return TimestampOffset(NO_TIMESTAMP_MS, self.base_offset)
        return TimestampOffset(self._timestamps[slot], self.base_offset + self._offsets[slot])

    def _drop_numbers(self, count: int) -> None:
        del self._timestamps[count:]

    def _packed(self, start: int) -> bytes:
        return b"".join(map(_ENTRY.pack, self._timestamps[start:], self._offsets[start:]))


def lookup_in_file(file: ReadableFile, base_offset: int, target_ms: int) -> TimestampOffset:
    """`TimeIndex.lookup` by binary search in the file itself; for segments that nobody writes to. Raises OSError."""
    low, high = 0, file.size() // ENTRY_BYTES
    found = TimestampOffset(NO_TIMESTAMP_MS, base_offset)
    while low < high:
        middle = (low + high) // 2
        timestamp, offset = _ENTRY.unpack(file.read_at(middle * ENTRY_BYTES, ENTRY_BYTES))
        if timestamp <= target_ms:
            found = TimestampOffset(timestamp, base_offset + offset)
            low = middle + 1
        else:
            high = middle
    return found


def last_in_file(file: ReadableFile, base_offset: int) -> TimestampOffset:
    """The last entry of a file without loading the rest; (-1, base offset) where there is none. Raises OSError."""
    count = file.size() // ENTRY_BYTES
    if count == 0:
        return TimestampOffset(NO_TIMESTAMP_MS, base_offset)
    timestamp, offset = _ENTRY.unpack(file.read_at((count - 1) * ENTRY_BYTES, ENTRY_BYTES))
    return TimestampOffset(timestamp, base_offset + offset)
