"""DescribeProducers: which producers a partition remembers (KIP-664).

| key | 61 |
|---|---|
| versions | 0 |

=================================== ===========================
a name that no topic can have       INVALID_TOPIC_EXCEPTION
a topic that may not be read        TOPIC_AUTHORIZATION_FAILED
no such topic or partition          UNKNOWN_TOPIC_OR_PARTITION
=================================== ===========================

Source: ``KafkaApis.handleDescribeProducersRequest``.
"""

from __future__ import annotations

from klog.acls import AclOperation, AclResourceType
from klog.broker.handler import RequestContext
from klog.broker.replicas.partitions import Partitions
from klog.cluster import topic_names
from klog.errors import ErrorCode, row_of
from klog.wire.messages.describe_producers import (
    DescribeProducersRequest,
    DescribeProducersResponse,
    PartitionResponse,
    ProducerState,
    TopicResponse,
)


class DescribeProducersHandler:
    """Describes the producers of `partitions`."""

    request_type = DescribeProducersRequest
    versions = (0, 0)

    def __init__(self, partitions: Partitions) -> None:
        self._partitions = partitions

    def handle(self, context: RequestContext, request: DescribeProducersRequest) -> DescribeProducersResponse:
        """One answer for each partition."""
        topics = []
        for topic in request.topics:
            fault = topic_names.fault_of(topic.name)
            if fault is not None:
                answers = [_error(index, ErrorCode.INVALID_TOPIC_EXCEPTION, fault) for index in topic.partition_indexes]
            elif not context.may(AclOperation.READ, AclResourceType.TOPIC, topic.name):
                code = ErrorCode.TOPIC_AUTHORIZATION_FAILED
                answers = [_error(index, code, row_of(code).sentence) for index in topic.partition_indexes]
            elif topic.name not in self._partitions.coordination.topics():
                code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                answers = [_error(index, code, row_of(code).sentence) for index in topic.partition_indexes]
            else:
                answers = [self._describe(topic.name, index) for index in topic.partition_indexes]
            topics.append(TopicResponse(name=topic.name, partitions=answers))
        return DescribeProducersResponse(topics=topics)

    def error_answer(
        self, version: int, request: DescribeProducersRequest, code: ErrorCode, sentence: str | None
    ) -> DescribeProducersResponse:
        """`code` for every partition."""
        return DescribeProducersResponse(
            topics=[
                TopicResponse(name=topic.name, partitions=[_error(index, code, sentence) for index in topic.partition_indexes])
                for topic in request.topics
            ]
        )

    def _describe(self, topic: str, index: int) -> PartitionResponse:
        partition = self._partitions.get(topic, index)
        if partition is None:
            return _error(index, self._partitions.missing(topic, index), None)
        return PartitionResponse(
            partition_index=index,
            active_producers=[
                ProducerState(
                    producer_id=entry.producer_id,
                    producer_epoch=entry.epoch,
                    last_sequence=entry.last_sequence,
                    last_timestamp=entry.last_timestamp_ms,
                    coordinator_epoch=entry.coordinator_epoch,
                    current_txn_start_offset=entry.txn_first_offset,
                )
                for entry in partition.log.active_producers()
            ],
        )


def _error(index: int, code: ErrorCode, sentence: str | None) -> PartitionResponse:
    return PartitionResponse(partition_index=index, error_code=code, error_message=sentence)
