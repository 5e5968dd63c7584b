"""The transaction coordinator: the shards of ``__transaction_state``, and what handlers, leaders and time ask of them.

How shards come, are found and go is every coordinator's (`klog.broker.coordinators.runtime`). What is asked here finds the shard, decides
(``decisions``), and has it done (``shard``). Where a new producer id is needed, it is asked for, and then everything is looked at
again: the shard may be another, or gone, and the transaction has gone on.

The coordinator's epoch, which its markers carry, is the leader epoch of the shard's partition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from klog.broker.admin_answers import refusal_in
from klog.broker.coordinators import expiration
from klog.broker.coordinators.partition_writer import PartitionWriter
from klog.broker.coordinators.runtime import CoordinatorRuntime, partition_of
from klog.broker.coordinators.shard import ShardState, when_acknowledged
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.broker.transactions import decisions
from klog.broker.transactions.decisions import Answer, Decision, NeedsProducerId, ProducerIdentity
from klog.broker.transactions.doubt import Orphans
from klog.broker.transactions.environment import TransactionEnvironment
from klog.broker.transactions.marker_sender import GONE, Gone, LocalMarkers, MarkerSender, RemoteMarkers
from klog.broker.transactions.shard import TransactionShard
from klog.broker.transactions.states import AT_REST, NAMES
from klog.broker.transactions.transaction import Transaction
from klog.cluster.interfaces import ICoordination
from klog.cluster.topic_names import TRANSACTION_STATE
from klog.errors import ErrorCode, KlogError
from klog.log_rate_limit import LogRateLimit
from klog.metrics import Metrics
from klog.model import TopicPartition
from klog.records.implementations import codec

#: How often it is told that what has timed out cannot be aborted, in seconds.
NOT_ABORTED_S: Final = 60.0


def fresh_producer_id(coordination: ICoordination) -> Deferred[int]:
    """A new producer id, for a client. Where none can be had just now it fails with COORDINATOR_LOAD_IN_PROGRESS, as in Kafka
    (``ProducerIdManager``, KAFKA-14417): every client asks again after that, while others end Java producers before 3.4, and aiokafka's."""
    return coordination.next_producer_id().addErrback(_not_now)


def _not_now(failure: Failure) -> Failure:
    error = refusal_in(failure)
    if error.code is ErrorCode.UNKNOWN_SERVER_ERROR:
        # There are none left, or nobody can read which.
        return failure
    raise KlogError(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, error.message) from error


