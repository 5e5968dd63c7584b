"""How long a load program may take, and how much disk a load needs."""

from __future__ import annotations

import pathlib
import unittest
from unittest import mock

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Skip
from klog.cli.suite.loads import limits
from klog.cli.suite.loads.limits import check_disk, limit_s
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.steps.site import Site


class LimitsTests(unittest.TestCase):
    """`limit_s`, `check_disk`."""

    def test_limits_grow_with_the_work(self) -> None:
        self.assertGreater(limit_s(1_000_000), limit_s(1_000))
        self.assertGreater(limit_s(1_000, 1_000_000), 1_000)

    def test_a_disk_without_room_is_told_before_anything_is_written(self) -> None:
        site = Site(pathlib.Path("/scratch/step"), "paper", Machine(), {})
        with mock.patch.object(limits, "free_bytes", return_value=int(25e9)):
            check_disk(site, 10e9)
            with self.assertRaises(Skip) as caught:
                check_disk(site, 20e9)
            self.assertIn("has 25.0 GB free, and this needs 29.1 GB", str(caught.exception))
            # No broker is started, no peer looked for.
            with self.assertRaises(Skip):
                LOADS["2014.one.stored"].run(site, "klog")

    def test_three_copies_need_three_times_the_room(self) -> None:
        site = Site(pathlib.Path("/scratch/step"), "paper", Machine(), {})
        with mock.patch.object(limits, "free_bytes", return_value=int(20e9)), self.assertRaises(Skip) as caught:
            LOADS["2014.stored"].run(site, "klog")
        self.assertIn("this needs 26.3 GB", str(caught.exception))
