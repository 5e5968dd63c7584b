"""The cache of open files."""

from __future__ import annotations

import gc

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.file_cache import FileCache
from klog.testing.filesystem import MemoryFileSystem


class FileCacheTests(SynchronousTestCase):
    """Bounded, and files in use stay open."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        for name in "abcd":
            self.fs.write(f"/d/{name}", name.encode())
        self.cache = FileCache(self.fs, 2)

    def test_bounded(self) -> None:
        for name in "abcdabcd":
            self.cache.get(f"/d/{name}")
            self.assertLessEqual(len(self.cache), 2)
        gc.collect()
        self.assertEqual(self.fs.open_files, 2)

    def test_least_recently_used_goes(self) -> None:
        self.cache.get("/d/a")
        self.cache.get("/d/b")
        self.cache.get("/d/a")
        self.cache.get("/d/c")
        opened = self.fs.open_files
        self.cache.get("/d/a")
        self.assertEqual(self.fs.open_files, opened)

    def test_an_evicted_file_in_use_is_the_same_again(self) -> None:
        held = self.cache.get("/d/a")
        for name in "bcd":
            self.cache.get(f"/d/{name}")
        self.assertEqual(held.read_at(0, 1), b"a")
        self.assertIs(self.cache.get("/d/a"), held)

    def test_writable_serves_readers_and_not_the_reverse(self) -> None:
        reader = self.cache.get("/d/a")
        writer = self.cache.get("/d/a", write=True)
        self.assertIsNot(reader, writer)
        writer.write_at(0, (b"A",))
        self.assertIs(self.cache.get("/d/a"), writer)
        self.assertEqual(reader.read_at(0, 1), b"A")

    def test_what_is_at_hand(self) -> None:
        """What is open, what is kept alive by others, and what another thread opened; nothing that the disk is needed for."""
        self.assertEqual(self.cache.get("/d/a"), self.cache.at_hand("/d/a"))
        self.fs.drop_caches()
        self.assertIsNone(self.cache.at_hand("/d/b"))
        with self.fs.waiting_allowed():
            opened = self.fs.open("/d/b")
        self.cache.adopt("/d/b", opened)
        self.assertIs(self.cache.at_hand("/d/b"), opened)
        self.cache.adopt("/d/b", self.fs.open("/d/b"))
        self.assertIs(self.cache.at_hand("/d/b"), opened)
        self.assertEqual(self.fs.cold_touches, [])
        with self.assertRaises(FileNotFoundError):
            self.cache.at_hand("/d/none")

    def test_create(self) -> None:
        self.assertRaises(FileNotFoundError, self.cache.get, "/d/new")
        self.assertEqual(self.cache.get("/d/new", create=True).size(), 0)

    def test_forget(self) -> None:
        held = self.cache.get("/d/a")
        self.fs.rename("/d/b", "/d/a")
        self.cache.forget("/d/a")
        self.assertEqual(self.cache.get("/d/a").read_at(0, 1), b"b")
        self.assertEqual(held.read_at(0, 1), b"a")

    def test_forget_directory(self) -> None:
        self.fs.write("/dd/x", b"")
        inside = [self.cache.get("/d/a"), self.cache.get("/d/b", write=True)]
        outside = self.cache.get("/dd/x")
        self.cache.forget_directory("/d")
        self.assertNotIn(self.cache.get("/d/a"), inside)
        self.assertIs(self.cache.get("/dd/x"), outside)

    def test_forget_directories(self) -> None:
        """One that was evicted and is still held is forgotten too; what else is there stays. Who lets go of what it gives closes it."""
        for path in ("/d/sub/x", "/dd/x"):
            self.fs.write(path, b"")
        held = self.cache.get("/d/a")
        below = self.cache.get("/d/sub/x")
        beside = self.cache.get("/dd/x")
        self.assertEqual(self.cache.forget_directories({"/d", "/e"}), [held])
        self.assertEqual((self.cache.get("/d/sub/x"), self.cache.get("/dd/x")), (below, beside))
        self.assertIsNot(self.cache.get("/d/a"), held)
        del held
        gc.collect()
        opened = self.fs.open_files
        files = self.cache.forget_directories({"/d"})
        gc.collect()
        self.assertEqual((len(files), self.fs.open_files), (1, opened))
        files.clear()
        gc.collect()
        self.assertEqual(self.fs.open_files, opened - 1)

    def test_clear(self) -> None:
        self.cache.get("/d/a")
        self.cache.clear()
        gc.collect()
        self.assertEqual((len(self.cache), self.fs.open_files), (0, 0))

    def test_limit(self) -> None:
        self.assertRaises(ValueError, FileCache, self.fs, 0)
