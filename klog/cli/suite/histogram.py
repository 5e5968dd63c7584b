"""Latencies as counts in buckets, so that rounds can be merged and percentiles are those of all of them (percentiles cannot be averaged).

A bucket is as wide as its latencies are long: two that lie in one differ by less than 1 in `PER_OCTAVE`, about three digits, as in an
HdrHistogram. Bucket *n* begins at 2^(n / PER_OCTAVE) nanoseconds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

#: 2^(1/708) is 1.00098: a tenth of a percent.
PER_OCTAVE = 708
#: Where a percentile curve has its points: shares that are passed, up to one in a million.
CURVE = tuple(1 - 10 ** (-step / 10) for step in range(1, 61))


class Histogram:
    """Counts by bucket; see above."""

    def __init__(self, counts: Mapping[int, int] | None = None) -> None:
        self._counts: Counter[int] = Counter(counts or {})

    @classmethod
    def of(cls, seconds: Iterable[float]) -> Histogram:
        """Of latencies in seconds."""
        made = cls()
        for one in seconds:
            made.add(one)
        return made

    def add(self, seconds: float) -> None:
        """One more; what is no time at all, or less, counts as a nanosecond."""
        nanoseconds = max(1.0, seconds * 1e9)
        self._counts[int(math.log2(nanoseconds) * PER_OCTAVE)] += 1

    def merge(self, other: Histogram) -> Histogram:
        """Both, as a new one."""
        return Histogram(self._counts + other._counts)

    @property
    def count(self) -> int:
        """How many latencies."""
        return self._counts.total()

    def percentile_ms(self, share: float) -> float:
        """Milliseconds that a `share` (0 to 1) of the latencies do not pass, by nearest rank.

        :raises ValueError: there are none.
        """
        if not self._counts:
            raise ValueError("no latencies, no percentile")
        # A share is a float: 0.999 of 1,000 has to be the 999th, not the 1,000th.
        wanted = max(1, math.ceil(share * self.count - 1e-6))
        passed = 0
        for bucket in sorted(self._counts):
            passed += self._counts[bucket]
            if passed >= wanted:
                break
        return float(2 ** ((bucket + 0.5) / PER_OCTAVE)) / 1e6

    @property
    def mean_ms(self) -> float:
        """In milliseconds.

        :raises ValueError: there are none.
        """
        if not self._counts:
            raise ValueError("no latencies, no mean")
        return float(sum(times * 2 ** ((bucket + 0.5) / PER_OCTAVE) for bucket, times in self._counts.items())) / self.count / 1e6

    def figures(self) -> dict[str, float]:
        """``mean_ms``, ``p50_ms``, ``p99_ms``, ``p999_ms``, ``max_ms``."""
        shares = {"p50_ms": 0.5, "p99_ms": 0.99, "p999_ms": 0.999, "max_ms": 1.0}
        return {"mean_ms": self.mean_ms, **{name: self.percentile_ms(share) for name, share in shares.items()}}

    def curve(self) -> list[tuple[float, float]]:
        """(1 / (1 - share), milliseconds) at the shares of `CURVE` that so many latencies can tell: the last needs one beyond it."""
        return [(1 / (1 - share), self.percentile_ms(share)) for share in CURVE if (1 - share) * self.count >= 1]

    def plain(self) -> list[list[int]]:
        """For JSON: [bucket, count] by bucket."""
        return [[bucket, times] for bucket, times in sorted(self._counts.items())]

    @classmethod
    def from_plain(cls, pairs: Iterable[Iterable[int]]) -> Histogram:
        """What `plain` gave. Raises ValueError and TypeError for what it did not give."""
        counts = {}
        for bucket, times in pairs:
            if not isinstance(bucket, int) or not isinstance(times, int) or times < 1:
                raise ValueError(f"no bucket and count: {bucket!r}, {times!r}")
            counts[bucket] = times
        return cls(counts)
