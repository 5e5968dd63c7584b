"""The data directory: partitions that come and go, checkpoints, close."""

from __future__ import annotations

import errno
import random
import unittest
from collections.abc import Callable, Mapping, Sequence
from unittest import mock

from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.storage.checkpoint_files import read_offsets
from klog.storage.cold_read import wait_for
from klog.storage.directories import checkpoints as directory_checkpoints
from klog.storage.directories.directory import DirectoryInUse, LogDirectory
from klog.storage.disk_work import do_now
from klog.storage.parallel_io import NotInTime, in_threads, one_by_one
from klog.storage.settings import LogSettings
from klog.testing.filesystem import Survival
from tests.storage.directory_case import T1, DirectoryCase
from tests.storage.logs import NOW_MS, T0, TOPIC_ID, Place, append, batch, checkpoint, create, read_all, remove_deleted


class PartitionTests(DirectoryCase):
    """Creation and deletion."""

    def test_created_durably(self) -> None:
        import random

        directory = self.loaded()
        create(directory, T0, TOPIC_ID, LogSettings())
        for seed in range(30):
            disk = self.place.fs.crash(random.Random(seed))
            other = LogDirectory(disk, "/data", self.place.clock, LogSettings(), 1)
            report = other.load()
            self.assertEqual((set(other.logs), report.topic_ids), ({T0}, {"t": TOPIC_ID}))

    def test_created_twice(self) -> None:
        directory = self.with_logs(T0)
        for topic_partition in (T0,):
            with self.assertRaises(FileExistsError):
                create(directory, topic_partition, TOPIC_ID, LogSettings())

    def test_no_room_for_a_new_one(self) -> None:
        directory = self.loaded()
        self.place.fs.fail_writes(errno.ENOSPC)
        with self.assertRaises(OSError):
            create(directory, T0, TOPIC_ID, LogSettings())
        self.assertFalse(self.place.fs.exists("/data/t-0"))
        self.place.fs.fail_writes(None)
        create(directory, T0, TOPIC_ID, LogSettings())

    def test_deletion(self) -> None:
        directory = self.with_logs(T0, T1)
        log = directory.logs[T0]
        got = log.read(0, 100, upper_bound=1)
        self.assertTrue(directory.delete(T0))
        self.assertFalse(directory.delete(T0))
        self.assertEqual(append(log, batch(b"late"))[0].code, ErrorCode.KAFKA_STORAGE_ERROR)
        assert got.span is not None
        self.assertEqual(len(got.span.read()), got.size)
        (gone,) = {path.split("/")[2] for path in self.paths() if "-delete/" in path}
        self.assertRegex(gone, r"^t-0\.[0-9a-f]{32}-delete$")
        create(directory, T0, bytes([7]) * 16, LogSettings())
        remove_deleted(directory, self.place.clock.ms)
        self.assertTrue(self.place.fs.exists(f"/data/{gone}"))
        remove_deleted(directory, self.place.clock.ms + 60_000)
        self.assertFalse(self.place.fs.exists(f"/data/{gone}"))
        directory.close()
        directory = self.loaded()
        self.assertEqual(self.report.topic_ids["t"] in (TOPIC_ID, bytes([7]) * 16), True)

    def test_a_deletion_that_a_stop_interrupted(self) -> None:
        directory = self.with_logs(T0, T1)
        directory.delete(T0)
        directory.close()
        directory = self.loaded()
        self.assertEqual(set(directory.logs), {T1})
        self.assertFalse([path for path in self.paths() if "-delete" in path])

    def test_a_failed_one_can_be_deleted(self) -> None:
        self.with_logs(T0, T1).close()
        self.place.fs.write("/data/t-1/partition.metadata", b"nonsense")
        directory = self.loaded()
        self.assertTrue(directory.delete(T1))
        self.assertTrue(directory.close())


