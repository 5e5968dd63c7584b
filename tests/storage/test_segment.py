"""One segment: stepping over batches, the rule of its indexes, when it rolls."""

from __future__ import annotations

import unittest

from klog.records.contract import CorruptRecords
from klog.records.implementations import codec
from klog.storage.batch_headers import SCAN_BYTES
from klog.storage.filenames import DELETED, OFFSET_INDEX, TIME_INDEX
from klog.storage.segment import Segment
from klog.storage.settings import LogSettings
from klog.storage.txn_index import AbortedTxn
from tests.storage.logs import NOW_MS, Place, batch

BASE = 100


class SegmentTests(unittest.TestCase):
    """A segment that is filled by hand."""

    def setUp(self) -> None:
        self.place = Place()
        self.context = self.place.directory().context
        self.place.fs.make_directory("/d")

    def segment(self, settings: LogSettings, *batches: bytes) -> Segment:
        segment = Segment(self.context, "/d", BASE, settings, size=0, created_ms=self.place.clock.ms, fresh=True)
        self.place.fs.write(segment.log_path, b"")
        for data in batches:
            self.add(segment, data)
        return segment

    def add(self, segment: Segment, data: bytes) -> None:
        segment.file(True).write_at(segment.size, [data])
        header = codec.read_header(data)
        last = header.base_offset + header.last_offset_delta
        segment.note_batch(segment.size, len(data), last, header.max_timestamp)
        segment.size += len(data)

    def batches(self, sizes: list[int], *, first_ms: int = NOW_MS) -> list[bytes]:
        made, offset = [], BASE
        for number, size in enumerate(sizes):
            made.append(batch(bytes(size), b"", base_offset=offset, timestamp_ms=first_ms + number))
            offset += 2
        return made

    def test_entries_of_all_sizes(self) -> None:
        made = self.batches([0, 10, SCAN_BYTES * 3, 5, SCAN_BYTES - 40, SCAN_BYTES, 1, 0])
        segment = self.segment(LogSettings(), *made)
        entries = list(segment.entries())
        self.assertEqual([entry.base_offset for entry in entries], [BASE + 2 * number for number in range(len(made))])
        self.assertEqual([segment.read_batch(entry) for entry in entries], made)
        self.assertEqual(entries, codec.scan(b"".join(made)))
        self.assertEqual([entry.base_offset for entry in segment.entries(entries[3].position)], [106, 108, 110, 112, 114])
        self.assertEqual([entry.base_offset for entry in segment.entries(0, entries[2].position)], [100, 102])
        self.assertEqual(segment.next_offset(), BASE + 2 * len(made))

    def test_find(self) -> None:
        segment = self.segment(LogSettings(index_interval_bytes=200), *self.batches([100] * 30))
        for offset in range(BASE, BASE + 60):
            entry = segment.find(offset)
            assert entry is not None
            self.assertTrue(entry.base_offset <= offset <= entry.last_offset)
        self.assertIsNone(segment.find(BASE + 60))
        found = segment.find(BASE - 5)
        assert found is not None
        self.assertEqual(found.base_offset, BASE)

    def test_a_broken_header_is_no_batch(self) -> None:
        segment = self.segment(LogSettings(), *self.batches([10, 10]))
        segment.file(True).write_at(segment.size // 2 + 8, [b"\xff\xff\xff\xff"])
        with self.assertRaises(CorruptRecords):
            list(segment.entries())

    def test_the_rule_of_the_indexes(self) -> None:
        """Every number by hand: batches of 132 bytes, an entry where more than 300 were added since the last."""
        made = self.batches([60] * 10)
        size = len(made[0])
        segment = self.segment(LogSettings(index_interval_bytes=2 * size), *made)
        # After three batches 3 * size > 2 * size: the fourth gets an entry, then the seventh, the tenth.
        expected = [(BASE + 2 * number + 1, number * size) for number in (3, 6, 9)]
        self.assertEqual([tuple(entry) for entry in segment.offset_index.entries], expected)
        self.assertEqual([tuple(entry) for entry in segment.time_index.entries], [(NOW_MS + n, BASE + 2 * n + 1) for n in (3, 6, 9)])

    def test_times_that_fall_have_one_entry(self) -> None:
        segment = self.segment(LogSettings(index_interval_bytes=100))
        for number, data in enumerate(self.batches([60] * 6)):
            later = codec.read_header(data)
            segment.note_batch(number * 200, 200, later.base_offset + 1, NOW_MS - number)
        self.assertEqual([tuple(entry) for entry in segment.time_index.entries], [(NOW_MS, BASE + 1)])
        self.assertEqual((segment.max_timestamp, segment.max_timestamp_offset), (NOW_MS, BASE + 1))

    def test_rebuilt_as_written(self) -> None:
        settings = LogSettings(index_interval_bytes=250)
        segment = self.segment(settings, *self.batches([60, 10, 200, 5] * 6))
        before = segment.offset_index.entries, segment.time_index.entries
        segment.rebuild_indexes()
        self.assertEqual((segment.offset_index.entries, segment.time_index.entries), before)

    def test_full_by_the_entry_of_a_save(self) -> None:
        """A segment that goes on after its indexes were saved rolls before another entry is needed."""
        settings = LogSettings(index_interval_bytes=100, segment_index_bytes=24)
        segment = self.segment(settings, *self.batches([60]))
        self.assertFalse(segment.should_roll(100, NOW_MS, BASE + 5, NOW_MS, settings))
        segment.save_indexes()
        self.assertTrue(segment.should_roll(100, NOW_MS, BASE + 5, NOW_MS, settings))

    def test_saved_and_loaded(self) -> None:
        settings = LogSettings(index_interval_bytes=250)
        segment = self.segment(settings, *self.batches([60] * 20))
        segment.save_indexes()
        self.assertEqual(segment.save_indexes(), [], "nothing new")
        again = Segment(self.context, "/d", BASE, settings, size=segment.size, created_ms=0)
        self.assertEqual((again.max_timestamp, again.max_timestamp_offset), (NOW_MS + 19, BASE + 39))
        self.assertEqual(again.offset_index.entries, segment.offset_index.entries)
        self.assertEqual(again.time_index.entries[-1], (NOW_MS + 19, BASE + 39))
        again.unload_indexes()
        self.assertEqual(again.next_offset(), BASE + 40)
        self.assertEqual(self.place.warnings, [])

    def test_an_index_that_cannot_be_used_is_made_anew(self) -> None:
        settings = LogSettings(index_interval_bytes=250)
        segment = self.segment(settings, *self.batches([60] * 20))
        segment.save_indexes()
        for suffix in (OFFSET_INDEX, TIME_INDEX):
            path = segment.path(suffix)
            good = self.place.fs.read(path)
            for bad in (good[:-1], good[:8] + bytes(len(good) - 8), None, b"\xff" * len(good)):
                self.place.warnings.clear()
                if bad is None:
                    self.place.fs.remove(path)
                else:
                    self.place.fs.write(path, bad)
                again = Segment(self.context, "/d", BASE, settings, size=segment.size, created_ms=0)
                again.check_indexes()
                self.assertEqual(again.offset_index.entries, segment.offset_index.entries)
                self.assertEqual(len(self.place.warnings), 1, (suffix, bad))
                self.assertEqual(self.place.fs.read(path), good, "and written")

    def test_when_it_rolls(self) -> None:
        settings = LogSettings(segment_bytes=1000, segment_ms=50)
        segment = self.segment(settings)
        now = self.place.clock.ms
        self.assertFalse(segment.should_roll(1000, NOW_MS, BASE, now + 10**6, settings), "an empty one takes anything that fits")
        self.assertTrue(segment.should_roll(10, NOW_MS, BASE + 2**31, now, settings))
        self.assertFalse(segment.should_roll(10, NOW_MS, BASE + 2**31 - 1, now, settings))
        (data,) = self.batches([100])
        self.add(segment, data)
        rest = 1000 - segment.size
        self.assertFalse(segment.should_roll(rest, NOW_MS, BASE + 5, now, settings))
        self.assertTrue(segment.should_roll(rest + 1, NOW_MS, BASE + 5, now, settings))
        self.assertFalse(segment.should_roll(10, NOW_MS + 50, BASE + 5, now + 10**6, settings), "records' time counts")
        self.assertTrue(segment.should_roll(10, NOW_MS + 51, BASE + 5, now, settings))

    def test_rolls_by_the_clock_without_timestamps(self) -> None:
        settings = LogSettings(segment_ms=50)
        segment = self.segment(settings)
        segment.note_batch(0, 70, BASE, -1)
        segment.size = 70
        self.assertFalse(segment.should_roll(10, -1, BASE + 1, self.place.clock.ms + 50, settings))
        self.assertTrue(segment.should_roll(10, -1, BASE + 1, self.place.clock.ms + 51, settings))

    def test_rolls_with_a_full_index(self) -> None:
        settings = LogSettings(segment_index_bytes=8, index_interval_bytes=1)
        segment = self.segment(settings, *self.batches([10, 10]))
        self.assertTrue(segment.should_roll(10, NOW_MS, BASE + 4, NOW_MS, settings))
        # The rest of an append that is under way gets no entry.
        self.add(segment, self.batches([10, 10, 10])[2])
        self.assertEqual(len(segment.offset_index), 1)

    def test_jitter(self) -> None:
        jitters = {self.segment(LogSettings(segment_jitter_ms=20, segment_ms=100)).jitter_ms for _ in range(200)}
        self.assertTrue(jitters <= set(range(20)) and len(jitters) > 5, jitters)

    def test_rename(self) -> None:
        segment = self.segment(LogSettings(), *self.batches([10]))
        segment.save_indexes()
        file = segment.file()
        paths = segment.rename(DELETED)
        self.assertEqual(sorted(paths), sorted(self.place.fs.walk("/d")))
        self.assertTrue(segment.deleted and all(path.endswith(DELETED) for path in paths))
        self.assertEqual(len(file.read_at(0, 10**6)), segment.size, "who reads may go on")

    def test_aborted_transactions(self) -> None:
        segment = self.segment(LogSettings(), *self.batches([10]))
        segment.note_aborted(AbortedTxn(7, BASE, BASE + 3, BASE + 4))
        segment.save_txn_index()
        again = Segment(self.context, "/d", BASE, LogSettings(), size=segment.size, created_ms=0, has_txn_index=True)
        self.assertEqual(again.txn_index.entries, segment.txn_index.entries)
        again.txn_index_from_now()
        again.save_txn_index()
        self.assertFalse(again.has_txn_index or any("txnindex" in path for path in self.place.fs.walk("/d")))

    def test_largest_timestamp_without_timestamps(self) -> None:
        segment = self.segment(LogSettings(), batch(b"a", base_offset=BASE, timestamp_ms=-1))
        self.assertEqual(segment.max_timestamp, -1)
        self.assertEqual(segment.largest_timestamp(), self.place.fs.modified_ms(segment.log_path))
