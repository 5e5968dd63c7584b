"""All client connections of a broker: how many there may be, how long they may idle, and how they end.

How many. Above `Limits.max_connections` nobody comes in, except brokers by a listener without clients (KIP-402): for each one the client
is closed that has been idle for longest. Where no client is left to close they come in all the same, up to `Limits.process_connections`.

Time. No timers of single connections: a sweep visits an eighth of them at a time, each four times within the shortest timeout, and
compares counters.

How much memory they may take together is decided in `klog.net.memory_pressure`.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger

from klog.log_rate_limit import LogBurstLimit, LogRateLimit
from klog.memory_budget import MemoryBudget
from klog.net.file_steps import FileSteps
from klog.net.memory_pressure import SLOWEST_BYTES_PER_SECOND, Holder, MemoryPressure, Pressure

#: What all may hold where ``queued.max.request.bytes`` does not say.
DEFAULT_MEMORY_BYTES = 256 << 20
#: The sweep visits one of so many groups at a time,
_GROUPS = 8
#: each so many times within the shortest timeout.
_VISITS = 4
#: At most one line about refused connections in so many seconds.
_REFUSAL_LINE_SECONDS = 10.0
#: At most so many about connections that were ended
MOST_ENDINGS_TOLD = 100
#: in so many seconds.
ENDINGS_INTERVAL_S = 10.0


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """What one client, and all together, may take."""

    #: ``max.connections``, of clients and brokers together.
    max_connections: int = 1 << 31
    #: As many as the process can have open files for; this limit holds for brokers, too.
    process_connections: int = 1 << 31
    max_connections_per_ip: int = 1 << 31
    #: Requests of one connection without an answer; then it is not read.
    max_in_flight_requests: int = 100
    #: ``socket.request.max.bytes``.
    max_frame_bytes: int = 100 << 20
    #: For completing a request whose first byte has arrived.
    request_frame_timeout_ms: int = 30_000
    #: For the handshake of TLS, from the connection on.
    handshake_timeout_ms: int = 10_000
    #: ``connections.max.idle.ms``; below 0 for never.
    connections_max_idle_ms: int = 600_000
    #: A client that takes nothing of its answers for so long is aborted.
    write_stall_timeout_ms: int = 30_000
    #: Unsent answers of one connection; above the first it is not read until down to the second.
    unsent_high_bytes: int = 1 << 20
    unsent_low_bytes: int = 256 << 10


class Member(Holder, Protocol):
    """A connection, as seen from here."""

    @property
    def is_for_brokers(self) -> bool:
        """Whether it came by a listener that brokers do not share with clients: it is not closed to make room."""

    @property
    def is_quiet(self) -> bool:
        """Whether no request is half received or under way and no answer is unsent."""

    @property
    def is_half_received(self) -> bool:
        """Whether a request has begun to arrive."""

    @property
    def received_requests(self) -> int:
        """All that were ever completed."""

    def finish(self) -> None:
        """Read no more; close when all answers have left."""

    def too_slow(self, sentence: str) -> None:
        """Close, with a line in the log."""

    def idle(self) -> None:
        """Close; nothing has happened for long."""


class _Seen:
    """What the sweep saw of one connection at its last visits."""

    __slots__ = ("bytes_", "bytes_at_start", "frame_since_s", "idle_since_s", "requests")

    def __init__(self, now_s: float) -> None:
        self.bytes_ = 0
        self.requests = -1
        self.frame_since_s: float | None = None
        self.bytes_at_start = 0
        self.idle_since_s = now_s


class Connections:
    """Keeps the connections of all listeners.

    :param clock: for the sweep.
    :param limits: see `Limits`.
    :param memory: what all clients hold together; at most `DEFAULT_MEMORY_BYTES` where not given.
    """

    _log = Logger()

    def __init__(self, clock: IReactorTime, limits: Limits | None = None, memory: MemoryBudget | None = None) -> None:
        self.clock = clock
        self.limits = limits or Limits()
        self.memory = MemoryBudget(DEFAULT_MEMORY_BYTES) if memory is None else memory
        self.file_steps = FileSteps(clock)
        #: Refused because of a limit, for metrics.
        self.refused = 0
        #: Received by connections that are gone.
        self._received_before_bytes = 0
        self._groups: list[dict[Member, _Seen]] = [{} for _ in range(_GROUPS)]
        self._group_of: dict[Member, int] = {}
        self.memory_pressure = MemoryPressure(clock, self.memory, self._group_of.keys())
        self._per_ip: Counter[str] = Counter()
        #: Clients that were closed to make room for a broker, and whose sockets are not gone yet.
        self._closing_clients: set[Member] = set()
        self._next_group = 0
        self._sweep_call: IDelayedCall | None = None
        self._refusals = LogRateLimit(clock.seconds, _REFUSAL_LINE_SECONDS)
        #: For lines about connections that are ended: strangers can have as many as they like, a wrong password in each.
        self.endings = LogBurstLimit(clock.seconds, MOST_ENDINGS_TOLD, ENDINGS_INTERVAL_S)
        self._drained: Deferred[None] | None = None
        self._cut_off: IDelayedCall | None = None

    def __len__(self) -> int:
        return len(self._group_of)

    @property
    def members(self) -> list[Member]:
        """All connections that there are just now."""
        return list(self._group_of)

    @property
    def pressure(self) -> Pressure:
        """How full the memory is."""
        return self.memory_pressure.now

    @property
    def received_bytes(self) -> int:
        """What all connections have received since the start."""
        return self._received_before_bytes + sum(member.received_bytes for member in self._group_of)

    # -- coming and going

    def admit(self, host: str, *, is_for_brokers: bool = False) -> bool:
        """Whether one more connection, from `host`, may come. A refusal is logged, now and then.

        :param is_for_brokers: whether it comes by a listener that brokers do not share with clients; a client may be closed to make room.
        """
        limits = self.limits
        if self._drained is not None:
            return False
        if self._per_ip[host] >= limits.max_connections_per_ip:
            reason = f"there are {self._per_ip[host]} connections from there (max.connections.per.ip)"
        elif not self._make_room(is_for_brokers):
            reason = f"there are {len(self._group_of)} connections, as many as may be (max.connections or the limit of open files)"
        else:
            return True
        self.refused += 1
        if self._refusals.begin() is not None:
            self._log.warn(
                "connection from {host} refused: {reason}; {refused} refused so far", host=host, reason=reason, refused=self.refused
            )
        return False

    def _make_room(self, is_for_brokers: bool) -> bool:
        """Whether there is room for one more; for a broker a client is closed where there was none."""
        limits, count = self.limits, len(self._group_of)
        if not is_for_brokers:
            return count < min(limits.max_connections, limits.process_connections)
        # Those that are about to be closed have made their room already.
        staying = count - len(self._closing_clients)
        if staying < min(limits.max_connections, limits.process_connections):
            return True
        return self._close_idlest_client() or staying < limits.process_connections

    def _close_idlest_client(self) -> bool:
        """Close the client that has been idle for longest; False where no client is left."""
        now_s = self.clock.seconds()

        def idle_since_s(member: Member, seen: _Seen) -> float:
            return seen.idle_since_s if member.is_quiet and member.received_bytes == seen.bytes_ else now_s

        clients = [
            (idle_since_s(member, seen), member)
            for group in self._groups
            for member, seen in group.items()
            if not member.is_for_brokers and member not in self._closing_clients
        ]
        if not clients:
            return False
        _, longest = min(clients, key=lambda each: each[0])
        self._closing_clients.add(longest)
        longest.too_slow("there are as many connections as may be (max.connections), a broker needs one, and this one was idle for longest")
        return True

    def add(self, member: Member) -> None:
        """A connection was made."""
        group = min(range(_GROUPS), key=lambda index: len(self._groups[index]))
        self._groups[group][member] = _Seen(self.clock.seconds())
        self._group_of[member] = group
        self._per_ip[member.peer_host] += 1
        if self._sweep_call is None:
            self._schedule_sweep()
        self.memory_pressure.added(member)

    def remove(self, member: Member) -> None:
        """A connection is gone, and its memory given back."""
        group = self._group_of.pop(member, None)
        if group is None:
            return
        del self._groups[group][member]
        self._closing_clients.discard(member)
        self._received_before_bytes += member.received_bytes
        self._per_ip[member.peer_host] -= 1
        if not self._per_ip[member.peer_host]:
            del self._per_ip[member.peer_host]
        self.memory_pressure.removed(member)
        if not self._group_of:
            if self._sweep_call is not None:
                self._sweep_call.cancel()
                self._sweep_call = None
            self._tell_drained()

    # -- time

    def _schedule_sweep(self) -> None:
        shortest_ms = self.limits.request_frame_timeout_ms
        if self.limits.connections_max_idle_ms >= 0:
            shortest_ms = min(shortest_ms, self.limits.connections_max_idle_ms)
        self._sweep_call = self.clock.callLater(max(shortest_ms / 1000 / _VISITS / _GROUPS, 0.01), self._sweep)

    def _sweep(self) -> None:
        self._schedule_sweep()
        group = self._groups[self._next_group]
        self._next_group = (self._next_group + 1) % _GROUPS
        now_s = self.clock.seconds()
        for member, seen in list(group.items()):
            if member in group:
                self._visit(member, seen, now_s)

    def _visit(self, member: Member, seen: _Seen, now_s: float) -> None:
        limits = self.limits
        received = member.received_bytes
        if member.is_quiet:
            seen.frame_since_s = None
            if received != seen.bytes_:
                seen.bytes_ = received
                seen.idle_since_s = now_s
            elif 0 <= limits.connections_max_idle_ms <= (now_s - seen.idle_since_s) * 1000:
                member.idle()
            return
        seen.bytes_ = received
        seen.idle_since_s = now_s
        if not member.is_half_received or member.is_held_up:
            seen.frame_since_s = None
        elif seen.frame_since_s is None or seen.requests != member.received_requests:
            seen.frame_since_s = now_s
            seen.requests = member.received_requests
            seen.bytes_at_start = received
        else:
            came = received - seen.bytes_at_start
            allowed_s = limits.request_frame_timeout_ms / 1000 + came / SLOWEST_BYTES_PER_SECOND
            if now_s - seen.frame_since_s >= allowed_s:
                member.too_slow(
                    f"a request is half received for {limits.request_frame_timeout_ms} ms, and {came} bytes of it came meanwhile"
                )

    # -- the end

    def drain(self, timeout_ms: int) -> Deferred[None]:
        """Take no more connections and requests, let answers under way leave, and close; what is left after `timeout_ms` is aborted.
        Fires when no connection is left."""
        self._drained = Deferred()
        drained = self._drained
        self._cut_off = self.clock.callLater(timeout_ms / 1000, self._abort_all)
        for member in self.members:
            member.finish()
        if not self._group_of:
            self._tell_drained()
        return drained

    def _abort_all(self) -> None:
        for member in self.members:
            member.abort()

    def _tell_drained(self) -> None:
        drained = self._drained
        if drained is not None and not drained.called:
            if self._cut_off is not None and self._cut_off.active():
                self._cut_off.cancel()
            drained.callback(None)
