"""Keys and values as text, JSON and Avro; records that do not decode."""

from __future__ import annotations

import datetime
import decimal
import io
import json
import pickle
import random
import struct
import sys
import unittest
from typing import Any
from unittest import mock

import fastavro
import pyarrow as pa

from klog.arrow.schema import schema as arrow_schema
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.pull.decoding import FILE_COLUMNS, BadRecord, Decoder
from klog.pull.settings import PullSettings

FIELDS = [
    {"name": "id", "type": "long"},
    {"name": "level", "type": ["null", "string"]},
    {"name": "ratio", "type": "double"},
    {"name": "tags", "type": {"type": "array", "items": "string"}},
]
SCHEMA = {"type": "record", "name": "Line", "fields": FIELDS}


def settings(**more: Any) -> PullSettings:
    return PullSettings(client=ClientSettings(bootstrap_servers="h:1"), target="/t", topics=("logs",), **more)


def batch(values: list[bytes | None], keys: list[bytes | None] | None = None, first: int = 100) -> Any:
    """As the reader yields them."""
    rows = len(values)
    return pa.record_batch(
        [
            pa.array([None] * rows if keys is None else keys, pa.binary()),
            pa.array(values, pa.binary()),
            pa.array(range(first, first + rows), pa.int64()),
            pa.array([0] * rows, pa.int64()).cast(pa.timestamp("us", tz="UTC")),
            pa.array([0] * rows, pa.int32()),
        ],
        schema=arrow_schema(FILE_COLUMNS),
    )


def decoder(kind: str, schema: Any = None, **more: Any) -> Decoder:
    return Decoder(settings(value_as=kind, value_schema="" if schema is None else json.dumps(schema), **more), "logs", 3)


def values(found: Any) -> list[Any]:
    found.validate(full=True)
    listed: list[Any] = found.column("value").to_pylist()
    return listed


def avro(schema: Any, value: Any) -> bytes:
    out = io.BytesIO()
    fastavro.schemaless_writer(out, fastavro.parse_schema(schema), value)
    return out.getvalue()


class PlainTests(unittest.TestCase):
    """Bytes and text."""

    def test_bytes_stay(self) -> None:
        one = decoder("binary")
        given = batch([b"\xff", None])
        self.assertIs(one.decode(given), given)
        self.assertEqual(one.schema, arrow_schema(FILE_COLUMNS))

    def test_text(self) -> None:
        one = Decoder(settings(value_as="string", key_as="string"), "logs", 0)
        found = one.decode(batch(["zoë".encode(), None, b""], [b"k", None, b"l"]))
        self.assertEqual((values(found), found.column("key").to_pylist()), (["zoë", None, ""], ["k", None, "l"]))
        self.assertEqual(found.schema.field("value").type, pa.string())

    def test_text_that_is_none(self) -> None:
        given = [b"fine", b"\xff\xfe", None, b"fine too", b"\xc3"]
        with self.assertRaises(BadRecord) as caught:
            decoder("string").decode(batch(given))
        for part in ("topic logs, partition 3, offset 101", "its value is not UTF-8 text", "--on-bad"):
            self.assertIn(part, caught.exception.message)
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).message, caught.exception.message)
        one = decoder("string", on_bad="null")
        self.assertEqual(values(one.decode(batch(given))), ["fine", None, None, "fine too", None])
        self.assertEqual(one.bad_records, 2)
        one = decoder("string", on_bad="skip")
        found = one.decode(batch(given))
        self.assertEqual(values(found), ["fine", None, "fine too"])
        self.assertEqual((found.column("offset").to_pylist(), one.bad_records), ([100, 102, 103], 2))

    def test_a_record_that_is_bad_twice_counts_once(self) -> None:
        one = Decoder(settings(value_as="string", key_as="string", on_bad="skip"), "logs", 0)
        self.assertEqual(one.decode(batch([b"\xff", b"a"], [b"\xff", b"\xff"])).num_rows, 0)
        self.assertEqual(one.bad_records, 2)

    def test_a_schema_is_needed(self) -> None:
        for kind in ("json", "avro", "confluent-avro"):
            with self.assertRaisesRegex(ConfigError, "schema is needed"):
                decoder(kind)


