"""What a power loss may and may not do in the file system in memory, and its faults."""

from __future__ import annotations

import errno
import random

from twisted.trial.unittest import SynchronousTestCase

from klog.testing.filesystem import CrashPoint, MemoryFileSystem


def made(**files: bytes) -> MemoryFileSystem:
    """A file system with durable files in /d."""
    fs = MemoryFileSystem()
    for name, content in files.items():
        fs.write(f"/d/{name}", content)
    return fs


class CrashPointTests(SynchronousTestCase):
    """Ending at a chosen operation."""

    def test_every_operation_can_be_the_last(self) -> None:
        def work(fs: MemoryFileSystem) -> None:
            fs.make_directory("/d")
            file = fs.open("/d/a", create=True)
            file.write_at(0, (b"x",))
            file.sync()
            file.truncate(0)
            fs.rename("/d/a", "/d/b")
            fs.sync_directory("/d")
            fs.remove("/d/b")
            fs.remove_tree("/d")

        whole = MemoryFileSystem()
        work(whole)
        self.assertEqual(whole.operations, 9)
        for point in range(1, whole.operations + 1):
            fs = MemoryFileSystem()
            fs.crash_at = point
            self.assertRaises(CrashPoint, work, fs)
            self.assertEqual(fs.operations, point)
            self.assertRaises(CrashPoint, fs.exists, "/d")
            self.assertRaises(CrashPoint, fs.open, "/d/a")
            self.assertFalse(fs.crash(random.Random(point)).crashed)

    def test_a_write_that_the_power_cut_may_be_there(self) -> None:
        fs = made(f=b"")
        fs.crash_at = 1
        self.assertRaises(CrashPoint, fs.open("/d/f", write=True).write_at, 0, (b"x",))
        self.assertLessEqual({b"", b"x"}, {fs.crash(random.Random(seed)).read("/d/f") for seed in range(100)})

    def test_a_sync_that_the_power_cut_saved_nothing_for_sure(self) -> None:
        fs = made(f=b"")
        file = fs.open("/d/f", write=True)
        file.write_at(0, (b"x",))
        fs.crash_at = 2
        self.assertRaises(CrashPoint, file.sync)
        self.assertIn(b"", {fs.crash(random.Random(seed)).read("/d/f") for seed in range(100)})

    def test_callback(self) -> None:
        fs = made(f=b"")
        seen: list[tuple[str, str]] = []
        fs.on_operation = lambda name, path: seen.append((name, path))
        file = fs.open("/d/f", write=True)
        file.write_at(0, (b"x",))
        file.sync()
        self.assertEqual(seen, [("write", "/d/f"), ("sync", "/d/f")])


