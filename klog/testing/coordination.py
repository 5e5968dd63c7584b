"""Stand-ins around an `ICoordination`: a store in memory, a listener that writes down what it hears, saves that wait; and several
brokers that share a cluster in memory.

::

    cluster = UncontrolledCluster()
    one, two = cluster.join(1), cluster.join(2)             # two `ICoordination`
    one.create_topic("t", [[1], [2]], {})                   # both show it, and tell their listeners
    cluster.doubt(1); cluster.trust(1)                      # its session is doubtful: it stops leading; it is not
    cluster.expire(1)                                       # its session has ended; the next one follows at once
    cluster.leave(2)                                        # gone; join(2) brings it back

What a `MemoryCoordination` shows and tells goes the same way as on ZooKeeper (`klog.cluster.zookeeper.changes`), and all changes are there
at once, for everybody.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from twisted.internet.defer import Deferred, fail, succeed
from zope.interface import implementer

from klog.acls import Acl, AclListener, AclTable, ResourcePattern
from klog.cluster import state as states
from klog.cluster import topic_names
from klog.cluster.interfaces import BrokerInfo, Endpoint, ICoordination, ITopicListener, PartitionInfo, TopicInfo
from klog.cluster.placement import still_missing
from klog.cluster.state import ClusterState, altered
from klog.cluster.uncontrolled import Uncontrolled
from klog.cluster.zookeeper.changes import Announcer
from klog.cluster.zookeeper.picture import has_other_leader
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId


@dataclasses.dataclass
class MemoryStore:
    """A `StateStore` in memory."""

    state: ClusterState | None = None
    #: Raised by the next save, once.
    fail_next_save: Exception | None = None
    #: Raised by every load.
    fail_load: Exception | None = None
    saves: int = 0

    def load(self) -> ClusterState | None:
        """What was saved last."""
        if self.fail_load is not None:
            raise self.fail_load
        return self.state

    def save(self, state: ClusterState) -> None:
        """Keep it."""
        if self.fail_next_save is not None:
            error, self.fail_next_save = self.fail_next_save, None
            raise error
        self.saves += 1
        self.state = state


class Recorder:
    """An `ITopicListener` that writes down what it hears.

    :ivar heard: tuples: what, topic's name (or the configurations), for new partitions the first one's number, for other
        leaders the partitions' numbers.
    """

    def __init__(self) -> None:
        self.heard: list[tuple[object, ...]] = []
        #: The topics as heard.
        self.topics: dict[str, TopicInfo] = {}
        #: Who leads what, as heard: (topic's name, partition) -> its state.
        self.leaders: dict[tuple[str, int], PartitionInfo] = {}
        #: What was told beforehand: (topic's name, number of the first new partition).
        self.coming: list[tuple[str, int]] = []
        #: What `topics_coming` answers.
        self.wait_for: Deferred[None] | None = None
        #: Raised by the next call, once.
        self.fail_next: Exception | None = None

    def _hear(self, *what: object) -> None:
        if self.fail_next is not None:
            error, self.fail_next = self.fail_next, None
            raise error
        self.heard.append(what)

    def topics_coming(self, coming: Sequence[tuple[TopicInfo, int]]) -> Deferred[None] | None:
        """Some are coming; kept in `coming`, and waited for where `wait_for` says so."""
        self.coming += [(topic.name, first_new) for topic, first_new in coming]
        return self.wait_for

    def topic_created(self, topic: TopicInfo) -> None:
        """A new topic."""
        self._hear("created", topic.name)
        self.topics[topic.name] = topic

    def topic_deleted(self, topic: TopicInfo) -> None:
        """A topic less."""
        self._hear("deleted", topic.name)
        self.topics.pop(topic.name, None)

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """More partitions."""
        self._hear("partitions", topic.name, first_new)
        self.topics[topic.name] = topic

    def leaders_changed(self, topic: TopicInfo, partitions: Sequence[int]) -> None:
        """Other leaders; kept in `leaders` as well."""
        self._hear("leaders", topic.name, tuple(partitions))
        self.topics[topic.name] = topic
        for index in partitions:
            self.leaders[topic.name, index] = topic.partitions[index]

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        """Other overrides."""
        self._hear("configs", topic.name)
        self.topics[topic.name] = topic

    def broker_configs_changed(self, configs: Mapping[str, str]) -> None:
        """Other dynamic configurations of the broker."""
        self._hear("broker", dict(configs))


class LeadershipRecorder:
    """An `ILeadershipListener` that writes down what it hears.

    :ivar heard: "suspended", "resumed", "ended".
    """

    def __init__(self) -> None:
        self.heard: list[str] = []
        #: Raised by every call.
        self.fail_with: Exception | None = None

    def _hear(self, what: str) -> None:
        if self.fail_with is not None:
            raise self.fail_with
        self.heard.append(what)

    def leading_suspended(self) -> None:
        """We must not lead."""
        self._hear("suspended")

    def leading_resumed(self) -> None:
        """We may."""
        self._hear("resumed")

    def leading_ended(self) -> None:
        """What was led is led no more."""
        self._hear("ended")


class SlowDisk:
    """A ``run_blocking`` whose work is done when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[[], None], Deferred[None]]] = []

    def __call__(self, function: Callable[[], None]) -> Deferred[None]:
        done: Deferred[None] = Deferred()
        self.waiting.append((function, done))
        return done

    def finish(self) -> None:
        """Do the oldest piece of work."""
        function, done = self.waiting.pop(0)
        try:
            function()
        except Exception:
            done.errback()
        else:
            done.callback(None)


