"""Heartbeat: a member of a classic group is alive, and hears whether it must join again.

| key | 12 |
|---|---|
| versions | 0 to 4 |
| 3 | static members (KIP-345) |
| 4 | flexible |

While a group is being loaded, every heartbeat is answered well: nobody can know better. The rules are in
``klog.broker.groups.classic.protocol``.

=========================================================== =====================================
an empty group id                                           INVALID_GROUP_ID
the group or the member id is not known                     UNKNOWN_MEMBER_ID
another member has the instance id                          FENCED_INSTANCE_ID
another generation                                          ILLEGAL_GENERATION
members are being gathered for the next generation          REBALANCE_IN_PROGRESS
=========================================================== =====================================
"""

from __future__ import annotations

from klog.acls import AclOperation, AclResourceType
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.heartbeat_fast_path import HeartbeatFastPath, heartbeat_fast_path
from klog.broker.handler import RequestContext
from klog.wire.messages.heartbeat import HeartbeatRequest, HeartbeatResponse


class HeartbeatHandler:
    """Hands heartbeats to `coordinator`'s classic protocol."""

    request_type = HeartbeatRequest
    versions = (0, 4)

    def __init__(self, coordinator: GroupCoordinator) -> None:
        self._coordinator = coordinator

    def handle(self, context: RequestContext, request: HeartbeatRequest) -> HeartbeatResponse:
        """The answer, at once. Raises KlogError."""
        context.require(AclOperation.READ, AclResourceType.GROUP, request.group_id)
        response: HeartbeatResponse = self._coordinator.classic.heartbeat(context, request)
        return response

    def again(self, context: RequestContext, request: HeartbeatRequest, answer: HeartbeatResponse) -> HeartbeatFastPath | None:
        """What answers the same heartbeat when it comes again."""
        return None if answer.error_code else heartbeat_fast_path(self._coordinator, request, context.api_version)
