"""What follows an attempt that failed: the table, and its promise on every run of lost answers."""

from __future__ import annotations

import itertools
import random
import re
import unittest

from klog import retry_policy as retry_policy_module
from klog.retry_policy import Backoff, RetryPolicy, State, Step, Trouble


class RetryPolicyTests(unittest.TestCase):
    """`RetryPolicy`."""

    def setUp(self) -> None:
        self.now_s = 100.0

    def retry_policy(self, seconds: float | None = 10.0, *, twice_is_once: bool = True) -> RetryPolicy:
        deadline_s = None if seconds is None else self.now_s + seconds
        return RetryPolicy(lambda: self.now_s, Backoff(100, 1_000, random.Random(1), jitter=0), deadline_s, twice_is_once=twice_is_once)

    def test_the_table_in_the_module_is_the_code(self) -> None:
        """Each line of the table at the head of the module, in all four columns."""
        words = {
            "again": Step.AGAIN,
            "refresh": Step.REFRESH,
            "find out": Step.FIND_OUT,
            "give up": Step.GIVE_UP,
            "look again": Step.FIND_OUT,
            "look again, refreshed": Step.REFRESH,
        }
        rows = re.findall(r"^([A-Z]+)  +(.+?)  +(.+?)  +(.+?)  +(.+)$", retry_policy_module.__doc__ or "", re.MULTILINE)
        self.assertEqual({row[0] for row in rows}, {trouble.name for trouble in Trouble})
        for name, *cells in rows:
            for column, cell in enumerate(cells):
                one = self.retry_policy(twice_is_once=column != 1)
                if column >= 2:
                    one.after(Trouble.UNANSWERED)
                if column == 3:
                    one.after(Trouble.REFUSED)
                before = one.state
                said, _, state = cell.partition("; ")
                self.assertIs(one.after(Trouble[name]), words[said], (name, column))
                self.assertIs(one.state, State(state) if state else before, (name, column))

    def test_a_refusal_after_a_lost_answer_is_looked_into(self) -> None:
        for happened, step in ((True, Step.DONE), (False, Step.GIVE_UP), (None, Step.GIVE_UP)):
            one = self.retry_policy()
            one.after(Trouble.UNANSWERED)
            self.assertIs(one.after(Trouble.REFUSED), Step.FIND_OUT)
            self.assertIs(one.after(Trouble.PASSING), Step.FIND_OUT, "the look failed")
            self.assertIs(one.found(happened), step)

    def test_a_conflict_after_a_lost_answer_may_be_with_ourselves(self) -> None:
        for happened, step in ((True, Step.DONE), (False, Step.AGAIN), (None, Step.GIVE_UP)):
            one = self.retry_policy()
            self.assertIs(one.after(Trouble.CONFLICT), Step.AGAIN)
            one.after(Trouble.UNANSWERED)
            self.assertIs(one.after(Trouble.CONFLICT), Step.FIND_OUT)
            self.assertIs(one.found(happened), step)
        self.assertIs(one.after(Trouble.CONFLICT), Step.AGAIN, "what was found out is no doubt any more")

    def test_whoever_did_not_look_cannot_have_found(self) -> None:
        with self.assertRaises(AssertionError):
            self.retry_policy().found(True)

    def test_when_the_time_is_over_everything_ends(self) -> None:
        for trouble in Trouble:
            one = self.retry_policy(1.0)
            self.now_s += 0.99
            self.assertFalse(one.is_over)
            self.now_s += 0.01
            self.assertIs(one.after(trouble), Step.GIVE_UP)
        one = self.retry_policy(1.0, twice_is_once=False)
        one.after(Trouble.UNANSWERED)
        self.now_s += 1
        self.assertIs(one.found(False), Step.GIVE_UP)
        endless = self.retry_policy(None)
        self.now_s += 1e9
        self.assertIs(endless.after(Trouble.PASSING), Step.AGAIN)

    def test_pauses_grow_and_end_with_the_time(self) -> None:
        one = self.retry_policy(0.5)
        self.assertEqual([one.pause_ms(), one.pause_ms()], [100, 200])
        self.now_s += 0.4
        self.assertAlmostEqual(one.pause_ms(), 100)
        self.assertEqual(self.retry_policy(None).pause_ms(), 100)

    def test_who_only_asks_again_is_told_how_long_to_wait(self) -> None:
        one = self.retry_policy(0.5)
        self.assertEqual(one.pause_after(Trouble.PASSING), 100)
        self.assertEqual(one.pause_after(Trouble.MOVED), 200)
        self.now_s += 0.2
        self.assertIsNone(one.pause_after(Trouble.PASSING), "400 ms are not left")
        self.assertIsNone(self.retry_policy().pause_after(Trouble.LASTING))
        self.now_s += 10
        self.assertIsNone(one.pause_after(Trouble.PASSING))

    def test_asking_again_must_leave_the_time_that_it_needs(self) -> None:
        one = self.retry_policy(0.5)
        self.assertEqual(one.pause_after(Trouble.PASSING, rest_ms=400), 100)
        self.assertIsNone(one.pause_after(Trouble.PASSING, rest_ms=301), "200 ms and 301 are more than are left")
        self.assertEqual(self.retry_policy(None).pause_after(Trouble.PASSING, rest_ms=1e9), 100)

    def test_after_progress_pauses_are_short_again(self) -> None:
        one = self.retry_policy(None)
        self.assertEqual([one.pause_ms(), one.pause_ms()], [100, 200])
        one.progressed()
        self.assertEqual(one.pause_ms(), 100)

    def test_without_an_end_only_what_lasts_gives_up(self) -> None:
        one = self.retry_policy(None)
        for trouble in (Trouble.PASSING, Trouble.MOVED, Trouble.CONFLICT):
            for _ in range(40):
                self.assertIsNotNone(one.pause_after(trouble))
        self.assertIsNone(one.pause_after(Trouble.LASTING))

    def test_nothing_is_done_twice_and_nothing_done_is_called_failed(self) -> None:
        """Every run of five events against a change that is refused when it was done, and one that would be done twice."""
        for twice_is_once in (True, False):
            for events in itertools.product(("done", "answer lost", "request lost", "passing", "moved"), repeat=5):
                self._run(twice_is_once, list(events))

    def _run(self, twice_is_once: bool, events: list[str]) -> None:
        done = 0
        one = self.retry_policy(None, twice_is_once=twice_is_once)
        events = [*events, "done", "done"]
        step = Step.AGAIN
        while events:
            event = events.pop(0)
            trouble = {"passing": Trouble.PASSING, "moved": Trouble.MOVED}.get(event)
            if one.state is State.LOOKING:
                if event != "done":
                    step = one.after(trouble or Trouble.UNANSWERED)
                    continue
                step = one.found(done > 0)
                if step is Step.DONE:
                    break
                self.assertIs(step, Step.AGAIN)
                continue
            if trouble is None and event != "request lost" and not (done and twice_is_once):
                done += 1
                if event == "done":
                    step = Step.DONE
                    break
                trouble = Trouble.UNANSWERED
            elif trouble is None:
                trouble = Trouble.REFUSED if event == "done" else Trouble.UNANSWERED
            step = one.after(trouble)
            self.assertIsNot(step, Step.GIVE_UP)
        self.assertEqual((done, step), (1, Step.DONE), events)


class BackoffTests(unittest.TestCase):
    """Pauses."""

    def test_it_doubles_up_to_the_limit_with_a_fifth_of_jitter(self) -> None:
        backoff = Backoff(100, 1000, random.Random(1))
        for _ in range(2):
            for plain in (100, 200, 400, 800, 1000, 1000, *[1000] * 100):
                self.assertTrue(plain * 0.8 <= backoff.next_ms() <= plain * 1.2)
            backoff.reset()

    def test_zero_stays_zero(self) -> None:
        backoff = Backoff(0, 0, random.Random(1))
        self.assertEqual([backoff.next_ms() for _ in range(3)], [0, 0, 0])
