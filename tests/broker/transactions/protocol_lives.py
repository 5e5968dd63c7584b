"""The protocol of transactions among parts that are klog's own, over toy logs and a toy network: thousands of lives in a minute.

Klog's are what decides: the coordinator with its shard (``shard``, ``decisions``, ``marker_sender``), its handlers, what partitions know of
producers (`klog.storage.producers.state`, guards included), and the client's conversation (`klog.client.transactions.coordination`). Toys
are the rest: a log is a list, of which some more is replicated after a while; whoever takes it over has what was replicated, and as much
of the rest as chance says. Requests and answers take their time, and get lost; what was lost may be done long after everybody has gone
on. By the second version of the protocol requests are also done twice though the first was answered, which is what that version is for
(KIP-890); the first one cannot bear that (KAFKA-17754), nor that markers come late from a coordinator whose word is the last there.

Every transactional id has instances, each of which takes the one before for dead; zombies go on. Coordinators are taken over in the midst
of everything, and partitions. Producer ids begin with their epochs nearly used up. The judge is that of whole clusters' lives
(`tests.broker.cluster_lives.transaction_life.TransactionHistory`): nothing that was committed is lost, nothing aborted is read, nothing is
torn, no log is taken for one that has lost its end, and in the end nothing is open.

``python -m tests.broker.transactions.protocol_lives --seeds 0-20000``; with ``--mutations`` known bugs are put back, and looked for
(``protocol_mutations``).
"""

from __future__ import annotations

import argparse
import dataclasses
import heapq
import itertools
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, NamedTuple, cast

from twisted.internet.base import DelayedCall
from twisted.internet.defer import Deferred, succeed
from twisted.internet.task import Clock

from klog.broker.coordinators.deadlines import Deadlines
from klog.broker.coordinators.records import CoordinatorRecord, Encoded, encoded
from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.handlers.add_partitions_to_txn import AddPartitionsToTxnHandler
from klog.broker.handlers.end_txn import EndTxnHandler
from klog.broker.handlers.init_producer_id import InitProducerIdHandler
from klog.broker.transactions.coordinator import NOT_ABORTED_S, TransactionCoordinator
from klog.broker.transactions.environment import TransactionEnvironment
from klog.broker.transactions.marker_sender import Codes, EndMarker, MarkerSender
from klog.broker.transactions.shard import TransactionShard
from klog.broker.transactions.states import TransactionState
from klog.broker.transactions.transaction import MAX_EPOCH, Transaction
from klog.broker.transactions.transaction_settings import TransactionSettings
from klog.broker.transactions.verification import TransactionVerifier, ask_coordinator, told
from klog.client.requests.find_coordinator import GROUP
from klog.client.requests.transactions import TransactionProtocol
from klog.client.retry import Action, what_to_do
from klog.client.transactions.coordination import Coordination
from klog.client.transactions.errors import ProducerFenced
from klog.errors import ErrorCode, KlogError
from klog.log_rate_limit import LogRateLimit
from klog.model import TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.net.client.errors import BrokerUnreachable
from klog.retry_policy import Backoff, RetryPolicy
from klog.storage.producers.state import DEFAULT_EXPIRATION_MS, ProducerStateManager, Verdict
from klog.storage.producers.transaction_guard import TransactionGuard
from klog.testing.filesystem import MemoryFileSystem
from klog.wire.apis import APIS
from klog.wire.coordinator_records import decode_value
from klog.wire.messages.add_partitions_to_txn import AddPartitionsToTxnRequest
from klog.wire.messages.end_txn import EndTxnRequest, EndTxnResponse
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.schema import Message
from klog.wire.transaction_records import TRANSACTION_RECORDS, TransactionLogKey, TransactionLogValue
from tests.broker.cluster_lives.transaction_life import TransactionHistory, Written

BROKERS = (1, 2, 3)
#: Virtual seconds.
LIFE_S = 12.0
TIMEOUT_MS = 2_000
REQUEST_TIMEOUT_S = 0.5
STEP_TIMEOUT_MS = 5_000
#: Everything comes to an end within so long.
END_S = 60.0
CONNECTION = ConnectionInfo("TOY", "toy", 1, "toy", 2)


