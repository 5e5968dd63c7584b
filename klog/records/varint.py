"""Zig-zag variable-length integers of the record format (``ByteUtils.java``): 7 bits a byte, lowest first, sign in bit 0.

They are not the unsigned ones of the flexible messages on the wire. An encoding that carries more bits than its field has is refused
(Kafka silently drops them, other clients do not, so such a record would mean different things to different readers).
"""

from __future__ import annotations

from klog.records.contract import Buffer


class Truncated(ValueError):
    """The bytes end inside the number."""


class Overlong(ValueError):
    """The number has more bits than its field."""


def wrapped(value: int) -> int:
    """`value` as a Java ``long`` has it: what is above 64 bits is cut off. Timestamps of records are added and subtracted in this way."""
    return (value + (1 << 63) & (1 << 64) - 1) - (1 << 63)


def encode(value: int) -> bytes:
    """`value` (int32 or int64, it makes no difference to the bytes) as 1 to 10 bytes."""
    rest = (value << 1) ^ (value >> 63)
    if rest < 0x80:
        return bytes((rest,))
    out = bytearray()
    while rest >= 0x80:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)
    return bytes(out)


def decode(buffer: Buffer, position: int, end: int, bits: int = 32) -> tuple[int, int]:
    """The number at `position` of `buffer`, which ends at `end`, and the position behind it. `bits` is 32 or 64.

    :raises Truncated: no last byte before `end`.
    :raises Overlong: more than `bits` bits.
    """
    result = shift = 0
    while True:
        if position >= end:
            raise Truncated("the bytes end inside a varint")
        byte = buffer[position]
        position += 1
        result |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            break
        if shift >= bits:
            raise Overlong(f"a varint of more than {bits} bits")
    if result >> bits:
        raise Overlong(f"a varint of more than {bits} bits")
    return (result >> 1) ^ -(result & 1), position


def size(value: int) -> int:
    """How many bytes `encode` makes of `value`."""
    rest = (value << 1) ^ (value >> 63)
    return max(1, (rest.bit_length() + 6) // 7)
