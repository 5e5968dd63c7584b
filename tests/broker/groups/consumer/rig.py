"""A shard with a log that is a list, virtual time, a cluster of made-up topics, and the requests of members in short."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, Self

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.deadlines import Deadlines
from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.groups.classic.group import ClassicGroup
from klog.broker.groups.classic.protocol import ClassicProtocol
from klog.broker.groups.consumer.group import ConsumerGroup
from klog.broker.groups.consumer.protocol import ConsumerProtocol
from klog.broker.groups.group import GroupEnvironment
from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.shard import Shard
from klog.broker.handler import ConnectionInfo, RequestContext
from klog.cluster.interfaces import BrokerInfo, PartitionInfo, TopicInfo
from klog.errors import ErrorCode, KlogError
from klog.metrics import Metrics
from klog.model import TopicId
from klog.wire.consumer_protocol import ConsumerProtocolSubscription, TopicPartition, decode_assignment, encode_subscription
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest, TopicPartitions
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.leave_group import LeaveGroupRequest, MemberIdentity
from klog.wire.messages.sync_group import SyncGroupRequest
from tests.broker.groups.classic.rig import EPOCH_MS, FakeLog

GROUP = "g"


def topic_id(name: str) -> TopicId:
    """The id that the topic `name` has here."""
    return TopicId(name.encode().ljust(16, b"\0"))


class FakeCluster:
    """An `ICoordination` of one broker with made-up topics."""

    def __init__(self) -> None:
        self.by_name: dict[str, TopicInfo] = {}
        self.configs: dict[str, dict[str, str]] = {}

    def make(self, name: str, partitions: int) -> None:
        """A topic is there, or has other partitions than before."""
        partition = PartitionInfo(0, 0, (0,), (0,))
        self.by_name[name] = TopicInfo(name, topic_id(name), (partition,) * partitions, {})

    def topics(self) -> Mapping[str, TopicInfo]:
        """As `ICoordination.topics`."""
        return self.by_name

    def topic_by_id(self, wanted: TopicId) -> TopicInfo | None:
        """As `ICoordination.topic_by_id`."""
        return next((topic for topic in self.by_name.values() if topic.topic_id == wanted), None)

    def brokers(self) -> Sequence[BrokerInfo]:
        """One, without a rack."""
        return [BrokerInfo(0, ())]

    def group_configs(self) -> Mapping[str, Mapping[str, str]]:
        """As `ICoordination.group_configs`."""
        return self.configs


class CountedSet(frozenset[int]):
    """In the place of `frozenset` in a module: counts how many entries were copied into such sets."""

    copied = 0

    def __new__(cls, entries: Iterable[int] = ()) -> Self:
        made = super().__new__(cls, entries)
        CountedSet.copied += len(made)
        return made

    def union(self, *others: Iterable[Any]) -> CountedSet:
        return CountedSet(super().union(*others))


class Member:
    """A client of the consumer protocol: it does what it is told."""

    def __init__(self, rig: ConsumerRig, member_id: str, *, instance_id: str | None = None, **said: Any) -> None:
        self.rig = rig
        self.member_id = member_id
        self.instance_id = instance_id
        self.said = {"subscribed_topic_names": ["t"], "rebalance_timeout_ms": 60_000, **said}
        self.epoch = 0
        self.owned: dict[str, set[int]] = {}
        self.assigned: dict[str, set[int]] = {}
        self.revokes = True
        #: After an answer that did not arrive a client says everything again.
        self.unsure = False
        self.last: Any = None

    def beat(self, **fields: Any) -> Any:
        """One heartbeat, and do as the answer says. Errors are raised."""
        owned = [TopicPartitions(topic_id=topic_id(name), partitions=sorted(numbers)) for name, numbers in self.owned.items() if numbers]
        if self.epoch == 0:
            fields = {**self.said, "topic_partitions": [], **fields}
        elif self.unsure:
            fields = {**self.said, "topic_partitions": owned, **fields}
        else:
            fields.setdefault("topic_partitions", owned)
        answer = self.rig.heartbeat(self.member_id, self.epoch, instance_id=self.instance_id, **fields)
        if isinstance(answer, Deferred):
            return answer
        self.last = answer
        self.unsure = False
        self.member_id = answer.member_id
        self.epoch = answer.member_epoch
        if answer.assignment is not None:
            self.assigned = {
                topic.topic_id.rstrip(b"\0").decode(): set(topic.partitions)
                for topic in answer.assignment.topic_partitions
                if topic.partitions
            }
        if self.revokes:
            self.owned = {name: set(numbers) for name, numbers in self.assigned.items()}
        return answer

    def leave(self, epoch: int = -1) -> Any:
        """Leave."""
        answer = self.rig.heartbeat(self.member_id, epoch, instance_id=self.instance_id)
        self.owned, self.assigned, self.epoch = {}, {}, 0
        return answer

    def parts(self) -> set[int]:
        """What it has of topic t."""
        return self.owned.get("t", set())


class ConsumerRig(SynchronousTestCase):
    """One shard with both protocols."""

    settings = dataclasses.replace(GroupSettings(), consumer_assignment_interval_ms=0)

    def setUp(self) -> None:
        self.clock = Clock()
        self.warnings: list[str] = []
        self.log = FakeLog()
        self.random = random.Random(1)
        self.cluster = FakeCluster()
        self.cluster.make("t", 6)
        self.work: list[tuple[Any, Deferred[Any]]] = []
        self.threads_wait = False
        self.build()

    def build(self, records: Iterable[CoordinatorRecord] = ()) -> None:
        """A new shard and protocols, loaded from `records`."""
        coordination: Any = self.cluster
        self.environment = GroupEnvironment(
            clock=self.clock,
            now_ms=self.now_ms,
            settings=self.settings,
            coordination=coordination,
            random=self.random,
            in_thread=self._in_thread,
            deadlines=Deadlines(self.clock),
            metrics=Metrics(),
            warn=self.warnings.append,
        )
        self.shard = Shard(0, self.environment, self.log)
        self.coordinator: Any = SimpleNamespace(environment=self.environment, shard=self._find_shard, group=self._find_group)
        self.classic = self.coordinator.classic = ClassicProtocol(self.coordinator)
        self.protocol = self.coordinator.consumer = ConsumerProtocol(self.coordinator)
        self.classic.attach(self.shard)
        self.protocol.attach(self.shard)
        for record in records:
            self.shard.apply(record.key, record.value)
        self.shard.activate()

    def now_ms(self) -> int:
        """Virtual time since 1970."""
        return EPOCH_MS + int(self.clock.seconds() * 1000)

    def _in_thread(self, function: Any) -> Deferred[Any]:
        if not self.threads_wait:
            return maybeDeferred(function)
        done: Deferred[Any] = Deferred()
        self.work.append((function, done))
        return done

    def threads(self) -> None:
        """Let the threads do what waits for them."""
        work, self.work = self.work, []
        for function, done in work:
            done.callback(function())

    def _find_shard(self, group_id: str) -> Shard:
        self.shard.check_active()
        return self.shard

    def _find_group(self, group_id: str) -> Any:
        group = self._find_shard(group_id).groups.get(group_id)
        if group is None:
            raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} not found.")
        return group

    def restart(self) -> None:
        """Begin anew with what the log has."""
        self.environment.deadlines.close()
        self.shard.close()
        self.build([record for batch in self.log.batches for record in batch])

    @property
    def group(self) -> ConsumerGroup:
        """The one group."""
        group = self.shard.groups[GROUP]
        assert isinstance(group, ConsumerGroup)
        return group

    @property
    def classic_group(self) -> ClassicGroup:
        """The one group, where it is a classic one."""
        group = self.shard.groups[GROUP]
        assert isinstance(group, ClassicGroup)
        return group

    @staticmethod
    def context(version: int = 1, client_id: str | None = "c", host: str = "192.0.2.1") -> RequestContext:
        """Of a request."""
        return RequestContext(0, version, 1, client_id, ConnectionInfo("PLAINTEXT", "192.0.2.9", 9092, host, 5))

    @staticmethod
    def settled(result: Any) -> Any:
        """The answer, or the Deferred while it has none."""
        if isinstance(result, Deferred) and result.called and not isinstance(result.result, Deferred):
            return result.result
        return result

    def make_topic(self, name: str, partitions: int) -> None:
        """The cluster has a new topic, or one with more partitions."""
        self.cluster.make(name, partitions)
        self.protocol.topic_changed(name)

    def delete_topic(self, name: str) -> None:
        """A topic is gone."""
        del self.cluster.by_name[name]
        self.protocol.topic_changed(name)

    # Requests

    def heartbeat(self, member_id: str, epoch: int, *, version: int = 1, group_id: str = GROUP, client_id: str = "c", **fields: Any) -> Any:
        """ConsumerGroupHeartbeat."""
        request = ConsumerGroupHeartbeatRequest(group_id=group_id, member_id=member_id, member_epoch=epoch, **fields)
        return self.settled(self.protocol.heartbeat(self.context(version, client_id), request))

    def member(self, member_id: str, **said: Any) -> Member:
        """A member that has joined."""
        member = Member(self, member_id, **said)
        member.beat()
        return member

    def settle(self, *members: Member, rounds: int = 10) -> None:
        """Heartbeats until nothing is left to do."""
        for _ in range(rounds):
            for member in members:
                member.beat()

    def error(self, function: Any, *arguments: Any, **fields: Any) -> ErrorCode:
        """The code of the refusal of a call."""
        return self.assertRaises(KlogError, function, *arguments, **fields).code

    def classic_join(
        self,
        member_id: str = "",
        *,
        topics: Sequence[str] = ("t",),
        owned: Mapping[str, Iterable[int]] | None = None,
        version: int = 9,
        instance_id: str | None = None,
        session_ms: int = 10_000,
        rebalance_ms: int = 60_000,
        protocols: Mapping[str, bytes] | None = None,
    ) -> Any:
        """JoinGroup of a cooperative consumer."""
        if protocols is None:
            had = [TopicPartition(topic=name, partitions=sorted(numbers)) for name, numbers in (owned or {}).items()]
            metadata = encode_subscription(ConsumerProtocolSubscription(topics=list(topics), owned_partitions=had), 1)
            protocols = {"range": metadata, "cooperative-sticky": metadata}
        request = JoinGroupRequest(
            group_id=GROUP,
            session_timeout_ms=session_ms,
            rebalance_timeout_ms=rebalance_ms,
            member_id=member_id,
            group_instance_id=instance_id,
            protocol_type="consumer",
            protocols=[JoinGroupRequestProtocol(name=name, metadata=data) for name, data in protocols.items()],
        )
        return self.settled(self.classic.join(self.context(version), request))

    def classic_sync(self, member_id: str, generation: int, instance_id: str | None = None, **fields: Any) -> Any:
        """SyncGroup; the answer."""
        request = SyncGroupRequest(group_id=GROUP, generation_id=generation, member_id=member_id, group_instance_id=instance_id, **fields)
        return self.settled(self.classic.sync(self.context(5), request))

    def classic_assigned(self, member_id: str, generation: int) -> dict[str, set[int]]:
        """SyncGroup; the partitions."""
        answer = self.classic_sync(member_id, generation)
        self.assertEqual(answer.error_code, 0)
        return {topic.topic: set(topic.partitions) for topic in decode_assignment(answer.assignment).assigned_partitions}

    def classic_beat(self, member_id: str, generation: int, instance_id: str | None = None) -> int:
        """Heartbeat; the code of the answer."""
        request = HeartbeatRequest(group_id=GROUP, generation_id=generation, member_id=member_id, group_instance_id=instance_id)
        code: int = self.classic.heartbeat(self.context(4), request).error_code
        return code

    def classic_leave(self, *members: tuple[str, str | None]) -> list[int]:
        """LeaveGroup; the code of each."""
        request = LeaveGroupRequest(
            group_id=GROUP,
            members=[MemberIdentity(member_id=member_id, group_instance_id=instance_id) for member_id, instance_id in members],
        )
        answer = self.settled(self.classic.leave(self.context(5), request))
        return [member.error_code for member in answer.members]

    # What must always hold

    def check(self) -> None:
        """No partition has two owners, and what a restart would find is what is in memory."""
        group = self.shard.groups.get(GROUP)
        if not isinstance(group, ConsumerGroup):
            return
        for place, owners in group.owners().items():
            self.assertEqual(len(owners), 1, f"{place} belongs to {owners}")
        self.assertEqual(state_of(self.replayed()), state_of(group))

    def replayed(self) -> ConsumerGroup | None:
        """The group as a new shard would read it."""
        shard = Shard(0, self.environment, self.log)
        ClassicProtocol(self.coordinator).attach(shard)
        ConsumerProtocol(self.coordinator).attach(shard)
        for batch in self.log.batches:
            for record in batch:
                shard.apply(record.key, record.value)
        group: Any = shard.groups.get(GROUP)
        return group


def state_of(group: ConsumerGroup | None) -> dict[str, Any] | None:
    """All that the log keeps of a group."""
    if group is None:
        return None
    names = (
        "group_epoch assignment_epoch assignment_timestamp_ms metadata_hash members static_members server_assignors classic_members"
        " classic_protocols partition_epochs subscribed_topics subscribed_regexes resolved_regexes target has_partition_metadata state"
    )
    return {name: getattr(group, name) for name in names.split()}
