"""Made sequences of requests and time against what must always hold for a classic group.

One leader at most, and a member; generations only rise; no id of a member is also pending; the counts are what they count; each member of a
settled group hears its own assignment; every request is answered exactly once, and when all is over nobody waits.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from klog.broker.groups.classic.group import ClassicGroup
from klog.broker.groups.classic.states import ClassicState
from klog.errors import ErrorCode, KlogError
from tests.broker.groups.classic.rig import GROUP, ClassicRig, FakeLog

_WHO = st.integers(0, 5)


class GroupMachine(RuleBasedStateMachine):
    """A few actors who do anything in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.rig = ClassicRig()
        self.rig.clock = Clock()
        self.rig.warnings = []
        self.rig.log = FakeLog()
        self.rig.random = random.Random(7)
        self.rig.build()
        #: The ids that the actors were given.
        self.ids: dict[int, str] = {}
        self.generations: dict[str, int] = {}
        self.highest = 0
        self.asked = 0
        self.answered = 0
        self.parked: list[Deferred[Any]] = []
        #: What went wrong when answers came.
        self.failures: list[Failure] = []

    @property
    def group(self) -> ClassicGroup | None:
        """The group, where there is one."""
        group = self.rig.shard.groups.get(GROUP)
        assert group is None or isinstance(group, ClassicGroup)
        return group

    def take(self, who: int, result: Any) -> None:
        """Note an answer, now or later."""
        self.asked += 1
        if isinstance(result, Deferred):
            self.parked.append(result)
            result.addBoth(lambda answer: self.note(who, answer))
            result.addErrback(self.failures.append)
        else:
            self.note(who, result)

    def note(self, who: int, answer: Any) -> None:
        """One answer."""
        self.answered += 1
        member_id = getattr(answer, "member_id", "")
        code = getattr(answer, "error_code", None)
        if code == ErrorCode.MEMBER_ID_REQUIRED or (code == 0 and member_id):
            self.ids[who] = member_id
        if code == 0 and member_id:
            assert answer.generation_id >= self.generations.get(member_id, 0)
            self.generations[member_id] = answer.generation_id
            assert bool(answer.members) <= (answer.leader == member_id)
        elif code in (ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_INSTANCE_ID):
            self.ids.pop(who, None)

    # What actors do. Actors 0 and 1 are static.

    @staticmethod
    def instance(who: int) -> str | None:
        """Its instance id."""
        return f"i{who}" if who < 2 else None

    @initialize()
    def begin(self) -> None:
        """One member at least."""
        self.join(2, "a", 10)

    @rule(who=_WHO, metadata=st.sampled_from("aab"), session_s=st.sampled_from([6, 10, 60]))
    def join(self, who: int, metadata: str, session_s: int) -> None:
        """As whatever it was before."""
        result = self.rig.join(
            self.ids.get(who, ""),
            instance_id=self.instance(who),
            protocols={"range": metadata.encode(), "sticky": b""} if who % 2 else {"sticky": b"", "range": metadata.encode()},
            session_ms=session_s * 1000,
            rebalance_ms=30_000,
        )
        self.take(who, result)

    @rule(who=_WHO)
    def join_anew(self, who: int) -> None:
        """It crashed and knows nothing."""
        self.ids.pop(who, None)
        self.join(who, "a", 10)

    @rule(who=_WHO)
    def sync(self, who: int) -> None:
        """With an assignment for everybody, in case it leads."""
        group = self.group
        if group is None or who not in self.ids:
            return
        member_id = self.ids[who]
        generation = self.generations.get(member_id, 0)
        given = {other: f"{generation} {other}".encode() for other in group.membership.members}
        result = self.rig.sync(member_id, generation, given)

        def check(answer: Any) -> Any:
            if getattr(answer, "error_code", 1) == 0 and answer.assignment:
                assert answer.assignment.decode().endswith(member_id) or self.instance(who) is not None
            return answer

        if isinstance(result, Deferred):
            result.addCallback(check)
            result.addErrback(lambda failure: None if failure.check(CancelledError) else self.failures.append(failure))
        else:
            check(result)
        self.take(who, result)

    @rule(who=_WHO)
    def beat(self, who: int) -> None:
        """Heartbeat."""
        if self.group is None:
            return
        member_id = self.ids.get(who, "?")
        code = self.rig.beat(member_id, self.generations.get(member_id, 0), self.instance(who))
        if code == 0:
            assert member_id in self.group.membership.members
            assert self.group.state in (ClassicState.STABLE, ClassicState.COMPLETING_REBALANCE)

    @rule(who=_WHO)
    def leave(self, who: int) -> None:
        """LeaveGroup."""
        if self.group is not None:
            self.rig.leave((self.ids.get(who, ""), self.instance(who)))

    @rule(seconds=st.sampled_from([0.1, 3.0, 5.0, 7.0, 40.0]))
    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.rig.clock.advance(seconds)

    @rule()
    def lose_connections(self) -> None:
        """Nobody hears what is parked."""
        for deferred in self.parked:
            deferred.cancel()
        self.parked = [deferred for deferred in self.parked if not deferred.called]

    @rule(hold=st.booleans(), refuse=st.sampled_from([None, None, ErrorCode.COORDINATOR_NOT_AVAILABLE]))
    def log(self, hold: bool, refuse: ErrorCode | None) -> None:
        """The log is slow, fails, or is well again."""
        log = self.rig.log
        if not log.hold or not hold:
            log.acknowledge() if refuse is None else log.fail(refuse)
        log.hold = hold
        log.refuse = None if self.group is None or refuse is None else KlogError(refuse)

    @rule()
    def restart(self) -> None:
        """The broker starts again with what the log has."""
        log = self.rig.log
        log.acknowledge()
        log.hold, log.refuse = False, None
        self.rig.restart()
        assert all(deferred.called for deferred in self.parked)
        self.highest = 0
        self.generations.clear()

    # What must hold

    @invariant()
    def holds(self) -> None:
        """See the module."""
        for failure in self.failures:
            failure.raiseException()
        group = self.group
        if group is None:
            return
        membership = group.membership
        members = membership.members
        assert group.generation >= self.highest
        self.highest = group.generation
        assert (membership.leader_id in members) if members else (membership.leader_id is None)
        assert not set(members) & set(membership.pending_joins)
        assert membership.waiting_joins == sum(member.waits_for_join for member in members.values())
        assert membership.static == {member.instance_id: key for key, member in members.items() if member.instance_id is not None}
        assert membership.pending_syncs <= set(members)
        assert all(deadline.running for deadline in membership.pending_joins.values())
        for member in members.values():
            assert member.session.running or member.is_excused, member
        if group.state is ClassicState.EMPTY:
            assert not members
        elif group.state is ClassicState.STABLE:
            assert members
            assert not any(member.waits_for_sync for member in members.values())
        elif group.state is ClassicState.PREPARING_REBALANCE:
            assert not any(member.waits_for_sync for member in members.values())
            assert group.rebalance._join.running
        else:
            assert members
            assert not any(member.waits_for_join for member in members.values())
        assert self.answered == self.asked - sum(not deferred.called for deferred in self.parked)
        if group.state in (ClassicState.STABLE, ClassicState.COMPLETING_REBALANCE) and membership.pending_syncs:
            assert group.rebalance._sync.running

    def teardown(self) -> None:
        """Everything is answered when time has passed, and nobody is left."""
        self.rig.log.acknowledge()
        self.rig.log.hold, self.rig.log.refuse = False, None
        for _ in range(40):
            self.rig.clock.advance(20)
        assert all(deferred.called for deferred in self.parked)
        assert self.asked == self.answered
        for failure in self.failures:
            failure.raiseException()
        if self.group is not None:
            assert self.group.state is ClassicState.EMPTY, self.group


GroupMachine.TestCase.settings = settings(
    deadline=None, max_examples=120, stateful_step_count=40, suppress_health_check=[HealthCheck.too_slow]
)
MachineTests = GroupMachine.TestCase
