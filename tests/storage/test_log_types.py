"""The values around the log."""

from __future__ import annotations

import errno
import unittest

from klog.errors import ErrorCode
from klog.storage.disk_work import WorkOwner, do_now
from klog.storage.log_types import AppendResult, Flush, LoadReport, RecoveryReport, Removal, ignore_warning, is_refusal
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
        told: list[object] = []
        flush = Flush(WorkOwner(), [file], [fs.open_directory("/d")], 7, told.append, lambda flush, error: told.append(error))
        do_now(flush)
        self.assertEqual((done, told), ([("sync", "/d/f"), ("sync_directory", "/d")], [flush]))

    def test_what_is_no_refusal(self) -> None:
        self.assertEqual([is_refusal(OSError(number, "")) for number in (errno.ENOSPC, errno.EMFILE, errno.EIO)], [True, True, False])
        self.assertFalse(is_refusal(ValueError()))

    def test_what_cannot_be_removed_is_told(self) -> None:
        fs = MemoryFileSystem()
        fs.make_directory("/d/e")
        fs.write("/d/f", b"")
        told: list[str] = []
        do_now(Removal(WorkOwner(), fs, ["/d/f", "/d/gone", "/d/e"], ["/d/nothing"], told.append))
        self.assertEqual((fs.exists("/d/f"), len(told)), (False, 1))
        self.assertIn("/d/e cannot be removed", told[0])
