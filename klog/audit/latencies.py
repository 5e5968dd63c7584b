"""How long records were under way, as a histogram that can be added up.

The classes are log-linear, as HdrHistogram's: below 16 ms each millisecond is a class of its own, above that each power of two is cut into
16. A percentile is then right within a sixteenth of its value, and that of several tiers, hosts or windows together is that of their sums:
no maximum of percentiles, no mean of means. An hour and more is one class.

What took less than no time (the reader's clock is behind the writer's) is counted apart: `skewed` tells of clocks, and not of latencies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

#: Classes in each power of two, and up to where each millisecond has its own.
_STEPS = 16
_SHIFT = 4
#: What is longer counts as this.
LONGEST_MS = 3_600_000


def class_of(latency_ms: int) -> int:
    """The number of the class for a latency of at least 0 ms."""
    if latency_ms > LONGEST_MS:
        latency_ms = LONGEST_MS
    if latency_ms < _STEPS:
        return latency_ms
    shift = latency_ms.bit_length() - _SHIFT - 1
    return (shift << _SHIFT) + (latency_ms >> shift)


#: The last class.
LAST_CLASS = class_of(LONGEST_MS)


def upper_bound_ms(number: int) -> int:
    """The longest latency in the class of this number."""
    if number < _STEPS:
        return number
    shift = (number >> _SHIFT) - 1
    return min((((number & (_STEPS - 1)) + _STEPS + 1) << shift) - 1, LONGEST_MS)


class Latencies:
    """See the module.

    :ivar skewed: how many were below 0.
    :ivar most_skewed_ms: by how much, at most.
    """

    __slots__ = ("_counts", "most_skewed_ms", "skewed")

    def __init__(self, counts: Mapping[int, int] | None = None, skewed: int = 0, most_skewed_ms: int = 0) -> None:
        self._counts: dict[int, int] = dict(counts or {})
        self.skewed = skewed
        self.most_skewed_ms = most_skewed_ms

    def add(self, latency_ms: int, times: int = 1) -> None:
        """Note it, `times` times."""
        if latency_ms < 0:
            self.skewed += times
            if -latency_ms > self.most_skewed_ms:
                self.most_skewed_ms = -latency_ms
            return
        number = class_of(latency_ms)
        self._counts[number] = self._counts.get(number, 0) + times

    def merge(self, other: Latencies) -> None:
        """Those of `other`, too."""
        for number, count in other:
            self._counts[number] = self._counts.get(number, 0) + count
        self.skewed += other.skewed
        self.most_skewed_ms = max(self.most_skewed_ms, other.most_skewed_ms)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """(class, how many), rising."""
        return iter(sorted(self._counts.items()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Latencies):
            return NotImplemented
        return list(self) == list(other) and (self.skewed, self.most_skewed_ms) == (other.skewed, other.most_skewed_ms)

    def __hash__(self) -> int:
        raise TypeError("latencies change")

    @property
    def count(self) -> int:
        """How many there are, those below 0 left out."""
        return sum(self._counts.values())

    def percentile_ms(self, share: float) -> int | None:
        """The latency that `share` (above 0, up to 1) of them do not exceed, at most a sixteenth too high; None without any."""
        wanted = share * self.count
        seen = 0
        for number, count in self:
            seen += count
            if seen >= wanted:
                return upper_bound_ms(number)
        return None
