"""Fetched batches as columns: plain Python and Cython say the same, and what ``records.views`` says; hostile bytes, too."""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
from typing import Any, ClassVar
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klog.records import columns as plain
from klog.records.columns import HEADER_BYTES, ROW_BYTES, Skipped, TimestampOverflow, TimestampType, Wanted, rows_of
from klog.records.contract import (
    CONTROL,
    LOG_APPEND_TIME,
    TRANSACTIONAL,
    Buffer,
    Codec,
    CorruptRecords,
    Header,
    InvalidRecords,
    RecordsError,
)
from klog.records.implementations import Columns, choose_columns, choose_views
from klog.records.legacy import message_bytes
from klog.records.python import codec
from klog.records.varint import encode
from tests import peers
from tests.records.cases import ROWS, CodecCase, codecs, made_good, properties, row_lists, rows, with_body

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

ALL = Wanted.KEY | Wanted.VALUE | Wanted.OFFSET | Wanted.TIMESTAMP | Wanted.TIMESTAMP_TYPE | Wanted.HEADERS
END = (1 << 63) - 1
PLAIN = choose_columns({"KLOG_NO_EXTENSIONS": "1"})


def fast() -> Columns:
    """The Cython ones; skips, or fails where KLOG_REQUIRE names extensions."""
    found = choose_columns({})
    if found.name != "cython":
        peers.missing("extensions", "klog.records._columns is not built")
    return found


def offsets_of(found: Any) -> list[int]:
    """Of a piece."""
    return [row[0] for row in rows_of(found)]


def sizes(found: Any) -> None:
    """Each buffer of a piece has the size that its rows ask for, and places that rise within their data."""
    count = found.rows

    def length(buffer: Buffer | None) -> int | None:
        return None if buffer is None else memoryview(buffer).nbytes

    def bits(validity: Buffer | None, null_count: int, entries: int) -> None:
        assert (validity is None) == (null_count == 0)
        if validity is not None:
            assert length(validity) == (entries + 7) // 8
            assert sum(byte.bit_count() for byte in bytes(validity)) == entries - null_count

    def strings(column: plain.BinaryColumn, entries: int) -> None:
        places = list(memoryview(column.offsets).cast("B").cast("i"))
        assert len(places) == entries + 1
        assert places == sorted(places) and places[0] == 0 and places[-1] == length(column.data)
        bits(column.validity, column.null_count, entries)

    assert length(found.offsets) in (None, 8 * count)
    assert length(found.timestamps_us) in (None, 8 * count)
    assert length(found.timestamp_types) in (None, 4 * count)
    for column in (found.key, found.value):
        if column is not None:
            strings(column, count)
    if found.headers is not None:
        places = list(memoryview(found.headers.list_offsets).cast("B").cast("i"))
        assert len(places) == count + 1 and places == sorted(places) and places[0] == 0
        bits(found.headers.validity, found.headers.null_count, count)
        strings(found.headers.keys, places[-1])
        strings(found.headers.values, places[-1])
        assert found.headers.keys.null_count == 0


def everything(
    columns: Columns,
    data: Buffer,
    start: int = 0,
    end: int = END,
    *,
    pieces: list[int] | None = None,
    skipping: bool = True,
    **options: Any,
) -> list[Any]:
    """All that a cursor says, taken in `pieces` of bytes, the last one again and again; bad batches are skipped, or told twice."""
    told: list[Any] = [tuple(columns.outline(data, start, end))]
    options.setdefault("wanted", ALL)
    cursor = columns.cursor(data, start=start, end=end, **options)
    steps = pieces or [1 << 20]
    for step in range(1000):
        try:
            found = cursor.take(steps[min(step, len(steps) - 1)])
        except RecordsError as error:
            told.append((type(error).__name__, str(error), getattr(error, "batch_index", None), cursor.next_offset))
            if not skipping:
                break
            told.append((tuple(cursor.skip_batch()), cursor.next_offset))
            continue
        if found is None:
            told.append(("end", cursor.next_offset))
            return told
        sizes(found)
        told.append((rows_of(found), found.next_offset, cursor.next_offset))
    return told


