"""Hypothesis strategies that make any message in any version from its declaration, and the JSON form that Kafka's converters use for it."""

from __future__ import annotations

import base64
from typing import Any

from hypothesis import strategies as st

from klog.model import topic_id_to_text
from klog.wire.apis import APIS
from klog.wire.consumer_protocol import ConsumerProtocolAssignment, ConsumerProtocolSubscription
from klog.wire.group_records import KEYS
from klog.wire.schema import Field, Kind, Message, Struct
from klog.wire.transaction_records import TRANSACTION_RECORDS

#: Every (message, version) there is.
ALL: list[tuple[type[Message], int]] = [
    (cls, version)
    for api in APIS.values()
    for cls in (api.request, api.response)
    for version in range(api.versions.lowest, api.versions.highest + 1)
]
#: What is no request and no response: stored in records, or carried inside another message.
INNER: list[type[Message]] = [cls for key in [*KEYS.values(), *TRANSACTION_RECORDS.values()] for cls in (key, key.value_type)]
INNER += [ConsumerProtocolSubscription, ConsumerProtocolAssignment]
#: Every (message, version) of those.
ALL_INNER: list[tuple[type[Message], int]] = [
    (cls, version) for cls in INNER for version in range(cls.valid_versions.lowest, cls.valid_versions.highest + 1)
]
EVERYTHING = ALL + ALL_INNER


def _integers(bits: int, signed: bool = True) -> st.SearchStrategy[int]:
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return st.one_of(st.sampled_from([0, 1, -1 if signed else 2, low, high]), st.integers(low, high))


#: Mostly short; now and then long enough for a varint of two bytes.
TEXT = st.one_of(
    st.sampled_from(["", "t", "a topic", "ü\N{SNOWMAN}\N{GRINNING FACE}", "\0", "x" * 126, "x" * 127, "é" * 200]),
    st.text(st.characters(codec="utf-8"), max_size=12),
)
DATA = st.one_of(st.sampled_from([b"", bytes(127), bytes(range(256))]), st.binary(max_size=20))

_SCALARS: dict[Kind, st.SearchStrategy[Any]] = {
    Kind.BOOL: st.booleans(),
    Kind.INT8: _integers(8),
    Kind.INT16: _integers(16),
    Kind.UINT16: _integers(16, False),
    Kind.INT32: _integers(32),
    Kind.UINT32: _integers(32, False),
    Kind.INT64: _integers(64),
    Kind.FLOAT64: st.floats(allow_nan=False),
    Kind.STRING: TEXT,
    Kind.BYTES: DATA,
    Kind.UUID: st.one_of(st.just(bytes(16)), st.binary(min_size=16, max_size=16)),
    Kind.RECORDS: DATA,
}


def values(field: Field, version: int, depth: int = 0) -> st.SearchStrategy[Any]:
    """Values that `field` may have in `version`."""
    made: st.SearchStrategy[Any]
    if field.kind is Kind.ARRAY:
        assert field.element is not None
        element = structs(field.struct, version, depth + 1) if field.struct is not None else _SCALARS[field.element]
        made = st.lists(element, max_size=3 if depth == 0 else 2)
    elif field.kind is Kind.STRUCT:
        assert field.struct is not None
        made = structs(field.struct, version, depth + 1)
    else:
        made = _SCALARS[field.kind]
    return st.none() | made if version in field.nullable else made


def structs(cls: type[Struct], version: int, depth: int = 0) -> st.SearchStrategy[Any]:
    """Instances of `cls` that `version` can carry: fields it lacks have their defaults."""
    return st.builds(cls, **{field.name: values(field, version, depth) for field in cls.FIELDS if version in field.versions})


def messages(cls: type[Message], version: int) -> st.SearchStrategy[Any]:
    """Instances of `cls` that `version` can carry."""
    made = _cache.get((cls, version))
    if made is None:
        made = _cache[cls, version] = structs(cls, version)
    return made


_cache: dict[tuple[type[Message], int], st.SearchStrategy[Any]] = {}


@st.composite
def any_message(draw: st.DrawFn) -> tuple[Message, int]:
    """Any message with its version."""
    cls, version = draw(st.sampled_from(EVERYTHING))
    return draw(messages(cls, version)), version


def camel(name: str) -> str:
    """``timeout_ms`` as ``timeoutMs``."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


#: Kafka's names for fields that are called otherwise here.
Names = dict[tuple[type[Struct], str], str]


def to_json(message: Struct, version: int, *, records: bool = True, names: Names | None = None) -> dict[str, Any]:
    """As Kafka's ``…JsonConverter.write``: tagged fields without their defaults, ids as text, bytes in base64.

    :param records: whether records are written; Kafka itself writes an empty text in their place.
    """
    names = names or {}
    made = {}
    for field in message.FIELDS:
        value = getattr(message, field.name)
        if version not in field.versions or (field.is_tagged(version) and field.is_default(value)):
            continue
        name = names.get((type(message), field.name)) or camel(field.name)
        made[name] = _json_value(field.element if field.kind is Kind.ARRAY else field.kind, value, version, records, names)
    return made


def _json_value(kind: Kind | None, value: Any, version: int, records: bool, names: Names) -> Any:
    if value is None:
        return None
    if isinstance(value, list):
        return [_json_value(kind, element, version, records, names) for element in value]
    if isinstance(value, Struct):
        return to_json(value, version, records=records, names=names)
    if kind is Kind.UUID:
        return topic_id_to_text(value)
    if kind is Kind.RECORDS and not records:
        return ""
    if kind in (Kind.BYTES, Kind.RECORDS):
        return base64.b64encode(value).decode("ascii")
    return value
