"""The data directory: lock, identity, start, what is left alone, deletion, checkpoints, close."""

from __future__ import annotations

import errno
import random
import unittest
from collections.abc import Callable, Mapping, Sequence
from unittest import mock

from klog.errors import ErrorCode
from klog.model import TopicPartition, topic_id_to_text
from klog.storage import directory as directory_module
from klog.storage import directory_checkpoints
from klog.storage.checkpoints import read_offsets
from klog.storage.cold_read import wait_for
from klog.storage.directory import DirectoryInUse, LogDirectory
from klog.storage.disk_work import do_now
from klog.storage.log import Log
from klog.storage.meta_properties import BadMetaProperties
from klog.storage.parallel_io import NotInTime, in_threads, one_by_one
from klog.storage.settings import LogSettings
from klog.testing.filesystem import Survival
from tests.storage.logs import NOW_MS, T0, TOPIC_ID, Place, append, batch, checkpoint, create, read_all, remove_deleted
from tests.storage.test_kraft_metadata import A, config, partition, producer_ids, topic

T1 = TopicPartition("t", 1)
U0 = TopicPartition("u-with-dash", 0)


class DirectoryCase(unittest.TestCase):
    """A data directory in memory."""

    def setUp(self) -> None:
        self.place = Place()

    def loaded(self, settings: LogSettings | None = None) -> LogDirectory:
        directory = self.place.directory(settings)
        self.report = directory.load()
        return directory

    def with_logs(self, *partitions: TopicPartition) -> LogDirectory:
        directory = self.loaded()
        for number, topic_partition in enumerate(partitions):
            log = create(directory, topic_partition, TOPIC_ID if topic_partition.topic == "t" else bytes([number + 1]) * 16, LogSettings())
            append(log, batch(b"in " + str(topic_partition).encode()))
        return directory

    def refuse(self, path: str) -> None:
        """The partition at `path` cannot be opened."""

        def before_act(act: str, its_path: str) -> None:
            if (act, its_path) == ("list", path):
                raise OSError(errno.EMFILE, "Too many open files", path)

        self.place.fs.before_act = before_act

    def paths(self) -> list[str]:
        return sorted(self.place.fs.walk("/data"))


