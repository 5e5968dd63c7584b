"""A cluster of brokers' coordinations on a ZooKeeper in memory, in virtual time, with everything that can happen to it.

`Simulation(seed).run()` is the same each time. What must hold at all times is checked at each step and at each word that a listener hears;
what must hold at rest, after everything has been mended.

At all times:

* of all living brokers, at most one leads a partition, by its own records;
* whoever leads has its registration in ZooKeeper (unless its session was ended by force, of which it cannot know yet);
* leader epochs only rise, in the znodes and in what each listener hears;
* listeners hear of a topic's creation before anything else of it, and of its deletion last.

At rest:

* all brokers show the same topics, brokers and controller, and what they show is what the znodes say;
* partitions whose broker lives are led;
* what was created, and nobody asked to delete, is there; what was deleted, and nobody made again, is not;
* no request is left, and no broker keeps a copy of what is gone;
* each broker leads what all show that it leads.
"""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.cluster.interfaces import ChangedMeanwhile, Endpoint, TopicInfo
from klog.cluster.zookeeper.coordination import CoordinationRefused, ZooKeeperCoordination
from klog.cluster.zookeeper.settings import ZooKeeperSettings
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.errors import NodeExistsException, ZookeeperError
from klog.zookeeper.znodes import BrokerRegistration, ConfigZnode, Controller, PartitionState, TopicZnode
from tests.cluster.zookeeper.simulated_process import SimulatedProcess
from tests.cluster.zookeeper.stub_broker import Disk, StubBroker, StubNetwork

NAMES = ("a", "b", "c")
SESSION_TIMEOUT_MS = 6_000
#: How long everything may take to come to rest once all is mended, in virtual seconds.
REST_S = 90.0
#: What an operation may end with while things break.
EXCUSES = {
    ErrorCode.TOPIC_ALREADY_EXISTS,
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ErrorCode.REQUEST_TIMED_OUT,
    ErrorCode.BROKER_NOT_AVAILABLE,
    ErrorCode.INVALID_PARTITIONS,
    ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NETWORK_EXCEPTION,
}


@dataclasses.dataclass(eq=False)
class Operation:
    """Something that was asked for: by whom is no matter. Times are steps of the history, one after the other.

    :ivar result: the id of the topic that was made; the name of the error that it failed with.
    """

    kind: str
    name: str
    begun: int
    ended: int | None = None
    succeeded: bool = False
    topic_id: TopicId | None = None


