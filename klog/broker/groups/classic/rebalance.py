"""How a classic group goes from one generation to the next: what begins a rebalance, who is waited for and how long, and who is given up.

A rebalance has two parts. In the first (PreparingRebalance) members are gathered: the answer to everybody's JoinGroup waits

- for a group that was empty: the initial delay, prolonged as long as new members come, up to the rebalance timeout;
- otherwise: until every member has joined and no id is out (KIP-394), or for the rebalance timeout; dynamic members that have not
  joined then are given up, static ones stay.

In the second (CompletingRebalance, and Stable until the last SyncGroup) everybody must sync within the rebalance timeout, or is given up,
which begins another rebalance. All the while sessions run; members that wait for the broker are excused.

Three kinds of deadlines: `_join` ends the first part, `_sync` the second, and each member has its session. Answers go out when all of a
step is done.

Source: ``GroupMetadataManager``: prepareRebalance, completeClassicGroupJoin, expirePendingSync, expireClassicGroupMemberHeartbeat,
propagateAssignment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.coordinators.shard import CoordinatorShard
from klog.broker.groups.classic.decisions import InitialDelay, first_delay, next_delay
from klog.broker.groups.classic.member import ClassicMember
from klog.broker.groups.classic.membership import Membership
from klog.broker.groups.classic.states import MAY_REBALANCE, ClassicState
from klog.broker.groups.group import GroupEnvironment
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.join_group import JoinGroupResponse
from klog.wire.messages.sync_group import SyncGroupResponse

#: How long static members are waited for of whom none has come, at least: they may allow no time at all.
LEAST_WAIT_MS = 1000

_PREPARING, _COMPLETING, _STABLE = ClassicState.PREPARING_REBALANCE, ClassicState.COMPLETING_REBALANCE, ClassicState.STABLE


class RebalancingGroup(Protocol):
    """What a rebalance asks of its group, and has it do (``group.ClassicGroup``)."""

    group_id: str
    state: ClassicState
    previous_state: ClassicState
    generation: int
    membership: Membership

    @property
    def shard(self) -> CoordinatorShard[GroupEnvironment]:
        """The shard that keeps the group."""

    def become(self, state: ClassicState) -> None:
        """Go to `state`."""

    def next_generation(self) -> None:
        """Fix the members that are there as a generation, or find that nobody is left."""

    def is_leader(self, member_id: str) -> bool:
        """Whether this member leads the group: it is the one who assigns."""

    def joined(self, member_id: str, *, with_members: bool) -> JoinGroupResponse:
        """The answer to a JoinGroup of the present generation."""

    def synced(self, member: ClassicMember) -> SyncGroupResponse:
        """The answer to a SyncGroup of the present generation."""

    def as_record(self) -> CoordinatorRecord:
        """The present generation, as it is written."""


class Rebalance:
    """See the module.

    :ivar has_grown: somebody came while an empty group waits for its first members.
    """

    __slots__ = ("_delay", "_group", "_join", "_sync", "has_grown")

    _log = Logger()

    def __init__(self, group: RebalancingGroup) -> None:
        deadlines = group.shard.environment.deadlines
        self._group = group
        self._join = deadlines.new(self._join_over)
        self._sync = deadlines.new(self._sync_over)
        # Of a group that was empty; None in other rebalances.
        self._delay: InitialDelay | None = None
        self.has_grown = False

    def stop(self) -> None:
        """Stop all timers of the rebalance."""
        self._join.cancel()
        self._sync.cancel()

    # The first part

    def prepare_or_complete(self, reason: str) -> None:
        """Somebody came, went or changed: begin a rebalance, or see whether the one that is under way has everybody now."""
        if self._group.state in MAY_REBALANCE:
            self.prepare(reason)
        else:
            self.complete_if_all_joined()

    def prepare(self, reason: str) -> None:
        """Begin a rebalance. Raises `ImpermissibleTransition` where one is being prepared."""
        group = self._group
        if group.state is _COMPLETING:
            self.reset_assignment(ErrorCode.REBALANCE_IN_PROGRESS)
        group.membership.pending_syncs.clear()
        self._sync.cancel()
        was_empty = group.state is ClassicState.EMPTY
        group.become(_PREPARING)
        self._log.info("group {group} rebalances after generation {generation}: {reason}", **self._fields, reason=reason)
        self._delay = None
        self.has_grown = False
        timeout_ms = group.membership.rebalance_timeout_ms
        if was_empty:
            self._delay = first_delay(group.shard.environment.settings.initial_rebalance_delay_ms, timeout_ms)
            self._join.start(self._delay.delay_ms)
        elif group.membership.all_have_joined:
            self._complete()
        else:
            self._join.start(timeout_ms)

    def complete_if_all_joined(self) -> None:
        """End the first part where nobody is missed; a group that was empty waits for its time whoever is there."""
        group = self._group
        if group.state is _PREPARING and group.previous_state is not ClassicState.EMPTY and group.membership.all_have_joined:
            self._complete()

    def _join_over(self) -> None:
        """The time to join is over."""
        if self._delay is not None:
            settings = self._group.shard.environment.settings
            delay = next_delay(self._delay, settings.initial_rebalance_delay_ms, has_grown=self.has_grown)
            if delay is not None:
                self._delay = delay
                self.has_grown = False
                self._join.start(delay.delay_ms)
                return
        self._complete()

    def _complete(self) -> None:
        """Go on with those that have joined."""
        group = self._group
        membership = group.membership
        self._join.cancel()
        late = [member for member in membership.members.values() if member.instance_id is None and not member.waits_for_join]
        for member in late:
            membership.remove(member.member_id)
        if late:
            self._log.debug("group {group}: {count} members did not join in time", **self._fields, count=len(late))
        if not membership.elect_joined_leader() and membership.members:
            # Only static members are left, and none of them has come; their sessions or another join will decide.
            self._join.start(max(membership.rebalance_timeout_ms, LEAST_WAIT_MS))
            return
        self._delay = None
        group.next_generation()
        self._log.debug("group {group} has generation {generation} with {count} members", **self._fields, count=len(membership))
        if group.state is ClassicState.EMPTY:
            self._store_empty()
            return
        members = list(membership.members.values())
        answers = [group.joined(member.member_id, with_members=group.is_leader(member.member_id)) for member in members]
        for member in members:
            member.keep_session()
            member.is_new = False
            membership.pending_syncs.add(member.member_id)
        self._sync.start(membership.rebalance_timeout_ms)
        for member, answer in zip(members, answers, strict=True):
            membership.answer_join(member, answer)

    def _store_empty(self) -> None:
        """Write that nobody is left. Where that fails, the old generation would come back at a restart and die of its sessions."""
        group = self._group
        try:
            acknowledged = group.shard.write([group.as_record()], apply=False)
        except KlogError as error:
            self._not_written(Failure(error))  # type: ignore[no-untyped-call]
            return
        if acknowledged is not None:
            acknowledged.addErrback(self._not_written)

    def _not_written(self, failure: Failure) -> None:
        error = failure.getErrorMessage()
        self._log.warn("the empty group {group} could not be written: {error}", **self._fields, error=error)

    # The second part

    def sync_received(self, member_id: str) -> None:
        """A member's SyncGroup came."""
        pending = self._group.membership.pending_syncs
        pending.discard(member_id)
        if not pending:
            self._sync.cancel()

    def _sync_over(self) -> None:
        """The time to sync is over: who has not, goes."""
        group = self._group
        if group.state not in (_COMPLETING, _STABLE):
            return
        membership = group.membership
        pending = [member_id for member_id in membership.members if member_id in membership.pending_syncs]
        if not pending:
            return
        for member_id in pending:
            membership.remove(member_id)
        self.prepare(f"{len(pending)} members did not sync in time")

    def settle(self, assignment: Mapping[str, bytes]) -> None:
        """The leader's assignment is in the log: the group is stable, and everybody who waits is given his.

        :param assignment: by member id, for all members.
        """
        group = self._group
        members = list(group.membership.members.values())
        for member in members:
            member.assignment = assignment[member.member_id]
        group.become(_STABLE)
        for member in members:
            if member.waits_for_sync:
                # Its session may have ended while it was excused.
                member.keep_session()
                member.answer_sync(group.synced(member))

    def reset_assignment(self, why: ErrorCode) -> None:
        """There is no assignment; whoever waits for his is told `why`."""
        members = list(self._group.membership.members.values())
        for member in members:
            member.assignment = b""
        for member in members:
            if member.waits_for_sync:
                member.keep_session()
                member.answer_sync(SyncGroupResponse(error_code=why))

    # Sessions

    def session_over(self, member_id: str) -> None:
        """A member's session has run out: it is removed."""
        group = self._group
        if group.state is ClassicState.DEAD:
            return
        membership = group.membership
        if member_id in membership.pending_joins:
            membership.remove(member_id)
            if group.state is _PREPARING and membership.all_have_joined:
                self._complete()
            return
        member = membership.members.get(member_id)
        if member is None or member.is_excused:
            return
        self._log.debug("group {group} gives up member {member}: its session is over", **self._fields, member=member_id)
        membership.remove(member_id)
        if group.state in (_COMPLETING, _STABLE):
            self.prepare(f"the session of member {member_id} is over")
        elif group.state is _PREPARING and membership.all_have_joined:
            self._complete()

    @property
    def _fields(self) -> dict[str, object]:
        return {"group": self._group.group_id, "generation": self._group.generation}
