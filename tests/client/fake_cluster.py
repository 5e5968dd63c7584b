"""A cluster that is a few dicts: connections for `klog.client` without bytes, on a Clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.task import Clock

from klog.errors import ErrorCode, KlogError
from klog.net.api_ranges import ApiRanges
from klog.net.client.errors import BrokerUnreachable, ConnectionClosed, RequestTimedOut
from klog.wire.apis import APIS
from klog.wire.messages.find_coordinator import Coordinator, FindCoordinatorRequest, FindCoordinatorResponse
from klog.wire.messages.metadata import (
    MetadataRequest,
    MetadataResponse,
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)
from klog.wire.schema import Message


class FakeConnection:
    """One connection; see `klog.client.connections.Connection`."""

    def __init__(self, cluster: FakeCluster, host: str, port: int) -> None:
        self.cluster = cluster
        self.server = (host, port)
        self.address = f"{host}:{port}"
        self.on_lost: Callable[[KlogError], None] | None = None
        self.observer: Any = None
        self.last_error: KlogError | None = None
        self.is_ready = False
        self.closed = False
        self._waiting: list[tuple[Deferred[Any], Message]] = []
        self._timer: Any = None
        self._wants: list[Deferred[ApiRanges]] = []

    @property
    def versions(self) -> ApiRanges | None:
        return self.cluster.ranges if self.is_ready else None

    @property
    def in_flight(self) -> int:
        return 0

    @property
    def queued(self) -> int:
        return len(self._waiting)

    def ready(self) -> Deferred[ApiRanges]:
        if self.closed:
            return fail(ConnectionClosed(self.address, "closed"))
        if self.is_ready:
            return succeed(self.cluster.ranges)
        wanted: Deferred[ApiRanges] = Deferred(lambda deferred: self._wants.remove(deferred))
        self._wants.append(wanted)
        self._later(0.01)
        return wanted

    def _later(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = self.cluster.clock.callLater(seconds, self._try)

    def _try(self) -> None:
        self._timer = None
        if self.closed or self.is_ready:
            return
        if self.server in self.cluster.silent:
            return
        self.cluster.attempts.append(self.address)
        wants, self._wants = self._wants, []
        refusal = self.cluster.refusals.get(self.server)
        if self.server in self.cluster.up and refusal is None:
            self.is_ready, self.last_error = True, None
            for wanted in wants:
                wanted.callback(self.cluster.ranges)
            waiting, self._waiting = self._waiting, []
            for deferred, message in waiting:
                self._answer(deferred, message)
            return
        self.last_error = refusal or BrokerUnreachable(self.address, "refused the connection")
        for wanted in wants:
            wanted.errback(self.last_error)
        if self._waiting:
            self._later(0.05)

    def request(
        self, message: Message, *, version: int | None = None, at_most: int | None = None, timeout_ms: int | None = None,
        expects_answer: bool = True,
    ) -> Deferred[Any]:  # fmt: skip
        if self.closed:
            return fail(ConnectionClosed(self.address, "closed"))
        answer: Deferred[Any] = Deferred(lambda deferred: None)
        answer.addTimeout((timeout_ms or 30_000) / 1000, self.cluster.clock, onTimeoutCancel=self._late)
        if self.is_ready:
            self._answer(answer, message)
        else:
            self._waiting.append((answer, message))
            self._later(0)
        return answer

    def _late(self, result: Any, _: float) -> Any:
        raise RequestTimedOut(self.address, "did not answer")

    def _answer(self, deferred: Deferred[Any], message: Message) -> None:
        self.cluster.asked.append((self.address, message))
        handler = self.cluster.handlers.get(type(message))
        if handler is None or self.server in self.cluster.mute:
            self._waiting.append((deferred, message))
            return
        try:
            answer = handler(self.server, message)
        except KlogError as error:
            deferred.errback(error)
            return
        self.cluster.clock.callLater(0.001, lambda: None if deferred.called else deferred.callback(answer))

    def lose(self) -> None:
        """The connection breaks."""
        if self.is_ready:
            self.is_ready = False
            self.last_error = BrokerUnreachable(self.address, "closed the connection")
            if self.on_lost is not None:
                self.on_lost(self.last_error)

    def close(self) -> Deferred[None]:
        self.closed = True
        self.is_ready = False
        error = ConnectionClosed(self.address, "the client was closed")
        waiting, self._waiting = self._waiting, []
        wants, self._wants = self._wants, []
        for deferred, _ in waiting:
            if not deferred.called:
                deferred.errback(error)
        for wanted in wants:
            wanted.errback(error)
        return succeed(None)


class FakeCluster:
    """Brokers by node id, topics by name; everything may be changed at any time."""

    def __init__(self, clock: Clock, nodes: int = 3) -> None:
        self.clock = clock
        self.nodes: dict[int, tuple[str, int]] = {number: (f"host{number}", 9092) for number in range(1, nodes + 1)}
        #: Addresses where somebody answers.
        self.up: set[tuple[str, int]] = set(self.nodes.values())
        #: Addresses that take connections and answer nothing, and those that do not even refuse.
        self.mute: set[tuple[str, int]] = set()
        self.silent: set[tuple[str, int]] = set()
        self.refusals: dict[tuple[str, int], KlogError] = {}
        #: Leader and epoch of each partition.
        self.topics: dict[str, list[tuple[int, int]]] = {}
        #: Of every partition, as metadata has it.
        self.in_sync: list[int] = []
        self.controller = 1
        self.groups: dict[str, int | ErrorCode] = {}
        self.ranges = ApiRanges("fake:1", {key: (api.announced.lowest, api.announced.highest) for key, api in APIS.items()})
        self.connections: list[FakeConnection] = []
        self.attempts: list[str] = []
        self.asked: list[tuple[str, Message]] = []
        self.handlers: dict[type[Message], Callable[[tuple[str, int], Any], Any]] = {
            MetadataRequest: self._metadata,
            FindCoordinatorRequest: self._find,
        }

    #: Whether topics are made that somebody asks for who allows it.
    creates = False

    def connect(self, host: str, port: int) -> FakeConnection:
        """What a `Routing` is given as `connect`."""
        connection = FakeConnection(self, host, port)
        self.connections.append(connection)
        return connection

    def count(self, kind: type[Message]) -> int:
        """Requests of a kind so far."""
        return sum(isinstance(message, kind) for _, message in self.asked)

    def crash(self, server: tuple[str, int]) -> None:
        """A broker dies."""
        self.up.discard(server)
        for connection in self.connections:
            if connection.server == server:
                connection.lose()

    def _metadata(self, server: tuple[str, int], request: MetadataRequest) -> MetadataResponse:
        names = self.topics if request.topics is None else [str(topic.name) for topic in request.topics]
        if self.creates and request.topics is not None and request.allow_auto_topic_creation:
            for name in names:
                self.topics.setdefault(name, [(1, 0)])
        return MetadataResponse(
            brokers=[MetadataResponseBroker(node_id=node, host=host, port=port) for node, (host, port) in self.nodes.items()],
            controller_id=self.controller,
            cluster_id="fake",
            topics=[self._topic(name) for name in names],
        )

    def _topic(self, name: str) -> MetadataResponseTopic:
        if name not in self.topics:
            return MetadataResponseTopic(error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, name=name)
        return MetadataResponseTopic(
            name=name,
            topic_id=name.encode().ljust(16, b"\1")[:16],
            partitions=[
                MetadataResponsePartition(
                    partition_index=number, leader_id=leader, leader_epoch=epoch,
                    error_code=ErrorCode.NONE if leader >= 0 else ErrorCode.LEADER_NOT_AVAILABLE, isr_nodes=list(self.in_sync),
                )
                for number, (leader, epoch) in enumerate(self.topics[name])
            ],
        )  # fmt: skip

    def _find(self, server: tuple[str, int], request: FindCoordinatorRequest) -> FindCoordinatorResponse:
        def one(key: str) -> Coordinator:
            found = self.groups.get(key, 1)
            if isinstance(found, ErrorCode):
                return Coordinator(key=key, node_id=-1, error_code=found)
            host, port = self.nodes[found]
            return Coordinator(key=key, node_id=found, host=host, port=port)

        if request.coordinator_keys:
            return FindCoordinatorResponse(coordinators=[one(key) for key in request.coordinator_keys])
        single = one(request.key)
        return FindCoordinatorResponse(node_id=single.node_id, host=single.host, port=single.port, error_code=single.error_code)


class BlockingFake:
    """A `FakeConnection` that waits by letting the clock run."""

    def __init__(self, cluster: FakeCluster, host: str, port: int) -> None:
        self._cluster = cluster
        self._inner = cluster.connect(host, port)
        self.address = self._inner.address

    @property
    def versions(self) -> Any:
        return self._inner.versions

    def _wait(self, deferred: Any, seconds: float) -> Any:
        results: list[Any] = []
        deferred.addBoth(results.append)
        for _ in range(int(seconds / 0.01) + 2):
            if results:
                break
            self._cluster.clock.advance(0.01)
        if not results:
            raise BrokerUnreachable(self.address, "did not answer")
        if hasattr(results[0], "raiseException"):
            results[0].raiseException()
        return results[0]

    def connect(self) -> Any:
        return self._wait(self._inner.ready(), 1)

    def request(self, message: Any, *, timeout_ms: int | None = None, **rest: Any) -> Any:
        self.connect()
        return self._wait(self._inner.request(message, timeout_ms=timeout_ms, **rest), (timeout_ms or 30_000) / 1000)

    def begin(self, message: Any, **rest: Any) -> BlockingPending:
        self.connect()
        return BlockingPending(self, self._inner.request(message, **rest))

    def reuse(self, view: memoryview) -> None:
        view.release()

    def close(self) -> None:
        self._inner.close()


class BlockingPending:
    """What a `BlockingFake` was asked, and shall answer later."""

    def __init__(self, connection: BlockingFake, deferred: Any) -> None:
        self._connection = connection
        self._deferred = deferred

    def result(self, timeout_ms: int | None = None) -> Any:
        return self._connection._wait(self._deferred, (timeout_ms or 30_000) / 1000)

    def drop(self) -> None:
        self._deferred.addErrback(lambda failure: None)
