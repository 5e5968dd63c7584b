"""Changes in ZooKeeper that are tried until they are done, refused, or out of time.

A change is a coroutine. Whatever it asks of ZooKeeper goes through `Attempts.attempt`, which calls a function with the current session as
often as it takes:

* without a session, or while it is being read, it waits;
* after an error of the connection or the session nobody knows whether the change was done, so the function looks before it writes: it must
  be right to call it again;
* where a node was other than the view said, the view is stale: everything is synced, and the function looks again.

Changes with the same key come one after the other, so that whoever asks for two gets them in this order. Each has `LIMIT_S` seconds for all
of it, and then fails with REQUEST_TIMED_OUT, as in Kafka.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.interfaces import IDelayedCall
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from klog.cluster.zookeeper.session import ZooKeeperSession
from klog.concurrency_limit import ConcurrencyLimit
from klog.errors import ErrorCode, KlogError
from klog.zookeeper.errors import (
    FINAL,
    TRANSIENT,
    BadVersionException,
    NodeExistsException,
    NoNodeException,
    NotEmptyException,
    ZookeeperError,
)

T = TypeVar("T")

#: For one change, in seconds.
LIMIT_S = 30.0
#: Between attempts, in seconds: the first, and the longest.
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.02, 1.0

_CONFLICTS = (NodeExistsException, NoNodeException, BadVersionException, NotEmptyException)


class Attempts:
    """See the module.

    :param current: the session that may be used just now; None while there is none.
    """

    def __init__(self, reactor: Any, current: Callable[[], ZooKeeperSession | None]) -> None:
        self._reactor = reactor
        self._current = current
        self._for_session: list[Deferred[None]] = []
        self._for_picture: list[tuple[Callable[[], Any], Deferred[Any]]] = []
        self._lines: dict[str, ConcurrencyLimit] = {}
        self._running: dict[Deferred[Any], None] = {}
        self._is_stopped = False

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._running

    @property
    def session(self) -> ZooKeeperSession | None:
        """The one that may be used just now."""
        return self._current()

    # -- What is heard

    def session_is_ready(self) -> None:
        """There is a session to use."""
        waiting, self._for_session = self._for_session, []
        for deferred in waiting:
            deferred.callback(None)

    def settled(self) -> None:
        """Something was shown or told: those who wait for it look again."""
        if not self._for_picture:
            return
        waiting, self._for_picture = self._for_picture, []
        done: list[tuple[Deferred[Any], Any]] = []
        for look, deferred in waiting:
            if deferred.called:
                continue
            try:
                result = look()
            except Exception as error:
                done.append((deferred, Failure(error)))  # type: ignore[no-untyped-call]
                continue
            if result is None:
                self._for_picture.append((look, deferred))
            else:
                done.append((deferred, result))
        for deferred, result in done:
            deferred.callback(result)

    def settled_after(self, seconds: float) -> IDelayedCall:
        """Those who wait look again after so long, too; to be cancelled by whoever asks for it."""
        delayed: IDelayedCall = self._reactor.callLater(seconds, self.settled)
        return delayed

    def stop(self) -> None:
        """Everything under way fails."""
        self._is_stopped = True
        for deferred in list(self._running):
            deferred.cancel()

    # -- Changes

    def change(self, key: str, what: str, function: Callable[[], Coroutine[Any, Any, T]]) -> Deferred[T]:
        """Run `function`, behind others with the same key.

        :param what: for sentences: "the creation of topic x".
        """

        line = self._lines.setdefault(key, ConcurrencyLimit(ends_cancelled=True))

        def begin() -> Deferred[T]:
            if self._is_stopped:
                raise self._stopping(what)
            return Deferred.fromCoroutine(function())

        deferred: Deferred[T] = line.run(begin)
        timer = self._reactor.callLater(LIMIT_S, deferred.cancel)
        self._running[deferred] = None

        def ended(result: Any) -> Any:
            self._running.pop(deferred, None)
            if line.is_idle and self._lines.get(key) is line:
                del self._lines[key]
            if timer.active():
                timer.cancel()
            if isinstance(result, Failure) and isinstance(result.value, CancelledError):
                raise self._stopping(what) if self._is_stopped else _too_late(what)
            if isinstance(result, Failure) and isinstance(result.value, ZookeeperError):
                raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"{what} failed: {result.getErrorMessage()}")
            return result

        return deferred.addBoth(ended)

    def _stopping(self, what: str) -> KlogError:
        return KlogError(ErrorCode.BROKER_NOT_AVAILABLE, f"{what} was given up: the broker is stopping")

    async def attempt(self, function: Callable[[ZooKeeperSession], Awaitable[T]]) -> T:
        """What `function` gives, called until it raises nothing of the connection or of stale knowledge."""
        pause = FIRST_PAUSE_S
        while True:
            session = self._current()
            if session is None:
                waiting: Deferred[None] = Deferred()
                self._for_session.append(waiting)
                try:
                    await waiting
                finally:
                    if waiting in self._for_session:
                        self._for_session.remove(waiting)
                continue
            try:
                return await function(session)
            except (*TRANSIENT, *FINAL):
                await deferLater(self._reactor, pause, lambda: None)
            except _CONFLICTS:
                try:
                    await session.mirror.sync()
                except ZookeeperError:
                    pass
                await deferLater(self._reactor, pause, lambda: None)
            pause = min(pause * 2, LONGEST_PAUSE_S)

    async def until(self, look: Callable[[], T | None]) -> T:
        """What `look` gives once it is not None; it is called whenever something was shown or told. It may raise."""
        result = look()
        if result is not None:
            return result
        waiting: Deferred[T] = Deferred()
        self._for_picture.append((look, waiting))
        return await waiting


def _too_late(what: str) -> KlogError:
    return KlogError(ErrorCode.REQUEST_TIMED_OUT, f"{what} was not done within {LIMIT_S:g} s; it may still be")
