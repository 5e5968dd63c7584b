"""The four requests of classic members: all states and kinds of askers, static members, what fails."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from twisted.internet.defer import Deferred

from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.coordinators.shard import ShardState
from klog.errors import ErrorCode, KlogError
from klog.wire.group_records import GroupMetadataKey
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.leave_group import LeaveGroupRequest
from tests.broker.groups.classic.rig import GROUP, ClassicRig, subscription
from tests.broker.groups.classic.test_group import Stages

E = ErrorCode
#: In a table: the answer comes later.
LATER = "later"


class TableTests(ClassicRig):
    """All states x requests x askers."""

    def outcomes(self, ask: Any) -> list[Any]:
        """What is answered in each state."""
        found = []
        for stage in Stages.ALL:
            self.setUp()
            member_id = stage(self)
            try:
                result = ask(member_id)
            except KlogError as error:
                result = error.code
            if isinstance(result, Deferred):
                result = LATER
            found.append(getattr(result, "error_code", result))
        return found

    def test_join(self) -> None:
        """Somebody new, the only member, and who is neither. A rebalance of one member ends at once."""
        gone, unknown, clash = E.COORDINATOR_NOT_AVAILABLE, E.UNKNOWN_MEMBER_ID, E.INCONSISTENT_GROUP_PROTOCOL
        required = E.MEMBER_ID_REQUIRED
        self.assertEqual(self.outcomes(lambda _: self.join()), [required, required, required, required, gone])
        self.assertEqual(self.outcomes(lambda _: self.join(version=3)), [LATER, LATER, LATER, LATER, gone])
        self.assertEqual(self.outcomes(lambda _: self.join(instance_id="i")), [LATER, LATER, LATER, LATER, gone])
        self.assertEqual(self.outcomes(lambda member_id: self.join(member_id)), [unknown, 0, 0, 0, gone])
        changed = {"range": subscription("other")}
        self.assertEqual(self.outcomes(lambda member_id: self.join(member_id, protocols=changed)), [unknown, 0, 0, 0, gone])
        self.assertEqual(self.outcomes(lambda _: self.join("x")), [unknown, unknown, unknown, unknown, gone])
        self.assertEqual(self.outcomes(lambda member_id: self.join(member_id, instance_id="i")), [unknown, unknown, unknown, unknown, gone])
        for fields in ({"protocol_type": "connect"}, {"protocols": {"sticky": b""}}):
            found = self.outcomes(lambda _, fields=fields: self.join(**fields))
            self.assertEqual(found, [required, clash, clash, clash, gone])
        for fields in ({"protocol_type": ""}, {"protocols": {}}):
            found = self.outcomes(lambda _, fields=fields: self.join(**fields))
            self.assertEqual(found, [clash, clash, clash, clash, gone])

    def test_sync(self) -> None:
        """The only member, others, other generations and protocols."""
        gone, unknown, clash = E.COORDINATOR_NOT_AVAILABLE, E.UNKNOWN_MEMBER_ID, E.INCONSISTENT_GROUP_PROTOCOL
        illegal, rebalance = E.ILLEGAL_GENERATION, E.REBALANCE_IN_PROGRESS
        self.assertEqual(self.outcomes(lambda member_id: self.sync(member_id)), [unknown, rebalance, 0, 0, gone])
        self.assertEqual(self.outcomes(lambda _: self.sync("x")), [unknown, unknown, unknown, unknown, gone])
        self.assertEqual(self.outcomes(lambda member_id: self.sync(member_id, 99)), [unknown, illegal, illegal, illegal, gone])
        for field in ("protocol_type", "protocol_name"):
            found = self.outcomes(lambda member_id, field=field: self.sync(member_id, **{field: "x"}))
            self.assertEqual(found, [unknown, clash, clash, clash, gone])
        right = {"protocol_type": "consumer", "protocol_name": "range"}
        self.assertEqual(self.outcomes(lambda member_id: self.sync(member_id, **right)), [unknown, rebalance, 0, 0, gone])

    def test_heartbeat(self) -> None:
        """The only member, others, other generations."""
        gone, unknown, illegal, rebalance = E.COORDINATOR_NOT_AVAILABLE, E.UNKNOWN_MEMBER_ID, E.ILLEGAL_GENERATION, E.REBALANCE_IN_PROGRESS
        self.assertEqual(self.outcomes(lambda member_id: self.beat(member_id)), [unknown, rebalance, 0, 0, gone])
        self.assertEqual(self.outcomes(lambda member_id: self.beat(member_id, 99)), [unknown, illegal, illegal, illegal, illegal])
        self.assertEqual(self.outcomes(lambda _: self.beat("x")), [unknown, unknown, unknown, unknown, gone])
        self.assertEqual(self.outcomes(lambda member_id: self.beat(member_id, instance_id="i")), [unknown, unknown, unknown, unknown, gone])

    def test_leave(self) -> None:
        """The only member, and who is none."""
        gone, unknown = E.COORDINATOR_NOT_AVAILABLE, E.UNKNOWN_MEMBER_ID
        self.assertEqual(self.outcomes(lambda member_id: self.leave((member_id, None))), [[unknown], [0], [0], [0], gone])
        self.assertEqual(self.outcomes(lambda _: self.leave(("x", None), ("", None), ("", "i"))), [[unknown] * 3] * 4 + [gone])


class JoinTests(ClassicRig):
    """JoinGroup."""

    def test_bounds(self) -> None:
        """Group ids and session timeouts; the member id is answered as it was."""
        answer = self.join("m", group_id="")
        self.assertEqual((answer.error_code, answer.member_id), (E.INVALID_GROUP_ID, "m"))
        for session_ms in (-1, 5_999, 1_800_001):
            answer = self.join("m", session_ms=session_ms)
            self.assertEqual((answer.error_code, answer.member_id), (E.INVALID_SESSION_TIMEOUT, "m"))
        self.assertEqual(self.join(session_ms=1_800_000, group_id="g" * 300).error_code, E.MEMBER_ID_REQUIRED)
        self.assertEqual(self.join("m", group_id="new").error_code, E.UNKNOWN_MEMBER_ID)
        self.assertEqual(list(self.shard.groups), ["g" * 300])

    def test_a_new_group_is_written(self) -> None:
        """Empty, whatever becomes of the join; where it cannot be written, there is none."""
        self.log.refuse = KlogError(E.COORDINATOR_NOT_AVAILABLE)
        with self.assertRaises(KlogError):
            self.join()
        self.assertEqual(self.shard.groups, {})
        self.log.refuse = None
        self.assertEqual(self.join(protocols={}).error_code, E.INCONSISTENT_GROUP_PROTOCOL)
        value = self.log.last
        self.assertEqual((value.protocol_type, value.generation, value.protocol, value.leader, value.members), ("", 0, None, None, []))
        self.log.hold = True
        self.join(group_id="other")
        self.log.fail(E.NOT_COORDINATOR)
        self.assertIn("other", self.shard.groups)

    def test_ids(self) -> None:
        """Made of the client's or the instance's, and never the same."""
        first, second = self.new_id(client_id="me"), self.new_id(client_id="me")
        self.assertNotEqual(first, second)
        self.assertRegex(first, "^me-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$")
        self.assertRegex(self.new_id(client_id=None), "^-[0-9a-f]{8}-")
        self.join(instance_id="i")
        self.assertTrue(self.group.membership.static["i"].startswith("i-"))

    def test_an_id_is_no_member(self) -> None:
        """Until it joins; it is over with its session, and cannot be a static member's."""
        member_id = self.new_id()
        self.assertEqual(self.beat(member_id), E.UNKNOWN_MEMBER_ID)
        with self.assertRaises(KlogError) as caught:
            self.join(member_id, instance_id="i")
        self.assertEqual(caught.exception.code, E.UNKNOWN_SERVER_ERROR)
        self.clock.advance(11)
        self.assertEqual(self.join(member_id).error_code, E.UNKNOWN_MEMBER_ID)
        self.assertEqual(self.leave((self.new_id(), None)), [0])
        self.assertFalse(self.group.membership.pending_joins)

    def test_old_versions(self) -> None:
        """Become members at once; version 0 has no rebalance timeout."""
        answer = self.join(version=0, session_ms=7_000, rebalance_ms=-1)
        [member] = self.group.membership.members.values()
        self.assertEqual(member.rebalance_timeout_ms, 7_000)
        self.clock.advance(3)
        self.assertEqual(self.answer(answer).generation_id, 1)

    def test_repeated_join(self) -> None:
        """Who did not get the answer gets it again."""
        ids = self.form(2)
        for member_id in ids:
            self.join(member_id)
        leader, follower = [self.join(member_id) for member_id in ids]
        self.assertEqual((leader.generation_id, len(leader.members), follower.generation_id, follower.members), (2, 2, 2, []))
        self.assertEqual(self.group.state_name, "CompletingRebalance")
        self.sync(ids[0])
        again = self.join(ids[1])
        self.assertEqual((again.generation_id, again.leader, again.members), (2, ids[0], []))
        self.assertEqual(self.group.state_name, "Stable")

    def test_two_requests_of_one_member(self) -> None:
        """The first is answered when the second comes; both are answered once."""
        ids = self.form(2)
        first = self.join(ids[0])
        second = self.join(ids[0])
        self.assertEqual(self.answer(first).error_code, E.REBALANCE_IN_PROGRESS)
        self.join(ids[1])
        self.assertEqual(self.answer(second).generation_id, 2)

    def test_votes(self) -> None:
        """All members' best common protocol; the leader sees metadata under that."""
        first, second = {"a": b"1a", "b": b"1b"}, {"c": b"2c", "b": b"2b"}
        one = self.join(self.new_id(protocols=first), protocols=first)
        two = self.join(self.new_id(protocols=second), protocols=second)
        self.clock.advance(3)
        self.clock.advance(3)
        joined = self.answer(one)
        self.assertEqual((joined.protocol_name, [member.metadata for member in joined.members]), ("b", [b"1b", b"2b"]))
        self.assertEqual(self.answer(two).protocol_name, "b")

    def test_a_protocol_named_twice(self) -> None:
        """The first counts."""
        twice = [JoinGroupRequestProtocol(name="a", metadata=metadata) for metadata in (b"1", b"2")]
        request = JoinGroupRequest(group_id=GROUP, session_timeout_ms=10_000, protocol_type="x", protocols=twice)
        self.classic.join(self.context(0), request)
        [member] = self.group.membership.members.values()
        self.assertEqual(member.protocols, {"a": b"1"})


