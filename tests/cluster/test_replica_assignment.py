"""Tests of klog.cluster.replica_assignment."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.replica_assignment import ReplicaAssignment

_BROKERS = st.lists(st.integers(1, 6), min_size=1, max_size=4, unique=True).map(tuple)


class ReplicaAssignmentTests(SynchronousTestCase):
    """Origin, target, and who is dropped."""

    def test_moves(self) -> None:
        for before, target, expected in (
            ((1, 2), (3, 4), ReplicaAssignment((3, 4, 1, 2), (3, 4), (1, 2))),
            ((1, 2, 3), (3, 4), ReplicaAssignment((3, 4, 1, 2), (4,), (1, 2))),
            ((1,), (1, 2, 3), ReplicaAssignment((1, 2, 3), (2, 3))),
            ((1, 2, 3), (2,), ReplicaAssignment((2, 1, 3), (), (1, 3))),
            ((1, 2, 3), (3, 1, 2), ReplicaAssignment((3, 1, 2))),
        ):
            self.assertEqual(ReplicaAssignment(before).moved_to(target), expected)

    def test_a_move_is_replaced_and_given_up(self) -> None:
        moving = ReplicaAssignment((1, 2)).moved_to((3, 4))
        replaced = moving.moved_to((4, 5))
        self.assertEqual(replaced, ReplicaAssignment((4, 5, 1, 2, 3), (4, 5, 3), (1, 2, 3)))
        self.assertEqual((replaced.dropped, replaced.kept()), ((3,), ReplicaAssignment((4, 5, 1, 2), (4, 5), (1, 2))))
        given_up = replaced.given_up()
        self.assertEqual((given_up.kept(), given_up.dropped), (ReplicaAssignment((1, 2)), (4, 5, 3)))
        self.assertEqual(given_up.moved_to((3, 1)).kept(), ReplicaAssignment((3, 1, 2), (3,), (2,)), "who was dropped comes back")

    @given(_BROKERS, st.lists(st.one_of(st.none(), _BROKERS), max_size=5))
    def test_the_origin_is_never_lost(self, origin: tuple[int, ...], moves: list[tuple[int, ...] | None]) -> None:
        assignment = ReplicaAssignment(origin)
        touched = set(origin)
        for target in moves:
            assignment = assignment.given_up() if target is None else assignment.moved_to(target)
            touched |= set(target or ())
            self.assertEqual(set(assignment.origin), set(origin))
            if target is not None:
                self.assertEqual(assignment.target, target)
            self.assertEqual(set(assignment.target) | set(assignment.origin) | set(assignment.dropped), set(assignment.replicas))
            self.assertEqual(len(set(assignment.replicas)), len(assignment.replicas))
            self.assertEqual(set(assignment.replicas), touched, "nobody is forgotten who may have something")
            self.assertEqual(assignment.kept().dropped, ())
            self.assertEqual((set(assignment.kept().origin), assignment.kept().target), (set(origin), assignment.target))
