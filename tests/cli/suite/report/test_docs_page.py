"""The page of experiments: it says what was measured, and nothing of what was not."""

from __future__ import annotations

import dataclasses
import pathlib
import re
import unittest

from klog.cli.suite.experiments.goals import Goal
from klog.cli.suite.experiments.table import EXPERIMENTS
from klog.cli.suite.report import comparisons
from klog.cli.suite.report.docs_folder import PLOTS
from klog.cli.suite.report.docs_page import HEAD, benchmark_parts, page, short_of
from klog.cli.suite.report.judged_goals import Judged
from klog.cli.suite.report.page_markers import between
from klog.cli.suite.report.round_statistics import Interval
from klog.cli.suite.results.outcomes import NOT_BESIDE, Outcome, Results, State, Step
from klog.cli.suite.results.results_file import read_results
from tests.cli.suite.samples import at_fixed_rate, full, head, measured, measured_apart


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

    def test_of_goals_that_are_met_it_is_told_how_many_rest_on_little(self) -> None:
        goal = Goal("tls", "produce.rate", "kafka", 1.0, True)
        firm = Judged("tls", goal, Interval(1.4, 1.2, 1.6), 5, 5, "")
        once = Judged("tls", goal, Interval(1.4, 1.4, 1.4), 1, 5, "")
        all_there_is = Judged("tls", goal, Interval(1.4, 1.4, 1.4), 1, 1, "")
        few = Judged("tls", goal, Interval(1.4, 1.2, 1.5), 3, 5, "")
        wide = Judged("tls", goal, Interval(1.4, 0.9, 1.5), 5, 5, "")
        missed = Judged("tls", goal, Interval(0.5, 0.4, 1.5), 5, 5, "")
        unknown = Judged("tls", goal, None, 0, 5, "not measured")
        for judged, expected in (
            ([firm], "1 of 1 goals are met."),
            ([firm, firm, missed], "2 of 3 goals are met, 1 is missed."),
            ([firm, unknown], "1 of 2 goals are met, 1 was not measured."),
            ([missed, missed, unknown, unknown], "0 of 4 goals are met, 2 are missed, 2 were not measured."),
            (
                [firm, once, all_there_is, few, wide, missed, unknown],
                "5 of 7 goals are met (2 of them in one round only, 1 in fewer rounds than usual, 1 with an interval that reaches "
                "beyond the bound), 1 is missed, 1 was not measured.",
            ),
            ([firm, wide], "2 of 2 goals are met (1 of them with an interval that reaches beyond the bound)."),
            ([once, missed], "1 of 2 goals are met (in one round only), 1 is missed."),
        ):
            with self.subTest(expected=expected):
                self.assertEqual(short_of(judged).splitlines()[0], expected)
        self.assertIn("in fewer rounds than usual", page(full(), "p").partition("## What falls short\n")[2].splitlines()[1])

    def test_a_chapter_says_on_how_much_its_goals_rest_too(self) -> None:
        results = Results(head())
        for side, rate, cpu in (("klog", 2.0, 1.0), ("kafka", 1.0, 9.0)):
            results.add(measured("tls", side, 1, {"produce.rate": rate, "produce.cpu": cpu}))
            results.add(measured("start", side, 1, {"first_ack_s": cpu}))
        text = page(results, "p")
        self.assertIn("* 2 of 4 goals are met (2 of them in one round only).", text)
        self.assertIn("* The goal is met (in one round only).", text)

    def test_so_few_rounds_have_no_verdict(self) -> None:
        results = Results(head())
        for number, words in ((1, "in one round"), (2, "in 2 rounds"), (3, "which is better")):
            for side, rate in (("klog", 2.0), ("kafka", 1.0)):
                results.add(measured("tls", side, number, {"produce.rate": rate}))
            self.assertIn(f"* produce: records/s: 2.00 × kafka's, {words}.", page(results, "p"))
        self.assertIn("in one round or two has no verdict", " ".join(HEAD.split()))

    def test_a_rate_that_klog_did_not_keep_is_told_as_missed(self) -> None:
        text = page(at_fixed_rate([2.0, None, None, None, None], [10.0] * 5), "p")
        self.assertIn("* Goal ≤ 0.8 (at50000: p99 ms, to kafka): **missed**: klog did not keep the rate in 4 of 5 rounds.", text)
        self.assertIn("| ≤ 0.8 | klog did not keep the rate in 4 of 5 rounds | missed |", text.partition("## What falls short")[2])
        self.assertIn("goals are met, 3 are missed, ", text, "mean, p99 and p99.9")
        text = page(at_fixed_rate([None] * 5, [None] * 5), "p")
        words = "klog did not keep the rate in 5 of 5 rounds, and kafka did not in 5"
        self.assertIn(f"* Goal ≤ 0.8 (at50000: p99 ms, to kafka): no figure; {words}.", text)
        self.assertNotIn("**missed**", text)

    def test_from_when_a_producers_rate_counts_is_told(self) -> None:
        self.assertIn("count from the moment when the topic held as many records", " ".join(HEAD.split()))

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

    def test_rounds_that_failed_are_told_beside_those_that_did_not(self) -> None:
        results = full()
        self.assertNotIn("failed", page(results, "p").partition("## Figure 4")[2].partition("\n## ")[0])
        results.add(Outcome(Step("paper.batch1", "klog", 2), State.FAILED, "klog: 5 of 9 records were lost; no rate is printed."))
        results.add(Outcome(Step("paper.batch1", "klog", 3), State.FAILED, NOT_BESIDE))
        text = page(results, "p").partition("## Figure 4")[2].partition("\n## ")[0]
        self.assertIn("klog: round 2 failed: klog: 5 of 9 records were lost; no rate is printed.\n", text)
        self.assertNotIn("round 3 failed", text, "it is to be measured")

    def test_what_was_measured_at_another_time_is_told(self) -> None:
        self.assertIn("kafka: 3 rounds measured at another time than klog's have no ratio", page(measured_apart(), "p"))

    def test_what_was_written_to_is_told(self) -> None:
        for disk, told in (
            ("ext4 on /dev/vda", "24 GB, ext4 on /dev/vda, Linux"),
            ("tmpfs on tmpfs", "to memory and to no disk"),
            (None, "GB, Linux"),
        ):
            results = full()
            results.head = dataclasses.replace(results.head, machine={**results.head.machine, "memory_gb": 24, "disk": disk})
            self.assertIn(told, page(results, "p"))
            self.assertEqual("to memory and to no disk" in page(results, "p"), disk == "tmpfs on tmpfs")

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
