"""The consumers of other libraries: each is there for each of its works (`tests.bench clients` and the suite run them)."""

from __future__ import annotations

import inspect
import unittest

from klog.cli.suite.programs.clients import consumers
from klog.cli.suite.programs.clients.command import WORK


class TableTests(unittest.TestCase):
    """Functions of (address, topic, count)."""

    def test_all_are_in_the_table(self) -> None:
        here = [run for works in WORK.values() for run in works.values() if run.__module__ == consumers.__name__]
        self.assertEqual(len(here), 8)
        for run in here:
            self.assertEqual(list(inspect.signature(run).parameters)[:3], ["address", "topic", "count"])
