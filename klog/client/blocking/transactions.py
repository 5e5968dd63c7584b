"""Transactions of a producer without a reactor: the same promises, states, errors and requests as with one.

States are `klog.client.transactions.states`, what is asked `klog.client.transactions.coordination`, what an error means
`klog.client.transactions.errors`. Different is only who waits: `BlockingProducer` sends batches and waits for them, here is said to which
partitions it may, and each end waits for what it needs. A signal's handler that raises amid one of these leaves the transaction behind:
whoever begins the next one aborts it first, or its coordinator does when its time is over. No Twisted in whatever this imports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.coordinators import BlockingCoordinators, run
from klog.client.producing.entries import Headers
from klog.client.producing.producer_types import DeliveryFailed
from klog.client.requests.transactions import TransactionProtocol
from klog.client.transactions.coordination import Coordination
from klog.client.transactions.errors import ProducerFenced
from klog.client.transactions.states import MOVES, Event, State
from klog.client.transactions.status import TransactionStatus
from klog.errors import ErrorCode, KlogError
from klog.model import Committed, TopicPartition

T = TypeVar("T")


class Sends(Protocol):
    """What takes the records: the producer."""

    def send(
        self,
        topic: str,
        value: bytes | None,
        *,
        key: bytes | None = None,
        headers: Headers = (),
        partition: int | None = None,
        timestamp_ms: int | None = None,
    ) -> object:
        """See `BlockingProducer.send`."""


class Batches(Protocol):
    """What a producer does with its batches when a transaction needs it (`klog.client.blocking.producer`)."""

    def settle_all(self) -> None:
        """Send what is open, and wait for what is under way; what fails is told to `BlockingTransactions.failed`."""

    def drop_open(self, why: str, code: ErrorCode) -> None:
        """What was not sent yet has failed."""

    def renew(self) -> None:
        """What is sent from now on has another producer id or epoch. Nothing is under way."""

    def forget_failures(self) -> None:
        """Whoever ends the transaction is told by that."""


class BlockingTransactions:
    """One transactional id.

    :param client: asked; not closed here.
    :param alone: calls what it is given, unless somebody further up the stack waits for brokers already.
    """

    def __init__(
        self, client: BlockingClient, transactional_id: str, timeout_ms: int, batches: Batches, alone: Callable[[Callable[[], Any]], Any]
    ) -> None:
        self.transactional_id = transactional_id
        self._status = TransactionStatus(transactional_id)
        self._batches = batches
        self._alone = alone
        self._coordination = Coordination(BlockingCoordinators(client), transactional_id, timeout_ms)
        self._added: set[TopicPartition] = set()
        self._groups: set[str] = set()

    @property
    def state(self) -> State:
        """Where it stands."""
        return self._status.state

    @property
    def identity(self) -> tuple[int, int]:
        """Producer id and epoch of the open transaction."""
        assert self._coordination.identity is not None
        return self._coordination.identity

    @property
    def protocol(self) -> TransactionProtocol:
        """By which version of the protocol it goes."""
        return self._coordination.protocol

    def check_open(self) -> None:
        """Whether records are taken; see `TransactionStatus.check_open`."""
        self._status.check_open()

    # What the producer asks

    def admit(self, partitions: Iterable[TopicPartition]) -> None:
        """Batches are about to go to these.

        :raises KlogError: they must not: the transaction cannot be committed any more.
        """
        if self._status.is_doomed:
            raise KlogError(ErrorCode.OPERATION_NOT_ATTEMPTED, "its transaction cannot be committed any more")
        fresh = [tp for tp in partitions if tp not in self._added]
        # Whatever the answer is: the coordinator may have opened a transaction.
        self._added.update(fresh)
        if fresh and self.protocol is TransactionProtocol.FIRST:
            try:
                run(self._coordination.add(fresh))
            except BaseException as error:
                self._failed_or_interrupted(error, "partitions are announced")
                raise

    def batch_failed(self, tp: TopicPartition, error: KlogError) -> None:
        """A batch was not written, or nobody knows."""
        why = error.message
        if error.code is ErrorCode.INVALID_PRODUCER_EPOCH:
            why = (
                f"delivery to {tp} failed: it was open for longer than transaction_timeout_ms, or a newer producer has the transactional id"
            )
        error = KlogError(error.code, why)
        self._status.fence_by_batch(error)
        self.failed(error)

    def failed(self, error: KlogError) -> None:
        """Something of the open transaction failed: it cannot be committed any more."""
        if not self._status.fail(error):
            return
        self._coordination.needs_epoch = True

    # What the user asks

    def begin(self) -> None:
        """Open one. Raises as `klog.client.transactions.transactions.Transactions.begin`."""
        self._status.move(Event.BEGIN)
        try:
            if self._coordination.needs_epoch:
                self._alone(lambda: run(self._coordination.initialise()))
                self._batches.renew()
        except BaseException as error:
            self._status.begin_failed(error)
            raise
        self._status.cause = None
        self._added.clear()
        self._groups.clear()
        self._status.move(Event.BEGUN)

    def commit_offsets(self, group_id: str, offsets: Mapping[TopicPartition, int | Committed]) -> None:
        """Write a group's offsets down as part of the transaction.

        :raises TransactionFailed: refused, and the transaction cannot be committed any more.
        """
        self.check_open()
        if not offsets:
            return
        try:
            self._alone(lambda: run(self._commit_offsets(group_id, offsets)))
        except BaseException as error:
            self._failed_or_interrupted(error, f"the offsets of group {group_id} are written")
            if isinstance(error, KlogError):
                raise self._status.aborted(error) from error
            raise

    def _failed_or_interrupted(self, error: BaseException, what: str) -> None:
        """Something was not done, or a signal's handler did not want to wait for it: then nobody knows."""
        if not isinstance(error, KlogError):
            self._coordination.leave_open()
            error = KlogError(ErrorCode.OPERATION_NOT_ATTEMPTED, f"nobody knows whether {what}")
        self.failed(error)

    async def _commit_offsets(self, group_id: str, offsets: Mapping[TopicPartition, int | Committed]) -> None:
        if group_id not in self._groups:
            # It may be part of it, whatever the answer is.
            self._groups.add(group_id)
            if self.protocol is TransactionProtocol.FIRST:
                await self._coordination.add_group(group_id)
        await self._coordination.commit_offsets(group_id, offsets)

    def commit(self) -> None:
        """Have all of it count, once everything that was sent is written.

        :raises TransactionFailed: it was aborted; nothing of it counts.
        :raises CommitUncertain: nobody knows.
        """
        if self.state is not State.DOOMED:
            self.check_open()
        self._finish(commit=True)

    def abort(self) -> None:
        """Have nothing of it count. What was not sent yet is not sent any more.

        :raises ProducerFenced: see `begin`; nothing of it will count.
        """
        if self._status.end_of_all is not None:
            raise self._status.end_of_all
        self._finish(commit=False)

    def leave(self) -> None:
        """Somebody was interrupted, and does not want to wait: nothing of it will count."""
        if (self.state, Event.END) in MOVES:
            self._status.move(Event.END)
            self._coordination.leave_open()
            self._give_up()
            self._status.move(Event.ENDED)

    def _finish(self, *, commit: bool) -> None:
        self._status.move(Event.END)
        try:
            if not commit:
                self._give_up()
            self._batches.settle_all()
            if self._status.end_of_all is not None:
                raise self._status.end_of_all
            is_good = commit and self._status.cause is None
            self._end(commit=is_good)
        except BaseException as error:
            if not isinstance(error, KlogError):
                self._coordination.leave_open()
            self._give_up()
            if isinstance(error, ProducerFenced):
                self._status.fence(error)
            raise
        finally:
            self._status.move(Event.ENDED)
            self._batches.forget_failures()
        if commit and not is_good:
            assert self._status.cause is not None
            raise self._status.aborted(self._status.cause)

    def _give_up(self) -> None:
        self._status.give_up()
        self._coordination.needs_epoch = True
        self._batches.drop_open("its transaction was aborted", ErrorCode.OPERATION_NOT_ATTEMPTED)

    def _end(self, *, commit: bool) -> None:
        if not self._added and not self._groups:
            return
        try:
            self._alone(lambda: run(self._coordination.end(commit=commit)))
            if self.protocol is TransactionProtocol.SECOND:
                self._batches.renew()
        except ProducerFenced:
            raise
        except KlogError as error:
            if not commit:
                # Whoever begins the next one aborts it first.
                return
            if error.code is ErrorCode.REQUEST_TIMED_OUT or self._coordination.may_be_committed:
                raise self._status.uncertain(error) from error
            self._status.cause = error
            self._end(commit=False)
            raise self._status.aborted(error) from error


