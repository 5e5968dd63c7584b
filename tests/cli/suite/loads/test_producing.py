"""Loads of Kafka's tools; the whole of them is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import pathlib
import unittest
from unittest import mock

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Skip
from klog.cli.suite.loads import producing
from klog.cli.suite.loads.producing import check_disk, cores_apart, flatness, limit_s
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.steps.site import Site


class ProducingTests(unittest.TestCase):
    """What is checked before, and worked out after."""

    def test_a_disk_without_room_is_told_before_anything_is_written(self) -> None:
        site = Site(pathlib.Path("/scratch/step"), "paper", Machine(), {})
        with mock.patch.object(producing, "free_bytes", return_value=int(25e9)):
            check_disk(site, 10e9)
            with self.assertRaises(Skip) as caught:
                check_disk(site, 20e9)
            self.assertIn("has 25.0 GB free, and this needs 29.1 GB", str(caught.exception))
            # No broker is started, no peer looked for.
            with self.assertRaises(Skip):
                LOADS["2014.one.stored"].run(site, "klog")

    def test_three_copies_need_three_times_the_room(self) -> None:
        site = Site(pathlib.Path("/scratch/step"), "paper", Machine(), {})
        with mock.patch.object(producing, "free_bytes", return_value=int(20e9)), self.assertRaises(Skip) as caught:
            LOADS["2014.stored"].run(site, "klog")
        self.assertIn("this needs 26.3 GB", str(caught.exception))

    def test_a_core_for_the_broker_and_one_for_the_load(self) -> None:
        with mock.patch.object(producing.os, "sched_getaffinity", return_value={3, 1, 2}):
            self.assertEqual(cores_apart(), ([1], [2]))
        with mock.patch.object(producing.os, "sched_getaffinity", return_value={0}), self.assertRaises(Skip):
            cores_apart()

    def test_how_flat_a_rate_is(self) -> None:
        self.assertEqual(flatness([1.0] * 9), {})
        rates = [9.0, 50.0, *[100.0] * 10, *[90.0] * 8]
        self.assertEqual(flatness(rates), {"flatness": 0.9})

    def test_limits_grow_with_the_work(self) -> None:
        self.assertGreater(limit_s(1_000_000), limit_s(1_000))
        self.assertGreater(limit_s(1_000, 1_000_000), 1_000)
