"""`Election`: of all that want to lead, one does, and its work is called off as soon as it may lead no more.

The node is a lock's (`klog.zookeeper.recipes.lock`), laid out as Apache Curator's and kazoo's, with the contender's name in it. Who holds
it leads, until its work is done, somebody takes its node away, or its session may be over. That is judged by our own clock, too: where
ZooKeeper has not been heard of for two thirds of the session's timeout, another one may soon lead. A process that was stopped (SIGSTOP,
a long collection of garbage) learns of it late; what must never be done by two asks for `Election.sequence`, which rises with each leader.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.python.failure import Failure

from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.recipes.lock import Lock
from klog.zookeeper.recipes.nodes import ensure_path, forget
from klog.zookeeper.retrying import is_retryable
from klog.zookeeper.watches import ClientEvent

T = TypeVar("T")

#: Of the session's timeout: after so long without an answer we lead no more.
_LEASE_SHARE = 2 / 3


class LeadershipLost(Exception):
    """We lead no more, and the work was called off."""


class Election:
    """See above.

    ::

        election = Election(client, "/service/leader", "host-17")
        try:
            await election.run(lead)            # `lead` is called when we are elected; its Deferred is waited for
        except LeadershipLost:
            ...                                 # run it again, with a new client where the session is over

    :param identifier: who we are, for `contenders`.
    """

    def __init__(self, client: ZookeeperClient, path: str, identifier: str = "") -> None:
        self.path = path
        self._client = client
        self._lock = Lock(path, client, identifier.encode())
        self._running: Deferred[Any] | None = None
        self._leading: Deferred[Any] | None = None
        self._why_lost = ""

    @property
    def sequence(self) -> int:
        """Our number, which rises with each leader; -1 where we do not lead."""
        return self._lock.sequence if self._leading is not None else -1

    def contenders(self) -> Deferred[list[str]]:
        """Identifiers of all that want to lead, the leader first. Fails with `ZookeeperError`."""
        return Deferred.fromCoroutine(self._contenders())

    async def _contenders(self) -> list[str]:
        await ensure_path(self._client, self.path)
        return [data.decode("utf-8", "replace") for data in await self._lock.contenders()]

    def run(self, lead: Callable[[], Any]) -> Deferred[Any]:
        """Stand for election; `lead` is called when we lead, once. Fires with its result, when the next one may lead.

        :param lead: may return a Deferred or a coroutine, which is cancelled when we lead no more.
        :raises RuntimeError: it runs already.

        Fails with what `lead` fails with, with `LeadershipLost`, with `ZookeeperError` where the session is over before we lead, and with
        `CancelledError` after `cancel`.
        """
        if self._running is not None:
            raise RuntimeError(f"the election at {self.path} runs already")
        running = self._running = Deferred.fromCoroutine(self._run(lead))

        def ended(result: object) -> object:
            self._running = None
            return result

        return running.addBoth(ended)

    def cancel(self) -> None:
        """Do not want to lead any more; who leads stops."""
        running = self._running
        if running is not None:
            running.cancel()
            if self._running is running:
                # Where `lead` calls us nothing is waited for yet, or any more, that could be cancelled.
                self._client.reactor.callLater(0, self._end_leading, running)

    def _end_leading(self, running: Deferred[Any]) -> None:
        if self._running is running and self._leading is not None:
            self._leading.cancel()

    async def _run(self, lead: Callable[[], T]) -> Any:
        await ensure_path(self._client, self.path)
        await self._lock.acquire()
        self._why_lost = ""
        leading = self._leading = maybeDeferred(lead)
        guard = _Guard(self._client, self._lock.node, self._lose)
        try:
            result = await leading
        except Exception as error:
            await self._let_go(guard)
            if self._why_lost:
                raise LeadershipLost(f"{self.path}: {self._why_lost}") from error
            raise
        await self._let_go(guard)
        if self._why_lost:
            # It returned although it was cancelled; others may have led meanwhile.
            raise LeadershipLost(f"{self.path}: {self._why_lost}")
        return result

    async def _let_go(self, guard: _Guard) -> None:
        """The next one may lead."""
        self._leading = None
        guard.stop()
        released = self._lock.release()
        released.addErrback(lambda failure: None)
        await released

    def _lose(self, why: str) -> None:
        if self._leading is not None:
            self._why_lost = why
            self._leading.cancel()


class _Guard:
    """Looks after a node of ours, and the lease of our session, until it is stopped.

    :param lose: called once, with why we may lead no more.
    """

    def __init__(self, client: ZookeeperClient, node: str, lose: Callable[[str], None]) -> None:
        self._client = client
        self._node = node
        self._tell = lose
        self._is_stopped = False
        self._timer: Any = None
        self._changed: Deferred[ClientEvent] | None = None
        self._tick()
        self._look()

    def stop(self) -> None:
        """Tell nothing any more."""
        self._is_stopped = True
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        if self._changed is not None:
            forget(self._changed)

    def _lose(self, why: str) -> None:
        if not self._is_stopped:
            self.stop()
            self._tell(why)

    def _tick(self) -> None:
        client, reactor = self._client, self._client.reactor
        left_s = client.lease_s + client.session_timeout / 1000 * _LEASE_SHARE - reactor.seconds()
        if left_s <= 0:
            self._lose("ZooKeeper does not answer")
        elif not self._is_stopped:
            self._timer = reactor.callLater(left_s, self._tick)

    def _look(self) -> None:
        if self._is_stopped:
            return
        asked, changed = self._client.exists_and_watch(self._node)
        self._changed = changed
        changed.addCallback(lambda _: self._look())
        asked.addCallbacks(self._seen, self._failed)
        asked.addErrback(lambda failure: self._lose(failure.getErrorMessage()))

    def _seen(self, stat: object) -> None:
        if stat is None:
            self._lose("somebody took our node away")

    def _failed(self, failure: Failure) -> None:
        error = failure.value
        if error is None or not is_retryable(error) or self._client.unrecoverable:
            self._lose(failure.getErrorMessage())
            return
        again = self._client.when_connected()
        again.addCallbacks(lambda _: self._look(), lambda failure: self._lose(failure.getErrorMessage()))
