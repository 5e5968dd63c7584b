"""In which order steps are taken, and which of them are left."""

from __future__ import annotations

import itertools
import random
import unittest

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.suite.results.outcomes import Step
from klog.cli.suite.steps.order import Left, next_in_time, steps, steps_of_round, what_is_left

NAMES = st.sampled_from(["fig4", "2014.one", "tls", "start", "codec.zstd"])
LOADS = st.dictionaries(
    NAMES, st.lists(st.sampled_from(["klog", "kafka", "rabbitmq", "klog-again"]), min_size=1, max_size=4, unique=True), min_size=1
)


class OrderTests(unittest.TestCase):
    """`steps`."""

    @settings(deadline=None)
    @given(LOADS, st.integers(1, 4), st.integers(0, 5))
    def test_each_once_a_round_and_the_same_for_the_same_seed(self, loads: dict[str, list[str]], rounds: int, seed: int) -> None:
        planned = steps(loads, dict.fromkeys(loads, rounds), seed)
        self.assertEqual(planned, steps(loads, dict.fromkeys(loads, rounds), seed))
        expected = {Step(load, side, number) for number in range(1, rounds + 1) for load in loads for side in loads[load]}
        self.assertEqual((set(planned), len(planned)), (expected, len(expected)))
        self.assertEqual([step.round for step in planned], sorted(step.round for step in planned))

    @settings(deadline=None)
    @given(LOADS, st.integers(0, 20))
    def test_the_sides_of_a_load_are_neighbours(self, loads: dict[str, list[str]], seed: int) -> None:
        names = [step.load for step in steps_of_round(loads, 1, seed)]
        self.assertEqual(sum(one != other for one, other in itertools.pairwise(names)), len(loads) - 1)

    @settings(deadline=None)
    @given(LOADS, NAMES, st.integers(0, 20))
    def test_other_loads_change_nothing(self, loads: dict[str, list[str]], name: str, seed: int) -> None:
        """Who goes on with --only, or without it, meets the same order of a load's sides."""
        with_it = steps_of_round({**loads, name: ["klog", "kafka"]}, 2, seed)
        alone = steps_of_round({name: ["klog", "kafka"]}, 2, seed)
        self.assertEqual([step for step in with_it if step.load == name], alone)

    def test_who_is_first_changes(self) -> None:
        first = {steps_of_round({"tls": ["klog", "kafka"]}, number, 2011)[0].side for number in range(1, 10)}
        self.assertEqual(first, {"klog", "kafka"})
        orders = {tuple(step.load for step in steps_of_round({key: ["klog"] for key in "abcd"}, number, 2011)) for number in range(1, 8)}
        self.assertGreater(len(orders), 3)

    def test_fewer_rounds_of_one(self) -> None:
        planned = steps({"a": ["klog"], "b": ["klog"]}, {"a": 3, "b": 1}, 1)
        self.assertEqual([(step.load, step.round) for step in planned if step.round > 1], [("a", 2), ("a", 3)])
        self.assertEqual(what_is_left(planned, {"a/klog/2", "b/klog/1"}).missing, [Step("a", "klog", 1), Step("a", "klog", 3)])
        self.assertEqual(steps({}, {}, 1), [])


class TimeTests(unittest.TestCase):
    """`next_in_time`."""

    WAITING = [Step("a", "klog", 1), Step("a", "kafka", 1), Step("b", "klog", 1), Step("a", "klog", 2)]

    def next(self, left_s: float, last: Step | None = None, *remeasured: Step) -> Step | None:
        left = Left(self.WAITING, list(remeasured), {})
        return next_in_time(left, lambda step: {"a": 30.0, "b": 20.0}[step.load], left_s, last)

    def test_all_sides_of_a_load_or_none(self) -> None:
        self.assertEqual(self.next(60.0), Step("a", "klog", 1))
        self.assertEqual(self.next(59.0), Step("b", "klog", 1))
        self.assertIsNone(self.next(19.0))

    def test_what_is_measured_anew_has_to_end_in_time_too(self) -> None:
        """Once, however many are missing beside it, and with its own round."""
        anew = Step("a", "rabbitmq", 1)
        self.assertEqual(self.next(90.0, None, anew), Step("a", "klog", 1))
        self.assertEqual(self.next(89.0, None, anew), Step("b", "klog", 1))
        self.assertEqual(self.next(60.0, None, Step("a", "rabbitmq", 2)), Step("a", "klog", 1))

    def test_another_round_is_another_load(self) -> None:
        self.assertEqual(next_in_time(Left(self.WAITING[3:], [], {}), lambda step: 30.0, 30.0, None), Step("a", "klog", 2))

    def test_what_was_begun_goes_on_beside_its_neighbour(self) -> None:
        self.assertEqual(self.next(0.0, Step("a", "rabbitmq", 1)), Step("a", "klog", 1))
        self.assertEqual(self.next(100.0, Step("b", "kafka", 1)), Step("b", "klog", 1))
        self.assertIsNone(self.next(0.0, Step("c", "klog", 1)))
        self.assertIsNone(next_in_time(Left([], [], {}), lambda step: 1.0, 100.0, None))


