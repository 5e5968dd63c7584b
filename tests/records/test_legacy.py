"""klog.records.legacy: message sets of old clients in, and for old clients out."""

from __future__ import annotations

import struct
import zlib

from hypothesis import given
from hypothesis import strategies as st

from klog.records import snappy_stream
from klog.records.compression import compress
from klog.records.contract import (
    LOG_APPEND_TIME,
    Buffer,
    Codec,
    CorruptRecords,
    Header,
    InvalidRecords,
    Record,
    UnsupportedCodec,
)
from klog.records.control import Marker, build_marker
from klog.records.legacy import message_bytes
from tests.records.cases import ROWS, CodecCase, FastCase, PythonCase, Row, made_good, properties, row_lists, rows

OLD_CODECS = (Codec.NONE, Codec.GZIP, Codec.SNAPPY, Codec.LZ4)

#: One message of magic 1, field by field.
GOLDEN_1 = bytes.fromhex(
    "0000000000000009"  # offset 9
    "00000021"  # size: what follows
    "985fd6bd"  # CRC-32 of the rest
    "01"  # magic
    "00"  # attributes: no codec, CreateTime
    "0000018bcfe56800"  # timestamp 1700000000000
    "00000003" + b"key".hex()  # key of 3 bytes
    + "00000008" + b"contents".hex()  # value of 8 bytes
)  # fmt: skip
#: The same in magic 0 without a key.
GOLDEN_0 = bytes.fromhex("0000000000000009000000161e5f17e10000ffffffff00000008" + b"contents".hex())


def wrapper(
    magic: int, codec: int, offsets: list[int], values: list[bytes], *, offset: int = 0, timestamp: int = 50, attributes: int = 0
) -> bytes:
    """A compressed message with inner messages of these offsets."""
    inside = b"".join(message_bytes(magic, o, 100 + i, b"k%d" % i, v) for i, (o, v) in enumerate(zip(offsets, values, strict=True)))
    return message_bytes(magic, offset, timestamp, None, compress(codec, inside, magic=magic), codec | attributes)


VALUES = [b"first", b"", b"third " * 30]


