"""klog's tree beside those that Apache Kafka's brokers make on the same ZooKeeper: the same nodes, and in each the same keys with values of
the same kinds."""

from __future__ import annotations

import json
import pathlib
import random
import tempfile
import time
import unittest
from typing import Any, ClassVar

import pytest

from klog.cluster.interfaces import Endpoint
from klog.cluster.zookeeper.coordination import ZooKeeperCoordination
from klog.cluster.zookeeper.settings import ZooKeeperSettings
from klog.zookeeper import znodes
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.znodes import BrokerRegistration, ClusterId, ConfigChange, ConfigZnode, Controller, PartitionState, TopicZnode
from tests import peers
from tests.cluster.zookeeper.stub_broker import StubBroker, StubNetwork
from tests.integration.running import kafka_broker
from tests.integration.stepped_reactor import SteppedReactor
from tests.integration.zookeepers import RealZooKeeper

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

TOPIC = "a.topic-of_both"
#: Nodes that klog does not make: authorization and delegation tokens are not built; the last is written by Kafka 3.4 and later. Features
#: are of brokers from 2.7 on.
ONLY_KAFKAS = ("/feature", "/kafka-acl", "/delegation_token", "/migration")
#: Nodes of klog's own.
ONLY_OURS = (*znodes.KLOG_PATHS, "/klog")
#: Keys of klog's own, and keys that Kafka 3.4 added to a node's second version.
OUR_KEYS = {"klog", "klog_replicates"}
NEWER_KEYS = {"kraftControllerEpoch"}