class StaticTests(ClassicRig):
    """KIP-345."""

    def test_comes_back(self) -> None:
        """Under another id, with the assignment of the old one and without a rebalance; the new id is written."""
        ids = self.form(2, instances=["i", "j"])
        joined = self.answer(self.join(instance_id="j"))
        self.assertEqual((joined.error_code, joined.generation_id, joined.leader, joined.skip_assignment), (0, 1, ids[0], False))
        self.assertNotEqual(joined.member_id, ids[1])
        self.assertEqual([member.member_id for member in self.log.last.members], [ids[0], joined.member_id])
        self.assertEqual(self.sync(joined.member_id).assignment, b"for " + ids[1].encode())
        self.assertEqual(self.beat(ids[1], instance_id="j"), E.FENCED_INSTANCE_ID)
        self.assertEqual(self.sync(ids[1], group_instance_id="j"), E.FENCED_INSTANCE_ID)
        self.assertEqual(self.join(ids[1], instance_id="j").error_code, E.FENCED_INSTANCE_ID)
        self.assertEqual(self.leave((ids[1], "j")), [E.FENCED_INSTANCE_ID])
        self.assertEqual(self.beat(ids[1]), E.UNKNOWN_MEMBER_ID)
        self.restart()
        self.assertEqual(self.beat(joined.member_id, instance_id="j"), 0)

    def test_comes_back_with_a_shorter_session(self) -> None:
        """It is over after that time, also where it says nothing but heartbeats."""
        ids = self.form(2, instances=["i", "j"], session_ms=25_000)
        joined = self.answer(self.join(instance_id="j", session_ms=6_000))
        self.beat(joined.member_id, instance_id="j")
        self.beat(ids[0], instance_id="i")
        self.clock.advance(5.9)
        self.assertEqual((self.group.state_name, len(self.group.membership)), ("Stable", 2))
        self.clock.advance(0.2)
        self.assertEqual((self.group.state_name, len(self.group.membership)), ("PreparingRebalance", 1))

    def test_leader_comes_back(self) -> None:
        """It leads; from version 9 on it is told that and need not assign, before it is not told."""
        ids = self.form(2, instances=["i", "j"])
        joined = self.answer(self.join(instance_id="i"))
        self.assertEqual((joined.leader, joined.skip_assignment, len(joined.members)), (joined.member_id, True, 2))
        again = self.answer(self.join(instance_id="i", version=8))
        self.assertEqual((again.leader, again.skip_assignment, again.members), (joined.member_id, False, []))
        self.assertTrue(self.group.is_leader(again.member_id))
        self.assertEqual(self.sync(again.member_id).assignment, b"for " + ids[0].encode())

    def test_with_other_metadata(self) -> None:
        """No rebalance as long as the protocol stays; the leader finds it at its next rebalance."""
        self.form(2, instances=["i", "j"])
        joined = self.answer(self.join(instance_id="j", protocols={"range": subscription("u")}))
        self.assertEqual((joined.error_code, self.group.state_name), (0, "Stable"))

    def test_changes_the_protocol(self) -> None:
        """A rebalance."""
        both = {"a": b"", "b": b""}
        ids = self.form(2, instances=["i", "j"], protocols=both)
        answer = self.join(instance_id="j", protocols={"b": b""})
        self.waits(answer)
        self.answer(self.join(ids[0], instance_id="i", protocols=both))
        self.assertEqual(self.answer(answer).protocol_name, "b")

    def test_comes_back_in_a_rebalance(self) -> None:
        """First part: goes on waiting, the old one is fenced. Second part: another rebalance, as the leader knows the old id only."""
        ids = self.form(3, instances=["i", "j"])
        old = self.join(ids[0], instance_id="i")
        new = self.join(instance_id="i")
        fenced = self.answer(old)
        self.assertEqual((fenced.error_code, fenced.member_id), (E.FENCED_INSTANCE_ID, ids[0]))
        other = self.join(ids[1], instance_id="j")
        self.join(ids[2])
        leader = self.answer(new)
        self.assertEqual((leader.generation_id, leader.leader, len(leader.members)), (2, leader.member_id, 3))
        self.answer(other)
        waiting = self.sync(ids[1])
        self.waits(self.join(instance_id="j"))
        self.assertEqual(self.answer(waiting).error_code, E.FENCED_INSTANCE_ID)
        self.assertEqual(self.group.state_name, "PreparingRebalance")

    def test_new_id_is_answered_when_it_is_safe(self) -> None:
        """Not before."""
        self.form(1, instances=["i"])
        self.log.hold = True
        answer = self.join(instance_id="i")
        self.waits(answer)
        self.log.acknowledge()
        self.assertEqual(self.answer(answer).error_code, 0)

    def test_new_id_cannot_be_written(self) -> None:
        """The old one counts on, at once or later; its timeouts and protocols as before."""
        ids = self.form(2, instances=["i", "j"])
        self.log.refuse = KlogError(E.NOT_COORDINATOR)
        answer = self.answer(self.join(instance_id="i", session_ms=20_000, rebalance_ms=5, protocols={"range": b"x"}))
        self.assertEqual((answer.error_code, answer.member_id, answer.leader), (E.NOT_COORDINATOR, "", ids[0]))
        self.log.refuse, self.log.hold = None, True
        answer = self.join(instance_id="i")
        self.log.fail(E.COORDINATOR_NOT_AVAILABLE)
        self.assertEqual(self.answer(answer).error_code, E.COORDINATOR_NOT_AVAILABLE)
        self.assertEqual(self.beat(ids[0], instance_id="i"), 0)
        member = self.group.membership.members[ids[0]]
        self.assertEqual(
            (member.session_timeout_ms, member.rebalance_timeout_ms, member.protocols["range"]), (10_000, 60_000, subscription("t"))
        )
        self.assertTrue(self.group.is_leader(ids[0]))
        self.assertEqual(self.sync(ids[0]).assignment, b"for " + ids[0].encode())

    def test_written_too_late(self) -> None:
        """Another one has come, or a rebalance has begun: nothing happens to those."""
        ids = self.form(2, instances=["i", "j"])
        self.log.hold = True
        first = self.join(instance_id="i")
        second = self.join(instance_id="i")
        self.assertEqual(self.answer(first).error_code, E.FENCED_INSTANCE_ID)
        self.log.fail(E.NOT_COORDINATOR)
        # Both failed: the second goes back to the first's id, which is as good as any.
        self.assertEqual(self.answer(second).error_code, E.NOT_COORDINATOR)
        self.assertEqual(len(self.group.membership), 2)
        third = self.join(instance_id="i")
        self.group.rebalance.prepare("a test")
        self.join(ids[1], instance_id="j")
        joined = self.answer(third)
        self.assertEqual(joined.generation_id, 2)
        leader = self.sync(self.group.membership.leader_id or "", assignments={joined.member_id: b"third"})
        waiting = [third_id for third_id in (joined.member_id,) if not self.group.is_leader(third_id)]
        answers = [leader, *[self.sync(member_id) for member_id in waiting]]
        first_written, *later_written = self.log.waiting
        self.log.waiting = later_written
        # The new id's own record failed; it is in the next generation's.
        first_written.errback(KlogError(E.REQUEST_TIMED_OUT))
        self.log.acknowledge()
        self.assertEqual(self.group.state_name, "Stable")
        self.assertIn(b"third", [self.answer(answer).assignment for answer in answers])

    def test_administrator_removes(self) -> None:
        """By instance id alone."""
        ids = self.form(2, instances=["i", "j"])
        self.assertEqual(self.leave(("", "j"), ("", "j"), (ids[0], "i")), [0, E.UNKNOWN_MEMBER_ID, 0])
        self.assertEqual(self.group.state_name, "Empty")


