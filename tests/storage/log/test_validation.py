"""What may be stored, what may not, and which error says so."""

from __future__ import annotations

import dataclasses
import struct
import unittest

from klog.errors import ErrorCode
from klog.records.contract import CONTROL, LOG_APPEND_TIME, TRANSACTIONAL, Codec
from klog.records.crc32c import crc32c
from klog.records.implementations import codec
from klog.storage.log.validation import MAX_RECORD_ERRORS, CheckedBatch, Refused, check, last_sequence
from klog.storage.log.values import AppendEntry
from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS, batch

DEFAULT = LogSettings()


def changed(data: bytes, position: int, form: str, value: int, good_crc: bool = True) -> bytes:
    """The batch with one field of its header changed."""
    out = bytearray(data)
    struct.pack_into(form, out, position, value)
    if good_crc:
        struct.pack_into(">I", out, 17, crc32c(bytes(out[21:])))
    return bytes(out)


class Case(unittest.TestCase):
    """Calls of `check`."""

    def check(
        self, records: bytes | None, settings: LogSettings = DEFAULT, version: int = 9, internal: bool = False
    ) -> CheckedBatch | None:
        return check(AppendEntry(records, version, internal), settings, codec, NOW_MS, 1 << 20)

    def refused(
        self,
        code: ErrorCode,
        records: bytes | None,
        settings: LogSettings = DEFAULT,
        version: int = 9,
    ) -> Refused:
        with self.assertRaises(Refused) as caught:
            self.check(records, settings, version)
        self.assertEqual(caught.exception.code, code, caught.exception.message)
        self.assertTrue(caught.exception.message)
        return caught.exception

    def passed(self, records: bytes, settings: LogSettings = DEFAULT, version: int = 9, internal: bool = False) -> CheckedBatch:
        checked = self.check(records, settings, version, internal)
        assert checked is not None
        return checked


