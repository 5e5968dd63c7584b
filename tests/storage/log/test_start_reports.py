"""What a start found and mended."""

from __future__ import annotations

import dataclasses
import unittest

from klog.storage.log.start_reports import LoadReport, RecoveryReport, StartSums


class StartReportTests(unittest.TestCase):
    """Sums."""

    def test_defaults(self) -> None:
        self.assertEqual((LoadReport().highest_producer_id, RecoveryReport().highest_epoch), (-1, -1))

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


if __name__ == "__main__":
    unittest.main()