class SyncTests(ClassicRig):
    """SyncGroup."""

    def test_assignment(self) -> None:
        """Written before it is told; whom the leader forgot gets nothing, whom nobody knows is left out."""
        ids = self.form(3)
        for member_id in ids:
            self.join(member_id)
        waiting = self.sync(ids[1])
        self.log.hold = True
        leader = self.sync(ids[0], assignments={ids[0]: b"0", ids[1]: b"1", "stranger": b"x"})
        self.waits(leader)
        self.waits(waiting)
        late = self.sync(ids[2])
        self.log.acknowledge()
        self.assertEqual([self.answer(answer).assignment for answer in (leader, waiting, late)], [b"0", b"1", b""])
        self.assertEqual([member.assignment for member in self.log.last.members], [b"0", b"1", b""])
        self.assertEqual(self.log.last.generation, 2)

    def test_cannot_be_written(self) -> None:
        """All who wait get the error, and the group rebalances."""
        for later in (False, True):
            self.setUp()
            ids = self.form(2)
            for member_id in ids:
                self.join(member_id)
            waiting = self.sync(ids[1])
            if later:
                self.log.hold = True
                leader = self.sync(ids[0])
                self.log.fail(E.UNKNOWN_SERVER_ERROR)
            else:
                self.log.refuse = KlogError(E.UNKNOWN_SERVER_ERROR)
                leader = self.sync(ids[0])
            self.assertEqual([self.answer(answer).error_code for answer in (leader, waiting)], [E.UNKNOWN_SERVER_ERROR] * 2)
            self.assertEqual(self.group.state_name, "PreparingRebalance")

    def test_written_too_late(self) -> None:
        """Another rebalance has begun: the assignment counts for nothing, whether it was written or not."""
        for code in (None, E.NOT_COORDINATOR):
            self.setUp()
            ids = self.form(2)
            for member_id in ids:
                self.join(member_id)
            self.log.hold = True
            leader = self.sync(ids[0], assignments={ids[0]: b"old"})
            self.join(ids[1], protocols={"range": b"new"})
            self.assertEqual(self.answer(leader).error_code, E.REBALANCE_IN_PROGRESS)
            if code is None:
                self.log.acknowledge()
            else:
                self.log.fail(code)
            self.assertEqual((self.group.state_name, self.group.membership.members[ids[0]].assignment), ("PreparingRebalance", b""))

    def test_connection_lost(self) -> None:
        """The leader's went while its assignment was being written: the others get theirs."""
        ids = self.form(2)
        for member_id in ids:
            self.join(member_id)
        self.log.hold = True
        leader = self.sync(ids[0], assignments={ids[1]: b"1"})
        waiting = self.sync(ids[1])
        leader.cancel()
        self.failureResultOf(leader)
        self.log.acknowledge()
        self.assertEqual(self.answer(waiting).assignment, b"1")
        self.assertEqual(self.sync(ids[0]).error_code, 0)

    def test_two_requests_of_one_member(self) -> None:
        """The first is answered when the second comes."""
        ids = self.form(2)
        for member_id in ids:
            self.join(member_id)
        first, second = self.sync(ids[1]), self.sync(ids[1])
        self.assertEqual(self.answer(first).error_code, E.REBALANCE_IN_PROGRESS)
        self.sync(ids[0])
        self.assertEqual(self.answer(second).error_code, 0)

    def test_member_leaves(self) -> None:
        """What it waits for is answered."""
        ids = self.form(2)
        for member_id in ids:
            self.join(member_id)
        waiting = self.sync(ids[1])
        self.leave((ids[1], None))
        self.assertEqual(self.answer(waiting).error_code, E.UNKNOWN_MEMBER_ID)

    def test_no_group(self) -> None:
        """Empty names, unknown groups."""
        self.form(1)
        self.assertEqual(self.sync("m", group_id=""), E.INVALID_GROUP_ID)
        self.assertEqual(self.sync("m", group_id="other"), E.UNKNOWN_MEMBER_ID)