class Violation(AssertionError):
    """Something does not hold."""


@dataclasses.dataclass
class Plan:
    """What kind of life it is."""

    seed: int
    second: bool = True
    partitions: int = 2
    writers: int = 2
    first_epoch: int = -1
    loss: float = 0.05
    late: float = 0.05
    #: Answers to leaders that verify.
    slow_answers: float = 0.05
    slow_replication: float = 0.05
    #: Acts a second, by name.
    acts: dict[str, float] = dataclasses.field(default_factory=dict)

    @classmethod
    def drawn(cls, seed: int) -> Plan:
        """What seed `seed` is."""
        rng = random.Random(seed)
        return cls(
            seed,
            second=rng.random() < 0.6,
            partitions=rng.choice([1, 2, 3]),
            writers=rng.choice([1, 2]),
            first_epoch=rng.choice([-1, -1, MAX_EPOCH - 3, MAX_EPOCH - 2, MAX_EPOCH - 1]),
            loss=rng.choice([0.0, 0.03, 0.15]),
            late=rng.choice([0.0, 0.05, 0.2]),
            slow_answers=rng.choice([0.0, 0.05, 0.3]),
            slow_replication=rng.choice([0.0, 0.05, 0.3]),
            acts={
                "take_over": rng.choice([0.0, 0.3, 1.5]),
                "move": rng.choice([0.0, 0.3, 1.5]),
                "next_instance": rng.choice([0.0, 0.1, 0.4]),
                "vanish": rng.choice([0.0, 0.0, 0.1]),
            },
        )


class HeapClock(Clock):
    """Virtual time as of `Clock`, which sorts everything that waits at every step: that is most of what a life would cost."""

    def __init__(self) -> None:
        super().__init__()
        self._heap: list[tuple[float, int, DelayedCall]] = []
        self._count = itertools.count()

    def callLater(self, delay: float, callable: Callable[..., Any], *args: object, **kw: object) -> DelayedCall:
        """See `IReactorTime`; what it gives can be cancelled, and not moved."""
        call = DelayedCall(self.rightNow + delay, callable, args, kw, lambda _: None, lambda _: None, self.seconds)
        heapq.heappush(self._heap, (call.getTime(), next(self._count), call))
        return call

    def pass_time(self, seconds: float) -> None:
        """Do what is due, each at its moment."""
        until = self.rightNow + seconds
        heap = self._heap
        while heap and heap[0][0] <= until:
            at, _, call = heapq.heappop(heap)
            if call.active():
                self.rightNow = max(self.rightNow, at)
                call.called = 1
                call.func(*call.args, **call.kw)
        self.rightNow = until


# Logs


class _Waiting(NamedTuple):
    offset: int
    deferred: Deferred[ErrorCode]


class ToyLog:
    """A list that is replicated after a while, and taken over with what was, and perhaps more.

    :ivar epoch: of the leadership.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.entries: list[Any] = []
        self.high_watermark = 0
        self.epoch = 1
        self._waiting: list[_Waiting] = []

    def append(self, entry: Any) -> None:
        """At the end; replicated later."""
        self.entries.append(entry)
        self._replicate()

    def _replicate(self) -> None:
        random_, epoch, end = self.model.random, self.epoch, len(self.entries)
        delay_s = random_.uniform(0, 0.02)
        if random_.random() < self.model.plan.slow_replication:
            delay_s += random_.uniform(0, 2)
        self.model.clock.callLater(delay_s, self._replicated, epoch, end)

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
        self.model.clock.callLater(timeout_s, self._answer, waiting, ErrorCode.REQUEST_TIMED_OUT)
        return waiting

    def taken_over(self) -> None:
        """Another replica leads: it has what was replicated, and perhaps more."""
        self.epoch += 1
        del self.entries[self.model.random.randint(self.high_watermark, len(self.entries)) :]
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            self._answer(one.deferred, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self._replicate()


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

    def __init__(self, model: Model, name: TopicPartition, leader: int) -> None:
        super().__init__(model)
        self.name = name
        #: 0 while nobody leads.
        self.leader = leader
        self.producers = self._new_producers()

    def _new_producers(self) -> ProducerStateManager:
        return ProducerStateManager(self.model.fs, f"/{self.name}", self.name, self.model.producer_expiration_ms)

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
        now_ms = self.model.now_ms()
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


# The coordinator


class ToyStateLog(ToyLog):
    """One partition of ``__transaction_state``; `epoch` is the coordinator's."""


