"""Tests of how the cluster of one gets its beginning from the data directory."""

from __future__ import annotations

import errno
import os

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.disk.state_store import LoadedState, StateCopies, disk_findings
from klog.cluster.local import LocalCoordination
from klog.cluster.state import ClusterState, FoundTopic
from klog.model import TopicPartition
from klog.storage.directories.directory import LogDirectory
from klog.storage.log.start_reports import LoadReport
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem

PATH = "/data/klog.state"


def open_directory(fs: MemoryFileSystem, path: str) -> LogDirectory:
    """One that is there and not loaded."""
    fs.make_directory(path)
    return LogDirectory(fs, path, lambda: 0, LogSettings(), 1)


class StateCopiesTests(SynchronousTestCase):
    """One data directory."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.directory = open_directory(self.fs, "/data")

    def coordination(self, now_ms: int = 0) -> LocalCoordination:
        return LocalCoordination(StateCopies(self.fs, [self.directory]), 1, now_ms=now_ms)

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

    def test_the_first_reading_is_remembered(self) -> None:
        store = StateCopies(self.fs, [self.directory])
        self.assertIsNone(LoadedState(store).load())
        state = ClusterState(cluster_id="c" * 22, next_producer_id=7, leader_epoch=1, topics={}, deleting=frozenset())
        LoadedState(store).save(state)
        loaded = LoadedState(store)
        self.assertEqual((loaded.state, loaded.load()), (state, state))
        self.fs.write(PATH, b"nonsense")
        lost = LoadedState(store)
        self.assertIsNone(lost.state)
        self.assertRaises(ValueError, lost.load)

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


class SeveralCopiesTests(SynchronousTestCase):
    """Two data directories, `one` and `two`."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.directories = [open_directory(self.fs, "/one"), open_directory(self.fs, "/two")]
        self.failing: dict[str, int] = {}
        self.fs.before_act = self.before_act
        self.warnings: list[str] = []
        self.store = self.copies()
        self.store.save(self.state(0))

    def before_act(self, name: str, path: str) -> None:
        """Writes below a path of `failing` fail."""
        for prefix, number in self.failing.items():
            if path.startswith(prefix) and name in ("write", "sync", "rename", "open to write", "remove") and name != self.spared:
                raise OSError(number, os.strerror(number), path)

    spared = ""

    def copies(self) -> StateCopies:
        return StateCopies(self.fs, self.directories, self.warnings.append)

    @staticmethod
    def state(next_producer_id: int) -> ClusterState:
        return ClusterState("c" * 22, next_producer_id, 3)

    def loaded(self) -> int:
        state = self.copies().load()
        assert state is not None
        return state.next_producer_id

    def test_every_directory_has_it(self) -> None:
        self.assertEqual(self.fs.read("/one/klog.state"), self.fs.read("/two/klog.state"))
        self.assertEqual(self.loaded(), 0)

    def test_the_newest_counts(self) -> None:
        self.directories[0].context.offline = OSError("gone")
        self.store.save(self.state(1000))
        self.directories[0].context.offline = None
        self.assertNotEqual(self.fs.read("/one/klog.state"), self.fs.read("/two/klog.state"))
        self.assertEqual(self.loaded(), 1000)

    def test_after_another_start_counts_the_one_that_started(self) -> None:
        """`one` was away while `two` was saved many times; then `two` was away at a start."""
        self.directories[0].context.offline = OSError("gone")
        for count in range(5):
            self.store.save(self.state(1000 * count))
        self.directories = self.directories[:1]
        self.directories[0].context.offline = None
        store = self.copies()
        self.assertIsNotNone(store.load())
        store.save(ClusterState("c" * 22, 9000, 4))
        self.directories.append(open_directory(self.fs, "/two"))
        self.assertEqual(self.loaded(), 9000)

    def test_a_copy_that_cannot_be_replaced_on_a_full_disk_is_removed(self) -> None:
        self.failing["/two"], self.spared = errno.ENOSPC, "remove"
        self.store.save(self.state(1000))
        self.store.settle()
        self.failing.clear()
        self.assertEqual((self.fs.exists("/two/klog.state"), self.loaded()), (False, 1000))
        self.assertIsNone(self.directories[1].offline)
        self.store.save(self.state(2000))
        self.assertEqual(self.fs.read("/one/klog.state"), self.fs.read("/two/klog.state"))

    def test_a_directory_whose_copy_can_neither_be_replaced_nor_removed_goes_out_of_service(self) -> None:
        for number in (errno.ENOSPC, errno.EIO):
            self.setUp()
            self.failing["/two"] = number
            self.store.save(self.state(1000))
            self.assertIsNone(self.directories[1].offline)
            self.store.settle()
            self.assertIsNotNone(self.directories[1].offline)
            self.assertIsNone(self.directories[0].offline)
            self.assertEqual(self.loaded(), 1000)

    def test_where_none_can_be_replaced_the_change_fails(self) -> None:
        self.failing.update({"/one": errno.ENOSPC, "/two": errno.ENOSPC})
        self.assertRaises(OSError, self.store.save, self.state(1000))
        self.store.settle()
        self.failing.clear()
        self.assertEqual((self.loaded(), [one.offline for one in self.directories]), (0, [None, None]))
        for directory in self.directories:
            directory.context.offline = OSError("gone")
        self.assertRaises(OSError, self.store.save, self.state(1000))

    def test_a_damaged_copy_is_put_aside_and_the_other_counts(self) -> None:
        self.fs.write("/one/klog.state", b"nonsense")
        self.assertEqual(self.loaded(), 0)
        self.assertIn("klog.state.damaged", self.fs.list("/one"))
        self.assertIn("another data directory has a copy", self.warnings[0])
        self.fs.write("/two/klog.state", b"nonsense")
        self.assertRaises(ValueError, self.copies().load)


class DiskFindingsTests(SynchronousTestCase):
    def test_served_and_failed(self) -> None:
        report = LoadReport(topic_ids={"a": b"i" * 16}, cluster_id="c" * 22, highest_producer_id=4, highest_epoch=2, foreign=True)
        report.failed[TopicPartition("a", 2)] = "unreadable"
        findings = disk_findings(report, [TopicPartition("a", 0), TopicPartition("b", 1)])
        self.assertEqual(
            findings.topics,
            {
                "a": FoundTopic(b"i" * 16, frozenset({0, 2}), frozenset({2})),  # type: ignore[arg-type]
                "b": FoundTopic(None, frozenset({1})),
            },
        )
        self.assertEqual((findings.cluster_id, findings.highest_producer_id, findings.highest_leader_epoch), ("c" * 22, 4, 2))
        self.assertTrue(findings.foreign)
