"""Plans to move groups."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.client.admin.reset import ResetTo, plan
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from tests.client.admin.admin_rig import MemoryCase, code_of

A, B = TopicPartition("a", 0), TopicPartition("a", 1)
STARTS, ENDS, COMMITTED = {A: 10, B: 0}, {A: 20, B: 5}, {A: 15}


class PlanTests(MemoryCase):
    """`plan` and `Admin.plan_reset`."""

    def rows(self, to: ResetTo, by_time: dict[TopicPartition, int] | None = None) -> list[tuple[int | None, int, str]]:
        made = plan("g", to, COMMITTED, STARTS, ENDS, by_time)
        self.assertEqual([row.partition for row in made.rows], [A, B])
        self.assertEqual(made.offsets, {row.partition: row.after for row in made.rows})
        return [(row.before, row.after, row.note) for row in made.rows]

    def test_each_kind(self) -> None:
        self.assertEqual(self.rows(ResetTo.earliest()), [(15, 10, ""), (None, 0, "")])
        self.assertEqual(self.rows(ResetTo.latest()), [(15, 20, ""), (None, 5, "")])
        self.assertEqual(self.rows(ResetTo.current()), [(15, 15, ""), (None, 5, "nothing is committed: to the end")])
        self.assertEqual(self.rows(ResetTo.offset(7)), [(15, 10, "7 is before the first offset"), (None, 5, "7 is behind the end")])
        self.assertEqual(self.rows(ResetTo.offsets({A: 12, B: 5})), [(15, 12, ""), (None, 5, "")])
        self.assertEqual(self.rows(ResetTo.time(9), {A: 11, B: -1}), [(15, 11, ""), (None, 5, "no record is that new: to the end")])
        self.assertEqual(self.rows(ResetTo.duration_ago(9), {A: 11, B: 0}), [(15, 11, ""), (None, 0, "")])
        self.assertEqual(plan("g", ResetTo.shift(-2), COMMITTED, {A: 10}, {A: 20}).rows[0].after, 13)
        for to in (ResetTo.shift(1), ResetTo.offsets({A: 1})):
            error = self.assertRaises(KlogError, self.rows, to)
            self.assertEqual(error.code, ErrorCode.INVALID_REQUEST)
            self.assertIn("a-1", str(error))

    def test_words(self) -> None:
        phrases = [
            str(each) for each in (
                ResetTo.earliest(), ResetTo.latest(), ResetTo.current(), ResetTo.offset(3), ResetTo.offsets({A: 1}), ResetTo.shift(2),
                ResetTo.shift(-2), ResetTo.time(5), ResetTo.duration_ago(1500),
            )
        ]  # fmt: skip
        self.assertEqual(phrases[:4], ["to the earliest record", "to the end", "to where it is", "to offset 3"])
        self.assertEqual(phrases[4:], ["to the given offsets", "by +2", "by -2", "to time 5 ms", "to 1.5 s ago"])
        self.assertRaises(ValueError, ResetTo.offset, -1)
        self.assertRaises(ValueError, ResetTo.time, -1)

    @settings(deadline=None, max_examples=100)
    @given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 100), st.integers(-200, 200))
    def test_never_outside(self, start: int, size: int, committed: int, shift: int) -> None:
        for to in (ResetTo.shift(shift), ResetTo.offset(abs(shift)), ResetTo.current()):
            row = plan("g", to, {A: committed}, {A: start}, {A: start + size}).rows[0]
            self.assertTrue(start <= row.after <= start + size)
            wanted = {"shift": committed + shift, "offset": abs(shift), "current": committed}[to.kind.value]
            self.assertEqual(bool(row.note), row.after != wanted)

    def test_on_klog(self) -> None:
        admin, until = self.admin, self.until
        until(admin.create_topic("a", 2))
        self.assertEqual(self.refused(admin.plan_reset("g", ResetTo.earliest())).code, ErrorCode.INVALID_REQUEST)
        self.assertEqual(self.refused(admin.plan_reset("g", ResetTo.earliest(), topics=["no"])).code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        wrong = admin.plan_reset("g", ResetTo.earliest(), partitions=[TopicPartition("a", 9)])
        self.assertEqual(self.refused(wrong).code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        for _ in range(4):
            self.broker.put("a", [b"x"])
            self.broker.advance(10)
        made = until(admin.plan_reset("g", ResetTo.duration_ago(25_000), topics=["a"]))
        self.assertEqual((made.offsets, made.state, made.members), ({A: 2, B: 0}, "", 0))
        self.assertEqual(until(admin.execute_reset(made)).check(), {A: None, B: None})
        again = until(admin.plan_reset("g", ResetTo.shift(1)))
        self.assertEqual(([row.before for row in again.rows], again.offsets, again.state), ([2, 0], {A: 3, B: 0}, "Empty"))
        self.assertEqual(until(admin.plan_reset("g", ResetTo.offsets({A: 1}))).offsets, {A: 1})
        self.assertEqual(code_of(until(admin.alter_group_offsets("g", {TopicPartition("no", 0): 1})), TopicPartition("no", 0)), 3)