class _CoordinatorLog:
    """One leadership of it. Implements `klog.broker.coordinators.shard.CoordinatorLog`."""

    def __init__(self, log: ToyStateLog) -> None:
        self._log = log
        self._epoch = log.epoch
        self.end = len(log.entries)

    @property
    def settled(self) -> int:
        return self._log.high_watermark

    def append(self, records: Sequence[CoordinatorRecord]) -> Deferred[None] | None:
        return self.append_encoded([encoded(record) for record in records])

    def append_encoded(self, records: Sequence[Encoded]) -> Deferred[None] | None:
        if self._log.epoch != self._epoch:
            raise KlogError(ErrorCode.NOT_COORDINATOR)
        for record in records:
            self._log.append(record)
        self.end = len(self._log.entries)
        return self.acknowledged()

    def append_in_transaction(self, *args: Any) -> Deferred[None] | None:
        raise NotImplementedError

    def append_marker(self, batch: bytes, version: int) -> Deferred[None] | None:
        raise NotImplementedError

    def begin_verification(self, producer_id: int, epoch: int, *, knows_epoch_bumps: bool) -> TransactionGuard | None:
        raise NotImplementedError

    def acknowledged(self) -> Deferred[None] | None:
        if self._log.epoch != self._epoch:
            raise KlogError(ErrorCode.NOT_COORDINATOR)
        return acknowledgement(self._log, self.end)


def acknowledgement(log: ToyLog, end: int) -> Deferred[None] | None:
    """Of what is below `end`, as ``partition_writer`` tells it."""
    waiting = log.acknowledged(end, 1.0)
    return waiting.addCallback(_told) if isinstance(waiting, Deferred) else None


def _told(code: ErrorCode) -> None:
    if code is ErrorCode.REQUEST_TIMED_OUT:
        raise KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
    if code is not ErrorCode.NONE:
        raise KlogError(ErrorCode.NOT_COORDINATOR)


class _Shard(TransactionShard):
    """Klog's, of which it is noted whether it has given up a producer id for what its log has lost: none loses anything here."""

    def __init__(self, model: Model, log: _CoordinatorLog, environment: TransactionEnvironment, epoch: int, markers: MarkerSender) -> None:
        super().__init__(0, environment, log, lambda: epoch, markers)
        self._model = model

    def _write(self, transactional_id: str, *steps: Transaction) -> Deferred[None] | None:
        written = super()._write(transactional_id, *steps)
        if len(steps) > 1:
            self._model.given_up.append(transactional_id)
        return written


