"""ListGroups: the groups that this broker coordinates.

| key | 16 |
|---|---|
| versions | 0 to 5 |
| 3 | flexible |
| 4 | filtered by state, which is answered (KIP-518) |
| 5 | filtered by type, which is answered (KIP-848) |

Who may describe the cluster sees all groups; others see those that they may describe.

Both filters take any case. A type that klog does not know fits no group. Groups that are being loaded make the whole
COORDINATOR_LOAD_IN_PROGRESS; where there is no coordinator at all, there are no groups.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.coordinators.shard import ShardState, when_all_acknowledged
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.handler import RequestContext
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.list_groups import ListedGroup, ListGroupsRequest, ListGroupsResponse


class ListGroupsHandler:
    """Lists what the shards hold."""

    request_type = ListGroupsRequest
    versions = (0, 5)

    def __init__(self, coordinator: GroupCoordinator) -> None:
        self._coordinator = coordinator

    def handle(self, context: RequestContext, request: ListGroupsRequest) -> ListGroupsResponse | Deferred[ListGroupsResponse]:
        """The answer (``GroupCoordinatorService.listGroups``), when what it rests on is acknowledged. Raises KlogError for the whole."""
        sees_all = context.may_with_cluster(AclOperation.DESCRIBE)
        states = {state.strip().lower() for state in request.states_filter}
        types = {name.strip().lower() for name in request.types_filter}
        groups: list[ListedGroup] = []
        # One that has failed has nothing to tell.
        shards = [shard for shard in self._coordinator.shards.values() if shard.state is not ShardState.FAILED]
        for shard in shards:
            if shard.state is ShardState.LOADING:
                raise KlogError(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
            for group in shard.offsets.all_groups():
                state, kind = group.state_name, group.kind.value
                if (states and state.lower() not in states) or (types and kind not in types):
                    continue
                if not sees_all and not context.would(AclOperation.DESCRIBE, AclResourceType.GROUP, group.group_id):
                    continue
                groups.append(
                    ListedGroup(group_id=group.group_id, protocol_type=group.protocol_type or "", group_state=state, group_type=kind)
                )
        response = ListGroupsResponse(groups=groups)

        def refuse(part: None, error: KlogError) -> None:
            response.error_code, response.groups = error.code, []

        return when_all_acknowledged([(shard, None) for shard in shards], refuse, response)

    def error_answer(self, version: int, request: ListGroupsRequest, code: ErrorCode, sentence: str | None) -> ListGroupsResponse:
        """The error of the whole."""
        return ListGroupsResponse(error_code=code, groups=[])
