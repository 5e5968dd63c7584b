"""The values around the log."""

from __future__ import annotations

import unittest

from klog.errors import ErrorCode
from klog.storage.log_types import AppendResult, Flush, LoadReport, RecoveryReport, ignore_warning
from klog.testing.filesystem import MemoryFileSystem


class LogTypesTests(unittest.TestCase):
    """Defaults, and the order of a flush."""

    def test_defaults(self) -> None:
        result = AppendResult()
        self.assertEqual((result.code, result.base_offset, result.log_append_time_ms, result.record_errors), (ErrorCode.NONE, -1, -1, []))
        self.assertIsNot(AppendResult().record_errors, result.record_errors)
        self.assertEqual((LoadReport().highest_producer_id, RecoveryReport().highest_epoch), (-1, -1))
        ignore_warning("nothing")

    def test_data_before_names(self) -> None:
        fs = MemoryFileSystem()
        fs.make_directory("/d")
        file = fs.open("/d/f", write=True, create=True)
        done: list[tuple[str, str]] = []
        fs.on_operation = lambda name, path: done.append((name, path))
        Flush(fs, [file], ["/d"], 7, 3).run()
        self.assertEqual(done, [("sync", "/d/f"), ("sync_directory", "/d")])
