"""Numbers that the broker keeps about itself: counters, gauges and histograms. Nothing is exported here.

A metric is an object that its user holds and changes in place (``counter.value += n`` costs as much as any attribute); the registry
only knows their names. Names are dotted and carry their unit: ``requests.produce.count``, ``flush.wait_ms``.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple


class Counter:
    """Rises only."""

    __slots__ = ("sentence", "value")

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        self.value = 0

    def read(self) -> float:
        """The count so far."""
        return self.value


class Gauge:
    """A number that somebody else knows: `function` is asked whenever it is read."""

    __slots__ = ("_function", "sentence")

    def __init__(self, sentence: str, function: Callable[[], float]) -> None:
        self.sentence = sentence
        self._function = function

    def read(self) -> float:
        """The number now."""
        return self._function()


#: Upper bounds in milliseconds, doubling from a sixteenth of one to about half a minute.
TIMES_MS: tuple[float, ...] = tuple(2.0**exponent for exponent in range(-4, 16))


class Histogram:
    """How often a number fell below each of some bounds.

    :param bounds: rising; what is above the last one is counted apart.
    """

    __slots__ = ("bounds", "counts", "sentence", "total")

    def __init__(self, sentence: str, bounds: Sequence[float] = TIMES_MS) -> None:
        self.sentence = sentence
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.total = 0.0

    def add(self, number: float, times: int = 1) -> None:
        """Note `number`, `times` times."""
        self.counts[bisect.bisect_left(self.bounds, number)] += times
        self.total += number * times

    @property
    def count(self) -> int:
        """How many numbers were noted."""
        return sum(self.counts)

    def read(self) -> float:
        """The mean; 0 without numbers."""
        count = self.count
        return self.total / count if count else 0.0

    def quantile(self, share: float) -> float:
        """The bound below which `share` (0 to 1) of the numbers lie; infinite where that is above the last bound, 0 without numbers."""
        wanted = share * self.count
        seen = 0
        for bound, count in zip(self.bounds, self.counts, strict=False):
            seen += count
            if seen >= wanted:
                return bound if seen else 0.0
        return float("inf")


Metric = Counter | Gauge | Histogram


class Reading(NamedTuple):
    """One metric as it stands."""

    name: str
    metric: Metric
    value: float


class Metrics:
    """All metrics of one broker by name."""

    def __init__(self) -> None:
        self._metrics: dict[str, Metric] = {}

    def counter(self, name: str, sentence: str) -> Counter:
        """The counter called `name`, made where it is new.

        :raises ValueError: another kind of metric has the name.
        """
        metric = self._metrics.get(name)
        if metric is None:
            metric = self._metrics[name] = Counter(sentence)
        if not isinstance(metric, Counter):
            raise ValueError(f"the metric {name} is no counter")
        return metric

    def gauge(self, name: str, sentence: str, function: Callable[[], float]) -> Gauge:
        """A gauge called `name`; it takes the place of an older one.

        :raises ValueError: another kind of metric has the name.
        """
        if not isinstance(self._metrics.get(name, None), Gauge | None):
            raise ValueError(f"the metric {name} is no gauge")
        gauge = self._metrics[name] = Gauge(sentence, function)
        return gauge

    def histogram(self, name: str, sentence: str, bounds: Sequence[float] = TIMES_MS) -> Histogram:
        """The histogram called `name`, made where it is new.

        :raises ValueError: another kind of metric has the name.
        """
        metric = self._metrics.get(name)
        if metric is None:
            metric = self._metrics[name] = Histogram(sentence, bounds)
        if not isinstance(metric, Histogram):
            raise ValueError(f"the metric {name} is no histogram")
        return metric

    def __iter__(self) -> Iterator[Reading]:
        for name in sorted(self._metrics):
            metric = self._metrics[name]
            yield Reading(name, metric, metric.read())
