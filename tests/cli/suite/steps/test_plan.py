"""What is to be measured, what is left of it, and how long a step is expected to take."""

from __future__ import annotations

import unittest

from klog.cli.suite.results.outcomes import Outcome, Results, State, Step
from klog.cli.suite.steps.more_rounds import MORE_ROUNDS
from tests.cli.suite.samples import head, load, measured, plan


class PlanTests(unittest.TestCase):
    """`Plan`."""

    def test_no_more_rounds_than_a_load_has_at_a_size(self) -> None:
        planned = plan([load("a"), load("b", most_rounds={"quick": 1, "paper": 9})], rounds=3)
        self.assertEqual(planned.sides(), {"a": ["klog", "kafka"], "b": ["klog", "kafka"]})
        self.assertEqual({step for step in planned.steps() if step.load == "b"}, {Step("b", "klog", 1), Step("b", "kafka", 1)})
        self.assertEqual(len(planned.steps()), 2 * 3 + 2)

    def test_more_rounds_where_those_that_were_measured_are_far_apart(self) -> None:
        results = Results(head())
        for number, rate in ((1, 100.0), (2, 150.0)):
            results.add(measured("a", "klog", number, {"produce.rate": rate}))
        planned = plan([load("a"), load("b")], rounds=5, against=())
        self.assertEqual(len(planned.steps()), 5 + 5)
        self.assertEqual(len(planned.steps(results)), MORE_ROUNDS + 5)

    def test_what_is_left_is_in_order_what_is_missing_and_what_is_measured_anew_beside_it(self) -> None:
        planned = plan([load("a"), load("b")], rounds=2)
        self.assertEqual(planned.left(None), planned.steps())
        results = Results(head())
        self.assertEqual(planned.left(results), planned.steps())
        for step in planned.steps():
            if step != Step("a", "kafka", 2):
                results.add(measured(step.load, step.side, step.round, {"produce.rate": 1.0}))
        self.assertEqual(planned.left(results), [step for step in planned.steps() if step.group == ("a", 2)])
        results.add(Outcome(Step("a", "kafka", 2), State.SKIPPED, "no Java"))
        self.assertEqual(planned.left(results), [Step("a", "kafka", 2)], "which is hardly ever there the next time")
        results.add(Outcome(Step("b", "klog", 1), State.FAILED, "no"))
        self.assertEqual(set(planned.left(results)), {Step("b", "klog", 1), Step("b", "kafka", 1), Step("a", "kafka", 2)})

    def test_expected_time_is_what_others_of_the_kind_took(self) -> None:
        planned = plan([load("a")])
        results = Results(head())
        self.assertEqual(planned.expected_s(Step("a", "klog", 2), results), 10.0)
        results.add(Outcome(Step("a", "klog", 1), State.MEASURED, seconds=33.0))
        self.assertEqual(planned.expected_s(Step("a", "klog", 2), results), 33.0)
        self.assertEqual(planned.expected_s(Step("a", "kafka", 2), results), 10.0)
        for number, state in ((3, State.FAILED), (4, State.SKIPPED)):
            results.add(Outcome(Step("a", "klog", number), state, "broken at once", seconds=0.5))
        self.assertEqual(planned.expected_s(Step("a", "klog", 2), results), 33.0, "of what was measured")
