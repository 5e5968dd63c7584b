"""SyncGroup: the leader of a classic group hands in the assignment, and every member fetches its own.

| key | 14 |
|---|---|
| versions | 0 to 5 |
| 3 | static members (KIP-345) |
| 4 | flexible |
| 5 | protocol type and name, which must be given and be the group's (KIP-559) |

The answer comes when the leader's assignment is written. The rules are in ``klog.broker.groups.classic.protocol``.

=========================================================== =====================================
an empty group id                                           INVALID_GROUP_ID
the member id is not known                                  UNKNOWN_MEMBER_ID
another member has the instance id                          FENCED_INSTANCE_ID
another generation                                          ILLEGAL_GENERATION
no or another protocol type or name                         INCONSISTENT_GROUP_PROTOCOL
members are being gathered for the next generation          REBALANCE_IN_PROGRESS
=========================================================== =====================================
"""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.handler import RequestContext
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupResponse


class SyncGroupHandler:
    """Hands syncs to `coordinator`'s classic protocol."""

    request_type = SyncGroupRequest
    versions = (0, 5)

    def __init__(self, coordinator: GroupCoordinator) -> None:
        self._coordinator = coordinator

    def handle(self, context: RequestContext, request: SyncGroupRequest) -> SyncGroupResponse | Deferred[SyncGroupResponse]:
        """The answer, mostly later. Raises KlogError."""
        context.require(AclOperation.READ, AclResourceType.GROUP, request.group_id)
        if context.api_version >= 5 and (request.protocol_type is None or request.protocol_name is None):
            raise KlogError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL)
        result: SyncGroupResponse | Deferred[SyncGroupResponse] = self._coordinator.classic.sync(context, request)
        return result
