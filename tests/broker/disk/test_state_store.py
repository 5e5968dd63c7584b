"""Tests of how the cluster of one gets its beginning from the data directory."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.disk.state_store import FileStateStore, surroundings
from klog.cluster.local import LocalCoordination
from klog.cluster.state import FoundTopic
from klog.model import TopicPartition
from klog.storage.log_types import LoadReport
from klog.testing.filesystem import MemoryFileSystem

PATH = "/data/klog.state"


class FileStateStoreTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.fs.make_directory("/data")

    def coordination(self, now_ms: int = 0) -> LocalCoordination:
        return LocalCoordination(FileStateStore(self.fs, PATH), 1, now_ms=now_ms)

    def test_all_of_it_comes_back(self) -> None:
        first = self.coordination()
        topic = self.successResultOf(first.create_topic("t", [[1]], {"a": "b"}))
        self.successResultOf(first.set_broker_configs(1, {"x": "y"}))
        self.successResultOf(first.set_group_configs("g", {"z": "1"}))
        self.successResultOf(first.next_producer_id())
        second = self.coordination()
        self.assertEqual(second.cluster_id(), first.cluster_id())
        self.assertEqual(second.topics()["t"].topic_id, topic.topic_id)
        self.assertEqual(second.topics()["t"].configs, {"a": "b"})
        self.assertEqual(second.broker_configs(1), {"x": "y"})
        self.assertEqual(second.group_configs(), {"g": {"z": "1"}})
        self.assertEqual(self.successResultOf(second.next_producer_id()), 1000)

    def test_a_damaged_file_is_put_aside(self) -> None:
        self.successResultOf(self.coordination().create_topic("t", [[1]], {}))
        for aside in ("klog.state.damaged", "klog.state.damaged.2"):
            file = self.fs.open(PATH, write=True)
            file.write_at(3, [b"X"])
            file.close()
            it = self.coordination(now_ms=10**12)
            self.assertIn(aside, it.warnings[0])
            self.assertEqual(it.topics(), {})
            self.assertEqual(self.successResultOf(it.next_producer_id()), 10**12)
            self.assertIn(aside, self.fs.list("/data"))


class SurroundingsTests(SynchronousTestCase):
    def test_served_and_failed(self) -> None:
        report = LoadReport(topic_ids={"a": b"i" * 16}, cluster_id="c" * 22, highest_producer_id=4, highest_epoch=2, foreign=True)
        report.failed[TopicPartition("a", 2)] = "unreadable"
        around = surroundings(report, [TopicPartition("a", 0), TopicPartition("b", 1)])
        self.assertEqual(
            around.topics,
            {
                "a": FoundTopic(b"i" * 16, frozenset({0, 2}), frozenset({2})),  # type: ignore[arg-type]
                "b": FoundTopic(None, frozenset({1})),
            },
        )
        self.assertEqual((around.cluster_id, around.highest_producer_id, around.highest_leader_epoch), ("c" * 22, 4, 2))
        self.assertTrue(around.foreign)
