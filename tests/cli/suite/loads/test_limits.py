"""How long a load program may take, and how much disk a load needs."""

from __future__ import annotations

import pathlib
import unittest
from unittest import mock

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Skip
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads import limits
from klog.cli.suite.loads.limits import check_disk, limit_s
from klog.cli.suite.loads.table import LOADS


class LimitsTests(unittest.TestCase):
    """`limit_s`, `check_disk`."""

    def test_limits_grow_with_the_work(self) -> None:
        self.assertGreater(limit_s(1_000_000), limit_s(1_000))
        self.assertGreater(limit_s(1_000, 1_000_000), 1_000)

    def test_how_long_a_tool_may_take(self) -> None:
        """Who hangs with fifty million records is found after three hours."""
        self.assertAlmostEqual(limit_s(500), 120 + 0.5 + 0.05)
        self.assertAlmostEqual(limit_s(500_000), 120 + 500 + 50)
        self.assertAlmostEqual(limit_s(1_000_000), 120 + 1_000 + 100)
        self.assertAlmostEqual(limit_s(50_000_000), 120 + 1_000 + 4_900 + 5_000)
        self.assertAlmostEqual(limit_s(500, one_by_one=True), 120 + 1 + 0.05)
        self.assertAlmostEqual(limit_s(10_000_000, 200, one_by_one=True), 120 + 20_000 + 2_000)

    def test_a_machine_ten_times_slower_is_not_cut_off(self) -> None:
        """Than the slowest of ``docs/experiments.md``, in records a second, by size of the suite."""
        for what, records, record_bytes, per_s in (
            ("2014.sync", 50_000_000, 100, 104_860),
            ("2014.producers", 150_000_000, 100, 128_689),
            ("2014.one.stored", 200_000_000, 100, 661_927),
            ("2014.stored", 60_000_000, 100, 205_497),
            ("2014.size.10", 104_857_600, 10, 245_965),
            ("2014.size.100", 10_485_760, 100, 82_835),
            ("2014.size.1000", 1_048_576, 1_000, 19_550),
            ("2014.size.10000", 104_857, 10_000, 2_607),
            ("2014.size.100000", 10_485, 100_000, 481),
            ("size.1000000", 1_048, 1_000_000, 180),
            ("partitions.1000", 2_000_000, 100, 32_828),
            ("partitions.1000", 5_000_000, 100, 32_828),
            ("codec.gzip", 1_000_000, 1_000, 34_998),
            ("paper.batch1", 100_000, 200, 5_884),
            ("paper.batch1", 500_000, 200, 13_380),
            ("paper.batch1.long", 2_000_000, 200, 20_919),
            ("paper.flush.thousand", 2_000_000, 200, 24_859),
            ("clients.consume_message_by_message", 450_000, 100, 56_427),
        ):
            self.assertGreater(limit_s(records, record_bytes), records / (per_s / 10), what)
        for what, records, record_bytes, per_s in (
            ("connections.1", 150_000, 100, 5_733),
            ("connections.1", 500_000, 100, 5_733),
            ("paper.batch1", 10_000_000, 200, 5_884),
        ):
            self.assertGreater(limit_s(records, record_bytes, one_by_one=True), records / (per_s / 10), what)

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
