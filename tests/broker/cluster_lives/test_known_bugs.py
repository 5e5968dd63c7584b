"""Known bugs of Kafka's replication: klog has none of them, and would be seen to have them. The table is in docs/guarantees.md.

Some are found by the first lives that are lived with them. For others a scene is told: as klog is it ends well, and with the bug put back
(`mutations`) it does not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.model import TopicPartition
from klog.replication.progress import FollowerProgress
from klog.storage.directories import checkpoints
from klog.testing.cluster_invariants import ClusterInvariants, Violation
from tests.broker.cluster_lives.mutations import MUTATIONS, Mutation, found_by
from tests.broker.cluster_lives.scene import NAME, Scene

#: Found by so many lives at most; a few more are lived than it takes today.
SOON = {
    "a new follower cuts to its high watermark": 4,
    "a follower does not say which epoch it has last": 6,
    "a follower whose offset is not known holds nothing back": 4,
    "the watermark goes on with too few in sync": 6,
    "who joins does not count before the answer": 6,
}


def mutation(what: str) -> Mutation:
    """By its sentence."""
    (found,) = (each for each in MUTATIONS if each.what == what)
    return found


class LivesTests(SynchronousTestCase):
    """Those that lives find soon."""

    def test_found(self) -> None:
        for what, seeds in SOON.items():
            self.assertIsNotNone(found_by(mutation(what), range(seeds)), what)


class SceneTests(SynchronousTestCase):
    """Those that are told."""

    def both(self, scene: Callable[[], None], bug: Any, *wrong: type[BaseException]) -> None:
        """It ends well, and does not where the bug is there."""
        scene()
        with bug:
            self.assertRaises((AssertionError, *wrong), scene)

    def scene(self, *, interleave: bool = False, **options: Any) -> Scene:
        """One whose threads are ended with the test."""
        found = Scene(interleave=interleave, **options)
        self.addCleanup(found.cluster.end_threads)
        return found

    def watch(self, scene: Scene, seconds: float) -> None:
        """Let time pass, and look at each moment."""
        invariants = ClusterInvariants(scene.cluster)
        invariants.look()
        left = seconds
        while left > 1e-9:
            left -= scene.cluster.step(left)
            invariants.look()

    def test_kafka_7152(self) -> None:
        """Followers that have everything stay in sync, however long nothing comes."""

        def thrown_out(self: FollowerProgress, leader_end: int, now_ms: int, lag_ms: int) -> bool:
            return now_ms - self.last_caught_up_ms <= lag_ms

        def idle() -> None:
            # Their fetches wait at the leader for longer than they may lag.
            scene = self.scene(properties={"replica.fetch.wait.max.ms": "10000", "replica.socket.timeout.ms": "30000"})
            scene.send(b"a")
            scene.cluster.advance(1)
            before = scene.cluster.state(*NAME)
            scene.cluster.advance(30)
            self.assertEqual(scene.cluster.state(*NAME), before)

        self.both(idle, mock.patch.object(FollowerProgress, "is_caught_up", thrown_out))

    def test_kafka_13091(self) -> None:
        """Who has left lets the watermark go on at once."""

        def left_behind() -> None:
            scene = self.scene()
            scene.leave_behind(*scene.others)
            sending = scene.begin(b"a")
            scene.until_in_sync(scene.leader)
            # Not by chance, as when it is sent once more.
            scene.cluster.advance(0.01)
            self.assertTrue(sending.called)

        self.both(left_behind, mutation("the watermark is not looked at after the answer").patch())

    def test_who_leaves_counts_until_it_has_left(self) -> None:
        """KIP-497: the controller may refuse, and elect it."""

        def slowly() -> None:
            scene = self.scene()
            address = scene.cluster.address(scene.leader)
            scene.cluster.reactor.delay_of = lambda source, target: 0.5 if source == target == address else 0.0
            scene.leave_behind(*scene.others)
            scene.send(b"a", acks=1)
            self.watch(scene, 6)
            self.assertEqual(scene.in_sync, [scene.leader])

        self.both(slowly, mutation("who leaves does not count from the question on").patch(), Violation)

    def test_kafka_7128(self) -> None:
        """A new leader's watermark lies below what was committed: who has no more than that may not join."""

        def stale() -> None:
            scene = self.scene(brokers=4, properties={"replica.fetch.wait.max.ms": "1000"})
            cluster = scene.cluster
            second, third, fourth = scene.others
            scene.send(b"a")
            cluster.advance(3)
            cluster.cut(third, others=[scene.leader])
            invariants = ClusterInvariants(cluster)
            log = cluster.brokers[scene.leader].service.broker.partitions.replica(*NAME).log
            before = log.high_watermark
            sending = scene.begin(b"b")
            # The third falls out of sync.
            while log.high_watermark == before:
                cluster.step(1)
                invariants.look()
            # Committed, and the second has not heard of it.
            cluster.kill(scene.leader)
            # Nor does it from the fourth for a while; the third asks, and gets its answer later.
            to_second = cluster.address(fourth), cluster.address(second)
            to_third = cluster.address(second), cluster.address(third)
            cluster.reactor.delay_of = lambda source, target: {to_second: 2.0, to_third: 0.5}.get((source, target), 0.0)
            cluster.join()
            left = 20.0
            while left > 1e-9:
                left -= cluster.step(left)
                invariants.look()
            self.assertEqual(scene.in_sync, sorted(scene.others))
            sending.addErrback(lambda why: None)

        self.both(stale, mutation("a follower joins at the high watermark of a new leader").patch(), Violation)

    def hanging_syncs(self, scene: Scene, number: int) -> None:
        """A broker's disk takes everything, and flushes nothing."""
        threads = scene.cluster.brokers[number].interleaving
        assert threads is not None
        threads.time_of = lambda act: math.inf if act.name == "sync" and act.path.endswith(".log") else 0.0

    def test_a_leader_counts_what_is_flushed(self) -> None:
        """The flush rule: nothing is acknowledged before it is on the leader's disk."""

        def hangs() -> None:
            scene = self.scene(flush_rule=True, interleave=True)
            scene.send(b"a")
            self.hanging_syncs(scene, scene.leader)
            sending = scene.begin(b"b")
            scene.cluster.advance(1)
            self.assertFalse(sending.called)
            sending.addErrback(lambda why: None)

        self.both(hangs, mutation("a leader counts what is not flushed").patch())

    def test_a_follower_says_what_is_flushed(self) -> None:
        """The flush rule: nothing is acknowledged before it is on the disks of all who are in sync."""

        def hangs() -> None:
            scene = self.scene(flush_rule=True, interleave=True)
            scene.send(b"a")
            for number in scene.others:
                self.hanging_syncs(scene, number)
            sending = scene.begin(b"b")
            scene.cluster.advance(1)
            self.assertFalse(sending.called)
            sending.addErrback(lambda why: None)

        self.both(hangs, mutation("a follower says it has what is not flushed").patch())

    def test_kafka_8400(self) -> None:
        """A fetch that was answered with where to cut says nothing of what the follower has."""

        def diverged() -> None:
            scene = self.scene()
            cluster, old = scene.cluster, scene.leader
            scene.send(b"a")
            cluster.advance(3)
            scene.leave_behind(*scene.others)
            for value in (b"x", b"y", b"z"):
                scene.send(value, acks=1)
            cluster.kill(old)
            cluster.join()
            self.assertIn(scene.until_led(), scene.others)
            scene.until_in_sync(*scene.others)
            scene.send(b"b")
            cluster.advance(1)
            leader = cluster.leader(*NAME)
            addresses = cluster.address(leader), cluster.address(old)
            cluster.reactor.delay_of = lambda source, target: 0.5 if (source, target) == addresses else 0.0
            cluster.start_broker(old)
            self.watch(scene, 15)
            scene.until_in_sync()

        self.both(diverged, mutation("a fetch that was refused moves the follower").patch(), Violation)

    def test_kafka_1647(self) -> None:
        """A replica whose leader is away keeps its watermark, however often it is started meanwhile."""
        led: set[str] = set()
        format_offsets = checkpoints.format_offsets

        def of_those_that_are_led(offsets: Mapping[TopicPartition, int]) -> bytes:
            return format_offsets({name: offset for name, offset in offsets.items() if name.topic in led})

        def alone() -> None:
            scene = self.scene()
            cluster, last = scene.cluster, scene.others[-1]
            scene.send(b"a")
            scene.send(b"b")
            cluster.advance(6)
            scene.fall_out(last)
            for number in sorted(cluster.brokers):
                cluster.kill(number)
            cluster.join()
            for _ in range(2):
                cluster.start_broker(last)
                cluster.advance(20)
                self.assertEqual(cluster.leader(*NAME), -1)
                partitions = cluster.brokers[last].broker.partitions
                assert partitions is not None
                replica = partitions.replica(*NAME)
                self.assertEqual((replica.high_watermark, replica.end_offset), (2, 2))
                cluster.kill(last)

        self.both(alone, mock.patch.object(checkpoints, "format_offsets", of_those_that_are_led))
