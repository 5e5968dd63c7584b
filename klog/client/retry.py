"""What to do about an error: one table.

`what_to_do` reads a broker's error code and says which of five things helps; who asked decides how. A code that the table does not name
is retried where Kafka calls it retriable and is final otherwise. How long is waited before is `klog.retry_policy.Backoff`'s.
"""

from __future__ import annotations

import enum

from klog.errors import ErrorCode, KlogError, row_of
from klog.retry_policy import Trouble

#: With less time than this nobody is asked once more: the time would be over before an answer, and that would hide what was met before.
LEAST_MS = 100


class Action(enum.Enum):
    """What helps against an error."""

    #: Nothing is wrong.
    DONE = "done"
    #: Ask again after a pause, the same broker.
    RETRY = "retry"
    #: Ask who leads, then again.
    REFRESH_METADATA = "refresh metadata"
    #: Ask who coordinates, then again.
    FIND_COORDINATOR = "find the coordinator"
    #: Ask who the controller is, then again.
    FIND_CONTROLLER = "find the controller"
    #: Nothing: tell the user.
    FAIL = "fail"


_ACTIONS: dict[ErrorCode, Action] = {
    ErrorCode.NONE: Action.DONE,
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION: Action.REFRESH_METADATA,
    ErrorCode.LEADER_NOT_AVAILABLE: Action.REFRESH_METADATA,
    ErrorCode.NOT_LEADER_OR_FOLLOWER: Action.REFRESH_METADATA,
    ErrorCode.REPLICA_NOT_AVAILABLE: Action.REFRESH_METADATA,
    ErrorCode.BROKER_NOT_AVAILABLE: Action.REFRESH_METADATA,
    ErrorCode.NETWORK_EXCEPTION: Action.REFRESH_METADATA,
    ErrorCode.KAFKA_STORAGE_ERROR: Action.REFRESH_METADATA,
    ErrorCode.LISTENER_NOT_FOUND: Action.REFRESH_METADATA,
    ErrorCode.FENCED_LEADER_EPOCH: Action.REFRESH_METADATA,
    ErrorCode.UNKNOWN_LEADER_EPOCH: Action.REFRESH_METADATA,
    ErrorCode.UNKNOWN_TOPIC_ID: Action.REFRESH_METADATA,
    ErrorCode.INCONSISTENT_TOPIC_ID: Action.REFRESH_METADATA,
    ErrorCode.REBOOTSTRAP_REQUIRED: Action.REFRESH_METADATA,
    ErrorCode.REQUEST_TIMED_OUT: Action.RETRY,
    ErrorCode.NOT_ENOUGH_REPLICAS: Action.RETRY,
    ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND: Action.RETRY,
    ErrorCode.COORDINATOR_LOAD_IN_PROGRESS: Action.RETRY,
    ErrorCode.COORDINATOR_NOT_AVAILABLE: Action.FIND_COORDINATOR,
    ErrorCode.NOT_COORDINATOR: Action.FIND_COORDINATOR,
    ErrorCode.NOT_CONTROLLER: Action.FIND_CONTROLLER,
}


def what_to_do(error_code: int) -> Action:
    """What helps against a code off the wire."""
    row = row_of(error_code)
    return _ACTIONS.get(row.code) or (Action.RETRY if row.retriable else Action.FAIL)


def what_to_do_about(error: BaseException) -> Action:
    """The same for an exception; anything but a `KlogError` is final."""
    return what_to_do(error.code) if isinstance(error, KlogError) else Action.FAIL


def trouble_of(error: BaseException) -> Trouble:
    """The same for a `klog.retry_policy.RetryPolicy` of something that is only asked."""
    match what_to_do_about(error):
        case Action.FAIL | Action.DONE:
            return Trouble.LASTING
        case Action.RETRY:
            return Trouble.PASSING
        case _:
            return Trouble.MOVED


class ClientStopped(KlogError):
    """The client was stopped while somebody waited for it, or before somebody asked.

    Its code, OPERATION_NOT_ATTEMPTED, is never retried.
    """

    def __init__(self, message: str = "the client was stopped") -> None:
        super().__init__(ErrorCode.OPERATION_NOT_ATTEMPTED, message)


class ClientNotStarted(ClientStopped):
    """A shared `klog.client.service.Client` was used before anybody started it."""

    def __init__(self) -> None:
        super().__init__(
            "the shared Client was not started: use it in 'async with client', call its startService(), or hang it into the application"
            " before those that share it"
        )


class NobodyAnswers(KlogError):
    """No broker answered in time; retriable (NETWORK_EXCEPTION).

    :param servers: whom we know.
    :param reason: what the last attempt met.
    :param limit_ms: how long it was tried; None where that was not the limit.
    """

    def __init__(self, servers: str, reason: str, limit_ms: int | None = None) -> None:
        within = "" if limit_ms is None else f" within {limit_ms} ms"
        super().__init__(ErrorCode.NETWORK_EXCEPTION, f"no broker reached through {servers} answered{within}; at last: {reason}")
