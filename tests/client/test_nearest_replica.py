"""Reading from the replica nearby: the rule by itself, and a consumer in a whole cluster in virtual time."""

from __future__ import annotations

import random
import unittest
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.consumer import Consumer
from klog.client.metadata import ClusterMetadata, PartitionMetadata
from klog.client.nearest_replica import FIRST_PAUSE_S, NearestReplica
from klog.client.producing.producer import Producer
from klog.model import TopicPartition
from klog.testing.cluster import MemoryCluster
from klog.wire.messages.metadata import MetadataResponse, MetadataResponseBroker

T = TopicPartition("t", 0)


class RuleTests(unittest.TestCase):
    """Broker 1 leads, 2 is in sync."""

    def setUp(self) -> None:
        self.metadata = ClusterMetadata()
        brokers = [MetadataResponseBroker(node_id=number, host="h", port=number) for number in (1, 2)]
        self.metadata.apply(MetadataResponse(brokers=brokers, topics=[]), 0)
        self.partition = PartitionMetadata(0, 1, 0, (1, 2, 3), (1, 2))
        self.nearest = NearestReplica()

    def source(self, now_s: float) -> int:
        return self.nearest.source(self.partition, self.metadata, now_s)

    def test_until_its_time_is_over(self) -> None:
        self.assertEqual(self.source(0), 1)
        self.nearest.named(2, 300)
        self.assertEqual([self.source(now_s) for now_s in (0, 299.9, 300)], [2, 2, 1])

    def test_only_while_it_is_known_and_in_sync(self) -> None:
        self.nearest.named(3, 300)
        self.assertEqual(self.source(0), 1, "neither")
        self.nearest.named(2, 300)
        self.partition = PartitionMetadata(0, 1, 0, (1, 2, 3), (1, 3))
        self.assertEqual(self.source(0), 1)

    def test_another_leader(self) -> None:
        self.nearest.named(2, 300)
        self.nearest.forget()
        self.assertEqual(self.source(0), 1)
        self.assertFalse(self.nearest.is_given_up(0), "nothing was wrong with it")

    def test_given_up_for_longer_each_time(self) -> None:
        now_s = 0.0
        for factor in (1, 2, 4, 8, 16, 30, 30):
            self.nearest.named(2, now_s + 300)
            self.nearest.failed(2, now_s)
            self.assertEqual(self.source(now_s), 1)
            self.assertTrue(self.nearest.is_given_up(now_s + FIRST_PAUSE_S * factor - 0.1))
            now_s += FIRST_PAUSE_S * factor
            self.assertFalse(self.nearest.is_given_up(now_s))
        self.nearest.named(2, now_s + 300)
        self.nearest.worked(1)
        self.nearest.worked(3)
        self.nearest.failed(2, now_s)
        self.assertTrue(self.nearest.is_given_up(now_s + FIRST_PAUSE_S), "others have made up for nothing")
        self.nearest.named(2, now_s + 300)
        self.nearest.worked(2)
        self.nearest.failed(2, now_s)
        self.assertFalse(self.nearest.is_given_up(now_s + FIRST_PAUSE_S))

    def test_another_one_has_failed(self) -> None:
        """The leader of before, or the replica of before: an answer that was under way."""
        self.nearest.named(2, 300)
        self.nearest.failed(1, 0)
        self.nearest.failed(3, 0)
        self.assertEqual((self.source(0), self.nearest.is_given_up(0)), (2, False))
        self.nearest.failed(2, 0)
        self.nearest.failed(2, 0)
        self.assertFalse(self.nearest.is_given_up(FIRST_PAUSE_S), "one failure, however many were under way")


class _ClusterCase(SynchronousTestCase):
    """Broker 1 leads, in rack a; 2 is in rack b, and so is the consumer; 3 in c. 1 is the controller."""

    properties: dict[str, str] = {"replica.selector.class": "rack-aware", "replica.lag.time.max.ms": "4000"}

    def setUp(self) -> None:
        racks = {number: {"broker.rack": rack} for number, rack in enumerate("abc", 1)}
        self.cluster = MemoryCluster(3, properties=self.properties, own_properties=racks)
        self.addCleanup(self.cluster.end_threads)
        self.cluster.start()
        self.cluster.create_topic("t", assignments={0: [1, 2, 3]})
        quick = {"request_timeout_ms": 2_000, "connect_timeout_ms": 1_000}
        self.producer = Producer(self.cluster.client("writer"), self.cluster.bootstrap, acks="all", random=random.Random(1), **quick)
        self.addCleanup(lambda: self.cluster.until(self.producer.stopService()))
        self.reader = self.consumer("reader", client_rack="b")

    def consumer(self, name: str, **options: Any) -> Consumer:
        options = {"auto_offset_reset": "earliest", "request_timeout_ms": 2_000, "connect_timeout_ms": 1_000, **options}
        consumer = Consumer(self.cluster.client(name), self.cluster.bootstrap, random=random.Random(name), **options)
        self.addCleanup(lambda: self.cluster.until(consumer.stopService()))
        self.cluster.until(consumer.assign([T]))
        return consumer

    def write(self, *values: bytes) -> None:
        for value in values:
            self.cluster.until(self.producer.send("t", value, partition=0))

    def read(self, count: int, reader: Consumer | None = None) -> tuple[list[bytes | None], int | None]:
        """So many values, and which broker gave the last."""
        reader = reader or self.reader
        values: list[bytes | None] = []
        while len(values) < count:
            values += [value for found in self.cluster.until(reader.poll(timeout_ms=20_000)) for value in found.values()]
        return values, reader.buffer.source_of(T)


