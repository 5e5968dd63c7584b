"""A session with ZooKeeper for ever: one client after the other, and somebody who is told what that means for what they hold.

A session is a promise with a date: as long as ZooKeeper hears from us within the timeout, our ephemeral nodes stay, and with them whatever
they stand for (a broker's partitions, a member's share). Only ZooKeeper says when a session is over, and it can say so only after the
connection is back. Therefore a follower is told two things, by two clocks:

* By ours: `session_suspended`, when two thirds of the timeout have gone by since the newest answered request *was sent*
  (`ZookeeperClient.lease_s`). From then on it must not act on what it holds. `session_resumed`, when the same session answers again.
* By ZooKeeper's: `session_ended`; always after `session_suspended`, since nobody else can have got what we held before. `session_began`
  follows with a new client, and everything is to be made and read again.

::

                     lease too old                        expired
    ┌─ WAITING ─┐      ┌─────────► SUSPENDED ───────────────────────┐
    │           ▼      │               │                            ▼
    │         ACTIVE ──┘ ◄─────────────┘ answers again           WAITING (for a new session) ...
    │           └── expired: suspended, then ended ─────────────────┘
    start                                                    stop: suspended, ended, closed → STOPPED

A ZooKeeper that is down is waited for, and said so once.

What our own clock can promise has one condition: a follower of an ensemble that is cut off from its leader answers pings for
``syncLimit`` x ``tickTime`` more, while the leader counts. Where that is longer than a third of the session timeout, a session may be over
before we stop; versions of nodes and controller epochs are what guards writes then.
"""

from __future__ import annotations

import enum
import random as random_module
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from twisted.logger import Logger

from klog.net.security import Security
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import (
    AuthFailedException,
    ClosingException,
    InvalidStateException,
    NoAuthException,
    NoChroot,
    NotConnectedException,
    ZookeeperError,
)
from klog.zookeeper.protocol import CONNECTED_STATE
from klog.zookeeper.secured_znodes import DefaultAcls, open_acls
from klog.zookeeper.watches import ClientEvent

#: After so many seconds without a session it is said that we wait.
TELL_AFTER_S = 1.0
#: Between two attempts that failed for another reason than that nobody answers.
PAUSE_S = 1.0


class SessionFollower(Protocol):
    """Who holds something by the session; see above. An exception of theirs is logged and changes nothing."""

    def session_began(self, client: ZookeeperClient) -> None:
        """A new session: create ephemerals, watch, read everything."""

    def session_suspended(self) -> None:
        """By our own clock the session may be over soon: stop acting now."""

    def session_resumed(self) -> None:
        """The session is certain again: the same one answers."""

    def session_ended(self) -> None:
        """The session has expired, or is being closed; everything of it is gone."""


class KeeperState(enum.Enum):
    """See above."""

    NEW = "not started"
    WAITING = "waiting for a session"
    ACTIVE = "active"
    SUSPENDED = "suspended"
    STOPPED = "stopped"


