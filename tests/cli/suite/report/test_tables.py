"""Tables."""

from __future__ import annotations

import unittest

from klog.cli.suite.experiments.table import EXPERIMENTS
from klog.cli.suite.report import comparisons, tables
from klog.cli.suite.report.tables import Table, markdown
from klog.cli.suite.steps.results_file import Results
from tests.cli.suite.samples import full, head, simulated


class TableTests(unittest.TestCase):
    """Of made-up results."""

    def test_an_experiment(self) -> None:
        table = tables.experiment_table(EXPERIMENTS["fig4"], full())
        self.assertEqual(table.heads[:4], ["load", "", "records/s", "warm"])
        self.assertIn("klog to it: records/s", table.heads)
        rows = {tuple(row[:2]): row for row in table.rows}
        name = "one message to a request, no acknowledgement; then one consumer"
        self.assertEqual(rows[name, "kafka"][2], "11,002")
        self.assertIn("2.73", rows[name, "kafka"][table.heads.index("klog to it: records/s")])
        self.assertEqual(rows[name, "klog"][table.heads.index("klog to it: records/s")], "")
        skipped = next(row for row in table.rows if "activemq" in row[1])
        self.assertIn("not installed", skipped[1])
        self.assertTrue(all(len(row) == len(table.heads) for row in table.rows))

    def test_klog_alone_has_no_columns_of_ratios(self) -> None:
        table = tables.experiment_table(EXPERIMENTS["2014.1"], simulated({"klog": {"produce.rate": 5.0}}))
        self.assertEqual((table.heads, table.rows), (["", "records/s"], [["klog", "5"]]))

    def test_a_peer_that_lost_records_has_no_rate(self) -> None:
        (row,) = tables.experiment_table(EXPERIMENTS["tls"], full()).rows
        self.assertIn("failed", row[0])
        self.assertFalse(any(row[1:]))

    def test_each_once(self) -> None:
        table = Table("t", ["load", ""], [["a", "1"], ["a", "2"], ["b", "1"], ["a", "1"]])
        self.assertEqual(tables.each_once(table).rows, [["a", "1"], ["", "2"], ["b", "1"], ["a", "1"]])
        self.assertEqual(tables.each_once(Table("t", [], [])).rows, [])

    def test_markdown(self) -> None:
        self.assertEqual(markdown(Table("t", ["a", "b"], [["1|2", "3"]])), "| a | b |\n|---|---|\n| 1/2 | 3 |")
        self.assertEqual(markdown(Table("t", ["a"], [])), "")

    def test_the_others(self) -> None:
        results = full()
        self.assertTrue(tables.worst_table(results).rows)
        self.assertEqual({row[0] for row in tables.noise_table(results).rows}, {"2014.one"})
        judged = comparisons.judge(results, [EXPERIMENTS["fig4"]])
        self.assertEqual({row[-1] for row in tables.goal_table(judged).rows}, {"met", "missed", "–"})
        self.assertIn("rate", tables.overall_line(results))
        self.assertEqual(tables.overall_line(Results(head())), "")
        agreements = comparisons.agreements(results, results)
        self.assertEqual({row[-1] for row in tables.agreement_table(agreements).rows}, {"yes"})
        self.assertEqual(tables.agreement_line(agreements), f"{len(agreements)} of {len(agreements)} ratios of the two runs agree.")
