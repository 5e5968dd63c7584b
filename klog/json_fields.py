"""Fields of JSON objects that anybody may have written: of the records of klog's own topics, whose keys and values are such objects.

Each of these gives a value of the right type, or raises `BadRecord` with a sentence that repeats no more of what stands there than a name.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from typing import Any, TypeVar

#: Numbers fit into what other languages call a long.
LARGEST_NUMBER = (1 << 63) - 1

_Choice = TypeVar("_Choice", bound=enum.Enum)


class BadRecord(Exception):
    """A record, or what somebody asks for, makes no sense; one sentence."""


def json_object(data: bytes | None, what: str, most_bytes: int) -> dict[str, Any]:
    """What a key or a value holds. Raises BadRecord.

    :param what: which of them it is, for sentences.
    :param most_bytes: what is longer was not written by klog.
    """
    if data is None:
        raise BadRecord(f"no {what}")
    if len(data) > most_bytes:
        raise BadRecord(f"a {what} of {len(data)} bytes, of at most {most_bytes}")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise BadRecord(f"the {what} is no JSON") from None
    if not isinstance(found, dict):
        raise BadRecord(f"the {what} is no object")
    return found


def text(found: Mapping[str, Any], name: str) -> str:
    """A field that is a text. Raises BadRecord."""
    value = found.get(name)
    if not isinstance(value, str):
        raise BadRecord(f"{name} is no text")
    return value


def number(found: Mapping[str, Any], name: str, least: int = 0, default: int | None = None) -> int:
    """A field that is a whole number from `least` to `LARGEST_NUMBER`; `default` where it is missing. Raises BadRecord."""
    value = found.get(name, default)
    if type(value) is not int or not least <= value <= LARGEST_NUMBER:
        raise BadRecord(f"{name} is no number from {least} on")
    return value


def flag(found: Mapping[str, Any], name: str) -> bool:
    """A field that is true or false. Raises BadRecord."""
    value = found.get(name)
    if not isinstance(value, bool):
        raise BadRecord(f"{name} is neither true nor false")
    return value


def choice(kind: type[_Choice], found: Mapping[str, Any], name: str) -> _Choice:
    """A field that is one of an enumeration of texts. Raises BadRecord."""
    chosen = text(found, name)
    try:
        return kind(chosen)
    except ValueError:
        raise BadRecord(f"{name} cannot be {chosen!r:.100}") from None


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


def fields(found: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A field that is an object. Raises BadRecord."""
    value = found.get(name)
    if not isinstance(value, dict):
        raise BadRecord(f"{name} is no object")
    return value


def text_fields(found: Mapping[str, Any], name: str) -> dict[str, str]:
    """A field that is an object of texts. Raises BadRecord."""
    value = fields(found, name)
    return {key: text(value, key) for key in value}


def ranges(found: Mapping[str, Any], name: str) -> tuple[tuple[int, int], ...]:
    """A field that is a list of pairs of numbers. Raises BadRecord."""
    value = found.get(name)
    if not isinstance(value, list):
        raise BadRecord(f"{name} is no list of ranges")
    found_ranges: list[tuple[int, int]] = []
    for one in value:
        if not (isinstance(one, list) and len(one) == 2 and all(type(end) is int and 0 <= end <= LARGEST_NUMBER for end in one)):
            raise BadRecord(f"{name} is no list of ranges")
        found_ranges.append((one[0], one[1]))
    return tuple(found_ranges)
