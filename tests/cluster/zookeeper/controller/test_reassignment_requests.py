"""Tests of klog.cluster.zookeeper.controller.reassignment_requests: the table, and what is written. What becomes of it is in
``test_moving_replicas``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.replica_assignment import ReplicaAssignment
from klog.cluster.zookeeper.controller.acts import SetMovesAsked, SetState, SetTopicZnode
from klog.cluster.zookeeper.controller.reassignment_requests import (
    Begin,
    begin_acts,
    judge,
    judge_znode,
    taken_out,
    topic_act,
)
from klog.errors import ErrorCode, KlogError
from klog.zookeeper.znodes import REASSIGN_PARTITIONS, PartitionState, Reassignment, TopicZnode
from tests.cluster.zookeeper.controller.worlds import ViewWorld, at
from tests.cluster.zookeeper.tree import topic_id


class RequestCase(SynchronousTestCase):
    """Brokers 1 to 4; a is on 1 and 2 and at rest, b goes from 1 to 3, and 4 was dropped from it."""

    def setUp(self) -> None:
        self.world = ViewWorld()
        self.view = self.world.view
        for broker_id in (1, 2, 3, 4):
            self.world.tree.broker(broker_id)
        self.world.partition("a", 0, (1, 2), 1, (1, 2), epoch=5)
        self.world.partition("b", 0, (1,), 1, (1,))
        znode = TopicZnode(topic_id(ord("b")), {0: (3, 1, 4)}, {0: (3, 4)}, {0: (1, 4)})
        self.world.tree.write(TopicZnode.path("b"), znode.encode())
        self.world.look()

    def judged(self, name: str, to: Sequence[int] | None, **more: Any) -> Begin | KlogError | None:
        return judge(self.view, self.world.brokers, 7, at(name), to, **more)

    def code(self, name: str, to: Sequence[int] | None, **more: Any) -> ErrorCode:
        found = self.judged(name, to, **more)
        assert isinstance(found, KlogError)
        return found.code


class JudgeTests(RequestCase):
    def test_refusals(self) -> None:
        bad = ErrorCode.INVALID_REPLICA_ASSIGNMENT
        for name, to, expected in (
            ("none", (1,), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            ("a", None, ErrorCode.NO_REASSIGNMENT_IN_PROGRESS),
            ("a", (), bad),
            ("a", (1, 1), bad),
            ("a", (-1,), bad),
            ("a", (1, 9), bad),
            ("a", tuple(range(1001)), bad),
        ):
            self.assertEqual(self.code(name, to), expected, (name, to))
        self.world.tree.write("/admin/delete_topics/a")
        self.world.look()
        self.assertEqual(self.code("a", (1,)), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

    def test_who_shuts_down_is_not_there(self) -> None:
        self.world.brokers.leaving.add(3)
        self.assertEqual(self.code("a", (1, 3)), ErrorCode.INVALID_REPLICA_ASSIGNMENT)
        self.world.brokers.leaving.add(2)
        self.assertIsInstance(self.judged("a", (2, 1)), Begin, "it has one already")

    def test_the_count(self) -> None:
        self.assertEqual(self.code("a", (1,), allows_other_count=False), ErrorCode.INVALID_REPLICATION_FACTOR)
        self.assertEqual(self.code("b", (1, 2), allows_other_count=False), ErrorCode.INVALID_REPLICATION_FACTOR)
        self.assertIsInstance(self.judged("b", (2,), allows_other_count=False), Begin, "one that moves has as many as it came with")

    def test_begins(self) -> None:
        self.assertEqual(
            self.judged("a", (3, 2)),
            Begin(at("a"), ReplicaAssignment((3, 2, 1), (3,), (1,)), SetState("a", 0, PartitionState(1, 6, 7, (1, 2)), 0)),
        )
        self.assertIsNone(self.judged("a", (1, 2)))
        self.assertIsNone(self.judged("b", (3,)), "it is on its way")
        given_up = self.judged("b", None)
        assert isinstance(given_up, Begin)
        self.assertEqual(given_up.assignment, ReplicaAssignment((1, 3, 4), (3, 4), (3, 4)))

    def test_without_a_state(self) -> None:
        self.world.tree.topic("c", {0: (9,)}, topic_id(ord("c")))
        self.world.look()
        self.assertEqual(self.judged("c", (1,)), Begin(at("c"), ReplicaAssignment((1, 9), (1,), (9,)), None))
        self.world.tree.write(PartitionState.path("c", 0), b"?")
        self.world.look()
        self.assertEqual(self.code("c", (1,)), ErrorCode.UNKNOWN_SERVER_ERROR)


class WriteTests(RequestCase):
    def test_marks_come_and_go(self) -> None:
        act = topic_act(self.view.topics["b"], {0: ReplicaAssignment((3,))})
        self.assertEqual((act.znode, act.version), (TopicZnode(topic_id(ord("b")), {0: (3,)}), 1))
        moved = topic_act(self.view.topics["b"], {0: ReplicaAssignment((2, 1), (2,), (1,))}).znode
        self.assertEqual((moved.adding_replicas, moved.removing_replicas), ({0: (2,)}, {0: (1,)}))

    def test_topic_and_states_are_neighbours(self) -> None:
        begins = [self.judged("b", (2,)), self.judged("a", (3,))]
        acts = begin_acts(self.view, [each for each in begins if isinstance(each, Begin)])
        self.assertEqual([(type(act), act.topic) for act in acts], [(kind, name) for name in "ab" for kind in (SetTopicZnode, SetState)])

    def test_the_znode(self) -> None:
        self.assertEqual(taken_out(self.view, [at("a")]), [])
        self.assertEqual(judge_znode(self.view, self.world.brokers, 7, 9).over, [])
        asked = {at("a"): (1, 2), at("b"): (2,), at("a", 1): (9,), at("x"): (1,)}
        self.world.tree.write(REASSIGN_PARTITIONS, Reassignment(asked).encode())
        self.world.look()
        verdict = judge_znode(self.view, self.world.brokers, 7, 9)
        self.assertEqual([begin.at for begin in verdict.begins], [at("b")])
        self.assertEqual(verdict.over, [at("a"), at("a", 1), at("x")])
        self.assertEqual((len(verdict.warnings), verdict.is_unfinished), (2, False))
        self.assertTrue(judge_znode(self.view, self.world.brokers, 7, 0).is_unfinished)
        self.assertEqual(taken_out(self.view, [at("c")]), [])
        (act,) = taken_out(self.view, verdict.over)
        self.assertEqual(act, SetMovesAsked({at("b"): (2,)}, 0))
