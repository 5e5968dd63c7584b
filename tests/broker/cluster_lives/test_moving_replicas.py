"""Partitions that move between brokers, in whole clusters: their records, and what is left on the disks."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.admin.types import ConfigResource, Outcomes, ResourceType
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.testing.cluster_invariants import ClusterInvariants
from klog.zookeeper.znodes import REASSIGN_PARTITIONS, Reassignment, TopicZnode
from tests.broker.cluster_lives.scene import CLIENT, NAME, TOPIC, Scene

#: What is in the log before anything moves.
RECORDS = [b"%d" % number for number in range(20)]


class MovingCase(SynchronousTestCase):
    """Five brokers; t is on three of them, and has some records. The controller is one of the other two.

    :cvar properties: over those of all brokers.
    """

    properties: ClassVar[dict[str, str]] = {}

    def setUp(self) -> None:
        properties = {"auto.leader.rebalance.enable": "false", "replica.lag.time.max.ms": "10000", **self.properties}
        self.scene = Scene(brokers=5, properties=properties)
        self.cluster = self.scene.cluster
        self.addCleanup(self.cluster.end_threads)
        # The controller is in neither's way: whoever is cut off from the leader hears of it all the same.
        self.home = self.scene.others[:3]
        self.away = [*self.scene.others[3:], self.scene.leader]
        self.reassign({NAME: self.home})
        self.until(lambda: self.is_done(self.home))
        for value in RECORDS:
            self.scene.send(value)
        self.invariants = ClusterInvariants(self.cluster)

    def admin(self, act: Callable[[Admin], Any], name: str = "operator") -> Any:
        """What an administrator gets."""

        async def ask() -> Any:
            async with Admin(self.cluster.client(name), self.cluster.bootstrap, random=random.Random(1), **CLIENT) as admin:
                return await act(admin)

        return self.cluster.until(ask())

    def reassign(self, plan: dict[TopicPartition, Sequence[int] | None]) -> dict[TopicPartition, ErrorCode]:
        """Ask; the refusals."""
        outcomes: Outcomes[TopicPartition, None] = self.admin(lambda admin: admin.reassign(plan))
        return {name: error.code for name, error in outcomes.errors.items()}

    def until(self, is_so: Callable[[], object], most_s: float = 60.0) -> None:
        """Time passes until it is so; the invariants hold at each moment."""
        left_s = most_s
        while not is_so():
            self.assertGreater(left_s, 0, f"it did not happen: {self.assigned()}, in sync {self.scene.in_sync}, on {self.holders()}")
            left_s -= self.cluster.step(0.05)
            if hasattr(self, "invariants"):
                self.invariants.look()

    def assigned(self) -> TopicZnode:
        """The topic's znode."""
        return TopicZnode.decode(TOPIC, self.cluster.zookeeper.tree.get(TopicZnode.path(TOPIC)))

    def is_done(self, to: Sequence[int]) -> bool:
        """Whether the partition lies there and nowhere else, all in sync."""
        znode = self.assigned()
        is_assigned = znode.assignment[0] == tuple(to) and not znode.adding_replicas and not znode.removing_replicas
        return is_assigned and self.scene.in_sync == sorted(to) and self.holders() == set(to)

    def holders(self) -> set[int]:
        """Brokers that have a log of it."""
        found = set()
        for number in self.cluster.ready:
            broker = self.cluster.brokers[number].service.broker
            if broker is not None and any(NAME in directory.logs for directory in broker.directories.online):
                found.add(number)
        return found

    def check(self, to: Sequence[int]) -> None:
        """It comes to be there, and no record is lost."""
        self.until(lambda: self.is_done(to))
        self.scene.send(b"last")
        self.assertEqual(self.scene.read(), [*RECORDS, b"last"])
        self.invariants.look()
        self.invariants.check_copies()


