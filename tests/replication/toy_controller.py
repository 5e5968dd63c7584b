"""The controller of `model.Model`: it looks who is registered, writes one partition's state, and says to brokers what follows.

It decides as plainly as it can, from what is so now: the real decisions are `klog.cluster.zookeeper`'s. What it says to a broker goes
through a queue, in order; a `strays` list has what comes once more, late, or from a controller that was replaced.
"""

from __future__ import annotations

import random
from collections import deque

from klog.errors import ErrorCode
from klog.replication.control import PartitionTold
from klog.replication.in_sync import AlterPartitionAnswer
from tests.replication.toy_cluster import TOPIC_ID, AlterPartition, Broken, Broker, Control, Habits, Tree


class ToyController:
    """The controller's half of a model.

    :ivar seen: whom the controller believes to be registered: its broker epoch.
    :ivar stopping: who has asked for a controlled shutdown.
    :ivar out: who is no replica, for a while.
    """

    def __init__(self, seed: int, brokers: dict[int, Broker], habits: Habits, unclean: bool) -> None:
        self.rng = random.Random(seed)
        self.habits = habits
        self.unclean = unclean
        self.now_ms = 0
        self.trace: list[str] = []
        self.brokers = brokers
        self.replicas = tuple(brokers)
        self.controller_epoch = 1
        self.seen: dict[int, int] = {}
        self.stopping: set[int] = set()
        self.out: int | None = None
        self.queues: dict[int, deque[Control]] = {number: deque() for number in brokers}
        #: Control requests that come once more, or late, out of order.
        self.strays: list[tuple[int, Control]] = []
        self.tree = Tree(1, 0, self.replicas)

    def note(self, sentence: str) -> None:
        """A line of the trace."""
        self.trace.append(f"{self.now_ms} {sentence}")

    def look(self, *, is_new: bool = False) -> None:
        """Level-triggered: what follows from who is registered."""
        registered = {number: broker.broker_epoch for number, broker in self.brokers.items() if broker.is_registered}
        gone = [number for number, epoch in self.seen.items() if registered.get(number) != epoch]
        come = [number for number, epoch in registered.items() if self.seen.get(number) != epoch]
        for number in gone:
            del self.seen[number]
            self.queues[number].clear()
        if gone:
            self.elect_without(gone)
        self.seen.update({number: registered[number] for number in come})
        if gone or come:
            self.tell_live()
        if come and not is_new:
            if self.tree.leader == -1:
                self.elect_without([])
            for number in come:
                self.tell_state(number)
        if is_new:
            for number in self.seen:
                self.tell_state(number)

    def elect_without(self, gone: list[int]) -> None:
        tree = self.tree
        if tree.leader in self.seen:
            isr = tuple(number for number in tree.isr if number not in gone)
            if isr == tree.isr:
                return
            self.write(tree.leader, isr)
            return
        live = tuple(number for number in tree.isr if number in self.seen)
        if live:
            self.write(live[0], live)
        elif self.unclean and self.seen.keys() - {self.out}:
            elected = self.rng.choice(sorted(self.seen.keys() - {self.out}))
            self.note(f"{elected} is elected uncleanly")
            self.write(elected, (elected,))
        elif tree.leader != -1:
            self.write(-1, tree.isr)

    def write(self, leader: int, isr: tuple[int, ...]) -> None:
        self.tree = Tree(leader, self.tree.leader_epoch + 1, isr, self.tree.partition_epoch + 1)
        self.note(f"controller: {self.tree}")
        self.tell_live()
        for number in self.seen:
            self.tell_state(number)

    def say(self, number: int, control: Control) -> None:
        if number in self.seen:
            self.queues[number].append(control)

    def tell_live(self) -> None:
        for number in self.seen:
            self.say(number, Control(self.controller_epoch, self.seen[number], live=frozenset(self.seen)))

    def tell_state(self, number: int) -> None:
        if number == self.out:
            return
        tree = self.tree
        replicas = tuple(other for other in self.replicas if other != self.out)
        told = PartitionTold(
            "t", TOPIC_ID, 0, self.controller_epoch, tree.leader, tree.leader_epoch, tree.isr, tree.partition_epoch, replicas
        )
        self.say(number, Control(self.controller_epoch, self.seen[number], told))

    def move_leadership(self) -> None:
        """A preferred election, or an assignment that changes."""
        others = [number for number in self.tree.isr if number in self.seen and number not in self.stopping]
        if self.tree.leader != -1 and others:
            self.write(self.rng.choice(others), self.tree.isr)

    def stop_in_order(self) -> None:
        """ControlledShutdown: its leadership goes, then its place, then it."""
        number = self.rng.choice(self.replicas)
        if (
            number not in self.seen
            or self.stopping
            or len([other for other in self.tree.isr if other in self.seen]) < 2
            or number not in self.tree.isr
        ):
            return
        isr = tuple(other for other in self.tree.isr if other != number)
        leader = self.tree.leader if self.tree.leader != number else next((other for other in isr if other in self.seen), -1)
        if leader == -1:
            return
        self.write(leader, isr)
        self.say(number, Control(self.controller_epoch, self.seen[number], stop_epoch=self.tree.leader_epoch))
        self.note(f"{number} is being stopped")
        self.stopping.add(number)

    def reassign(self) -> None:
        """A replica is taken out of the assignment, or comes back to it."""
        if self.out is not None:
            self.take_back()
            return
        number = self.rng.choice(self.replicas)
        isr = tuple(other for other in self.tree.isr if other != number)
        if self.tree.leader in (-1, number) or not isr or number in self.stopping:
            return
        self.out = number
        self.write(self.tree.leader, isr)
        self.note(f"{number} is no replica any more")
        self.say(number, Control(self.controller_epoch, self.seen.get(number, -1), stop_epoch=self.tree.leader_epoch))

    def take_back(self) -> None:
        self.note(f"{self.out} is a replica again")
        self.out = None
        self.write(self.tree.leader, self.tree.isr)

    def change_controller(self) -> None:
        """Another one takes over: it says everything; what the one before had to say may get lost, and may come."""
        self.controller_epoch += 1
        self.note(f"controller {self.controller_epoch} takes over")
        for number, queue in self.queues.items():
            for control in queue:
                if control.live is None and self.rng.random() < 0.3:
                    self.strays.append((number, control))
            queue.clear()
        # It reads who is registered and what is written; of who came back under the same number it knows nothing else.
        self.seen = {number: broker.broker_epoch for number, broker in self.brokers.items() if broker.is_registered}
        self.tell_live()
        self.elect_without([number for number in self.brokers if number not in self.seen])
        for number in self.seen:
            self.tell_state(number)

    def alter_partition(self, request: AlterPartition) -> AlterPartitionAnswer:
        tree, asked = self.tree, request.asked
        assert asked.proposed is not None
        if self.seen.get(request.leader) != request.broker_epoch:
            return AlterPartitionAnswer(ErrorCode.STALE_BROKER_EPOCH)
        if asked.leader_epoch > tree.leader_epoch or asked.partition_epoch > tree.partition_epoch:
            return AlterPartitionAnswer(ErrorCode.NOT_CONTROLLER)
        if asked.leader_epoch < tree.leader_epoch:
            return AlterPartitionAnswer(ErrorCode.FENCED_LEADER_EPOCH)
        if set(asked.proposed) == set(tree.isr) and self.habits.controller_knows_repetitions:
            return AlterPartitionAnswer(ErrorCode.NONE, tree.leader_epoch, tree.isr, tree.partition_epoch)
        if asked.partition_epoch < tree.partition_epoch:
            return AlterPartitionAnswer(ErrorCode.INVALID_UPDATE_VERSION)
        dead = [number for number in asked.proposed if number not in tree.isr and (number not in self.seen or number in self.stopping)]
        if dead and self.habits.controller_looks_who_lives:
            return AlterPartitionAnswer(ErrorCode.INELIGIBLE_REPLICA)
        self.tree = Tree(tree.leader, tree.leader_epoch, asked.proposed, tree.partition_epoch + 1)
        self.note(f"controller: {self.tree} for {request.leader}")
        if dead:
            raise Broken("dead in sync", f"{dead} were taken in")
        return AlterPartitionAnswer(ErrorCode.NONE, tree.leader_epoch, self.tree.isr, self.tree.partition_epoch)
