"""What a flush syncs, and in which order."""

from __future__ import annotations

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
