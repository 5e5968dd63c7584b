"""Work between threads: who hears of its end, and what an owner knows meanwhile."""

from __future__ import annotations

import unittest

from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner, do_now


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
        self.is_over = result >= self.turns
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
        self.assertEqual((work.is_over, self.owner.running), (True, set()))

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
