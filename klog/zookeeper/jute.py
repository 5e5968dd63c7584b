"""Jute, ZooKeeper's encoding: big-endian numbers, byte strings and vectors behind a signed 32-bit length (-1 is null).

`Reader` walks over one message and never past its end; lengths come from outside, so each is checked before anything is made of it.
The functions ``pack_*`` write. ``org.apache.jute.BinaryInputArchive``, ``BinaryOutputArchive``.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

_INT = struct.Struct(">i")
_LONG = struct.Struct(">q")
#: A vector is never longer than the bytes that are left, and each element takes one at least.
_NULL = b"\xff\xff\xff\xff"


class JuteError(Exception):
    """Bytes that are no such message; a sentence."""


class Reader:
    """One message.

    :param data: without the length in front.
    :param position: where to begin.
    """

    __slots__ = ("data", "position")

    def __init__(self, data: bytes, position: int = 0) -> None:
        self.data = data
        self.position = position

    @property
    def left(self) -> int:
        """Bytes behind the position."""
        return len(self.data) - self.position

    def int32(self) -> int:
        """A signed number of 4 bytes.

        :raises JuteError: the message ends before.
        """
        try:
            (value,) = _INT.unpack_from(self.data, self.position)
        except struct.error:
            raise self._short(4) from None
        self.position += 4
        return int(value)

    def int64(self) -> int:
        """A signed number of 8 bytes."""
        try:
            (value,) = _LONG.unpack_from(self.data, self.position)
        except struct.error:
            raise self._short(8) from None
        self.position += 8
        return int(value)

    def boolean(self) -> bool:
        """One byte, 0 or not."""
        if self.position >= len(self.data):
            raise self._short(1)
        value = self.data[self.position]
        self.position += 1
        return value != 0

    def unpack(self, layout: struct.Struct) -> tuple[int, ...]:
        """Several numbers at once."""
        try:
            values = layout.unpack_from(self.data, self.position)
        except struct.error:
            raise self._short(layout.size) from None
        self.position += layout.size
        return values

    def buffer(self) -> bytes | None:
        """Bytes, or None for null."""
        length = self.int32()
        if length == -1:
            return None
        if length < 0 or length > len(self.data) - self.position:
            raise JuteError(f"a length of {length} at byte {self.position - 4} of {len(self.data)}")
        start = self.position
        self.position = start + length
        return self.data[start : self.position]

    def string(self) -> str:
        """Text in UTF-8; null is empty."""
        raw = self.buffer()
        if raw is None:
            return ""
        try:
            return raw.decode()
        except UnicodeDecodeError:
            raise JuteError(f"a text that is not UTF-8 at byte {self.position - len(raw)}: {raw[:40]!r}") from None

    def count(self, smallest_bytes: int = 1) -> int:
        """How many elements of a vector follow; 0 for null.

        :param smallest_bytes: what an element takes at least.
        """
        count = self.int32()
        if count == -1:
            return 0
        if count < 0 or count * smallest_bytes > len(self.data) - self.position:
            raise JuteError(f"a vector of {count} elements at byte {self.position - 4} of {len(self.data)}")
        return count

    def strings(self) -> list[str]:
        """A vector of texts."""
        return [self.string() for _ in range(self.count(4))]

    def _short(self, wanted: int) -> JuteError:
        return JuteError(f"the message ends at byte {len(self.data)}, and {wanted} more are needed from byte {self.position}")


def pack_int32(value: int) -> bytes:
    """A signed number of 4 bytes."""
    return _INT.pack(value)


def pack_boolean(value: bool) -> bytes:
    """One byte."""
    return b"\1" if value else b"\0"


def pack_buffer(value: bytes | None) -> bytes:
    """Bytes with their length; null for None."""
    return _NULL if value is None else _INT.pack(len(value)) + value


def pack_string(value: str) -> bytes:
    """Text in UTF-8 with its length.

    :raises JuteError: halves of characters.
    """
    try:
        raw = value.encode()
    except UnicodeEncodeError:
        raise JuteError(f"{value!r} cannot be written in UTF-8") from None
    return _INT.pack(len(raw)) + raw


def pack_strings(values: Sequence[str]) -> bytes:
    """A vector of texts."""
    return _INT.pack(len(values)) + b"".join([pack_string(value) for value in values])


class Frames:
    """Messages out of a stream of bytes, each behind its length.

    :param max_bytes: of one message.
    :param keep_bytes: where not 0, of a longer message so many first bytes are given (`cut_bytes` says how long it was) and the rest is
        swallowed as it comes, so that one answer that is too large does not cost the connection.
    """

    def __init__(self, max_bytes: int, keep_bytes: int = 0) -> None:
        self.max_bytes = max_bytes
        #: How long the last message was announced, where it was longer than allowed; 0 otherwise.
        self.cut_bytes = 0
        self._keep_bytes = keep_bytes
        self._buffer = bytearray()
        self._position = 0
        self._to_swallow = 0

    def allow(self, max_bytes: int, keep_bytes: int) -> None:
        """Other limits from the next message on."""
        self.max_bytes, self._keep_bytes = max_bytes, keep_bytes

    @property
    def held_bytes(self) -> int:
        """Received, not yet a whole message."""
        return len(self._buffer) - self._position

    def feed(self, data: bytes) -> None:
        """Some bytes."""
        if self._position:
            del self._buffer[: self._position]
            self._position = 0
        if self._to_swallow:
            count = min(self._to_swallow, len(data))
            self._to_swallow -= count
            data = data[count:]
        self._buffer += data

    def next(self) -> bytes | None:
        """The next whole message; None where more bytes are needed.

        :raises JuteError: a negative length, or more than `max_bytes` and nothing is to be kept.
        """
        buffer, start = self._buffer, self._position
        if len(buffer) - start < 4:
            return None
        (length,) = _INT.unpack_from(buffer, start)
        self.cut_bytes = 0
        if length < 0 or length > self.max_bytes:
            if length < 0 or not self._keep_bytes:
                raise JuteError(f"a message of {length} bytes was announced, and {self.max_bytes} are allowed")
            return self._cut(start, length)
        end = start + 4 + length
        if len(buffer) < end:
            return None
        self._position = end
        return bytes(buffer[start + 4 : end])

    def _cut(self, start: int, length: int) -> bytes | None:
        kept_end = start + 4 + self._keep_bytes
        if len(self._buffer) < kept_end:
            return None
        kept = bytes(self._buffer[start + 4 : kept_end])
        self._position = min(len(self._buffer), start + 4 + length)
        self._to_swallow = start + 4 + length - self._position
        self.cut_bytes = length
        return kept
