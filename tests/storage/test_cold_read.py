"""Pieces of work for a thread, and waiting for them."""

from __future__ import annotations

import unittest

from klog.storage.cold_read import ColdRead, combined, wait_for


class ColdReadTests(unittest.TestCase):
    """What runs in the thread, what on the log's."""

    def setUp(self) -> None:
        self.acts: list[str] = []

    def read(self, name: str) -> ColdRead:
        def work() -> str:
            self.acts.append(f"run {name}")
            return name

        return ColdRead(work, lambda result: self.acts.append(f"apply {result}"))

    def test_run_and_apply(self) -> None:
        cold = self.read("a")
        cold.run()
        self.assertEqual(self.acts, ["run a"])
        cold.apply()
        cold.apply()
        self.assertEqual(self.acts, ["run a", "apply a"], "what was kept is not kept twice")

    def test_nothing_is_applied_that_did_not_run(self) -> None:
        self.read("a").apply()
        self.assertEqual(self.acts, [])

    def test_several_are_one(self) -> None:
        cold = combined([self.read("a"), self.read("b")])
        cold.run()
        self.assertEqual(self.acts, ["run a", "run b"])
        cold.apply()
        self.assertEqual(self.acts, ["run a", "run b", "apply a", "apply b"])
        one = self.read("c")
        self.assertIs(combined([one]), one)

    def test_waiting(self) -> None:
        def question() -> int:
            if len(self.acts) < 4:
                raise self.read("x")
            return 7

        self.assertEqual(wait_for(question), 7)
        self.assertEqual(self.acts, ["run x", "apply x"] * 2)
