"""How much memory a decoded message takes, about, without asking the interpreter for each object.

A frame says little about it: a Fetch of a thousand partitions takes 5 to 13 times its bytes (by version, and by how many topics share
them), one of topics that are empty 40 times, a CreatePartitions of empty assignments 50 times. So the objects are counted: each kind of
struct takes a fixed number of bytes, and lists of structs without lists of their own are counted by their length alone. What strings and
bytes hold is left out; it is no more than the frame.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from klog.wire.schema import Kind, Struct

#: What the interpreter keeps beside an object that may be part of a cycle.
_COLLECTED_BYTES = 16
#: A list's place for one element, with what a growing list has in reserve.
_PLACE_BYTES = 9
#: An object of each kind; nothing is taken off for values that everybody shares (small numbers, empty strings).
_KIND_BYTES = {
    Kind.INT16: 28,
    Kind.UINT16: 28,
    Kind.INT32: 32,
    Kind.UINT32: 32,
    Kind.INT64: 32,
    Kind.FLOAT64: 24,
    Kind.STRING: 56,
    Kind.BYTES: 40,
    Kind.UUID: 49,
    Kind.RECORDS: 184,
    Kind.ARRAY: 56,
}


class _Shape(NamedTuple):
    """What one object of a struct takes, and where to look for more: names of its lists with their elements, and of its structs."""

    bytes: int
    lists: tuple[tuple[str, int, type[Struct] | None], ...]
    structs: tuple[str, ...]


@cache
def _shape(of: type[Struct]) -> _Shape:
    size = of.__basicsize__ + _COLLECTED_BYTES
    lists: list[tuple[str, int, type[Struct] | None]] = []
    structs = []
    for field in of.FIELDS:
        if field.tag is None or field.kind is Kind.ARRAY:
            # A tagged one is rarely there, and long on the wire where it is.
            size += _KIND_BYTES.get(field.kind, 0)
        if field.kind is Kind.STRUCT:
            structs.append(field.name)
        elif field.kind is Kind.ARRAY and field.struct is not None:
            inner = _shape(field.struct)
            lists.append((field.name, _PLACE_BYTES + inner.bytes, field.struct if inner.lists or inner.structs else None))
        elif field.kind is Kind.ARRAY:
            assert field.element is not None
            lists.append((field.name, _PLACE_BYTES + _KIND_BYTES.get(field.element, 0), None))
    return _Shape(size, tuple(lists), tuple(structs))


def decoded_bytes(message: Struct) -> int:
    """The memory of `message`, in bytes, without the contents of strings and bytes."""
    shape = _shape(type(message))
    return shape.bytes + _inside(message, shape)


def _inside(message: Struct, shape: _Shape) -> int:
    total = 0
    for name, element_bytes, struct in shape.lists:
        elements: list[Any] | None = getattr(message, name)
        if elements:
            total += element_bytes * len(elements)
            if struct is not None:
                inner = _shape(struct)
                for element in elements:
                    total += _inside(element, inner)
    for name in shape.structs:
        inside: Struct | None = getattr(message, name)
        if inside is not None:
            total += decoded_bytes(inside)
    return total
