"""Files that are replaced whole: the old content or the new one, whatever happens."""

from __future__ import annotations

import errno
import random

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.atomic_files import read_whole, replace_whole, write_temporary
from klog.testing.filesystem import CrashPoint, MemoryFileSystem

OLD = b"old" * 700
NEW = b"new and longer" * 900


class WholeFileTests(SynchronousTestCase):
    """Replacing one file."""

    def make(self) -> MemoryFileSystem:
        fs = MemoryFileSystem()
        fs.write("/d/f", OLD)
        return fs

    def test_replace(self) -> None:
        fs = self.make()
        replace_whole(fs, "/d/f", NEW)
        self.assertEqual(read_whole(fs, "/d/f"), NEW)
        self.assertEqual(fs.list("/d"), ["f"])
        replace_whole(fs, "/d/g", b"")
        self.assertEqual(read_whole(fs, "/d/g"), b"")

    def test_a_left_over_temporary_file_does_no_harm(self) -> None:
        fs = self.make()
        fs.write("/d/f.tmp", b"x" * 99999)
        replace_whole(fs, "/d/f", NEW)
        self.assertEqual(read_whole(fs, "/d/f"), NEW)

    def test_old_or_new_at_every_crash(self) -> None:
        whole = self.make()
        replace_whole(whole, "/d/f", NEW)
        seen = set()
        for point in range(1, whole.operations + 1):
            for seed in range(60):
                fs = self.make()
                fs.crash_at = point
                self.assertRaises(CrashPoint, replace_whole, fs, "/d/f", NEW)
                seen.add(fs.crash(random.Random(seed)).read("/d/f"))
        self.assertEqual(seen, {OLD, NEW})
        for seed in range(60):
            self.assertEqual(whole.crash(random.Random(seed)).read("/d/f"), NEW)

    def test_beside_a_file(self) -> None:
        """It stays as it is; nothing is left of what cannot be written."""
        fs = self.make()
        beside = write_temporary(fs, "/d/f", NEW)
        self.assertEqual((fs.read("/d/f"), fs.read(beside)), (OLD, NEW))
        fs.fail_writes(errno.ENOSPC)
        self.assertRaises(OSError, write_temporary, fs, "/d/f", NEW)
        self.assertEqual(fs.list("/d"), ["f"])

    def test_errors_leave_the_old_content(self) -> None:
        fs = self.make()
        fs.fail_writes(errno.ENOSPC)
        self.assertRaises(OSError, replace_whole, fs, "/d/f", NEW)
        fs.fail_writes(None)
        fs.fail_next_sync()
        self.assertRaises(OSError, replace_whole, fs, "/d/f", NEW)
        self.assertEqual((read_whole(fs, "/d/f"), fs.list("/d")), (OLD, ["f"]))

    def test_bounded(self) -> None:
        fs = self.make()
        self.assertEqual(self.assertRaises(OSError, read_whole, fs, "/d/f", 2099).errno, errno.EFBIG)
        self.assertEqual(read_whole(fs, "/d/f", 2100), OLD)
        self.assertEqual(fs.open_files, 0)

    def test_without_sync(self) -> None:
        fs = self.make()
        names: list[str] = []
        fs.on_operation = lambda name, path: names.append(name)
        replace_whole(fs, "/d/f", NEW, sync=False)
        self.assertEqual((read_whole(fs, "/d/f"), [name for name in names if "sync" in name]), (NEW, []))
