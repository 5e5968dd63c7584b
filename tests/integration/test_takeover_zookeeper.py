"""A broker of Apache Kafka that kept its cluster in ZooKeeper is stopped, and klog goes on: same ZooKeeper, same data directory.

1.1.1 knows neither topic ids nor klog's marks in the partitions' states; 2.8.2 knows ids, and comes along in `make soak`.
"""

from __future__ import annotations

import pathlib
import shutil
import tempfile
import unittest
from typing import Any

import pytest

from tests import peers
from tests.integration.running import KlogBroker, kafka_broker
from tests.integration.zookeepers import RealZooKeeper

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SETTINGS = {"offsets.topic.num.partitions": "3", "offsets.topic.replication.factor": "1", "group.initial.rebalance.delay.ms": "0"}
QUIET = {"log_level": 0}


def write(address: str, first: int, count: int) -> None:
    """Numbers into the topic."""
    from confluent_kafka import Producer

    producer = Producer({"bootstrap.servers": address, **QUIET})
    for number in range(first, first + count):
        producer.produce("t", b"%d" % number, None, number % 3)
    assert producer.flush(60) == 0


def read(address: str, count: int) -> set[int]:
    """The next numbers for the group, which are committed."""
    from confluent_kafka import Consumer

    consumer = Consumer(
        {"bootstrap.servers": address, "group.id": "g", "auto.offset.reset": "earliest", "enable.auto.commit": False, **QUIET}
    )
    consumer.subscribe(["t"])
    found: set[int] = set()
    while len(found) < count:
        messages = consumer.consume(count - len(found), 60)
        assert messages, f"only {len(found)} of {count} records came"
        found |= {int(message.value()) for message in messages if message.error() is None}
    consumer.commit(asynchronous=False)
    consumer.close()
    return found


class TakeoverTests(unittest.TestCase):
    """Topic, records, configurations and committed offsets are there, and more can be written."""

    zookeeper: RealZooKeeper

    @classmethod
    def setUpClass(cls) -> None:
        cls.zookeeper = RealZooKeeper.of_class(cls)

    def take_over(self, version: str) -> None:
        from confluent_kafka.admin import AdminClient, ConfigResource, NewTopic

        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        chroot = f"{self.zookeeper.connect}/k{version}"
        with kafka_broker(version, folder / "kafka", zookeeper=chroot, settings=SETTINGS) as address:
            topic = NewTopic("t", 3, 1, config={"retention.ms": "-1"})
            admin = AdminClient({"bootstrap.servers": address, **QUIET})
            for made in admin.create_topics([topic], operation_timeout=60).values():
                made.result(90)
            write(address, 0, 100)
            before = read(address, 60)
        data = next(folder.rglob("meta.properties")).parent
        settings = {**SETTINGS, "zookeeper.connect": chroot}
        broker: Any = KlogBroker(port=peers.free_port(), settings=settings)
        broker.data = data
        with broker:
            self.assertIn("broker.id=1 ", broker.output())
            self.assertEqual(read(broker.address, 40) | before, set(range(100)))
            resource = ConfigResource("topic", "t")
            admin = AdminClient({"bootstrap.servers": broker.address, **QUIET})
            configs = admin.describe_configs([resource])[resource].result(30)
            self.assertEqual(configs["retention.ms"].value, "-1")
            write(broker.address, 100, 30)
            broker.restart()
            self.assertEqual(read(broker.address, 30), set(range(100, 130)))

    def test_1_1_1(self) -> None:
        self.take_over("1.1.1")

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_2_8_2(self) -> None:
        self.take_over("2.8.2")
