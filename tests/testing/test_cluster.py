"""A cluster in memory: it comes up, everything that can happen to it happens, and the same seed gives the same life."""

from __future__ import annotations

import random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.producer import Producer
from klog.testing.cluster import ZOOKEEPER, MemoryCluster
from klog.testing.filesystem import Survival


class ClusterCase(SynchronousTestCase):
    """A cluster of two."""

    def cluster(self, brokers: int = 2, **options: Any) -> MemoryCluster:
        cluster = self.made = MemoryCluster(brokers, **options)
        self.addCleanup(cluster.end_threads)
        return cluster.start()

    def producer(self, cluster: MemoryCluster, name: str = "producer", **options: Any) -> Producer:
        options = {"request_timeout_ms": 2_000, "connect_timeout_ms": 1_000, "random": random.Random(name), **options}
        producer = Producer(cluster.client(name), cluster.bootstrap, **options)
        if name != "mortal":
            self.addCleanup(lambda: cluster.until(producer.stopService()))
        return producer

    def send(self, cluster: MemoryCluster, producer: Producer, value: bytes) -> int:
        return int(cluster.until(producer.send("t", value, partition=0)).offset)


class MisfortuneTests(ClusterCase):
    """One at a time."""

    def setUp(self) -> None:
        self.one = self.cluster(properties={"log.flush.interval.messages": "1"})
        self.one.create_topic("t", 1)
        self.leader = self.one.leader("t", 0)
        self.sender = self.producer(self.one)
        self.assertEqual(self.send(self.one, self.sender, b"before"), 0)

    def after(self) -> None:
        """All is well again, and nothing was lost."""
        self.one.heal()
        self.one.until_ready()
        self.assertEqual(self.send(self.one, self.sender, b"after"), len(self.values()) - 1)
        self.assertEqual((self.values()[0], self.values()[-1]), (b"before", b"after"))

    def values(self) -> list[bytes]:
        return [message.value for message in self.one.brokers[self.leader].messages("t", 0)]

    def send_in_vain(self, seconds: float = 5.0) -> None:
        """Nobody acknowledges."""
        sent = self.sender.send("t", b"during", partition=0)
        self.one.advance(seconds)
        self.assertFalse(sent.called)

    def test_a_killed_process(self) -> None:
        self.one.kill(self.leader)
        self.assertNotIn(self.leader, self.one.running)
        self.send_in_vain()
        self.after()

    def test_a_machine_without_power(self) -> None:
        for is_silent in (False, True):
            self.one.power_cut(self.leader, Survival.NOTHING, is_silent=is_silent)
            self.send_in_vain(1.0)
            self.one.start_broker(self.leader)
            self.one.until_ready()
        self.assertEqual(self.one.brokers[self.leader].boots, 3)
        self.after()

    def test_nobody_hears_of_a_machine_that_is_gone_in_silence(self) -> None:
        self.one.power_cut(self.leader, is_silent=True)
        before = self.one.session_of(self.leader)
        self.assertNotEqual(before, 0)
        self.one.advance(8)
        self.assertEqual(self.one.session_of(self.leader), 0)
        self.after()

    def test_a_process_that_stands_still(self) -> None:
        self.one.freeze(self.leader)
        self.send_in_vain(3.0)
        self.one.thaw(self.leader)
        self.one.advance(5)
        self.after()

    def test_a_process_that_stands_still_for_longer_than_its_session(self) -> None:
        self.one.freeze(self.leader)
        self.send_in_vain(20.0)
        self.assertEqual(self.one.session_of(self.leader), 0)
        self.one.thaw(self.leader)
        self.after()

    def test_cut_off(self) -> None:
        self.one.cut(self.leader)
        self.send_in_vain(20.0)
        self.assertEqual(self.one.session_of(self.leader), 0)
        self.after()

    def test_cut_off_one_way(self) -> None:
        self.one.cut_one_way(self.leader, "producer")
        self.send_in_vain()
        self.assertNotEqual(self.one.session_of(self.leader), 0)
        self.after()

    def test_cut_off_from_zookeeper(self) -> None:
        self.one.cut(self.leader, others=[ZOOKEEPER])
        self.one.advance(8)
        self.send_in_vain()
        self.after()

    def test_a_slow_network(self) -> None:
        self.one.slow_down(2.0)
        sent = self.sender.send("t", b"slow", partition=0)
        self.one.advance(0)
        self.assertFalse(sent.called)
        self.one.until(sent)
        self.after()

    def test_connections_are_reset(self) -> None:
        before = self.one.reactor.connected
        self.one.reset(self.leader)
        self.one.reset("producer", self.leader)
        self.after()
        self.assertGreater(self.one.reactor.connected, before)

    def test_a_full_disk(self) -> None:
        self.one.fill_disk(self.leader)
        self.send_in_vain()
        self.after()

    def test_a_start_that_the_disk_has_no_room_for(self) -> None:
        """It fails, and its process has ended: it is started anew when the disk is mended."""
        self.one.kill(self.leader)
        # It is written at the start where it is not there.
        self.one.brokers[self.leader].file_system.remove("/data/recovery-point-offset-checkpoint")
        self.one.fill_disk(self.leader)
        self.one.start_broker(self.leader)
        self.one.advance(10)
        [sentence] = self.one.brokers[self.leader].ended
        self.assertIn("No space left on device", sentence)
        self.assertRaises(AssertionError, self.one.until_ready)
        self.after()
        self.assertEqual(self.one.brokers[self.leader].ended, [])

    def test_a_broken_disk(self) -> None:
        for what in ("writes", "syncs"):
            self.one.break_disk(self.leader, what)
            self.send_in_vain()
            self.after()
        self.assertRaises(ValueError, self.one.break_disk, 1, "hopes")

    def test_a_session_that_ends(self) -> None:
        before = self.one.session_of(self.leader)
        self.one.expire_session(self.leader)
        self.one.advance(3)
        self.assertNotIn(self.one.session_of(self.leader), (0, before))
        self.after()

    def test_a_clock_that_is_set(self) -> None:
        for seconds in (3600.0, -7200.0):
            self.one.step_clock(self.leader, seconds)
            self.one.advance(10)
        self.assertEqual(self.one.brokers[self.leader].now_ms(), self.one.reactor.now_ms() - 3_600_000)
        self.after()

    def test_a_stop_in_order(self) -> None:
        self.one.stop_broker(self.leader)
        self.one.start_broker(self.leader)
        self.assertIn(self.leader, self.one.running)
        self.one.advance(10)
        self.assertIn((f"stopped {self.leader}"), [sentence for _, sentence in self.one.trace])
        self.after()

    def test_killed_while_it_stops(self) -> None:
        self.one.stop_broker(self.leader)
        self.one.kill(self.leader)
        self.assertNotIn(self.leader, self.one.running)
        self.after()

    def test_a_client_that_dies(self) -> None:
        other = self.producer(self.one, "mortal")
        self.assertEqual(self.send(self.one, other, b"mortal"), 1)
        self.one.kill_client("mortal")
        sent = other.send("t", b"never", partition=0)
        sent.addErrback(lambda failure: None)
        self.one.advance(10)
        self.assertEqual(self.values(), [b"before", b"mortal"])


