"""What all logs of a data directory share."""

from __future__ import annotations

import unittest

from klog.records.implementations import codec
from klog.storage.context import LogContext, ignore_warning
from klog.storage.file_cache import FileCache
from klog.testing.filesystem import MemoryFileSystem


class LogContextTests(unittest.TestCase):
    """One directory, with as many contexts as there are threads that open its logs."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.told: list[str] = []
        self.gone: list[None] = []
        files = FileCache(self.fs, 10)
        self.context = LogContext(self.fs, lambda: 0, files, codec, warn=self.told.append, went_offline=lambda: self.gone.append(None))

    def test_one_that_is_apart_has_files_of_its_own_until_it_rejoins(self) -> None:
        apart = self.context.apart()
        self.assertIsNot(apart.files, self.context.files)
        self.assertIsNot(apart.index_pages, self.context.index_pages)
        apart.rejoin()
        self.assertIs(apart.files, self.context.files)
        self.assertIs(apart.index_pages, self.context.index_pages)

    def test_the_directory_fails_once_for_all_of_them(self) -> None:
        apart = self.context.apart()
        apart.take_offline("/d/t-0", OSError("broken"))
        self.context.take_offline("/d/t-1", OSError("too"))
        self.assertEqual((str(apart.offline), str(self.context.offline)), ("broken", "broken"))
        self.assertEqual((len(self.told), len(self.gone)), (1, 1))

    def test_warnings_that_nobody_wants(self) -> None:
        ignore_warning("nothing")


if __name__ == "__main__":
    unittest.main()