class ToyCoordinator(TransactionCoordinator):
    """Klog's, with one shard that is handed in, on `broker_id`."""

    def __init__(self, model: Model, broker_id: int) -> None:
        self.model, self.broker_id = model, broker_id
        self.environment = TransactionEnvironment(
            clock=model.clock,
            now_ms=model.now_ms,
            coordination=cast(Any, model),
            in_thread=cast(Any, None),
            deadlines=Deadlines(model.clock),
            warn=lambda sentence: None,
            settings=model.settings,
            version=lambda: 2 if model.plan.second else 0,
        )
        self._not_aborted = LogRateLimit(model.clock.seconds, NOT_ABORTED_S)
        self.markers = MarkerSender(model.clock, lambda: broker_id, self._leader_of, self, _run_steps, self._remote)
        log = _CoordinatorLog(model.state_log)
        epoch = model.state_log.epoch
        self.only = _Shard(model, log, self.environment, epoch, self.markers)
        for key, value in model.state_log.entries:
            record = TRANSACTION_RECORDS.decode_key(key)
            assert isinstance(record, TransactionLogKey)
            self.only.apply(record, None if value is None else model.decode(value))
        self.only.activate()

    def close(self) -> None:
        """Somebody else coordinates."""
        self.only.close()
        self.markers.close()

    def shard(self, name: str) -> TransactionShard:
        self.only.check_active()
        return self.only

    def active_shards(self) -> Iterator[TransactionShard]:
        yield self.only

    def abort_timed_out(self) -> None:
        for name in self.only.timed_out():
            self._abort_one(name)

    def _leader_of(self, partition: TopicPartition) -> int | None:
        return self.model.partitions[partition].leader or None

    def write(self, marker: EndMarker, partition: TopicPartition) -> ErrorCode | Deferred[ErrorCode]:
        """Of a partition that this broker leads (`LocalMarkers`)."""
        return self.model.partitions[partition].mark(self.broker_id, marker)

    def _remote(self, broker_id: int, marker: EndMarker, partitions: list[TopicPartition]) -> Deferred[Codes]:
        def act() -> Deferred[Codes]:
            codes: dict[TopicPartition, ErrorCode] = {}
            answer: Deferred[Codes] = Deferred()
            left = len(partitions)

            def note(code: ErrorCode, one: TopicPartition) -> None:
                nonlocal left
                codes[one] = code
                left -= 1
                if not left:
                    answer.callback(codes)

            for one in partitions:
                code = self.model.partitions[one].mark(broker_id, marker)
                if isinstance(code, Deferred):
                    code.addCallback(note, one)
                else:
                    note(code, one)
            return answer

        def lost(failure: Any) -> Codes:
            failure.trap(KlogError)
            return dict.fromkeys(partitions, ErrorCode.NETWORK_EXCEPTION)

        def may_be_late() -> bool:
            # By the first version only where the next coordinator has sent its own: else nothing tells the one from the other.
            known = [self.model.partitions[one].producers.producers.get(marker.producer_id) for one in partitions]
            return self.model.plan.second or all(entry and entry.coordinator_epoch > marker.coordinator_epoch for entry in known)

        return self.model.ask(act, may_be_late=may_be_late).addErrback(lost)


def _run_steps(steps: Iterator[None]) -> Deferred[None]:
    for _ in steps:
        pass
    return succeed(None)


# Clients


