"""Decisions of a classic group."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.classic.decisions import (
    InitialDelay,
    JoinAct,
    choose_protocol,
    differs,
    first_delay,
    first_of_each,
    join_act,
    may_join,
    new_member_id,
    next_delay,
    reason_text,
)
from klog.broker.groups.classic.states import ClassicState


class DecisionTests(SynchronousTestCase):
    """One after the other."""

    def test_choose_protocol(self) -> None:
        """Votes count for what all can do."""
        self.assertEqual(choose_protocol([["range"]]), "range")
        self.assertEqual(choose_protocol([["a", "b"], ["b", "a"], ["b", "a"]]), "b")
        self.assertEqual(choose_protocol([["a", "b"], ["a", "c", "b"], ["c", "b"]]), "b")

    def test_choose_protocol_among_equals(self) -> None:
        """The order of a Java HashMap: "a" before "b", "roundrobin" (bucket 2) before "range" (bucket 3), whoever votes first."""
        self.assertEqual(choose_protocol([["a", "b"], ["b", "a"]]), "a")
        self.assertEqual(choose_protocol([["b", "a"], ["a", "b"]]), "a")
        one, other = ["range", "roundrobin"], ["roundrobin", "range"]
        self.assertEqual(choose_protocol([one, other]), choose_protocol([other, one]))

    @settings(deadline=None, max_examples=100)
    @given(st.lists(st.permutations(["a", "b", "c", "d"]), min_size=1, max_size=6), st.sampled_from("abcd"))
    def test_everybody_can_do_what_is_chosen(self, orders: list[list[str]], missing: str) -> None:
        """Whatever the order; and nobody else has more votes."""
        orders[0] = [name for name in orders[0] if name != missing]
        chosen = choose_protocol(orders)
        self.assertTrue(all(chosen in order for order in orders))
        votes = [next(name for name in order if name != missing) for order in orders]
        self.assertEqual(votes.count(chosen), max(votes.count(name) for name in votes))

    def test_may_join(self) -> None:
        """Room is counted by members, while a rebalance is prepared by those who wait."""

        def asked(state: ClassicState, **fields: int) -> bool:
            return may_join(
                state, is_member=bool(fields.get("member")), is_waiting=bool(fields.get("waits")), members=fields["members"],
                waiting=fields.get("waiting", 0), most=2,
            )  # fmt: skip

        for state in (ClassicState.EMPTY, ClassicState.DEAD):
            self.assertTrue(asked(state, members=9))
        for state in (ClassicState.COMPLETING_REBALANCE, ClassicState.STABLE):
            self.assertTrue(asked(state, members=1))
            self.assertFalse(asked(state, members=2))
            self.assertTrue(asked(state, members=9, member=1))
        preparing = ClassicState.PREPARING_REBALANCE
        self.assertTrue(asked(preparing, members=9, waiting=1))
        self.assertFalse(asked(preparing, members=9, waiting=2, member=1))
        self.assertTrue(asked(preparing, members=9, waiting=2, member=1, waits=1))

    def test_join_act(self) -> None:
        """All states, leader or not, changed or not."""
        rebalance, repeat, unknown = JoinAct.REBALANCE, JoinAct.REPEAT, JoinAct.UNKNOWN
        table = {
            # follower as before, follower changed, leader as before, leader changed
            ClassicState.EMPTY: (unknown, unknown, unknown, unknown),
            ClassicState.PREPARING_REBALANCE: (rebalance, rebalance, rebalance, rebalance),
            ClassicState.COMPLETING_REBALANCE: (repeat, rebalance, repeat, rebalance),
            ClassicState.STABLE: (repeat, rebalance, rebalance, rebalance),
            ClassicState.DEAD: (unknown, unknown, unknown, unknown),
        }
        for state, row in table.items():
            found = tuple(join_act(state, is_leader=leader, has_changed=changed) for leader in (False, True) for changed in (False, True))
            self.assertEqual(found, row, state)

    def test_initial_delay(self) -> None:
        """Prolonged by the delay as long as somebody comes, never beyond the rebalance timeout."""
        delay: InitialDelay | None = first_delay(3_000, 10_000)
        waited = 0
        while delay is not None:
            waited += delay.delay_ms
            delay = next_delay(delay, 3_000, has_grown=True)
        self.assertEqual(waited, 10_000)
        self.assertIsNone(next_delay(first_delay(3_000, 10_000), 3_000, has_grown=False))
        self.assertEqual(first_delay(3_000, 1_000), InitialDelay(3_000, 0))
        self.assertIsNone(next_delay(InitialDelay(3_000, 0), 3_000, has_grown=True))

    def test_texts(self) -> None:
        """Bounded."""
        self.assertEqual(new_member_id("c", None, "u"), "c-u")
        self.assertEqual(new_member_id("c", "i", "u"), "i-u")
        self.assertEqual(len(new_member_id("c" * 30_000, None, "u")), 1_002)
        self.assertEqual(reason_text(None), "not provided")
        self.assertEqual(len(reason_text("r" * 30_000)), 255)

    def test_small_ones(self) -> None:
        """`differs` and `first_of_each`."""
        self.assertFalse(differs(None, "a") or differs("a", None) or differs("a", "a"))
        self.assertTrue(differs("a", "b"))
        self.assertEqual(list(first_of_each([("b", b"1"), ("a", b"2"), ("b", b"3")]).items()), [("b", b"1"), ("a", b"2")])
