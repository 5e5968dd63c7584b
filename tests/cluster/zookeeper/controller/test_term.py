"""Tests of klog.cluster.zookeeper.controller.term: what a controller's brokers are told, and what becomes of their answers."""

from __future__ import annotations

import random

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.controller import LOOK_AROUND_S
from klog.cluster.zookeeper.controller.settings import FixedSettings
from klog.wire.messages.stop_replica import StopReplicaResponse
from klog.wire.schema import Message
from klog.zookeeper.znodes import IsrChange, LogDirEvent, PartitionState, PreferredElection
from tests.cluster.zookeeper.controller.controlled import ControlledWorld, settings
from tests.cluster.zookeeper.controller.worlds import at
from tests.cluster.zookeeper.tree import topic_id


class TermCase(SynchronousTestCase):
    """Brokers 1, 2, 3; topic t with three replicas of both of its partitions; 1 is the controller."""

    settings = FixedSettings()

    def setUp(self) -> None:
        self.world = ControlledWorld(self.settings)
        self.tree = self.world.tree
        for broker_id in (1, 2, 3):
            self.world.start(broker_id)
        self.world.settle()
        self.tree.topic("t", {0: (1, 2, 3), 1: (2, 3, 1)}, topic_id(7))
        self.world.settle()

    def state(self, number: int = 0, name: str = "t") -> PartitionState:
        """As ZooKeeper has it."""
        path = PartitionState.path(name, number)
        return PartitionState.decode(path, self.tree.data(path))

    def join(self, number: int, in_sync: tuple[int, ...]) -> None:
        """The leader finds so, and writes it as old ones do."""
        state = self.state(number)
        self.tree.state("t", number, PartitionState(state.leader, state.leader_epoch, state.controller_epoch, in_sync))
        self.world.settle()

    def leads(self, number: int = 0, name: str = "t") -> dict[int, tuple[int, int]]:
        """Leader and epoch as each live broker was told by LeaderAndIsr."""
        found = {}
        for broker_id, life in self.world.lives.items():
            role = life.roles.get(at(name, number))
            if role is not None:
                found[broker_id] = (role.leader, role.leader_epoch)
        return found

    def knows(self, number: int = 0, name: str = "t") -> set[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
        """Leader, epoch, in-sync and offline replicas as all live brokers were told by UpdateMetadata."""
        found = set()
        for life in self.world.lives.values():
            told = life.metadata.get(at(name, number))
            if told is not None:
                found.add((told.leader, told.leader_epoch, tuple(told.isr), tuple(told.offline_replicas)))
        return found


class PropagationTests(TermCase):
    """What brokers hear."""

    def test_new_topic(self) -> None:
        self.assertEqual(self.state(), PartitionState(1, 0, 1, (1, 2, 3)))
        self.assertEqual(self.state(1), PartitionState(2, 0, 1, (2, 3, 1)))
        for life in self.world.lives.values():
            self.assertEqual((life.live, life.controller_id, life.new), ({1, 2, 3}, 1, {at("t"), at("t", 1)}))
        self.assertEqual(self.leads(1), {1: (2, 0), 2: (2, 0), 3: (2, 0)})
        self.assertEqual(self.knows(), {(1, 0, (1, 2, 3), ())})

    def test_features_node_is_made_and_left_alone(self) -> None:
        self.assertEqual(self.tree.data("/feature"), b'{"features":{},"version":2,"status":1}')
        self.tree.write("/feature", b"of somebody else")
        self.world.stop(1)
        self.world.settle()
        self.assertEqual(self.tree.data("/feature"), b"of somebody else")

    def test_broker_gone_and_back(self) -> None:
        self.world.stop(2)
        self.world.settle()
        self.assertEqual((self.state(), self.state(1)), (PartitionState(1, 1, 1, (1, 3)), PartitionState(3, 1, 1, (3, 1))))
        self.assertEqual((self.leads(), self.leads(1)), ({1: (1, 1), 3: (1, 1)}, {1: (3, 1), 3: (3, 1)}))
        self.assertEqual(self.knows(1), {(3, 1, (3, 1), (2,))})
        two = self.world.start(2)
        self.world.settle()
        self.assertEqual((self.leads()[2], self.leads(1)[2]), ((1, 1), (3, 1)))
        self.assertEqual((two.new, two.live), (set(), {1, 2, 3}))
        self.assertLess(two.heard.index("UpdateMetadata"), two.heard.index("LeaderAndIsr"))
        self.assertEqual(self.knows(1), {(3, 1, (3, 1), ())})
        self.assertEqual({frozenset(life.live) for life in self.world.lives.values()}, {frozenset({1, 2, 3})})

    def test_broker_bounced(self) -> None:
        self.world.start(2)
        self.world.settle()
        self.assertEqual(
            (self.state(), self.state(1)), (PartitionState(1, 1, 1, (1, 3)), PartitionState(3, 1, 1, (3, 1))), "in one write each"
        )
        self.assertEqual(self.leads(1), {1: (3, 1), 2: (3, 1), 3: (3, 1)})

    def test_bounced_broker_is_found_by_the_next_controller(self) -> None:
        """Which was not there when it happened."""
        self.world.nodes[3].controller.stop()
        self.world.nodes[2].controller.stop()
        self.world.stop(1)
        self.world.start(2, is_candidate=False)
        self.world.start(1)
        self.world.settle()
        self.assertEqual((self.state(), self.state(1)), (PartitionState(3, 1, 2, (3,)), PartitionState(3, 1, 2, (3,))))
        self.assertEqual(self.leads(), {1: (3, 1), 2: (3, 1), 3: (3, 1)})

    def test_next_controller_says_the_same_again(self) -> None:
        before = {broker_id: len(life.heard) for broker_id, life in self.world.lives.items()}
        self.world.stop(1)
        self.world.settle()
        two = self.world.lives[2]
        self.assertEqual(two.heard[before[2]], "UpdateMetadata")
        self.assertEqual((two.controller_epoch, two.controller_id, two.live), (2, 2, {2, 3}))
        self.assertEqual((self.leads(), self.leads(1)), ({2: (2, 1), 3: (2, 1)}, {2: (2, 1), 3: (2, 1)}))

    def test_all_gone_and_back(self) -> None:
        for broker_id in (1, 2, 3):
            self.world.stop(broker_id)
        for broker_id in (3, 1):
            self.world.start(broker_id)
            self.world.settle()
        self.assertEqual(self.state(), PartitionState(3, 1, 2, (3,)), "whoever of the in-sync ones came first")
        self.assertEqual(self.leads(), {1: (3, 1), 3: (3, 1)})

    def test_nobody_in_sync_is_left(self) -> None:
        self.join(0, (1,))
        self.world.stop(1)
        self.world.settle()
        self.assertEqual(self.state(), PartitionState(-1, 1, 2, (1,)))
        self.assertEqual((self.leads(), self.knows()), ({2: (-1, 1), 3: (-1, 1)}, {(-1, 1, (1,), (1,))}))
        self.world.start(1)
        self.world.settle()
        self.assertEqual(self.leads(), dict.fromkeys((1, 2, 3), (1, 2)))

    def test_shrunk_in_sync_replicas_are_told_as_metadata_only(self) -> None:
        before = len(self.world.lives[2].heard)
        self.join(0, (1, 3))
        self.tree.write("/isr_change_notification/isr_change_0000000001", IsrChange((at("t"), at("t", 1))).encode())
        self.world.settle()
        self.assertEqual(set(self.world.lives[2].heard[before:]), {"UpdateMetadata"})
        self.assertEqual(self.knows(), {(1, 0, (1, 3), ())})
        self.assertNotIn("/isr_change_notification/isr_change_0000000001", self.tree.nodes)

    def test_lost_directory(self) -> None:
        self.world.lives[1].broken.add(at("t"))
        self.tree.write("/log_dir_event_notification/log_dir_event_0000000001", LogDirEvent(1).encode())
        self.world.settle()
        self.assertEqual((self.state(), self.state(1)), (PartitionState(2, 1, 1, (2, 3)), PartitionState(2, 0, 1, (2, 3, 1))))
        self.assertEqual((self.leads()[2], self.knows()), ((2, 1), {(2, 1, (2, 3), (1,))}))
        self.assertNotIn("/log_dir_event_notification/log_dir_event_0000000001", self.tree.nodes)
        self.world.start(1)
        self.world.settle()
        self.assertEqual((self.leads()[1], self.knows()), ((2, 1), {(2, 1, (2, 3), ())}))

    def test_preferred_election_of_an_old_tool(self) -> None:
        self.world.start(2)
        self.world.settle()
        self.join(1, (3, 1, 2))
        self.tree.write("/admin/preferred_replica_election", PreferredElection((at("t", 1),)).encode())
        self.world.settle()
        self.assertEqual((self.state(1), self.leads(1)), (PartitionState(2, 2, 1, (3, 1, 2)), dict.fromkeys((1, 2, 3), (2, 2))))
        self.assertNotIn("/admin/preferred_replica_election", self.tree.nodes)

    def test_old_cluster_of_one_copy_is_taken_over(self) -> None:
        """States with a mark of klog's own, and one of several assigned replicas in sync."""
        self.tree.topic("old", {0: (1, 2)}, topic_id(8))
        self.tree.state("old", 0, PartitionState(1, 4, 1, (1,)))
        self.world.settle()
        self.assertEqual(self.leads(name="old"), {1: (1, 4), 2: (1, 4)})
        self.assertEqual(self.state(name="old").leader_epoch, 4, "it is left as it is")

    def test_broker_without_the_brokers_listener(self) -> None:
        world = ControlledWorld(settings(inter_broker_listener="INSIDE"))
        world.start(1)
        world.settle()
        self.assertEqual(world.active.warnings, ["broker 1 has no listener named INSIDE: the controller cannot tell it what it leads"])


class DeletionTests(TermCase):
    """By answers."""

    def delete(self) -> None:
        self.tree.write("/config/topics/t", b"{}")
        self.tree.write("/admin/delete_topics/t")

    def left(self) -> list[str]:
        return [path for path in self.tree.nodes if "/t" in path.removeprefix("/brokers/topics")]

    def test_all_answer(self) -> None:
        self.delete()
        self.world.settle()
        self.assertEqual([path for path in self.tree.nodes if path.endswith("/t")], [])
        for life in self.world.lives.values():
            self.assertEqual((life.deleted, life.metadata, life.roles), ({at("t"), at("t", 1)}, {}, {}))
            self.assertEqual(life.heard[-3:], ["UpdateMetadata", "StopReplica", "StopReplica"])
        self.assertEqual([path for path in self.tree.nodes if path.startswith("/klog/removals/")], [])

    def test_waits_for_a_broker(self) -> None:
        self.world.stop(3)
        self.world.settle()
        self.delete()
        self.world.settle()
        self.assertIn("/brokers/topics/t", self.tree.nodes)
        self.assertEqual(self.world.lives[1].deleted, {at("t"), at("t", 1)})
        self.assertIn("waits for replicas that are out of service, on broker(s) 3", self.world.active.warnings[-1])
        three = self.world.start(3)
        self.world.settle()
        self.assertNotIn("/brokers/topics/t", self.tree.nodes)
        self.assertEqual((three.deleted, three.roles), ({at("t"), at("t", 1)}, {}))
        self.assertNotIn("LeaderAndIsr", three.heard, "it gets no role in what goes")

    def test_broker_dies_before_it_answers(self) -> None:
        self.world.lives[3].is_silent = True
        self.delete()
        self.world.advance(5)
        self.world.start(3)
        self.world.settle()
        self.assertNotIn("/brokers/topics/t", self.tree.nodes)

    def test_error_is_asked_again(self) -> None:
        self.world.lives[2].broken.add(at("t"))
        self.delete()
        self.world.settle()
        self.assertIn("/brokers/topics/t", self.tree.nodes)
        self.world.lives[2].broken.clear()
        self.world.advance(LOOK_AROUND_S + 1)
        self.world.settle()
        self.assertNotIn("/brokers/topics/t", self.tree.nodes)

    def test_next_controller_begins_again(self) -> None:
        self.world.lives[3].is_silent = True
        self.delete()
        self.world.advance(5)
        self.world.nodes[1].controller.stop()
        self.tree.delete("/controller")
        self.world.lives[3].is_silent = False
        self.world.settle()
        self.assertEqual(self.world.active.controller.epoch, 2)
        self.assertNotIn("/brokers/topics/t", self.tree.nodes)

    def test_made_again(self) -> None:
        self.delete()
        self.world.settle()
        self.tree.topic("t", {0: (3,)}, topic_id(9))
        self.world.settle()
        self.assertEqual((self.leads(), self.knows()), ({3: (3, 0)}, {(3, 0, (3,), ())}))
        self.assertEqual(self.world.lives[3].new, {at("t"), at("t", 1)})

    def test_answer_that_forgets_a_partition(self) -> None:
        def forgetful(answer: Message) -> Message:
            if isinstance(answer, StopReplicaResponse):
                answer.partition_errors = answer.partition_errors[:1]
            return answer

        self.world.mangle = forgetful
        self.delete()
        self.world.settle()
        self.assertIn("/brokers/topics/t", self.tree.nodes)
        self.world.mangle = lambda answer: answer
        self.world.advance(LOOK_AROUND_S + 1)
        self.world.settle()
        self.assertNotIn("/brokers/topics/t", self.tree.nodes)


class BadBrokerTests(TermCase):
    """One that does not answer holds up nobody else."""

    def test_silent(self) -> None:
        self.world.lives[3].is_silent = True
        self.tree.topic("u", dict.fromkeys(range(2000), (1, 2, 3)), topic_id(8))
        self.world.advance(10)
        self.assertEqual(len(self.world.lives[1].roles), 2002)
        self.assertEqual(len(self.world.lives[3].roles), 2)
        self.world.lives[3].is_silent = False
        self.world.active.wires[3].lose()
        self.world.settle()
        self.assertEqual(len(self.world.lives[3].roles), 2002)

    def test_rubbish(self) -> None:
        self.world.mangle = lambda answer: LogicError  # type: ignore[assignment, return-value]
        self.tree.topic("u", {0: (1, 2, 3)}, topic_id(8))
        self.world.settle()
        self.assertEqual(self.world.lives[1].roles[at("u")].leader, 1)

    def test_address_that_changes(self) -> None:
        three = self.world.lives[3]
        three.is_silent = True
        self.tree.topic("u", {0: (3, 1)}, topic_id(8))
        self.world.advance(1)
        before = self.world.active.wires[3]
        path = "/brokers/ids/3"
        self.tree.write(path, self.tree.nodes[path].data.replace(b'"timestamp":"-1"', b'"timestamp":"5"'))
        self.world.advance(1)
        self.assertIs(self.world.active.wires[3], before, "the address is the same")


class LogicError:
    """No answer at all."""


class LargeTests(TermCase):
    """Many partitions."""

    def test_fail_over_of_three_thousand_partitions(self) -> None:
        self.tree.topic(
            "u", {number: ((number % 3) + 1, (number + 1) % 3 + 1, (number + 2) % 3 + 1) for number in range(3000)}, topic_id(8)
        )
        self.world.settle()
        self.world.stop(3)
        self.world.settle()
        for number in range(3000):
            state = self.state(number, "u")
            self.assertEqual((set(state.isr), state.leader_epoch), ({1, 2}, 1))
        self.assertEqual({role.leader for role in self.world.lives[1].roles.values()}, {1, 2})
        self.assertEqual(len(self.world.lives[2].metadata), 3002)
        biggest = max(len(each) for each in self.world.active.writes())
        self.assertLessEqual(biggest, 500)


class AnyHistoryTests(SynchronousTestCase):
    """Brokers come, go, bounce, are slow and silent; controllers are replaced; topics are made, grown, deleted. At rest everybody who lives
    knows all that is so."""

    def test_many(self) -> None:
        for seed in range(40):
            try:
                self.live(random.Random(seed))
            except AssertionError as error:
                raise AssertionError(f"seed {seed}: {error}") from error

    def live(self, rng: random.Random) -> None:
        world = ControlledWorld(settings(unclean_topics=frozenset({"c"})))
        tree = world.tree
        for broker_id in (1, 2, 3):
            world.start(broker_id)
        for _ in range(rng.randrange(5, 40)):
            broker_id = rng.randrange(1, 4)
            name = rng.choice("abc")
            match rng.randrange(10):
                case 0:
                    world.stop(broker_id)
                case 1 | 2:
                    world.start(broker_id)
                case 3:
                    if broker_id in world.lives:
                        world.lives[broker_id].delay_s = rng.choice([0, 0.1, 1])
                        world.lives[broker_id].is_silent = rng.random() < 0.3
                case 4:
                    if broker_id in world.nodes and world.active_or_none() is world.nodes[broker_id]:
                        tree.delete("/controller")
                case 5 | 6:
                    if f"/brokers/topics/{name}" not in tree.nodes:
                        assignment = {number: tuple(rng.sample([1, 2, 3], rng.randrange(1, 4))) for number in range(rng.randrange(1, 4))}
                        tree.topic(name, assignment, topic_id(world.count() % 250 + 1))
                case 7:
                    if f"/brokers/topics/{name}" in tree.nodes:
                        tree.write(f"/admin/delete_topics/{name}")
                case 8:
                    for wire in [wire for node in world.nodes.values() for wire in node.wires.values()]:
                        wire.loses_answers = rng.random() < 0.2
                        if rng.random() < 0.5:
                            wire.lose()
                case 9:
                    self.join(world, name, rng)
            world.advance(rng.choice([0.05, 0.05, 0.3, 2]))
        for broker_id in (1, 2, 3):
            if broker_id not in world.lives:
                world.start(broker_id)
            world.lives[broker_id].is_silent = False
        for wire in [wire for node in world.nodes.values() for wire in node.wires.values()]:
            wire.loses_answers = False
            wire.lose()
        world.settle()
        world.advance(LOOK_AROUND_S + 1)
        world.settle()
        self.check(world)

    def join(self, world: ControlledWorld, name: str, rng: random.Random) -> None:
        """A leader, where one knows that it is, finds that all live replicas have caught up."""
        for life in world.lives.values():
            for at_, role in life.roles.items():
                path = PartitionState.path(at_.topic, at_.partition)
                data = world.tree.data(path)
                if at_.topic != name or role.leader != life.broker_id or data is None:
                    continue
                state = PartitionState.decode(path, data)
                if (state.leader, state.leader_epoch) == (life.broker_id, role.leader_epoch):
                    live = tuple(each for each in role.replicas if each in world.lives)
                    world.tree.state(name, at_.partition, PartitionState(state.leader, state.leader_epoch, state.controller_epoch, live))

    def check(self, world: ControlledWorld) -> None:
        tree = world.tree
        self.assertEqual(tree.children("/admin/delete_topics"), frozenset())
        states: dict[tuple[str, int], PartitionState] = {}
        for name in tree.children("/brokers/topics"):
            for number in tree.children(f"/brokers/topics/{name}/partitions"):
                path = PartitionState.path(name, int(number))
                states[name, int(number)] = PartitionState.decode(path, tree.data(path))
        view = world.active.view
        for (name, number), state in states.items():
            self.assertNotEqual(state.leader, -1)
            for broker_id, life in world.lives.items():
                told = life.metadata[at(name, number)]
                self.assertEqual(
                    (told.leader, told.leader_epoch, tuple(told.isr), told.offline_replicas),
                    (state.leader, state.leader_epoch, state.isr, []),
                )
                if broker_id in view.topics[name].assignment[number]:
                    role = life.roles[at(name, number)]
                    self.assertEqual((role.leader, role.leader_epoch), (state.leader, state.leader_epoch))
        for life in world.lives.values():
            # What was deleted under a controller before this one, unheard by a silent broker, nobody tells any more: so it is in Kafka.
            stale = {each for each in life.metadata if f"/brokers/topics/{each.topic}" not in tree.nodes}
            self.assertTrue(not stale or world.active.controller.epoch > 1)
            self.assertEqual({(each.topic, each.partition) for each in life.metadata if each not in stale}, states.keys())
            self.assertEqual(life.live, {1, 2, 3})
            self.assertLessEqual({(each.topic, each.partition) for each in life.roles}, states.keys())
