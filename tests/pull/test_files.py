"""The real file system and the one in memory: the same suite, since the crash tests stand on the second."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import unittest
from typing import Any
from unittest import mock

from klog.pull.errors import PullError
from klog.pull.files import RealFiles, make_directories
from tests import peers
from tests.pull.rig import Died, Disk, MemoryFiles


class Suite:
    """What both must do."""

    files: Any
    top: str

    def test_write_read_list(self: Any) -> None:
        files, top = self.files, self.top
        files.write_new(f"{top}/b", b"two")
        files.write_new(f"{top}/a", b"one")
        with self.assertRaises(FileExistsError):
            files.write_new(f"{top}/a", b"three")
        self.assertEqual((files.read(f"{top}/a", 100), files.size(f"{top}/a")), (b"one", 3))
        self.assertEqual((files.list(top), files.list(f"{top}/nowhere")), (["a", "b"], []))
        self.assertTrue(files.exists(f"{top}/a") and not files.exists(f"{top}/c"))
        self.assertTrue(files.is_directory(top) and not files.is_directory(f"{top}/a"))
        self.assertGreater(files.modified_ms(f"{top}/a"), 0)
        files.sync_file(f"{top}/a")
        files.sync_directory(top)
        files.remove(f"{top}/a")
        with self.assertRaises(FileNotFoundError):
            files.read(f"{top}/a", 100)

    def test_link_takes_no_name_that_is_there(self: Any) -> None:
        files, top = self.files, self.top
        files.write_new(f"{top}/a", b"one")
        files.write_new(f"{top}/b", b"two")
        with self.assertRaises(FileExistsError):
            files.link(f"{top}/a", f"{top}/b")
        files.link(f"{top}/a", f"{top}/c")
        files.remove(f"{top}/a")
        self.assertEqual(files.read(f"{top}/c", 100), b"one")

    def test_rename_replaces(self: Any) -> None:
        files, top = self.files, self.top
        files.write_new(f"{top}/a", b"one")
        files.write_new(f"{top}/b", b"two")
        files.rename(f"{top}/a", f"{top}/b")
        self.assertEqual((files.list(top), files.read(f"{top}/b", 9)), (["b"], b"one"))
        with self.assertRaises(FileNotFoundError):
            files.rename(f"{top}/a", f"{top}/b")

    def test_folders(self: Any) -> None:
        files, top = self.files, self.top
        make_directories(files, top, "x/y/z", "x/y/w")
        make_directories(files, top, "x/y/w")
        make_directories(files, top)
        files.write_new(f"{top}/x/y/z/f", b"")
        self.assertEqual(files.list(f"{top}/x/y"), ["w", "z"])
        files.remove_tree(f"{top}/x")
        files.remove_tree(f"{top}/x")
        self.assertEqual(files.list(top), [])

    def test_a_lock_is_held_until_it_is_released(self: Any) -> None:
        files, top = self.files, self.top
        lock = files.make_locked(f"{top}/lock", b"whose")
        self.assertEqual(files.read(f"{top}/lock", 100), b"whose")
        self.assertIsNone(files.try_lock(f"{top}/lock"))
        lock.release()
        lock.release()
        second = files.try_lock(f"{top}/lock")
        self.assertIsNotNone(second)
        second.release()
        self.assertEqual(files.list(top), ["lock"])


class MemoryTests(Suite, unittest.TestCase):
    """The one in memory."""

    def setUp(self) -> None:
        self.disk = Disk()
        self.files = MemoryFiles(self.disk)
        self.top = "/top"
        self.files.make_directory(self.top)

    def test_what_was_synced_survives_a_power_loss(self) -> None:
        files = self.files
        files.sync_directory("")
        files.write_new("/top/kept", b"kept")
        files.sync_file("/top/kept")
        files.sync_directory("/top")
        outcomes = set()
        for seed in range(50):
            files.write_new(f"/top/maybe-{seed}", b"content")
            self.disk.cut_power(random.Random(seed))
            self.assertEqual(files.read("/top/kept", 10), b"kept")
            outcomes.add(files.read(f"/top/maybe-{seed}", 10) if files.exists(f"/top/maybe-{seed}") else None)
        self.assertIn(None, outcomes)
        self.assertGreater(len(outcomes), 2, "there whole, in part, or not")

    def test_the_dead_do_nothing(self) -> None:
        files = MemoryFiles(self.disk, die_at=2)
        lock = files.make_locked("/top/lock", b"")
        with self.assertRaises(Died):
            files.write_new("/top/a", b"")
        for act in (lambda: files.list("/top"), lambda: files.remove_tree("/top"), lambda: files.write_new("/top/a", b"")):
            with self.assertRaises(Died):
                act()
        self.assertIsNotNone(self.files.try_lock("/top/lock"), "its locks are free")
        lock.release()


class RealTests(Suite, unittest.TestCase):
    """The machine's."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.files = RealFiles()
        self.top = folder.name

    def test_too_large(self) -> None:
        self.files.write_new(f"{self.top}/a", b"12345")
        with self.assertRaisesRegex(OSError, "5 bytes, at most 4 are read"):
            self.files.read(f"{self.top}/a", 4)

    def test_a_lock_ends_with_its_process(self) -> None:
        code = (
            "import sys; from klog.pull.files import RealFiles; lock = RealFiles().make_locked(sys.argv[1], b'x');"
            "print('locked', flush=True);"
            "sys.stdin.read()"
        )
        path = f"{self.top}/lock"
        command = [sys.executable, "-c", code, path]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=peers.ROOT) as process:
            assert process.stdout is not None
            self.assertEqual(process.stdout.readline(), b"locked\n")
            self.assertIsNone(self.files.try_lock(path))
            process.kill()
        lock = self.files.try_lock(path)
        assert lock is not None
        lock.release()

    def test_a_file_system_without_links_is_named(self) -> None:
        with mock.patch("os.link", side_effect=PermissionError(1, "Operation not permitted")):
            with self.assertRaisesRegex(PullError, "The file system of /x does not make hard links"):
                self.files.link("/x/a", "/x/b")

    def test_a_file_where_a_folder_should_be(self) -> None:
        self.files.write_new(f"{self.top}/a", b"")
        with self.assertRaises(FileExistsError):
            self.files.make_directory(f"{self.top}/a")
