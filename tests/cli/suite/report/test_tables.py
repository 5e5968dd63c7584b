"""Tables."""

from __future__ import annotations

import unittest

from klog.cli.suite.experiments.table import EXPERIMENTS
from klog.cli.suite.report import comparisons, tables
from klog.cli.suite.report.judged_goals import judge
from klog.cli.suite.report.tables import Table, markdown
from klog.cli.suite.results.outcomes import Outcome, Results, State, Step
from tests.cli.suite.samples import at_fixed_rate, full, head, measured, simulated


class TableTests(unittest.TestCase):
    """Of made-up results."""

    def test_an_experiment(self) -> None:
        table = tables.experiment_table(EXPERIMENTS["fig4"], full())
        self.assertEqual(table.heads[:4], ["load", "side", "records/s", "records/s, warm"])
        self.assertIn("klog / it: records/s", table.heads)
        rows = {tuple(row[:2]): row for row in table.rows}
        name = "one message to a request, no acknowledgement; then one consumer"
        self.assertEqual(rows[name, "kafka"][2], "11,002")
        self.assertIn("2.73", rows[name, "kafka"][table.heads.index("klog / it: records/s")])
        self.assertEqual(rows[name, "klog"][table.heads.index("klog / it: records/s")], "")
        skipped = next(row for row in table.rows if "activemq" in row[1])
        self.assertIn("not installed", skipped[1])
        self.assertTrue(all(len(row) == len(table.heads) for row in table.rows))

    def test_klog_alone_has_no_columns_of_ratios(self) -> None:
        table = tables.experiment_table(EXPERIMENTS["2014.1"], simulated({"klog": {"produce.rate": 5.0}}))
        self.assertEqual((table.heads, table.rows), (["side", "records/s"], [["*published*", "821,557"], ["klog", "5"]]))

    def test_a_peer_that_lost_records_has_no_rate(self) -> None:
        (row,) = tables.experiment_table(EXPERIMENTS["tls"], full()).rows
        self.assertIn("failed", row[0])
        self.assertFalse(any(row[1:]))

    def test_many_figures_stand_below_each_other(self) -> None:
        results = Results(head())
        names = [f"{phase}.{kind}" for phase in ("own10", "own50", "at1000") for kind in ("p50_ms", "p99_ms", "p999_ms")]
        for side, value in (("klog", 1.0), ("kafka", 2.0)):
            figures = dict.fromkeys(names, value)
            results.add(measured("latency.open", side, 1, figures | ({"own80.p99_ms": 7.0} if side == "klog" else {})))
        results.add(Outcome(Step("latency.open", "kafka@1", 1), State.FAILED, "boom"))
        table = tables.experiment_table(EXPERIMENTS["latency"], results)
        self.assertEqual(table.heads, ["figure", "klog", "kafka", "kafka@1", "klog / kafka", "klog / kafka@1"])
        rows = {row[0]: row[1:] for row in table.rows}
        self.assertEqual(rows["at1000: p99 ms"], ["1.00", "2.00", "", "0.50", ""])
        self.assertEqual(rows["own10: p99 ms"], ["1.00", "2.00", "", "", ""], "each had another load")
        self.assertEqual(rows["own80: p99 ms"], ["7.00", "", "", "", ""])
        self.assertEqual(rows["kafka@1: failed: boom"], [""] * 5)
        self.assertEqual(len(rows), len(names) + 2)

    def test_whose_cpu_a_mean_is_of(self) -> None:
        results = full()
        for side, rate, own in (("klog", 8.0, 1.0), ("aiokafka", 2.0, 4.0)):
            results.add(measured("clients.produce_in_bulk", side, 1, {"rate": rate, "own_cpu": own, "cpu": 5.0}))
        table = tables.overall_table(results)
        rows = {row[0]: row[1:] for row in table.rows}
        self.assertEqual(rows["aiokafka"], ["1", "4.00", "0.25", "its own"])
        self.assertEqual(rows["kafka"][-1], "the broker's")
        self.assertEqual(set(rows), {"kafka", "rabbitmq", "aiokafka"})
        self.assertEqual(tables.overall_table(Results(head())).rows, [])

    def test_a_mean_says_of_how_many_loads_it_is(self) -> None:
        """Bytes on the disk are in no mean."""
        results = Results(head())
        for side in ("klog", "kafka"):
            results.add(measured("tls", side, 1, {"produce.rate": 2.0, "produce.cpu": 1.0}))
            results.add(measured("2014.one", side, 1, {"disk_bytes": 100.0}))
        self.assertEqual(tables.overall_table(results).rows, [["kafka", "1", "1.00", "1.00", "the broker's"]])

    def test_what_was_published_stands_above_what_was_measured(self) -> None:
        table = tables.experiment_table(EXPERIMENTS["fig4"], full())
        above = [row[:4] for row in table.rows if row[1] == "*published*"]
        self.assertEqual(above, [[tables.title_of("paper.batch1"), "*published*", "50,000", ""]])
        self.assertEqual(table.rows[0][1], "*published*")

    def test_what_an_experiment_consists_of(self) -> None:
        table = tables.loads_table(EXPERIMENTS["bulk"], "quick")
        self.assertEqual(table.heads[:3], ["load", "`--only`", "records, at size quick"])
        self.assertEqual(table.rows[0][:3], ["records of 100 bytes, batches of 64 KiB", "`bulk.100`", "5,000,000"])
        self.assertEqual(tables.loads_table(EXPERIMENTS["start"], "quick").heads, ["load", "`--only`"])

    def test_durability_is_told_of_those_that_were_measured(self) -> None:
        told = [row[0] for row in tables.durability_table(EXPERIMENTS["fig4"], full()).rows]
        self.assertTrue({"rabbitmq", "activemq"} <= set(told) and any(name.startswith("klog") for name in told))
        self.assertNotIn("rabbitmq-confirm", told)

    def test_each_once(self) -> None:
        table = Table("t", ["load", ""], [["a", "1"], ["a", "2"], ["b", "1"], ["a", "1"]])
        self.assertEqual(tables.each_once(table).rows, [["a", "1"], ["", "2"], ["b", "1"], ["a", "1"]])
        self.assertEqual(tables.each_once(Table("t", [], [])).rows, [])

    def test_markdown(self) -> None:
        self.assertEqual(markdown(Table("t", ["a", "b"], [["1|2", "3"]])), "| a | b |\n|---|---|\n| 1/2 | 3 |")
        self.assertEqual(markdown(Table("t", ["a"], [])), "")

    def test_a_goal_that_was_missed_without_a_figure_says_why(self) -> None:
        judged = judge(at_fixed_rate([None] * 5, [10.0] * 5), [EXPERIMENTS["latency"]])
        rows = {row[1]: row[2:] for row in tables.goal_table(judged).rows}
        name = f"{tables.title_of('latency.open')}: at50000: p99 ms, klog to kafka"
        self.assertEqual(rows[name], ["≤ 0.8", "klog did not keep the rate in 5 of 5 rounds", "missed"])
        self.assertEqual(rows[name.replace("50000", "1000")], ["≤ 0.8", "not measured", "–"])

    def test_the_others(self) -> None:
        results = full()
        self.assertTrue(tables.worst_table(results).rows)
        self.assertEqual({row[0] for row in tables.noise_table(results).rows}, {"2014.one"})
        judged = judge(results, [EXPERIMENTS["fig4"]])
        self.assertEqual({row[-1] for row in tables.goal_table(judged).rows}, {"met", "missed", "–"})
        agreements = comparisons.agreements(results, results)
        self.assertEqual({row[-1] for row in tables.agreement_table(agreements).rows}, {"yes"})
        self.assertEqual(tables.agreement_line(agreements), f"{len(agreements)} of {len(agreements)} ratios of the two runs agree.")
