"""Files that are read as a whole, and what is none."""

from __future__ import annotations

import errno
import os
import pathlib

from twisted.trial.unittest import SynchronousTestCase

from klog.regular_file import check_regular, read_regular_file


class ReadTests(SynchronousTestCase):
    """On a disk."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(self.mktemp())
        self.folder.mkdir(parents=True)

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def test_files_of_all_sizes(self) -> None:
        for size in (0, 1, 4095, 4096, 4097, 100_000):
            wanted = bytes(index % 251 for index in range(size))
            (self.folder / "file").write_bytes(wanted)
            self.assertEqual(read_regular_file(self.path("file"), size), wanted)
        self.assertEqual(self.assertRaises(OSError, read_regular_file, self.path("file"), 99_999).errno, errno.EFBIG)
        os.symlink("file", self.path("link"))
        self.assertEqual(len(read_regular_file(self.path("link"), 100_000)), 100_000)

    def test_what_is_no_file(self) -> None:
        """A FIFO into which nobody writes would be waited for without end, one with a writer until he goes; a device may never end."""
        os.mkfifo(self.path("fifo"))
        os.mkfifo(self.path("written"))
        writer = os.open(self.path("written"), os.O_RDWR)
        self.addCleanup(os.close, writer)
        os.write(writer, b"-----BEGIN CERTIFICATE-----")
        for path, word in (
            (self.path("fifo"), "a FIFO and no regular file"),
            (self.path("written"), "a FIFO and no regular file"),
            ("/dev/zero", "a character device and no regular file"),
            ("/dev/null", "a character device and no regular file"),
        ):
            error = self.assertRaises(OSError, read_regular_file, path, 100)
            self.assertEqual((error.errno, error.filename), (errno.EINVAL, path))
            self.assertIn(word, error.strerror)
        self.assertRaises(IsADirectoryError, read_regular_file, str(self.folder), 100)
        self.assertRaises(FileNotFoundError, read_regular_file, self.path("none"), 100)

    def test_nothing_stays_open(self) -> None:
        os.mkfifo(self.path("fifo"))
        before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
        for path in (self.path("fifo"), "/dev/zero", str(self.folder)):
            self.assertRaises(OSError, read_regular_file, path, 100)
        self.assertEqual(len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0, before)

    def test_by_its_mode(self) -> None:
        (self.folder / "file").write_bytes(b"")
        check_regular(os.stat(self.path("file")).st_mode, "file")
        self.assertRaises(OSError, check_regular, os.stat("/dev/null").st_mode, "/dev/null")
