"""Which broker is asked, over which connection, and how that is known: the one place where clients meet the cluster.

A `Routing` holds what is believed of the cluster (`ClusterMetadata`) and one connection per broker and purpose, so that a fetch that
waits at the broker delays nothing else. It asks for metadata in rounds: all who want something while a round is under way share the
next one. A round asks brokers that are connected, then the other known ones, then the bootstrap servers, until one answers; names are
resolved again with every attempt. Nobody answering is no end: the next round comes after a pause, for as long as somebody waits or a topic
is to be kept fresh. Those who wait are told after ``request_timeout_ms``.

What makes metadata doubtful: a caller says so (`stale`), a connection is lost or not made, a topic came back without a leader, or age.
Doubts are gathered, and rounds that nobody waits for keep a pause that doubles up to ``retry_backoff_max_ms`` while they come thickly.

A broker whose address changed, or that is no longer listed and not connected, loses its connections: requests that waited for them fail,
and their senders ask for the new leader. After `stop` every Deferred given out has fired.

Errors of one request go to whoever asked; nothing here retries what might take effect twice.
"""

from __future__ import annotations

import random as random_
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Literal, Protocol, TypeVar

from twisted.internet.defer import Deferred, DeferredList, fail, succeed
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.client.coordinators import Coordinators
from klog.client.metadata import ClusterMetadata
from klog.client.retry import Action, Backoff, ClientStopped, NobodyAnswers, what_to_do, what_to_do_about
from klog.client.settings import ClientSettings
from klog.errors import ErrorCode, KlogError
from klog.net.api_ranges import ApiRanges
from klog.net.client_errors import BrokerUnreachable
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic, MetadataResponse
from klog.wire.schema import Message, Struct

T = TypeVar("T")

#: What a connection is for; each broker has at most one of each.
Purpose = Literal["data", "fetch", "group"]

_log = Logger()

#: While stopping: how long connections may take to close, seconds.
_CLOSE_S = 5.0
#: Controllers asked before giving up.
_CONTROLLER_TRIES = 5


class Connection(Protocol):
    """What routing needs of a `klog.net.broker_connection.BrokerConnection`; tests hand in another."""

    on_lost: Callable[[KlogError], None] | None

    @property
    def versions(self) -> ApiRanges | None:
        """What the broker speaks; None while not connected."""

    @property
    def in_flight(self) -> int:
        """Unanswered requests."""

    def ready(self) -> Deferred[ApiRanges]:
        """Connect."""

    def request(
        self,
        message: Message,
        *,
        version: int | None = None,
        at_most: int | None = None,
        timeout_ms: int | None = None,
        expects_answer: bool = True,
    ) -> Deferred[Any]:
        """Send, and wait for the answer."""

    def close(self) -> Deferred[None]:
        """For good."""


#: Makes the connection to (host, port).
Connect = Callable[[str, int], Connection]


class _Needs:
    """What the next round shall ask for, and who waits for it."""

    def __init__(self) -> None:
        self.topics: set[str] = set()
        #: All topics that are kept fresh.
        self.all_kept = False
        #: All topics of the cluster.
        self.everything = False
        #: At least the brokers.
        self.nodes = False
        self.waiters: list[Deferred[None]] = []

    def __bool__(self) -> bool:
        return bool(self.topics or self.all_kept or self.everything or self.nodes or self.waiters)

    def take_back(self, other: _Needs) -> None:
        """The round for `other` came to nothing."""
        self.topics |= other.topics
        self.all_kept |= other.all_kept
        self.everything |= other.everything
        self.nodes |= other.nodes
        self.waiters = other.waiters + self.waiters


