"""Figures of a measurement: rates, the process's CPU, percentiles of latencies. Pure but for `cpu_seconds`.

Latencies beyond `MAX_SAMPLES` are thinned out evenly: every second one is forgotten and from then on only every second one is taken, and so
on, so that memory is bounded and percentiles stay those of the whole run.
"""

from __future__ import annotations

import resource
from array import array
from collections.abc import Sequence

#: Latencies that are kept.
MAX_SAMPLES = 1 << 20

PERCENTILES = (("p50", 50.0), ("p95", 95.0), ("p99", 99.0), ("p999", 99.9))


class Latencies:
    """Collects latencies in seconds."""

    def __init__(self, max_samples: int = MAX_SAMPLES) -> None:
        self._samples = array("d")
        self._max_samples = max_samples
        self._every = 1
        self._skipped = 0
        self.count = 0
        self.largest = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self.count += 1
        if seconds > self.largest:
            self.largest = seconds
        self._skipped += 1
        if self._skipped < self._every:
            return
        self._skipped = 0
        self._samples.append(seconds)
        if len(self._samples) >= self._max_samples:
            self._samples = self._samples[::2]
            self._every *= 2

    def sorted(self) -> Sequence[float]:
        """What was kept, by size."""
        return sorted(self._samples)

    def summary_ms(self) -> dict[str, float | None]:
        """Percentiles and the largest, in milliseconds; None without any."""
        ordered = self.sorted()
        found: dict[str, float | None] = {f"{name}_ms": _rounded(percentile(ordered, share)) for name, share in PERCENTILES}
        found["max_ms"] = _rounded(self.largest) if self.count else None
        return found


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 3)


def percentile(ordered: Sequence[float], share: float) -> float | None:
    """The value that `share` percent of `ordered` do not pass (nearest rank); None of nothing."""
    if not ordered:
        return None
    rank = max(0, -(-len(ordered) * share // 100) - 1)
    return ordered[min(len(ordered) - 1, int(rank))]


def cpu_seconds() -> float:
    """What this process has used of processors so far, all threads."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class RateSeries:
    """Counts over time in steps, for a chart: ``points`` are (seconds since the start, per second)."""

    def __init__(self, step_s: float = 0.25) -> None:
        self._step_s = step_s
        self._counts: list[int] = []

    def add(self, at_s: float, count: int) -> None:
        """`count` more, `at_s` seconds after the start."""
        step = int(at_s / self._step_s)
        while len(self._counts) <= step:
            self._counts.append(0)
        self._counts[step] += count

    @property
    def points(self) -> list[tuple[float, float]]:
        """Middle of each step, and its rate; the last step, which may be cut off, is left out where there are others."""
        counts = self._counts[:-1] if len(self._counts) > 2 else self._counts
        return [((step + 0.5) * self._step_s, count / self._step_s) for step, count in enumerate(counts)]
