"""ConsumerGroupDescribe: the state and the members of consumer groups (KIP-848).

| key | 69 |
|---|---|
| versions | 0 to 1 |
| 1 | whether a member speaks the consumer or the classic protocol |

Errors are answered group by group.

=========================================================== =====================================
the broker's settings do not permit this protocol           UNSUPPORTED_VERSION
an empty group id                                           INVALID_GROUP_ID
the client may not describe it                              GROUP_AUTHORIZATION_FAILED, first in the answer
a topic of a member's that the client may not describe      TOPIC_AUTHORIZATION_FAILED, and nothing of the group (CVE-2026-41115)
there is no such group, or it is a classic one              GROUP_ID_NOT_FOUND
=========================================================== =====================================

A group that is named again: `klog.broker.repeated_mentions`.
"""

from __future__ import annotations

from functools import partial

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.coordinators.shard import when_all_acknowledged
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.shard import Shard
from klog.broker.handler import RequestContext
from klog.broker.repeated_mentions import RepeatedMentions
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.consumer_group_describe import (
    ConsumerGroupDescribeRequest,
    ConsumerGroupDescribeResponse,
    DescribedGroup,
)

_HAS_OTHER_TOPICS = "The group has described topic(s) that the client is not authorized to describe."


def _may_see_topics(context: RequestContext, group: DescribedGroup) -> bool:
    """Whether who asks may describe all topics of which a member has partitions, or is to have some."""
    names = {
        topic.topic_name
        for member in group.members
        for assignment in (member.assignment, member.target_assignment)
        for topic in assignment.topic_partitions
    }
    return all(context.may(AclOperation.DESCRIBE, AclResourceType.TOPIC, name) for name in sorted(names))


class ConsumerGroupDescribeHandler:
    """Asks `coordinator`'s consumer protocol."""

    request_type = ConsumerGroupDescribeRequest
    versions = (0, 1)

    def __init__(self, coordinator: GroupCoordinator) -> None:
        self._coordinator = coordinator
        self._is_enabled = "consumer" in coordinator.environment.settings.rebalance_protocols

    def handle(
        self, context: RequestContext, request: ConsumerGroupDescribeRequest
    ) -> ConsumerGroupDescribeResponse | Deferred[ConsumerGroupDescribeResponse]:
        """The groups in the order in which they were asked for, when what they rest on is acknowledged."""
        if not self._is_enabled:
            return self.error_answer(context.api_version, request, ErrorCode.UNSUPPORTED_VERSION, None)
        denied, seen = context.sort(AclOperation.DESCRIBE, AclResourceType.GROUP, request.group_ids, str)
        groups = [DescribedGroup(group_id=group_id, error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED) for group_id in denied]
        mentions = RepeatedMentions[DescribedGroup](lambda group: len(group.members))
        for group_id in seen:
            again = mentions.again(group_id, partial(DescribedGroup, group_id=group_id, error_code=ErrorCode.INVALID_REQUEST))
            if again is not None:
                groups.append(again)
                continue
            [group] = self._coordinator.consumer.describe([group_id])
            if group.error_code == ErrorCode.NONE and not _may_see_topics(context, group):
                group = DescribedGroup(
                    group_id=group.group_id, error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED, error_message=_HAS_OTHER_TOPICS
                )
            elif group.error_code == ErrorCode.NONE and request.include_authorized_operations:
                group.authorized_operations = context.operations(AclResourceType.GROUP, group.group_id)
            groups.append(mentions.first(group_id, group))
        resting: list[tuple[Shard, int]] = []
        for number, group_id in enumerate(seen, len(denied)):
            try:
                resting.append((self._coordinator.shard(group_id), number))
            except KlogError:
                # That is what is told of it.
                continue

        def refuse(number: int, error: KlogError) -> None:
            groups[number] = DescribedGroup(group_id=groups[number].group_id, error_code=error.code)

        return when_all_acknowledged(resting, refuse, ConsumerGroupDescribeResponse(groups=groups))

    def error_answer(
        self, version: int, request: ConsumerGroupDescribeRequest, code: ErrorCode, sentence: str | None
    ) -> ConsumerGroupDescribeResponse:
        """The same error for every group asked for."""
        return ConsumerGroupDescribeResponse(groups=[DescribedGroup(group_id=group_id, error_code=code) for group_id in request.group_ids])
