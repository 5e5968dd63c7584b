"""Fields of the state topic's records, read out of JSON that anybody may have written.

Each of these gives a value of the right type, or raises `BadRecord` with a sentence that repeats no more of what stands there than a name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

#: Values larger than this, in bytes, are none of ours.
LARGEST_VALUE = 1 << 20


class BadRecord(ValueError):
    """A record, or what somebody asks for, makes no sense; one sentence."""


def json_object(data: bytes | None) -> dict[str, Any]:
    """What a record holds; see `LARGEST_VALUE`. Raises BadRecord."""
    if data is None:
        raise BadRecord("it has no key")
    if len(data) > LARGEST_VALUE:
        raise BadRecord(f"{len(data)} bytes are more than any record of a mirror has")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise BadRecord("it is no JSON") from None
    if not isinstance(found, dict):
        raise BadRecord("it is no JSON object")
    return found


def text(found: Mapping[str, Any], name: str) -> str:
    """A field that is a text. Raises BadRecord."""
    value = found.get(name)
    if not isinstance(value, str):
        raise BadRecord(f"{name} is no text")
    return value


def number(found: Mapping[str, Any], name: str) -> int:
    """A field that is a number of 64 bits. Raises BadRecord."""
    value = found.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**63) <= value < 2**63:
        raise BadRecord(f"{name} is no number")
    return value


def flag(found: Mapping[str, Any], name: str) -> bool:
    """A field that is true or false. Raises BadRecord."""
    value = found.get(name)
    if not isinstance(value, bool):
        raise BadRecord(f"{name} is neither true nor false")
    return value


def texts(found: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """A field that is a list of texts. Raises BadRecord."""
    value = found.get(name)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadRecord(f"{name} is no list of texts")
    return tuple(value)


def objects(found: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """A field that is a list of objects. Raises BadRecord."""
    value = found.get(name)
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise BadRecord(f"{name} is no list of objects")
    return value


def ranges(found: Mapping[str, Any], name: str) -> tuple[tuple[int, int], ...]:
    """A field that is a list of pairs of numbers. Raises BadRecord."""
    value = found.get(name)
    if not isinstance(value, list):
        raise BadRecord(f"{name} is no list of ranges")
    found_ranges: list[tuple[int, int]] = []
    for one in value:
        if not (isinstance(one, list) and len(one) == 2 and all(isinstance(end, int) and not isinstance(end, bool) for end in one)):
            raise BadRecord(f"{name} is no list of ranges")
        found_ranges.append((one[0], one[1]))
    return tuple(found_ranges)


def choice(kind: Any, found: Mapping[str, Any], name: str) -> Any:
    """A field that is one of an enumeration. Raises BadRecord."""
    try:
        return kind(text(found, name))
    except ValueError as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord(f"{name} cannot be {found[name]!r}") from None
