"""What a broker under ZooKeeper finds of a data directory that was copied."""

from __future__ import annotations

import json
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.directory_mirror.data_directory import HandedOver, MirrorDirectory
from klog.directory_mirror.registration import Directory, RegistrationRefused, register
from klog.model import TopicId, topic_id_to_text
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.requests import Set
from tests.directory_mirror.rig import Mirrored

IDS = [TopicId(bytes([number] * 16)) for number in range(1, 3)]
DIRECTORY = Directory(
    "mine",
    4,
    {"web.a": HandedOver(IDS[0], {"cleanup.policy": "compact"}, {0: 6, 1: -1}), "web.b": HandedOver(IDS[1], {}, {0: 2})},
    1_234,
)


class RegistrationTests(SynchronousTestCase):
    """The znodes."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor)
        self.client: Any = self.reactor.until(ZookeeperClient(f"{self.zookeeper.connect}/a/b", reactor=self.reactor).connect())

    def tearDown(self) -> None:
        self.reactor.until(self.client.close())

    def register(self, directory: Directory = DIRECTORY) -> None:
        self.reactor.until(register(self.client, directory))

    def found(self, path: str) -> Any:
        data = self.zookeeper.tree.get(f"/a/b{path}")
        assert data is not None
        return json.loads(data)

    def test_what_stands_there(self) -> None:
        self.register()
        self.assertEqual(self.found("/cluster/id"), {"version": "1", "id": "mine"})
        topic = self.found("/brokers/topics/web.a")
        self.assertEqual((topic["version"], topic["topic_id"], topic["partitions"]), (3, topic_id_to_text(IDS[0]), {"0": [4], "1": [4]}))
        state = self.found("/brokers/topics/web.a/partitions/0/state")
        self.assertEqual(state, {"version": 1, "leader": 4, "leader_epoch": 7, "controller_epoch": 0, "isr": [4]})
        self.assertEqual(self.found("/brokers/topics/web.a/partitions/1/state")["leader_epoch"], 0)
        self.assertEqual(self.found("/config/topics/web.a"), {"version": 1, "config": {"cleanup.policy": "compact"}})
        block = self.found("/latest_producer_id_block")
        self.assertEqual(block, {"version": 1, "broker": 4, "block_start": "0", "block_end": "1233"})

    def test_again_after_more_was_copied(self) -> None:
        self.register()
        more = DIRECTORY._replace(topics={"web.a": HandedOver(IDS[0], {"a": "b"}, {0: 9, 1: 3, 2: -1})}, next_producer_id=1_000)
        self.register(more)
        self.assertEqual(sorted(self.found("/brokers/topics/web.a")["partitions"]), ["0", "1", "2"])
        self.assertEqual(self.found("/brokers/topics/web.a/partitions/0/state")["leader_epoch"], 10)
        self.assertEqual(self.found("/config/topics/web.a")["config"], {"a": "b"})
        self.assertEqual(self.found("/latest_producer_id_block")["block_end"], "1233")
        # An epoch that somebody has counted further stays.
        self.register(more._replace(topics={"web.a": HandedOver(IDS[0], {}, {0: 1})}))
        self.assertEqual(self.found("/brokers/topics/web.a/partitions/0/state")["leader_epoch"], 10)

    def test_without_producers(self) -> None:
        self.register(DIRECTORY._replace(next_producer_id=0))
        self.assertNotIn("/a/b/latest_producer_id_block", self.zookeeper.tree.paths())

    def test_what_is_refused(self) -> None:
        """And then nothing is written."""
        self.register()
        before = dict.fromkeys(self.zookeeper.tree.paths())
        other = DIRECTORY._replace(topics={"new": DIRECTORY.topics["web.a"], "web.a": HandedOver(IDS[1], {}, {0: 1})})
        for directory, words in (
            (DIRECTORY._replace(cluster_id="other"), "another cluster is there, mine"),
            (other, "another topic web.a"),
            (DIRECTORY._replace(broker_id=5), "another topic web.a"),
        ):
            with self.assertRaisesRegex(RegistrationRefused, words):
                self.register(directory)
        self.assertEqual(dict.fromkeys(self.zookeeper.tree.paths()), before)
        self.reactor.until(self.client.set("/brokers/topics/web.b", b"?"))
        with self.assertRaisesRegex(RegistrationRefused, "cannot be understood"):
            self.register()

    def test_a_topic_that_is_to_be_deleted(self) -> None:
        """The next controller would delete what was copied."""
        for path in ("/a/b/admin", "/a/b/admin/delete_topics", "/a/b/admin/delete_topics/web.b"):
            self.zookeeper.tree.put(path, b"")
        before = dict.fromkeys(self.zookeeper.tree.paths())
        with self.assertRaisesRegex(RegistrationRefused, "web.b is to be deleted there"):
            self.register()
        self.assertEqual(dict.fromkeys(self.zookeeper.tree.paths()), before)

    def test_a_broker_that_runs(self) -> None:
        for path in ("/a/b/brokers", "/a/b/brokers/ids", "/a/b/brokers/ids/7"):
            self.zookeeper.tree.put(path, b"{}")
        with self.assertRaisesRegex(RegistrationRefused, "broker 7 runs there"):
            self.register()

    def test_somebody_who_writes_meanwhile(self) -> None:
        """Nothing that was not seen is written over, and a broker that has started meanwhile is told."""
        self.register()
        for path, words in (
            ("/brokers/topics/web.a/partitions/0/state", "somebody else has written /brokers/topics/web.a/partitions/0/state"),
            ("/brokers/ids/7", "broker 7 runs there"),
        ):
            known = self.zookeeper.tree.get(f"/a/b{path}") if f"/a/b{path}" in self.zookeeper.tree else b"{}"

            def interfere(session_id: int, request: Any, path: str = path, known: Any = known) -> None:
                if isinstance(request, Set):
                    self.zookeeper.on_request = None
                    for parent in ("/a/b/brokers/ids", f"/a/b{path}"):
                        self.zookeeper.tree.put(parent, known)

            self.zookeeper.on_request = interfere
            with self.subTest(path=path), self.assertRaisesRegex(RegistrationRefused, words):
                self.register()


class ServedTests(Mirrored):
    """klog under ZooKeeper serves what was registered."""

    def test_served(self) -> None:
        self.source.create_topics({"web.a": 2})
        self.source.put("web.a", [b"a", b"b"])
        self.source.put("web.a", [b"c"], partition=1)
        self.copy()
        directory = MirrorDirectory(self.fs, DATA_DIRECTORY, self.reactor.now_ms, lambda sentence: None)
        directory.open(is_known=True)
        zookeeper = MemoryZooKeeper(self.reactor)
        client: Any = self.until(ZookeeperClient(zookeeper.connect, reactor=self.reactor).connect())
        handed = Directory(directory.cluster_id, directory.broker_id, directory.handed_over(), directory.next_producer_id)
        self.assertTrue(directory.close(for_zookeeper=True))
        self.until(register(client, handed))
        self.until(client.close())
        broker = MemoryBroker(zookeeper=zookeeper, reactor=self.reactor, broker_id=1, file_system=self.fs, seed=4).start()
        broker.until_ready()
        self.run_until(lambda: broker.broker.partitions is not None and broker.broker.partitions.get("web.a", 1) is not None)
        self.assert_equal(partitions=2, broker=broker)
        self.run_until(lambda: broker.broker.partitions.get("web.a", 0).role.name == "LEADS")  # type: ignore[union-attr]
        self.assertEqual(broker.put("web.a", [b"ours"]), 2)
        broker.stop()
