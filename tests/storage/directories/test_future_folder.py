"""Tests of a partition's copy that grows in another data directory."""

from __future__ import annotations

import random
from contextlib import closing

from twisted.trial.unittest import SynchronousTestCase

from klog.records.contract import CorruptRecords
from klog.storage.directories.future_folder import FutureFolder, SourceSegment
from klog.storage.directories.partition_metadata import read_partition_metadata, write_partition_metadata
from klog.storage.filenames import MOVING_MARK, PARTITION_METADATA
from klog.storage.log.log import Log
from klog.storage.settings import LogSettings
from klog.testing.filesystem import Survival
from tests.storage.logs import T0, TOPIC_ID, Place, append, batch, checkpoint, read_all, syncs_fail

SMALL = LogSettings(segment_bytes=300)
FUTURE = "/two/t-0.0123456789abcdef0123456789abcdef-future"


class FutureFolderTests(SynchronousTestCase):
    """A log with several segments, and its copy."""

    def setUp(self) -> None:
        self.place = Place()
        self.fs = self.place.fs
        self.fs.make_directory("/two")
        self.fs.sync_directory("/")
        self.log = self.place.log(SMALL)
        self.put(7)

    def put(self, count: int) -> None:
        for _ in range(count):
            append(self.log, batch(b"x" * 40))

    def plan(self) -> list[SourceSegment]:
        segments = list(self.log.for_compaction().segments)
        return [SourceSegment(one.base_offset, one.size, one.log_path, one is not segments[-1]) for one in segments]

    def folder(self, *, is_compacted: bool = False) -> FutureFolder:
        return FutureFolder(self.place.last.context.apart(), FUTURE, "/data/t-0", T0, TOPIC_ID, is_compacted=is_compacted)

    def copy_all(self, folder: FutureFolder, piece: int = 100) -> None:
        while folder.copy(self.plan(), piece):
            pass

    def opened(self, folder: FutureFolder) -> Log:
        from_offset = folder.finish(self.log.epoch_entries)
        folder.promote("/two/t-0")
        return Log.open(folder.context, "/two/t-0", T0, TOPIC_ID, SMALL, clean=False, recovery_point=from_offset)

    def assert_same(self, copy: Log) -> None:
        self.assertEqual((copy.start_offset, copy.end_offset), (self.log.start_offset, self.log.end_offset))
        self.assertEqual(read_all(copy), read_all(self.log))

    def test_copied(self) -> None:
        folder = self.folder()
        folder.open()
        self.assertIn(MOVING_MARK, self.fs.list(FUTURE))
        self.copy_all(folder)
        self.assertEqual((folder.next_offset, folder.size), (7, self.log.size_bytes))
        self.put(3)
        self.copy_all(folder)
        copy = self.opened(folder)
        self.assert_same(copy)
        self.assertEqual([warning for warning in self.place.warnings if "made anew" not in warning], [])
        folder.settle()
        self.assertNotIn(MOVING_MARK, self.fs.list("/two/t-0"))

    def test_indexes_of_sealed_segments_are_copied(self) -> None:
        self.log.flush()
        checkpoint(self.place.last)
        folder = self.folder()
        folder.open()
        self.copy_all(folder)
        for segment in self.plan()[:-1]:
            name = f"{segment.base_offset:020d}.index"
            self.assertEqual(self.fs.read(f"{FUTURE}/{name}"), self.fs.read(f"/data/t-0/{name}"))

    def test_goes_on_after_a_crash_at_any_byte(self) -> None:
        """The last segment of the copy is cut anywhere, or has garbage at its end."""
        folder = self.folder()
        folder.open()
        self.copy_all(folder)
        last = sorted(name for name in self.fs.list(FUTURE) if name.endswith(".log"))[-1]
        whole = self.fs.read(f"{FUTURE}/{last}")
        for size in range(len(whole) + 1):
            for tail in (b"", b"garbage"):
                self.fs.write(f"{FUTURE}/{last}", whole[:size] + tail)
                again = self.folder()
                again.open()
                self.copy_all(again)
                self.assertEqual((again.next_offset, self.fs.read(f"{FUTURE}/{last}")), (7, whole))
        self.assert_same(self.opened(again))

    def test_goes_on_after_a_sync_that_failed(self) -> None:
        """What the kernel could not write it takes for written: all of the copy is on the disk all the same when it is finished."""
        for seed in range(20):
            self.setUp()
            folder = self.folder()
            folder.open()
            folder.copy(self.plan(), 100)
            with syncs_fail(self.fs, ".log"):
                self.assertRaises(OSError, self.copy_all, folder)
            folder = self.folder()
            folder.open()
            self.copy_all(folder)
            folder.finish(self.log.epoch_entries)
            left = self.fs.crash(random.Random(seed))
            for one in self.plan():
                self.assertEqual(left.read(f"{FUTURE}/{one.base_offset:020d}.log"), self.fs.read(one.path), seed)

    def test_what_somebody_else_has_left_is_on_the_disk(self) -> None:
        """Its segments but the last are trusted from now on."""
        self.fs.make_directory(FUTURE)
        self.fs.sync_directory("/two")
        for one in self.plan():
            path = f"{FUTURE}/{one.base_offset:020d}.log"
            with closing(self.fs.open(path, write=True, create=True)) as file:
                file.write_at(0, [self.fs.read(one.path)])
            self.fs.set_modified_ms(path, 1234)
        folder = self.folder()
        folder.open()
        left = self.fs.crash(random.Random(1), Survival.NOTHING)
        for one in self.plan():
            path = f"{FUTURE}/{one.base_offset:020d}.log"
            self.assertEqual((left.read(path), self.fs.modified_ms(path)), (self.fs.read(one.path), 1234))

    def test_a_copy_of_somebody_else_s_with_other_segments(self) -> None:
        """As Kafka leaves it: no mark, and its segments begin where it rolled."""
        data = b"".join(self.fs.read(one.path) for one in self.plan()[:2])
        self.fs.make_directory(FUTURE)
        self.fs.write(f"{FUTURE}/{0:020d}.log", data)
        folder = self.folder()
        folder.open()
        self.assertEqual(folder.next_offset, self.plan()[2].base_offset)
        self.copy_all(folder)
        self.assert_same(self.opened(folder))

    def test_a_copy_of_records_that_the_log_has_lost(self) -> None:
        """Its last batch does not stand in the log: everything is copied anew."""
        folder = self.folder()
        folder.open()
        self.copy_all(folder)
        other = Place()
        self.log = other.log(SMALL)
        self.log.assign_leader_epoch(5)
        for _ in range(9):
            append(self.log, batch(b"y" * 40))
        for one in self.plan():
            self.fs.write(one.path, other.fs.read(one.path))
        again = self.folder()
        again.open()
        self.assertEqual(again.next_offset, 7)
        self.copy_all(again)
        self.assertEqual((again.next_offset, again.size), (9, self.log.size_bytes))

    def test_producers_of_records_that_the_log_has_lost(self) -> None:
        """Snapshots in a folder that lies there may be of another history, whatever is found of its batches."""
        folder = self.folder()
        folder.open()
        self.copy_all(folder)
        folder.finish(self.log.epoch_entries)
        kept = [name for name in self.fs.list(FUTURE) if name.endswith(".snapshot")]
        self.assertEqual(len(kept), 3)
        self.fs.write(f"{FUTURE}/{5:020d}.snapshot", b"of another history")
        self.fs.write(f"{FUTURE}/{kept[0]}", b"of another history")
        again = self.folder()
        again.open()
        self.copy_all(again)
        again.finish(self.log.epoch_entries)
        self.assertEqual([name for name in self.fs.list(FUTURE) if name.endswith(".snapshot")], kept)
        self.assertEqual(self.fs.read(f"{FUTURE}/{kept[0]}"), self.fs.read(f"/data/t-0/{kept[0]}"))

    def test_a_log_that_was_compacted_since(self) -> None:
        """The copy may have what a tombstone has taken, and the log the tombstone no more: it begins anew. It goes on where nothing of what
        was copied is another one now."""
        folder = self.folder(is_compacted=True)
        folder.open()
        for _ in range(5):
            folder.copy(self.plan(), 100)
        copied = folder.size
        again = self.folder(is_compacted=True)
        again.open()
        again.copy(self.plan(), 100)
        self.assertGreater(again.size, copied)
        first = self.plan()[0]
        size = len(batch(b"x" * 40))
        self.assertEqual(first.size, 2 * size)
        # The first of its two batches stays.
        self.fs.write(first.path, self.fs.read(first.path)[:size])
        plan = [first._replace(size=size), *self.plan()[1:]]
        again = self.folder(is_compacted=True)
        again.open()
        while again.copy(plan, 100):
            pass
        for one in plan:
            name = one.path.rpartition("/")[2]
            self.assertEqual(self.fs.read(f"{FUTURE}/{name}"), self.fs.read(one.path)[: one.size])

    def test_a_segment_that_retention_takes(self) -> None:
        folder = self.folder()
        folder.open()
        folder.copy(self.plan(), 100)
        plan = self.plan()
        self.log.truncate_start(4)
        self.log.flush()
        while self.log.apply_retention(self.place.clock()) or self.log.retention_waits:
            self.log.flush()
        self.assertRaises(FileNotFoundError, lambda: [folder.copy(plan, 100) for _ in range(10)])
        self.copy_all(folder)
        copy = self.opened(folder)
        self.assertEqual(copy.end_offset, 7)
        self.assertEqual(read_all(copy)[-1:], read_all(self.log)[-1:])

    def test_a_broken_batch_is_not_copied(self) -> None:
        file = self.fs.open(self.plan()[0].path, write=True)
        file.write_at(80, [b"!"])
        folder = self.folder()
        folder.open()
        self.assertRaises(CorruptRecords, folder.copy, self.plan())

    def test_back_to_a_copy(self) -> None:
        folder = self.folder()
        folder.open()
        self.copy_all(folder)
        self.opened(folder).abandon()
        folder.demote()
        self.assertEqual(self.fs.list("/two"), [FUTURE.rpartition("/")[2]])
        again = self.folder()
        again.open()
        self.put(2)
        self.copy_all(again)
        self.assert_same(self.opened(again))

    def test_the_topic_s_id_comes_last(self) -> None:
        """Kafka with KRaft takes a copy that has it for the whole log."""
        folder = self.folder()
        folder.open()
        self.copy_all(folder)
        folder.finish(self.log.epoch_entries)
        self.assertNotIn(PARTITION_METADATA, self.fs.list(FUTURE))
        folder.promote("/two/t-0")
        self.assertEqual(read_partition_metadata(self.fs, "/two/t-0"), TOPIC_ID)
        folder.demote()
        self.assertNotIn(PARTITION_METADATA, self.fs.list(FUTURE))
        # Kafka's own copies have it from the beginning.
        write_partition_metadata(self.fs, FUTURE, TOPIC_ID)
        self.folder().open()
        self.assertNotIn(PARTITION_METADATA, self.fs.list(FUTURE))
