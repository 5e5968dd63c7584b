"""What goes at a log's start."""

from __future__ import annotations

import dataclasses
import errno

from klog.errors import ErrorCode, KlogError
from klog.storage.log.log import Log
from klog.storage.settings import UNLIMITED, LogSettings
from tests.storage.logs import NOW_MS, FailingAct, LogCase, Place, batch, read_all, retain


class RetentionTests(LogCase):
    """Deleting from the front."""

    def filled(self, settings: LogSettings) -> Log:
        self.data = batch(b"x" * 30)
        self.settings = dataclasses.replace(settings, segment_bytes=2 * len(self.data), file_delete_delay_ms=1000)
        log = self.place.log(self.settings)
        for _ in range(5):
            self.good(log, self.data, self.data)
            self.place.clock.ms += 100
        return log

    def test_by_size(self) -> None:
        log = self.filled(LogSettings(retention_bytes=5 * len(batch(b"x" * 30))))
        got = log.read(0, 10, upper_bound=10)
        self.assertEqual(retain(log, self.place.clock.ms), 2)
        self.assertEqual((log.start_offset, log.segment_count, log.first_segment_base), (4, 3, 4))
        assert got.span is not None
        self.assertEqual(len(got.span.read()), got.size, "whoever reads may go on")
        with self.assertRaises(KlogError) as caught:
            log.read(3, 10, upper_bound=10)
        self.assertEqual(caught.exception.code, ErrorCode.OFFSET_OUT_OF_RANGE)
        self.assertEqual(log.remove_deleted(self.place.clock.ms + 999), 0)
        self.assertEqual(sum(name.endswith(".deleted") for name in self.files()), 7)
        self.assertEqual(log.remove_deleted(self.place.clock.ms + 1000), 7)
        self.assertFalse(any(name.endswith(".deleted") for name in self.files()))
        self.assertEqual(len(read_all(log)), 6)

    def test_no_room_for_longer_names(self) -> None:
        """On a full disk, where it has to make room: what goes is removed at once, and nothing that stays is lost for it."""
        number = 0
        while True:
            self.place = Place()
            log = self.filled(LogSettings(retention_bytes=5 * len(batch(b"x" * 30))))
            self.place.fs.before_act = act = FailingAct(
                lambda name, path: name == "rename" and path.endswith(".deleted"), number, errno.ENOSPC
            )
            retain(log, self.place.clock.ms)
            self.place.fs.before_act = None
            if not act.failed:
                break
            number += 1
            with self.subTest(act=act.failed):
                self.assertIsNone(self.place.last.offline)
                # As after a kill: what went is not there again, what stays is all there.
                again = self.place.again(self.settings)
                self.assertEqual((again.start_offset, again.end_offset, len(read_all(again))), (4, 10, 6))
                self.assertEqual((log.start_offset, log.first_segment_base), (4, 4))
        self.assertGreater(number, 6)

    def test_a_broken_disk_takes_the_directory_out_of_service(self) -> None:
        log = self.filled(LogSettings(retention_bytes=5 * len(batch(b"x" * 30))))
        self.place.fs.before_act = FailingAct(lambda name, path: name == "rename" and path.endswith(".log.deleted"), 0, errno.EIO)
        retain(log, self.place.clock.ms)
        self.place.fs.before_act = None
        self.assertIsNotNone(self.place.last.offline)

    def test_by_time_the_active_segment_goes_too(self) -> None:
        log = self.filled(LogSettings(retention_ms=10_000))
        self.assertEqual(retain(log, NOW_MS + 10_000), 0)
        self.assertEqual(retain(log, NOW_MS + 10_001), 5)
        self.assertEqual((log.start_offset, log.end_offset, log.segment_count, log.size_bytes), (10, 10, 1, 0))
        self.assertEqual(retain(log, NOW_MS + 10**9), 0)
        self.assertEqual(self.good(log, self.data), [10])
        self.assertEqual(log.end_offset_for_epoch(0), (0, 11))

    def test_nothing_while_settings_are_not_known(self) -> None:
        log = self.filled(LogSettings(retention_ms=1, retention_bytes=1, retention_known=False))
        self.assertEqual(retain(log, NOW_MS + 10**9), 0)
        log.update_settings(dataclasses.replace(self.settings, retention_known=True))
        self.assertEqual(retain(log, NOW_MS + 10**9), 5)

    def test_delete_records(self) -> None:
        log = self.filled(LogSettings(retention_ms=UNLIMITED))
        self.assertEqual(log.truncate_start(5), 5)
        self.assertEqual(log.truncate_start(3), 5, "never back")
        self.assertEqual([record.offset for record in read_all(log)], [5, 6, 7, 8, 9])
        self.assertEqual(retain(log, self.place.clock.ms), 2)
        self.assertEqual((log.first_segment_base, log.start_offset), (4, 5))
        with self.assertRaises(KlogError) as caught:
            log.truncate_start(11)
        self.assertEqual(caught.exception.code, ErrorCode.OFFSET_OUT_OF_RANGE)
        self.assertEqual(log.offset_for_timestamp(0, 10), (NOW_MS, 5, 0))
        self.place.last.close()
        log = self.place.again(self.settings)
        self.assertEqual((log.start_offset, log.end_offset), (5, 10))

    def test_not_beyond_the_high_watermark(self) -> None:
        log = self.filled(LogSettings(retention_ms=0, flush_messages=1))
        self.assertEqual(retain(log, NOW_MS + 10**6), 0)
        log.flush()
        self.assertEqual(retain(log, NOW_MS + 10**6), 5)
