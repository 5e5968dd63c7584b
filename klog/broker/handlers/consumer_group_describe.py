"""ConsumerGroupDescribe: the state and the members of consumer groups (KIP-848).

| key | 69 |
|---|---|
| versions | 0 to 1 |
| 1 | whether a member speaks the consumer or the classic protocol |

Errors are answered group by group.

=========================================================== =====================================
the broker's settings do not permit this protocol           UNSUPPORTED_VERSION
an empty group id                                           INVALID_GROUP_ID
there is no such group, or it is a classic one              GROUP_ID_NOT_FOUND
=========================================================== =====================================
"""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.broker.cluster_view import GROUP_OPERATIONS
from klog.broker.coordinators.shard import when_all_acknowledged
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.shard import Shard
from klog.broker.handler import RequestContext
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.consumer_group_describe import (
    ConsumerGroupDescribeRequest,
    ConsumerGroupDescribeResponse,
    DescribedGroup,
)


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
        groups: list[DescribedGroup] = self._coordinator.consumer.describe(request.group_ids)
        if request.include_authorized_operations:
            for group in groups:
                if group.error_code == ErrorCode.NONE:
                    group.authorized_operations = GROUP_OPERATIONS
        resting: list[tuple[Shard, int]] = []
        for number, group_id in enumerate(request.group_ids):
            try:
                resting.append((self._coordinator.shard(group_id), number))
            except KlogError:
                # That is what is told of it.
                continue

        def refuse(number: int, error: KlogError) -> None:
            groups[number] = DescribedGroup(group_id=request.group_ids[number], error_code=error.code)

        return when_all_acknowledged(resting, refuse, ConsumerGroupDescribeResponse(groups=groups))

    def error_answer(
        self, version: int, request: ConsumerGroupDescribeRequest, code: ErrorCode, sentence: str | None
    ) -> ConsumerGroupDescribeResponse:
        """The same error for every group asked for."""
        return ConsumerGroupDescribeResponse(groups=[DescribedGroup(group_id=group_id, error_code=code) for group_id in request.group_ids])