class SessionKeeper:
    """See above.

    :param reactor: as for `ZookeeperClient`.
    :param servers: ``host:port,host:port/chroot``.
    :param session_timeout_ms: asked for.
    :param connect_timeout_ms: of one round of attempts; another one follows.
    :param auth: as for `ZookeeperClient`; looked at for each new session.
    :param create_chroot: whether a missing chroot is made.
    :param default_acls: as for `ZookeeperClient`.
    :raises ConfigError: the servers cannot be.
    """

    _log = Logger()

    def __init__(
        self,
        reactor: Any,
        servers: str,
        follower: SessionFollower,
        *,
        session_timeout_ms: int,
        connect_timeout_ms: int = 18_000,
        random: random_module.Random,
        tls: Security | None = None,
        auth: Sequence[tuple[str, str]] = (),
        create_chroot: bool = False,
        default_acls: DefaultAcls = open_acls,
        name: str = "",
        make_client: Callable[..., ZookeeperClient] = ZookeeperClient,
    ) -> None:
        self.servers = servers
        self.state = KeeperState.NEW
        self._reactor = reactor
        self._follower = follower
        self._create_chroot = create_chroot
        self._make_client: Callable[[], ZookeeperClient] = lambda: make_client(
            servers,
            session_timeout_ms,
            connect_timeout_ms,
            reactor=reactor,
            random=random,
            tls=tls,
            auth=auth,
            name=name,
            default_acls=default_acls,
        )
        # Made now, so that bad settings are told now.
        self._candidate: ZookeeperClient | None = self._make_client()
        self._client: ZookeeperClient | None = None
        self._running: Deferred[None] | None = None
        self._starting: Deferred[None] | None = None
        self._over: Deferred[None] | None = None
        self._lease_timer: Any = None
        self._tell_timer: Any = None
        self._was_told = False
        self._why = "no answer yet"

    def __repr__(self) -> str:
        return f"<SessionKeeper {self.servers} {self.state.value}>"

    @property
    def client(self) -> ZookeeperClient:
        """The session's client.

        :raises NotConnectedException: there is no session at the moment.
        """
        if self._client is None:
            raise NotConnectedException(f"there is no session with ZooKeeper {self.servers} ({self.state.value})")
        return self._client

    @property
    def may_act(self) -> bool:
        """Whether what the session holds is surely still ours, by our own clock, now."""
        return self.state is KeeperState.ACTIVE and self._client is not None and self._lease_left_s(self._client) > 0

    def why_not(self) -> str:
        """Why there is no session yet, as far as is known."""
        client = self._candidate
        if client is not None:
            self._why = client.why_not_connected() or self._why
        return self._why

    def check(self) -> bool:
        """`may_act`, for who acts outside of the reactor's timers: where the lease is over, the follower has been told when this returns.
        A process that was stopped for a while reads what lies in its sockets before its timers ring."""
        if self.state is KeeperState.ACTIVE and self._client is not None and self._lease_left_s(self._client) <= 0:
            self._suspend()
        return self.may_act

    def _lease_left_s(self, client: ZookeeperClient) -> float:
        left: float = client.lease_s + client.session_timeout * 2 / 3000 - self._reactor.seconds()
        return left

    # -- beginning and ending

    def start(self) -> Deferred[None]:
        """Begin; fires with the first session, after `session_began`.

        Waits for a ZooKeeper that is not there. Fails only for what waiting does not mend: `NoChroot`, `AuthFailedException` (credentials
        or certificates), `NoAuthException` (the chroot is not for us), or `ClosingException` when it is stopped meanwhile.
        """
        if self.state is not KeeperState.NEW:
            return fail(InvalidStateException(f"the session with ZooKeeper {self.servers} was started already"))
        self.state = KeeperState.WAITING
        starting: Deferred[None] = Deferred(lambda _: self._cancelled())
        self._starting = starting
        self._running = Deferred.fromCoroutine(self._live())
        self._running.addErrback(self._failed)
        return starting

    def stop(self) -> Deferred[None]:
        """End the session in order, so that ephemeral nodes go at once. Never fails."""
        if self.state is KeeperState.STOPPED:
            return succeed(None)
        client = self._client or self._candidate
        self.why_not()
        self._end()
        self.state = KeeperState.STOPPED
        self._give_up()
        starting, self._starting = self._starting, None
        if starting is not None:
            starting.errback(ClosingException(f"waiting for ZooKeeper {self.servers} was given up"))
        return client.close() if client is not None else succeed(None)

    def _cancelled(self) -> None:
        self.stop()

    def _give_up(self) -> None:
        self.state = KeeperState.STOPPED
        self._stop_telling()
        running, self._running = self._running, None
        if running is not None:
            running.cancel()

    def _failed(self, failure: Any) -> None:
        if failure.check(CancelledError):
            return
        starting, self._starting = self._starting, None
        if starting is not None:
            self.state = KeeperState.STOPPED
            starting.errback(failure)
        else:
            self._log.failure("The session with ZooKeeper {servers} is given up", failure, servers=self.servers)

    # -- one session after the other

    async def _live(self) -> None:
        while self.state is not KeeperState.STOPPED:
            client = await self._new_session()
            over: Deferred[None] = Deferred()
            self._over = over
            self._begin(client)
            await over

    async def _new_session(self) -> ZookeeperClient:
        self._tell_timer = self._reactor.callLater(TELL_AFTER_S, self._tell_waiting)
        while True:
            client, self._candidate = self._candidate or self._make_client(), None
            self._candidate = client
            client.set_session_callback(self._session_event)
            client.set_lease_callback(self._lease_moved)
            try:
                await client.connect()
                await self._check_chroot(client)
            except (AuthFailedException, NoAuthException, NoChroot) as error:
                await client.close()
                if self._starting is not None:
                    self._stop_telling()
                    raise
                self._log.error("No session with ZooKeeper {servers}: {error}", servers=self.servers, error=str(error))
                await self._pause()
            except ZookeeperError as error:
                self._tell_waiting(str(error))
                await client.close()
                await self._pause()
            else:
                self._candidate = None
                self._stop_telling()
                if self._was_told:
                    self._was_told = False
                    self._log.info("ZooKeeper {servers} is there ({server})", servers=self.servers, server=client.server)
                return client
            self._candidate = None

    async def _check_chroot(self, client: ZookeeperClient) -> None:
        if client.chroot and await client.exists("/") is None:
            if not self._create_chroot:
                raise NoChroot(f"ZooKeeper has no node {client.chroot}, the chroot of {self.servers}: create it first", path=client.chroot)
            await client.make_chroot()

    def _pause(self) -> Deferred[None]:
        pause: Deferred[None] = Deferred(lambda _: call.cancel())
        call = self._reactor.callLater(PAUSE_S, pause.callback, None)
        return pause

    def _tell_waiting(self, why: str = "") -> None:
        self._stop_telling()
        if not self._was_told and self.state is KeeperState.WAITING:
            self._was_told = True
            self._log.warn("waiting for ZooKeeper at {servers}: {reason}", servers=self.servers, reason=why or self.why_not())

    def _stop_telling(self) -> None:
        timer, self._tell_timer = self._tell_timer, None
        if timer is not None and timer.active():
            timer.cancel()

    # -- within a session

    def _begin(self, client: ZookeeperClient) -> None:
        self._client = client
        self.state = KeeperState.ACTIVE
        if client.unrecoverable:
            # It ended while we looked for the chroot's node.
            self._session_is_over()
            return
        self._watch_lease()
        self._call(self._follower.session_began, client)
        starting, self._starting = self._starting, None
        if starting is not None:
            starting.callback(None)

    def _end(self) -> None:
        """Tell that the session is over, where there is one."""
        if self._client is None:
            return
        self._suspend()
        self._client = None
        self.state = KeeperState.WAITING
        self._call(self._follower.session_ended)

    def _suspend(self) -> None:
        self._stop_lease()
        if self.state is KeeperState.ACTIVE:
            self.state = KeeperState.SUSPENDED
            self._call(self._follower.session_suspended)

    def _session_event(self, client: ZookeeperClient, event: ClientEvent) -> None:
        if client is not self._client:
            return
        if client.unrecoverable:
            self._session_is_over()
        elif event.connection_state == CONNECTED_STATE:
            self._lease_moved()

    def _session_is_over(self) -> None:
        self._end()
        over, self._over = self._over, None
        if over is not None:
            over.callback(None)

    def _lease_moved(self) -> None:
        client = self._client
        if client is None:
            return
        if self._lease_left_s(client) <= 0:
            # An old answer, read late: this process was stopped for a while.
            self._suspend()
        elif self.state is KeeperState.SUSPENDED and client.connected:
            self.state = KeeperState.ACTIVE
            self._watch_lease()
            self._call(self._follower.session_resumed)

    def _watch_lease(self) -> None:
        self._lease_timer = None
        client = self._client
        if client is None or self.state is not KeeperState.ACTIVE:
            return
        left_s = self._lease_left_s(client)
        if left_s <= 0:
            self._suspend()
        else:
            self._lease_timer = self._reactor.callLater(left_s, self._watch_lease)

    def _stop_lease(self) -> None:
        timer, self._lease_timer = self._lease_timer, None
        if timer is not None and timer.active():
            timer.cancel()

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        try:
            function(*arguments)
        except Exception:
            self._log.failure("A follower of the session with ZooKeeper failed")
