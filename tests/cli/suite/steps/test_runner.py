"""Steps one after the other: kept, tried again, interrupted at every one of them and gone on with."""

from __future__ import annotations

import errno
import itertools
import math
import os
import pathlib
import random
import shutil
import tempfile
import unittest
from collections.abc import Callable, Sequence
from unittest import mock

from klog.cli.exit_codes import CommandFailed
from klog.cli.suite.loads.load import Load
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.results.outcomes import NOT_BESIDE, Outcome, Results, State, Step
from klog.cli.suite.results.results_file import ResultsFile, read_results
from klog.cli.suite.steps.more_rounds import MORE_ROUNDS
from klog.cli.suite.steps.plan import Plan
from klog.cli.suite.steps.runner import Runner, View
from tests.cli.suite.samples import head, load, measured, plan


class Killed(BaseException):
    """The end of the process, as far as a test can have it."""


class Watching(View):
    """What was told."""

    def __init__(self) -> None:
        self.ends: list[tuple[int, int]] = []
        self.left: list[float] = []
        self.remarks: list[str] = []

    def begin(self, step: Step, done: int, total: int, left_s: float) -> None:
        self.left.append(left_s)

    def end(self, outcome: Outcome, done: int, total: int, left_s: float) -> None:
        self.ends.append((done, total))

    def remark(self, what: str) -> None:
        self.remarks.append(what)


