"""What DescribeLogDirs reads off a data directory."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.replicas.described_directory import DescribedDirectory
from klog.storage.directories.directory import LogDirectory
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem


class DescribedDirectoryTests(SynchronousTestCase):
    """An empty one."""

    def test_described_directory(self) -> None:
        fs = MemoryFileSystem(lambda: 0)
        fs.make_directory("/data")
        directory = LogDirectory(fs, "/data", lambda: 0, LogSettings(), 1)
        described = DescribedDirectory(directory)
        self.assertEqual((described.path, described.logs, described.offline), ("/data", {}, None))
        self.assertEqual(len(described.usage()), 2)
