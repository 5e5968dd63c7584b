"""A log that is cut from its end: what stays, what is refused, and what goes on meanwhile."""

from __future__ import annotations

import errno

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.records.contract import TRANSACTIONAL
from klog.storage.checkpoints import EpochEntry, read_leader_epochs
from klog.storage.cold_read import wait_for
from klog.storage.disk_work import do_now
from klog.storage.log import Log, StillRunning
from klog.storage.log_compaction import dirtiness_of, prepare_compaction
from klog.storage.settings import LogSettings
from klog.storage.txn_index import AbortedTxn
from tests.storage.compacting import made_options
from tests.storage.logs import NOW_MS, T0, Place, append, at, batch, marker_of, read_all, retain, values

SMALL = LogSettings(segment_bytes=400, index_interval_bytes=100, segment_index_bytes=400, retention_ms=-1)


def filled(log: Log, count: int, each: int = 2) -> None:
    for number in range(count):
        append(log, batch(*(b"%d-%d" % (number, n) for n in range(each))))


class TruncateTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.place = Place()

    def log(self, settings: LogSettings = SMALL) -> Log:
        return self.place.log(settings)

    def files(self) -> list[str]:
        return [path for path in self.place.fs.list("/data/t-0") if not path.endswith(".deleted")]

    def test_segments_indexes_and_snapshots_behind_go(self) -> None:
        log = self.log()
        filled(log, 20)
        self.assertGreater(log.segment_count, 4)
        before = values(read_all(log))
        self.assertEqual(log.truncate_to(13), 12)
        self.assertEqual((log.end_offset, log.high_watermark, log.recovery_point), (12, 12, 0))
        log.flush()
        self.assertEqual(log.recovery_point, 12)
        self.assertEqual(values(read_all(log)), before[:12])
        bases = log._segments.bases()
        self.assertTrue(all(int(name[:20]) < 12 for name in self.files() if name[:20].isdigit()), self.files())
        self.assertEqual(sorted(int(name[:20]) for name in self.files() if name.endswith(".log")), bases)
        filled(log, 20)
        self.assertEqual(values(read_all(log))[:12], before[:12])
        self.assertEqual(log.end_offset, 52)
        log.close()
        again = self.place.again(SMALL)
        self.assertEqual(again.end_offset, 52)
        self.assertEqual(values(read_all(again))[:12], before[:12])

    def test_to_the_very_beginning(self) -> None:
        log = self.log()
        filled(log, 6)
        self.assertEqual(log.truncate_to(0), 0)
        self.assertEqual((log.start_offset, log.end_offset, log.size_bytes, log.segment_count), (0, 0, 0, 1))
        filled(log, 1)
        self.assertEqual(values(read_all(log)), [(0, b"0-0"), (1, b"0-1")])

    def test_above_the_end_only_epochs_go(self) -> None:
        log = self.log()
        filled(log, 2)
        log._epochs.assign(5, 4)
        self.assertEqual(log.truncate_to(4), 4)
        self.assertIsNone(log.prepare_truncation(100))
        self.assertEqual(log._epochs.entries, [EpochEntry(0, 0)])
        self.assertEqual(log.end_offset, 4)
        self.assertRaises(ValueError, log.prepare_truncation, -1)

    def test_below_the_first_segment_all_goes(self) -> None:
        log = self.log()
        filled(log, 20)
        log.truncate_start(20)
        retain(log, NOW_MS)
        self.assertGreater(log.first_segment_base, 5)
        self.assertEqual(log.truncate_to(5), 5)
        self.assertEqual((log.start_offset, log.end_offset, log.high_watermark, log.segment_count), (5, 5, 5, 1))
        filled(log, 1)
        self.assertEqual(values(read_all(log)), [(5, b"0-0"), (6, b"0-1")])
        log.close()
        self.assertEqual(values(read_all(self.place.again(SMALL))), [(5, b"0-0"), (6, b"0-1")])

    def test_below_the_start_the_start_comes_down(self) -> None:
        log = self.log()
        filled(log, 4)
        log.truncate_start(3)
        self.assertEqual(log.truncate_to(2), 2)
        self.assertEqual((log.start_offset, log.end_offset), (2, 2))

    def test_a_new_start(self) -> None:
        for offset in (100, 7, 0):
            log = self.log() if offset == 100 else log  # noqa: F821
            filled(log, 9)
            log.truncate_fully_and_start_at(offset)
            self.assertEqual((log.start_offset, log.end_offset, log.high_watermark, log.recovery_point), (offset,) * 4)
            self.assertEqual(log._epochs.entries, [])
            self.assertEqual(len(log._producers), 0)
            filled(log, 1)
            self.assertEqual(values(read_all(log)), [(offset, b"0-0"), (offset + 1, b"0-1")])
        log.close()
        again = self.place.again(SMALL)
        self.assertEqual((again.start_offset, again.end_offset), (0, 2))

    def test_epochs_and_producers_are_those_of_what_stays(self) -> None:
        log = self.log()
        for epoch in range(4):
            log.assign_leader_epoch(epoch)
            append(log, batch(b"a", b"b", producer_id=1, producer_epoch=0, base_sequence=2 * epoch))
            append(log, batch(b"c", producer_id=10 + epoch, producer_epoch=0, base_sequence=0))
        log.truncate_to(7)
        self.assertEqual(log.end_offset, 6)
        self.assertEqual(log._epochs.entries, [EpochEntry(0, 0), EpochEntry(1, 3)])
        self.assertEqual(read_leader_epochs(self.place.fs, "/data/t-0/leader-epoch-checkpoint"), log._epochs.entries)
        self.assertEqual([entry.producer_id for entry in log.active_producers()], [1, 10, 11])
        self.assertEqual(log._producers.producers[1].last_sequence, 3)
        (found,) = append(log, batch(b"a", b"b", producer_id=1, producer_epoch=0, base_sequence=4))
        self.assertEqual((found.code, found.base_offset), (0, 6))

    def test_transactions_that_a_cut_marker_had_ended_are_open_again(self) -> None:
        log = self.log(LogSettings(retention_ms=-1))
        first = batch(b"a", producer_id=1, producer_epoch=0, base_sequence=0, attributes=TRANSACTIONAL)
        log.append_as_follower(at(first, 0))
        log.append_as_follower(at(marker_of(1, commit=False), 1))
        log.append_as_follower(at(batch(b"b", producer_id=1, producer_epoch=0, base_sequence=1, attributes=TRANSACTIONAL), 2))
        log.append_as_follower(at(marker_of(1, commit=False), 3))
        log.raise_high_watermark(4)
        self.assertEqual(log.last_stable_offset, 4)
        self.assertEqual(wait_for(lambda: log.aborted_transactions(0, 4)), [AbortedTxn(1, 0, 1, 2), AbortedTxn(1, 2, 3, 4)])
        log.truncate_to(3)
        self.assertEqual((log.end_offset, log.last_stable_offset), (3, 2))
        self.assertEqual(wait_for(lambda: log.aborted_transactions(0, 4)), [AbortedTxn(1, 0, 1, 2)])
        log.truncate_to(1)
        self.assertEqual((log.end_offset, log.last_stable_offset), (1, 0))
        self.assertEqual(wait_for(lambda: log.aborted_transactions(0, 4)), [])

    def test_nothing_else_begins_while_it_is_under_way(self) -> None:
        log = self.log()
        filled(log, 10)
        truncation = self.place.last.prepare_truncation(T0, 6)
        assert truncation is not None
        self.assertTrue(log.is_being_truncated)
        self.assertEqual((log.end_offset, log.high_watermark), (6, 6))
        (result,) = append(log, batch(b"x"))
        self.assertEqual(result.code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(self.assertRaises(KlogError, log.append_as_follower, at(batch(b"x"), 6)).code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(self.assertRaises(KlogError, log.truncate_start, 1).code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertIsNone(log.prepare_flush())
        self.assertEqual(log.apply_retention(NOW_MS), 0)
        self.assertIsNone(dirtiness_of(log, 0))
        self.assertRaises(StillRunning, log.prepare_truncation, 2)
        self.assertEqual(len(read_all(log)), 6)
        do_now(truncation)
        self.assertFalse(log.is_being_truncated)
        filled(log, 1)
        self.assertEqual(log.end_offset, 8)

    def test_it_waits_for_a_flush_and_ends_a_compaction(self) -> None:
        log = self.log(LogSettings(segment_bytes=400, cleanup_compact=True, cleanup_delete=False, min_cleanable_dirty_ratio=0))
        filled(log, 10)
        flush = log.prepare_flush()
        assert flush is not None
        self.assertRaises(StillRunning, log.prepare_truncation, 6)
        told: list[int] = []
        log.work.when_idle(lambda: told.append(1))
        do_now(flush)
        self.assertEqual(told, [1])
        dirt = dirtiness_of(log, 0)
        assert dirt is not None
        compaction = prepare_compaction(log, dirt, made_options())
        self.assertRaises(StillRunning, log.prepare_truncation, 6)
        do_now(compaction)
        self.assertFalse(compaction.is_done)
        self.assertEqual(log.truncate_to(6), 6)
        self.assertEqual(len(read_all(log)), 6)

    def test_a_stop_meanwhile_is_none_in_order(self) -> None:
        log = self.log()
        filled(log, 10)
        truncation = self.place.last.prepare_truncation(T0, 6)
        assert truncation is not None
        self.assertFalse(self.place.last.close())
        do_now(truncation)
        self.assertTrue(log.is_closed)
        self.assertIn(self.place.again(SMALL).end_offset, range(6, 21))

    def test_checkpoints_know_it_before_anything_is_cut(self) -> None:
        log = self.log()
        filled(log, 20)
        log.flush()
        do_now(self.place.last.prepare_checkpoint())
        truncation = self.place.last.prepare_truncation(T0, 6)
        assert truncation is not None
        operations: list[str] = []
        self.place.fs.on_operation = lambda name, path: operations.append(f"{name} {path}")
        do_now(truncation)
        self.place.fs.on_operation = None
        checkpoint = next(n for n, one in enumerate(operations) if "rename" in one and "recovery-point-offset-checkpoint" in one)
        cut = next(n for n, one in enumerate(operations) if "t-0" in one)
        self.assertLess(checkpoint, cut)
        self.assertIn(b"t 0 0\n", self.place.fs.read("/data/recovery-point-offset-checkpoint"))

    def test_a_full_disk_before_the_cut_leaves_the_log_as_it_was(self) -> None:
        log = self.log()
        filled(log, 20)
        truncation = self.place.last.prepare_truncation(T0, 6)
        assert truncation is not None

        def full() -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        truncation.write_checkpoints = full
        self.assertRaises(OSError, do_now, truncation)
        self.assertEqual((log.end_offset, log.high_watermark), (40, 40))
        self.assertIsNone(self.place.last.offline)
        self.assertEqual(log.truncate_to(6), 6)

    def test_a_broken_disk_takes_the_directory_out_of_service(self) -> None:
        log = self.log()
        filled(log, 20)
        truncation = self.place.last.prepare_truncation(T0, 6)
        assert truncation is not None

        def broken(name: str, path: str) -> None:
            if name == "rename" and "t-0" in path:
                raise OSError(errno.EIO, "Input/output error")

        self.place.fs.on_operation = broken
        self.assertRaises(OSError, do_now, truncation)
        self.place.fs.on_operation = None
        self.assertIsNotNone(self.place.last.offline)
        self.assertLessEqual(log.end_offset, 6)

    def test_a_reader_far_down_goes_on(self) -> None:
        log = self.log()
        filled(log, 20)
        got = wait_for(lambda: log.read(0, 10_000, upper_bound=log.high_watermark))
        assert got.span is not None
        before = got.span.read()
        log.truncate_to(14)
        self.assertEqual(got.span.read(), before)
        self.assertEqual(self.assertRaises(KlogError, log.read, 15, 1000, upper_bound=40).code, ErrorCode.OFFSET_OUT_OF_RANGE)