class CheckTests(Case):
    """`check`, in the order of its steps."""

    def test_a_good_batch_is_left_alone(self) -> None:
        data = batch(b"a", b"b", producer_id=3, producer_epoch=1, base_sequence=7)
        checked = self.passed(data)
        self.assertEqual(
            checked,
            CheckedBatch(data, len(data), 2, NOW_MS, 3, 1, 7, 8, False, False, None, -1, NOW_MS),
        )

    def test_nothing(self) -> None:
        self.refused(ErrorCode.INVALID_RECORD, None)
        self.refused(ErrorCode.INVALID_RECORD, b"")
        self.refused(ErrorCode.INVALID_RECORD, bytes(11))
        self.assertIsNone(self.check(b"", version=2))

    def test_torn(self) -> None:
        data = batch(b"a" * 100)
        self.refused(ErrorCode.INVALID_RECORD, data[:-1])
        self.refused(ErrorCode.INVALID_RECORD, data[:60])
        self.assertIsNone(self.check(data[:-1], version=2))

    def test_nonsense_in_the_size(self) -> None:
        for size in (-1, -(2**31), 0, 13):
            self.refused(ErrorCode.CORRUPT_MESSAGE, changed(batch(b"a"), 8, ">i", size))
        self.refused(ErrorCode.INVALID_RECORD, changed(batch(b"a"), 8, ">i", 2**31 - 1))
        self.refused(ErrorCode.CORRUPT_MESSAGE, changed(batch(b"a"), 8, ">i", 40)[:52] + bytes(9))

    def test_two_batches(self) -> None:
        self.refused(ErrorCode.INVALID_RECORD, batch(b"a") * 2)
        self.refused(ErrorCode.CORRUPT_MESSAGE, batch(b"a") + changed(batch(b"a"), 8, ">i", -5))

    def test_a_torn_second_batch_is_dropped(self) -> None:
        data = batch(b"a")
        checked = self.passed(data + data[:30])
        self.assertEqual((bytes(checked.batch), checked.size), (data, len(data)))

    def test_zstd_needs_produce_7(self) -> None:
        data = batch(b"a", compression=Codec.ZSTD)
        self.refused(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, data, version=6)
        self.passed(data, version=7)

    def test_unknown_codec(self) -> None:
        self.refused(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, changed(batch(b"a"), 21, ">h", 5))

    def test_base_offset(self) -> None:
        self.refused(ErrorCode.INVALID_RECORD, batch(b"a", base_offset=3))
        self.passed(batch(b"a", base_offset=3), internal=True)

    def test_size(self) -> None:
        data = batch(b"a" * 100)
        settings = LogSettings(max_message_bytes=len(data) - 1)
        self.refused(ErrorCode.MESSAGE_TOO_LARGE, data, settings)
        self.passed(data, LogSettings(max_message_bytes=len(data)))
        # A wrong checksum would be found later.
        self.refused(ErrorCode.MESSAGE_TOO_LARGE, changed(data, 40, ">b", 1, good_crc=False), settings)

    def test_crc(self) -> None:
        data = bytearray(batch(b"a" * 100))
        data[-1] ^= 1
        self.refused(ErrorCode.CORRUPT_MESSAGE, bytes(data))
        self.refused(ErrorCode.CORRUPT_MESSAGE, changed(batch(b"a"), 21, ">h", CONTROL, good_crc=False))

    def test_an_inside_that_is_not_what_the_header_says(self) -> None:
        data = batch(b"a", b"b")
        for count, delta in ((3, 2), (1, 0), (0, -1), (-1, -2), (2, 0), (2, 5)):
            with self.subTest(count=count, delta=delta):
                self.refused(ErrorCode.INVALID_RECORD, changed(changed(data, 57, ">i", count), 23, ">i", delta))
        self.refused(ErrorCode.INVALID_RECORD, changed(data, 21, ">h", Codec.GZIP))

    def test_a_bomb(self) -> None:
        self.refused(ErrorCode.INVALID_RECORD, batch(bytes(3 << 20), compression=Codec.GZIP))

    def test_control_batches_are_the_brokers(self) -> None:
        data = batch(b"\0\0\0\0\0\0", key=b"\0\0\0\1", attributes=CONTROL | TRANSACTIONAL, producer_id=1, producer_epoch=0)
        self.refused(ErrorCode.INVALID_RECORD, data)
        checked = self.passed(data, internal=True)
        self.assertTrue(checked.control and checked.transactional)

    def test_producer_id_wants_a_sequence(self) -> None:
        self.refused(ErrorCode.INVALID_RECORD, batch(b"a", producer_id=1, producer_epoch=0))

    def test_transactions(self) -> None:
        checked = self.passed(batch(b"a", attributes=TRANSACTIONAL, producer_id=1, producer_epoch=0, base_sequence=0))
        self.assertTrue(checked.transactional and not checked.control)
        self.refused(ErrorCode.INVALID_RECORD, batch(b"a", attributes=TRANSACTIONAL))

    def test_keys_in_compacted_topics(self) -> None:
        settings = LogSettings(cleanup_compact=True)
        data = codec.build_batch([(NOW_MS, key, b"", ()) for key in (b"x", None, b"", None)])
        error = self.refused(ErrorCode.INVALID_RECORD, data, settings)
        self.assertEqual([index for index, _ in error.record_errors], [1, 3])
        self.passed(batch(b"a", key=b""), settings)
        self.passed(data)

    def test_timestamps_out_of_bounds(self) -> None:
        settings = LogSettings(message_timestamp_before_max_ms=1000, message_timestamp_after_max_ms=500)
        times = (NOW_MS - 1000, NOW_MS - 1001, NOW_MS + 500, NOW_MS + 501, -1)
        error = self.refused(ErrorCode.INVALID_TIMESTAMP, codec.build_batch([(time, b"k", b"", ()) for time in times]), settings)
        self.assertEqual([index for index, _ in error.record_errors], [1, 3])
        self.passed(codec.build_batch([(time, b"k", b"", ()) for time in (times[0], times[2], -1)]), settings)
        # LogAppendTime looks at no timestamps.
        late = codec.build_batch([(1, b"k", b"", ())])
        self.assertEqual(self.passed(late, dataclasses.replace(settings, log_append_time=True)).max_timestamp, NOW_MS)

    def test_the_default_bounds(self) -> None:
        self.passed(batch(b"a", timestamp_ms=0))
        self.passed(batch(b"a", timestamp_ms=-1))
        self.passed(batch(b"a", timestamp_ms=NOW_MS + 3_600_000))
        self.refused(ErrorCode.INVALID_TIMESTAMP, batch(b"a", timestamp_ms=NOW_MS + 3_600_001))

    def test_a_bad_key_and_a_bad_time_is_a_bad_time(self) -> None:
        settings = LogSettings(cleanup_compact=True, message_timestamp_after_max_ms=5)
        data = codec.build_batch([(NOW_MS, None, b"", ()), (NOW_MS + 9, b"k", b"", ())])
        error = self.refused(ErrorCode.INVALID_TIMESTAMP, data, settings)
        self.assertEqual([index for index, _ in error.record_errors], [0, 1])

    def test_record_errors_are_bounded(self) -> None:
        data = codec.build_batch([(NOW_MS, None, b"", ())] * (MAX_RECORD_ERRORS + 5))
        self.assertEqual(
            len(self.refused(ErrorCode.INVALID_RECORD, data, LogSettings(cleanup_compact=True)).record_errors), MAX_RECORD_ERRORS
        )

    def test_log_append_time(self) -> None:
        settings = LogSettings(log_append_time=True)
        checked = self.passed(batch(b"a", timestamp_ms=5), settings)
        self.assertEqual((checked.stamp, checked.max_timestamp, checked.log_append_time_ms), (True, NOW_MS, NOW_MS))
        claimed = batch(b"a", attributes=LOG_APPEND_TIME)
        error = self.refused(ErrorCode.INVALID_TIMESTAMP, claimed, settings)
        self.assertEqual([index for index, _ in error.record_errors], [0])
        # In a topic of CreateTime the claim is taken out.
        self.assertIs(self.passed(claimed).stamp, False)

    def test_a_header_with_another_largest_timestamp_is_corrected(self) -> None:
        checked = self.passed(changed(batch(b"a"), 35, ">q", NOW_MS + 77))
        self.assertEqual((checked.stamp, checked.max_timestamp), (False, NOW_MS))

    def test_recompression(self) -> None:
        for name, kind in (("gzip", Codec.GZIP), ("uncompressed", Codec.NONE), ("zstd", Codec.ZSTD), ("lz4", Codec.LZ4)):
            for source in (Codec.NONE, Codec.SNAPPY, kind):
                with self.subTest(name, source=source):
                    data = batch(b"a" * 100, b"b", compression=source, producer_id=3, producer_epoch=1, base_sequence=7)
                    checked = self.passed(data, LogSettings(compression_type=name))
                    self.assertEqual(codec.read_header(checked.batch).attributes & 7, kind)
                    self.assertEqual(codec.read_header(checked.batch).base_sequence, 7)
                    self.assertEqual(list(codec.records(checked.batch)), list(codec.records(data)))
                    self.assertEqual(checked.size, len(checked.batch))
                    if source is kind:
                        self.assertEqual(checked.batch, data)

    def test_recompressed_beyond_the_limit(self) -> None:
        data = batch(b"a" * 1000, compression=Codec.GZIP)
        self.refused(ErrorCode.MESSAGE_TOO_LARGE, data, LogSettings(compression_type="uncompressed", max_message_bytes=500))

    def test_sequences_wrap(self) -> None:
        self.assertEqual(last_sequence(2**31 - 2, 1), 2**31 - 1)
        self.assertEqual(last_sequence(2**31 - 1, 1), 0)
        self.assertEqual(last_sequence(2**31 - 1, 3), 2)
        self.assertEqual(last_sequence(-1, 4), -1)


