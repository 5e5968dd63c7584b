"""What a comparison of two logs finds: places where they are not the same, and a bounded list of them.

The first cluster is A, the source; the second is B, its copy. A place has a range of offsets in each of them: from the first offset up to,
but without, the last. Where offsets are kept both ranges are the same; in a re-produced copy they are not, and a range without offsets
says between which two it lies.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

#: Findings that are kept of one partition; those behind them are counted.
MOST_FINDINGS = 100


class Kind(enum.StrEnum):
    """How two logs differ at a place."""

    #: Both have something there, and it is not the same.
    DIFFERS = "differs"
    #: A has it, B does not.
    MISSING = "missing"
    #: B has it, A does not.
    EXTRA = "extra"
    #: One log has batches whose offsets go back.
    REPEATED = "repeated"
    #: The bytes of one log do not fit their own checksum, or are no records.
    DAMAGED = "damaged"


class Finding(NamedTuple):
    """One place."""

    kind: Kind
    #: First offset, and the one behind the last, in A.
    first_a: int
    next_a: int
    #: The same in B.
    first_b: int
    next_b: int
    #: Records, as far as is known.
    records: int
    #: What differs, or in which of the two; for people.
    detail: str = ""

    def follows(self, before: Finding) -> bool:
        """Whether it goes on where `before` ends, and is the same otherwise."""
        return (self.kind, self.detail, self.first_a, self.first_b) == (before.kind, before.detail, before.next_a, before.next_b)


def at_offsets(kind: Kind, first: int, behind: int, records: int, detail: str = "") -> Finding:
    """A finding where offsets are kept."""
    return Finding(kind, first, behind, first, behind, records, detail)


class Findings:
    """The findings of one partition, in the order of their discovery; neighbours of one kind are one finding.

    :param most: so many are kept.
    """

    def __init__(self, most: int = MOST_FINDINGS) -> None:
        self._most = most
        self._kept: list[Finding] = []
        #: All of them, kept or not.
        self.count = 0
        #: Records in all of them.
        self.records = 0
        #: Lowest offsets of any, in A and in B; None where there is none.
        self.first: tuple[int, int] | None = None
        self._last: Finding | None = None

    def add(self, finding: Finding) -> None:
        """One more."""
        self.records += finding.records
        place = (finding.first_a, finding.first_b)
        self.first = place if self.first is None else min(self.first, place)
        last = self._last
        if last is not None and finding.follows(last):
            joined = last._replace(next_a=finding.next_a, next_b=finding.next_b, records=last.records + finding.records)
            if self._kept[-1] is last:
                self._kept[-1] = joined
            self._last = joined
            return
        self.count += 1
        self._last = finding
        if len(self._kept) < self._most:
            self._kept.append(finding)

    def add_unplaced(self, count: int, records: int) -> None:
        """So many more, whose places nobody kept."""
        self.count += count
        self.records += records

    @property
    def kept(self) -> tuple[Finding, ...]:
        """The first of them."""
        return tuple(self._kept)

    def __bool__(self) -> bool:
        return self.count > 0
