"""Sets of records out of fetched batches: plain Python and Cython say the same, and what a model says."""

from __future__ import annotations

import struct
from typing import Any, ClassVar

from hypothesis import given
from hypothesis import strategies as st

from klog.records import views as plain
from klog.records.contract import CONTROL, LOG_APPEND_TIME, Codec, CorruptRecords, InvalidRecords, Record, RecordsError, TimestampType
from klog.records.implementations import Views, choose_views
from klog.records.legacy import message_bytes
from klog.records.python import codec
from klog.records.varint import encode
from tests import peers
from tests.records.cases import ROWS, CodecCase, codecs, expected, made_good, properties, row_lists, rows, with_body


def fast() -> Views:
    """The Cython ones; skips, or fails where KLOG_REQUIRE names extensions."""
    found = choose_views({})
    if found.name != "cython":
        peers.missing("extensions", "klog.records._views is not built")
    return found


def everything(views: Views, data: bytes, first: int, steps: list[tuple[int, int]], **options: Any) -> list[object]:
    """All that a cursor says, taken in `steps` of (records, bytes), the last one again and again."""
    told: list[object] = [views.fetched_end(data)]
    cursor = views.cursor(data, first, topic="t", partition=3, **options)
    for step in range(200):
        try:
            found = cursor.take(*steps[min(step, len(steps) - 1)])
        except RecordsError as error:
            told.append((type(error).__name__, str(error), getattr(error, "batch_index", None), cursor.next_offset, cursor.finished))
            break
        told.append((found.records(), found.next_offset, found.leader_epoch, cursor.next_offset, cursor.finished, len(found)))
        if cursor.finished:
            break
    return told


