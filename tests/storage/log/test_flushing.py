"""Flushes: what is shown by the flush rule, and what a failed one does."""

from __future__ import annotations

from klog.errors import ErrorCode
from klog.storage.settings import LogSettings
from tests.storage.logs import LogCase, append, batch, read_all, values

FLUSH_RULE = LogSettings(flush_messages=1)


class FlushTests(LogCase):
    """The paper's rule, in three steps."""

    def test_visible_when_flushed(self) -> None:
        log = self.place.log(FLUSH_RULE)
        self.good(log, batch(b"a"))
        self.assertEqual((log.end_offset, log.high_watermark, log.unflushed_messages), (1, 0, 1))
        flush = log.prepare_flush()
        assert flush is not None
        self.assertIsNone(log.prepare_flush(), "one at a time")
        self.assertTrue(log.is_busy)
        self.good(log, batch(b"b"))
        self.assertEqual(log.high_watermark, 0)
        flush.run()
        flush.settle()
        self.assertFalse(log.is_busy)
        self.assertEqual((log.high_watermark, log.recovery_point), (1, 1))
        self.assertEqual(values(read_all(log)), [(0, b"a")])
        log.flush()
        self.assertEqual((log.high_watermark, log.prepare_flush()), (2, None))

    def test_a_failed_flush_takes_the_directory_out_of_service(self) -> None:
        log = self.place.log(FLUSH_RULE)
        self.good(log, batch(b"a"))
        log.flush()
        self.good(log, batch(b"b"))
        self.place.fs.fail_next_sync()
        with self.assertRaises(OSError):
            log.flush()
        assert self.place.last.offline is not None
        self.assertEqual(append(log, batch(b"c"))[0].code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual((log.high_watermark, log.prepare_flush()), (1, None))
        self.assertEqual(values(read_all(log)), [(0, b"a")], "reads go on")
        self.assertFalse(self.place.last.close())
        self.assertFalse(any("cleanshutdown" in path for path in self.place.fs.walk("/data")))

    def test_settings_come_and_go(self) -> None:
        log = self.place.log()
        self.good(log, batch(b"a"))
        log.update_settings(FLUSH_RULE)
        self.good(log, batch(b"b"))
        self.assertEqual(log.high_watermark, 1, "what was shown stays shown")
        log.update_settings(LogSettings())
        self.assertEqual(log.high_watermark, 2)

    def test_read_up_to_the_flushed_end_without_a_scan(self) -> None:
        log = self.place.log(FLUSH_RULE)
        self.good(log, batch(b"a"), batch(b"b"))
        log.flush()
        self.good(log, batch(b"c"))
        got = log.read(0, 10**6, upper_bound=log.high_watermark)
        self.assertEqual((got.next_offset, got.more), (2, False))

    def test_rolled_segments_wait_for_a_flush(self) -> None:
        data = batch(b"x" * 30)
        log = self.place.log(LogSettings(segment_bytes=2 * len(data)))
        self.assertIsNone(log.prepare_flush(rolled_only=True))
        self.good(log, *[data] * 5)
        self.assertTrue(log.owes_a_flush)
        flush = log.prepare_flush(rolled_only=True)
        assert flush is not None
        self.assertEqual(flush.target_offset, 4)
        flush.run()
        flush.settle()
        self.assertEqual((log.recovery_point, log.owes_a_flush, log.unflushed_messages), (4, False, 1))
