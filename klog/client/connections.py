"""The connections of one client: one per broker and purpose, following what is known of the cluster.

A broker whose address changed loses its connections, and so does one that is no longer listed and is not connected: requests that waited
for them fail, and their senders ask for the new leader. Bootstrap servers are connected to by address; once it is known which broker that
is, the connection becomes this broker's.
"""

from __future__ import annotations

import random as random_
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Literal

from twisted.internet.defer import Deferred, DeferredList, succeed
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.client.connection_race import Connection as Connection
from klog.client.connection_race import Race
from klog.client.metadata import ClusterMetadata
from klog.client.retry import ClientStopped
from klog.client.settings import ClientSettings
from klog.errors import KlogError
from klog.net.api_ranges import ApiRanges
from klog.net.broker_connection import Observer
from klog.net.client.errors import BrokerUnreachable

#: What a connection is for; each broker has at most one of each.
Purpose = Literal["data", "produce", "fetch", "group", "member"]

_log = Logger()

#: While stopping: how long connections may take to close, seconds.
_CLOSE_S = 5.0


#: Makes the connection to (host, port).
Connect = Callable[[str, int], Connection]


def connect_by(reactor: Any, settings: ClientSettings, random: random_.Random) -> Connect:
    """Real connections on `reactor`."""
    # Imported late: whoever hands in connections of his own needs none of this.
    from klog.net.broker_connection import BrokerConnection, ConnectionSettings

    numbers = ConnectionSettings(
        connect_timeout_ms=settings.connect_timeout_ms,
        request_timeout_ms=settings.request_timeout_ms,
        reconnect_backoff_ms=settings.reconnect_backoff_ms,
        reconnect_backoff_max_ms=settings.reconnect_backoff_max_ms,
        max_response_bytes=settings.max_response_bytes,
        max_in_flight=settings.max_in_flight,
    )

    def connect(host: str, port: int) -> Connection:
        return BrokerConnection(
            reactor, host, port, security=settings.security, client_id=settings.client_id, settings=numbers, random=random
        )

    return connect


