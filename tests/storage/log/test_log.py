"""Reading a log: ListOffsets, and files that are broken."""

from __future__ import annotations

import errno

from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP
from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS, LogCase, batch, read_all


class ListOffsetsZeroTests(LogCase):
    """Bases of segments by modification time."""

    def test_bases(self) -> None:
        data = batch(b"x" * 30)
        log = self.place.log(LogSettings(segment_bytes=2 * len(data)))
        for _ in range(3):
            self.good(log, data, data)
            self.place.clock.ms += 100
        self.assertEqual(log.legacy_offsets_before(LATEST_TIMESTAMP, 10, 6), [6, 4, 2, 0])
        self.assertEqual(log.legacy_offsets_before(LATEST_TIMESTAMP, 2, 6), [6, 4])
        self.assertEqual(log.legacy_offsets_before(EARLIEST_TIMESTAMP, 10, 6), [0])
        self.assertEqual(log.legacy_offsets_before(NOW_MS + 150, 10, 6), [2, 0])
        self.assertEqual(log.legacy_offsets_before(NOW_MS - 1, 10, 6), [])
        self.assertEqual(log.legacy_offsets_before(LATEST_TIMESTAMP, 10, 5), [5, 4, 2, 0])
        self.assertEqual(log.legacy_offsets_before(LATEST_TIMESTAMP, 0, 6), [])


class BrokenFileTests(LogCase):
    """What a reader is told."""

    def test_a_read_error_is_a_storage_error(self) -> None:
        log = self.place.log()
        self.good(log, batch(b"a"), batch(b"b"))
        self.place.fs.fail_reads(errno.EIO, ".log")
        with self.assertRaises(KlogError) as caught:
            log.read(1, 10, upper_bound=2)
        self.assertEqual(caught.exception.code, ErrorCode.KAFKA_STORAGE_ERROR)

    def test_broken_bytes_of_an_old_segment_are_a_corrupt_message(self) -> None:
        data = batch(b"x" * 30)
        log = self.place.log(LogSettings(segment_bytes=4 * len(data)))
        self.good(log, *[data] * 6)
        path = "/data/t-0/00000000000000000000.log"
        whole = bytearray(self.place.fs.read(path))
        whole[len(data) + 8 : len(data) + 12] = b"\xff\xff\xff\xff"
        self.place.last.context.files.clear()
        self.place.fs.write(path, bytes(whole))
        with self.assertRaises(KlogError) as caught:
            log.read(3, 100, upper_bound=6)
        self.assertEqual(caught.exception.code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(len(read_all(log, 4)), 2, "the rest is read")
