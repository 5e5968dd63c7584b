"""klog.records.appending, and the same in Cython."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records.appending import NumberedHeader, PlainAppender, head, record_bound
from klog.records.builder import build_batch
from klog.records.contract import Codec, Header
from klog.records.python import codec as python_codec
from tests import peers
from tests.records.cases import ROWS, Row, codecs, row_lists


def fast() -> type[PlainAppender]:
    try:
        from klog.records._append import FastAppender
    except ImportError:
        peers.missing("extensions", "klog.records._append is not built")
    return FastAppender


class AppenderSuite(SynchronousTestCase):
    NAME = ""

    def setUp(self) -> None:
        self.make = PlainAppender if self.NAME == "python" else fast()

    def test_it_is_what_the_builder_builds(self) -> None:
        for codec in Codec:
            appender = self.make()
            sizes = [appender.append(*row) for row in ROWS]
            self.assertEqual((appender.size, appender.count), (sizes[-1], len(ROWS)))
            body = appender.close(codec)
            batch = head(body, producer_id=7, producer_epoch=3, base_sequence=11) + body.data
            self.assertEqual(batch, build_batch(ROWS, codec=codec, producer_id=7, producer_epoch=3, base_sequence=11))

    def test_it_begins_again_after_closing(self) -> None:
        appender = self.make()
        self.assertRaises(ValueError, appender.close)
        appender.append(5_000, b"a", b"b", ())
        first = appender.close()
        self.assertEqual((appender.size, appender.count), (0, 0))
        self.assertRaises(ValueError, appender.close)
        appender.append(4_000, b"a", b"b", ())
        second = appender.close()
        self.assertEqual((first.data, second.data), (first.data, first.data))
        self.assertEqual((second.base_timestamp, second.max_timestamp), (4_000, 4_000))

    def test_a_record_that_does_not_fit(self) -> None:
        appender = self.make()
        self.assertGreater(appender.append(1, None, b"x" * 100, (), 10), 100, "an empty batch takes anything")
        size = appender.size
        self.assertEqual(appender.append(1, None, b"x" * 100, (), size + 50), -1)
        self.assertEqual((appender.size, appender.count), (size, 1))
        exact = self.make()
        exact.append(1, None, b"x" * 100, ())
        after = exact.append(1, None, b"x" * 100, ())
        self.assertEqual(appender.append(1, None, b"x" * 100, (), after), after)

    def test_extend_takes_what_fits(self) -> None:
        values: list[bytes | None] = [b"x" * (n % 90) if n % 7 else None for n in range(1000)]
        appender, pieces, position = self.make(), [], 0
        while position < len(values):
            before = position
            position = appender.extend(1_000, values, position, 2_000)
            self.assertGreater(position, before)
            self.assertLessEqual(appender.size, 2_000)
            body = appender.close()
            pieces += [record.value for record in python_codec.records(head(body) + body.data)]
        self.assertEqual(pieces, values)
        self.assertEqual(appender.extend(1, values, len(values), 100), len(values))
        self.assertEqual(appender.extend(1, (b"a", b"b"), 1, 100), 2)

    def test_extend_goes_on_behind_append(self) -> None:
        appender = self.make()
        appender.append(2_000, b"k", b"v", [Header("h", b"1")])
        appender.extend(1_000, [b"a", None, bytearray(b"b"), memoryview(b"c")], 0, 1 << 20)  # type: ignore[list-item]
        rows: list[Row] = [(2_000, b"k", b"v", [Header("h", b"1")]), *((1_000, None, v, ()) for v in (b"a", None, b"b", b"c"))]
        body = appender.close()
        self.assertEqual(head(body) + body.data, build_batch(rows))

    def test_numbered_records(self) -> None:
        """Each has the header behind its own, and the next number; the bytes are the builder's."""
        values: list[bytes | None] = [b"x" * (n % 90) if n % 7 else None for n in range(400)]
        appender, position, number = self.make(), 0, 1 << 40
        appender.append(1_500, b"k", b"not numbered", ())
        appender.number(NumberedHeader("näme", b"before" + bytes(8) + b"behind", 6), number)
        rows: list[Row] = [(1_500, b"k", b"not numbered", ())]
        while position < len(values):
            own = [Header("h", b"1")] * (position % 3)
            appender.append(2_000, b"k", b"v", own)
            before = position
            position = appender.extend(1_000, values, position, 2_000)
            self.assertGreater(position, before)
            self.assertLessEqual(appender.size, 2_000)
            for row in ((2_000, b"k", b"v", own), *((1_000, None, value, []) for value in values[before:position])):
                numbered = Header("näme", b"before" + number.to_bytes(8, "big") + b"behind")
                rows.append((*row[:3], [*row[3], numbered]))
                number += 1
            body = appender.close()
            self.assertEqual(head(body) + body.data, build_batch(rows))
            rows = []

    def test_what_does_not_fit_takes_no_number(self) -> None:
        appender = self.make()
        appender.number(NumberedHeader("h", bytes(8), 0), 7)
        self.assertEqual(appender.extend(1, [b"x" * 10_000] * 3, 0, 100), 1, "an empty batch takes anything")
        self.assertEqual(appender.append(1, None, b"x", (), 100), -1)
        self.assertEqual(appender.extend(1, [b"x"], 0, appender.size + 18), 0, "with its header it does not fit")
        self.assertRaises(TypeError, appender.append, 1, None, "not", ())
        self.assertRaises(TypeError, appender.extend, 1, [b"taken", "not"], 0, 1 << 20)
        body = appender.close()
        numbers = [dict(record.headers)["h"] for record in python_codec.records(head(body) + body.data)]
        self.assertEqual(numbers, [bytes([0] * 7 + [number]) for number in (7, 8)])
        appender.append(1, None, None, ())
        [record] = python_codec.records(head(body := appender.close()) + body.data)
        self.assertEqual(dict(record.headers)["h"], bytes([0] * 7 + [9]))

    def test_what_cannot_be_numbered(self) -> None:
        for number_at in (-1, 1, 100):
            with self.assertRaisesRegex(ValueError, "outside"):
                self.make().number(NumberedHeader("h", bytes(8), number_at), 0)
        nothing: Any = None
        for header in (NumberedHeader("h", nothing, 0), NumberedHeader(nothing, bytes(8), 0), nothing):
            with self.assertRaises((TypeError, AttributeError)):
                self.make().number(header, 0)

    def test_grows_and_begins_again(self) -> None:
        """Small or large, by records or at once, filled to the last byte or not: what is closed stays as it was."""
        values: list[bytes | None] = [bytes([number % 251]) * (number * 37 % 400) for number in range(2_000)]
        appender, pieces, bodies = self.make(), [], []
        for limit in (100, 4_000, 5_000, 64 << 10, 300_000):
            for value in values[:5]:
                if appender.append(7, None, value, (), limit) < 0:
                    break
            taken = appender.count
            end = appender.extend(7, values, taken, limit)
            body = appender.close()
            wanted = [record.value for record in python_codec.records(head(body) + body.data)]
            self.assertEqual(wanted, values[:end])
            bodies.append(body.data)
            pieces.append(bytes(bytearray(body.data)))
        self.assertEqual(bodies, pieces)

    def test_closing_that_fails_loses_nothing(self) -> None:
        """Small and large: what cannot be compressed stays, for another try and for more records."""
        for size in (10, 5_000, 100_000):
            values = [bytes([65 + number]) * size for number in range(5)]
            expected = self.make()
            expected.extend(7, [*values, b"more"], 0, 1 << 20)
            appender = self.make()
            appender.extend(7, values, 0, 1 << 20)
            before = appender.size
            for _ in range(2):
                self.assertRaises(ValueError, appender.close, Codec.ZSTD, 999)
                self.assertEqual((appender.count, appender.size), (5, before))
            appender.append(7, None, b"more", ())
            self.assertEqual(appender.close(), expected.close())

    def test_extend_in_an_empty_batch_takes_one_in_any_case(self) -> None:
        appender = self.make()
        self.assertEqual(appender.extend(1, [b"x" * 10_000] * 3, 0, 100), 1)
        self.assertEqual(appender.extend(1, [b"x" * 10_000] * 3, 1, 100), 1)

    def test_what_is_no_record(self) -> None:
        appender = self.make()
        appender.append(1, None, b"good", ())
        size = appender.size
        for key, value, headers in (("k", b"v", ()), (b"k", "v", ()), (1, b"", ()), (b"", b"", [("h", "v")]), (b"", b"", [(b"h", b"v")])):
            self.assertRaises(TypeError, appender.append, 1, key, value, headers)
        self.assertEqual((appender.size, appender.count), (size, 1))
        self.assertRaises(TypeError, appender.extend, 1, [b"taken", "not"], 0, 1000)
        self.assertEqual(appender.count, 2)

    def test_other_buffers(self) -> None:
        appender = self.make()
        appender.append(1, bytearray(b"k"), memoryview(b"v"), [("h", bytearray(b"x"))])  # type: ignore[arg-type, list-item]
        body = appender.close()
        self.assertEqual(head(body) + body.data, build_batch([(1, b"k", b"v", [Header("h", b"x")])]))

    def test_the_bound_holds(self) -> None:
        for _, key, value, headers in ROWS:
            appender = self.make()
            appender.append(0, None, b"", ())
            before = appender.size
            appender.append(1 << 50, key, value, headers)
            self.assertLessEqual(appender.size - before, record_bound(key, value, headers))


