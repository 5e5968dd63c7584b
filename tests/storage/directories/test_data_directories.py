"""Tests of several data directories: which go together, which can be used, and what they tell as one."""

from __future__ import annotations

import errno
import os
import random
import tempfile

from twisted.trial.unittest import SynchronousTestCase

from klog.model import NO_TOPIC_ID, TopicPartition
from klog.storage.directories.data_directories import DIRECTORIES_MARK, DataDirectories, DirectoriesRefused, check_paths, merged
from klog.storage.directories.directory import DirectoryInUse, LogDirectory
from klog.storage.directories.meta_properties import BadMetaProperties, MetaProperties, read_meta_properties, write_meta_properties
from klog.storage.filesystem import RealFileSystem
from klog.storage.log.start_reports import LoadReport
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem
from tests.storage.logs import TOPIC_ID, Clock, create

CLUSTER = "c" * 22


class PathsTests(SynchronousTestCase):
    def test_beside_each_other(self) -> None:
        check_paths(["/a", "/ab", "/b/a", "/b/ab"])

    def test_twice(self) -> None:
        self.assertIn("/a twice", str(self.assertRaises(DirectoriesRefused, check_paths, ["/a", "/b", "/a"])))

    def test_inside_of_each_other(self) -> None:
        for paths in (["/a", "/a/b"], ["/a/b/c", "/x", "/a"], ["/", "/a"]):
            self.assertIn("inside of it", str(self.assertRaises(DirectoriesRefused, check_paths, paths)))