class MoveTests(MovingCase):
    """Without misfortune."""

    def test_all_of_it_to_other_brokers(self) -> None:
        self.assertEqual(self.reassign({NAME: self.away}), {})
        self.check(self.away)
        self.assertIn(self.cluster.leader(*NAME), self.away)

    def test_one_copy_and_three(self) -> None:
        self.reassign({NAME: self.home[1:2]})
        self.until(lambda: self.is_done(self.home[1:2]))
        self.reassign({NAME: [self.home[0], self.away[0], self.home[1]]})
        self.check([self.home[0], self.away[0], self.home[1]])

    def test_while_records_are_written(self) -> None:
        under_way = [self.scene.begin(b"during %d" % number) for number in range(10)]
        self.reassign({NAME: self.away})
        under_way += [self.scene.begin(b"later %d" % number) for number in range(10)]
        self.until(lambda: self.is_done(self.away) and all(each.called for each in under_way))
        for each in under_way:
            self.assertGreaterEqual(self.successResultOf(each).offset, len(RECORDS))
        self.assertEqual(len(self.scene.read()), len(RECORDS) + 20)

    def test_given_up(self) -> None:
        self.cluster.cut(self.away[0], others=self.home)
        self.reassign({NAME: self.away})
        self.until(lambda: self.holders() == {1, 2, 3, 4, 5})
        self.cluster.join()
        self.assertEqual(self.reassign({NAME: None}), {})
        self.check(self.home)
        self.assertEqual(self.reassign({NAME: None}), {NAME: ErrorCode.NO_REASSIGNMENT_IN_PROGRESS})

    def test_two_tools_at_once(self) -> None:
        """The later one counts, whichever way it came."""
        tree = self.cluster.zookeeper.tree
        self.cluster.cut(self.away[0], others=self.home)
        asked = Reassignment({NAME: tuple(self.away)})
        tree.create(REASSIGN_PARTITIONS, asked.encode())
        self.until(lambda: self.assigned().adding_replicas)
        self.assertEqual(self.reassign({NAME: [self.home[0], self.away[1]]}), {})
        self.cluster.join()
        self.check([self.home[0], self.away[1]])
        self.assertNotIn(REASSIGN_PARTITIONS, tree)

    def test_by_the_znode(self) -> None:
        tree = self.cluster.zookeeper.tree
        tree.create(REASSIGN_PARTITIONS, Reassignment({NAME: tuple(self.away), TopicPartition("none", 0): (1,)}).encode())
        self.check(self.away)
        self.until(lambda: REASSIGN_PARTITIONS not in tree)

    def test_bad_input(self) -> None:
        bad = ErrorCode.INVALID_REPLICA_ASSIGNMENT
        self.cluster.kill(self.away[0])
        self.until(lambda: len(self.admin(lambda admin: admin.describe_cluster()).nodes) == 4)
        nowhere = TopicPartition("none", 0)
        wanted: dict[TopicPartition, Sequence[int] | None] = {nowhere: [1]}
        self.assertEqual(self.reassign(wanted), {nowhere: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION})
        for to in ([self.home[0], self.away[0]], [self.home[0], 77], [], [self.home[0]] * 2):
            self.assertEqual(self.reassign({NAME: to}), {NAME: bad}, to)
        self.assertEqual(self.reassign({NAME: self.home}), {}, "it is there already")

    def test_beside_other_changes_of_the_topic(self) -> None:
        self.cluster.cut(self.away[0], others=self.home)
        self.reassign({NAME: self.away})
        with self.assertRaises(KlogError) as caught:
            self.admin(lambda admin: admin.create_partitions({TOPIC: 2})).check()
        self.assertIs(caught.exception.code, ErrorCode.REASSIGNMENT_IN_PROGRESS)
        self.admin(lambda admin: admin.delete_topics([TOPIC])).check()
        self.cluster.join()
        self.until(lambda: TopicZnode.path(TOPIC) not in self.cluster.zookeeper.tree)
        self.until(lambda: not self.holders())

    def test_the_offsets_of_groups(self) -> None:
        """An internal topic moves as any other, and its coordinators with it."""
        internal = "__consumer_offsets"
        self.admin(lambda admin: admin.alter_group_offsets("g", {NAME: 7}))
        described = self.admin(lambda admin: admin.describe_topics([internal])).check()[internal]
        plan = {TopicPartition(internal, one.partition): self.away for one in described.partitions}
        self.assertEqual(self.reassign(dict(plan)), {})
        self.until(lambda: not self.admin(lambda admin: admin.list_reassignments()))
        offsets = self.admin(lambda admin: admin.list_group_offsets(["g"])).check()["g"]
        self.assertEqual(offsets[NAME].offset, 7)


