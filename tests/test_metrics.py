"""Counters, gauges, histograms."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.metrics import Metrics


class MetricsTests(SynchronousTestCase):
    """The registry and its metrics."""

    def test_counter_is_the_same_by_name(self) -> None:
        metrics = Metrics()
        counter = metrics.counter("a.count", "As.")
        counter.value += 2
        self.assertIs(metrics.counter("a.count", "As."), counter)
        self.assertEqual([(reading.name, reading.value) for reading in metrics], [("a.count", 2)])

    def test_gauge_asks(self) -> None:
        metrics = Metrics()
        numbers = [1.0]
        metrics.gauge("g", "G.", lambda: numbers[0])
        numbers[0] = 5.0
        self.assertEqual([reading.value for reading in metrics], [5.0])
        metrics.gauge("g", "G.", lambda: 6.0)
        self.assertEqual([reading.value for reading in metrics], [6.0])

    def test_histogram(self) -> None:
        metrics = Metrics()
        histogram = metrics.histogram("h", "H.", [1, 2, 4])
        self.assertIs(metrics.histogram("h", "H."), histogram)
        self.assertEqual((histogram.read(), histogram.quantile(0.5)), (0.0, 0.0))
        histogram.add(1)
        histogram.add(3, times=2)
        histogram.add(9)
        self.assertEqual(histogram.counts, [1, 0, 2, 1])
        self.assertEqual(histogram.count, 4)
        self.assertEqual(histogram.read(), 4.0)
        self.assertEqual(histogram.quantile(0.5), 4)
        self.assertEqual(histogram.quantile(1.0), float("inf"))

    def test_one_name_is_one_kind(self) -> None:
        metrics = Metrics()
        metrics.counter("a", "A.")
        metrics.gauge("b", "B.", lambda: 0)
        self.assertRaises(ValueError, metrics.histogram, "a", "A.")
        self.assertRaises(ValueError, metrics.gauge, "a", "A.", lambda: 0)
        self.assertRaises(ValueError, metrics.counter, "b", "B.")