class ViewTests(CodecCase):
    """The same of both."""

    NAME = "python"
    views: ClassVar[Views]

    def setUp(self) -> None:
        """Which implementation."""
        type(self).views = choose_views({"KLOG_NO_EXTENSIONS": "1"}) if self.NAME == "python" else fast()
        self.assertEqual(self.views.name, self.NAME)

    def cursor(self, data: bytes, first: int = 0, **options: Any) -> plain.PlainBatchCursor:
        return self.views.cursor(data, first, topic="t", partition=3, **options)

    def test_columns_messages_and_parts(self) -> None:
        for kind in Codec:
            data = codec.build_batch(ROWS, base_offset=7, codec=kind, partition_leader_epoch=5)
            found = self.cursor(data).take(100)
            wanted = expected(ROWS, 7)
            self.assertEqual(found.records(), wanted)
            self.assertEqual(found.values(), [record.value for record in wanted])
            self.assertEqual(found.keys(), [record.key for record in wanted])
            self.assertEqual(found.offsets(), [7, 8, 9, 10, 11])
            self.assertEqual(found.timestamps(), [record.timestamp_ms for record in wanted])
            self.assertEqual((found.topic, found.partition, found.first_offset, found.next_offset, found.leader_epoch), ("t", 3, 7, 12, 5))
            self.assertEqual(found.join(b"\n"), b"".join((record.value or b"") + b"\n" for record in wanted))
            self.assertEqual(found.join(), b"".join(record.value or b"" for record in wanted))
            for message, record in zip(found, wanted, strict=True):
                self.assertEqual(
                    (message.offset, message.timestamp_ms, message.key, message.value, message.headers), tuple(record), message
                )
                self.assertEqual((message.topic, message.partition), ("t", 3))
            self.assertEqual(found[1].headers, wanted[1].headers)
            self.assertEqual(found[-1], found[4])
            self.assertNotEqual(found[0], found[4])
            self.assertEqual(len({found[0], found[0]}), 1)
            self.assertIn("t-3 @ 7", repr(found[0]))
            self.assertIn("t-3", repr(found))
            part = found[1:3]
            self.assertEqual((part.records(), part.first_offset, part.next_offset, len(part)), (wanted[1:3], 8, 10, 2))
            self.assertEqual((found[2:].next_offset, found[9:].next_offset, len(found[4:2])), (12, 12, 0))
            self.assertEqual([m.value for m in part[1:]], [wanted[2].value])
            self.assertRaises(IndexError, lambda f=found: f[5])
            self.assertRaises(ValueError, lambda f=found: f[::2])

    def test_parts_live_on_their_own(self) -> None:
        message = next(iter(self.cursor(codec.build_batch(rows(50), codec=Codec.ZSTD)).take(50)[10:20][3:]))
        parts = [bytes(100) for _ in range(1000)]
        self.assertEqual((message.offset, message.value, len(parts)), (13, rows(50)[13][2], 1000))

    def test_stepping_over_what_came_before(self) -> None:
        data = codec.build_batch(rows(10), base_offset=0) + codec.build_batch(rows(10), base_offset=10, codec=Codec.LZ4)
        for first in range(21):
            self.assertEqual(self.cursor(data, first).take(100).offsets(), list(range(first, 20)))

    def test_a_compacted_log(self) -> None:
        data = codec.build_batch(rows(3), base_offset=4, offset_deltas=[0, 5, 9])
        # Compaction leaves the last offset where it was.
        data = made_good(data[:23] + struct.pack(">i", 30) + data[27:])
        data += made_good(with_body(b"", 0, last_delta=9).replace(bytes(8), struct.pack(">q", 40), 1))
        data += codec.build_batch(rows(1), base_offset=60)
        cursor = self.cursor(data)
        self.assertEqual(cursor.take(2).next_offset, 10)
        found = cursor.take(1)
        self.assertEqual((found.offsets(), found.next_offset), ([13], 14))
        found = cursor.take(5)
        self.assertEqual((found.offsets(), found.next_offset, cursor.finished), ([60], 61, True))

    def test_control_and_empty_batches_move_on(self) -> None:
        data = codec.build_batch(rows(1), attributes=CONTROL, base_offset=5) + with_body(b"", 0, last_delta=2)
        cursor = self.cursor(data)
        found = cursor.take(10)
        self.assertEqual((len(found), found.next_offset, found.first_offset, cursor.finished), (0, 6, 6, True))

    def test_where_an_answer_ends(self) -> None:
        first, second = codec.build_batch(rows(2)), codec.build_batch(rows(2), base_offset=2)
        end = self.views.fetched_end
        self.assertEqual([end(b""), end(first), end(first + second), end(first + second[:-1]), end(second + first)], [-1, 2, 4, 2, 4])
        self.assertEqual([end(bytes(40)), end(first + bytes(40)), end(message_bytes(1, 10, 5, b"k", None))], [-1, 2, 11])

    def test_what_is_skipped(self) -> None:
        first, second = codec.build_batch(rows(2)), codec.build_batch(rows(2), base_offset=2)
        self.assertEqual(self.cursor(first + second, skip={0}).take(9).offsets(), [2, 3])
        cursor = self.cursor(first + second, skip={len(first)})
        self.assertEqual((cursor.take(9).offsets(), cursor.next_offset), ([0, 1], 4))

    def test_append_time(self) -> None:
        data = codec.stamp(codec.build_batch(rows(2)), 0, 1, 99, True) + codec.build_batch(rows(2))[61:]
        self.assertEqual(self.cursor(data).take(9).timestamps(), [99, 99])
        self.assertEqual(data[22] & LOG_APPEND_TIME, LOG_APPEND_TIME)

    def test_whose_time_it_is(self) -> None:
        stamped = codec.stamp(codec.build_batch(rows(2), base_offset=4), 4, 1, 99, True) + codec.build_batch(rows(2))[61:]
        old = [
            message_bytes(0, 8, -1, b"k", b"v"),
            message_bytes(1, 9, 5, b"k", b"v"),
            message_bytes(1, 10, 5, b"k", b"v", LOG_APPEND_TIME),
        ]
        data = codec.build_batch(rows(4)) + stamped + codec.build_batch(rows(2), base_offset=6) + b"".join(old)
        none, create, append = TimestampType.NONE, TimestampType.CREATE, TimestampType.LOG_APPEND
        wanted = [*[create] * 4, append, append, create, create, none, create, append]
        found = self.cursor(data).take(100)
        self.assertEqual([message.timestamp_type for message in found], wanted)
        self.assertEqual([found[number].timestamp_type for number in range(11)], wanted)
        self.assertEqual([message.timestamp_type for message in found[3:7]], wanted[3:7])
        # In the middle of a batch, and of nothing that was stepped over.
        cursor = self.cursor(data, 1, skip={len(codec.build_batch(rows(4)))})
        told = []
        while not cursor.finished:
            told += [message.timestamp_type for message in cursor.take(1)]
        self.assertEqual(told, wanted[1:4] + wanted[6:])

    def test_old_formats(self) -> None:
        for magic in (0, 1):
            data = codec.to_old_magic(codec.build_batch(rows(4), base_offset=6, codec=Codec.GZIP), magic)
            data += message_bytes(magic, 10, 5, b"k", None)
            found = self.cursor(data, 8).take(9)
            self.assertEqual(found.offsets(), [8, 9, 10])
            self.assertEqual(found.keys(), [rows(4)[2][1], rows(4)[3][1], b"k"])
            self.assertEqual(found[2].timestamp_ms, 5 if magic else -1)

    def test_a_wrong_checksum_comes_after_what_was_good(self) -> None:
        good = codec.build_batch(rows(3))
        bad = bytearray(codec.build_batch(rows(3), base_offset=3))
        bad[-1] ^= 1
        cursor = self.cursor(good + bytes(bad))
        self.assertEqual((cursor.take(9).offsets(), cursor.next_offset), ([0, 1, 2], 3))
        for _ in range(2):
            self.assertRaises(CorruptRecords, cursor.take, 9)
        self.assertEqual((cursor.next_offset, cursor.finished), (3, False))

    def test_offsets_from_outside_the_batch(self) -> None:
        body = encode(6) + b"\0" + encode(0) + encode(7) + encode(-1) + encode(-1) + encode(0)
        self.assertRaises(InvalidRecords, self.cursor(with_body(body, 1)).take, 9)
        for base, last in ((-5, 0), ((1 << 63) - 1, 0), (0, -1)):
            data = bytearray(with_body(body, 1, last_delta=last))
            data[:8] = struct.pack(">q", base)
            self.assertRaises(InvalidRecords, self.cursor(made_good(data)).take, 9)

    def test_a_bomb_and_a_torn_answer(self) -> None:
        data = codec.build_batch([(0, None, bytes(1 << 20), ())], codec=Codec.ZSTD)
        self.assertRaises(InvalidRecords, self.cursor(data, max_uncompressed_bytes=1 << 10).take, 9)
        whole = codec.build_batch(rows(3))
        self.assertEqual(self.cursor(whole + whole[:-1]).take(9).offsets(), [0, 1, 2])
        self.assertRaises(CorruptRecords, self.cursor(whole[:-1]).take, 9)
        self.assertRaises(CorruptRecords, self.cursor(bytes(30)).take, 9)
        empty = self.cursor(b"")
        self.assertEqual((empty.finished, len(empty.take(1))), (True, 0))

    @properties()
    @given(
        st.lists(st.tuples(row_lists, codecs), max_size=4), st.integers(0, 40), st.lists(st.tuples(st.integers(1, 9), st.integers(1, 500)))
    )
    def test_like_the_model(self, batches: list[Any], first: int, steps: list[tuple[int, int]]) -> None:
        data, wanted, base = b"", [], 0
        for given_rows, kind in batches:
            data += codec.build_batch(given_rows, base_offset=base, codec=kind)
            wanted += expected(given_rows, base)
            base += len(given_rows) + 2
        told = everything(self.views, data, first, [*steps, (100, 1 << 20)])
        taken: list[Record] = [record for row in told[1:] for record in row[0]]  # type: ignore[index]
        self.assertEqual(taken, [record for record in wanted if record.offset >= first])

    @properties(300)
    @given(row_lists, codecs, st.data(), st.integers(0, 3), st.tuples(st.integers(1, 9), st.integers(1, 500)))
    def test_damage_is_told_alike(self, given_rows: Any, kind: Codec, data: Any, base: int, step: tuple[int, int]) -> None:
        batch = codec.build_batch(given_rows, base_offset=base, codec=kind)
        damaged = bytearray(batch + codec.build_batch(rows(2), base_offset=base + len(given_rows)))
        for _ in range(data.draw(st.integers(0, 3))):
            damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
        if data.draw(st.booleans()) and damaged[8:12] == batch[8:12]:
            damaged[: len(batch)] = made_good(damaged[: len(batch)])
        reference = everything(choose_views({"KLOG_NO_EXTENSIONS": "1"}), bytes(damaged), base, [step])
        self.assertEqual(everything(self.views, bytes(damaged), base, [step]), reference)


class FastViewTests(ViewTests):
    """Over Cython."""

    NAME = "cython"
