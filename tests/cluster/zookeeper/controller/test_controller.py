"""Tests of klog.cluster.zookeeper.controller.controller, on a tree whose answers and news come when the test says so."""

from __future__ import annotations

import functools
from typing import Any, cast

from twisted.internet.defer import Deferred, succeed
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.controller import LOOK_AROUND_S, Controller
from klog.cluster.zookeeper.controller.settings import FixedSettings
from klog.cluster.zookeeper.controller.term import ID_PATIENCE_MS
from klog.cluster.zookeeper.controller.writer import MOST_REFUSALS
from klog.wire.messages.leader_and_isr import (
    LeaderAndIsrPartitionError,
    LeaderAndIsrRequest,
    LeaderAndIsrResponse,
    LeaderAndIsrTopicError,
)
from klog.wire.messages.stop_replica import StopReplicaPartitionError, StopReplicaRequest, StopReplicaResponse
from klog.wire.messages.update_metadata import UpdateMetadataResponse
from klog.zookeeper.errors import ConnectionLossException, NoAuthException, SessionExpiredException
from klog.zookeeper.requests import Check, Set
from klog.zookeeper.znodes import CONFIG_CHANGES, DELETE_TOPICS, KLOG_PATHS, TopicZnode
from tests.cluster.zookeeper.fake_client import FakeClient, FakeMirror
from tests.cluster.zookeeper.led_partitions import leader_of, partitions_of
from tests.cluster.zookeeper.tree import FakeTree, do, state, topic_id


class _Obedient:
    """A way to a broker that has done at once whatever it is told."""

    def send(self, message: Any, version: int) -> Deferred[Any]:
        match message:
            case LeaderAndIsrRequest():
                told = {topic.topic_id: [one.partition_index for one in topic.partition_states] for topic in message.topic_states}
                return succeed(
                    LeaderAndIsrResponse(
                        topics=[
                            LeaderAndIsrTopicError(
                                topic_id=topic_id, partition_errors=[LeaderAndIsrPartitionError(partition_index=one) for one in numbers]
                            )
                            for topic_id, numbers in told.items()
                        ]
                    )
                )
            case StopReplicaRequest():
                errors = [
                    StopReplicaPartitionError(topic_name=topic.topic_name, partition_index=one.partition_index)
                    for topic in message.topic_states
                    for one in topic.partition_states
                ]
                return succeed(StopReplicaResponse(partition_errors=errors))
        return succeed(UpdateMetadataResponse())

    def close(self) -> None:
        """Nothing is open."""


class _Node:
    """A broker's controller with its own mirror and session."""

    def __init__(self, world: _World, broker_id: int) -> None:
        self.client = FakeClient(world.tree, 1000 + broker_id)
        self.mirror = FakeMirror(world.tree)
        self.mirror.view.load()
        self.view = self.mirror.view
        self.warnings: list[str] = []
        self.controller = Controller(
            world.clock,
            cast(Any, self.client),
            self.view,
            self.mirror,
            broker_id,
            now_ms=lambda: 1_000_000 + int(world.clock.seconds() * 1000),
            warn=self.warnings.append,
            random_bytes=lambda count: bytes([world.count()]) * count,
            settings=FixedSettings(),
            connect=lambda broker_id, host, port: _Obedient(),
        )
        self.mirror.changed = self.controller.view_changed

    def writes(self) -> list[Any]:
        """The multis since the last time."""
        found = [each for each in self.client.asked if isinstance(each, list)]
        self.client.asked.clear()
        return found


