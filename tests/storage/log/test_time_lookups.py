"""Offsets by timestamp, and the times of segments."""

from __future__ import annotations

import unittest

from klog.records.implementations import codec
from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS, Place, append, batch


class TimeTests(unittest.TestCase):
    """First record at or after a time."""

    def test_times_out_of_order(self) -> None:
        place = Place()
        log = place.log(LogSettings(segment_bytes=400, index_interval_bytes=1, retention_ms=-1))
        times = [50, 10, 70, 70, 20, 90, 30, 30, 95, 5]
        for time in times:
            append(log, codec.build_batch([(NOW_MS + time, b"k", b"v" * 40, ()), (NOW_MS + time - 1, b"k", b"v" * 40, ())]))
        self.assertGreater(log.segment_count, 2)
        records = [(NOW_MS + time - part, 2 * index + part) for index, time in enumerate(times) for part in (0, 1)]
        for target in range(NOW_MS, NOW_MS + 100):
            expected = next(((time, offset, 0) for time, offset in records if time >= target), None)
            self.assertEqual(log.offset_for_timestamp(target, log.end_offset), expected)
        self.assertIsNone(log.offset_for_timestamp(NOW_MS + 95, 16), "it lies behind the bound")
        self.assertEqual(log.offset_of_max_timestamp(), (NOW_MS + 95, 16, 0))
        log.truncate_start(17)
        self.assertIsNone(log.offset_for_timestamp(NOW_MS + 95, log.end_offset))

    def test_nothing_there(self) -> None:
        log = Place().log()
        self.assertEqual((log.offset_for_timestamp(0, 0), log.offset_of_max_timestamp()), (None, None))
        append(log, batch(b"a", timestamp_ms=-1))
        self.assertEqual((log.offset_for_timestamp(0, 1), log.offset_of_max_timestamp()), (None, None))

    def test_a_segment_without_timestamps_is_as_old_as_its_file(self) -> None:
        place = Place()
        log = place.log()
        append(log, batch(b"a", timestamp_ms=-1))
        segment = log.for_compaction().segments.active
        self.assertEqual(log.for_compaction().reader.largest_timestamp(segment), place.fs.modified_ms(segment.log_path))


if __name__ == "__main__":
    unittest.main()
