"""A broker on somebody's reactor and on real ports: the whole of klog, with files in memory unless a directory is given.

`klog.testing.embedded.Broker` runs one in a thread of its own, `klog.testing.trial.BrokerMixin` gives one to each test of a `TestCase`;
what both can do stands here. It is the broker that ``twistd klog-broker`` runs, with other surroundings: nothing is played but the disk.

Files in memory have no descriptors, so that Fetch goes by plain copies and not by ``sendfile``. With no disk to wait for there is nothing
to do in threads either: what the broker would do there is done at once.
"""

from __future__ import annotations

import dataclasses
import os
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from twisted.internet.defer import Deferred, gatherResults, maybeDeferred, succeed
from twisted.internet.interfaces import IListeningPort, IProtocolFactory

from klog.broker.lifecycle.assembly import Broker as Parts
from klog.broker.lifecycle.environment import Environment
from klog.broker.lifecycle.service import BrokerService
from klog.broker.reactor_probe import Turns
from klog.broker.settings.settings import BrokerSettings
from klog.net.listeners import EndPoint, listen
from klog.storage.filesystem import FileSystem
from klog.testing import topics as topics_
from klog.testing.filesystem import MemoryFileSystem
from klog.testing.process import ProcessClock

#: Where the files in memory lie.
DATA_DIRECTORY = "/data"
#: What differs from the broker's own defaults: nobody in a test wants to wait.
DEFAULTS: Mapping[str, str] = {
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.num.partitions": "1",
    "klog.shutdown.timeout.ms": "2000",
}


def now_ms() -> int:
    """Wall clock."""
    return time.time_ns() // 1_000_000


