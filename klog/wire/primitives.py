"""The smallest parts of the wire: varints, lengths, tagged sections, and the error that bad bytes get.

Everything is big-endian. An *unsigned varint* is LEB128 of at most 32 bits: seven bits to a byte, lowest first, the top bit set on all but
the last, so five bytes at most. Compact lengths (flexible versions, KIP-482) are such a varint of length + 1, 0 standing for null. A
*tagged section* follows every struct of a flexible version: a count, then for each field its tag (ascending), its size and its bytes.

Readers take a buffer and a position and return the value and the next position. They raise `WireError`, never ``IndexError`` or
``struct.error``.
"""

from __future__ import annotations

import struct

Buffer = bytes | bytearray | memoryview

#: Longest string on the wire, in bytes of UTF-8: the old length is a signed int16, and Kafka holds compact ones to the same.
MAX_STRING_BYTES = 0x7FFF
#: What the arrays of one message may hold together. No real message comes near it; without it a frame of 100 MiB whose elements take a few
#: bytes each would become gigabytes of objects.
MAX_ELEMENTS = 1_000_000
MAX_VARINT_BYTES = 5

INT8 = struct.Struct(">b")
UINT8 = struct.Struct(">B")
INT16 = struct.Struct(">h")
UINT16 = struct.Struct(">H")
INT32 = struct.Struct(">i")
UINT32 = struct.Struct(">I")
INT64 = struct.Struct(">q")
FLOAT64 = struct.Struct(">d")


class WireError(Exception):
    """The peer's bytes are not what the protocol says; the sentence tells which message, which field, and why."""


class EncodeError(ValueError):
    """A message cannot be written in this version: our own mistake, not the peer's."""


def read_unsigned_varint(buffer: Buffer, position: int) -> tuple[int, int]:
    """The varint at `position` (0 to 2³²-1), and where it ends.

    :raises WireError: it is cut off, has more than five bytes, or more than 32 bits.
    """
    value = shift = 0
    for index in range(position, position + MAX_VARINT_BYTES):
        if index >= len(buffer):
            raise WireError("a varint is cut off by the end of the bytes")
        byte = buffer[index]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            if value > 0xFFFFFFFF:
                raise WireError("a varint does not fit into 32 bits")
            return value, index + 1
        shift += 7
    raise WireError("a varint has more than five bytes")


def unsigned_varint(value: int) -> bytes:
    """`value` (0 to 2³²-1) as a varint."""
    if value < 0x80:
        return _ONE_BYTE[value]
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


_ONE_BYTE = [bytes([value]) for value in range(0x80)]


def skip_tagged_section(buffer: Buffer, position: int) -> int:
    """Step over a tagged section none of whose tags we know.

    :raises WireError: it does not fit into the buffer, or its tags do not ascend.
    """
    count, position = read_unsigned_varint(buffer, position)
    last = -1
    if count > len(buffer) - position:
        raise WireError(f"{count} tagged fields in {len(buffer) - position} bytes")
    for _ in range(count):
        tag, position = read_unsigned_varint(buffer, position)
        size, position = read_unsigned_varint(buffer, position)
        if tag <= last:
            raise WireError(f"tag {tag} comes after tag {last}")
        if size > len(buffer) - position:
            raise WireError(f"tag {tag} announces {size} bytes, {len(buffer) - position} are left")
        last = tag
        position += size
    return position