class ConsumerTests(_ClusterCase):
    """Brokers send consumers to their racks."""

    def test_reads_from_its_rack(self) -> None:
        self.write(b"a", b"b")
        self.assertEqual(self.read(2), ([b"a", b"b"], 2))
        self.write(b"c")
        self.assertEqual(self.read(1), ([b"c"], 2))

    def test_others_read_from_the_leader(self) -> None:
        self.write(b"a")
        for rack in (None, "", "a", "nobody has ever heard of it"):
            self.assertEqual(self.read(1, self.consumer(f"reader in {rack}", client_rack=rack)), ([b"a"], 1))

    def test_the_replica_dies(self) -> None:
        self.write(b"a")
        self.assertEqual(self.read(1), ([b"a"], 2))
        self.cluster.kill(2)
        before_s = self.cluster.reactor.seconds()
        self.write(b"b")
        self.assertEqual(self.read(1), ([b"b"], 1))
        # The write had to wait for the end of the session; the reader for a connection that is refused, not for the brokers to notice.
        self.assertLess(self.cluster.reactor.seconds() - before_s, 10)
        self.cluster.start_broker(2)
        self.cluster.until_ready()
        self.cluster.advance(30)
        self.write(b"c")
        self.assertEqual(self.read(1)[0], [b"c"])
        self.write(b"d")
        self.assertEqual(self.read(1), ([b"d"], 2), "it is back")

    def test_the_replica_falls_out_of_the_isr(self) -> None:
        """It serves what it knows, and the consumer goes on at the leader when it finds out."""
        self.write(b"a")
        self.assertEqual(self.read(1), ([b"a"], 2))
        self.cluster.cut(1, others=[2])
        self.write(b"b")
        state = self.cluster.state("t", 0)
        self.assertEqual(tuple(state.isr) if state else (), (1, 3))
        # Its answers are empty: only metadata, or the end of the time, tells.
        self.reader.routing.stale("t")
        self.assertEqual(self.read(1), ([b"b"], 1))

    def test_its_time_is_over(self) -> None:
        reader = self.consumer("short", client_rack="b", metadata_max_age_ms=1_000)
        self.write(b"a")
        self.assertEqual(self.read(1, reader), ([b"a"], 2))
        self.cluster.advance(5)
        self.write(b"b")
        self.assertEqual(self.read(1, reader), ([b"b"], 2), "the leader has sent it there anew")

    def test_the_leader_dies(self) -> None:
        self.write(b"a")
        self.assertEqual(self.read(1), ([b"a"], 2))
        self.cluster.kill(1)
        self.write(b"b")
        values, source = self.read(1)
        self.assertEqual(values, [b"b"])
        # By now 2 leads, and nobody has to send us anywhere.
        self.assertEqual((source, self.cluster.leader("t", 0)), (2, 2))

    def test_a_replica_that_fails_again_and_again(self) -> None:
        """It is left alone for longer each time, whatever the leader gives meanwhile."""
        self.write(b"a")
        self.assertEqual(self.read(1), ([b"a"], 2))
        state = self.reader.buffer.states[T]
        assert state.nearest is not None
        pauses_s = []
        for number in range(3):
            now_s = self.cluster.reactor.seconds()
            state.nearest.failed(2, now_s)
            pauses_s.append(next(pause_s for pause_s in range(1, 100) if not state.nearest.is_given_up(now_s + pause_s)))
            # What it was asked before is answered meanwhile.
            self.cluster.advance(1)
            self.write(b"%d" % number)
            self.assertEqual(self.read(1), ([b"%d" % number], 1))
            state.nearest.named(2, now_s + 1_000)
        self.assertEqual(pauses_s, [FIRST_PAUSE_S, FIRST_PAUSE_S * 2, FIRST_PAUSE_S * 4])

    def test_the_leader_of_before_answers_late(self) -> None:
        """That it leads no more is no reason to give up the replica nearby."""
        self.write(b"a")
        self.assertEqual(self.read(1), ([b"a"], 2))
        state = self.reader.buffer.states[T]
        assert state.nearest is not None
        # A Fetch for the leader is under way, and its answer gets lost for a while.
        state.nearest.failed(2, self.cluster.reactor.seconds())
        self.cluster.advance(1)
        state.nearest = NearestReplica()
        state.nearest.named(2, self.cluster.reactor.seconds() + 1_000)
        self.cluster.cut_one_way(1, "reader")
        self.cluster.expire_session(1)
        self.cluster.advance(1.5)
        self.assertNotEqual(self.cluster.leader("t", 0), 1)
        self.reader.routing.stale("t")
        self.cluster.advance(0.3)
        partition = self.reader.routing.metadata.partition(T)
        assert partition is not None
        self.assertNotEqual(partition.leader, 1)
        self.cluster.join()
        self.cluster.advance(2)
        self.assertFalse(state.nearest.is_given_up(self.cluster.reactor.seconds()))

    def test_an_offset_that_the_replica_has_not(self) -> None:
        """It is no reason to begin elsewhere: the leader has it."""
        self.write(*[b"%d" % number for number in range(10)])
        self.assertEqual(len(self.read(10)[0]), 10)
        # Retention goes by itself on each replica: 2 has deleted more than the leader.
        replica = self.cluster.brokers[2].broker.partitions.replica("t", 0)
        assert replica is not None
        replica.log.truncate_start(8)
        self.reader.seek(T, 3)
        self.assertEqual(self.read(7), ([b"%d" % number for number in range(3, 10)], 1))


class WithoutSelectorTests(_ClusterCase):
    """Brokers without the setting send nobody anywhere."""

    properties: dict[str, str] = {}

    def test_reads_from_the_leader(self) -> None:
        self.write(b"a")
        self.assertEqual(self.read(1), ([b"a"], 1))
