"""What follows the answer to one item of a call, and what becomes of a change whose answer was lost. Decisions alone:
`klog.client.admin.calls` asks, waits and looks.

An item that an attempt gave its value is done. One that met an error becomes a `TroubledItem`, and what follows is what the retry policy's
table (`klog.retry_policy`) says of it:

* what passes by itself (a leader or controller moved, a coordinator is loading, a connection broke) is asked again. A topic that nobody
  knows is asked about `UNKNOWN_ATTEMPTS` times only: one just created takes a moment to be known to all brokers, and somebody who mistyped
  a name should not wait half a minute for the answer;
* a change whose answer was lost may have been made. It is asked for again, and where that is then *refused as it would be if it were made*
  (a topic that is there already, or not any more), it is looked up: it was made, and is done; it was not, and the refusal stands; that
  cannot be told now, and it is looked up again. Of one of which it is never told, the error says all that is known (`TroubledItem.error`);
* everything else is lasting.
"""

from __future__ import annotations

from collections.abc import Collection

from klog.client.admin.types import item_error
from klog.errors import ErrorCode, KlogError
from klog.retry_policy import RetryPolicy, State, Step, Trouble

#: How often a topic or partition that nobody knows is asked about.
UNKNOWN_ATTEMPTS = 4

_UNKNOWN = frozenset({ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_ID})
#: What passes, whomever it is said by.
_PASSING = _UNKNOWN | {
    ErrorCode.NETWORK_EXCEPTION,
    ErrorCode.NOT_CONTROLLER,
    ErrorCode.LEADER_NOT_AVAILABLE,
    ErrorCode.NOT_LEADER_OR_FOLLOWER,
    ErrorCode.REPLICA_NOT_AVAILABLE,
    ErrorCode.BROKER_NOT_AVAILABLE,
    ErrorCode.FENCED_LEADER_EPOCH,
    ErrorCode.UNKNOWN_LEADER_EPOCH,
    ErrorCode.OFFSET_NOT_AVAILABLE,
    ErrorCode.LISTENER_NOT_FOUND,
    ErrorCode.KAFKA_STORAGE_ERROR,
    ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
    ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_COORDINATOR,
    ErrorCode.UNSTABLE_OFFSET_COMMIT,
    ErrorCode.THROTTLING_QUOTA_EXCEEDED,
}

#: What says that brokers may be other ones, or elsewhere.
_MOVED = frozenset({ErrorCode.NOT_CONTROLLER, ErrorCode.NETWORK_EXCEPTION, ErrorCode.BROKER_NOT_AVAILABLE})


def trouble_of_answer(
    error: KlogError, *, is_unanswered: bool, final: Collection[ErrorCode] = (), refusals: Collection[ErrorCode] = ()
) -> Trouble:
    """What an item's error means for it.

    :param is_unanswered: whether it stands for the answer to something that was sent, so that nobody knows whether it was done.
    :param final: errors that are lasting here, though they pass elsewhere.
    :param refusals: errors by which a change is refused that is done already.
    """
    if error.code in refusals:
        return Trouble.REFUSED
    if error.code not in _PASSING or error.code in final:
        return Trouble.LASTING
    if is_unanswered:
        return Trouble.UNANSWERED
    return Trouble.MOVED if error.code in _MOVED else Trouble.PASSING


class TroubledItem:
    """An item that met an error.

    :param name: in a sentence, as ``topic orders``.
    :param retry_policy: its own.
    :ivar answer: the last error that was an answer to asking, not to looking it up.
    """

    def __init__(self, name: str, retry_policy: RetryPolicy, answer: KlogError) -> None:
        self.answer = answer
        self._name = name
        self._retry_policy = retry_policy
        #: How often nobody knew it.
        self._unknown = 0
        #: What came in place of the first answer that was lost.
        self._lost: KlogError | None = None
        #: Why it could not be looked up.
        self._obstacle: KlogError | None = None

    @property
    def is_looked_up(self) -> bool:
        """Whether it is to be looked up next, instead of being asked for again."""
        return self._retry_policy.state is State.LOOKING

    def met(self, error: KlogError, trouble: Trouble) -> Step:
        """What follows an error: of asking, or of looking it up.

        :param trouble: see `trouble_of_answer`.
        """
        if self.is_looked_up:
            self._obstacle = error
        else:
            self.answer = error
        if error.code in _UNKNOWN:
            self._unknown += 1
        if trouble is Trouble.PASSING and self._unknown >= UNKNOWN_ATTEMPTS:
            trouble = Trouble.LASTING
        if trouble is Trouble.UNANSWERED and self._lost is None:
            self._lost = error
        return self._retry_policy.after(trouble)

    def did_not_happen(self) -> None:
        """It was looked up: the refusal stands."""
        self._retry_policy.found(False)

    @property
    def error(self) -> KlogError:
        """What it ends with, where nothing more is tried."""
        if not self.is_looked_up:
            return self.answer
        assert self._lost is not None, "looked up, and no answer was lost"
        why = "the time was over" if self._obstacle is None else self._obstacle.message
        sentence = (
            f"{self._lost.message}; asked again, it was refused ({self.answer.code.name}); whether we did it could not be looked up: {why}"
        )
        return item_error(self._lost.code, self._name, sentence)
