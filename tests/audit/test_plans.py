"""`klog.audit.plans`: a plan is whole when all of its tasks have told."""

from __future__ import annotations

import unittest

from klog.audit.cell_records import decode_key, decode_state, encode_state, encode_state_key
from klog.audit.cells import Tier, Writer, WriterState
from klog.audit.plans import whole_states


def told(plan: str, number: int, tasks: int, through_ms: int, written_ms: int, guid: str = "g") -> tuple[WriterState, int]:
    writer = Writer(Tier.SINK, "lake", "c", "app", "", f"{guid}/task.{number}")
    state = WriterState(writer, 0, written_ms, through_ms, 0, plan=plan, tasks=tasks)
    decoded = decode_key(encode_state_key(writer))
    assert decoded == writer
    return decode_state(writer, encode_state(state, "h")), written_ms


class PlanTests(unittest.TestCase):
    def through(self, *states: tuple[WriterState, int]) -> list[tuple[int, int]]:
        return [(state.through_ms, written_ms) for state, written_ms in whole_states(states)]

    def test_all_tasks_make_it_whole(self) -> None:
        first, second = told("a", 0, 2, 100, 110), told("a", 1, 2, 100, 130)
        self.assertEqual(self.through(first), [(0, 110)])
        self.assertEqual(self.through(first, second), [(100, 130)])

    def test_the_newest_whole_plan_counts(self) -> None:
        wide = [told("a", number, 3, 100, 110) for number in range(3)]
        # A narrower one has taken the place of its first two.
        narrow = [told("b", number, 2, 200, 210) for number in range(2)]
        self.assertEqual(self.through(*narrow, wide[2]), [(200, 210)])
        self.assertEqual(self.through(*wide), [(100, 110)])

    def test_one_that_ended_early_is_no_whole(self) -> None:
        wide = [told("a", number, 3, 100, 110) for number in range(3)]
        self.assertEqual(self.through(told("b", 0, 3, 200, 210), *wide[1:]), [(0, 210)])

    def test_others_are_let_be_and_readers_told_apart(self) -> None:
        plain = WriterState(Writer(Tier.SINK, "lake", "c", "app", "", "h"), 0, 50, 50, 0), 55
        self.assertEqual(self.through(plain, told("a", 0, 1, 100, 110), told("a", 0, 2, 90, 95, "k")), [(50, 55), (100, 110), (0, 95)])


if __name__ == "__main__":
    unittest.main()
