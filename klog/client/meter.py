"""Where a client counts (`klog.client.statistics`) and tells its hooks (`klog.client.hooks`); one per `klog.client.routing.Routing`.

A branch's meter has its trunk's as parent: what a producer, consumer or group does is counted by both, and both their hooks are told. What
connections do is the trunk's alone, and every branch's snapshot shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from klog.client.hooks import HookSet
from klog.client.statistics import ApiCounts, ClientStatistics, Latencies
from klog.errors import ErrorCode


class Meter:
    """See above.

    :param seconds: the reactor's clock.
    :param hooks: of the user.
    :param connections: how many are ready now, and how many requests unanswered and queued; for the trunk's.
    """

    def __init__(
        self,
        seconds: Callable[[], float],
        hooks: HookSet,
        *,
        connections: Callable[[], tuple[int, int, int]] | None = None,
        parent: Meter | None = None,
    ) -> None:
        self._seconds = seconds
        self._hooks = hooks
        self._connections = connections
        self._parent = parent
        self._line: tuple[Meter, ...] = (self,) if parent is None else (self, parent)
        self._connects = self._disconnects = self._bytes_received = self._throttles = self._throttled_ms = 0
        self._by_api: dict[str, ApiCounts] = {}
        self._batches_written = self._records_written = self._batch_bytes_written = 0
        self._batches_retried = self._batches_failed = self._records_failed = 0
        self._batch_latencies = Latencies()
        self._fetches = self._bytes_fetched = 0
        self._rebalances = 0
        self._partitions = {"assigned": 0, "revoked": 0, "lost": 0}

    # What connections tell: a `klog.net.broker_connection.Observer`

    def connected(self, address: str) -> None:
        """A connection is ready."""
        self._connects += 1
        self._hooks.call("on_connect", address)

    def disconnected(self, address: str, why: str) -> None:
        """One that was ready is over."""
        self._disconnects += 1
        self._hooks.call("on_disconnect", address, why)

    def received(self, count: int) -> None:
        """Count bytes that were received."""
        self._bytes_received += count

    def answered(self, address: str, api: str, size_bytes: int, seconds: float, throttle_ms: int) -> None:
        """A request was answered."""
        counts = self._by_api.get(api)
        if counts is None:
            counts = self._by_api[api] = ApiCounts()
        counts.bytes_sent += size_bytes
        counts.latencies.add(seconds)
        self._hooks.call("on_request", address, api, size_bytes, seconds)
        if throttle_ms > 0:
            self._throttles += 1
            self._throttled_ms += throttle_ms
            self._hooks.call("on_throttle", address, api, throttle_ms)

    def unanswered(self, address: str, api: str, size_bytes: int, why: str) -> None:
        """A request failed."""
        counts = self._by_api.setdefault(api, ApiCounts())
        counts.bytes_sent += size_bytes
        counts.failed += 1
        self._hooks.call("on_request_failed", address, api, why)

    # What clients tell

    def batch_written(self, topic: str, partition: int, records: int, size_bytes: int, seconds: float) -> None:
        """Acknowledged."""
        for meter in self._line:
            meter._batches_written += 1
            meter._records_written += records
            meter._batch_bytes_written += size_bytes
            meter._batch_latencies.add(seconds)
            meter._hooks.call("on_batch_written", topic, partition, records, size_bytes, seconds)

    def batch_retried(self) -> None:
        """Count a batch that is sent once more."""
        for meter in self._line:
            meter._batches_retried += 1

    def batch_failed(self, topic: str, partition: int, records: int, code: ErrorCode) -> None:
        """For good."""
        for meter in self._line:
            meter._batches_failed += 1
            meter._records_failed += records
            meter._hooks.call("on_batch_failed", topic, partition, records, code)

    def fetched(self, broker: int, size_bytes: int, seconds: float) -> None:
        """A Fetch was answered."""
        for meter in self._line:
            meter._fetches += 1
            meter._bytes_fetched += size_bytes
            meter._hooks.call("on_fetch", broker, size_bytes, seconds)

    def rebalanced(self, group_id: str, kind: str, partitions: Collection[Any]) -> None:
        """Partitions were ``assigned`` (perhaps none), ``revoked`` or ``lost``."""
        for meter in self._line:
            meter._rebalances += kind == "assigned"
            meter._partitions[kind] += len(partitions)
            meter._hooks.call("on_rebalance", group_id, kind, frozenset(partitions))

    # What users ask

    def snapshot(self, **now: int) -> ClientStatistics:
        """As of now.

        :param now: what the client holds at the moment, by the names of `ClientStatistics`.
        """
        trunk = self if self._parent is None else self._parent
        assert trunk._connections is not None
        connections_now, in_flight_now, queued_now = trunk._connections()
        by_api = {name: counts.snapshot() for name, counts in sorted(trunk._by_api.items())}
        return ClientStatistics(
            at_s=self._seconds(),
            connects=trunk._connects,
            disconnects=trunk._disconnects,
            requests_answered=sum(counts.answered for counts in by_api.values()),
            requests_failed=sum(counts.failed for counts in by_api.values()),
            bytes_sent=sum(counts.bytes_sent for counts in by_api.values()),
            bytes_received=trunk._bytes_received,
            throttles=trunk._throttles,
            throttled_ms=trunk._throttled_ms,
            by_api=by_api,
            connections_now=connections_now,
            in_flight_now=in_flight_now,
            queued_now=queued_now,
            batches_written=self._batches_written,
            records_written=self._records_written,
            batch_bytes_written=self._batch_bytes_written,
            batches_retried=self._batches_retried,
            batches_failed=self._batches_failed,
            records_failed=self._records_failed,
            batch_latency=self._batch_latencies.snapshot(),
            fetches=self._fetches,
            bytes_fetched=self._bytes_fetched,
            rebalances=self._rebalances,
            partitions_assigned=self._partitions["assigned"],
            partitions_revoked=self._partitions["revoked"],
            partitions_lost=self._partitions["lost"],
            **now,
        )
