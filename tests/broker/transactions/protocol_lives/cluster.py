"""The brokers: partitions and their leaders, the log of ``__transaction_state``, and klog's coordinator on whoever leads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, cast

from twisted.internet.defer import Deferred, succeed

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
from klog.broker.transactions.transaction import Transaction
from klog.broker.transactions.transaction_settings import TransactionSettings
from klog.broker.transactions.verification import TransactionVerifier, ask_coordinator, told
from klog.errors import ErrorCode, KlogError
from klog.log_rate_limit import LogRateLimit
from klog.model import TopicPartition
from klog.net.client.errors import BrokerUnreachable
from klog.storage.producers.transaction_guard import TransactionGuard
from klog.wire.coordinator_records import decode_value
from klog.wire.messages.add_partitions_to_txn import AddPartitionsToTxnRequest
from klog.wire.messages.end_txn import EndTxnRequest, EndTxnResponse
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.schema import Message
from klog.wire.transaction_records import TRANSACTION_RECORDS, TransactionLogKey, TransactionLogValue
from tests.broker.transactions.protocol_lives.logs import Data, ToyLog, ToyPartition, acknowledgement
from tests.broker.transactions.protocol_lives.world import Plan, World

BROKERS = (1, 2, 3)
#: How long a transaction may be open.
TIMEOUT_MS = 2_000
CONNECTION = ConnectionInfo("TOY", "toy", 1, "toy", 2)


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


class _Shard(TransactionShard):
    """Klog's, of which it is noted whether it has given up a producer id for what its log has lost: none loses anything here."""

    def __init__(
        self, cluster: Cluster, log: _CoordinatorLog, environment: TransactionEnvironment, epoch: int, markers: MarkerSender
    ) -> None:
        super().__init__(0, environment, log, lambda: epoch, markers)
        self._cluster = cluster

    def _write(self, transactional_id: str, *steps: Transaction) -> Deferred[None] | None:
        written = super()._write(transactional_id, *steps)
        if len(steps) > 1:
            self._cluster.given_up.append(transactional_id)
        return written


def surroundings(cluster: World) -> dict[str, Any]:
    """What coordinators of all kinds have around them here."""
    return {
        "clock": cluster.clock,
        "now_ms": cluster.now_ms,
        "coordination": cluster,
        "in_thread": None,
        "deadlines": Deadlines(cluster.clock),
        "warn": lambda sentence: None,
    }


class ToyCoordinator(TransactionCoordinator):
    """Klog's, with one shard that is handed in, on `broker_id`."""

    def __init__(self, cluster: Cluster, broker_id: int) -> None:
        self.cluster, self.broker_id = cluster, broker_id
        self.environment = TransactionEnvironment(
            **surroundings(cluster), settings=cluster.settings, version=lambda: 2 if cluster.plan.second else 0
        )
        self._not_aborted = LogRateLimit(cluster.clock.seconds, NOT_ABORTED_S)
        self.markers = MarkerSender(cluster.clock, lambda: broker_id, self._leader_of, self, _run_steps, self._remote)
        log = _CoordinatorLog(cluster.state_log)
        epoch = cluster.state_log.epoch
        self.only = _Shard(cluster, log, self.environment, epoch, self.markers)
        for key, value in cluster.state_log.entries:
            record = TRANSACTION_RECORDS.decode_key(key)
            assert isinstance(record, TransactionLogKey)
            self.only.apply(record, None if value is None else cluster.decode(value))
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
        return self.cluster.partitions[partition].leader or None

    def write(self, marker: EndMarker, partition: TopicPartition) -> ErrorCode | Deferred[ErrorCode]:
        """Of a partition that this broker leads (`LocalMarkers`)."""
        return self.cluster.partitions[partition].mark(self.broker_id, marker)

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
                code = self.cluster.partitions[one].mark(broker_id, marker)
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
            known = [self.cluster.partitions[one].producers.producers.get(marker.producer_id) for one in partitions]
            return self.cluster.plan.second or all(entry and entry.coordinator_epoch > marker.coordinator_epoch for entry in known)

        return self.cluster.ask(act, may_be_late=may_be_late).addErrback(lost)


def _run_steps(steps: Iterator[None]) -> Deferred[None]:
    for _ in steps:
        pass
    return succeed(None)


class Cluster(World):
    """Brokers of which each may lead, and coordinate. It is what a coordinator takes for the cluster, too."""

    settings = TransactionSettings(max_timeout_ms=60_000)

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.state_log = ToyStateLog(self)
        self.partitions = {
            name: ToyPartition(self, name, self.random.choice(BROKERS))
            for name in (TopicPartition("t", index) for index in range(plan.partitions))
        }
        #: Transactional ids whose coordinator took its log for cut.
        self.given_up: list[str] = []
        self._next_id = 100
        if plan.first_epoch >= 0:
            for writer in range(plan.writers):
                self._preset(f"w{writer}", plan.first_epoch)
        self.coordinator = ToyCoordinator(self, self.random.choice(BROKERS))

    def _preset(self, writer: str, epoch: int) -> None:
        self._next_id += 1
        known = Transaction(self._next_id, epoch, TIMEOUT_MS, TransactionState.EMPTY, self.now_ms(), previous_producer_id=self._next_id)
        record = CoordinatorRecord(TransactionLogKey(transactional_id=writer), known.to_value(1), 1)
        self.state_log.entries.append(encoded(record))
        self.state_log.high_watermark += 1

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

    # What they answer

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
