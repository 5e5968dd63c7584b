"""What Producer, Consumer, ConsumerGroup and Admin have in common: they are Twisted services that have a `Routing`.

Hung into an application they start and stop with it. Without one the first use starts them, and ``stopService()`` or leaving an ``async
with`` block ends them.

Who is given bootstrap servers or settings has a routing of its own, and closes it. Who is given a `Client` has a branch of the Client's,
and closes nothing of what others use; the Client is started and stopped by whoever made it, and stops those that share it first.
"""

from __future__ import annotations

import random as random_
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeAlias, Unpack, cast

from twisted.application.service import Service
from twisted.internet.defer import Deferred, DeferredList, maybeDeferred, succeed

from klog.client.retry import ClientNotStarted, ClientStopped
from klog.client.routing import Connect, Routing
from klog.client.settings import ClientOptions, ClientSettings, split_options
from klog.client.statistics import ClientStatistics
from klog.config import ConfigError


class ClientService(Service):
    """A client as a service.

    ::

        async with ClientService(reactor, "kafka:9092", client_id="shop") as client:
            await client.routing.know(["orders"])

    Subclasses with options of their own call `split_options` themselves and hand the `ClientSettings` on, beside what they were given. They
    override `starting` and `stopping` rather than the service's methods, and call `ensure_started` in whatever a user may call first.

    :param reactor: IReactorTCP, IReactorTime and IReactorPluggableNameResolver.
    :param bootstrap_servers: ``host:port,host:port``, finished settings, or a `Client` whose connections are shared.
    :param settings: what all clients are told, where the caller knows it already; `options` are not looked at then.
    :param hooks: a `klog.client.hooks.Hooks`, or several in a list.
    :param options: `klog.client.settings.ClientOptions`.
    :raises ConfigError: an option that does not exist or cannot be, or that is the shared Client's; one sentence.
    :ivar shared: the Client that was given; None where the connections are our own.
    """

    def __init__(
        self,
        reactor: Any,
        bootstrap_servers: Where,
        *,
        settings: ClientSettings | None = None,
        hooks: object = None,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] | None = None,
        connect: Connect | None = None,
        **options: Any,
    ) -> None:
        if not callable(getattr(reactor, "seconds", None)):
            raise TypeError(
                f"{type(self).__name__} needs Twisted's reactor first (from twisted.internet import reactor), not {type(reactor).__name__}"
            )
        self.settings = settings or split_options(known_settings(bootstrap_servers), options)[0]
        self.reactor = reactor
        self.shared = bootstrap_servers if isinstance(bootstrap_servers, Client) else None
        if self.shared is None:
            self.routing = Routing(reactor, self.settings, random=random, now_ms=now_ms, connect=connect, hooks=hooks)
        else:
            for name, given in {"random": random, "now_ms": now_ms, "connect": connect}.items():
                if given is not None:
                    raise ConfigError(name, None, "a shared Client was given, which has one already")
            if self.shared.reactor is not reactor:
                raise ConfigError("reactor", None, "the shared Client runs on another one")
            self.routing = self.shared.routing.branch(self.settings, hooks)
        self._stopped_because = "the client was stopped"
        self._stopping: Deferred[None] | None = None
        self._stop_waiters: list[Deferred[None]] = []

    def statistics(self) -> ClientStatistics:
        """What was counted since this client was made, and what it holds now; a shared Client's is the sum of all that share it."""
        return self.routing.meter.snapshot(**self.held_now())

    def held_now(self) -> dict[str, int]:
        """Of `ClientStatistics`, those numbers ending in ``_now`` that subclasses know."""
        return {}

    def starting(self) -> None:
        """Called once, at the start; for subclasses."""

    def stopping(self) -> Deferred[None] | None:
        """Called once, while everything still works: finish what is under way; for subclasses."""
        return None

    def startService(self) -> None:
        """Once; a client that was stopped stays so: make another.

        :raises ClientStopped: it was stopped before, or the Client that it shares; `ClientNotStarted`: nobody has started that one.
        """
        if self._stopping is not None:
            raise ClientStopped(f"{self._stopped_because}; make a new one")
        if not self.running:
            if self.shared is not None:
                self.shared.admit(self)
            cast(Any, super()).startService()
            self.starting()

    def ensure_started(self) -> None:
        """Start, unless it runs. Raises as `startService`."""
        if self._stopping is not None:
            raise ClientStopped(self._stopped_because)
        if not self.running:
            self.startService()

    def stopService(self) -> Deferred[None]:
        """Finish, then close; fires when all is closed, every time it is called. Never fails. In a callback that is waited for before all
        is closed it fires as soon as the stop has begun, which goes on when the callback is done.
        """
        stopped = self._begin_to_stop()
        return succeed(None) if self.is_in_callback() else stopped

    def is_in_callback(self) -> bool:
        """Whether we are called by a callback of the user's that stopping waits for; for subclasses."""
        return False

    def _begin_to_stop(self) -> Deferred[None]:
        """Stop, once; fires when all is closed."""
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
        if self.shared is not None:
            self.shared.dismiss(self)
        self._stopping.callback(None)
        waiters, self._stop_waiters = self._stop_waiters, []
        for waiter in waiters:
            waiter.callback(None)

    async def __aenter__(self) -> Self:
        self.ensure_started()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        await self.stopService()


