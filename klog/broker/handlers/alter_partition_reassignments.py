"""AlterPartitionReassignments: which brokers have copies of a partition (KIP-455). They stay where they are: replicas are not moved yet.

| key | 45 |
|---|---|
| versions | 0 to 1 |
| 1 | the number of copies may be kept from changing (KIP-860) |

``kafka-reassign-partitions`` asks this before it moves partitions between data directories of a broker (AlterReplicaLogDirs), with the
brokers as they are: that is done at once.

================================================================ ===========================
the brokers that have it already                                 NONE
no brokers: a move is to be given up                             NO_REASSIGNMENT_IN_PROGRESS
others                                                           INVALID_REPLICA_ASSIGNMENT
no such topic or partition                                       UNKNOWN_TOPIC_OR_PARTITION
================================================================ ===========================

Source: ``ReplicationControlManager.alterPartitionReassignments``.
"""

from __future__ import annotations

from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.wire.messages.alter_partition_reassignments import (
    AlterPartitionReassignmentsRequest,
    AlterPartitionReassignmentsResponse,
    ReassignablePartition,
    ReassignablePartitionResponse,
    ReassignableTopicResponse,
)


class AlterPartitionReassignmentsHandler:
    """Compares with what the cluster says.

    :param coordination: who knows the brokers of each partition.
    """

    request_type = AlterPartitionReassignmentsRequest
    versions = (0, 1)

    def __init__(self, coordination: ICoordination) -> None:
        self._coordination = coordination

    def handle(self, context: RequestContext, request: AlterPartitionReassignmentsRequest) -> AlterPartitionReassignmentsResponse:
        """Answer one request."""
        return AlterPartitionReassignmentsResponse(
            # Where nothing is asked, Kafka's controller does not come to say that there is no error.
            error_message=None if request.topics else "",
            allow_replication_factor_change=request.allow_replication_factor_change,
            responses=[
                ReassignableTopicResponse(name=topic.name, partitions=[self._judge(topic.name, one) for one in topic.partitions])
                for topic in request.topics
            ],
        )

    def _judge(self, topic: str, wanted: ReassignablePartition) -> ReassignablePartitionResponse:
        result = ReassignablePartitionResponse(partition_index=wanted.partition_index, error_message=None)
        info = self._coordination.topics().get(topic)
        if info is None or not 0 <= wanted.partition_index < len(info.partitions):
            result.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            result.error_message = "This server does not host this topic-partition."
        elif wanted.replicas is None:
            result.error_code = ErrorCode.NO_REASSIGNMENT_IN_PROGRESS
        elif tuple(wanted.replicas) != tuple(info.partitions[wanted.partition_index].replicas):
            result.error_code = ErrorCode.INVALID_REPLICA_ASSIGNMENT
            result.error_message = "klog does not move replicas from broker to broker yet"
        return result