class ToyRouting:
    """How a client asks its coordinator. Implements `klog.client.transactions.asks_coordinators.AsksCoordinators`."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._ranges = ApiRanges(
            "toy:1",
            {key: (api.announced.lowest, api.announced.highest) for key, api in APIS.items()},
            {"transaction.version": 2} if model.plan.second else {},
        )

    def coordinator(self, key: str, *, kind: int = GROUP) -> Awaitable[int]:
        return succeed(self.model.coordinator.broker_id)

    def versions(self, node_id: int, *, purpose: Any = "data") -> Awaitable[ApiRanges]:
        return succeed(self._ranges)

    def ask_coordinator(
        self, key: str, message: Message, *, version: int | None = None, at_most: int | None = None, kind: int = GROUP
    ) -> Awaitable[Any]:
        asked = self._ranges.choose(type(message), at_most) if version is None else version
        return self.model.ask(lambda: self.model.answer(message, asked))

    def stale(self, topic: str) -> None:
        pass

    def retry_policy(self, timeout_ms: float | None = None) -> RetryPolicy:
        seconds = self.model.clock.seconds
        return RetryPolicy(seconds, Backoff(50, 200, self.model.random), seconds() + STEP_TIMEOUT_MS / 1000)

    def wait_ms(self, backoff: float) -> Awaitable[None]:
        return self.model.pause(backoff / 1000)


class Writer:
    """One instance of a transactional id: one transaction after the other."""

    def __init__(self, model: Model, name: str, instance: int) -> None:
        self.model, self.name, self.instance = model, name, instance
        self.coordination = Coordination(ToyRouting(model), name, TIMEOUT_MS)
        self._sequences: dict[TopicPartition, int] = {}
        self._added: set[TopicPartition] = set()
        self._begun_s = 0.0

    async def live(self) -> None:
        """Until it is fenced, or all is over."""
        model = self.model
        while model.goes_on:
            try:
                await self._transact()
            except ProducerFenced as error:
                if model.is_calm and model.clock.seconds() - self._begun_s < TIMEOUT_MS / 1000:
                    raise Violation(f"{self.name} is fenced, and nobody has come: {error.message}") from error
                if model.instances[self.name] != self.instance:
                    return
                # It was late itself: a new producer, as users do it.
                model.begin_instance(self.name)
                return
            except KlogError:
                # The coordinator was not to be had in time.
                pass
            await model.pause(model.random.choice([0.0, 0.01, 0.2]))

    async def _transact(self) -> None:
        model, coordination, chance = self.model, self.coordination, self.model.random
        self._begun_s = model.clock.seconds()
        if coordination.needs_epoch:
            await coordination.initialise()
            self._sequences.clear()
        self._added.clear()
        assert coordination.identity is not None
        producer_id, epoch = coordination.identity
        # Who is the newer one the coordinator decides, by the order in which it answered.
        written = Written(self.name, producer_id * (MAX_EPOCH + 1) + epoch)
        model.history.opened(written)
        try:
            await self._fill(written)
            if chance.random() < 0.25:
                raise KlogError(ErrorCode.OPERATION_NOT_ATTEMPTED, "aborted by its user")
            written.is_asked = True
        except KlogError as error:
            written.outcome = False
            written.is_over = True
            coordination.needs_epoch = True
            if isinstance(error, ProducerFenced):
                raise
            await coordination.end(commit=False)
            self._next_epoch()
            return
        try:
            await coordination.end(commit=True)
            written.outcome = True
            self._next_epoch()
        except ProducerFenced as error:
            written.outcome = None if error.is_commit_uncertain else False
            raise
        except KlogError as error:
            if error.code is not ErrorCode.REQUEST_TIMED_OUT:
                written.outcome = False
                await coordination.end(commit=False)
                self._next_epoch()
        finally:
            written.is_over = True

    async def _fill(self, written: Written) -> None:
        """What the transaction consists of."""
        model, chance = self.model, self.model.random
        for _ in range(chance.choice([1, 2, 3])):
            name = chance.choice(model.outputs)
            value = b"%d" % model.next_number()
            model.history.wrote(written, name, value)
            await self._write(name, value)
            if chance.random() < 0.2:
                await model.pause(chance.choice([0.05, 0.5, 3.0]))

    def _next_epoch(self) -> None:
        if self.coordination.protocol is TransactionProtocol.SECOND:
            self._sequences.clear()

    async def _write(self, name: TopicPartition, value: bytes) -> None:
        model, coordination = self.model, self.coordination
        adds = coordination.protocol is TransactionProtocol.SECOND
        if not adds and name not in self._added:
            await coordination.add([name])
            self._added.add(name)
        assert coordination.identity is not None
        sequence = self._sequences.get(name, 0)
        data = Data(*coordination.identity, sequence, value)
        version = 12 if adds else 11
        # Seldom it is given up soon, and done all the same.
        until_s = model.clock.seconds() + model.random.choice([0.1, 3.0, 3.0])
        while (self.name, self.instance) not in model.vanished:
            try:
                code = await model.ask(lambda: model.produce(self.name, name, data, version))
            except BrokerUnreachable as error:
                code = error.code
            if code is ErrorCode.NONE:
                self._sequences[name] = sequence + 1
                return
            if (
                what_to_do(code) is Action.FAIL and code not in (ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, ErrorCode.CONCURRENT_TRANSACTIONS)
            ) or model.clock.seconds() > until_s:
                raise KlogError(code, f"{value!r} was not written")
            await model.pause(0.05)
        await Deferred()


# All of it


class Model:
    """See the module. It is what a coordinator takes for the cluster, too."""

    settings = TransactionSettings(max_timeout_ms=60_000)
    producer_expiration_ms = DEFAULT_EXPIRATION_MS

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.random = random.Random(plan.seed * 5 + 3)
        self.clock = HeapClock()
        self.clock.rightNow = 1_000.0
        self.fs = MemoryFileSystem()
        self.history = TransactionHistory()
        self.goes_on = self.is_faulty = True
        self.state_log = ToyStateLog(self)
        self.partitions = {
            name: ToyPartition(self, name, self.random.choice(BROKERS))
            for name in (TopicPartition("t", index) for index in range(plan.partitions))
        }
        #: Where writers write to.
        self.outputs = list(self.partitions)
        self.instances: dict[str, int] = {}
        self.lives: dict[tuple[str, int], Deferred[None]] = {}
        #: Instances that have died, and leave what is open.
        self.vanished: set[tuple[str, int]] = set()
        #: Transactional ids whose coordinator took its log for cut.
        self.given_up: list[str] = []
        self._number = 0
        self._next_id = 100
        self._decode: dict[bytes, TransactionLogValue] = {}
        self._verifiers: dict[int, TransactionVerifier] = {}
        if plan.first_epoch >= 0:
            for writer in range(plan.writers):
                self._preset(f"w{writer}", plan.first_epoch)
        self.coordinator = ToyCoordinator(self, self.random.choice(BROKERS))

    # What everybody asks of it

    def now_ms(self) -> int:
        """Now."""
        return int(self.clock.seconds() * 1000)

    def next_number(self) -> int:
        """For values, each once."""
        self._number += 1
        return self._number

    def pause(self, seconds: float) -> Deferred[None]:
        """Fires then."""
        waiting: Deferred[None] = Deferred()
        self.clock.callLater(seconds, waiting.callback, None)
        return waiting

    def next_producer_id(self) -> Deferred[int]:
        """After a moment, as ZooKeeper gives it."""
        self._next_id += 1
        given = self._next_id
        return self.pause(self.random.uniform(0, 0.01)).addCallback(lambda _: given)

    def topics(self) -> dict[str, Any]:
        """What there is."""
        return {"t": _Topic(tuple(range(self.plan.partitions)))}

    def decode(self, value: bytes) -> TransactionLogValue:
        """A record's value."""
        found = decode_value(TransactionLogKey, value)
        assert isinstance(found, TransactionLogValue)
        return found

    # The network

    def ask(self, act: Callable[[], Any], slow: float = 0.0, may_be_late: Callable[[], bool] = lambda: True) -> Deferred[Any]:
        """What `act` gives at the other end; `BrokerUnreachable` where that, or the way there, got lost.

        :param slow: how likely an answer takes its time.
        :param may_be_late: whether it may still be done when it comes late.
        """
        plan, chance = self.plan, self.random
        asked: Deferred[Any] = Deferred(lambda _: None)

        def unanswered() -> None:
            if not asked.called:
                asked.errback(BrokerUnreachable("toy:1", "did not answer"))

        def answered(result: Any) -> None:
            delay_s = chance.uniform(0, 0.02)
            if self.is_faulty and chance.random() < slow:
                delay_s += chance.uniform(0, 1.2)
            if self.is_faulty and chance.random() < plan.loss:
                self.clock.callLater(delay_s, unanswered)
                return
            self.clock.callLater(delay_s, lambda: None if asked.called else asked.callback(result))

        def arrives(answer: Callable[[Any], None]) -> None:
            try:
                done = act()
            except KlogError as error:
                done = error.code
            if isinstance(done, Deferred):
                done.addCallback(answer)
            else:
                answer(done)

        is_lost = self.is_faulty and chance.random() < plan.loss
        if (plan.second or is_lost) and self.is_faulty and chance.random() < plan.late * (4 if is_lost else 1):
            # Long after everybody has gone on.
            late_s = chance.choice([0.03, 0.3, 1.0, 3.0])
            self.clock.callLater(late_s, lambda: arrives(lambda result: None) if may_be_late() else None)
        self.clock.callLater(chance.uniform(0, 0.02), (lambda: unanswered()) if is_lost else (lambda: arrives(answered)))
        self.clock.callLater(REQUEST_TIMEOUT_S * 3, unanswered)
        return asked

    def answer(self, message: Message, version: int) -> Any:
        """What the coordinator's handlers say."""
        coordinator = self.coordinator
        context = RequestContext(message.api_key, version, 1, "toy", CONNECTION)
        handler: Any
        if isinstance(message, InitProducerIdRequest):
            handler = InitProducerIdHandler(cast(Any, self), coordinator)
        elif isinstance(message, AddPartitionsToTxnRequest):
            handler = AddPartitionsToTxnHandler(coordinator, cast(Any, self))
        else:
            assert isinstance(message, EndTxnRequest)
            handler = EndTxnHandler(coordinator)

        return handled(handler, context, message, lambda code: _refusal(handler, message, version, code))

    def produce(self, transactional_id: str, name: TopicPartition, data: Data, version: int) -> Any:
        """As ``ProduceVerification`` and the handler have it."""
        partition = self.partitions[name]
        if not partition.leader:
            return ErrorCode.NOT_LEADER_OR_FOLLOWER
        adds = version >= 12
        guard = partition.producers.begin_verification(data.producer_id, data.epoch, data.sequence, adds, self.now_ms())
        if guard is None:
            return partition.write(data, None)
        epoch = partition.epoch
        verifier = TransactionVerifier(
            self.coordinator, self.clock, lambda: partition.leader, lambda _: self.coordinator.broker_id, self._verify_remotely
        )
        codes = verifier.ask(transactional_id, data.producer_id, data.epoch, frozenset({name}), adds=adds)

        def verified(codes: Codes) -> Any:
            code = codes[name]
            if code is not ErrorCode.NONE:
                return told(code, adds=adds, knows_abortable=True)
            if partition.epoch != epoch or not partition.leader:
                return ErrorCode.NOT_LEADER_OR_FOLLOWER
            return partition.write(data, guard)

        return codes.addCallback(verified) if isinstance(codes, Deferred) else verified(codes)

    def _verify_remotely(self, broker_id: int, question: Any) -> Deferred[Any]:
        transactional_id, producer_id, epoch, adds, partitions = question

        def act() -> Any:
            return ask_coordinator(self.coordinator, transactional_id, producer_id, epoch, partitions, adds=2 if adds else None)

        lost = dict.fromkeys(partitions, ErrorCode.NETWORK_EXCEPTION)
        return self.ask(act, self.plan.slow_answers).addErrback(lambda failure: lost if failure.check(BrokerUnreachable) else failure)

    # What happens

    def _preset(self, writer: str, epoch: int) -> None:
        self._next_id += 1
        known = Transaction(self._next_id, epoch, TIMEOUT_MS, TransactionState.EMPTY, self.now_ms(), previous_producer_id=self._next_id)
        record = CoordinatorRecord(TransactionLogKey(transactional_id=writer), known.to_value(1), 1)
        self.state_log.entries.append(encoded(record))
        self.state_log.high_watermark += 1

    def begin_instance(self, writer: str) -> None:
        """Another instance of a writer."""
        instance = self.instances[writer] = self.instances.get(writer, 0) + 1
        self.lives[writer, instance] = Deferred.fromCoroutine(self._writer(writer, instance).live())

    def _writer(self, writer: str, instance: int) -> Writer:
        return Writer(self, writer, instance)

    def take_over(self) -> None:
        """Another broker coordinates; what the one before has sent is on its way."""
        self.coordinator.close()
        self.state_log.taken_over()
        self.coordinator = ToyCoordinator(self, self.random.choice(BROKERS))

    def move(self) -> None:
        """A partition has another leader, after a moment without."""
        partition = self.random.choice(list(self.partitions.values()))
        leader = self.random.choice(BROKERS)
        if self.random.random() < 0.5:
            partition.leader = 0
            self.clock.callLater(self.random.uniform(0, 1), partition.move, leader)
        else:
            partition.move(leader)

    def next_instance(self) -> None:
        """Somebody takes a writer for dead."""
        self.begin_instance(self.random.choice(sorted(self.instances)))

    def vanish(self) -> None:
        """A writer dies in the midst of something; perhaps nobody takes its place."""
        writer = self.random.choice(sorted(self.instances))
        self.vanished.add((writer, self.instances[writer]))
        if self.random.random() < 0.5:
            self.begin_instance(writer)

    @property
    def is_calm(self) -> bool:
        """Whether nothing happens that may cost somebody its epoch."""
        plan = self.plan
        return not plan.loss and not plan.late and not any(plan.acts.values())

    def look(self) -> None:
        """Nothing is read before its commit was asked for, and klog's last stable offset is what the log says."""
        for name, partition in self.partitions.items():
            for offset, value in partition.committed():
                self.history.polled("watcher", name, offset, value)
            stable = min(partition.first_open(), partition.high_watermark)
            known = partition.producers.first_unstable_offset
            found = partition.high_watermark if known is None else min(known, partition.high_watermark)
            if found > stable:
                raise Violation(f"last stable offset: {found} of {name}, and the log says {stable}")
        if self.given_up:
            raise Violation(f"taken for lost: the producer id of {self.given_up[0]} is given up, and its log is whole")
        if self.history._early:
            raise Violation(self.history._early[0])

    def run(self) -> None:
        """The whole life."""
        for writer in range(self.plan.writers):
            self.begin_instance(f"w{writer}")
        until_s = self.clock.seconds() + LIFE_S
        checked_s = self.clock.seconds()
        while self.clock.seconds() < until_s:
            step_s = 0.05
            for name, rate in sorted(self.plan.acts.items()):
                if self.random.random() < rate * step_s:
                    getattr(self, name)()
            self.clock.pass_time(step_s)
            if self.clock.seconds() - checked_s >= 0.5:
                checked_s = self.clock.seconds()
                self.look()
                self.coordinator.abort_timed_out()
        self.goes_on = self.is_faulty = False
        left_s = END_S
        while why := self.missing():
            if left_s <= 0:
                raise Violation(f"hanging: {'; '.join(why[:4])}")
            self.clock.pass_time(0.5)
            self.coordinator.abort_timed_out()
            self.look()
            left_s -= 0.5
        self.judge()

    def missing(self) -> list[str]:
        """What has not come to an end."""
        why = [f"{name} is {known.state.name}" for name, known in self.coordinator.only.transactions.under_way.items()]
        for name, partition in self.partitions.items():
            if partition.first_open() < len(partition.entries):
                why.append(f"in {name} something is open from {partition.first_open()} on, of {len(partition.entries)}")
        for (writer, instance), life in self.lives.items():
            if (writer, instance) in self.vanished:
                continue
            if not life.called:
                why.append(f"{writer}.{instance} goes on")
            elif life.result is not None:
                why.append(f"{writer}.{instance}: {life.result}")
        return why

    def judge(self) -> None:
        """In the end."""
        self.look()
        for name, partition in self.partitions.items():
            for offset, value in partition.committed():
                self.history.polled("final", name, offset, value)
        self.history.polls.pop("watcher", None)
        wrong = list(self.history.violations("final"))
        if wrong:
            raise Violation("; ".join(wrong[:3]))

    @property
    def outcomes(self) -> list[bool | None]:
        """Of all transactions."""
        return [written.outcome for written in self.history.transactions]


