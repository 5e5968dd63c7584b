"""Columns as record batches: over the same memory, constants made once."""

from __future__ import annotations

import unittest
from typing import Any

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from klog.arrow import batches
from klog.arrow.batches import record_batch, wanted_by
from klog.arrow.schema import COLUMNS, schema
from klog.records.columns import RawColumns, Wanted
from klog.records.contract import Header
from klog.records.implementations import codec
from klog.records.implementations import columns as columns_of

EVERYTHING = schema(include_headers=True)
BYTES = st.binary(max_size=6)
RECORDS = st.lists(
    st.tuples(
        st.integers(-1, 1 << 40),
        st.none() | BYTES,
        st.none() | BYTES,
        st.lists(st.tuples(st.text(max_size=4), st.none() | BYTES), max_size=3),
    ),
    min_size=1,
    max_size=40,
)


def raw_of(records: Any, wanted: Wanted, start: int = 0) -> RawColumns:
    """Records as columns."""
    data = codec.build_batch([(ms, key, value, [Header(*one) for one in headers]) for ms, key, value, headers in records])
    raw = columns_of.cursor(data, start=start, end=1 << 62, wanted=wanted).take(1 << 30)
    assert raw is not None
    return raw


class BatchTests(unittest.TestCase):
    """`record_batch`."""

    @given(RECORDS)
    def test_any_records(self, records: Any) -> None:
        found = record_batch(raw_of(records, wanted_by(EVERYTHING)), "töpic", 7, EVERYTHING)
        found.validate(full=True)
        self.assertTrue(found.schema.equals(EVERYTHING, check_metadata=True))
        expected = [
            {
                "key": key,
                "value": value,
                "topic": "töpic",
                "partition": 7,
                "offset": number,
                "timestamp": ms * 1000,
                "timestampType": 0,
                "headers": [{"key": name, "value": item} for name, item in headers] or None,
            }
            for number, (ms, key, value, headers) in enumerate(records)
        ]
        place = EVERYTHING.get_field_index("timestamp")
        plain = found.set_column(place, "timestamp", found.column("timestamp").cast(pa.int64()))
        self.assertEqual(plain.to_pylist(), expected)
        # As Spark writes it to its pipe, and as it reads it there.
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, found.schema) as writer:
            writer.write_batch(found)
        (again,) = list(pa.ipc.open_stream(sink.getvalue()))
        again.validate(full=True)
        self.assertTrue(again.equals(found))

    def test_any_columns(self) -> None:
        records = [(1, b"k", b"v", [("h", b"1")])] * 3
        for names in (("value",), ("offset", "key"), ("topic",), ("partition", "topic"), ("headers", "value"), ("timestampType",), COLUMNS):
            wanted = schema(names)
            found = record_batch(raw_of(records, wanted_by(wanted)), "t", 0, wanted)
            found.validate(full=True)
            self.assertEqual((found.num_rows, tuple(found.schema.names)), (3, names))

    def test_what_is_decoded(self) -> None:
        self.assertEqual(wanted_by(schema(("topic", "partition"))), 0)
        self.assertEqual(wanted_by(schema(("value", "offset"))), Wanted.VALUE | Wanted.OFFSET)
        everything = Wanted.KEY | Wanted.VALUE | Wanted.OFFSET | Wanted.TIMESTAMP | Wanted.TIMESTAMP_TYPE | Wanted.HEADERS
        self.assertEqual(wanted_by(EVERYTHING), everything)

    def test_nothing_is_copied(self) -> None:
        records = [(1, None, b"x" * 1000, [])] * 10
        raw = raw_of(records, wanted_by(schema()))
        assert raw.value is not None and raw.offsets is not None
        found = record_batch(raw, "t", 0, schema())
        for column, buffer in (("value", raw.value.data), ("offset", raw.offsets)):
            self.assertEqual(found.column(column).buffers()[-1].address, pa.py_buffer(buffer).address)

    def test_constants(self) -> None:
        wanted = schema()
        sizes = (1, 5_000, 3, 40_000, 1)
        found = [record_batch(raw_of([(1, None, b"", [])] * count, wanted_by(wanted)), "constant", 12, wanted) for count in sizes]
        for one, count in zip(found, sizes, strict=True):
            one.validate(full=True)
            self.assertEqual(one.column("topic").to_pylist(), ["constant"] * count)
            self.assertEqual(one.column("partition").to_pylist(), [12] * count)
            self.assertEqual(one.column("key").null_count, count)
        for column in ("topic", "partition", "key"):
            first, last = found[3].column(column).buffers(), found[4].column(column).buffers()
            self.assertEqual([buffer and buffer.address for buffer in first], [buffer and buffer.address for buffer in last])

    def test_constants_are_bounded(self) -> None:
        wanted = schema(("topic", "partition"))
        for number in range(3 * batches._MOST_CONSTANTS):
            found = record_batch(raw_of([(1, None, b"", [])], Wanted(0)), f"topic-{number}", number, wanted)
            self.assertEqual(found.to_pylist(), [{"topic": f"topic-{number}", "partition": number}])
        self.assertLessEqual(len(batches._constants), batches._MOST_CONSTANTS)