class ThrottleTests(MovingCase):
    """As ``kafka-reassign-partitions --throttle`` asks for it."""

    properties: ClassVar[dict[str, str]] = {"replica.fetch.max.bytes": "50000"}
    RATE = 100_000

    def throttle(self) -> None:
        """What comes to the first broker of `away` is held back, on both sides."""
        rates = {f"{side}.replication.throttled.rate": str(self.RATE) for side in ("leader", "follower")}
        changes = {ConfigResource(ResourceType.BROKER, str(number)): rates for number in self.cluster.brokers}
        changes[ConfigResource(ResourceType.TOPIC, TOPIC)] = {
            "leader.replication.throttled.replicas": ",".join(f"0:{number}" for number in self.home),
            "follower.replication.throttled.replicas": f"0:{self.away[0]}",
        }
        self.admin(lambda admin: admin.alter_configs(changes)).check()

    def test_it_holds(self) -> None:
        """A megabyte takes ten seconds, within a tenth and what one answer holds."""
        under_way = [self.scene.begin(b"x" * 20_000) for _ in range(50)]
        self.cluster.advance(5)
        self.assertTrue(all(each.called for each in under_way))
        self.throttle()
        began_s = self.cluster.reactor.seconds()
        self.assertEqual(self.reassign({NAME: self.away[:1]}), {})
        del self.invariants  # They look at every record of every copy, each time.
        self.until(lambda: self.is_done(self.away[:1]))
        size = 50 * 20_000
        seconds = self.cluster.reactor.seconds() - began_s
        self.assertGreater(seconds, (size - 2 * 50_000) / (1.1 * self.RATE))
        self.assertLess(seconds, size / (0.9 * self.RATE) + 1)


class MisfortuneTests(MovingCase):
    """Somebody dies at a step of a move; it comes to its end all the same."""

    def steps(self) -> dict[str, Callable[[], object]]:
        """How a move can be seen to be at each."""
        return {
            "written": lambda: self.assigned().adding_replicas,
            "copying": lambda: bool(self.holders() & set(self.away)),
            "one in sync": lambda: bool(set(self.scene.in_sync) & set(self.away)),
            "switched": lambda: set(self.scene.in_sync) == set(self.away),
            "done": lambda: not self.assigned().adding_replicas,
        }

    def victims(self) -> dict[str, Callable[[], int]]:
        """Who dies."""
        return {
            "controller": self.cluster.controller,
            "leader": lambda: self.cluster.leader(*NAME),
            "who comes": lambda: self.away[0],
            "who leaves": lambda: self.home[2],
        }

    def one(self, victim: str, step: str, *, is_stopped: bool = False) -> None:
        # Messages take their time: else a move is over before it can be seen at a step.
        self.cluster.slow_down(0.05)
        under_way = self.start_move()
        self.until(self.steps()[step])
        number = self.victims()[victim]()
        if is_stopped:
            self.cluster.stop_broker(number)
        else:
            self.cluster.kill(number)
        for _ in range(40):
            self.cluster.advance(0.05)
            self.invariants.look()
        self.cluster.start_broker(number)
        self.until(lambda: self.is_done_but_strays(self.away), 120)
        self.assertTrue(under_way.called)
        self.scene.send(b"last")
        self.assertEqual(self.scene.read(), [*RECORDS, b"last"])

    def is_done_but_strays(self, to: Sequence[int]) -> bool:
        """Whoever was away when it was to delete its log has it still, as with Apache Kafka."""
        znode = self.assigned()
        is_assigned = znode.assignment[0] == tuple(to) and not znode.adding_replicas and not znode.removing_replicas
        return is_assigned and self.scene.in_sync == sorted(to) and self.holders() >= set(to)

    def start_move(self) -> Deferred[Any]:
        """It has begun when this returns."""

        async def ask() -> None:
            async with Admin(self.cluster.client("operator"), self.cluster.bootstrap, random=random.Random(1), **CLIENT) as admin:
                await admin.reassign({NAME: self.away})

        return Deferred.fromCoroutine(ask()).addErrback(lambda why: None)

    def test_controller(self) -> None:
        for step in ("written", "one in sync", "switched"):
            self.setUp()
            self.one("controller", step)

    def test_leader(self) -> None:
        for step in ("copying", "switched"):
            self.setUp()
            self.one("leader", step)

    def test_who_comes(self) -> None:
        for step in ("copying", "one in sync", "done"):
            self.setUp()
            self.one("who comes", step)

    def test_who_leaves(self) -> None:
        self.one("who leaves", "copying")

    def test_a_stop_in_order(self) -> None:
        self.one("leader", "copying", is_stopped=True)

    def test_a_disk_of_one_that_comes(self) -> None:
        """It fails, and the move waits; another one is asked for in its place."""
        self.cluster.break_disk(self.away[0])
        self.reassign({NAME: self.away})
        for _ in range(40):
            self.cluster.advance(0.1)
            self.invariants.look()
        self.assertTrue(self.assigned().adding_replicas)
        self.assertEqual(self.reassign({NAME: [self.home[0], self.away[1]]}), {})
        self.until(lambda: self.is_done_but_strays([self.home[0], self.away[1]]))
