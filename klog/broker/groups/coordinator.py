"""The group coordinator: the shards of ``__consumer_offsets``, and the protocol that a group speaks.

How shards come, are found and go is every coordinator's (`klog.broker.coordinators.runtime`). Handlers ask::

    shard = coordinator.shard(group_id)          # raises what the client must be told
    group = shard.groups.get(group_id)           # or shard.offsets.group_of(group_id), which also knows groups that have only offsets

and hand requests of members to `classic` or `consumer`, the two protocols. A request of the one protocol to a group of the other is the
consumer protocol's business (``migration``).

Each protocol is told of each new shard (`GroupProtocol.attach`), so that it can say which records it keeps, before the partition is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from twisted.internet.defer import Deferred

from klog.broker.coordinators.partition_writer import PartitionWriter
from klog.broker.coordinators.runtime import CoordinatorRuntime
from klog.broker.coordinators.shard import ShardState
from klog.broker.groups.group import Group, GroupEnvironment
from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.shard import Shard
from klog.broker.handler import RequestContext
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.cluster.interfaces import TopicInfo
from klog.cluster.topic_names import CONSUMER_OFFSETS
from klog.errors import ErrorCode, KlogError
from klog.metrics import Metrics
from klog.records.implementations import codec
from klog.wire.group_records import compile_encoders
from klog.wire.messages.consumer_group_describe import DescribedGroup
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse
from klog.wire.messages.heartbeat import HeartbeatRequest, HeartbeatResponse
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupResponse
from klog.wire.messages.leave_group import LeaveGroupRequest, LeaveGroupResponse
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupResponse


class GroupProtocol(Protocol):
    """What the coordinator asks of both protocols."""

    def attach(self, shard: Shard) -> None:
        """A new shard: register with `Shard.on` what is to be done with which records."""


class ClassicCalls(GroupProtocol, Protocol):
    """The classic group protocol (``classic.protocol.ClassicProtocol``): JoinGroup, SyncGroup, Heartbeat and LeaveGroup."""

    def join(self, context: RequestContext, request: JoinGroupRequest) -> JoinGroupResponse | Deferred[JoinGroupResponse]:
        """Answered when the rebalance is over that it waits for."""

    def sync(self, context: RequestContext, request: SyncGroupRequest) -> SyncGroupResponse | Deferred[SyncGroupResponse]:
        """Answered when the leader has assigned."""

    def heartbeat(self, context: RequestContext, request: HeartbeatRequest) -> HeartbeatResponse:
        """Prolongs a member's session."""

    def leave(self, context: RequestContext, request: LeaveGroupRequest) -> LeaveGroupResponse | Deferred[LeaveGroupResponse]:
        """Members go."""


class ConsumerCalls(GroupProtocol, Protocol):
    """The consumer group protocol (``consumer.protocol.ConsumerProtocol``), and members of the classic one in its groups."""

    def heartbeat(
        self, context: RequestContext, request: ConsumerGroupHeartbeatRequest
    ) -> ConsumerGroupHeartbeatResponse | Deferred[ConsumerGroupHeartbeatResponse]:
        """All that a member says."""

    def describe(self, group_ids: Sequence[str]) -> list[DescribedGroup]:
        """Groups as ConsumerGroupDescribe shows them."""

    def topic_changed(self, name: str) -> None:
        """A topic came, grew or went: groups that consume it look again."""

    def classic_join(self, context: RequestContext, request: JoinGroupRequest) -> JoinGroupResponse | Deferred[JoinGroupResponse]:
        """JoinGroup in a consumer group."""

    def classic_sync(self, context: RequestContext, request: SyncGroupRequest) -> SyncGroupResponse | Deferred[SyncGroupResponse]:
        """SyncGroup in a consumer group."""

    def classic_heartbeat(self, context: RequestContext, request: HeartbeatRequest) -> HeartbeatResponse:
        """Heartbeat in a consumer group."""

    def classic_leave(self, context: RequestContext, request: LeaveGroupRequest) -> LeaveGroupResponse | Deferred[LeaveGroupResponse]:
        """LeaveGroup in a consumer group."""


