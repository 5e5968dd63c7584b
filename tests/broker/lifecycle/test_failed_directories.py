"""The last data directory of a broker takes no writes any more."""

from __future__ import annotations

import random
from typing import Any
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.failed_directories import set_aside
from klog.client.producing.producer import Producer
from klog.errors import ErrorCode
from klog.testing.broker import MemoryBroker
from klog.testing.cluster import MemoryCluster
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from tests.broker.rig import answers_of, batch, produce_request


class InAClusterTests(SynchronousTestCase):
    """Others can lead: it hands over to them, and ends; Kafka's halts."""

    def test_others_lead(self) -> None:
        """At once, and no session has to end for it; nothing that was acknowledged is missing."""
        for seed, what in enumerate(("writes", "syncs")):
            with self.subTest(what):
                self._others_lead(seed, what)

    def _others_lead(self, seed: int, what: str) -> None:
        cluster = MemoryCluster(3, seed=seed, properties={"log.flush.interval.messages": "1", "zookeeper.session.timeout.ms": "18000"})
        self.addCleanup(cluster.end_threads)
        cluster.start()
        cluster.create_topic("t", 1, 3, {"min.insync.replicas": "2"})
        producer = Producer(cluster.client("shop"), cluster.bootstrap, acks="all", random=random.Random(1))
        self.assertEqual(cluster.until(producer.send("t", b"before", partition=0)).offset, 0)
        leader = cluster.leader("t", 0)
        cluster.break_disk(leader, what)
        self.assertEqual(cluster.until(producer.send("t", b"during", partition=0), 5.0).offset, 1)
        self.assertNotEqual(cluster.leader("t", 0), leader)
        cluster.advance(5)
        self.assertNotIn(leader, cluster.running)
        self.assertEqual(cluster.session_of(leader), 0)
        [sentence] = cluster.brokers[leader].ended
        self.assertIn("/data: ", sentence)
        self.assertIn("the broker ends, so that others lead", sentence)
        cluster.heal()
        cluster.until_ready()
        cluster.advance(5)
        state = cluster.state("t", 0)
        assert state is not None
        self.assertEqual(sorted(state.isr), [1, 2, 3])
        partitions = cluster.brokers[leader].broker.partitions
        replica = None if partitions is None else partitions.replica("t", 0)
        assert replica is not None
        self.assertEqual((replica.end_offset, replica.high_watermark), (2, 2))
        cluster.until(producer.stopService())
        cluster.stop()


class AloneTests(SynchronousTestCase):
    """Nobody else has what it has."""

    def test_it_is_still_read(self) -> None:
        """And it does not end."""
        broker = MemoryBroker({"log.flush.interval.messages": "1"}).start()
        self.addCleanup(broker.stop)
        broker.create_topics({"t": 1})
        client = broker.connect()
        for fails in (False, True):
            if fails:
                broker.file_system.fail_next_sync()
            [answer] = answers_of(client.ask(produce_request([("t", 0, batch(b"a"))]), version=9))
            self.assertEqual(answer.error_code, ErrorCode.KAFKA_STORAGE_ERROR if fails else ErrorCode.NONE)
        broker.advance(5)
        self.assertEqual(broker.ended, [])
        wanted = FetchTopic(topic="t", partitions=[FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=1 << 20)])
        [topic] = client.ask(FetchRequest(max_wait_ms=0, min_bytes=0, max_bytes=1 << 20, topics=[wanted]), version=11).responses
        self.assertEqual(topic.partitions[0].error_code, 0)
        self.assertTrue(topic.partitions[0].records)


class SetAsideTests(SynchronousTestCase):
    """`set_aside`, where other directories serve: who is told of what."""

    def test_who_is_told(self) -> None:
        failed, other = mock.Mock(path="/two", offline=OSError("bad")), mock.Mock()
        failed.work.is_closed = False
        here, there = mock.Mock(), mock.Mock()
        partitions = mock.Mock(is_closing=False)
        partitions.replicas.return_value = [here, there]
        partitions.home.side_effect = {here: failed, there: other}.get
        partitions.set_aside.return_value = {"t": {1, 0}, "gone": {0}}
        topic, coordinator = mock.Mock(), mock.Mock()
        coordination = mock.Mock()
        coordination.topics.return_value = {"t": topic}
        lost: list[Any] = []
        told: list[str] = []
        directories = mock.Mock(online=[other])
        set_aside(failed, directories, partitions, coordination, [coordinator], lost.extend, told.append, self.fail)
        self.assertEqual(lost, [here])
        self.assertIn("/two is out of service with its 3 partition(s)", told[0])
        coordinator.roles_changed.assert_called_once_with(topic, [0, 1])

    def test_nothing_is_done_twice(self) -> None:
        """What was put off for a turn may be over by then."""
        for closing, error, closed in ((True, OSError(), False), (False, None, False), (False, OSError(), True)):
            failed = mock.Mock(offline=error)
            failed.work.is_closed = closed
            partitions = mock.Mock(is_closing=closing)
            set_aside(failed, mock.Mock(), partitions, mock.Mock(), [], self.fail, self.fail, self.fail)
            partitions.set_aside.assert_not_called()
