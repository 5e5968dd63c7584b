"""A mirror into a cluster of three brokers: each copies what it leads, and the others follow it."""

from __future__ import annotations

from functools import partial
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.producing.producer import Producer
from klog.mirror.decisions.records import STATE_TOPIC, STATE_TOPIC_CONFIGS, Key, LinkDefinition, encode_value
from klog.records.implementations import codec
from klog.storage.cold_read import wait_for
from klog.testing.broker import MemoryBroker
from klog.testing.cluster import MemoryCluster

PARTITIONS = 3


def outline(log: Any) -> list[tuple[int, int, int]]:
    """Base offset, last offset and checksum of each batch."""
    found: list[tuple[int, int, int]] = []
    offset = log.start_offset
    while offset < log.end_offset:
        read = wait_for(partial(log.read, offset, 1 << 20, upper_bound=log.end_offset))
        data = read.span.read()
        for entry in codec.scan(data):
            found.append((entry.base_offset, entry.last_offset, codec.read_header(data, entry.position).crc))
        offset = read.next_offset
    return found


class ClusterTests(SynchronousTestCase):
    """Three copies of each copy."""

    def setUp(self) -> None:
        self.cluster = MemoryCluster(3, properties={"default.replication.factor": "3"}, mirrors=True).start()
        self.reactor = self.cluster.reactor
        self.source = MemoryBroker(reactor=self.reactor, host="192.0.2.11", seed=9).start()
        for _ in range(3):
            # So that the source's leader epochs lie above ours.
            self.source.stop()
            self.source.start()
        self.source.create_topics({"web.a": PARTITIONS})
        self.source.stop()
        self.source.start()

    def tearDown(self) -> None:
        self.source.stop()
        self.cluster.stop()

    def make_link(self) -> None:
        """To the source."""

        async def make() -> None:
            async with Admin(self.reactor, self.cluster.bootstrap) as admin:
                await admin.create_topic(STATE_TOPIC, 1, configs=dict(STATE_TOPIC_CONFIGS))
            producer = Producer(self.reactor, self.cluster.bootstrap)
            link = LinkDefinition("dc1", self.source.bootstrap, ("web.*",))
            await producer.send(STATE_TOPIC, encode_value(link), Key("link", "dc1").encode(), partition=0)
            await producer.stopService()

        self.cluster.until(make())

    def replicas(self, partition: int) -> list[Any]:
        """The logs of one partition on all brokers that run."""
        found = [
            replica.log
            for number in self.cluster.ready
            if (partitions := self.cluster.brokers[number].broker.partitions) is not None
            and (replica := partitions.replica("web.a", partition)) is not None
        ]
        return found

    def until_equal(self) -> None:
        """All replicas have what the source has, and show it."""
        assert self.source.broker.partitions is not None
        for _ in range(1_200):
            self.cluster.advance(0.1)
            sources = [self.source.broker.partitions.get("web.a", number) for number in range(PARTITIONS)]
            if all(
                len(self.replicas(number)) == len(self.cluster.ready)
                and all(log.high_watermark == source.log.end_offset for log in self.replicas(number))  # type: ignore[union-attr]
                for number, source in enumerate(sources)
            ):
                break
        else:
            self.fail([[(log.end_offset, log.high_watermark) for log in self.replicas(number)] for number in range(PARTITIONS)])
        for number, source in enumerate(sources):
            assert source is not None
            for log in self.replicas(number):
                self.assertEqual(outline(log), outline(source.log), number)

    def put(self, values: int) -> None:
        """Records into all partitions of the source."""
        for number in range(PARTITIONS):
            for value in range(values):
                self.source.put("web.a", [b"%d" % value] * 3, partition=number)

    def test_leaders_come_and_go(self) -> None:
        self.put(5)
        self.make_link()
        self.until_equal()
        for number in (1, 2, 3):
            self.put(3)
            self.cluster.kill(number)
            self.put(3)
            self.cluster.advance(12)
            self.put(2)
            self.cluster.start_broker(number)
            self.until_equal()