class LeftTests(SynchronousTestCase):
    """`what_is_left`."""

    PLANNED = steps({"a": ["klog", "kafka", "klog-again"], "b": ["klog", "kafka"]}, {"a": 2, "b": 1}, 7)
    ONE = steps({"b": ["klog", "kafka"]}, {"b": 1}, 7)
    KLOG, KAFKA = Step("b", "klog", 1), Step("b", "kafka", 1)

    def anew(self, done: set[str], *skipped: str) -> set[str]:
        """Of what was done, what is taken anew."""
        return {step.key for step in what_is_left(self.PLANNED, done, set(skipped)).remeasured}

    def test_what_was_measured_in_part_is_taken_anew_as_a_whole(self) -> None:
        """Of each load and each round by itself."""
        whole = {"b/klog/1", "b/kafka/1", "a/klog/2", "a/kafka/2", "a/klog-again/2"}
        self.assertEqual(self.anew(whole), set())
        self.assertEqual(self.anew({*whole, "a/klog/1"}), {"a/klog/1"})
        self.assertEqual(self.anew({*whole, "a/kafka/1", "a/klog/1"}), {"a/kafka/1", "a/klog/1"}, "klog against itself counts as well")
        self.assertEqual(self.anew(whole - {"b/kafka/1"}), {"b/klog/1"})

    def test_a_side_that_was_skipped_is_not_waited_for(self) -> None:
        """Else klog would be measured again by each run beside a peer that is not installed. It is tried again all the same."""
        self.assertEqual(self.anew({"b/klog/1"}, "b/kafka/1"), set())
        self.assertEqual(self.anew({"a/klog/1"}, "a/kafka/1"), {"a/klog/1"}, "another one is missing still")
        self.assertEqual(what_is_left(self.ONE, {"b/klog/1"}, {"b/kafka/1"}), ([self.KAFKA], [], {}))

    def test_a_side_that_joins(self) -> None:
        done = {"b/klog/1", "b/kafka/1"}
        joined = steps({"b": ["klog", "kafka", "kafka@3.9.2"]}, {"b": 1}, 7)
        left = what_is_left(joined, done)
        self.assertEqual((left.missing, {step.key for step in left.remeasured}), ([Step("b", "kafka@3.9.2", 1)], done))
        fewer = steps({"b": ["klog"]}, {"b": 1}, 7)
        self.assertEqual(what_is_left(fewer, done), ([], [], {}), "who is not asked for any more is not missing")

    def test_a_side_that_cannot_be_had_now(self) -> None:
        """It is passed over by name, and nobody is measured anew for it; where it has figures, nothing of its round is touched."""
        self.assertEqual(what_is_left(self.ONE, set(), absent_sides=["kafka"]), (self.ONE, [], {}))
        self.assertEqual(what_is_left(self.ONE, {"b/klog/1"}, absent_sides=["kafka"]), ([self.KAFKA], [], {}))
        self.assertEqual(what_is_left(self.ONE, {"b/kafka/1"}, absent_sides=["kafka"]), ([], [], {("b", 1): ["kafka"]}))
        self.assertEqual(what_is_left(self.ONE, {"b/kafka/1"}), ([self.KLOG], [self.KAFKA], {}), "but once it can be had again")

    def test_a_round_that_lacks_only_who_cannot_be_had_is_not_told_of(self) -> None:
        for done, absent in (({"b/klog/1", "b/kafka/1"}, ["kafka"]), ({"b/kafka/1"}, ["kafka", "klog"])):
            self.assertEqual(what_is_left(self.ONE, done, absent_sides=absent), ([], [], {}))

    def test_what_this_run_has_tried(self) -> None:
        """Nothing waits for what it has tried in vain, and nothing that it has measured is measured anew."""
        self.assertEqual(what_is_left(self.ONE, {"b/klog/1"}, tried={"b/kafka/1"}), ([], [], {}))
        self.assertEqual(what_is_left(self.ONE, {"b/klog/1"}, tried={"b/klog/1"}), ([self.KAFKA], [], {}))
        self.assertEqual(what_is_left(self.ONE, {"b/klog/1"}, tried={"b/klog/1", "b/kafka/1"}), ([], [], {}))

    @settings(deadline=None)
    @given(LOADS, st.integers(1, 3), st.randoms(use_true_random=False))
    def test_of_each_group_all_is_done_or_nothing(self, loads: dict[str, list[str]], rounds: int, chance: random.Random) -> None:
        planned = steps(loads, dict.fromkeys(loads, rounds), 1)
        drawn = {step.key: chance.choice(["done", "skipped", "missing"]) for step in planned}
        done, skipped = ({key for key, state in drawn.items() if state == wanted} for wanted in ("done", "skipped"))
        left = what_is_left(planned, done, skipped)
        self.assertEqual(left.missing, [step for step in planned if step.key not in done])
        anew = {step.key for step in left.remeasured}
        self.assertLessEqual(anew, done)
        for group in {step.group for step in planned}:
            keys = {step.key for step in planned if step.group == group}
            self.assertIn((done - anew) & keys, (set(), keys - skipped))
            self.assertEqual(bool(anew & keys), bool(done & keys and keys - done - skipped))

    @settings(deadline=None)
    @given(LOADS, st.sets(st.sampled_from(["klog", "kafka", "rabbitmq"])), st.randoms(use_true_random=False))
    def test_figures_of_who_cannot_be_had_are_kept(self, loads: dict[str, list[str]], absent: set[str], chance: random.Random) -> None:
        """Nothing of their groups is taken, whatever was done and tried; and nothing is taken twice."""
        planned = steps(loads, dict.fromkeys(loads, 2), 1)
        done, tried, skipped = ({step.key for step in planned if chance.random() < 0.4} for _ in range(3))
        left = what_is_left(planned, done, skipped - done, absent, tried)
        kept = {step.group for step in planned if step.key in done and step.side in absent}
        taken = [*left.missing, *left.remeasured]
        self.assertEqual(len(taken), len(set(taken)))
        self.assertFalse({step.group for step in taken} & kept)
        self.assertFalse({step.key for step in taken} & tried)
        self.assertLessEqual(set(left.untouched_groups), kept)
