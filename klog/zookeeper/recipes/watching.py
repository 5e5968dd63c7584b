"""`DataWatch` and `ChildrenWatch`: a function that is told what a node is, at first and after every change, for as long as it wants.

ZooKeeper's own watches fire once and tell only that there was a change. So a watch here is a loop: read, and be told of the next change;
where it is another than what the function was told last, call it; wait for the change. What changes while the function is at work, or
while the connection is lost, is told once, as it is then: the newest state is never missed, states in between may be.

With a `klog.zookeeper.managed_client.ManagedClient` a watch outlives sessions; with a `ZookeeperClient` it ends with its session.
`Watching.done` tells how it ended:

====================================  ==========================================
the function returns False            with None
`stop` is called                      with None
the function raises, or its Deferred  with that error
the session is over, or refused       with the `ZookeeperError`
====================================  ==========================================
"""

from __future__ import annotations

import abc
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from twisted.internet.defer import CancelledError, Deferred, maybeDeferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import ClosingException, NoNodeException, SessionExpiredException, ZookeeperError
from klog.zookeeper.managed_client import ManagedClient
from klog.zookeeper.protocol import Stat
from klog.zookeeper.recipes.nodes import forget
from klog.zookeeper.retrying import get_delay, is_retryable, sleep
from klog.zookeeper.watches import ClientEvent

T = TypeVar("T")

#: What the function is told, and what tells whether that is news.
_Seen = tuple[tuple[Any, ...], object]
_NOTHING = object()


class Watching(abc.ABC):
    """See above; begins at once.

    :param client: connected.
    :param function: may return a Deferred or a coroutine, which is waited for.
    :ivar done: fires when the watch has ended. Cancelled, it stops; where the function is at work then, its error goes to the log.
    """

    _log = Logger()

    def __init__(self, client: ZookeeperClient | ManagedClient, path: str, function: Callable[..., Any]) -> None:
        self.path = path
        self._client = client
        self._function = function
        self._is_stopped = False
        #: What is waited for, but for the function.
        self._waits: Deferred[Any] | None = None
        self.done: Deferred[None] = Deferred(lambda _: self.stop())
        running = Deferred.fromCoroutine(self._run())
        running.addBoth(self._ended)

    def stop(self) -> None:
        """The function is not called any more; what it is at now goes on."""
        self._is_stopped = True
        if self._waits is not None:
            self._waits.cancel()

    def _ended(self, result: object) -> None:
        self._is_stopped = True
        if self.done.called:
            # Cancelled while the function was at work.
            if isinstance(result, Failure):
                self._log.failure("The function of a watch of {path} failed after the watch was cancelled", result, path=self.path)
            return
        if isinstance(result, Failure):
            self.done.errback(result)
        else:
            self.done.callback(None)

    async def _run(self) -> None:
        told: object = _NOTHING
        while not self._is_stopped:
            looked = await self._unless_it_passes(self._look())
            if looked is None:
                continue
            (arguments, mark), changed = looked
            try:
                if mark != told and not self._is_stopped:
                    told = mark
                    # What it raises ends the watch, an error of ZooKeeper's too: it was told, and would not be told again.
                    if await _result_of(self._function, arguments) is False:
                        return
                if not self._is_stopped:
                    await self._unless_it_passes(self._wait(changed))
            finally:
                forget(changed)

    async def _unless_it_passes(self, asking: Awaitable[T]) -> T | None:
        """What `asking` gives; None where it is stopped, or where it failed for a reason that passes, after a pause."""
        try:
            return await asking
        except CancelledError:
            if not self._is_stopped:
                raise
        except ZookeeperError as error:
            if not self._goes_on_after(error):
                raise
            # The client connects again by itself.
            await self._pause()
        return None

    def _goes_on_after(self, error: ZookeeperError) -> bool:
        if isinstance(self._client, ManagedClient):
            return not isinstance(error, ClosingException) and (is_retryable(error) or isinstance(error, SessionExpiredException))
        return is_retryable(error) and not self._client.unrecoverable

    async def _pause(self) -> None:
        try:
            await self._wait(sleep(self._client.reactor, get_delay(self._client.session_timeout)))
        except CancelledError:
            if not self._is_stopped:
                raise

    async def _wait(self, asked: Deferred[Any]) -> Any:
        self._waits = asked
        try:
            return await asked
        finally:
            self._waits = None

    @abc.abstractmethod
    async def _look(self) -> tuple[_Seen, Deferred[ClientEvent]]:
        """What is so now, and a Deferred that fires when it may be different."""


class DataWatch(Watching):
    """Tells ``function(data, stat)`` of a node's data: bytes and its stat, or None twice where there is no such node.

    ::

        def changed(data, stat):
            settings.load(data)

        watch = DataWatch(client, "/service/settings", changed)
        watch.done.addErrback(log.err)

    A node that was deleted and made again with the same data between two looks is told as a change.
    """

    def __init__(self, client: ZookeeperClient | ManagedClient, path: str, function: Callable[[bytes | None, Stat | None], Any]) -> None:
        super().__init__(client, path, function)

    async def _look(self) -> tuple[_Seen, Deferred[ClientEvent]]:
        while True:
            asked, changed = self._client.get_and_watch(self.path)
            try:
                data, stat = await self._wait(asked)
            except NoNodeException:
                there, changed = self._client.exists_and_watch(self.path)
                if await self._wait(there) is not None:
                    # It was made just now; its data is to be read.
                    forget(changed)
                    continue
                return ((None, None), None), changed
            return ((data, stat), stat["mzxid"]), changed


class ChildrenWatch(Watching):
    """Tells ``function(children)`` of the names below a node, sorted; None where there is no such node.

    ::

        ChildrenWatch(client, "/service/members", lambda names: print(names))
    """

    def __init__(self, client: ZookeeperClient | ManagedClient, path: str, function: Callable[[Sequence[str] | None], Any]) -> None:
        super().__init__(client, path, function)

    async def _look(self) -> tuple[_Seen, Deferred[ClientEvent]]:
        while True:
            asked, changed = self._client.get_children_and_watch(self.path)
            try:
                names = sorted(await self._wait(asked))
            except NoNodeException:
                there, changed = self._client.exists_and_watch(self.path)
                if await self._wait(there) is not None:
                    forget(changed)
                    continue
                return ((None,), None), changed
            return ((names,), tuple(names)), changed


async def _result_of(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    # A coroutine is run, too.
    return await maybeDeferred(function, *arguments)