class GroupCoordinator(CoordinatorRuntime[GroupEnvironment, Shard]):
    """All groups of this broker.

    :param partitions: where the partitions of ``__consumer_offsets`` are found.
    :ivar classic, consumer: the two protocols, set by whoever puts the broker together, before `open`.
    """

    def __init__(self, environment: GroupEnvironment, partitions: Partitions) -> None:
        super().__init__(CONSUMER_OFFSETS, "groups", environment, partitions)
        self._classic: ClassicCalls | None = None
        self._consumer: ConsumerCalls | None = None
        #: Reads the settings as they are now; set by whoever puts the broker together.
        self.read_settings: Callable[[], GroupSettings] | None = None
        #: Topics whose offsets are being forgotten, by name and id.
        self._forgetting: list[tuple[str, bytes]] = []

    @property
    def classic(self) -> ClassicCalls:
        """The classic protocol."""
        assert self._classic is not None, "nobody has set the classic protocol"
        return self._classic

    @classic.setter
    def classic(self, protocol: ClassicCalls) -> None:
        self._classic = protocol

    @property
    def consumer(self) -> ConsumerCalls:
        """The consumer protocol."""
        assert self._consumer is not None, "nobody has set the consumer protocol"
        return self._consumer

    @consumer.setter
    def consumer(self, protocol: ConsumerCalls) -> None:
        self._consumer = protocol

    def measure(self, metrics: Metrics) -> None:
        """Gauges over what there is."""
        gauge = metrics.gauge
        gauge("groups.count", "Groups that have, or had, members.", lambda: sum(len(shard.groups) for shard in self.shards.values()))
        gauge("groups.offsets.groups.count", "Groups that have committed offsets.", self._count_with_offsets)
        gauge("groups.loading.count", "Partitions of __consumer_offsets that are being read.", self.count_loading)

    def _count_with_offsets(self) -> int:
        return sum(len(shard.offsets.groups) for shard in self.shards.values())

    def open(self) -> None:
        """Begin to coordinate, where there is a ``__consumer_offsets`` already."""
        compile_encoders()
        super().open()

    def make_shard(self, index: int, partition: Partition) -> Shard:
        """With an offset store, and both protocols' kinds of records."""
        environment, settings = self.environment, self.environment.settings
        log = PartitionWriter(
            partition,
            codec,
            self.partitions.produces,
            environment.now_ms,
            batch_codec=settings.offsets_topic_codec,
            timeout_ms=settings.offset_commit_timeout_ms,
        )
        shard = Shard(index, environment, log)
        shard.offsets.postponed += self._forgetting
        for protocol in (self._classic, self._consumer):
            if protocol is not None:
                protocol.attach(shard)
        return shard

    def group(self, group_id: str) -> Group:
        """The group. Raises as `shard`, and GROUP_ID_NOT_FOUND."""
        group = self.shard(group_id).groups.get(group_id)
        if group is None:
            raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} not found.")
        return group

    def end_transaction(self, index: int, marker: bytes, producer_id: int, *, commit: bool, version: int) -> Deferred[None] | None:
        """Write the marker that ends a transaction in partition `index`, and count its offsets, or drop them, in the same step.

        :param marker: the control batch.
        :param version: of transactions, by whose rules the marker is judged.
        :returns: what fires when it is acknowledged; None: it is.
        :raises KlogError: as `shard`, and what the log refuses.
        """
        shard = self.shards.get(index)
        if shard is None:
            raise KlogError(ErrorCode.NOT_COORDINATOR)
        shard.check_active()
        acknowledged = shard.log.append_marker(marker, version)
        shard.offsets.end_transaction(producer_id, commit=commit)
        return acknowledged

    # What the cluster tells

    def topic_created(self, topic: TopicInfo) -> None:
        """Groups that wait for such a topic look again."""
        super().topic_created(topic)
        self._topic_changed(topic.name)

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """Groups that consume it look again."""
        self._topic_changed(topic.name)

    def topic_deleted(self, topic: TopicInfo) -> None:
        """Groups look again, and the offsets committed for it go (``GroupCoordinatorService.onMetadataUpdate``)."""
        super().topic_deleted(topic)
        if topic.name != self.topic:
            self._topic_changed(topic.name)
            self._forget_topic(topic.name, topic.topic_id)

    def _forget_topic(self, name: str, topic_id: bytes) -> None:
        sweeps = []
        for shard in self.shards.values():
            if shard.state is ShardState.LOADING:
                shard.offsets.postponed.append((name, topic_id))
            else:
                sweeps.append(shard.offsets.forget_topic(name, topic_id))
        # A shard that comes, or comes back, before they are done begins its own when it is loaded.
        self._forgetting.append((name, topic_id))
        done = self.loader.run_steps(self.one_after_the_other(sweeps, "a topic could not be forgotten"))
        done.addCallback(lambda _: self._forgetting.remove((name, topic_id)))

    def broker_configs_changed(self, configs: Mapping[str, str]) -> None:
        """What the coordinator goes by is read anew, as far as it may change while the broker runs."""
        if self.read_settings is not None:
            self.environment.settings = self.read_settings()

    def _topic_changed(self, name: str) -> None:
        if self._consumer is not None:
            self._consumer.topic_changed(name)