class HeldSteps:
    """A ``run_steps`` that takes steps when the test says so; the works one after the other."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Iterator[Any], Deferred[None]]] = []
        #: How many were taken.
        self.taken = 0

    def __call__(self, work: Iterator[Any]) -> Deferred[None]:
        done: Deferred[None] = Deferred()
        self.waiting.append((work, done))
        return done

    def take(self, count: int | None = None) -> None:
        """Take so many steps, or all there are; what comes meanwhile included."""
        while self.waiting and count != 0:
            work, done = self.waiting[0]
            try:
                next(work)
            except StopIteration:
                self.waiting.remove((work, done))
                done.callback(None)
            else:
                self.taken += 1
                count = None if count is None else count - 1


#: No leader.
_NOBODY = -1


class UncontrolledCluster:
    """What is true for all brokers, and what may happen to them. See the module."""

    def __init__(self, random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self.random_bytes = random_bytes
        self.cluster_id = states.new_cluster_id(random_bytes)
        #: With the leaders as they really are.
        self.topics: dict[str, TopicInfo] = {}
        self.brokers: dict[int, BrokerInfo] = {}
        self.coordinations: dict[int, MemoryCoordination] = {}
        #: By broker id; None are the defaults.
        self.broker_configs: dict[int | None, Mapping[str, str]] = {}
        self.group_configs: dict[str, Mapping[str, str]] = {}
        self.user_configs: dict[str, Mapping[str, str]] = {}
        self.acls: dict[ResourcePattern, frozenset[Acl]] = {}
        self.acl_listeners: list[AclListener] = []
        self.next_producer_id = 0

    def join(self, broker_id: int, endpoints: Sequence[Endpoint] = (), rack: str | None = None) -> MemoryCoordination:
        """A live broker, new or back again; it leads what is assigned to it and has no leader."""
        coordination = MemoryCoordination(self, broker_id)
        self.coordinations[broker_id] = coordination
        self._come(BrokerInfo(broker_id, tuple(endpoints), rack))
        return coordination

    def leave(self, broker_id: int) -> None:
        """Take a broker out of the cluster; it hears nothing any more."""
        del self.coordinations[broker_id]
        self._go(broker_id)

    def doubt(self, broker_id: int) -> None:
        """Have a broker doubt its session: it stops leading, and nobody else knows."""
        self.coordinations[broker_id].doubt()

    def trust(self, broker_id: int) -> None:
        """Its session is fine."""
        self.coordinations[broker_id].trust()

    def expire(self, broker_id: int) -> None:
        """Its session ends, and another one begins."""
        coordination = self.coordinations[broker_id]
        coordination.doubt()
        broker = self.brokers[broker_id]
        self._go(broker_id)
        coordination.is_trusted = True
        self._come(broker)

    def _come(self, broker: BrokerInfo) -> None:
        self.brokers[broker.broker_id] = broker
        us = broker.broker_id

        def led(partition: PartitionInfo) -> PartitionInfo:
            if partition.leader == _NOBODY and us in (partition.in_sync_replicas or partition.replicas):
                return dataclasses.replace(partition, leader=us, leader_epoch=partition.leader_epoch + 1, in_sync_replicas=(us,))
            return partition

        self._change_leaders(led)

    def _go(self, broker_id: int) -> None:
        del self.brokers[broker_id]

        def left(partition: PartitionInfo) -> PartitionInfo:
            if partition.leader == broker_id:
                return dataclasses.replace(partition, leader=_NOBODY, leader_epoch=partition.leader_epoch + 1)
            return partition

        self._change_leaders(left)

    def _change_leaders(self, change: Callable[[PartitionInfo], PartitionInfo]) -> None:
        for name, topic in self.topics.items():
            self.topics[name] = dataclasses.replace(topic, partitions=tuple(map(change, topic.partitions)))
        for coordination in list(self.coordinations.values()):
            coordination.announcer.look_at_everything()

    def place(self, replicas: Sequence[int]) -> PartitionInfo:
        """A new partition: the first live replica leads it."""
        leader = next((each for each in replicas if each in self.brokers), _NOBODY)
        return PartitionInfo(leader, 0, tuple(replicas), (leader,) if leader != _NOBODY else ())

    def show(self, name: str, *, first: MemoryCoordination) -> None:
        """A topic is another one now; whoever changed it hears first."""
        for coordination in [first, *(each for each in self.coordinations.values() if each is not first)]:
            topic = self.topics.get(name)
            coordination.announcer.look_at([name], {name: range(len(topic.partitions))} if topic else {})


class _MemorySource:
    """`klog.cluster.zookeeper.changes.TopicSource` of one broker."""

    def __init__(self, cluster: UncontrolledCluster, coordination: MemoryCoordination) -> None:
        self._cluster = cluster
        self._coordination = coordination

    def names(self) -> Iterable[str]:
        return self._cluster.topics

    def topic(self, name: str, shown: TopicInfo | None) -> TopicInfo | None:
        topic = self._cluster.topics.get(name)
        return None if topic is None else dataclasses.replace(topic, partitions=tuple(map(self._masked, topic.partitions)))

    def _masked(self, partition: PartitionInfo) -> PartitionInfo:
        if partition.leader == self._coordination.broker_id() and not self._coordination.is_trusted:
            return dataclasses.replace(partition, leader=_NOBODY)
        return partition

    def with_leaders(self, shown: TopicInfo, numbers: Iterable[int]) -> tuple[TopicInfo, list[int]]:
        topic = self.topic(shown.name, shown)
        if topic is None or topic.topic_id != shown.topic_id:
            return shown, []
        partitions = topic.partitions[: len(shown.partitions)]
        others = [number for number, before in enumerate(shown.partitions) if has_other_leader(before, partitions[number])]
        return dataclasses.replace(shown, partitions=partitions), others

    def is_deleted(self, topic: TopicInfo) -> bool:
        return True

    def may_be_stale(self, name: str, shown: TopicInfo | None) -> bool:
        return False

    def forget(self, name: str) -> None:
        pass


@implementer(ICoordination)
class MemoryCoordination(Uncontrolled):
    """One broker of an `UncontrolledCluster`, which makes it.

    :ivar is_trusted: whether it may lead; see `UncontrolledCluster.doubt`.
    """

    def __init__(self, cluster: UncontrolledCluster, broker_id: int) -> None:
        self.cluster = cluster
        self.is_trusted = True
        self._broker_id = broker_id
        source = _MemorySource(cluster, self)
        self._waiting: list[tuple[Callable[[], Any], Deferred[Any]]] = []
        self.announcer = Announcer(lambda: source, lambda: succeed(None), self.broker_id, settled=self._settled, warn=lambda sentence: None)
        self.announcer.look_at_everything()

    def doubt(self) -> None:
        """Stop leading, as in a session that is doubtful."""
        self.is_trusted = False
        self.announcer.fence()

    def trust(self) -> None:
        """Lead again."""
        self.is_trusted = True
        self.announcer.look_at_everything()

    def _settled(self) -> None:
        waiting, self._waiting = self._waiting, []
        for look, deferred in waiting:
            self._answer(look, deferred)

    def _answer(self, look: Callable[[], Any], deferred: Deferred[Any]) -> None:
        try:
            result = look()
        except Exception:
            deferred.errback()
            return
        if result is None:
            self._waiting.append((look, deferred))
        else:
            deferred.callback(result)

    def _shown(self, name: str) -> Deferred[TopicInfo]:
        """The topic, once all listeners have heard of it."""

        def look() -> TopicInfo | None:
            if self.announcer.is_busy_with(name):
                return None
            return self.announcer.picture.topics.get(name) or _raise(_unknown(name))

        deferred: Deferred[TopicInfo] = Deferred()
        self._answer(look, deferred)
        return deferred

    # Reading

    def cluster_id(self) -> str:
        """The cluster's."""
        return self.cluster.cluster_id

    def broker_id(self) -> int:
        """Ours."""
        return self._broker_id

    def controller_id(self) -> int:
        """The live broker with the lowest id."""
        return min(self.cluster.brokers, default=_NOBODY)

    def brokers(self) -> Sequence[BrokerInfo]:
        """Live brokers, by id."""
        return tuple(self.cluster.brokers[broker_id] for broker_id in sorted(self.cluster.brokers))

    def topics(self) -> Mapping[str, TopicInfo]:
        """All topics by name."""
        return self.announcer.picture.topics

    def topic_by_id(self, topic_id: TopicId) -> TopicInfo | None:
        """The topic with this id."""
        return self.announcer.picture.by_id(topic_id)

    def broker_configs(self, broker_id: int | None) -> Mapping[str, str]:
        """Of one broker, or (None) the defaults."""
        return self.cluster.broker_configs.get(broker_id, {})

    def user_configs(self) -> Mapping[str, Mapping[str, str]]:
        """What is kept of users, by name."""
        return self.cluster.user_configs

    def group_configs(self) -> Mapping[str, Mapping[str, str]]:
        """By group id."""
        return self.cluster.group_configs

    def subscribe(self, listener: ITopicListener) -> None:
        """Tell `listener` of every change from now on."""
        self.announcer.listeners.append(listener)

    # Changing

    def create_topic(self, name: str, assignment: Sequence[Sequence[int]], configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        """Make a topic."""
        if name in self.cluster.topics:
            return fail(KlogError(ErrorCode.TOPIC_ALREADY_EXISTS, f"Topic '{name}' already exists."))
        try:
            topic_names.check_free(name, self.cluster.topics)
        except KlogError as error:
            return fail(error)
        topic = TopicInfo(
            name,
            states.new_topic_id(self.cluster.random_bytes),
            tuple(map(self.cluster.place, assignment)),
            dict(configs),
            topic_names.is_internal(name),
        )
        announcer = self.announcer
        announcer.own_creations.add(topic.topic_id)
        self.cluster.topics[name] = topic
        self.cluster.show(name, first=self)

        def look() -> TopicInfo | None:
            if announcer.is_busy_with(name):
                return None
            announcer.own_creations.discard(topic.topic_id)
            error = announcer.failures.pop(topic.topic_id, None)
            if error is None:
                return announcer.picture.by_id(topic.topic_id) or _raise(_unknown(name))
            self.cluster.topics.pop(name)
            self.cluster.show(name, first=self)
            announcer.unrefuse(topic.topic_id)
            raise error

        deferred: Deferred[TopicInfo] = Deferred()
        self._answer(look, deferred)
        return deferred

    def delete_topic(self, name: str, topic_id: TopicId | None = None) -> Deferred[None]:
        """Forget a topic."""
        topic = self.cluster.topics.get(name)
        if topic is None:
            return fail(_unknown(name))
        if topic_id is not None and topic.topic_id != topic_id:
            return fail(KlogError(ErrorCode.UNKNOWN_TOPIC_ID))
        del self.cluster.topics[name]
        self.cluster.show(name, first=self)
        deferred: Deferred[None] = Deferred()
        self._answer(lambda: None if self.announcer.is_busy_with(name) else True, deferred)
        return deferred.addCallback(lambda _: None)

    def create_partitions(self, name: str, assignment: Sequence[Sequence[int]], first: int | None = None) -> Deferred[TopicInfo]:
        """Add partitions."""
        topic = self.cluster.topics.get(name)
        if topic is None:
            return fail(_unknown(name))
        try:
            assignment = still_missing(name, assignment, first, len(topic.partitions))
        except KlogError:
            return fail()
        grown = (*topic.partitions, *map(self.cluster.place, assignment))
        self.cluster.topics[name] = dataclasses.replace(topic, partitions=grown)
        self.cluster.show(name, first=self)
        return self._shown(name)

    def set_topic_configs(self, name: str, configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        """Replace a topic's overrides."""
        topic = self.cluster.topics.get(name)
        if topic is None:
            return fail(_unknown(name))
        announcer = self.announcer
        announcer.own_configs[name] = dict(configs)
        self.cluster.topics[name] = dataclasses.replace(topic, configs=dict(configs))
        self.cluster.show(name, first=self)
        failed = announcer.failures.get(("topic", name))
        if failed is not None:
            self.cluster.topics[name] = topic
            self.cluster.show(name, first=self)
        del announcer.own_configs[name]
        announcer.failures.pop(("topic", name), None)
        return self._shown(name) if failed is None else fail(failed)

    def set_broker_configs(self, broker_id: int | None, configs: Mapping[str, str]) -> Deferred[None]:
        """Of one broker, or (None) the defaults."""
        self.cluster.broker_configs[broker_id] = dict(configs)
        for coordination in list(self.cluster.coordinations.values()):
            us = coordination.broker_id()
            if broker_id in (None, us):
                coordination.announcer.broker_configs_changed({**self.broker_configs(None), **self.broker_configs(us)})
        return succeed(None)

    def set_group_configs(self, group_id: str, configs: Mapping[str, str]) -> Deferred[None]:
        """Replace a group's; with none it is forgotten."""
        self.cluster.group_configs.pop(group_id, None)
        if configs:
            self.cluster.group_configs[group_id] = dict(configs)
        return succeed(None)

    def alter_user_configs(self, name: str, wanted: Mapping[str, str], removed: Collection[str]) -> Deferred[None]:
        """Set `wanted` and take away `removed` of what is kept of a user."""
        configs = altered(self.cluster.user_configs.pop(name, {}), wanted, removed)
        if configs:
            self.cluster.user_configs[name] = configs
        return succeed(None)

    def acls(self) -> AclTable:
        """The access control lists."""
        return self.cluster.acls

    def subscribe_acls(self, listener: AclListener) -> None:
        """Tell `listener` of all of them, and of changes."""
        self.cluster.acl_listeners.append(listener)
        listener(self.cluster.acls)

    def alter_acls(self, resource: ResourcePattern, added: Collection[Acl], removed: Collection[Acl]) -> Deferred[frozenset[Acl]]:
        """Add and take away rules about `resource`."""
        before = self.cluster.acls.pop(resource, frozenset())
        after = (before | frozenset(added)) - frozenset(removed)
        if after:
            self.cluster.acls[resource] = after
        for listener in self.cluster.acl_listeners:
            listener({resource: after})
        return succeed(before & frozenset(removed))

    def next_producer_id(self) -> Deferred[int]:
        """The next number."""
        self.cluster.next_producer_id += 1
        return succeed(self.cluster.next_producer_id - 1)

    def give_producer_ids_above(self, producer_id: int) -> Deferred[int]:
        """From the next number on."""
        self.cluster.next_producer_id = max(self.cluster.next_producer_id, producer_id + 1)
        return succeed(producer_id)


def _unknown(name: str) -> KlogError:
    return KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"The topic '{name}' does not exist.")


def _raise(error: KlogError) -> Any:
    raise error
