"""What klog is to reach."""

from __future__ import annotations

import unittest

from klog.cli.suite.experiments.goals import against_kafka, at_least, at_most, none_worse, within


class GoalTests(unittest.TestCase):
    """`at_least`, `at_most`, `within`, and those that many loads have."""

    def test_goals(self) -> None:
        least, most, near = (
            at_least("a", "rate", "kafka", 1.2),
            at_most("a", "cpu", "kafka", 0.4),
            within("a", "rate", "", 1.0, 0.1),
        )
        self.assertEqual([goal.text for goal in (least, most, near)], ["≥ 1.2", "≤ 0.4", "1 ± 0.1"])
        self.assertEqual([least.is_met(1.2), least.is_met(1.19), most.is_met(0.4), most.is_met(0.41)], [True, False, True, False])
        self.assertEqual([near.is_met(0.91), near.is_met(1.09), near.is_met(1.2), near.is_met(0.8)], [True, True, False, False])

    def test_those_of_many_loads(self) -> None:
        self.assertEqual([goal.text for goal in against_kafka("a", 1.2, 0.4)], ["≥ 1.2", "≤ 0.4"])
        found = [(goal.load, goal.figure, goal.versus, goal.text) for goal in none_worse(["a", "b"], "cold.")]
        self.assertEqual(found[:2], [("a", "cold.rate", "kafka", "≥ 1"), ("a", "cold.cpu", "kafka", "≤ 0.6")])
        self.assertEqual({load for load, *_ in found}, {"a", "b"})
