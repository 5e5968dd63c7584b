"""How a log prepares to be cut, what it refuses meanwhile, and what a disk can do to it."""

from __future__ import annotations

import errno
from collections.abc import Callable

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.records.contract import TRANSACTIONAL
from klog.storage.checkpoint_files import EpochEntry
from klog.storage.cold_read import wait_for
from klog.storage.compaction.log_compaction import dirtiness_of, prepare_compaction
from klog.storage.disk_work import do_now
from klog.storage.log.log import Log, StillRunning
from klog.storage.settings import LogSettings
from tests.storage.compacting import made_options
from tests.storage.logs import NOW_MS, T0, FailingAct, Place, append, at, batch, marker_of, read_all, retain, values

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
        cut = next(n for n, one in enumerate(operations) if "t-0" in one and not one.endswith(".tmp"))
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


class FullDiskTests(SynchronousTestCase):
    """A disk, or a process, that has no more for any single act of a truncation: the log is what it was or what it shall be, its directory
    goes on, and the truncation is made when there is room."""

    end_offset = 24

    def made(self) -> tuple[Place, Log]:
        """Six leaderships, each of two transactions that were aborted, in several segments."""
        place = Place()
        log = place.log(SMALL)
        for number in range(self.end_offset // 2):
            one = batch(b"%d" % number, producer_id=1, producer_epoch=0, base_sequence=number, attributes=TRANSACTIONAL)
            log.append_as_follower(at(one, 2 * number, number // 2))
            log.append_as_follower(at(marker_of(1, commit=False), 2 * number + 1, number // 2))
        log.raise_high_watermark(self.end_offset)
        log.flush()
        self.assertGreater(log.segment_count, 4)
        return place, log

    def state(self, log: Log) -> object:
        """All that a truncation changes."""
        return (
            (log.start_offset, log.end_offset, log.high_watermark, log.last_stable_offset),
            values(read_all(log)),
            log._epochs.entries,
            sorted(entry.to_snapshot() for entry in log._producers.producers.values()),
            wait_for(lambda: log.aborted_transactions(0, self.end_offset)),
        )

    def cut(self, place: Place, offset: int, fully: bool) -> None:
        truncation = place.last.prepare_truncation(T0, offset, fully=fully)
        assert truncation is not None
        do_now(truncation)

    def check_each(self, offset: int, fully: bool, fails: Callable[[str, str], bool], number: int, *, is_done: bool = False) -> int:
        """Each act by itself that `fails` names fails with errno `number`; how many there are.

        :param is_done: whether the log is cut all the same.
        """
        place, log = self.made()
        before = self.state(log)
        self.cut(place, offset, fully)
        after = self.state(log)
        self.assertNotEqual(before, after)
        acts = 0
        while True:
            place, log = self.made()
            place.fs.before_act = act = FailingAct(fails, acts, number)
            try:
                self.cut(place, offset, fully)
            except OSError as error:
                self.assertEqual(error.errno, number)
                is_refused = True
            else:
                is_refused = False
            place.fs.before_act = None
            failed = act.failed
            if not failed:
                self.assertFalse(is_refused)
                return acts
            acts += 1
            self.assertIsNone(place.last.offline, failed)
            self.assertEqual(is_refused, not is_done, failed)
            self.assertEqual(self.state(log), before if is_refused else after, failed)
            self.assertEqual([path for path in place.fs.list("/data/t-0") if path.endswith(".tmp")], [], failed)
            if is_refused:
                self.cut(place, offset, fully)
            self.assertEqual(self.state(log), after, failed)
            log.append_as_follower(at(batch(b"next"), log.end_offset, 20))
            log.raise_high_watermark(log.end_offset)
            state = self.state(log)
            place.last.close()
            self.assertEqual(self.state(place.again(SMALL)), state, failed)

    def test_no_room(self) -> None:
        for offset, fully in ((9, False), (9, True), (0, False), (50, True)):
            self.assertGreater(self.check_each(offset, fully, lambda name, _: name in ("write", "allocate"), errno.ENOSPC), 4)

    def test_no_descriptors(self) -> None:
        for offset, fully in ((9, False), (9, True)):
            self.assertGreater(self.check_each(offset, fully, lambda name, _: name in ("open", "list"), errno.EMFILE), 8)

    def test_no_room_for_longer_names(self) -> None:
        """What is to be removed later is removed at once."""
        for offset, fully in ((9, False), (9, True)):
            acts = self.check_each(
                offset, fully, lambda name, path: name == "rename" and path.endswith(".deleted"), errno.ENOSPC, is_done=True
            )
            self.assertGreater(acts, 9)

    def test_who_is_refused_has_lost_nothing(self) -> None:
        """And nobody is told so, each time that it is tried."""
        place, _ = self.made()
        place.warnings.clear()
        place.fs.capacity_bytes = place.fs.used_bytes
        for _ in range(3):
            self.assertRaises(OSError, self.cut, place, 9, False)
        self.assertEqual(place.warnings, [])
        place.fs.mend()
        self.cut(place, 9, False)
        self.assertEqual(len(place.warnings), 1, place.warnings)
