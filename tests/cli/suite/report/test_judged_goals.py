"""Goals: met, missed, and not measured."""

from __future__ import annotations

import unittest
from collections.abc import Sequence

from klog.cli.suite.experiments.goals import at_least, within
from klog.cli.suite.experiments.table import EXPERIMENTS
from klog.cli.suite.loads.fixed_rates import not_kept
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.report.judged_goals import Judged, judge, usual_rounds
from klog.cli.suite.report.round_statistics import Interval
from klog.cli.suite.results.outcomes import Results
from klog.cli.suite.steps.more_rounds import ROUNDS
from tests.cli.suite.samples import at_fixed_rate, full, head, measured, measured_apart

#: Of each round, in ms; None where the rate was not kept.
_AtFixedRate = Sequence[float | None]


class JudgedTests(unittest.TestCase):
    """`judge`, on made-up results."""

    def test_goals(self) -> None:
        judged = judge(full(), [EXPERIMENTS["fig4"], EXPERIMENTS["storage"]])
        said = {(one.goal.load, one.goal.figure, one.goal.versus): one for one in judged}
        self.assertTrue(said["paper.batch1", "produce.rate", "kafka"].is_met)
        self.assertFalse(said["paper.batch1", "produce.warm_rate", "rabbitmq"].is_met)
        # Of klog's own figure, not of a ratio: 4e5 / 30,000.
        self.assertAlmostEqual(said["paper.batch1", "produce.cpu", ""].value.middle, 4e5 / 30_000)  # type: ignore[union-attr]
        self.assertTrue(said["paper.batch1", "disk_bytes", "kafka"].is_met)
        absent = said["paper.batch1", "produce.warm_rate", "activemq"]
        self.assertEqual((absent.is_met, absent.why_not), (None, "skipped: activemq is not installed: no mvn"))
        self.assertEqual(said["paper.batch50", "produce.warm_rate", "kafka"].why_not, "not measured")

    def test_a_goal_says_of_how_many_rounds_its_median_is(self) -> None:
        said = {(one.goal.load, one.goal.figure, one.goal.versus): one for one in judge(full(), list(EXPERIMENTS.values()))}
        for key in (("paper.batch1", "produce.rate", "kafka"), ("paper.batch1", "produce.cpu", "")):
            self.assertEqual((said[key].rounds, said[key].usual_rounds), (3, ROUNDS))
        self.assertEqual(said["paper.batch50", "produce.rate", "kafka"].rounds, 0)
        few = LOADS["2014.one.stored"].most_rounds["quick"]
        self.assertLess(few, ROUNDS)
        self.assertEqual(said["2014.one.stored", "produce.rate", "kafka"].usual_rounds, few)
        self.assertEqual(usual_rounds("codec.none", "paper"), ROUNDS)

    def test_an_interval_may_reach_beyond_the_bound_though_the_goal_is_met(self) -> None:
        least, near = at_least("tls", "rate", "kafka", 1.0), within("tls", "rate", "", 1.0, 0.1)
        for goal, value, beyond in (
            (least, Interval(1.2, 0.9, 1.3), True),
            (least, Interval(1.2, 1.0, 1.3), False),
            (near, Interval(1.0, 0.95, 1.2), True),
            (near, Interval(1.0, 0.95, 1.05), False),
            (least, Interval(1.2, 1.2, 1.2), False),
        ):
            with self.subTest(goal=goal.text, value=value):
                judged = Judged("tls", goal, value, 5, 5, "")
                self.assertEqual((judged.is_met, judged.reaches_beyond), (True, beyond))
        self.assertFalse(Judged("tls", least, None, 0, 5, "not measured").reaches_beyond)

    def test_a_rate_that_klog_keeps_less_often_than_the_other_is_a_goal_missed(self) -> None:
        """Whatever the rounds say in which both kept it: klog's were its best ones."""
        cases: Sequence[tuple[_AtFixedRate, _AtFixedRate, str]] = (
            ([2.0, None, None, None, None], [10.0] * 5, "klog did not keep the rate in 4 of 5 rounds"),
            ([2.0, 2.0, None, None, None], [10.0] * 5, "klog did not keep the rate in 3 of 5 rounds"),
            ([None] * 5, [10.0] * 5, "klog did not keep the rate in 5 of 5 rounds"),
            ([None], [10.0], "klog did not keep the rate in 1 of 1 rounds"),
            ([None] * 4 + [2.0], [10.0] * 4 + [None], "klog did not keep the rate in 4 of 5 rounds, and kafka did not in 1"),
        )
        for ours, theirs, expected in cases:
            with self.subTest(ours=ours, theirs=theirs):
                one = self.judged_at_a_fixed_rate(ours, theirs)
                self.assertEqual((one.is_met, one.value, one.rounds, one.why_not), (False, None, 0, expected))

    def test_a_rate_that_neither_keeps_tells_nothing(self) -> None:
        cases: Sequence[tuple[_AtFixedRate, _AtFixedRate, str]] = (
            ([None] * 5, [None] * 5, "klog did not keep the rate in 5 of 5 rounds, and kafka did not in 5"),
            ([2.0, 2.0] + [None] * 3, [10.0, 10.0] + [None] * 3, "klog did not keep the rate in 3 of 5 rounds, and kafka did not in 3"),
            ([2.0] * 5, [None] * 5, "kafka did not keep the rate in 5 of 5 rounds"),
        )
        for ours, theirs, expected in cases:
            with self.subTest(ours=ours, theirs=theirs):
                one = self.judged_at_a_fixed_rate(ours, theirs)
                self.assertEqual((one.is_met, one.value, one.why_not), (None, None, expected))

    def test_the_rounds_that_there_are_decide_where_klog_is_not_the_one_that_lacks_most(self) -> None:
        cases: Sequence[tuple[_AtFixedRate, _AtFixedRate, int]] = (
            ([2.0] * 5, [10.0] * 5, 5),
            ([2.0, 2.0, 2.0, None, None], [10.0] * 5, 3),
            ([2.0] * 5, [10.0, None, None, None, None], 1),
            ([2.0, None], [10.0, 10.0], 1),
        )
        for ours, theirs, expected in cases:
            with self.subTest(ours=ours, theirs=theirs):
                one = self.judged_at_a_fixed_rate(ours, theirs)
                self.assertEqual((one.is_met, one.rounds, one.why_not), (True, expected, ""))

    def test_a_figure_that_is_not_there_for_another_reason_is_nobodys_defeat(self) -> None:
        """A run of a broker that is fast may be too short for a warm rate."""
        results = Results(head())
        for number in range(1, 6):
            warm = {"produce.warm_rate": 100.0}
            notes = ["others kept 0.5 cores busy meanwhile"]
            results.add(measured("paper.batch1", "klog", number, {"produce.rate": 90.0}, notes=notes))
            results.add(measured("paper.batch1", "rabbitmq", number, {"produce.rate": 90.0} | warm))
        judged = judge(results, [EXPERIMENTS["fig4"]])
        about = ("paper.batch1", "produce.warm_rate", "rabbitmq")
        (one,) = (each for each in judged if (each.goal.load, each.goal.figure, each.goal.versus) == about)
        self.assertEqual((one.is_met, one.why_not), (None, "not measured"))

    @staticmethod
    def judged_at_a_fixed_rate(ours: _AtFixedRate, theirs: _AtFixedRate) -> Judged:
        """The goal of the 99th percentile at 50,000 records/s, of latencies in ms: None in a round in which the rate was not kept."""
        results = at_fixed_rate(ours, theirs)
        (found,) = (one for one in judge(results, [EXPERIMENTS["latency"]]) if one.goal.figure == "at50000.p99_ms")
        return found

    def test_klogs_own_bound_on_a_latency_at_a_rate_that_it_did_not_keep(self) -> None:
        results = Results(head())
        for number in range(1, 4):
            figures, notes = ({"lag.p99_ms": 10.0}, []) if number == 1 else ({}, [f"lag: {not_kept(1_000.0, 9_000.0)}"])
            results.add(measured("mirror.copy", "klog", number, figures, notes=notes))
        judged = judge(results, list(EXPERIMENTS.values()))
        (one,) = (each for each in judged if (each.goal.load, each.goal.figure, each.goal.versus) == ("mirror.copy", "lag.p99_ms", ""))
        self.assertEqual((one.is_met, one.value, one.why_not), (False, None, "klog did not keep the rate in 2 of 3 rounds"))

    def test_of_what_was_measured_at_another_time_nothing_is_known(self) -> None:
        judged = judge(measured_apart(), list(EXPERIMENTS.values()))
        about = [one for one in judged if (one.goal.load, one.goal.figure, one.goal.versus) == ("tls", "produce.rate", "kafka")]
        self.assertEqual({(one.is_met, one.why_not) for one in about}, {(None, "measured at another time than klog's")})
