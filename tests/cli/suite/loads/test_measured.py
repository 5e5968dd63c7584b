"""How a phase is watched."""

from __future__ import annotations

import unittest
from unittest import mock

from klog.cli.suite.host.machine import Wire
from klog.cli.suite.loads import measured as module
from klog.cli.suite.loads.measured import Measured, PhaseWatch, memory_figures, rest_figures


class Brokers:
    """Numbers that grow when they are looked at."""

    def __init__(self) -> None:
        self.cpu = 1.0
        self.machine = mock.Mock()
        self.machine.wire.side_effect = [Wire(1_000, 10), Wire(501_000, 1_010)]

    def cpu_s(self) -> float:
        self.cpu += 0.5
        return self.cpu

    def switches(self) -> int:
        return int(self.cpu * 1000)

    ready_s = 0.5
    pids = (5, 7)

    def memory_mb(self, what: str = "VmRSS") -> float:
        return 61.0 if what == "VmHWM" else 51.0


class MeasuredTests(unittest.TestCase):
    """`PhaseWatch`, `Measured`."""

    def test_per_record(self) -> None:
        with mock.patch.object(module.time, "sleep") as sleep:
            brokers = Brokers()
            found = PhaseWatch(brokers, "quick").figures(1_000, 0.25, 200)  # type: ignore[arg-type]
        brokers.machine.watch.assert_called_once_with((5, 7))
        brokers.machine.watch.return_value.assert_called_once_with(1_000)
        sleep.assert_called_once_with(2.0)
        self.assertEqual(found["cpu"], 500.0)
        self.assertEqual((found["bytes_per_record"], found["packets_per_record"], found["client_cpu"]), (500.0, 1.0, 250.0))
        self.assertEqual(found["switches_per_record"], 0.5)
        # 0.5 s for 200 kB
        self.assertEqual(found["cpu_per_gb"], 2500.0)

    def test_a_warm_up_is_in_no_figure(self) -> None:
        with mock.patch.object(module.time, "sleep"):
            brokers = Brokers()
            brokers.machine.wire.side_effect = [Wire(0, 0), Wire(1_000, 10), Wire(501_000, 1_010)]
            watch = PhaseWatch(brokers, "quick")  # type: ignore[arg-type]
            watch.begin_anew(200)
            found = watch.figures(1_200, 0.3, 200)
        # Half a second between two looks, for the thousand records behind the warm-up.
        self.assertEqual((found["cpu"], found["switches_per_record"]), (500.0, 0.5))
        self.assertEqual((found["bytes_per_record"], found["packets_per_record"]), (500.0, 1.0))
        self.assertEqual(found["client_cpu"], 250.0, "the load program is not looked at meanwhile")

    def test_phases_have_their_names(self) -> None:
        made = Measured()
        made.add("produce", {"rate": 1.0})
        made.add("", memory_figures(Brokers()))  # type: ignore[arg-type]
        made.add("", rest_figures(Brokers()))  # type: ignore[arg-type]
        expected = {"produce.rate": 1.0, "rss_peak_mb": 61.0, "rss_after_mb": 51.0, "rss_idle_mb": 51.0, "ready_s": 0.5}
        self.assertEqual(made.figures, expected)
