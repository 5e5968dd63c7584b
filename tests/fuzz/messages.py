"""Messages of every class and version, filled by chance from their declarations, for valid encodings to begin with."""

from __future__ import annotations

import random
from typing import Any

from klog.wire.compiled_codec import encode
from klog.wire.schema import Field, Kind, Message, Struct

_BITS = {Kind.INT8: 8, Kind.INT16: 16, Kind.UINT16: 16, Kind.INT32: 32, Kind.UINT32: 32, Kind.INT64: 64}
_UNSIGNED = (Kind.UINT16, Kind.UINT32)
_TEXTS = ("", "t", "a-topic", "ü\N{SNOWMAN}", "x" * 130)


def _scalar(kind: Kind | None, draw: random.Random) -> Any:
    match kind:
        case Kind.BOOL:
            return draw.random() < 0.5
        case Kind.FLOAT64:
            return draw.random()
        case Kind.STRING:
            return draw.choice(_TEXTS)
        case Kind.BYTES | Kind.RECORDS:
            return draw.choice((b"", b"bytes", bytes(130)))
        case Kind.UUID:
            return draw.choice((bytes(16), draw.randbytes(16)))
        case _:
            assert kind is not None
            bits = _BITS[kind]
            number = draw.choice((0, 1, 3, (1 << bits - 1) - 1, draw.getrandbits(bits - 1)))
            return number if kind in _UNSIGNED or draw.random() < 0.8 else -number - 1


def _value(field: Field, version: int, draw: random.Random, depth: int) -> Any:
    if version in field.nullable and draw.random() < 0.2:
        return None
    if field.kind is Kind.ARRAY:
        many = draw.choice((0, 1, 2, 3) if depth == 0 else (0, 1, 2))
        return [
            _scalar(field.element, draw) if field.struct is None else filled(field.struct, version, draw, depth + 1) for _ in range(many)
        ]
    if field.kind is Kind.STRUCT:
        assert field.struct is not None
        return filled(field.struct, version, draw, depth + 1)
    return _scalar(field.kind, draw)


def filled(cls: type[Struct], version: int, draw: random.Random, depth: int = 0) -> Any:
    """An instance of `cls` that `version` can carry."""
    return cls(**{field.name: _value(field, version, draw, depth) for field in cls.FIELDS if version in field.versions})


def encodings(cls: type[Message], version: int, count: int = 4) -> list[bytes]:
    """Valid bodies of `cls` in `version`, always the same ones."""
    draw = random.Random(f"{cls.__name__} {version}")
    made = [filled(cls, version, draw) for _ in range(count)]
    return [b"".join(encode(message, version)) for message in made]  # type: ignore[arg-type]


def versions(cls: type[Message]) -> range:
    """All versions of `cls`."""
    return range(cls.valid_versions.lowest, cls.valid_versions.highest + 1)