class CloseTests(DirectoryCase):
    """Checkpoints and the clean mark."""

    def test_checkpoints(self) -> None:
        directory = self.with_logs(T0, T1)
        directory.logs[T0].flush()
        directory.logs[T1].truncate_start(1)
        checkpoint(directory)
        fs = self.place.fs
        self.assertEqual(read_offsets(fs, "/data/recovery-point-offset-checkpoint"), {T0: 1, T1: 0})
        self.assertEqual(read_offsets(fs, "/data/log-start-offset-checkpoint"), {T1: 1})
        self.assertEqual(read_offsets(fs, "/data/replication-offset-checkpoint"), {T0: 1, T1: 1})

    def test_a_checkpoint_is_of_one_moment_and_written_down_in_its_thread(self) -> None:
        """Ten thousand lines are formatted where nobody waits for it."""
        directory = self.with_logs(T0)
        formatted: list[int] = []
        real = directory_checkpoints.format_offsets

        def format_offsets(offsets: Mapping[TopicPartition, int]) -> bytes:
            formatted.append(len(offsets))
            return real(offsets)

        self.enterContext(mock.patch.object(directory_checkpoints, "format_offsets", format_offsets))
        checkpoint = directory.prepare_checkpoint()
        self.assertEqual(formatted, [])
        append(directory.logs[T0], batch(b"b"))
        do_now(checkpoint)
        self.assertNotEqual(formatted, [])
        self.assertEqual(read_offsets(self.place.fs, "/data/replication-offset-checkpoint"), {T0: 1})

    def test_a_checkpoint_that_fails(self) -> None:
        directory = self.with_logs(T0)
        for number in (errno.ENOSPC, errno.EIO):
            self.assertIsNone(directory.offline)
            self.place.fs.fail_writes(number)
            with self.assertRaises(OSError):
                checkpoint(directory)
        self.assertIsNotNone(directory.offline)
        with self.assertRaises(OSError):
            create(directory, T1, TOPIC_ID, LogSettings())

    def test_a_close_that_fails_leaves_no_mark(self) -> None:
        directory = self.with_logs(T0)
        self.place.fs.fail_next_sync(count=3)
        self.assertFalse(directory.close())
        self.assertNotIn("/data/.kafka_cleanshutdown", self.paths())
        self.place.fs.mend()
        directory = self.loaded()
        self.assertEqual((len(read_all(directory.logs[T0])), self.report.clean), (1, False))

    def test_what_a_clean_close_leaves_survives_a_power_cut(self) -> None:
        """Whatever was not synced is made again, and nobody notices."""
        settings = LogSettings(segment_bytes=400, index_interval_bytes=100)
        for seed in range(60):
            self.place = Place()
            directory = self.place.directory(settings)
            directory.load()
            expected = {}
            for number in range(6):
                name = TopicPartition("t", number)
                log = create(directory, name, TOPIC_ID, settings)
                for step in range(number * 2):
                    fields = {"producer_id": 7, "producer_epoch": 0, "base_sequence": step} if number % 2 else {}
                    append(log, batch(b"%d" % step * 20, timestamp_ms=NOW_MS - step, **fields))
                    if seed % 3 == 0 and step == 3:
                        log.flush()
                expected[name] = (log.end_offset, wait_for(log.offset_of_max_timestamp), [record.value for record in read_all(log)])
            self.assertTrue(directory.close(in_threads if seed % 2 else one_by_one))
            self.place.fs = self.place.fs.crash(random.Random(seed))
            directory = self.place.directory(settings)
            report = directory.load()
            self.assertEqual((report.clean, report.failed, set(directory.logs)), (True, {}, set(expected)))
            for name, log in directory.logs.items():
                found = (log.end_offset, wait_for(log.offset_of_max_timestamp), [record.value for record in read_all(log)])
                self.assertEqual(found, expected[name], (seed, name))
                if name.partition % 2:
                    step = name.partition * 2 - 1
                    last = batch(b"%d" % step * 20, timestamp_ms=NOW_MS - step, producer_id=7, producer_epoch=0, base_sequence=step)
                    self.assertTrue(append(log, last)[0].duplicate, (seed, name))

    def test_what_did_not_change_is_not_synced(self) -> None:
        directory = self.with_logs(T0, T1)
        directory.close()
        directory = self.loaded()
        append(directory.logs[T0], batch(b"new"))
        synced: list[str] = []
        self.place.fs.on_operation = lambda name, path: synced.append(path) if name.startswith("sync") and "/t-" in path else None
        self.assertTrue(directory.close())
        self.assertEqual({path.split("/")[2] for path in synced}, {"t-0"})
        self.assertLessEqual(len(synced), 3, synced)

    def test_an_empty_log_costs_nothing(self) -> None:
        directory = self.loaded()
        create(directory, T0, TOPIC_ID, LogSettings())
        touched: list[str] = []
        self.place.fs.on_operation = lambda name, path: touched.append(path) if "/t-" in path else None
        self.assertTrue(directory.close())
        self.assertEqual(touched, [])

    def test_a_close_that_takes_too_long(self) -> None:
        """No mark, a sentence, and the directory stays locked: something may still be writing."""

        def never(acts: Sequence[Callable[[], None]], seconds: float | None = None) -> list[Exception | None]:
            self.assertEqual(seconds, 3.0)
            return [NotInTime("late") for _ in acts]

        directory = self.with_logs(T0, T1)
        self.assertFalse(directory.close(never, lambda: 3.0))
        self.assertNotIn("/data/.kafka_cleanshutdown", self.paths())
        self.assertIn("2 logs could not be flushed in time", " ".join(self.place.warnings))
        with self.assertRaises(DirectoryInUse):
            self.place.directory().load()
        directory.release()
        directory = self.loaded()
        self.assertEqual((len(read_all(directory.logs[T0])), self.report.clean), (1, False))

    def test_a_disk_that_says_that_it_timed_out_has_ended(self) -> None:
        """ETIMEDOUT of a disk in the network: no mark, and nobody is writing any more."""
        directory = self.with_logs(T0)

        def refused(acts: Sequence[Callable[[], None]], seconds: float | None = None) -> list[Exception | None]:
            return one_by_one(acts) if len(directory.logs) and not directory.logs[T0].is_closed else [TimeoutError("ETIMEDOUT")]

        self.assertFalse(directory.close(refused))
        self.assertNotIn("/data/.kafka_cleanshutdown", self.paths())
        self.assertTrue(self.loaded().logs)

    def test_many_logs_are_closed_in_portions(self) -> None:
        directory = self.place.directory(max_open_files=4096)
        directory.load()
        for number in range(450):
            append(create(directory, TopicPartition("many", number), TOPIC_ID, LogSettings()), batch(b"x"))
        most = 0

        def count(acts: Sequence[Callable[[], None]], seconds: float | None = None) -> list[Exception | None]:
            nonlocal most
            most = max(most, len(acts))
            return one_by_one(acts, seconds)

        self.assertTrue(directory.close(count))
        self.assertEqual(most, 200)
        self.assertTrue(all(len(read_all(log)) == 1 for log in self.loaded().logs.values()))

    def test_open_files_are_bounded(self) -> None:
        directory = self.place.directory(max_open_files=20)
        directory.load()
        for number in range(100):
            append(create(directory, TopicPartition(f"t{number}", 0), bytes([number + 1]) * 16, LogSettings()), batch(b"x"))
        self.assertLessEqual(self.place.fs.open_files, 20)
        for log in directory.logs.values():
            read_all(log)
        self.assertLessEqual(self.place.fs.open_files, 20)
        most = 0

        def watch(name: str, path: str) -> None:
            nonlocal most
            most = max(most, self.place.fs.open_files)

        self.place.fs.on_operation = watch
        self.assertTrue(directory.close())
        self.place.fs.on_operation = None
        self.assertLess(most, 30, "a stop opens few more")
        self.assertEqual(self.place.fs.open_files, 0)
        directory = self.place.directory(max_open_files=20)
        directory.load()
        self.assertLessEqual(self.place.fs.open_files, 20)


