"""The values that a log takes and gives."""

from __future__ import annotations

import unittest

from klog.errors import ErrorCode
from klog.storage.log.values import AppendResult


class LogValuesTests(unittest.TestCase):
    """Defaults."""

    def test_defaults(self) -> None:
        result = AppendResult()
        self.assertEqual((result.code, result.base_offset, result.log_append_time_ms, result.record_errors), (ErrorCode.NONE, -1, -1, []))
        self.assertIsNot(AppendResult().record_errors, result.record_errors)


if __name__ == "__main__":
    unittest.main()