class Routing:
    """The cluster, as one client sees and reaches it.

    ::

        routing = Routing(reactor, ClientSettings(bootstrap_servers="kafka:9092"))
        await routing.know(["orders"])
        leader = routing.metadata.leader(TopicPartition("orders", 0))
        answer = await routing.ask(leader, FetchRequest(...), purpose="fetch")
        await routing.stop()

    :param reactor: IReactorTCP, IReactorTime and IReactorPluggableNameResolver.
    :param now_ms: wall clock in milliseconds; the reactor's where not given.
    :param connect: makes connections; for tests.
    :ivar on_change: called, without arguments, after each change of the metadata.
    """

    def __init__(
        self,
        reactor: Any,
        settings: ClientSettings,
        *,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] | None = None,
        connect: Connect | None = None,
    ) -> None:
        self.reactor = reactor
        self.settings = settings
        self.random = random or random_.Random()
        self.now_ms: Callable[[], int] = now_ms or (lambda: int(reactor.seconds() * 1000))
        self.metadata = ClusterMetadata()
        self.on_change: list[Callable[[], None]] = []
        self.stopped = False
        self._connect: Connect = connect or self._broker_connection
        self._connections: dict[tuple[int, str], Connection] = {}
        self._bootstrap: dict[tuple[str, int], Connection] = {}
        self._closing: set[Deferred[None]] = set()
        self._attempts: dict[Connection, list[Callable[[KlogError], None]]] = {}
        self._pauses: dict[Deferred[None], Any] = {}
        self._kept: dict[str, None] = {}
        self._needs = _Needs()
        self._asking: _Needs | None = None
        self._round_timer: Any = None
        self._round_backoff = self.backoff()
        self._doubt_backoff = self.backoff()
        self._last_round_s = float("-inf")
        self._age_timer: Any = None
        self._rounds: Deferred[None] | None = None
        self._nobody: KlogError | None = None
        self._addresses: dict[int, str] = {}
        self._coordinators = Coordinators(self)

    def backoff(self) -> Backoff:
        """A fresh back-off of the settings' ``retry_backoff_ms``."""
        return Backoff(self.settings.retry_backoff_ms, self.settings.retry_backoff_max_ms, self.random)

    # Topics

    def know(self, topics: Iterable[str]) -> Deferred[None]:
        """Fires when the metadata of all `topics` was answered, at once where it was before; they are kept fresh from then on.

        A topic that does not exist is known as that: see `TopicMetadata.error`.

        :raises NobodyAnswers: no broker did within ``request_timeout_ms``; asking goes on meanwhile.
        :raises AuthenticationFailed: the brokers refuse us.
        :raises ClientStopped: by `stop`.
        """
        if self.stopped:
            return fail(ClientStopped())
        missing = []
        for topic in topics:
            if topic not in self._kept:
                self._kept[topic] = None
            if self.metadata.topic(topic) is None:
                missing.append(topic)
        if not missing:
            self._watch_age()
            return succeed(None)
        if self._asking is not None and not self._asking.everything and self._asking.topics.issuperset(missing):
            return self._wait_with(self._asking)
        self._needs.topics.update(missing)
        return self._wait_for_round()

    def forget(self, topics: Iterable[str]) -> None:
        """These need not be kept fresh any more."""
        gone = [topic for topic in topics if topic in self._kept]
        for topic in gone:
            del self._kept[topic]
            self._needs.topics.discard(topic)
        self.metadata.forget(gone)

    def refresh(self) -> Deferred[None]:
        """Ask again for the brokers and all topics that are kept fresh; calls before the round begins share it. Raises like `know`."""
        if self.stopped:
            return fail(ClientStopped())
        self._needs.all_kept = self._needs.nodes = True
        return self._wait_for_round()

    def all_topics(self) -> Deferred[None]:
        """Learn of every topic of the cluster; those that are gone are forgotten. Raises like `know`."""
        if self.stopped:
            return fail(ClientStopped())
        self._needs.everything = True
        return self._wait_for_round()

    def stale(self, topic: str) -> None:
        """What is known of `topic` seems to be wrong: ask again soon."""
        if not self.stopped:
            self._needs.topics.add(topic)
            self._schedule_doubt()

    # Requests

    def ask(
        self,
        node_id: int,
        message: Message,
        *,
        version: int | None = None,
        at_most: int | None = None,
        timeout_ms: int | None = None,
        expects_answer: bool = True,
        purpose: Purpose = "data",
    ) -> Deferred[Any]:
        """Send `message` to broker `node_id`; its answer (None where none is expected).

        :param version: of the API; the highest that both sides speak (and at most `at_most`) where not given.
        :param timeout_ms: for all of it, waiting for the connection included; ``request_timeout_ms`` where not given.
        :raises KlogError: `klog.net.client_errors`, or `BrokerUnreachable` for an unknown node, or `ClientStopped`.
        """
        if self.stopped:
            return fail(ClientStopped())
        try:
            connection = self._connection(node_id, purpose)
        except KlogError as error:
            self._doubt()
            return fail(error)
        return connection.request(message, version=version, at_most=at_most, timeout_ms=timeout_ms, expects_answer=expects_answer)

    def ask_any(
        self, message: Message, *, version: int | None = None, at_most: int | None = None, timeout_ms: int | None = None
    ) -> Deferred[Any]:
        """Send `message` to any broker; tries others, and the bootstrap servers again, until one answers or `timeout_ms` are over.

        Only for requests that may take effect twice. Raises like `know`.
        """

        def make(ranges: ApiRanges) -> tuple[Message, int | None]:
            return message, version

        return self._run(self._ask_until(make, timeout_ms, at_most))

    def ask_any_made(self, make: Callable[[ApiRanges], tuple[Message, int | None]], *, timeout_ms: int | None = None) -> Deferred[Any]:
        """Like `ask_any`, for messages whose content depends on what the broker speaks: ``make(ranges) -> (message, version)``."""
        return self._run(self._ask_until(make, timeout_ms, None))

    def ask_controller(
        self, message: Message, *, version: int | None = None, at_most: int | None = None, timeout_ms: int | None = None
    ) -> Deferred[Any]:
        """Send `message` to the controller; finds it again where the answer says that it is another."""
        return self._run(self._ask_controller(message, version, at_most, timeout_ms))

    def ask_coordinator(
        self, key: str, message: Message, *, version: int | None = None, at_most: int | None = None, timeout_ms: int | None = None
    ) -> Deferred[Any]:
        """Send `message` to the coordinator of group `key`, over the connection for groups.

        The coordinator is forgotten when the answer says that it is none, or when the connection breaks; asking again is the caller's.
        """
        return self._run(self._ask_coordinator(key, message, version, at_most, timeout_ms))

    def coordinator(self, key: str) -> Deferred[int]:
        """The node that coordinates group `key`; asked once and remembered. Raises like `know`, and what the broker says of the key."""
        return fail(ClientStopped()) if self.stopped else self._coordinators.find(key)

    def coordinators(self, keys: Iterable[str]) -> Deferred[dict[str, int | KlogError]]:
        """The same for many groups, in few requests (KIP-699); a group's error is its value."""
        return fail(ClientStopped()) if self.stopped else self._coordinators.find_all(keys)

    def coordinator_lost(self, key: str) -> None:
        """The coordinator of `key` seems to be another one: the next request asks again."""
        self._coordinators.forget(key)

    def versions(self, node_id: int, *, purpose: Purpose = "data") -> Deferred[ApiRanges]:
        """What broker `node_id` speaks; connects where needed."""
        if self.stopped:
            return fail(ClientStopped())
        try:
            connection = self._connection(node_id, purpose)
        except KlogError as error:
            self._doubt()
            return fail(error)
        return connection.ready() if connection.versions is None else succeed(connection.versions)

    def wait_ms(self, backoff: Backoff | float) -> Deferred[None]:
        """Fires after `backoff`, milliseconds or a `Backoff` to take the next step of.

        :raises ClientStopped: by `stop`.
        """
        if self.stopped:
            return fail(ClientStopped())
        pause_ms = backoff.next_ms() if isinstance(backoff, Backoff) else backoff
        waiting: Deferred[None] = Deferred(self._cancel_pause)

        def over() -> None:
            del self._pauses[waiting]
            waiting.callback(None)

        self._pauses[waiting] = self.reactor.callLater(max(0.0, pause_ms) / 1000, over)
        return waiting

    def _cancel_pause(self, waiting: Deferred[None]) -> None:
        timer = self._pauses.pop(waiting, None)
        if timer is not None:
            timer.cancel()

    def stop(self) -> Deferred[None]:
        """Close everything. Whoever waits is told `ClientStopped`, or by the connection that it was closed."""
        if not self.stopped:
            self.stopped = True
            for timer in (self._round_timer, self._age_timer):
                if timer is not None and timer.active():
                    timer.cancel()
            self._coordinators.stop()
            for needs in (self._asking, self._needs):
                if needs is not None:
                    self._fail(needs, ClientStopped())
            connections = [*self._connections.values(), *self._bootstrap.values()]
            self._connections.clear()
            self._bootstrap.clear()
            for connection in connections:
                self._close(connection)
            for waiting, timer in list(self._pauses.items()):
                if self._pauses.pop(waiting, None) is not None:
                    timer.cancel()
                    waiting.errback(ClientStopped())
        if not self._closing:
            return succeed(None)
        all_closed: Deferred[Any] = DeferredList([_copy(closing) for closing in self._closing])
        all_closed.addTimeout(_CLOSE_S, self.reactor)
        return all_closed.addBoth(lambda _: None)

    # Connections

    def _broker_connection(self, host: str, port: int) -> Connection:
        # Imported late: whoever hands in connections of his own needs none of this.
        from klog.net.broker_connection import BrokerConnection, ConnectionSettings

        settings = self.settings
        return BrokerConnection(
            self.reactor,
            host,
            port,
            security=settings.security,
            client_id=settings.client_id,
            settings=ConnectionSettings(
                connect_timeout_ms=settings.connect_timeout_ms,
                request_timeout_ms=settings.request_timeout_ms,
                reconnect_backoff_ms=settings.reconnect_backoff_ms,
                reconnect_backoff_max_ms=settings.reconnect_backoff_max_ms,
                max_response_bytes=settings.max_response_bytes,
                max_in_flight=settings.max_in_flight,
            ),
            random=self.random,
        )

    def _connection(self, node_id: int, purpose: str) -> Connection:
        connection = self._connections.get((node_id, purpose))
        if connection is None:
            node = self.metadata.node(node_id)
            if node is None:
                raise BrokerUnreachable(str(node_id), "is not among the known brokers")
            connection = self._connections[node_id, purpose] = self._new_connection(node.host, node.port, node_id)
        return connection

    def _new_connection(self, host: str, port: int, node_id: int | None) -> Connection:
        connection = self._connect(host, port)
        connection.on_lost = lambda error: self._lost(connection, node_id, error)
        return connection

    def _lost(self, connection: Connection, node_id: int | None, error: KlogError) -> None:
        """A connection broke, or an attempt failed."""
        for give_up in self._attempts.pop(connection, []):
            give_up(error)
        if node_id is not None and not self.stopped:
            self._coordinators.node_lost(node_id)
            self._doubt()

    def _close(self, connection: Connection) -> None:
        connection.on_lost = None
        closing = connection.close()
        for give_up in self._attempts.pop(connection, []):
            give_up(ClientStopped() if self.stopped else BrokerUnreachable(str(connection), "has moved or gone"))
        if not closing.called:
            self._closing.add(closing)
        closing.addErrback(lambda failure: _log.failure("closing a connection failed", failure))
        closing.addBoth(lambda _: self._closing.discard(closing))

    def _settle_connections(self) -> None:
        """Connections follow what is known of the brokers; a bootstrap connection becomes its broker's."""
        nodes = self.metadata.nodes
        for key, connection in list(self._connections.items()):
            node = nodes.get(key[0])
            if node is None:
                if connection.versions is None:
                    del self._connections[key]
                    self._close(connection)
            elif self._addresses.get(key[0], node.address) != node.address:
                del self._connections[key]
                self._close(connection)
        for node_id, node in nodes.items():
            old = self._addresses.get(node_id)
            if old is not None and old != node.address:
                _log.info(
                    "{client}: broker {node_id} is at {address} now, no longer at {old}",
                    client=self.settings.client_id, node_id=node_id, address=node.address, old=old,
                )  # fmt: skip
        by_address = {(node.host, node.port): node.node_id for node in nodes.values()}
        for address, connection in list(self._bootstrap.items()):
            del self._bootstrap[address]
            owner = by_address.get(address)
            if owner is not None and (owner, "data") not in self._connections and connection.versions is not None:
                self._connections[owner, "data"] = connection
                connection.on_lost = self._lost_by(connection, owner)
            else:
                self._close(connection)
        self._addresses = {node_id: node.address for node_id, node in nodes.items()}

    def _lost_by(self, connection: Connection, node_id: int) -> Callable[[KlogError], None]:
        return lambda error: self._lost(connection, node_id, error)

    # Asking somebody

    def _candidates(self) -> list[Callable[[], Connection]]:
        """Whom to ask, in this order: the connected with the least to do, other known brokers, bootstrap servers."""
        connected: list[tuple[int, float, int]] = []
        others: list[int] = []
        for node_id in self.metadata.nodes:
            connection = self._connections.get((node_id, "data"))
            if connection is not None and connection.versions is not None:
                connected.append((connection.in_flight, self.random.random(), node_id))
            else:
                others.append(node_id)
        self.random.shuffle(others)
        known = [entry[2] for entry in sorted(connected)] + others
        seen = {(node.host, node.port) for node in self.metadata.nodes.values()}
        servers = [server for server in self.settings.servers if server not in seen]
        self.random.shuffle(servers)

        def node_connection(node_id: int) -> Callable[[], Connection]:
            return lambda: self._connection(node_id, "data")

        def server_connection(server: tuple[str, int]) -> Callable[[], Connection]:
            def get() -> Connection:
                if server not in self._bootstrap:
                    self._bootstrap[server] = self._new_connection(*server, None)
                return self._bootstrap[server]

            return get

        return [node_connection(node_id) for node_id in known] + [server_connection(server) for server in servers]

    async def _ask_once(self, make: Callable[[ApiRanges], tuple[Message, int | None]], timeout_ms: float, at_most: int | None) -> Any:
        """Ask everybody in turn; the last one's error where nobody answers."""
        last: KlogError = self._nobody or NobodyAnswers(self.settings.bootstrap_servers, "nobody was there to ask")
        until_s = self.reactor.seconds() + timeout_ms / 1000
        for get in self._candidates():
            if self.stopped:
                raise ClientStopped()
            left_ms = int((until_s - self.reactor.seconds()) * 1000)
            if left_ms <= 0:
                break
            try:
                connection = get()
                ranges = connection.versions
                if ranges is None:
                    ranges = await self._attempt(connection, min(left_ms, self.settings.connect_timeout_ms))
                message, version = make(ranges)
                return await connection.request(message, version=version, at_most=at_most, timeout_ms=left_ms)
            except KlogError as error:
                last = error
                if what_to_do_about(error) is Action.FAIL:
                    # Refused credentials or an unknown API: others will hardly say anything else, but a cluster is allowed to be mixed.
                    continue
        if self.stopped:
            raise ClientStopped()
        raise last

    def _attempt(self, connection: Connection, timeout_ms: int) -> Deferred[ApiRanges]:
        """`ready`, but over with the first failure to connect: others can be asked instead."""
        ready = connection.ready()
        attempt: Deferred[ApiRanges] = Deferred()

        def give_up(error: KlogError) -> None:
            if not attempt.called:
                attempt.errback(error)
                ready.cancel()

        def settled(result: ApiRanges | Failure) -> None:
            waiting = self._attempts.get(connection, [])
            if give_up in waiting:
                waiting.remove(give_up)
            if timer.active():
                timer.cancel()
            if attempt.called:
                return
            if isinstance(result, Failure):
                attempt.errback(result)
            else:
                attempt.callback(result)

        late = BrokerUnreachable(str(connection), f"did not take a connection within {timeout_ms} ms")
        timer = self.reactor.callLater(timeout_ms / 1000, give_up, late)
        self._attempts.setdefault(connection, []).append(give_up)
        ready.addBoth(settled)
        return attempt

    async def _ask_until(self, make: Callable[[ApiRanges], tuple[Message, int | None]], timeout_ms: int | None, at_most: int | None) -> Any:
        """`_ask_once` again and again until the time is over."""
        limit_ms = self.settings.request_timeout_ms if timeout_ms is None else timeout_ms
        until_s = self.reactor.seconds() + limit_ms / 1000
        backoff = self.backoff()
        while True:
            left_ms = (until_s - self.reactor.seconds()) * 1000
            try:
                return await self._ask_once(make, left_ms, at_most)
            except KlogError as error:
                if isinstance(error, ClientStopped) or what_to_do_about(error) is Action.FAIL:
                    raise
                pause_ms = backoff.next_ms()
                if self.reactor.seconds() + pause_ms / 1000 >= until_s:
                    raise NobodyAnswers(self.settings.bootstrap_servers, str(error), limit_ms) from error
            await self.wait_ms(pause_ms)

    async def _ask_controller(self, message: Message, version: int | None, at_most: int | None, timeout_ms: int | None) -> Any:
        backoff = self.backoff()
        for turn in range(_CONTROLLER_TRIES):
            if self.metadata.node(self.metadata.controller_id) is None:
                await self.refresh()
            controller = self.metadata.controller_id
            if self.metadata.node(controller) is not None:
                answer = await self.ask(controller, message, version=version, at_most=at_most, timeout_ms=timeout_ms)
                if ErrorCode.NOT_CONTROLLER not in error_codes(answer):
                    return answer
                self.metadata.controller_id = -1
            if turn + 1 < _CONTROLLER_TRIES:
                await self.wait_ms(backoff)
        raise KlogError(ErrorCode.NOT_CONTROLLER, f"{_CONTROLLER_TRIES} times in a row, no broker said that it is the controller")

    async def _ask_coordinator(self, key: str, message: Message, version: int | None, at_most: int | None, timeout_ms: int | None) -> Any:
        node_id = await self.coordinator(key)
        try:
            answer = await self.ask(node_id, message, version=version, at_most=at_most, timeout_ms=timeout_ms, purpose="group")
        except KlogError as error:
            if not isinstance(error, ClientStopped) and what_to_do_about(error) is not Action.FAIL:
                self.coordinator_lost(key)
            raise
        if any(what_to_do(code) is Action.FIND_COORDINATOR for code in error_codes(answer)):
            self.coordinator_lost(key)
        return answer

    def _run(self, coroutine: Coroutine[Deferred[Any], Any, T]) -> Deferred[T]:
        if self.stopped:
            coroutine.close()
            return fail(ClientStopped())
        return Deferred.fromCoroutine(coroutine)

    # Rounds of asking for metadata

    def _wait_for_round(self) -> Deferred[None]:
        waiter = self._wait_with(self._needs)
        self._begin_round()
        return waiter

    def _wait_with(self, needs: _Needs) -> Deferred[None]:
        def late() -> None:
            drop()
            waiter.errback(
                NobodyAnswers(
                    self.settings.bootstrap_servers,
                    str(self._nobody) if self._nobody else "no answer yet",
                    self.settings.request_timeout_ms,
                )
            )

        def drop() -> None:
            for one in (self._asking, self._needs):
                if one is not None and waiter in one.waiters:
                    one.waiters.remove(waiter)

        def cancelled(_: Deferred[None]) -> None:
            drop()

        waiter: Deferred[None] = Deferred(cancelled)
        timer = self.reactor.callLater(self.settings.request_timeout_ms / 1000, late)

        def fired(result: T) -> T:
            if timer.active():
                timer.cancel()
            return result

        waiter.addBoth(fired)
        needs.waiters.append(waiter)
        return waiter

    def _fail(self, needs: _Needs, error: KlogError) -> None:
        waiters, needs.waiters = needs.waiters, []
        for waiter in waiters:
            waiter.errback(error)

    def _doubt(self) -> None:
        """Some broker is not where it was."""
        if not self.stopped and self._kept:
            self._needs.all_kept = self._needs.nodes = True
            self._schedule_doubt()

    def _schedule_doubt(self) -> None:
        """Begin a round that nobody waits for, not too soon after the last."""
        if self._rounds is not None or self._round_timer is not None:
            return
        since_ms = (self.reactor.seconds() - self._last_round_s) * 1000
        if since_ms > 2 * self.settings.retry_backoff_max_ms:
            self._doubt_backoff.reset()
            pause_ms = 0.0
        else:
            pause_ms = max(0.0, self._doubt_backoff.next_ms() - since_ms)
        self._round_timer = self.reactor.callLater(pause_ms / 1000, self._begin_round)

    def _begin_round(self) -> None:
        if self._round_timer is not None:
            if self._round_timer.active():
                self._round_timer.cancel()
            self._round_timer = None
        if self._rounds is None and not self.stopped:
            rounds = self._rounds = Deferred.fromCoroutine(self._ask_in_rounds())
            if rounds.called:
                self._rounds = None
            rounds.addErrback(lambda failure: _log.failure("asking for metadata failed", failure))
            rounds.addBoth(lambda _: self._rounds_over())

    def _rounds_over(self) -> None:
        self._rounds = None
        if not self.stopped and self._needs:
            self._begin_round() if self._needs.waiters else self._schedule_doubt()

    async def _ask_in_rounds(self) -> None:
        """Rounds for as long as somebody waits, or nobody answered and a topic is to be kept fresh."""
        while not self.stopped:
            needs, self._needs = self._needs, _Needs()
            self._asking = needs
            if needs.all_kept:
                needs.topics.update(self._kept)
            try:
                answer = await self._ask_once(partial(self._metadata_request, needs), self.settings.request_timeout_ms, None)
                if answer.error_code:
                    raise KlogError(ErrorCode.REBOOTSTRAP_REQUIRED, "the broker says that the client must begin anew")
                if not answer.brokers:
                    raise KlogError(ErrorCode.BROKER_NOT_AVAILABLE, "the broker has just started and knows nobody yet")
            except KlogError as error:
                self._asking = None
                self._last_round_s = self.reactor.seconds()
                if self.stopped:
                    self._fail(needs, ClientStopped())
                    return
                self._nobody = error
                if what_to_do_about(error) is Action.FAIL:
                    self._fail(needs, error)
                self._needs.take_back(needs)
                if not self._needs.waiters and not self._kept:
                    self._needs = _Needs()
                    return
                await self.wait_ms(self._round_backoff)
                continue
            self._asking = None
            self._nobody = None
            self._round_backoff.reset()
            self._last_round_s = self.reactor.seconds()
            self._take(needs, answer)
            if not self._needs.waiters:
                return

    def _metadata_request(self, needs: _Needs, ranges: ApiRanges) -> tuple[Message, int | None]:
        topics = None if needs.everything else [MetadataRequestTopic(name=name) for name in sorted(needs.topics)]
        request = MetadataRequest(topics=topics)
        version = ranges.choose(MetadataRequest)
        if version >= 4:
            request.allow_auto_topic_creation = self.settings.allow_auto_create_topics and not needs.everything
        if version == 0 and topics is None:
            request.topics = []
        return request, version

    def _take(self, needs: _Needs, answer: MetadataResponse) -> None:
        metadata = self.metadata
        changed = metadata.apply(answer, self.now_ms(), asked=None if needs.everything else needs.topics, keep=self._kept)
        self._settle_connections()
        doubtful = False
        for topic in answer.topics:
            name = topic.name
            if name in self._kept and (
                what_to_do(topic.error_code) is Action.REFRESH_METADATA or any(partition.leader_id < 0 for partition in topic.partitions)
            ):
                self._needs.topics.add(name)
                doubtful = True
        if doubtful:
            self.reactor.callLater(0, lambda: None if self.stopped or not self._needs else self._schedule_doubt())
        self._watch_age(anew=True)
        waiters, needs.waiters = needs.waiters, []
        for waiter in waiters:
            waiter.callback(None)
        if changed:
            for notify in list(self.on_change):
                try:
                    notify()
                except Exception:
                    _log.failure("a listener for changed metadata failed")

    def _watch_age(self, anew: bool = False) -> None:
        """Ask for all kept topics again when they have become old."""
        if self._age_timer is not None and self._age_timer.active():
            if not anew:
                return
            self._age_timer.cancel()
        self._age_timer = None
        if self._kept and not self.stopped:
            self._age_timer = self.reactor.callLater(self.settings.metadata_max_age_ms / 1000, self._aged)

    def _aged(self) -> None:
        self._age_timer = None
        if self._kept and not self.stopped:
            self._needs.all_kept = True
            self._begin_round()


def _copy(deferred: Deferred[None]) -> Deferred[None]:
    """One that fires with `deferred`, without its result being taken away from others."""
    copy: Deferred[None] = Deferred()

    def both(result: Any) -> Any:
        if not copy.called:
            copy.callback(None)
        return result

    deferred.addBoth(both)
    return copy


def error_codes(answer: Any) -> set[int]:
    """The error codes at the top of an answer and one and two levels below it; those of long lists by their first entry."""
    found: set[int] = set()

    def look(struct: Any, depth: int) -> None:
        for name in type(struct).__annotations__:
            value = getattr(struct, name, None)
            if name == "error_code" and isinstance(value, int):
                found.add(value)
            elif depth and isinstance(value, list) and value and isinstance(value[0], Struct):
                look(value[0], depth - 1)

    if isinstance(answer, Struct):
        look(answer, 2)
    return found
