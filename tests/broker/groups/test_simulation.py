"""Simulated lives of a broker with its groups; and the simulation itself.

``KLOG_SEED=n`` lives one, ``KLOG_SEEDS=n`` lives `n` others from 1,000 on.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups import offset_expiration
from klog.broker.groups.classic.group import ClassicGroup
from klog.broker.groups.classic.protocol import ClassicProtocol
from klog.broker.groups.classic.rebalance import Rebalance
from klog.broker.groups.consumer.group import ConsumerGroup
from klog.broker.groups.offsets import OffsetStore
from klog.broker.groups.shard import Shard
from tests.broker.groups.simulation import Simulation
from tests.seeds import Seeds

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(60, in_soak=520, others_from=1_000)


def _live(seed: int) -> None:
    """In every fourth life the broker's threads take virtual time."""
    Simulation(seed, interleaved=seed % 4 == 3).run()


class SimulationTests(SynchronousTestCase):
    """All seeds; the tests are made below."""


SEEDS.add_tests(SimulationTests, _live, each=20)


class PowerTests(SynchronousTestCase):
    """The simulation finds what is broken, and is the same each time."""

    def test_repeatable(self) -> None:
        """The same things happen, and the same answers come."""
        for seed in (3, 4):
            one, other = (Simulation(seed, interleaved=seed == 3) for _ in range(2))
            one.run()
            other.run()
            self.assertEqual(one.events, other.events)
            self.assertEqual(one.generations, other.generations)
            self.assertEqual(one.offsets.floors, other.offsets.floors)

    def finds(self, most: int = 60, *, first: int = 0) -> str:
        """What the first of some seeds finds that finds something."""
        for seed in range(first, most):
            try:
                Simulation(seed).run()
            except AssertionError as error:
                self.flushLoggedErrors()
                return str(error)
        return "nothing"

    def test_what_expires_is_decided_in_one_step_and_written_in_another(self) -> None:
        """A commit, or a member, that comes in between is overwritten (as the store did it once)."""

        def expire(store: OffsetStore) -> Iterator[None]:
            tombstones, now_ms = offset_expiration.OffsetTombstones(store), store.shard.environment.now_ms()
            names = {**dict.fromkeys(group_id.encode() for group_id in store.shard.groups), **dict.fromkeys(store.groups)}
            for name in names:
                offset_expiration._expire(store, now_ms, tombstones, offset_expiration.Piece(name, store.keys_of(name), True))
                yield
            tombstones.write()

        self.patch(OffsetStore, "expire", expire)
        self.assertIn("is gone, though it had members", self.finds())
        self.patch(Simulation, "see_life", lambda simulation, group_id, group: None)
        self.assertIn("read nothing of", self.finds())

    def test_offsets_are_told_before_they_are_acknowledged(self) -> None:
        """To those who insist on stable ones, and to those who do not."""
        fetch_rests_on = OffsetStore.fetch_rests_on
        self.patch(OffsetStore, "fetch_rests_on", lambda store, *, require_stable: None)
        self.assertIn("no flush can have covered", self.finds())
        self.patch(OffsetStore, "fetch_rests_on", fetch_rests_on)
        self.patch(OffsetStore, "_note_before", lambda store, name, keys: None)
        self.assertIn("no flush can have covered", self.finds(110, first=50))

    def test_members_are_not_missed(self) -> None:
        """Without sessions, a group waits for those who are gone."""
        self.patch(Rebalance, "session_over", lambda rebalance, member_id: None)
        self.assertIn("not settled", self.finds())

    def test_the_assignment_is_not_written(self) -> None:
        """A restart brings an older generation back."""

        def assign(protocol: object, group: object, request: object) -> None:
            given = {assignment.member_id: assignment.assignment for assignment in request.assignments}  # type: ignore[attr-defined]
            group.rebalance.settle({name: given.get(name, b"") for name in group.membership.members})  # type: ignore[attr-defined]

        self.patch(ClassicProtocol, "_assign", assign)
        self.assertIn("told generation", self.finds())

    def test_anybody_may_commit(self) -> None:
        """Also who was given up and does not know it."""
        for kind in (ClassicGroup, ConsumerGroup):
            self.patch(kind, "check_commit", lambda group, *arguments, **fields: None)
        self.assertIn("acknowledged", self.finds(250, first=50))

    def test_partitions_are_not_waited_for(self) -> None:
        """Given to the next one while somebody still has them."""
        self.patch(ConsumerGroup, "partition_epoch", lambda group, topic_id, partition: -1)
        self.assertIn("two owners", self.finds())

    def test_commits_are_lost(self) -> None:
        """Read as never made after a restart."""
        activate = Shard.activate

        def forgetful(shard: Shard) -> None:
            shard.offsets.groups.clear()
            activate(shard)

        self.patch(Shard, "activate", forgetful)
        self.assertIn("acknowledged", self.finds())