class PlainAppenderTests(AppenderSuite):
    NAME = "python"


class FastAppenderTests(AppenderSuite):
    NAME = "cython"


del AppenderSuite


class ParityTests(SynchronousTestCase):
    @settings(deadline=None)
    @given(row_lists, codecs)
    def test_the_same_bytes(self, rows: list[Row], codec: Codec) -> None:
        bodies = []
        for make in (PlainAppender, fast()):
            appender = make()
            for row in rows:
                appender.append(*row)
            bodies.append(appender.close(codec))
        self.assertEqual(bodies[0], bodies[1])
        self.assertEqual(head(bodies[0]) + bodies[0].data, build_batch(rows, codec=codec))

    @settings(deadline=None)
    @given(st.lists(st.none() | st.binary(max_size=200), max_size=60), st.integers(0, 2_000), st.integers(0, 1 << 45))
    def test_the_same_cuts(self, values: list[bytes | None], limit: int, timestamp_ms: int) -> None:
        plain, quick, position = PlainAppender(), fast()(), 0
        while position < len(values):
            end = plain.extend(timestamp_ms, values, position, limit)
            self.assertEqual(quick.extend(timestamp_ms, values, position, limit), end)
            self.assertEqual(quick.size, plain.size)
            self.assertEqual(quick.close(), plain.close())
            position = end

    @settings(deadline=None)
    @given(
        st.lists(st.none() | st.binary(max_size=200), max_size=60), st.integers(0, 2_000), st.binary(max_size=150), st.integers(0, 1 << 62)
    )
    def test_the_same_numbers(self, values: list[bytes | None], limit: int, behind: bytes, number: int) -> None:
        plain, quick, position = PlainAppender(), fast()(), 0
        header = NumberedHeader("h" * (len(behind) % 70), bytes(8) + behind, len(behind) // 2)
        for appender in (plain, quick):
            appender.number(header, number)
        while position < len(values):
            end = plain.extend(5, values, position, limit)
            self.assertEqual(quick.extend(5, values, position, limit), end)
            self.assertEqual(quick.append(6, b"k", None, [("own", behind)], limit), plain.append(6, b"k", None, [("own", behind)], limit))
            self.assertEqual(quick.close(), plain.close())
            position = end
