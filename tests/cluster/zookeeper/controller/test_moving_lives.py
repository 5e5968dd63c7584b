"""Moves under all misfortunes at once, from a seed, with what a log holds: who is in sync has everything that is committed, at all times.

Brokers obey, and keep for each replica how many records it has (`Logs`). A leader appends; who follows it under the same leader epoch
copies; what all in sync have is committed. Who deletes its log has nothing. So a controller that asks the wrong one to delete, takes in
somebody who has none of it, or elects somebody who lacks something, is found out in the same moment.
"""

from __future__ import annotations

import functools
import random
from typing import Any

from klog.cluster.replica_assignment import ReplicaAssignment
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.alter_partition import AlteredPartition, AlteredTopic, AlterPartitionRequest, BrokerState
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest
from klog.wire.messages.stop_replica import StopReplicaRequest
from klog.wire.schema import Message
from klog.zookeeper.errors import ConnectionLossException
from klog.zookeeper.znodes import REASSIGN_PARTITIONS, DeleteTopic, PartitionState, Reassignment, TopicZnode
from tests.cluster.zookeeper.controller.controlled import ControlledWorld, Life
from tests.cluster.zookeeper.controller.test_moving_replicas import MovingCase
from tests.cluster.zookeeper.controller.worlds import at
from tests.cluster.zookeeper.tree import topic_id
from tests.peers import SOAK

#: Lives that every run of the tests sees; `make soak` sees more.
SEEDS = range(2000) if SOAK else range(12)
BROKERS = range(1, 6)


class Logs:
    """How many records each replica has, and how many are committed."""

    def __init__(self) -> None:
        self.ends: dict[tuple[TopicPartition, int], int] = {}
        self.committed: dict[TopicPartition, int] = {}

    def end(self, where: TopicPartition, broker_id: int) -> int:
        """How many one has."""
        return self.ends.get((where, broker_id), 0)


class LoggedLife(Life):
    """A broker's process that deletes its log when it is told to."""

    def __init__(self, logs: Logs, world: ControlledWorld, broker_id: int, epoch: int) -> None:
        super().__init__(world, broker_id, epoch)
        self._logs = logs

    def _stop_replica(self, request: StopReplicaRequest) -> Message:
        self.deleted.clear()
        answer = super()._stop_replica(request)
        for where in self.deleted:
            self._logs.ends.pop((where, self.broker_id), None)
        return answer


