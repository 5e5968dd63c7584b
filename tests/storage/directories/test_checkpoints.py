"""What checkpoints say, and that an older one never follows a newer one."""

from __future__ import annotations

import errno
import random
import unittest

from klog.model import TopicPartition
from klog.storage.atomic_files import replace_whole
from klog.storage.checkpoint_files import format_offsets, read_offsets
from klog.storage.compaction.log_compaction import dirtiness_of
from klog.storage.directories.checkpoints import CheckpointFiles, CheckpointOrder, DirectoryCheckpoints
from klog.storage.directories.creation import NewPartition
from klog.storage.disk_work import DiskWork, WorkOwner, do_now
from klog.storage.log.log import Log
from klog.storage.settings import LogSettings
from klog.testing.filesystem import Survival
from tests.storage.logs import T0, TOPIC_ID, Place, append, batch, checkpoint, create, read_all

T1 = TopicPartition("t", 1)
POINTS = "/data/recovery-point-offset-checkpoint"


class OrderTests(unittest.TestCase):
    """`CheckpointOrder` and `CheckpointFiles`."""

    def setUp(self) -> None:
        self.place = Place()
        self.place.directory().load()
        self.order = CheckpointOrder(self.place.fs)

    def files(self, **offsets: int) -> CheckpointFiles:
        """A file with these offsets of partition 0."""
        named = {TopicPartition(name, 0): offset for name, offset in offsets.items()}
        return CheckpointFiles(self.place.fs, [("/data/some", lambda: format_offsets(named))], self.order, named)

    def written(self) -> dict[str, int]:
        return {name.topic: offset for name, offset in read_offsets(self.place.fs, "/data/some").items()}

    def test_an_older_one_is_not_written_after_a_newer_one(self) -> None:
        older, newer = self.files(a=1, b=1), self.files(a=2)
        newer.write()
        older.write()
        self.assertEqual(self.written(), {"a": 2})

    def test_names_that_may_stand_there(self) -> None:
        """Until it is known what does: those of all that were gathered."""
        older, newer = self.files(a=1, b=1), self.files(a=2)
        older.write()
        older.have_been_written()
        self.assertEqual({name.topic for name in self.order.names}, {"a", "b"})
        newer.write()
        newer.have_been_written()
        self.assertEqual({name.topic for name in self.order.names}, {"a"})


class AboveTheEndTests(unittest.TestCase):
    """Checkpoints that name an offset behind the end of their log, after a stop in order and after a kill."""

    SMALL = LogSettings(segment_bytes=300, cleanup_compact=True)

    def started(self, *names: str, is_clean: bool) -> tuple[Place, Log]:
        """A log of five records whose checkpoints of these names say 1000, opened again."""
        place = Place()
        log = place.log(self.SMALL)
        append(log, *[batch(b"x" * 40, key=b"k%d" % number) for number in range(5)])
        log.flush()
        checkpoint(place.last)
        if is_clean:
            self.assertTrue(place.last.close())
        for name in names:
            replace_whole(place.fs, f"/data/{name}-offset-checkpoint", format_offsets({T0: 1000}))
        return place, place.again(self.SMALL)

    def test_each_by_itself(self) -> None:
        """The log is what its batches say."""
        for is_clean in (False, True):
            for name in ("recovery-point", "replication", "log-start", "cleaner"):
                with self.subTest(name=name, is_clean=is_clean):
                    place, log = self.started(name, is_clean=is_clean)
                    found = (log.start_offset, log.high_watermark, log.end_offset, len(read_all(log)))
                    self.assertEqual(found, (0, 5, 5, 5))
                    self.assertLessEqual(log.recovery_point, 5)
                    self.assertEqual(append(log, batch(b"y", key=b"y"))[0].base_offset, 5)
                    log.flush()
                    dirt = dirtiness_of(log, place.last.cleaner_offsets.get(T0))
                    self.assertTrue(dirt is None or dirt.first_dirty <= log.end_offset)
                    self.assertTrue(place.last.close())
                    self.assertEqual(place.again(self.SMALL).end_offset, 6)
                    self.assertEqual(read_offsets(place.fs, POINTS)[T0], 6)

    def test_all_of_them(self) -> None:
        """That is what a log looks like whose records were all deleted, and of which the power has taken the end (``LogLoader``): it goes
        on empty from there, so that no offset is given twice."""
        for is_clean in (False, True):
            place, log = self.started("recovery-point", "replication", "log-start", "cleaner", is_clean=is_clean)
            self.assertEqual((log.start_offset, log.high_watermark, log.end_offset), (1000, 1000, 1000))
            self.assertRegex(
                " ".join(place.warnings), "log goes on at offset 1000" if is_clean else "starts at 1000; it goes on empty from"
            )
            self.assertEqual(append(log, batch(b"y", key=b"y"))[0].base_offset, 1000)


