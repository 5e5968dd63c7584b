"""klog.records.encode, plain and in C"""

from __future__ import annotations

import array
import unittest
from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from klog.records import encode, implementations
from klog.records.appending import head
from klog.records.contract import Codec, Record
from klog.records.encode import DONE, NAMELESS_HEADER, SKIP, TOO_LARGE, Cells, HeaderCells, Numbers, Rows
from klog.records.murmur import murmur2
from tests.records.cases import fast

PLAIN = implementations.choose_encoding({"KLOG_NO_EXTENSIONS": "1"})
NO_LIMIT: dict[str, Any] = {"limit_bytes": 1 << 20, "largest_bytes": 1 << 20, "now_ms": 1_700_000_000_000}

Row = tuple[bytes | None, bytes | None, "list[tuple[bytes, bytes | None]] | None", "int | None"]


def bitmap(present: Sequence[bool], first: int) -> bytes | None:
    """As Arrow has it; the bits before `first` are set to confuse."""
    if all(present) and not first:
        return None
    bits = [True] * first + list(present)
    out = bytearray((len(bits) + 7) // 8)
    for place, bit in enumerate(bits):
        out[place >> 3] |= bit << (place & 7)
    return bytes(out)


def cells(items: Sequence[bytes | None], first: int = 0, wide: bool = False) -> Cells:
    """A column of bytes whose rows begin at `first` of its buffers."""
    data = b"junk" * first
    ends = [4 * place for place in range(first + 1)]
    for item in items:
        data += item or b""
        ends.append(len(data))
    return Cells(array.array("q" if wide else "i", ends).tobytes(), data, bitmap([i is not None for i in items], first), first, wide)


def numbers(items: Sequence[int | None], kind: str, first: int = 0) -> Numbers:
    data = array.array(kind, [77] * first + [item or 0 for item in items]).tobytes()
    return Numbers(data, bitmap([item is not None for item in items], first), first)


def rows_of(table: Sequence[Row], first: int = 0, wide: bool = False) -> Rows:
    """The columns of some (key, value, headers, timestamp µs)."""
    lists = [headers or [] for _, _, headers, _ in table]
    ends = [0] * (first + 1)
    for one in lists:
        ends.append(ends[-1] + len(one))
    headers = HeaderCells(
        array.array("i", ends).tobytes(),
        cells([name for one in lists for name, _ in one]),
        cells([content for one in lists for _, content in one]),
        bitmap([row[2] is not None for row in table], first),
        first,
    )
    return Rows(
        len(table),
        cells([row[1] for row in table], first, wide),
        cells([row[0] for row in table], first, wide),
        headers,
        numbers([row[3] for row in table], "q", first),
    )


def records(filler: Any, codec: int = 0) -> list[Record]:
    """What a filler holds, by the codec that reads logs."""
    body = filler.close(codec)
    batch = head(body) + body.data
    facts = implementations.codec.check_batch(batch)
    assert facts.max_timestamp == body.max_timestamp
    return list(implementations.codec.records(batch))


small = st.binary(max_size=12)
table_rows = st.lists(
    st.tuples(
        st.none() | small,
        st.none() | small,
        st.none() | st.lists(st.tuples(st.text(max_size=4).map(str.encode), st.none() | small), max_size=3),
        st.none() | st.integers(-(10**15), 10**16),
    ),
    min_size=1,
    max_size=30,
)


class Cases:
    """Run by both implementations."""

    encoding: implementations.Encoding

    def routes(self, rows: Rows, firsts: list[int], counts: list[int], **more: Any) -> list[int]:
        out = bytearray(4 * rows.length)
        assert self.encoding.route(rows, out, firsts, counts, **more) == -1  # type: ignore[misc]
        return list(memoryview(out).cast("i"))

    def fill(
        self, rows: Rows, start: int, routes: Sequence[int], fillers: list[Any], sticky: Sequence[int] = (0,), **more: Any
    ) -> tuple[int, int]:
        limits = {**NO_LIMIT, **more}
        return self.encoding.fill(rows, start, array.array("i", routes).tobytes(), fillers, list(sticky), **limits)  # type: ignore[misc]

    @given(table_rows, st.integers(0, 9), st.booleans())
    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    def test_what_goes_in_comes_out(self, table: list[Row], first: int, wide: bool) -> None:
        filler = self.encoding.filler()
        rows = rows_of(table, first, wide)
        stopped = self.fill(rows, 0, [0] * len(table), [filler])
        assert stopped == (len(table), DONE)
        assert filler.count == len(table)
        found = records(filler)
        for record, (key, value, headers, timestamp) in zip(found, table, strict=True):
            assert (record.key, record.value) == (key, value)
            assert record.timestamp_ms == (NO_LIMIT["now_ms"] if timestamp is None else timestamp // 1000)
            assert [(h.key.encode(), h.value) for h in record.headers] == (headers or [])
        assert filler.count == filler.size == 0

    @given(table_rows, st.integers(1, 40))
    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    def test_a_key_goes_where_java_puts_it(self, table: list[Row], count: int) -> None:
        for row, target in enumerate(self.routes(rows_of(table), [5], [count])):
            key = table[row][0]
            assert target == (-1 if key is None else 5 + murmur2(key) % count)

    def test_topics_partitions_and_values_say_where_to(self) -> None:
        rows = rows_of([(b"k", b"v", None, None), (None, b"v", None, None), (None, None, None, None), (b"k", b"w", None, None)])
        codes = numbers([0, 1, 1, 1], "i", 3)
        partitions = numbers([None, None, None, 2], "i", 1)
        expected = [murmur2(b"k") % 4, -2, -2, 4 + 2]
        assert self.routes(rows, [0, 4], [4, 3], codes=codes, partitions=partitions) == expected
        expected[1:3] = [4 + murmur2(b"v") % 3, 4 + murmur2(b"") % 3]
        assert self.routes(rows, [0, 4], [4, 3], codes=codes, partitions=partitions, by_value=True) == expected

    def test_a_partition_that_is_not_there_is_named(self) -> None:
        rows = rows_of([(b"k", b"v", None, None)] * 3)
        for wrong in (4, -1):
            out = bytearray(12)
            found = self.encoding.route(rows, out, [0], [4], partitions=numbers([None, wrong, None], "i"))  # type: ignore[misc]
            assert found == 1

    def test_a_topic_that_is_not_there_is_refused(self) -> None:
        rows = rows_of([(b"k", b"v", None, None)])
        for codes in ([1], [-1], [None]):
            with unittest.TestCase().assertRaisesRegex(ValueError, "topic code"):
                self.routes(rows, [0], [4], codes=numbers(codes, "i"))

    def test_it_stops_where_a_batch_is_full_and_goes_on_there(self) -> None:
        table: list[Row] = [(None, b"%03d" % number, None, 0) for number in range(100)]
        rows = rows_of(table)
        fillers = [self.encoding.filler(), self.encoding.filler()]
        found: dict[int, list[bytes | None]] = {0: [], 1: []}
        row = 0
        stops = 0
        while True:
            row, full = self.fill(rows, row, [number % 2 for number in range(100)], fillers, limit_bytes=60)
            if full == DONE:
                break
            assert 0 < fillers[full].size <= 60
            found[full] += [record.value for record in records(fillers[full])]
            stops += 1
        for index, filler in enumerate(fillers):
            found[index] += [record.value for record in records(filler)]
        assert stops > 5
        assert found == {index: [b"%03d" % number for number in range(index, 100, 2)] for index in (0, 1)}

    def test_a_record_above_the_limit_of_a_batch_has_one_to_itself(self) -> None:
        rows = rows_of([(None, b"x" * 500, None, 0), (None, b"y" * 500, None, 0)])
        filler = self.encoding.filler()
        assert self.fill(rows, 0, [0, 0], [filler], limit_bytes=60) == (1, 0)
        assert [record.value for record in records(filler)] == [b"x" * 500]

    def test_rows_that_are_skipped_and_rows_that_stay_together(self) -> None:
        rows = rows_of([(None, b"%d" % number, None, 0) for number in range(6)])
        fillers = [self.encoding.filler() for _ in range(3)]
        assert self.fill(rows, 0, [SKIP, -1, -2, 0, -1, SKIP], fillers, sticky=[1, 2]) == (6, DONE)
        assert [[record.value for record in records(filler)] for filler in fillers] == [[b"3"], [b"1", b"4"], [b"2"]]

    def test_a_record_that_is_too_large_by_javas_reckoning(self) -> None:
        # 61 of the batch, 21 of the record, a byte of the null key, 2 + 100 of the value, a byte of the number of headers.
        rows = rows_of([(None, b"x" * 100, None, 0)])
        assert encode.record_size(rows, 0) == 61 + 21 + 1 + 102 + 1
        for largest, expected in ((185, (0, TOO_LARGE)), (186, (1, DONE))):
            assert self.fill(rows, 0, [0], [self.encoding.filler()], largest_bytes=largest) == expected

    def test_a_header_without_a_name(self) -> None:
        headers = HeaderCells(array.array("i", [0, 1, 2]).tobytes(), cells([b"a", None]), cells([b"1", b"2"]))
        rows = Rows(2, cells([b"x", b"y"]), headers=headers)
        assert self.fill(rows, 0, [0, 0], [self.encoding.filler()]) == (1, NAMELESS_HEADER)

    def test_compressed(self) -> None:
        rows = rows_of([(b"k", b"x" * 1000, [(b"h", None)], 5_000)] * 50)
        for codec in Codec:
            filler = self.encoding.filler()
            self.fill(rows, 0, [0] * 50, [filler])
            assert [(r.value, r.timestamp_ms) for r in records(filler, codec)] == [(b"x" * 1000, 5)] * 50

    def test_an_empty_filler_gives_nothing(self) -> None:
        with unittest.TestCase().assertRaises(ValueError):
            self.encoding.filler().close()

    def test_no_rows(self) -> None:
        rows = Rows(0, Cells(b"", b""))
        assert self.routes(rows, [0], [1]) == []
        assert self.fill(rows, 0, [], [self.encoding.filler()]) == (0, DONE)


class PlainTests(Cases, unittest.TestCase):
    encoding = PLAIN

    def test_one_record_for_what_happens_rarely(self) -> None:
        rows = rows_of([(b"k", None, [(b"h", b"1")], 5_001), (None, b"v", None, None)], 3)
        self.assertEqual(encode.record_of(rows, 0), (b"k", None, [(b"h", b"1")], 5_001))
        self.assertEqual(encode.record_of(rows, 1), (None, b"v", [], None))


class FastTests(Cases, unittest.TestCase):
    def setUp(self) -> None:
        fast()
        self.encoding = implementations.choose_encoding({})
        self.assertEqual(self.encoding.name, "cython")

    def test_columns_that_are_not_what_they_say(self) -> None:
        good = cells([b"abc", b"d"])
        for wrong, sentence in (
            (good._replace(offsets=good.offsets[:8]), "fewer offsets than rows"),
            (good._replace(data=b"ab"), "outside its column's data"),
            (good._replace(offsets=array.array("i", [0, 3, 1]).tobytes()), "outside its column's data"),
            (good._replace(validity=b""), "bitmap is too short"),
            (good._replace(first=1), "fewer offsets than rows"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                self.fill(Rows(2, wrong), 0, [0, 0], [self.encoding.filler()])
        with self.assertRaisesRegex(ValueError, "fewer routes"):
            self.fill(Rows(2, good), 0, [0], [self.encoding.filler()])
        with self.assertRaises(IndexError):
            self.fill(Rows(2, good), 0, [0, 1], [self.encoding.filler()])
        with self.assertRaises(IndexError):
            self.fill(Rows(2, good), 0, [0, -3], [self.encoding.filler()])

    @given(table_rows, st.integers(20, 200), st.integers(1, 3))
    @settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    def test_both_make_the_same_bytes(self, table: list[Row], limit_bytes: int, count: int) -> None:
        rows = rows_of(table)
        seen = []
        for encoding in (PLAIN, implementations.choose_encoding({})):
            routes = bytearray(4 * rows.length)
            encoding.route(rows, routes, [0], [count])
            fillers = [encoding.filler() for _ in range(count)]
            done: list[Any] = []
            row = 0
            while True:
                row, full = encoding.fill(rows, row, routes, fillers, [count - 1], **{**NO_LIMIT, "limit_bytes": limit_bytes})
                if full < 0:
                    break
                done.append((row, full, fillers[full].close()))
            seen.append((row, full, done, [filler.close() for filler in fillers if filler.count]))
        self.assertEqual(*seen)


if __name__ == "__main__":
    unittest.main()
