"""Two brokers of Apache Kafka 3.9.2 with ZooKeeper judge what klog says to a broker as a broker, and what it says of replicas.

Long, and so only in `make soak`.
"""

from __future__ import annotations

import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from typing import Any, ClassVar

import pytest
from twisted.internet.defer import Deferred

from klog.client.admin.admin import Admin
from klog.client.producing.producer import Producer
from klog.errors import ErrorCode
from klog.model import LATEST_TIMESTAMP, TopicPartition
from klog.net.broker_connection import BrokerConnection
from klog.net.inter_broker import InterBrokerClient
from klog.net.listeners import Listeners
from klog.replication.inter_broker_versions import RequestVersions, client_id
from klog.wire.messages.alter_partition import AlterPartitionRequest
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic, ReplicaState
from klog.wire.messages.leader_and_isr import LeaderAndIsrRequest
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from klog.wire.messages.offset_for_leader_epoch import OffsetForLeaderEpochRequest, OffsetForLeaderPartition, OffsetForLeaderTopic
from klog.wire.messages.stop_replica import StopReplicaRequest
from klog.wire.messages.update_metadata import UpdateMetadataRequest
from klog.wire.messages.write_txn_markers import WriteTxnMarkersRequest
from tests import peers
from tests.integration.running import kafka_broker, run_tool
from tests.integration.stepped_reactor import SteppedReactor
from tests.integration.zookeepers import RealZooKeeper

pytestmark = pytest.mark.soak

VERSION = "3.9.2"
RECORDS = 10
DEBUGGING_CONSUMER = -2
TP = TopicPartition("judged", 0)