class ReactorBroker:
    """A broker on `reactor`. Everything here is to be called in the reactor's thread.

    ::

        broker = ReactorBroker(reactor, {"num.partitions": "3"})
        broker.start()
        consumer = Consumer(reactor, broker.bootstrap)
        …
        await broker.stop()

    :param reactor: a real one.
    :param properties: the broker's settings (``docs/configuration.md``) over `DEFAULTS`.
    :param data_directory: where its files lie; in memory where not given. They stay from one `start` to the next.
    :param host: the address that it listens on, where `properties` have no ``listeners``.
    :param port: likewise; 0 is a free one, which it keeps over restarts.
    """

    def __init__(
        self,
        reactor: Any,
        properties: Mapping[str, Any] | None = None,
        *,
        data_directory: str | os.PathLike[str] | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        self.reactor = reactor
        self.file_system: FileSystem | MemoryFileSystem
        given = {name: topics_.text(value) for name, value in (properties or {}).items()}
        if data_directory is None:
            directory = given.setdefault("log.dirs", DATA_DIRECTORY)
            self.file_system = MemoryFileSystem(now_ms, all_durable=True)
            self._copy_files(given.values())
        else:
            from klog.storage.filesystem import RealFileSystem

            directory = os.fspath(data_directory)
            self.file_system = RealFileSystem()
        address = f"[{host}]" if ":" in host else host
        self.properties: dict[str, str] = {"listeners": f"PLAINTEXT://{address}:{port}", **DEFAULTS, **given, "log.dirs": directory}
        #: What the broker said when it was ready.
        self.announced: list[str] = []
        self._in_memory = data_directory is None
        #: By listener, from the first start on.
        self._ports: dict[str, int] = {}
        self._service: BrokerService | None = None
        self._process: ProcessClock | None = None
        self._delay_s = 0.0

    def _copy_files(self, values: Iterable[str]) -> None:
        """Files that settings name (certificates and keys) are on the disk, and the broker's disk is in memory."""
        for value in values:
            if value.startswith("/") and os.path.isfile(value):
                with open(value, "rb") as file:
                    cast(MemoryFileSystem, self.file_system).write(value, file.read())

    # -- start and stop

    def start(self) -> None:
        """Start, also again after `stop` and `crash`. Ready when this returns.

        :raises klog.broker.lifecycle.assembly.StartRefused: with a sentence.
        """
        if self.is_running:
            raise RuntimeError("this broker runs already")
        self._process = process = ProcessClock(self.reactor)
        service = BrokerService(BrokerSettings(self.properties), self._environment(process), announce=self.announced.append)
        service.startService()
        self._service = service
        connections = cast(Any, self.parts.open_listeners.connections)
        add = connections.add

        def add_slow(protocol: Any) -> None:
            add(protocol)
            if self._delay_s:
                self._slow_down(protocol)

        connections.add = add_slow

    def _environment(self, process: ProcessClock) -> Environment:
        if self._in_memory:
            environment = Environment(
                reactor=process,
                file_system=self.file_system,
                now_ms=now_ms,
                run_in_thread=lambda kind, function, disk="": maybeDeferred(function),
                random_bytes=secrets.token_bytes,
                open_port=self._open_port,
                when_running=lambda function: function(),
                turns=Turns.of(self.reactor),
            )
        else:
            environment = dataclasses.replace(
                Environment.real(self.reactor),
                reactor=process,
                file_system=self.file_system,
                open_port=self._open_port,
                when_running=lambda function: function(),
                # The process is the tests', and so are its limits.
                file_limits=None,
            )
        return environment

    def _open_port(self, endpoint: EndPoint, factory: IProtocolFactory, backlog: int) -> IListeningPort:
        wanted = dataclasses.replace(endpoint, port=endpoint.port or self._ports.get(endpoint.name, 0))
        port: Any = listen(self.reactor, wanted, factory, backlog=backlog)
        # Kept for `accept` and for the next start.
        port.port = self._ports[endpoint.name] = port.getHost().port
        return cast(IListeningPort, port)

    @property
    def is_running(self) -> bool:
        """Whether it was started and not stopped."""
        return self._service is not None

    @property
    def parts(self) -> Parts:
        """The broker itself, for those who know it; only while it runs."""
        if self._service is None or self._service.broker is None:
            raise RuntimeError("the broker does not run")
        return self._service.broker

    def stop(self) -> Deferred[None]:
        """Stop in order. Does nothing where it does not run."""
        service, self._service = self._service, None
        return succeed(None) if service is None else service.stopService()

    def crash(self) -> Deferred[None]:
        """As ``kill -9``: nothing is flushed, closed in order or said to anybody; connections are reset. What was written stays, and the
        next `start` recovers it. For power failures see `klog.testing.broker.MemoryBroker`. Fires when its ports are closed."""
        if self._service is None:
            return succeed(None)
        parts, process = self.parts, cast(ProcessClock, self._process)
        self._service = None
        parts.stop_probe()
        self.cut_connections_of(parts)
        gone: Deferred[Any] = Deferred()

        def look() -> None:
            if parts.open_listeners.connections:
                self.reactor.callLater(0, look)
                return
            process.die()
            if parts.directories is not None:
                parts.directories.release()
            gone.callback(None)

        look()
        closed = [maybeDeferred(port.stopListening) for _, port in parts.open_listeners.ports]
        return gatherResults([gone, *closed]).addCallback(lambda _: None)

    # -- where it is

    @property
    def bootstrap(self) -> str:
        """``host:port`` of the first listener: what clients take for ``bootstrap.servers``."""
        return self.address()

    def address(self, listener: str | None = None) -> str:
        """``host:port`` of a listener by name, of the first where None.

        :raises KeyError: there is no such listener.
        """
        if not self._ports:
            raise RuntimeError("the broker was not started yet")
        for text in self.properties["listeners"].split(","):
            name, _, rest = text.strip().partition("://")
            if listener in (None, name):
                return f"{rest.rpartition(':')[0] or '127.0.0.1'}:{self._ports[name]}"
        raise KeyError(listener)

    # -- misfortunes

    def cut(self) -> int:
        """Reset all connections; how many there were."""
        return self.cut_connections_of(self.parts)

    @staticmethod
    def cut_connections_of(parts: Parts) -> int:
        """As `cut`."""
        members = parts.open_listeners.connections.members if parts.open_listeners.connections is not None else []
        for protocol in members:
            protocol.abort()
        return len(members)

    def refuse(self) -> Deferred[None]:
        """Take no new connections until `accept`. Those that there are stay."""
        return gatherResults([maybeDeferred(port.stopListening) for _, port in self.parts.open_listeners.ports]).addCallback(lambda _: None)

    def accept(self) -> None:
        """Take connections again."""
        for _, port in self.parts.open_listeners.ports:
            port.startListening()

    @property
    def delay_s(self) -> float:
        """Requests are looked at so many seconds after they came."""
        return self._delay_s

    @delay_s.setter
    def delay_s(self, seconds: float) -> None:
        self._delay_s = seconds
        if seconds and self.is_running:
            for protocol in self.parts.open_listeners.connections.members if self.parts.open_listeners.connections is not None else ():
                self._slow_down(protocol)

    def _slow_down(self, protocol: Any) -> None:
        """From now on everything that `protocol` receives waits for `delay_s`, in order."""
        if "dataReceived" in vars(protocol):
            return
        receive: Callable[[bytes], None] = protocol.dataReceived
        waiting: deque[bytes] = deque()

        def later() -> None:
            data = waiting.popleft()
            if not protocol.is_lost:
                receive(data)

        def received(data: bytes) -> None:
            waiting.append(data)
            cast(ProcessClock, self._process).callLater(self._delay_s, later)

        protocol.dataReceived = received
        protocol.writable = lambda: None

    # -- topics and what is in them

    def create_topic(self, name: str, partitions: int = 1, configs: Mapping[str, Any] | None = None) -> Deferred[None]:
        """See `klog.testing.topics.create_topic`."""
        return topics_.create_topic(self.parts, name, partitions, configs)

    def create_topics(self, topics: Mapping[str, int]) -> Deferred[None]:
        """See `klog.testing.topics.create_topics`."""
        return topics_.create_topics(self.parts, topics)

    def put(self, topic: str, values: Sequence[bytes | None], *, key: bytes | None = None, partition: int = 0) -> int:
        """See `klog.testing.topics.put`."""
        return topics_.put(self.parts, topic, values, now_ms(), key=key, partition=partition)

    def messages(self, topic: str, partition: int | None = None) -> list[Any]:
        """See `klog.testing.topics.messages`."""
        return topics_.messages(self.parts, topic, partition)
