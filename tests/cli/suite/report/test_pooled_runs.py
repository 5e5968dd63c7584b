"""The rounds of two runs, told as one."""

from __future__ import annotations

import dataclasses
import unittest

from klog.cli.suite.report import comparisons
from klog.cli.suite.report.pooled_runs import pooled, shared_step
from klog.cli.suite.results.lines import ResultsError, outcome_line
from klog.cli.suite.results.outcomes import SAME_MACHINE, Results
from tests.cli.suite.samples import MACHINE, VERSIONS, full, head, measured, simulated

#: Of a run that was begun with another seed.
OTHER = head(seed=2012)


class PooledRunsTests(unittest.TestCase):
    """Made-up runs."""

    def test_medians_are_of_the_rounds_of_both(self) -> None:
        truths = {"klog": {"produce.rate": 300.0}, "kafka": {"produce.rate": 200.0}}
        one, other = simulated(truths, rounds=3, seed=1), simulated(truths, rounds=2, seed=2)
        other.head = OTHER
        both = pooled(one, other)
        (found,) = comparisons.compare(both)
        self.assertEqual(found.rounds, 5)
        apart = [comparisons.compare(run)[0].ratio for run in (one, other)]
        self.assertEqual(found.ratio.low, min(each.low for each in apart))
        self.assertEqual(found.ratio.high, max(each.high for each in apart))
        # Neighbours in time stay neighbours: each ratio is one that a run of its own had.
        rates = [both.by_round("2014.one", side, "produce.rate") for side in ("klog", "kafka")]
        alone = [run.by_round("2014.one", side, "produce.rate") for side in ("klog", "kafka") for run in (one, other)]
        self.assertEqual(list(rates[0].values()), [*alone[0].values(), *alone[1].values()])
        self.assertEqual(list(rates[1].values()), [*alone[2].values(), *alone[3].values()])

    def test_each_run_is_left_as_it_was(self) -> None:
        one, other = full(), full()
        other.head = dataclasses.replace(other.head, seed=2012)
        both = pooled(one, other)
        self.assertEqual(len(both.outcomes), 2 * len(full().outcomes))
        for run in (one, other):
            self.assertEqual(
                [outcome_line(each) for each in run.outcomes.values()], [outcome_line(each) for each in full().outcomes.values()]
            )
        self.assertEqual((one.head, other.head.seed), (full().head, 2012))

    def test_a_load_of_one_run_alone_keeps_its_rounds(self) -> None:
        one, other = Results(head()), Results(OTHER)
        one.add(measured("tls", "klog", 1, {"produce.rate": 1.0}))
        other.add(measured("pull", "klog", 1, {"consume.rate": 1.0}))
        self.assertEqual(list(pooled(one, other).outcomes), ["tls/klog/1", "pull/klog/1"])

    def test_the_head_tells_of_both(self) -> None:
        other = Results(head(started="2026-11-25", busy=True, versions={**VERSIONS, "rabbitmq": "RabbitMQ 3.10.8"}, seed=2012))
        found = pooled(Results(head()), other).head
        self.assertEqual((found.started, found.busy), ("2026-11-24 and 2026-11-25", True))
        self.assertEqual((found.seed, found.more_seeds), (2011, (2012,)))
        self.assertIn("rabbitmq", found.versions)
        self.assertEqual(pooled(Results(head()), Results(OTHER)).head, head(more_seeds=(2012,)))

    def test_runs_that_cannot_stand_in_one_table(self) -> None:
        others = [(head(), "both runs are of seed 2011")]
        others += [(head(size="paper", seed=2012), "of size quick and of size paper")]
        others += [(head(versions={**VERSIONS, "klog": "klog 0.2.0"}, seed=2012), "of klog 0.1.0 and of klog 0.2.0")]
        others += [
            (head(machine={**MACHINE, name: "else"}, seed=2012), f"whose {name} is {MACHINE[name]} and of one where it is else")
            for name in SAME_MACHINE
        ]
        for other, word in others:
            with self.assertRaisesRegex(ResultsError, word):
                pooled(Results(head()), Results(other))

    def test_two_runs_that_have_a_step_in_common(self) -> None:
        """Whichever round it is in the other."""
        one, other = Results(head()), Results(head())
        for number in (1, 2):
            one.add(measured("tls", "klog", number, {"produce.rate": 100.0 + number}))
            other.add(measured("tls", "klog", number, {"produce.rate": 100.5 + number}))
        self.assertEqual(shared_step(one, other), "")
        other.add(measured("tls", "klog", 3, {"produce.rate": 102.0}))
        self.assertEqual(shared_step(one, other), "tls/klog/2")
