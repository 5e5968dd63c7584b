"""Tests of klog.cluster.zookeeper.controller.reassignment: the table, and that a move that is gone on with comes to its end."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.replica_assignment import ReplicaAssignment
from klog.cluster.zookeeper.controller.leader_election import Standing, next_state
from klog.cluster.zookeeper.controller.reassignment import (
    Phase,
    Step,
    begun,
    confined,
    next_step,
    phase_of,
    removed_now,
    shown_assignment,
)
from klog.cluster.zookeeper.view_types import NOBODY
from klog.zookeeper.znodes import PartitionState

MOVE = ReplicaAssignment((3, 4, 1, 2), (3, 4), (1, 2))
DROPPING = ReplicaAssignment((1, 2, 3), (3,), (3,))


def _state(leader: int, *in_sync: int, epoch: int = 5) -> PartitionState:
    return PartitionState(leader, epoch, 1, in_sync)


def _fine(broker_id: int) -> Standing:
    return Standing.FINE


def _step(
    assignment: ReplicaAssignment,
    state: PartitionState,
    *,
    is_told: bool = True,
    gone: tuple[int, ...] = (),
    standing: Callable[[int], Standing] = _fine,
) -> Step:
    return next_step(assignment, state, standing, 7, is_told=is_told, is_gone=gone.__contains__)


class PhaseTests(SynchronousTestCase):
    """Which phase, what brokers are told, and who has to delete."""

    def test_table(self) -> None:
        target, kept = ReplicaAssignment((3, 4)), ReplicaAssignment((1, 2))
        for assignment, state, phase, shown, removed in (
            (kept, _state(1, 1, 2), Phase.RESTING, kept, ()),
            (MOVE, _state(1, 1, 2), Phase.CATCHING_UP, MOVE, ()),
            (MOVE, _state(1, 1, 2, 3), Phase.CATCHING_UP, MOVE, ()),
            (MOVE, _state(NOBODY, 1), Phase.CATCHING_UP, MOVE, ()),
            (MOVE, _state(1, 1, 2, 3, 4), Phase.SWITCHING, MOVE, ()),
            (MOVE, _state(3, 3, 4, 1), Phase.SWITCHING, MOVE, ()),
            (MOVE, _state(NOBODY, 3, 4), Phase.SWITCHING, MOVE, ()),
            (MOVE, _state(3, 3, 4), Phase.REMOVING, target, (1, 2)),
            (MOVE, _state(3, 3), Phase.CATCHING_UP, MOVE, ()),
            (DROPPING, _state(1, 1, 2), Phase.RESTING, kept, (3,)),
            (DROPPING, _state(1, 1, 2, 3), Phase.SWITCHING, kept, ()),
            (DROPPING, _state(3, 3, 1), Phase.SWITCHING, kept, ()),
        ):
            found = (phase_of(assignment, state), shown_assignment(assignment, state), removed_now(assignment, state))
            self.assertEqual(found, (phase, shown, removed), (assignment, state))


class StepTests(SynchronousTestCase):
    """What is done in each phase."""

    def test_at_rest(self) -> None:
        self.assertEqual(_step(ReplicaAssignment((1, 2)), _state(1, 1)), Step())
        self.assertEqual(_step(ReplicaAssignment((1, 2)), _state(1, 1), is_told=False), Step(PartitionState(1, 6, 7, (1,))))

    def test_catching_up(self) -> None:
        self.assertEqual(_step(MOVE, _state(1, 1, 2)), Step())
        self.assertEqual(_step(MOVE, _state(1, 1, 2), is_told=False), Step(PartitionState(1, 6, 7, (1, 2))), "A1: the epoch rises")

    def test_switching(self) -> None:
        for state, expected in (
            (_state(1, 1, 2, 3, 4), PartitionState(3, 6, 7, (3, 4))),
            (_state(4, 1, 3, 4), PartitionState(4, 6, 7, (3, 4))),
        ):
            self.assertEqual(_step(MOVE, state), Step(expected))

    def test_switching_waits_for_somebody_who_can_lead(self) -> None:
        def standing(broker_id: int) -> Standing:
            return Standing.GONE if broker_id in (3, 4) else Standing.FINE

        self.assertEqual(_step(MOVE, _state(1, 1, 2, 3, 4), standing=standing), Step())
        self.assertEqual(_step(MOVE, _state(NOBODY, 3, 4), standing=standing, gone=(1, 2)), Step(), "who leaves may be needed")

    def test_removing(self) -> None:
        state = _state(3, 3, 4)
        self.assertEqual(_step(MOVE, state), Step(leaving=(1, 2)))
        self.assertEqual(_step(MOVE, state, gone=(1,)), Step(leaving=(2,)))
        self.assertEqual(_step(MOVE, state, gone=(1, 2)), Step(assignment=ReplicaAssignment((3, 4))))
        told_late = _step(MOVE, state, gone=(1, 2), is_told=False)
        self.assertEqual(told_late, Step(PartitionState(3, 6, 7, (3, 4)), ReplicaAssignment((3, 4))))

    def test_more_copies_are_done_in_one_write(self) -> None:
        more = ReplicaAssignment((1, 2, 3), (2, 3))
        self.assertEqual(
            _step(more, _state(1, 1, 2, 3), is_told=False), Step(PartitionState(1, 6, 7, (1, 2, 3)), ReplicaAssignment((1, 2, 3)))
        )

    def test_dropped(self) -> None:
        self.assertEqual(_step(DROPPING, _state(1, 1, 2)), Step(leaving=(3,)))
        self.assertEqual(_step(DROPPING, _state(1, 1, 2), gone=(3,)), Step(assignment=ReplicaAssignment((1, 2))))
        self.assertEqual(_step(DROPPING, _state(3, 1, 3)), Step(PartitionState(1, 6, 7, (1,))))
        replaced = MOVE.moved_to((5,))
        self.assertEqual(_step(replaced, _state(1, 1, 2), gone=(3, 4)), Step(assignment=ReplicaAssignment((5, 1, 2), (5,), (1, 2))))

    def test_begins(self) -> None:
        for assignment, state, expected in (
            (MOVE, _state(1, 1, 2), PartitionState(1, 6, 7, (1, 2))),
            (MOVE, _state(NOBODY, 1), PartitionState(NOBODY, 6, 7, (1,))),
            (DROPPING, _state(3, 3, 1), PartitionState(1, 6, 7, (1,))),
            (DROPPING, _state(3, 3), None),
            (DROPPING, _state(NOBODY, 3), None),
        ):
            self.assertEqual(begun(assignment, state, _fine, 7), expected, (assignment, state))
        self.assertIsNone(begun(MOVE, None, _fine, 7))

    def test_confined_to_those_that_can_lead(self) -> None:
        def standing(broker_id: int) -> Standing:
            return Standing.GONE if broker_id == 3 else Standing.FINE

        found = confined(_state(1, 1, 3, 4), (3, 4), standing, 7)
        self.assertEqual(found, PartitionState(4, 6, 7, (3, 4)))


class WholeMoveTests(SynchronousTestCase):
    """Moves from any beginning to their end, with brokers that come and go and fall out of sync."""

    @settings(max_examples=300, deadline=None)
    @given(st.data())
    def test_every_move_ends_and_keeps_what_is_committed(self, data: st.DataObject) -> None:
        """Plays the leader that takes in who has caught up, and the brokers that delete. `has` is who has everything that was committed."""
        brokers = st.lists(st.integers(1, 5), min_size=1, max_size=3, unique=True).map(tuple)
        assignment = ReplicaAssignment(data.draw(brokers))
        state = PartitionState(assignment.replicas[0], 0, 7, assignment.replicas)
        has, live = set(assignment.replicas), {1, 2, 3, 4, 5}
        told, told_epoch = assignment, 0
        deleted: set[int] = set()
        target = assignment.replicas

        def standing(broker_id: int) -> Standing:
            return Standing.FINE if broker_id in live else Standing.GONE

        def look() -> bool:
            """One look of the controller; whether it did something."""
            nonlocal state, assignment, told, told_epoch, deleted
            shown = shown_assignment(assignment, state)
            elected = next_state(shown.replicas, state, standing, 7)
            if elected is not None:
                state = elected
            else:
                deleted &= set(removed_now(assignment, state))
                step = next_step(
                    assignment,
                    state,
                    standing,
                    7,
                    is_told=told_epoch != state.leader_epoch or told == shown,
                    is_gone=lambda each: each in deleted or each not in live,
                )
                if step == Step():
                    return False
                state, assignment = step.state or state, step.assignment or assignment
                for each in step.leaving:
                    assert each not in state.isr and each != state.leader, "nobody in sync deletes its log"
                    has.discard(each)
                    deleted.add(each)
            now = shown_assignment(assignment, state)
            assert told_epoch < state.leader_epoch or told == now, "no change of replicas under an epoch that brokers have heard"
            told, told_epoch = now, state.leader_epoch
            assert set(state.isr) <= has, "who is in sync has everything"
            return True

        def catch_up() -> None:
            nonlocal state
            if state.leader in live:
                for each in shown_assignment(assignment, state).replicas:
                    if each in live and each not in state.isr:
                        has.add(each)
                        state = dataclasses.replace(state, isr=(*state.isr, each))

        for _ in range(data.draw(st.integers(0, 12))):
            match data.draw(st.sampled_from(["move", "give up", "look", "look", "catch up", "die", "come", "fall out"])):
                case "move" | "give up" as kind:
                    wanted = data.draw(brokers) if kind == "move" else assignment.origin
                    moved = assignment.moved_to(wanted)
                    began = begun(moved, state, standing, 7)
                    if moved != assignment and began is not None:
                        assignment, state, target = moved, began, wanted
                        deleted -= set(moved.kept().replicas)
                        told, told_epoch = shown_assignment(assignment, state), state.leader_epoch
                case "look":
                    look()
                case "catch up":
                    catch_up()
                case "die":
                    live.discard(data.draw(st.integers(1, 5)))
                case "come":
                    live.add(data.draw(st.integers(1, 5)))
                case _:
                    lost = data.draw(st.integers(1, 5))
                    # It is the leader who finds that out.
                    if state.leader in live and lost != state.leader and lost in state.isr:
                        state = dataclasses.replace(state, isr=tuple(each for each in state.isr if each != lost))
        live |= {1, 2, 3, 4, 5}
        for _ in range(30):
            if not look():
                if assignment == ReplicaAssignment(target) and set(state.isr) == set(target):
                    break
                catch_up()
        self.assertEqual(assignment, ReplicaAssignment(target))
        self.assertEqual(set(state.isr), set(target))
        self.assertIn(state.leader, target)
