"""A producer's transactions, one after the other: what may be sent, what it was sent to, and how each one ends.

**While one is open** the sender asks whether a partition may be written to (`admits`). One that the coordinator has not heard of yet waits
until it has: all that are wanted in one turn are announced together. By the second version of the protocol leaders announce by themselves.

**What fails** dooms the transaction: it could only be committed with a gap. Nothing more of it is sent, what waits fails at once, and
`commit` aborts and says why. The next transaction may go well.

**The end** waits until everything that was sent is answered. A transaction that wrote nothing ends without asking anybody. Behind anything
that failed, was aborted, or whose outcome is not known, the next transaction begins with a new epoch (see
`klog.client.transactions.coordination`); by the second version of the protocol behind every end, which brings it along.

**Who does not want to wait** (cancels a Deferred of ours) leaves things as they are: what he waited for may be done, and may yet happen.
So offsets that nobody waits for doom the transaction, and an end that nobody waits for leaves it open: the next one waits until what was
sent is answered, and begins with an abort.
"""

from __future__ import annotations

from collections.abc import Mapping

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.client.producing.producer_types import DeliveryFailed
from klog.client.producing.sender import Sender
from klog.client.requests.group_offsets import GroupMember
from klog.client.requests.transactions import TransactionProtocol
from klog.client.retry import ClientStopped
from klog.client.transactions.coordination import Coordination
from klog.client.transactions.errors import ProducerFenced, TransactionFailed
from klog.client.transactions.states import Event, State
from klog.client.transactions.status import TransactionStatus
from klog.concurrency_limit import ConcurrencyLimit
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import Committed, TopicPartition

_log = Logger()


