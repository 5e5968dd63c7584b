"""Avro schemas as Arrow types, and schemas that cannot be columns."""

from __future__ import annotations

import json
import unittest
from typing import Any

import pyarrow as pa

from klog.config import ConfigError
from klog.pull.avro_types import MAX_DEPTH, arrow_type, for_reading, parse_schema


def record(*fields: Any, name: str = "R") -> dict[str, Any]:
    """A record of (name, type)."""
    return {"type": "record", "name": name, "fields": [{"name": field, "type": kind} for field, kind in fields]}


def type_of(schema: Any, **options: Any) -> Any:
    return arrow_type(parse_schema(json.dumps(schema), "value_schema"), "value_schema", **options)


class TypeTests(unittest.TestCase):
    """See above."""

    def test_types(self) -> None:
        for schema, expected in (
            ("long", pa.int64()),
            ({"type": "string"}, pa.string()),
            ({"type": {"type": "int"}}, pa.int32()),
            (["null", "double"], pa.float64()),
            (["float"], pa.float32()),
            ({"type": "array", "items": "boolean"}, pa.list_(pa.bool_())),
            ({"type": "map", "values": ["null", "bytes"]}, pa.map_(pa.string(), pa.binary())),
            ({"type": "enum", "name": "E", "symbols": ["A"]}, pa.string()),
            ({"type": "fixed", "name": "F", "size": 16}, pa.binary()),
            ({"type": "int", "logicalType": "date"}, pa.date32()),
            ({"type": "long", "logicalType": "timestamp-millis"}, pa.timestamp("ms", tz="UTC")),
            ({"type": "long", "logicalType": "timestamp-micros"}, pa.timestamp("us", tz="UTC")),
            ({"type": "long", "logicalType": "local-timestamp-micros"}, pa.timestamp("us")),
            ({"type": "long", "logicalType": "timestamp-nanos"}, pa.int64()),
            ({"type": "int", "logicalType": "time-millis"}, pa.int32()),
            ({"type": "string", "logicalType": "uuid"}, pa.string()),
            ({"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}, pa.decimal128(9, 2)),
            (
                record(("a", "int"), ("b", record(("c", "string"), name="S"))),
                pa.struct([("a", pa.int32()), ("b", pa.struct([("c", pa.string())]))]),
            ),
        ):
            self.assertEqual(type_of(schema), expected, schema)

    def test_named_types_are_written_out_where_they_are_used(self) -> None:
        inner = {**record(("x", "int"), name="Point"), "namespace": "geo"}
        schema = {**record(("a", inner), ("b", "geo.Point"), ("c", ["null", "geo.Point"])), "namespace": "shop"}
        point = pa.struct([("x", pa.int32())])
        self.assertEqual(type_of(schema), pa.struct([("a", point), ("b", point), ("c", point)]))
        schema = {**record(("a", record(("x", "int"), name="Point")), ("b", "Point")), "namespace": "shop"}
        self.assertEqual(type_of(schema), pa.struct([("a", point), ("b", point)]))
        names = [field["type"]["name"] for field in for_reading(parse_schema(json.dumps(schema), "s"))["fields"]]
        self.assertEqual(names, ["shop_Point", "shop_Point_2"])

    def test_what_cannot_be_columns(self) -> None:
        deep: Any = "int"
        for _ in range(MAX_DEPTH + 1):
            deep = {"type": "array", "items": deep}
        wide: Any = record(("x", "int"), name="R0")
        for number in range(1, 16):
            wide = record(("a", wide), ("b", f"R{number - 1}"), name=f"R{number}")
        for schema, why in (
            (["int", "string"], "union of several types"),
            ("null", "always null"),
            (record(("n", "null")), "always null"),
            ("nobody", "does not define"),
            (record(("self", ["null", "R"])), "holds itself"),
            (record(), "no fields"),
            (record(("a", "int"), ("a", "int")), "two fields of one name"),
            ({"type": "record", "name": "R"}, "no fields"),
            ({"type": "record", "fields": []}, "no name"),
            ({"type": "array"}, "items"),
            ({"type": "fixed", "name": "F", "size": 0}, "no size"),
            ({"type": "enum", "name": "E"}, "no symbols"),
            ({"type": "bytes", "logicalType": "decimal", "precision": 40}, "38 digits"),
            ({"name": "R"}, "no Avro schema"),
            (7, "no Avro schema"),
            (deep, "nested deeper"),
            (wide, "types when written out"),
        ):
            with self.assertRaises(ConfigError, msg=schema) as caught:
                type_of(schema)
            self.assertIn(why, str(caught.exception))
            self.assertIn("value_schema", str(caught.exception))
        with self.assertRaisesRegex(ConfigError, "no JSON"):
            parse_schema("{", "value_schema")
        with self.assertRaisesRegex(ConfigError, "map cannot be decoded"):
            type_of(record(("m", {"type": "map", "values": "int"})), maps=False)


if __name__ == "__main__":
    unittest.main()
