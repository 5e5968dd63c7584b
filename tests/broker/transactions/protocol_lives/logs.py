"""Toy logs: what is replicated after a while, taken over, and, of a partition, what klog's leader knows of producers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred

from klog.broker.transactions.marker_sender import EndMarker
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.storage.producers.state import ProducerStateManager, Verdict
from klog.storage.producers.transaction_guard import TransactionGuard
from tests.broker.transactions.protocol_lives.world import REQUEST_TIMEOUT_S, World


class _Waiting(NamedTuple):
    offset: int
    deferred: Deferred[ErrorCode]


class ToyLog:
    """A list that is replicated after a while, and taken over with what was, and perhaps more.

    :ivar epoch: of the leadership.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.entries: list[Any] = []
        self.high_watermark = 0
        self.epoch = 1
        self._waiting: list[_Waiting] = []

    def append(self, entry: Any) -> None:
        """At the end; replicated later."""
        self.entries.append(entry)
        self._replicate()

    def _replicate(self) -> None:
        random_, epoch, end = self.world.random, self.epoch, len(self.entries)
        delay_s = random_.uniform(0, 0.02)
        if random_.random() < self.world.plan.slow_replication:
            delay_s += random_.uniform(0, 2)
        self.world.clock.callLater(delay_s, self._replicated, epoch, end)

    def _replicated(self, epoch: int, end: int) -> None:
        if epoch == self.epoch and end > self.high_watermark:
            self.high_watermark = end
            self.raised()
            waiting, self._waiting = self._waiting, []
            for one in waiting:
                if one.offset <= end:
                    self._answer(one.deferred, ErrorCode.NONE)
                else:
                    self._waiting.append(one)

    def raised(self) -> None:
        """The high watermark rose."""

    @staticmethod
    def _answer(deferred: Deferred[ErrorCode], code: ErrorCode) -> None:
        if not deferred.called:
            deferred.callback(code)

    def acknowledged(self, end: int, timeout_s: float) -> ErrorCode | Deferred[ErrorCode]:
        """NONE when everything below `end` is replicated, or why nobody knows."""
        if self.high_watermark >= end:
            return ErrorCode.NONE
        waiting: Deferred[ErrorCode] = Deferred()
        self._waiting.append(_Waiting(end, waiting))
        self.world.clock.callLater(timeout_s, self._answer, waiting, ErrorCode.REQUEST_TIMED_OUT)
        return waiting

    def taken_over(self) -> None:
        """Another replica leads: it has what was replicated, and perhaps more."""
        self.epoch += 1
        del self.entries[self.world.random.randint(self.high_watermark, len(self.entries)) :]
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            self._answer(one.deferred, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self._replicate()


def acknowledgement(log: ToyLog, end: int) -> Deferred[None] | None:
    """Of what is below `end`, as ``partition_writer`` tells it."""
    waiting = log.acknowledged(end, 1.0)
    return waiting.addCallback(_told) if isinstance(waiting, Deferred) else None


def _told(code: ErrorCode) -> None:
    if code is ErrorCode.REQUEST_TIMED_OUT:
        raise KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
    if code is not ErrorCode.NONE:
        raise KlogError(ErrorCode.NOT_COORDINATOR)


class Data(NamedTuple):
    """A batch of one record."""

    producer_id: int
    epoch: int
    sequence: int
    value: bytes


class Marker(NamedTuple):
    """The end of a transaction."""

    producer_id: int
    epoch: int
    coordinator_epoch: int
    commit: bool


class ToyPartition(ToyLog):
    """A partition, whose leader knows producers as klog's does."""

    def __init__(self, world: World, name: TopicPartition, leader: int) -> None:
        super().__init__(world)
        self.name = name
        #: 0 while nobody leads.
        self.leader = leader
        self.producers = self._new_producers()

    def _new_producers(self) -> ProducerStateManager:
        return ProducerStateManager(self.world.fs, f"/{self.name}", self.name, lambda: self.world.producer_expiration_ms)

    def raised(self) -> None:
        """Transactions become stable."""
        self.producers.on_high_watermark(self.high_watermark)

    def move(self, leader: int) -> None:
        """Another one leads, and knows what the log says."""
        self.leader = leader
        self.taken_over()
        self.producers = self._new_producers()
        for offset, entry in enumerate(self.entries):
            self._note(offset, entry)
        self.raised()

    def _note(self, offset: int, entry: Data | Marker) -> None:
        now_ms = self.world.now_ms()
        if isinstance(entry, Data):
            self.producers.update(entry.producer_id, entry.epoch, entry.sequence, offset, offset, now_ms, transactional=True)
        else:
            completed = self.producers.end_transaction(
                entry.producer_id, entry.epoch, entry.coordinator_epoch, not entry.commit, offset, now_ms
            )
            if completed is not None:
                self.producers.complete(completed)
        self.producers.advance(offset + 1)

    def _append(self, entry: Data | Marker) -> int:
        offset = len(self.entries)
        self.append(entry)
        self._note(offset, entry)
        return offset

    def write(self, data: Data, guard: TransactionGuard | None) -> ErrorCode | Deferred[ErrorCode]:
        """As ``LogAppending`` and Produce have it."""
        decision = self.producers.check_in_transaction(data.producer_id, data.epoch, data.sequence, data.sequence, guard)
        if decision.verdict is Verdict.REFUSE:
            return decision.code
        if decision.verdict is Verdict.DUPLICATE:
            assert decision.original is not None
            offset = decision.original.last_offset
        else:
            offset = self._append(data)
        return self.acknowledged(offset + 1, REQUEST_TIMEOUT_S)

    def mark(self, broker_id: int, marker: EndMarker) -> ErrorCode | Deferred[ErrorCode]:
        """As ``marker_writer`` has it."""
        if self.leader != broker_id:
            return ErrorCode.NOT_LEADER_OR_FOLLOWER
        decision = self.producers.check_marker(marker.producer_id, marker.epoch, marker.coordinator_epoch, marker.version)
        if decision.code:
            return decision.code
        offset = self._append(Marker(marker.producer_id, marker.epoch, marker.coordinator_epoch, marker.commit))
        return self.acknowledged(offset + 1, REQUEST_TIMEOUT_S)

    def committed(self) -> Iterator[tuple[int, bytes]]:
        """What readers of committed data see now: by the log alone."""
        stable = min(self.first_open(), self.high_watermark)
        begun: dict[int, list[tuple[int, bytes]]] = {}
        found = []
        for offset, entry in enumerate(self.entries[: self.high_watermark]):
            if isinstance(entry, Data):
                begun.setdefault(entry.producer_id, []).append((offset, entry.value))
            else:
                values = begun.pop(entry.producer_id, [])
                if entry.commit:
                    found += values
        yield from sorted(one for one in found if one[0] < stable)

    def first_open(self) -> int:
        """Where the first transaction without an end begins, by the log alone."""
        first: dict[int, int] = {}
        for offset, entry in enumerate(self.entries):
            if isinstance(entry, Data):
                first.setdefault(entry.producer_id, offset)
            else:
                first.pop(entry.producer_id, None)
        return min(first.values(), default=len(self.entries))
