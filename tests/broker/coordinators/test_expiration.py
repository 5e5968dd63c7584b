"""Deletions in steps, over a log that is a list; with requests between the steps see ``tests/broker/groups/test_offset_expiration.py``."""

from __future__ import annotations

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators import expiration
from klog.broker.coordinators.expiration import TOMBSTONES_PER_BATCH, Tombstones
from klog.broker.coordinators.records import CoordinatorRecord
from klog.errors import ErrorCode
from tests.broker.coordinators.counters import RETENTION_S, CounterDeletions, CounterKey, CounterShard
from tests.broker.groups.offsets_rig import ListLog, make_environment

COUNT = 3 * expiration.LOOKED_AT_PER_STEP


class SweepTests(SynchronousTestCase):
    """`sweep`, by the expiry of counters."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.log = ListLog()
        self.shard = CounterShard(0, make_environment(self.clock), self.log)
        self.shard.activate()
        for number in range(COUNT):
            self.shard.add(f"c{number}", "x")
        self.clock.advance(RETENTION_S)

    def test_no_step_is_long_and_none_leaves_anything_behind(self) -> None:
        before = len(self.log.records)
        gone = []
        for _ in self.shard.expire():
            gone.append(len(self.log.records) - before)
            before = len(self.log.records)
            self.assertEqual(len(self.shard.counts), COUNT - sum(gone) // 2)
        self.assertEqual(gone, [2 * expiration.LOOKED_AT_PER_STEP] * 3)
        self.assertEqual((self.shard.counts, self.shard.owners), ({}, {}))

    def test_what_is_touched_between_two_steps_stays(self) -> None:
        for number, _ in enumerate(self.shard.expire()):
            if not number:
                self.shard.add("c0", "y")
                self.shard.add(f"c{COUNT - 1}", "y")
        self.assertEqual({name: count for name, (count, _) in self.shard.counts.items()}, {"c0": 1, f"c{COUNT - 1}": 2})

    def test_a_shard_that_is_closed_between_two_steps(self) -> None:
        sweep = self.shard.expire()
        next(sweep)
        written = len(self.log.records)
        self.shard.close()
        self.assertEqual(list(sweep), [])
        self.assertEqual(len(self.log.records), written)

    def test_a_log_that_takes_nothing(self) -> None:
        self.log.fail_next = ErrorCode.NOT_COORDINATOR
        self.assertEqual(list(self.shard.expire()), [])
        self.assertEqual(len(self.shard.counts), COUNT)

    def swept(self, **more: object) -> tuple[int, bool]:
        """How many steps there were, and whether it was refused."""
        sweep = expiration.sweep(
            "x-0",
            self.shard,
            iter(list(self.shard.counts)),
            lambda: CounterDeletions(self.shard),
            lambda gone, name: gone.look(name),
            **more,  # type: ignore[arg-type]
        )
        steps = 0
        while True:
            try:
                next(sweep)
            except StopIteration as end:
                return steps, end.value
            steps += 1

    def test_a_flush_that_is_far_behind(self) -> None:
        self.assertEqual(self.swept(is_far_ahead=lambda: True), (0, True))
        self.assertEqual(len(self.shard.counts), COUNT)
        self.assertEqual(self.swept(), (3, False))

    def test_acknowledgements_that_come_later(self) -> None:
        settled: list[None] = []
        self.log.acknowledge = waiting = Deferred()
        self.assertEqual(self.swept(settle=settled.append)[1], False)
        self.assertEqual(settled, [])
        waiting.callback(None)
        self.assertGreaterEqual(len(settled), 1)


class TombstonesTests(SynchronousTestCase):
    """`Tombstones`."""

    def test_many_batches(self) -> None:
        log = ListLog()
        shard = CounterShard(0, make_environment(), log)
        shard.add("c1", "x")
        tombstones = Tombstones(shard)
        self.assertIsNone(tombstones.write())
        for number in range(TOMBSTONES_PER_BATCH + 1):
            tombstones.add(CoordinatorRecord(CounterKey(name=f"c{number}"), None))
        self.assertIsNone(tombstones.write())
        self.assertEqual([len(batch) for batch in log.batches[1:]], [TOMBSTONES_PER_BATCH, 1])
        self.assertEqual(shard.counts, {})
        self.assertIsNone(tombstones.write())
