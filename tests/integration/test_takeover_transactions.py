"""Transactions that were open in a data directory when it changed hands: Apache Kafka 3.9.2 ends what klog's producers have left, and klog
what Kafka's have, each by the other's ``__transaction_state``."""

from __future__ import annotations

import pathlib
import time
import unittest
from typing import Any

import pytest

from klog.client.blocking.client import BlockingClient
from klog.model import LATEST_TIMESTAMP, TopicPartition
from tests import peers
from tests.integration import disk
from tests.integration.running import kafka_broker, zookeeper
from tests.integration.takeover import Folder

#: In `make soak` only.
pytestmark = pytest.mark.soak

VERSION = "3.9.2"
TOPIC = TopicPartition("t", 0)
SETTINGS = {
    "transaction.state.log.num.partitions": "3",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "offsets.topic.num.partitions": "3",
    "offsets.topic.replication.factor": "1",
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "1000",
}
TIMEOUT_MS = 20_000
#: How long an open transaction may take to be ended after its time.
END_S = 90.0


@unittest.skipUnless(peers.SOAK, "a broker of Apache Kafka for a minute: only in make soak (KLOG_SOAK=1)")
class OpenTransactionTests(Folder):
    """By librdkafka's producer, which speaks the first version of the protocol."""

    def begin(self, address: str, name: str) -> Any:
        """A producer that has committed something, and left something open."""
        from confluent_kafka import Producer

        options = {**disk.QUIET, "bootstrap.servers": address, "transactional.id": name, "transaction.timeout.ms": TIMEOUT_MS}
        producer = Producer(options)
        producer.init_transactions(30)
        for value in (b"committed by ", b"open by "):
            producer.begin_transaction()
            producer.produce(TOPIC.topic, value + name.encode(), partition=0)
            self.assertEqual(producer.flush(30), 0)
            if value.startswith(b"committed"):
                producer.commit_transaction(30)
        return producer

    def committed(self, address: str) -> tuple[list[bytes], bool]:
        """What readers of committed data see, and whether nothing is open."""
        with BlockingClient(address) as client:
            stable = client.list_offsets([TOPIC], LATEST_TIMESTAMP, isolation="read_committed")[TOPIC].offset
            end = client.list_offsets([TOPIC], LATEST_TIMESTAMP)[TOPIC].offset
            found = [bytes(message.value or b"") for message in client.read(TOPIC, 0, stable, isolation="read_committed")]
            return found, stable == end

    def until_ended(self, address: str) -> list[bytes]:
        """What is seen when nothing is open any more."""
        until = time.monotonic() + END_S
        while not (found := self.committed(address))[1]:
            self.assertLess(time.monotonic(), until, "it is never ended")
            time.sleep(1)
        return found[0]

    def test_there_and_back(self) -> None:
        """After an orderly stop of klog, and a kill of Kafka."""
        data = pathlib.Path(self.folder / "logs")
        broker = self.broker(data, **{name.replace(".", "_"): value for name, value in SETTINGS.items()})
        with broker:
            disk.create_topic(broker.address, "t", 1)
            left = [self.begin(broker.address, "klog's")]
            self.assertEqual(self.committed(broker.address), ([b"committed by klog's"], False))
            broker.stop()
        with zookeeper(VERSION, self.folder / "zookeeper") as keeper:
            self.tell_zookeeper(VERSION, keeper, data)
            settings = {"log.dirs": str(data), **SETTINGS}
            with kafka_broker(VERSION, self.folder / "kafka", zookeeper=keeper, settings=settings) as address:
                self.assertEqual(self.until_ended(address), [b"committed by klog's"])
                left.append(self.begin(address, "klog's"))
                left.append(self.begin(address, "Kafka's"))
                before = self.committed(address)
                self.assertEqual(before, ([b"committed by klog's"] * 2, False))
        again = self.broker(data, **{name.replace(".", "_"): value for name, value in SETTINGS.items()})
        with again:
            seen = self.until_ended(again.address)
            self.assertEqual(seen, [b"committed by klog's"] * 2 + [b"committed by Kafka's"])
            left.append(self.begin(again.address, "Kafka's"))
            again.stop()
        dump = disk.dump_log("4.3.1", disk.segment_files(data, "t", ".log", ".snapshot"), "--deep-iteration")
        self.assertEqual([line for line in dump.complaints if "is followed by" not in line], [])
