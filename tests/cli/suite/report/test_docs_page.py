"""The page of experiments: it says what was measured, and nothing of what was not."""

from __future__ import annotations

import pathlib
import re
import unittest

from klog.cli.suite.experiments.table import EXPERIMENTS
from klog.cli.suite.report import comparisons
from klog.cli.suite.report.docs_page import benchmark_parts, page
from klog.cli.suite.report.page_markers import between
from klog.cli.suite.report.round_statistics import Interval
from klog.cli.suite.report.terminal import PLOTS
from klog.cli.suite.steps.results_file import Results, read_results
from tests.cli.suite.samples import full, head, measured


class PageTests(unittest.TestCase):
    """`page`."""

    def test_every_experiment_has_its_chapter(self) -> None:
        text = page(full(), "_static/experiments")
        for experiment in EXPERIMENTS.values():
            self.assertIn(f"## {experiment.title}\n", text)
        self.assertIn("![Figure 4: the producer](_static/experiments/fig4.svg)", text)
        self.assertIn("*Published*: Kafka 50,000 messages/s", text)
        self.assertIn("2.73 (2.73–2.73) × kafka's, which is better", text)
        self.assertIn("activemq is not installed", text)
        self.assertIn("| rabbitmq | never (no confirms) | nothing;", text)
        self.assertNotIn("rabbitmq-confirm |", text)
        self.assertIn("| `2014.one` | 5,000,000 |", text)
        self.assertIn("**missed**", text)
        self.assertNotIn("says nothing of", text)

    def test_what_was_not_measured_is_not_praised(self) -> None:
        text = page(Results(head()), "p")
        self.assertEqual(text.count("Not measured yet."), len(EXPERIMENTS))
        self.assertIn("Nothing has been measured yet.", text)
        for word in ("What falls short", "goals are met", "Measured "):
            self.assertNotIn(word, text)
        self.assertNotIn(".svg", text)

    def test_a_busy_machine_and_a_smoke_run_are_told(self) -> None:
        results = full()
        results.head = head(busy=True, size="smoke")
        text = page(results, "p")
        self.assertIn("was busy with other work", text)
        self.assertIn("its figures say nothing", text)
        for word in ("goals are met", "What it means", "worst ratios", "At a glance", "beside itself"):
            self.assertNotIn(word, text)
        self.assertIn("| 11,002 |", text, "the figures are there")
        self.assertNotIn("| experiment |", benchmark_parts(results)["suite"])

    def test_two_runs(self) -> None:
        """What does not agree is told ratio by ratio; nothing is told of a run that has no other beside it."""
        one = full()
        same = comparisons.agreements(one, one)
        text = page(one, "p", same)
        self.assertIn(f"## Run twice\n\n{len(same)} of {len(same)} ratios of the two runs agree.", text)
        self.assertNotIn("Those that do not", text)
        apart = [each._replace(other=Interval(9.0, 8.0, 10.0)) if each.load == "paper.batch1" else each for each in same]
        text = page(one, "p", apart)
        self.assertIn("Those that do not:\n\n| load |", text)
        self.assertEqual(text.count("| 9.00 (8.00–10.00) | NO |"), sum(each.load == "paper.batch1" for each in same))
        self.assertNotIn("Run twice", page(one, "p"))

    def test_the_number_of_rounds(self) -> None:
        self.assertIn("rounds of each load: 3.", page(full(), "p"))
        results = full()
        results.add(measured("pull", "klog", 1, {"consume.rate": 1.0}))
        self.assertIn("rounds of a load: 1 to 3.", page(results, "p"))
        self.assertNotIn("one round of each", page(results, "p"))
        self.assertIn("Of one round, and so without intervals, are `pull`.", page(results, "p"))

    def test_goals_of_what_was_not_tried_are_counted(self) -> None:
        count = sum(len(one.goals) for one in EXPERIMENTS.values())
        self.assertIn(f" of {count} goals are met", page(full(), "p"))
        self.assertIn(f" of {count} goals are met", benchmark_parts(full())["suite"])

    def test_the_page_is_what_this_suite_makes_of_the_file_beside_it(self) -> None:
        """But for the run that it was held against, whose file is not there."""
        docs = pathlib.Path(__file__).resolve().parents[4] / "docs"
        results = read_results(str(docs / "experiments.jsonl"))
        written = (docs / "experiments.md").read_text(encoding="utf-8")
        self.assertEqual(page(results, PLOTS), re.sub(r"## Run twice\n.*?\n(?=## )", "", written, flags=re.DOTALL))
        benchmarks = (docs / "benchmarks.md").read_text(encoding="utf-8")
        for name, body in benchmark_parts(results).items():
            self.assertEqual(between(benchmarks, name, body, "benchmarks.md"), benchmarks)

    def test_the_part_of_the_benchmarks(self) -> None:
        body = benchmark_parts(full())["suite"]
        self.assertIn("goals are met", body)
        self.assertIn("| klog to | loads |", body)

    def test_what_was_otherwise_than_planned_is_told(self) -> None:
        results = full()
        results.add(measured("mirror.copy", "klog", 1, {"copy.rate": 5.0}, notes=["lag: 7 records/s of 10 were kept"]))
        text = page(results, "p")
        self.assertIn("klog: lag: 7 records/s of 10 were kept.", text)
        self.assertEqual(text.count("*Otherwise than planned*"), 1)

    def test_each_goal_says_which_figure_it_is_about(self) -> None:
        results = Results(head())
        for experiment in EXPERIMENTS.values():
            for load in experiment.loads:
                sides = {"klog", *(goal.versus for goal in experiment.goals if goal.load == load and goal.versus)}
                figures = {goal.figure: 1.0 for other in EXPERIMENTS.values() for goal in other.goals if goal.load == load}
                for side in sides:
                    results.add(measured(load, side, 1, figures))
        for chapter in page(results, "p").split("\n## "):
            goals = [line.partition("): ")[0] for line in chapter.splitlines() if line.startswith("* Goal ")]
            self.assertEqual(len(goals), len(set(goals)), goals)
        self.assertIn("* Goal ", page(results, "p"))

    def test_a_missed_goal_has_its_reason(self) -> None:
        results = Results(head())
        for side, rate in (("klog", 1.0), ("kafka", 2.0)):
            results.add(measured("connections.1000", side, 1, {"rate": rate, "cpu": 1.0}))
            results.add(measured("tls", side, 1, {"produce.rate": rate}))
        text = page(results, "p")
        self.assertIn("0.50, **missed**: klog's broker is one process, and this takes all of one core", text)
        self.assertIn("0.50, **missed**: no profile has told why yet.", text)