class Client(ClientService):
    """Connections, and what is known of the cluster, for several that share them: one connection per broker and purpose, one set of
    metadata.

    ::

        async with Client(reactor, "kafka-1:9092,kafka-2:9092", client_id="shop", security_protocol="SSL") as client:
            producer = Producer(reactor, client, compression="zstd")
            group = ConsumerGroup(reactor, client, "billing", ["orders"])
            admin = Admin(reactor, client)

    It runs before those that share it are used: in an application it is hung in before them. `stopService` stops them first, as their own
    `stopService` does: what was sent is delivered, what was read is committed, groups are left, each within its time limits; whoever still
    waits is told `klog.client.retry.ClientStopped`, and so is whoever uses them later.

    Requests that wait at the broker have connections of their own, so that they hold up nobody: each consumer's Fetch, each group's
    JoinGroup and heartbeats, and Produce.

    :param reactor: IReactorTCP, IReactorTime and IReactorPluggableNameResolver.
    :param bootstrap_servers: ``host:port,host:port``, or finished settings.
    :param options: `klog.client.settings.ClientOptions`; those that share it take none of these but ``allow_auto_create_topics``.
    :raises ConfigError: an option that does not exist or cannot be; one sentence.
    """

    def __init__(
        self,
        reactor: Any,
        bootstrap_servers: str | ClientSettings,
        *,
        hooks: object = None,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] | None = None,
        connect: Connect | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        if isinstance(bootstrap_servers, Client):
            raise ConfigError("bootstrap_servers", None, "a Client has connections of its own; give it servers or ClientSettings")
        super().__init__(reactor, bootstrap_servers, hooks=hooks, random=random, now_ms=now_ms, connect=connect, **options)
        #: Those that run, in the order of their start.
        self._users: dict[ClientService, None] = {}

    def admit(self, user: ClientService) -> None:
        """`user` starts.

        :raises ClientStopped: we were stopped, or (`ClientNotStarted`) do not run yet.
        """
        if self._stopping is not None:
            raise ClientStopped(f"{_SHARED_STOPPED}; make a new one")
        if not self.running:
            raise ClientNotStarted()
        self._users[user] = None

    def held_now(self) -> dict[str, int]:
        """Of all that share it."""
        total: dict[str, int] = {}
        for user in self._users:
            for name, number in user.held_now().items():
                total[name] = total.get(name, 0) + number
        return total

    def dismiss(self, user: ClientService) -> None:
        """`user` has stopped."""
        self._users.pop(user, None)

    def stopping(self) -> Deferred[None] | None:
        """Stop the clients that share this one, the last that came first."""
        users = list(reversed(self._users))
        for user in users:
            if user._stopping is None:
                user._stopped_because = _SHARED_STOPPED
        return DeferredList([user._begin_to_stop() for user in users]).addCallback(lambda _: None)

    def is_in_callback(self) -> bool:
        """Whether we are called by a callback of one that shares us, and that stops first."""
        return any(user.is_in_callback() for user in self._users)


_SHARED_STOPPED = "the shared Client was stopped"

#: Where the brokers are, and over whose connections they are asked.
Where: TypeAlias = str | ClientSettings | Client


def known_settings(where: Where) -> str | ClientSettings:
    """What `split_options` is given."""
    return where.settings if isinstance(where, Client) else where
