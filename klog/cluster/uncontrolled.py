"""The half of `ICoordination` that is about requests between brokers, for a cluster in which nobody sends any: one broker alone, and the
tests' memory. Who leads is told to `ITopicListener` there, and every broker is as good a controller as the others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from twisted.internet.defer import Deferred, fail, succeed

from klog.cluster.interfaces import BrokerInfo, ILeadershipListener, TopicInfo
from klog.cluster.replica_assignment import ReplicaAssignment
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.allocate_producer_ids import AllocateProducerIdsRequest, AllocateProducerIdsResponse
from klog.wire.messages.alter_partition import AlterPartitionRequest, AlterPartitionResponse
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest, ControlledShutdownResponse
from klog.wire.messages.update_metadata import UpdateMetadataRequest

_NOBODY = -1


class Uncontrolled:
    """See the module. A base: whoever has it tells brokers and topics."""

    is_controlled = False

    def brokers(self) -> Sequence[BrokerInfo]:
        """See `ICoordination`."""
        raise NotImplementedError

    def topics(self) -> Mapping[str, TopicInfo]:
        """See `ICoordination`."""
        raise NotImplementedError

    def controller_id(self) -> int:
        """See `ICoordination`."""
        raise NotImplementedError

    def subscribe_leadership(self, listener: ILeadershipListener) -> None:
        """Listeners are never told: leading is never suspended here."""

    def topic_configs(self, name: str) -> Mapping[str, str]:
        """As the topic that is shown has them."""
        topic = self.topics().get(name)
        return {} if topic is None else topic.configs

    def is_gone(self, partition: TopicPartition) -> bool:
        """What is shown is what there is."""
        topic = self.topics().get(partition.topic)
        return topic is None or partition.partition >= len(topic.partitions)

    def sync(self) -> Deferred[None]:
        """Everything is known at once."""
        return succeed(None)

    def broker_epoch(self) -> int:
        """There is none."""
        return -1

    def least_broker_epoch(self) -> int:
        """There is none."""
        return -1

    def registered_epoch(self, broker_id: int) -> int:
        """There is none."""
        return -1

    def update_metadata(self, request: UpdateMetadataRequest, version: int) -> ErrorCode:
        """Refused."""
        return ErrorCode.CLUSTER_AUTHORIZATION_FAILED

    def tell_log_directory_failed(self) -> Deferred[None]:
        """There is no controller to tell."""
        return succeed(None)

    def alter_partition(self, request: AlterPartitionRequest, version: int) -> Deferred[AlterPartitionResponse]:
        """Refused."""
        return fail(_refused())

    def controlled_shutdown(self, request: ControlledShutdownRequest, version: int) -> Deferred[ControlledShutdownResponse]:
        """Refused."""
        return fail(_refused())

    def allocate_producer_ids(self, request: AllocateProducerIdsRequest) -> Deferred[AllocateProducerIdsResponse]:
        """Refused."""
        return fail(_refused())

    def elect_leaders(
        self, election_type: int, partitions: Sequence[TopicPartition] | None, timeout_ms: int
    ) -> Deferred[Mapping[TopicPartition, KlogError | None]]:
        """Whatever can be led is led already, by its only copy."""
        topics = self.topics()
        if partitions is not None:
            return succeed({at: self._not_elected(at, election_type) for at in partitions})
        every = [TopicPartition(name, number) for name in sorted(topics) for number in range(len(topics[name].partitions))]
        errors = {at: self._not_elected(at, election_type) for at in every}
        return succeed({at: error for at, error in errors.items() if error.code is not ErrorCode.ELECTION_NOT_NEEDED})

    def _not_elected(self, at: TopicPartition, election_type: int) -> KlogError:
        topic = self.topics().get(at.topic)
        if topic is None or not 0 <= at.partition < len(topic.partitions):
            return KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        if topic.partitions[at.partition].leader != _NOBODY:
            return KlogError(ErrorCode.ELECTION_NOT_NEEDED)
        return KlogError(ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE if election_type else ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE)

    def alter_reassignments(
        self, wanted: Mapping[TopicPartition, Sequence[int] | None], allows_other_count: bool, timeout_ms: int
    ) -> Deferred[Mapping[TopicPartition, KlogError | None]]:
        """There are no other brokers: only what is so already is done."""
        return succeed({at: self._not_moved(at, target) for at, target in wanted.items()})

    def _not_moved(self, at: TopicPartition, target: Sequence[int] | None) -> KlogError | None:
        topic = self.topics().get(at.topic)
        if topic is None or not 0 <= at.partition < len(topic.partitions):
            return KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "The partition does not exist.")
        if target is None:
            return KlogError(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS)
        if tuple(target) == tuple(topic.partitions[at.partition].replicas):
            return None
        return KlogError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, "this broker is alone: there is no other to which a replica could move")

    def list_reassignments(
        self, partitions: Collection[TopicPartition] | None, timeout_ms: int
    ) -> Deferred[Mapping[TopicPartition, ReplicaAssignment]]:
        """No partition is ever moving here."""
        return succeed({})

    def broker_address(self, broker_id: int) -> tuple[str, int] | None:
        """On its first listener that says where it is."""
        for broker in self.brokers():
            if broker.broker_id == broker_id:
                return next(((each.host, each.port) for each in broker.endpoints if each.host), None)
        return None

    def controller_address(self) -> tuple[str, int] | None:
        """The same of the controller."""
        return self.broker_address(self.controller_id())


def _refused() -> KlogError:
    return KlogError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, "brokers of this cluster do not send each other requests")