class MessageSetTests(Case):
    """Produce 0 to 2: magic 0 and 1."""

    def old(self, magic: int, *values: bytes, compression: Codec = Codec.NONE) -> bytes:
        return codec.to_old_magic(batch(*values, compression=compression), magic)

    def test_converted(self) -> None:
        for magic in (0, 1):
            for kind in (Codec.NONE, Codec.GZIP, Codec.SNAPPY, Codec.LZ4):
                with self.subTest(magic=magic, codec=kind):
                    checked = self.passed(self.old(magic, b"a", b"b", b"c", compression=kind), version=2)
                    self.assertEqual(checked.record_count, 3)
                    self.assertEqual([record.value for record in codec.records(checked.batch)], [b"a", b"b", b"c"])
                    self.assertEqual(codec.read_header(checked.batch).attributes & 7, kind)
                    self.assertEqual(checked.max_timestamp, NOW_MS if magic else -1)

    def test_refused_from_produce_3_on(self) -> None:
        self.refused(ErrorCode.INVALID_RECORD, self.old(1, b"a"), version=3)

    def test_a_torn_tail_is_dropped(self) -> None:
        data = self.old(1, b"a", b"b" * 50)
        checked = self.passed(data[:-1], version=2)
        self.assertEqual(checked.record_count, 1)
        self.assertIsNone(self.check(self.old(1, b"c" * 50)[:-1], version=2))

    def test_broken_bytes(self) -> None:
        data = bytearray(self.old(1, b"a" * 30))
        data[-1] ^= 1
        self.refused(ErrorCode.CORRUPT_MESSAGE, bytes(data), version=1)
        self.refused(ErrorCode.CORRUPT_MESSAGE, bytes(8) + b"\0\0\0\5" + bytes(20), version=1)
        self.refused(ErrorCode.CORRUPT_MESSAGE, bytes(8) + b"\0\0\0\x20" + bytes(4) + b"\7" + bytes(40), version=1)

    def test_too_large(self) -> None:
        self.refused(ErrorCode.MESSAGE_TOO_LARGE, self.old(0, b"a" * 300), LogSettings(max_message_bytes=200), version=0)

    def test_mixed(self) -> None:
        self.refused(ErrorCode.INVALID_RECORD, self.old(0, b"a") + self.old(1, b"a"), version=2)

    def test_topics_rules_hold(self) -> None:
        keyless = codec.to_old_magic(batch(b"a", key=None), 1)
        self.refused(ErrorCode.INVALID_RECORD, keyless, LogSettings(cleanup_compact=True), version=2)
        late = codec.to_old_magic(batch(b"a", timestamp_ms=NOW_MS + 10**8), 1)
        self.refused(ErrorCode.INVALID_TIMESTAMP, late, version=2)
        self.assertEqual(self.passed(self.old(0, b"a"), LogSettings(log_append_time=True), version=0).log_append_time_ms, NOW_MS)
        checked = self.passed(self.old(1, b"a" * 99), LogSettings(compression_type="lz4"), version=2)
        self.assertEqual(codec.read_header(checked.batch).attributes & 7, Codec.LZ4)
