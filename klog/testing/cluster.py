"""A whole cluster in memory: brokers with their disks, a ZooKeeper, clients, and a network between them, on one reactor of virtual time.

::

    cluster = MemoryCluster(brokers=3, seed=7).start()
    cluster.create_topic("orders", partitions=2, replication_factor=3, configs={"min.insync.replicas": "2"})
    producer = Producer(cluster.client("shop"), cluster.bootstrap, acks="all")
    sent = producer.send("orders", b"first")
    cluster.power_cut(cluster.leader("orders", 0))
    assert cluster.until(sent).offset == 0              # others have it
    cluster.heal()                                      # everybody is there again
    cluster.stop()

Brokers are the real code from their transports down to their files. Everything is drawn from the seed, and the same seed gives the same
life: `trace` tells it, and `trace_hash` is equal where two lives are.

Each broker and each client is a host of its own: a broker goes by its number, ZooKeeper by ``"zookeeper"``, a client by the name that
`client` was asked with. Misfortunes, and who mends them (`heal` mends all of them):

===========================================  =====================================================  ==============================
what happens                                 how                                                    mended by
===========================================  =====================================================  ==============================
`kill`                                       a broker's process dies; what it wrote is there        `start_broker`
`power_cut`                                  its machine dies; what was not synced may be gone       `start_broker`
`freeze`                                     a process stands still (SIGSTOP)                       `thaw`
`cut`, `cut_one_way`                         nothing passes between hosts, or one way only          `join`
`slow_down`                                  everything takes its time, and things overtake         `speed_up`
                                             each other on different connections
`reset`                                      connections between two hosts are reset                by itself
`fill_disk`                                  there is no more room                                  `mend_disk`
`break_disk`                                 reads, writes or syncs fail; where the disk takes      `mend_disk`, `start_broker`
                                             nothing any more the broker stops by itself
`replace_disk`                               a disk dies; the machine comes back with an empty one  `start_broker`
`expire_session`                             ZooKeeper takes a broker for dead                      by itself
`depose_controller`                          another broker becomes controller                      by itself
`step_clock`                                 somebody sets a broker's clock                         by itself
`stop_broker`                                a stop in order                                        `start_broker`
===========================================  =====================================================  ==============================
"""

from __future__ import annotations

import errno
import functools
import hashlib
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from twisted.python.failure import Failure

from klog.client.admin.admin import Admin
from klog.client.admin.types import NewTopic
from klog.testing.broker import MemoryBroker
from klog.testing.filesystem import Survival
from klog.testing.process import ProcessClock
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.znodes import Controller, PartitionState

ZOOKEEPER = "zookeeper"
#: Settings by which a cluster in a test does not wait for what nobody is interested in.
QUICK = {
    "offsets.topic.num.partitions": "2",
    "group.initial.rebalance.delay.ms": "0",
    "zookeeper.session.timeout.ms": "6000",
    "klog.shutdown.timeout.ms": "2000",
}
#: How long a broker may take to be ready, in seconds.
READY_S = 90.0
#: How long all may take to stop.
STOP_S = 120.0

#: A broker's number, `ZOOKEEPER`, or a client's name.
Host = int | str