class MovingLivesTests(MovingCase):
    """See the module."""

    def setUp(self) -> None:
        super().setUp()
        self.logs = Logs()
        self.world.make_life = functools.partial(LoggedLife, self.logs)  # type: ignore[method-assign]
        for broker_id in BROKERS:
            self.world.start(broker_id)
        self.world.settle()
        #: Where partitions are to be in the end; None: nobody knows.
        self.targets: dict[int, tuple[int, ...] | None] = {0: (1, 2, 3), 1: (2, 3, 1)}
        self.generation = 7

    def test_lives(self) -> None:
        for seed in SEEDS:
            self.setUp()
            try:
                self._live(random.Random(seed))
            except Exception as error:
                raise AssertionError(f"seed {seed}: {error}") from error

    def _live(self, chance: random.Random) -> None:
        acts = [
            *(3 * [self._produce]),
            *(3 * [self._catch_up]),
            *(3 * [self._move]),
            *(2 * [self._die]),
            *(2 * [self._come]),
            self._cancel,
            self._bounce,
            self._depose,
            self._mute,
            self._slow,
            self._lose_answers,
            self._lose_write,
            self._break,
            self._ask_by_znode,
            self._grow,
            self._make_anew,
            self._shut_down,
        ]
        for _ in range(25):
            chance.choice(acts)(chance)
            for _ in range(chance.choice([1, 1, 1, 2, 5, 20])):
                self.world.advance(0.05)
                self._look()
        self._mend()
        for number in sorted(self._partitions()):
            self._check_rest(number)

    # What holds

    def _partitions(self) -> dict[int, PartitionState]:
        if self.tree.data(TopicZnode.path("t")) is None or self.tree.data(DeleteTopic.path("t")) is not None:
            return {}
        znode = TopicZnode.decode("t", self.tree.data(TopicZnode.path("t")))
        return {number: self.state(number) for number in znode.assignment if self.tree.data(PartitionState.path("t", number)) is not None}

    def _look(self) -> None:
        for number, state in self._partitions().items():
            where = at("t", number)
            if state.leader != -1:
                self.assertIn(state.leader, state.isr)
            for broker_id in state.isr:
                self.assertGreaterEqual(
                    self.logs.end(where, broker_id), self.logs.committed.get(where, 0), f"{where} on {broker_id}, {state}"
                )

    def _check_rest(self, number: int) -> None:
        assignment, state, where = self.assignment(number), self.state(number), at("t", number)
        self.assertFalse(assignment.is_moving, assignment)
        self.assertEqual(set(state.isr), set(assignment.replicas))
        target = self.targets.get(number)
        if target is not None:
            self.assertEqual(assignment, ReplicaAssignment(target))
        told = (state.leader, state.leader_epoch, assignment.replicas, (), ())
        self.assertEqual(self.hears(number), dict.fromkeys(sorted(assignment.replicas), told))
        for life in self.world.lives.values():
            self.assertEqual(tuple(life.metadata[where].replicas), assignment.replicas)

    def _mend(self) -> None:
        for broker_id in BROKERS:
            life = self.world.lives.get(broker_id)
            if life is None or life.broken or broker_id in self._leaving():
                self.world.start(broker_id)
            else:
                life.is_silent, life.delay_s = False, 0.0
        for node in self.world.nodes.values():
            for wire in node.wires.values():
                wire.loses_answers = False
                wire.lose()
        for _ in range(30):
            self.world.settle(120)
            self._look()
            self._catch_up(None)
        self.world.advance(25)
        for _ in range(10):
            self.world.settle(120)
            self._look()
            self._catch_up(None)
        self.world.settle(120)
        self.assertIsNone(self.tree.data(REASSIGN_PARTITIONS))

    def _leaving(self) -> set[int]:
        node = self.world.active_or_none()
        term = None if node is None else node.controller._term
        return set() if term is None else term.brokers.leaving

    # What happens

    def _leader(self, number: int) -> tuple[PartitionState, Any] | None:
        """The state, and the role of its leader, where that leads under it."""
        state = self._partitions().get(number)
        life = None if state is None else self.world.lives.get(state.leader)
        role = None if life is None else life.roles.get(at("t", number))
        if state is None or role is None or role.leader_epoch != state.leader_epoch or role.leader != state.leader:
            return None
        return state, role

    def _follows(self, number: int, broker_id: int, state: PartitionState) -> bool:
        life = self.world.lives.get(broker_id)
        role = None if life is None else life.roles.get(at("t", number))
        return role is not None and role.leader_epoch == state.leader_epoch and at("t", number) not in self.world.lives[broker_id].broken

    def _produce(self, chance: random.Random) -> None:
        for number in self._partitions():
            found = self._leader(number)
            if found is None:
                continue
            state, where = found[0], at("t", number)
            end = self.logs.end(where, state.leader) + 1
            self.logs.ends[where, state.leader] = end
            following = [each for each in state.isr if self._follows(number, each, state)]
            for each in following:
                self.logs.ends[where, each] = end
            if set(following) == set(state.isr):
                self.logs.committed[where] = end

    def _catch_up(self, chance: random.Random | None) -> None:
        for number in self._partitions():
            found = self._leader(number)
            node = self.world.active_or_none()
            if found is None or node is None:
                continue
            state, role = found
            where = at("t", number)
            able = [each for each in role.replicas if self._follows(number, each, state)]
            if chance is not None:
                able = [each for each in able if each in state.isr or chance.random() < 0.7]
            for each in able:
                self.logs.ends[where, each] = self.logs.end(where, state.leader)
            in_sync = [
                *(each for each in state.isr if chance is not None or each in able),
                *(each for each in able if each not in state.isr),
            ]
            if set(in_sync) != set(state.isr):
                partition = AlteredPartition(
                    partition_index=number,
                    leader_epoch=state.leader_epoch,
                    new_isr_with_epochs=[BrokerState(broker_id=each) for each in in_sync],
                    partition_epoch=self.tree.nodes[PartitionState.path("t", number)].stat["version"],
                )
                topics = [AlteredTopic(topic_id=topic_id(self.generation), partitions=[partition])]
                epoch = self.world.lives[state.leader].epoch
                asked = AlterPartitionRequest(broker_id=state.leader, broker_epoch=epoch, topics=topics)
                node.controller.alter_partition(asked, 3).addErrback(lambda why: None)

    def _ask(self, number: int, to: tuple[int, ...] | None) -> None:
        node = self.world.active_or_none()
        if node is None or number not in self._partitions():
            return
        generation = self.generation
        before = self.assignment(number)
        self.targets[number] = None

        def done(outcome: Any) -> None:
            if generation != self.generation or number not in self._partitions():
                return
            error = outcome[at("t", number)] if isinstance(outcome, dict) else outcome
            if error is None:
                self.targets[number] = to or self.assignment(number).kept().target
            elif getattr(error, "code", None) in (ErrorCode.INVALID_REPLICA_ASSIGNMENT, ErrorCode.NO_REASSIGNMENT_IN_PROGRESS):
                self.targets[number] = before.kept().target

        node.controller.alter_reassignments({at("t", number): to}, True, 60_000).addBoth(done)

    def _move(self, chance: random.Random) -> None:
        self._ask(chance.randrange(2), tuple(chance.sample(list(BROKERS), chance.randint(1, 3))))

    def _cancel(self, chance: random.Random) -> None:
        self._ask(chance.randrange(2), None)

    def _ask_by_znode(self, chance: random.Random) -> None:
        if self.tree.data(REASSIGN_PARTITIONS) is None:
            moves = {at("t", number): tuple(chance.sample(list(BROKERS), chance.randint(1, 3))) for number in range(chance.randint(1, 2))}
            self.tree.write(REASSIGN_PARTITIONS, Reassignment(moves).encode())
            self.targets.update(dict.fromkeys(where.partition for where in moves))

    def _die(self, chance: random.Random) -> None:
        if len(self.world.lives) > 2:
            self.world.stop(chance.choice(sorted(self.world.lives)))

    def _come(self, chance: random.Random) -> None:
        away = [each for each in BROKERS if each not in self.world.lives]
        if away:
            self.world.start(chance.choice(away))

    def _bounce(self, chance: random.Random) -> None:
        self.world.start(chance.choice(sorted(self.world.lives)))

    def _shut_down(self, chance: random.Random) -> None:
        node = self.world.active_or_none()
        if node is not None:
            broker_id = chance.choice(sorted(self.world.lives))
            asked = ControlledShutdownRequest(broker_id=broker_id, broker_epoch=self.world.lives[broker_id].epoch)
            node.controller.controlled_shutdown(asked, 3).addErrback(lambda why: None)

    def _depose(self, chance: random.Random) -> None:
        self.tree.delete("/controller")

    def _somebody(self, chance: random.Random) -> Life:
        return self.world.lives[chance.choice(sorted(self.world.lives))]

    def _mute(self, chance: random.Random) -> None:
        life = self._somebody(chance)
        life.is_silent = not life.is_silent
        for node in self.world.nodes.values():
            if life.broker_id in node.wires:
                node.wires[life.broker_id].lose()

    def _slow(self, chance: random.Random) -> None:
        self._somebody(chance).delay_s = chance.choice([0.0, 0.1, 1.0])

    def _lose_answers(self, chance: random.Random) -> None:
        node = self.world.active_or_none()
        if node is not None and node.wires:
            wire = node.wires[chance.choice(sorted(node.wires))]
            wire.loses_answers = not wire.loses_answers

    def _lose_write(self, chance: random.Random) -> None:
        """The next multi is done, or is not, and nobody knows."""
        node = self.world.active_or_none()
        if node is None:
            return
        client, is_done = node.client, chance.random() < 0.5
        multi = type(client).multi.__get__(client)

        def lost(operations: Any) -> Any:
            client.multi = multi  # type: ignore[method-assign]

            def fail(_: Any) -> Any:
                raise ConnectionLossException

            return (multi(operations) if is_done else client.exists("/")).addBoth(fail)

        client.multi = lost  # type: ignore[method-assign]

    def _break(self, chance: random.Random) -> None:
        """A directory with one partition; its broker tells of it."""
        life = self._somebody(chance)
        life.broken.add(at("t", chance.randrange(2)))
        self.tree.write(
            f"/log_dir_event_notification/log_dir_event_{self.world.count():010}", b'{"version":1,"broker":%d,"event":1}' % life.broker_id
        )

    def _grow(self, chance: random.Random) -> None:
        """As `Mutations` does: not while anything moves."""
        if not self._partitions():
            return
        znode = TopicZnode.decode("t", self.tree.data(TopicZnode.path("t")))
        if not znode.adding_replicas and not znode.removing_replicas and len(znode.assignment) < 4:
            more = {**znode.assignment, len(znode.assignment): tuple(chance.sample(list(BROKERS), 2))}
            self.tree.topic("t", more, znode.topic_id)

    def _make_anew(self, chance: random.Random) -> None:
        """The topic is deleted; when it is gone another one has its name."""
        if chance.random() < 0.3:
            self.tree.write(DeleteTopic.path("t"))
        if self.tree.data(TopicZnode.path("t")) is None:
            self.generation += 1
            self.targets = {0: (1, 2, 3), 1: (2, 3, 1)}
            self.logs.ends.clear()
            self.logs.committed.clear()
            self.tree.topic("t", {0: (1, 2, 3), 1: (2, 3, 1)}, topic_id(self.generation))
