"""A full or a broken disk at the leader and at a follower of a partition with three copies.

========== ============================================ =================================================================
disk       at the leader                                at a follower
========== ============================================ =================================================================
full       producers wait or are refused, consumers     it falls out of sync, and comes back by itself when there is room
           read on; nobody else leads; it goes on when
           there is room
broken     another one leads, and has all that was      it leaves those in sync; the others go on
           acknowledged
========== ============================================ =================================================================

A broken disk (its reads, its writes or its syncs fail) serves again after a restart of its broker.
"""

from __future__ import annotations

import random
from typing import Any
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing import sender
from klog.client.producing.producer import Producer
from klog.client.producing.retry_decisions import Verdict, judge_answer
from klog.errors import ErrorCode, KlogError
from tests.broker.cluster_lives.scene import CLIENT, NAME, Scene

RECORD = b"x" * 2_000


class BadDiskTests(SynchronousTestCase):
    """See the module."""

    def scene(self, *, flush_rule: bool = False) -> Scene:
        scene = Scene(min_in_sync=2, flush_rule=flush_rule)
        self.addCleanup(scene.end)
        scene.send(b"before")
        scene.cluster.advance(1)
        return scene

    def ends_well(self, scene: Scene, *values: bytes) -> None:
        """All are in sync and have the same, and consumers are shown these, in this order."""
        scene.until_in_sync()
        scene.send(b"afterwards")
        found = [value for value in scene.read() if value in (b"before", *values, b"afterwards")]
        self.assertEqual(found, [b"before", *values, b"afterwards"])
        scene.cluster.advance(3)
        logs = [broker.broker.partitions.replica(*NAME).log for broker in scene.cluster.brokers.values()]  # type: ignore[union-attr]
        self.assertEqual(len({log.end_offset for log in logs}), 1)

    def restart(self, scene: Scene, number: int) -> None:
        """Somebody has changed the disk."""
        scene.cluster.mend_disk(number)
        scene.cluster.kill(number)
        scene.cluster.start_broker(number)
        scene.cluster.until_ready()

    def test_full_at_the_leader(self) -> None:
        scene = self.scene()
        cluster, leader = scene.cluster, scene.leader
        cluster.fill_disk(leader)
        sending = scene.begin(RECORD)
        cluster.advance(5)
        self.assertFalse(sending.called)
        self.assertEqual(scene.read(), [b"before"])
        self.assertEqual((cluster.leader(*NAME), scene.in_sync), (leader, sorted(cluster.brokers)))
        with self.assertRaises(KlogError):
            scene.send(RECORD, acks=1)
        cluster.mend_disk(leader)
        cluster.advance(5)
        sending.addErrback(lambda why: None)
        self.assertEqual(cluster.leader(*NAME), leader)
        scene.send(b"again")
        self.ends_well(scene, b"again")

    def test_several_batches_under_way(self) -> None:
        """What was sent behind a refused batch, and arrives when there is room again, is refused alike, and not as out of order."""
        scene = self.scene()
        cluster = scene.cluster
        told: list[tuple[int, bool]] = []

        def judge(code: int, *, first: bool, **more: Any) -> Verdict:
            told.append((code, first))
            return judge_answer(code, first=first, **more)

        producer = Producer(
            cluster.client("hasty"), cluster.bootstrap, acks="all", max_in_flight=5, linger_ms=0, random=random.Random(1), **CLIENT
        )
        cluster.until(producer.send(NAME.topic, b"first", partition=0))
        values = [b"%d" % number for number in range(3)]
        with mock.patch.object(sender, "judge_answer", judge):
            cluster.reactor.delay_of = lambda source, target: 0.05
            cluster.fill_disk(scene.leader)
            for value in values:
                producer.send(NAME.topic, value, partition=0)
                cluster.advance(0.02)
            # The first has arrived by now, and the others are on their way.
            cluster.mend_disk(scene.leader)
            cluster.advance(0.05)
            cluster.reactor.delay_of = None
            cluster.until(producer.stopService())
        self.assertIn((ErrorCode.KAFKA_STORAGE_ERROR, False), told)
        self.assertNotIn(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, [code for code, _ in told])
        self.assertEqual(scene.read(), [b"before", b"first", *values])

    def test_full_at_a_follower(self) -> None:
        scene = self.scene()
        cluster, (full, other) = scene.cluster, scene.others
        cluster.fill_disk(full)
        for _ in range(3):
            scene.send(RECORD)
            cluster.advance(1)
        scene.until_in_sync(scene.leader, other)
        scene.send(b"meanwhile")
        cluster.mend_disk(full)
        self.ends_well(scene, b"meanwhile")

    def broken_at_the_leader(self, what: str) -> None:
        scene = self.scene(flush_rule=what == "syncs")
        cluster, old = scene.cluster, scene.leader
        cluster.break_disk(old, what)
        # Whoever writes or reads finds it out; the producer goes on with who leads then.
        sending = scene.begin(b"meanwhile")
        cluster.advance(15)
        self.assertTrue(sending.called)
        self.assertGreaterEqual(self.successResultOf(sending).offset, 1)
        self.assertNotIn(cluster.leader(*NAME), (old, -1))
        self.assertNotIn(old, scene.in_sync)
        scene.send(b"more")
        self.restart(scene, old)
        self.ends_well(scene, b"meanwhile", b"more")

    def test_writes_fail_at_the_leader(self) -> None:
        self.broken_at_the_leader("writes")

    def test_syncs_fail_at_the_leader(self) -> None:
        self.broken_at_the_leader("syncs")

    def broken_at_a_follower(self, what: str) -> None:
        scene = self.scene(flush_rule=what == "syncs")
        cluster, (broken, other) = scene.cluster, scene.others
        cluster.break_disk(broken, what)
        scene.send(b"meanwhile")
        scene.until_in_sync(scene.leader, other)
        self.assertEqual(cluster.leader(*NAME), scene.leader)
        scene.send(b"more")
        self.restart(scene, broken)
        self.ends_well(scene, b"meanwhile", b"more")

    def test_writes_fail_at_a_follower(self) -> None:
        self.broken_at_a_follower("writes")

    def test_syncs_fail_at_a_follower(self) -> None:
        self.broken_at_a_follower("syncs")
