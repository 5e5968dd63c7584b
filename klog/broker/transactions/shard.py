"""One partition of ``__transaction_state``: its transactional ids, and what is done about them.

What follows a request says ``decisions``; a shard writes it, and acts when it is acknowledged::

    decide ──► write ──► memory ──► (acknowledged) ──► answer
                                          └──► a Prepare record: markers, a turn later ──► Complete record

Answers that need no record rest on those before them, which may not be acknowledged yet: a partition that is said to be part of the
transaction must be so after a crash, too. Markers are sent only when the decision is acknowledged: a lost one could be taken back.

When the partition has been read, what is prepared goes on where it was: its markers are sent again.

**A log that has lost its end.** Without the flush rule a power cut may take decisions from this log and leave what was written by
them: then partitions know newer epochs of a producer than its coordinator, and refuse its markers. Kafka leaves such an id prepared for
ever, and what is open in those partitions holds up their readers. Here the producer id is given up (`decisions.retire`). An older
coordinator, that only does not know of the next one, does nothing by this: its records are not acknowledged any more. Where the broker
knows that the log may have lost its end, all its producer ids are given up before they are used once more (``doubt``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.coordinators import expiration
from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.coordinators.shard import CoordinatorLog, CoordinatorShard, ShardState, when_acknowledged
from klog.broker.transactions import decisions
from klog.broker.transactions.decisions import RAISES_EPOCH, Answer, Change, Decision, NeedsProducerId
from klog.broker.transactions.doubt import GivingUp
from klog.broker.transactions.environment import TransactionEnvironment
from klog.broker.transactions.marker_sender import EndMarker, MarkerSender, Sending
from klog.broker.transactions.states import PREPARED, TransactionState
from klog.broker.transactions.transaction import Transaction
from klog.broker.transactions.transaction_table import TransactionTable
from klog.cluster.topic_names import TRANSACTION_STATE
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.transaction_records import TRANSACTION_RECORDS, TransactionLogKey, TransactionLogValue

#: How long is waited before a Complete record is tried again, in seconds: at first, and at most.
COMPLETE_AGAIN_S: Final = 0.5
LONGEST_COMPLETE_AGAIN_S: Final = 8.0


class TransactionShard(CoordinatorShard[TransactionEnvironment]):
    """The transactional ids that fall on `partition`.

    :param coordinator_epoch: the partition's leader epoch, as it is now.
    :param markers: sends them.
    :param in_doubt: where the log may have lost its end: called when nothing rests on that any more.
    """

    kinds = TRANSACTION_RECORDS
    _log = Logger()

    def __init__(
        self,
        partition: int,
        environment: TransactionEnvironment,
        log: CoordinatorLog,
        coordinator_epoch: Callable[[], int],
        markers: MarkerSender,
        in_doubt: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(partition, environment, log)
        self.transactions = TransactionTable()
        self._in_doubt = in_doubt
        self._coordinator_epoch = coordinator_epoch
        self._markers = markers
        #: By transactional id.
        self._sending: dict[str, Sending] = {}
        self.on(TransactionLogKey, self._apply)

    def __repr__(self) -> str:
        return f"TransactionShard({self.partition}, {self.state.value}, {len(self.transactions)} ids)"

    @property
    def is_in_doubt(self) -> bool:
        """Whether something may still rest on what the log has lost."""
        return self._in_doubt is not None

    # Requests

    def decide(self, transactional_id: str, decision: Decision) -> Answer | Deferred[Answer] | NeedsProducerId:
        """Do what was decided about the id as it is now: the answer, when it may be told. Raises KlogError, with nothing changed."""
        if isinstance(decision, NeedsProducerId):
            return decision
        if isinstance(decision, Answer):
            if decision.code is not ErrorCode.NONE:
                return decision
            return when_acknowledged(self.write([]), decision)
        return self._change(transactional_id, decision)

    def _change(self, transactional_id: str, change: Change) -> Answer | Deferred[Answer]:
        new = change.new
        acknowledged = self._write(transactional_id, new)
        if acknowledged is None:
            if new.state in PREPARED:
                self._send_markers(transactional_id)
            return change.answer
        if new.state in PREPARED:
            self._when_acknowledged(lambda: self._send_markers(transactional_id))
        return acknowledged.addCallback(lambda _: change.answer)

    def _write(self, transactional_id: str, *steps: Transaction) -> Deferred[None] | None:
        """Write what is known of the id from now on, one step after the other. Raises KlogError, with nothing changed."""
        records, known = [], self.transactions.get(transactional_id)
        for new in steps:
            assert decisions.may_follow(new, known), (known, new)
            records.append(self._record(transactional_id, new))
            known = new
        acknowledged = self.write(records, apply=False)
        # As it is here: the log does not have all of it.
        self.transactions.put(transactional_id, steps[-1])
        return acknowledged

    def _record(self, transactional_id: str, new: Transaction) -> CoordinatorRecord:
        # What a transaction of the second version must not lose, version 0 has no place for.
        version = 1 if self.environment.version() >= 1 or new.client_version >= RAISES_EPOCH else 0
        return CoordinatorRecord(TransactionLogKey(transactional_id=transactional_id), new.to_value(version), version)

    def _when_acknowledged(self, act: Callable[[], None]) -> None:
        """Do it when all that was written till now is acknowledged, however long that takes; never, where the shard is closed before."""
        try:
            waiting = self.write([])
        except KlogError:
            return
        if waiting is None:
            act()
            return

        def failed(failure: Failure) -> None:
            if not isinstance(failure.value, KlogError):
                self._log.failure("a mistake of klog's own when a transaction was decided", failure)
            elif self.state is ShardState.ACTIVE:
                # It took too long, or a flush was refused, which is tried again. Where the partition is led no more, `write` raises.
                self._when_acknowledged(act)

        waiting.addCallback(lambda _: act()).addErrback(failed)

    # Markers

    def _send_markers(self, transactional_id: str) -> None:
        known = self.transactions.get(transactional_id)
        if self.state is not ShardState.ACTIVE or known is None or known.state not in PREPARED or transactional_id in self._sending:
            return
        marker = EndMarker(
            known.producer_id,
            known.epoch,
            known.state is TransactionState.PREPARE_COMMIT,
            self._coordinator_epoch(),
            known.client_version,
        )

        def completed(ahead: frozenset[TopicPartition]) -> None:
            self._sending.pop(transactional_id, None)
            if ahead:
                self._retire(transactional_id, known, ahead)
            else:
                self._complete(transactional_id, known)

        self._sending[transactional_id] = self._markers.send(marker, known.partitions, completed)

    def _complete(self, transactional_id: str, prepared: Transaction, pause_s: float = COMPLETE_AGAIN_S) -> None:
        """All markers of what was prepared are written.

        :param pause_s: before it is tried again, where it cannot be noted now; that is told at first.
        """
        if self.state is not ShardState.ACTIVE or self.transactions.get(transactional_id) != prepared:
            return
        steps = [decisions.complete(prepared, self.environment.now_ms())]
        if transactional_id in self.transactions.doubted and (given_up := decisions.give_up(steps[0])) != steps[0]:
            steps.append(given_up)
        try:
            acknowledged = self._write(transactional_id, *steps)
        except KlogError as error:
            if pause_s == COMPLETE_AGAIN_S:
                self._log.warn("the end of transaction {id} cannot be noted now: {error}", id=transactional_id, error=str(error))
            following_s = min(2 * pause_s, LONGEST_COMPLETE_AGAIN_S)
            self.environment.clock.callLater(pause_s, self._complete, transactional_id, prepared, following_s)
            return
        if acknowledged is not None:
            acknowledged.addErrback(expiration.ignored)

    def _retire(self, transactional_id: str, prepared: Transaction, ahead: frozenset[TopicPartition]) -> None:
        """All markers are written but those of partitions that are ahead of this log: complete it, and give its producer id up."""

        def retire(fresh_id: int) -> None:
            if self.state is not ShardState.ACTIVE or self.transactions.get(transactional_id) != prepared:
                return
            now_ms = self.environment.now_ms()
            complete = decisions.complete(prepared, now_ms)
            acknowledged = self._write(transactional_id, complete, decisions.retire(complete, ahead, now_ms, fresh_id))
            self._log.warn(
                "{partition} has lost its end: {ahead} know a newer epoch of producer {producer} than {epoch}. Its transactional id {id}"
                " goes on with the producer id {fresh}, and what it has open there is aborted",
                partition=f"{TRANSACTION_STATE}-{self.partition}",
                ahead=", ".join(map(str, sorted(ahead))),
                producer=prepared.producer_id,
                epoch=prepared.epoch,
                id=transactional_id,
                fresh=fresh_id,
            )
            if acknowledged is not None:
                acknowledged.addErrback(expiration.ignored)
            self._when_acknowledged(lambda: self._send_markers(transactional_id))

        def failed(failure: Failure) -> None:
            if failure.check(KlogError):  # type: ignore[no-untyped-call]
                self.environment.clock.callLater(COMPLETE_AGAIN_S, again)
            else:
                self._log.failure("a mistake of klog's own when the producer id of {id} was given up", failure, id=transactional_id)

        def again() -> None:
            if self.state is ShardState.ACTIVE and self.transactions.get(transactional_id) == prepared:
                self._retire(transactional_id, prepared, ahead)

        self.environment.coordination.next_producer_id().addCallback(retire).addErrback(failed)

    # Life

    def _apply(self, key: TransactionLogKey, value: TransactionLogValue | None, producer_id: int) -> None:
        if value is None:
            self.transactions.remove(key.transactional_id)
        else:
            self.transactions.put(key.transactional_id, Transaction.from_value(value))

    def loaded(self) -> None:
        """What is prepared goes on."""
        if self._in_doubt is not None:
            self.transactions.doubt()
            if count := len(self.transactions):
                self.environment.warn(
                    f"{TRANSACTION_STATE}-{self.partition} may have lost its end when its machine stopped: its {count} transactional ids"
                    " go on with other producer ids, and whoever has one of them now is fenced"
                )
        for transactional_id, known in list(self.transactions.under_way.items()):
            if known.state in PREPARED:
                # What was read may not be acknowledged yet.
                self._when_acknowledged(partial(self._send_markers, transactional_id))

    def postponed(self) -> Iterator[Iterator[None]]:
        """What has become of a doubt is written down."""
        yield self.see_to_doubt()

    def see_to_doubt(self) -> Iterator[None]:
        """Give up what is doubted, in steps; nothing where nothing is."""
        if self._in_doubt is None:
            return
        yield from expiration.sweep(
            f"{TRANSACTION_STATE}-{self.partition}",
            self,
            iter(list(self.transactions.doubted)),
            lambda: GivingUp(self.transactions, self.environment.now_ms(), self._give_up),
            lambda giving_up, name: giving_up.look(name),
        )
        if self.state is ShardState.ACTIVE and not self.transactions.doubted:
            self._when_acknowledged(self._doubt_is_over)

    def _give_up(self, given_up: list[tuple[str, Transaction]]) -> Deferred[None] | None:
        acknowledged = self.write([self._record(name, new) for name, new in given_up])
        for name, new in given_up:
            if new.state in PREPARED:
                self._when_acknowledged(partial(self._send_markers, name))
        return acknowledged

    def _doubt_is_over(self) -> None:
        over, self._in_doubt = self._in_doubt, None
        if over is not None:
            over()

    def unloaded(self) -> None:
        """The next coordinator sends what is missing."""
        sending, self._sending = self._sending, {}
        for one in sending.values():
            one.cancel()

    # Time

    def timed_out(self) -> list[str]:
        """The ids whose transaction is open for longer than it may be."""
        now_ms = self.environment.now_ms()
        return [name for name, known in self.transactions.under_way.items() if decisions.has_timed_out(known, now_ms)]

    def expire(self) -> Iterator[None]:
        """Ids that nobody has used for long enough (``transactional.id.expiration.ms``)."""
        return expiration.sweep(
            f"{TRANSACTION_STATE}-{self.partition}",
            self,
            iter(self.transactions.ids_at_rest()),
            lambda: _Expiring(self),
            lambda expiring, name: expiring.look(name),
        )


class _Expiring(expiration.Tombstones):
    """Ids that go."""

    def __init__(self, shard: TransactionShard) -> None:
        super().__init__(shard)
        self._transactions = shard.transactions
        self._environment = shard.environment

    def look(self, transactional_id: str) -> int:
        """Decide on one."""
        known = self._transactions.get(transactional_id)
        if known is not None and decisions.has_expired(known, self._environment.now_ms(), self._environment.settings.id_expiration_ms):
            self.add(CoordinatorRecord(TransactionLogKey(transactional_id=transactional_id), None))
        return 1
