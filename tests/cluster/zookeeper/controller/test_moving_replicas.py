"""Replicas that move, from what is asked for to what brokers were told: controllers as they are, on brokers that obey."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from typing import Any

from klog.cluster.replica_assignment import ReplicaAssignment
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.alter_partition import AlteredPartition, AlteredTopic, AlterPartitionRequest, BrokerState
from klog.zookeeper.errors import ConnectionLossException
from klog.zookeeper.znodes import REASSIGN_PARTITIONS, PartitionState, Reassignment, TopicZnode
from tests.cluster.zookeeper.controller.controlled import settings
from tests.cluster.zookeeper.controller.test_request_handling import ServiceCase
from tests.cluster.zookeeper.controller.worlds import at
from tests.cluster.zookeeper.tree import topic_id


class MovingCase(ServiceCase):
    """Brokers 1 to 5; topic t, whose partitions 0 and 1 are on 1, 2 and 3. The leader takes in who has caught up by `catch_up`."""

    settings = settings(auto_leader_rebalance=False)

    def setUp(self) -> None:
        super().setUp()
        for broker_id in (4, 5):
            self.world.start(broker_id)
        self.world.settle()

    def move(self, moves: dict[int, Sequence[int] | None], allows_other_count: bool = True) -> dict[int, ErrorCode | None]:
        """Ask the controller; the codes of partitions of t."""
        asked = self.controller.alter_reassignments({at("t", number): to for number, to in moves.items()}, allows_other_count, 60_000)
        return self._codes(self.ask(asked))

    def _codes(self, outcomes: dict[TopicPartition, KlogError | None]) -> dict[int, ErrorCode | None]:
        return {name.partition: error and error.code for name, error in outcomes.items()}

    def moves(self, only: list[TopicPartition] | None = None) -> dict[TopicPartition, ReplicaAssignment]:
        """As the controller lists them."""
        return dict(self.ask(self.controller.list_reassignments(only, 60_000)))

    def assignment(self, number: int = 0) -> ReplicaAssignment:
        """As the topic's znode has it."""
        znode = TopicZnode.decode("t", self.tree.data(TopicZnode.path("t")))
        return ReplicaAssignment(znode.assignment[number], znode.adding_replicas.get(number, ()), znode.removing_replicas.get(number, ()))

    def alter(self, number: int, *in_sync: int) -> Any:
        """The leader asks for these in-sync replicas; the code."""
        state = self.state(number)
        partition = AlteredPartition(
            partition_index=number,
            leader_epoch=state.leader_epoch,
            new_isr_with_epochs=[BrokerState(broker_id=each) for each in in_sync],
            partition_epoch=self.tree.nodes[PartitionState.path("t", number)].stat["version"],
        )
        request = AlterPartitionRequest(
            broker_id=state.leader,
            broker_epoch=self.world.lives[state.leader].epoch,
            topics=[AlteredTopic(topic_id=topic_id(7), partitions=[partition])],
        )
        response = self.ask(self.controller.alter_partition(request, 3))
        return response.error_code or response.topics[0].partitions[0].error_code

    def catch_up(self, number: int = 0, *, but: Sequence[int] = ()) -> None:
        """All live replicas, as the leader was told of them, are in sync."""
        state = self.state(number)
        told = self.world.lives[state.leader].roles[at("t", number)]
        in_sync = [each for each in told.replicas if each in self.world.lives and each not in but]
        if set(in_sync) != set(state.isr):
            self.assertEqual(self.alter(number, *in_sync), 0)
        self.world.settle()
        self.world.settle()

    def hears(self, number: int = 0) -> dict[int, tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
        """By broker that has a role: leader, epoch, replicas, adding, removing."""
        found = {}
        for broker_id, life in self.world.lives.items():
            role = life.roles.get(at("t", number))
            if role is not None:
                marks = (tuple(role.replicas), tuple(role.adding_replicas), tuple(role.removing_replicas))
                found[broker_id] = (role.leader, role.leader_epoch, *marks)
        return found

    def deleted(self, number: int = 0) -> set[int]:
        """Brokers that were told to delete their log, and not to have one since."""
        return {each for each, life in self.world.lives.items() if at("t", number) in life.deleted and at("t", number) not in life.roles}


class MoveTests(MovingCase):
    """One move."""

    def test_whole_move(self) -> None:
        self.assertEqual(self.move({0: (4, 5)}), {0: None})
        self.assertEqual(self.assignment(), ReplicaAssignment((4, 5, 1, 2, 3), (4, 5), (1, 2, 3)))
        self.assertEqual(self.state(), PartitionState(1, 1, 1, (1, 2, 3)), "the epoch has risen")
        told = (1, 1, (4, 5, 1, 2, 3), (4, 5), (1, 2, 3))
        self.assertEqual(self.hears(), dict.fromkeys((1, 2, 3, 4, 5), told))
        self.assertTrue(at("t") in self.world.lives[4].new and at("t") in self.world.lives[5].new)
        self.assertEqual(self.moves(), {at("t"): self.assignment()})
        self.assertEqual(self.moves([at("t", 1), at("u")]), {})
        self.catch_up(but=[5])
        self.assertEqual(self.assignment().target, (4, 5), "one of two is not enough")
        self.assertEqual(self.deleted(), set())
        self.catch_up()
        self.assertEqual(self.state(), PartitionState(4, 2, 1, (4, 5)))
        self.assertEqual(self.assignment(), ReplicaAssignment((4, 5)))
        self.assertEqual(self.hears(), {4: (4, 2, (4, 5), (), ()), 5: (4, 2, (4, 5), (), ())})
        self.assertEqual(self.deleted(), {1, 2, 3})
        self.assertEqual({tuple(life.metadata[at("t")].replicas) for life in self.world.lives.values()}, {(4, 5)})
        self.assertEqual(self.moves(), {})
        self.assertEqual(self.assignment(1), ReplicaAssignment((2, 3, 1)), "its neighbour has seen nothing of it")

    def test_topic_and_states_are_written_together(self) -> None:
        self.world.active.writes()
        self.move({0: (4, 5, 1), 1: (4, 5, 1)})
        (begun,) = [write for write in self.world.active.writes() if len(write) > 1]
        paths = [operation.path for operation in begun[1:]]
        self.assertEqual(paths, [TopicZnode.path("t"), PartitionState.path("t", 0), PartitionState.path("t", 1)])

    def test_other_counts(self) -> None:
        self.assertEqual(self.move({0: (1, 2, 3, 4, 5), 1: (3,)}), {0: None, 1: None})
        self.assertEqual((self.assignment(1), self.state(1)), (ReplicaAssignment((3,)), PartitionState(3, 2, 1, (3,))), "at once")
        self.assertEqual(self.deleted(1), {1, 2})
        self.assertEqual(self.state().isr, (1, 2, 3))
        self.catch_up()
        self.assertEqual((self.assignment(), self.state().isr), (ReplicaAssignment((1, 2, 3, 4, 5)), (1, 2, 3, 4, 5)))
        self.assertEqual(self.hears()[1], (1, 2, (1, 2, 3, 4, 5), (), ()), "nobody is being added any more")

    def test_another_order(self) -> None:
        self.assertEqual(self.move({0: (3, 1, 2)}), {0: None})
        self.assertEqual((self.assignment(), self.state()), (ReplicaAssignment((3, 1, 2)), PartitionState(1, 1, 1, (1, 2, 3))))
        self.assertEqual(self.hears()[2], (1, 1, (3, 1, 2), (), ()))

    def test_where_it_is_already(self) -> None:
        self.world.active.writes()
        self.assertEqual(self.move({0: (1, 2, 3)}), {0: None})
        self.assertEqual(self.world.active.writes(), [])

    def test_bad_input(self) -> None:
        self.world.stop(5)
        self.world.settle()
        bad = ErrorCode.INVALID_REPLICA_ASSIGNMENT
        for to, expected in (
            ((), bad),
            ((1, 1), bad),
            ((1, -1), bad),
            ((1, 5), bad),
            ((1, 99), bad),
            (tuple(range(2000)), bad),
            (None, ErrorCode.NO_REASSIGNMENT_IN_PROGRESS),
        ):
            self.assertEqual(self.move({0: to}), {0: expected}, to)
        self.assertEqual(self.move({7: (1, 2)}), {7: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION})
        self.assertEqual(self.move({0: (1, 2)}, False), {0: ErrorCode.INVALID_REPLICATION_FACTOR})
        self.assertEqual(self.move({0: (1, 2, 4)}, False), {0: None})
        self.assertEqual(self.assignment(1), ReplicaAssignment((2, 3, 1)))

    def test_one_that_is_dead_may_stay_where_it_is(self) -> None:
        self.world.stop(3)
        self.world.settle()
        self.assertEqual(self.move({0: (1, 3, 4)}), {0: None})
        self.catch_up()
        self.assertTrue(self.assignment().is_moving, "3 is one of the target, and not in sync")
        self.world.start(3)
        self.world.settle()
        self.catch_up()
        self.assertEqual((self.assignment(), self.deleted()), (ReplicaAssignment((1, 3, 4)), {2}))

    def test_who_is_away_is_not_waited_for_when_it_leaves(self) -> None:
        self.move({0: (1, 2, 4)})
        self.world.stop(3)
        self.world.settle()
        self.catch_up()
        self.assertEqual(self.assignment(), ReplicaAssignment((1, 2, 4)))

    def test_who_leaves_is_waited_for(self) -> None:
        self.world.lives[3].is_silent = True
        self.move_silently({0: (1, 2, 4)})
        self.tree.state("t", 0, dataclasses.replace(self.state(), isr=(1, 2, 3, 4)))
        self.world.advance(1)
        self.assertEqual(self.state().isr, (1, 2, 4))
        self.assertEqual(self.assignment(), ReplicaAssignment((1, 2, 4, 3), (4,), (3,)), "3 has not answered")
        self.world.stop(3)
        self.world.settle()
        self.assertEqual(self.assignment(), ReplicaAssignment((1, 2, 4)))

    def test_who_leaves_does_not_come_back_into_sync(self) -> None:
        self.world.lives[3].is_silent = True
        self.move_silently({0: (1, 2, 4)})
        self.tree.state("t", 0, dataclasses.replace(self.state(), isr=(1, 2, 3, 4)))
        self.world.advance(1)
        answers: list[Any] = []
        state = self.state()
        request = AlterPartitionRequest(
            broker_id=1,
            broker_epoch=self.world.lives[1].epoch,
            topics=[
                AlteredTopic(
                    topic_id=topic_id(7),
                    partitions=[
                        AlteredPartition(
                            partition_index=0,
                            leader_epoch=state.leader_epoch,
                            new_isr_with_epochs=[BrokerState(broker_id=each) for each in (1, 2, 4, 3)],
                            partition_epoch=self.tree.nodes[PartitionState.path("t", 0)].stat["version"],
                        )
                    ],
                )
            ],
        )
        self.controller.alter_partition(request, 3).addBoth(answers.append)
        self.world.advance(1)
        self.assertEqual(answers[0].topics[0].partitions[0].error_code, ErrorCode.INVALID_REQUEST)

    def move_silently(self, moves: dict[int, Sequence[int]]) -> None:
        """Ask, where somebody does not answer."""
        self.controller.alter_reassignments({at("t", number): to for number, to in moves.items()}, True, 60_000)
        self.world.advance(1)

    def test_a_target_that_falls_out_of_sync_while_others_delete(self) -> None:
        self.world.lives[3].is_silent = True
        self.move_silently({0: (1, 2, 4)})
        self.tree.state("t", 0, dataclasses.replace(self.state(), isr=(1, 2, 3, 4)))
        self.world.advance(1)
        before = self.state()
        self.assertEqual(before.isr, (1, 2, 4))
        self.tree.state("t", 0, dataclasses.replace(before, isr=(1, 2)))
        self.world.advance(1)
        self.assertEqual(self.hears()[1][1:3], (before.leader_epoch + 1, (1, 2, 4, 3)), "3 is a replica again, and the leader hears of it")
        self.world.stop(3)
        self.world.settle()
        self.catch_up()
        self.assertEqual(self.assignment(), ReplicaAssignment((1, 2, 4)))

    def test_a_broken_directory_of_one_that_leaves(self) -> None:
        self.world.lives[3].broken.add(at("t"))
        self.move({0: (1, 2, 4)})
        self.catch_up(but=[3])
        self.assertEqual(self.assignment(), ReplicaAssignment((1, 2, 4)))

    def test_a_broken_directory_of_one_that_comes(self) -> None:
        self.world.lives[4].broken.add(at("t"))
        self.move({0: (1, 2, 4)})
        self.assertEqual(self.knows().pop()[3], (4,), "it is offline")
        self.assertEqual(self.assignment().target, (1, 2, 4))
        self.assertEqual(self.move({0: None}), {0: None})
        self.assertEqual(self.assignment(), ReplicaAssignment((1, 2, 3)))


class CancelTests(MovingCase):
    """Moves that are given up or replaced."""

    def test_given_up(self) -> None:
        self.move({0: (4, 5)})
        self.catch_up(but=[5])
        self.assertEqual(self.move({0: None}), {0: None})
        self.assertEqual((self.assignment(), self.state().isr), (ReplicaAssignment((1, 2, 3)), (1, 2, 3)))
        self.assertEqual(self.deleted(), {4, 5})
        self.assertEqual(self.hears(), dict.fromkeys((1, 2, 3), (1, 2, (1, 2, 3), (), ())))
        self.assertEqual(self.moves(), {})
        self.assertEqual(self.move({0: None}), {0: ErrorCode.NO_REASSIGNMENT_IN_PROGRESS})

    def test_given_up_where_who_goes_does_not_answer(self) -> None:
        self.move({0: (4, 5)})
        self.world.lives[4].is_silent = True
        outcomes: list[Any] = []
        self.controller.alter_reassignments({at("t"): None}, True, 60_000).addBoth(outcomes.append)
        self.world.advance(1)
        self.assertEqual(self._codes(outcomes[0]), {0: None})
        self.assertEqual(self.assignment(), ReplicaAssignment((1, 2, 3, 4, 5), (4, 5), (4, 5)), "they are not forgotten")
        listed: list[Any] = []
        self.controller.list_reassignments(None, 60_000).addBoth(listed.append)
        self.world.advance(0.1)
        self.assertEqual(listed, [{}], "and move no more")
        self.assertEqual(self.hears()[1], (1, 2, (1, 2, 3), (), ()))
        self.world.stop(1)
        self.world.advance(3)
        self.assertTrue(self.world.active.controller.epoch > 1)
        self.assertEqual(self.assignment().dropped, (4, 5), "the next controller knows of them")
        self.world.lives[4].is_silent = False
        self.world.stop(4)
        self.world.settle()
        self.assertEqual((self.assignment(), self.deleted()), (ReplicaAssignment((1, 2, 3)), {5}))

    def test_given_up_where_one_that_was_added_leads(self) -> None:
        self.move({0: (4, 5)})
        self.catch_up(but=[5])
        for broker_id in (2, 3):
            self.world.stop(broker_id)
        self.world.settle()
        self.assertEqual(set(self.state().isr), {1, 4})
        self.tree.state("t", 0, dataclasses.replace(self.state(), leader=4, leader_epoch=self.state().leader_epoch + 1))
        self.world.settle()
        self.assertEqual(self.move({0: None}), {0: None})
        self.assertEqual((self.state().leader, self.state().isr, self.assignment()), (1, (1,), ReplicaAssignment((1, 2, 3))))

    def test_giving_up_that_would_lose_records_is_refused(self) -> None:
        self.move({0: (4, 5)})
        self.catch_up(but=[5])
        for broker_id in (2, 3):
            self.world.stop(broker_id)
        self.world.settle()
        self.tree.state("t", 0, dataclasses.replace(self.state(), leader=4, leader_epoch=9, isr=(4,)))
        self.world.settle()
        self.assertEqual(self.move({0: None}), {0: ErrorCode.INVALID_REPLICA_ASSIGNMENT})
        self.assertEqual(self.state().leader, 4)

    def test_replaced(self) -> None:
        self.move({0: (4, 3)})
        self.assertEqual(self.move({0: (5, 1)}), {0: None})
        self.assertEqual(self.assignment(), ReplicaAssignment((5, 1, 3, 2), (5,), (3, 2)))
        self.assertEqual(self.deleted(), {4})
        self.assertEqual(self.hears()[5], (1, 2, (5, 1, 3, 2), (5,), (3, 2)))
        self.catch_up()
        self.assertEqual((self.assignment(), self.deleted()), (ReplicaAssignment((5, 1)), {2, 3, 4}))

    def test_one_that_was_dropped_comes_back_before_it_has_gone(self) -> None:
        self.move({0: (1, 2, 3, 4)})
        self.world.lives[4].delay_s = 3
        self.controller.alter_reassignments({at("t"): None}, True, 60_000)
        self.world.advance(1)
        self.assertEqual(self.assignment().dropped, (4,))
        self.assertEqual(self.move({0: (1, 4)}), {0: None})
        self.world.lives[4].delay_s = 0
        self.world.settle()
        self.assertEqual(self.hears()[4][2:], ((1, 4, 2, 3), (4,), (2, 3)), "it has a role, and nobody deletes it afterwards")
        self.catch_up()
        self.assertEqual((self.assignment(), self.deleted()), (ReplicaAssignment((1, 4)), {2, 3}))

    def test_a_lost_answer_is_looked_up(self) -> None:
        """Giving up is done, nobody knows, and asking again does not find that there was nothing."""
        self.move({0: (4, 5)})
        client = self.world.active.client
        multi = client.multi

        def lost(operations: Any) -> Any:
            client.multi = multi  # type: ignore[method-assign]

            def fail(_: Any) -> Any:
                raise ConnectionLossException()

            return multi(operations).addCallback(fail)

        client.multi = lost  # type: ignore[method-assign]
        self.assertEqual(self.move({0: None}), {0: None})
        self.assertEqual(self.assignment(), ReplicaAssignment((1, 2, 3)))


class ZnodeTests(MovingCase):
    """``/admin/reassign_partitions``."""

    def asked(self) -> dict[TopicPartition, tuple[int, ...]] | None:
        """What is in it."""
        data = self.tree.data(REASSIGN_PARTITIONS)
        return None if data is None else dict(Reassignment.decode(REASSIGN_PARTITIONS, data).partitions)

    def write(self, moves: dict[TopicPartition, tuple[int, ...]]) -> None:
        """As an old tool does."""
        self.tree.write(REASSIGN_PARTITIONS, Reassignment(moves).encode())
        self.world.settle()
        self.world.settle()

    def test_partitions_are_taken_out_as_they_finish(self) -> None:
        both = {at("t"): (4, 5), at("t", 1): (5, 4)}
        self.write(both)
        self.assertEqual(self.asked(), both)
        self.assertEqual(self.assignment(1), ReplicaAssignment((5, 4, 2, 3, 1), (5, 4), (2, 3, 1)))
        self.assertEqual(self.hears(1)[4][2:], ((5, 4, 2, 3, 1), (5, 4), (2, 3, 1)))
        self.catch_up(1)
        self.assertEqual((self.asked(), self.assignment(1)), ({at("t"): (4, 5)}, ReplicaAssignment((5, 4))))
        self.catch_up()
        self.assertEqual((self.asked(), self.assignment()), (None, ReplicaAssignment((4, 5))))

    def test_what_cannot_be(self) -> None:
        self.write({at("u"): (1,), at("t", 9): (1,), at("t"): (), at("t", 1): (2, 3, 1)})
        self.assertIsNone(self.asked())
        self.assertEqual(len([each for each in self.world.active.warnings if "is not done" in each]), 3)
        for data in (b"[]", b"{}", b"\xff"):
            self.tree.write(REASSIGN_PARTITIONS, data)
            self.world.settle()
            self.assertIsNone(self.tree.data(REASSIGN_PARTITIONS))

    def test_a_broker_that_is_away_is_waited_for(self) -> None:
        """Kafka's controllers look at it no closer either."""
        self.write({at("t"): (1, 2, 9)})
        self.assertEqual(self.assignment().adding, (9,))
        self.world.start(9)
        self.world.settle()
        self.assertTrue(at("t") in self.world.lives[9].new)
        self.catch_up()
        self.assertEqual((self.asked(), self.assignment()), (None, ReplicaAssignment((1, 2, 9))))

    def test_a_request_replaces_it(self) -> None:
        self.write({at("t"): (4, 5), at("t", 1): (5, 4)})
        self.assertEqual(self.move({0: (1, 4)}), {0: None})
        self.assertEqual(self.asked(), {at("t", 1): (5, 4)})
        self.assertEqual(self.assignment().target, (1, 4))
        self.assertEqual(self.move({1: None}), {1: None})
        self.assertEqual((self.asked(), self.assignment(1).is_moving), (None, False))

    def test_it_replaces_a_request(self) -> None:
        self.move({0: (4, 5)})
        self.write({at("t"): (1, 2)})
        self.assertEqual((self.asked(), self.assignment()), (None, ReplicaAssignment((1, 2))))
        self.assertEqual(self.deleted(), {3, 4, 5})

    def test_a_thousand_partitions(self) -> None:
        self.tree.topic("big", dict.fromkeys(range(1000), (1,)), topic_id(9))
        self.world.settle()
        self.write({at("big", number): (2,) for number in range(1000)})
        znode = TopicZnode.decode("big", self.tree.data(TopicZnode.path("big")))
        self.assertEqual((len(znode.adding_replicas), len(self.asked() or ())), (1000, 1000))

    def test_a_topic_that_is_deleted(self) -> None:
        self.write({at("t"): (4, 5)})
        self.tree.write("/admin/delete_topics/t")
        self.world.settle()
        self.assertIsNone(self.tree.data(TopicZnode.path("t")))
        self.assertIsNone(self.asked())
        self.assertEqual(self.deleted(), {1, 2, 3, 4, 5})


class FailOverTests(MovingCase):
    """Controllers, leaders and others die at every step; the next one goes on."""

    def test_a_controller_of_kafka_that_wrote_the_topic_and_died(self) -> None:
        znode = TopicZnode.decode("t", self.tree.data(TopicZnode.path("t")))
        moved = dataclasses.replace(
            znode, assignment={**znode.assignment, 0: (4, 1, 2, 3)}, adding_replicas={0: (4,)}, removing_replicas={0: (3,)}
        )
        self.tree.write(TopicZnode.path("t"), moved.encode())
        self.world.settle()
        self.assertEqual(self.state().leader_epoch, 1, "without a new epoch nobody listens")
        self.assertEqual(self.hears()[4], (1, 1, (4, 1, 2, 3), (4,), (3,)))

    def test_a_new_controller_raises_the_epoch_once(self) -> None:
        self.move({0: (4, 5)})
        self.world.stop(2)
        self.world.settle()
        self.world.nodes[1].controller.stop()
        self.tree.delete("/controller")
        self.world.nodes.pop(1)
        self.world.settle()
        epoch = self.state().leader_epoch
        self.assertEqual({told[1] for told in self.hears().values()}, {epoch})
        self.world.advance(25)
        self.assertEqual(self.state().leader_epoch, epoch)

    def test_ends_whatever_dies(self) -> None:
        for seed in range(25):
            self.setUp()
            self._one_life(random.Random(seed), seed)

    def _one_life(self, chance: random.Random, seed: int) -> None:
        """Two moves are asked for, and somebody dies between any two requests; all come back, and all is as it was last asked for."""
        targets: dict[int, tuple[int, ...]] = {0: (1, 2, 3), 1: (2, 3, 1)}
        for _ in range(12):
            match chance.choice(["move", "move", "cancel", "die", "die", "come", "catch up", "catch up", "time"]):
                case "move" | "cancel" as kind:
                    number = chance.randrange(2)
                    node = self.world.active_or_none()
                    if node is not None and node.controller.is_at_rest:
                        to = tuple(chance.sample(range(1, 6), chance.randint(1, 3))) if kind == "move" else None
                        outcomes: list[Any] = []
                        node.controller.alter_reassignments({at("t", number): to}, True, 60_000).addBoth(outcomes.append)
                        self.world.advance(chance.choice([0.05, 1]))
                        if outcomes and isinstance(outcomes[0], dict) and not outcomes[0][at("t", number)]:
                            targets[number] = to or self.assignment(number).target
                        elif not outcomes or not isinstance(outcomes[0], dict):
                            # Nobody knows whether it began.
                            targets[number] = self.assignment(number).target
                case "die":
                    if len(self.world.lives) > 2:
                        self.world.stop(chance.choice(sorted(self.world.lives)))
                case "come":
                    for broker_id in range(1, 6):
                        if broker_id not in self.world.lives:
                            self.world.start(broker_id)
                            break
                case "catch up":
                    self._catch_up_quietly(chance)
                case "time":
                    pass
            self.world.advance(chance.choice([0.05, 0.05, 0.1, 0.5]))
        for broker_id in range(1, 6):
            if broker_id not in self.world.lives:
                self.world.start(broker_id)
        for _ in range(8):
            self.world.settle()
            self._catch_up_quietly(None)
        for number, target in targets.items():
            self.assertEqual(self.assignment(number), ReplicaAssignment(target), seed)
            self.assertEqual(set(self.state(number).isr), set(target), seed)
            hears = self.hears(number)
            self.assertEqual({told[1] for each, told in hears.items() if each in target}, {self.state(number).leader_epoch}, seed)

    def _catch_up_quietly(self, chance: random.Random | None) -> None:
        for number in range(2):
            state = self.state(number)
            if state.leader in self.world.lives and at("t", number) in self.world.lives[state.leader].roles:
                told = self.world.lives[state.leader].roles[at("t", number)]
                if told.leader_epoch == state.leader_epoch and told.leader == state.leader:
                    in_sync = [each for each in told.replicas if each in self.world.lives]
                    if chance is not None:
                        in_sync = [each for each in in_sync if each in state.isr or chance.random() < 0.7]
                    if set(in_sync) != set(state.isr):
                        self._alter_quietly(number, state, in_sync)

    def _alter_quietly(self, number: int, state: PartitionState, in_sync: list[int]) -> None:
        node = self.world.active_or_none()
        if node is None:
            return
        partition = AlteredPartition(
            partition_index=number,
            leader_epoch=state.leader_epoch,
            new_isr_with_epochs=[BrokerState(broker_id=each) for each in in_sync],
            partition_epoch=self.tree.nodes[PartitionState.path("t", number)].stat["version"],
        )
        request = AlterPartitionRequest(
            broker_id=state.leader,
            broker_epoch=self.world.lives[state.leader].epoch,
            topics=[AlteredTopic(topic_id=topic_id(7), partitions=[partition])],
        )
        node.controller.alter_partition(request, 3).addErrback(lambda why: None)
