"""Tests of klog.cluster.zookeeper.controller.propagation: whatever happens, no broker ever shows a part of a topic."""

from __future__ import annotations

import random
from typing import cast

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.change_slices import slices
from klog.cluster.zookeeper.controller.pending_updates import PendingUpdates
from klog.wire.messages.update_metadata import UpdateMetadataRequest
from klog.zookeeper.znodes import PartitionState
from tests.cluster.zookeeper.controller.controlled import ControlledWorld, Life
from tests.cluster.zookeeper.controller.worlds import at
from tests.cluster.zookeeper.tree import topic_id

#: Partitions in a slice, and in a request.
MOST = 2


class WatchedLife(Life):
    """Fails when it has heard of some of a topic's partitions only. (One that is being deleted may go in parts.)"""

    def _update_metadata(self, request: UpdateMetadataRequest) -> None:
        before = dict(self.metadata)
        ids = dict(self.topic_ids)
        super()._update_metadata(request)
        for topic in request.topic_states:
            name = topic.topic_name
            if any(each.leader == -2 for each in topic.partition_states):
                continue
            count = sum(where.topic == name for where in self.metadata)
            if count not in cast(WatchedWorld, self.world).widths[topic.topic_id]:
                self.fail(f"it knows {count} partitions of {name}")
            for each in topic.partition_states:
                was = before.get(at(name, each.partition_index))
                if was is not None and ids[name] == topic.topic_id and was.leader_epoch > each.leader_epoch:
                    self.fail(f"{name}-{each.partition_index} was in leader epoch {was.leader_epoch}, and is in {each.leader_epoch}")


class WatchedWorld(ControlledWorld):
    """Topics with the numbers of partitions that they have had.

    :ivar widths: by topic id.
    :ivar assignments: by name.
    """

    make_life = WatchedLife

    def __init__(self) -> None:
        super().__init__()
        self.widths: dict[bytes, set[int]] = {}
        self.assignments: dict[str, dict[int, tuple[int, ...]]] = {}
        self.ids: dict[str, int] = {}

    def write(self, name: str, rng: random.Random) -> None:
        """Make a topic, or have it grow."""
        if f"/brokers/topics/{name}" not in self.tree.nodes:
            self.ids[name], self.assignments[name] = self.count(), {}
        elif f"/admin/delete_topics/{name}" in self.tree.nodes:
            return
        assignment = self.assignments[name]
        for number in range(len(assignment), len(assignment) + rng.randrange(1, 4 * MOST)):
            assignment[number] = tuple(rng.sample([1, 2, 3], rng.randrange(1, 4)))
        self.widths.setdefault(bytes(topic_id(self.ids[name])), set()).add(len(assignment))
        self.tree.topic(name, dict(assignment), topic_id(self.ids[name]))

    def touch(self, rng: random.Random) -> None:
        """Leaders write states again, as they do for their in-sync replicas."""
        for name in sorted(self.tree.children("/brokers/topics")):
            for number in sorted(self.tree.children(f"/brokers/topics/{name}/partitions")):
                path = PartitionState.path(name, int(number))
                data = self.tree.data(path)
                if data is not None and rng.random() < 0.3:
                    self.tree.write(path, data)


class WholeTopicTests(SynchronousTestCase):
    """Slices and requests are small; controllers are replaced in the middle, brokers come and go, answers are lost."""

    def test_many(self) -> None:
        self.patch(slices, "__defaults__", (MOST,))
        self.patch(PendingUpdates.next, "__defaults__", (MOST,))
        for seed in range(40):
            try:
                self.live(random.Random(seed))
            except AssertionError as error:
                raise AssertionError(f"seed {seed}: {error}") from error

    def live(self, rng: random.Random) -> None:
        world = WatchedWorld()
        for broker_id in (1, 2, 3):
            world.start(broker_id)
        for _ in range(rng.randrange(5, 30)):
            broker_id, name = rng.randrange(1, 4), rng.choice("abc")
            match rng.randrange(9):
                case 0:
                    world.stop(broker_id)
                case 1:
                    world.start(broker_id)
                case 2:
                    world.tree.delete("/controller")
                case 3:
                    if f"/brokers/topics/{name}" in world.tree.nodes:
                        world.tree.write(f"/admin/delete_topics/{name}")
                case 4:
                    self.lose(world, rng.random() < 0.7)
                case 5 | 6:
                    world.touch(rng)
                case _:
                    world.write(name, rng)
            world.advance(rng.choice([0.05, 0.05, 0.1, 0.3]))
        for broker_id in {1, 2, 3} - world.lives.keys():
            world.start(broker_id)
        self.lose(world, False)
        world.settle()

    def lose(self, world: ControlledWorld, loses_answers: bool) -> None:
        """Connections, and answers from now on."""
        for node in world.nodes.values():
            for wire in node.wires.values():
                wire.loses_answers = loses_answers
                wire.lose()
