"""How a file of a log is deleted."""

from __future__ import annotations

import errno
from contextlib import closing

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.deleted_files import mark_deleted
from klog.testing.filesystem import MemoryFileSystem
from tests.storage.logs import FailingAct

PATH = "/t-0/00000000000000000000.log"


class MarkDeletedTests(SynchronousTestCase):
    """`mark_deleted`."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.fs.make_directory("/t-0")
        self.fs.write(PATH, b"records")

    def fail_renames(self, error: int) -> None:
        self.fs.before_act = FailingAct(lambda name, path: name == "rename", 0, error)

    def test_it_has_another_name(self) -> None:
        self.assertEqual(mark_deleted(self.fs, PATH), PATH + ".deleted")
        self.assertEqual((self.fs.exists(PATH), self.fs.read(PATH + ".deleted")), (False, b"records"))
        self.assertIsNone(mark_deleted(self.fs, PATH), "there is none any more")

    def test_without_room_for_the_name_it_goes_at_once(self) -> None:
        with closing(self.fs.open(PATH)) as file:
            self.fail_renames(errno.ENOSPC)
            self.assertIsNone(mark_deleted(self.fs, PATH))
            self.assertEqual(file.read_at(0, 7), b"records", "who reads may go on")
        self.assertEqual(self.fs.list("/t-0"), [])

    def test_a_bad_disk_is_told(self) -> None:
        self.fail_renames(errno.EIO)
        self.assertRaises(OSError, mark_deleted, self.fs, PATH)
        self.assertTrue(self.fs.exists(PATH))
