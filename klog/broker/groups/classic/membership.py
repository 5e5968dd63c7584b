"""Who belongs to a classic group: members, static members by instance id, those who were given an id and have not come back with it
(KIP-394), who leads, and what protocols all of them can do. Only what follows from that; states and time are elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from twisted.internet.defer import Deferred

from klog.broker.coordinators.deadlines import Deadline
from klog.broker.groups.classic.member import ClassicMember, answer_if_waiting
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.join_group import JoinGroupResponse
from klog.wire.messages.sync_group import SyncGroupResponse

#: So many ids may be given out to those who have not come back with them; then the oldest is forgotten. Kafka has no such bound.
MOST_PENDING = 10_000


class Membership:
    """See the module.

    :ivar members: by member id.
    :ivar static: member ids by instance id.
    :ivar pending_joins: deadlines of ids that were given out and have not joined, the oldest first.
    :ivar pending_syncs: members of the present generation whose SyncGroup has not come.
    :ivar waiting_joins: how many members wait for the answer to a JoinGroup.
    """

    __slots__ = ("_supported", "leader_id", "members", "pending_joins", "pending_syncs", "protocol_type", "static", "waiting_joins")

    def __init__(self) -> None:
        self.members: dict[str, ClassicMember] = {}
        self.static: dict[str, str] = {}
        self.pending_joins: dict[str, Deadline] = {}
        self.pending_syncs: set[str] = set()
        self.leader_id: str | None = None
        self.protocol_type: str | None = None
        self.waiting_joins = 0
        # How many members can do each protocol.
        self._supported: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.members)

    # Questions

    @property
    def all_have_joined(self) -> bool:
        """Whether nobody is missed: each member waits for the next generation, and no id is out."""
        return self.waiting_joins == len(self.members) and not self.pending_joins

    @property
    def rebalance_timeout_ms(self) -> int:
        """The longest of all members'."""
        return max((member.rebalance_timeout_ms for member in self.members.values()), default=0)

    def can_all_do(self, protocol_type: str, names: Iterable[str]) -> bool:
        """Whether a member with these protocols fits to those that are there."""
        count = len(self.members)
        supported = self._supported
        return self.protocol_type == protocol_type and any(supported.get(name, 0) == count for name in names)

    def check(self, member_id: str, instance_id: str | None) -> ClassicMember:
        """The member that somebody says to be.

        :raises KlogError: UNKNOWN_MEMBER_ID; FENCED_INSTANCE_ID where another one has that instance id by now.
        """
        if instance_id is not None:
            current = self.static.get(instance_id)
            if current is None:
                raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID)
            if current != member_id:
                raise KlogError(ErrorCode.FENCED_INSTANCE_ID)
        member = self.members.get(member_id)
        if member is None:
            raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID)
        return member

    # Changes

    def add(self, member: ClassicMember) -> None:
        """A new member. It leads where nobody does, and a first one says what the protocol type is."""
        member_id = member.member_id
        if member.instance_id is not None:
            if member.instance_id in self.static:
                raise RuntimeError(f"instance id {member.instance_id!r} is a member already")
            self.static[member.instance_id] = member_id
        if not self.members:
            self.protocol_type = member.protocol_type
        if self.leader_id is None:
            self.leader_id = member_id
        self.members[member_id] = member
        self._count(member.protocols, 1)
        pending = self.pending_joins.pop(member_id, None)
        if pending is not None:
            pending.cancel()

    def update(self, member: ClassicMember, protocols: Mapping[str, bytes], rebalance_timeout_ms: int, session_timeout_ms: int) -> None:
        """The member is there already and has joined with other protocols or timeouts: these count from now on."""
        self._count(member.protocols, -1)
        member.protocols = dict(protocols)
        self._count(member.protocols, 1)
        member.rebalance_timeout_ms = rebalance_timeout_ms
        member.session_timeout_ms = session_timeout_ms

    def remove(self, member_id: str, why: ErrorCode = ErrorCode.UNKNOWN_MEMBER_ID) -> ClassicMember | None:
        """It goes, member or pending; what it waits for is answered with `why`. Where it led, now the one does who is there longest."""
        pending = self.pending_joins.pop(member_id, None)
        if pending is not None:
            pending.cancel()
        self.pending_syncs.discard(member_id)
        member = self.members.pop(member_id, None)
        if member is None:
            return None
        member.session.cancel()
        self._count(member.protocols, -1)
        if member.instance_id is not None:
            del self.static[member.instance_id]
        if self.leader_id == member_id:
            self.leader_id = next(iter(self.members), None)
        self.answer_join(member, JoinGroupResponse(error_code=why))
        member.answer_sync(SyncGroupResponse(error_code=why))
        return member

    def rename(self, member: ClassicMember, member_id: str, session: Deadline) -> ClassicMember:
        """A static member came back under another id; whoever still waits under the old one is fenced."""
        assert member.instance_id is not None
        old_id = member.member_id
        del self.members[old_id]
        member.session.cancel()
        fenced = ErrorCode.FENCED_INSTANCE_ID
        self.answer_join(member, JoinGroupResponse(error_code=fenced, member_id=old_id))
        member.answer_sync(SyncGroupResponse(error_code=fenced))
        renamed = member.renamed(member_id, session)
        self.members[member_id] = renamed
        self.static[member.instance_id] = member_id
        if self.leader_id == old_id:
            self.leader_id = member_id
        if old_id in self.pending_syncs:
            self.pending_syncs.remove(old_id)
            self.pending_syncs.add(member_id)
        return renamed

    def expect(self, member_id: str, deadline: Deadline) -> None:
        """An id was given out; whoever got it should join with it before `deadline`, which runs."""
        pending = self.pending_joins
        if len(pending) >= MOST_PENDING:
            oldest = next(iter(pending))
            pending.pop(oldest).cancel()
        pending[member_id] = deadline

    def elect_joined_leader(self) -> bool:
        """Have somebody lead who waits for the next generation; False where nobody does."""
        leader = self.members.get(self.leader_id or "")
        if leader is None or not leader.waits_for_join:
            joined = next((member for member in self.members.values() if member.waits_for_join), None)
            if joined is None:
                return False
            self.leader_id = joined.member_id
        return True

    def _count(self, protocols: Iterable[str], by: int) -> None:
        supported = self._supported
        for name in protocols:
            count = supported.get(name, 0) + by
            if count:
                supported[name] = count
            else:
                del supported[name]

    # Who waits for the next generation

    def wait_for_join(self, member: ClassicMember) -> Deferred[JoinGroupResponse]:
        """It waits from now on. An earlier request of it that still waits, on another connection, is answered with
        REBALANCE_IN_PROGRESS."""
        self.answer_join(member, JoinGroupResponse(error_code=ErrorCode.REBALANCE_IN_PROGRESS, member_id=member.member_id))
        answer = member.join_answer = Deferred()
        self.waiting_joins += 1
        return answer

    def answer_join(self, member: ClassicMember, response: JoinGroupResponse) -> bool:
        """Answer its JoinGroup; False where it waits for none."""
        answer, member.join_answer = member.join_answer, None
        if answer is None:
            return False
        self.waiting_joins -= 1
        answer_if_waiting(answer, response)
        return True