class DataDirectoriesTests(SynchronousTestCase):
    """`/one` and `/two`, in memory."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.fs = MemoryFileSystem(self.clock)
        self.warnings: list[str] = []
        #: Everything below one of these fails.
        self.dead: set[str] = set()
        self.fs.before_act = self.before_act

    def before_act(self, name: str, path: str) -> None:
        if any(path.startswith(prefix) for prefix in self.dead):
            raise OSError(errno.EIO, os.strerror(errno.EIO), path)

    def make(self, path: str) -> LogDirectory:
        return LogDirectory(self.fs, path, self.clock, LogSettings(), 1, warn=self.warnings.append)

    def directories(self, *paths: str) -> DataDirectories:
        """Neither locked nor loaded."""
        directories = DataDirectories(self.fs, paths or ("/one", "/two"), self.make, self.warnings.append)
        self.addCleanup(directories.release)
        return directories

    def started(self, *paths: str) -> DataDirectories:
        directories = self.directories(*paths)
        directories.lock()
        self.found = directories.identity()
        self.report = directories.load()
        directories.write_identity(CLUSTER)
        return directories

    def close(self, directories: DataDirectories) -> list[bool]:
        return [directory.close() for directory in directories]

    def with_logs(self) -> DataDirectories:
        """``t-0`` in the first, ``t-1`` in the second."""
        directories = self.started()
        for number, directory in enumerate(directories):
            create(directory, TopicPartition("t", number), TOPIC_ID, LogSettings())
        return directories

    def test_each_has_all_that_a_directory_has(self) -> None:
        self.assertEqual(self.close(self.with_logs()), [True, True])
        for path in ("/one", "/two"):
            names = self.fs.list(path)
            for name in ("meta.properties", ".kafka_cleanshutdown", "recovery-point-offset-checkpoint", "replication-offset-checkpoint"):
                self.assertIn(name, names)
            properties = read_meta_properties(self.fs, path)
            assert properties is not None
            self.assertEqual((properties.cluster_id, properties.others), (CLUSTER, {DIRECTORIES_MARK: "/one,/two"}))
        directories = self.started()
        self.assertEqual((self.report.clean, self.report.logs, self.report.topic_ids), (True, 2, {"t": TOPIC_ID}))
        self.assertEqual([sorted(directory.logs) for directory in directories], [[TopicPartition("t", 0)], [TopicPartition("t", 1)]])
        found = directories.find(TopicPartition("t", 1))
        assert found is not None
        self.assertIs(found[1], directories.all[1])
        self.assertIsNone(directories.find(TopicPartition("t", 2)))
        self.assertEqual(len(list(directories.logs())), 2)

    def test_one_that_was_not_closed_in_order_is_recovered_alone(self) -> None:
        self.close(self.with_logs())
        self.fs.remove("/two/.kafka_cleanshutdown")
        self.started()
        self.assertEqual((self.report.clean, self.report.recovered), (False, [TopicPartition("t", 1)]))

    def test_a_single_one_does_not_name_itself(self) -> None:
        self.started("/one")
        properties = read_meta_properties(self.fs, "/one")
        assert properties is not None
        self.assertEqual(properties.others, {})

    # Refused

    def test_in_use(self) -> None:
        self.directories("/two").lock()
        self.assertRaises(DirectoryInUse, self.directories().lock)

    def test_one_under_two_names(self) -> None:
        """Paths do not tell; the lock does."""
        folder = tempfile.TemporaryDirectory(prefix="klog-twice-")
        self.addCleanup(folder.cleanup)
        one, two = f"{folder.name}/one", f"{folder.name}/two"
        os.mkdir(one)
        os.symlink(one, two)
        fs = RealFileSystem()
        directories = DataDirectories(
            fs, [one, two], lambda path: LogDirectory(fs, path, self.clock, LogSettings(), 1), self.warnings.append
        )
        self.addCleanup(directories.release)
        self.assertIn(f"the data directory {two} is in use", str(self.assertRaises(DirectoryInUse, directories.lock)))

    def test_of_two_clusters_or_brokers(self) -> None:
        for properties, word in ((MetaProperties("d" * 22, 1), "cluster"), (MetaProperties(CLUSTER, 2), "broker")):
            self.setUp()
            self.close(self.started("/one"))
            self.fs.make_directory("/two")
            write_meta_properties(self.fs, "/two", properties)
            directories = self.directories()
            directories.lock()
            error = self.assertRaises(BadMetaProperties, directories.identity)
            self.assertIn(f"/one belongs to {word}", str(error))
            self.assertIn("/two to", str(error))

    def test_a_partition_in_two(self) -> None:
        self.close(self.with_logs())
        directory = self.make("/two")
        directory.load()
        create(directory, TopicPartition("t", 0), TOPIC_ID, LogSettings())
        directory.close()
        error = self.assertRaises(DirectoriesRefused, self.started)
        self.assertIn("/one/t-0 and /two/t-0", str(error))

    # Out of service

    def test_one_that_cannot_be_read_is_out_of_service(self) -> None:
        self.close(self.with_logs())
        self.dead.add("/two")
        directories = self.started()
        self.assertEqual([one.path for one in directories.online], ["/one"])
        self.assertEqual([one.path for one in directories.offline], ["/two"])
        self.assertEqual([log.topic_partition for log in directories.logs()], [TopicPartition("t", 0)])
        self.assertIn("/two: ", self.warnings[0])
        self.assertIn("out of service", self.warnings[0])
        self.assertEqual(self.close(directories), [True, False])
        self.dead.clear()
        self.started()
        self.assertEqual((self.report.clean, self.report.logs), (True, 2))

    def test_one_that_fails_at_any_moment_of_the_start_harms_no_other(self) -> None:
        """At each act below it, from then on."""
        self.close(self.with_logs())
        counted = 0
        while True:
            place = self.fs.crash(random.Random(1))
            acts = 0

            def before_act(name: str, path: str, last: int = counted) -> None:
                nonlocal acts
                if path.startswith("/two"):
                    acts += 1
                    if acts > last:
                        raise OSError(errno.EIO, os.strerror(errno.EIO), path)

            place.before_act = before_act
            self.fs = place
            directories = self.started()
            self.assertIsNone(directories.all[0].offline)
            self.assertEqual(list(directories.all[0].logs), [TopicPartition("t", 0)])
            failed = directories.all[1].offline is not None or self.report.failed
            place.before_act = None
            self.assertTrue(self.close(directories)[0])
            if not failed and acts <= counted:
                break
            counted += 1
        self.assertGreater(counted, 20)

    def test_none_left(self) -> None:
        self.close(self.with_logs())
        self.dead.update(("/one", "/two"))
        self.assertRaises(OSError, self.directories().lock)

    def test_one_that_was_there_and_is_missing_is_not_made_anew(self) -> None:
        self.close(self.with_logs())
        for prepare in (lambda: None, lambda: self.fs.make_directory("/two")):
            self.fs.remove_tree("/two")
            prepare()
            self.warnings.clear()
            directories = self.started()
            self.assertEqual([one.path for one in directories.offline], ["/two"])
            self.assertIn("Is its disk mounted?", self.warnings[0])
            self.assertNotIn("/two/.lock", self.fs.walk("/"))
            self.close(directories)

    def test_a_new_disk_in_its_place(self) -> None:
        """The way that the sentence tells."""
        self.close(self.with_logs())
        self.fs.remove_tree("/two")
        self.fs.make_directory("/two")
        self.fs.write("/two/meta.properties", self.fs.read("/one/meta.properties"))
        self.assertEqual(len(self.started().online), 2)

    def test_one_more(self) -> None:
        """A directory that was never named before is made."""
        self.close(self.with_logs())
        directories = self.started("/one", "/two", "/three")
        self.assertEqual(len(directories.online), 3)
        self.close(directories)
        # And one less, and one more again.
        self.close(self.started("/one", "/two"))
        self.fs.remove_tree("/three")
        self.assertEqual(len(self.started("/one", "/two", "/three").online), 3)

    # Topic ids

    def test_topics_of_before_there_were_ids_get_the_same_in_all(self) -> None:
        directories = self.with_logs()
        self.close(directories)
        for path in ("/one/t-0", "/two/t-1"):
            self.fs.remove(f"{path}/partition.metadata")
        directories = self.started()
        ids = {log.topic_id for log in directories.logs()}
        self.assertEqual(len(ids), 1)
        self.assertNotIn(NO_TOPIC_ID, ids)

    # As one

    def test_who_wrote_them(self) -> None:
        """Logs without a ``klog.state`` anywhere are somebody else's."""
        self.close(self.with_logs())
        self.close(self.started())
        self.assertTrue(self.report.foreign)
        self.fs.write("/two/klog.state", b"")
        self.started()
        self.assertFalse(self.report.foreign)

    def test_settings_and_configurations_of_a_controllers_log(self) -> None:
        one = LoadReport(topic_configs={"a": {"x": "1"}}, cluster_id=None, highest_producer_id=3, logs=1, topic_ids={"a": b"1"})
        two = LoadReport(topic_configs=None, cluster_id=CLUSTER, highest_producer_id=9, clean=False, logs=2, topic_ids={"a": b"2"})
        whole = merged([one, two], True)
        self.assertEqual((whole.topic_configs, whole.cluster_id, whole.highest_producer_id), ({"a": {"x": "1"}}, CLUSTER, 9))
        self.assertEqual((whole.clean, whole.logs, whole.topic_ids, whole.foreign), (False, 3, {"a": b"1"}, False))