class DirectoryCheckpointsTests(unittest.TestCase):
    """Of a directory with two logs."""

    def setUp(self) -> None:
        self.place = Place()
        self.directory = self.place.directory()
        self.directory.load()
        for name in (T0, T1):
            append(create(self.directory, name, TOPIC_ID, LogSettings()), *[batch(b"x")] * 3)
        self.assertTrue(self.directory.close())
        self.warnings: list[str] = []
        self.failures: list[Exception] = []
        self.owner = WorkOwner()
        self.logs = dict(self.directory.logs)
        self.checkpoints = self.again()

    def again(self) -> DirectoryCheckpoints:
        """Read by another start, of which no log is open yet."""
        self.logs.clear()
        return DirectoryCheckpoints(self.place.fs, "/data", self.owner, self.logs, self.failures.append, self.warnings.append)

    def test_a_log_that_was_closed_in_order(self) -> None:
        self.checkpoints.read()
        self.assertEqual(self.checkpoints.of(T0), (3, 0, 0, 3, 3))
        self.assertEqual(self.checkpoints.of(TopicPartition("none", 0)), (0, 0, 0, None, 0))

    def test_a_file_that_cannot_be_read(self) -> None:
        replace_whole(self.place.fs, POINTS, b"nonsense")
        self.checkpoints.read()
        self.assertEqual((self.checkpoints.of(T0).recovery_point, self.checkpoints.of(T0).known_end_offset), (0, None))
        self.assertIn("klog goes on without it", self.warnings[0])

    def test_a_start_that_cannot_be(self) -> None:
        replace_whole(self.place.fs, "/data/log-start-offset-checkpoint", format_offsets({T0: 9}))
        self.checkpoints.read()
        self.assertEqual(self.checkpoints.of(T0).start_offset, 0)
        self.assertIn("cannot start at 9", self.warnings[0])

    def test_what_cannot_be_opened_is_kept_until_it_is_forgotten(self) -> None:
        self.checkpoints.read()
        self.checkpoints.cleaner_offsets[T1] = 2
        self.checkpoints.opened([T0, T1])
        do_now(self.checkpoints.prepare())
        self.assertEqual(read_offsets(self.place.fs, POINTS), {T0: 3, T1: 3})
        self.checkpoints.forget(T1)
        do_now(self.checkpoints.prepare())
        self.assertEqual((read_offsets(self.place.fs, POINTS), self.checkpoints.cleaner_offsets), ({T0: 3}, {}))
        self.assertFalse(self.owner.running)

    def test_without_those_that_are_about_to_be_made(self) -> None:
        """Only where a file names them; what is known of them is forgotten when they are there."""
        self.checkpoints.read()
        self.checkpoints.opened([T0, T1])
        self.assertIsNone(self.checkpoints.without([TopicPartition("none", 0)]))
        write = self.checkpoints.without([T1])
        assert write is not None
        write()
        self.assertEqual(read_offsets(self.place.fs, POINTS), {T0: 3})
        do_now(self.checkpoints.prepare())
        self.assertEqual(read_offsets(self.place.fs, POINTS), {T0: 3}, "nor do others, meanwhile")
        self.checkpoints.have_come([T1])
        do_now(self.checkpoints.prepare())
        self.assertEqual(read_offsets(self.place.fs, POINTS), {T0: 3, T1: 3}, "it could not be made")

    def test_a_disk_that_fails(self) -> None:
        self.checkpoints.read()
        self.place.fs.fail_next_sync()
        with self.assertRaises(OSError) as caught:
            do_now(self.checkpoints.prepare())
        self.assertEqual(([caught.exception], caught.exception.errno), (self.failures, errno.EIO))