class BlockingTransaction:
    """Records to many partitions, and offsets of groups, that count together or not at all; `BlockingProducer.transaction` makes it.

    ::

        with producer.transaction() as transaction:
            transaction.send("orders", b"...", key=b"7")
            transaction.send_offsets("billing", {TopicPartition("input", 0): 12})

    Leaving the block commits, once all that was sent is written; leaving it by an exception aborts, and the exception goes on. Without
    ``with``: `begin`, then `commit` or `abort`. What a producer's own `send` is given meanwhile belongs to it as well.
    """

    def __init__(self, producer: Sends, transactions: BlockingTransactions) -> None:
        self._producer = producer
        self._transactions = transactions

    def __enter__(self) -> Self:
        self.begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        if value is None:
            self.commit()
        elif not isinstance(value, Exception):
            # Who is interrupted is not to wait for brokers.
            self._transactions.leave()
        else:
            try:
                self.abort()
            except KlogError as error:
                # What the user did wrong comes first; that the producer is fenced, the next call says, too.
                value.add_note(f"the transaction was not aborted in order: {error}")

    def begin(self) -> None:
        """Open it; the first one of a producer waits until what another one of the same id left is completed or aborted.

        :raises ProducerFenced: a newer producer has the id.
        :raises TransactionFailed: a transaction is open already.
        :raises KlogError: the coordinator was not reached in time, or refuses.
        """
        self._transactions.begin()

    def send(
        self,
        topic: str,
        value: bytes | None,
        *,
        key: bytes | None = None,
        headers: Headers = (),
        partition: int | None = None,
        timestamp_ms: int | None = None,
    ) -> None:
        """Send one record; what became of it, `commit` says.

        :raises TransactionFailed: the transaction is not open, or cannot be committed any more.
        :raises TypeError: a key or value that is not bytes or None. :raises ValueError: a negative partition or timestamp.
        """
        self._transactions.check_open()
        try:
            self._producer.send(topic, value, key=key, headers=headers, partition=partition, timestamp_ms=timestamp_ms)
        except DeliveryFailed:
            # The transaction is doomed already, and its end tells.
            return

    def send_many(self, topic: str, values: Sequence[bytes | None], *, key: bytes | None = None, partition: int | None = None) -> None:
        """Send many values. Raises like `send`."""
        for value in values:
            self.send(topic, value, key=key, partition=partition)

    def send_offsets(self, group_id: str, offsets: Mapping[TopicPartition, int | Committed]) -> None:
        """Write down how far a group without members has read, to count when the transaction does: for each partition the next record.

        :raises TransactionFailed: the group refuses, and the transaction cannot be committed any more.
        """
        self._transactions.commit_offsets(group_id, dict(offsets))

    def commit(self) -> None:
        """End it, and have all of it count. Raises like `BlockingTransactions.commit`."""
        self._transactions.commit()

    def abort(self) -> None:
        """End it, and have nothing of it count. Raises like `BlockingTransactions.abort`."""
        self._transactions.abort()