class MemoryCluster:
    """See the module.

    :param brokers: how many, numbered from 1 on; or which numbers.
    :param seed: of everything that is drawn.
    :param properties: settings of all brokers.
    :param own_properties: settings of single brokers by their numbers, over those of all.
    :param mirrors: whether mirrors run beside the brokers, as they do in processes of their own.
    :param interleave: whether the brokers' threads take virtual time (`klog.testing.interleaving`).
    :ivar reactor: virtual time, and the network.
    :ivar trace: what has happened: (milliseconds since the beginning, a sentence).
    :ivar random: draws; also for whoever draws misfortunes.
    """

    def __init__(
        self,
        brokers: int | Iterable[int] = 3,
        *,
        seed: int = 1,
        properties: Mapping[str, Any] | None = None,
        own_properties: Mapping[int, Mapping[str, Any]] | None = None,
        interleave: bool = False,
        mirrors: bool = False,
        zookeeper: MemoryZooKeeper | None = None,
    ) -> None:
        numbers = range(1, brokers + 1) if isinstance(brokers, int) else brokers
        self.random = random.Random(seed)
        self.reactor = MemoryReactor() if zookeeper is None else zookeeper.reactor
        self.zookeeper = zookeeper or MemoryZooKeeper(self.reactor)
        self.brokers: dict[int, MemoryBroker] = {
            number: MemoryBroker(
                {**QUICK, **(properties or {}), **(own_properties or {}).get(number, {})},
                zookeeper=self.zookeeper,
                reactor=self.reactor,
                broker_id=number,
                seed=self.random.randrange(1 << 30),
                interleave=self.random.randrange(1 << 30) if interleave else None,
                mirrors=mirrors,
            )
            for number in numbers
        }
        for number, broker in self.brokers.items():
            # As its process does.
            broker.on_end = functools.partial(self.stop_broker, number)
        self.trace: list[tuple[int, str]] = []
        #: Called with the number of a broker just before its power goes.
        self.before_power_cut: list[Callable[[int], None]] = []
        self._began_ms = self.reactor.now_ms()
        self._clients: dict[str, ProcessClock] = {}
        self._broken: set[int] = set()
        #: Brokers that stop in order just now; whether they are to be started again then.
        self._stopping: dict[int, bool] = {}

    # -- its life

    def start(self) -> MemoryCluster:
        """Start all brokers, and wait until they are ready."""
        for broker in self.brokers.values():
            broker.start()
        self.until_ready()
        return self

    def until_ready(self, advance: Callable[[float], object] | None = None) -> None:
        """Let time pass until every broker that was started is ready.

        :param advance: lets it pass, where somebody looks on at every moment; None: `advance`.
        :raises AssertionError: one does not come up.
        """
        left_s = READY_S
        while waited := [number for number in self.running if not self.brokers[number].is_ready]:
            if ended := [sentence for number in waited for sentence in self.brokers[number].ended]:
                raise AssertionError(ended[-1])
            if left_s <= 0:
                raise AssertionError(f"the brokers {waited} have not started after {READY_S} s")
            (advance or self.advance)(0.1)
            left_s -= 0.1

    def stop(self) -> None:
        """Stop all brokers that run, in order, and end their threads."""
        self.heal(start=False)
        for number in list(self.running):
            self.stop_broker(number)
        left_s = STOP_S
        while self.running:
            if left_s <= 0:
                raise AssertionError(f"the brokers {self.running} have not stopped after {STOP_S} s")
            self.advance(0.1)
            left_s -= 0.1
        self.end_threads()

    def end_threads(self) -> None:
        """With `interleave`: threads that wait end without doing anything; the last thing, also of a test that fails."""
        for broker in self.brokers.values():
            broker.end_threads()

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.reactor.advance(seconds)

    def step(self, most_seconds: float) -> float:
        """Let time pass to the next moment at which something happens, so far at most; how many seconds that was, 0 included."""
        return self.reactor.step(most_seconds)

    def until(self, wanted: Any, most_seconds: float = 600.0) -> Any:
        """Let time pass until a Deferred or coroutine has a result, and return that."""
        return self.reactor.until(wanted, most_seconds)

    def note(self, sentence: str) -> None:
        """Something has happened; for `trace`."""
        self.trace.append((self.reactor.now_ms() - self._began_ms, sentence))

    def trace_hash(self) -> str:
        """Equal for two lives in which the same has happened at the same times."""
        return hashlib.sha256("\n".join(f"{at_ms} {sentence}" for at_ms, sentence in self.trace).encode()).hexdigest()

    # -- what is in it

    @property
    def bootstrap(self) -> str:
        """``host:port,host:port`` of all brokers, for clients."""
        return ",".join(broker.bootstrap for broker in self.brokers.values())

    @property
    def running(self) -> list[int]:
        """Brokers whose process lives, frozen, stopping or not."""
        return [number for number, broker in self.brokers.items() if broker.service.running or number in self._stopping]

    @property
    def ready(self) -> list[int]:
        """Brokers that have started, and do not stand still."""
        return [number for number, broker in self.brokers.items() if broker.is_ready and not broker.is_frozen]

    def client(self, name: str) -> Any:
        """A reactor for a client on a host of its own: what it plans and connects ends with `kill_client`."""
        if name not in self._clients:
            self._clients[name] = ProcessClock(self.reactor, f"192.0.2.{200 + len(self._clients)}")
        return self._clients[name]

    def address(self, host: Host) -> str:
        """Of a broker, ZooKeeper or a client, on the network."""
        if host == ZOOKEEPER:
            return self.zookeeper.host
        if isinstance(host, int):
            return self.brokers[host].host
        return str(self.client(host)._host)

    def create_topic(
        self,
        name: str,
        partitions: int = 1,
        replication_factor: int = 1,
        configs: Mapping[str, str | None] | None = None,
        assignments: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        """Make a topic, and wait until all brokers show it with its leaders.

        :param assignments: partition to brokers, the preferred leader first; instead of the two numbers.
        :raises KlogError: it is refused.
        """
        if assignments is not None:
            topic = NewTopic(name, configs=dict(configs or {}), assignments=assignments)
            partitions = len(assignments)
        else:
            topic = NewTopic(name, partitions, replication_factor, configs=dict(configs or {}))

        async def make() -> None:
            async with Admin(self.reactor, self.bootstrap, random=random.Random(1)) as admin:
                outcome = await admin.create_topics([topic])
            for error in outcome.errors.values():
                raise error

        self.until(make())
        for _ in range(600):
            if all(self._shows(number, name, partitions) for number in self.ready):
                return
            self.advance(0.05)
        raise AssertionError(f"not all brokers show {name}")

    def _shows(self, number: int, name: str, partitions: int) -> bool:
        coordination: Any = self.brokers[number].broker.coordination
        topic = coordination.topics().get(name)
        return topic is not None and len(topic.partitions) == partitions and all(one.leader >= 0 for one in topic.partitions)

    def state(self, topic: str, partition: int) -> PartitionState | None:
        """A partition's state as ZooKeeper has it; None where there is none."""
        path = PartitionState.path(topic, partition)
        if path not in self.zookeeper.tree:
            return None
        return PartitionState.decode(path, self.zookeeper.tree.get(path))

    def leader(self, topic: str, partition: int) -> int:
        """Who leads a partition, as ZooKeeper has it; -1: nobody."""
        state = self.state(topic, partition)
        return -1 if state is None else state.leader

    def controller(self) -> int:
        """The controller's number, as ZooKeeper has it; -1: there is none."""
        if Controller.PATH not in self.zookeeper.tree:
            return -1
        return Controller.decode(Controller.PATH, self.zookeeper.tree.get(Controller.PATH)).broker_id

    # -- misfortunes: processes and machines

    def kill(self, number: int) -> None:
        """A broker's process dies at once; what it wrote is there. Its connections are reset."""
        if number in self.running:
            self.note(f"kill {number}")
            self._stopping.pop(number, None)
            self.brokers[number].kill()

    def power_cut(self, number: int, survival: Survival = Survival.ANY, *, is_silent: bool = True) -> None:
        """A broker's machine dies at once; what was not synced may be gone (`klog.testing.filesystem`).

        :param is_silent: whether nobody hears of it before it is there again; otherwise its connections are reset.
        """
        broker = self.brokers[number]
        self.note(f"power cut {number} {survival.name}{' silent' if is_silent else ''}")
        for hear in self.before_power_cut:
            hear(number)
        self._stopping.pop(number, None)
        broker.fail(self.random, survival=survival, is_silent=is_silent)

    def freeze(self, number: int) -> None:
        """A broker's process stands still."""
        if number in self.running and not self.brokers[number].is_frozen:
            self.note(f"freeze {number}")
            self.brokers[number].freeze()

    def thaw(self, number: int) -> None:
        """Let a frozen broker go on."""
        if self.brokers[number].is_frozen:
            self.note(f"thaw {number}")
            self.brokers[number].thaw()

    def stop_broker(self, number: int) -> None:
        """A broker is told to stop, in order; it takes its time."""
        broker = self.brokers[number]
        if not broker.service.running or broker.is_frozen:
            return
        self.note(f"stop {number}")
        self._stopping[number] = False
        service = broker.service

        def stopped(result: object) -> None:
            if isinstance(result, Failure):
                self.note(f"stopping {number} failed: {result.getErrorMessage()}")
            # Otherwise it was killed meanwhile.
            if broker.service is service and number in self._stopping:
                self.note(f"stopped {number}")
                # As a process that exits: nothing is left of it.
                broker.kill()
                if self._stopping.pop(number):
                    self.start_broker(number)

        service.stopService().addBoth(stopped)

    def start_broker(self, number: int) -> None:
        """A broker that does not run is started, one that is stopping as soon as it has stopped; `until_ready` waits for it."""
        broker = self.brokers[number]
        if broker.ended and not broker.is_ready and number not in self._stopping:
            # Its start has failed: as a process that exits, nothing is left of it.
            broker.kill()
        if number in self._stopping:
            self._stopping[number] = True
        elif not broker.service.running:
            self.note(f"start {number}")
            broker.start()

    def kill_client(self, name: str) -> None:
        """A client's process dies; its connections are reset."""
        self.note(f"kill client {name}")
        process = self._clients.pop(name)
        process.die()
        for connector in process.connectors:
            # One that has not begun to connect has none.
            transport = getattr(connector, "transport", None)
            for link in list(self.reactor.network.links):
                if link.client is transport:
                    link.cut()

    # -- misfortunes: the network

    def cut(self, *hosts: Host, others: Iterable[Host] | None = None) -> None:
        """Nothing passes any more between `hosts` and `others`; all that are not among the hosts, where not given. Whoever is connected
        hears nothing of it."""
        rest = self._rest(hosts) if others is None else list(others)
        self.note(f"cut {list(hosts)} from {rest}")
        for one in hosts:
            for other in rest:
                self.reactor.block(self.address(one), self.address(other))
                self.reactor.block(self.address(other), self.address(one))

    def cut_one_way(self, source: Host, target: Host) -> None:
        """Nothing passes from one host to the other any more; what comes the other way does."""
        self.note(f"cut {source} > {target}")
        self.reactor.block(self.address(source), self.address(target))

    def join(self) -> None:
        """All cuts are mended; what waited goes on."""
        self.note("join")
        self.reactor.unblock()

    def _rest(self, hosts: Iterable[Host]) -> list[Host]:
        every: list[Host] = [*self.brokers, ZOOKEEPER, *self._clients]
        return [host for host in every if host not in set(hosts)]

    def slow_down(self, most_s: float) -> None:
        """Everything that is sent takes up to so long, each piece for itself; within a connection the order stays."""
        self.note(f"slow {most_s}")
        self.reactor.delay_of = lambda source, target: self.random.random() ** 3 * most_s

    def speed_up(self) -> None:
        """The end of `slow_down`."""
        self.reactor.delay_of = None

    def reset(self, one: Host, other: Host | None = None) -> None:
        """All connections of a host, or of two with each other, are reset."""
        self.note(f"reset {one} {'' if other is None else other}")
        wanted = {self.address(one)} if other is None else {self.address(one), self.address(other)}
        for link in list(self.reactor.network.links):
            if wanted <= {link.client.getHost().host, link.server.getHost().host}:
                link.cut()

    # -- misfortunes: disks and clocks, and ZooKeeper's mind

    def fill_disk(self, number: int, left_bytes: int = 0) -> None:
        """A broker's disk has no more room than so much."""
        self.note(f"fill disk {number}")
        disk = self.brokers[number].file_system
        disk.capacity_bytes = disk.used_bytes + left_bytes

    def break_disk(self, number: int, what: str = "writes") -> None:
        """A broker's disk fails: its ``"reads"`` (of segments), ``"writes"``, or the next one of its ``"syncs"``."""
        self.note(f"break disk {number} {what}")
        disk = self.brokers[number].file_system
        self._broken.add(number)
        if what == "reads":
            disk.fail_reads(errno.EIO, ".log")
        elif what == "writes":
            disk.fail_writes(errno.EIO)
        elif what == "syncs":
            disk.fail_next_sync()
        else:
            raise ValueError(f"a disk fails its reads, writes or syncs, not its {what}")

    def replace_disk(self, number: int) -> None:
        """A broker's disk dies; the machine that comes back has an empty one. `start_broker` starts it."""
        self.note(f"replace disk {number}")
        for hear in self.before_power_cut:
            hear(number)
        self._stopping.pop(number, None)
        self.brokers[number].replace_disk()

    def mend_disk(self, number: int) -> None:
        """The disk has room, and does what it is told. A broker whose disk was broken serves it again after a restart."""
        self.brokers[number].file_system.mend()

    def expire_session(self, number: int) -> None:
        """ZooKeeper ends a broker's session."""
        session_id = self.session_of(number)
        if session_id:
            self.note(f"expire {number}")
            self.zookeeper.expire(session_id)

    def session_of(self, number: int) -> int:
        """The session in which a broker is registered; 0: in none."""
        path = f"/brokers/ids/{number}"
        return self.zookeeper.tree.stat(path)["ephemeralOwner"] if path in self.zookeeper.tree else 0

    def depose_controller(self) -> None:
        """``/controller`` is deleted, as operators do where a controller seems to hang: the brokers elect another, or the same."""
        self.note(f"depose {self.controller()}")
        if Controller.PATH in self.zookeeper.tree:
            self.zookeeper.tree.delete(Controller.PATH)

    def step_clock(self, number: int, seconds: float) -> None:
        """Somebody sets a broker's clock."""
        self.note(f"clock {number} {seconds:+}")
        self.brokers[number].step_clock(seconds)

    # -- all is well again

    def heal(self, *, start: bool = True) -> None:
        """Everything is mended: the network, disks, ZooKeeper; all processes go on, and all brokers are started where `start` says so. A
        broker whose disk was broken is killed first, as whoever changes a disk does. Nothing is waited for."""
        self.note("heal")
        self.reactor.unblock()
        self.reactor.accept()
        self.reactor.stall(False)
        self.speed_up()
        self.zookeeper.thaw()
        for number, broker in self.brokers.items():
            self.mend_disk(number)
            broker.thaw()
        broken, self._broken = self._broken, set()
        for number in sorted(broken):
            self.kill(number)
        for number in self.brokers if start else ():
            self.start_broker(number)