def records_in(told: list[Any]) -> list[tuple[Any, ...]]:
    """The rows among what `everything` told."""
    return [row for entry in told[1:] if isinstance(entry[0], list) for row in entry[0]]


def modelled(data: bytes, start: int, end: int, **options: Any) -> list[tuple[Any, ...]]:
    """What ``records.views`` reads of the same bytes, as rows of columns; all are CreateTime."""
    cursor = choose_views({"KLOG_NO_EXTENSIONS": "1"}).cursor(data, start, **options)
    found = cursor.take(1 << 30).records()
    return [
        (
            record.offset,
            record.timestamp_ms * 1000,
            0,
            record.key,
            record.value,
            [(header.key, header.value) for header in record.headers] or None,
        )
        for record in found
        if record.offset < end
    ]


class ColumnTests(CodecCase):
    """The same of both."""

    NAME = "python"
    columns: ClassVar[Columns]

    def setUp(self) -> None:
        """Which implementation."""
        type(self).columns = PLAIN if self.NAME == "python" else fast()
        self.assertEqual(self.columns.name, self.NAME)

    def cursor(self, data: Buffer, start: int = 0, end: int = END, wanted: int = ALL, **options: Any) -> plain.PlainColumnCursor:
        return self.columns.cursor(data, start=start, end=end, wanted=wanted, **options)

    def test_all_columns_of_every_codec(self) -> None:
        for kind in Codec:
            data = codec.build_batch(ROWS, base_offset=7, codec=kind)
            cursor = self.cursor(data)
            found = cursor.take(1 << 20)
            assert found is not None
            sizes(found)
            self.assertEqual(rows_of(found), modelled(data, 0, END))
            self.assertEqual((found.rows, found.next_offset, cursor.next_offset, cursor.take(1)), (5, 12, 12, None))
            assert found.key is not None and found.value is not None and found.headers is not None
            self.assertEqual((found.key.null_count, found.value.null_count, found.headers.null_count), (1, 1, 3))

    def test_only_what_is_wanted(self) -> None:
        data = codec.build_batch(ROWS, base_offset=7)
        whole = rows_of(self.cursor(data).take(1 << 20))
        for wanted in range(64):
            found = self.cursor(data, wanted=wanted).take(1 << 20)
            assert found is not None
            sizes(found)
            order = (Wanted.OFFSET, Wanted.TIMESTAMP, Wanted.TIMESTAMP_TYPE, Wanted.KEY, Wanted.VALUE, Wanted.HEADERS)
            self.assertEqual(
                rows_of(found), [tuple(part if wanted & bit else None for part, bit in zip(row, order, strict=True)) for row in whole]
            )

    def test_start_and_end_cut_pieces_off(self) -> None:
        data = b"".join(codec.build_batch(rows(10), base_offset=10 * i, codec=kind) for i, kind in enumerate((Codec.NONE, Codec.LZ4)))
        for start in range(22):
            for end in (start - 1, start, start + 1, 9, 10, 11, 19, 20, 30):
                cursor = self.cursor(data, start, end)
                found = cursor.take(1 << 20)
                wanted = list(range(start, min(end, 20)))
                self.assertEqual([] if found is None else offsets_of(found), wanted)
                self.assertEqual(cursor.take(1 << 20), None)
                self.assertEqual(cursor.next_offset, max(start, min(end, 20)), (start, end))
                self.assertLessEqual(len(wanted), self.columns.outline(data, start, end).rows)

    def test_what_lies_behind_the_end_is_not_looked_at(self) -> None:
        bad = bytearray(codec.build_batch(rows(3), base_offset=3))
        bad[-1] ^= 1
        cursor = self.cursor(codec.build_batch(rows(3)) + bytes(bad), 0, 3)
        self.assertEqual(cursor.take(1 << 20).rows, 3)  # type: ignore[union-attr]
        self.assertIsNone(cursor.take(1 << 20))
        # A gap up to the end is the end, where the next batch tells so.
        cursor = self.cursor(codec.build_batch(rows(3)) + codec.build_batch(rows(3), base_offset=90), 0, 50)
        cursor.take(1 << 20)
        self.assertEqual(cursor.next_offset, 50)

    def test_a_compacted_log(self) -> None:
        data = codec.build_batch(rows(3), base_offset=4, offset_deltas=[0, 5, 9])
        # Compaction leaves the last offset where it was.
        data = made_good(data[:23] + struct.pack(">i", 30) + data[27:])
        data += made_good(with_body(b"", 0, last_delta=9).replace(bytes(8), struct.pack(">q", 40), 1))
        data += codec.build_batch(rows(1), base_offset=60)
        self.assertEqual(self.columns.outline(data, 0, END)[:2], (4, 61))
        cursor = self.cursor(data)
        told = [(offsets_of(found), found.next_offset) for found in iter(lambda: cursor.take(1), None)]
        self.assertEqual(told, [([4], 5), ([9], 10), ([13], 50), ([60], 61)])

    def test_control_and_empty_batches_move_on(self) -> None:
        data = codec.build_batch(rows(1), attributes=CONTROL | TRANSACTIONAL, base_offset=5) + with_body(b"", 0, last_delta=2)
        cursor = self.cursor(data)
        self.assertEqual((cursor.take(10), cursor.next_offset), (None, 6))
        self.assertEqual(self.columns.outline(data, 0, END).rows, 0)
        # A control batch with a wrong checksum is a fault all the same.
        self.assertRaises(CorruptRecords, self.cursor(data[:50] + b"\x55" + data[51:]).take, 10)

    def test_the_outline(self) -> None:
        first, second = codec.build_batch(rows(20)), codec.build_batch(rows(20), base_offset=20, codec=Codec.ZSTD)
        outline = self.columns.outline
        self.assertEqual(outline(first + second, 0, 40), (40, 40, len(first + second), True))
        self.assertEqual(outline(first + second, 15, 22), (7, 40, len(first + second), True))
        self.assertEqual(outline(first + second[:-1], 0, 40), (20, 20, len(first), False))
        self.assertEqual(outline(b"", 0, 9), (0, -1, 0, False))
        self.assertEqual(outline(first[:-1], 0, 9), (0, -1, 0, False))
        self.assertEqual(outline(first + bytes(40), 0, 9), (9, 20, len(first), False))
        self.assertEqual(outline(message_bytes(1, 10, 5, b"k", None), 0, 90)[:2], (1, 11))
        wrapper = codec.to_old_magic(codec.build_batch(rows(4), base_offset=6, codec=Codec.GZIP), 1)
        self.assertEqual(outline(wrapper, 7, 90)[:2], (3, 10))

    def test_a_count_that_lies_makes_no_room(self) -> None:
        data = bytearray(with_body(b"", 1, last_delta=0x7FFFFFFF))
        data[57:61] = struct.pack(">i", 0x7FFFFFFF)
        lying = made_good(data)
        self.assertEqual(self.columns.outline(lying, 0, END).rows, 0)
        self.assertRaises(InvalidRecords, self.cursor(lying).take, 1 << 62)
        data[21:23] = struct.pack(">h", Codec.GZIP)
        self.assertRaises(InvalidRecords, self.cursor(made_good(data)).take, 1 << 20)

    def test_timestamps(self) -> None:
        data = codec.stamp(codec.build_batch(rows(2)), 0, 1, 99, True) + codec.build_batch(rows(2))[61:]
        self.assertEqual(data[22] & LOG_APPEND_TIME, LOG_APPEND_TIME)
        data += codec.build_batch([(-1, None, None, ())], base_offset=2)
        self.assertEqual([row[1:3] for row in rows_of(self.cursor(data).take(999))], [(99_000, 1), (99_000, 1), (-1000, 0)])

    def test_a_timestamp_that_is_no_number_of_microseconds(self) -> None:
        largest = END // 1000
        for good, bad in ((largest, largest + 1), (-largest, -largest - 1)):
            data = codec.build_batch([(good, b"", b"a", ()), (bad, b"", b"b", ()), (good, b"", b"c", ())], base_offset=5)
            data += codec.build_batch(rows(1), base_offset=8)
            cursor = self.cursor(data)
            self.assertEqual([row[:2] for row in rows_of(cursor.take(1 << 20))], [(5, good * 1000)])
            for _ in range(2):
                error = self.assertRaises(TimestampOverflow, cursor.take, 1 << 20)
                self.assertEqual((error.offset, error.timestamp_ms, error.batch_index), (6, bad, 1))
                self.assertIn("offset 6", str(error))
            self.assertEqual(cursor.next_offset, 6)
            self.assertEqual(cursor.skip_batch(), (5, 8, 2))
            self.assertEqual(offsets_of(cursor.take(1 << 20)), [8])
            # Where no timestamp is wanted, it is nobody's business.
            self.assertEqual(self.cursor(data, wanted=Wanted.VALUE).take(1 << 20).rows, 4)  # type: ignore[union-attr]

    def test_old_formats(self) -> None:
        for magic in (0, 1):
            data = codec.to_old_magic(codec.build_batch(rows(4), base_offset=6, codec=Codec.GZIP), magic)
            data += message_bytes(magic, 10, 5, b"k", None)
            found = rows_of(self.cursor(data, 8).take(1 << 20))
            self.assertEqual([row[0] for row in found], [8, 9, 10])
            self.assertEqual([row[3] for row in found], [rows(4)[2][1], rows(4)[3][1], b"k"])
            self.assertEqual(found[2][1:3], (5000, 0) if magic else (-1000, TimestampType.NONE))
            self.assertEqual(offsets_of(self.cursor(data, skip={0}).take(1 << 20)), [10])
        self.assertEqual(plain.old_kind(1, LOG_APPEND_TIME), TimestampType.LOG_APPEND)
        stamped = bytearray(codec.to_old_magic(codec.stamp(data := codec.build_batch(rows(2)), 0, 1, 99, True) + data[61:], 1))
        self.assertEqual({row[1:3] for row in rows_of(self.cursor(stamped).take(1 << 20))}, {(99_000, 1)})

    def test_pieces_are_bounded(self) -> None:
        given_rows = [(0, b"k" * 5, bytes(10 * i), (Header("abc", b"12"),)) for i in range(30)]
        for kind in (Codec.NONE, Codec.ZSTD):
            data = codec.build_batch(given_rows, codec=kind)  # type: ignore[arg-type]
            for most in (-1, 0, 1, 100, 500, 4000, 1 << 40):
                cursor, taken = self.cursor(data), []
                while (found := cursor.take(most)) is not None:
                    count = [ROW_BYTES + 5 + len(row[4]) + HEADER_BYTES + 5 for row in rows_of(found)]
                    self.assertTrue(len(count) == 1 or sum(count) <= most, (count, most))
                    self.assertEqual(cursor.next_offset, found.next_offset)
                    taken += offsets_of(found)
                self.assertEqual(taken, list(range(30)))
        # What is not wanted is not counted.
        self.assertEqual(self.cursor(data, wanted=Wanted.OFFSET).take(30 * ROW_BYTES).rows, 30)  # type: ignore[union-attr]

    def test_one_batch_in_a_thousand_pieces(self) -> None:
        cursor = self.cursor(codec.build_batch(rows(3000)))
        self.assertEqual([found.rows for found in iter(lambda: cursor.take(1), None)], [1] * 3000)

    def test_a_large_record_is_a_piece_of_its_own(self) -> None:
        large = os.urandom(3 << 20)
        data = codec.build_batch([(0, b"a", b"small", ()), (0, None, large, ()), (0, large, b"last", ())])
        cursor = self.cursor(data)
        self.assertEqual([[row[3:5] for row in rows_of(found)] for found in iter(lambda: cursor.take(1 << 20), None)],
                         [[(b"a", b"small")], [(None, large)], [(large, b"last")]])  # fmt: skip

    def test_what_is_skipped(self) -> None:
        parts = [codec.build_batch(rows(2), base_offset=2 * i) for i in range(6)]
        at = [sum(map(len, parts[:i])) for i in range(6)]
        for skip in ((), (0,), (at[1], at[4]), (at[5],), tuple(at), (1, at[3] + 1)):
            cursor = self.cursor(b"".join(parts), skip=skip)
            found = cursor.take(1 << 20)
            wanted = [offset for i in range(6) if at[i] not in skip for offset in (2 * i, 2 * i + 1)]
            self.assertEqual([] if found is None else offsets_of(found), wanted)
            self.assertIsNone(cursor.take(1))
            self.assertEqual(cursor.next_offset, 12)

    def test_header_keys_that_are_no_utf_8(self) -> None:
        names = [b"plain", "grün".encode(), b"\xff\xfe", b"a\xc3", b"\xed\xa0\x80", b""]
        headers = [Header(name.decode("utf-8", "surrogateescape"), name or None) for name in names]
        data = codec.build_batch([(0, None, None, headers), (0, None, None, headers[:1])])
        found = self.cursor(data).take(1 << 20)
        assert found is not None
        sizes(found)
        # As Java's decoder has them.
        self.assertEqual(
            rows_of(found)[0][5],
            [("plain", names[0]), ("grün", names[1]), ("��", names[2]), ("a�", names[3]), ("�", names[4]), ("", None)],
        )
        self.assertEqual(rows_of(found)[1][5], [("plain", names[0])])

    def test_many_headers(self) -> None:
        given_rows = [(0, None, b"", [Header(f"{i}", b"%d" % j if j % 3 else None) for j in range(i)]) for i in range(60)]
        found = self.cursor(codec.build_batch(given_rows, codec=Codec.SNAPPY)).take(1 << 20)
        assert found is not None
        sizes(found)
        self.assertEqual([row[5] for row in rows_of(found)], [[tuple(h) for h in row[3]] or None for row in given_rows])

    def test_a_wrong_checksum_comes_after_what_was_good(self) -> None:
        good = codec.build_batch(rows(3))
        bad = bytearray(codec.build_batch(rows(5), base_offset=3))
        bad[-1] ^= 1
        data = good + bytes(bad) + codec.build_batch(rows(2), base_offset=8)
        cursor = self.cursor(data)
        self.assertRaises(ValueError, cursor.skip_batch)
        self.assertEqual((offsets_of(cursor.take(1 << 20)), cursor.next_offset), ([0, 1, 2], 3))
        self.assertRaises(ValueError, self.cursor(data).skip_batch)
        for _ in range(2):
            self.assertRaises(CorruptRecords, cursor.take, 9)
        self.assertEqual((cursor.skip_batch(), cursor.next_offset), (Skipped(3, 8, 5), 8))
        self.assertRaises(ValueError, cursor.skip_batch)
        self.assertEqual((offsets_of(cursor.take(1 << 20)), cursor.take(1)), ([8, 9], None))
        # Nobody looks: the header at the end of the last record is one too long.
        self.assertRaises(InvalidRecords, lambda: [c.take(1 << 20) for c in [self.cursor(data, 3, check_crc=False)] for _ in "12"])
        bad[-1] ^= 1
        bad[17] ^= 1
        self.assertEqual(offsets_of(self.cursor(bytes(bad), check_crc=False).take(1 << 20)), [3, 4, 5, 6, 7])

    def test_where_a_bad_batch_ends(self) -> None:
        def bad(base: int, last_delta: int, count: int) -> bytes:
            return struct.pack(">q", base) + with_body(b"x" * 30, count, last_delta=last_delta)[8:17] + bytes(4) + with_body(
                b"x" * 30, count, last_delta=last_delta
            )[21:]  # fmt: skip

        later = codec.build_batch(rows(1), base_offset=50)
        for data, start, wanted in (
            # The next batch tells, whatever the bad one says.
            (bad(3, 0x7FFFFFFF, 1) + later, 3, (3, 50, 1)),
            (bad(3, 3, 1) + later, 3, (3, 50, 1)),
            (bad(3, 3, 9999) + later, 3, (3, 50, 1)),
            # The header is believed where it fits itself.
            (bad(3, 3, 4), 3, (3, 7, 4)),
            (bad(3, 9, 4), 4, (3, 13, 4)),
            (bad(3, 3, 5), 3, (3, 4, 1)),
            (bad(3, 3, -1), 3, (3, 4, 1)),
            # Never back, never beyond the end.
            (bad(3, 3, 4) + codec.build_batch(rows(1)), 5, (3, 7, 4)),
        ):
            cursor = self.cursor(data, start)
            self.assertRaises(CorruptRecords, cursor.take, 1)
            self.assertEqual(cursor.skip_batch(), wanted, data)
            self.assertEqual(cursor.next_offset, wanted[1])
        cursor = self.cursor(bad(3, 3, 4), 3, 5)
        self.assertRaises(CorruptRecords, cursor.take, 1)
        self.assertEqual((cursor.skip_batch().next_offset, cursor.next_offset, cursor.take(1)), (7, 5, None))
        # What is no batch cannot be stepped over: the rest of the answer goes, and one offset.
        cursor = self.cursor(codec.build_batch(rows(2)) + bytes(12) + later)
        cursor.take(1 << 20)
        self.assertRaises(CorruptRecords, cursor.take, 1)
        self.assertEqual((cursor.skip_batch(), cursor.next_offset, cursor.take(1)), (Skipped(2, 3, 1), 3, None))
        cursor = self.cursor(later[:-1], 50)
        self.assertRaises(CorruptRecords, cursor.take, 1)
        self.assertEqual((cursor.skip_batch(), cursor.take(1)), (Skipped(50, 51, 1), None))

    def test_offsets_from_outside_the_batch(self) -> None:
        body = encode(6) + b"\0" + encode(0) + encode(7) + encode(-1) + encode(-1) + encode(0)
        self.assertRaises(InvalidRecords, self.cursor(with_body(body, 1)).take, 9)
        for base, last in ((-5, 0), ((1 << 63) - 1, 0), (0, -1)):
            data = bytearray(with_body(body, 1, last_delta=last))
            data[:8] = struct.pack(">q", base)
            self.assertRaises(InvalidRecords, self.cursor(made_good(data)).take, 9)

    def test_codecs_that_do_not_exist(self) -> None:
        for kind in (5, 6, 7):
            cursor = self.cursor(with_body(b"", 3, codec=kind))
            self.assertRaises(RecordsError, cursor.take, 9)
            self.assertEqual(cursor.skip_batch(), (0, 3, 3))

    def test_a_bomb_and_a_torn_answer(self) -> None:
        data = codec.build_batch([(0, None, bytes(1 << 20), ())], codec=Codec.ZSTD)
        self.assertRaises(InvalidRecords, self.cursor(data, max_uncompressed_bytes=1 << 10).take, 9)
        whole = codec.build_batch(rows(3))
        self.assertEqual(offsets_of(self.cursor(whole + whole[:-1]).take(1 << 20)), [0, 1, 2])
        self.assertRaises(CorruptRecords, self.cursor(whole[:-1]).take, 9)
        self.assertRaises(CorruptRecords, self.cursor(bytes(30)).take, 9)
        self.assertEqual((self.cursor(b"").take(9), self.cursor(b"", 7).next_offset), (None, 7))
        # Nothing is asked for: nothing is wrong.
        self.assertIsNone(self.cursor(bytes(30), 5, 5).take(9))

    def test_any_buffer(self) -> None:
        data = codec.build_batch(rows(3))
        for buffer in (bytearray(data), memoryview(b"x" + data)[1:], memoryview(bytearray(data))):
            self.assertEqual(self.cursor(buffer).take(1 << 20).rows, 3)  # type: ignore[union-attr]

    @properties()
    @given(
        st.lists(st.tuples(row_lists, codecs), max_size=4),
        st.integers(0, 40),
        st.integers(0, 60),
        st.lists(st.integers(1, 900), min_size=1),
    )
    def test_like_the_model(self, batches: list[Any], start: int, length: int, pieces: list[int]) -> None:
        data, base = b"", 0
        for given_rows, kind in batches:
            data += codec.build_batch(given_rows, base_offset=base, codec=kind)
            base += len(given_rows) + 2
        told = everything(self.columns, data, start, start + length, pieces=pieces)
        wanted = modelled(data, start, start + length)
        self.assertEqual(records_in(told), wanted)
        self.assertLessEqual(len(wanted), told[0][0])

    @properties(peers.soak_share(6000))
    @given(row_lists, codecs, st.data(), st.integers(0, 3), st.lists(st.integers(1, 900), min_size=1), st.integers(0, 63))
    def test_damage_is_told_alike(self, given_rows: Any, kind: Codec, data: Any, base: int, pieces: list[int], wanted: int) -> None:
        batch = codec.build_batch(given_rows, base_offset=base, codec=kind)
        damaged = bytearray(batch + codec.build_batch(rows(2), base_offset=base + len(given_rows)))
        for _ in range(data.draw(st.integers(0, 3))):
            damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
        if data.draw(st.booleans()) and damaged[8:12] == batch[8:12]:
            damaged[: len(batch)] = made_good(damaged[: len(batch)])
        options = {"pieces": pieces, "wanted": wanted, "check_crc": data.draw(st.booleans()), "skipping": data.draw(st.booleans())}
        end = data.draw(st.sampled_from([base + 1, base + len(given_rows), END]))
        self.assertEqual(everything(self.columns, damaged, base, end, **options), everything(PLAIN, damaged, base, end, **options))

    @properties(peers.soak_share(6000))
    @given(st.binary(max_size=300), st.integers(0, 2), st.integers(0, 7), st.integers(-2, 60), st.booleans())
    def test_bytes_from_anywhere(self, body: bytes, magic: int, attributes: int, count: int, framed: bool) -> None:
        """Bytes that a decoder never saw, behind a header that holds or without one."""
        data = with_body(body, count, codec=attributes, last_delta=max(count, 0)) if framed else body
        if framed and magic < 2:
            data = data[:16] + bytes([magic]) + data[17:]
        self.assertEqual(
            everything(self.columns, data, check_crc=magic > 0, max_uncompressed_bytes=1 << 16),
            everything(PLAIN, data, check_crc=magic > 0, max_uncompressed_bytes=1 << 16),
        )

    @properties(50)
    @given(
        st.lists(st.tuples(row_lists, st.sampled_from([Codec.NONE, Codec.GZIP]), st.sampled_from([0, 1, 2])), max_size=3),
        st.integers(0, 30),
    )
    def test_old_and_new_formats_like_the_model(self, batches: list[Any], start: int) -> None:
        data, base = b"", 0
        for given_rows, kind, magic in batches:
            batch = codec.build_batch(given_rows, base_offset=base, codec=kind)
            data += batch if magic == 2 else codec.to_old_magic(batch, magic)
            base += len(given_rows)
        told = everything(self.columns, data, start)
        # Whose time it is, views do not say; nor do they say that a magic 0 has none.
        self.assertEqual([(*row[:2], *row[3:]) for row in records_in(told)], [(*row[:2], *row[3:]) for row in modelled(data, start, END)])
        self.assertEqual(told, everything(PLAIN, data, start))
        self.assertLessEqual(len(records_in(told)), told[0][0])


