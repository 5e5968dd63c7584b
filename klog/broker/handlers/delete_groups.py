"""DeleteGroups: forget groups that have no members, with their offsets (KIP-229).

| key | 42 |
|---|---|
| versions | 0 to 2 |
| 2 | flexible |

Each group has its own outcome: NON_EMPTY_GROUP, GROUP_ID_NOT_FOUND, GROUP_AUTHORIZATION_FAILED (these stand first), or what its shard says.
A group that is named twice is deleted once.
"""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.acls import AclOperation, AclResourceType
from klog.broker.admin_answers import refusal_in, when_all
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.handler import RequestContext
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.delete_groups import DeletableGroupResult, DeleteGroupsRequest, DeleteGroupsResponse


class DeleteGroupsHandler:
    """Deletes groups one by one."""

    request_type = DeleteGroupsRequest
    versions = (0, 2)

    def __init__(self, coordinator: GroupCoordinator) -> None:
        self._coordinator = coordinator

    def handle(self, context: RequestContext, request: DeleteGroupsRequest) -> DeleteGroupsResponse | Deferred[DeleteGroupsResponse]:
        """The answer (``GroupCoordinatorShard.deleteGroups``)."""
        results: list[DeletableGroupResult] = []
        waiting: list[Deferred[Any]] = []
        denied, wanted = context.sort(AclOperation.DELETE, AclResourceType.GROUP, dict.fromkeys(request.groups_names), str)
        results += [DeletableGroupResult(group_id=group_id, error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED) for group_id in denied]
        for group_id in wanted:
            result = DeletableGroupResult(group_id=group_id)
            results.append(result)
            try:
                acknowledged = self._coordinator.shard(group_id).offsets.delete_group(group_id)
            except KlogError as error:
                result.error_code = error.code
                continue
            if acknowledged is not None:
                waiting.append(acknowledged.addErrback(_failed, result))
        return when_all(waiting, DeleteGroupsResponse(results=results))

    def error_answer(self, version: int, request: DeleteGroupsRequest, code: ErrorCode, sentence: str | None) -> DeleteGroupsResponse:
        """The same error for every group."""
        return DeleteGroupsResponse(results=[DeletableGroupResult(group_id=group_id, error_code=code) for group_id in request.groups_names])


def _failed(failure: Failure, result: DeletableGroupResult) -> None:
    result.error_code = refusal_in(failure).code
