"""A member; it is run with others by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import unittest
from unittest import mock

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.suite.programs import paper_member


class MemberTests(unittest.TestCase):
    """`main`."""

    def test_told_to_end_it_ends_well(self) -> None:
        for code, expected in ((Exit.TERMINATED, 0), (Exit.FAILED, 1)):
            with mock.patch("klog.cli.run_coroutine.run", side_effect=CommandFailed("told", code)):
                self.assertEqual(paper_member.main(["connect", "g", "m", "t"]), expected)
