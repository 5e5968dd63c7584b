"""Where operations wait until something makes them completable, or their time is up.

An operation is watched under one or more keys, the partitions it depends on. Whoever changes a partition (an append, a high watermark that
moved, new settings, deletion, a failed flush) calls `Purgatory.check` with its key; every operation that waits there is asked, with
`DelayedOperation.ready`, whether it can be completed now. An operation leaves the purgatory exactly once, by one of three doors:

=========== ==================================== ======================
door        who opens it                         what is called
=========== ==================================== ======================
completed   `check` found it ready               `complete`
expired     its time is up, or `expire_all`      `expire`
forgotten   `forget`: nobody wants its answer    nothing
=========== ==================================== ======================

Where nobody waits, `check` is one look into a dictionary.

Who waits for several keys is often better asked once: `check_soon` asks at the end of the reactor's turn, when all that came in with it
has been handled. A follower's Fetch is answered with what all producers have brought meanwhile, not with the first batch of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger

from klog.model import TopicPartition

#: Longest wait in seconds: what an int32 of milliseconds can say.
LONGEST_WAIT_S = (2**31 - 1) / 1000


_Response = TypeVar("_Response")


class DelayedOperation:
    """Something that waits; subclasses say when it is ready and how it ends."""

    __slots__ = ("_keys", "_timer")

    def __init__(self) -> None:
        self._keys: tuple[TopicPartition, ...] = ()
        self._timer: IDelayedCall | None = None

    @property
    def waiting(self) -> bool:
        """Whether it is in a purgatory."""
        return self._timer is not None

    def ready(self, key: TopicPartition) -> bool:
        """Whether it can be completed, now that something about `key` changed."""
        raise NotImplementedError

    def complete(self) -> None:
        """Answer; `ready` said that it can be done."""
        raise NotImplementedError

    def expire(self) -> None:
        """Answer; the time is up."""
        raise NotImplementedError

    def fail(self, error: Exception) -> None:
        """`ready` or `complete` raised `error`, which is klog's own mistake."""
        raise NotImplementedError


class DelayedAnswer(DelayedOperation, Generic[_Response]):
    """An answer that waits; subclasses fill in what became of it meanwhile.

    :param response: what will be answered.
    :param purgatory: where it waits.
    """

    __slots__ = ("_response", "deferred")

    def __init__(self, response: _Response, purgatory: Purgatory) -> None:
        super().__init__()
        self._response = response
        #: Fires with the response. Cancelled when the connection goes.
        self.deferred: Deferred[Any] = Deferred(lambda _: purgatory.forget(self))

    def complete(self) -> None:
        """Answer."""
        self.deferred.callback(self._response)

    def fail(self, error: Exception) -> None:
        """Give the request up."""
        self.deferred.errback(error)


class Purgatory:
    """Operations that wait, by the partitions they wait for.

    :param clock: for the timeouts.
    """

    _log = Logger()

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        #: Who waits for each: one, as nearly always, or several in a dictionary as an ordered set: first come, first served. A follower
        #: waits for thousands of partitions anew with each Fetch: a dictionary for each of them is work for the garbage collector.
        self._watchers: dict[TopicPartition, DelayedOperation | dict[DelayedOperation, None]] = {}
        self._operations: dict[DelayedOperation, None] = {}
        #: What is to be checked at the end of this turn, and what does it.
        self._changed: dict[TopicPartition, None] = {}
        self._turn_end: IDelayedCall | None = None
        self._closed = False

    def __len__(self) -> int:
        return len(self._operations)

    def waiting_for(self, key: TopicPartition) -> int:
        """How many operations are watched under `key`."""
        watching = self._watchers.get(key, {})
        return len(watching) if isinstance(watching, dict) else 1

    def watch(self, operation: DelayedOperation, keys: Iterable[TopicPartition], timeout_ms: int) -> None:
        """Let `operation` wait for any of `keys`, at most `timeout_ms`. It must not be ready already: nobody asks it now."""
        if self._closed:
            self._end(operation, expired=True)
            return
        operation._keys = tuple(keys)
        operation._timer = self._clock.callLater(min(max(timeout_ms, 0) / 1000, LONGEST_WAIT_S), self._timed_out, operation)
        self._operations[operation] = None
        for key in operation._keys:
            watching = self._watchers.setdefault(key, operation)
            if watching is operation:
                continue
            if isinstance(watching, dict):
                watching[operation] = None
            else:
                self._watchers[key] = {watching: None, operation: None}

    def check(self, key: TopicPartition) -> None:
        """Something about `key` changed: complete what has become ready. Never raises."""
        watching = self._watchers.get(key)
        if watching is None:
            return
        for operation in list(watching) if isinstance(watching, dict) else (watching,):
            # An earlier one's answer may have ended this one.
            if operation._timer is None:
                continue
            try:
                ready = operation.ready(key)
            except Exception as error:  # noqa: BLE001
                self._remove(operation)
                self._failed(operation, error)
                continue
            if ready:
                self._remove(operation)
                self._end(operation, expired=False)

    def check_soon(self, key: TopicPartition) -> None:
        """As `check`, when all else of this turn of the reactor is done."""
        if key in self._watchers:
            self._changed[key] = None
            if self._turn_end is None:
                self._turn_end = self._clock.callLater(0, self._turn_ended)

    def _turn_ended(self) -> None:
        self._turn_end = None
        changed, self._changed = self._changed, {}
        for key in changed:
            self.check(key)

    def forget(self, operation: DelayedOperation) -> None:
        """Drop `operation` without an answer; nothing where it does not wait."""
        if operation._timer is not None:
            self._remove(operation)

    def expire_all(self, *, closing: bool = False) -> None:
        """Let every operation expire now; with `closing` those that come later, too, at once."""
        self._closed = self._closed or closing
        if self._closed and self._turn_end is not None:
            self._turn_end.cancel()
            self._turn_end = None
        for operation in list(self._operations):
            if operation._timer is not None:
                self._remove(operation)
                self._end(operation, expired=True)

    def _timed_out(self, operation: DelayedOperation) -> None:
        self._remove(operation)
        self._end(operation, expired=True)

    def _remove(self, operation: DelayedOperation) -> None:
        timer, operation._timer = operation._timer, None
        if timer is not None and timer.active():
            timer.cancel()
        self._operations.pop(operation, None)
        for key in operation._keys:
            watching = self._watchers.get(key)
            if isinstance(watching, dict):
                watching.pop(operation, None)
                if watching:
                    continue
            elif watching is not operation:
                continue
            del self._watchers[key]

    def _end(self, operation: DelayedOperation, *, expired: bool) -> None:
        try:
            if expired:
                operation.expire()
            else:
                operation.complete()
        except Exception as error:  # noqa: BLE001
            self._failed(operation, error)

    def _failed(self, operation: DelayedOperation, error: Exception) -> None:
        try:
            operation.fail(error)
        except Exception:  # noqa: BLE001
            self._log.failure("an operation that waited could not be answered")
