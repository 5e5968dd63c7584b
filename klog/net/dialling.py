"""Connecting to a name: look it up, try its addresses, the first that answers wins (in the manner of RFC 8305).

Twisted's own `HostnameEndpoint` waits a third of a second before it tells that the only address refused, and leaves calls behind when it is
cancelled; a client that comes back to its brokers all day wants neither. Here the next address is tried as soon as one has failed, or
when `NEXT_ADDRESS_S` have passed without an answer; addresses of IPv6 and IPv4 take turns, in the resolver's order.
"""

from __future__ import annotations

import ipaddress
import itertools
from typing import Any

from twisted.internet import endpoints, error
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IResolutionReceiver
from twisted.python.failure import Failure
from zope.interface import implementer

from klog.net.tcp_transports import client_reactor

#: Seconds until the next address is tried beside one that does not answer.
NEXT_ADDRESS_S = 0.25
#: Addresses of one name that are tried.
MAX_ADDRESSES = 16


def dial(reactor: Any, host: str, port: int, factory: Any, timeout_s: float) -> Deferred[Any]:
    """Connect `factory` to `host` (a name or an IP address).

    :param timeout_s: of each address.
    :returns: fires with the protocol; fails as Twisted does (`DNSLookupError`, `ConnectionRefusedError`, …), with the first address's
        reason. May be cancelled, and leaves nothing behind then.
    """
    return _Dialling(reactor, host, port, factory, timeout_s).begin()


@implementer(IResolutionReceiver)
class _Dialling:
    def __init__(self, reactor: Any, host: str, port: int, factory: Any, timeout_s: float) -> None:
        self._reactor = reactor
        self._host, self._port = host, port
        self._factory = factory
        self._timeout_s = timeout_s
        self._result: Deferred[Any] | None = Deferred(lambda _: self._end())
        self._addresses: list[tuple[int, str]] = []
        self._running: set[Deferred[Any]] = set()
        self._first_failure: Failure | None = None
        self._timer: Any = None

    def begin(self) -> Deferred[Any]:
        result = self._result
        assert result is not None
        version = _version(self._host)
        if version:
            self._addresses = [(version, self._host)]
            self._next()
        elif not _may_be_name(self._host):
            self._fail(_failure(error.DNSLookupError(self._host)))
        else:
            self._reactor.nameResolver.resolveHostName(self, self._host, self._port)
        return result

    # -- what the resolver tells

    def resolutionBegan(self, resolutionInProgress: Any) -> None:
        """The resolver has begun; nothing to do."""

    def addressResolved(self, address: Any) -> None:
        """One of the name's addresses."""
        version = _version(address.host)
        if version and len(self._addresses) < MAX_ADDRESSES:
            self._addresses.append((version, address.host))

    def resolutionComplete(self) -> None:
        """All addresses of the name are known: connect to them."""
        if self._result is None:
            return
        if not self._addresses:
            self._fail(_failure(error.DNSLookupError(self._host)))
            return
        self._addresses = _in_turns(self._addresses)
        self._next()

    # -- the addresses

    def _next(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None
        version, host = self._addresses.pop(0)
        kind: Any = endpoints.TCP4ClientEndpoint if version == 4 else endpoints.TCP6ClientEndpoint
        attempt = kind(client_reactor(self._reactor), host, self._port, self._timeout_s).connect(self._factory)
        self._running.add(attempt)
        if self._addresses:
            self._timer = self._reactor.callLater(NEXT_ADDRESS_S, self._next)
        attempt.addCallbacks(self._connected, self._failed, callbackArgs=(attempt,), errbackArgs=(attempt,))

    def _connected(self, protocol: Any, attempt: Deferred[Any]) -> None:
        self._running.discard(attempt)
        result = self._result
        if result is None:
            # Cancelled while it connected.
            protocol.transport.abortConnection()
            return
        self._end()
        result.callback(protocol)

    def _failed(self, failure: Failure, attempt: Deferred[Any]) -> None:
        self._running.discard(attempt)
        if self._result is None:
            return
        if self._first_failure is None:
            self._first_failure = failure
        if self._addresses:
            self._next()
        elif not self._running:
            self._fail(self._first_failure)

    def _fail(self, failure: Failure) -> None:
        result = self._result
        self._end()
        if result is not None:
            result.errback(failure)

    def _end(self) -> None:
        self._result = None
        self._addresses = []
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None
        for attempt in list(self._running):
            attempt.cancel()


def _version(host: str) -> int:
    """4, 6, or 0 for a name."""
    try:
        return ipaddress.ip_address(host).version
    except ValueError:
        return 0


def _may_be_name(host: str) -> bool:
    """Whether a resolver takes it. What it does not take ends the thread of Twisted's with an exception, and nobody is ever told."""
    try:
        return b"\0" not in host.encode("idna")
    except UnicodeError:
        return False


def _in_turns(addresses: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Both kinds in turns, the first one's kind first, each once."""
    first = addresses[0][0]
    unique = list(dict.fromkeys(addresses))
    one = [address for address in unique if address[0] == first]
    other = [address for address in unique if address[0] != first]
    return [address for pair in itertools.zip_longest(one, other) for address in pair if address is not None]


def _failure(why: BaseException) -> Failure:
    return Failure(why)  # type: ignore[no-untyped-call]


def how_it_ended(cause: BaseException) -> str:
    """What the other side did to a connection, as the end of a sentence."""
    if isinstance(cause, error.ConnectionDone):
        return "closed the connection"
    if isinstance(cause, error.ConnectionLost | error.ConnectionAborted):
        return "broke the connection"
    return f"broke the connection ({' '.join(str(cause).split())[:200] or type(cause).__name__})"
