"""`klog.broker.audit.last_life`: what became of batches, and what is told of it."""

from __future__ import annotations

import unittest

from klog.audit.cells import Cell, CellKey, cell_record, decode_cell, decode_key
from klog.audit.counting import writer_of_brokers
from klog.audit.windows import Window
from klog.broker.audit.last_life import MOST_KEPT, Fate, LastLife, fate_of
from klog.broker.audit.last_report import NOTHING, Kept
from klog.broker.audit.uncommitted import UncommittedBatch
from klog.cluster.interfaces import PartitionInfo, TopicInfo
from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID, TopicId
from tests.broker.audit.test_uncommitted import FakePartition

ONE, OTHER = TopicId(b"1" * 16), TopicId(b"2" * 16)
US = 5


def batch(offset: int = 10, counts: dict[bytes, int] | None = None) -> UncommittedBatch:
    return UncommittedBatch("t", 0, ONE, offset, 3, counts or {})


class FateTests(unittest.TestCase):
    def setUp(self) -> None:
        self.replica: FakePartition | None = FakePartition()
        self.replica.topic_id = ONE
        self.topic: TopicInfo | None = self.shown(ONE)
        self.is_gone = False

    def shown(self, topic_id: TopicId, *replicas: int) -> TopicInfo:
        return TopicInfo("t", topic_id, (PartitionInfo(1, 4, replicas or (1, US), (1,)),), {})

    def fate(self) -> Fate:
        return fate_of(batch(), self.replica, self.topic, US, lambda _: self.is_gone)

    def passed(self, epoch: int) -> None:
        assert self.replica is not None
        self.replica.log.high_watermark = 11
        self.replica.log.epochs[10] = epoch

    def test_below_the_high_watermark_its_epoch_decides(self) -> None:
        self.passed(3)
        self.assertEqual(self.fate(), Fate.STANDS)
        self.passed(4)
        self.assertEqual(self.fate(), Fate.CUT_OFF)
        # Deleted since, as only what is committed is.
        self.passed(-1)
        self.assertEqual(self.fate(), Fate.STANDS)

    def test_the_high_watermark_is_not_there_yet(self) -> None:
        self.passed(4)
        assert self.replica is not None
        self.replica.log.high_watermark = 10
        self.assertEqual(self.fate(), Fate.WAITS)

    def test_a_topic_that_is_not_shown_yet_is_waited_for(self) -> None:
        self.topic = self.replica = None
        self.assertEqual(self.fate(), Fate.WAITS)
        self.is_gone = True
        self.assertEqual(self.fate(), Fate.UNKNOWN)

    def test_a_replica_that_is_not_taken_up_yet_is_waited_for(self) -> None:
        self.replica = None
        self.assertEqual(self.fate(), Fate.WAITS)

    def test_a_topic_that_was_made_again(self) -> None:
        self.passed(3)
        self.topic = self.shown(OTHER)
        self.assertEqual(self.fate(), Fate.UNKNOWN)

    def test_ids_that_nobody_tells_are_no_difference(self) -> None:
        self.passed(3)
        self.topic = self.shown(NO_TOPIC_ID)
        self.assertEqual(self.fate(), Fate.STANDS)

    def test_a_partition_that_others_keep(self) -> None:
        self.passed(3)
        self.topic = self.shown(ONE, 1, 2)
        self.assertEqual(self.fate(), Fate.UNKNOWN)

    def test_a_replica_that_was_deleted(self) -> None:
        self.passed(3)
        assert self.replica is not None
        self.replica.ended = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        self.assertEqual(self.fate(), Fate.UNKNOWN)