class Listener:
    """What is shown to a broker's clients; checks what it hears."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self.topics: dict[str, TopicInfo] = {}
        self._epochs: dict[tuple[TopicId, int], int] = {}

    def _fail(self, what: str) -> None:
        self._broker.world.fail(f"broker {self._broker.broker_id} hears {what}")

    def topics_coming(self, coming: Sequence[tuple[TopicInfo, int]]) -> Deferred[None] | None:
        """Sometimes it takes a while."""
        world = self._broker.world
        if world.rng.random() < 0.7:
            return None
        later: Deferred[None] = Deferred()
        self._broker.process.callLater(world.rng.choice([0, 0.01, 0.3]), later.callback, None)
        return later

    def topic_created(self, topic: TopicInfo) -> None:
        """It comes once."""
        before = self.topics.get(topic.name)
        if before is not None:
            self._fail(f"that topic {topic.name} was created, which it knows already")
        self._keep(topic)
        self._check(topic)

    def topic_deleted(self, topic: TopicInfo) -> None:
        """It goes once."""
        if self._broker.process.is_dead:
            return
        known = self.topics.pop(topic.name, None)
        if known is not None and known.topic_id != topic.topic_id:
            self._fail(f"that another topic {topic.name} than the one it knows was deleted")

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """More of it."""
        self._known(topic, "more partitions")
        self._keep(topic)
        self._check(topic)

    def leaders_changed(self, topic: TopicInfo, partitions: Sequence[int]) -> None:
        """Checked, and who leads is compared with all others."""
        self._known(topic, "other leaders")
        self._keep(topic)
        self._check(topic)

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        """Other overrides."""
        self._known(topic, "other configurations")
        self._keep(topic)

    def broker_configs_changed(self, configs: Mapping[str, str]) -> None:
        """Nothing to check."""

    def _known(self, topic: TopicInfo, what: str) -> None:
        known = self.topics.get(topic.name)
        if known is None or known.topic_id != topic.topic_id:
            self._fail(f"of {what} of topic {topic.name}, which it does not know")

    def _keep(self, topic: TopicInfo) -> None:
        self.topics[topic.name] = topic

    def _check(self, topic: TopicInfo) -> None:
        for number, partition in enumerate(topic.partitions):
            key = topic.topic_id, number
            if partition.leader_epoch < self._epochs.get(key, -1):
                self._fail(f"of epoch {partition.leader_epoch} of {topic.name}-{number} after {self._epochs[key]}")
            self._epochs[key] = partition.leader_epoch
        self._broker.world.check_leaders()


class Broker:
    """One broker's id and disk, and its runs one after the other.

    :ivar copies: what lies on its disk.
    :ivar told: what takes the controller's requests.
    :ivar was_expired: its session was ended by force, and it does not know yet.
    """

    def __init__(self, world: Simulation, broker_id: int) -> None:
        self.world = world
        self.broker_id = broker_id
        self.copies: Disk = {}
        self.told: StubBroker | None = None
        self.coordination: ZooKeeperCoordination | None = None
        self.process = SimulatedProcess(world.reactor)
        self.listener = Listener(self)
        self.is_registered = False
        self.was_expired: int | None = None
        self._runs = 0

    def start(self) -> None:
        """A new process, with what is on the disk."""
        self._runs += 1
        world = self.world
        self.process = process = SimulatedProcess(world.reactor)
        rng = random.Random(f"{world.seed}/{self.broker_id}/{self._runs}")
        coordination = ZooKeeperCoordination(
            process,
            ZooKeeperSettings(world.zookeeper.connect + world.chroot, session_timeout_ms=SESSION_TIMEOUT_MS),
            rack=None,
            now_ms=world.reactor.now_ms,
            random=rng,
            random_bytes=lambda count: rng.randbytes(count),
            warn=lambda sentence: world.note(f"broker {self.broker_id} warns: {sentence}"),
            version="1",
            connect=world.network.connect_from(process, lambda: process.is_reachable),
        )
        self.coordination = coordination
        self.told = StubBroker(coordination, self.copies)
        self.told.on_role = world.check_leaders
        world.network.broker(self.address, self.told, lambda: process.is_reachable)
        self.listener = Listener(self)
        self.is_registered = False
        self.was_expired = None
        coordination.on_refused = lambda sentence: self._refused(process, sentence)
        Deferred.fromCoroutine(self._run(coordination, process)).addErrback(self._failed, process)

    async def _run(self, coordination: ZooKeeperCoordination, process: SimulatedProcess) -> None:
        await coordination.open(self.broker_id, self.world.cluster_id)
        self.world.cluster_id = coordination.cluster_id()
        coordination.give_back_topic_ids({name: topic_id for (name, _), topic_id in self.copies.items()})
        for topic in coordination.topics().values():
            self.listener.topics[topic.name] = topic
        coordination.subscribe(self.listener)
        coordination.set_endpoints([Endpoint("PLAINTEXT", *self.address)])
        await coordination.register()
        self.is_registered = True
        self.world.note(f"broker {self.broker_id} is registered")

    def _failed(self, failure: Failure, process: SimulatedProcess) -> None:
        if process.is_dead:
            return
        if failure.check(CoordinationRefused) is None and failure.check(ZookeeperError) is None:
            self.world.fail(f"broker {self.broker_id} could not start: {failure.getTraceback()}")
        else:
            self._refused(process, failure.getErrorMessage())

    def _refused(self, process: SimulatedProcess, sentence: str) -> None:
        self.world.note(f"broker {self.broker_id} ends: {sentence}")
        if not process.is_dead:
            process.die()

    def kill(self) -> None:
        """As kill -9."""
        self.process.die()
        self.is_registered = False

    def stop(self) -> None:
        """In order."""
        coordination, process = self.coordination, self.process
        assert coordination is not None
        self.is_registered = False

        def gone(result: object) -> None:
            if isinstance(result, Failure):
                self.world.fail(f"broker {self.broker_id} could not stop: {result.getTraceback()}")
            if not process.is_dead:
                process.die()

        coordination.stop().addBoth(gone)

    @property
    def address(self) -> tuple[str, int]:
        """Where the controller reaches it."""
        return "192.0.2.1", 9000 + self.broker_id

    @property
    def is_alive(self) -> bool:
        """Whether there is a process."""
        return self.coordination is not None and not self.process.is_dead

    def led(self) -> list[tuple[TopicId, str, int]]:
        """What it leads by its own records."""
        if self.told is None or not self.is_alive or self.process.is_frozen:
            return []
        return self.told.led()


class Simulation:
    """See the module.

    :ivar history: what happened, for whoever looks for a mistake.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor, version_36=self.rng.random() < 0.9)
        for _ in range(self.rng.choice([0, 0, 1, 2])):
            self.zookeeper.add_server(lag_s=self.rng.choice([0, 0.05, 1]))
        self.network = StubNetwork(self.reactor, delay_s=lambda: self.reactor.delay_s, timeout_s=5.0)
        self.chroot = self.rng.choice(["", "", "/klog"])
        self.cluster_id: str | None = None
        self.history: list[str] = []
        self.failures: list[str] = []
        self.operations: list[Operation] = []
        self._clock = 0
        self._epochs: dict[tuple[int, str, int], int] = {}
        self.brokers = [Broker(self, broker_id) for broker_id in range(1, self.rng.choice([2, 2, 3]) + 1)]

    # What is noted.

    def note(self, what: str) -> None:
        """Into the history."""
        self.history.append(f"{self.reactor.now_ms() % 10_000_000 / 1000:9.3f} {what}")

    def fail(self, what: str) -> None:
        """A rule is broken."""
        self.note("BROKEN: " + what)
        self.failures.append(what)

    def _verify(self) -> None:
        if self.failures:
            story = "\n".join(self.history[-60:])
            raise AssertionError(f"seed {self.seed} (KLOG_SEED={self.seed} repeats it): {self.failures[0]}\n{story}")

    # At all times.

    def check_leaders(self) -> None:
        """At most one leads."""
        found: dict[tuple[TopicId, int], int] = {}
        for broker in self.brokers:
            for topic_id, name, number in broker.led():
                other = found.setdefault((topic_id, number), broker.broker_id)
                if other != broker.broker_id:
                    self.fail(f"brokers {other} and {broker.broker_id} both lead {name}-{number}")

    def check(self) -> None:
        """What must hold between any two events."""
        self.check_leaders()
        tree = self.zookeeper.tree
        for broker in self.brokers:
            path = self.chroot + BrokerRegistration.path(broker.broker_id)
            czxid = tree.stat(path)["czxid"] if path in tree else None
            if broker.was_expired is not None and czxid not in (None, broker.was_expired):
                broker.was_expired = None
            if czxid is None and broker.was_expired is None and broker.led():
                self.fail(f"broker {broker.broker_id} leads {broker.led()[0][1:]} and is not registered")
        topics = self.chroot + "/brokers/topics"
        for name in tree.names(topics) if topics in tree else []:
            if "partitions" not in tree.names(f"{topics}/{name}"):
                continue
            czxid = tree.stat(f"{topics}/{name}")["czxid"]
            for number in tree.names(f"{topics}/{name}/partitions"):
                path = f"{topics}/{name}/partitions/{number}/state"
                if path not in tree:
                    continue
                epoch = PartitionState.decode(path, tree.get(path)).leader_epoch
                key = czxid, name, int(number)
                if epoch < self._epochs.get(key, -1):
                    self.fail(f"the leader epoch of {name}-{number} fell from {self._epochs[key]} to {epoch}")
                self._epochs[key] = epoch
        self._verify()

    def advance(self, seconds: float) -> None:
        """Time passes."""
        self.reactor.advance(seconds)
        self.check()

    # What happens.

    def run(self) -> None:
        """All of it.

        :raises AssertionError: a rule is broken; with the history.
        """
        rng = self.rng
        self.reactor.delay_s = rng.choice([0, 0, 0.001, 0.02, 0.2])
        for broker in self.brokers:
            broker.start()
            self.advance(rng.choice([0, 0.01, 0.5]))
        self.advance(rng.choice([0.1, 1, 3]))
        for _ in range(rng.choice([0, 1, 2, 2])):
            self._create()
        self.advance(rng.choice([0, 0.3, 1]))
        events: list[tuple[int, Callable[[], None]]] = [
            (4, self._create),
            (4, self._delete),
            (3, self._grow),
            (3, self._configure),
            (3, self._tool_creates),
            (3, self._tool_grows),
            (3, self._tool_deletes),
            (2, self._tool_configures),
            (1, self._tool_reassigns),
            (3, self._kill),
            (2, self._stop),
            (4, self._start),
            (2, self._expire),
            (2, self._cut),
            (2, self._stall),
            (3, self._cut_off),
            (2, self._freeze_broker),
            (1, self._lose),
            (1, self._server_down),
            (1, self._server_up),
            (1, self._freeze),
            (1, self._lag),
            (1, self._no_controller),
            (1, self._foreigner),
            (1, self._slow),
        ]
        kinds = [kind for weight, kind in events for _ in range(weight)]
        for _ in range(rng.randint(3, 9)):
            rng.choice(kinds)()
            self.check()
            self.advance(rng.choice([0, 0, 0.005, 0.05, 0.3, 1, 2.5, 5, 8]))
        self._mend()
        self._come_to_rest()

    def _some(self) -> Broker | None:
        ready = [broker for broker in self.brokers if broker.is_alive and broker.is_registered]
        return self.rng.choice(ready) if ready else None

    def _begin(self, kind: str, name: str) -> Operation:
        self._clock += 1
        operation = Operation(kind, name, self._clock)
        self.operations.append(operation)
        return operation

    def _end(self, operation: Operation, succeeded: bool, topic_id: TopicId | None = None) -> None:
        self._clock += 1
        operation.ended, operation.succeeded, operation.topic_id = self._clock, succeeded, topic_id

    def _ask(self, kind: str, name: str, broker: Broker, deferred: Deferred[Any]) -> None:
        operation = self._begin(kind, name)
        process = broker.process
        self.note(f"broker {broker.broker_id} is asked: {kind} {name}")

        def answered(result: Any) -> None:
            if process.is_dead:
                return
            if not isinstance(result, Failure):
                self._end(operation, True, result.topic_id if isinstance(result, TopicInfo) else None)
                self.note(f"done: {kind} {name}")
                return
            self._end(operation, False)
            error = result.value
            if not isinstance(error, ChangedMeanwhile) and (not isinstance(error, KlogError) or error.code not in EXCUSES):
                self.fail(f"{kind} {name} ends with {result.getTraceback()}")
            else:
                self.note(f"not done: {kind} {name}: {error}")

        deferred.addBoth(answered)

    def _assignment(self, count: int) -> list[list[int]]:
        live = [broker.broker_id for broker in self.brokers if broker.is_registered] or [1]
        return [[self.rng.choice(live)] for _ in range(count)]

    def _create(self) -> None:
        broker, name = self._some(), self.rng.choice(NAMES)
        if broker is not None and broker.coordination is not None:
            configs = self.rng.choice([{}, {"retention.ms": "5"}])
            self._ask("create", name, broker, broker.coordination.create_topic(name, self._assignment(self.rng.randint(1, 4)), configs))

    def _delete(self) -> None:
        broker, name = self._some(), self.rng.choice(NAMES)
        if broker is not None and broker.coordination is not None:
            self._ask("delete", name, broker, broker.coordination.delete_topic(name))

    def _grow(self) -> None:
        broker, name = self._some(), self.rng.choice(NAMES)
        if broker is not None and broker.coordination is not None and name in broker.coordination.topics():
            self._ask("grow", name, broker, broker.coordination.create_partitions(name, self._assignment(1)))

    def _configure(self) -> None:
        broker, name = self._some(), self.rng.choice(NAMES)
        if broker is not None and broker.coordination is not None and name in broker.coordination.topics():
            self._ask("configure", name, broker, broker.coordination.set_topic_configs(name, {"x": str(self.rng.randint(0, 9))}))

    # Kafka's tools, which write into ZooKeeper themselves.

    def _tool(self, what: str, path: str, data: bytes | None) -> bool:
        tree = self.zookeeper.tree
        if self.chroot + path.rpartition("/")[0] not in tree:
            return False
        self.note(f"a tool {what}")
        if data is None:
            try:
                tree.create(self.chroot + path, b"")
            except NodeExistsException:
                return False
        else:
            tree.put(self.chroot + path, data)
        return True

    def _tool_creates(self) -> None:
        name = self.rng.choice(NAMES)
        path = TopicZnode.path(name)
        if self.chroot + path in self.zookeeper.tree:
            return
        everybody = [broker.broker_id for broker in self.brokers]
        partitions = {str(number): self.rng.sample(everybody, self.rng.choice([1, 1, 2])) for number in range(self.rng.randint(1, 3))}
        operation = self._begin("tool creates", name)
        if self._tool(f"creates {name}: {partitions}", path, json.dumps({"version": 1, "partitions": partitions}).encode()):
            self._end(operation, True)

    def _tool_grows(self) -> None:
        """As kafka-topics --alter of 2.7: the topic id is lost."""
        name = self.rng.choice(NAMES)
        path = TopicZnode.path(name)
        tree = self.zookeeper.tree
        if self.chroot + path not in tree:
            return
        znode = TopicZnode.decode(path, tree.get(self.chroot + path))
        partitions = {str(number): list(replicas) for number, replicas in znode.assignment.items()}
        partitions[str(len(partitions))] = [self.rng.choice(self.brokers).broker_id]
        self._tool(f"adds a partition to {name} and drops its id", path, json.dumps({"version": 2, "partitions": partitions}).encode())

    def _tool_deletes(self) -> None:
        name = self.rng.choice(NAMES)
        if self.chroot + TopicZnode.path(name) in self.zookeeper.tree:
            operation = self._begin("tool deletes", name)
            self._tool(f"deletes {name}", f"/admin/delete_topics/{name}", None)
            del operation  # never known to have ended

    def _tool_configures(self) -> None:
        name = self.rng.choice(NAMES)
        tree = self.zookeeper.tree
        if self.chroot + TopicZnode.path(name) not in tree:
            return
        value = str(self.rng.randint(10, 99))
        if self._tool(f"configures {name}", ConfigZnode.path("topics", name), ConfigZnode({"x": value}).encode()):
            number = tree.stat(self.chroot + "/config/changes")["cversion"]
            data = self.rng.choice([json.dumps(name), json.dumps({"version": 2, "entity_path": f"topics/{name}"})])
            self._tool("says so", f"/config/changes/config_change_{number:010}", data.encode())

    def _tool_reassigns(self) -> None:
        self._tool("wants a reassignment", "/admin/reassign_partitions", b'{"version":1,"partitions":[]}')
        self._tool("wants an election", "/admin/preferred_replica_election", b"{}")

    def _no_controller(self) -> None:
        path = self.chroot + Controller.PATH
        if path in self.zookeeper.tree:
            self.note("somebody deletes /controller")
            self.zookeeper.tree.remove(path)

    def _foreigner(self) -> None:
        """Somebody starts one of Kafka's own brokers here, and sees his mistake."""
        path = self.chroot + BrokerRegistration.path(99)
        tree = self.zookeeper.tree
        if path.rpartition("/")[0] in tree and path not in tree:
            self.note("a broker that is not klog's registers")
            tree.put(path, BrokerRegistration(99, ()).encode())
            self.reactor.callLater(self.rng.choice([0.1, 1, 4]), tree.remove, path)

    # Misfortunes.

    def _kill(self) -> None:
        broker = self.rng.choice(self.brokers)
        if broker.is_alive:
            self.note(f"broker {broker.broker_id} is killed")
            broker.kill()

    def _stop(self) -> None:
        broker = self.rng.choice(self.brokers)
        if broker.is_alive:
            self.note(f"broker {broker.broker_id} is stopped")
            broker.stop()

    def _start(self) -> None:
        away = [broker for broker in self.brokers if not broker.is_alive]
        if away:
            broker = self.rng.choice(away)
            self.note(f"broker {broker.broker_id} is started")
            broker.start()

    def _expire(self) -> None:
        broker = self.rng.choice(self.brokers)
        path = self.chroot + BrokerRegistration.path(broker.broker_id)
        if path not in self.zookeeper.tree:
            return
        stat = self.zookeeper.tree.stat(path)
        if stat["ephemeralOwner"] in self.zookeeper.session_ids:
            self.note(f"the session of broker {broker.broker_id} is ended")
            if broker.is_alive:
                broker.was_expired = stat["czxid"]
            self.zookeeper.expire(stat["ephemeralOwner"])

    def _cut(self) -> None:
        port = self.rng.choice([None, *self.zookeeper.ports])
        self.note(f"connections are cut ({port})")
        self.reactor.cut(port)

    def _stall(self) -> None:
        broker = self.rng.choice(self.brokers)
        links = broker.process.links()
        seconds = self.rng.choice([1, 3, 5, 7, 20])
        self.note(f"nothing passes between broker {broker.broker_id} and ZooKeeper for {seconds} s")
        for link in links:
            link.stall()
        self.reactor.callLater(seconds, lambda: [link.stall(False) for link in links])

    def _cut_off(self) -> None:
        process = (broker := self.rng.choice(self.brokers)).process
        seconds = self.rng.choice([3, 5, 7, 12])
        self.note(f"broker {broker.broker_id} is cut off for {seconds} s")
        process.cut_off()
        self.reactor.callLater(seconds, process.cut_off, False)

    def _freeze_broker(self) -> None:
        process = (broker := self.rng.choice(self.brokers)).process
        seconds, timers_first = self.rng.choice([1, 5, 7, 15]), self.rng.random() < 0.5
        self.note(f"broker {broker.broker_id} is frozen for {seconds} s")
        process.freeze()
        self.reactor.callLater(seconds, lambda: process.thaw(timers_first=timers_first))

    def _lose(self) -> None:
        self.note("an answer, or a request, is lost")
        self.rng.choice([self.zookeeper.lose_next_reply, self.zookeeper.lose_next_request])()

    def _server_down(self) -> None:
        port = self.rng.choice(self.zookeeper.ports)
        self.note(f"server {port} goes down")
        self.zookeeper.stop(port)

    def _server_up(self) -> None:
        self.note("all servers are up")
        self.zookeeper.start()
        self.zookeeper.thaw()

    def _freeze(self) -> None:
        port = self.rng.choice(self.zookeeper.ports)
        self.note(f"server {port} freezes")
        self.zookeeper.freeze(port)
        self.reactor.callLater(self.rng.choice([0.5, 3, 10]), self.zookeeper.thaw, port)

    def _lag(self) -> None:
        followers = self.zookeeper.ports[1:]
        if not followers:
            return
        port, seconds = self.rng.choice(followers), self.rng.choice([0, 0.02, 0.5, 2])
        self.note(f"server {port} is {seconds} s behind")
        self.zookeeper.lag(port, seconds)

    def _slow(self) -> None:
        self.reactor.delay_s = self.rng.choice([0, 0.001, 0.02, 0.2, 0.5])
        self.note(f"bytes take {self.reactor.delay_s} s")

    # The end.

    def _mend(self) -> None:
        self.note("everything is mended")
        self._server_up()
        self.reactor.stall(False)
        for broker in self.brokers:
            broker.process.thaw(timers_first=True)
            broker.process.cut_off(False)
        self.reactor.delay_s = 0.001
        for broker in self.brokers:
            if not broker.is_alive:
                broker.start()

    def _come_to_rest(self) -> None:
        """Until nothing is wrong any more; then once more, to see that it stays so."""
        since_s = self.reactor.seconds()
        wrong = "it has not begun"
        while wrong:
            if self.reactor.seconds() - since_s > REST_S:
                self.fail(f"not at rest after {REST_S:g} s: {wrong}")
                self._verify()
            self.advance(1.0)
            for broker in self.brokers:
                if not broker.is_alive:  # it was still stopping, or refused because its last run's session lived
                    broker.start()
            wrong = self._what_is_wrong()
        self.advance(7.0)
        wrong = self._what_is_wrong()
        if wrong:
            self.fail(f"it was at rest, and is no more: {wrong}")
        self._verify()

    def _what_is_wrong(self) -> str:
        """The first thing that is not as it should be at rest; empty where all is."""
        tree = self.zookeeper.tree
        if not all(broker.is_registered and broker.is_alive for broker in self.brokers):
            return "not all brokers are registered"
        first = self.brokers[0].coordination
        assert first is not None
        topics = {
            name: TopicZnode.decode(name, tree.get(f"{self.chroot}/brokers/topics/{name}"))
            for name in tree.names(f"{self.chroot}/brokers/topics")
        }
        for parent in ("/admin/delete_topics", "/klog/removals"):
            left = tree.names(self.chroot + parent)
            if left:
                return f"{left} is left in {parent}"
        for path in ("/admin/reassign_partitions", "/admin/preferred_replica_election"):
            if self.chroot + path in tree:
                return f"{path} is left"
        for broker in self.brokers:
            coordination = broker.coordination
            assert coordination is not None
            us = broker.broker_id
            if not coordination.may_lead:
                return f"broker {us} may not lead"
            shown = coordination.topics()
            if dict(shown) != dict(first.topics()):
                return f"broker {us} shows {shown}, broker 1 {first.topics()}"
            if (coordination.brokers(), coordination.controller_id()) != (first.brokers(), first.controller_id()):
                return f"broker {us} shows other brokers or another controller than broker 1"
            if {name: topic.topic_id for name, topic in shown.items()} != {name: znode.topic_id for name, znode in topics.items()}:
                return f"broker {us} shows {sorted(shown)}, ZooKeeper has {sorted(topics)} (or other ids)"
            if _heard(broker.listener.topics) != _heard(shown):
                return f"the listener of broker {us} knows {broker.listener.topics}, not {shown}"
            for (name, number), topic_id in broker.copies.items():
                if name not in shown or shown[name].topic_id != topic_id:
                    return f"broker {us} still has a copy of {name}-{number}"
            led = {(name, number) for _, name, number in broker.led()}
            if led != {(name, number) for name, topic in shown.items() for number, one in enumerate(topic.partitions) if one.leader == us}:
                return f"broker {us} leads {sorted(led)}, not what is shown"
        if first.controller_id() not in [broker.broker_id for broker in self.brokers]:
            return "there is no controller"
        for name, topic in first.topics().items():
            if len(topic.partitions) != len(topics[name].assignment):
                return f"{name} is shown with {len(topic.partitions)} partitions"
            path = self.chroot + ConfigZnode.path("topics", name)
            configs = ConfigZnode.decode(path, tree.get(path)).configs if path in tree else {}
            if dict(topic.configs) != dict(configs):
                return f"{name} is shown with {topic.configs}, not {configs}"
            for number, partition in enumerate(topic.partitions):
                if partition.leader < 0:
                    return f"nobody leads {name}-{number}"
        return self._what_was_lost(first.topics())

    def _what_was_lost(self, shown: Mapping[str, TopicInfo]) -> str:
        for operation in self.operations:
            if not operation.succeeded or operation.ended is None:
                continue
            others = [each for each in self.operations if each.name == operation.name and each is not operation]
            later = [each for each in others if each.ended is None or not each.succeeded or each.ended > operation.begun]
            topic = shown.get(operation.name)
            was_deleted = any("delete" in each.kind for each in later)
            if operation.kind == "create" and not was_deleted and (topic is None or topic.topic_id != operation.topic_id):
                return f"{operation.name}, which was created, is gone"
            if operation.kind == "tool creates" and not was_deleted and topic is None:
                return f"{operation.name}, which a tool created, is gone"
            if operation.kind == "delete" and topic is not None and not any("create" in each.kind for each in later):
                return f"{operation.name}, which was deleted, is there"
        return ""


def _heard(topics: Mapping[str, TopicInfo]) -> object:
    """What listeners are told of."""
    return {
        name: (topic.topic_id, [(one.leader, one.leader_epoch) for one in topic.partitions], dict(topic.configs))
        for name, topic in topics.items()
    }