class TreeTests(unittest.TestCase):
    """One Kafka and one coordination, in which the same was done."""

    keeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        cls.keeper = RealZooKeeper.of_class(cls)

    def setUp(self) -> None:
        self.stepped = SteppedReactor()
        self.addCleanup(self.stepped.close)

    def client(self, chroot: str) -> ZookeeperClient:
        client = ZookeeperClient(self.keeper.connect + chroot, 20_000, reactor=self.stepped.reactor)
        self.stepped.wait(client.connect(), "connecting")
        self.addCleanup(lambda: self.stepped.wait(client.close(), "closing"))
        return client

    def tree(self, chroot: str) -> dict[str, bytes]:
        """All nodes, with sequence numbers and ids made equal."""
        client = self.client(chroot)
        found: dict[str, bytes] = {}
        waiting = ["/"]
        while waiting:
            path = waiting.pop()
            names = self.stepped.wait(client.get_children(path), "reading")
            if path != "/":
                found[path] = self.stepped.wait(client.get(path), "reading")[0]
            waiting += [f"{path.rstrip('/')}/{name}" for name in names]
        return found

    def klogs(self, chroot: str) -> dict[str, bytes]:
        """klog's tree."""
        dice = random.Random(1)
        coordination = ZooKeeperCoordination(
            self.stepped.reactor,
            ZooKeeperSettings(self.keeper.connect + chroot),
            rack="r1",
            now_ms=lambda: int(time.time() * 1000),
            random=dice,
            warn=lambda sentence: None,
            version="1.0",
            connect=(network := StubNetwork(self.stepped.reactor)).connect_from(self.stepped.reactor),
        )
        network.broker(("127.0.0.1", 9092), StubBroker(coordination))
        wait = self.stepped.wait
        wait(coordination.open(0, None), "opening")
        coordination.set_endpoints([Endpoint("PLAINTEXT", "127.0.0.1", 9092)])
        wait(coordination.register(), "registering")
        wait(coordination.create_topic(TOPIC, [[0], [0]], {"retention.ms": "3600000"}), "a topic")
        wait(coordination.set_topic_configs(TOPIC, {"retention.ms": "7200000"}), "a configuration")
        wait(coordination.set_broker_configs(0, {"message.max.bytes": "2000000"}), "a configuration")
        wait(coordination.next_producer_id(), "a producer id")
        tree = self.tree(chroot)
        wait(coordination.stop(), "stopping")
        return tree

    def kafkas(self, chroot: str, version: str) -> dict[str, bytes]:
        """Kafka's tree, where the same was done."""
        from confluent_kafka import Producer
        from confluent_kafka.admin import AdminClient, AlterConfigOpType, ConfigEntry, ConfigResource, NewTopic

        with tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True) as folder:
            settings = {"broker.id": "0", "broker.rack": "r1"}
            zookeeper = self.keeper.connect + chroot
            with kafka_broker(version, pathlib.Path(folder), zookeeper=zookeeper, settings=settings, kill=True) as address:
                admin = AdminClient({"bootstrap.servers": address, "log_level": 0})
                made = admin.create_topics([NewTopic(TOPIC, 2, 1, config={"retention.ms": "3600000"})], operation_timeout=60)
                made[TOPIC].result(30)
                for kind, name, setting, value in (
                    (ConfigResource.Type.TOPIC, TOPIC, "retention.ms", "7200000"),
                    (ConfigResource.Type.BROKER, "0", "message.max.bytes", "2000000"),
                ):
                    entry = ConfigEntry(setting, value, incremental_operation=AlterConfigOpType.SET)
                    done = admin.incremental_alter_configs([ConfigResource(kind, name, incremental_configs=[entry])])
                    next(iter(done.values())).result(30)
                producer = Producer({"bootstrap.servers": address, "enable.idempotence": True, "log_level": 0})
                producer.produce(TOPIC, b"value")
                self.assertEqual(producer.flush(60), 0)
                return self.tree(chroot)

    def compare(self, version: str) -> None:
        ours, theirs = self.klogs(f"/klog-{version}"), self.kafkas(f"/kafka-{version}", version)
        both = {path for path in theirs if not path.startswith(ONLY_KAFKAS)}
        mine = {path for path in ours if not path.startswith((*ONLY_OURS, "/feature"))}
        self.assertEqual(self.names(mine), self.names(both))
        for path in sorted(mine & both):
            with self.subTest(path=path):
                self.assertEqual(self.shape(ours[path], path), self.shape(theirs[path], path))
        # And each of theirs is read.
        path = BrokerRegistration.path(0)
        broker = BrokerRegistration.decode(path, theirs[path])
        self.assertEqual((broker.broker_id, broker.rack, broker.klog, len(broker.endpoints)), (0, "r1", None, 1))
        self.assertEqual(len(ClusterId.decode("", theirs["/cluster/id"]).cluster_id), 22)
        self.assertEqual(Controller.decode("", theirs["/controller"]).broker_id, 0)
        topic = TopicZnode.decode("", theirs[TopicZnode.path(TOPIC)])
        self.assertEqual((topic.assignment, topic.topic_id is not None), ({0: (0,), 1: (0,)}, True))
        state = PartitionState.decode("", theirs[PartitionState.path(TOPIC, 1)])
        self.assertEqual((state.leader, state.leader_epoch, state.isr), (0, 0, (0,)))
        configs = ConfigZnode.decode("", theirs[ConfigZnode.path("topics", TOPIC)]).configs
        self.assertEqual(configs, ConfigZnode.decode("", ours[ConfigZnode.path("topics", TOPIC)]).configs)
        changes = [
            ConfigChange.decode(path, data).entity_path for path, data in theirs.items() if path.startswith(ConfigChange.CREATE_PATH)
        ]
        self.assertIn(f"topics/{TOPIC}", changes)

    def names(self, paths: set[str]) -> list[str]:
        """However many notifications there are."""
        return sorted({path.rstrip("0123456789") + "N" if path.startswith(ConfigChange.CREATE_PATH) else path for path in paths})

    def shape(self, data: bytes, path: str) -> Any:
        """Keys and kinds of values; of what is no JSON object, its kind. What is said in versions is compared by those who read it."""
        try:
            value = json.loads(data) if data else None
        except ValueError:
            return "text"
        if not isinstance(value, dict):
            return type(value).__name__
        kinds = {key: type(each).__name__ for key, each in value.items() if key not in OUR_KEYS | NEWER_KEYS}
        if path.startswith(("/config/topics/", "/config/brokers/")):
            kinds["config"] = str(sorted(value["config"].items()))
        return kinds

    def test_kafka_2(self) -> None:
        """The last version whose tools speak ZooKeeper."""
        self.compare("2.8.2")

    @unittest.skipUnless(peers.SOAK, "a second Kafka: make soak")
    def test_kafka_3(self) -> None:
        """The last version on ZooKeeper."""
        self.compare("3.9.2")
