"""``klog.boot``: which logs are in doubt after a start, and until when."""

from __future__ import annotations

import contextlib
import errno
import random
import unittest

from klog.model import TopicPartition
from klog.storage.directories.directory import LogDirectory
from klog.storage.directories.start_records import (
    MAX_BYTES,
    CorruptStartRecord,
    StartRecord,
    format_start_record,
    parse_start_record,
    read_start_record,
)
from klog.storage.disk_work import do_now
from klog.storage.log.log import Log
from klog.storage.log.start_kind import StartKind
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem, Survival
from tests.storage.logs import T0, TOPIC_ID, Clock, FailingAct, append, batch, create

T1 = TopicPartition("t", 1)
PATH = "/data/klog.boot"


class FormTests(unittest.TestCase):
    """The file."""

    def test_there_and_back(self) -> None:
        for record in (
            StartRecord(None, {}),
            StartRecord("1c3a7f9e-7b0b-4c6e-9d0a-0b5b9b1f6a3d", {T1: StartKind.LOST, T0: StartKind.MACHINE_STOPPED}),
        ):
            self.assertEqual(parse_start_record("f", format_start_record(record)), record)
        self.assertEqual(format_start_record(StartRecord("b", {T0: StartKind.LOST})), b"0\nb\n1\nt 0 lost\n")

    def test_others(self) -> None:
        good = b"0\nb\n1\nt 0 lost\n"
        for wrong in (
            b"",
            b"0\n",
            b"1\nb\n0\n",
            b"0\nb\n2\nt 0 lost\n",
            b"0\nb\nx\n",
            b"0\n \n0\n",
            b"0\nb\n1\nt x lost\n",
            b"0\nb\n1\nt 0 gone\n",
        ):
            with self.subTest(wrong=wrong), self.assertRaises(CorruptStartRecord):
                parse_start_record("f", wrong)
        for position in range(len(good)):
            damaged = bytearray(good)
            damaged[position] ^= 0xFF
            try:
                parse_start_record("f", bytes(damaged))
            except CorruptStartRecord as error:
                self.assertIn("f does not read", str(error))


