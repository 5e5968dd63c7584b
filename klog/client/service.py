"""What Producer, Consumer, ConsumerGroup and Admin have in common: they are Twisted services that own a `Routing`.

Hung into an application they start and stop with it. Without one the first use starts them, and ``stopService()`` or leaving an ``async
with`` block ends them.
"""

from __future__ import annotations

import random as random_
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, cast

from twisted.application.service import Service
from twisted.internet.defer import Deferred, maybeDeferred, succeed

from klog.client.retry import ClientStopped
from klog.client.routing import Connect, Routing
from klog.client.settings import ClientSettings, split_options


class ClientService(Service):
    """A client as a service.

    ::

        async with ClientService(reactor, "kafka:9092", client_id="shop") as client:
            await client.routing.know(["orders"])

    Subclasses with options of their own call `split_options` themselves and hand the `ClientSettings` on. They override `starting` and
    `stopping` rather than the service's methods, and call `ensure_started` in whatever a user may call first.

    :param reactor: IReactorTCP, IReactorTime and IReactorPluggableNameResolver.
    :param bootstrap_servers: ``host:port,host:port`` or finished settings.
    :param options: `klog.client.settings.ClientOptions`.
    :raises ConfigError: an option that does not exist or cannot be; one sentence.
    """

    def __init__(
        self,
        reactor: Any,
        bootstrap_servers: str | ClientSettings,
        *,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] | None = None,
        connect: Connect | None = None,
        **options: Any,
    ) -> None:
        if not callable(getattr(reactor, "seconds", None)):
            raise TypeError(
                f"{type(self).__name__} needs Twisted's reactor first (from twisted.internet import reactor), not {type(reactor).__name__}"
            )
        self.settings, _ = split_options(bootstrap_servers, options)
        self.reactor = reactor
        self.routing = Routing(reactor, self.settings, random=random, now_ms=now_ms, connect=connect)
        self._stopping: Deferred[None] | None = None
        self._stop_waiters: list[Deferred[None]] = []

    def starting(self) -> None:
        """Called once, at the start; for subclasses."""

    def stopping(self) -> Deferred[None] | None:
        """Called once, while everything still works: finish what is under way; for subclasses."""
        return None

    def startService(self) -> None:
        """Once; a client that was stopped stays so: make another.

        :raises ClientStopped: it was stopped before.
        """
        if self._stopping is not None:
            raise ClientStopped("this client was stopped; make a new one")
        if not self.running:
            cast(Any, super()).startService()
            self.starting()

    def ensure_started(self) -> None:
        """Start, unless it runs.

        :raises ClientStopped: it was stopped before.
        """
        if self._stopping is not None:
            raise ClientStopped()
        if not self.running:
            self.startService()

    def stopService(self) -> Deferred[None]:
        """Finish, then close; fires when all is closed, every time it is called. Never fails."""
        if self._stopping is None:
            was_running = bool(self.running)
            cast(Any, super()).stopService()
            self._stopping = Deferred()
            finished = maybeDeferred(self.stopping) if was_running else succeed(None)
            finished.addErrback(self._stopping_failed)
            finished.addCallback(lambda _: self.routing.stop())
            finished.addErrback(self._stopping_failed)
            finished.addCallback(lambda _: self._stopped())
        waiter: Deferred[None] = Deferred()
        if self._stopping.called:
            waiter.callback(None)
        else:
            self._stop_waiters.append(waiter)
        return waiter

    def _stopping_failed(self, failure: Any) -> None:
        from twisted.logger import Logger

        Logger().failure("{client}: stopping failed", failure, client=self.settings.client_id)

    def _stopped(self) -> None:
        assert self._stopping is not None
        self._stopping.callback(None)
        waiters, self._stop_waiters = self._stop_waiters, []
        for waiter in waiters:
            waiter.callback(None)

    async def __aenter__(self) -> Self:
        self.ensure_started()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        await self.stopService()
