"""klog.records.batch, and the same functions in Cython: headers, checks, walks, records."""

from __future__ import annotations

import struct
import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from klog.records.builder import build_batch
from klog.records.compression import compress
from klog.records.contract import (
    LOG_APPEND_TIME,
    BatchFacts,
    BatchHeader,
    Buffer,
    Codec,
    CorruptRecords,
    Entry,
    Header,
    InvalidRecords,
    Record,
    RecordsError,
    UnsupportedCodec,
)
from klog.records.legacy import message_bytes
from klog.records.varint import encode
from tests.records.cases import (
    ROWS,
    CodecCase,
    FastCase,
    PythonCase,
    Row,
    codecs,
    expected,
    made_good,
    properties,
    row_lists,
    rows,
    with_body,
)

#: One batch, field by field.
GOLDEN = bytes.fromhex(
    "0000000000000007"  # base offset 7
    "0000004f"  # length: 91 bytes less 12
    "00000003"  # leader epoch 3
    "02"  # magic
    "38819d58"  # CRC-32C of the rest
    "0000"  # attributes: no codec, CreateTime
    "00000001"  # last offset delta 1
    "0000018bcfe56800"  # base timestamp 1700000000000
    "0000018bcfe56805"  # max timestamp 1700000000005
    "0000000000000009"  # producer id 9
    "0002"  # producer epoch 2
    "00000004"  # base sequence 4
    "00000002"  # two records
    "12"  # record of 9 bytes
    "00"  # attributes
    "00"  # timestamp delta 0
    "00"  # offset delta 0
    "02" + b"k".hex()  # key of 1 byte
    + "04" + b"v1".hex()  # value of 2 bytes
    + "00"  # no headers
    "26"  # record of 19 bytes
    "00"  # attributes
    "0a"  # timestamp delta 5
    "02"  # offset delta 1
    "01"  # no key
    "10" + b"no key..".hex()  # value of 8 bytes
    + "02"  # one header
    "02" + b"h".hex()  # its key of 1 byte
    + "04" + b"hv".hex()  # its value of 2 bytes
)  # fmt: skip
GOLDEN_ROWS: list[Row] = [(1_700_000_000_000, b"k", b"v1", ()), (1_700_000_000_005, None, b"no key..", (Header("h", b"hv"),))]


def record(
    delta: int = 0, *, timestamp: int = 0, key: bytes = encode(-1), value: bytes = encode(-1), headers: bytes = encode(0), tail: bytes = b""
) -> bytes:
    """A record of parts that are already encoded."""
    body = b"\0" + encode(timestamp) + encode(delta) + key + value + headers + tail
    return encode(len(body)) + body


