"""Answers to requests that change several things at once: they leave when all of it is done, and the client says how long that may take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, DeferredList
from twisted.python.failure import Failure

from klog.errors import ErrorCode, KlogError

Answer = TypeVar("Answer")


def when_all(under_way: Sequence[Deferred[Any]], answer: Answer) -> Answer | Deferred[Answer]:
    """`answer`, at once where nothing is under way, otherwise when all of it is done. What fails fails the whole, so refusals
    belong to be taken off before."""
    if all(
        deferred.called and not isinstance(getattr(deferred, "result", None), Failure) and not deferred.paused for deferred in under_way
    ):
        return answer
    done: Deferred[Answer] = Deferred()
    gathered = DeferredList(under_way, fireOnOneErrback=True, consumeErrors=True)
    gathered.addCallbacks(lambda _: done.callback(answer), lambda failure: done.errback(failure.value.subFailure))
    return done


def check_time(timeout_ms: int) -> None:
    """Refuse what may take no time: Kafka's controller does not begin with it.

    :param timeout_ms: of the request. Longer ones never run out here.
    :raises KlogError: REQUEST_TIMED_OUT.
    """
    if timeout_ms <= 0:
        raise KlogError(ErrorCode.REQUEST_TIMED_OUT, f"nothing can be done within {timeout_ms} ms")


def refusal_in(failure: Failure) -> KlogError:
    """The KlogError that `failure` is; raises anything else again."""
    failure.trap(KlogError)  # type: ignore[no-untyped-call]
    assert isinstance(failure.value, KlogError)
    return failure.value
