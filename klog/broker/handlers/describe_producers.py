"""DescribeProducers: which producers a partition remembers (KIP-664).

| key | 61 |
|---|---|
| versions | 0 |

=================================== ===========================
a name that no topic can have       INVALID_TOPIC_EXCEPTION
a topic that may not be read        TOPIC_AUTHORIZATION_FAILED
no such topic or partition          UNKNOWN_TOPIC_OR_PARTITION
named again, with many producers    INVALID_REQUEST
=================================== ===========================

A partition that a request names again: `klog.broker.repeated_mentions`.

Source: ``KafkaApis.handleDescribeProducersRequest``.
"""

from __future__ import annotations

from functools import partial

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.handler import RequestContext
from klog.broker.long_answers import STEP, LongAnswers, Making
from klog.broker.repeated_mentions import RepeatedMentions
from klog.broker.replicas.partitions import Partitions
from klog.cluster import topic_names
from klog.errors import ErrorCode, row_of
from klog.model import TopicPartition
from klog.wire.messages.describe_producers import (
    DescribeProducersRequest,
    DescribeProducersResponse,
    PartitionResponse,
    ProducerState,
    TopicResponse,
)

_AGAIN = "the partition is named again and again, and has many producers: name each once"


class DescribeProducersHandler:
    """Describes the producers of `partitions`.

    :param answers: makes long answers.
    """

    request_type = DescribeProducersRequest
    versions = (0, 0)

    def __init__(self, partitions: Partitions, answers: LongAnswers | None = None) -> None:
        self._partitions = partitions
        self._answers = answers or LongAnswers()

    def handle(
        self, context: RequestContext, request: DescribeProducersRequest
    ) -> DescribeProducersResponse | Deferred[DescribeProducersResponse]:
        """One answer for each partition."""
        return self._answers.make(self._making(context, request), self._size(request))

    def _size(self, request: DescribeProducersRequest) -> int:
        """About how many rows the answer has."""
        size = 0
        for topic in request.topics:
            size += len(topic.partition_indexes)
            for index in set(topic.partition_indexes):
                partition = self._partitions.get(topic.name, index)
                size += 0 if partition is None else partition.log.producer_count
        return size

    def _making(self, context: RequestContext, request: DescribeProducersRequest) -> Making[DescribeProducersResponse]:
        topics = []
        mentions = RepeatedMentions[PartitionResponse](lambda answer: len(answer.active_producers))
        for topic in request.topics:
            fault = self._fault(context, topic.name)
            answers: list[PartitionResponse] = []
            topics.append(TopicResponse(name=topic.name, partitions=answers))
            for index in topic.partition_indexes:
                if len(answers) % STEP == STEP - 1:
                    yield
                if fault is not None:
                    answers.append(_error(index, *fault))
                    continue
                named = TopicPartition(topic.name, index)
                answer = mentions.again(named, partial(_error, index, ErrorCode.INVALID_REQUEST, _AGAIN))
                if answer is None:
                    answer = mentions.first(named, (yield from self._describe(topic.name, index)))
                answers.append(answer)
        return DescribeProducersResponse(topics=topics)

    def _fault(self, context: RequestContext, topic: str) -> tuple[ErrorCode, str] | None:
        """What is wrong with a topic; None where nothing is."""
        fault = topic_names.fault_of(topic)
        if fault is not None:
            return ErrorCode.INVALID_TOPIC_EXCEPTION, fault
        if not context.may(AclOperation.READ, AclResourceType.TOPIC, topic):
            return ErrorCode.TOPIC_AUTHORIZATION_FAILED, row_of(ErrorCode.TOPIC_AUTHORIZATION_FAILED).sentence
        if topic not in self._partitions.coordination.topics():
            return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, row_of(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION).sentence
        return None

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

    def _describe(self, topic: str, index: int) -> Making[PartitionResponse]:
        partition = self._partitions.get(topic, index)
        if partition is None:
            return _error(index, self._partitions.missing(topic, index), None)
        answer = PartitionResponse(partition_index=index)
        for number, entry in enumerate(partition.log.active_producers(), 1):
            answer.active_producers.append(
                ProducerState(
                    producer_id=entry.producer_id,
                    producer_epoch=entry.epoch,
                    last_sequence=entry.last_sequence,
                    last_timestamp=entry.last_timestamp_ms,
                    coordinator_epoch=entry.coordinator_epoch,
                    current_txn_start_offset=entry.txn_first_offset,
                )
            )
            if number % STEP == 0:
                yield
        return answer


def _error(index: int, code: ErrorCode, sentence: str | None) -> PartitionResponse:
    return PartitionResponse(partition_index=index, error_code=code, error_message=sentence)