class MadeAgainTests(unittest.TestCase):
    """A topic that has the name of one that was deleted."""

    def test_checkpoints_are_not_inherited_by_a_topic_made_again(self) -> None:
        """Its offsets begin at 0, whatever the checkpoints say of the one before it: a crash must neither trust them nor go by them."""
        settings = LogSettings(flush_messages=1)
        place = Place()
        log = place.log(settings)
        append(log, *[batch(b"old")] * 10)
        log.flush()
        log.truncate_start(8)
        checkpoint(place.last)
        place.last.delete(T0)
        log = create(place.last, T0, bytes(range(1, 17)), settings)
        append(log, *[batch(b"new %d" % number) for number in range(3)])
        log.flush()
        append(log, batch(b"torn"))
        living = place.fs
        for survival in Survival:
            place.fs = living.crash(random.Random(3), survival)
            found = place.again(settings)
            self.assertEqual([record.value for record in read_all(found)][:3], [b"new 0", b"new 1", b"new 2"], survival)
            self.assertEqual((found.start_offset, found.report.recovered), (0, True))

    def test_nor_is_how_far_the_one_before_was_compacted(self) -> None:
        """That says which gaps are a compaction's: in the topic made again they are damage."""
        settings = LogSettings()
        for restarted in (False, True):
            with self.subTest(restarted=restarted):
                place = Place()
                append(place.log(settings), *[batch(b"old")] * 10)
                place.last.cleaner_offsets[T0] = 8
                do_now(place.last.prepare_cleaner_checkpoint())
                late = None if restarted else place.last.prepare_cleaner_checkpoint()
                place.last.delete(T0)
                if restarted:
                    place.last.close()
                    place.last = place.directory(settings)
                    place.last.load()
                create(place.last, T0, bytes(range(1, 17)), settings)
                self.assertEqual(read_offsets(place.fs, "/data/cleaner-offset-checkpoint"), {})
                self.assertEqual(place.last.cleaner_offsets, {})
                if late is not None:
                    do_now(late)
                    self.assertEqual(read_offsets(place.fs, "/data/cleaner-offset-checkpoint"), {})
                place.fs = place.fs.crash(random.Random(3))
                place.again(settings)
                self.assertEqual(place.last.cleaner_offsets, {})

    def test_a_creation_that_fails_leaves_how_far_the_one_there_was_compacted(self) -> None:
        place = Place()
        place.log()
        place.last.cleaner_offsets[T0] = 8
        do_now(place.last.prepare_cleaner_checkpoint())
        self.assertRaises(FileExistsError, create, place.last, T0, TOPIC_ID, LogSettings())
        self.assertEqual(place.last.cleaner_offsets, {T0: 8})
        self.assertEqual(read_offsets(place.fs, "/data/cleaner-offset-checkpoint"), {T0: 8})
