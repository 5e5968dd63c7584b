"""Work between threads: who hears of its end, and what an owner knows meanwhile."""

from __future__ import annotations

import threading
import unittest

from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner, do_now, do_together
from klog.storage.parallel_io import NotInTime, in_threads, one_by_one


class Work(DiskWork[int]):
    """Counts; needs `turns` runs, the one of the number `fails` raises."""

    kind = WorkKind.FLUSH

    def __init__(self, owner: WorkOwner, turns: int = 1, fails: int = -1, refuses: bool = False) -> None:
        super().__init__(owner)
        self.turns, self.fails, self.refuses = turns, fails, refuses
        self.runs = 0
        self.told: list[object] = []

    def run(self) -> int:
        self.runs += 1
        if self.runs == self.fails:
            raise OSError("broken")
        return self.runs

    def complete(self, result: int) -> None:
        self.told.append(result)
        self.needs_another_run = result < self.turns
        if self.refuses:
            raise OSError("refused")

    def fail(self, error: Exception) -> None:
        self.told.append(str(error))

    def dropped(self) -> None:
        self.told.append("dropped")


class DiskWorkTests(unittest.TestCase):
    """`DiskWork` and `WorkOwner`."""

    def setUp(self) -> None:
        self.owner = WorkOwner()
        self.idle: list[str] = []

    def test_done(self) -> None:
        work = Work(self.owner)
        self.assertEqual(self.owner.running, {work})
        self.assertEqual(do_now(work), 1)
        self.assertEqual((work.told, self.owner.running), ([1], set()))

    def test_failed(self) -> None:
        work = Work(self.owner, fails=1)
        with self.assertRaisesRegex(OSError, "broken"):
            do_now(work)
        self.assertEqual((work.told, self.owner.running), (["broken"], set()))

    def test_several_turns(self) -> None:
        work = Work(self.owner, turns=3)
        self.assertEqual((do_now(work), work.told), (3, [1, 2, 3]))
        work = Work(self.owner, turns=3, fails=2)
        self.assertRaises(OSError, do_now, work)
        self.assertEqual((work.told, self.owner.running), ([1, "broken"], set()))

    def test_what_a_closed_owner_has_done_is_nobodys(self) -> None:
        for fails in (-1, 1):
            owner = WorkOwner()
            work = Work(owner, turns=5, fails=fails)
            owner.close()
            if fails == 1:
                self.assertRaises(OSError, do_now, work)
            else:
                do_now(work)
            self.assertEqual((work.told, owner.running), (["dropped"], set()))

    def test_a_result_that_cannot_be_applied(self) -> None:
        work = Work(self.owner, turns=3, refuses=True)
        with self.assertRaisesRegex(OSError, "refused"):
            do_now(work)
        self.assertEqual((work.needs_another_run, self.owner.running), (False, set()))

    def test_when_idle(self) -> None:
        self.owner.when_idle(lambda: self.idle.append("at once"))
        works = [Work(self.owner), Work(self.owner, turns=2)]
        self.owner.when_idle(lambda: self.idle.append("then"))
        for work in works:
            self.assertEqual(self.idle, ["at once"])
            do_now(work)
        self.assertEqual(self.idle, ["at once", "then"])
        do_now(Work(self.owner))
        self.assertEqual(self.idle, ["at once", "then"])


class TogetherTests(unittest.TestCase):
    """`do_together`."""

    def setUp(self) -> None:
        self.owner = WorkOwner()

    def test_each_is_settled(self) -> None:
        """However many turns it takes, and whatever comes of it."""
        for run_all in (one_by_one, in_threads):
            with self.subTest(run_all=run_all):
                works = [Work(self.owner), Work(self.owner, turns=3), Work(self.owner, fails=1), Work(self.owner, refuses=True)]
                outcomes = [str(outcome) for outcome in do_together(works, run_all)]
                self.assertEqual(outcomes, ["None", "None", "broken", "refused"])
                self.assertEqual([work.told for work in works], [[1], [1, 2, 3], ["broken"], [1]])
        self.assertEqual(do_together([], one_by_one), [])

    def test_of_what_does_not_end_in_time_the_owner_knows(self) -> None:
        """It is settled neither then nor later."""
        hangs = threading.Event()

        class Hanging(Work):
            def run(self) -> int:
                hangs.wait()
                return super().run()

        works = [Work(self.owner), Hanging(self.owner)]
        left_s = iter([2.0])
        outcomes = do_together(works, in_threads, lambda: next(left_s))
        hangs.set()
        self.assertIsNone(outcomes[0])
        self.assertIsInstance(outcomes[1], NotInTime)
        self.assertEqual((works[1].told, self.owner.running), ([], {works[1]}))

    def test_one_that_says_that_it_timed_out_has_ended(self) -> None:
        class Slow(Work):
            def run(self) -> int:
                raise TimeoutError("the network's disk")

        work = Slow(self.owner)
        (outcome,) = do_together([work], one_by_one)
        self.assertNotIsInstance(outcome, NotInTime)
        self.assertEqual((work.told, self.owner.running), (["the network's disk"], set()))

    def test_no_time_is_left(self) -> None:
        work = Work(self.owner)
        self.assertIsInstance(do_together([work], one_by_one, lambda: 0.0)[0], NotInTime)
        self.assertEqual((work.runs, self.owner.running), (0, {work}))