class StartTests(unittest.TestCase):
    """Starts of a data directory, whose machine's boot is told."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.fs = MemoryFileSystem(self.clock)
        self.warnings: list[str] = []
        self.start("a")
        for name in (T0, T1):
            log = create(self.directory, name, TOPIC_ID, LogSettings())
            append(log, batch(b"x"), batch(b"y"))
            log.flush()
        do_now(self.directory.prepare_checkpoint())

    def start(self, boot_id: str | None, *, has_replicas: bool = True, doubted_topics: tuple[str, ...] = ()) -> None:
        """A start on the disk as it is."""
        self.warnings.clear()
        directory = LogDirectory(
            self.fs,
            "/data",
            self.clock,
            LogSettings(),
            1,
            settings_for=lambda topic: LogSettings(),
            warn=self.warnings.append,
            has_replicas=has_replicas,
            boot_id=boot_id,
            doubted_topics=doubted_topics,
        )
        directory.load()
        self.directory = directory

    def kill(self) -> None:
        """The process ends."""
        self.directory.release()

    def power_cut(self) -> None:
        self.directory.release()
        self.fs = self.fs.crash(random.Random(1), Survival.NOTHING)

    def kinds(self) -> list[StartKind]:
        return [self.log(name).start_kind for name in (T0, T1)]

    def log(self, name: TopicPartition) -> Log:
        return self.directory.logs[name]

    def test_topics_of_which_somebody_asks(self) -> None:
        """Where there are no replicas: it is kept for their logs alone, and nothing is told here."""
        create(self.directory, TopicPartition("u", 0), TOPIC_ID[::-1], LogSettings())
        self.kill()
        for boot_id, kind in (("a", StartKind.KILLED), ("b", StartKind.MACHINE_STOPPED), ("b", StartKind.MACHINE_STOPPED)):
            self.start(boot_id, has_replicas=False, doubted_topics=("t",))
            self.assertEqual(self.kinds(), [kind] * 2)
            self.assertIs(self.log(TopicPartition("u", 0)).start_kind, StartKind.CLEAN)
            self.assertFalse([sentence for sentence in self.warnings if "may be missing" in sentence])
            self.kill()
        self.start("b", has_replicas=False, doubted_topics=("t",))
        for name in (T0, T1):
            self.log(name).start_kind = StartKind.CLEAN
        work = self.directory.prepare_start_record()
        assert work is not None
        do_now(work)
        self.kill()
        self.start("b", has_replicas=False, doubted_topics=("t",))
        self.assertEqual(self.kinds(), [StartKind.KILLED] * 2)

    def test_a_directory_that_somebody_else_has_served(self) -> None:
        """Kafka, say, which notes no boot, and would go on itself with what is there."""
        self.kill()
        self.fs.remove("/data/klog.boot")
        self.start("b", has_replicas=False, doubted_topics=("t",))
        self.assertEqual(self.kinds(), [StartKind.KILLED] * 2)
        self.kill()
        self.start("c", has_replicas=False, doubted_topics=("t",))
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)

    def test_a_stop_in_order(self) -> None:
        self.assertTrue(self.directory.close())
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.CLEAN] * 2)
        self.assertEqual(read_start_record(self.fs, "/data"), StartRecord("b", {}))

    def test_a_killed_process(self) -> None:
        self.kill()
        self.start("a")
        self.assertEqual(self.kinds(), [StartKind.KILLED] * 2)
        self.assertNotIn("klog.unclean.start", "".join(self.warnings))

    def test_a_machine_that_stopped(self) -> None:
        self.power_cut()
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)
        self.assertIn("of 2 logs acknowledged records may be missing", "".join(self.warnings))
        self.assertEqual(read_start_record(self.fs, "/data"), StartRecord("b", dict.fromkeys((T0, T1), StartKind.MACHINE_STOPPED)))

    def test_a_log_that_must_not_be_served_and_one_that_comes(self) -> None:
        """Of one that lies in two data directories, and of one on its way here, the doubt stays, whenever the process is killed."""
        self.power_cut()
        self.start("b")
        self.directory.withdraw(T0, "it lies in two")
        coming = TopicPartition("t", 2)
        self.directory.expect(coming, 2, 0, 2, None, StartKind.MACHINE_STOPPED)
        work = self.directory.prepare_start_record()
        assert work is not None
        do_now(work)
        found = StartRecord("b", dict.fromkeys((T0, T1, coming), StartKind.MACHINE_STOPPED))
        self.assertEqual(read_start_record(self.fs, "/data"), found)
        self.kill()
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)

    def test_no_boot_is_known(self) -> None:
        self.kill()
        self.start(None)
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)
        self.kill()
        self.start(None)
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)

    def test_nothing_was_noted(self) -> None:
        """By a broker alone, or by Kafka."""
        self.kill()
        self.fs.remove(PATH)
        self.start("a")
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)

    def test_a_doubt_outlives_kills_and_stops_in_order(self) -> None:
        """The process dies before the log has led or followed: the next one must not take it for a killed one's."""
        self.power_cut()
        self.start("b")
        self.kill()
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)
        self.assertTrue(self.directory.close())
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)

    def test_it_ends_when_somebody_says_so(self) -> None:
        self.power_cut()
        self.start("b")
        self.log(T0).start_kind = StartKind.CLEAN
        work = self.directory.prepare_start_record()
        assert work is not None
        self.assertIsNone(self.directory.prepare_start_record(), "it is being written")
        do_now(work)
        self.assertIsNone(self.directory.prepare_start_record(), "it is written")
        self.kill()
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.KILLED, StartKind.MACHINE_STOPPED])
        self.log(T1).start_kind = StartKind.CLEAN
        self.assertTrue(self.directory.close(), "a close writes it, too")
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.CLEAN] * 2)

    def test_a_log_that_ends_below_what_was_known_of_it(self) -> None:
        """Flushed records that are gone, or shown ones."""
        self.kill()
        self.fs.write("/data/t-0/00000000000000000000.log", b"")
        self.start("a")
        self.assertEqual(self.kinds(), [StartKind.LOST, StartKind.KILLED])
        self.assertIn("1 end below", "".join(self.warnings))
        self.kill()
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.LOST, StartKind.MACHINE_STOPPED])

    def test_the_end_is_gone_after_a_stop_in_order(self) -> None:
        """The disk lost what it had: the log ends where its batches end, so that a leader's copy fills it up; a hole nobody would fill."""
        self.assertTrue(self.directory.close())
        path = "/data/t-0/00000000000000000000.log"
        data = self.fs.read(path)
        self.fs.write(path, data[: len(data) // 2])
        self.start("a")
        self.assertEqual(self.kinds(), [StartKind.LOST, StartKind.CLEAN])
        self.assertEqual((self.log(T0).end_offset, self.log(T0).segment_count), (1, 1))
        self.assertEqual(self.log(T0).report.dropped_offsets, 1)
        self.kill()
        self.start("a")
        self.assertEqual(self.kinds(), [StartKind.LOST, StartKind.KILLED])

    def test_a_start_that_dies_at_any_act(self) -> None:
        """What it has found out is known to the next one, though another program's checkpoints are written anew meanwhile."""
        self.kill()
        # As another program keeps them: without klog's own entry, and with a watermark of some seconds ago.
        self.fs.write("/data/recovery-point-offset-checkpoint", b"0\n2\nt 0 2\nt 1 2\n")
        self.fs.write("/data/replication-offset-checkpoint", b"0\n2\nt 0 0\nt 1 0\n")
        self.fs.write("/data/t-0/00000000000000000000.log", b"")
        begun = self.fs.crash(random.Random(1), Survival.EVERYTHING)
        number = 0
        while True:
            self.fs = begun.crash(random.Random(1), Survival.EVERYTHING)
            dies = FailingAct(lambda act, path: act in ("write", "rename", "sync", "sync_directory", "remove"), number, errno.EIO)
            self.fs.before_act = dies
            with contextlib.suppress(OSError):
                self.start("a")
            self.fs.before_act = None
            self.fs.process_ended()
            self.start("a")
            with self.subTest(died=dies.failed):
                self.assertEqual(self.kinds(), [StartKind.LOST, StartKind.KILLED])
            self.kill()
            if not dies.failed:
                break
            number += 1
        self.assertGreater(number, 5)

    def test_shown_and_not_flushed(self) -> None:
        append(self.log(T0), batch(b"z"))
        work = self.directory.prepare_high_watermark_checkpoint()
        assert work is not None
        do_now(work)
        self.power_cut()
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.LOST, StartKind.MACHINE_STOPPED])

    def test_a_log_that_cannot_be_opened_now(self) -> None:
        self.power_cut()
        good = self.fs.read("/data/t-0/partition.metadata")
        self.fs.write("/data/t-0/partition.metadata", b"nonsense")
        self.start("b")
        self.assertEqual(list(self.directory.logs), [T1])
        self.kill()
        self.fs.write("/data/t-0/partition.metadata", good)
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)

    def test_a_deleted_log_is_not_remembered(self) -> None:
        self.power_cut()
        self.start("b")
        self.assertTrue(self.directory.delete(T0))
        work = self.directory.prepare_start_record()
        assert work is not None
        do_now(work)
        self.assertEqual(read_start_record(self.fs, "/data"), StartRecord("b", {T1: StartKind.MACHINE_STOPPED}))

    def test_a_file_that_is_hurt(self) -> None:
        self.kill()
        self.fs.write(PATH, b"nonsense")
        self.start("a")
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)
        self.assertIn("does not read", "".join(self.warnings))

    def test_a_file_that_is_hurt_after_a_stop_in_order(self) -> None:
        """Of which logs something was missing before nobody knows any more: of any of them it may be."""
        self.power_cut()
        self.start("b")
        self.assertTrue(self.directory.close())
        for hurt in (b"nonsense", b"", b"1\nb\n0\n", b"0\nb\n2\nt 0 machine\n", bytes(MAX_BYTES + 1)):
            with self.subTest(hurt=hurt[:20]):
                self.fs.write(PATH, hurt)
                self.start("b")
                self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)
                self.assertIn("does not read", "".join(self.warnings))
                self.assertTrue(self.directory.close())

    def test_a_broker_alone_keeps_none(self) -> None:
        self.assertTrue(self.directory.close())
        self.fs.remove(PATH)
        self.start("a", has_replicas=False)
        self.assertTrue(self.directory.close())
        self.assertFalse(self.fs.exists(PATH))

    def test_a_full_disk(self) -> None:
        """The older file stays, by which the next start doubts as much; it is written when there is room."""
        self.power_cut()

        def no_room(act: str, path: str) -> None:
            if act == "write" and path.startswith(PATH):
                raise OSError(errno.ENOSPC, "no space", path)

        self.fs.before_act = no_room
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)
        self.kill()
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)
        self.fs.before_act = None
        work = self.directory.prepare_start_record()
        assert work is not None
        do_now(work)
        self.kill()
        self.start("b")
        self.assertEqual(self.kinds(), [StartKind.MACHINE_STOPPED] * 2)
