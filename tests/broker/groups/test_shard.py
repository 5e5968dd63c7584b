"""Shards: states, and the way of a change."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.coordinators.shard import ShardState, when_acknowledged
from klog.broker.groups.shard import Shard
from klog.broker.groups.simple_group import SimpleGroup
from klog.errors import ErrorCode, KlogError
from klog.wire.group_records import GroupMetadataKey
from tests.broker.groups.offsets_rig import ListLog, make_environment


class _Group(SimpleGroup):
    __slots__ = ("heard",)

    def __init__(self, group_id: str, shard: Shard) -> None:
        super().__init__(group_id, shard)
        self.heard: list[str] = []

    def loaded(self) -> None:
        self.heard.append("loaded")

    def forget(self) -> None:
        self.heard.append("forgotten")


class ShardTests(SynchronousTestCase):
    """Over a log that is a list."""

    def setUp(self) -> None:
        self.log = ListLog()
        self.shard = Shard(7, make_environment(), self.log)
        self.applied: list[Any] = []

    def refusal(self) -> ErrorCode:
        return self.assertRaises(KlogError, self.shard.check_active).code

    def test_states(self) -> None:
        self.assertEqual(self.refusal(), ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
        group = self.shard.groups["g"] = _Group("g", self.shard)
        self.shard.activate()
        self.shard.check_active()
        self.assertEqual(repr(self.shard), "Shard(7, active, 1 groups)")
        self.shard.close()
        self.assertIs(self.shard.state, ShardState.FAILED)
        self.assertEqual(self.refusal(), ErrorCode.NOT_COORDINATOR)
        self.assertEqual((group.heard, self.shard.groups), (["loaded", "forgotten"], {}))

    def test_written_then_applied(self) -> None:
        self.shard.on(GroupMetadataKey, lambda *record: self.applied.append((len(self.log.batches), *record)))
        records = [CoordinatorRecord(GroupMetadataKey(group="a"), None), CoordinatorRecord(GroupMetadataKey(group="b"), None)]
        self.assertIsNone(self.shard.write(records))
        self.assertEqual(self.applied, [(1, GroupMetadataKey(group=name), None, -1) for name in "ab"])
        self.shard.write(records, apply=False)
        self.assertEqual((len(self.log.batches), len(self.applied)), (2, 2))
        self.assertIsNone(self.shard.write([]))
        self.assertEqual(len(self.log.batches), 2)

    def test_nothing_waits_for_the_last_write(self) -> None:
        unacknowledged: Deferred[None] = Deferred()
        self.log.acknowledge = unacknowledged
        self.assertIs(self.shard.write([CoordinatorRecord(GroupMetadataKey(group="a"), None)]), unacknowledged)
        self.assertIs(self.shard.write([]), unacknowledged)
        unacknowledged.callback(None)
        self.assertIsNone(self.shard.write([]))

    def test_refused_is_not_applied(self) -> None:
        self.shard.on(GroupMetadataKey, lambda *record: self.applied.append(record))
        self.log.fail_next = ErrorCode.NOT_COORDINATOR
        self.assertRaises(KlogError, self.shard.write, [CoordinatorRecord(GroupMetadataKey(group="a"), None)])
        self.assertEqual(self.applied, [])

    def test_records_of_nobody(self) -> None:
        self.assertFalse(self.shard.apply(GroupMetadataKey(group="a"), None))

    def test_answers_wait_for_the_acknowledgement(self) -> None:
        self.assertEqual(when_acknowledged(None, 5), 5)
        waiting: Deferred[None] = Deferred()
        answer = when_acknowledged(waiting, 5)
        assert isinstance(answer, Deferred)
        self.assertNoResult(answer)
        waiting.callback(None)
        self.assertEqual(self.successResultOf(answer), 5)

    def test_work_under_way_ends_with_the_shard(self) -> None:
        """Nothing is written for a shard that is closed, whoever keeps the partition now."""
        self.shard.activate()
        self.shard.close()
        for act in (
            lambda: self.shard.write([CoordinatorRecord(GroupMetadataKey(group="a"), None)]),
            lambda: self.shard.write([]),
            lambda: self.shard.log.append_encoded([(b"k", None)]),
        ):
            self.assertEqual(self.assertRaises(KlogError, act).code, ErrorCode.NOT_COORDINATOR)
        self.assertEqual(self.log.batches, [])
