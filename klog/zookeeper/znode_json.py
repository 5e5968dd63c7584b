"""Reading and writing the JSON of znodes, as strictly as Kafka does: other people's znodes are never trusted.

Kafka takes an object whose wanted keys have the wanted types and ignores the others. What is not so raises `BadZnode`, whose
sentence names the path; who reads decides whether to go on without it. Numbers are bounded to the sizes that Kafka's types have.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn, TypeGuard

INT_MAX = 2**31 - 1
LONG_MAX = 2**63 - 1

#: How much of a wrong value is shown.
_SHOWN_CHARACTERS = 80


class BadZnode(Exception):
    """A znode's value cannot be used.

    :param path: of the znode.
    :param why: what is wrong with it.
    """

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)
        self.path = path
        self.why = why

    def __str__(self) -> str:
        return f"the value of ZooKeeper's {self.path} cannot be used: {self.why}"


def encode_json(value: Mapping[str, Any]) -> bytes:
    """`value` as Kafka writes it: UTF-8, no spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def decode_text(path: str, data: bytes) -> str:
    """The text of a znode.

    :raises BadZnode: not UTF-8.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadZnode(path, f"it is not UTF-8 text: {data[:40]!r}") from None


def decode_json(path: str, data: bytes | None) -> Any:
    """The JSON value of a znode.

    :raises BadZnode: empty, or no JSON.
    """
    if not data:
        raise BadZnode(path, "it is empty")
    text = decode_text(path, data)
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadZnode(path, f"it is not JSON: {shown(text)}") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def decode_object(path: str, data: bytes | None) -> Fields:
    """The JSON object of a znode.

    :raises BadZnode: empty, no JSON, or no object.
    """
    value = decode_json(path, data)
    if not isinstance(value, dict):
        raise BadZnode(path, f"a JSON object was expected: {shown(value)}")
    return Fields(path, value)


def decode_number(path: str, data: bytes | None, largest: int = LONG_MAX) -> int:
    """A decimal number as plain text, -1 - `largest` to `largest`.

    :raises BadZnode: something else.
    """
    text = decode_text(path, data or b"")
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not 0 < len(digits) <= 20 or not digits.isascii() or not digits.isdigit() or not -largest - 1 <= int(text) <= largest:
        raise BadZnode(path, f"a decimal number was expected: {shown(text)}")
    return int(text)


def shown(value: object) -> str:
    """`value` for people, cut short."""
    text = repr(value)
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"


class Fields:
    """A JSON object's values by key and type. Every method raises `BadZnode` where the value is missing or of another type;
    a default stands for a missing one (and for null, as in Kafka's ``Option``)."""

    def __init__(self, path: str, values: Mapping[str, Any]) -> None:
        self.path = path
        self.values = values

    def bad(self, key: str, wanted: str) -> BadZnode:
        """The error of one key."""
        if key not in self.values:
            return BadZnode(self.path, f'"{key}" ({wanted}) is missing')
        return BadZnode(self.path, f'"{key}" should be {wanted}, not {shown(self.values[key])}')

    def number(self, key: str, default: int | None = None, largest: int = INT_MAX) -> int:
        """A whole number."""
        value = self.values.get(key)
        if value is None and default is not None:
            return default
        if not is_number(value, largest):
            raise self.bad(key, "a whole number")
        return value

    def number_text(self, key: str, default: int | None = None) -> int:
        """A whole number written as text, as Kafka writes 64-bit numbers; a plain number is fine too."""
        value = self.values.get(key)
        if value is None and default is not None:
            return default
        if is_number(value, LONG_MAX):
            return value
        if isinstance(value, str):
            try:
                return decode_number(self.path, value.encode("utf-8", "replace"))
            except BadZnode:
                pass
        raise self.bad(key, "a whole number as text")

    def text(self, key: str) -> str:
        """A text."""
        value = self.values.get(key)
        if not isinstance(value, str):
            raise self.bad(key, "a text")
        return value

    def text_or_none(self, key: str) -> str | None:
        """A text, or None where there is none."""
        return None if self.values.get(key) is None else self.text(key)

    def numbers(self, key: str, default: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """A list of whole numbers."""
        value = self.values.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, list) or not all(is_number(item, INT_MAX) for item in value):
            raise self.bad(key, "a list of whole numbers")
        return tuple(value)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self.values.get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.bad(key, "a list of texts")
        return tuple(value)

    def text_by_text(self, key: str) -> dict[str, str]:
        """An object of texts; {} where there is none."""
        value = self.values.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            raise self.bad(key, "an object of texts")
        return dict(value)

    def number_by_text(self, key: str) -> dict[str, int]:
        """An object of whole numbers."""
        value = self.values.get(key)
        if not isinstance(value, dict) or not all(is_number(item, INT_MAX) for item in value.values()):
            raise self.bad(key, "an object of whole numbers")
        return dict(value)

    def numbers_by_number(self, key: str) -> dict[int, tuple[int, ...]]:
        """An object whose keys are numbers 0 ... as text and whose values are lists of whole numbers, in the order of the keys;
        {} where there is none."""
        value = self.values.get(key)
        if value is None:
            return {}
        wanted = "an object of lists of whole numbers by partition"
        if not isinstance(value, dict):
            raise self.bad(key, wanted)
        result: dict[int, tuple[int, ...]] = {}
        for name, numbers in value.items():
            if not (name.isascii() and name.isdigit() and len(name) <= 10 and int(name) <= INT_MAX):
                raise self.bad(key, wanted)
            if not isinstance(numbers, list) or not all(is_number(item, INT_MAX) for item in numbers):
                raise self.bad(key, wanted)
            result[int(name)] = tuple(numbers)
        return dict(sorted(result.items()))

    def objects(self, key: str) -> list[Fields]:
        """A list of objects."""
        value = self.values.get(key)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.bad(key, "a list of objects")
        return [Fields(self.path, item) for item in value]


def is_number(value: object, largest: int) -> TypeGuard[int]:
    """Whether `value` is a whole number from -1 - `largest` to `largest`."""
    return isinstance(value, int) and not isinstance(value, bool) and -largest - 1 <= value <= largest
