"""Where one producer's transactions stand: the state, why the open one cannot be committed, and why there will be none any more.

What `klog.client.transactions.transactions` and its twin without a reactor, `klog.client.blocking.transactions`, decide alike is decided
here; what they send and for what they wait is theirs.
"""

from __future__ import annotations

from klog.client.transactions.errors import Asked, CommitUncertain, Consequence, ProducerFenced, TransactionFailed, consequence_of, fenced
from klog.client.transactions.states import MOVES, Event, State
from klog.errors import ErrorCode, KlogError


class TransactionStatus:
    """Of one transactional id."""

    def __init__(self, transactional_id: str) -> None:
        self.transactional_id = transactional_id
        self.state = State.IDLE
        #: Why the open transaction cannot be committed.
        self.cause: KlogError | None = None
        #: Why there will be none any more.
        self.end_of_all: ProducerFenced | None = None

    @property
    def is_doomed(self) -> bool:
        """Whether nothing may be written any more."""
        return self.cause is not None or self.state not in (State.OPEN, State.ENDING)

    def where(self) -> str:
        """The id and the state, for sentences."""
        return f"transactional id {self.transactional_id}: {self.state.value}"

    def move(self, event: Event) -> None:
        """Go on by the table.

        :raises TransactionFailed: the event cannot happen now; `ProducerFenced` where that is why.
        """
        following = MOVES.get((self.state, event))
        if following is None:
            raise self.end_of_all or TransactionFailed(ErrorCode.INVALID_TXN_STATE, self.where())
        self.state = following

    def check_open(self) -> None:
        """Whether records are taken.

        :raises TransactionFailed: no transaction is open, or it cannot be committed any more.
        """
        if self.end_of_all is not None:
            raise self.end_of_all
        if self.state is State.OPEN:
            return
        if self.state is State.DOOMED and self.cause is not None:
            raise TransactionFailed(self.cause.code, f"{self.where()}: {self.cause.message}")
        raise TransactionFailed(ErrorCode.INVALID_TXN_STATE, self.where())

    def fence(self, error: ProducerFenced) -> None:
        """There will be no transaction any more."""
        if self.end_of_all is None:
            self.end_of_all = error
            self.move(Event.FENCE)

    def fence_by_batch(self, error: KlogError) -> None:
        """A batch was not written: that may be the end of all."""
        if consequence_of(Asked.PRODUCE, error.code) is Consequence.FATAL:
            self.fence(fenced(self.transactional_id, error))

    def fail(self, error: KlogError) -> bool:
        """Something of the open transaction failed; whether it is doomed by that, and was not before."""
        if isinstance(error, ProducerFenced):
            self.fence(error)
        if self.cause is not None or (self.state, Event.FAIL) not in MOVES or self.state in (State.IDLE, State.BEGINNING):
            return False
        self.cause = error
        self.move(Event.FAIL)
        return True

    def begin_failed(self, error: BaseException) -> None:
        """None was opened."""
        if isinstance(error, ProducerFenced):
            self.fence(error)
        else:
            self.move(Event.FAIL)

    def give_up(self) -> None:
        """Whatever comes of it, it is not committed."""
        if self.cause is None:
            self.cause = TransactionFailed(ErrorCode.OPERATION_NOT_ATTEMPTED, "the transaction was aborted")

    def aborted(self, error: KlogError) -> TransactionFailed:
        """What the user is told of an abort because of `error`."""
        if isinstance(error, TransactionFailed):
            return error
        return TransactionFailed(error.code, f"transactional id {self.transactional_id}: the transaction was aborted: {error.message}")

    def uncertain(self, error: KlogError) -> CommitUncertain:
        """What the user is told of a commit that nobody answered."""
        why = f"nobody knows whether the transaction is committed: {error.message}"
        return CommitUncertain(error.code, f"transactional id {self.transactional_id}: {why}")
