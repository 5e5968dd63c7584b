"""A whole broker in memory: real code from the transport down to the file system, on virtual time, without sockets, threads or a disk.

::

    broker = MemoryBroker({"num.partitions": "3"}).start()
    client = broker.connect()
    answer = client.ask(MetadataRequest(topics=None), version=12)     # runs the network until the answer is there
    client.send(fetch, version=12)                                    # does not wait
    broker.advance(0.5)                                               # seconds
    client.answers                                                    # what has come since
    broker.stop()                                                     # in order; broker.start() goes on with the same files
    broker = broker.crash()                                           # power failure: another one, on what the disk still holds

Clients that bring a reactor along connect through `MemoryBroker.reactor` (see `klog.testing.reactor`, which also has the misfortunes)::

    producer = Producer(broker.reactor, broker.bootstrap)
    broker.reactor.until(producer.send("topic", b"value"))

They survive what happens to a broker that is then started again in place, or goes on: `MemoryBroker.fail` (the power fails), `kill`,
`freeze` and `thaw`, `step_clock`.

Several brokers share a cluster through a ZooKeeper in memory, on one reactor::

    reactor = MemoryReactor()
    zookeeper = MemoryZooKeeper(reactor)
    brokers = [MemoryBroker(zookeeper=zookeeper, reactor=reactor, broker_id=number) for number in (1, 2, 3)]
    for broker in brokers:
        broker.start()
    brokers[0].until_ready()                                            # such a start takes time

Work for threads (flushes, checkpoints, saves) runs at once, or waits while `hold_threads` is True until `run_threads`. With `interleave` it
takes virtual time, and everything may come between two of its steps (`klog.testing.interleaving`)::

    broker = MemoryBroker(properties, interleave=seed).start()
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from twisted.internet.address import IPv4Address
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.interfaces import IListeningPort, IProtocolFactory
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from klog.broker.guard import AdmitAll, Guard
from klog.broker.lifecycle.assembly import Broker
from klog.broker.lifecycle.environment import Environment
from klog.broker.lifecycle.service import BrokerService
from klog.broker.settings.settings import BrokerSettings
from klog.net.listeners import EndPoint
from klog.server import APPLICATIONS
from klog.span import join_parts
from klog.storage.disk_work import WorkKind
from klog.testing import topics as topics_
from klog.testing.filesystem import MemoryFileSystem, Survival
from klog.testing.interleaving import Interleaving
from klog.testing.link import MemoryLink
from klog.testing.network import MemoryNetwork, ScriptedClient
from klog.testing.process import ProcessClock
from klog.testing.reactor import HOST, MemoryListener, MemoryReactor
from klog.testing.transport import MemoryTransport
from klog.testing.virtual_clock import EPOCH_MS
from klog.wire.client import ClientConnection
from klog.wire.schema import Message

__all__ = ["DATA_DIRECTORY", "EPOCH_MS", "MemoryBroker", "MemoryClient", "MemoryPort"]

DATA_DIRECTORY = "/data"


class MemoryPort(MemoryListener):
    """A listener that `MemoryBroker.connect` finds."""

    def __init__(self, endpoint: EndPoint, factory: IProtocolFactory, host: str) -> None:
        super().__init__(host, endpoint.port or 9092, factory)
        self.endpoint = endpoint


class MemoryClient:
    """One client's connection.

    :ivar scripted: the far end of the connection in memory: `stalled`, `disconnected`, raw `send`.
    :ivar answers: what has come and was not taken by `ask`.
    """

    def __init__(self, broker: MemoryBroker, scripted: ScriptedClient, client_id: str = "test") -> None:
        self._broker = broker
        self.scripted = scripted
        self.answers: list[Any] = []
        self._wire = ClientConnection(client_id)
        self._read = 0

    def send(self, *messages: tuple[Message, int], expects_answer: bool = True) -> None:
        """Send requests (message, version) in one chunk, and run the network."""
        data = b""
        for message, version in messages:
            data += join_parts(self._wire.request(message, version, expects_answer=expects_answer)[1])
        self.send_bytes(data)

    def send_bytes(self, data: bytes) -> None:
        """Send anything, and run the network."""
        self.scripted.send(data)
        self._broker.run()
        self.receive()

    def receive(self) -> list[Any]:
        """Take what came; `answers` so far."""
        there = len(self.scripted.received)
        if there == self._read:
            return self.answers
        fresh = bytes(self.scripted.received[self._read :])
        self._read = there
        self.answers += [answer for _, answer in self._wire.receive(fresh)]
        return self.answers

    def ask(self, message: Message, version: int) -> Any:
        """Send one request and return its answer, which must be there without time passing (with `interleave`, within a minute).

        :raises AssertionError: there is no answer, or there are several.
        """
        self.send((message, version))
        self._broker._wait_for(lambda: bool(self.receive()) or self.scripted.disconnected)
        answers, self.answers = self.answers, []
        if len(answers) != 1:
            raise AssertionError(f"{len(answers)} answers to {message}; disconnected: {self.scripted.disconnected}")
        return answers[0]

    def hang_up(self) -> None:
        """Close the connection."""
        self.scripted.hang_up()
        self._broker.run()


class MemoryBroker:
    """A broker on `file_system` and `clock`.

    :param properties: settings; the data directory is `DATA_DIRECTORY`, the listener ``PLAINTEXT://0.0.0.0:9092`` where they do not say.
    :param file_system: what is on it stays from one start to the next.
    :param clock: a `MemoryReactor`, where none is given; with a plain one there is no `reactor` for clients.
    :param host: the address on the reactor's network, for several brokers on one.
    :param seed: for all random numbers.
    :param zookeeper: a `klog.testing.zookeeper.MemoryZooKeeper`, or a connect string.
    :param reactor: the same as `clock`.
    :param broker_id: ``broker.id``; with ZooKeeper, a broker without `host` gets an address of its own from it.
    :param guard: who may ask for what; everybody for everything where not given.
    :param mirrors: whether mirrors run beside it, as they do in a process of its own.
    :param interleave: a seed, or what draws: work for threads takes time, and its steps are mixed with everything else.
    :ivar interleaving: the threads of this run, with `interleave`.
    :ivar ended: why a broker with ZooKeeper could not start, or must not go on.
    """

    def __init__(
        self,
        properties: Mapping[str, Any] | None = None,
        *,
        file_system: MemoryFileSystem | None = None,
        clock: Clock | None = None,
        host: str = HOST,
        seed: int = 1,
        zookeeper: Any = None,
        reactor: MemoryReactor | None = None,
        broker_id: int | None = None,
        interleave: int | random.Random | None = None,
        guard: Guard | None = None,
        mirrors: bool = False,
    ) -> None:
        self._has_mirrors = mirrors
        self.clock = clock or reactor or MemoryReactor()
        self.clock_ahead_s = 0.0
        if zookeeper is not None and broker_id is not None and host == HOST:
            host = f"192.0.2.{100 + broker_id % 100}"
        self.host = host
        self.file_system = file_system or MemoryFileSystem(self.now_ms)
        given = {name: topics_.text(value) for name, value in (properties or {}).items()}
        self.properties = {"log.dirs": DATA_DIRECTORY, "listeners": "PLAINTEXT://:9092", **given}
        if zookeeper is not None:
            connect = zookeeper if isinstance(zookeeper, str) else zookeeper.connect
            self.properties = {"zookeeper.connect": connect, "advertised.listeners": self._advertised(), **self.properties}
        if broker_id is not None:
            self.properties.setdefault("broker.id", str(broker_id))
        self._guard = guard or AdmitAll()
        self.ended: list[str] = []
        #: Called where it must not go on though it has started; by itself nothing follows.
        self.on_end: Callable[[], None] = lambda: None
        #: How often the machine was started; with each power failure once more.
        self.boots = 1
        #: Connections of which the other end does not know yet that this one is gone.
        self._forgotten: list[MemoryLink] = []
        #: Those of `connect`, in this run.
        self._clients: list[ScriptedClient] = []
        self.random = random.Random(seed)
        self._interleave = random.Random(interleave) if isinstance(interleave, int) else interleave
        self.interleaving: Interleaving | None = None
        if self._interleave is not None and isinstance(self.clock, MemoryReactor) and self.clock.ties is None:
            self.clock.ties = self._interleave
        self._hold_threads = False
        self.announced: list[str] = []
        self._held: deque[tuple[Callable[[], Any], Deferred[Any]]] = deque()
        self._make()

    def _make(self) -> None:
        self.network = self.clock.network if isinstance(self.clock, MemoryReactor) else MemoryNetwork(self.clock)
        self._process = ProcessClock(self.clock, self.host)
        self.ports: list[MemoryPort] = []
        self._peer_port = 40000
        self.end_threads()
        if self._interleave is not None:
            self.interleaving = Interleaving(self._process, self._interleave)
            self.file_system.before_act = self.interleaving.before_act
        environment = Environment(
            reactor=self._process,
            file_system=self.file_system,
            now_ms=self.now_ms,
            run_in_thread=self._run_in_thread,
            random_bytes=self.random.randbytes,
            open_port=self._open_port,
            when_running=lambda function: function(),
            guard=self._guard,
            boot_id=lambda: f"boot-{self.boots}",
        )
        if self.interleaving is not None:
            environment.run_all, environment.pause = self.interleaving.run_all, self.interleaving.pause_s
        self.service = BrokerService(
            BrokerSettings(self.properties),
            environment,
            announce=self.announced.append,
            end=self._must_end,
            applications=APPLICATIONS if self._has_mirrors else (),
        )

    def _must_end(self, sentence: str) -> None:
        self.ended.append(sentence)
        if self.is_ready:
            self._process.callLater(0, self.on_end)

    @property
    def is_ready(self) -> bool:
        """Whether it has started, and not stopped."""
        return self.service.broker is not None

    def until_ready(self, most_seconds: float = 60.0) -> MemoryBroker:
        """Let time pass until a start with ZooKeeper is over.

        :raises AssertionError: it is not by then, or has failed.
        """
        passed = 0.0
        self.run()
        while not self.is_ready:
            if self.ended:
                raise AssertionError(self.ended[-1])
            if passed >= most_seconds:
                raise AssertionError(f"the broker has not started after {most_seconds} s")
            self.advance(0.05)
            passed += 0.05
        return self

    @property
    def broker(self) -> Broker:
        """The parts; only while it runs."""
        assert self.service.broker is not None
        return self.service.broker

    def now_ms(self) -> int:
        """The machine's wall clock."""
        ahead_ms = round(self.clock_ahead_s * 1000)
        if isinstance(self.clock, MemoryReactor):
            return self.clock.now_ms() + ahead_ms
        return EPOCH_MS + int(self.clock.seconds() * 1000) + ahead_ms

    @property
    def reactor(self) -> MemoryReactor:
        """For clients."""
        assert isinstance(self.clock, MemoryReactor), "this broker was given a clock that is no MemoryReactor"
        return self.clock

    @property
    def bootstrap(self) -> str:
        """``host:port`` of the first listener, for clients on `reactor`."""
        listener = (self.properties.get("listeners") or "").split(",")[0]
        return f"{self.host}:{int(listener.rpartition(':')[2] or 0) or 9092}"

    def _advertised(self) -> str:
        """Every listener at our address."""
        told = []
        for listener in self.properties["listeners"].split(","):
            name, _, place = listener.strip().partition("://")
            told.append(f"{name}://{self.host}:{int(place.rpartition(':')[2] or 0) or 9092}")
        return ",".join(told)

    def _open_port(self, endpoint: EndPoint, factory: IProtocolFactory, backlog: int) -> IListeningPort:
        port = MemoryPort(endpoint, factory, self.host)
        if isinstance(self.clock, MemoryReactor):
            self.clock.add_listener(port)
        self.ports.append(port)
        return port

    def _run_in_thread(self, kind: WorkKind, function: Callable[[], Any], disk: str = "") -> Deferred[Any]:
        if self.interleaving is not None:
            return self.interleaving.run_in_thread(kind, function, disk)
        if not self.hold_threads:
            return self._run(function)
        deferred: Deferred[Any] = Deferred()
        self._held.append((function, deferred))
        return deferred

    def _run(self, function: Callable[[], Any]) -> Deferred[Any]:
        with self.file_system.waiting_allowed():
            return maybeDeferred(function)

    @property
    def hold_threads(self) -> bool:
        """Whether work for threads waits for `run_threads`."""
        return self._hold_threads

    @hold_threads.setter
    def hold_threads(self, hold: bool) -> None:
        self._hold_threads = hold
        if self.interleaving is not None:
            self.interleaving.is_held = hold

    def end_threads(self) -> None:
        """With `interleave`: threads that still wait, or hang, end without doing anything. The last thing that a test does."""
        if self.interleaving is not None:
            self.interleaving.close()

    def run_threads(self) -> int:
        """Do what waits for a thread; how much it was."""
        count = 0
        if self.interleaving is not None:
            self.run()
            while done := self.interleaving.run_now():
                count += done
                self.run()
        while self._held:
            function, deferred = self._held.popleft()
            self._run(function).chainDeferred(deferred)
            count += 1
        self.run()
        return count

    def start(self) -> MemoryBroker:
        """Start, also after `stop`. Raises `StartRefused` with the line that a person would see; with ZooKeeper see `until_ready`."""
        if not self.service.running and (self.ports or self.ended):
            self.ended = []
            self._make()
        forgotten, self._forgotten = self._forgotten, []
        for link in forgotten:
            # Nobody here knows of them.
            link.cut()
        self.service.startService()
        return self

    def create_topics(self, topics: Mapping[str, int]) -> None:
        """Make topics, each with its number of partitions. Raises KlogError."""
        made = topics_.create_topics(self.broker, topics)
        results: list[Any] = []
        made.addBoth(results.append)
        self._wait_for(lambda: bool(results))
        if not results:
            raise AssertionError("the topics were not made without time passing; are threads held?")
        if isinstance(results[0], Failure):
            results[0].raiseException()

    def put(self, topic: str, values: Sequence[bytes | None], *, key: bytes | None = None, partition: int = 0) -> int:
        """Append records without a client; the first one's offset. A topic that is not there is made as for a client that names it.
        Raises KlogError."""
        count = topics_.partitions_on_demand(self.broker, topic)
        if count is not None:
            self.create_topics({topic: count})
        return topics_.put(self.broker, topic, values, self.now_ms(), key=key, partition=partition)

    def messages(self, topic: str, partition: int | None = None) -> list[Any]:
        """What consumers may see of a topic."""
        return topics_.messages(self.broker, topic, partition)

    def run(self) -> None:
        """Until nothing moves, without time passing."""
        self.network.run()

    def _wait_for(self, is_there: Callable[[], bool]) -> None:
        """Run; with `interleave` time passes, from event to event, until it is there or a minute is over."""
        self.run()
        end_s = self.clock.seconds() + 60.0
        while self.interleaving is not None and not is_there():
            due_s = min((call.getTime() for call in self.clock.getDelayedCalls()), default=end_s)
            if due_s >= end_s:
                break
            self.advance(max(0.0, due_s - self.clock.seconds()) or 1e-6)

    def advance(self, seconds: float, step: float | None = None) -> None:
        """Let time pass, in steps of `step` seconds."""
        self.network.advance(seconds, step)

    def connect(self, listener: str = "PLAINTEXT", *, socket_bytes: int = 1 << 20, client_id: str = "test") -> MemoryClient:
        """A client that has connected.

        :param client_id: what it calls itself.
        :raises ConnectionRefusedError: the listener is closed, or takes no more connections.
        """
        for port in self.ports:
            if port.endpoint.name == listener and port.is_open:
                self._peer_port += 1
                peer = ("192.0.2.1", self._peer_port)
                protocol = port.factory.buildProtocol(IPv4Address("TCP", *peer))
                if protocol is None:
                    break
                client = self.network.connect(protocol, socket_bytes=socket_bytes, peer=peer)
                self._clients.append(client)
                return MemoryClient(self, client, client_id)
        raise ConnectionRefusedError(listener)

    def stop(self, seconds: float = 60) -> None:
        """Stop in order; up to `seconds` pass.

        :raises AssertionError: it has not stopped by then.
        """
        done: list[Any] = []
        self.service.stopService().addBoth(done.append)
        self.run()
        passed = 0.0
        while not done and passed < seconds:
            if self.interleaving is None:
                self.run_threads()
            self.advance(0.1)
            passed += 0.1
        if not done:
            raise AssertionError(f"the broker did not stop within {seconds} s")
        if done[0] is not None:
            raise AssertionError(f"stopping failed: {done[0]}")

    def crash(self, rng: random.Random | None = None, *, properties: Mapping[str, Any] | None = None) -> MemoryBroker:
        """The power fails: a new broker, not started, over what the disk may still hold. This one must not be used any more."""
        self.end_threads()
        file_system = self.file_system.crash(rng or self.random)
        clock = MemoryReactor() if isinstance(self.clock, MemoryReactor) else Clock()
        passed = self.clock.seconds() - clock.seconds()
        clock.advance(passed)
        return MemoryBroker(
            {**self.properties, **(properties or {})},
            file_system=file_system,
            clock=clock,
            host=self.host,
            seed=self.random.randrange(1 << 30),
            interleave=self._interleave,
            guard=self._guard,
            mirrors=self._has_mirrors,
        )

    def fail(self, rng: random.Random | None = None, *, survival: Survival = Survival.ANY, is_silent: bool = False) -> None:
        """The power fails, and this broker stands on what the disk may still hold, not started: `start` starts it, in another boot of the
        machine.

        :param survival: what of the state that was not synced outlives it.
        :param is_silent: whether nobody hears of it: connections stand still until it is started again. Otherwise they are reset.
        """
        self._die(is_silent)
        self.file_system = self.file_system.crash(rng or self.random, survival)
        self.boots += 1
        self._make()

    def replace_disk(self) -> None:
        """The disk dies, and the machine with it; this broker stands on an empty one, not started: `start` starts it, in another boot."""
        self._die(False)
        self.end_threads()
        self.file_system = MemoryFileSystem(self.now_ms)
        self.boots += 1
        self._make()

    def kill(self) -> None:
        """The process is killed, and the machine runs on: all that was written is there. Connections are reset; `start` starts it."""
        self._die(False)
        self.end_threads()
        self.file_system.process_ended()
        self._make()

    def _die(self, is_silent: bool) -> None:
        self.thaw()
        for port in self.ports:
            port.is_open = False
        self._process.die()
        for client in self._clients:
            client.hang_up()
        dead = {client.transport: None for client in self._clients}
        # Those of other brokers live on.
        self.network.clients = [client for client in self.network.clients if client not in self._clients]
        self._clients.clear()
        for link, ours in self._links():
            if is_silent:
                link.stall()
                self._forgotten.append(link)
            else:
                link.cut()
            dead[ours] = None
        for connector in self._process.connectors:
            if hasattr(getattr(connector, "transport", None), "finish"):
                # It was still connecting.
                connector.transport.finish()
            if connector.timeoutID is not None and connector.timeoutID.active():
                connector.timeoutID.cancel()
        # Nobody is there to hear of it.
        for transport in dead:
            transport.disconnected = 1
            self.network.reactor.removeReader(transport)
            self.network.reactor.removeWriter(transport)
        self._held.clear()

    def _links(self) -> list[tuple[MemoryLink, MemoryTransport]]:
        """This process's connections, with its own end of each."""
        ports = {port.port for port in self.ports}
        made = [getattr(connector, "transport", None) for connector in self._process.connectors]
        found = []
        for link in self.network.links:
            if link.port in ports and link.server.getHost().host == self.host:
                found.append((link, link.server))
            if any(link.client is transport for transport in made):
                found.append((link, link.client))
        return found

    def freeze(self) -> None:
        """The process stands still, as after SIGSTOP: none of its timers rings, and what it is sent waits in its sockets."""
        self._process.freeze()
        for _, ours in self._links():
            ours.is_frozen = True
        for client in self._clients:
            client.transport.is_frozen = True
        if isinstance(self.clock, MemoryReactor):
            self.clock.frozen_hosts.add(self.host)

    def thaw(self) -> None:
        """It goes on after `freeze`: first it reads what has come, then its timers ring that were due."""
        if not self._process.is_frozen:
            return
        self._process.thaw()
        for _, ours in self._links():
            ours.is_frozen = False
        for client in self._clients:
            client.transport.is_frozen = False
        if isinstance(self.clock, MemoryReactor):
            self.clock.frozen_hosts.discard(self.host)

    @property
    def is_frozen(self) -> bool:
        """Whether it stands still."""
        return self._process.is_frozen

    def step_clock(self, seconds: float) -> None:
        """Somebody sets the machine's clock, forwards or back. Timers do not go by it (`klog.broker.lifecycle.steady_clock`)."""
        self.clock_ahead_s += seconds
