"""Reading: cases A to E, gaps, aborted transactions, and how little is touched."""

from __future__ import annotations

import errno
import unittest

from klog.errors import ErrorCode, KlogError
from klog.net.read_ahead import doubt
from klog.records.contract import CONTROL, TRANSACTIONAL
from klog.records.implementations import codec
from klog.storage.cold_read import ColdRead, wait_for
from klog.storage.log.appending import LOADED_INDEXES
from klog.storage.log.log import AppendEntry, Log
from klog.storage.log.lookups import MAX_FOUND
from klog.storage.log.reading import MAX_REMEMBERED
from klog.storage.log.values import LogRead
from klog.storage.producers.transaction_guard import UNVERIFIED
from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS, Place, append, batch, checkpoint, read_all


def _place(read: LogRead) -> tuple[object, ...]:
    """All that a read has found."""
    span = read.span
    bounds = None if span is None else (span.position, span.length)
    return bounds, read.size, read.first_offset, read.next_offset, read.skipped_batch_bytes, read.more, read.to_segment_end


class ReadTests(unittest.TestCase):
    """A log of many small batches."""

    def setUp(self) -> None:
        self.place = Place()
        self.size = len(batch(b"x" * 30))

    def filled(self, batches: int, settings: LogSettings | None = None) -> Log:
        log = self.place.log(settings or LogSettings(index_interval_bytes=3 * self.size))
        for number in range(batches):
            append(log, batch(b"x" * 30, timestamp_ms=NOW_MS + number))
        return log

    def reads(self) -> list[tuple[int, int]]:
        """(position, length) of what is read of ``.log`` files from here on."""
        seen: list[tuple[int, int]] = []
        files = self.place.last.context.files
        plain = files.at_hand

        def at_hand(path: str) -> object:
            file = plain(path)

            class Watched:
                def __getattr__(self, name: str) -> object:
                    return getattr(file, name)

                def read_cached(self, position: int, length: int) -> bytes | None:
                    seen.append((position, length))
                    assert file is not None
                    return file.read_cached(position, length)

            return Watched()

        files.at_hand = at_hand  # type: ignore[assignment, method-assign]
        return seen

    def test_a_tail_reader_scans_nothing(self) -> None:
        log = self.filled(5)
        log.read(4, 10**6, upper_bound=5)
        seen = self.reads()
        for offset in range(5, 20):
            append(log, batch(b"x" * 30))
            got = log.read(offset, 10**6, upper_bound=log.high_watermark)
            self.assertEqual((got.size, got.first_offset, got.next_offset), (self.size, offset, offset + 1))
        self.assertEqual(seen, [])

    def test_a_reader_in_steps_reads_only_heads(self) -> None:
        log = self.filled(300)
        log.read(0, 10 * self.size, upper_bound=300)
        seen = self.reads()
        offset = 0
        while offset < 300:
            offset = log.read(offset, 10 * self.size, upper_bound=300).next_offset
        self.assertTrue(all(length == 8 for _, length in seen[1:]), seen)

    def test_a_small_slice_is_cut_as_one_whose_index_was_read_from_its_file(self) -> None:
        """Without an entry between its ends, and with one; of batches of many sizes."""
        sizes = [1, 400, 20, 3000, 90, 5, 1, 9000, 30, 700, 2, 60]
        log = self.place.log(LogSettings(index_interval_bytes=4000))
        for number, size in enumerate(sizes):
            append(log, batch(b"x" * size, timestamp_ms=NOW_MS + number))
        (segment,) = log.for_compaction().segments
        for offset in range(len(sizes)):
            for max_bytes in (0, 70, 71, 72, 150, 600, 3200, 4000, 8191, 8192, 9100):
                for minimum_one_batch in (True, False):
                    segment.indexes_from_files = False
                    quick = log.read(offset, max_bytes, upper_bound=len(sizes), minimum_one_batch=minimum_one_batch)
                    segment.indexes_from_files = True
                    slow = log.read(offset, max_bytes, upper_bound=len(sizes), minimum_one_batch=minimum_one_batch)
                    with self.subTest(offset=offset, max_bytes=max_bytes, minimum_one_batch=minimum_one_batch):
                        self.assertEqual(_place(quick), _place(slow))

    def doubted(self, log: Log, offset: int) -> LogRead:
        """A slice from `offset` on that its sender could not read."""
        got = log.read(offset, 3 * self.size, upper_bound=log.high_watermark)
        assert got.span is not None
        doubt(got.span.file, got.span.position, got.size)
        return got

    def test_what_a_sender_could_not_read_is_tried_in_a_thread(self) -> None:
        log = self.filled(10, LogSettings(index_interval_bytes=1))
        broken = [True]

        def before_act(name: str, path: str) -> None:
            if name == "read" and path.endswith(".log") and broken[0]:
                raise OSError(errno.EIO, "the disk is broken", path)

        self.place.fs.before_act = before_act
        self.doubted(log, 3)
        for _ in range(3):
            # Each reader is told, also of what stands elsewhere in the file.
            for offset in (3, 7):
                with self.assertRaises(ColdRead) as raised:
                    log.read(offset, 3 * self.size, upper_bound=10)
                raised.exception.run()
                raised.exception.apply()
                with self.assertRaises(KlogError) as told:
                    log.read(offset, 3 * self.size, upper_bound=10)
                self.assertIs(told.exception.code, ErrorCode.KAFKA_STORAGE_ERROR)
        broken[0] = False
        for offset in (7, 3):
            got = wait_for(lambda offset=offset: log.read(offset, 3 * self.size, upper_bound=10))  # type: ignore[misc]
            self.assertEqual((got.size, got.first_offset, got.next_offset), (3 * self.size, offset, offset + 3))
        # What was doubtful could be read, and nobody tries any more.
        for offset in (3, 7):
            self.assertEqual(log.read(offset, 3 * self.size, upper_bound=10).first_offset, offset)

    def test_a_log_that_grows_while_it_is_tried(self) -> None:
        log = self.filled(6, LogSettings(index_interval_bytes=1))
        self.doubted(log, 2)
        with self.assertRaises(ColdRead) as raised:
            log.read(3, 10**6, upper_bound=log.high_watermark)
        raised.exception.run()
        append(log, batch(b"x" * 30))
        raised.exception.apply()
        got = log.read(3, 10**6, upper_bound=log.high_watermark)
        self.assertEqual((got.size, got.next_offset, got.more), (3 * self.size, 6, True), "no further than it was tried")
        with self.assertRaises(ColdRead) as raised:
            log.read(3, 10**6, upper_bound=log.high_watermark)
        raised.exception.run()
        raised.exception.apply()
        got = log.read(3, 2 * self.size, upper_bound=log.high_watermark)
        self.assertEqual((got.size, got.next_offset), (2 * self.size, 5), "less was asked for than was tried")

    def test_limits(self) -> None:
        log = self.filled(20)
        got = log.read(3, self.size - 1, upper_bound=20, minimum_one_batch=True)
        self.assertEqual((got.size, got.first_offset, got.next_offset, got.more), (self.size, 3, 4, True))
        got = log.read(3, self.size - 1, upper_bound=20, minimum_one_batch=False)
        self.assertEqual((got.span, got.size, got.skipped_batch_bytes), (None, 0, self.size))
        got = log.read(3, 0, upper_bound=20, minimum_one_batch=True)
        self.assertEqual(got.size, self.size)
        got = log.read(0, 2 * self.size + 1, upper_bound=20)
        self.assertEqual((got.size, got.next_offset), (2 * self.size, 2))
        got = log.read(20, 10**6, upper_bound=20)
        self.assertEqual((got.span, got.first_offset, got.more), (None, 20, False))

    def test_bounds_within_a_segment(self) -> None:
        log = self.filled(20)
        for bound in range(21):
            got = log.read(0, 10**6, upper_bound=bound)
            self.assertEqual(got.size, bound * self.size)
            self.assertEqual(got.next_offset if bound else -1, bound or -1)
        self.assertIsNone(log.read(7, 10**6, upper_bound=7).span)
        self.assertIsNone(log.read(8, 10**6, upper_bound=7).span)

    def test_a_read_does_not_cross_segments(self) -> None:
        log = self.filled(10, LogSettings(segment_bytes=4 * self.size, index_interval_bytes=1))
        got = log.read(2, 10**6, upper_bound=10)
        self.assertEqual((got.size, got.next_offset, got.more), (2 * self.size, 4, True))
        got = log.read(4, 10**6, upper_bound=6)
        self.assertEqual((got.size, got.next_offset, got.more), (2 * self.size, 6, False))
        got = log.read(4, 10**6, upper_bound=8)
        self.assertEqual((got.size, got.next_offset, got.more), (4 * self.size, 8, False))

    def test_a_remembered_end_of_a_rolled_segment(self) -> None:
        log = self.filled(4, LogSettings(segment_bytes=4 * self.size))
        self.assertEqual(log.read(0, 10**6, upper_bound=4).next_offset, 4)
        append(log, batch(b"next"))
        got = log.read(4, 10**6, upper_bound=5)
        self.assertEqual((got.first_offset, got.next_offset), (4, 5))

    def test_memory_is_bounded(self) -> None:
        log = self.filled(MAX_REMEMBERED * 2, LogSettings(segment_bytes=10 * self.size, index_interval_bytes=1))
        for offset in range(MAX_REMEMBERED * 2):
            log.read(offset, self.size, upper_bound=log.end_offset)
        self.assertLessEqual(len(log._reader._positions), MAX_REMEMBERED)
        self.assertLessEqual(len(log._reader._found), MAX_FOUND)
        loaded = [segment for segment in log._segments if segment.offset_index_at_hand is not None]
        self.assertEqual(len(loaded), LOADED_INDEXES + 1, "of what was written lately")
        self.place.last.close()
        log = self.place.again(LogSettings(segment_bytes=10 * self.size, index_interval_bytes=1))
        read_all(log, max_bytes=3 * self.size)
        loaded = [segment for segment in log._segments if segment.offset_index_at_hand is not None]
        self.assertEqual(loaded, [log._segments.active], "the others are searched in their files")

    def test_gaps_are_stepped_over(self) -> None:
        """What compaction leaves: offsets missing within and between segments."""
        log = self.filled(12, LogSettings(segment_bytes=4 * self.size, index_interval_bytes=1))
        path = "/data/t-0/00000000000000000004.log"
        kept = self.place.fs.read(path)[self.size : 2 * self.size]
        self.place.last.close()
        self.place.fs.write(path, kept)
        for suffix in ("index", "timeindex"):
            self.place.fs.remove(f"/data/t-0/00000000000000000004.{suffix}")
        log = self.place.again(LogSettings(segment_bytes=4 * self.size))
        self.assertEqual([record.offset for record in read_all(log)], [0, 1, 2, 3, 5, 8, 9, 10, 11])
        self.assertEqual(log.read(4, 10**6, upper_bound=12).first_offset, 5)
        self.assertEqual(log.read(6, 10**6, upper_bound=12).first_offset, 8)
        self.assertIsNone(log.read(6, 10**6, upper_bound=8).span)

    def test_large_batches(self) -> None:
        log = self.place.log()
        made = [batch(bytes([number]) * 50_000) for number in range(6)]
        append(log, *made)
        for number in range(6):
            got = log.read(number, 10, upper_bound=6)
            assert got.span is not None
            self.assertEqual((got.size, got.first_offset), (len(made[0]), number))
        self.assertEqual(len(read_all(log, max_bytes=120_000)), 6)


