"""Numbers of a client: latencies in classes, rates between two snapshots, and all of it flat."""

from __future__ import annotations

import dataclasses
import unittest
from typing import Any

from klog.client.statistics import ApiCounts, ClientStatistics, Latencies, LatencyStatistics


def statistics(**numbers: Any) -> ClientStatistics:
    """A snapshot in which nothing has happened but `numbers`."""
    zeros = {field.name: 0 for field in dataclasses.fields(ClientStatistics) if field.default is dataclasses.MISSING}
    return ClientStatistics(**{**zeros, "by_api": {}, **numbers})


class LatenciesTests(unittest.TestCase):
    """Percentiles are upper bounds within a factor of two."""

    def test_nothing_measured(self) -> None:
        self.assertEqual(Latencies().snapshot(), LatencyStatistics())

    def test_percentiles_mean_and_maximum(self) -> None:
        latencies = Latencies()
        for _ in range(98):
            latencies.add(0.001)
        latencies.add(0.5)
        latencies.add(3.0)
        found = latencies.snapshot()
        self.assertEqual((found.count, found.max_ms), (100, 3_000.0))
        self.assertAlmostEqual(found.mean_ms, (98 * 1 + 500 + 3_000) / 100)
        self.assertTrue(1 <= found.p50_ms <= 2, found)
        self.assertTrue(500 <= found.p99_ms <= 1_000, found)

    def test_a_clock_that_was_set_back_and_one_that_leapt(self) -> None:
        latencies = Latencies()
        latencies.add(-5)
        self.assertEqual((latencies.snapshot().max_ms, latencies.snapshot().p99_ms), (0.0, 0.0))
        latencies.add(1e9)
        self.assertEqual(latencies.snapshot().max_ms, 1e12)


class SnapshotTests(unittest.TestCase):
    """What is made of snapshots."""

    def test_rates_are_of_all_that_grows(self) -> None:
        before = statistics(at_s=10.0, records_written=100, backlog_bytes_now=7)
        after = statistics(at_s=12.0, records_written=400, backlog_bytes_now=9, connects=1)
        rates = after.rates(before)
        self.assertEqual((rates["records_written"], rates["connects"], rates["fetches"]), (150.0, 0.5, 0.0))
        self.assertNotIn("backlog_bytes_now", rates)
        self.assertNotIn("at_s", rates)
        self.assertEqual(set(after.rates(after).values()), {0.0})

    def test_flat_numbers(self) -> None:
        counts = ApiCounts()
        counts.bytes_sent, counts.failed = 30, 1
        counts.latencies.add(0.002)
        flat = statistics(by_api={"Fetch": counts.snapshot()}, records_written=3).numbers()
        self.assertEqual((flat["by_api.Fetch.answered"], flat["by_api.Fetch.failed"], flat["by_api.Fetch.bytes_sent"]), (1, 1, 30))
        self.assertEqual((flat["by_api.Fetch.latency.max_ms"], flat["records_written"], flat["batch_latency.count"]), (2.0, 3, 0))
        self.assertTrue(all(isinstance(number, int | float) for number in flat.values()))

    def test_a_snapshot_stays_as_it_is(self) -> None:
        with self.assertRaises(dataclasses.FrozenInstanceError):
            statistics().connects = 3  # type: ignore[misc]
