"""OffsetCommit: a group writes down how far it has consumed.

| key | 8 |
|---|---|
| versions | 0 to 10 |
| 0 | neither member nor generation; Kafka kept these offsets in ZooKeeper, here they go where all others go |
| 1 | when each offset was committed, as the client sees it |
| 2 to 4 | how long the offsets are kept at most |
| 6 | leader epochs (KIP-320) |
| 7 | static members (KIP-345) |
| 8 | flexible |
| 9 | members of consumer groups (KIP-848); GROUP_ID_NOT_FOUND instead of ILLEGAL_GENERATION where there is no such group |
| 10 | topics by id |

Topics and partitions that do not exist, or that the client may not read, are refused one by one (UNKNOWN_TOPIC_OR_PARTITION,
UNKNOWN_TOPIC_ID, TOPIC_AUTHORIZATION_FAILED) and stand first in the answer, as in Kafka; the rest is committed as a whole or refused as a
whole.
"""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.acls import AclOperation, AclResourceType
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.offsets import CommitEntry
from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination, TopicInfo
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId
from klog.wire.messages.offset_commit import (
    OffsetCommitRequest,
    OffsetCommitRequestTopic,
    OffsetCommitResponse,
    OffsetCommitResponsePartition,
    OffsetCommitResponseTopic,
)

_BY_ID = 10


class OffsetCommitHandler:
    """Commits through the group's shard.

    :param coordination: which topics there are.
    """

    request_type = OffsetCommitRequest
    versions = (0, 10)

    def __init__(self, coordinator: GroupCoordinator, coordination: ICoordination) -> None:
        self._coordinator = coordinator
        self._coordination = coordination

    def handle(self, context: RequestContext, request: OffsetCommitRequest) -> OffsetCommitResponse | Deferred[OffsetCommitResponse]:
        """The answer, when what was committed is acknowledged (``KafkaApis.handleOffsetCommitRequest``)."""
        version = context.api_version
        context.require(AclOperation.READ, AclResourceType.GROUP, request.group_id)
        refused: dict[str | bytes, OffsetCommitResponseTopic] = {}
        accepted: list[OffsetCommitResponseTopic] = []
        entries: list[CommitEntry] = []
        answers: list[OffsetCommitResponsePartition] = []
        for topic in request.topics:
            info = self._find(topic, version)
            code = ErrorCode.UNKNOWN_TOPIC_ID if info is None and version >= _BY_ID else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            if not (info is None and version >= _BY_ID) and not context.may(
                AclOperation.READ, AclResourceType.TOPIC, topic.name if info is None else info.name
            ):
                info, code = None, ErrorCode.TOPIC_AUTHORIZATION_FAILED
            last = -1 if info is None else len(info.partitions) - 1
            good: list[OffsetCommitResponsePartition] = []
            bad: list[OffsetCommitResponsePartition] = []
            for one in topic.partitions:
                index = one.partition_index
                if info is None or not 0 <= index <= last:
                    bad.append(OffsetCommitResponsePartition(partition_index=index, error_code=code))
                    continue
                entries.append(
                    CommitEntry(
                        info.name,
                        info.topic_id,
                        index,
                        one.committed_offset,
                        one.committed_leader_epoch,
                        one.committed_metadata,
                        one.commit_timestamp,
                    )
                )
                answer = OffsetCommitResponsePartition(partition_index=index)
                good.append(answer)
                answers.append(answer)
            if bad:
                key = topic.topic_id if version >= _BY_ID else topic.name
                if key in refused:
                    refused[key].partitions += bad
                else:
                    refused[key] = OffsetCommitResponseTopic(name=topic.name, topic_id=topic.topic_id, partitions=bad)
            if good:
                accepted.append(OffsetCommitResponseTopic(name=topic.name, topic_id=topic.topic_id, partitions=good))
        if not entries:
            return OffsetCommitResponse(topics=list(refused.values()))
        try:
            codes, acknowledged = self._coordinator.shard(request.group_id).offsets.commit(
                request.group_id,
                request.member_id,
                request.group_instance_id,
                request.generation_id_or_member_epoch,
                entries,
                api_version=version,
                retention_ms=request.retention_time_ms,
            )
        except KlogError as error:
            return self.error_answer(version, request, error.code, error.message)
        for answer, outcome in zip(answers, codes, strict=True):
            answer.error_code = outcome
        response = OffsetCommitResponse(topics=_merged(refused, accepted, version) if refused else accepted)
        if acknowledged is None:
            return response
        waiting: Deferred[Any] = acknowledged
        return waiting.addCallbacks(lambda _: response, self._not_acknowledged, errbackArgs=(version, request))

    def error_answer(self, version: int, request: OffsetCommitRequest, code: ErrorCode, sentence: str | None) -> OffsetCommitResponse:
        """The same error for every partition."""
        topics = [
            OffsetCommitResponseTopic(
                name=topic.name,
                topic_id=topic.topic_id,
                partitions=[
                    OffsetCommitResponsePartition(partition_index=one.partition_index, error_code=code) for one in topic.partitions
                ],
            )
            for topic in request.topics
        ]
        return OffsetCommitResponse(topics=topics)

    def _find(self, topic: OffsetCommitRequestTopic, version: int) -> TopicInfo | None:
        if version >= _BY_ID:
            return self._coordination.topic_by_id(TopicId(topic.topic_id))
        return self._coordination.topics().get(topic.name)

    def _not_acknowledged(self, failure: Failure, version: int, request: OffsetCommitRequest) -> OffsetCommitResponse:
        error = failure.value
        if not isinstance(error, KlogError):
            failure.raiseException()
        return self.error_answer(version, request, error.code, error.message)


def _merged(
    refused: dict[str | bytes, OffsetCommitResponseTopic], accepted: list[OffsetCommitResponseTopic], version: int
) -> list[OffsetCommitResponseTopic]:
    for topic in accepted:
        key = topic.topic_id if version >= _BY_ID else topic.name
        if key in refused:
            refused[key].partitions += topic.partitions
        else:
            refused[key] = topic
    return list(refused.values())