class _World:
    def __init__(self) -> None:
        self.tree = FakeTree()
        self.clock = Clock()
        self._count = 0
        for path in (*KLOG_PATHS, DELETE_TOPICS, CONFIG_CHANGES):
            self.tree.write(path)
        self.nodes: list[_Node] = []

    def count(self) -> int:
        self._count += 1
        return self._count

    def node(self, broker_id: int, *, start: bool = True) -> _Node:
        self.tree.broker(broker_id, owner=1000 + broker_id)
        node = _Node(self, broker_id)
        self.nodes.append(node)
        if start:
            node.controller.start()
        return node

    def advance(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.deliver()

    def deliver(self) -> None:
        for _ in range(5):
            for node in self.nodes:
                node.mirror.deliver()
            self.clock.advance(0)


class ControllerTests(SynchronousTestCase):
    """Elections, rounds, misfortunes."""

    def setUp(self) -> None:
        self.world = _World()
        self.tree, self.clock = self.world.tree, self.world.clock

    def test_first_one_acts(self) -> None:
        one, two = self.world.node(1), self.world.node(2)
        self.assertEqual((one.controller.is_active, one.controller.epoch), (True, 1))
        self.assertEqual((two.controller.is_active, two.controller.epoch), (False, -1))
        self.tree.topic("t", {0: (1,), 1: (2,)})
        self.world.deliver()
        self.assertEqual([info.leader for info in partitions_of(two.view, "t")], [1, 2])
        self.assertTrue(one.controller.is_at_rest)

    def test_next_one_takes_over_what_was_left(self) -> None:
        one, two = self.world.node(1), self.world.node(2)
        self.tree.topic("t", {0: (1,), 1: (2,)}, topic_id(1))
        one.controller.stop()
        self.world.deliver()
        self.assertEqual([info.leader for info in partitions_of(two.view, "t")], [-1, -1])
        self.tree.delete("/controller")
        self.tree.delete("/brokers/ids/1")
        self.world.deliver()
        self.assertEqual((two.controller.is_active, two.controller.epoch), (True, 2))
        self.assertEqual([info.leader for info in partitions_of(two.view, "t")], [-1, 2])
        self.assertEqual(one.controller.epoch, -1)

    def test_every_write_checks_the_epoch(self) -> None:
        one = self.world.node(1)
        one.writes()
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.world.deliver()
        writes = one.writes()
        self.assertEqual([operations[0] for operations in writes], [Check("/controller_epoch", 1)])

    def test_replaced_without_noticing(self) -> None:
        one, two = self.world.node(1), self.world.node(2)
        self.tree.topic("t", {0: (1,)}, topic_id(1))

        def take_over() -> None:
            self.tree.delete("/controller")
            two.mirror.deliver()

        one.client.before = [take_over]
        one.mirror.deliver()
        self.assertFalse(one.controller.is_active)
        self.assertTrue(two.controller.is_active)
        self.world.deliver()
        self.assertEqual(leader_of(two.view, "t", 0), 1)

    def test_controller_node_taken_away_by_hand(self) -> None:
        one = self.world.node(1)
        self.tree.delete("/controller")
        self.world.deliver()
        self.assertEqual((one.controller.is_active, one.controller.epoch), (True, 2))

    def test_somebody_else_was_faster(self) -> None:
        one = self.world.node(1)
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.world.deliver()
        self.tree.broker(1, owner=1001)
        one.client.before = [lambda: self.tree.state("t", 0, state(-1, 8, isr=(1,)))]
        self.world.deliver()
        self.world.advance(1)
        self.assertEqual((leader_of(one.view, "t", 0), partitions_of(one.view, "t")[0].leader_epoch), (1, 9))

    def test_lost_connections_are_survived(self) -> None:
        one = self.world.node(1)
        losses = 0

        def lose() -> None:
            nonlocal losses
            losses += 1
            raise ConnectionLossException(operation="multi")

        one.client.before = [lose] * 7
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.world.deliver()
        self.assertFalse(one.controller.is_at_rest)
        for _ in range(100):
            self.world.advance(0.1)
        self.assertEqual((losses, leader_of(one.view, "t", 0)), (7, 1))
        self.assertTrue(one.controller.is_at_rest)

    def test_suspended(self) -> None:
        one = self.world.node(1)
        one.client.is_holding = True
        self.tree.topic("t", dict.fromkeys(range(400), (1,)), topic_id(1))
        self.world.deliver()
        self.assertEqual(len(one.client.held), 1)
        one.writes()
        one.controller.suspend()
        self.assertFalse(one.controller.is_active)
        one.client.let_go()
        self.tree.topic("u", {0: (1,)}, topic_id(2))
        self.world.deliver()
        self.world.advance(100)
        self.assertEqual(one.client.asked, [], "it says nothing while it is suspended")
        one.client.is_holding = False
        one.controller.resume()
        self.assertEqual((one.controller.is_active, one.controller.epoch), (True, 1))
        self.world.deliver()
        self.assertEqual({info.leader for name in "tu" for info in partitions_of(one.view, name)}, {1})

    def test_expired(self) -> None:
        one = self.world.node(1)

        def expire() -> None:
            raise SessionExpiredException(operation="multi")

        one.client.before = [expire]
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.world.deliver()
        one.controller.stop()
        self.assertEqual(self.clock.getDelayedCalls(), [])
        self.assertFalse(one.controller.is_active)

    def test_what_is_refused_does_not_hold_up_the_rest(self) -> None:
        one = self.world.node(1)
        multi = one.client.multi
        is_forbidden = True

        def picky(operations: Any) -> Any:
            for index, operation in enumerate(operations):
                if is_forbidden and operation.path.startswith("/brokers/topics/a"):
                    error = NoAuthException(operation="multi", path=operation.path)
                    error.index = index
                    one.client.before = [functools.partial(_throw, error)]
                    break
            return multi(operations)

        one.client.multi = picky  # type: ignore[method-assign]
        self.tree.topic("a", {0: (1,)}, topic_id(1))
        self.tree.topic("b", {0: (1,)}, topic_id(2))
        self.world.deliver()
        self.assertEqual(leader_of(one.view, "b", 0), -1)
        for _ in range(20 * MOST_REFUSALS):
            self.world.advance(0.1)
        self.assertEqual((leader_of(one.view, "a", 0), leader_of(one.view, "b", 0)), (-1, 1))
        self.assertEqual(len(one.warnings), 1)
        self.assertIn("the controller leaves a as it is for a while", one.warnings[0])
        is_forbidden = False
        for _ in range(5):
            self.world.advance(LOOK_AROUND_S)
        self.world.deliver()
        self.assertEqual(leader_of(one.view, "a", 0), 1)

    def test_deletion_takes_the_configuration_along(self) -> None:
        one = self.world.node(1)
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.tree.write("/config/topics/t", b"{}")
        self.world.deliver()
        self.tree.write("/admin/delete_topics/t")
        self.world.deliver()
        left = [path for path in self.tree.nodes if path.endswith("/t")]
        self.assertEqual(left, [])
        self.assertNotIn("t", one.view.topics)

    def test_warnings_once(self) -> None:
        one = self.world.node(1)
        for _ in range(3):
            self.tree.write("/admin/reassign_partitions", b"{}")
            self.world.deliver()
            self.assertNotIn("/admin/reassign_partitions", self.tree.nodes)
        self.assertEqual(len(one.warnings), 1)

    def test_topic_whose_id_nobody_gives_back(self) -> None:
        one = self.world.node(1)
        self.tree.topic("t", {0: (1,), 1: (2,)})
        for number in (0, 1):
            self.tree.state("t", number, state(-1, isr=(number + 1,)))
        self.world.deliver()
        for _ in range(5):
            self.world.advance(LOOK_AROUND_S)
        self.assertIsNone(one.view.topics["t"].topic_id, "broker 2 may know it")
        self.world.node(2, start=False)
        self.world.deliver()
        for _ in range(2 + int(ID_PATIENCE_MS / 1000 / LOOK_AROUND_S)):
            self.world.advance(LOOK_AROUND_S)
        self.assertIsNotNone(one.view.topics["t"].topic_id)

    def test_id_that_is_lost_before_anybody_has_seen_it(self) -> None:
        one = self.world.node(1)
        self.tree.topic("t", {0: (1,)})
        multi, ids = one.client.multi, []

        def overwritten(operations: Any) -> Any:
            result = multi(operations)
            if not ids:
                ids.append(TopicZnode.decode("", self.tree.data("/brokers/topics/t")).topic_id)
                self.tree.topic("t", {0: (1,), 1: (1,)})
            return result

        one.client.multi = overwritten  # type: ignore[method-assign]
        self.world.deliver()
        self.assertIsNotNone(ids[0])
        self.assertEqual((one.view.topics["t"].topic_id, [info.leader for info in partitions_of(one.view, "t")]), (ids[0], [1, 1]))

    def test_notifications_grow_old(self) -> None:
        self.world.node(1)
        self.tree.write("/config/changes/config_change_1", b'"t"', ctime=1_000_000)
        self.world.deliver()
        for _ in range(int(880 / LOOK_AROUND_S)):
            self.world.advance(LOOK_AROUND_S)
        self.assertIn("/config/changes/config_change_1", self.tree.nodes)
        for _ in range(2 + int(20 / LOOK_AROUND_S)):
            self.world.advance(LOOK_AROUND_S)
        self.assertNotIn("/config/changes/config_change_1", self.tree.nodes)

    def test_unreadable_epoch(self) -> None:
        self.tree.write("/controller_epoch", b"x")
        one = self.world.node(1)
        for _ in range(100):
            self.world.advance(0.1)
        self.assertFalse(one.controller.is_active)
        self.assertEqual(len(one.warnings), 1)
        do(self.tree, [Set("/controller_epoch", b"4")])
        for _ in range(30):
            self.world.advance(0.1)
        self.assertEqual(one.controller.epoch, 5)

    def test_an_error_of_ours_is_told_and_survived(self) -> None:
        one = self.world.node(1)

        def broken() -> None:
            raise ZeroDivisionError("a fault of ours")

        one.client.before = [broken]
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.world.deliver()
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.world.advance(1)
        self.assertEqual(leader_of(one.view, "t", 0), 1)


def _throw(error: Exception) -> None:
    raise error
