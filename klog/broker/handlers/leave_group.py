"""LeaveGroup: members leave a classic group.

| key | 13 |
|---|---|
| versions | 0 to 5 |
| 0 to 2 | one member |
| 3 | several, static ones by their instance id too (KIP-345); errors member by member |
| 4 | flexible |
| 5 | reasons (KIP-800) |

The rules are in ``klog.broker.groups.classic.protocol``.

=========================================================== =====================================
an empty group id                                           INVALID_GROUP_ID
the group, the member or the instance id is not known       UNKNOWN_MEMBER_ID
another member has the instance id                          FENCED_INSTANCE_ID
=========================================================== =====================================
"""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.handler import RequestContext
from klog.wire.messages.leave_group import LeaveGroupRequest, LeaveGroupResponse


class LeaveGroupHandler:
    """Hands leaves to `coordinator`'s classic protocol."""

    request_type = LeaveGroupRequest
    versions = (0, 5)

    def __init__(self, coordinator: GroupCoordinator) -> None:
        self._coordinator = coordinator

    def handle(self, context: RequestContext, request: LeaveGroupRequest) -> LeaveGroupResponse | Deferred[LeaveGroupResponse]:
        """The answer. Raises KlogError."""
        context.require(AclOperation.READ, AclResourceType.GROUP, request.group_id)
        result: LeaveGroupResponse | Deferred[LeaveGroupResponse] = self._coordinator.classic.leave(context, request)
        if context.api_version >= 3:
            return result
        if isinstance(result, Deferred):
            return result.addCallback(_for_one)
        return _for_one(result)


def _for_one(response: LeaveGroupResponse) -> LeaveGroupResponse:
    """Older versions know of one member, whose error is the answer's (``LeaveGroupResponse.java``)."""
    code = response.error_code or (response.members[0].error_code if response.members else 0)
    return LeaveGroupResponse(error_code=code)
