"""The classic group protocol: JoinGroup, SyncGroup, Heartbeat and LeaveGroup.

Each call looks the group up, checks who asks (`Membership.check`), and acts by the group's state (`klog.broker.groups.classic.states` has
the table). It returns the answer, or a Deferred where the member must wait. Requests to a group of the new protocol are handed to
`coordinator.consumer` (``classic_join`` and so on); one without members is replaced by a classic group at the first join.

A new member is given an id and asks again with it (KIP-394), so that a lost answer leaves an id behind and no member. A static member
(KIP-345) is known by its instance id: it may come back under a new member id and take over what the old one had, without a rebalance; the
old one is fenced.

Where a change must last (the leader's assignment, a static member's new id), the record is written first, and answers leave when it counts
as acknowledged; where it cannot be written, those who wait get the error and the group goes on as before.

Source: ``GroupMetadataManager.classicGroupJoin``, ``classicGroupSync``, ``classicGroupHeartbeat``, ``classicGroupLeave`` and what they
call.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.coordinators.shard import when_acknowledged
from klog.broker.groups.classic.decisions import (
    ID_REQUIRED_VERSION,
    JoinAct,
    differs,
    first_of_each,
    join_act,
    may_join,
    new_member_id,
    reason_text,
    rebalance_timeout_ms_of,
)
from klog.broker.groups.classic.group import ClassicGroup, keep_classic_groups
from klog.broker.groups.classic.member import ClassicMember
from klog.broker.groups.classic.states import HEARTBEAT_ANSWERS, ClassicState
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.group import Group
from klog.broker.groups.shard import Shard
from klog.broker.handler import RequestContext
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.heartbeat import HeartbeatRequest, HeartbeatResponse
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupResponse
from klog.wire.messages.leave_group import LeaveGroupRequest, LeaveGroupResponse, MemberIdentity, MemberResponse
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupResponse

#: How long a new member's JoinGroup may wait: whether it is still there cannot be known otherwise
#: (``CLASSIC_GROUP_NEW_MEMBER_JOIN_TIMEOUT_MS``).
NEW_MEMBER_JOIN_TIMEOUT_MS = 5 * 60 * 1000
#: From this version on, a leader may be told to leave the assignment as it is (KIP-814).
SKIP_ASSIGNMENT_VERSION = 9

JoinResult = JoinGroupResponse | Deferred[JoinGroupResponse]
SyncResult = SyncGroupResponse | Deferred[SyncGroupResponse]

# Answers to heartbeats are the same for everybody.
_HEARTBEATS = {state: HeartbeatResponse(error_code=code) for state, code in HEARTBEAT_ANSWERS.items()}
_ALIVE = HeartbeatResponse()


class ClassicProtocol:
    """Answers the four requests of classic members.

    :param coordinator: finds the groups; its `consumer` takes requests to groups of the new protocol.
    """

    _log = Logger()

    def __init__(self, coordinator: GroupCoordinator) -> None:
        self._coordinator = coordinator
        self._environment = coordinator.environment

    def attach(self, shard: Shard) -> None:
        """Have `shard` keep classic groups; to be called before it is loaded."""
        keep_classic_groups(shard)

    # JoinGroup

    def join(self, context: RequestContext, request: JoinGroupRequest) -> JoinResult:
        """Take part in the next generation.

        :raises KlogError: the coordinator cannot be asked now.
        """
        settings = self._environment.settings
        if not request.group_id:
            return _not_joined(ErrorCode.INVALID_GROUP_ID, request.member_id)
        if not settings.min_session_timeout_ms <= request.session_timeout_ms <= settings.max_session_timeout_ms:
            return _not_joined(ErrorCode.INVALID_SESSION_TIMEOUT, request.member_id)
        shard = self._coordinator.shard(request.group_id)
        group = shard.groups.get(request.group_id)
        if group is not None and not isinstance(group, ClassicGroup) and not group.is_empty:
            result: JoinResult = self._coordinator.consumer.classic_join(context, request)
            return result
        if not isinstance(group, ClassicGroup):
            if request.member_id:
                return _not_joined(ErrorCode.UNKNOWN_MEMBER_ID, request.member_id)
            group = self._create(shard, request.group_id, group)
        return self._join(_Join(context, request, group))

    def _create(self, shard: Shard, group_id: str, replaced: Group | None) -> ClassicGroup:
        """An empty classic group, written, in the place of an empty group of the new protocol or of nothing."""
        group = ClassicGroup(group_id, shard)
        records = [*(replaced.tombstones() if replaced is not None else ()), group.as_record()]
        acknowledged = shard.write(records, apply=False)
        if acknowledged is not None:
            acknowledged.addErrback(self._not_written, f"the new group {group_id}")
        if replaced is not None:
            replaced.forget()
        shard.groups[group_id] = group
        return group

    def _join(self, join: _Join) -> JoinResult:
        group, request = join.group, join.request
        membership = group.membership
        member_id = request.member_id
        member = membership.members.get(member_id)
        if not may_join(
            group.state,
            is_member=member is not None,
            is_waiting=member is not None and member.waits_for_join,
            members=len(membership),
            waiting=membership.waiting_joins,
            most=self._environment.settings.max_size,
        ):
            membership.remove(member_id)
            group.rebalance.complete_if_all_joined()
            return _not_joined(ErrorCode.GROUP_MAX_SIZE_REACHED, "")
        if group.state is ClassicState.DEAD:
            return _not_joined(ErrorCode.COORDINATOR_NOT_AVAILABLE, member_id)
        if not group.supports(request.protocol_type, join.protocols):
            return _not_joined(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, member_id)
        if not member_id:
            return self._join_new(join)
        instance_id = request.group_instance_id
        if member_id in membership.pending_joins:
            if instance_id is not None:
                raise KlogError(
                    ErrorCode.UNKNOWN_SERVER_ERROR, f"member id {member_id} was given to a dynamic member, not to instance {instance_id}"
                )
            return self._add(join, member_id)
        try:
            member = membership.check(member_id, instance_id)
        except KlogError as error:
            return _not_joined(error.code, member_id)
        match join_act(group.state, is_leader=group.is_leader(member_id), has_changed=member.has_changed(join.protocols)):
            case JoinAct.REBALANCE:
                membership.update(member, join.protocols, join.rebalance_timeout_ms, request.session_timeout_ms)
                answer = membership.wait_for_join(member)
                group.rebalance.prepare_or_complete(f"member {member_id} joins again: {join.reason}")
                return answer
            case JoinAct.REPEAT:
                with_members = group.state is ClassicState.COMPLETING_REBALANCE and group.is_leader(member_id)
                return when_acknowledged(group.shard.write([]), group.joined(member_id, with_members=with_members))
            case JoinAct.UNKNOWN:
                return _not_joined(ErrorCode.UNKNOWN_MEMBER_ID, member_id)

    def _join_new(self, join: _Join) -> JoinResult:
        """Who joins has no member id yet: it gets one."""
        group, request = join.group, join.request
        instance_id = request.group_instance_id
        member_id = new_member_id(join.client_id, instance_id, self._environment.new_uuid())
        if instance_id is not None:
            known = group.membership.static.get(instance_id)
            return self._add(join, member_id) if known is None else self._replace(join, known, member_id)
        if join.context.api_version < ID_REQUIRED_VERSION:
            return self._add(join, member_id)
        deadline = self._environment.deadlines.new(functools.partial(group.rebalance.session_over, member_id))
        deadline.start(request.session_timeout_ms)
        group.membership.expect(member_id, deadline)
        return _not_joined(ErrorCode.MEMBER_ID_REQUIRED, member_id)

    def _add(self, join: _Join, member_id: str) -> JoinResult:
        """A new member."""
        group, request = join.group, join.request
        if group.state is ClassicState.PREPARING_REBALANCE and group.previous_state is ClassicState.EMPTY:
            group.rebalance.has_grown = True
        member = group.new_member(
            member_id,
            instance_id=request.group_instance_id,
            client_id=join.client_id,
            client_host=f"/{join.context.connection.peer_host}",
            rebalance_timeout_ms=join.rebalance_timeout_ms,
            session_timeout_ms=request.session_timeout_ms,
            protocol_type=request.protocol_type,
            protocols=join.protocols,
        )
        member.is_new = True
        answer = group.membership.wait_for_join(member)
        member.session.start(NEW_MEMBER_JOIN_TIMEOUT_MS)
        group.rebalance.prepare_or_complete(f"member {member_id} is new: {join.reason}")
        return answer

    # A static member that comes back

    def _replace(self, join: _Join, old_id: str, new_id: str) -> JoinResult:
        """A static member joins without its member id: it goes on under a new one (``updateStaticMemberThenRebalanceOrCompleteJoin``)."""
        group, request = join.group, join.request
        membership = group.membership
        leader_before = membership.leader_id or ""
        member = group.rename_member(membership.members[old_id], new_id)
        before = _Told(member.protocols, member.rebalance_timeout_ms, member.session_timeout_ms)
        membership.update(member, join.protocols, join.rebalance_timeout_ms, request.session_timeout_ms)
        # With the new timeout: heartbeats only ever move its end further away.
        member.keep_session()
        answer = membership.wait_for_join(member)
        if group.state is not ClassicState.STABLE:
            # In the second part of a rebalance the leader may know it by its old id only, so that there must be another one.
            group.rebalance.prepare_or_complete(f"static member {request.group_instance_id} came back: {join.reason}")
        elif group.chosen_protocol() != group.protocol_name:
            group.rebalance.prepare_or_complete(f"static member {request.group_instance_id} changes the protocol: {join.reason}")
        else:
            try:
                acknowledged = group.shard.write([group.as_record()], apply=False)
            except KlogError as error:
                self._undo_replacement(group, member, old_id, before, leader_before, error.code)
                return answer
            if acknowledged is None:
                self._replaced(join, member, leader_before)
            else:
                acknowledged.addCallbacks(
                    lambda result: self._replaced(join, member, leader_before),
                    lambda failure: self._undo_replacement(group, member, old_id, before, leader_before, _code(failure)),
                ).addErrback(self._mistake)
        return answer

    def _replaced(self, join: _Join, member: ClassicMember, leader_before: str) -> None:
        """The new id is in the log: the member goes on with the assignment that the old one had."""
        group = join.group
        if not member.waits_for_join:
            return
        if join.context.api_version >= SKIP_ASSIGNMENT_VERSION:
            leads = group.is_leader(member.member_id)
            response = group.joined(member.member_id, with_members=leads)
            response.skip_assignment = leads
        else:
            # It is not told that it leads: it would assign anew, and nobody is rebalancing.
            response = group.joined(member.member_id, with_members=False)
            response.leader = leader_before
        group.membership.answer_join(member, response)

    def _undo_replacement(
        self, group: ClassicGroup, member: ClassicMember, old_id: str, before: _Told, leader_before: str, code: ErrorCode
    ) -> None:
        """The new id could not be written: the old one counts again. Not where a rebalance has begun meanwhile: the next generation will be
        written with the new one."""
        membership = group.membership
        if group.state is not ClassicState.STABLE or membership.members.get(member.member_id) is not member or not member.waits_for_join:
            return
        self._log.warn("group {group}: {member} keeps its old id: {code}", group=group.group_id, member=old_id, code=code.name)
        response = group.joined("", with_members=False)
        response.leader = leader_before
        response.error_code = code
        membership.answer_join(member, response)
        membership.update(member, *before)
        group.rename_member(member, old_id).keep_session()

    # SyncGroup

    def sync(self, context: RequestContext, request: SyncGroupRequest) -> SyncResult:
        """Hand in the assignment, for the leader, and be given one's own.

        :raises KlogError: what the member must be told instead.
        """
        if not request.group_id:
            raise KlogError(ErrorCode.INVALID_GROUP_ID)
        group = self._coordinator.shard(request.group_id).groups.get(request.group_id)
        if group is None or group.is_empty:
            raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID)
        if not isinstance(group, ClassicGroup):
            result: SyncResult = self._coordinator.consumer.classic_sync(context, request)
            return result
        if group.state is ClassicState.DEAD:
            raise KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
        member = group.membership.check(request.member_id, request.group_instance_id)
        if request.generation_id != group.generation:
            raise KlogError(ErrorCode.ILLEGAL_GENERATION)
        if differs(request.protocol_type, group.protocol_type) or differs(request.protocol_name, group.protocol_name):
            raise KlogError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL)
        if group.state is ClassicState.PREPARING_REBALANCE:
            raise KlogError(ErrorCode.REBALANCE_IN_PROGRESS)
        group.rebalance.sync_received(member.member_id)
        if group.state is ClassicState.STABLE:
            return when_acknowledged(group.shard.write([]), group.synced(member))
        member.answer_sync(SyncGroupResponse(error_code=ErrorCode.REBALANCE_IN_PROGRESS))
        answer = member.wait_for_sync()
        if group.is_leader(member.member_id):
            self._assign(group, request)
        return answer

    def _assign(self, group: ClassicGroup, request: SyncGroupRequest) -> None:
        """Write what the leader has worked out."""
        given = {assignment.member_id: assignment.assignment for assignment in request.assignments}
        # Whom the leader left out gets nothing; whom nobody knows is left out.
        assignment = {member_id: given.get(member_id, b"") for member_id in group.membership.members}
        generation = group.generation
        try:
            acknowledged = group.shard.write([group.as_record(assignment)], apply=False)
        except KlogError as error:
            self._not_assigned(group, generation, error.code)
            return
        if acknowledged is None:
            self._assigned(group, generation, assignment)
        else:
            acknowledged.addCallbacks(
                lambda result: self._assigned(group, generation, assignment),
                lambda failure: self._not_assigned(group, generation, _code(failure)),
            ).addErrback(self._mistake)

    @staticmethod
    def _assigned(group: ClassicGroup, generation: int, assignment: Mapping[str, bytes]) -> None:
        """It is in the log. Another rebalance may have begun meanwhile; it counts for nothing then."""
        if group.state is ClassicState.COMPLETING_REBALANCE and group.generation == generation:
            group.rebalance.settle(assignment)

    @staticmethod
    def _not_assigned(group: ClassicGroup, generation: int, code: ErrorCode) -> None:
        """The assignment could not be written: every member that waits is told `code`, and joins again."""
        if group.state is ClassicState.COMPLETING_REBALANCE and group.generation == generation:
            group.rebalance.reset_assignment(code)
            group.rebalance.prepare(f"the assignment could not be written: {code.name}")

    # Heartbeat

    def heartbeat(self, context: RequestContext, request: HeartbeatRequest) -> HeartbeatResponse:
        """Say that a member is alive, and hear whether the group rebalances.

        :raises KlogError: what the member must be told instead.
        """
        group_id = request.group_id
        if not group_id:
            raise KlogError(ErrorCode.INVALID_GROUP_ID)
        try:
            group = self._coordinator.shard(group_id).groups.get(group_id)
        except KlogError as error:
            if error.code is ErrorCode.COORDINATOR_LOAD_IN_PROGRESS:
                # Nobody can know; it is alive in any case.
                return _ALIVE
            raise
        if group is None:
            raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID)
        if type(group) is not ClassicGroup:
            response: HeartbeatResponse = self._coordinator.consumer.classic_heartbeat(context, request)
            return response
        member = group.membership.members.get(request.member_id)
        if member is None or request.group_instance_id is not None:
            if group.state is ClassicState.DEAD:
                raise KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
            member = group.membership.check(request.member_id, request.group_instance_id)
        if request.generation_id != group.generation:
            raise KlogError(ErrorCode.ILLEGAL_GENERATION)
        session = member.session
        if session.due_s is None:
            session.start(member.session_timeout_ms)
        else:
            session.due_s = self._environment.deadlines.seconds() + member.session_timeout_ms / 1000
        return _HEARTBEATS[group.state]

    # LeaveGroup

    def leave(self, context: RequestContext, request: LeaveGroupRequest) -> LeaveGroupResponse | Deferred[LeaveGroupResponse]:
        """Have members leave; answered member by member (``members``), which a handler makes into what older versions expect.

        :raises KlogError: what is true for all of them.
        """
        if not request.group_id:
            raise KlogError(ErrorCode.INVALID_GROUP_ID)
        group = self._coordinator.shard(request.group_id).groups.get(request.group_id)
        leaving = request.members if context.api_version >= 3 else [MemberIdentity(member_id=request.member_id)]
        if group is None:
            return LeaveGroupResponse(members=[_left(identity, ErrorCode.UNKNOWN_MEMBER_ID) for identity in leaving])
        if not isinstance(group, ClassicGroup):
            response: LeaveGroupResponse | Deferred[LeaveGroupResponse] = self._coordinator.consumer.classic_leave(context, request)
            return response
        if group.state is ClassicState.DEAD:
            raise KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
        return LeaveGroupResponse(members=self._leave(group, leaving))

    def _leave(self, group: ClassicGroup, leaving: Sequence[MemberIdentity]) -> list[MemberResponse]:
        membership = group.membership
        responses = []
        gone = 0
        for identity in leaving:
            member_id = identity.member_id
            code = ErrorCode.NONE
            if not member_id:
                # A person removes a static member whose id he does not know.
                member_id = membership.static.get(identity.group_instance_id or "", "")
                code = ErrorCode.NONE if member_id else ErrorCode.UNKNOWN_MEMBER_ID
            elif member_id not in membership.pending_joins:
                try:
                    membership.check(member_id, identity.group_instance_id)
                except KlogError as error:
                    code = error.code
            if code is ErrorCode.NONE:
                self._log.debug(
                    "member {member} leaves group {group}: {reason}",
                    member=member_id,
                    group=group.group_id,
                    reason=reason_text(identity.reason),
                )
                membership.remove(member_id)
                gone += 1
            responses.append(_left(identity, code))
        if gone and group.state not in (ClassicState.EMPTY, ClassicState.DEAD):
            group.rebalance.prepare_or_complete(f"{gone} members left")
        return responses

    # What goes wrong

    def _not_written(self, failure: Failure, what: str) -> None:
        self._log.warn("{what} could not be written: {error}", what=what, error=failure.getErrorMessage())

    def _mistake(self, failure: Failure) -> None:
        self._log.failure("a mistake of klog's own in a group", failure)


class _Join:
    """One JoinGroup and what it goes to."""

    __slots__ = ("context", "group", "protocols", "request")

    def __init__(self, context: RequestContext, request: JoinGroupRequest, group: ClassicGroup) -> None:
        self.context = context
        self.request = request
        self.group = group
        self.protocols = first_of_each((protocol.name, protocol.metadata) for protocol in request.protocols)

    @property
    def client_id(self) -> str:
        """Empty where the client has none."""
        return self.context.client_id or ""

    @property
    def rebalance_timeout_ms(self) -> int:
        """Version 0 has none."""
        return rebalance_timeout_ms_of(self.request, self.context.api_version)

    @property
    def reason(self) -> str:
        """For the log."""
        return reason_text(self.request.reason)


class _Told(NamedTuple):
    """What a member told before."""

    protocols: Mapping[str, bytes]
    rebalance_timeout_ms: int
    session_timeout_ms: int


def _not_joined(code: ErrorCode, member_id: str) -> JoinGroupResponse:
    return JoinGroupResponse(error_code=code, member_id=member_id)


def _left(identity: MemberIdentity, code: ErrorCode) -> MemberResponse:
    return MemberResponse(member_id=identity.member_id, group_instance_id=identity.group_instance_id, error_code=code)


def _code(failure: Failure) -> ErrorCode:
    error: Any = failure.value
    return error.code if isinstance(error, KlogError) else ErrorCode.UNKNOWN_SERVER_ERROR
