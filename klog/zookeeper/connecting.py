"""From a list of servers to a connection, again and again: whom to try next, when, and how long to wait for an answer.

The hosts are shuffled once, so that clients spread over an ensemble, and taken in turns. After a connection was lost the next host is tried
almost at once; each failure in a row doubles the pause, up to `LONGEST_PAUSE_S`, and every pause is cut by chance, so that a thousand
clients do not come back together. An attempt counts as failed when the session is not there within its share of the time (a frozen
server takes connections and says nothing).

`HostRotation` decides (pure); `Link` is the thin Twisted protocol; `Connector` does it, and tells its owner.
"""

from __future__ import annotations

import random as random_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from twisted.internet import error, protocol
from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.interfaces import IHandshakeListener
from twisted.python.failure import Failure
from zope.interface import implementer

from klog.net.client.errors import AuthenticationFailed
from klog.net.dialling import dial, how_it_ended
from klog.net.security import Security
from klog.zookeeper.connect_string import address

if TYPE_CHECKING:
    from klog.net.client.tls import TlsClient

#: Pauses between attempts, before chance cuts them to between a half and all of it.
SHORTEST_PAUSE_S = 0.02
LONGEST_PAUSE_S = 2.0


class HostRotation:
    """Whom to try, and when. Pure but for `random`.

    :param hosts: at least one.
    """

    def __init__(self, hosts: tuple[tuple[str, int], ...], random: random_module.Random) -> None:
        self.hosts = list(hosts)
        random.shuffle(self.hosts)
        self._random = random
        self._next = 0
        self._failures = 0

    def next(self) -> tuple[str, int]:
        """The next host's turn."""
        host = self.hosts[self._next]
        self._next = (self._next + 1) % len(self.hosts)
        return host

    def succeeded(self) -> None:
        """A session is there."""
        self._failures = 0

    def pause_s(self, longest_s: float) -> float:
        """How long to wait before the next attempt, after one that failed or a connection that was lost."""
        longest = min(longest_s, SHORTEST_PAUSE_S * 2.0 ** min(self._failures, 20))
        self._failures += 1
        return longest * self._random.uniform(0.5, 1.0)


class Owner(Protocol):
    """Who wants the connection."""

    def link_opened(self, server: str) -> bytes:
        """Connected (over TLS: and checked); what to send."""

    def link_received(self, data: bytes) -> None:
        """Some bytes."""

    def link_closed(self, why: str) -> bool:
        """The connection, or the attempt at one, is over; whether to go on."""


@implementer(IHandshakeListener)
class Link(protocol.Protocol):
    """One connection to a server."""

    def __init__(self, connector: Connector, server: str, tls: TlsClient | None) -> None:
        self.server = server
        #: Why we ended it.
        self.why = ""
        self.is_trusted = tls is None
        self._connector: Connector | None = connector
        self._tls = tls
        self.gone: Deferred[None] = Deferred()

    def connectionMade(self) -> None:
        """Over TLS the handshake comes first."""
        transport = cast(Any, self.transport)
        for name in ("setTcpNoDelay", "setTcpKeepAlive"):
            if hasattr(transport, name):
                getattr(transport, name)(True)
        if self._connector is None:
            transport.abortConnection()
        elif self._tls is None:
            self._connector.opened(self)

    def handshakeCompleted(self) -> None:
        """Is it the right host?"""
        if self._tls is None or self._connector is None:
            return
        wrong = self._tls.check_host()
        if wrong is not None:
            self._connector.refuse(self, wrong.predicate)
        else:
            self.is_trusted = True
            self._connector.opened(self)

    def dataReceived(self, data: bytes) -> None:
        """Some bytes."""
        if self._connector is not None and self.is_trusted:
            self._connector.received(data)

    def connectionLost(self, reason: Failure = protocol.connectionDone) -> None:
        """The end."""
        connector, self._connector = self._connector, None
        if connector is not None:
            cause = reason.value or Exception()
            wrong = self._tls.explain(cause) if self._tls is not None and not self.why else None
            if wrong is not None:
                connector.note_untrusted(self.server, wrong.predicate)
            connector.closed(self, self.why or (wrong.predicate if wrong is not None else how_it_ended(cause)))
        self.gone.callback(None)

    def abort(self, why: str = "") -> None:
        """End it at once."""
        self.why = self.why or why
        transport = cast(Any, self.transport)
        if transport is not None:
            transport.abortConnection()

    def forget(self) -> None:
        """Tell nobody any more."""
        self._connector = None


class _Factory(protocol.ClientFactory):
    noisy = False

    def __init__(self, link: Link) -> None:
        self._link = link

    def buildProtocol(self, addr: Any) -> Link:
        return self._link