@unittest.skipUnless(peers.SOAK, "two brokers of Apache Kafka: only in make soak (KLOG_SOAK=1)")
class KafkaTests(unittest.TestCase):
    """Brokers 1 and 2 with one topic of two copies, led by broker 1."""

    keeper: ClassVar[RealZooKeeper]
    addresses: ClassVar[list[str]]
    second: ClassVar[contextlib.ExitStack]

    @classmethod
    def setUpClass(cls) -> None:
        cls.keeper = RealZooKeeper.of_class(cls)
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="klog-kafkas-")))
        first = cls.enterClassContext(cls.broker(folder, 1))
        cls.second = cls.enterClassContext(contextlib.ExitStack())
        cls.addresses = [first, cls.second.enter_context(cls.broker(folder, 2))]

    @classmethod
    def broker(cls, folder: pathlib.Path, number: int) -> Any:
        settings = {"broker.id": str(number), "offsets.topic.replication.factor": "1", "zookeeper.session.timeout.ms": "6000"}
        return kafka_broker(VERSION, folder / str(number), zookeeper=cls.keeper.connect + "/judge", settings=settings)

    def setUp(self) -> None:
        self.stepped = SteppedReactor()
        self.addCleanup(self.stepped.close)
        self.admin = Admin(self.stepped.reactor, ",".join(self.addresses))
        self.addCleanup(lambda: self.wait(self.admin.stopService()))

    def wait(self, deferred: Deferred[Any]) -> Any:
        return self.stepped.wait(deferred, "an answer")

    def connect(self, number: int, release: str | None) -> BrokerConnection:
        """As a broker does whose setting is `release`; None asks for versions, as towards a controller."""
        host, _, port = self.addresses[number - 1].partition(":")
        client = InterBrokerClient.of(Listeners.parse("PLAINTEXT://:9092"), "PLAINTEXT", dict, lambda path: b"")
        assumed = RequestVersions.of(release).by_api_key() if release is not None else None
        made = client.connect(self.stepped.reactor, host, int(port), client_id=client_id(9), assumed_versions=assumed)
        self.addCleanup(lambda: self.wait(made.close()))
        return made

    def test_1_requests_of_brokers(self) -> None:
        """In the versions of either setting, without ApiVersions; each is understood, and refused where it must be."""
        made = self.wait(self.admin.create_topic(TP.topic, assignments={0: [1, 2]}))
        producer = Producer(self.stepped.reactor, ",".join(self.addresses))
        for number in range(RECORDS):
            self.wait(producer.send(TP.topic, b"%d" % number, partition=0))
        self.wait(producer.stopService())
        for release, fetch in (("3.9", 17), ("2.8", 12)):
            with self.subTest(release):
                broker = self.connect(1, release)
                looked = ListOffsetsTopic(name=TP.topic, partitions=[ListOffsetsPartition(timestamp=LATEST_TIMESTAMP)])
                answer = self.wait(broker.request(ListOffsetsRequest(replica_id=DEBUGGING_CONSUMER, topics=[looked])))
                self.assertEqual(answer.topics[0].partitions[0].offset, RECORDS)
                asked = OffsetForLeaderTopic(topic=TP.topic, partitions=[OffsetForLeaderPartition(leader_epoch=0)])
                answer = self.wait(broker.request(OffsetForLeaderEpochRequest(replica_id=DEBUGGING_CONSUMER, topics=[asked])))
                found = answer.topics[0].partitions[0]
                self.assertEqual((found.error_code, found.leader_epoch, found.end_offset), (0, 0, RECORDS))
                topic = FetchTopic(topic=TP.topic, topic_id=made.topic_id, partitions=[FetchPartition(partition_max_bytes=1 << 20)])
                request = FetchRequest(max_wait_ms=500, min_bytes=1, max_bytes=1 << 20, topics=[topic])
                if fetch >= 15:
                    request.replica_state = ReplicaState(replica_id=DEBUGGING_CONSUMER)
                else:
                    request.replica_id = DEBUGGING_CONSUMER
                answer = self.wait(broker.request(request)).responses[0].partitions[0]
                self.assertEqual((answer.error_code, answer.high_watermark), (0, RECORDS))
                self.assertTrue(answer.records)
                # No controller has the epoch 0.
                for stale in (
                    LeaderAndIsrRequest(controller_id=9),
                    UpdateMetadataRequest(controller_id=9),
                    StopReplicaRequest(controller_id=9),
                ):
                    self.assertEqual(self.wait(broker.request(stale)).error_code, ErrorCode.STALE_CONTROLLER_EPOCH)
                self.assertEqual(self.wait(broker.request(WriteTxnMarkersRequest())).markers, [])
                controller = self.controller()
                answer = self.wait(self.connect(controller, release).request(ControlledShutdownRequest(broker_id=9)))
                self.assertEqual(answer.error_code, ErrorCode.BROKER_NOT_AVAILABLE)
        answer = self.wait(self.connect(self.controller(), None).request(AlterPartitionRequest(broker_id=9, broker_epoch=1)))
        self.assertEqual(answer.error_code, ErrorCode.STALE_BROKER_EPOCH)

    def controller(self) -> int:
        found = self.wait(self.admin.describe_cluster()).controller
        assert found is not None
        return int(found.node_id)

    def klog(self, *arguments: str) -> Any:
        command = [sys.executable, "-m", "klog", *arguments, "-b", self.addresses[0], "-o", "json"]
        return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=60).stdout)

    def test_2_lag_and_health(self) -> None:
        """What klog says of replicas, beside what Kafka's own tool says."""
        (row,) = self.klog("topic", "describe", TP.topic)["topics"][0]["partitions"]
        self.assertEqual((row["leader"], row["lag"], sorted(row["isr"])), (1, [0, 0], [1, 2]))
        self.assertEqual(self.klog("cluster")["replication"]["under_replicated"], 0)
        self.second.close()
        until = self.stepped.until
        until(lambda: len(self.wait(self.admin.describe_topics([TP.topic]))[TP.topic].partitions[0].isr) == 1, "leaving the ISR")
        found = self.klog("cluster", "--health")
        told = run_tool(
            VERSION, "topics", "--bootstrap-server", self.addresses[0], "--describe", "--topic", TP.topic, "--under-replicated-partitions"
        )
        self.assertEqual(found["replication"], {"under_replicated": 1, "under_min_isr": 0, "at_min_isr": 1, "offline": 0})
        self.assertEqual(found["health"][0]["state"], ["under_replicated", "at_min_isr"])
        self.assertEqual(sum("Partition: " in line for line in told.splitlines()), found["replication"]["under_replicated"])
        (row,) = self.klog("topic", "describe", TP.topic)["topics"][0]["partitions"]
        self.assertEqual((row["leader"], row["lag"], row["isr"]), (1, [0, None], [1]))