class RunnerTests(unittest.TestCase):
    """`Runner`."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.path = self.folder / "r.jsonl"
        self.view = Watching()

    def run_plan(
        self,
        plan: Plan,
        take: Callable[[Step], Outcome],
        wait: Callable[[bool], None] = lambda is_first: None,
        left_s: Callable[[], float] = lambda: math.inf,
        absent: Sequence[str] = (),
    ) -> Results:
        with ResultsFile(str(self.path)) as file:
            if file.results is None:
                file.begin(head())
            self.left = Runner(plan, file, take, wait, self.view, left_s, absent).run()
        return read_results(str(self.path))

    @staticmethod
    def steady(step: Step) -> Outcome:
        return measured(step.load, step.side, step.round, {"produce.rate": 100.0})

    def test_each_step_once_in_order_with_the_time_left(self) -> None:
        planned = plan([load("a"), load("b", most_rounds={"quick": 1})])
        taken: list[Step] = []

        def take(step: Step) -> Outcome:
            taken.append(step)
            return self.steady(step)

        results = self.run_plan(planned, take)
        self.assertEqual(taken, planned.steps())
        self.assertEqual(results.done, {step.key for step in taken})
        self.assertEqual(self.view.ends, [(number, 6) for number in range(1, 7)])
        self.assertEqual(self.view.left[0], 60.0)
        self.assertEqual(self.view.left, sorted(self.view.left, reverse=True))
        self.assertEqual(self.run_plan(planned, take).done, results.done)
        self.assertEqual(len(taken), 6, "nothing is measured twice")

    def test_no_longer_than_there_is_time(self) -> None:
        """A load that would take too long gives way to one that does not, what was begun is ended beside its neighbour, and the next run
        goes on."""
        slow = Load("slow", "slow", lambda site, side: Measured(), {"quick": 60.0})
        planned = plan([slow, load("a"), load("b")], rounds=1)
        now = [0.0]

        def take(step: Step) -> Outcome:
            # Longer than was expected: the second side has no time any more, and is measured all the same.
            now[0] += 25.0
            return self.steady(step)

        results = self.run_plan(planned, take, left_s=lambda: 45.0 - now[0])
        (only,) = {key.partition("/")[0] for key in results.done}
        self.assertIn(only, ("a", "b"))
        self.assertEqual((len(results.done), self.left), (2, 4))
        results = self.run_plan(planned, take)
        self.assertEqual((len(results.done), self.left), (6, 0))

    def test_killed_at_every_step_and_gone_on_with(self) -> None:
        """Before it, in it, and while its line is written: in the end all steps are there, in the same order, and none twice but those
        whose neighbour in time was lost."""
        planned = plan([load("a"), load("b")])
        expected = planned.steps()
        for at in range(len(expected)):
            # Where the second side of a load is lost the first one is measured again beside it.
            again = [expected[at - 1]] if expected[at].group == expected[at - 1].group else []
            for torn in (None, 1, 30):
                self.path.unlink(missing_ok=True)
                taken: list[Step] = []

                def take(step: Step, at: int = at, taken: list[Step] = taken) -> Outcome:
                    if len(taken) == at:
                        raise Killed
                    taken.append(step)
                    return self.steady(step)

                with self.assertRaises(Killed):
                    self.run_plan(planned, take)
                if torn is not None:
                    with self.path.open("a") as file:
                        file.write('{"step": "a/klog/1", "state": "measured"'[:torn])
                self.assertEqual(len(taken), at)

                def go_on(step: Step, taken: list[Step] = taken) -> Outcome:
                    taken.append(step)
                    return self.steady(step)

                results = self.run_plan(planned, go_on)
                self.assertEqual(taken, [*expected[: at + 1], *again, *expected[at + 1 :]], (at, torn))
                self.assertEqual(results.done, {step.key for step in expected})

    def test_killed_again_and_again(self) -> None:
        """Whenever that is, the sides of a load and a round are in the end of one run, and follow each other."""
        for seed in range(8):
            self.path.unlink(missing_ok=True)
            planned = plan([load("a"), load("b")], rounds=3, against=("kafka", "klog"))
            chance = random.Random(seed)
            # When each step was measured last: its place among all that was ever begun.
            places: dict[Step, int] = {}
            begun = [0]

            def take(step: Step, chance: random.Random = chance, places: dict[Step, int] = places, begun: list[int] = begun) -> Outcome:
                begun[0] += 1
                if chance.random() < 0.25:
                    raise Killed
                places[step] = begun[0]
                return self.steady(step)

            while True:
                try:
                    results = self.run_plan(planned, take)
                    break
                except Killed:
                    begun[0] += 1
            steps = planned.steps()
            self.assertEqual(results.done, {step.key for step in steps})
            for _, group in itertools.groupby(steps, key=lambda step: step.group):
                found = [places[step] for step in group]
                self.assertEqual(sorted(found), list(range(min(found), min(found) + 3)), seed)

    def test_what_was_measured_beside_a_step_that_failed_is_measured_again_beside_it(self) -> None:
        """Once it does not fail any more; until then it is tried alone, and what was measured counts, whatever time goes by."""
        planned = plan([load("a")], rounds=2)
        taken: list[Step] = []

        def without(state: State) -> Callable[[Step], Outcome]:
            def take(step: Step) -> Outcome:
                taken.append(step)
                return Outcome(step, state, "no") if step == Step("a", "kafka", 1) else self.steady(step)

            return take

        self.run_plan(planned, without(State.FAILED))
        for state in (State.FAILED, State.SKIPPED, State.SKIPPED):
            taken.clear()
            absent = ["kafka"] if state is State.SKIPPED else []
            results = self.run_plan(planned, without(state), absent=absent)
            self.assertEqual((taken, self.left), ([Step("a", "kafka", 1)], 0))
            self.assertIn("a/klog/1", results.done)
        told = "in 1 round not all sides were measured in one run; where those can be had, the whole round is measured anew"
        self.assertEqual(self.view.remarks, [told], "for who is absent nothing is measured anew")
        taken.clear()

        def take(step: Step) -> Outcome:
            taken.append(step)
            return self.steady(step)

        self.run_plan(planned, take)
        self.assertEqual(taken, [Step("a", "kafka", 1), Step("a", "klog", 1)])

    def test_a_side_that_joins_is_measured_beside_the_others(self) -> None:
        self.run_plan(plan([load("a")], rounds=1), self.steady)
        taken: list[Step] = []

        def take(step: Step) -> Outcome:
            taken.append(step)
            return self.steady(step)

        planned = plan([load("a")], rounds=1, against=("kafka", "klog"))
        self.run_plan(planned, take)
        self.assertEqual((taken[0].side, set(taken), len(taken)), ("klog-again", set(planned.steps()), 3))

    def test_a_side_that_was_skipped_and_can_be_had_is_measured_beside_the_others(self) -> None:
        """They are measured anew, then; whoever is killed between the two has a round that is not measured, and none of two times."""
        planned = plan([load("a")], rounds=1)

        def skips(step: Step) -> Outcome:
            return Outcome(step, State.SKIPPED, "no") if step.side == "kafka" else self.steady(step)

        self.run_plan(planned, skips)
        taken: list[Step] = []

        def killed_behind_the_first(step: Step) -> Outcome:
            if taken:
                raise Killed
            taken.append(step)
            return self.steady(step)

        with self.assertRaises(Killed):
            self.run_plan(planned, killed_behind_the_first)
        self.assertEqual(taken, [Step("a", "kafka", 1)])
        results = read_results(str(self.path))
        self.assertEqual(results.done, {"a/kafka/1"})
        self.assertEqual(results.why_not("a", "klog"), f"failed: {NOT_BESIDE}")
        taken.clear()

        def take(step: Step) -> Outcome:
            taken.append(step)
            return self.steady(step)

        self.assertEqual(self.run_plan(planned, take).done, {"a/kafka/1", "a/klog/1"})
        self.assertEqual(taken, planned.steps())

    def test_one_run_measures_what_was_skipped_and_then_what_was_beside_it(self) -> None:
        planned = plan([load("a"), load("b")], rounds=1)
        missing = next(step for step in planned.steps() if step.load == "a" and step.side == "kafka")
        self.run_plan(planned, lambda step: Outcome(step, State.SKIPPED, "no") if step == missing else self.steady(step))
        taken: list[Step] = []

        def take(step: Step) -> Outcome:
            taken.append(step)
            return self.steady(step)

        results = self.run_plan(planned, take)
        self.assertEqual(taken, [missing, Step("a", "klog", 1)])
        self.assertEqual((len(results.done), self.left), (4, 0))
        self.assertEqual((self.view.ends[-2:], self.view.left[-2:]), ([(4, 4), (4, 4)], [10.0, 10.0]))

    def test_what_is_measured_anew_has_to_end_in_time_too(self) -> None:
        """And is counted once, however many are missing beside it; but not beside what was skipped, which is hardly ever there."""
        planned = plan([load("a")], rounds=1, against=("kafka", "klog"))

        def only(*sides: str, state: State = State.FAILED) -> Callable[[Step], Outcome]:
            return lambda step: self.steady(step) if step.side in sides else Outcome(step, state, "no")

        for sides, state, left_s, done, left in (
            (("klog", "klog-again"), State.FAILED, 25.0, 2, 3),
            (("klog", "klog-again"), State.FAILED, 35.0, 3, 0),
            (("klog",), State.FAILED, 25.0, 1, 3),
            (("klog",), State.FAILED, 35.0, 3, 0),
            (("klog",), State.SKIPPED, 15.0, 1, 2),
            (("klog",), State.SKIPPED, 25.0, 3, 0),
        ):
            with self.subTest(sides=sides, state=state, left_s=left_s):
                self.path.unlink(missing_ok=True)
                self.run_plan(planned, only(*sides, state=state))
                results = self.run_plan(planned, self.steady, left_s=lambda left_s=left_s: left_s)  # type: ignore[misc]
                self.assertEqual((len(results.done), self.left), (done, left))

    def test_what_a_load_skips_again_and_again_costs_its_neighbours_nothing(self) -> None:
        """No word, no time, nothing that is left for ever."""
        planned = plan([load("a")], rounds=1)

        def skips(step: Step) -> Outcome:
            return Outcome(step, State.SKIPPED, "no aiokafka") if step.side == "kafka" else self.steady(step)

        self.run_plan(planned, skips)
        results = self.run_plan(planned, skips, left_s=lambda: 15.0)
        self.assertEqual((results.done, self.left, self.view.remarks), ({"a/klog/1"}, 0, []))

    def test_who_is_absent_takes_no_time_and_waits_for_no_quiet(self) -> None:
        planned = plan([load("a")], rounds=2)
        waited: list[bool] = []

        def take(step: Step) -> Outcome:
            return Outcome(step, State.SKIPPED, "no") if step.side == "kafka" else self.steady(step)

        results = self.run_plan(planned, take, waited.append, lambda: 15.0, absent=["kafka"])
        self.assertEqual((results.done, self.left), ({"a/klog/1", "a/klog/2"}, 0))
        self.assertEqual(waited, [True, False])
        self.assertEqual(self.view.left[0], 20.0)
        self.run_plan(planned, take, waited.append, lambda: -1.0, absent=["kafka"])
        self.assertEqual((self.left, len(waited)), (0, 2), "nothing is left that could be measured")

    def test_what_is_measured_of_a_side_that_is_absent_today_stays(self) -> None:
        """Whoever joins, or had failed: nothing is measured beside it that would have it measured anew."""
        self.run_plan(plan([load("a")], rounds=1), self.steady)
        taken: list[Step] = []

        def take(step: Step) -> Outcome:
            taken.append(step)
            return Outcome(step, State.SKIPPED, "no") if step.side == "kafka" else self.steady(step)

        planned = plan([load("a")], rounds=2, against=("kafka", "klog"))
        results = self.run_plan(planned, take, absent=["kafka"])
        self.assertEqual({step.round for step in taken}, {2})
        self.assertEqual(self.view.ends, [(1, 2), (2, 2), *[(number, 5) for number in (3, 4, 5)]])
        self.assertEqual(results.done, {"a/klog/1", "a/kafka/1", "a/klog/2", "a/klog-again/2"})
        told = "in 1 round a side is missing, and stays so: measuring it would discard figures of kafka, which cannot be had now"
        self.assertEqual(self.view.remarks, [told])
        results = self.run_plan(planned, self.steady)
        self.assertEqual(results.done, {step.key for step in planned.steps()})

    def test_sides_that_a_run_is_not_about_are_named_where_they_keep_what_was_at_another_time(self) -> None:
        self.run_plan(plan([load("a")], rounds=1), self.steady)
        results = self.run_plan(plan([load("a")], rounds=1, against=("klog",)), self.steady)
        self.assertEqual(results.done, {"a/klog/1", "a/klog-again/1", "a/kafka/1"})
        told = (
            "kafka was measured in some of these rounds too, but earlier than the sides that were measured now, so that the two have no "
            "ratio there; to have all of them side by side, name all with --against and another file with --out"
        )
        self.assertEqual(self.view.remarks[-1], told)

    def test_naming_all_sides_measures_a_round_of_two_runs_anew(self) -> None:
        """Kafka one evening, RabbitMQ the next: then all of them, side by side."""
        self.run_plan(plan([load("a")], rounds=1), self.steady)
        results = self.run_plan(plan([load("a")], rounds=1, against=("kafka@3.9.2",)), self.steady)
        self.assertEqual({key: one.run for key, one in results.outcomes.items()}, {"a/kafka/1": 1, "a/klog/1": 2, "a/kafka@3.9.2/1": 2})
        both = plan([load("a")], rounds=1, against=("kafka", "kafka@3.9.2"))
        self.assertEqual([step.key for step in both.left(results)], [step.key for step in both.steps()])
        taken: list[str] = []

        def take(step: Step) -> Outcome:
            taken.append(step.side)
            return self.steady(step)

        results = self.run_plan(both, take, absent=["kafka"])
        self.assertEqual((taken, results.outcomes["a/kafka/1"].run), ([], 1), "who cannot be had today keeps what it has")

        def fails(step: Step) -> Outcome:
            return Outcome(step, State.FAILED, "boom") if step.side == "kafka" else self.steady(step)

        results = self.run_plan(both, fails)
        self.assertIs(results.outcomes["a/kafka/1"].state, State.MEASURED, "what fails keeps what it has")
        told = " ".join(self.view.remarks)
        self.assertIn(
            "1 step of kafka was measured by an earlier run than others of the round, and is to be measured anew; to keep the ratios", told
        )
        self.assertIn("a/kafka/1 keeps the figures that it has, of another time, as it failed now: boom", told)
        self.assertEqual(results.done, {step.key for step in both.steps()})
        results = self.run_plan(both, take)
        self.assertEqual((sorted(taken), {one.run for one in results.outcomes.values()}), (["kafka", "kafka@3.9.2", "klog"], {3}))

    def test_such_sides_are_named_where_nothing_was_set_aside_too(self) -> None:
        """A run was killed between them; and where the plan has them under another load only."""
        planned = plan([load("a")], rounds=1)
        self.run_plan(planned, lambda step: Outcome(step, State.FAILED, "no") if step.side == "klog" else self.steady(step))
        results = self.run_plan(plan([load("a")], rounds=1, against=()), self.steady)
        self.assertEqual(results.done, {"a/klog/1", "a/kafka/1"})
        self.assertIn("kafka was measured in some of these rounds too", self.view.remarks[-1])
        self.path.unlink()
        self.run_plan(plan([load("a"), load("b", is_noise=True)], rounds=1, against=("kafka", "klog")), self.steady)
        self.run_plan(plan([load("a"), load("b", is_noise=True)], rounds=1, against=("kafka", "kafka@3.9.2")), self.steady)
        self.assertIn("klog-again was measured in some of these rounds too", self.view.remarks[-1])

    def test_such_sides_are_named_however_the_run_ends(self) -> None:
        self.run_plan(plan([load("a")], rounds=2), self.steady)
        taken: list[Step] = []

        def take(step: Step) -> Outcome:
            if len(taken) == 2:
                raise Killed
            taken.append(step)
            return self.steady(step)

        with self.assertRaises(Killed):
            self.run_plan(plan([load("a")], rounds=2, against=("klog",)), take)
        self.assertIn("kafka was measured in some of these rounds too", self.view.remarks[-1])

    def test_a_side_that_is_passed_over_begins_no_round(self) -> None:
        """A round of which nothing was measured gives way where the machine was busy until there was no time for it."""
        planned = plan([load("a")], rounds=1)
        sides = [step.side for step in planned.steps()]
        absent, first = sides[0], sides[1]
        now = [0.0]

        def wait(is_first: bool) -> None:
            now[0] += 60.0

        def take(step: Step) -> Outcome:
            return Outcome(step, State.SKIPPED, "no") if step.side == absent else self.steady(step)

        results = self.run_plan(planned, take, wait, lambda: 15.0 - now[0], absent=[absent])
        self.assertEqual((results.done, self.left, now), (set(), 1, [60.0]), first)

    def test_what_is_told_of_several_rounds_and_sides(self) -> None:
        self.run_plan(plan([load("a")], rounds=2, against=("kafka", "kafka@3.9.2")), self.steady)
        self.run_plan(plan([load("a")], rounds=2, against=("klog",)), self.steady)
        self.assertEqual(
            self.view.remarks,
            [
                "in 2 rounds not all sides were measured in one run; where those can be had, the whole round is measured anew",
                "kafka, kafka@3.9.2 were measured in some of these rounds too, but earlier than the sides that were measured now, so that "
                "the two have no ratio there; to have all of them side by side, name all with --against and another file with --out",
            ],
        )

    def test_what_failed_or_was_skipped_is_tried_by_the_next_run(self) -> None:
        planned = plan([load("a")], rounds=1)
        calls: list[str] = []

        def bad(step: Step) -> Outcome:
            calls.append(step.key)
            return Outcome(step, State.FAILED if step.side == "klog" else State.SKIPPED, "no")

        self.run_plan(planned, bad)
        self.assertEqual(sorted(calls), ["a/kafka/1", "a/klog/1"], "once in a run")
        results = self.run_plan(planned, self.steady)
        self.assertEqual(results.done, {"a/kafka/1", "a/klog/1"})

    def test_rounds_that_are_far_apart_get_more(self) -> None:
        planned = plan([load("a"), load("b"), load("c", most_rounds={"quick": 6})], rounds=5)

        def take(step: Step) -> Outcome:
            wide = step.load in ("a", "c") and step.side == "kafka" and step.round == 2
            return measured(step.load, step.side, step.round, {"produce.rate": 150.0 if wide else 100.0})

        results = self.run_plan(planned, take)
        self.assertEqual({name: len(results.measured(name, "klog")) for name in "abc"}, {"a": MORE_ROUNDS, "b": 5, "c": 6})

    def test_a_line_that_cannot_be_kept_ends_the_run(self) -> None:
        """The disk is full behind the first step: what is kept stays whole, and nobody measures what could not be kept either."""
        planned = plan([load("a")])
        real_write = os.write
        written: list[bytes] = []
        taken: list[Step] = []

        def write(descriptor: int, data: bytes) -> int:
            # The head and the first step have room.
            if len(written) == 2:
                raise OSError(errno.ENOSPC, "No space left on device")
            written.append(data)
            return real_write(descriptor, data)

        def take(step: Step) -> Outcome:
            taken.append(step)
            return self.steady(step)

        with mock.patch("klog.cli.suite.results.results_file.os.write", write), self.assertRaises(OSError) as caught:
            self.run_plan(planned, take)
        self.assertEqual(caught.exception.errno, errno.ENOSPC)
        self.assertEqual(taken, planned.steps()[:2])
        self.assertEqual(read_results(str(self.path)).done, {taken[0].key})

    def test_a_busy_machine_ends_the_run_and_keeps_what_is_done(self) -> None:
        planned = plan([load("a")])
        steps = [0]

        def wait(is_first: bool) -> None:
            self.assertEqual(is_first, steps[0] == 0)
            steps[0] += 1
            if steps[0] == 3:
                raise CommandFailed("busy")

        with self.assertRaises(CommandFailed):
            self.run_plan(planned, self.steady, wait)
        self.assertEqual(len(read_results(str(self.path)).done), 2)

    def test_what_an_older_form_of_a_load_measured_is_measured_again_and_told(self) -> None:
        with ResultsFile(str(self.path)) as file:
            file.begin(head())
            for load_name in ("2014.one", "a"):
                file.add(measured(load_name, "klog", 1, {"produce.rate": 5.0}, version=1))
        planned = plan([load("2014.one", version=LOADS["2014.one"].version), load("a")], rounds=1, against=())
        taken: list[str] = []

        def take(step: Step) -> Outcome:
            taken.append(step.key)
            return self.steady(step)

        told = read_results(str(self.path)).remark()
        results = self.run_plan(planned, take)
        self.assertEqual(taken, ["2014.one/klog/1"])
        self.assertEqual(self.view.remarks, [told])
        self.assertIn("2014.one", told)
        self.assertEqual(results.done, {"2014.one/klog/1", "a/klog/1"})
        self.run_plan(planned, take)
        self.assertEqual((len(taken), len(self.view.remarks)), (1, 1), "once")