class TransactionTests(unittest.TestCase):
    """Logs that Kafka wrote: open and aborted transactions. Built by internal appends, found by recovery."""

    def marker(self, producer: int, commit: bool) -> bytes:
        key = b"\0\0\0\1" if commit else b"\0\0\0\0"
        return codec.build_batch(
            [(NOW_MS, key, b"\0\0\0\0\0\5", ())], attributes=TRANSACTIONAL | CONTROL, producer_id=producer, producer_epoch=0
        )

    def data(self, producer: int, sequence: int) -> bytes:
        return batch(b"t" * 40, attributes=TRANSACTIONAL, producer_id=producer, producer_epoch=0, base_sequence=sequence)

    def test_stable_offset_and_aborted_list(self) -> None:
        place = Place()
        settings = LogSettings(segment_bytes=300)
        log = place.log(settings)
        script = [
            self.data(1, 0),  # 0: aborted at 2
            batch(b"plain"),  # 1
            self.marker(1, False),  # 2
            self.data(2, 0),  # 3: committed at 6
            self.data(1, 1),  # 4: aborted at 7
            batch(b"plain"),  # 5
            self.marker(2, True),  # 6
            self.marker(1, False),  # 7
            self.data(3, 0),  # 8: open
            batch(b"plain"),  # 9
        ]
        for data in script:
            (result,) = log.append([AppendEntry(data, 9, internal=True, guard=UNVERIFIED)])
            self.assertEqual(result.code, 0)
        self.assertGreater(log.segment_count, 2)
        for clean in (False, True, False):
            with self.subTest(clean=clean):
                if clean:
                    place.last.close()
                log = place.again(settings)
                self.assertEqual((log.last_stable_offset, log.high_watermark), (8, 10))
                self.assertEqual(
                    [(txn.producer_id, txn.first_offset, txn.last_offset) for txn in log.aborted_transactions(0, 10)],
                    [(1, 0, 2), (1, 4, 7)],
                )
                self.assertEqual([txn.first_offset for txn in log.aborted_transactions(3, 10)], [4])
                self.assertEqual([txn.first_offset for txn in log.aborted_transactions(0, 4)], [0])
                self.assertEqual(log.aborted_transactions(8, 10), [])
                self.assertEqual(log.read(0, 10**6, upper_bound=log.last_stable_offset).first_offset, 0)
                self.assertEqual(read_all(log, upper_bound=log.last_stable_offset)[-1].offset, 7)
        # A plain batch of a producer whose transaction is open is refused.
        (result,) = append(log, batch(b"x", producer_id=3, producer_epoch=0, base_sequence=1))
        self.assertEqual(result.code.name, "INVALID_TXN_STATE")


