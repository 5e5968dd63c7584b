"""Consumers read from the copy in their rack (KIP-392): Apache Kafka's and librdkafka's from klog's brokers, and everybody from a cluster
of both kinds. Each client says by its own means where it reads: librdkafka in its statistics, Java's in its log, ``klog cat`` with each
record.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import time
import unittest
from typing import Any, ClassVar

import pytest

from tests import peers
from tests.integration import command, disk
from tests.integration.cluster_brokers import ClusterBrokers
from tests.integration.mixed_cluster import MixedCluster
from tests.integration.zookeepers import RealZooKeeper

VERSION = "3.9.2"
TOPIC = "racks"
RACKS = {1: "a", 2: "b", 3: "c"}
SELECTOR = "org.apache.kafka.common.replica.RackAwareReplicaSelector"
COUNT = 200
#: ``console-consumer`` of 3.9.2, with its log.
TALKATIVE = pathlib.Path(__file__).with_name("java") / "TalkativeConsumer.java"


class _Case(unittest.TestCase):
    bootstrap = ""

    def fill(self) -> None:
        disk.produce(self.bootstrap, TOPIC, 0, [b"%d" % number for number in range(COUNT)], acks="all")

    def librdkafka(self, rack: str) -> tuple[int, int]:
        """Records read, and the broker that they came from."""
        from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

        brokers: list[int] = []

        def told(text: str) -> None:
            partitions: dict[str, Any] = json.loads(text)["topics"].get(TOPIC, {}).get("partitions", {})
            # Before that it may not have been sent anywhere yet.
            if "0" in partitions and partitions["0"]["rxmsgs"] >= COUNT:
                brokers.append(int(partitions["0"]["broker"]))

        settings: dict[str, Any] = {"bootstrap.servers": self.bootstrap, "group.id": "nobody", "client.rack": rack, **disk.QUIET}
        consumer = Consumer({**settings, "enable.auto.commit": False, "statistics.interval.ms": 100, "stats_cb": told})
        consumer.assign([TopicPartition(TOPIC, 0, OFFSET_BEGINNING)])
        count, until_s = 0, time.monotonic() + 60
        while time.monotonic() < until_s and (count < COUNT or not brokers):
            count += sum(message.error() is None for message in consumer.consume(COUNT, 0.2))
        consumer.close()
        return count, brokers[-1]

    def java(self, rack: str) -> tuple[int, set[int]]:
        """Records that ``console-consumer`` printed, and where its log says that it went from the leader."""
        done = subprocess.run(
            [
                *peers.kafka_program(VERSION, TALKATIVE), "--bootstrap-server", self.bootstrap, "--topic", TOPIC, "--from-beginning",
                "--max-messages", str(COUNT), "--timeout-ms", "60000", "--consumer-property", f"client.rack={rack}",
            ],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=150, env={**os.environ, "KAFKA_HEAP_OPTS": "-Xmx128m"},
        )  # fmt: skip
        went = re.findall(rf"Updating preferred read replica for partition {TOPIC}-0 to (\d+)", done.stderr)
        self.assertIn("FetchRequest", done.stderr)
        return len(done.stdout.split()), {int(number) for number in went}

    def cat(self, rack: str) -> tuple[int, set[int]]:
        """Records that ``klog cat`` printed, and the brokers that it had them from."""
        ended = command.piped(
            "cat", "-b", self.bootstrap, "-C", "-t", TOPIC, "-p", "0", "-o", "beginning", "-e", "-J", "-X", f"client.rack={rack}"
        )
        self.assertEqual(ended.code, 0, ended.remarks)
        rows = [json.loads(line) for line in ended.text.splitlines()]
        return len(rows), {int(row["broker"]) for row in rows}

    def spark(self, rack: str) -> tuple[int, set[str]]:
        """Rows that the reader under the Spark source gives, and the addresses that it fetched from."""
        from klog.arrow.ranges import TopicRange
        from klog.arrow.reading import RangeReader, ReadOptions
        from klog.client.blocking.client import BlockingClient

        asked: set[str] = set()
        with BlockingClient(self.bootstrap) as client:
            begin = client.begin_fetch

            def watched(*arguments: Any, **options: Any) -> Any:
                pending = begin(*arguments, **options)
                taken = pending.result

                def result(**more: Any) -> Any:
                    fetched = taken(**more)
                    asked.add(fetched.address)
                    return fetched

                pending.result = result  # type: ignore[method-assign]
                return pending

            client.begin_fetch = watched  # type: ignore[method-assign]
            rows = sum(batch.num_rows for batch in RangeReader(client, TopicRange(TOPIC, 0, 0, COUNT), ReadOptions(client_rack=rack)))
        return rows, asked


class NearestReplicaTests(_Case):
    """Three brokers of klog, of which 1 leads."""

    cluster: ClassVar[ClusterBrokers]

    @classmethod
    def setUpClass(cls) -> None:
        zookeeper = RealZooKeeper.of_class(cls)
        cls.cluster = ClusterBrokers(
            zookeeper.connect + "/racks",
            settings={"replica.selector.class": SELECTOR, "min.insync.replicas": "3", "controlled.shutdown.enable": "false"},
        )
        for number, broker in cls.cluster.brokers.items():
            broker.settings["broker.rack"] = RACKS[number]
        cls.enterClassContext(cls.cluster)
        cls.bootstrap = cls.cluster.bootstrap
        from confluent_kafka.admin import AdminClient, NewTopic

        admin = AdminClient({"bootstrap.servers": cls.bootstrap, **disk.QUIET})
        admin.create_topics([NewTopic(TOPIC, 1, replica_assignment=[[1, 2, 3]])])[TOPIC].result(60)
        cls("fill").fill()

    def test_librdkafka(self) -> None:
        self.assertEqual([self.librdkafka(rack) for rack in ("b", "a", "nowhere")], [(COUNT, 2), (COUNT, 1), (COUNT, 1)])

    def test_java(self) -> None:
        peers.kafka(VERSION)
        self.assertEqual(self.java("c"), (COUNT, {3}))

    def test_klog(self) -> None:
        self.assertEqual([self.cat(rack) for rack in ("b", "a", "nowhere")], [(COUNT, {2}), (COUNT, {1}), (COUNT, {1})])
        self.assertEqual(self.spark("c"), (COUNT, {self.cluster.brokers[3].address}))


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "two brokers of Apache Kafka: only in make soak (KLOG_SOAK=1)")
class MixedTests(_Case):
    """Brokers 1 and 2 are Kafka's, 3 is klog's: each kind sends consumers to the other, and serves those that the other sends."""

    def test_both_ways(self) -> None:
        keeper = RealZooKeeper.of_class(type(self))
        racks = {number: {"broker.rack": rack, "replica.selector.class": SELECTOR} for number, rack in RACKS.items()}
        cluster = self.enterContext(MixedCluster(f"{keeper.connect}/racks", VERSION, own=racks))
        self.bootstrap = cluster.bootstrap
        cluster.create_topic(TOPIC, {0: [1, 2, 3]})
        self.fill()
        for leader, near in ((1, 3), (3, 2)):
            if leader == 3:
                cluster.stop(1)
                cluster.stop(2)
                cluster.wait_led_by(TOPIC, {0: 3})
                cluster.start(1)
                cluster.start(2)
                cluster.wait_in_sync(TOPIC)
            rack = RACKS[near]
            self.assertEqual((self.librdkafka(rack), self.java(rack), self.cat(rack)), ((COUNT, near), (COUNT, {near}), (COUNT, {near})))
            self.assertEqual(self.spark(rack), (COUNT, {cluster.address(near)}))