class LastLifeTests(unittest.TestCase):
    def setUp(self) -> None:
        cell = Cell(CellKey(writer_of_brokers("c", "g"), "t", Window(0, 60_000)))
        cell.count, cell.uncommitted, cell.revision = 20, 8, 7
        self.key, value = cell_record(cell, 1, "h")
        self.record = (self.key, value)
        self.state = (b"{}", b"{}")
        self.kept = Kept([self.record, self.state], [batch(10, {self.key: 5}), batch(15, {self.key: 3})])

    def said(self, life: LastLife) -> tuple[int, int, int, int]:
        """(count, uncommitted, cut, revision) of what is to be told."""
        key = decode_key(self.key)
        assert isinstance(key, CellKey)
        cell = decode_cell(key, life.untold[self.key])
        return cell.count, cell.uncommitted, cell.cut, cell.revision

    def settle(self, life: LastLife, **fates: Fate) -> None:
        life.settle(lambda one: fates[f"at_{one.first_offset}"], 2, "h")

    def test_one_stands_and_the_other_was_cut_off(self) -> None:
        life = LastLife(self.kept)
        self.settle(life, at_10=Fate.STANDS, at_15=Fate.CUT_OFF)
        self.assertEqual(self.said(life), (20, 0, 3, 9))
        self.assertFalse(life.is_waiting)

    def test_what_waits_is_told_later_and_on_top(self) -> None:
        life = LastLife(self.kept)
        self.settle(life, at_10=Fate.STANDS, at_15=Fate.WAITS)
        self.assertEqual(self.said(life), (20, 3, 0, 8))
        life.untold.clear()
        self.settle(life, at_15=Fate.WAITS)
        self.assertEqual((life.untold, life.is_waiting), ({}, True))
        self.settle(life, at_15=Fate.CUT_OFF)
        self.assertEqual(self.said(life), (20, 0, 3, 9))

    def test_who_looks_at_all_of_it_again_comes_to_the_same_end(self) -> None:
        slowly, at_once = LastLife(self.kept), LastLife(self.kept)
        self.settle(slowly, at_10=Fate.WAITS, at_15=Fate.CUT_OFF)
        self.settle(slowly, at_10=Fate.STANDS)
        self.settle(at_once, at_10=Fate.STANDS, at_15=Fate.CUT_OFF)
        self.assertEqual(self.said(slowly), self.said(at_once))

    def test_what_nobody_will_know_stays_as_it_was_told(self) -> None:
        life = LastLife(self.kept)
        self.settle(life, at_10=Fate.UNKNOWN, at_15=Fate.STANDS)
        self.assertEqual(self.said(life), (20, 5, 0, 8))
        self.assertFalse(life.is_waiting)

    def test_a_stop_that_comes_first_keeps_what_waits_and_what_it_has_become(self) -> None:
        life = LastLife(self.kept)
        self.settle(life, at_10=Fate.STANDS, at_15=Fate.WAITS)
        life.untold.clear()
        new = (b"new", b"{}")
        kept = life.kept([new], [batch(20)])
        self.assertEqual([one.first_offset for one in kept.batches], [15, 20])
        self.assertEqual([key for key, _ in kept.records], [self.key, b"new"])
        again = LastLife(kept._replace(batches=kept.batches[:1]))
        self.settle(again, at_15=Fate.STANDS)
        self.assertEqual(self.said(again), (20, 0, 0, 9))

    def test_bounded(self) -> None:
        kept = LastLife().kept([], [batch(number) for number in range(MOST_KEPT + 5)])
        self.assertEqual(len(kept.batches), MOST_KEPT)

    def test_nothing(self) -> None:
        self.assertFalse(LastLife(NOTHING).is_kept)
        self.assertTrue(LastLife(self.kept).is_kept)

    def test_a_batch_that_is_in_no_cell(self) -> None:
        state = cell_record(Cell(CellKey(writer_of_brokers("c", "g"), "t", Window(0, 1))), 1, "h")
        for key, records in ((self.key, [self.state]), (b"{}", [self.state]), (b"\xff", []), (state[0], [(state[0], b"{")])):
            with self.assertRaises(ValueError, msg=key):
                LastLife(Kept(records, [batch(10, {key: 1})]))
