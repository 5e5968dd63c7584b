"""The conformance suites find what is wrong."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Sequence

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.filesystem import Buffer, RealFileSystem
from klog.testing.conformance import FILE_SYSTEM_CHECKS, check_filesystem
from klog.testing.filesystem import MemoryFile, MemoryFileSystem


class FileSystemSuiteTests(SynchronousTestCase):
    """`check_filesystem` over both file systems, and over broken ones."""

    def test_real(self) -> None:
        fs = RealFileSystem()

        def make() -> tuple[RealFileSystem, str]:
            directory = tempfile.TemporaryDirectory()
            self.addCleanup(directory.cleanup)
            return fs, directory.name

        check_filesystem(make)

    def test_memory(self) -> None:
        def make() -> tuple[MemoryFileSystem, str]:
            fs = MemoryFileSystem()
            fs.make_directory("/base")
            return fs, "/base"

        check_filesystem(make)

    def test_every_check_is_listed(self) -> None:
        from klog.testing import conformance

        named = {value for name, value in vars(conformance).items() if name.startswith("check_") and name != "check_filesystem"}
        self.assertEqual(named, set(FILE_SYSTEM_CHECKS))

    def test_finds_a_broken_rename(self) -> None:
        class Broken(MemoryFileSystem):
            def rename(self, old: str, new: str) -> None:
                if self.exists(new):
                    raise OSError(errno.EEXIST, "exists")
                super().rename(old, new)

        def make() -> tuple[MemoryFileSystem, str]:
            fs = Broken()
            fs.make_directory("/base")
            return fs, "/base"

        self.assertRaises(OSError, check_filesystem, make)

    def test_finds_short_writes(self) -> None:
        def short(self: MemoryFile, position: int, buffers: Sequence[Buffer]) -> int:
            return original(self, position, buffers[:5])

        original = MemoryFile.write_at
        self.patch(MemoryFile, "write_at", short)

        def make() -> tuple[MemoryFileSystem, str]:
            fs = MemoryFileSystem()
            fs.make_directory("/base")
            return fs, "/base"

        self.assertRaises(AssertionError, check_filesystem, make)
