"""The real file system: partial writes, descriptors, locks. What both file systems share is in klog.testing.conformance."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from twisted.trial.unittest import SynchronousTestCase

from klog.span import FileSpan
from klog.storage import platform
from klog.storage.filesystem import Buffer, RealFileSystem


def is_open(fd: int) -> bool:
    """Whether the descriptor is in use."""
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


class RealFileTests(SynchronousTestCase):
    """Files on a disk."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.base = directory.name
        self.fs = RealFileSystem()

    def test_partial_writes_are_continued(self) -> None:
        calls: list[int] = []

        def three_bytes(fd: int, buffers: Sequence[Buffer], position: int) -> int:
            calls.append(position)
            return os.pwrite(fd, b"".join(buffers)[:3], position)

        self.patch(platform, "pwritev", three_bytes)
        file = self.fs.open(f"{self.base}/f", create=True)
        self.assertEqual(file.write_at(2, (b"", b"abcd", memoryview(b"ef"), b"", bytearray(b"ghij"))), 10)
        self.assertEqual(file.read_at(0, 99), b"\0\0abcdefghij")
        self.assertEqual(calls, [2, 5, 8, 11])

    def test_more_buffers_than_one_call_takes(self) -> None:
        sizes: list[int] = []
        original = platform.pwritev

        def counting(fd: int, buffers: Sequence[Buffer], position: int) -> int:
            sizes.append(len(buffers))
            return original(fd, buffers, position)

        self.patch(platform, "pwritev", counting)
        self.patch(platform, "IOV_MAX", 4)
        file = self.fs.open(f"{self.base}/f", create=True)
        file.write_at(0, [bytes([65 + index]) for index in range(10)])
        self.assertEqual((file.read_at(0, 99), sizes), (b"ABCDEFGHIJ", [4, 4, 2]))

    def test_no_progress_is_an_error(self) -> None:
        self.patch(platform, "pwritev", lambda fd, buffers, position: 0)
        self.assertRaises(OSError, self.fs.open(f"{self.base}/f", create=True).write_at, 0, (b"a",))

    def test_short_reads_are_continued(self) -> None:
        file = self.fs.open(f"{self.base}/f", create=True)
        file.write_at(0, (b"abcdefgh",))
        original = os.pread
        self.patch(os, "pread", lambda fd, length, position: original(fd, min(length, 3), position))
        self.assertEqual(file.read_at(1, 99), b"bcdefgh")

    def test_closed_with_the_last_reference(self) -> None:
        file = self.fs.open(f"{self.base}/f", create=True)
        file.write_at(0, (b"abc",))
        fd = file.fileno()
        span = FileSpan(file, 1, 2)
        del file
        self.assertEqual(span.read(), b"bc")
        self.assertTrue(is_open(fd))
        del span
        self.assertFalse(is_open(fd))

    def test_close_closes_once(self) -> None:
        file = self.fs.open(f"{self.base}/f", create=True)
        fd = file.fileno()
        file.close()
        self.assertFalse(is_open(fd))
        other = os.open(f"{self.base}/f", os.O_RDONLY)
        self.addCleanup(os.close, other)
        self.assertEqual(other, fd)
        file.close()
        self.assertTrue(is_open(fd))
        self.assertEqual(file.fileno(), -1)
        self.assertIn("f", repr(file))

    def test_descriptors_are_not_inherited(self) -> None:
        file = self.fs.open(f"{self.base}/f", create=True)
        self.assertFalse(os.get_inheritable(file.fileno()))

    def test_private_and_no_file(self) -> None:
        """Refused, and as open to others as it was: it may be everybody's ``/dev/null``."""
        path = f"{self.base}/fifo"
        os.mkfifo(path, 0o644)
        os.chmod(path, 0o644)
        before = os.stat("/dev/null").st_mode
        for name, word in ((path, "a FIFO and no regular file"), ("/dev/null", "a character device and no regular file")):
            error = self.assertRaises(OSError, self.fs.open, name, write=True, create=True, private=True)
            self.assertIn(word, error.strerror)
        self.assertEqual((stat.S_IMODE(os.stat(path).st_mode), os.stat("/dev/null").st_mode), (0o644, before))

    def test_private_files(self) -> None:
        """Nobody else reads them, even where anybody could before."""
        for name, was_there in (("new", False), ("old", True)):
            path = f"{self.base}/{name}"
            if was_there:
                self.fs.open(path, create=True).close()
                os.chmod(path, 0o644)
            self.fs.open(path, write=True, create=True, private=True).close()
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)

    def test_the_lock_goes_with_its_holder(self) -> None:
        lock = self.fs.lock(f"{self.base}/.lock")
        self.assertRaises(BlockingIOError, self.fs.lock, f"{self.base}/.lock")
        self.assertTrue(self.locked_elsewhere(), "the refusal did not cost us the lock")
        del lock
        self.assertFalse(self.locked_elsewhere())
        self.fs.lock(f"{self.base}/.lock").release()

    def locked_elsewhere(self) -> bool:
        """Whether another process is refused; by the kind of lock that Java's ``FileChannel`` takes."""
        code = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+b'), fcntl.LOCK_EX | fcntl.LOCK_NB)"
        done = subprocess.run([sys.executable, "-c", code, f"{self.base}/.lock"], stderr=subprocess.PIPE, text=True)
        self.assertTrue(done.returncode == 0 or "BlockingIOError" in done.stderr, done.stderr)
        return done.returncode != 0
