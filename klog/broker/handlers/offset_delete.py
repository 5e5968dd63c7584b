"""OffsetDelete: forget a group's offsets of some partitions (KIP-496).

| key | 47 |
|---|---|
| versions | 0 |

Topics that the group consumes are refused (GROUP_SUBSCRIBED_TO_TOPIC), those that do not exist are UNKNOWN_TOPIC_OR_PARTITION, those that
the client may not read TOPIC_AUTHORIZATION_FAILED; an offset
that was never committed is forgotten easily. The group is looked at even where nothing is left to delete.
"""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.coordinators.shard import when_acknowledged
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.offset_delete import (
    OffsetDeleteRequest,
    OffsetDeleteResponse,
    OffsetDeleteResponsePartition,
    OffsetDeleteResponseTopic,
)


class OffsetDeleteHandler:
    """Deletes through the group's shard.

    :param coordination: which topics there are.
    """

    request_type = OffsetDeleteRequest
    versions = (0, 0)

    def __init__(self, coordinator: GroupCoordinator, coordination: ICoordination) -> None:
        self._coordinator = coordinator
        self._coordination = coordination

    def handle(self, context: RequestContext, request: OffsetDeleteRequest) -> OffsetDeleteResponse | Deferred[OffsetDeleteResponse]:
        """The answer (``KafkaApis.handleOffsetDeleteRequest``). Raises KlogError for the whole."""
        context.require(AclOperation.DELETE, AclResourceType.GROUP, request.group_id)
        if not request.group_id:
            raise KlogError(ErrorCode.INVALID_GROUP_ID)
        topics = self._coordination.topics()
        refused: dict[str, OffsetDeleteResponseTopic] = {}
        wanted: list[tuple[str, list[int]]] = []
        for topic in request.topics:
            info = topics.get(topic.name)
            indexes = [one.partition_index for one in topic.partitions]
            code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            if not context.may(AclOperation.READ, AclResourceType.TOPIC, topic.name):
                info, code = None, ErrorCode.TOPIC_AUTHORIZATION_FAILED
            count = 0 if info is None else len(info.partitions)
            good = [index for index in indexes if 0 <= index < count]
            if len(good) != len(indexes):
                answer = refused.setdefault(topic.name, OffsetDeleteResponseTopic(name=topic.name, partitions=[]))
                answer.partitions += [
                    OffsetDeleteResponsePartition(partition_index=index, error_code=code) for index in indexes if not 0 <= index < count
                ]
            if good:
                wanted.append((topic.name, good))
        codes, acknowledged = self._coordinator.shard(request.group_id).offsets.delete(request.group_id, wanted)
        answers: list[Any] = list(refused.values())
        for (name, indexes), of_topic in zip(wanted, codes, strict=True):
            # A topic that was asked for twice is answered twice, unless anything was refused (``OffsetDeleteResponse.Builder.merge``).
            if name in refused:
                answer = refused[name]
            else:
                answer = OffsetDeleteResponseTopic(name=name, partitions=[])
                answers.append(answer)
                if refused:
                    refused[name] = answer
            answer.partitions += [
                OffsetDeleteResponsePartition(partition_index=index, error_code=code) for index, code in zip(indexes, of_topic, strict=True)
            ]
        return when_acknowledged(acknowledged, OffsetDeleteResponse(topics=answers))

    def error_answer(self, version: int, request: OffsetDeleteRequest, code: ErrorCode, sentence: str | None) -> OffsetDeleteResponse:
        """The error of the whole."""
        return OffsetDeleteResponse(error_code=code, topics=[])
