"""Broker 1 of a cluster whose controller is the test: it says who leads, and asks as followers do."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from klog.broker.fetching.sessions import FetchSessions
from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.handlers.fetch import FetchHandler
from klog.broker.handlers.leader_and_isr import LeaderAndIsrHandler
from klog.broker.handlers.list_offsets import ListOffsetsHandler
from klog.broker.handlers.produce import ProduceHandler
from klog.broker.handlers.stop_replica import StopReplicaHandler
from klog.broker.handlers.update_metadata import UpdateMetadataHandler
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.broker.replicas.leadership import LeaderEnvironment, Leadership
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.broker.replicas.replica_control import ReplicaControl
from klog.cluster.interfaces import BrokerInfo, Endpoint, ILeadershipListener, PartitionInfo, TopicInfo
from klog.cluster.uncontrolled import Uncontrolled
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId
from klog.records.implementations import codec
from klog.replication.control import ControlEpochs, PartitionTold
from klog.storage.directories.directory import LogDirectory
from klog.storage.settings import LogSettings
from klog.wire.messages.fetch import ReplicaState
from tests.broker.rig import DataPathTestCase, NoCoordinator

#: Epoch of our registration.
EPOCH = 40
LAG_MS = 30_000


class ControlledCoordination(Uncontrolled):
    """What a cluster with a controller shows; tests change it.

    :ivar asked: what was asked of us as the controller.
    :ivar answer: what that is answered with; an error is raised.
    """

    is_controlled = True

    def __init__(self) -> None:
        self.shown: dict[str, TopicInfo] = {}
        self.configs: dict[str, dict[str, str]] = {}
        self.live: Sequence[BrokerInfo] = tuple(BrokerInfo(one, (Endpoint("PLAINTEXT", f"h{one}", 9092),)) for one in (1, 2, 3))
        self.epochs = {1: EPOCH, 2: 50, 3: 60}
        self.updates: list[tuple[Any, int]] = []
        self.asked: list[Any] = []
        self.answer: Any = KlogError(ErrorCode.NOT_CONTROLLER)
        self.controller: tuple[str, int] | None = ("h2", 9092)
        self.syncs = 0

    def broker_id(self) -> int:
        return 1

    def controller_id(self) -> int:
        return 2

    def brokers(self) -> Sequence[BrokerInfo]:
        return self.live

    def topics(self) -> Mapping[str, TopicInfo]:
        return self.shown

    def topic_by_id(self, topic_id: bytes) -> TopicInfo | None:
        return next((topic for topic in self.shown.values() if topic.topic_id == topic_id), None)

    def topic_configs(self, name: str) -> Mapping[str, str]:
        return self.configs.get(name, {})

    def sync(self) -> Deferred[None]:
        self.syncs += 1
        return succeed(None)

    def broker_epoch(self) -> int:
        return self.epochs[1]

    def least_broker_epoch(self) -> int:
        return self.epochs[1]

    def registered_epoch(self, broker_id: int) -> int:
        return self.epochs.get(broker_id, -1)

    def update_metadata(self, request: Any, version: int) -> ErrorCode:
        self.updates.append((request, version))
        return ErrorCode.NONE

    def controller_address(self) -> tuple[str, int] | None:
        return self.controller

    def subscribe(self, listener: object) -> None:
        """Nobody tells anything here."""

    def subscribe_leadership(self, listener: ILeadershipListener) -> None:
        """The test tells."""

    def _ask(self, request: Any) -> Deferred[Any]:
        self.asked.append(request)
        if isinstance(self.answer, Exception):
            failed: Deferred[Any] = Deferred()
            failed.errback(Failure(self.answer))  # type: ignore[no-untyped-call]
            return failed
        return succeed(self.answer)

    def alter_partition(self, request: Any, version: int) -> Deferred[Any]:
        return self._ask(request)

    def controlled_shutdown(self, request: Any, version: int) -> Deferred[Any]:
        return self._ask(request)

    def allocate_producer_ids(self, request: Any) -> Deferred[Any]:
        return self._ask(request)

    def elect_leaders(self, election_type: int, partitions: Any, timeout_ms: int) -> Deferred[Any]:
        return self._ask((election_type, partitions, timeout_ms))

    def alter_reassignments(self, wanted: Any, allows_other_count: bool, timeout_ms: int) -> Deferred[Any]:
        return self._ask((wanted, allows_other_count, timeout_ms))

    def list_reassignments(self, partitions: Any, timeout_ms: int) -> Deferred[Any]:
        return self._ask((partitions, timeout_ms))


class FakeFetchers:
    """Remembers what it was told to copy."""

    def __init__(self) -> None:
        self.following: dict[str, tuple[int, int]] = {}
        self.changes = 0
        self.closed = False
        self.begins_nothing = False

    def follow(self, partition: Partition, leader_id: int, leader_epoch: int) -> None:
        assert partition.is_following(leader_epoch)
        self.following[str(partition.topic_partition)] = leader_id, leader_epoch

    def leave(self, partition: Partition) -> None:
        self.following.pop(str(partition.topic_partition), None)

    def follow_no_more(self) -> None:
        """Noted."""
        self.begins_nothing = True

    def close_idle(self) -> None:
        """Nothing is kept here."""

    def settings_changed(self) -> None:
        self.changes += 1

    def close(self) -> None:
        self.closed = True


class Listener:
    """A coordinator that writes down what is led when it hears."""

    def __init__(self, partitions: Partitions) -> None:
        self._partitions = partitions
        self.heard: list[list[tuple[int, bool]]] = []

    def roles_changed(self, topic: TopicInfo, partitions: Sequence[int]) -> None:
        self.heard.append([(index, self._partitions.get(topic.name, index) is not None) for index in partitions])


class ControlledCase(DataPathTestCase):
    """Broker 1 beside 2 and 3.

    :ivar asking: leaderships that want the controller to change who is in sync.
    """

    coordination: Any

    def setUp(self) -> None:
        self.asking: list[Leadership] = []
        self.may_not_lead: str | None = None
        self.listener_name = "PLAINTEXT"
        super().setUp()

    def directory(self, path: str) -> LogDirectory:
        directory = LogDirectory(self.fs, path, self.now_ms, LogSettings(), 1, has_replicas=True)
        directory.load()
        self.addCleanup(directory.release)
        return directory

    def begin(self) -> None:
        self.coordination = ControlledCoordination()
        self.partitions = Partitions(self.directories, self.coordination, self.settings_of, clock=self.clock, run_in_thread=self.thread)
        self.fetchers = FakeFetchers()
        environment = LeaderEnvironment(
            1,
            lambda: round(self.clock.seconds() * 1000),
            lambda broker_id: any(one.broker_id == broker_id for one in self.coordination.live),
            LAG_MS,
            self.asking.append,
        )
        self.control = ReplicaControl(
            self.partitions,
            self.coordination,
            ControlEpochs(),
            environment,
            self.fetchers,
            may_lead=lambda partition, told: self.may_not_lead,
        )
        self.listener = Listener(self.partitions)
        self.control.subscribe(self.listener)
        self.between = between = InterBrokerGuard(self.coordination, "PLAINTEXT")
        self.sessions = FetchSessions(self.now_ms, random.Random(1))
        self.producing = ProduceHandler(self.partitions, NoCoordinator())
        self.fetching = FetchHandler(self.partitions, self.sessions, codec, in_thread=self.thread, may_replicate=between.may_replicate)
        self.listing = ListOffsetsHandler(self.partitions)
        self.leading = LeaderAndIsrHandler(self.control, between)
        self.stopping = StopReplicaHandler(self.control, between)
        self.updating = UpdateMetadataHandler(self.control, self.coordination, between)

    def context(self, version: int, api_key: int = 0, client_id: str | None = "test") -> RequestContext:
        connection = ConnectionInfo(self.listener_name, "127.0.0.9", 9999, "127.0.0.1", 5)
        return RequestContext(api_key, version, 1, client_id, connection)

    # The controller

    def topic_id(self, topic: str) -> TopicId:
        """The same for the same name."""
        return TopicId(topic.encode().ljust(16, b"-")[:16])

    def told(
        self,
        leader: int = 1,
        leader_epoch: int = 0,
        isr: tuple[int, ...] = (1, 2, 3),
        topic: str = "t",
        partition: int = 0,
        replicas: tuple[int, ...] = (1, 2, 3),
        **more: Any,
    ) -> PartitionTold:
        """What the controller says of a partition."""
        given = {"partition_epoch": leader_epoch, "topic_id": self.topic_id(topic), **more}
        return PartitionTold(
            topic=topic,
            partition=partition,
            controller_epoch=1,
            leader=leader,
            leader_epoch=leader_epoch,
            in_sync_replicas=isr,
            replicas=replicas,
            **given,
        )

    def say(self, *told: PartitionTold, controller_epoch: int = 1, broker_epoch: int = EPOCH) -> dict[tuple[str, int], ErrorCode]:
        """Have it done; what became of each."""
        outcomes: dict[tuple[str, int], ErrorCode] = self.successResultOf(self.control.leader_and_isr(controller_epoch, broker_epoch, told))
        return outcomes

    def lead(self, leader_epoch: int = 0, topic: str = "t", isr: tuple[int, ...] = (1, 2, 3), **more: Any) -> Partition:
        """Broker 1 leads the topic's only partition."""
        self.assertEqual(self.say(self.told(1, leader_epoch, isr, topic, **more)), {(topic, 0): ErrorCode.NONE})
        return self.partition(topic)

    def show(self, topic: str, count: int = 1) -> TopicInfo:
        """The cluster shows it."""
        info = TopicInfo(
            topic, self.topic_id(topic), (PartitionInfo(1, 0, (1, 2, 3), (1, 2, 3)),) * count, self.coordination.configs.get(topic, {})
        )
        self.coordination.shown[topic] = info
        return info

    # Followers

    def follow(self, replica: int, offset: int, *, topic: str = "t", start: int = 0, epoch: int = 0, version: int = 12, **more: Any) -> Any:
        """Follower `replica` asks for `offset`: it has what lies below."""
        fields: dict[str, Any] = (
            {"replica_id": replica}
            if version < 15
            else {"replica_state": ReplicaState(replica_id=replica, replica_epoch=more.pop("replica_epoch", -1))}
        )
        return self.fetch(
            (topic, 0, offset),
            version=version,
            max_wait_ms=more.pop("max_wait_ms", 0),
            partition_fields={"log_start_offset": start, "current_leader_epoch": epoch},
            ids={topic: self.topic_id(topic)},
            **fields,
            **more,
        )
