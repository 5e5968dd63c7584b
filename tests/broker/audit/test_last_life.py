"""`klog.broker.audit.last_life`: what became of batches, and what is told of it."""

from __future__ import annotations

import random
import unittest

from klog.audit.cell_records import cell_record, decode_cell, decode_key, encode_number_cell, encode_number_key, state_record
from klog.audit.cells import AUDIT_TOPIC, Cell, CellKey, NumberCell, Tier, Writer, WriterState
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
        for epoch in (4, 9, 2):
            self.passed(epoch)
            self.assertEqual(self.fate(), Fate.CUT_OFF)

    def test_what_was_deleted_meanwhile_may_have_been_that_of_another_leader(self) -> None:
        self.passed(-1)
        self.assertEqual(self.fate(), Fate.UNKNOWN)

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

    def test_a_partition_of_which_nobody_says_who_keeps_it(self) -> None:
        self.replica = None
        self.topic = TopicInfo("t", ONE, (PartitionInfo(-1, 0, (), ()),), {})
        self.assertEqual(self.fate(), Fate.WAITS)

    def test_a_partition_that_the_topic_has_no_more(self) -> None:
        self.replica = None
        self.topic = TopicInfo("t", NO_TOPIC_ID, (), {})
        self.assertEqual(self.fate(), Fate.WAITS)
        self.is_gone = True
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
        self.state = state_record(WriterState(writer_of_brokers("c", "g"), 1, 5, 4, 1000, True), "h")
        self.kept = Kept([self.record, self.state], [batch(10, {self.key: 5}), batch(15, {self.key: 3})])

    def life(self) -> LastLife:
        return LastLife(self.kept, "c")

    def said(self, life: LastLife) -> tuple[int, int, int, int]:
        """(count, uncommitted, cut, revision) of what is to be told."""
        key = decode_key(self.key)
        assert isinstance(key, CellKey)
        cell = decode_cell(key, life.untold[self.key])
        return cell.count, cell.uncommitted, cell.cut, cell.revision

    def settle(self, life: LastLife, **fates: Fate) -> None:
        life.settle(lambda one: fates[f"at_{one.first_offset}"], 2, "h")

    def test_one_stands_and_the_other_was_cut_off(self) -> None:
        life = self.life()
        self.settle(life, at_10=Fate.STANDS, at_15=Fate.CUT_OFF)
        self.assertEqual(self.said(life), (20, 0, 3, 9))
        self.assertTrue(life.told())

    def test_what_waits_is_told_later_and_on_top(self) -> None:
        life = self.life()
        self.settle(life, at_10=Fate.STANDS, at_15=Fate.WAITS)
        self.assertEqual(self.said(life), (20, 3, 0, 8))
        self.assertFalse(life.told())
        self.settle(life, at_15=Fate.WAITS)
        self.assertEqual((life.untold, life.told()), ({}, False))
        self.settle(life, at_15=Fate.CUT_OFF)
        self.assertEqual(self.said(life), (20, 0, 3, 9))
        self.assertTrue(life.told())
        # What is told and waited for no more takes no memory.
        self.assertEqual(life.kept([], []), Kept([], []))

    def test_who_looks_at_all_of_it_again_comes_to_the_same_end(self) -> None:
        slowly, at_once = self.life(), self.life()
        self.settle(slowly, at_10=Fate.WAITS, at_15=Fate.CUT_OFF)
        self.settle(slowly, at_10=Fate.STANDS)
        self.settle(at_once, at_10=Fate.STANDS, at_15=Fate.CUT_OFF)
        self.assertEqual(self.said(slowly), self.said(at_once))

    def test_what_nobody_will_know_stays_as_it_was_told(self) -> None:
        life = self.life()
        self.settle(life, at_10=Fate.UNKNOWN, at_15=Fate.STANDS)
        self.assertEqual(self.said(life), (20, 5, 0, 8))
        self.assertTrue(life.told())

    def test_a_stop_that_comes_first_keeps_what_waits_and_what_it_has_become(self) -> None:
        life = self.life()
        self.settle(life, at_10=Fate.STANDS, at_15=Fate.WAITS)
        life.told()
        new = (b"new", b"{}")
        kept = life.kept([new], [batch(20)])
        self.assertEqual([one.first_offset for one in kept.batches], [15, 20])
        self.assertEqual([key for key, _ in kept.records], [self.key, b"new"])
        again = LastLife(Kept(kept.records[:1], kept.batches[:1]), "c")
        self.settle(again, at_15=Fate.STANDS)
        self.assertEqual(self.said(again), (20, 0, 0, 9))

    def test_bounded(self) -> None:
        kept = LastLife().kept([], [batch(number, {b"a": 1, b"b": 1}) for number in range(MOST_KEPT)])
        self.assertEqual(len(kept.batches), MOST_KEPT // 2)

    def test_nothing(self) -> None:
        self.assertFalse(LastLife(NOTHING).is_kept)
        self.assertTrue(self.life().is_kept)

    def test_a_batch_that_is_in_no_cell(self) -> None:
        for key, records in ((self.key, [self.state]), (self.state[0], [self.state]), (b"\xff", [])):
            with self.assertRaises(ValueError, msg=key):
                LastLife(Kept(records, [batch(10, {key: 1})]), "c")

    def test_what_no_broker_of_this_cluster_has_counted(self) -> None:
        """A directory that was copied, or a file that somebody has written: nobody speaks for others."""
        ours = writer_of_brokers("c", "g")
        others = Writer(Tier.PRODUCER, "", "c", "web", "", "g")
        numbers = NumberCell(ours, "t")
        for record, said in (
            (cell_record(Cell(CellKey(writer_of_brokers("d", "g"), "t", Window(0, 1))), 1, "h"), "another cluster, 'd'"),
            (state_record(WriterState(writer_of_brokers("d", "g"), 1, 5, 4, 1000, True), "h"), "another cluster, 'd'"),
            (cell_record(Cell(CellKey(others, "t", Window(0, 1))), 1, "h"), "no broker counts"),
            (state_record(WriterState(others, 1, 5, 4, 1000, True), "h"), "no broker counts"),
            ((encode_number_key(numbers), encode_number_cell(numbers, 1, "h")), "no broker counts"),
            ((b"a", b"b"), "no JSON"),
            ((self.key, b"{"), "no JSON"),
            ((self.state[0], b"{}"), "begun"),
        ):
            with self.assertRaisesRegex(ValueError, said):
                LastLife(Kept([record], []), "c")
        # Of who has tried to speak for others a broker tells in the audit's own topic.
        forged = cell_record(Cell(CellKey(writer_of_brokers("c", "g")._replace(application="evil"), AUDIT_TOPIC, Window(0, 1))), 1, "h")
        self.assertEqual(len(LastLife(Kept([forged], []), "c").untold), 1)


class ManyLivesTests(unittest.TestCase):
    """Lives that are killed or stopped at any moment: what was told is true at any time, and all is told in the end."""

    def test_seeds(self) -> None:
        complete = sum(self.live(random.Random(seed)) for seed in range(400))
        self.assertGreater(complete, 100)

    def live(self, rng: random.Random) -> bool:
        """Whether all became known."""
        cells = [Cell(CellKey(writer_of_brokers("c", "g"), "t", Window(number * 1_000, number * 1_000 + 1_000))) for number in range(2)]
        records = []
        batches = []
        for offset in range(rng.randrange(1, 6)):
            batches.append((offset, {number: rng.randrange(1, 9) for number in rng.sample((0, 1), rng.choice((1, 1, 2)))}))
        for number, cell in enumerate(cells):
            cell.uncommitted = sum(counts.get(number, 0) for _, counts in batches)
            cell.count = cell.uncommitted + rng.randrange(9)
            cell.revision = rng.randrange(1, 5)
            records.append(cell_record(cell, 1, "h"))
        keys = [key for key, _ in records]
        kept = Kept(records, [batch(offset, {keys[number]: count for number, count in counts.items()}) for offset, counts in batches])
        ends = {offset: rng.choice((Fate.STANDS, Fate.CUT_OFF)) for offset, _ in batches}
        # Each is known from some moment on, and some of them are not any more later on.
        known_from = {offset: rng.randrange(12) for offset in ends}
        lost_from = {offset: rng.choice((99, 99, 99, rng.randrange(20))) for offset in ends}
        cut = [sum(counts.get(number, 0) for offset, counts in batches if ends[offset] is Fate.CUT_OFF) for number in (0, 1)]
        topic: dict[bytes, Cell] = {}
        file: Kept | None = kept
        life = LastLife(kept, "c")
        for now in range(40):

            def fate(one: UncommittedBatch, now: int = now) -> Fate:
                if now >= lost_from[one.first_offset]:
                    return Fate.UNKNOWN
                return ends[one.first_offset] if now >= known_from[one.first_offset] else Fate.WAITS

            life.settle(fate, now, "h")
            what = rng.choice(("told", "told", "failed", "killed", "killed while told", "stopped"))
            if what in ("told", "killed while told"):
                for key, value in life.untold.items():
                    about = decode_key(key)
                    assert isinstance(about, CellKey)
                    cell = decode_cell(about, value)
                    if key not in topic or topic[key].revision <= cell.revision:
                        topic[key] = cell
            if what == "told" and life.told():
                life.is_kept, file = False, None
            if what == "stopped":
                file = life.kept([], [])
            if what in ("killed", "killed while told", "stopped"):
                life = LastLife(file or NOTHING, "c")
            for number, key in enumerate(keys):
                if key in topic:
                    told = topic[key]
                    self.assertLessEqual(told.cut, cut[number])
                    self.assertGreaterEqual(told.cut + told.uncommitted, cut[number])
        if min(lost_from.values()) < 99:
            return False
        life.settle(lambda one: ends[one.first_offset], 99, "h")
        topic |= {key: decode_cell(cells[keys.index(key)].key, value) for key, value in life.untold.items()}
        self.assertEqual([(topic[key].uncommitted, topic[key].cut) for key in keys], [(0, each) for each in cut])
        return True
