"""How a log prepares to be cut, what it refuses meanwhile, and what a disk can do to it."""

from __future__ import annotations

import errno

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.storage.checkpoints import EpochEntry
from klog.storage.disk_work import do_now
from klog.storage.log import Log, StillRunning
from klog.storage.log_compaction import dirtiness_of, prepare_compaction
from klog.storage.settings import LogSettings
from tests.storage.compacting import made_options
from tests.storage.logs import NOW_MS, T0, Place, append, at, batch, read_all, retain, values

SMALL = LogSettings(segment_bytes=400, index_interval_bytes=100, segment_index_bytes=400, retention_ms=-1)


def filled(log: Log, count: int, each: int = 2) -> None:
    for number in range(count):
        append(log, batch(*(b"%d-%d" % (number, n) for n in range(each))))


class PreparingTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.place = Place()

    def log(self, settings: LogSettings = SMALL) -> Log:
        return self.place.log(settings)

    def files(self) -> list[str]:
        return [path for path in self.place.fs.list("/data/t-0") if not path.endswith(".deleted")]

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

    def test_who_may_have_read_what_goes_is_told_of_what_goes(self) -> None:
        log = self.log()
        self.place.warnings.clear()
        log.truncate_fully_and_start_at(53)
        self.assertEqual(log.high_watermark, 53)
        log.truncate_fully_and_start_at(51)
        self.assertEqual(self.place.warnings, [])
        filled(log, 2)
        log.truncate_to(52)
        self.assertEqual(len(self.place.warnings), 1, self.place.warnings)

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
