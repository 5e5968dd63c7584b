"""ConsumerGroupHeartbeat: all that a member of a consumer group says to its coordinator (KIP-848).

| key | 68 |
|---|---|
| versions | 0 to 1 |
| 0 | the coordinator makes a member's id where it has none |
| 1 | regular expressions; members make their ids (KIP-1082) |

The member's epoch says what it wants: 0 to join, above that to go on, -1 to leave, -2 to be back soon under the same instance id. The
rules are in ``klog.broker.groups.consumer.protocol``.

=========================================================== =====================================
the broker's settings do not permit this protocol           UNSUPPORTED_VERSION
something is missing or empty                               INVALID_REQUEST
there is no such group, or it is a classic one              GROUP_ID_NOT_FOUND
the member id or the instance id is not known               UNKNOWN_MEMBER_ID
another epoch than the member's                             FENCED_MEMBER_EPOCH
another member has the instance id now                      FENCED_INSTANCE_ID
another member has it still                                 UNRELEASED_INSTANCE_ID
the group is full                                           GROUP_MAX_SIZE_REACHED
there is no such assignor                                   UNSUPPORTED_ASSIGNOR
the regular expression is none                              INVALID_REGULAR_EXPRESSION
=========================================================== =====================================
"""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.handler import RequestContext
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse


class ConsumerGroupHeartbeatHandler:
    """Hands heartbeats to `coordinator`'s consumer protocol."""

    request_type = ConsumerGroupHeartbeatRequest
    versions = (0, 1)

    def __init__(self, coordinator: GroupCoordinator) -> None:
        self._coordinator = coordinator
        self._is_enabled = "consumer" in coordinator.environment.settings.rebalance_protocols

    def handle(
        self, context: RequestContext, request: ConsumerGroupHeartbeatRequest
    ) -> ConsumerGroupHeartbeatResponse | Deferred[ConsumerGroupHeartbeatResponse]:
        """The answer. Raises KlogError."""
        if not self._is_enabled:
            raise KlogError(ErrorCode.UNSUPPORTED_VERSION, "The version of API is not supported.")
        context.require(AclOperation.READ, AclResourceType.GROUP, request.group_id)
        for name in dict.fromkeys(request.subscribed_topic_names or ()):
            context.require(AclOperation.DESCRIBE, AclResourceType.TOPIC, name)
        response: ConsumerGroupHeartbeatResponse | Deferred[ConsumerGroupHeartbeatResponse]
        response = self._coordinator.consumer.heartbeat(context, request)
        return response
