"""The start of a data directory: what is served, what is left alone, what is remembered."""

from __future__ import annotations

import errno
import random
from unittest import mock

from klog.model import TopicPartition, topic_id_to_text
from klog.storage.checkpoint_files import read_offsets
from klog.storage.directories import directory as directory_module
from klog.storage.directories.directory import LogDirectory
from klog.storage.disk_work import do_now
from klog.storage.log.log import Log
from klog.storage.settings import LogSettings
from klog.testing.filesystem import Survival
from tests.storage.directories.test_kraft_metadata import A, config, partition, producer_ids, topic
from tests.storage.directory_case import T1, U0, DirectoryCase
from tests.storage.logs import NOW_MS, T0, TOPIC_ID, Place, append, batch, checkpoint, create, read_all, remove_deleted


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

    def test_a_mark_of_an_orderly_stop_that_could_not_be_removed_for_good(self) -> None:
        """Nor does it come back with the power after the start behind that one."""
        self.assertTrue(self.with_logs(T0).close())
        self.place.fs.fail_next_sync()
        self.assertRaises(OSError, self.loaded)
        append(self.loaded().logs[T0], batch(b"more"))
        self.assertFalse(self.report.clean)
        self.place.fs = self.place.fs.crash(random.Random(1), Survival.NOTHING)
        self.loaded()
        self.assertFalse(self.report.clean)

    def test_after_a_sync_that_failed(self) -> None:
        """That is known until all logs have been written again, and told."""
        self.with_logs(T0, T1).release()
        self.place.fs.write("/data/klog.unsynced", b"")
        self.refuse("/data/t-1")
        self.loaded().release()
        self.place.fs.before_act = None
        self.assertIn("/data/klog.unsynced", self.paths())
        directory = self.loaded()
        self.assertNotIn("/data/klog.unsynced", self.paths())
        self.assertEqual([log.recovery_point for log in directory.logs.values()], [1, 1])
        self.assertIn("not closed in order: 2 logs were walked from their recovery points and written again", self.report.warnings[-1])

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

        def look(log: Log) -> None:
            if log.has_deleted(NOW_MS * 3):
                found.append(log)

        steps = directory.look_at_logs(look)
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
        self.assertEqual(len(list(directory.look_at_logs(Log.expire_producers))), 1)

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
