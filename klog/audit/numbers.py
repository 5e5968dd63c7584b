"""Numbered records: each says who sent it, where to, and as the how manieth.

With the option `audit_numbers` a producer gives every record the header ``klog-audit``: a version, its incarnation (16 bytes), the
partition, the number of the record among those for this partition, and the topic::

    | 1 | incarnation 16 | partition int32 | number int64 | topic, UTF-8 |

Whoever reads the records, from the log, as a consumer or as a sink, knows then not only how many are missing but which, by producer,
partition and number; which came twice; and which stand in a topic or partition that they were not sent to (KAFKA-19012, CVE-2026-35554).
Loss and duplicate of one window do not cancel out any more.

Numbers are kept as ranges, so that a billion in order cost as much as one.
"""

from __future__ import annotations

import bisect
import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

HEADER_NAME = "klog-audit"
_HEADER = struct.Struct(">B16siq")
#: Where in the header's value the number stands.
NUMBER_AT = 21
_VERSION = 1
#: Of records that stand where they do not belong, so many are told one by one.
MOST_STRAYS = 1_000


class Number(NamedTuple):
    """What the header says."""

    incarnation: bytes
    partition: int
    number: int
    topic: str


def encode_number(incarnation: bytes, topic: str, partition: int, number: int) -> bytes:
    """The header's value.

    :param incarnation: 16 bytes.
    """
    return _HEADER.pack(_VERSION, incarnation, partition, number) + topic.encode()


def decode_number(value: bytes | None) -> Number | None:
    """What the header says; None where it says nothing that we know."""
    if value is None or len(value) < _HEADER.size:
        return None
    version, incarnation, partition, number = _HEADER.unpack_from(value)
    if version != _VERSION or partition < 0 or number < 0:
        return None
    try:
        return Number(incarnation, partition, number, value[_HEADER.size :].decode())
    except UnicodeDecodeError:
        return None


class NumberRanges:
    """A set of numbers from 0 on, as ranges."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        #: Rising; an end is behind the last number.
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in ranges:
            self.add(start, end)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """(first, behind the last), rising."""
        return iter(list(zip(self._starts, self._ends, strict=True)))

    def __len__(self) -> int:
        return sum(self._ends) - sum(self._starts)

    def __bool__(self) -> bool:
        return bool(self._starts)

    def __repr__(self) -> str:
        return f"NumberRanges({list(self)})"

    def add(self, start: int, end: int) -> int:
        """The numbers from `start` up to before `end`, too; how many of them were there already."""
        starts, ends = self._starts, self._ends
        if start >= end:
            return 0
        if ends and start == ends[-1]:
            ends[-1] = end
            return 0
        # All ranges that touch it become one.
        low = bisect.bisect_left(ends, start)
        high = bisect.bisect_right(starts, end)
        known = 0
        if low < high:
            for index in range(low, high):
                known += max(0, min(end, ends[index]) - max(start, starts[index]))
            start, end = min(start, starts[low]), max(end, ends[high - 1])
        starts[low:high] = [start]
        ends[low:high] = [end]
        return known

    def __contains__(self, number: int) -> bool:
        index = bisect.bisect_right(self._starts, number) - 1
        return index >= 0 and number < self._ends[index]

    @property
    def pieces(self) -> int:
        """How many ranges there are."""
        return len(self._starts)

    def overlaps(self, start: int, end: int) -> bool:
        """Whether any number from `start` up to before `end` is there."""
        index = bisect.bisect_right(self._ends, start)
        return start < end and index < len(self._starts) and self._starts[index] < end

    def without(self, other: NumberRanges) -> NumberRanges:
        """Those that `other` has not."""
        found = NumberRanges()
        theirs = list(other)
        index = 0
        for start, end in self:
            while index < len(theirs) and theirs[index][1] <= start:
                index += 1
            at = index
            while start < end and at < len(theirs) and theirs[at][0] < end:
                found.add(start, min(end, theirs[at][0]))
                start = max(start, theirs[at][1])
                at += 1
            found.add(start, end)
        return found


class Stray(NamedTuple):
    """A record that stands elsewhere than where it was sent."""

    number: Number
    topic: str
    partition: int
    offset: int


#: Whose numbers, and of which partition.
Lane = tuple[bytes, int]


class NumberBook:
    """The numbers that somebody saw of one topic.

    :ivar seen: by producer and partition.
    :ivar repeats: numbers that came again.
    :ivar repeated: how often any did.
    :ivar strays: the first of those that belong elsewhere; :ivar strayed: how many there are.
    :ivar unnumbered: records without the header.
    """

    def __init__(self, topic: str) -> None:
        self.topic = topic
        self.seen: dict[Lane, NumberRanges] = {}
        self.repeats: dict[Lane, NumberRanges] = {}
        self.repeated = self.strayed = self.unnumbered = 0
        self.strays: list[Stray] = []

    def note(self, partition: int, offset: int, header: bytes | None) -> None:
        """A record of the topic, with the value of its header; None where it has none."""
        number = decode_number(header)
        if number is None:
            self.unnumbered += 1
            return
        if number.topic != self.topic or number.partition != partition:
            self.strayed += 1
            if len(self.strays) < MOST_STRAYS:
                self.strays.append(Stray(number, self.topic, partition, offset))
            return
        lane = (number.incarnation, partition)
        seen = self.seen.get(lane)
        if seen is None:
            seen = self.seen[lane] = NumberRanges()
        if seen.add(number.number, number.number + 1):
            self.repeated += 1
            self.repeats.setdefault(lane, NumberRanges()).add(number.number, number.number + 1)


class Finding(NamedTuple):
    """What became of one producer's numbers in one partition."""

    incarnation: bytes
    partition: int
    #: Acknowledged, and not there.
    missing: NumberRanges
    #: There, and never sent, as far as the producer has said.
    unknown: NumberRanges
    #: There more than once.
    repeats: NumberRanges


def compare(delivered: Mapping[Lane, NumberRanges], tried: Mapping[Lane, NumberRanges], book: NumberBook) -> list[Finding]:
    """What is wrong, by producer and partition.

    :param delivered: what producers have been told to be written; must be there.
    :param tried: what they have sent besides; may be there.
    """
    found = []
    none = NumberRanges()
    for lane in sorted({*delivered, *tried, *book.seen}):
        sent = delivered.get(lane, none)
        seen = book.seen.get(lane, none)
        finding = Finding(
            *lane,
            missing=sent.without(seen),
            unknown=seen.without(sent).without(tried.get(lane, none)),
            repeats=book.repeats.get(lane, none),
        )
        if finding.missing or finding.unknown or finding.repeats:
            found.append(finding)
    return found
