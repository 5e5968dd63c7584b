"""Avro's schemas as Arrow's types: pure, but for pyarrow.

Logical types that Spark and everybody else read from Parquet are kept: dates, timestamps in milli- and microseconds, decimals. The others
are what they are made of, as Avro's specification says of types that a reader does not know: ``uuid`` is a string, times of day and
nanoseconds are whole numbers.
"""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa

from klog.config import ConfigError

_PRIMITIVES: dict[str, Any] = {
    "boolean": pa.bool_(),
    "int": pa.int32(),
    "long": pa.int64(),
    "float": pa.float32(),
    "double": pa.float64(),
    "bytes": pa.binary(),
    "string": pa.string(),
    "enum": pa.string(),
    "fixed": pa.binary(),
}
_LOGICAL: dict[tuple[str, str], Any] = {
    ("int", "date"): pa.date32(),
    ("long", "timestamp-millis"): pa.timestamp("ms", tz="UTC"),
    ("long", "timestamp-micros"): pa.timestamp("us", tz="UTC"),
    ("long", "local-timestamp-millis"): pa.timestamp("ms"),
    ("long", "local-timestamp-micros"): pa.timestamp("us"),
}
#: Schemas that are deeper, or have more types when written out, are mistakes.
MAX_DEPTH = 64
MAX_TYPES = 10_000


def parse_schema(text: str, option: str) -> Any:
    """The schema of a JSON text, with every named type written out where it is used.

    :param option: for errors.
    :raises ConfigError: it is no JSON or no Avro schema.
    """
    try:
        found = json.loads(text)
    except ValueError as error:
        raise ConfigError(option, None, f"the schema is no JSON: {error}") from None
    found = _expanded(found, {}, "", option, 0)
    if _count(found, {}) > MAX_TYPES:
        raise ConfigError(option, None, f"the schema has more than {MAX_TYPES} types when written out")
    return found


def _count(schema: Any, known: dict[int, int]) -> int:
    """How many types it is made of; what is used in many places is looked at once."""
    if isinstance(schema, str):
        return 1
    if id(schema) not in known:
        inner = schema if isinstance(schema, list) else [schema[name] for name in ("items", "values") if name in schema]
        if isinstance(schema, dict):
            inner = inner + [one["type"] for one in schema.get("fields", ())]
        known[id(schema)] = 1 + sum(_count(one, known) for one in inner)
    return known[id(schema)]


def _expanded(schema: Any, names: dict[str, Any], namespace: str, option: str, depth: int) -> Any:
    if depth > MAX_DEPTH:
        raise ConfigError(option, None, f"the schema is nested deeper than {MAX_DEPTH} levels")
    if isinstance(schema, str):
        if schema == "null" or (schema in _PRIMITIVES and schema not in ("enum", "fixed")):
            return schema
        full = schema if "." in schema or not namespace else f"{namespace}.{schema}"
        if full not in names and schema not in names:
            raise ConfigError(option, None, f"the schema names a type {schema} that it does not define")
        known = names.get(full, names.get(schema))
        if known is None:
            raise ConfigError(option, None, f"the type {schema} holds itself; that cannot be columns")
        return known
    if isinstance(schema, list):
        return [_expanded(one, names, namespace, option, depth + 1) for one in schema]
    if not isinstance(schema, dict) or "type" not in schema:
        raise ConfigError(option, None, f"{json.dumps(schema)[:80]} is no Avro schema")
    kind = schema["type"]
    if not isinstance(kind, str):
        return _expanded(kind, names, namespace, option, depth + 1)
    if kind in ("record", "error", "enum", "fixed"):
        return _named(schema, kind, names, namespace, option, depth)
    if kind in ("array", "map"):
        inner = "items" if kind == "array" else "values"
        if inner not in schema:
            raise ConfigError(option, None, f"an {kind} of the schema does not say its {inner}")
        return {"type": kind, inner: _expanded(schema[inner], names, namespace, option, depth + 1)}
    if kind in _PRIMITIVES:
        return dict(schema)
    if kind == "null":
        return kind
    return _expanded(kind, names, namespace, option, depth + 1)


