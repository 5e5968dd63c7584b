"""Steps by their keys; which runs can stand in one table; what was measured, skipped, outdated."""

from __future__ import annotations

import unittest

from klog.cli.suite.results.outcomes import NOT_BESIDE, SAME_MACHINE, Outcome, Results, State, Step
from tests.cli.suite.samples import MACHINE, head, measured


class StepTests(unittest.TestCase):
    """`Step`."""

    def test_there_and_back(self) -> None:
        for step in (Step("start", "klog", 2), Step("2014.one", "klog@/some/where/else", 12)):
            self.assertEqual(Step.from_key(step.key), step)
        self.assertEqual(Step("start", "klog", 2).group, Step("start", "kafka", 2).group)

    def test_no_step(self) -> None:
        for key in ("", "tls", "tls/klog", "tls/klog/one", "tls//1"):
            with self.assertRaises(ValueError, msg=key):
                Step.from_key(key)


class HeadTests(unittest.TestCase):
    """`Head.difference`."""

    def test_other_machines_and_other_disks(self) -> None:
        for name in SAME_MACHINE:
            told = f"of a machine whose {name} is {MACHINE[name]} and of one where it is else"
            self.assertEqual(head().difference(head(machine={**MACHINE, name: "else"})), told)
        self.assertEqual(head().difference(head(machine={**MACHINE, "governor": "powersave"})), "")

    def test_what_one_of_the_two_does_not_tell_is_no_difference(self) -> None:
        """The disk is told by newer files only."""
        for name in SAME_MACHINE:
            for older in ({**MACHINE, name: None}, {key: value for key, value in MACHINE.items() if key != name}):
                self.assertEqual(head(machine=older).difference(head()), "")
                self.assertEqual(head().difference(head(machine=older)), "")


class ResultsTests(unittest.TestCase):
    """`Results`."""

    def test_what_was_measured_and_what_was_skipped(self) -> None:
        found = Results(head())
        found.add(measured("tls", "klog", 1, {"produce.rate": 1.0}))
        found.add(Outcome(Step("tls", "kafka", 1), State.SKIPPED, "not installed"))
        found.add(Outcome(Step("tls", "kafka", 2), State.FAILED, "ended"))
        self.assertEqual((found.done, found.skipped), ({"tls/klog/1"}, {"tls/kafka/1"}))
        self.assertEqual(found.why_not("tls", "kafka"), "failed: ended")
        self.assertEqual((found.failed("tls", "kafka"), found.failed("tls", "klog")), ({2: "ended"}, {}))
        found.add(Outcome(Step("tls", "kafka", 3), State.FAILED, NOT_BESIDE))
        self.assertEqual(found.failed("tls", "kafka"), {2: "ended"}, "what is to be measured anew has not failed")
        found.add(measured("tls", "kafka", 1, {"produce.rate": 1.0}))
        self.assertEqual((found.done, found.skipped), ({"tls/klog/1", "tls/kafka/1"}, set()))

    def test_what_an_older_form_of_a_load_has_measured(self) -> None:
        """It counts for nothing until it is measured anew; of other loads any version counts."""
        found = Results(head())
        for load, number, version in (("tls", 1, 1), ("tls", 2, 2), ("start", 1, 1), ("bulk.100", 1, 7)):
            found.add(measured(load, "klog", number, {"produce.rate": 1.0}, version=version))
        found.add(Outcome(Step("tls", "kafka", 1), State.FAILED, "no", version=1))
        found.leave_out_outdated({"tls": 2, "start": 2})
        self.assertEqual(found.done, {"tls/klog/2", "bulk.100/klog/1"})
        self.assertEqual(found.why_not("tls", "kafka"), "")
        told = "1 step of tls, 1 step of start were measured by an older form of them and will be measured again"
        self.assertEqual(found.remark(), told)
        found.add(measured("start", "klog", 1, {"ready_s": 3.0}, version=2))
        self.assertEqual(found.remark(), "1 step of tls was measured by an older form of it and will be measured again")
        found.add(measured("tls", "klog", 1, {"produce.rate": 3.0}, version=2))
        self.assertEqual(found.remark(), "")

    def test_what_two_runs_have_measured_is_apart(self) -> None:
        results = Results(head())
        for side, number, run in (("klog", 1, 2), ("kafka", 1, 1), ("rabbitmq", 1, 2), ("klog", 2, 1), ("kafka", 2, 1)):
            results.add(measured("a", side, number, {"produce.rate": 1.0}, run=run))
        steps = [Step("a", side, number) for side in ("klog", "kafka", "rabbitmq", "activemq") for number in (1, 2)]
        self.assertEqual(results.apart(steps), {"a/kafka/1"})
        self.assertEqual(results.apart([step for step in steps if step.side == "kafka"]), set(), "alone it is beside nobody")
        self.assertEqual((results.next_run, Results(head()).next_run), (3, 1))
