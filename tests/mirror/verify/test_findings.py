"""`klog.mirror.verify.findings`."""

from __future__ import annotations

import unittest

from klog.mirror.verify.findings import Findings, Kind, at_offsets


class FindingsTests(unittest.TestCase):
    """What is kept, and what is counted."""

    def test_neighbours_of_one_kind_are_one(self) -> None:
        findings = Findings()
        findings.add(at_offsets(Kind.MISSING, 10, 20, 10))
        findings.add(at_offsets(Kind.MISSING, 20, 25, 5))
        findings.add(at_offsets(Kind.EXTRA, 25, 26, 1))
        findings.add(at_offsets(Kind.MISSING, 26, 27, 1))
        self.assertEqual(
            findings.kept, (at_offsets(Kind.MISSING, 10, 25, 15), at_offsets(Kind.EXTRA, 25, 26, 1), at_offsets(Kind.MISSING, 26, 27, 1))
        )
        self.assertEqual((findings.count, findings.records, findings.first), (3, 17, (10, 10)))

    def test_those_that_are_not_kept_are_counted(self) -> None:
        findings = Findings(2)
        for at in (30, 20, 10):
            findings.add(at_offsets(Kind.DIFFERS, at, at + 1, 1))
        findings.add(at_offsets(Kind.DIFFERS, 11, 12, 1))
        findings.add_unplaced(3, 7)
        self.assertEqual(len(findings.kept), 2)
        self.assertEqual((findings.count, findings.records, findings.first), (6, 11, (10, 10)))

    def test_nothing_was_found(self) -> None:
        findings = Findings()
        self.assertFalse(findings)
        self.assertIsNone(findings.first)


if __name__ == "__main__":
    unittest.main()
