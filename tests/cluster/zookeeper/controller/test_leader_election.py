"""Tests of klog.cluster.zookeeper.controller.leader_election: the table, row by row, and what holds of all rows."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.leader_election import RECOVERING, Standing, first_state, next_state
from klog.zookeeper.znodes import PartitionState

FINE, LEAVING, ANEW, GONE = Standing.FINE, Standing.LEAVING, Standing.ANEW, Standing.GONE


def after(
    replicas: tuple[int, ...],
    leader: int,
    in_sync: tuple[int, ...],
    stands: dict[int, Standing],
    *,
    unclean: bool = False,
    preferred: bool = False,
) -> tuple[int, tuple[int, ...]] | None:
    """Leader and in-sync replicas of the next state; None where it stays. Who is not named is FINE."""
    before = PartitionState(leader, 7, 2, in_sync)
    state = next_state(replicas, before, lambda each: stands.get(each, FINE), 3, allows_unclean=unclean, wants_preferred=preferred)
    if state is None:
        return None
    assert (state.leader_epoch, state.controller_epoch) == (8, 3)
    assert (state.leader_recovery_state == RECOVERING) == (state.leader not in (-1, *in_sync))
    return state.leader, state.isr


class FirstStateTests(SynchronousTestCase):
    """Partitions that have none."""

    def test_first_live_replica_leads_and_all_live_ones_are_in_sync(self) -> None:
        stands = {1: GONE, 2: FINE, 3: ANEW, 4: LEAVING}
        self.assertEqual(first_state((1, 2, 3, 4), stands.__getitem__, 5), PartitionState(2, 0, 5, (2, 3)))

    def test_nobody_is_there(self) -> None:
        self.assertIsNone(first_state((1, 2), lambda each: GONE, 5))
        self.assertIsNone(first_state((1,), lambda each: LEAVING, 5))


class NextStateTests(SynchronousTestCase):
    """The table."""

    def test_leader_is_fine(self) -> None:
        self.assertIsNone(after((1, 2, 3), 1, (1, 2, 3), {}))
        self.assertIsNone(after((1, 2, 3), 1, (1,), {2: GONE, 3: ANEW}))
        self.assertEqual(after((1, 2, 3), 1, (3, 2, 1), {2: GONE}), (1, (3, 1)))
        self.assertEqual(after((1, 2, 3), 1, (1, 2, 3), {2: ANEW, 3: LEAVING}), (1, (1,)))

    def test_leader_is_gone_or_was_registered_anew(self) -> None:
        for stands in (GONE, ANEW):
            self.assertEqual(after((1, 2, 3), 1, (1, 3, 2), {1: stands}), (2, (3, 2)))
            self.assertEqual(after((1, 2, 3), 1, (1, 3), {1: stands}), (3, (3,)))
            self.assertEqual(after((1, 2, 3), 1, (1, 2, 3), {1: stands, 2: ANEW}), (3, (3,)))

    def test_nobody_is_fine_but_some_are_there(self) -> None:
        self.assertEqual(after((1,), 1, (1,), {1: ANEW}), (1, (1,)), "as gone, and then as new: the epoch rises")
        self.assertEqual(after((1, 2, 3), 1, (1, 2, 3), dict.fromkeys((1, 2, 3), ANEW)), (1, (1, 2, 3)))
        self.assertEqual(after((1, 2, 3), 3, (3, 2), {3: GONE, 2: ANEW}), (2, (2,)))
        self.assertEqual(after((1, 2), -1, (2,), {2: ANEW}), (2, (2,)))
        self.assertEqual(after((1, 2), -1, (2, 1), {}), (1, (2, 1)))

    def test_nobody_can_lead(self) -> None:
        self.assertEqual(after((1, 2), 1, (1,), {1: GONE}), (-1, (1,)))
        self.assertEqual(after((1, 2, 3), 1, (1, 2), {1: GONE, 2: GONE}), (-1, (1, 2)))
        self.assertIsNone(after((1, 2), -1, (1,), {1: GONE}))
        self.assertIsNone(after((1, 2), -1, (1,), {1: LEAVING}))
        self.assertIsNone(after((1, 2), -1, (3,), {}), "3 is not assigned")

    def test_unclean(self) -> None:
        self.assertEqual(after((1, 2, 3), 1, (1,), {1: GONE, 2: LEAVING}, unclean=True), (3, (3,)))
        self.assertEqual(after((1, 2, 3), -1, (1,), {1: GONE, 2: ANEW}, unclean=True), (2, (2,)))
        self.assertEqual(after((1, 2), 1, (1,), {1: GONE, 2: GONE}, unclean=True), (-1, (1,)))
        self.assertEqual(after((1, 2), 1, (1,), {1: ANEW}, unclean=True), (1, (1,)), "whoever is in sync comes first")

    def test_last_choice(self) -> None:
        """Who lives, and has perhaps only refused to lead, where nobody else can."""
        before = PartitionState(-1, 7, 2, (1,))
        for stands, leader in ({}, 2), ({3: FINE}, 3):
            found = next_state(
                (1, 2, 3),
                before,
                lambda each, stands=stands: stands.get(each, GONE),
                3,
                allows_unclean=True,
                last_choice=lambda each: each != 1,
            )
            assert found is not None
            self.assertEqual((found.leader, found.isr, found.leader_recovery_state), (leader, (leader,), RECOVERING))
        self.assertIsNone(next_state((1, 2, 3), before, lambda each: GONE, 3, last_choice=lambda each: True), "nobody has asked for it")

    def test_recovery_is_kept_by_a_clean_election(self) -> None:
        before = PartitionState(1, 7, 2, (1,), leader_recovery_state=RECOVERING)
        state = next_state((1, 2), before, lambda each: ANEW, 3)
        assert state is not None
        self.assertEqual(state.leader_recovery_state, RECOVERING)

    def test_leader_is_leaving(self) -> None:
        self.assertEqual(after((1, 2, 3), 1, (1, 2, 3), {1: LEAVING}), (2, (2, 3)))
        self.assertEqual(after((1, 2, 3), 1, (1, 2), {1: LEAVING, 2: GONE}), (1, (1,)))
        self.assertEqual(after((1, 2, 3), 1, (1, 2), {1: LEAVING, 2: LEAVING}), (1, (1,)))
        self.assertIsNone(after((1, 2), 1, (1,), {1: LEAVING}))

    def test_preferred(self) -> None:
        self.assertEqual(after((1, 2, 3), 2, (3, 2, 1), {}, preferred=True), (1, (3, 2, 1)))
        self.assertEqual(after((1, 2, 3), 2, (3, 2, 1), {3: GONE}, preferred=True), (1, (2, 1)), "both at once")
        for stands in (GONE, ANEW, LEAVING):
            self.assertEqual(after((1, 2), 2, (2, 1), {1: stands}, preferred=True), (2, (2,)))
        self.assertIsNone(after((1, 2), 2, (2,), {}, preferred=True), "it is not in sync")
        self.assertIsNone(after((1, 2), 1, (1, 2), {}, preferred=True))

    def test_what_somebody_wrote_by_hand(self) -> None:
        self.assertIsNone(after((1, 2), 1, (), {}))
        self.assertIsNone(after((1, 2), 1, (2,), {}))
        self.assertEqual(after((1, 2), 5, (5, 2), {5: GONE}), (2, (2,)))
        self.assertEqual(after((), 1, (1,), {1: GONE}), (-1, (1,)))

    def test_a_mark_of_before_goes(self) -> None:
        before = PartitionState(1, 7, 2, (1,))
        state = next_state((1,), before, lambda each: ANEW, 3)
        self.assertEqual(state, PartitionState(1, 8, 3, (1,)))


_STANDINGS = st.lists(st.sampled_from(Standing), min_size=4, max_size=4)


class AnyStateTests(SynchronousTestCase):
    """What holds always."""

    @settings(deadline=None, max_examples=500)
    @given(
        st.permutations([1, 2, 3, 4]),
        st.integers(1, 4),
        st.lists(st.integers(1, 4), min_size=1, unique=True),
        st.sampled_from([-1, 0, 1, 2, 3]),
        _STANDINGS,
        st.booleans(),
        st.booleans(),
    )
    def test_rules(
        self,
        order: list[int],
        count: int,
        in_sync: list[int],
        leader_at: int,
        stands: list[Standing],
        unclean: bool,
        preferred: bool,
    ) -> None:
        replicas = tuple(order[:count])
        isr = tuple(each for each in in_sync if each in replicas) or replicas
        leader = -1 if leader_at == -1 else isr[leader_at % len(isr)]

        def standing(each: int) -> Standing:
            return stands[each - 1]

        before = PartitionState(leader, 7, 2, isr)
        state = next_state(replicas, before, standing, 3, allows_unclean=unclean, wants_preferred=preferred)
        if state is None:
            state = before
            self.assertIn(GONE if leader == -1 else standing(leader), (FINE, LEAVING) if leader != -1 else (GONE,))
        else:
            self.assertEqual(state.leader_epoch, 8)
        self.assertTrue(state.isr, "never without anybody in sync")
        if state.leader == -1:
            self.assertEqual(state.isr, isr)
            self.assertFalse(any(standing(each) in (FINE, ANEW) for each in isr))
            self.assertFalse(unclean and any(standing(each) in (FINE, ANEW) for each in replicas))
        else:
            self.assertIn(state.leader, state.isr)
            self.assertIsNot(standing(state.leader), GONE)
            if state.leader not in isr:
                self.assertTrue(unclean)
                self.assertEqual(state.isr, (state.leader,))
            else:
                self.assertLessEqual(set(state.isr), set(isr), "nobody joins by an election")
            if any(standing(each) is FINE for each in isr):
                self.assertTrue(all(standing(each) is FINE for each in state.isr))

        # What is written makes FINE of ANEW; then there is nothing left to do.
        def later(each: int) -> Standing:
            return FINE if standing(each) is ANEW else standing(each)

        settled = state
        for _ in range(2):
            found = next_state(replicas, settled, later, 3, allows_unclean=unclean)
            if found is None:
                break
            settled = found
        self.assertIsNone(next_state(replicas, settled, later, 3, allows_unclean=unclean))
