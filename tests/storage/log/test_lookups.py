"""Looking up in memory, or by a thread that has to wait for the disk."""

from __future__ import annotations

import errno
import unittest

from klog.errors import ErrorCode, KlogError
from klog.storage.cold_read import ColdRead
from klog.storage.log.log import Log
from klog.storage.log.lookups import MAX_FOUND
from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS, Place, append, batch


class SegmentLookupsTests(unittest.TestCase):
    """A log of several segments, of which nothing is in memory."""

    def setUp(self) -> None:
        self.place = Place()
        self.size = len(batch(b"x" * 30))
        log = self.place.log(LogSettings(segment_bytes=4 * self.size, index_interval_bytes=1))
        for number in range(20):
            append(log, batch(b"x" * 30, timestamp_ms=NOW_MS + number))
        log.close()
        self.place.fs.drop_caches()
        self.log: Log = self.place.again(LogSettings(segment_bytes=4 * self.size, index_interval_bytes=1))
        self.place.fs.drop_caches()

    def looked_up(self, offset: int) -> None:
        with self.assertRaises(ColdRead) as raised:
            self.log.read(offset, self.size, upper_bound=20)
        raised.exception.run()
        raised.exception.apply()

    def test_what_a_thread_has_found_is_the_answer(self) -> None:
        self.looked_up(5)
        self.assertEqual(self.log.read(5, self.size, upper_bound=20).next_offset, 6)

    def test_what_a_thread_does_changes_nothing_before_it_is_applied(self) -> None:
        with self.assertRaises(ColdRead) as raised:
            self.log.read(5, self.size, upper_bound=20)
        raised.exception.run()
        self.assertEqual(self.log._reader._found, {})

    def test_an_error_is_told_once(self) -> None:
        def before_act(name: str, path: str) -> None:
            if path.endswith(".log") and name == "read":
                raise OSError(errno.EIO, "the disk is broken", path)

        self.place.fs.before_act = before_act
        for _ in range(2):
            self.looked_up(5)
            with self.assertRaises(KlogError) as told:
                self.log.read(5, self.size, upper_bound=20)
            self.assertIs(told.exception.code, ErrorCode.KAFKA_STORAGE_ERROR)

    def test_what_is_kept_is_bounded(self) -> None:
        for number in range(2 * MAX_FOUND):
            self.log._reader._keep_found((number,), number)
        self.assertEqual(len(self.log._reader._found), MAX_FOUND)
        self.assertIn((2 * MAX_FOUND - 1,), self.log._reader._found)


if __name__ == "__main__":
    unittest.main()