class MadeAgainTests(unittest.TestCase):
    """A topic made again under its name finds nothing of the one before it, whatever becomes of the checkpoints on the way."""

    SETTINGS = LogSettings(flush_messages=1)

    def old(self) -> Place:
        """A directory with a log of ten records, of which the checkpoints say that it starts with the eighth."""
        place = Place()
        log = place.log(self.SETTINGS)
        append(log, *[batch(b"old")] * 10)
        log.flush()
        log.truncate_start(8)
        checkpoint(place.last)
        return place

    def assert_new(self, place: Place, made: NewPartition) -> None:
        """The new log's records are there after a power cut."""
        log = place.last.complete_creation(made, self.SETTINGS)
        append(log, batch(b"new"))
        log.flush()
        cut = Place(place.fs.crash(random.Random(3), Survival.NOTHING))
        directory = cut.directory(self.SETTINGS)
        directory.load()
        self.assertEqual([record.value for record in read_all(directory.logs[T0])], [b"new"])

    def test_a_newer_checkpoint_that_failed_is_none(self) -> None:
        """At each of its three files."""
        for number in (errno.EMFILE, errno.ENOSPC):
            for name in ("recovery-point", "log-start", "replication"):
                with self.subTest(number=number, name=name):
                    place = self.old()
                    do_now(place.last.prepare_deletion(place.last.take_out([T0])))
                    creation = place.last.prepare_creation([(T0, b"2" * 16)])
                    newer = place.last.prepare_checkpoint()

                    def refuse(act: str, path: str, number: int = number, name: str = name) -> None:
                        if act == "open" and path.startswith(f"/data/{name}-offset-checkpoint"):
                            raise OSError(number, "refused", path)

                    place.fs.before_act = refuse
                    with self.assertRaises(OSError):
                        do_now(newer)
                    place.fs.before_act = None
                    do_now(creation)
                    self.assert_new(place, creation.partitions[0])

    def test_one_gathered_while_a_log_that_could_not_be_opened_is_made_again(self) -> None:
        """Written before the new log is made, and after it."""
        for late in (False, True):
            with self.subTest(late=late):
                place = self.old()
                place.last.cleaner_offsets[T0] = 7
                do_now(place.last.prepare_cleaner_checkpoint())
                place.last.close()

                place.fs.before_act = _refuse_list
                directory = place.last = place.directory(self.SETTINGS)
                self.assertEqual(list(directory.load().failed), [T0])
                place.fs.before_act = None
                works: list[DiskWork[None]] = [
                    directory.prepare_deletion(directory.take_out([T0], TOPIC_ID)),
                    creation := directory.prepare_creation([(T0, b"2" * 16)]),
                ]
                checkpoints: list[DiskWork[None]] = [directory.prepare_checkpoint(), directory.prepare_cleaner_checkpoint()]
                for work in works + checkpoints if late else checkpoints + works:
                    do_now(work)
                self.assertEqual(read_offsets(place.fs, "/data/cleaner-offset-checkpoint"), {})
                self.assert_new(place, creation.partitions[0])

    def test_what_could_not_be_made_again_is_kept(self) -> None:
        """The checkpoints go on speaking of a log that could not be opened, when the creation of its name has failed."""
        place = self.old()
        place.last.close()
        place.fs.before_act = _refuse_list
        directory = place.directory(self.SETTINGS)
        directory.load()
        place.fs.before_act = None
        creation = directory.prepare_creation([(T0, b"2" * 16)])
        do_now(creation)
        self.assertIsInstance(creation.partitions[0].error, FileExistsError)
        self.assertEqual(read_offsets(place.fs, POINTS), {T0: 10}, "not even until the next round: the power may go")
        self.assertEqual(read_offsets(place.fs, "/data/log-start-offset-checkpoint"), {T0: 8})
        do_now(directory.prepare_checkpoint())
        self.assertEqual(read_offsets(place.fs, POINTS), {T0: 10})


def _refuse_list(act: str, path: str) -> None:
    if (act, path) == ("list", "/data/t-0"):
        raise OSError(errno.EMFILE, "refused", path)