class FaultTests(SynchronousTestCase):
    """Errors on demand."""

    def test_full_disk(self) -> None:
        fs = made(f=b"12345")
        fs.capacity_bytes = 10
        file = fs.open("/d/f", write=True)
        error = self.assertRaises(OSError, file.write_at, 5, (b"abcdefgh",))
        self.assertEqual(error.errno, errno.ENOSPC)
        self.assertEqual(fs.read("/d/f"), b"12345abcde")
        self.assertEqual(fs.usage("/"), (10, 0))
        file.write_at(0, (b"54321",))
        file.truncate(5)
        self.assertEqual(fs.usage("/"), (10, 5))
        fs.remove("/d/f")
        self.assertEqual(fs.usage("/"), (10, 10))

    def test_failing_writes(self) -> None:
        fs = made(f=b"")
        file = fs.open("/d/f", write=True)
        fs.fail_writes(errno.EIO, partial_bytes=2)
        self.assertEqual(self.assertRaises(OSError, file.write_at, 0, (b"abc",)).errno, errno.EIO)
        self.assertEqual(fs.read("/d/f"), b"ab")
        fs.fail_writes(None)
        self.assertEqual(file.write_at(0, (b"abc",)), 3)

    def test_failing_syncs(self) -> None:
        fs = made(f=b"")
        fs.fail_next_sync(errno.ENOSPC, count=2)
        self.assertEqual(self.assertRaises(OSError, fs.open("/d/f", write=True).sync).errno, errno.ENOSPC)
        self.assertRaises(OSError, fs.sync_directory, "/d")
        fs.sync_directory("/d")

    def test_failing_reads(self) -> None:
        fs = made(f=b"1", g=b"2")
        fs.fail_reads(errno.EIO, suffix="f")
        self.assertRaises(OSError, fs.open("/d/f").read_at, 0, 1)
        self.assertEqual(fs.open("/d/g").read_at(0, 1), b"2")
        fs.fail_reads(None)
        self.assertEqual(fs.open("/d/f").read_at(0, 1), b"1")

    def test_clock(self) -> None:
        now = [5]
        fs = MemoryFileSystem(lambda: now[0])
        file = fs.open("/f", create=True)
        now[0] = 9
        self.assertEqual(fs.modified_ms("/f"), 5)
        file.write_at(0, (b"x",))
        self.assertEqual(fs.modified_ms("/f"), 9)

    def test_cache(self) -> None:
        fs = made(f=b"1")
        file = fs.open("/d/f")
        self.assertTrue(file.is_cached(0, 1))
        fs.evict("/d/f")
        self.assertFalse(file.is_cached(0, 1))
        file.read_at(0, 1)
        self.assertTrue(file.is_cached(0, 1))

    def test_cold_pages_and_inodes(self) -> None:
        """Touching them is written down, where waiting is not allowed."""
        fs = made(f=b"1" * 10_000, g=b"2")
        file = fs.open("/d/f")
        fs.drop_caches()
        self.assertIsNone(file.read_cached(0, 1))
        self.assertIsNone(fs.open_cached("/d/g"))
        self.assertIsNotNone(fs.open_cached("/d/f"), "an open file's inode is in memory")
        self.assertEqual(fs.cold_touches, [])
        with fs.waiting_allowed():
            file.read_at(5000, 1)
            fs.open("/d/g")
        self.assertEqual(file.read_cached(4096, 4096), b"1" * 4096)
        self.assertIsNone(file.read_cached(4096, 4097))
        self.assertIsNotNone(fs.open_cached("/d/g"))
        self.assertEqual(fs.cold_touches, [])
        fs.open("/d/f", write=True).write_at(8192, (b"x",))
        self.assertEqual(file.read_cached(8192, 1), b"x", "what is written is in memory")
        file.read_at(0, 1)
        fs.drop_caches()
        del file
        fs.drop_caches()
        fs.open("/d/g")
        fs.modified_ms("/d/f")
        self.assertEqual(fs.cold_touches, ["1 bytes at 0 of /d/f", "opening /d/g", "the time of /d/f"])

    def test_all_durable(self) -> None:
        fs = MemoryFileSystem(all_durable=True)
        fs.make_directory("/d")
        file = fs.open("/d/a", create=True)
        file.write_at(0, [b"abc"])
        file.write_at(3, [b"def"])
        file.truncate(5)
        fs.rename("/d/a", "/d/b")
        fs.write("/d/c", b"x")
        for seed in range(20):
            after = fs.crash(random.Random(seed))
            self.assertEqual({path: after.read(path) for path in after.walk()}, {"/d/b": b"abcde", "/d/c": b"x"})
        file.sync()
        fs.sync_directory("/d")
        self.assertEqual(fs.read("/d/b"), b"abcde")

    def test_open_files_are_counted(self) -> None:
        fs = made(f=b"1")
        file = fs.open("/d/f")
        other = fs.open("/d/f")
        self.assertEqual(fs.open_files, 2)
        other.close()
        self.assertEqual(fs.open_files, 1)
        del file
        self.assertEqual(fs.open_files, 0)