class FastColumnTests(ColumnTests):
    """Over Cython."""

    NAME = "cython"

    def test_every_byte_damaged(self) -> None:
        """It is told as plain Python tells it: as it is, and with a checksum that was made good behind it."""
        for kind in (Codec.NONE, Codec.GZIP):
            given_rows = [(5, b"k", b"value", [Header("h", b"1")]), (7, None, None, ()), (6, b"", b"x" * 20, [Header("ü", None)])]
            batch = codec.build_batch(given_rows, base_offset=3, codec=kind)
            behind = codec.build_batch(rows(1), base_offset=6)
            for place in range(len(batch)):
                for value in (0, 1, 0x7F, 0x80, 0xFF, batch[place] ^ 1, batch[place] ^ 0x10):
                    damaged = bytearray(batch)
                    damaged[place] = value
                    for data in {bytes(damaged) + behind, made_good(damaged) + behind if place >= 21 else b""}:
                        self.assertEqual(everything(self.columns, data, 2), everything(PLAIN, data, 2), (place, value))

    def test_nothing_is_read_beyond_the_end(self) -> None:
        """Bytes that end where the next page must not be touched: reading on would end this process."""
        if not hasattr(mmap, "MAP_ANONYMOUS"):  # pragma: no cover
            self.skipTest("no anonymous memory here")
        area = mmap.mmap(-1, 3 * mmap.PAGESIZE)
        keep = ctypes.c_char.from_buffer(area)
        libc = ctypes.CDLL(None, use_errno=True)
        guard = ctypes.c_void_p(ctypes.addressof(keep) + 2 * mmap.PAGESIZE)
        self.assertEqual(libc.mprotect(guard, ctypes.c_size_t(mmap.PAGESIZE), 0), 0)
        given_rows = [(5, b"k" * i, b"v" * (i * 7), [Header("h", b"1")] * (i % 3)) for i in range(12)]
        for cut in range(3):
            batch = codec.build_batch(given_rows[cut:])
            for place in range(17, len(batch)):
                for value in (0x7F, 0xFF):
                    damaged = bytearray(batch)
                    damaged[place] = value
                    good = made_good(damaged)
                    area[2 * mmap.PAGESIZE - len(good) : 2 * mmap.PAGESIZE] = good
                    end = memoryview(area)[2 * mmap.PAGESIZE - len(good) : 2 * mmap.PAGESIZE]
                    everything(self.columns, end, pieces=[50])
                    end.release()

    def test_memory_is_used_again(self) -> None:
        from klog.records import _columns

        data = codec.build_batch([(0, None, bytes(1000), ())] * 400)
        found = self.cursor(data).take(1 << 20)
        assert found is not None
        value = found.value
        del found
        before = _columns.kept_memory()
        assert value is not None
        kept = memoryview(value.data)
        del value
        # Whoever holds a view of a buffer keeps it.
        self.assertEqual((bytes(kept), _columns.kept_memory()), (bytes(400_000), before))
        del kept
        self.assertEqual(_columns.kept_memory()[0], before[0] + 1)
        again = self.cursor(data).take(1 << 20)
        self.assertEqual(_columns.kept_memory()[0], before[0])
        del again
        # And what is kept has a bound.
        held = [self.cursor(codec.build_batch([(0, None, bytes(1 << 20), ())])).take(1) for _ in range(60)]
        del held
        self.assertLessEqual(_columns.kept_memory()[1], 32 << 20)

    def test_buffers_are_not_written_to(self) -> None:
        found = self.cursor(codec.build_batch(rows(3))).take(1 << 20)
        assert found is not None and found.value is not None
        self.assertTrue(memoryview(found.value.data).readonly)


class PlainColumnTests(CodecCase):
    """What only plain Python can be asked."""

    NAME = "python"

    def test_header_keys_have_a_bound(self) -> None:
        data = codec.build_batch([(0, None, None, ()), (0, None, None, [Header("k" * 20, None), Header("l" * 20, None)])])
        with mock.patch.object(plain, "LARGEST_PIECE_BYTES", 39):
            cursor = plain.PlainColumnCursor(data, start=0, end=2, wanted=ALL)
            self.assertEqual(cursor.take(1).rows, 1)  # type: ignore[union-attr]
            self.assertIn("header keys", str(self.assertRaises(InvalidRecords, cursor.take, 1)))