class TransactionCoordinator(CoordinatorRuntime[TransactionEnvironment, TransactionShard]):
    """All transactional ids of this broker.

    :param local: writes markers into partitions that this broker leads.
    :param remote: asks other brokers to; None where there are none.
    """

    def __init__(
        self, environment: TransactionEnvironment, partitions: Partitions, local: LocalMarkers, remote: RemoteMarkers | None = None
    ) -> None:
        super().__init__(TRANSACTION_STATE, "transactions", environment, partitions)
        self._orphans = Orphans(local, self._producers_in)
        #: Partitions of the topic whose doubt nothing rests on any more, but for orphans.
        self._seen_to: dict[int, Partition] = {}
        self._not_aborted = LogRateLimit(environment.clock.seconds, NOT_ABORTED_S)
        self.markers = MarkerSender(
            environment.clock, environment.coordination.broker_id, self._leader_of, local, self.loader.run_steps, remote
        )

    def measure(self, metrics: Metrics) -> None:
        """Gauges over what there is."""
        gauge = metrics.gauge
        gauge("transactions.ids.count", "Transactional ids that this broker coordinates.", self._count)
        gauge("transactions.open.count", "Transactions that are open, or wait for markers.", self._count_under_way)
        gauge("transactions.marking.count", "Transactions that wait for some of their markers.", lambda: len(self.markers))

    def _count(self) -> int:
        return sum(len(shard.transactions) for shard in self.shards.values())

    def _count_under_way(self) -> int:
        return sum(len(shard.transactions.under_way) for shard in self.shards.values())

    def make_shard(self, index: int, partition: Partition) -> TransactionShard:
        """Over the partition's log."""
        environment = self.environment
        log = PartitionWriter(
            partition,
            codec,
            self.partitions.produces,
            environment.now_ms,
            timeout_ms=environment.settings.acknowledgement_timeout_ms,
        )
        in_doubt = (lambda: self._see_to(index, partition)) if partition.is_in_doubt else None
        return TransactionShard(index, environment, log, lambda: partition.leader_epoch, self.markers, in_doubt)

    def _see_to(self, index: int, partition: Partition) -> None:
        """Of that partition's ids none is in doubt any more."""
        if self.environment.coordination.is_controlled:
            partition.see_to_doubt()
            return
        self._seen_to[index] = partition
        self._look_for_orphans()

    def _look_for_orphans(self) -> None:
        """When all that there is is known, and nothing of it in doubt."""
        known = [shard for shard in self.shards.values() if shard.state is ShardState.ACTIVE and not shard.is_in_doubt]
        if len(known) < self.partition_count:
            return
        seen_to, self._seen_to = self._seen_to, {}

        def over(_: None) -> None:
            for partition in seen_to.values():
                partition.see_to_doubt()

        self.loader.run_steps(self._orphans.abort(self.partitions.led())).addCallback(over)

    def _producers_in(self, partition: TopicPartition) -> set[int]:
        """Whose transactions have that partition, as far as this broker coordinates them."""
        under_way = (known for shard in self.shards.values() for known in shard.transactions.under_way.values())
        return {known.producer_id for known in under_way if partition in known.partitions}

    def _leader_of(self, partition: TopicPartition) -> int | Gone | None:
        coordination = self.environment.coordination
        topic = coordination.topics().get(partition.topic)
        if topic is None or partition.partition >= len(topic.partitions):
            # A broker that has just started may coordinate before it was told of everything.
            return GONE if coordination.is_gone(partition) else None
        leader = topic.partitions[partition.partition].leader
        return None if leader < 0 else leader

    def broker_of(self, transactional_id: str) -> int | None:
        """Who coordinates the id, as far as this broker knows; None: nobody just now."""
        topic = self.environment.coordination.topics().get(self.topic)
        if topic is None:
            return None
        count = min(self.partition_count or len(topic.partitions), len(topic.partitions))
        leader = topic.partitions[partition_of(transactional_id, count)].leader
        return None if leader < 0 else leader

    def close(self) -> None:
        """Close all shards, and stop sending markers."""
        super().close()
        self.markers.close()

    # What producers ask. All raise KlogError: NOT_COORDINATOR, COORDINATOR_LOAD_IN_PROGRESS, what the log refuses.

    def initialise(self, transactional_id: str, timeout_ms: int, expected: ProducerIdentity | None) -> Answer | Deferred[Answer]:
        """InitProducerId. See `decisions.initialise`."""
        if not 0 < timeout_ms <= self.environment.settings.max_timeout_ms:
            return Answer(ErrorCode.INVALID_TRANSACTION_TIMEOUT)

        def decide(known: Transaction | None, fresh_id: int | None) -> Decision:
            environment = self.environment
            return decisions.initialise(known, expected, timeout_ms, environment.now_ms(), version=environment.version(), fresh_id=fresh_id)

        return self._decide(transactional_id, decide)

    def add_partitions(
        self, transactional_id: str, producer_id: int, epoch: int, partitions: frozenset[TopicPartition], *, version: int
    ) -> Answer | Deferred[Answer]:
        """AddPartitionsToTxn, AddOffsetsToTxn. See `decisions.add_partitions`."""

        def decide(known: Transaction | None, fresh_id: int | None) -> Decision:
            return decisions.add_partitions(known, producer_id, epoch, partitions, self.environment.now_ms(), version=version)

        return self._decide(transactional_id, decide)

    def verify_partitions(
        self, transactional_id: str, producer_id: int, epoch: int, partitions: Iterable[TopicPartition]
    ) -> dict[TopicPartition, ErrorCode] | Deferred[dict[TopicPartition, ErrorCode]]:
        """Whether these are part of the open transaction. See `decisions.verify_partitions`."""
        shard = self.shard(transactional_id)
        codes = decisions.verify_partitions(shard.transactions.get(transactional_id), producer_id, epoch, partitions)
        if ErrorCode.NONE not in codes.values():
            return codes
        return when_acknowledged(shard.write([]), codes)

    def end(self, transactional_id: str, producer_id: int, epoch: int, *, commit: bool, raises_epoch: bool) -> Answer | Deferred[Answer]:
        """EndTxn. See `decisions.end_transaction`."""

        def decide(known: Transaction | None, fresh_id: int | None) -> Decision:
            return decisions.end_transaction(
                known, producer_id, epoch, commit, self.environment.now_ms(), raises_epoch=raises_epoch, fresh_id=fresh_id
            )

        return self._decide(transactional_id, decide)

    def _decide(
        self, transactional_id: str, decide: Callable[[Transaction | None, int | None], Decision], fresh_id: int | None = None
    ) -> Answer | Deferred[Answer]:
        shard = self.shard(transactional_id)
        answer = shard.decide(transactional_id, decide(shard.transactions.get(transactional_id), fresh_id))
        if not isinstance(answer, NeedsProducerId):
            return answer
        return fresh_producer_id(self.environment.coordination).addCallback(
            lambda producer_id: self._decide(transactional_id, decide, producer_id)
        )

    # What tools ask

    def describe(self, transactional_id: str) -> Transaction:
        """The id as it is. Raises KlogError: as above, and TRANSACTIONAL_ID_NOT_FOUND."""
        known = self.shard(transactional_id).transactions.get(transactional_id)
        if known is None:
            raise KlogError(ErrorCode.TRANSACTIONAL_ID_NOT_FOUND)
        return known

    def list(
        self,
        states: set[str],
        producer_ids: set[int],
        longer_than_ms: int,
        matches: Callable[[str], bool] | None,
        take: Callable[[str, Transaction], None],
    ) -> Deferred[None]:
        """Have the ids that this broker coordinates taken, filtered; empty filters let everything through. Of a million that takes
        seconds, in slices between which others are served; each is listed as it is when its turn has come. Fires when all were looked at.

        :param matches: asked of each id.
        :param longer_than_ms: transactions that have been open for longer; negative: all.
        :raises KlogError: COORDINATOR_LOAD_IN_PROGRESS, while any partition is being read.
        """
        if any(shard.state is ShardState.LOADING for shard in self.shards.values()):
            raise KlogError(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
        if not self.shards:
            return succeed(None)
        now_ms = self.environment.now_ms()
        # Most ids are at rest, and most who ask want to know of others.
        with_those_at_rest = not states or not states.isdisjoint(NAMES[state] for state in AT_REST)

        def look() -> Iterator[None]:
            for shard in list(self.shards.values()):
                transactions = shard.transactions
                names = [*(transactions.ids_at_rest() if with_those_at_rest else ()), *transactions.under_way]
                for number, name in enumerate(names, 1):
                    known = transactions.known_before(name)
                    if (
                        known is not None
                        and (not states or NAMES[known.state] in states)
                        and (not producer_ids or known.producer_id in producer_ids)
                        and (longer_than_ms < 0 or now_ms - known.start_ms > longer_than_ms)
                        and (matches is None or matches(name))
                    ):
                        take(name, known)
                    if number % expiration.LOOKED_AT_PER_STEP == 0:
                        yield
                yield

        return self.loader.run_steps(look())

    # Time

    def abort_timed_out(self) -> None:
        """Abort what is open for longer than it may be, in steps; whoever has it open is fenced."""
        self.loader.run_steps(self.one_after_the_other(self._timed_out(), "what has timed out could not be aborted"))
        if self._seen_to:
            self._look_for_orphans()

    def _timed_out(self) -> Iterator[Iterator[None]]:
        for shard in self.active_shards():
            yield shard.see_to_doubt()
            yield self._abort(shard.timed_out())

    def _abort(self, names: Iterable[str]) -> Iterator[None]:
        for name in names:
            self._abort_one(name)
            yield

    def _abort_one(self, transactional_id: str) -> None:
        late: Transaction | None = None

        def decide(known: Transaction | None, fresh_id: int | None) -> Decision:
            nonlocal late
            environment = self.environment
            now_ms = environment.now_ms()
            late = known if known is not None and decisions.has_timed_out(known, now_ms) else None
            if late is None:
                # It has ended since it was found.
                return decisions.CONCURRENT
            return decisions.fence(late, now_ms, version=environment.version(), fresh_id=fresh_id)

        def decided(_: Answer) -> None:
            if late is not None:
                self._log.info(
                    "transaction {id} (producer {producer}, epoch {epoch}) was open for longer than {timeout} ms and is aborted",
                    id=transactional_id,
                    producer=late.producer_id,
                    epoch=late.epoch,
                    timeout=late.timeout_ms,
                )

        def failed(failure: Failure) -> None:
            if not failure.check(KlogError):  # type: ignore[no-untyped-call]
                self._log.failure("a mistake of klog's own when transaction {id} timed out", failure, id=transactional_id)
            elif (more := self._not_aborted.begin()) is not None:
                self._log.warn(
                    "transaction {id} is open for too long and cannot be aborted now: {error} ({more} more since this was told last)",
                    id=transactional_id,
                    error=failure.getErrorMessage(),
                    more=more,
                )

        try:
            answer = self._decide(transactional_id, decide)
        except KlogError:
            failed(Failure())  # type: ignore[no-untyped-call]
            return
        if isinstance(answer, Deferred):
            answer.addCallbacks(decided, failed)
        else:
            decided(answer)