class Connector:
    """Connects for as long as its owner wants.

    :param reactor: `IReactorTCP`, `IReactorTime`, `IReactorPluggableNameResolver`.
    :param tls: with ``security_protocol="SSL"``; None without TLS.
    :ivar reasons: what was last wrong with each server, by ``host:port``.
    :ivar untrusted: servers whose certificate we refuse, or that refuse ours.
    """

    def __init__(
        self, reactor: Any, hosts: tuple[tuple[str, int], ...], random: random_module.Random, owner: Owner, tls: Security | None
    ) -> None:
        self.rotation = HostRotation(hosts, random)
        self.reasons: dict[str, str] = {}
        self.untrusted: set[str] = set()
        #: Seconds for one attempt: connecting, TLS, greeting.
        self.attempt_s = 4.0
        self.longest_pause_s = LONGEST_PAUSE_S
        self._reactor = reactor
        self._owner = owner
        self._tls = tls if tls is not None and tls.uses_tls else None
        self._link: Link | None = None
        self._dialling: Deferred[Any] | None = None
        self._timer: Any = None
        self._running = False

    @property
    def is_running(self) -> bool:
        """Whether it has, or wants, a connection."""
        return self._running

    def start(self) -> None:
        """Begin."""
        if not self._running:
            self._running = True
            self._attempt()

    def stop(self, *, politely: bool = False) -> Deferred[None]:
        """Have no connection any more; fires when the transport is gone."""
        self._running = False
        self._stop_timer()
        dialling, self._dialling = self._dialling, None
        if dialling is not None:
            dialling.cancel()
        link, self._link = self._link, None
        if link is None or link.transport is None:
            return succeed(None)
        link.forget()
        if politely:
            cast(Any, link.transport).loseConnection()
        else:
            link.abort()
        return link.gone

    def write(self, data: bytes) -> None:
        """To the server, where there is one."""
        if self._link is not None:
            cast(Any, self._link.transport).write(data)

    def drop(self, why: str) -> None:
        """This connection is of no use; the next host's turn."""
        if self._link is not None:
            self._link.abort(why)

    def greeted(self) -> None:
        """The server has answered; whether it goes on answering is the owner's to watch."""
        self._stop_timer()

    def established(self) -> None:
        """The session is there."""
        self._stop_timer()
        self.rotation.succeeded()
        self.reasons.clear()
        self.untrusted.clear()

    def why_not(self) -> str:
        """What is wrong with each server, in a sentence's second half."""
        told = [f"{server} {why}" for server, why in self.reasons.items()]
        if len(told) > 8:
            told[8:] = [f"and {len(told) - 8} more"]
        return "; ".join(told)

    @property
    def nobody_trusted(self) -> bool:
        """Whether every server was tried, and each failed by its certificate or ours."""
        return len(self.untrusted) == len(self.rotation.hosts)

    # -- one attempt

    def _attempt(self) -> None:
        self._timer = None
        host, port = self.rotation.next()
        server = address(host, port)
        try:
            tls = self._tls_of_attempt(host, server)
        except AuthenticationFailed as wrong:
            self.note_untrusted(server, wrong.predicate)
            self._ended(server, wrong.predicate)
            return
        link = Link(self, server, tls)
        factory: Any = _Factory(link)
        if tls is not None:
            # It loads OpenSSL, too.
            from twisted.protocols.tls import TLSMemoryBIOFactory

            factory = TLSMemoryBIOFactory(cast(Any, tls), True, factory, self._reactor)
        self._timer = self._reactor.callLater(self.attempt_s, self._too_slow, server)
        # Said before: a connection may be made before `dial` returns.
        self._link = link
        dialling = dial(self._reactor, host, port, factory, self.attempt_s)
        if not dialling.called:
            self._dialling = dialling
        dialling.addCallbacks(self._dialled, self._not_dialled, errbackArgs=(link,))

    def _tls_of_attempt(self, host: str, server: str) -> TlsClient | None:
        """TLS for one attempt, imported here: it loads OpenSSL (`klog.net.twisted_without_openssl`)."""
        if self._tls is None:
            return None
        from klog.net.client.tls import TlsClient

        return TlsClient(self._tls, host, server)

    def _dialled(self, made: Any) -> None:
        self._dialling = None

    def _not_dialled(self, failure: Failure, link: Link) -> None:
        self._dialling = None
        if self._link is link:
            self._link = None
            if not isinstance(failure.value, CancelledError):
                self._ended(link.server, _why(cast(BaseException, failure.value)))

    def _too_slow(self, server: str) -> None:
        self._timer = None
        why = f"did not answer within {self.attempt_s:.2g} s"
        dialling, self._dialling = self._dialling, None
        if dialling is not None:
            self._link = None
            dialling.cancel()
            self._ended(server, why)
        elif self._link is not None:
            self._link.abort(why)

    def _ended(self, server: str, why: str) -> None:
        self._stop_timer()
        self.reasons.pop(server, None)
        self.reasons[server] = why
        if self._owner.link_closed(why) and self._running:
            self._timer = self._reactor.callLater(self.rotation.pause_s(self.longest_pause_s), self._attempt)

    def _stop_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None and timer.active():
            timer.cancel()

    # -- what a link tells

    def opened(self, link: Link) -> None:
        """Connected."""
        if link is self._link:
            cast(Any, link.transport).write(self._owner.link_opened(link.server))

    def refuse(self, link: Link, predicate: str) -> None:
        """Not the server we want."""
        self.note_untrusted(link.server, predicate)
        link.abort(predicate)

    def note_untrusted(self, server: str, predicate: str) -> None:
        """Its certificate, or ours, is not good."""
        self.untrusted.add(server)

    def received(self, data: bytes) -> None:
        """Some bytes."""
        self._owner.link_received(data)

    def closed(self, link: Link, why: str) -> None:
        """The connection is over."""
        if link is self._link:
            self._link = None
            self._ended(link.server, why)


def _why(cause: BaseException) -> str:
    if isinstance(cause, error.ConnectionRefusedError):
        return "refused the connection"
    if isinstance(cause, error.DNSLookupError):
        return "is a name that nobody knows"
    if isinstance(cause, error.TimeoutError | error.UserError):
        return "does not answer"
    if isinstance(cause, error.NoRouteError):
        return "cannot be reached"
    return f"cannot be connected to ({' '.join(str(cause).split())[:200] or type(cause).__name__})"
