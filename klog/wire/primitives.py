"""The smallest pieces of the wire: varints, zig-zag, and the error that all readers of foreign bytes raise."""

from __future__ import annotations

from collections.abc import Sequence


class WireError(Exception):
    """The peer's bytes are not what the protocol says, or a message cannot be written in this version; the sentence says where."""


#: A varint of 32 bits has at most five bytes, one of 64 bits ten.
MAX_VARINT_BYTES = 5
MAX_VARLONG_BYTES = 10
#: More elements than this no request has (precedents: Kafka's largest clusters have 200,000 partitions); keeps one frame from
#: becoming gigabytes of objects.
MAX_ELEMENTS = 1_000_000


def read_uvarint(view: Sequence[int], position: int) -> tuple[int, int]:
    """An unsigned LEB128 number below 2**32 and the position behind it.

    :raises WireError: it is longer than five bytes or than the buffer, or larger than 32 bits.
    """
    value = shift = 0
    for count in range(MAX_VARINT_BYTES):
        if position >= len(view):
            raise WireError("a varint ends behind the end of the frame")
        byte = view[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            if count == MAX_VARINT_BYTES - 1 and byte > 0x0F:
                raise WireError("a varint is larger than 32 bits")
            return value, position
        shift += 7
    raise WireError("a varint is longer than five bytes")


def append_uvarint(out: bytearray, value: int) -> None:
    """`value` (0 ≤ value < 2**32) as unsigned LEB128."""
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


def uvarint_size(value: int) -> int:
    """Bytes that `append_uvarint` takes."""
    return max(1, (value.bit_length() + 6) // 7)


def read_varlong(view: Sequence[int], position: int) -> tuple[int, int]:
    """A zig-zag LEB128 number of up to 64 bits (the varints inside records) and the position behind it.

    :raises WireError: it is longer than ten bytes or than the buffer, or larger than 64 bits.
    """
    value = shift = 0
    for count in range(MAX_VARLONG_BYTES):
        if position >= len(view):
            raise WireError("a varint ends behind the end of its record")
        byte = view[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            if count == MAX_VARLONG_BYTES - 1 and byte > 1:
                raise WireError("a varint is larger than 64 bits")
            return (value >> 1) ^ -(value & 1), position
        shift += 7
    raise WireError("a varint is longer than ten bytes")


def append_varlong(out: bytearray, value: int) -> None:
    """`value` (64 bits, signed) as zig-zag LEB128."""
    value = (value << 1) ^ (value >> 63)
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
