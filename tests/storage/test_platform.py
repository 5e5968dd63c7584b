"""What is chosen per operating system."""

from __future__ import annotations

import os
import tempfile
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.storage import platform


class PlatformTests(SynchronousTestCase):
    """Refusal by name, and fallbacks."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.fd = os.open(f"{directory.name}/f", os.O_RDWR | os.O_CREAT)
        self.addCleanup(os.close, self.fd)

    def test_windows_is_refused_by_name(self) -> None:
        for name in ("win32", "cygwin"):
            error = self.assertRaises(platform.UnsupportedPlatform, platform.check_platform, name)
            self.assertIn("Windows", str(error))
        platform.check_platform("linux")
        platform.check_platform("darwin")

    def test_macos_syncs_through_the_drive(self) -> None:
        self.assertIs(platform._choose_sync("darwin"), platform._full_fsync)
        with mock.patch.object(platform.fcntl, "fcntl") as fcntl:
            platform._full_fsync(self.fd)
        self.assertEqual(fcntl.call_args.args[0], self.fd)
        with mock.patch.object(platform.fcntl, "fcntl", side_effect=OSError), mock.patch.object(os, "fsync") as fsync:
            platform._full_fsync(self.fd)
        fsync.assert_called_once_with(self.fd)

    def test_linux_syncs_data(self) -> None:
        self.assertIs(platform._choose_sync("linux"), getattr(os, "fdatasync", os.fsync))

    def test_write_without_pwritev(self) -> None:
        self.assertEqual(platform._pwrite_each(self.fd, [b"abc", b"def"], 1), 3)
        self.assertEqual(os.pread(self.fd, 9, 0), b"\0abc")

    def test_probe(self) -> None:
        os.pwrite(self.fd, bytes(1 << 20), 0)
        self.assertTrue(platform.is_cached(self.fd, 0, 1 << 20))
        self.assertTrue(platform.is_cached(self.fd, 5, 0))
        self.assertTrue(platform._always_cached(self.fd, 0, 1))
        if hasattr(os, "RWF_NOWAIT"):
            with mock.patch.object(os, "preadv", side_effect=BlockingIOError) as preadv:
                self.assertFalse(platform._probe_nowait(self.fd, 0, 10))
            self.assertEqual(preadv.call_count, 1)
            with mock.patch.object(os, "preadv", side_effect=OSError(95, "not supported")):
                self.assertTrue(platform._probe_nowait(self.fd, 0, 10))
            with mock.patch.object(os, "preadv", side_effect=OSError(5, "broken")):
                self.assertRaises(OSError, platform._probe_nowait, self.fd, 0, 10)
            with mock.patch.object(os, "preadv", return_value=1) as preadv:
                self.assertTrue(platform._probe_nowait(self.fd, 100, 300 << 10))
            self.assertEqual(
                [call.args[2] for call in preadv.call_args_list], [99 + (300 << 10), 100, 100 + (128 << 10), 100 + (256 << 10)]
            )
