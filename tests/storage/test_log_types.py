"""The values around the log."""

from __future__ import annotations

import dataclasses
import errno
import unittest

from klog.errors import ErrorCode
from klog.storage.log_types import AppendResult, LoadReport, RecoveryReport, StartSums, ignore_warning, is_refusal


class LogTypesTests(unittest.TestCase):
    """Defaults, and which errors say "not now"."""

    def test_defaults(self) -> None:
        result = AppendResult()
        self.assertEqual((result.code, result.base_offset, result.log_append_time_ms, result.record_errors), (ErrorCode.NONE, -1, -1, []))
        self.assertIsNot(AppendResult().record_errors, result.record_errors)
        self.assertEqual((LoadReport().highest_producer_id, RecoveryReport().highest_epoch), (-1, -1))
        ignore_warning("nothing")

    def test_a_start_is_the_sum_of_its_logs(self) -> None:
        one, other, whole = RecoveryReport(), RecoveryReport(), LoadReport()
        for number, field in enumerate(dataclasses.fields(StartSums), 1):
            setattr(one, field.name, number)
            setattr(other, field.name, 100)
        for report in (one, other):
            whole.add(report)
        names = [field.name for field in dataclasses.fields(StartSums)]
        expected = [100 if name.startswith("highest") else 100 + number for number, name in enumerate(names, 1)]
        self.assertEqual([getattr(whole, name) for name in names], expected)

    def test_what_is_no_refusal(self) -> None:
        self.assertEqual([is_refusal(OSError(number, "")) for number in (errno.ENOSPC, errno.EMFILE, errno.EIO)], [True, True, False])
        self.assertFalse(is_refusal(ValueError()))