class JsonTests(unittest.TestCase):
    """Objects by Arrow's reader."""

    def test_fields(self) -> None:
        one = decoder("json", SCHEMA)
        found = values(
            one.decode(
                batch([b'{"id": 1, "level": "WARN", "ratio": 0.5, "tags": ["a", "b"], "more": {"x": 1}}', None, b'{"id":2}', b" {\n}\n "])
            )
        )
        nothing = {"id": None, "level": None, "ratio": None, "tags": None}
        self.assertEqual(found[0], {"id": 1, "level": "WARN", "ratio": 0.5, "tags": ["a", "b"]})
        self.assertEqual(found[1:], [None, {**nothing, "id": 2}, nothing])

    def test_dates_and_times_are_iso_8601(self) -> None:
        schema = {
            "type": "record",
            "name": "R",
            "fields": [
                {"name": "day", "type": {"type": "int", "logicalType": "date"}},
                {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
                {"name": "days", "type": {"type": "array", "items": {"type": "int", "logicalType": "date"}}},
            ],
        }
        given = b'{"day": "2011-06-12", "at": "2011-06-12T08:00:00.25Z", "days": ["1970-01-01"]}'
        (found,) = values(decoder("json", schema).decode(batch([given])))
        self.assertEqual((found["day"], found["days"]), (datetime.date(2011, 6, 12), [datetime.date(1970, 1, 1)]))
        self.assertEqual(found["at"], datetime.datetime(2011, 6, 12, 8, 0, 0, 250_000, datetime.UTC))

    def test_what_is_no_such_object(self) -> None:
        bad = [
            b"",
            b"   ",
            b"7",
            b"[1]",
            b'"text"',
            b"null",
            b"{",
            b'{"id":1}{"id":2}',
            b'{"id":1}\n{"id":2}',
            b'{"id":1},{"id":2}',
            b'{"id":1.5}',
            b'{"id":"one"}',
            b'{"id":99999999999999999999}',
            b'{"id":1,"id":2}',
            b'{"level":"\xff"}',
            b'{"level":"\n"}',
            b'{"tags":[1]}',
            b'{"id":1} x}',
        ]
        for one in bad:
            with self.assertRaises(BadRecord, msg=one):
                decoder("json", SCHEMA).decode(batch([one]))
        chance = random.Random(3)
        for _ in range(20):
            mixed = [chance.choice(bad) if chance.random() < 0.3 else b'{"id":%d}' % place for place in range(50)]
            wanted = [None if one in bad else place for place, one in enumerate(mixed)]
            null = decoder("json", SCHEMA, on_bad="null")
            self.assertEqual([one and one["id"] for one in values(null.decode(batch(mixed)))], wanted)
            skip = decoder("json", SCHEMA, on_bad="skip")
            self.assertEqual([one["id"] for one in values(skip.decode(batch(mixed)))], [place for place in wanted if place is not None])
            self.assertEqual((null.bad_records, skip.bad_records), (wanted.count(None),) * 2)

    def test_objects_that_are_whole_only_together(self) -> None:
        """As many rows as records, and yet none of the first three decodes."""
        given = [b'{"id":1', b',"ratio":2}', b'{"id":3}{"id":4}', b'{"id":5}']
        one = decoder("json", SCHEMA, on_bad="null")
        self.assertEqual([found and found["id"] for found in values(one.decode(batch(given)))], [None, None, None, 5])

    def test_only_records_are_objects(self) -> None:
        with self.assertRaisesRegex(ConfigError, "a record is needed"):
            decoder("json", "string")

    def test_nothing_to_decode(self) -> None:
        self.assertEqual(values(decoder("json", SCHEMA).decode(batch([None, None]))), [None, None])
        self.assertEqual(values(decoder("json", SCHEMA).decode(batch([]))), [])


class AvroTests(unittest.TestCase):
    """Records by fastavro."""

    def test_fields(self) -> None:
        given = [{"id": n, "level": None if n % 2 else "INFO", "ratio": n / 2, "tags": ["t"] * n} for n in range(5)]
        found = values(decoder("avro", SCHEMA).decode(batch([*(avro(SCHEMA, one) for one in given), None])))
        self.assertEqual(found, [*given, None])

    def test_types(self) -> None:
        schema = {
            "type": "record",
            "name": "R",
            "fields": [
                {"name": "day", "type": {"type": "int", "logicalType": "date"}},
                {"name": "at", "type": {"type": "long", "logicalType": "timestamp-micros"}},
                {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}},
                {"name": "by", "type": {"type": "map", "values": "long"}},
                {"name": "kind", "type": {"type": "enum", "name": "K", "symbols": ["A", "B"]}},
                {"name": "id", "type": {"type": "string", "logicalType": "uuid"}},
                {"name": "raw", "type": {"type": "fixed", "name": "F", "size": 2}},
            ],
        }
        at = datetime.datetime(2011, 6, 12, 8, 0, 0, 1, datetime.UTC)
        given = {
            "day": datetime.date(2011, 6, 12),
            "at": at,
            "price": decimal.Decimal("1.25"),
            "by": {"a": 1},
            "kind": "B",
            "id": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "raw": b"\0\1",
        }
        (found,) = values(decoder("avro", schema).decode(batch([avro(schema, given)])))
        self.assertEqual(found, {**given, "by": [("a", 1)]})

    def test_a_key_of_one_type(self) -> None:
        one = Decoder(settings(key_as="avro", key_schema='"long"'), "logs", 0)
        found = one.decode(batch([b"v", b"w"], [avro("long", 77), None]))
        self.assertEqual((found.column("key").to_pylist(), values(found)), ([77, None], [b"v", b"w"]))

    def test_confluents_prefix(self) -> None:
        prefixed = struct.pack(">bI", 0, 17) + avro(SCHEMA, {"id": 5, "level": "x", "ratio": 1.0, "tags": []})
        with self.assertRaises(BadRecord) as caught:
            decoder("avro", SCHEMA).decode(batch([prefixed]))
        for part in ("offset 100", "schema id 17", "--confluent"):
            self.assertIn(part, caught.exception.message)
        (found,) = values(decoder("confluent-avro", SCHEMA).decode(batch([prefixed])))
        self.assertEqual(found["id"], 5)
        with self.assertRaisesRegex(BadRecord, "does not begin with Confluent's prefix"):
            decoder("confluent-avro", SCHEMA).decode(batch([prefixed[5:]]))

    def test_what_is_not_avro(self) -> None:
        good = avro(SCHEMA, {"id": 5, "level": "x", "ratio": 1.0, "tags": ["a"]})
        bad = [b"", good[:-1], good + b"\0", b"\xff" * 40, good[:1] + b"\x09" + good[2:]]
        for one in bad:
            with self.assertRaises(BadRecord, msg=one):
                decoder("avro", SCHEMA).decode(batch([one]))
        one = decoder("avro", SCHEMA, on_bad="skip")
        found = one.decode(batch([*bad, good, *bad, good]))
        self.assertEqual((found.column("offset").to_pylist(), one.bad_records), ([105, 111], 10))

    def test_claims_are_not_believed(self) -> None:
        """A text of 2**40 bytes, a list of 2**40 items."""
        huge = b"\x80\x80\x80\x80\x80\x80\x01"
        for schema in ("string", "bytes", {"type": "array", "items": "int"}, {"type": "map", "values": "int"}):
            with self.assertRaises(BadRecord):
                decoder("avro", schema).decode(batch([huge]))

    def test_random_bytes_never_do_more_than_fail(self) -> None:
        chance = random.Random(11)
        for _ in range(300):
            given = [chance.randbytes(chance.randrange(30)) for _ in range(5)]
            one = decoder("avro", SCHEMA, on_bad="null")
            self.assertEqual(one.decode(batch([*given])).num_rows, 5)

    def test_without_fastavro(self) -> None:
        with mock.patch.dict(sys.modules, {"fastavro": None}), self.assertRaises(ConfigError) as caught:
            decoder("avro", SCHEMA)
        self.assertIn("pip install 'klog[avro]'", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
