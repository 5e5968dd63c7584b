"""The watch."""

from __future__ import annotations

import unittest

from klog.cli.suite.programs.clients.timing import Watch


class TimingTests(unittest.TestCase):
    """`Watch`."""

    def test_both_clocks_go(self) -> None:
        watch = Watch(5)
        sum(range(200_000))
        found = watch.read()
        self.assertGreater(found.seconds, 0)
        self.assertGreater(found.cpu_seconds, 0)
        self.assertEqual(found.warm_up, 5)
