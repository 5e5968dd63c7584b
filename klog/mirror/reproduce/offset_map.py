"""Which offset of a copy is which of its source: an exact map of one partition, as runs of records. Pure.

Within a run both offsets rise together, so that its first pair says all of it. A new run begins where one side leaves offsets out: the
source where something was compacted or aborted, the copy where markers of transactions stand. The newest runs are kept.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from typing import NamedTuple

#: Runs that are kept of a partition; a group that is further behind is not translated.
MOST_RUNS = 10_000


class Pair(NamedTuple):
    """A record at the source and in the copy."""

    upstream: int
    downstream: int


class OffsetMap:
    """See above.

    :param last: the newest record that is known to be in the copy; None: the copy is empty.
    """

    def __init__(self, last: Pair | None = None) -> None:
        self._runs: list[Pair] = [] if last is None else [last]
        self._last = last

    @property
    def last(self) -> Pair | None:
        """The newest record in the copy."""
        return self._last

    @property
    def position(self) -> int:
        """The offset of the source behind it."""
        return 0 if self._last is None else self._last.upstream + 1

    def add(self, offsets: Sequence[int], downstream: int) -> list[Pair]:
        """Records with these `offsets` stand at `downstream` and behind it; the runs that begin with them.

        :raises ValueError: they do not lie behind what is known.
        """
        begun: list[Pair] = []
        last = self._last
        for place, upstream in _run_starts(offsets):
            pair = Pair(upstream, downstream + place)
            if last is not None and (pair.upstream <= last.upstream or pair.downstream <= last.downstream):
                raise ValueError(f"{pair} does not lie behind {last}")
            follows = last is not None and pair.upstream - last.upstream == pair.downstream - last.downstream
            if not follows:
                begun.append(pair)
            last = pair
        self._last = Pair(offsets[-1], downstream + len(offsets) - 1)
        self._runs += begun
        if len(self._runs) > MOST_RUNS:
            del self._runs[: len(self._runs) - MOST_RUNS]
        return begun

    def translate(self, upstream: int) -> int | None:
        """Where somebody goes on in the copy whose next record is `upstream`; None where that is not known, or not copied yet."""
        if self._last is None or upstream > self.position:
            return None
        place = bisect.bisect_right(self._runs, upstream, key=lambda run: run.upstream) - 1
        if place < 0:
            return None
        run = self._runs[place]
        behind = self._runs[place + 1].downstream if place + 1 < len(self._runs) else self._last.downstream + 1
        return min(run.downstream + upstream - run.upstream, behind)


def _run_starts(offsets: Sequence[int]) -> list[tuple[int, int]]:
    """(index, offset) of each record that does not follow the one before it."""
    if isinstance(offsets, range):
        return [(0, offsets[0])]
    return [(place, offset) for place, offset in enumerate(offsets) if not place or offset != offsets[place - 1] + 1]
