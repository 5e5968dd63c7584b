"""A log that is cut from its end: what stays."""

from __future__ import annotations

import dataclasses
import errno
import random

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.records.contract import TRANSACTIONAL
from klog.span import FileSpan
from klog.storage.checkpoint_files import EpochEntry, read_leader_epochs
from klog.storage.cold_read import wait_for
from klog.storage.compaction.log_compaction import dirtiness_of, prepare_compaction
from klog.storage.disk_work import do_now
from klog.storage.log.log import Log
from klog.storage.segments.txn_index import AbortedTxn
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem, Survival
from tests.storage.compacting import entries, made_options, turn
from tests.storage.logs import T0, Place, append, at, batch, checkpoint, marker_of, read_all, syncs_fail, values

SMALL = LogSettings(segment_bytes=400, index_interval_bytes=100, segment_index_bytes=400, retention_ms=-1)


def filled(log: Log, count: int, each: int = 2) -> None:
    for number in range(count):
        append(log, batch(*(b"%d-%d" % (number, n) for n in range(each))))


def offsets(log: Log) -> list[int]:
    """Of all records; compaction leaves batches without any."""
    return [record.offset for _, records in entries(log) for record in records]


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

    def test_a_new_start_above_what_is_durable_that_the_power_cuts_short(self) -> None:
        """The checkpoints say where it shall begin before what is there has gone: nothing of that is durable."""
        cuts: list[MemoryFileSystem] = []
        log = self.log()
        filled(log, 9)
        self.assertGreater(log.segment_count, 2)
        self.place.fs.on_operation = lambda name, path: cuts.append(self.place.fs.crash(random.Random(1), Survival.NAMES))
        truncation = self.place.last.prepare_truncation(T0, 14, fully=True)
        assert truncation is not None
        do_now(truncation)
        self.place.fs.on_operation = None
        self.assertGreater(len(cuts), 10)
        for number, fs in enumerate(cuts):
            place = Place(fs)
            directory = place.directory(SMALL)
            directory.load()
            again = directory.logs[T0]
            there = [offset for offset, _ in values(read_all(again))]
            self.assertEqual(there, list(range(again.start_offset, again.end_offset)), f"the power went before act {number}")
        self.assertEqual((log.start_offset, log.end_offset, log.high_watermark, log.recovery_point), (14,) * 4)

    def test_a_recovery_point_after_a_cut_that_could_not_be_synced_is_true(self) -> None:
        """What stands below the cut and was never flushed may be in memory only, and no later sync writes it."""
        settings = dataclasses.replace(SMALL, segment_bytes=10_000)
        for seed in range(20):
            self.place = Place()
            log = self.log(settings)
            filled(log, 1)
            log.flush()
            for number in range(9):
                append(log, batch(b"%d" % number * 400))
            truncation = self.place.last.prepare_truncation(T0, 9)
            assert truncation is not None
            with syncs_fail(self.place.fs, ".log"):
                self.assertRaises(OSError, do_now, truncation)
            self.place.last.close()
            log = self.place.again(settings)
            self.assertEqual(log.end_offset, 9)
            append(log, batch(b"next"))
            log.flush()
            checkpoint(self.place.last)
            before = values(read_all(log))
            rng = random.Random(seed)
            self.place.fs = self.place.fs.crash(rng, rng.choice(list(Survival)))
            self.assertEqual(values(read_all(self.place.again(settings))), before, seed)

    def test_into_a_compacted_range(self) -> None:
        """Offsets that compaction took leave gaps: the log ends behind the last batch that lies below, also where that is in a gap."""
        settings = dataclasses.replace(SMALL, cleanup_delete=False, cleanup_compact=True, min_cleanable_dirty_ratio=0)
        log = self.log(settings)
        for number in range(24):
            append(log, batch(b"%d" % number, key=b"k%d" % (number % 3 if number < 16 else number)))
        log.flush()
        dirt = dirtiness_of(log, None)
        assert dirt is not None
        work = prepare_compaction(log, dirt, made_options())
        while turn(work):
            pass
        self.assertTrue(work.is_done)
        left = offsets(log)
        gaps = sorted(set(range(24)) - set(left))
        self.assertGreater(len(gaps), 5)
        for offset in (20, gaps[-1] + 1, gaps[-1], gaps[len(gaps) // 2], gaps[0] + 1):
            end = log.truncate_to(offset)
            self.assertLessEqual(end, offset)
            there = offsets(log)
            self.assertEqual(there, [one for one in left if one < end], f"cut to {offset}")
            self.assertEqual([one for one in left if end <= one < offset], [], f"more was cut than below {offset}")
            log.flush()
            again = self.place.again(settings)
            self.assertEqual((again.end_offset, offsets(again)), (end, there), f"cut to {offset}")
            log = again
        append(log, batch(b"next"))
        self.assertEqual(offsets(log)[-1], log.end_offset - 1)

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

    def test_a_reader_far_down_goes_on(self) -> None:
        log = self.log()
        filled(log, 20)
        got = wait_for(lambda: log.read(0, 10_000, upper_bound=log.high_watermark))
        assert got.span is not None
        before = got.span.read()
        log.truncate_to(14)
        self.assertEqual(got.span.read(), before)
        self.assertEqual(self.assertRaises(KlogError, log.read, 15, 1000, upper_bound=40).code, ErrorCode.OFFSET_OUT_OF_RANGE)


class SpanTests(SynchronousTestCase):
    """What was read and not sent yet when its log is cut: whole, or nobody's."""

    def setUp(self) -> None:
        self.place = Place()

    def span(self, log: Log, start: int, end: int) -> FileSpan:
        read = wait_for(lambda: log.read(start, 1 << 20, upper_bound=end))
        assert read.span is not None and read.next_offset == end
        return read.span

    def is_void(self, span: FileSpan) -> bool:
        """And then it cannot be read."""
        if span.is_void:
            self.assertEqual(self.assertRaises(OSError, span.read).errno, errno.ESTALE)
        else:
            span.read()
        return span.is_void

    def test_each_place_in_a_segment(self) -> None:
        """Of one that has its indexes in memory, and of one that was opened again: there nobody knows exactly without asking the disk."""
        settings = LogSettings(index_interval_bytes=100, retention_ms=-1)
        for is_again in (False, True):
            for cut in range(1, 20):
                self.setUp()
                log = self.place.log(settings)
                filled(log, 20, each=1)
                if is_again:
                    log.close()
                    log = self.place.again(settings)
                spans = {end: self.span(log, 0, end) for end in range(1, 21)}
                before = {end: span.read() for end, span in spans.items()}
                log.truncate_to(cut)
                # The same places have another leader's records, which look the same.
                log.append_as_follower(b"".join(at(batch(b"%d-0" % n), n, 7) for n in range(cut, 20)))
                for end, span in spans.items():
                    if end > cut:
                        self.assertTrue(self.is_void(span), (cut, end))
                    elif not self.is_void(span):
                        self.assertEqual(span.read(), before[end])
                if not is_again:
                    self.assertEqual([end for end, span in spans.items() if not span.is_void], list(range(1, cut + 1)))

    def test_another_cut_below(self) -> None:
        """Of a file that was cut and grew: what was read before and after."""
        log = self.place.log(LogSettings(retention_ms=-1))
        filled(log, 20, each=1)
        first = self.span(log, 0, 6)
        log.truncate_to(10)
        filled(log, 5, each=1)
        second = self.span(log, 0, 15)
        self.assertEqual((self.is_void(first), self.is_void(second)), (False, False))
        log.truncate_to(8)
        filled(log, 12, each=1)
        third = self.span(log, 0, 20)
        self.assertEqual([self.is_void(one) for one in (first, second, third)], [False, True, False])
        log.truncate_to(3)
        self.assertEqual([self.is_void(one) for one in (first, second, third)], [True, True, True])

    def test_segments_that_go_are_read_to_their_end(self) -> None:
        """They are renamed, and another file has their name later."""
        log = self.place.log(SMALL)
        filled(log, 20, each=1)
        bases = log._segments.bases()
        self.assertGreater(len(bases), 3)
        last = self.span(log, bases[-1], 20)
        before = last.read()
        log.truncate_to(bases[1] + 1)
        filled(log, 20, each=1)
        self.assertEqual((self.is_void(last), last.read()), (False, before))
        whole = self.span(log, log._segments.bases()[-1], log.end_offset)
        log.truncate_fully_and_start_at(0)
        filled(log, 3, each=1)
        self.assertFalse(self.is_void(whole))

    def test_from_the_first_moment(self) -> None:
        """Before the thread has begun; and nothing that is read meanwhile is touched by it."""
        log = self.place.log(LogSettings(retention_ms=-1))
        filled(log, 20, each=1)
        above = self.span(log, 0, 20)
        truncation = self.place.last.prepare_truncation(T0, 10)
        assert truncation is not None
        self.assertTrue(above.is_void)
        meanwhile = self.span(log, 0, 10)
        do_now(truncation)
        self.assertFalse(self.is_void(meanwhile))

    def test_a_cut_that_was_refused(self) -> None:
        """The log is what it was, and is read as before."""
        log = self.place.log(LogSettings(retention_ms=-1))
        filled(log, 20, each=1)
        before = self.span(log, 0, 20)
        truncation = self.place.last.prepare_truncation(T0, 10)
        assert truncation is not None

        def full() -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        truncation.write_checkpoints = full
        self.assertRaises(OSError, do_now, truncation)
        self.assertEqual((self.is_void(before), self.is_void(self.span(log, 0, 20))), (True, False))
