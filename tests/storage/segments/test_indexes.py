"""A segment's indexes: the rule of their entries, what is loaded, saved and made anew."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.records.contract import PlacedBatch
from klog.records.implementations import codec
from klog.storage.filenames import OFFSET_INDEX, TIME_INDEX
from klog.storage.segments.segment import Segment
from klog.storage.segments.txn_index import AbortedTxn
from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS, batch
from tests.storage.segment_case import BASE, SegmentCase


class SegmentIndexesTests(SegmentCase):
    """Indexes of a segment that is filled by hand."""

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

    @settings(deadline=None, max_examples=150)
    @given(
        st.lists(st.lists(st.tuples(st.integers(61, 200), st.integers(1, 3), st.integers(-4, 4)), min_size=1, max_size=6), max_size=8),
        st.sampled_from([0, 150]),
        st.sampled_from([36, 60, 1 << 20]),
    )
    def test_several_at_once_as_one_by_one(self, groups: list[list[tuple[int, int, int]]], interval_bytes: int, index_bytes: int) -> None:
        topic = LogSettings(index_interval_bytes=interval_bytes, segment_index_bytes=index_bytes)
        at_once, one_by_one = self.segment(topic), self.segment(topic)
        position, offset, time_ms = 0, BASE, NOW_MS
        for group in groups:
            placed = []
            behind = 0
            for size, count, later_ms in group:
                offset, time_ms = offset + count, time_ms + later_ms
                placed.append(PlacedBatch(behind, size, offset - 1, time_ms, time_ms, count, -1))
                one_by_one.note_batch(position + behind, size, offset - 1, time_ms)
                behind += size
            at_once.note_batches(position, placed)
            position += behind
            for segment in (at_once, one_by_one):
                # What is full only rolls.
                self.assertEqual(segment.should_roll(0, 0, offset, 0, topic, 0), one_by_one._indexes_full)
            found, wanted = (
                (
                    each.offset_index.entries,
                    each.time_index.entries,
                    each.max_timestamp,
                    each.max_timestamp_offset,
                    each.first_batch_timestamp() if groups else None,
                    each.bytes_since_index_entry,
                )
                for each in (at_once, one_by_one)
            )
            self.assertEqual(found, wanted)

    def test_rebuilt_as_written(self) -> None:
        settings = LogSettings(index_interval_bytes=250)
        segment = self.segment(settings, *self.batches([60, 10, 200, 5] * 6))
        before = segment.offset_index.entries, segment.time_index.entries
        segment.rebuild_indexes()
        self.assertEqual((segment.offset_index.entries, segment.time_index.entries), before)

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
