"""Rebalances: who is waited for, how long, and who is given up."""

from __future__ import annotations

from typing import Any

from klog.broker.groups.group_settings import GroupSettings
from klog.errors import ErrorCode, KlogError
from tests.broker.groups.classic.rig import GROUP, ClassicRig


class FirstRebalanceTests(ClassicRig):
    """A group that was empty."""

    def test_initial_delay(self) -> None:
        """Three seconds where nobody else comes."""
        answer = self.join(self.new_id())
        self.clock.advance(2.9)
        self.waits(answer)
        self.clock.advance(0.2)
        joined = self.answer(answer)
        self.assertEqual((joined.error_code, joined.generation_id, joined.leader), (0, 1, joined.member_id))
        self.assertEqual((joined.protocol_type, joined.protocol_name, len(joined.members)), ("consumer", "range", 1))
        self.assertFalse(joined.skip_assignment)

    def test_prolonged(self) -> None:
        """By each one who comes, up to the rebalance timeout; all have one generation."""
        answers = []
        for _ in range(20):
            answers.append(self.join(self.new_id(), rebalance_ms=10_000))
            self.clock.advance(1)
        # The first ten seconds were one generation; who came later began the second.
        joined = self.answer(answers[0])
        self.assertEqual((joined.generation_id, len(joined.members)), (1, 10))

    def test_pending_id_is_not_waited_for(self) -> None:
        """In the first rebalance the delay alone decides."""
        self.new_id()
        answer = self.join(self.new_id())
        self.clock.advance(6)
        self.assertEqual(len(self.answer(answer).members), 1)

    def test_everybody_goes(self) -> None:
        """Before the delay is over: an empty generation is written."""
        answer = self.join(self.new_id())
        member_id = self.group.membership.leader_id or ""
        self.assertEqual(self.leave((member_id, None)), [0])
        self.assertEqual(self.answer(answer).error_code, ErrorCode.UNKNOWN_MEMBER_ID)
        self.clock.advance(3)
        self.assertEqual(
            (self.group.state_name, self.group.generation, self.log.last.generation, self.log.last.members), ("Empty", 1, 1, [])
        )

    def test_connection_lost(self) -> None:
        """The member stays until its session is over; its answer is heard by nobody."""
        answer = self.join(self.new_id())
        answer.cancel()
        self.failureResultOf(answer)
        self.clock.advance(3)
        self.assertEqual(self.group.state_name, "CompletingRebalance")
        self.clock.advance(10)
        self.assertEqual(self.group.state_name, "Empty")

    def test_new_member_waits_five_minutes_at_most(self) -> None:
        """It may have gone; nobody could tell."""
        ids = self.form(1)
        answer = self.join(self.new_id(), rebalance_ms=600_000)
        self.assertEqual(self.group.state_name, "PreparingRebalance")
        self.group.membership.update(self.group.membership.members[ids[0]], {"range": b""}, 900_000, 900_000)
        self.beat(ids[0])
        self.clock.advance(299)
        self.waits(answer)
        self.clock.advance(2)
        self.assertEqual(self.answer(answer).error_code, ErrorCode.UNKNOWN_MEMBER_ID)