class Connections:
    """All of one client's.

    :param on_lost: told (node id, error) when a broker's connection broke or was not made.
    :param observer: told of what all connections do.
    """

    def __init__(
        self,
        reactor: Any,
        settings: ClientSettings,
        metadata: ClusterMetadata,
        random: random_.Random,
        connect: Connect | None,
        on_lost: Callable[[int, KlogError], None],
        observer: Observer | None = None,
    ) -> None:
        self._reactor = reactor
        #: Replaced where bootstrap servers are found elsewhere.
        self.settings = settings
        self._metadata = metadata
        self._random = random
        self._dial = connect or connect_by(reactor, settings, random)
        self._observer = observer
        self._on_lost = on_lost
        self._stopped = False
        self._by_node: dict[tuple[int, str], Connection] = {}
        self._by_server: dict[tuple[str, int], Connection] = {}
        #: Connections that are not there yet, and whose failure is to be noticed.
        self._watched: set[Connection] = set()
        self._closing: set[Deferred[None]] = set()

    def _connect(self, host: str, port: int) -> Connection:
        connection = self._dial(host, port)
        connection.observer = self._observer
        return connection

    def now(self) -> tuple[int, int, int]:
        """How many connections are ready, requests unanswered, and requests waiting to be sent."""
        connections = [*self._by_node.values(), *self._by_server.values()]
        return (
            sum(connection.versions is not None for connection in connections),
            sum(connection.in_flight for connection in connections),
            sum(connection.queued for connection in connections),
        )

    def get(self, node_id: int, purpose: str) -> Connection:
        """The connection to a broker, made where there was none.

        :raises BrokerUnreachable: nobody knows where that broker is.
        """
        connection = self._by_node.get((node_id, purpose))
        if connection is None:
            node = self._metadata.node(node_id)
            if self._stopped or node is None:
                raise ClientStopped() if self._stopped else BrokerUnreachable(str(node_id), "is not among the known brokers")
            connection = self._by_node[node_id, purpose] = self._connect(node.host, node.port)
            connection.on_lost = partial(self._on_lost, node_id)
        if connection.versions is None and connection not in self._watched:
            self._watch(connection, node_id)
        return connection

    def _watch(self, connection: Connection, node_id: int) -> None:
        """Notice that a connection is not made: perhaps its broker is elsewhere by now."""

        def failed(failure: Failure) -> None:
            self._watched.discard(connection)
            if self._stopped or connection not in self._by_node.values():
                return
            if connection.queued:
                self._watch(connection, node_id)
            if isinstance(failure.value, KlogError):
                self._on_lost(node_id, failure.value)

        self._watched.add(connection)
        ready = connection.ready()
        ready.addCallbacks(lambda _: self._watched.discard(connection), failed)
        ready.addErrback(lambda failure: _log.failure("watching a connection failed", failure))

    def _by_address(self, server: tuple[str, int]) -> Connection:
        if self._stopped:
            raise ClientStopped()
        connection = self._by_server.get(server)
        if connection is None:
            connection = self._by_server[server] = self._connect(*server)
        return connection

    def candidates(self) -> tuple[list[Connection], list[Callable[[], Connection]]]:
        """Whom to ask: the connected, those with the least to do first; and who might be connected to: other known brokers, bootstrap
        servers, and behind them all that were tried in vain last time."""
        nodes = self._metadata.nodes
        addresses = {(node.host, node.port) for node in nodes.values()}
        connected: list[tuple[int, float, Connection]] = []
        others: list[tuple[int, float, Callable[[], Connection]]] = []
        for node_id in nodes:
            connection = self._by_node.get((node_id, "data"))
            if connection is not None and connection.versions is not None:
                connected.append((connection.in_flight, self._random.random(), connection))
            else:
                rank = 0 if connection is None or connection.last_error is None else 2
                others.append((rank, self._random.random(), partial(self.get, node_id, "data")))
        for server in self.settings.servers:
            if server not in addresses:
                connection = self._by_server.get(server)
                rank = 1 if connection is None or connection.last_error is None else 3
                others.append((rank, self._random.random(), partial(self._by_address, server)))
        return (
            [entry[2] for entry in sorted(connected, key=lambda entry: entry[:2])],
            [entry[2] for entry in sorted(others, key=lambda entry: entry[:2])],
        )

    def race(self, getters: list[Callable[[], Connection]]) -> Race:
        """Connect to some of these, one beside the other."""
        return Race(self.attempt, self._reactor, getters, self.settings.connect_timeout_ms)

    def attempt(self, connection: Connection, timeout_ms: float) -> Deferred[ApiRanges]:
        """`ready`, for some time; what is under way goes on afterwards.

        :raises KlogError: the attempt failed or takes longer.
        """
        ready = connection.ready()

        def late(result: Any, _: float) -> Any:
            # Where earlier attempts failed, their reason says more.
            why = connection.last_error or BrokerUnreachable(connection.address, f"did not take a connection within {timeout_ms:.0f} ms")
            return Failure(why)  # type: ignore[no-untyped-call]

        if not ready.called:
            ready.addTimeout(timeout_ms / 1000, self._reactor, onTimeoutCancel=late)
        return ready

    def settle(self) -> None:
        """Follow what is known of the cluster now."""
        nodes = self._metadata.nodes
        moved: dict[int, str] = {}
        leaving: list[Connection] = []
        for key, connection in list(self._by_node.items()):
            node = nodes.get(key[0])
            if node is None:
                if connection.versions is None:
                    leaving.append(self._by_node.pop(key))
            elif connection.address != node.address:
                moved[key[0]] = connection.address
                leaving.append(self._by_node.pop(key))
        for node_id, old in moved.items():
            _log.info(
                "{client}: broker {node_id} is at {address} now, no longer at {old}",
                client=self.settings.client_id,
                node_id=node_id,
                address=nodes[node_id].address,
                old=old,
            )
        owners = {(node.host, node.port): node.node_id for node in nodes.values()}
        for address in list(self._by_server):
            connection = self._by_server.pop(address)
            owner = owners.get(address)
            if owner is not None and (owner, "data") not in self._by_node and connection.versions is not None:
                self._by_node[owner, "data"] = connection
                connection.on_lost = partial(self._on_lost, owner)
            else:
                leaving.append(connection)
        # Last: whoever waited for one of these asks again at once, and must find what is so now.
        for connection in leaving:
            self._close(connection)

    def _close(self, connection: Connection) -> None:
        connection.on_lost = None
        self._watched.discard(connection)
        closing = connection.close()
        if closing.called:
            closing.addErrback(_closing_failed)
            return
        self._closing.add(closing)
        closing.addErrback(_closing_failed)
        closing.addBoth(lambda _: self._closing.discard(closing))

    def leave(self, purposes: Collection[str]) -> Deferred[None]:
        """Close those that are for one of `purposes`; fires as `stop` does."""
        for key in [key for key in self._by_node if key[1] in purposes]:
            self._close(self._by_node.pop(key))
        return self._all_closed()

    def stop(self) -> Deferred[None]:
        """Close all, for good; fires when they are closed, after `_CLOSE_S` seconds at the latest. Never fails."""
        self._stopped = True
        connections = [*self._by_node.values(), *self._by_server.values()]
        self._by_node.clear()
        self._by_server.clear()
        for connection in connections:
            self._close(connection)
        return self._all_closed()

    def _all_closed(self) -> Deferred[None]:
        if not self._closing:
            return succeed(None)
        all_closed: Deferred[Any] = DeferredList([_copy(closing) for closing in self._closing], consumeErrors=True)
        all_closed.addTimeout(_CLOSE_S, self._reactor)
        return all_closed.addBoth(lambda _: None)


def _closing_failed(failure: Failure) -> None:
    _log.failure("closing a connection failed", failure)


def _copy(deferred: Deferred[None]) -> Deferred[None]:
    """One that fires with `deferred`, without its result being taken away from others."""
    copy: Deferred[None] = Deferred()

    def both(result: Any) -> Any:
        if not copy.called:
            copy.callback(None)
        return result

    deferred.addBoth(both)
    return copy
