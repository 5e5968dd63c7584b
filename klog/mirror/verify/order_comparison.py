"""Two streams of records that were numbered anew, compared in their order: each record of A has to come in B, once, and nothing else. Pure.

A re-produced copy has the same keys, values, headers and timestamps in the same order, under other offsets. Both streams are walked
together; where they part, both are looked at ahead, as far as the window goes, and the shortest way to where they are the same again is
taken (`resynchronize`):

(a) so many records of A are passed over: *missing*;
(b) so many of B: *extra*; where they say again what stands just before them in B, the detail says so;
(c) some of each: they *differ*.

Which of several equal neighbours is missing or doubled nobody can say; the last of them is named. Where nothing in the window is the same
again, half of it *differs* and the walk goes on.

When B has ended, what A still has is not compared: the copy is behind. When A has ended, what B still has is extra.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from klog.mirror.verify.findings import Finding, Findings, Kind
from klog.mirror.verify.record_fields import Content, RecordFields, equal_front
from klog.records.contract import Record

#: Records of each side that are looked at ahead where the two part.
WINDOW = 4_000
#: Most differences are over after a few records: so many are looked at first.
_NEAR = 64
#: So many records in a row must be the same before the two are together again, where there are so many.
CONFIRM = 4
#: Of records that stand in the window many times, so many places are tried.
_MOST_PLACES = 32


class Resync(NamedTuple):
    """How many records are passed over to where two streams are the same again."""

    of_a: int
    of_b: int


def resynchronize(a: Sequence[Content], b: Sequence[Content], confirm: int = CONFIRM) -> Resync | None:
    """The way to where `a` and `b`, which begin with different records, are the same again, with the fewest records passed over; of two
    ways of one length the more even one. None where there is none.
    """
    places: dict[Content, list[int]] = {}
    for place, content in enumerate(b):
        found = places.setdefault(content, [])
        if len(found) < _MOST_PLACES:
            found.append(place)
    best: Resync | None = None
    cost = (len(a) + len(b) + 1, 0)
    for of_a, content in enumerate(a):
        if of_a > cost[0]:
            break
        for of_b in places.get(content, ()):
            here = (of_a + of_b, abs(of_a - of_b))
            if here >= cost:
                if of_a + of_b > cost[0]:
                    break
                continue
            left = min(confirm, len(a) - of_a, len(b) - of_b)
            if a[of_a : of_a + left] == b[of_b : of_b + left]:
                best, cost = Resync(of_a, of_b), here
    return best


class _Stream:
    """Records that were not walked over yet, and some that were."""

    __slots__ = ("at", "contents", "finished", "next", "offsets")

    def __init__(self) -> None:
        self.contents: list[Content] = []
        self.offsets: list[int] = []
        #: Index of the first that was not walked over.
        self.at = 0
        self.finished = False
        #: The offset behind the last that came.
        self.next = -1

    @property
    def left(self) -> int:
        return len(self.contents) - self.at

    @property
    def offset(self) -> int:
        """Where the walk stands."""
        return self.offsets[self.at] if self.left else self.next

    def trim(self, keep: int) -> None:
        """Forget what was walked over, but for the last `keep`."""
        surplus = self.at - keep
        if surplus > keep:
            del self.contents[:surplus]
            del self.offsets[:surplus]
            self.at -= surplus


class OrderComparison:
    """See above. Feed both sides in turn until `wants` is None.

    :param start_a: where A is read from, and :param start_b: B; where one of them has lost what stood in front (`may_have_lost_front`),
        what the other one has alone there is passed over and counted as `not_compared`.
    """

    def __init__(
        self,
        start_a: int,
        start_b: int,
        findings: Findings,
        *,
        fields: RecordFields | None = None,
        may_have_lost_front: bool = False,
        window: int = WINDOW,
        confirm: int = CONFIRM,
    ) -> None:
        self._findings = findings
        self._fields = fields or RecordFields()
        self._at_front = may_have_lost_front
        self._window = window
        self._confirm = confirm
        self._a = _Stream()
        self._b = _Stream()
        self._a.next, self._b.next = start_a, start_b
        self._needs: str | None = None
        #: Records that are the same in both.
        self.equal_records = 0
        #: Records in front of where both begin.
        self.not_compared = 0
        self._walk()

    @property
    def wants(self) -> str | None:
        """ "A" or "B": whose next records are needed; None when everything was compared."""
        return self._needs

    @property
    def reached(self) -> tuple[int, int]:
        """Offsets in A and in B up to which both were compared."""
        return self._a.offset, self._b.offset

    @property
    def is_behind(self) -> bool:
        """Whether A has records behind those that were compared."""
        return self._a.left > 0

    def feed(self, side: str, records: Sequence[Record], *, finished: bool = False) -> None:
        """The next records of one side."""
        stream = self._a if side == "A" else self._b
        content = self._fields.content
        stream.contents.extend(content(record) for record in records)
        stream.offsets.extend(record.offset for record in records)
        if records:
            stream.next = records[-1].offset + 1
        stream.finished = stream.finished or finished
        self._walk()

    def _walk(self) -> None:
        a, b = self._a, self._b
        while True:
            self._pass_equal()
            a.trim(self._window)
            b.trim(self._window)
            if not b.left and b.finished:
                # A may have more, and the copy is behind; whether it has is all that matters.
                self._needs = None if a.left or a.finished else "A"
                return
            if not a.left and a.finished:
                if b.left:
                    self._tell(0, b.left)
                    continue
                self._needs = None if b.finished else "B"
                return
            if self._lacks(a, b):
                return
            self._tell(*self._next_step())

    def _next_step(self) -> Resync:
        a, b = self._a, self._b
        for window in (min(_NEAR, self._window), self._window):
            found = resynchronize(a.contents[a.at : a.at + window], b.contents[b.at : b.at + window], self._confirm)
            # A way that is longer than the window looked at may not be the shortest.
            if found is not None and (found.of_a + found.of_b <= window or window == self._window):
                return found
        # Half of what was looked at, or two logs that have nothing in common would be looked through again and again.
        none = max(1, min(a.left, b.left, self._window) // 2)
        return Resync(none, none)

    def _lacks(self, a: _Stream, b: _Stream) -> bool:
        """Whether more has to come before it can be said what differs."""
        for name, stream, other in (("A", a, b), ("B", b, a)):
            # Where the two have not parted one record is enough.
            enough = self._window if stream.left and other.left else 1
            if stream.left < enough and not stream.finished:
                self._needs = name
                return True
        return False

    def _pass_equal(self) -> None:
        a, b = self._a, self._b
        count = equal_front(a.contents, a.at, b.contents, b.at)
        if count:
            self._at_front = False
            self.equal_records += count
            a.at += count
            b.at += count

    def _tell(self, of_a: int, of_b: int) -> None:
        a, b = self._a, self._b
        first_a, first_b = a.offset, b.offset
        doubled = bool(of_b) and not of_a and self._is_doubled(of_b)
        a.at += of_a
        b.at += of_b
        if self._at_front and not (of_a and of_b):
            self.not_compared += of_a + of_b
            return
        kind = Kind.DIFFERS if of_a and of_b else Kind.MISSING if of_a else Kind.EXTRA
        detail = "said twice" if doubled else f"{of_a} records against {of_b}" if of_a != of_b and of_a and of_b else ""
        # Offsets have gaps (markers of transactions): a finding ends behind its last record.
        next_a = a.offsets[a.at - 1] + 1 if of_a else first_a
        next_b = b.offsets[b.at - 1] + 1 if of_b else first_b
        self._findings.add(Finding(kind, first_a, next_a, first_b, next_b, max(of_a, of_b), detail))

    def _is_doubled(self, of_b: int) -> bool:
        b = self._b
        return of_b <= b.at and b.contents[b.at - of_b : b.at] == b.contents[b.at : b.at + of_b]
