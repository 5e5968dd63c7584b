"""What a flush syncs, and in which order."""

from __future__ import annotations

import contextlib
import errno
import unittest

from klog.storage.disk_work import WorkOwner, do_now
from klog.storage.log.flush_work import Flush, NotReplaced
from klog.testing.filesystem import MemoryFileSystem
from tests.storage.logs import FailingAct


class FlushTests(unittest.TestCase):
    """Files and the directories that name them."""

    def test_data_before_names(self) -> None:
        fs = MemoryFileSystem()
        fs.make_directory("/d")
        file = fs.open("/d/f", write=True, create=True)
        done: list[tuple[str, str]] = []
        fs.on_operation = lambda name, path: done.append((name, path))
        told: list[object] = []
        flush = Flush(WorkOwner(), [file], [fs.open_directory("/d")], 7, told.append, lambda flush, error: told.append(error))
        do_now(flush)
        self.assertEqual((done, told), ([("sync", "/d/f"), ("sync_directory", "/d")], [flush]))

    def replacing(self, error: int | None) -> tuple[MemoryFileSystem, Flush, list[object]]:
        """A flush that replaces /d/f by /d/f.tmp, where renames fail with `error`."""
        fs = MemoryFileSystem()
        fs.write("/d/f", b"old")
        fs.write("/d/f.tmp", b"new")
        told: list[object] = []
        file, directory = fs.open("/d/f.tmp", write=True), fs.open_directory("/d")
        flush = Flush(
            WorkOwner("/d"), [file], [directory], 7, told.append, lambda flush, error: told.append(error), fs, {"/d/f.tmp": "/d/f"}
        )
        if error is not None:
            fs.before_act = FailingAct(lambda name, path: name == "rename", 0, error)
        return fs, flush, told

    def test_what_is_synced_takes_its_place(self) -> None:
        fs, flush, told = self.replacing(None)
        done: list[str] = []
        fs.on_operation = lambda name, path: done.append(name)
        do_now(flush)
        self.assertEqual((fs.read("/d/f"), fs.list("/d"), told), (b"new", ["f"], [flush]))
        self.assertEqual(done, ["sync", "rename", "sync_directory"])

    def test_what_cannot_take_its_place(self) -> None:
        """For want of room it is told; where the directory has gone nobody needs it; all else is the disk's fault."""
        for error, told_of, marks in ((errno.ENOSPC, NotReplaced, []), (errno.ENOENT, Flush, []), (errno.EIO, OSError, ["klog.unsynced"])):
            fs, flush, told = self.replacing(error)
            with contextlib.suppress(OSError):
                do_now(flush)
            self.assertEqual((fs.read("/d/f"), fs.list("/d")), (b"old", ["f", "f.tmp", *marks]))
            self.assertIs(type(told[0]), told_of)

    def test_a_sync_that_fails_leaves_a_mark(self) -> None:
        """Also where none can be made it is the sync's failure that is told."""
        for marks in (True, False):
            fs = MemoryFileSystem()
            fs.make_directory("/d")
            file = fs.open("/d/f", write=True, create=True)
            told: list[object] = []

            def failed(flush: Flush, error: Exception, told: list[object] = told) -> None:
                told.append(error)

            flush = Flush(WorkOwner("/d"), [file], [], 7, told.append, failed, fs)
            fs.fail_next_sync(errno.EIO)
            fs.fail_opens(None if marks else errno.EROFS)
            with self.assertRaises(OSError) as caught:
                do_now(flush)
            self.assertEqual((caught.exception.errno, told), (errno.EIO, [caught.exception]))
            self.assertEqual(fs.list("/d"), ["f", "klog.unsynced"] if marks else ["f"])
