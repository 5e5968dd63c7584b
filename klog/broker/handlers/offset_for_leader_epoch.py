"""OffsetForLeaderEpoch: where an epoch ends in this log, so that a client sees whether its own past was cut off (KIP-320).

| key | 23 |
|---|---|
| versions | 0 to 4 |
| 1 | the answer names the epoch |
| 2 | the client says which epoch it believes current |
| 4 | flexible |

The answer is the largest epoch not above the one asked for, and where the next one begins (for the latest: the log's end); an epoch that
is above the latest, or unknown: -1 and -1; one that is below all: itself, and where the first begins.

=============================================== ==========================================
the client may not describe the topic           TOPIC_AUTHORIZATION_FAILED
no such topic or partition                      UNKNOWN_TOPIC_OR_PARTITION
an older, a newer leader epoch                  FENCED_LEADER_EPOCH, UNKNOWN_LEADER_EPOCH
=============================================== ==========================================

Source: ``ReplicaManager.lastOffsetForLeaderEpoch``, ``LeaderEpochFileCache.endOffsetFor``.
"""

from __future__ import annotations

from klog.acls import AclOperation, AclResourceType
from klog.broker.handler import RequestContext
from klog.broker.replicas.partitions import Partitions
from klog.errors import ErrorCode
from klog.wire.messages.offset_for_leader_epoch import (
    EpochEndOffset,
    OffsetForLeaderEpochRequest,
    OffsetForLeaderEpochResponse,
    OffsetForLeaderPartition,
    OffsetForLeaderTopic,
    OffsetForLeaderTopicResult,
)


class OffsetForLeaderEpochHandler:
    """Looks epochs up in `partitions`."""

    request_type = OffsetForLeaderEpochRequest
    versions = (0, 4)

    def __init__(self, partitions: Partitions) -> None:
        self._partitions = partitions

    def handle(self, context: RequestContext, request: OffsetForLeaderEpochRequest) -> OffsetForLeaderEpochResponse:
        """One answer for each partition."""
        denied: list[OffsetForLeaderTopic] = []
        seen = request.topics
        if not context.may_with_cluster(AclOperation.CLUSTER_ACTION):
            denied, seen = context.sort(AclOperation.DESCRIBE, AclResourceType.TOPIC, seen, lambda topic: topic.topic)
        return OffsetForLeaderEpochResponse(
            topics=[
                OffsetForLeaderTopicResult(topic=topic.topic, partitions=[self._look_up(topic.topic, one) for one in topic.partitions])
                for topic in seen
            ]
            + [_refused(topic, ErrorCode.TOPIC_AUTHORIZATION_FAILED) for topic in denied]
        )

    def error_answer(
        self, version: int, request: OffsetForLeaderEpochRequest, code: ErrorCode, sentence: str | None
    ) -> OffsetForLeaderEpochResponse:
        """`code` for every partition."""
        return OffsetForLeaderEpochResponse(topics=[_refused(topic, code) for topic in request.topics])

    def _look_up(self, topic: str, one: OffsetForLeaderPartition) -> EpochEndOffset:
        partition = self._partitions.get(topic, one.partition)
        if partition is None:
            return EpochEndOffset(partition=one.partition, error_code=self._partitions.missing(topic, one.partition))
        code = partition.check_leader_epoch(one.current_leader_epoch)
        if code:
            return EpochEndOffset(partition=one.partition, error_code=code)
        epoch, end_offset = partition.log.end_offset_for_epoch(one.leader_epoch)
        return EpochEndOffset(partition=one.partition, leader_epoch=epoch, end_offset=end_offset)


def _refused(topic: OffsetForLeaderTopic, code: ErrorCode) -> OffsetForLeaderTopicResult:
    return OffsetForLeaderTopicResult(
        topic=topic.topic, partitions=[EpochEndOffset(partition=one.partition, error_code=code) for one in topic.partitions]
    )
