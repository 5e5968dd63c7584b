"""A heartbeat that was answered well, kept so that the next one like it needs no more than a look whether all is as it was.

Members send the same Heartbeat every few seconds, thousands of them in a second; each stands in a group that hardly ever changes. What was
looked up for the first one is kept with the connection (`BrokerProtocol.expect_again` in ``klog.net``): group, member, the bytes of
the answer. When the same bytes come again, `HeartbeatFastPath` looks at the group as it is now: every condition under which
``ClassicProtocol.heartbeat`` says that all is well is looked at again, and where one does not hold the request goes the usual way. No
change anywhere has to be reported to it, so no report can be forgotten.
"""

from __future__ import annotations

from klog.broker.coordinators.shard import ShardState
from klog.broker.groups.classic.group import ClassicGroup
from klog.broker.groups.classic.states import ClassicState
from klog.broker.groups.coordinator import GroupCoordinator
from klog.errors import KlogError
from klog.wire.messages.heartbeat import HeartbeatRequest, HeartbeatResponse
from klog.wire.server import encode_answer

_ACTIVE, _STABLE = ShardState.ACTIVE, ClassicState.STABLE


def _well(version: int) -> tuple[bytes, bytes]:
    """What stands around the correlation id in the answer that all is well."""
    answer = b"".join(encode_answer(HeartbeatResponse(), version, 0))  # type: ignore[arg-type]
    return answer[:4], answer[8:]


_WELL = {version: _well(version) for version in range(HeartbeatRequest.valid_versions.highest + 1)}


class HeartbeatFastPath:
    """The answer to a member's next Heartbeats, as long as its place in a stable group is what it was.

    :param group: the group of the shard that has it now.
    :param request: the heartbeat that was answered well.
    :param version: of the request.
    """

    __slots__ = ("_deadlines", "_generation", "_group", "_head", "_instance_id", "_member", "_member_id", "_shard", "_tail")

    def __init__(self, group: ClassicGroup, request: HeartbeatRequest, version: int) -> None:
        self._group = group
        self._shard = group.shard
        self._member_id = request.member_id
        self._instance_id = request.group_instance_id
        self._generation = request.generation_id
        self._member = group.membership.members[request.member_id]
        self._deadlines = group.shard.environment.deadlines
        self._head, self._tail = _WELL[version]

    def __call__(self, correlation_id: bytes) -> bytes | None:
        """The whole answer to the same heartbeat, the member's session prolonged; None: it must be looked at in the usual way."""
        group, member, member_id = self._group, self._member, self._member_id
        if group.state is not _STABLE or group.generation != self._generation:
            return None
        membership = group.membership
        if membership.members.get(member_id) is not member:
            return None
        instance_id = self._instance_id
        if instance_id is not None and membership.static.get(instance_id) != member_id:
            return None
        shard = self._shard
        if shard.state is not _ACTIVE or shard.groups.get(group.group_id) is not group:
            return None
        session = member.session
        if session.due_s is None:
            return None
        session.due_s = self._deadlines.seconds() + member.session_timeout_ms / 1000
        return self._head + correlation_id + self._tail


def heartbeat_fast_path(coordinator: GroupCoordinator, request: HeartbeatRequest, version: int) -> HeartbeatFastPath | None:
    """The fast path of a member that was just told that all is well; None where its group is not stable, or not classic."""
    try:
        group = coordinator.shard(request.group_id).groups.get(request.group_id)
    except KlogError:
        return None
    if type(group) is not ClassicGroup or group.state is not _STABLE or request.member_id not in group.membership.members:
        return None
    return HeartbeatFastPath(group, request, version)
