"""What a client counts of itself, and whom it tells: per connection, request, batch and rebalance, never per record.

Everything is plain numbers that only grow, as metrics want them: how fast something goes is the difference of two snapshots
(`ClientStatistics.rates`). Latencies are kept in classes that double in width, so that one costs an addition, and a percentile is right
within a factor of two; mean and maximum are exact. No Twisted here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

#: Classes of latencies: below 1 µs, 2 µs, 4 µs … 2 hours.
_CLASSES = 34


@dataclasses.dataclass(frozen=True, slots=True)
class LatencyStatistics:
    """How long something took, in milliseconds; the percentiles are upper bounds, at most twice the true ones."""

    count: int = 0
    mean_ms: float = 0.0
    max_ms: float = 0.0
    p50_ms: float = 0.0
    p99_ms: float = 0.0


class Latencies:
    """Collects them."""

    def __init__(self) -> None:
        self.count = 0
        self.sum_s = 0.0
        self.max_s = 0.0
        self._classes = [0] * _CLASSES

    def add(self, seconds: float) -> None:
        """One more; a clock that was set back counts as no time."""
        if seconds < 0:
            seconds = 0.0
        self.count += 1
        self.sum_s += seconds
        if seconds > self.max_s:
            self.max_s = seconds
        self._classes[min(int(seconds * 1e6).bit_length(), _CLASSES - 1)] += 1

    def snapshot(self) -> LatencyStatistics:
        """As of now."""
        if not self.count:
            return LatencyStatistics()
        return LatencyStatistics(
            self.count, self.sum_s / self.count * 1e3, self.max_s * 1e3, self._percentile_ms(0.5), self._percentile_ms(0.99)
        )

    def _percentile_ms(self, part: float) -> float:
        wanted, seen = part * self.count, 0
        for number, count in enumerate(self._classes):
            seen += count
            if seen >= wanted:
                return min((1 << number) / 1e3, self.max_s * 1e3)
        return self.max_s * 1e3


@dataclasses.dataclass(frozen=True, slots=True)
class ApiStatistics:
    """What was asked by one of Kafka's APIs, such as ``Fetch``; `failed` requests have no latency."""

    answered: int
    failed: int
    bytes_sent: int
    latency: LatencyStatistics


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ClientStatistics:
    """A client as of `at_s`. All that is counted only grows; what is there at the moment ends in ``_now``.

    ::

        before = producer.statistics()
        ...
        after = producer.statistics()
        after.rates(before)["records_written"]      # a second
        after.by_api["Produce"].latency.p99_ms
    """

    #: The reactor's clock.
    at_s: float
    # Connections: of all who share them.
    connects: int
    disconnects: int
    requests_answered: int
    requests_failed: int
    bytes_sent: int
    bytes_received: int
    throttles: int
    throttled_ms: int
    by_api: Mapping[str, ApiStatistics]
    connections_now: int
    in_flight_now: int
    queued_now: int
    # Producing
    batches_written: int = 0
    records_written: int = 0
    #: As they went over the wire, compressed.
    batch_bytes_written: int = 0
    batches_retried: int = 0
    batches_failed: int = 0
    records_failed: int = 0
    #: From when a batch was begun to its acknowledgement.
    batch_latency: LatencyStatistics = LatencyStatistics()
    backlog_bytes_now: int = 0
    backlog_messages_now: int = 0
    # Fetching
    fetches: int = 0
    bytes_fetched: int = 0
    fetched_bytes_now: int = 0
    partitions_now: int = 0
    # Groups
    rebalances: int = 0
    partitions_assigned: int = 0
    partitions_revoked: int = 0
    partitions_lost: int = 0

    def rates(self, before: ClientStatistics) -> dict[str, float]:
        """How much of all that is counted came a second since `before`; no time between them gives zeros."""
        seconds = self.at_s - before.at_s
        return {
            field.name: (getattr(self, field.name) - getattr(before, field.name)) / seconds if seconds > 0 else 0.0
            for field in dataclasses.fields(self)
            if field.type == "int" and not field.name.endswith("_now")
        }

    def numbers(self) -> dict[str, float]:
        """All of it flat, by name, for a metrics library: ``by_api.Fetch.latency.p99_ms``, ``records_written``."""
        flat: dict[str, float] = {}
        _flatten(dataclasses.asdict(self), "", flat)
        return flat


def _flatten(values: Mapping[str, Any], prefix: str, flat: dict[str, float]) -> None:
    for name, value in values.items():
        if isinstance(value, Mapping):
            _flatten(value, f"{prefix}{name}.", flat)
        else:
            flat[prefix + name] = value


class ApiCounts:
    """Of one API."""

    __slots__ = ("bytes_sent", "failed", "latencies")

    def __init__(self) -> None:
        self.failed = 0
        self.bytes_sent = 0
        self.latencies = Latencies()

    def snapshot(self) -> ApiStatistics:
        """As of now."""
        return ApiStatistics(self.latencies.count, self.failed, self.bytes_sent, self.latencies.snapshot())
