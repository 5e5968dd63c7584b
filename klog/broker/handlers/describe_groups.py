"""DescribeGroups: state and members of classic groups.

| key | 15 |
|---|---|
| versions | 0 to 6 |
| 3 | what the client may do, where it asks (KIP-430) |
| 4 | static members (KIP-345) |
| 5 | flexible |
| 6 | a group that does not exist is GROUP_ID_NOT_FOUND with a sentence (KIP-1043); before it is "Dead" without an error |

Groups that the client may not describe stand first in the answer, with GROUP_AUTHORIZATION_FAILED, as in Kafka.

Groups of the consumer protocol do not exist here: ConsumerGroupDescribe tells of them.

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
from klog.wire.messages.describe_groups import DescribedGroup, DescribeGroupsRequest, DescribeGroupsResponse

_TOLD_NOT_FOUND = 6


class DescribeGroupsHandler:
    """Describes groups one by one."""

    request_type = DescribeGroupsRequest
    versions = (0, 6)

    def __init__(self, coordinator: GroupCoordinator) -> None:
        self._coordinator = coordinator

    def handle(self, context: RequestContext, request: DescribeGroupsRequest) -> DescribeGroupsResponse | Deferred[DescribeGroupsResponse]:
        """The answer (``GroupMetadataManager.describeGroups``), when what it rests on is acknowledged."""
        version = context.api_version
        tells_operations = version >= 3 and request.include_authorized_operations
        resting: list[tuple[Shard, int]] = []
        denied, seen = context.sort(AclOperation.DESCRIBE, AclResourceType.GROUP, request.groups, str)
        groups = [_error(group_id, ErrorCode.GROUP_AUTHORIZATION_FAILED) for group_id in denied]
        mentions = RepeatedMentions[DescribedGroup](lambda group: len(group.members))
        for group_id in seen:
            group = mentions.again(group_id, partial(_error, group_id, ErrorCode.INVALID_REQUEST))
            groups.append(group or mentions.first(group_id, self._describe(group_id, version)))
            resting.extend((shard, len(groups) - 1) for shard in self._shards(group_id))
            if tells_operations and not groups[-1].error_code:
                groups[-1].authorized_operations = context.operations(AclResourceType.GROUP, group_id)

        def refuse(number: int, error: KlogError) -> None:
            groups[number] = _error(groups[number].group_id, error.code)

        return when_all_acknowledged(resting, refuse, DescribeGroupsResponse(groups=groups))

    def error_answer(self, version: int, request: DescribeGroupsRequest, code: ErrorCode, sentence: str | None) -> DescribeGroupsResponse:
        """The same error for every group."""
        return DescribeGroupsResponse(groups=[_error(group_id, code) for group_id in request.groups])

    def _shards(self, group_id: str) -> list[Shard]:
        """What is told of a group rests on these: one, or none."""
        try:
            return [self._coordinator.shard(group_id)]
        except KlogError:
            return []

    def _describe(self, group_id: str, version: int) -> DescribedGroup:
        try:
            shard = self._coordinator.shard(group_id)
            group = shard.offsets.group_of(group_id)
            if group is None:
                raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} not found.")
            described: DescribedGroup = group.describe(version)
        except KlogError as error:
            if error.code is not ErrorCode.GROUP_ID_NOT_FOUND:
                return _error(group_id, error.code)
            described = _error(group_id, ErrorCode.NONE, "Dead")
            if version >= _TOLD_NOT_FOUND:
                described.error_code, described.error_message = error.code, error.message
        return described


def _error(group_id: str, code: ErrorCode, state: str = "") -> DescribedGroup:
    return DescribedGroup(error_code=code, group_id=group_id, group_state=state, protocol_type="", protocol_data="", members=[])
