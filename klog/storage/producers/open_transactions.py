"""Which offsets of a partition are not decided yet, and where the first of them stands.

A transaction is *open* from its first record to its marker, and *decided, not yet stable* from there on until the high watermark has passed
the marker::

    began ──► open ──► decided ──► (the high watermark is above the marker: forgotten)

The last stable offset is the lowest first offset of both kinds, and is asked for by each read of committed data; so it is not searched for:
`LowestOffset` has the lowest of many thousands at hand. What happens within a staged append (`ProducerStateManager.begin`) is written down
and can be taken back, at the cost of what happened, not of what there is.

Source: ``ProducerStateManager.ongoingTxns`` and ``unreplicatedTxns``.
"""

from __future__ import annotations

import heapq
from collections import deque

#: A heap is made anew when it holds more than this many offsets that have gone, and more than are there.
MOST_STALE = 64


class LowestOffset:
    """A set of offsets that knows its lowest. What goes stays in the heap until it is the lowest there."""

    __slots__ = ("_heap", "present")

    def __init__(self) -> None:
        self.present: set[int] = set()
        self._heap: list[int] = []

    def __len__(self) -> int:
        return len(self.present)

    def add(self, offset: int) -> None:
        """Take an offset in. Offsets that rise, as they do, cost nothing to order."""
        self.present.add(offset)
        heapq.heappush(self._heap, offset)

    def discard(self, offset: int) -> None:
        """Take an offset out."""
        present, heap = self.present, self._heap
        present.discard(offset)
        if len(heap) > 2 * len(present) + MOST_STALE:
            self._heap = sorted(present)

    @property
    def lowest(self) -> int | None:
        """The lowest; None where there is none."""
        present, heap = self.present, self._heap
        if not present:
            return None
        while heap[0] not in present:
            heapq.heappop(heap)
        return heap[0]

    def clear(self) -> None:
        """Forget all transactions."""
        self.present.clear()
        self._heap.clear()


class OpenTransactions:
    """The undecided and unstable transactions of one partition, by their first offsets.

    :ivar is_staged: whether what happens is written down, for `take_back`.
    """

    __slots__ = ("_begun", "_decided", "_decided_by_marker", "_done", "_open", "is_staged")

    def __init__(self) -> None:
        self._open = LowestOffset()
        self._decided = LowestOffset()
        #: (the marker's offset, the transaction's first offset), by markers.
        self._decided_by_marker: deque[tuple[int, int]] = deque()
        self.is_staged = False
        #: First offsets of what has begun, and of what was decided, since `stage`.
        self._begun: list[int] = []
        self._done: list[int] = []

    def __len__(self) -> int:
        """How many are open."""
        return len(self._open)

    @property
    def is_empty(self) -> bool:
        """Whether all offsets are stable as far as the high watermark goes."""
        return not len(self._open) and not self._decided_by_marker

    @property
    def first_undecided(self) -> int | None:
        """First offset of the oldest open transaction; None without."""
        return self._open.lowest

    @property
    def first_unstable(self) -> int | None:
        """First offset of the oldest that is open, or decided by a marker that is not below the high watermark; None without."""
        first = self._open.lowest if self._open.present else None
        if not self._decided_by_marker:
            return first
        decided = self._decided.lowest
        if first is None or decided is None:
            return decided if first is None else first
        return min(first, decided)

    def began(self, first_offset: int) -> None:
        """A transaction's first record stands there."""
        self._open.add(first_offset)
        if self.is_staged:
            self._begun.append(first_offset)

    def decided(self, first_offset: int, marker_offset: int) -> None:
        """The marker of the transaction that began at `first_offset` stands at `marker_offset`."""
        self._open.discard(first_offset)
        self._decided.add(first_offset)
        self._decided_by_marker.append((marker_offset, first_offset))
        if self.is_staged:
            self._done.append(first_offset)

    def on_high_watermark(self, high_watermark: int) -> None:
        """What was decided below `high_watermark` is stable."""
        waiting = self._decided_by_marker
        while waiting and waiting[0][0] < high_watermark:
            self._decided.discard(waiting.popleft()[1])

    def stage(self) -> None:
        """What follows may be taken back."""
        self.is_staged = True

    def keep(self) -> None:
        """What happened since `stage` stays."""
        if self.is_staged:
            self.is_staged = False
            if self._begun or self._done:
                self._begun, self._done = [], []

    def take_back(self) -> None:
        """What happened since `stage` has not happened. The high watermark has not moved since."""
        begun, done = self._begun, self._done
        self.keep()
        for first_offset in done:
            self._decided_by_marker.pop()
            self._decided.discard(first_offset)
            self._open.add(first_offset)
        for first_offset in begun:
            self._open.discard(first_offset)

    def clear(self) -> None:
        """Forget all transactions."""
        self.keep()
        self._open.clear()
        self._decided.clear()
        self._decided_by_marker.clear()