class _Topic(NamedTuple):
    partitions: tuple[int, ...]


def handled(handler: Any, context: RequestContext, message: Message, refused: Callable[[ErrorCode], Any]) -> Any:
    """What a handler answers; `refused` makes it of what it raises."""

    def told(failure: Any) -> Any:
        failure.trap(KlogError)
        return refused(failure.value.code)

    try:
        answer = handler.handle(context, message)
    except KlogError as error:
        return refused(error.code)
    return answer.addErrback(told) if isinstance(answer, Deferred) else answer


def _refusal(handler: Any, message: Any, version: int, code: ErrorCode) -> Any:
    if hasattr(handler, "error_answer"):
        return handler.error_answer(version, message, code, None)
    return EndTxnResponse(error_code=code, producer_id=-1, producer_epoch=-1)


def main(
    arguments: list[str] | None = None, plan: type[Plan] = Plan, model: Callable[[Any], Model] = Model, program: str = "protocol_lives"
) -> int:
    """Live them; how it ended, as an exit code.

    :param plan: of which kind, and `model` how.
    """
    parser = argparse.ArgumentParser(prog=f"python -m tests.broker.transactions.{program}", description=__doc__)
    parser.add_argument("--seeds", default="0-20000", help="first-last, or one seed")
    parser.add_argument("--mutations", action="store_true", help="put known bugs back")
    chosen = parser.parse_args(arguments)
    first, _, last = chosen.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    if chosen.mutations:
        from tests.broker.transactions.protocol_mutations import tell_all

        return tell_all(program, seeds)
    begun_s, failed = time.monotonic(), 0
    for seed in seeds:
        try:
            model(plan.drawn(seed)).run()
        except Exception as error:
            failed += 1
            print(seed, type(error).__name__, str(error)[:500], flush=True)
    print(f"{len(seeds)} lives, {failed} of which went wrong, {time.monotonic() - begun_s:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
