"""A data directory that is copied into: whose it is, how it is left, what a broker finds."""

from __future__ import annotations

import contextlib
import random
import unittest
from typing import Any

from klog.directory_mirror.accounts import FILE, read_accounts
from klog.directory_mirror.data_directory import DirectoryRefused, MirrorDirectory, log_settings, tombstones_kept_ms
from klog.mirror.decisions.records import TopicRecord
from klog.mirror.decisions.states import TopicState
from klog.model import NO_TOPIC_ID
from klog.storage.atomic_files import read_whole, replace_whole
from klog.storage.checkpoint_files import read_offsets
from klog.storage.directories.meta_properties import MetaProperties, read_meta_properties, write_meta_properties
from klog.storage.directories.partition_metadata import read_partition_metadata
from klog.storage.directories.state_file import StateFile
from klog.storage.filenames import CLEAN_SHUTDOWN, HIGH_WATERMARK_CHECKPOINT, RECOVERY_POINT_CHECKPOINT, STATE_FILE
from klog.testing.filesystem import CrashPoint, MemoryFileSystem, Survival
from tests.storage.log.test_copied_batches import batch

DATA = "/data"
TOPIC_ID = bytes(range(16))


class DirectoryTests(unittest.TestCase):
    """See the module."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem(lambda: 1)
        self.warnings: list[str] = []
        self.opened: list[MirrorDirectory] = []

    def open(self, *arguments: Any, **more: Any) -> MirrorDirectory:
        made = MirrorDirectory(self.fs, DATA, lambda: 1, self.warnings.append, random_bytes=random.Random(5).randbytes)
        made.open(*arguments, **more)
        return made

    def refused(self, words: str, *arguments: Any, **more: Any) -> None:
        with self.assertRaisesRegex(DirectoryRefused, words):
            self.open(*arguments, **more)
        # The lock was given back.
        self.fs.lock(f"{DATA}/.lock").release()

    def filled(self, *arguments: Any) -> MirrorDirectory:
        """With two partitions of one topic."""
        directory = self.open(*arguments)
        directory.accounts.topics["web.a"] = TopicRecord(TopicState.ACTIVE)
        directory.configured("web.a", {"segment.bytes": "2000", "cleanup.policy": "compact,delete"})
        directory.save()
        directory.add("web.a", TOPIC_ID, 2)
        directory.copies[0].append(batch(0, 3, epoch=4, producer_id=12))
        return directory

    # Whose it is

    def test_new(self) -> None:
        directory = self.open()
        self.assertEqual(directory.broker_id, 1)
        self.assertEqual(len(directory.cluster_id), 22)
        self.assertEqual(read_meta_properties(self.fs, DATA), MetaProperties(directory.cluster_id, 1))
        self.assertTrue(directory.close())
        again = self.open()
        self.assertEqual((again.cluster_id, again.accounts.runs), (directory.cluster_id, 2))

    def test_by_option(self) -> None:
        self.open("mine", 7).close()
        self.assertEqual(read_meta_properties(self.fs, DATA), MetaProperties("mine", 7))
        self.refused("belongs to cluster mine", "other")
        self.refused("belongs to broker 7", None, 8)
        self.assertEqual(self.open("mine", 7).broker_id, 7)

    def test_a_file_that_somebody_has_put_there(self) -> None:
        self.fs.make_directory(DATA)
        write_meta_properties(self.fs, DATA, MetaProperties("theirs", 3))
        directory = self.open()
        self.assertEqual((directory.cluster_id, directory.broker_id), ("theirs", 3))

    def test_not_a_mirrors(self) -> None:
        for name, words in (
            ("__cluster_metadata-0", "KRaft"),
            ("web.a-0", "not empty.*web.a-0"),
            ("notes.txt", "not empty.*notes.txt"),
        ):
            self.fs = MemoryFileSystem(lambda: 1)
            self.fs.make_directory(DATA)
            self.fs.make_directory(f"{DATA}/{name}")
            self.refused(words)
        self.refused("holds no copy", is_known=True)
        self.fs = MemoryFileSystem(lambda: 1)
        with self.assertRaisesRegex(DirectoryRefused, "is no directory"):
            self.open(is_known=True)

    def test_kraft_by_its_properties(self) -> None:
        self.fs.make_directory(DATA)
        write_meta_properties(self.fs, DATA, MetaProperties("k", 1, version=1))
        self.refused("KRaft node's")

    def test_a_part_of_a_cluster(self) -> None:
        self.fs.make_directory(DATA)
        write_meta_properties(self.fs, DATA, MetaProperties("k", 1, others={"klog.zookeeper": "zk:2181"}))
        self.refused("of the cluster at zk:2181")

    def test_properties_that_make_no_sense(self) -> None:
        self.fs.make_directory(DATA)
        replace_whole(self.fs, f"{DATA}/meta.properties", b"version=9\n")
        self.refused("version '9'")

    def test_in_use(self) -> None:
        first = self.open()
        with self.assertRaisesRegex(DirectoryRefused, "in use"):
            self.open()
        first.close()

    def test_accounts_that_are_damaged(self) -> None:
        self.filled().close()
        replace_whole(self.fs, f"{DATA}/{FILE}", b"?")
        self.refused("does not begin")

    def test_a_topic_that_nobody_has_copied(self) -> None:
        self.filled().close()
        self.fs.make_directory(f"{DATA}/other-0")
        self.refused("holds the topic other")

    def test_a_log_that_cannot_be_opened(self) -> None:
        self.filled().close()
        replace_whole(self.fs, f"{DATA}/web.a-0/partition.metadata", b"?")
        self.refused("web.a-0.*move the directory")

    # Who has served it

    def test_kafka_has_stopped_on_it(self) -> None:
        """In order, with a marker of its own; before 3.7 an empty one."""
        self.filled().close()
        for marker in (b'{"version":0,"brokerEpoch":25}', b""):
            replace_whole(self.fs, f"{DATA}/{CLEAN_SHUTDOWN}", marker)
            self.refused("a broker has served.*cleanshutdown")

    def test_kafka_was_killed_on_it(self) -> None:
        """Its checkpoints have no entry of klog's."""
        self.filled().close()
        self.fs.remove(f"{DATA}/{CLEAN_SHUTDOWN}")
        replace_whole(self.fs, f"{DATA}/{RECOVERY_POINT_CHECKPOINT}", b"0\n1\nweb.a 0 3\n")
        self.refused("a broker has served.*recovery-point")
        replace_whole(self.fs, f"{DATA}/{RECOVERY_POINT_CHECKPOINT}", b"?")
        self.open().close()

    def test_somebody_has_written_its_properties_anew(self) -> None:
        self.filled().close()
        found = read_meta_properties(self.fs, DATA)
        assert found is not None
        write_meta_properties(self.fs, DATA, MetaProperties(found.cluster_id, found.broker_id, directory_id="x" * 22))
        self.refused("a broker has served.*meta.properties")

    def test_klog_has_served_it(self) -> None:
        self.filled().close()
        file = StateFile(self.fs, f"{DATA}/{STATE_FILE}")
        state = file.load()
        assert state is not None
        file.save(state, 1)
        self.refused("a broker has served.*klog.state")

    def test_klog_has_served_what_a_kill_has_left(self) -> None:
        directory = self.filled()
        directory.flush()
        self.assertFalse(self.fs.exists(f"{DATA}/{STATE_FILE}"))
        self.fs.process_ended()
        replace_whole(self.fs, f"{DATA}/{STATE_FILE}", b"klog's")
        self.refused("a broker has served")

    # What is in it

    def test_what_a_broker_finds(self) -> None:
        directory = self.filled("mine", 4)
        self.assertEqual(directory.partitions("web.a"), 2)
        handed = directory.handed_over()["web.a"]
        self.assertEqual((handed.topic_id, handed.leader_epochs), (TOPIC_ID, {0: 4, 1: -1}))
        self.assertEqual(directory.next_producer_id, 13)
        self.assertTrue(directory.close())
        self.assertTrue(self.fs.exists(f"{DATA}/{CLEAN_SHUTDOWN}"))
        self.assertEqual(read_partition_metadata(self.fs, f"{DATA}/web.a-1"), TOPIC_ID)
        marks = read_offsets(self.fs, f"{DATA}/{HIGH_WATERMARK_CHECKPOINT}")
        self.assertEqual({str(name): mark for name, mark in marks.items()}, {"web.a-0": 3, "web.a-1": 0})
        state = StateFile(self.fs, f"{DATA}/{STATE_FILE}").load()
        assert state is not None
        self.assertEqual((state.cluster_id, state.next_producer_id, state.leader_epoch), ("mine", 13, 4))
        topic = state.topics["web.a"]
        self.assertEqual((topic.topic_id, topic.partitions, topic.configs["cleanup.policy"]), (TOPIC_ID, 2, "compact,delete"))

    def test_it_goes_on(self) -> None:
        for is_killed in (False, True):
            directory = self.filled() if not is_killed else self.open()
            end = directory.copies[0].end
            directory.copies[0].append(batch(end, 2, epoch=4))
            if is_killed:
                directory.flush()
                self.fs.process_ended()
            else:
                self.assertTrue(directory.close())
            again = self.open()
            self.assertEqual([copy.end for copy in again.copies], [end + 2, 0])
            self.assertEqual([copy.log.high_watermark for copy in again.copies], [end + 2, 0])
            self.assertEqual(again.next_producer_id, 13)
            self.assertTrue(again.close())

    def test_a_new_id_where_the_source_names_none(self) -> None:
        directory = self.open()
        directory.accounts.topics["t"] = TopicRecord(TopicState.ACTIVE)
        directory.add("t", NO_TOPIC_ID, 1)
        directory.add("t", NO_TOPIC_ID, 3)
        ids = {copy.log.topic_id for copy in directory.copies}
        self.assertEqual((len(ids), len(directory.copies)), (1, 3))
        self.assertNotIn(NO_TOPIC_ID, ids)

    def test_a_kill_between_the_partitions_of_a_topic(self) -> None:
        self.filled().close()
        self.fs.remove_tree(f"{DATA}/web.a-0")
        directory = self.open()
        self.assertEqual([(copy.partition, copy.end) for copy in directory.copies], [(1, 0), (0, 0)])
        self.assertEqual({copy.log.topic_id for copy in directory.copies}, {TOPIC_ID})

    def test_settings_follow_the_topics(self) -> None:
        directory = self.filled()
        self.assertEqual(directory.copies[0].log.settings.segment_bytes, 2000)
        self.assertTrue(directory.copies[0].is_compacted)
        self.assertFalse(directory.configured("web.a", {"segment.bytes": "2000", "cleanup.policy": "compact,delete"}))
        self.assertTrue(directory.configured("web.a", {"segment.bytes": "3000"}))
        self.assertEqual(directory.copies[0].log.settings.segment_bytes, 3000)
        self.assertFalse(directory.copies[0].is_compacted)

    def test_no_retention(self) -> None:
        settings = log_settings({"retention.ms": "1", "retention.bytes": "1", "segment.ms": "77", "segment.bytes": "1"})
        self.assertEqual((settings.retention_ms, settings.retention_bytes, settings.segment_ms), (-1, -1, 77))
        self.assertGreater(settings.segment_bytes, 100)
        self.assertEqual(log_settings({"segment.bytes": "many"}).segment_bytes, 1 << 30)
        self.assertEqual(tombstones_kept_ms({"cleanup.policy": "delete, compact"}), 86_400_000)
        self.assertEqual(tombstones_kept_ms({"cleanup.policy": "compact", "delete.retention.ms": "5"}), 5)
        self.assertEqual(tombstones_kept_ms({"cleanup.policy": "compact", "delete.retention.ms": "9" * 5_000}), 86_400_000)
        self.assertEqual(tombstones_kept_ms({"delete.retention.ms": "5"}), -1)

    # Kills and power cuts of the start and the end themselves

    def test_killed_at_any_step(self) -> None:
        """Whatever was begun, the next start goes on with it."""
        whole = MemoryFileSystem(lambda: 1)
        self.fs = whole
        self.filled().close()
        steps = whole.operations
        for step in range(1, steps + 1, 3):
            for survival in (Survival.NOTHING, Survival.EVERYTHING):
                self.fs = MemoryFileSystem(lambda: 1)
                self.fs.crash_at = step
                with contextlib.suppress(CrashPoint):
                    self.filled().close()
                self.fs = self.fs.crash(random.Random(step), survival)
                with self.subTest(step=step, survival=survival):
                    directory = self.open()
                    accounts = directory.accounts
                    self.assertLessEqual({copy.topic for copy in directory.copies}, set(accounts.topics))
                    self.assertTrue(directory.close())
                    known = read_accounts(self.fs, DATA)
                    assert known is not None
                    self.assertTrue(known.klog_state)
                    self.assertTrue(read_whole(self.fs, f"{DATA}/{STATE_FILE}"))
