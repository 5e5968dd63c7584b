"""Tests of the file that keeps room for retention."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.directories.reserve_file import ReserveCheck, Room, Step, next_step
from klog.storage.disk_work import WorkOwner, do_now
from klog.storage.filenames import RESERVE
from klog.testing.filesystem import MemoryFileSystem


class NextStepTests(SynchronousTestCase):
    def test_the_table(self) -> None:
        for is_there, usable, size, expected in (
            (True, 499, 1000, Step.REMOVE),
            (True, 500, 1000, Step.NOTHING),
            (False, 1999, 1000, Step.NOTHING),
            (False, 2000, 1000, Step.MAKE),
            (True, 10_000, 0, Step.REMOVE),
            (False, 10_000, 0, Step.NOTHING),
        ):
            self.assertEqual(next_step(is_there, usable, size), expected)

    def test_what_was_made_is_not_removed_at_once(self) -> None:
        for size in (1, 1000, 1 << 20):
            for usable in range(2 * size, 2 * size + 3):
                self.assertEqual(next_step(True, usable - size, size), Step.NOTHING)


class ReserveCheckTests(SynchronousTestCase):
    """A volume of 100 KB, and 10 KB in reserve."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.fs.make_directory("/data")
        self.fs.capacity_bytes = 100_000
        self.room = Room()

    def look(self, size: int = 10_000) -> bool:
        do_now(ReserveCheck(WorkOwner(), self.fs, "/data", size, self.room))
        return not self.room.is_low

    def test_there_and_gone(self) -> None:
        self.assertTrue(self.look())
        self.assertEqual(self.fs.size(f"/data/{RESERVE}"), 10_000)
        self.assertTrue(self.look())
        self.fs.write("/data/much", bytes(88_000))
        self.assertFalse(self.look())
        self.assertFalse(self.fs.exists(f"/data/{RESERVE}"))
        self.assertGreater(self.fs.usage("/data")[1], 10_000)
        self.assertFalse(self.look())
        self.fs.remove("/data/much")
        self.assertTrue(self.look())
        self.assertTrue(self.fs.exists(f"/data/{RESERVE}"))

    def test_another_size_and_none(self) -> None:
        self.look()
        self.assertTrue(self.look(20_000))
        self.assertEqual(self.fs.size(f"/data/{RESERVE}"), 20_000)
        self.assertTrue(self.look(0))
        self.assertFalse(self.fs.exists(f"/data/{RESERVE}"))

    def test_no_room_from_the_beginning(self) -> None:
        self.fs.write("/data/much", bytes(95_000))
        self.assertFalse(self.look())

    def test_one_that_a_crash_left_half_made(self) -> None:
        self.fs.write(f"/data/{RESERVE}", bytes(5000))
        self.assertTrue(self.look())
        self.assertEqual(self.fs.size(f"/data/{RESERVE}"), 10_000)
