"""Markers into partitions of this broker."""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.broker.transactions.marker_sender import EndMarker
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0, U0 = TopicPartition("t", 0), TopicPartition("u", 0)


class MarkerWriterTests(TransactionTestCase):
    """Codes, offsets of groups, readers that wait."""

    def test_codes(self) -> None:
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        marker = EndMarker(producer.producer_id, 1, False, 3, 2)
        write = self.transactions.markers.write
        self.assertEqual(write(marker._replace(epoch=0), T0), ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(write(marker, T0), ErrorCode.NONE)
        self.assertEqual(write(marker, T0), ErrorCode.NONE, "the answer was lost")
        self.assertEqual(write(marker._replace(coordinator_epoch=2), T0), ErrorCode.TRANSACTION_COORDINATOR_FENCED)
        self.assertEqual(write(marker, TopicPartition("t", 9)), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(write(marker, TopicPartition("nobody", 0)), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(self.stable(T0), (3, 3))

    def test_each_has_its_own_time(self) -> None:
        """Before the second version of transactions a producer's markers are all the same but for that: its epoch stays."""
        producer = Producer(self)
        producer.begin()
        marker = EndMarker(producer.producer_id, 1, True, 3, 0)
        partition = self.broker.broker.partitions.get(*T0)
        assert partition is not None
        times = []
        for _ in range(2):
            producer.produce(T0)
            self.assertEqual(self.transactions.markers.write(marker, T0), ErrorCode.NONE)
            [known] = partition.log.active_producers()
            times.append(known.last_timestamp_ms)
            self.broker.advance(1.0)
        self.assertEqual(times[1] - times[0], 1000)

    def test_readers_wake(self) -> None:
        """Of committed data: a marker moves the last stable offset, without data."""
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        reader = self.broker.connect()
        topic = FetchTopic(topic="t", partitions=[FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=1000)])
        reader.send((FetchRequest(max_wait_ms=10_000, min_bytes=1, isolation_level=1, topics=[topic], max_bytes=1000), 11))
        self.broker.advance(1.0)
        self.assertEqual(reader.answers, [])
        producer.end(commit=False)
        reader.receive()
        (answer,) = reader.answers
        found = answer.responses[0].partitions[0]
        self.assertEqual((found.last_stable_offset, [one.first_offset for one in found.aborted_transactions]), (2, [0]))

    def test_while_groups_load(self) -> None:
        producer = Producer(self)
        producer.begin()
        groups = self.broker.broker.coordinator
        assert groups is not None
        groups.shards[0].close()
        marker = EndMarker(producer.producer_id, 1, True, 0, 2)
        self.assertEqual(self.transactions.markers.write(marker, TopicPartition("__consumer_offsets", 0)), ErrorCode.NOT_LEADER_OR_FOLLOWER)


class FlushRuleTests(TransactionTestCase):
    """An answer waits for the disk."""

    settings = {"log.flush.interval.messages": "1", "klog.flush.max.wait.ms": "0"}

    def test_acknowledged(self) -> None:
        producer = Producer(self)
        producer.begin()
        self.broker.hold_threads = True
        marker = EndMarker(producer.producer_id, 1, True, 0, 2)
        offsets = TopicPartition("__consumer_offsets", 0)
        waiting = [self.transactions.markers.write(marker, partition) for partition in (T0, offsets)]
        for one in waiting:
            assert isinstance(one, Deferred)
            self.assertNoResult(one)
        self.broker.hold_threads = False
        self.broker.run_threads()
        self.broker.advance(0.1)
        self.assertEqual([self.successResultOf(one) for one in waiting if isinstance(one, Deferred)], [ErrorCode.NONE] * 2)

    def test_not_in_time(self) -> None:
        self.broker.hold_threads = True
        waiting = self.transactions.markers.write(EndMarker(5, 1, True, 0, 2), T0)
        assert isinstance(waiting, Deferred)
        self.broker.advance(31)
        self.assertEqual(self.successResultOf(waiting), ErrorCode.REQUEST_TIMED_OUT)
        self.broker.hold_threads = False
        self.broker.run_threads()
