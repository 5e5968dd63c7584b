"""What checkpoints say, and that an older one never follows a newer one."""

from __future__ import annotations

import errno
import unittest

from klog.model import TopicPartition
from klog.storage.checkpoints import format_offsets, read_offsets
from klog.storage.directory_checkpoints import CheckpointFiles, CheckpointOrder, DirectoryCheckpoints
from klog.storage.disk_work import WorkOwner, do_now
from klog.storage.settings import LogSettings
from klog.storage.whole_files import replace_whole
from tests.storage.logs import T0, TOPIC_ID, Place, append, batch, create

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
        self.assertEqual(self.checkpoints.of(T0), (3, 0, 0, 3))
        self.assertEqual(self.checkpoints.of(TopicPartition("none", 0)), (0, 0, 0, None))

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
        self.assertEqual(read_offsets(self.place.fs, POINTS), {T0: 3, T1: 3})

    def test_a_disk_that_fails(self) -> None:
        self.checkpoints.read()
        self.place.fs.fail_next_sync()
        with self.assertRaises(OSError) as caught:
            do_now(self.checkpoints.prepare())
        self.assertEqual(([caught.exception], caught.exception.errno), (self.failures, errno.EIO))
