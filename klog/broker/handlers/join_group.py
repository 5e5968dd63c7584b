"""JoinGroup: take part in a group of the classic protocol.

| key | 11 |
|---|---|
| versions | 0 to 9 |
| 0 | the session timeout serves as rebalance timeout |
| 1 | rebalance timeout |
| 4 | a member without an id is given one and asks again (KIP-394) |
| 5 | static members (KIP-345) |
| 6 | flexible |
| 7 | protocol type in the answer; a missing protocol name is null |
| 8 | reason (KIP-800) |
| 9 | skip assignment (KIP-814) |

The answer comes when the group's next generation is fixed, which may take as long as the rebalance timeout. The rules are in
``klog.broker.groups.classic.protocol``.

=========================================================== =====================================
an empty group id                                           INVALID_GROUP_ID
a session timeout outside the broker's bounds               INVALID_SESSION_TIMEOUT
the member id is not known                                  UNKNOWN_MEMBER_ID
another member has the instance id                          FENCED_INSTANCE_ID
no member id                                                MEMBER_ID_REQUIRED, with one
no protocol that all members can do                         INCONSISTENT_GROUP_PROTOCOL
the group is full                                           GROUP_MAX_SIZE_REACHED
=========================================================== =====================================
"""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.handler import RequestContext
from klog.errors import ErrorCode
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupResponse


class JoinGroupHandler:
    """Hands joins to `coordinator`'s classic protocol."""

    request_type = JoinGroupRequest
    versions = (0, 9)

    def __init__(self, coordinator: GroupCoordinator) -> None:
        self._coordinator = coordinator

    def handle(self, context: RequestContext, request: JoinGroupRequest) -> JoinGroupResponse | Deferred[JoinGroupResponse]:
        """The answer, mostly later. Raises KlogError."""
        context.require(AclOperation.READ, AclResourceType.GROUP, request.group_id)
        result: JoinGroupResponse | Deferred[JoinGroupResponse] = self._coordinator.classic.join(context, request)
        if isinstance(result, Deferred):
            return result.addCallback(_in_version, context.api_version)
        return _in_version(result, context.api_version)

    def error_answer(self, version: int, request: JoinGroupRequest, code: ErrorCode, sentence: str | None) -> JoinGroupResponse:
        """An answer with an error, which names no member."""
        return _in_version(JoinGroupResponse(error_code=code), version)


def _in_version(response: JoinGroupResponse, version: int) -> JoinGroupResponse:
    """No protocol is an empty name in old versions and null in newer ones (``JoinGroupResponse.java``)."""
    if not response.protocol_name:
        response.protocol_name = None if version >= 7 else ""
    return response
