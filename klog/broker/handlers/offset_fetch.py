"""OffsetFetch: how far a group has consumed.

| key | 9 |
|---|---|
| versions | 0 to 10 |
| 0 | an offset that was never committed is UNKNOWN_TOPIC_OR_PARTITION (Kafka looked for it in ZooKeeper); later it is -1 |
| 2 | all topics may be asked for (null); an error code for the whole, which before stood at every partition |
| 5 | leader epochs (KIP-320) |
| 6 | flexible |
| 7 | only offsets that no open transaction is about to change: UNSTABLE_OFFSET_COMMIT else (KIP-447) |
| 8 | several groups (KIP-709) |
| 9 | who asks: member and epoch (KIP-848) |
| 10 | topics by id; an offset that was committed for another topic of the name does not count |

Under the flush rule an answer has the last acknowledged values; one that insists on stable offsets has the newest ones, and waits until
they are acknowledged. A group all of whose offsets are asked for again, and a partition that is named again, which takes four bytes and
may have four thousand of metadata: `klog.broker.repeated_mentions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.acls import AclOperation, AclResourceType
from klog.broker.admin_answers import refusal_in, when_all
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.offsets import FetchedOffset
from klog.broker.handler import RequestContext
from klog.broker.repeated_mentions import RepeatedMentions, RepeatedRows
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicId
from klog.wire.messages.offset_fetch import (
    OffsetFetchRequest,
    OffsetFetchRequestGroup,
    OffsetFetchRequestTopics,
    OffsetFetchResponse,
    OffsetFetchResponseGroup,
    OffsetFetchResponsePartition,
    OffsetFetchResponsePartitions,
    OffsetFetchResponseTopic,
    OffsetFetchResponseTopics,
)

_TOP_LEVEL_ERROR = 2
_GROUPS = 8
_BY_ID = 10


class _Topic(NamedTuple):
    """One topic of an answer."""

    name: str
    topic_id: bytes
    offsets: Sequence[FetchedOffset]


class OffsetFetchHandler:
    """Reads from the groups' shards.

    :param coordination: names of topic ids.
    """

    request_type = OffsetFetchRequest
    versions = (0, 10)

    def __init__(self, coordinator: GroupCoordinator, coordination: ICoordination) -> None:
        self._coordinator = coordinator
        self._coordination = coordination

    def handle(self, context: RequestContext, request: OffsetFetchRequest) -> OffsetFetchResponse | Deferred[OffsetFetchResponse]:
        """The answer (``KafkaApis.handleOffsetFetchRequest``), at once or when what it tells is acknowledged."""
        version = context.api_version
        if version >= _GROUPS:
            waiting: list[Deferred[Any]] = []
            mentions = RepeatedMentions[OffsetFetchResponseGroup](lambda group: sum(len(topic.partitions) for topic in group.topics))
            named = RepeatedRows()
            groups = []
            for group in request.groups:
                name = (group.group_id, group.member_id, group.member_epoch) if group.topics is None else None
                refused = partial(OffsetFetchResponseGroup, group_id=group.group_id, topics=[], error_code=ErrorCode.INVALID_REQUEST)
                again = None if name is None else mentions.again(name, refused)
                groups.append(again or self._group(context, group, request.require_stable, waiting, named))
                if name is not None and again is None:
                    mentions.first(name, groups[-1])
            return when_all(waiting, OffsetFetchResponse(groups=groups))
        topics = request.topics
        wanted = None
        if topics is not None:
            wanted = [OffsetFetchRequestTopics(name=one.name, partition_indexes=one.partition_indexes) for one in topics]
        try:
            found, rests_on = self._fetch(
                context, OffsetFetchRequestGroup(group_id=request.group_id, topics=wanted), request.require_stable, RepeatedRows()
            )
        except KlogError as error:
            return self.error_answer(version, request, error.code, error.message)
        response = OffsetFetchResponse(topics=[_old_topic(topic, version) for topic in found])
        if rests_on is None:
            return response
        told: Deferred[OffsetFetchResponse] = rests_on.addCallbacks(
            lambda _: response, lambda failure: self.error_answer(version, request, _not_acknowledged(failure), None)
        )
        return told

    def error_answer(self, version: int, request: OffsetFetchRequest, code: ErrorCode, sentence: str | None) -> OffsetFetchResponse:
        """The error where this version has its place (``OffsetFetchResponse.groupError``)."""
        if version >= _GROUPS:
            groups = [OffsetFetchResponseGroup(group_id=one.group_id, topics=[], error_code=code) for one in request.groups]
            return OffsetFetchResponse(groups=groups)
        if version >= _TOP_LEVEL_ERROR:
            return OffsetFetchResponse(topics=[], error_code=code)
        topics = [
            _old_topic(
                _Topic(one.name, NO_TOPIC_ID, [FetchedOffset(index, code=code) for index in one.partition_indexes]), _TOP_LEVEL_ERROR
            )
            for one in request.topics or ()
        ]
        return OffsetFetchResponse(topics=topics)

    def _group(
        self,
        context: RequestContext,
        group: OffsetFetchRequestGroup,
        require_stable: bool,
        waiting: list[Deferred[Any]],
        named: RepeatedRows,
    ) -> OffsetFetchResponseGroup:
        """One group; what its answer rests on goes into `waiting`."""
        try:
            found, rests_on = self._fetch(context, group, require_stable, named)
        except KlogError as error:
            return OffsetFetchResponseGroup(group_id=group.group_id, topics=[], error_code=error.code)
        topics = [
            OffsetFetchResponseTopics(
                name=topic.name,
                topic_id=topic.topic_id,
                partitions=[
                    OffsetFetchResponsePartitions(
                        partition_index=one.partition,
                        committed_offset=one.offset,
                        committed_leader_epoch=one.leader_epoch,
                        metadata=one.metadata,
                        error_code=one.code,
                    )
                    for one in topic.offsets
                ],
            )
            for topic in found
        ]
        result = OffsetFetchResponseGroup(group_id=group.group_id, topics=topics)
        if rests_on is not None:
            waiting.append(rests_on.addErrback(_refuse, result))
        return result

    def _fetch(
        self, context: RequestContext, group: OffsetFetchRequestGroup, require_stable: bool, named: RepeatedRows
    ) -> tuple[list[_Topic], Deferred[None] | None]:
        """What is found, and what must be acknowledged before it is told. Of all topics those are left out that the client may not
        describe.

        :param named: the partitions that the request has named so far, of all groups.
        """
        version = context.api_version
        context.require(AclOperation.DESCRIBE, AclResourceType.GROUP, group.group_id)
        store = self._coordinator.shard(group.group_id).offsets
        if group.topics is None:
            offsets = store.fetch_all(group.group_id, group.member_id, group.member_epoch, require_stable=require_stable)
            seen = [found for found in offsets if context.would(AclOperation.DESCRIBE, AclResourceType.TOPIC, found[0])]
            return self._with_ids(seen, version), store.fetch_rests_on(require_stable=require_stable)
        unknown: list[_Topic] = []
        wanted: list[tuple[str, bytes, Sequence[int]]] = []
        all_refused: list[list[FetchedOffset]] = []
        for topic in group.topics:
            name = topic.name
            if version >= _BY_ID:
                info = self._coordination.topic_by_id(TopicId(topic.topic_id))
                if info is None:
                    code = ErrorCode.UNKNOWN_TOPIC_ID
                    unknown.append(_Topic("", topic.topic_id, [FetchedOffset(index, code=code) for index in topic.partition_indexes]))
                    continue
                name = info.name
            if not context.may(AclOperation.DESCRIBE, AclResourceType.TOPIC, name):
                denied = ErrorCode.TOPIC_AUTHORIZATION_FAILED
                unknown.append(_Topic(name, topic.topic_id, [FetchedOffset(index, code=denied) for index in topic.partition_indexes]))
                continue
            told: list[int] = []
            refused: list[FetchedOffset] = []
            for index in topic.partition_indexes:
                if named.may_be_told((group.group_id, name, index)):
                    told.append(index)
                else:
                    refused.append(FetchedOffset(index, code=ErrorCode.INVALID_REQUEST))
            wanted.append((name, topic.topic_id, told))
            all_refused.append(refused)
        answers = store.fetch(group.group_id, group.member_id, group.member_epoch, wanted, require_stable=require_stable)
        known = [
            _Topic(name, topic_id, found + refused)
            for (name, topic_id, _), found, refused in zip(wanted, answers, all_refused, strict=True)
        ]
        return known + unknown, store.fetch_rests_on(require_stable=require_stable)

    def _with_ids(self, offsets: list[tuple[str, list[FetchedOffset]]], version: int) -> list[_Topic]:
        if version < _BY_ID:
            return [_Topic(name, NO_TOPIC_ID, found) for name, found in offsets]
        topics = self._coordination.topics()
        # A topic that is gone has no id to be named by.
        return [_Topic(name, topics[name].topic_id, found) for name, found in offsets if name in topics]


def _not_acknowledged(failure: Failure) -> ErrorCode:
    """Consumers before Kafka 3.9 do not know COORDINATOR_NOT_AVAILABLE here (``handleOffsetFetchException``)."""
    code = refusal_in(failure).code
    return ErrorCode.NOT_COORDINATOR if code is ErrorCode.COORDINATOR_NOT_AVAILABLE else code


def _refuse(failure: Failure, result: OffsetFetchResponseGroup) -> None:
    result.error_code, result.topics = _not_acknowledged(failure), []


def _old_topic(topic: _Topic, version: int) -> OffsetFetchResponseTopic:
    partitions = []
    for partition, offset, leader_epoch, metadata, code in topic.offsets:
        if version == 0 and offset == -1 and code is ErrorCode.NONE:
            code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        partitions.append(
            OffsetFetchResponsePartition(
                partition_index=partition,
                committed_offset=offset,
                committed_leader_epoch=leader_epoch,
                metadata=metadata,
                error_code=code,
            )
        )
    return OffsetFetchResponseTopic(name=topic.name, partitions=partitions)
