"""Ratios, the worst of them, the noise."""

from __future__ import annotations

import unittest

from klog.cli.suite.experiments.table import EXPERIMENTS
from klog.cli.suite.report import comparisons
from klog.cli.suite.report.round_statistics import Verdict
from klog.cli.suite.results.outcomes import Results
from tests.cli.suite.samples import full, head, measured, measured_apart, simulated


class ComparisonTests(unittest.TestCase):
    """On made-up results."""

    def test_ratios_and_verdicts(self) -> None:
        found = {(one.load, one.figure, one.versus): one for one in comparisons.compare(full())}
        rate = found["paper.batch1", "produce.rate", "kafka"]
        self.assertAlmostEqual(rate.ratio.middle, 30_002 / 11_002)
        self.assertEqual((rate.verdict, rate.rounds), (Verdict.BETTER, 3))
        self.assertIs(found["paper.batch1", "produce.cpu", "kafka"].verdict, Verdict.BETTER)
        self.assertIs(found["paper.batch1", "disk_bytes", "kafka"].verdict, Verdict.EQUAL)
        self.assertNotIn(("paper.batch1", "produce.rate", "activemq"), found)
        self.assertEqual({one.versus for one in comparisons.compare(full(), ["2014.one"])}, {"kafka", "klog-again"})

    def test_the_worst_come_first_whichever_way_is_better(self) -> None:
        results = Results(head())
        results.add(measured("tls", "klog", 1, {"produce.rate": 80.0, "produce.cpu": 1.5, "produce.client_cpu": 9.0}))
        results.add(measured("tls", "kafka", 1, {"produce.rate": 100.0, "produce.cpu": 1.0, "produce.client_cpu": 1.0}))
        results.add(measured("tls", "klog-again", 1, {"produce.rate": 800.0}))
        found = comparisons.worst(comparisons.compare(results))
        self.assertEqual([(one.figure, round(one.loss, 2)) for one in found], [("produce.cpu", 1.5), ("produce.rate", 1.25)])
        self.assertEqual(len(comparisons.worst(comparisons.compare(results), 1)), 1)

    def test_the_noise_of_one_load_stands_in_for_another(self) -> None:
        truth = {"produce.rate": 100.0}
        results = simulated({"klog": truth, "klog-again": truth}, noise=0.03)
        noise = comparisons.floors(results)
        floor = noise["2014.one", "produce.rate"]
        self.assertGreater(floor, 1.0)
        self.assertEqual(comparisons.floor_of(noise, "2014.one", "produce.rate"), floor)
        self.assertEqual(comparisons.floor_of(noise, "tls", "produce.rate"), floor)
        self.assertEqual(comparisons.floor_of(noise, "tls", "produce.cpu"), 1.0)

    def test_a_phase_lends_its_noise_to_the_same_phase(self) -> None:
        """How long a saturated producer's queue is says nothing of one record at a time, nor of any other phase."""
        results = Results(head())
        for side, queue, alone in (("klog", 100.0, 1.0), ("klog-again", 600.0, 1.05)):
            for number in (1, 2, 3):
                results.add(measured("2014.one", side, number, {"produce.mean_ms": queue}))
                results.add(measured("2014.one.latency", side, number, {"mean_ms": alone}))
        noise = comparisons.floors(results)
        self.assertAlmostEqual(comparisons.floor_of(noise, "2014.latency", "mean_ms"), 1.05)
        self.assertAlmostEqual(comparisons.floor_of(noise, "bulk.100", "produce.mean_ms"), 6.0)
        self.assertEqual(comparisons.floor_of(noise, "tls", "both.mean_ms"), 1.0)

    def test_one_round_or_two_tell_nothing_of_noise(self) -> None:
        """One bad hour would hide a loss of a third for all loads."""
        results = Results(head())
        for number in (1, 2):
            results.add(measured("2014.one", "klog", number, {"produce.rate": 100.0}))
            results.add(measured("2014.one", "klog-again", number, {"produce.rate": 150.0}))
        for number in (1, 2, 3):
            results.add(measured("tls", "klog", number, {"produce.rate": 100.0}))
            results.add(measured("tls", "kafka", number, {"produce.rate": 140.0}))
        self.assertEqual(comparisons.floors(results), {})
        (one,) = comparisons.compare(results, ["tls"])
        self.assertIs(one.verdict, Verdict.WORSE)

    def test_what_was_measured_at_another_time_is_not_divided(self) -> None:
        """klog is twice as fast today as it was beside Kafka: that is the machine."""
        results = measured_apart()
        self.assertEqual({one.versus for one in comparisons.compare(results)}, {"rabbitmq"})
        self.assertEqual(comparisons.rounds_apart(results, "tls", "klog", "kafka"), [1, 2, 3])

    def test_what_was_measured_once_or_twice_has_no_verdict(self) -> None:
        results = Results(head())
        for number, expected in ((1, Verdict.TOO_FEW), (2, Verdict.TOO_FEW), (3, Verdict.BETTER)):
            for side, rate in (("klog", 3.0), ("kafka", 1.0)):
                results.add(measured("tls", side, number, {"produce.rate": rate}))
            (one,) = comparisons.compare(results)
            self.assertEqual((one.verdict, one.rounds), (expected, number))

    def test_a_round_of_which_the_tool_told_no_millisecond_counts(self) -> None:
        """It was the other side's best: without it the median would be over its worse ones."""
        results = Results(head())
        for number, (own, theirs) in enumerate(((1.0, 0.0), (1.0, 2.0), (0.0, 0.0)), 1):
            results.add(measured("2014.one.latency", "klog", number, {"p50_ms": own}))
            results.add(measured("2014.one.latency", "kafka", number, {"p50_ms": theirs}))
        (one,) = comparisons.compare(results)
        self.assertEqual((one.rounds, one.ratio.low, one.ratio.high), (2, 0.5, 1.0))

    def test_what_was_not_under_one_load_is_not_divided(self) -> None:
        results = Results(head())
        for side, value in (("klog", 3.0), ("kafka", 1.0)):
            results.add(measured("latency.open", side, 1, {"own80.p99_ms": value, "at1000.p99_ms": value}))
        self.assertEqual([one.figure for one in comparisons.compare(results)], ["at1000.p99_ms"])

    def test_a_clients_ratio_is_not_its_brokers(self) -> None:
        results = Results(head())
        for side, own in (("klog", 1.0), ("aiokafka", 5.0)):
            results.add(measured("clients.produce_in_bulk", side, 1, {"own_cpu": own, "cpu": 2.0, "rate": 1.0}))
        self.assertEqual([one.figure for one in comparisons.compare(results)], ["own_cpu", "rate"])

    def test_what_is_told_with_and_without_joining_counts_once(self) -> None:
        results = Results(head())
        for side, rate in (("klog", 4.0), ("kafka", 1.0)):
            results.add(measured("2014.one", side, 1, {"consume.rate": rate, "consume.joined.rate": 1.0, "produce.rate": 1.0}))
        self.assertAlmostEqual(comparisons.overall(comparisons.compare(results), "rate", "kafka") or 0, 2.0)

    def test_what_a_goal_is_about_is_shown(self) -> None:
        self.assertIn("rss_peak_mb", comparisons.columns_of(EXPERIMENTS["2014.1"], full(), "2014.one"))
        self.assertNotIn("rss_peak_mb", comparisons.columns_of(EXPERIMENTS["2014.7"], full(), "2014.one"))

    def test_what_did_not_work_is_in_the_cells(self) -> None:
        found = comparisons.cells(EXPERIMENTS["fig4"], full())
        self.assertIn(("activemq", "skipped: activemq is not installed: no mvn"), [(cell.side, cell.why_not) for cell in found])
        self.assertEqual(comparisons.cells(EXPERIMENTS["pull"], full()), [])
        self.assertEqual(
            [cell.why_not for cell in comparisons.cells(EXPERIMENTS["tls"], full())][:1],
            ["failed: Kafka ended with exit code 1 in the middle of the run: boom"],
        )

    def test_small_print_and_means(self) -> None:
        results = full()
        self.assertIn("2 cores made-up; klog 0.1.0, Apache Kafka 4.3.1", comparisons.small_print(results, ["paper.batch1"]))
        self.assertIn("n = 3", comparisons.small_print(results, ["paper.batch1"]))
        self.assertIn("nothing measured", comparisons.small_print(results, ["pull"]))
        self.assertIn("BUSY", comparisons.small_print(Results(head(busy=True)), []))
        beside_itself = Results(head(versions={"klog": "klog 1", "klog-again": "klog 1", "kafka": "Kafka 2"}))
        self.assertEqual(comparisons.versions_of(beside_itself), "klog 1, Kafka 2")
        mean = comparisons.overall(comparisons.compare(results), "rate", "kafka")
        self.assertGreater(mean or 0, 1.5)
        self.assertIsNone(comparisons.overall([], "rate", "kafka"))

    def test_busy_steps_and_names(self) -> None:
        results = full()
        self.assertEqual(comparisons.busy_steps(results), [])
        results.add(measured("tls", "klog", 1, {"other_load": 0.7}))
        self.assertEqual(comparisons.busy_steps(results), ["tls/klog/1"])
        self.assertIn("fig4", comparisons.experiment_names(results))
        self.assertNotIn("pull", comparisons.experiment_names(results))