class RebalanceTests(ClassicRig):
    """A group that had a generation."""

    def test_static_member_that_allows_no_time_at_all(self) -> None:
        """It is waited for until its session is over, without asking again and again whether it has come."""
        ids = self.form(2, instances=["a"])
        again = [self.join(ids[0], instance_id="a", rebalance_ms=-1), self.join(ids[1])]
        self.assertEqual([self.answer(answer).error_code for answer in again], [0, 0])
        self.sync(ids[0], assignments={})
        self.assertEqual(self.group.state_name, "Stable")
        asked = 0
        seconds = self.clock.seconds

        def counted() -> float:
            nonlocal asked
            asked += 1
            if asked > 10_000:
                raise RuntimeError("it is asked again and again")
            return seconds()

        self.clock.seconds = self.shard.environment.deadlines.seconds = counted  # type: ignore[method-assign]
        self.assertEqual(self.leave((ids[1], None)), [0])
        self.clock.advance(9.9)
        self.assertEqual((self.group.state_name, list(self.group.membership.members)), ("PreparingRebalance", [ids[0]]))
        self.clock.advance(0.2)
        self.assertEqual(self.group.state_name, "Empty")

    def test_all_join(self) -> None:
        """The rebalance ends with the last one; the leader hears of all."""
        ids = self.form(3)
        answers = {member_id: self.join(member_id) for member_id in ids}
        joined = {member_id: self.answer(answer) for member_id, answer in answers.items()}
        # The leader began it, the others' requests came in time.
        self.assertEqual({answer.generation_id for answer in joined.values()}, {2})
        self.assertEqual([len(joined[member_id].members) for member_id in ids], [3, 0, 0])

    def test_late_members_go(self) -> None:
        """After the rebalance timeout; one who joined leads."""
        ids = self.form(3, session_ms=100_000, rebalance_ms=20_000)
        self.assertEqual(self.leave((ids[2], None)), [0])
        answer = self.join(ids[1], session_ms=100_000, rebalance_ms=20_000)
        self.assertEqual(self.beat(ids[0]), ErrorCode.REBALANCE_IN_PROGRESS)
        self.clock.advance(19.9)
        self.waits(answer)
        self.clock.advance(0.2)
        joined = self.answer(answer)
        self.assertEqual((joined.leader, joined.generation_id, len(joined.members)), (ids[1], 2, 1))
        self.assertEqual(self.beat(ids[0]), ErrorCode.UNKNOWN_MEMBER_ID)

    def test_late_static_members_stay(self) -> None:
        """Until their sessions are over."""
        ids = self.form(3, instances=["i", "j"], session_ms=100_000, rebalance_ms=20_000)
        self.assertEqual(self.leave((ids[2], None)), [0])
        answer = self.join(ids[1], instance_id="j", session_ms=100_000, rebalance_ms=20_000)
        self.clock.advance(20.1)
        joined = self.answer(answer)
        self.assertEqual((joined.leader, sorted(member.member_id for member in joined.members)), (ids[1], sorted(ids[:2])))

    def test_only_static_members_and_nobody_joins(self) -> None:
        """It waits on until their sessions are over."""
        ids = self.form(2, instances=["i", "j"], session_ms=100_000, rebalance_ms=20_000)
        self.group.rebalance.prepare("a test")
        self.clock.pump([20] * 4)
        self.assertEqual((self.group.state_name, len(self.group.membership)), ("PreparingRebalance", 2))
        answer = self.join(ids[1], instance_id="j", session_ms=100_000, rebalance_ms=20_000)
        self.clock.advance(20.1)
        self.assertEqual(self.answer(answer).generation_id, 2)

    def test_pending_id_is_waited_for(self) -> None:
        """Until it joins, or its session is over."""
        ids = self.form(1, session_ms=30_000)
        self.new_id(session_ms=20_000)
        self.assertEqual(self.group.state_name, "Stable")
        answer = self.join(ids[0], session_ms=30_000)
        self.clock.advance(19.9)
        self.waits(answer)
        self.clock.advance(0.2)
        self.assertEqual(self.answer(answer).generation_id, 2)

    def test_sync_timer(self) -> None:
        """Who has not synced within the rebalance timeout goes, whoever has goes on."""
        ids = self.form(2, session_ms=100_000, rebalance_ms=20_000)
        answers = [self.join(member_id, session_ms=100_000, rebalance_ms=20_000) for member_id in ids]
        self.assertEqual([self.answer(answer).generation_id for answer in answers], [2, 2])
        self.assertEqual(self.sync(ids[0], assignments={ids[1]: b"b"}).assignment, b"")
        self.assertEqual(self.group.state_name, "Stable")
        self.clock.advance(20.1)
        self.assertEqual((self.group.state_name, list(self.group.membership.members)), ("PreparingRebalance", [ids[0]]))
        self.assertEqual(self.beat(ids[1]), ErrorCode.UNKNOWN_MEMBER_ID)

    def test_leader_never_syncs(self) -> None:
        """Followers that wait are told to join again when its time is over."""
        ids = self.form(2, session_ms=100_000, rebalance_ms=20_000)
        for member_id in ids:
            self.join(member_id, session_ms=100_000, rebalance_ms=20_000)
        waiting = self.sync(ids[1])
        self.clock.advance(20.1)
        self.assertEqual(self.answer(waiting).error_code, ErrorCode.REBALANCE_IN_PROGRESS)
        self.assertEqual((self.group.membership.leader_id, self.group.state_name), (ids[1], "PreparingRebalance"))

    def test_nobody_syncs(self) -> None:
        """The group is empty then."""
        ids = self.form(2, session_ms=100_000, rebalance_ms=20_000)
        for member_id in ids:
            self.join(member_id, session_ms=100_000, rebalance_ms=20_000)
        self.clock.advance(20.1)
        self.assertEqual((self.group.state_name, self.group.generation), ("Empty", 3))

    def test_sessions(self) -> None:
        """A heartbeat keeps one; without any, its member goes and the others are asked to join again."""
        ids = self.form(2)
        codes = []
        for turn in range(5):
            self.clock.advance(4)
            codes.append(self.beat(ids[0]))
            if turn < 2:
                self.assertEqual(self.beat(ids[1]), 0)
        self.assertEqual(codes, [0, 0, 0, 0, ErrorCode.REBALANCE_IN_PROGRESS])
        self.assertEqual((self.group.state_name, list(self.group.membership.members)), ("PreparingRebalance", [ids[0]]))

    def test_waiting_members_do_not_expire(self) -> None:
        """While they wait for a join or a sync; when that is answered, their session begins anew."""
        ids = self.form(2, session_ms=10_000, rebalance_ms=60_000)
        answer = self.join(ids[0])
        for _ in range(6):
            self.clock.advance(8)
            self.assertEqual(self.beat(ids[1]), ErrorCode.REBALANCE_IN_PROGRESS)
        self.waits(answer)
        self.assertEqual(self.answer(self.join(ids[1])).generation_id, 2)
        waiting = self.sync(ids[1])
        for _ in range(6):
            self.clock.advance(8)
            self.assertEqual(self.beat(ids[0]), 0)
        self.waits(waiting)
        self.sync(ids[0])
        self.assertEqual(self.answer(waiting).error_code, 0)
        self.clock.advance(9)
        self.assertEqual([self.beat(member_id) for member_id in ids], [0, 0])

    def test_heartbeat_after_an_ignored_end_of_session(self) -> None:
        """Its session runs again, though its deadline was over once."""
        ids = self.form(2)
        self.join(ids[0])
        self.clock.advance(9)
        self.beat(ids[1])
        self.clock.advance(3)
        self.assertIsNone(self.group.membership.members[ids[0]].session.due_s)
        self.assertEqual(self.beat(ids[0]), ErrorCode.REBALANCE_IN_PROGRESS)
        self.assertIsNotNone(self.group.membership.members[ids[0]].session.due_s)

    def test_shorter_session(self) -> None:
        """Counts from the next generation on."""
        ids = self.form(1, session_ms=60_000)
        self.answer(self.join(ids[0], session_ms=6_000))
        self.sync(ids[0])
        self.clock.advance(6.1)
        self.assertEqual(self.group.state_name, "Empty")

    def test_empty_group_is_written(self) -> None:
        """With its type and generation, without protocol and leader."""
        ids = self.form(1)
        self.leave((ids[0], None))
        value = self.log.last
        self.assertEqual(
            (value.protocol_type, value.generation, value.protocol, value.leader, value.members), ("consumer", 2, None, None, [])
        )
        self.assertEqual(self.log.batches[-1][-1].key.group, GROUP)  # type: ignore[attr-defined]

    def test_empty_group_cannot_be_written(self) -> None:
        """It is empty all the same."""
        ids = self.form(1)
        self.log.refuse = KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
        self.leave((ids[0], None))
        self.assertEqual(self.group.state_name, "Empty")
        self.log.refuse = None
        self.log.hold = True
        answer = self.join(self.new_id())
        self.leave((self.group.membership.leader_id or "", None))
        self.answer(answer)
        self.clock.advance(3)
        self.log.fail(ErrorCode.NOT_COORDINATOR)
        self.assertEqual(self.group.state_name, "Empty")


class SizeTests(ClassicRig):
    """``group.max.size``."""

    settings = GroupSettings(max_size=2)

    def test_full(self) -> None:
        """Nobody else; the members may rejoin."""
        ids = self.form(2)
        answer = self.join()
        self.assertEqual((answer.error_code, answer.member_id), (ErrorCode.GROUP_MAX_SIZE_REACHED, ""))
        answers = [self.join(member_id) for member_id in ids]
        self.assertEqual([self.answer(answer).error_code for answer in answers], [0, 0])

    def test_loaded_with_too_many(self) -> None:
        """They are asked to join again, and the last ones are turned away; the rebalance ends with them."""
        self.settings = GroupSettings()
        self.build()
        ids = self.form(4)
        self.settings = GroupSettings(max_size=2)
        self.restart()
        self.assertEqual(self.group.state_name, "PreparingRebalance")
        answers = [self.join(member_id) for member_id in ids]
        codes: list[Any] = [self.answer(answer).error_code for answer in answers]
        full = ErrorCode.GROUP_MAX_SIZE_REACHED
        self.assertEqual(codes, [0, 0, full, full])
        self.assertEqual(sorted(self.group.membership.members), sorted(ids[:2]))
