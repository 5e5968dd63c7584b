"""Files that are written beside their names first."""

from __future__ import annotations

import errno
import random

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.prepared_files import PreparedFiles
from klog.testing.filesystem import MemoryFileSystem, Survival


class PreparedFilesTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.fs.write("/d/a", b"old")
        # Somebody was here before.
        self.fs.write("/d/a.tmp", b"something longer")
        self.prepared = PreparedFiles(self.fs)

    def test_put_in_place(self) -> None:
        self.prepared.write("/d/a", b"new")
        with self.prepared.file("/d/b"):
            pass
        self.assertEqual((self.fs.list("/d"), self.fs.read("/d/a")), (["a", "a.tmp", "b.tmp"], b"old"))
        self.prepared.put_in_place("/d/a")
        self.prepared.put_in_place("/d/b")
        self.prepared.discard()
        self.fs.sync_directory("/d")
        left = self.fs.crash(random.Random(0), Survival.NOTHING)
        self.assertEqual((left.list("/d"), left.read("/d/a"), left.read("/d/b")), (["a", "b"], b"new", b""))

    def test_discarded(self) -> None:
        """With what could not be written whole."""
        self.prepared.write("/d/a", b"new")
        self.fs.fail_writes(errno.ENOSPC, partial_bytes=1)
        self.assertRaises(OSError, self.prepared.write, "/d/b", b"new")
        self.fs.mend()
        self.fs.fail_opens(errno.EMFILE)
        self.assertRaises(OSError, self.prepared.write, "/d/c", b"new")
        self.prepared.discard()
        self.assertEqual((self.fs.list("/d"), self.fs.read("/d/a")), (["a"], b"old"))