class Transactions:
    """Implements `klog.client.producing.sender.Gate`.

    :param timeout_ms: see `Coordination`.
    """

    def __init__(self, sender: Sender, transactional_id: str, timeout_ms: int) -> None:
        self.transactional_id = transactional_id
        self._status = TransactionStatus(transactional_id)
        self._sender = sender
        self._coordination = Coordination(sender.routing, transactional_id, timeout_ms)
        self._added: set[TopicPartition] = set()
        self._wanted: set[TopicPartition] = set()
        self._groups: set[str] = set()
        self._adding = self._announced = False
        self._committing_offsets = 0
        #: One at a time: the first of a group makes it part of the transaction, and nothing of it is written before that is answered.
        self._offsets_in_line = ConcurrencyLimit(ends_cancelled=True)
        #: Fire when nobody announces partitions or writes offsets down.
        self._quiet: list[Deferred[None]] = []
        #: Fire when the transaction that is just being ended has ended.
        self._ends: list[Deferred[None]] = []
        sender.gate = self

    @property
    def state(self) -> State:
        """Where it stands."""
        return self._status.state

    # What the sender asks

    @property
    def is_doomed(self) -> bool:
        """See `Gate`."""
        return self._status.is_doomed

    @property
    def protocol(self) -> TransactionProtocol:
        """See `Gate`."""
        return self._coordination.protocol

    def admits(self, tp: TopicPartition) -> bool:
        """See `Gate`."""
        if self.is_doomed:
            return False
        if tp in self._added:
            return True
        if self.protocol is TransactionProtocol.SECOND:
            self._added.add(tp)
            self._announced = True
            return True
        self._wanted.add(tp)
        if not self._adding:
            self._adding = True
            self._sender.routing.reactor.callLater(0, self._announce)
        return False

    def batch_failed(self, tp: TopicPartition, code: ErrorCode) -> None:
        """See `Gate`."""
        why = row_of(code).sentence
        if code is ErrorCode.INVALID_PRODUCER_EPOCH:
            why = "it was open for longer than transaction_timeout_ms, or a newer producer has the transactional id"
        error = KlogError(code, f"delivery to {tp} failed: {why}")
        self._status.fence_by_batch(error)
        self.failed(error)

    def _announce(self) -> None:
        announcing = Deferred.fromCoroutine(self._add_wanted())
        announcing.addErrback(lambda failure: _log.failure("announcing partitions failed", failure))

    async def _add_wanted(self) -> None:
        try:
            while self._wanted and not self.is_doomed:
                wanted, self._wanted = self._wanted, set()
                # Whatever the answer is: the coordinator may have opened a transaction.
                self._announced = True
                try:
                    await self._coordination.add(wanted)
                except KlogError as error:
                    self.failed(error)
                    return
                self._added |= wanted
                self._sender.admitted(wanted)
        except GeneratorExit:
            # Nobody runs us any more, nor who waits for us.
            self._quiet.clear()
            raise
        finally:
            self._adding = False
            self._look_whether_quiet()

    def _look_whether_quiet(self) -> None:
        if not self._adding and not self._committing_offsets:
            quiet, self._quiet = self._quiet, []
            _fire(quiet)

    # What goes wrong

    def failed(self, error: KlogError) -> None:
        """Something of the open transaction failed: it cannot be committed any more."""
        if not self._status.fail(error):
            return
        self._coordination.needs_epoch = True
        why = f"its transaction cannot be committed any more: {error.message}"
        self._drop(why, error.code)

    def _drop(self, why: str, code: ErrorCode) -> None:
        self._wanted.clear()
        self._sender.accumulator.drop_unsent(lambda topic, partition: DeliveryFailed(code, topic, partition, why))

    # What the user asks

    def check_open(self) -> None:
        """Whether records are taken; see `TransactionStatus.check_open`."""
        self._status.check_open()

    async def begin(self) -> None:
        """Open a transaction; the first one finishes or aborts what a producer of the same id left behind.

        :raises ProducerFenced: a newer producer has the id.
        :raises TransactionFailed: a transaction is open already.
        :raises KlogError: the coordinator was not reached in time, or refuses.
        """
        self._status.move(Event.BEGIN)
        try:
            if self._coordination.needs_epoch:
                # What nobody wanted to wait for.
                await self._landed()
                self._sender.take_identity(*await self._coordination.initialise())
        except BaseException as error:
            self._status.begin_failed(error)
            raise
        self._status.cause = None
        self._announced = False
        self._added.clear()
        self._wanted.clear()
        self._groups.clear()
        self._status.move(Event.BEGUN)

    async def commit_offsets(self, group_id: str, offsets: Mapping[TopicPartition, int | Committed], member: GroupMember) -> None:
        """Write a group's offsets down as part of the transaction.

        :raises TransactionFailed: refused, and the transaction cannot be committed any more.
        """
        self.check_open()
        if not offsets:
            return
        self._committing_offsets += 1
        try:
            await self._offsets_in_line.run(lambda: Deferred.fromCoroutine(self._write_offsets(group_id, offsets, member)))
        except ClientStopped:
            raise
        except KlogError as error:
            self.failed(error)
            raise self._status.aborted(error) from error
        except GeneratorExit:
            self._quiet.clear()
            raise
        except BaseException:
            self._coordination.leave_open()
            self.failed(KlogError(ErrorCode.OPERATION_NOT_ATTEMPTED, f"nobody knows whether the offsets of group {group_id} are written"))
            raise
        finally:
            self._committing_offsets -= 1
            self._look_whether_quiet()

    async def _write_offsets(self, group_id: str, offsets: Mapping[TopicPartition, int | Committed], member: GroupMember) -> None:
        if group_id not in self._groups:
            # It may be part of it, whatever the answer is.
            self._groups.add(group_id)
            if self.protocol is TransactionProtocol.FIRST:
                await self._coordination.add_group(group_id, self._is_hopeful)
        await self._coordination.commit_offsets(group_id, offsets, member, self._is_hopeful)

    def _is_hopeful(self) -> bool:
        return not self.is_doomed

    def doom(self, code: ErrorCode, why: str) -> TransactionFailed:
        """The open transaction cannot be committed any more; what its user is told.

        :raises TransactionFailed: none is open.
        """
        self.check_open()
        error = KlogError(code, why)
        self.failed(error)
        return self._status.aborted(error)

    async def commit(self) -> None:
        """Have all of it count, once everything that was sent, offsets of groups too, is written.

        :raises TransactionFailed: it was aborted; nothing of it counts.
        :raises CommitUncertain: nobody knows.
        """
        if self.state is not State.DOOMED:
            self.check_open()
        await self._finish(commit=True)

    async def abort(self) -> None:
        """Have nothing of it count. What waits is not sent any more.

        :raises ProducerFenced: see `begin`; nothing of it will count.
        """
        if self._status.end_of_all is not None:
            raise self._status.end_of_all
        await self._finish(commit=False)

    async def _finish(self, *, commit: bool) -> None:
        self._status.move(Event.END)
        try:
            if not commit:
                self._give_up()
            await self._settled()
            if self._status.end_of_all is not None:
                raise self._status.end_of_all
            is_good = commit and self._status.cause is None
            await self._end(commit=is_good)
        except GeneratorExit:
            self._ends.clear()
            raise
        except BaseException as error:
            if not isinstance(error, KlogError):
                # The user does not want to wait any more.
                self._coordination.leave_open()
            self._give_up()
            if isinstance(error, ProducerFenced):
                self._status.fence(error)
            raise
        finally:
            self._status.move(Event.ENDED)
            ends, self._ends = self._ends, []
            _fire(ends)
        if commit and not is_good:
            assert self._status.cause is not None
            raise self._status.aborted(self._status.cause)

    def _give_up(self) -> None:
        self._status.give_up()
        self._coordination.needs_epoch = True
        self._drop("its transaction was aborted", ErrorCode.OPERATION_NOT_ATTEMPTED)

    async def _settled(self) -> None:
        """Until nothing of it is on its way."""
        flushed: Deferred[None] = Deferred()
        self._sender.accumulator.watch(lambda: None if flushed.called else flushed.callback(None))
        await flushed
        await self._landed()

    async def _landed(self) -> None:
        """Until everything that was sent is answered."""
        await self._sender.landed()
        if self._adding or self._committing_offsets:
            quiet: Deferred[None] = Deferred()
            self._quiet.append(quiet)
            await quiet

    def ended(self) -> Deferred[None]:
        """Fires when no transaction is just being ended."""
        end: Deferred[None] = Deferred()
        self._ends.append(end)
        if self.state is not State.ENDING:
            ends, self._ends = self._ends, []
            _fire(ends)
        return end

    async def _end(self, *, commit: bool) -> None:
        if not self._announced and not self._groups:
            return
        try:
            await self._coordination.end(commit=commit)
            if self.protocol is TransactionProtocol.SECOND and not self._coordination.needs_epoch:
                assert self._coordination.identity is not None
                self._sender.take_identity(*self._coordination.identity)
        except ProducerFenced:
            raise
        except ClientStopped as error:
            if commit:
                raise self._status.uncertain(error) from error
            raise
        except KlogError as error:
            if not commit:
                # Whoever begins the next one aborts it first.
                _log.warn("{where}: {why}", where=f"transactional id {self.transactional_id}", why=error.message)
                return
            if error.code is ErrorCode.REQUEST_TIMED_OUT or self._coordination.may_be_committed:
                raise self._status.uncertain(error) from error
            self._status.cause = error
            await self._end(commit=False)
            raise self._status.aborted(error) from error


def _fire(waiting: list[Deferred[None]]) -> None:
    for deferred in waiting:
        if not deferred.called:
            deferred.callback(None)
