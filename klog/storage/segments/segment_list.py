"""The segments of one log in order of offset; the last is active and the only one that grows."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Sequence

from klog.storage.segments.segment import Segment


class Segments:
    """An ordered collection, never empty once the log is open. Look-ups are by the offsets that segments begin with."""

    __slots__ = ("_bases", "_segments", "active")

    def __init__(self, segments: Iterable[Segment]) -> None:
        self._segments = sorted(segments, key=lambda segment: segment.base_offset)
        self._bases = [segment.base_offset for segment in self._segments]
        if not self._segments:
            raise ValueError("a log has at least one segment")
        self.active = self._segments[-1]

    def __len__(self) -> int:
        return len(self._segments)

    def __iter__(self) -> Iterator[Segment]:
        return iter(self._segments)

    def __getitem__(self, index: int) -> Segment:
        return self._segments[index]

    def append(self, segment: Segment) -> None:
        """A new active segment.

        :raises ValueError: it does not begin behind the others.
        """
        if segment.base_offset <= self._bases[-1]:
            raise ValueError(f"a segment from {segment.base_offset} cannot follow one from {self._bases[-1]}")
        self._segments.append(segment)
        self._bases.append(segment.base_offset)
        self.active = segment

    def remove_first(self, count: int) -> list[Segment]:
        """Take the `count` oldest out; at least one must stay."""
        if not 0 <= count < len(self._segments):
            raise ValueError(f"cannot take {count} of {len(self._segments)} segments")
        gone = self._segments[:count]
        del self._segments[:count]
        del self._bases[:count]
        return gone

    def replace(self, bases: Sequence[int], new: Segment) -> list[Segment]:
        """Put `new` in the place of the segments that begin with `bases`, which stand side by side before the active one; returns those.

        :raises ValueError: they are not, or `new` begins elsewhere.
        """
        first = bisect.bisect_left(self._bases, bases[0])
        end = first + len(bases)
        if self._bases[first:end] != list(bases) or end >= len(self._segments) or new.base_offset != bases[0]:
            raise ValueError(f"there are no segments {list(bases)} to replace")
        gone = self._segments[first:end]
        self._segments[first:end] = [new]
        self._bases[first:end] = [new.base_offset]
        return gone

    def replace_from(self, index: int, new: Segment) -> list[Segment]:
        """Put `new`, as the active one, in the place of all segments from number `index` on; returns those.

        :raises ValueError: it does not begin behind what stays.
        """
        if index and new.base_offset <= self._bases[index - 1]:
            raise ValueError(f"a segment from {new.base_offset} cannot follow one from {self._bases[index - 1]}")
        gone = self._segments[index:]
        self._segments[index:] = [new]
        self._bases[index:] = [new.base_offset]
        self.active = new
        return gone

    def floor_index(self, offset: int) -> int:
        """Index of the last segment that begins at or before `offset`; -1 where all begin behind it."""
        return bisect.bisect_right(self._bases, offset) - 1

    def from_offset(self, offset: int) -> Iterator[Segment]:
        """Segments that may hold `offset` or something behind it, in order."""
        return iter(self._segments[max(self.floor_index(offset), 0) :])

    @property
    def first(self) -> Segment:
        """The oldest."""
        return self._segments[0]

    @property
    def size_bytes(self) -> int:
        """Bytes of all batches."""
        return sum(segment.size for segment in self._segments)

    def bases(self) -> list[int]:
        """The offsets that segments begin with, ascending."""
        return list(self._bases)