class SameLifeTests(ClusterCase):
    """A seed is a life."""

    def life(self, seed: int) -> str:
        cluster = self.cluster(3, seed=seed, interleave=True, properties={"log.flush.interval.messages": "1"})
        cluster.create_topic("t", 3)
        cluster.slow_down(0.2)
        producer = self.producer(cluster)
        for number in range(5):
            place = cluster.until(producer.send("t", b"%d" % number, partition=number % 3))
            cluster.note(f"{number} at {place.offset}")
            cluster.power_cut(cluster.random.choice(cluster.ready))
            cluster.advance(3)
            cluster.heal()
            cluster.until_ready()
        cluster.end_threads()
        return cluster.trace_hash()

    def test_same_seed_same_trace(self) -> None:
        first = self.life(7)
        self.assertEqual(first, self.life(7))
        self.assertNotEqual(first, self.life(8))


class RunningTests(ClusterCase):
    """Looking in."""

    def test_who_is_who(self) -> None:
        cluster = self.cluster(3)
        cluster.create_topic("t", 3)
        self.assertEqual(sorted(cluster.leader("t", number) for number in range(3)), [1, 2, 3])
        self.assertIn(cluster.controller(), (1, 2, 3))
        self.assertIsNone(cluster.state("t", 3))
        self.assertEqual(cluster.leader("u", 0), -1)
        self.assertEqual((cluster.running, cluster.ready), ([1, 2, 3], [1, 2, 3]))
        cluster.freeze(1)
        self.assertEqual((cluster.running, cluster.ready), ([1, 2, 3], [2, 3]))
        self.assertEqual(len({cluster.address(host) for host in (1, 2, 3, ZOOKEEPER, "a", "b")}), 6)
        cluster.stop()
        self.assertEqual(cluster.running, [])
        self.assertEqual(cluster.controller(), -1)
