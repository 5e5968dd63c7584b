"""``.index``: from offset to position, sparse.

Entries of 8 bytes, big-endian: offset minus the segment's base (int32), position in the ``.log`` file (int32). The offset is the *last*
offset of the batch whose first byte is at the position (`kafka: OffsetIndex.java`). Offsets and positions both rise strictly.

The entries live in memory, `flush` writes those that are new; nothing is preallocated, so that a file is exactly as long as its entries
at any time and Kafka, which counts entries by length, can open it. `lookup_in_file` searches a closed segment's file without
loading it.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import ge
from typing import NamedTuple

from klog.storage.filesystem import File, ReadableFile

ENTRY_BYTES = 8
#: How far an offset may lie behind its segment's first one: entries have four bytes for it.
MAX_RELATIVE_OFFSET = 2**31 - 1


class CorruptIndex(Exception):
    """An index file is not what it should be; it is rebuilt from the log. The sentence names the file."""


class OffsetPosition(NamedTuple):
    """An offset and where its batch begins, in bytes from the start of the segment."""

    offset: int
    position: int


def swap_to_big_endian(numbers: array[int]) -> array[int]:
    """Turn native numbers into big-endian ones or back, in place."""
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


class SparseIndex:
    """What both indexes of a segment are: entries in memory, each with a relative offset and a number of its kind, the new ones of which
    `flush` writes.

    :param base_offset: the segment's base offset.
    :param max_entries: as many as the file may hold.
    :param entry_bytes: of one entry in the file.
    """

    def __init__(self, base_offset: int, max_entries: int, entry_bytes: int) -> None:
        self.base_offset = base_offset
        self.max_entries = max_entries
        self._entry_bytes = entry_bytes
        self._offsets = array("i")
        self._written = 0
        #: Whether the file is exactly `_written` entries long.
        self._exact = False

    def __len__(self) -> int:
        return len(self._offsets)

    @property
    def size_bytes(self) -> int:
        """Length of the file once flushed."""
        return len(self._offsets) * self._entry_bytes

    @property
    def dirty(self) -> bool:
        """Whether `flush` has something to do."""
        return not self._exact or self._written != len(self._offsets)

    def is_empty_file(self) -> None:
        """An empty index: its file is there and has nothing in it."""
        self._exact = not self._written and not len(self)

    def truncate_to(self, offset: int) -> None:
        """Remove all entries with `offset` or more."""
        self._keep(bisect_left(self._offsets, offset - self.base_offset))

    def clear(self) -> None:
        """Remove all entries; the next `flush` writes the file anew."""
        self._keep(0)
        self._exact = False

    def _keep(self, count: int) -> None:
        del self._offsets[count:]
        self._drop_numbers(count)
        if count < self._written:
            self._written = count
            self._exact = False

    def _drop_numbers(self, count: int) -> None:
        """Keep `count` of the numbers beside the offsets."""
        raise NotImplementedError

    def _packed(self, start: int) -> bytes:
        """The entries from number `start` on, as they stand in the file."""
        raise NotImplementedError

    def flush(self, file: File) -> int:
        """Write entries that are not in `file` yet, and cut what is no entry any more; no sync. Returns bytes written. Raises OSError,
        after which the next call does it all again."""
        count = len(self._offsets)
        start = self._written
        if not self._exact:
            file.truncate(start * self._entry_bytes)
            self._exact = True
        if count == start:
            return 0
        data = self._packed(start)
        self._exact = False
        written = file.write_at(start * self._entry_bytes, (data,))
        self._written = count
        self._exact = True
        return written


class OffsetIndex(SparseIndex):
    """The offset index of one segment.

    :param base_offset: the segment's base offset.
    :param max_bytes: ``segment.index.bytes``; the index is full where another entry would pass it.
    """

    def __init__(self, base_offset: int, max_bytes: int = 10 << 20) -> None:
        super().__init__(base_offset, max(1, max_bytes // ENTRY_BYTES), ENTRY_BYTES)
        self._positions = array("i")

    @classmethod
    def load(cls, file: ReadableFile, base_offset: int, max_bytes: int = 10 << 20, log_bytes: int | None = None) -> OffsetIndex:
        """Read a whole file, and `parse` it. Raises OSError too."""
        return cls.parse(file.path, file.read_at(0, file.size()), base_offset, max_bytes, log_bytes)

    @classmethod
    def parse(cls, path: str, data: bytes, base_offset: int, max_bytes: int = 10 << 20, log_bytes: int | None = None) -> OffsetIndex:
        """Check the content of the file at `path`.

        :param log_bytes: the length of the ``.log`` file, where positions are to be held against it.
        :raises CorruptIndex: the length is no multiple of 8, numbers do not rise, or they point out of the segment.
        """
        index = cls(base_offset, max_bytes)
        index._exact = True
        if not data:
            return index
        if len(data) % ENTRY_BYTES:
            raise CorruptIndex(f"{path}: {len(data)} bytes are not a multiple of {ENTRY_BYTES}")
        raw = swap_to_big_endian(array("i", data))
        offsets, positions = raw[0::2], raw[1::2]
        if offsets[0] < 0 or positions[0] < 0:
            raise CorruptIndex(f"{path}: the first entry ({offsets[0]}, {positions[0]}) is negative")
        for what, numbers in (("offset", offsets), ("position", positions)):
            if any(map(ge, numbers, numbers[1:])):
                raise CorruptIndex(f"{path}: the {what}s do not rise from entry to entry")
        if log_bytes is not None and positions[-1] >= log_bytes:
            raise CorruptIndex(f"{path}: position {positions[-1]} is beyond the {log_bytes} bytes of the segment")
        index._offsets, index._positions = offsets, positions
        index._written = len(offsets)
        return index

    @property
    def entries(self) -> list[OffsetPosition]:
        """All entries, absolute."""
        base = self.base_offset
        return [OffsetPosition(base + offset, position) for offset, position in zip(self._offsets, self._positions, strict=True)]

    @property
    def last_offset(self) -> int:
        """Offset of the last entry; the base offset without any."""
        return self.base_offset + self._offsets[-1] if self._offsets else self.base_offset

    @property
    def full(self) -> bool:
        """Whether the segment must roll before another entry."""
        return len(self._offsets) >= self.max_entries

    def append(self, offset: int, position: int) -> bool:
        """Note that the batch ending with `offset` begins at `position`.

        :returns: whether the index is full now.
        :raises ValueError: the index is full, or the numbers do not rise: a mistake in the caller.
        """
        offsets, positions = self._offsets, self._positions
        relative = offset - self.base_offset
        room = self.max_entries - len(offsets)
        if room <= 0:
            raise ValueError(f"the offset index at {self.base_offset} is full with {len(self)} entries")
        if relative > MAX_RELATIVE_OFFSET or relative < 0 or position > MAX_RELATIVE_OFFSET or position < 0:
            raise ValueError(f"offset {offset} at {position} does not fit into the index at {self.base_offset}")
        if offsets and (relative <= offsets[-1] or position <= positions[-1]):
            raise ValueError(f"offset {offset} at {position} is not behind ({self.last_offset}, {positions[-1]})")
        # In this order: a thread may look something up meanwhile, by offset, and then take the position beside it.
        positions.append(position)
        offsets.append(relative)
        return room == 1

    @property
    def room(self) -> int:
        """Entries that may still be appended."""
        return self.max_entries - len(self._offsets)

    def append_all(self, offsets: Sequence[int], positions: Sequence[int]) -> None:
        """As `append` of each, which rise from one to the next.

        :raises ValueError: as `append`; nothing is noted.
        """
        base = self.base_offset
        relative = [offset - base for offset in offsets]
        known = self._offsets
        if len(known) + len(relative) > self.max_entries:
            raise ValueError(f"the offset index at {base} has no room for {len(relative)} entries beside its {len(self)}")
        if relative[-1] > MAX_RELATIVE_OFFSET or relative[0] < 0 or positions[-1] > MAX_RELATIVE_OFFSET or positions[0] < 0:
            raise ValueError(f"offsets {offsets} at {positions} do not fit into the index at {base}")
        if known and (relative[0] <= known[-1] or positions[0] <= self._positions[-1]):
            raise ValueError(f"offset {offsets[0]} at {positions[0]} is not behind ({self.last_offset}, {self._positions[-1]})")
        # In this order, as above.
        self._positions.extend(positions)
        known.extend(relative)

    def lookup(self, target_offset: int) -> OffsetPosition:
        """The last entry at or before `target_offset`; (base offset, 0) where there is none."""
        slot = bisect_right(self._offsets, target_offset - self.base_offset) - 1
        if slot < 0:
            return OffsetPosition(self.base_offset, 0)
        return OffsetPosition(self.base_offset + self._offsets[slot], self._positions[slot])

    def last_at_or_before_position(self, position: int) -> OffsetPosition | None:
        """The last entry whose position is at most `position`: where a read of so many bytes can end between two batches."""
        slot = bisect_right(self._positions, position) - 1
        if slot < 0:
            return None
        return OffsetPosition(self.base_offset + self._offsets[slot], self._positions[slot])

    def last_position_up_to(self, position: int) -> int:
        """The position of that entry; -1 where there is none."""
        slot = bisect_right(self._positions, position) - 1
        return self._positions[slot] if slot >= 0 else -1

    def _drop_numbers(self, count: int) -> None:
        del self._positions[count:]

    def _packed(self, start: int) -> bytes:
        raw = array("i", bytes(ENTRY_BYTES * (len(self._offsets) - start)))
        raw[0::2] = self._offsets[start:]
        raw[1::2] = self._positions[start:]
        return swap_to_big_endian(raw).tobytes()


def lookup_in_file(file: ReadableFile, base_offset: int, target_offset: int) -> OffsetPosition:
    """`OffsetIndex.lookup` by binary search in the file itself; for segments that nobody writes to. Incomplete entries at the end are not
    looked at. Raises OSError."""
    low, high = 0, file.size() // ENTRY_BYTES
    found = OffsetPosition(base_offset, 0)
    while low < high:
        middle = (low + high) // 2
        entry = file.read_at(middle * ENTRY_BYTES, ENTRY_BYTES)
        offset = base_offset + int.from_bytes(entry[:4], "big", signed=True)
        if offset <= target_offset:
            found = OffsetPosition(offset, int.from_bytes(entry[4:], "big", signed=True))
            low = middle + 1
        else:
            high = middle
    return found
