"""Two streams of batch heads whose offsets are kept, compared: equal, differing, missing and extra ranges, each at its exact place. Pure.

Both streams are walked together, in the order of offsets. At each step the two foremost batches are

(a) the same: both are passed;
(b) apart, A's in front: B has nothing there, the range is *missing*;
(c) apart, B's in front: the range is *extra*;
(d) overlapping and not the same: a *differing* place, which takes in whatever of either stream overlaps it until both are beyond it.

A batch whose offsets do not lie behind those of the batch before it in its own log is *repeated*, and takes no other part; one whose bytes
do not fit its own checksum is *damaged*, and compared by its header all the same.

Streams come in pieces: `wants` says whose turn it is, and a piece is forgotten when it was walked, so that what is held is about one
piece of each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from klog.mirror.verify.findings import Findings, Kind, at_offsets
from klog.mirror.verify.heads import Head, what_differs

SIDES = ("A", "B")


class _Stream:
    __slots__ = ("behind", "finished", "heads")

    def __init__(self) -> None:
        self.heads: deque[Head] = deque()
        self.finished = False
        #: Behind the last batch that came; -1 before the first, which may begin in front of the range.
        self.behind = -1

    @property
    def is_known(self) -> bool:
        return self.finished or bool(self.heads)


class HeadComparison:
    """See above. Feed both sides in turn until `wants` is None.

    :param start: batches that end at or before it are passed over; :param end: so are those that begin at or behind it.
    :param findings: where differences go.
    """

    def __init__(self, start: int, end: int, findings: Findings) -> None:
        self._start = start
        self._end = end
        self._findings = findings
        self._a = _Stream()
        self._b = _Stream()
        #: The differing place that is still growing: first offset, the one behind, records and batches of A and of B.
        self._open: tuple[int, int, int, int] | None = None
        self._pair: tuple[Head, Head] | None = None
        #: Records and batches that are the same.
        self.equal_records = 0
        self.equal_batches = 0

    @property
    def wants(self) -> str | None:
        """ "A" or "B": whose next heads are needed; None when everything was compared."""
        for name, stream in zip(SIDES, (self._a, self._b), strict=True):
            if not stream.is_known:
                return name
        return None

    def feed(self, side: str, heads: Sequence[Head], *, finished: bool = False) -> None:
        """The next heads of one side.

        :param finished: nothing follows in front of the range's end.
        """
        stream = self._a if side == SIDES[0] else self._b
        for head in heads:
            if head.base >= self._end:
                finished = True
                break
            if head.base < stream.behind:
                self._findings.add(
                    at_offsets(Kind.REPEATED, head.base, head.next, head.records, f"in {side}, behind offset {stream.behind}")
                )
                continue
            stream.behind = head.next
            if head.next <= self._start:
                continue
            if head.damage:
                self._findings.add(at_offsets(Kind.DAMAGED, head.base, head.next, head.records, f"in {side}: {head.damage}"))
            stream.heads.append(head)
        stream.finished = stream.finished or finished
        self._walk()

    def _walk(self) -> None:
        a, b = self._a.heads, self._b.heads
        while True:
            if self._open is None:
                self._pass_equal()
            if not (self._a.is_known and self._b.is_known):
                return
            first_a = a[0] if a else None
            first_b = b[0] if b else None
            if self._open is not None:
                self._grow(first_a, first_b)
            elif first_a is not None and (first_b is None or first_a.next <= first_b.base):
                self._findings.add(at_offsets(Kind.MISSING, first_a.base, first_a.next, first_a.records))
                a.popleft()
            elif first_b is not None and (first_a is None or first_b.next <= first_a.base):
                self._findings.add(at_offsets(Kind.EXTRA, first_b.base, first_b.next, first_b.records))
                b.popleft()
            elif first_a is not None and first_b is not None:
                self._open = (
                    min(first_a.base, first_b.base),
                    max(first_a.next, first_b.next),
                    first_a.records,
                    first_b.records,
                )
                self._pair = (first_a, first_b)
                a.popleft()
                b.popleft()
            else:
                return

    def _pass_equal(self) -> None:
        a, b = self._a.heads, self._b.heads
        count = records = 0
        for mine, theirs in zip(a, b, strict=False):
            # Damage was told already, and is no reason for two logs not to be the same.
            if mine[:4] != theirs[:4]:
                break
            count += 1
            records += mine.records
        if not count:
            return
        self.equal_batches += count
        self.equal_records += records
        for stream in (a, b):
            for _ in range(count):
                stream.popleft()

    def _grow(self, first_a: Head | None, first_b: Head | None) -> None:
        """Take the next batch into the open place, or close it."""
        assert self._open is not None
        first, behind, records_a, records_b = self._open
        if first_a is not None and first_a.base < behind:
            self._open = (first, max(behind, first_a.next), records_a + first_a.records, records_b)
            self._pair = None
            self._a.heads.popleft()
        elif first_b is not None and first_b.base < behind:
            self._open = (first, max(behind, first_b.next), records_a, records_b + first_b.records)
            self._pair = None
            self._b.heads.popleft()
        else:
            pair, self._pair, self._open = self._pair, None, None
            same_place = pair is not None and pair[0][:2] == pair[1][:2]
            detail = what_differs(*pair) if pair is not None and same_place else "batches of other offsets"
            self._findings.add(at_offsets(Kind.DIFFERS, first, behind, max(records_a, records_b), detail))


def compare_heads(a: Sequence[Head], b: Sequence[Head], start: int, end: int, findings: Findings) -> HeadComparison:
    """Both streams at once, for whoever has them whole."""
    comparison = HeadComparison(start, end, findings)
    comparison.feed("A", a, finished=True)
    comparison.feed("B", b, finished=True)
    return comparison
