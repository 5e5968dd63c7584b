"""What a fetcher does next: each line of the table, and what is under way already."""

from __future__ import annotations

import unittest
from collections.abc import Sequence
from typing import Any

from klog.client.fetching.fetch_decisions import EAGER_S, FetchSteps, RequestsUnderWay, earlier_of, next_steps, phase_under_epoch
from klog.client.fetching.record_views import FetchedRecords
from klog.client.fetching.subscriptions import PartitionState, Phase, Position
from klog.client.metadata import ClusterMetadata
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, TopicPartition
from klog.records.implementations import codec
from tests.client.test_metadata import answer, topic

NOTHING = RequestsUnderWay(False, frozenset(), frozenset(), {})
NOW_S = 100.0
FULL_BYTES = 1000


def facts(states: Sequence[PartitionState]) -> list[list[Any]]:
    """All that the states hold."""
    return [[list(state.chunks) if name == "chunks" else getattr(state, name) for name in state.__slots__] for state in states]


class NextStepsTests(unittest.TestCase):
    """Topic t: partitions 0 and 1 led by node 1, 2 by node 2, 3 by nobody; in epoch 5 all of them."""

    def setUp(self) -> None:
        self.metadata = ClusterMetadata()
        self.metadata.apply(answer(topic("t", (1, 5), (1, 5), (2, 5), (-1, 5))), 1)

    def fetching(self, number: int, *, held_bytes: int = 0, epoch: int = 5) -> PartitionState:
        """One that reads from offset 7, checked under `epoch`."""
        state = PartitionState(TopicPartition("t", number))
        state.go_to(Position(7, 4), 1)
        state.validated_epoch = epoch
        if held_bytes:
            state.chunks.append(FetchedRecords(state.topic_partition, codec.build_batch([(0, None, b"v", ())]), 0, address="a"))
            state.held_bytes = held_bytes
        return state

    def steps(
        self, *states: PartitionState, under_way: RequestsUnderWay = NOTHING, awaited: frozenset[TopicPartition] = frozenset()
    ) -> FetchSteps:
        """What is decided; and nothing has changed by it."""
        before = facts(states)
        found = next_steps(states, self.metadata, NOW_S, FULL_BYTES, under_way, awaited.__contains__)
        self.assertEqual(facts(states), before)
        return found

    def test_nothing_to_do(self) -> None:
        self.assertEqual(self.steps(), FetchSteps())
        failed, paused = self.fetching(0), self.fetching(1)
        failed.fail(KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "no"))
        paused.paused = True
        self.assertEqual(self.steps(failed, paused), FetchSteps())

    def test_fetching_by_leader(self) -> None:
        a, b, c = (self.fetching(number) for number in range(3))
        self.assertEqual(self.steps(a, b, c), FetchSteps(fetches={1: [a, b], 2: [c]}))

    def test_left_alone_for_a_while(self) -> None:
        a, b = self.fetching(0), self.fetching(1)
        a.not_before_s, b.not_before_s = NOW_S + 2, NOW_S + 1
        self.assertEqual(self.steps(a, b), FetchSteps(look_again_s=NOW_S + 1))
        a.not_before_s = NOW_S
        self.assertEqual(self.steps(a, b), FetchSteps(fetches={1: [a]}, look_again_s=NOW_S + 1))

    def test_without_a_leader(self) -> None:
        none, more, other = self.fetching(3), self.fetching(4), PartitionState(TopicPartition("u", 0))
        self.assertEqual(self.steps(none, more, other), FetchSteps(leaderless=[none, more, other]))
        # Before anybody has answered, a topic that is not known says nothing.
        self.metadata = ClusterMetadata()
        self.assertEqual(self.steps(none, other), FetchSteps())

    def test_positions_are_looked_up_together(self) -> None:
        a, c = self.fetching(0), self.fetching(2)
        a.look_up(EARLIEST_TIMESTAMP, 2)
        c.look_up(EARLIEST_TIMESTAMP, 2)
        # Paused ones too: somebody may ask for the position.
        c.paused = True
        self.assertEqual(self.steps(a, c), FetchSteps(resets=[a, c]))
        self.assertEqual(self.steps(a, c, under_way=NOTHING._replace(resetting=True)), FetchSteps())

    def test_another_leader_epoch(self) -> None:
        a = self.fetching(0, epoch=4, held_bytes=5000)
        self.assertEqual(self.steps(a), FetchSteps(moved=[(a, 5)], checks={1: [a]}))
        self.assertEqual(self.steps(a, under_way=NOTHING._replace(validating={1})), FetchSteps(moved=[(a, 5)]))
        self.assertEqual(phase_under_epoch(a, -1), Phase.FETCHING)
        # Nothing is known of the record before: nothing to check, and what was held does not count as full any more.
        a.position_epoch = -1
        self.assertEqual(self.steps(a), FetchSteps(moved=[(a, 5)], fetches={1: [a]}))
        # Checks go on where the partition is paused.
        b = self.fetching(1)
        b.phase, b.paused = Phase.VALIDATING, True
        self.assertEqual(self.steps(b), FetchSteps(checks={1: [b]}))

    def test_a_share_that_is_used_up(self) -> None:
        a, b = self.fetching(0, held_bytes=FULL_BYTES + 1), self.fetching(1, held_bytes=FULL_BYTES)
        self.assertEqual(self.steps(a, b), FetchSteps(left_out=[a], fetches={1: [b]}))
        a.is_left_out = b.is_left_out = True
        self.assertEqual(self.steps(a, b), FetchSteps(let_in=[b], fetches={1: [b]}))

    def test_brokers_of_what_is_read_wait_less(self) -> None:
        a, b = self.fetching(0, held_bytes=FULL_BYTES + 1), self.fetching(1)
        self.assertEqual(self.steps(a, b, awaited=frozenset({a.topic_partition})).hurried, {1})
        a.taken_s = NOW_S - EAGER_S
        self.assertEqual(self.steps(a, b).hurried, set())
        a.taken_s = NOW_S - EAGER_S / 2
        self.assertEqual(self.steps(a, b).hurried, {1})
        # What must be handed out first is not made faster by it.
        a.draining = True
        self.assertEqual(self.steps(a, b), FetchSteps(left_out=[a], fetches={1: [b]}))
        a.held_bytes = 1
        self.assertEqual(self.steps(a, b), FetchSteps(left_out=[a], fetches={1: [b]}))

    def test_brokers_that_are_busy_or_left_alone(self) -> None:
        a, c = self.fetching(0), self.fetching(2)
        self.assertEqual(self.steps(a, c, under_way=NOTHING._replace(fetching={1: 4096})), FetchSteps(fetches={2: [c]}))
        pauses = NOTHING._replace(not_before_s={1: NOW_S, 2: NOW_S + 3})
        self.assertEqual(self.steps(a, c, under_way=pauses), FetchSteps(fetches={1: [a]}, look_again_s=NOW_S + 3))
        # One that is busy and left alone: its answer wakes us.
        self.assertEqual(self.steps(c, under_way=pauses._replace(fetching={2})), FetchSteps())

    def test_the_earlier_time(self) -> None:
        self.assertEqual((earlier_of(None, 3.0), earlier_of(2.0, 3.0), earlier_of(4.0, 3.0)), (3.0, 2.0, 3.0))


if __name__ == "__main__":
    unittest.main()