class OtherTests(ClassicRig):
    """Heartbeat and LeaveGroup; loading; groups of the new protocol."""

    def test_no_group(self) -> None:
        """Empty names, unknown groups."""
        self.form(1)
        self.assertEqual(self.beat("m", group_id=""), E.INVALID_GROUP_ID)
        self.assertEqual(self.beat("m", group_id="other"), E.UNKNOWN_MEMBER_ID)
        with self.assertRaises(KlogError) as caught:
            self.classic.leave(self.context(0), LeaveGroupRequest(group_id=""))
        self.assertEqual(caught.exception.code, E.INVALID_GROUP_ID)
        response: Any = self.classic.leave(self.context(0), LeaveGroupRequest(group_id="other", member_id="m"))
        self.assertEqual((response.error_code, response.members[0].error_code), (0, E.UNKNOWN_MEMBER_ID))

    def test_leave_in_a_rebalance(self) -> None:
        """Nobody is missed any more, so it ends."""
        ids = self.form(3)
        answer = self.join(ids[0])
        pending = self.new_id()
        self.assertEqual(self.leave((ids[1], None), (ids[2], None)), [0, 0])
        self.waits(answer)
        self.assertEqual(self.leave((pending, None)), [0])
        self.assertEqual(self.answer(answer).generation_id, 2)

    def test_loading(self) -> None:
        """A heartbeat is well whoever sends it; the rest is to be asked again."""
        self.form(1)
        self.shard.state = ShardState.LOADING
        self.assertEqual(self.beat("anybody"), 0)
        self.assertEqual(self.sync("anybody"), E.COORDINATOR_LOAD_IN_PROGRESS)
        with self.assertRaises(KlogError):
            self.join()
        self.shard.state = ShardState.FAILED
        self.assertEqual(self.beat("anybody"), E.NOT_COORDINATOR)

    def test_groups_of_the_new_protocol(self) -> None:
        """Are asked there; one without members becomes a classic one."""
        asked: list[str] = []

        class Other:
            """A consumer group."""

            is_empty = False

            def tombstones(self) -> list[CoordinatorRecord]:
                return [CoordinatorRecord(GroupMetadataKey(group="its own"), None)]

            def forget(self) -> None:
                asked.append("forget")

        def answer(name: str) -> Any:
            return lambda context, request: asked.append(name)

        other: Any = Other()
        names = ("join", "sync", "heartbeat", "leave")
        self.coordinator.consumer = SimpleNamespace(**{f"classic_{name}": answer(name) for name in names})
        self.form(1)
        self.shard.groups[GROUP] = other
        self.join()
        self.sync("m", 1)
        self.classic.leave(self.context(5), LeaveGroupRequest(group_id=GROUP))
        with self.assertRaises(AttributeError):
            self.beat("m", 1)
        self.assertEqual(asked, ["join", "sync", "leave", "heartbeat"])
        other.is_empty = True
        self.assertEqual(self.join("m").error_code, E.UNKNOWN_MEMBER_ID)
        self.assertIs(self.shard.groups[GROUP], other)
        self.new_id()
        self.assertEqual((asked[-1], self.group.state_name), ("forget", "Empty"))
        self.assertEqual([record.value is None for record in self.log.batches[-1]], [True, False])