class LegacySuite(CodecCase):
    def test_golden_bytes(self) -> None:
        for golden, want in ((GOLDEN_1, Record(9, 1_700_000_000_000, b"key", b"contents")), (GOLDEN_0, Record(9, -1, None, b"contents"))):
            self.codec.check_crc(golden)
            self.assertEqual(list(self.codec.records(golden)), [want])
            self.assertEqual(message_bytes(golden[16], 9, want.timestamp_ms, want.key, want.value), golden)
        self.assertEqual(self.codec.find_timestamp(GOLDEN_1, 0, 1_700_000_000_000), (1_700_000_000_000, 9))
        self.assertIsNone(self.codec.find_timestamp(GOLDEN_1, 0, 0, 10))

    def test_produce_of_old_clients_whatever_their_offsets(self) -> None:
        for magic in (0, 1):
            times = [-1] * 3 if magic == 0 else [100, 101, 102]
            for codec in OLD_CODECS[1:]:
                # All zero (0.8.2), relative (0.10), absolute or wild.
                for offsets in ([0, 0, 0], [0, 1, 2], [7000, 7001, 7002], [5, 4, -3]):
                    for offset in (0, 2, 7002):
                        batch = self.codec.to_magic2(wrapper(magic, codec, offsets, VALUES, offset=offset))
                        self.codec.check_batch(batch)
                        want = [Record(i, times[i], b"k%d" % i, VALUES[i]) for i in range(3)]
                        self.assertEqual(list(self.codec.records(batch)), want)
                        header = self.codec.read_header(batch)
                        self.assertEqual((header.attributes, header.producer_id, header.base_sequence), (codec, -1, -1))

    def test_plain_entries_become_one_batch(self) -> None:
        for magic in (0, 1):
            message_set = b"".join(message_bytes(magic, 0, 5 + i, None, v) for i, v in enumerate(VALUES))
            batch = self.codec.to_magic2(memoryview(message_set))
            self.codec.check_batch(batch)
            want = [Record(i, 5 + i if magic else -1, None, VALUES[i]) for i in range(3)]
            self.assertEqual(list(self.codec.records(batch)), want)
            for codec in Codec:
                packed = self.codec.to_magic2(message_set, codec=codec)
                self.assertEqual(self.codec.read_header(packed).attributes, codec)
                self.assertEqual(list(self.codec.records(packed)), want)
        self.assertEqual(self.codec.read_header(self.codec.to_magic2(wrapper(1, 1, [0, 1, 2], VALUES), codec=Codec.NONE)).attributes, 0)

    def test_snappy_of_librdkafka_and_lz4_of_old_clients(self) -> None:
        inside = message_bytes(0, 0, -1, None, b"raw snappy")
        batch = self.codec.to_magic2(message_bytes(0, 0, -1, None, snappy_stream.compress_raw(inside), 2))
        self.assertEqual([r.value for r in self.codec.records(batch)], [b"raw snappy"])
        wrong = compress(Codec.LZ4, inside, magic=0)
        batch = self.codec.to_magic2(message_bytes(0, 0, -1, None, wrong, 3))
        self.assertEqual([r.value for r in self.codec.records(batch)], [b"raw snappy"])
        right = compress(Codec.LZ4, inside, magic=1)
        self.codec.to_magic2(message_bytes(0, 0, -1, None, right, 3))
        inside = message_bytes(1, 0, -1, None, b"v")
        self.assertRaises(InvalidRecords, self.codec.to_magic2, message_bytes(1, 0, -1, None, compress(Codec.LZ4, inside, magic=0), 3))

    def test_log_append_time_of_a_wrapper(self) -> None:
        entry = wrapper(1, 1, [0, 1, 2], VALUES, offset=2, timestamp=77, attributes=LOG_APPEND_TIME)
        self.assertEqual([r.timestamp_ms for r in self.codec.records(entry)], [77] * 3)
        batch = self.codec.to_magic2(entry)
        self.assertEqual([r.timestamp_ms for r in self.codec.records(batch)], [77] * 3)
        self.assertEqual(self.codec.read_header(batch).attributes, 1)

    def test_offsets_inside_wrappers(self) -> None:
        read = lambda entry: [r.offset for r in self.codec.records(entry)]  # noqa: E731
        self.assertEqual(read(wrapper(0, 1, [40, 41, 44], VALUES, offset=44)), [40, 41, 44])
        self.assertEqual(read(wrapper(1, 1, [0, 1, 2], VALUES, offset=44)), [42, 43, 44])
        self.assertEqual(read(wrapper(1, 1, [0, 1, 4], VALUES, offset=44)), [40, 41, 44])
        # Some librdkafka wrote wrappers of offset 0.
        self.assertEqual(read(wrapper(1, 1, [0, 1, 2], VALUES, offset=0)), [0, 1, 2])
        self.assertRaises(InvalidRecords, read, wrapper(1, 1, [0, 1, 2], VALUES, offset=1))

    def refuse(self, kind: type[Exception], message_set: Buffer, index: int = -1) -> None:
        error = self.assertRaises(kind, self.codec.to_magic2, message_set)
        if isinstance(error, InvalidRecords):
            self.assertEqual(error.batch_index, index, str(error))

    def test_sets_that_are_refused(self) -> None:
        one, packed = message_bytes(1, 0, 5, None, b"v"), wrapper(1, 1, [0, 1, 2], VALUES)
        old = message_bytes(0, 0, 5, None, b"v")
        self.refuse(InvalidRecords, b"")
        self.refuse(InvalidRecords, one + old)
        self.refuse(InvalidRecords, one + packed)
        self.refuse(InvalidRecords, packed + packed)
        self.refuse(InvalidRecords, self.codec.build_batch(ROWS))
        self.refuse(InvalidRecords, message_bytes(1, 0, -2, None, b"v"), 0)
        self.refuse(InvalidRecords, message_bytes(1, 0, 5, None, None, 1))
        for codec in (4, 5, 6, 7):
            self.refuse(InvalidRecords, message_bytes(1, 0, 5, None, b"v", codec))
        nested = message_bytes(1, 0, 5, None, compress(1, one + packed), 1)
        self.refuse(InvalidRecords, nested, 1)
        self.refuse(InvalidRecords, message_bytes(1, 0, 5, None, compress(1, one + old), 1), 1)
        self.refuse(InvalidRecords, message_bytes(1, 0, 5, None, compress(1, one + one[:-1]), 1), 1)
        self.refuse(InvalidRecords, message_bytes(1, 0, 5, None, compress(1, b""), 1))
        self.refuse(InvalidRecords, message_bytes(1, 0, 5, None, b"no gzip", 1))
        self.refuse(CorruptRecords, message_bytes(1, 0, 5, None, compress(1, one + one[:-1] + b"w"), 1))
        for cut in range(1, len(one)):
            self.refuse(CorruptRecords, one + one[:cut])
        for at in range(12, len(one)):
            self.refuse(CorruptRecords, one[:at] + bytes((one[at] ^ 1,)) + one[at + 1 :])
        self.assertRaises(InvalidRecords, self.codec.to_magic2, wrapper(1, 1, [0], [bytes(1 << 20)]), max_uncompressed_bytes=1 << 19)

    def test_lengths_inside_a_message(self) -> None:
        for key, value in ((-2, 1), (100, 1), (1, -2), (1, 9), (1, 0), ((1 << 31) - 1, 1)):
            body = b"\0\0" + struct.pack(">i", key) + b"k" + struct.pack(">i", value) + b"v"
            self.refuse(InvalidRecords, struct.pack(">qiI", 0, len(body) + 4, zlib.crc32(body)) + body, 0)

    @properties(60)
    @given(row_lists, st.sampled_from(OLD_CODECS), st.sampled_from([0, 1]), st.integers(0, 1 << 40))
    def test_there_and_back(self, given_rows: list[Row], codec: Codec, magic: int, base_offset: int) -> None:
        batch = self.codec.build_batch(given_rows, codec=codec, base_offset=base_offset, producer_id=3, producer_epoch=0, base_sequence=0)
        old = self.codec.to_old_magic(batch, magic)
        want = [Record(base_offset + i, t if magic else -1, k, v) for i, (t, k, v, _) in enumerate(given_rows)]
        self.assertEqual(list(self.codec.records(old)), want)
        for entry in self.codec.scan(old):
            self.assertEqual((entry.magic, entry.attributes & 7), (magic, codec))
            self.codec.check_crc(old, entry.position)
        self.assertEqual(len(self.codec.scan(old)), 1 if codec else len(given_rows))
        again = self.codec.to_magic2(old)
        self.codec.check_batch(again)
        self.assertEqual(list(self.codec.records(again)), [r._replace(offset=i) for i, r in enumerate(want)])

    def test_down_to_the_first_offset_asked_for(self) -> None:
        plain, packed = self.codec.build_batch(rows(5)), self.codec.build_batch(rows(5), base_offset=5, codec=Codec.GZIP)
        offsets = lambda old: [r.offset for r in self.codec.records(old)]  # noqa: E731
        self.assertEqual(offsets(self.codec.to_old_magic(plain + packed, 1, minimum_offset=3)), [3, 4, 5, 6, 7, 8, 9])
        # A compressed batch stays whole, as in Kafka.
        self.assertEqual(offsets(self.codec.to_old_magic(packed, 0, minimum_offset=8)), [5, 6, 7, 8, 9])
        self.assertEqual(self.codec.to_old_magic(plain, 1, minimum_offset=5), b"")
        self.assertEqual(offsets(self.codec.to_old_magic(plain + packed[:-1], 1)), [0, 1, 2, 3, 4])

    def test_some_entries_at_a_time(self) -> None:
        """So many records, or bytes, as may be converted while others wait."""
        for codec in Codec:
            batch = self.codec.build_batch(rows(450), base_offset=7, codec=codec)
            entries = self.codec.old_entries(batch, 1)
            self.assertEqual((entries.last_offset, entries.newest_ms), (-1, -1))
            made = list(entries)
            self.assertEqual([len(self.codec.scan(some)) for some in made], [200, 200, 50])
            self.assertEqual([r.offset for r in self.codec.records(b"".join(made))], list(range(7, 457)))
            self.assertEqual((entries.last_offset, entries.newest_ms), (456, 1_700_000_000_449))
            self.assertEqual(list(entries), [])
            # What is left out takes its time as well.
            made = list(self.codec.old_entries(batch, 0, minimum_offset=300))
            self.assertEqual([len(self.codec.scan(some)) for some in made], [0, 107, 50])
        large = self.codec.build_batch([(5, None, bytes(40_000), ())] * 5)
        self.assertEqual([len(self.codec.scan(some)) for some in self.codec.old_entries(large, 1)], [2, 2, 1])

    def test_a_batch_without_records(self) -> None:
        """Compaction may leave one, and nobody looks at what it was compressed to."""
        for codec in OLD_CODECS:
            batch = bytearray(self.codec.build_batch(rows(1), codec=codec)[:61])
            struct.pack_into(">i", batch, 8, 49)
            struct.pack_into(">i", batch, 57, 0)
            self.assertEqual(self.codec.to_old_magic(made_good(batch), 1), b"")

    def test_an_offset_that_no_record_can_have(self) -> None:
        batch = self.codec.build_batch(rows(3), base_offset=(1 << 63) - 2)
        error = self.assertRaises(InvalidRecords, self.codec.to_old_magic, batch, 1)
        self.assertIn(str(1 << 63), str(error))
        entries = self.codec.old_entries(batch, 1)
        self.assertRaises(InvalidRecords, next, entries)
        self.assertEqual(list(entries), [], "nothing behind an error")

    def test_entries_of_what_is_none(self) -> None:
        batch = self.codec.build_batch(rows(3))
        for data in (b"", batch[:20], batch[:-1], b"\xff" * 70):
            self.assertRaises(CorruptRecords, lambda data=data: list(self.codec.old_entries(data, 1)))
        self.assertEqual(list(self.codec.old_entries(batch + batch, 1)), list(self.codec.old_entries(batch, 1)))

    def test_entries_for_a_wrapper(self) -> None:
        """All of them, and magic 1 counts from the first, which is not always the first that there was."""
        batch = self.codec.build_batch(rows(3), base_offset=7, offset_deltas=[2, 3, 6])
        for magic, offsets in ((0, [9, 10, 13]), (1, [0, 1, 4])):
            (made,) = self.codec.old_entries(batch, magic, attributes=LOG_APPEND_TIME, minimum_offset=11, in_wrapper=True)
            found = self.codec.scan(made)
            self.assertEqual([(entry.base_offset, entry.attributes) for entry in found], [(offset, LOG_APPEND_TIME) for offset in offsets])

    def test_control_batches_headers_and_old_entries(self) -> None:
        marker = build_marker(self.codec, Marker(True, 0), producer_id=1, producer_epoch=0, timestamp_ms=5)
        batch = self.codec.build_batch([(5, b"k", b"v", [Header("h", b"x")])], base_offset=1)
        old = message_bytes(0, 2, -1, b"k", b"old") + message_bytes(1, 3, 9, b"k", b"newer")
        got = self.codec.to_old_magic(marker + batch + old, 1)
        self.assertEqual(got, message_bytes(1, 1, 5, b"k", b"v") + old)
        got = self.codec.to_old_magic(old + wrapper(1, 3, [0, 1, 2], VALUES, offset=6), 0)
        self.assertEqual([(r.offset, r.timestamp_ms) for r in self.codec.records(got)], [(2, -1), (3, -1), (4, -1), (5, -1), (6, -1)])
        self.assertEqual({e.magic for e in self.codec.scan(got)}, {0})
        self.assertEqual(self.codec.to_old_magic(marker, 0), b"")
        self.assertRaises(ValueError, self.codec.to_old_magic, batch, 2)

    def test_log_append_time_goes_down(self) -> None:
        for codec in OLD_CODECS:
            batch = self.codec.build_batch(ROWS, codec=codec)
            stamped = self.codec.stamp(batch, 10, 0, 1234, True) + batch[61:]
            old = self.codec.to_old_magic(stamped, 1)
            self.assertEqual({e.attributes & 8 for e in self.codec.scan(old)}, {8})
            self.assertEqual({e.max_timestamp for e in self.codec.scan(old)}, {1234})
            self.assertEqual([(r.offset, r.timestamp_ms) for r in self.codec.records(old)], [(10 + i, 1234) for i in range(5)])
            self.assertEqual({e.attributes & 8 for e in self.codec.scan(self.codec.to_old_magic(stamped, 0))}, {0})

    def test_zstd_cannot_go_down(self) -> None:
        packed = self.codec.build_batch(rows(5), base_offset=5, codec=Codec.ZSTD)
        self.assertRaises(UnsupportedCodec, self.codec.to_old_magic, packed, 1)
        # What stands before it goes; the consumer meets the error when it asks for the rest.
        before = self.codec.build_batch(rows(5))
        self.assertEqual(len(self.codec.scan(self.codec.to_old_magic(before + packed, 1))), 5)

    def test_lz4_goes_down_with_the_checksum_of_its_clients(self) -> None:
        batch = self.codec.build_batch(rows(5), codec=Codec.LZ4)
        at = lambda magic: self.codec.to_old_magic(batch, magic).index(b"\x04\x22\x4d\x18")  # noqa: E731
        self.assertEqual(self.codec.to_old_magic(batch, 1)[at(1) + 6], 0x82)
        self.assertNotEqual(self.codec.to_old_magic(batch, 0)[at(0) + 6], 0x82)


class PythonLegacyTests(LegacySuite, PythonCase):
    pass


class FastLegacyTests(LegacySuite, FastCase):
    pass


del LegacySuite
