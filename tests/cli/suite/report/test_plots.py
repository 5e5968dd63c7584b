"""From results to charts and files."""

from __future__ import annotations

import pathlib
import shutil
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from klog.cli.suite.experiments.table import EXPERIMENTS
from klog.cli.suite.histogram import Histogram
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.report import plots
from klog.cli.suite.report.charts import Bars, Lines
from klog.cli.suite.report.drawing import can_png
from klog.cli.suite.results.outcomes import Results
from tests.cli.suite.samples import full, head, measured


class PlotTests(unittest.TestCase):
    """Charts."""

    def test_the_median_line_and_its_band(self) -> None:
        line, band = plots.over_rounds([[(0.0, 1.0), (10.0, 1.0)], [(1.0, 2.0), (9.0, 2.0)], [(0.0, 6.0), (20.0, 6.0)]])
        self.assertEqual((line[0][0], line[-1][0]), (1.0, 9.0), "where all have been")
        self.assertEqual({y for _, y in line}, {2.0})
        self.assertEqual({(low, high) for _, low, high in band}, {(1.0, 6.0)})
        self.assertEqual(plots.over_rounds([[(0.0, 1.0), (10.0, 3.0)]])[1], [], "one round has no band")
        self.assertAlmostEqual(plots.over_rounds([[(0.0, 1.0), (10.0, 3.0)]])[0][-1][1], 3.0)
        self.assertEqual(plots.over_rounds([]), ([], []))
        self.assertEqual(plots.over_rounds([[(1.0, 5.0)]]), ([(1.0, 5.0)], []))

    def test_figure_4(self) -> None:
        charts = plots.charts_of(EXPERIMENTS["fig4"], full())
        self.assertEqual(list(charts), ["fig4", "fig4-log"])
        chart = charts["fig4"]
        assert isinstance(chart, Lines)
        self.assertEqual([line.name for line in chart.lines], ["klog, batch1", "kafka, batch1", "rabbitmq, batch1"])
        self.assertIn("n = 3", chart.small_print)

    def test_published_figures_stand_beside(self) -> None:
        chart = plots.charts_of(EXPERIMENTS["2014.1"], full())["2014.1"]
        assert isinstance(chart, Bars)
        self.assertEqual([published for _, _, published in chart.groups], [821_557])
        self.assertEqual([bar.name for bar in chart.groups[0][1]], ["klog", "kafka"], "the A/A side is in no plot")
        storage = plots.charts_of(EXPERIMENTS["storage"], full())["storage"]
        assert isinstance(storage, Bars)
        self.assertEqual([list(bar.parts) for bar in storage.groups[0][1]], [[200, 71.0]] * 3)
        self.assertEqual(storage.groups[0][2], 209)

    def test_each_phase_has_what_was_published_of_it(self) -> None:
        results = Results(head())
        for side in ("klog", "kafka-0.8.2.2"):
            results.add(measured("2014.literal", side, 1, {"produce.rate": 5.0, "consume.rate": 6.0}))
        chart = plots.charts_of(EXPERIMENTS["2014.literal"], results)["2014.literal"]
        assert isinstance(chart, Bars)
        self.assertEqual([(heading, published) for heading, _, published in chart.groups], [("produce", 821_557), ("consume", 940_521)])
        paper = plots.charts_of(EXPERIMENTS["fig4"], full())["fig4"]
        assert isinstance(paper, Lines)
        self.assertEqual(paper.published, [("batch1", 50_000), ("batch50", 400_000)])

    def test_percentiles_are_of_all_rounds(self) -> None:
        chart = plots.charts_of(EXPERIMENTS["latency"], full())["latency-at1000"]
        assert isinstance(chart, Lines)
        self.assertAlmostEqual(chart.lines[0].points[-1][0], 10**3.4, delta=1)
        self.assertEqual(plots.merged([Histogram.of([1.0]), Histogram.of([2.0])]).count, 2)

    def test_every_experiment_can_be_drawn_and_an_empty_one_is_not(self) -> None:
        results = Results(head())
        for experiment in EXPERIMENTS.values():
            self.assertEqual(plots.charts_of(experiment, results), {})
        for load in LOADS:
            for side in LOADS[load].sides or ("klog", "kafka"):
                figures = {
                    f"{phase}.{kind}": 5.0 for phase in ("produce", "consume", "cold", "group", "both", "comes") for kind in ("rate", "cpu")
                }
                figures |= {
                    "rate": 3.0,
                    "cpu": 1.0,
                    "p99_ms": 2.0,
                    "mean_ms": 1.0,
                    "first_ack_s": 1.0,
                    "overhead_bytes": 3.0,
                    "comes.rest_s": 1.0,
                }
                figures |= {"produce.flatness": 1.0}
                points = [(float(x), 5.0) for x in range(5)]
                histograms = {"at1000": Histogram.of([0.001] * 100)}
                results.add(measured(load, side, 1, figures, series={"produce": points, "consume": points}, histograms=histograms))
        for experiment in EXPERIMENTS.values():
            charts = plots.charts_of(experiment, results)
            self.assertTrue(charts, experiment.name)
            for chart in charts.values():
                names = [heading for heading, _, _ in chart.groups] if isinstance(chart, Bars) else []
                names += [line.name for line in chart.lines] if isinstance(chart, Lines) else []
                self.assertTrue(names)
                self.assertEqual(len(names), len(set(names)), (experiment.name, names))
        self.assertIn("efficiency", plots.all_charts(results))

    def test_files(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        charts = plots.all_charts(full())
        written = plots.write_plots(charts, folder / "plots")
        self.assertEqual(len(written), len(charts) * (2 if can_png() else 1))
        for path in written:
            if path.suffix == ".svg":
                ElementTree.fromstring(path.read_text())
        self.assertTrue({"ratios-rate", "ratios-cpu", "efficiency", "fig4"} <= set(charts))