class StartTests(DirectoryCase):
    """`load`."""

    def test_a_new_directory(self) -> None:
        directory = self.loaded()
        self.assertEqual((self.report.created, self.report.foreign, self.report.logs, self.report.warnings), (True, False, 0, []))
        self.assertEqual(directory.logs, {})
        self.assertTrue(directory.close())

    def test_over_a_restart(self) -> None:
        directory = self.with_logs(T0, T1, U0)
        self.assertTrue(directory.close())
        self.assertIn("/data/.kafka_cleanshutdown", self.paths())
        again = self.loaded()
        self.assertNotIn("/data/.kafka_cleanshutdown", self.paths())
        self.assertEqual(set(again.logs), {T0, T1, U0})
        self.assertEqual(self.report.topic_ids, {"t": TOPIC_ID, "u-with-dash": bytes([3]) * 16})
        self.assertEqual((self.report.clean, self.report.recovered, self.report.logs), (True, [], 3))
        for topic_partition, log in again.logs.items():
            self.assertEqual(read_all(log)[0].value, b"in " + str(topic_partition).encode())
        again.release()
        third = self.loaded()
        self.assertEqual((self.report.clean, sorted(self.report.recovered)), (False, [T0, T1, U0]))
        self.assertIn("not closed in order", " ".join(self.report.warnings))
        self.assertEqual(len(third.logs), 3)

    def test_in_use(self) -> None:
        first = self.loaded()
        with self.assertRaises(DirectoryInUse) as caught:
            self.loaded()
        self.assertIn("/data is in use by another broker", str(caught.exception))
        first.close()
        self.loaded()

    def test_identity(self) -> None:
        directory = self.loaded()
        directory.write_identity("cluster-of-22-letters-")
        directory.close()
        self.loaded().close()
        self.assertEqual(self.report.cluster_id, "cluster-of-22-letters-")
        for broker_id, cluster_id, words in ((2, None, "belongs to broker 1"), (1, "another-cluster-------", "belongs to cluster")):
            other = LogDirectory(self.place.fs, "/data", self.place.clock, LogSettings(), broker_id, cluster_id=cluster_id)
            with self.assertRaisesRegex(BadMetaProperties, words):
                other.load()
        self.assertTrue(self.loaded().close(), "the lock was given back")

    def test_what_is_left_alone(self) -> None:
        directory = self.with_logs(T0)
        directory.close()
        unique = "0123456789abcdef0123456789abcdef"
        strange = [
            f"t-1.{unique}-delete",
            f"t-2.{unique}-future",
            f"t-3.{unique}-stray",
            "__cluster_metadata-0",
            "lost+found",
            "t-x",
        ]
        for name in strange:
            self.place.fs.make_directory(f"/data/{name}")
            self.place.fs.write(f"/data/{name}/00000000000000000000.log", b"precious")
        self.place.fs.write("/data/some-0", b"a file")
        self.place.fs.write("/data/cleaner-offset-checkpoint", b"0\n1\nt 0 7\n")
        before = {path: self.place.fs.read(path) for path in self.paths() if not path.startswith("/data/t-0/")}
        directory = self.loaded()
        self.assertEqual(set(directory.logs), {T0})
        for log in directory.logs.values():
            log.apply_retention(NOW_MS * 2)
        remove_deleted(directory, NOW_MS * 2)
        directory.close()
        for path, data in before.items():
            if ("checkpoint" not in path and "cleanshutdown" not in path) or "cleaner" in path:
                self.assertEqual(self.place.fs.read(path), data, path)

    def test_logs_are_looked_at_in_steps(self) -> None:
        self.enterContext(mock.patch.object(directory_module, "LOGS_OF_A_STEP", 1))
        directory = self.with_logs(T0, T1)
        for log in directory.logs.values():
            append(log, batch(b"old"))
            # The segment is rolled, flushed and deleted.
            log.apply_retention(NOW_MS * 2)
            log.flush()
            log.apply_retention(NOW_MS * 2)
        found: list[Log] = []
        steps = directory.logs_with_deleted(NOW_MS * 3, found.append)
        next(steps)
        self.assertEqual(len(found), 1)
        # What comes between two steps: the topic of the log that was looked at goes, and the folder with all that waited in it.
        directory.delete(found[0].topic_partition)
        self.assertEqual(len(list(steps)), 1)
        self.assertEqual(len(found), 2)
        removal = directory.prepare_removal(NOW_MS * 3, found)
        assert removal is not None
        do_now(removal)
        self.assertEqual([path for path in self.paths() if path.endswith(".deleted") and "-delete/" not in path], [])
        self.assertIsNone(directory.prepare_removal(NOW_MS * 3, found))
        self.assertEqual(len(list(directory.expire_producers())), 1)

    def test_one_bad_log_does_not_stop_the_others(self) -> None:
        self.with_logs(T0, T1).close()
        self.place.fs.write("/data/t-1/partition.metadata", b"nonsense")
        directory = self.loaded()
        self.assertEqual((set(directory.logs), set(self.report.failed)), ({T0}, {T1}))
        self.assertIn("/data/t-1", self.report.failed[T1])
        self.assertFalse(directory.close(), "no clean mark over what nobody looked at")

    def test_a_log_that_cannot_be_read(self) -> None:
        self.with_logs(T0, T1).close()
        self.place.fs.fail_reads(errno.EIO, "t-1/00000000000000000000.log")
        directory = self.loaded()
        self.assertEqual((set(directory.logs), set(self.report.failed)), ({T0}, {T1}))

    def test_checkpoints_keep_what_they_said_of_a_log_that_cannot_be_opened(self) -> None:
        """A start that may open too few files, and the one after it, find what was there: records that were deleted stay so."""
        directory = self.with_logs(T0, T1)
        append(directory.logs[T1], *[batch(b"more")] * 9)
        directory.logs[T1].truncate_start(4)
        directory.cleaner_offsets[T1] = 3
        do_now(directory.prepare_cleaner_checkpoint())
        self.assertTrue(directory.close())
        names = [f"/data/{name}-offset-checkpoint" for name in ("recovery-point", "log-start", "replication", "cleaner")]
        before = {path: read_offsets(self.place.fs, path) for path in names}
        self.assertEqual([before[path][T1] for path in names], [10, 4, 10, 3])
        self.refuse("/data/t-1")
        for _ in range(2):
            directory = self.loaded()
            self.assertEqual(set(self.report.failed), {T1})
            checkpoint(directory)
            do_now(directory.prepare_cleaner_checkpoint())
            self.assertFalse(directory.close())
            self.assertEqual({path: read_offsets(self.place.fs, path) for path in names}, before)
        self.place.fs.before_act = None
        log = self.loaded().logs[T1]
        self.assertEqual((log.start_offset, log.end_offset), (4, 10))

    def test_somebody_else_s_log_is_klog_s_once_it_was_opened(self) -> None:
        """Written down by the start that opens it, before anything is appended."""
        self.with_logs(T0, T1).close()
        path = "/data/recovery-point-offset-checkpoint"
        self.place.fs.write(path, b"0\n2\nt 0 1\nt 1 1\n")
        self.refuse("/data/t-1")
        for _ in range(2):
            self.loaded().close()
            self.assertEqual(self.place.fs.read(path), b"0\n4\n:foreign:t 1 1\n:klog 0 1\nt 0 1\nt 1 1\n")
        self.place.fs.before_act = None
        self.loaded()
        self.assertEqual(self.place.fs.read(path), b"0\n3\n:klog 0 1\nt 0 1\nt 1 1\n")

    def test_checkpoints_forget_a_log_that_could_not_be_opened_and_is_deleted(self) -> None:
        self.with_logs(T0, T1).close()
        self.refuse("/data/t-1")
        directory = self.loaded()
        self.place.fs.before_act = None
        directory.delete(T1)
        checkpoint(directory)
        self.assertEqual(set(read_offsets(self.place.fs, "/data/recovery-point-offset-checkpoint")), {T0})

    def test_how_far_logs_are_compacted(self) -> None:
        directory = self.place.directory()
        directory.load()
        create(directory, T0, TOPIC_ID, LogSettings())
        create(directory, T1, TOPIC_ID, LogSettings())
        directory.cleaner_offsets.update({T0: 0, T1: 0})
        do_now(directory.prepare_cleaner_checkpoint())
        self.assertTrue(directory.close())
        again = self.place.directory()
        again.load()
        self.assertEqual(again.cleaner_offsets, {T0: 0, T1: 0})
        again.delete(T1)
        do_now(again.prepare_cleaner_checkpoint())
        self.assertEqual(read_offsets(self.place.fs, "/data/cleaner-offset-checkpoint"), {T0: 0})

    def test_damaged_checkpoints(self) -> None:
        for name in ("recovery-point-offset-checkpoint", "log-start-offset-checkpoint"):
            self.place = Place()
            self.with_logs(T0).close()
            self.place.fs.write(f"/data/{name}", b"\xff\x00")
            directory = self.loaded()
            self.assertIn(name, " ".join(self.report.warnings))
            self.assertEqual(len(read_all(directory.logs[T0])), 1)

    def test_topic_ids(self) -> None:
        self.with_logs(T0, T1).close()
        self.place.fs.remove("/data/t-1/partition.metadata")
        directory = self.loaded()
        self.assertEqual(directory.logs[T1].topic_id, TOPIC_ID, "the other partition knows it")
        self.assertEqual(self.place.fs.read("/data/t-1/partition.metadata"), self.place.fs.read("/data/t-0/partition.metadata"))
        directory.close()
        for partition_name in ("t-0", "t-1"):
            self.place.fs.remove(f"/data/{partition_name}/partition.metadata")
        directory = self.loaded()
        new = self.report.topic_ids["t"]
        self.assertEqual((directory.logs[T0].topic_id, directory.logs[T1].topic_id), (new, new))
        self.assertNotEqual(new, TOPIC_ID)
        self.assertIn(topic_id_to_text(new).encode(), self.place.fs.read("/data/t-0/partition.metadata"))

    def test_two_ids_of_one_topic(self) -> None:
        t2 = TopicPartition("t", 2)
        directory = self.with_logs(T0, T1, t2)
        directory.close()
        self.place.fs.write("/data/t-0/partition.metadata", b"version: 0\ntopic_id: " + topic_id_to_text(bytes([9] * 16)).encode())
        directory = self.loaded()
        self.assertEqual((set(directory.logs), set(self.report.failed)), ({T1, t2}, {T0}))
        self.assertIn(topic_id_to_text(bytes([9] * 16)), self.report.failed[T0])
        self.assertTrue(self.place.fs.exists("/data/t-0/00000000000000000000.log"))

    def test_topic_ids_that_others_know(self) -> None:
        """Each partition keeps its own; one without gets what the cluster says."""
        self.with_logs(T0, T1).close()
        other = bytes([9] * 16)
        self.place.fs.write("/data/t-0/partition.metadata", b"version: 0\ntopic_id: " + topic_id_to_text(other).encode())
        directory = LogDirectory(self.place.fs, "/data", self.place.clock, LogSettings(), 1, topic_id_for=lambda topic: TOPIC_ID)
        report = directory.load()
        self.assertEqual((directory.logs[T0].topic_id, directory.logs[T1].topic_id, report.failed), (other, TOPIC_ID, {}))
        directory.close()
        for name in ("t-0", "t-1"):
            self.place.fs.remove(f"/data/{name}/partition.metadata")
        directory = LogDirectory(self.place.fs, "/data", self.place.clock, LogSettings(), 1, topic_id_for=lambda topic: other)
        self.assertEqual(directory.load().topic_ids, {"t": other})
        self.assertIn(topic_id_to_text(other).encode(), self.place.fs.read("/data/t-1/partition.metadata"))
        directory.close()

    def test_settings_that_are_not_known_keep_everything(self) -> None:
        self.with_logs(T0).close()
        directory = LogDirectory(self.place.fs, "/data", self.place.clock, LogSettings(retention_ms=1), 1)
        directory.load()
        self.assertFalse(directory.logs[T0].settings.retention_known)
        self.assertEqual([log.apply_retention(NOW_MS * 2) for log in directory.logs.values()], [0] * len(directory.logs))

    def test_a_directory_of_kraft(self) -> None:
        self.with_logs(TopicPartition("a", 0)).close()
        self.place.fs.make_directory("/data/__cluster_metadata-0")
        from klog.records.implementations import codec

        values = [topic("a", A), partition(A, 0, 6), config("a", "retention.ms", "9"), producer_ids(3000)]
        self.place.fs.write(
            "/data/__cluster_metadata-0/00000000000000000000.log", codec.build_batch([(0, None, value, ()) for value in values])
        )
        self.loaded().release()
        self.assertEqual(self.report.topic_configs, {"a": {"retention.ms": "9"}})
        self.assertEqual((self.report.highest_producer_id, self.report.highest_epoch, self.report.foreign), (2999, 6, True))
        self.place.fs.write("/data/klog.state", b"")
        self.loaded()
        self.assertEqual((self.report.topic_configs, self.report.foreign), (None, False))

    def test_a_damaged_controllers_log(self) -> None:
        self.with_logs(TopicPartition("a", 0)).close()
        self.place.fs.make_directory("/data/__cluster_metadata-0")
        from klog.records.implementations import codec

        self.place.fs.write("/data/__cluster_metadata-0/00000000000000000000.log", codec.build_batch([(0, None, b"\7\7\7", ())]))
        self.loaded()
        self.assertIsNone(self.report.topic_configs)
        self.assertIn("cannot be read", " ".join(self.report.warnings))
        self.assertEqual(self.report.logs, 1)


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