class BatchSuite(CodecCase):
    def test_golden_bytes(self) -> None:
        self.assertEqual(
            self.codec.read_header(GOLDEN),
            BatchHeader(7, 91, 3, 2, 0x38819D58, 0, 1, 1_700_000_000_000, 1_700_000_000_005, 9, 2, 4, 2),
        )
        self.assertEqual(self.codec.check_batch(GOLDEN), BatchFacts(1_700_000_000_005, 1, 1_700_000_000_000, 1, 30))
        self.assertEqual(list(self.codec.records(GOLDEN)), expected(GOLDEN_ROWS, 7))
        built = self.codec.build_batch(
            GOLDEN_ROWS, base_offset=7, partition_leader_epoch=3, producer_id=9, producer_epoch=2, base_sequence=4
        )
        self.assertEqual(built.hex(), GOLDEN.hex())

    @properties()
    @given(row_lists, codecs, st.integers(0, 1 << 50), st.binary(max_size=5))
    def test_round_trip(self, given_rows: list[Row], codec: Codec, base_offset: int, before: bytes) -> None:
        batch = self.codec.build_batch(given_rows, codec=codec, base_offset=base_offset)
        facts = self.codec.check_batch(before + batch, len(before))
        times = [row[0] for row in given_rows]
        self.assertEqual(facts.max_timestamp, max(times))
        self.assertEqual(facts.offset_delta_of_max_timestamp, times.index(max(times)))
        self.assertEqual(facts.min_timestamp, min((t for t in times if t != -1), default=-1))
        keyless = [i for i, row in enumerate(given_rows) if row[1] is None]
        self.assertEqual(facts.first_keyless, keyless[0] if keyless else -1)
        for buffer in (batch, bytearray(batch), memoryview(before + batch)[len(before) :]):
            self.assertEqual(list(self.codec.records(buffer)), expected(given_rows, base_offset))
            self.assertEqual(self.codec.check_batch(buffer), facts)
            self.codec.check_crc(buffer)
        for target in {*times, max(times) + 1}:
            found = self.codec.find_timestamp(batch, 0, target, base_offset + 1)
            model = [(t, base_offset + i) for i, t in enumerate(times) if t >= target and i >= 1]
            self.assertEqual(found, model[0] if model else None)

    def test_every_changed_byte_is_corrupt(self) -> None:
        # Offset (0-7) and leader epoch (12-15) are outside the CRC.
        for at in (*range(8, 12), *range(16, len(GOLDEN))):
            for value in range(256):
                if value != GOLDEN[at]:
                    damaged = GOLDEN[:at] + bytes((value,)) + GOLDEN[at + 1 :]
                    self.assertRaises(CorruptRecords, self.codec.check_batch, damaged)
        for cut in range(len(GOLDEN)):
            self.assertRaises(CorruptRecords, self.codec.check_batch, GOLDEN[:cut])
            self.assertRaises(CorruptRecords, self.codec.read_header, GOLDEN[:cut])
            self.assertRaises(CorruptRecords, self.codec.check_crc, GOLDEN[:cut])
            self.assertEqual(self.codec.scan(GOLDEN[:cut]), [])
            self.assertEqual(list(self.codec.records(GOLDEN[:cut])), [])

    def refused(self, body: bytes, count: int, index: int, words: str, *, base_timestamp: int = 0) -> None:
        batch = with_body(body, count, base_timestamp=base_timestamp)
        error = self.assertRaises(InvalidRecords, self.codec.check_batch, batch)
        self.assertEqual(error.batch_index, index, str(error))
        self.assertIn(words, str(error))
        packed = with_body(compress(Codec.ZSTD, body), count, codec=4, base_timestamp=base_timestamp)
        again = self.assertRaises(InvalidRecords, self.codec.check_batch, packed)
        self.assertEqual((str(again), again.batch_index), (str(error), error.batch_index))

    def test_records_that_are_not_what_they_say(self) -> None:
        good = record(0)
        self.assertEqual(self.codec.check_batch(with_body(good + record(1), 2)).first_keyless, 0)
        self.refused(good, 2, 1, "ends inside")
        self.refused(good + record(1), 1, -1, "behind the last")
        self.refused(good + b"\0", 1, -1, "1 bytes stand behind")
        self.refused(good + record(0), 2, 1, "offset delta 0 instead of 1")
        self.refused(record(1), 1, 0, "offset delta 1 instead of 0")
        self.refused(good + record(-1), 2, 1, "offset delta -1")
        self.refused(b"", 1, 0, "ends inside")
        self.refused(encode(-5) + bytes(10), 1, 0, "length -5")
        self.refused(encode(0), 1, 0, "length 0")
        self.refused(encode(100) + bytes(10), 1, 0, "length 100 where 10")
        self.refused(encode((1 << 31) - 1) + bytes(10), 1, 0, "length 2147483647")
        self.refused(b"\xff\xff\xff\xff\xff\x01" + bytes(10), 1, 0, "more bits")
        self.refused(b"\xff\xff\xff\xff\x7f" + bytes(10), 1, 0, "more bits")
        self.refused(b"\xff", 1, 0, "ends inside")
        self.refused(encode(1) + b"\0", 1, 0, "ends inside")
        self.refused(record(0, key=encode(-2)), 1, 0, "key of length -2")
        self.refused(record(0, key=encode(9)), 1, 0, "key of length 9")
        self.refused(record(0, value=encode(-2)), 1, 0, "value of length -2")
        self.refused(record(0, value=encode(1 << 30)), 1, 0, "value of length")
        self.refused(record(0, headers=encode(-1)), 1, 0, "-1 headers")
        self.refused(record(0, headers=encode(1 << 30)), 1, 0, "headers where 0 bytes")
        self.refused(record(0, headers=encode(1) + encode(-1) + encode(-1)), 1, 0, "header key of length -1")
        self.refused(record(0, headers=encode(1) + encode(5) + encode(-1)), 1, 0, "header key of length 5")
        self.refused(record(0, headers=encode(1) + encode(0) + encode(-2)), 1, 0, "header value of length -2")
        self.refused(record(0, headers=encode(1) + encode(0) + encode(1)), 1, 0, "header value of length 1")
        self.refused(record(0, headers=encode(2) + encode(0) + encode(-1) + encode(0)), 1, 0, "2 headers where 3")
        self.refused(record(0, tail=b"x"), 1, 0, "1 bytes behind its last header")
        self.refused(record(0)[:2] + b"\xff" * 9 + b"\x02" + record(0)[3:], 1, 0, "")
        self.refused(encode(16) + b"\0" + b"\xff" * 9 + b"\x03" + b"\0\1\1\0\0", 1, 0, "more bits")

    def test_timestamps_wrap_as_java_s(self) -> None:
        """Who writes a batch anew may have to choose a base that is more than 63 bits away from a record's timestamp."""
        most, least = (1 << 63) - 1, -(1 << 63)
        above = with_body(record(0, timestamp=2), 1, base_timestamp=most)
        below = with_body(record(0, timestamp=-2), 1, base_timestamp=least)
        for batch, timestamp in ((above, least + 1), (below, most - 1)):
            self.assertEqual([one.timestamp_ms for one in self.codec.records(batch)], [timestamp])
            self.assertEqual(self.codec.check_batch(batch).max_timestamp, max(-1, timestamp))
        rows: list[Row] = [(most, b"k", b"v", ()), (least, b"k", b"v", ()), (0, b"k", b"v", ())]
        for order in (rows, rows[::-1], rows[1:] + rows[:1]):
            built = self.codec.build_batch(order)
            self.assertEqual(list(self.codec.records(built)), expected(order, 0))

    def test_counts_and_ranges(self) -> None:
        body = record(0) + record(1)
        for count, last in ((0, -1), (0, 0), (-1, -2), (-(1 << 31), (1 << 31) - 1), (2, 0), (2, 2), (2, -1), ((1 << 31) - 1, 1)):
            error = self.assertRaises(InvalidRecords, self.codec.check_batch, with_body(body, count, last_delta=last))
            self.assertEqual(error.batch_index, -1)
        huge = (1 << 31) - 1
        error = self.assertRaises(InvalidRecords, self.codec.check_batch, with_body(body, huge, last_delta=huge - 1))
        self.assertEqual(error.batch_index, 2)

    def test_codecs_that_are_none_and_wrong_ones(self) -> None:
        for number in (5, 6, 7):
            self.assertRaises(UnsupportedCodec, self.codec.check_batch, with_body(record(0), 1, codec=number))
            self.assertRaises(UnsupportedCodec, lambda n: list(self.codec.records(with_body(record(0), 1, codec=n))), number)
        for number in (1, 2, 3, 4):
            self.assertRaises(InvalidRecords, self.codec.check_batch, with_body(record(0), 1, codec=number))
            for other in (1, 2, 3, 4):
                if other != number:
                    wrong = with_body(compress(other, record(0) * 50), 1, codec=number)
                    self.assertRaises(InvalidRecords, self.codec.check_batch, wrong)

    def test_bombs(self) -> None:
        body = record(0, value=encode(32 << 20) + bytes(32 << 20))
        for number in (1, 2, 3, 4):
            bomb = with_body(compress(number, body), 1, codec=number)
            tracemalloc.start()
            try:
                self.assertRaises(InvalidRecords, self.codec.check_batch, bomb, max_uncompressed_bytes=1 << 20)
                self.assertRaises(InvalidRecords, lambda b: list(self.codec.records(b, max_uncompressed_bytes=1 << 20)), bomb)
                self.assertLess(tracemalloc.get_traced_memory()[1], 8 << 20)
            finally:
                tracemalloc.stop()
            self.assertEqual(self.codec.check_batch(bomb).uncompressed_bytes, len(body))

    def test_ordinary(self) -> None:
        """What producers send; all else is left to a closer look, and what is broken raises as `check_batch` does."""
        sent = self.codec.build_batch(GOLDEN_ROWS, producer_id=9, producer_epoch=2, base_sequence=4)
        facts = (2, 1_700_000_000_005, 1_700_000_000_000, 1, 9, 2, 4)
        for buffer in (sent, bytearray(sent), memoryview(b"?" + sent)[1:]):
            self.assertEqual(self.codec.ordinary(buffer, len(sent)), (*facts, 0))
        self.assertIsNone(self.codec.ordinary(sent, len(sent) - 1))
        for codec in Codec:
            packed = self.codec.build_batch(GOLDEN_ROWS, codec=codec, producer_id=9, producer_epoch=2, base_sequence=4)
            self.assertEqual(self.codec.ordinary(packed, 1000), (*facts, codec))
            marked = made_good(packed[:22] + bytes([packed[22] | 0x10]) + packed[23:])
            self.assertEqual(self.codec.ordinary(marked, 1000), (*facts, codec | 0x10))
        for attributes in (0x08, 0x10, 0x20, 0x40):
            self.assertIsNone(self.codec.ordinary(self.codec.build_batch(GOLDEN_ROWS, attributes=attributes), 1000))
        for uncommon in (
            self.codec.build_batch(GOLDEN_ROWS, base_offset=1),
            self.codec.build_batch(GOLDEN_ROWS, producer_id=9, producer_epoch=0),
            self.codec.build_batch(GOLDEN_ROWS, producer_id=9, producer_epoch=0, attributes=0x10),
            self.codec.build_batch(GOLDEN_ROWS, producer_id=9, producer_epoch=0, base_sequence=0, attributes=0x30),
            self.codec.build_batch(GOLDEN_ROWS, offset_deltas=[0, 2]),
            sent + b"\0", sent[:-1], sent[:60], b"", message_bytes(1, 0, 0, None, b"value" * 20),
            made_good(sent[:42] + bytes([sent[42] ^ 1]) + sent[43:]),
            made_good(sent[:57] + bytes(4) + sent[61:]),
        ):  # fmt: skip
            self.assertIsNone(self.codec.ordinary(uncommon, 1000))
        self.assertRaises(CorruptRecords, self.codec.ordinary, sent[:-1] + b"?", 1000)
        self.assertRaises(InvalidRecords, self.codec.ordinary, with_body(record(0, tail=b"x"), 1), 1000)

    @properties()
    @given(row_lists, codecs, st.integers(0, 90), st.integers(0, 255))
    def test_ordinary_like_check_batch(self, given_rows: list[Row], codec: Codec, at: int, byte: int) -> None:
        batch = bytearray(self.codec.build_batch(given_rows, codec=codec))
        batch[min(at, len(batch) - 1)] = byte
        sent = made_good(bytes(batch))
        try:
            facts = self.codec.check_batch(sent)
        except RecordsError as error:
            try:
                self.assertIsNone(self.codec.ordinary(sent, 1 << 20))
            except RecordsError as again:
                self.assertEqual(repr(again), repr(error))
        else:
            found = self.codec.ordinary(sent, 1 << 20)
            if found is not None:
                header = self.codec.read_header(sent)
                self.assertEqual(
                    found,
                    (
                        header.record_count, facts.max_timestamp, facts.min_timestamp, facts.first_keyless,
                        header.producer_id, header.producer_epoch, header.base_sequence, header.attributes,
                    ),
                )  # fmt: skip

    def test_ordinary_run(self) -> None:
        """Of one producer, in the order of its sequences; what is stored of it, and where."""
        most = 2**31 - 1

        def made(count: int, sequence: int, **fields: int) -> bytes:
            rows = [(1000 + sequence % 100 + n, None, b"v", ()) for n in range(count)]
            return self.codec.build_batch(rows, **{"producer_id": 9, "producer_epoch": 2, "base_sequence": sequence, **fields})  # type: ignore[arg-type]

        def taken(*batches: Buffer | None) -> int:
            run = self.codec.ordinary_run(batches, 0, 0, 1000)
            return 0 if run is None else len(run.batches)

        first, second, third = made(2, most - 1), made(3, 0), memoryview(made(1, 3))
        run = self.codec.ordinary_run([first, second, third], 70, 5, 1000)
        sizes = [len(first), len(second), len(third)]
        self.assertEqual(
            run,
            (
                9, 2, most - 1, False, sum(sizes), 76, 1000, 1047,
                [
                    (0, sizes[0], 71, 1047, 1046, 2, most),
                    (sizes[0], sizes[1], 74, 1002, 1000, 3, 2),
                    (sizes[0] + sizes[1], sizes[2], 75, 1003, 1003, 1, 3),
                ],
                [
                    self.codec.patch(first, 70, 5), first[16:], self.codec.patch(second, 72, 5), second[16:],
                    self.codec.patch(third, 75, 5), third[16:],
                ],
            ),
        )  # fmt: skip
        # A batch of ordinary records that another one's would follow, and what does not.
        one = made(1, 0)
        for other in (
            made(1, 0), made(1, 2), made(1, 1, producer_id=8), made(1, 1, producer_epoch=3), made(1, 1, attributes=0x10),
            self.codec.build_batch(ROWS), made(1, 1)[:-1] + b"?", made(1, 1)[:-1], made(1, 1, base_offset=1), b"", None,
        ):  # fmt: skip
            self.assertEqual(taken(one, other, made(1, 1)), 1)
        self.assertEqual(taken(one, made(1, 1, codec=Codec.LZ4)), 2)
        marked = [made(1, n, attributes=0x10) for n in range(3)]
        self.assertEqual((taken(*marked), taken(*marked, made(1, 3)), taken(marked[0], one)), (3, 3, 1))
        for nothing in ([], [None], [b""], [one[:-1] + b"?", one]):
            self.assertIsNone(self.codec.ordinary_run(nothing, 0, 0, 1000))
        self.assertIsNone(self.codec.ordinary_run([one], 0, 0, len(one) - 1))
        nobodys = self.codec.build_batch(GOLDEN_ROWS)
        run = self.codec.ordinary_run([nobodys] * 3, 0, 0, 1000)
        assert run is not None
        self.assertEqual((run.producer_id, run.end_offset, [each.last_sequence for each in run.batches]), (-1, 6, [-1] * 3))

    def test_copied_runs(self) -> None:
        """What a leader has stored, by its producers; nothing where there is anything else."""
        most = 2**31 - 1

        def made(offset: int, count: int, sequence: int, *, epoch: int = 5, **fields: int) -> bytes:
            rows = [(1000 + sequence % 100 + n, None, b"v", ()) for n in range(count)]
            built = self.codec.build_batch(rows, **{"producer_id": 9, "producer_epoch": 2, "base_sequence": sequence, **fields})  # type: ignore[arg-type]
            return self.codec.patch(built, offset, epoch) + built[16:]

        first, second = made(70, 2, most - 1), made(72, 3, 0)
        others = made(75, 1, 7, producer_id=8), made(76, 1, 7, producer_id=8), made(77, 1, 8, producer_id=8, attributes=0x10)
        nobodys = self.codec.build_batch([(-1, None, b"v", ())])
        nobodys = self.codec.patch(nobodys, 78, 5) + nobodys[16:]
        at, places = 0, []
        for each in (first, second, *others, nobodys):
            places.append((at, len(each)))
            at += len(each)
        whole = b"".join((first, second, *others, nobodys))
        for data in (whole, memoryview(whole)):
            self.assertEqual(
                self.codec.copied_runs(data, 70, 5),
                [
                    (9, 2, False, 75, 1047, [(*places[0], 71, 1047, -1, 2, most), (*places[1], 74, 1002, -1, 3, 2)]),
                    (8, 2, False, 76, 1007, [(*places[2], 75, 1007, -1, 1, 7)]),
                    (8, 2, False, 77, 1007, [(*places[3], 76, 1007, -1, 1, 7)]),
                    (8, 2, True, 78, 1008, [(*places[4], 77, 1008, -1, 1, 8)]),
                    (-1, -1, False, 79, -1, [(*places[5], 78, -1, -1, 1, -1)]),
                ],
            )  # fmt: skip
        hurt, many, gap = bytearray(second), bytearray(second), made(73, 1, 0)
        hurt[-1] ^= 1
        many[57:61] = (4).to_bytes(4, "big")
        for other in (
            hurt, many, second[:-1], second[:5], gap, made(71, 1, 0), made(72, 1, 0, epoch=4), made(72, 1, 0, epoch=6),
            made(72, 1, -1), made(72, 1, 0, attributes=0x20), bytes(61), bytes(80),
        ):  # fmt: skip
            self.assertIsNone(self.codec.copied_runs(first + bytes(other), 70, 5), other)
        self.assertIsNone(self.codec.copied_runs(b"", 0, 5))
        highest = (1 << 63) - 2
        last = made(highest, 1, 0)
        self.assertIsNone(self.codec.copied_runs(last, highest, 5))
        self.assertIsNone(self.codec.copied_runs(first, 71, 5))

    def test_log_append_time_counts_for_all_records(self) -> None:
        batch = self.codec.build_batch(ROWS, attributes=LOG_APPEND_TIME)
        stamped = self.codec.stamp(batch, 0, 0, 1_800_000_000_000, True) + batch[61:]
        facts = self.codec.check_batch(stamped)
        self.assertEqual(facts[:3], (1_800_000_000_000, 0, 1_800_000_000_000))
        self.assertEqual({r.timestamp_ms for r in self.codec.records(stamped)}, {1_800_000_000_000})
        self.assertEqual(self.codec.find_timestamp(stamped, 0, 1_800_000_000_000, 2), (1_800_000_000_000, 2))
        self.assertIsNone(self.codec.find_timestamp(stamped, 0, 1_800_000_000_001))

    def test_records_without_timestamps(self) -> None:
        batch = self.codec.build_batch([(-1, None, b"a", ()), (-1, b"k", b"b", ())])
        self.assertEqual(self.codec.check_batch(batch)[:4], (-1, 0, -1, 0))

    def test_gaps_are_read_and_not_accepted(self) -> None:
        batch = self.codec.build_batch(rows(3), offset_deltas=[1, 4, 9], base_offset=100)
        self.assertEqual([r.offset for r in self.codec.records(batch)], [101, 104, 109])
        self.assertEqual(self.codec.scan(batch)[0].last_offset, 109)
        self.assertEqual(self.codec.find_timestamp(batch, 0, 0, 102), (1_700_000_000_001, 104))
        self.assertRaises(InvalidRecords, self.codec.check_batch, batch)
        self.codec.check_crc(batch)

    def test_an_empty_batch_of_compaction(self) -> None:
        empty = with_body(b"", 0, last_delta=9, base_timestamp=-1)
        self.assertEqual(list(self.codec.records(empty + GOLDEN)), expected(GOLDEN_ROWS, 7))
        self.assertIsNone(self.codec.find_timestamp(empty, 0, 0))
        self.assertRaises(InvalidRecords, lambda: list(self.codec.records(with_body(b"", -1))))
        self.assertRaises(InvalidRecords, self.codec.find_timestamp, with_body(b"", -1), 0, 0)

    def test_reading_stops_at_the_first_bad_record(self) -> None:
        batch = with_body(record(0) + record(1) + record(2, tail=b"x"), 3)
        iterator = iter(self.codec.records(batch))
        self.assertEqual([next(iterator).offset, next(iterator).offset], [0, 1])
        self.assertRaises(InvalidRecords, next, iterator)
        self.assertRaises(StopIteration, next, iterator)
        self.assertRaises(InvalidRecords, lambda: list(self.codec.records(with_body(record(0) + b"x", 1))))
        self.assertRaises(InvalidRecords, self.codec.find_timestamp, batch, 0, 1)
        self.assertRaises(InvalidRecords, self.codec.find_timestamp, with_body(record(0) + b"x", 1), 0, 1)
        self.assertEqual(self.codec.find_timestamp(batch, 0, 0, 1), (0, 1))

    def test_scan(self) -> None:
        plain = message_bytes(0, 40, -1, None, b"zero")
        timed = message_bytes(1, 41, 1234, b"k", b"one", LOG_APPEND_TIME)
        wrapper = message_bytes(1, 45, 1235, None, b"?", 2)
        buffer = b"xx" + plain + timed + wrapper + GOLDEN + GOLDEN[:-1]
        entries = self.codec.scan(buffer, 2)
        at = 2
        self.assertEqual(entries[0], Entry(at, len(plain), 0, 40, 40, -1, -1, 0, -1, -1, -1, 1))
        at += len(plain)
        self.assertEqual(entries[1], Entry(at, len(timed), 1, 41, 41, 1234, -1, 8, -1, -1, -1, 1))
        at += len(timed)
        self.assertEqual(entries[2], Entry(at, len(wrapper), 1, 45, 45, 1235, -1, 2, -1, -1, -1, -1))
        at += len(wrapper)
        self.assertEqual(entries[3], Entry(at, len(GOLDEN), 2, 7, 8, 1_700_000_000_005, 3, 0, 9, 2, 4, 2))
        self.assertEqual(len(entries), 4)
        self.assertEqual(self.codec.scan(buffer, 2, 2), entries[:2])
        self.assertEqual(self.codec.scan(buffer, 2, 0), [])
        self.assertEqual(self.codec.scan(b""), [])
        for position in (2, 2 + len(plain), at):
            self.codec.check_crc(buffer, position)
        self.assertEqual(self.codec.scan(buffer, len(buffer) + 5), [])

    def test_scan_of_what_is_none(self) -> None:
        for magic, size in ((0, 13), (1, 21), (2, 48), (3, 100), (255, 100), (0, 0), (2, -1), (2, -(1 << 31)), (0, -12)):
            junk = struct.pack(">qiiB", 0, size, 0, magic) + bytes(200)
            self.assertRaises(CorruptRecords, self.codec.scan, GOLDEN + junk)
            self.assertRaises(CorruptRecords, self.codec.check_crc, GOLDEN + junk, len(GOLDEN))
            self.assertRaises(CorruptRecords, lambda j: list(self.codec.records(GOLDEN + j)), junk)
            self.assertRaises(CorruptRecords, self.codec.find_timestamp, junk, 0, 0)
        huge = struct.pack(">qiiB", 0, (1 << 31) - 1, 0, 2) + bytes(200)
        self.assertEqual(len(self.codec.scan(GOLDEN + huge)), 1)
        for call in (self.codec.scan, self.codec.read_header, self.codec.check_batch, self.codec.check_crc):
            self.assertRaises(CorruptRecords, call, GOLDEN, -1)
        self.assertRaises(CorruptRecords, self.codec.read_header, GOLDEN, len(GOLDEN) + 1)
        self.assertRaises(CorruptRecords, self.codec.read_header, message_bytes(1, 0, 0, None, bytes(100)))

    def test_check_crc_of_old_entries(self) -> None:
        for magic in (0, 1):
            entry = message_bytes(magic, 5, 77, b"key", b"value")
            self.codec.check_crc(entry)
            for at in range(12, len(entry)):
                self.assertRaises(CorruptRecords, self.codec.check_crc, entry[:at] + bytes((entry[at] ^ 1,)) + entry[at + 1 :])

    def test_patch(self) -> None:
        patched = self.codec.patch(GOLDEN, 1 << 40, 17)
        self.assertEqual(patched.hex(), "0000010000000000" + "0000004f" + "00000011")
        self.assertEqual(self.codec.read_header(patched + GOLDEN[16:])[:3], (1 << 40, 91, 17))
        self.codec.check_batch(patched + GOLDEN[16:])

    @properties(30)
    @given(codecs, st.booleans(), st.integers(-1, 1 << 50))
    def test_stamp(self, codec: Codec, append_time: bool, max_timestamp: int) -> None:
        batch = self.codec.build_batch(ROWS, codec=codec, producer_id=5, producer_epoch=1, base_sequence=0, attributes=0x10)
        stamped = self.codec.stamp(memoryview(batch), 99, 7, max_timestamp, append_time)
        self.assertEqual(len(stamped), 61)
        whole = stamped + batch[61:]
        self.codec.check_batch(whole)
        before, after = self.codec.read_header(batch), self.codec.read_header(whole)
        attributes = 0x10 | codec | (LOG_APPEND_TIME if append_time else 0)
        want = before._replace(base_offset=99, partition_leader_epoch=7, crc=after.crc, attributes=attributes, max_timestamp=max_timestamp)
        self.assertEqual(after, want)
        self.assertRaises(CorruptRecords, self.codec.stamp, batch[:60], 0, 0, 0, False)

    def test_header_keys_that_are_not_utf_8_survive(self) -> None:
        batch = with_body(record(0, headers=encode(1) + encode(2) + b"\xff\xfe" + encode(1) + b"v"), 1)
        self.codec.check_batch(batch)
        (found,) = self.codec.records(batch)
        again = self.codec.build_batch([(found.timestamp_ms, found.key, found.value, found.headers)])
        self.assertEqual(again[61:], batch[61:])

    def test_large_batches(self) -> None:
        for codec in Codec:
            given_rows = rows(5000)
            batch = self.codec.build_batch(given_rows, codec=codec)
            self.codec.check_batch(batch)
            self.assertEqual(list(self.codec.records(batch)), expected(given_rows))
            damaged = bytearray(batch)
            damaged[-1] ^= 1
            self.assertRaises(CorruptRecords, self.codec.check_batch, damaged)
            self.assertRaises((InvalidRecords, CorruptRecords), self.codec.check_batch, made_good(damaged[:-2]))

    def test_records_are_records(self) -> None:
        (first, second) = self.codec.records(GOLDEN)
        self.assertIs(type(first), Record)
        self.assertIs(type(second.headers[0]), Header)
        self.assertIs(type(self.codec.scan(GOLDEN)[0]), Entry)
        self.assertIs(type(self.codec.read_header(GOLDEN)), BatchHeader)
        self.assertIs(type(self.codec.check_batch(GOLDEN)), BatchFacts)
        self.assertEqual(build_batch(GOLDEN_ROWS)[61:], GOLDEN[61:])


class PythonBatchTests(BatchSuite, PythonCase):
    pass


class FastBatchTests(BatchSuite, FastCase):
    pass


del BatchSuite
