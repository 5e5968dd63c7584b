"""What a flush syncs, and in which order."""

from __future__ import annotations

import errno
import unittest

from klog.storage.disk_work import WorkOwner, do_now
from klog.storage.log.flush_work import Flush
from klog.testing.filesystem import MemoryFileSystem


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
