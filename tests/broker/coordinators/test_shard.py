"""Shards: states, and the way of a change."""

from __future__ import annotations

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.coordinators.shard import CoordinatorShard, ShardState, when_acknowledged, when_all_acknowledged
from klog.errors import ErrorCode, KlogError
from tests.broker.coordinators.counters import CounterKey, CounterShard, CounterValue, OwnerKey
from tests.broker.groups.offsets_rig import ListLog, make_environment


class ShardTests(SynchronousTestCase):
    """Over a log that is a list."""

    def setUp(self) -> None:
        self.log = ListLog()
        self.shard = CounterShard(7, make_environment(), self.log)

    def refusal(self) -> ErrorCode:
        return self.assertRaises(KlogError, self.shard.check_active).code

    def test_states(self) -> None:
        self.assertEqual(self.refusal(), ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
        self.shard.activate()
        self.shard.check_active()
        self.shard.close()
        self.assertIs(self.shard.state, ShardState.FAILED)
        self.assertEqual(self.refusal(), ErrorCode.NOT_COORDINATOR)
        self.assertEqual(self.shard.heard, ["loaded", "unloaded"])

    def test_written_then_applied(self) -> None:
        self.assertEqual((self.shard.add("a", "x"), self.shard.add("a", "y")), (1, 2))
        self.assertEqual([len(batch) for batch in self.log.batches], [2, 2])
        self.assertEqual((self.shard.counts["a"][0], self.shard.owners), (2, {"a": "y"}))
        self.shard.write([CoordinatorRecord(CounterKey(name="a"), None)], apply=False)
        self.assertEqual(self.shard.counts["a"][0], 2)
        self.assertIsNone(self.shard.write([]))
        self.assertEqual(len(self.log.batches), 3)

    def test_refused_is_not_applied(self) -> None:
        self.log.fail_next = ErrorCode.NOT_COORDINATOR
        self.assertRaises(KlogError, self.shard.add, "a", "x")
        self.assertEqual((self.shard.counts, self.shard.owners), ({}, {}))

    def test_nothing_waits_for_the_last_write(self) -> None:
        unacknowledged: Deferred[None] = Deferred()
        self.log.acknowledge = unacknowledged
        counted, read = self.shard.add("a", "x"), self.shard.read("a")
        self.assertNoResult(counted)
        self.assertNoResult(read)
        unacknowledged.callback(None)
        self.log.acknowledge = None
        self.assertEqual(self.successResultOf(read)[0], 1)
        self.assertEqual(self.shard.add("a", "x"), 2)

    def test_records_of_nobody(self) -> None:
        shard = CoordinatorShard(0, self.shard.environment, self.log)
        self.assertFalse(shard.apply(OwnerKey(name="a"), None))
        self.assertEqual((list(shard.postponed()), list(shard.expire())), ([], []))

    def test_answers_wait_for_the_acknowledgement(self) -> None:
        self.assertEqual(when_acknowledged(None, 5), 5)
        waiting: Deferred[None] = Deferred()
        answer = when_acknowledged(waiting, 5)
        assert isinstance(answer, Deferred)
        self.assertNoResult(answer)
        waiting.callback(None)
        self.assertEqual(self.successResultOf(answer), 5)

    def test_an_answer_that_rests_on_several_shards(self) -> None:
        other = CounterShard(8, self.shard.environment, ListLog())
        refused: list[tuple[str, ErrorCode]] = []

        def refuse(part: str, error: KlogError) -> None:
            refused.append((part, error.code))

        resting = [(self.shard, "a"), (other, "b"), (self.shard, "c")]
        self.assertEqual(when_all_acknowledged(resting, refuse, "done"), "done")
        self.log.acknowledge = Deferred()
        answer = when_all_acknowledged(resting, refuse, "done")
        assert isinstance(answer, Deferred)
        self.assertNoResult(answer)
        self.log.acknowledge.errback(KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE))
        self.assertEqual(self.successResultOf(answer), "done")
        self.assertEqual(refused, [("a", ErrorCode.COORDINATOR_NOT_AVAILABLE), ("c", ErrorCode.COORDINATOR_NOT_AVAILABLE)])

    def test_work_under_way_ends_with_the_shard(self) -> None:
        """Nothing is written for a shard that is closed, whoever keeps the partition now."""
        self.shard.activate()
        self.shard.close()
        record = CoordinatorRecord(CounterKey(name="a"), CounterValue(count=1))
        for act in (
            lambda: self.shard.write([record]),
            lambda: self.shard.write([]),
            lambda: self.shard.log.append_encoded([(b"k", None)]),
        ):
            self.assertEqual(self.assertRaises(KlogError, act).code, ErrorCode.NOT_COORDINATOR)
        self.assertEqual((self.log.batches, self.shard.log.end, self.shard.log.settled), ([], 0, 0))