class EmptiedTimeIndexTests(unittest.TestCase):
    """A time index has the length of one, and nothing in it: what stands in the batches counts."""

    def test_records_are_found_by_time(self) -> None:
        settings = LogSettings(segment_bytes=400)
        for is_clean in (True, False):
            place = Place()
            log = place.log(settings)
            for number in range(20):
                append(log, batch(b"x" * 40, timestamp_ms=NOW_MS + number))
            log.flush()
            checkpoint(place.last)
            if is_clean:
                place.last.close()
            for path in list(place.fs.walk("/data/t-0")):
                if path.endswith(".timeindex"):
                    place.fs.write(path, b"")
            log = place.again(settings)
            with self.subTest(is_clean=is_clean):
                self.assertEqual([self.found(log, number) for number in range(20)], list(range(20)))
                largest = wait_for(log.offset_of_max_timestamp)
                self.assertEqual(largest, (NOW_MS + 19, 19, 0))

    def test_records_without_times_need_none(self) -> None:
        place = Place()
        log = place.log(LogSettings(segment_bytes=300))
        for _ in range(9):
            append(log, batch(b"x" * 40, timestamp_ms=-1))
        place.last.close()
        log = place.again(LogSettings(segment_bytes=300))
        self.assertGreater(log.segment_count, 2)
        self.assertEqual((self.found(log, 0), wait_for(log.offset_of_max_timestamp)), (None, None))
        self.assertEqual(place.warnings, [])

    def found(self, log: Log, number: int) -> int | None:
        stamped = wait_for(lambda: log.offset_for_timestamp(NOW_MS + number, log.end_offset))
        return None if stamped is None else stamped[1]
