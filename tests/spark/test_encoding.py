"""klog.spark.encoding: Arrow's columns as buffers, in every form that Spark or a user may hand over."""

from __future__ import annotations

import datetime
import unittest
from typing import Any

import pyarrow as pa

from klog.records.encode import record_of
from klog.spark.encoding import table_of
from klog.spark.errors import OptionError
from klog.spark.sink_columns import SinkColumns

HEADERS = pa.list_(pa.struct([("key", pa.string()), ("value", pa.binary())]))
UTC = datetime.UTC


def batch_of(**columns: pa.Array) -> tuple[pa.RecordBatch, SinkColumns]:
    names = list(columns)
    return pa.RecordBatch.from_arrays(list(columns.values()), names), SinkColumns(**{name: names.index(name) for name in names})


def read(batch: pa.RecordBatch, columns: SinkColumns, topic: str | None = "t") -> list[Any]:
    table = table_of(batch, columns, topic)
    return [record_of(table.rows, row) for row in range(table.rows.length)]


class TableTests(unittest.TestCase):
    def test_every_form_of_text_and_bytes(self) -> None:
        items = [b"a", None, b"", b"long enough not to stand within a view", b"z"]
        for kind in (
            pa.binary(),
            pa.large_binary(),
            pa.string(),
            pa.large_string(),
            pa.binary_view(),
            pa.string_view(),
            pa.dictionary(pa.int8(), pa.string()),
        ):
            text = "string" in str(kind)
            array = pa.array(
                [None if item is None else item.decode() if text else item for item in items], pa.string() if text else pa.binary()
            )
            array = array.dictionary_encode() if pa.types.is_dictionary(kind) else array.cast(kind)
            for start in (0, 2):
                batch, columns = batch_of(value=array.slice(start), key=array.slice(start))
                self.assertEqual(
                    [(key, value) for key, value, _, _ in read(batch, columns)], [(item, item) for item in items[start:]], kind
                )

    def test_headers_with_nulls_in_all_places(self) -> None:
        lists: list[Any] = [[{"key": "a", "value": b"1"}, {"key": "b", "value": None}], None, [], [{"key": "c", "value": b""}]]
        expected: list[Any] = [[(b"a", b"1"), (b"b", None)], [], [], [(b"c", b"")]]
        for start in range(4):
            batch, columns = batch_of(value=pa.array([b"v"] * (4 - start)), headers=pa.array(lists, HEADERS).slice(start))
            self.assertEqual([headers for _, _, headers, _ in read(batch, columns)], expected[start:])
        whole, columns = batch_of(value=pa.array([b"v"] * 4), headers=pa.array(lists, HEADERS))
        self.assertEqual([headers for _, _, headers, _ in read(whole.slice(1, 3), columns)], expected[1:])
        large = pa.large_list(HEADERS.value_type)
        batch, columns = batch_of(value=pa.array([b"v"] * 4), headers=pa.array(lists, large))
        self.assertEqual([headers for _, _, headers, _ in read(batch, columns)], expected)

    def test_a_null_in_place_of_a_header_has_no_name(self) -> None:
        batch, columns = batch_of(value=pa.array([b"v"]), headers=pa.array([[{"key": "a", "value": b"1"}, None]], HEADERS))
        table = table_of(batch, columns, "t")
        assert table.rows.headers is not None
        self.assertIsNotNone(table.rows.headers.keys.validity)

    def test_timestamps_and_partitions(self) -> None:
        moment = datetime.datetime(2026, 11, 22, 5, 0, 0, 123456, UTC)
        for kind in (pa.timestamp("us", "UTC"), pa.timestamp("us", "Europe/Berlin"), pa.timestamp("us")):
            given = moment if kind.tz else moment.replace(tzinfo=None)
            batch, columns = batch_of(
                value=pa.array([b"v", b"w"]), timestamp=pa.array([None, given], kind), partition=pa.array([3, None], pa.int32())
            )
            table = table_of(batch, columns, "t")
            self.assertEqual([record_of(table.rows, row)[3] for row in (0, 1)], [None, int(moment.timestamp()) * 1_000_000 + 123456])
            assert table.partitions is not None
            self.assertEqual(memoryview(table.partitions.data).cast("B").cast("i")[0], 3)

    def test_topics_become_codes(self) -> None:
        batch, columns = batch_of(value=pa.array([b"v"] * 3), topic=pa.array(["a", "b", "a"]))
        table = table_of(batch, columns, None)
        self.assertEqual(table.topics, ["a", "b"])
        assert table.codes is not None
        self.assertEqual(list(memoryview(table.codes.data).cast("B").cast("i")[:3]), [0, 1, 0])
        with self.assertRaisesRegex(OptionError, "contains a null topic. Use the `topic` option for setting a default topic"):
            table_of(*batch_of(value=pa.array([b"v"]), topic=pa.array([None], pa.string())), None)

    def test_no_rows(self) -> None:
        batch, columns = batch_of(value=pa.array([], pa.binary()), headers=pa.array([], HEADERS))
        self.assertEqual(read(batch, columns), [])


if __name__ == "__main__":
    unittest.main()