def _named(schema: dict[str, Any], kind: str, names: dict[str, Any], namespace: str, option: str, depth: int) -> Any:
    name = schema.get("name")
    if not isinstance(name, str) or not name:
        raise ConfigError(option, None, f"a type of kind {kind} has no name")
    inner = name.rpartition(".")[0] if "." in name else str(schema.get("namespace") or namespace)
    full = name if "." in name or not inner else f"{inner}.{name}"
    if kind in ("enum", "fixed"):
        if kind == "fixed" and not (isinstance(schema.get("size"), int) and schema["size"] > 0):
            raise ConfigError(option, None, f"the type {full} has no size")
        if kind == "enum" and not schema.get("symbols"):
            raise ConfigError(option, None, f"the type {full} has no symbols")
        names[full] = dict(schema)
        return names[full]
    names[full] = None  # until its end, whoever names it is within it
    fields = schema.get("fields")
    if not isinstance(fields, list):
        raise ConfigError(option, None, f"the record {full} has no fields")
    found = []
    for field in fields:
        if not isinstance(field, dict) or not isinstance(field.get("name"), str) or "type" not in field:
            raise ConfigError(option, None, f"{json.dumps(field)[:80]} is no field of a record")
        found.append({"name": field["name"], "type": _expanded(field["type"], names, inner, option, depth + 1)})
    if len({one["name"] for one in found}) != len(found):
        raise ConfigError(option, None, f"the record {full} has two fields of one name")
    names[full] = {"type": kind, "name": full, "fields": found}
    return names[full]


def arrow_type(schema: Any, option: str, *, maps: bool = True) -> Any:
    """The Arrow type of an expanded schema.

    :param maps: whether maps can be decoded.
    :raises ConfigError: there is none: a union of several types, a record without fields.
    """
    if schema == "null":
        raise ConfigError(option, None, "a type that is always null cannot be a column")
    if isinstance(schema, str):
        return _PRIMITIVES[schema]
    if isinstance(schema, list):
        others = [one for one in schema if one != "null"]
        if len(others) > 1:
            raise ConfigError(option, None, "a union of several types cannot be a column; one type and null can")
        return arrow_type(others[0] if others else "null", option, maps=maps)
    kind = schema["type"]
    if kind in ("record", "error"):
        if not schema["fields"]:
            raise ConfigError(option, None, f"the record {schema['name']} has no fields; Parquet has no such column")
        return pa.struct([pa.field(one["name"], arrow_type(one["type"], option, maps=maps)) for one in schema["fields"]])
    if kind == "array":
        return pa.list_(arrow_type(schema["items"], option, maps=maps))
    if kind == "map":
        if not maps:
            raise ConfigError(option, None, "a map cannot be decoded from JSON; name the fields in a record")
        return pa.map_(pa.string(), arrow_type(schema["values"], option, maps=maps))
    logical = schema.get("logicalType")
    if logical == "decimal" and kind in ("bytes", "fixed"):
        precision, scale = schema.get("precision"), schema.get("scale", 0)
        if isinstance(precision, int) and isinstance(scale, int) and 0 < precision <= 38 and 0 <= scale <= precision:
            return pa.decimal128(precision, scale)
        raise ConfigError(option, None, f"a decimal of precision {precision} and scale {scale} cannot be a column; at most 38 digits can")
    return _LOGICAL.get((kind, str(logical)), _PRIMITIVES[kind])


def for_reading(schema: Any) -> Any:
    """The schema that fastavro gets: only decimals are decoded by it; dates and times stay the numbers that Arrow takes as they are.

    Names are made unique by their first use, since `parse_schema` wrote types out wherever they are used.
    """
    return _plain(schema, set())


def _plain(schema: Any, seen: set[str]) -> Any:
    if isinstance(schema, str):
        return schema
    if isinstance(schema, list):
        return [_plain(one, seen) for one in schema]
    kind = schema["type"]
    if kind == "array":
        return {"type": "array", "items": _plain(schema["items"], seen)}
    if kind == "map":
        return {"type": "map", "values": _plain(schema["values"], seen)}
    found = {
        name: value for name, value in schema.items() if name not in ("logicalType", "aliases", "namespace", "doc", "default", "order")
    }
    if schema.get("logicalType") == "decimal":
        found["logicalType"] = "decimal"
    if kind in ("record", "error", "enum", "fixed"):
        # The same type twice: a second one of another name reads the same bytes.
        name = base = str(schema["name"]).replace(".", "_")
        number = 1
        while name in seen:
            number += 1
            name = f"{base}_{number}"
        seen.add(name)
        found["name"] = name
    if kind in ("record", "error"):
        found["fields"] = [{"name": one["name"], "type": _plain(one["type"], seen)} for one in schema["fields"]]
    return found
