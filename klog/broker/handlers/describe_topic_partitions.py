"""DescribeTopicPartitions: topics and who leads their partitions, in pages (KIP-966).

| key | 75 |
|---|---|
| versions | 0 |

Topics that the client may not describe are left out where all are asked for; named, they stand last, with TOPIC_AUTHORIZATION_FAILED.

Topics come by name. A page has at most as many partitions as the client and ``max.request.partition.size.limit`` allow; where there is
more, the answer's cursor says where the next page begins.
"""

from __future__ import annotations

from klog.acls import AclOperation, AclResourceType
from klog.broker.cluster_view import Settings, reachable, view_of
from klog.broker.handler import RequestContext
from klog.cluster import topic_names
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.describe_topic_partitions import (
    Cursor,
    DescribeTopicPartitionsRequest,
    DescribeTopicPartitionsResponse,
    DescribeTopicPartitionsResponsePartition,
    DescribeTopicPartitionsResponseTopic,
)


class DescribeTopicPartitionsHandler:
    """Tells of topics, page by page.

    :param coordination: who knows them.
    :param settings: ``max.request.partition.size.limit``.
    """

    request_type = DescribeTopicPartitionsRequest
    versions = (0, 0)

    def __init__(self, coordination: ICoordination, settings: Settings) -> None:
        self._coordination = coordination
        self._settings = settings

    def handle(self, context: RequestContext, request: DescribeTopicPartitionsRequest) -> DescribeTopicPartitionsResponse:
        """Answer one request (``DescribeTopicPartitionsRequestHandler``)."""
        topics = self._coordination.topics()
        cursor = request.cursor
        first = cursor.topic_name if cursor is not None else ""
        of_all = not request.topics
        names = sorted(name for name in (topics if of_all else {topic.name for topic in request.topics}) if name >= first)
        if cursor is not None:
            if not of_all and first not in names:
                raise KlogError(
                    ErrorCode.INVALID_REQUEST, f"DescribeTopicPartitionsRequest topic list should contain the cursor topic: {first}"
                )
            if cursor.partition_index < 0:
                raise KlogError(ErrorCode.INVALID_REQUEST, f"the cursor's partition is not valid: {cursor.partition_index}")
        denied: list[str] = []
        if not of_all:
            denied, names = context.sort(AclOperation.DESCRIBE, AclResourceType.TOPIC, names, str)
        brokers = self._coordination.brokers()
        nodes = reachable(brokers, context.connection)
        live = {broker.broker_id for broker in brokers}
        answer = DescribeTopicPartitionsResponse(topics=[])
        room = max(min(self._settings.integer("max.request.partition.size.limit"), request.response_partition_limit), 1)
        for name in names:
            # A page has few of very many.
            if of_all and not context.would(AclOperation.DESCRIBE, AclResourceType.TOPIC, name):
                continue
            if room == 0:
                answer.next_cursor = Cursor(topic_name=name, partition_index=0)
                break
            told = DescribeTopicPartitionsResponseTopic(
                name=name,
                is_internal=topic_names.is_internal(name),
                partitions=[],
                topic_authorized_operations=context.operations(AclResourceType.TOPIC, name),
            )
            answer.topics.append(told)
            topic = topics.get(name)
            if topic is None:
                bad = topic_names.fault_of(name) is not None
                told.error_code = ErrorCode.INVALID_TOPIC_EXCEPTION if bad else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                continue
            told.topic_id = topic.topic_id
            begin = cursor.partition_index if cursor is not None and name == first else 0
            end = min(len(topic.partitions), begin + room)
            for index in range(begin, end):
                partition = topic.partitions[index]
                view = view_of(partition, nodes, live)
                told.partitions.append(
                    DescribeTopicPartitionsResponsePartition(
                        partition_index=index,
                        leader_id=view.leader,
                        leader_epoch=partition.leader_epoch,
                        replica_nodes=list(partition.replicas),
                        isr_nodes=list(partition.in_sync_replicas),
                        eligible_leader_replicas=[],
                        last_known_elr=[],
                        offline_replicas=view.offline,
                    )
                )
            if end < len(topic.partitions):
                answer.next_cursor = Cursor(topic_name=name, partition_index=end)
                break
            room -= len(told.partitions)
        answer.topics += [
            DescribeTopicPartitionsResponseTopic(name=name, error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED, partitions=[])
            for name in denied
        ]
        return answer

    def error_answer(
        self, version: int, request: DescribeTopicPartitionsRequest, code: ErrorCode, sentence: str | None
    ) -> DescribeTopicPartitionsResponse:
        """The same error for every topic."""
        return DescribeTopicPartitionsResponse(
            topics=[DescribeTopicPartitionsResponseTopic(name=topic.name, error_code=code, partitions=[]) for topic in request.topics]
        )
