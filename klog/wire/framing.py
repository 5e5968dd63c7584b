"""Frames out of chunks: a signed 32-bit length, then that many bytes.

A frame that lies whole inside the received chunk is handed out as a view on that chunk, without a copy. One that spans chunks gets a
buffer of its own, whose size follows what has arrived (four times as much, never more than announced), so that announcing a large
frame costs the peer's bytes and not our memory; where much is still to come the transport may receive straight into it (`writable`,
`wrote`). The buffers of all connections count against one `MemoryPool`.

A length below 1 or above the limit is refused before anything is allocated; a TLS hello and an HTTP request, which read as absurd
lengths, are named.
"""

from __future__ import annotations

import struct

from klog.wire.primitives import WireError

_LENGTH = struct.Struct(">i")
#: The first buffer of a frame of which little has arrived.
SMALL_BYTES = 4096
#: How much larger than what has arrived a buffer may be.
GROWTH = 4
#: Buffers from here on are worth receiving into directly.
DIRECT_BYTES = 64 << 10

_HTTP = (b"GET ", b"POST", b"HEAD", b"PUT ", b"DELE", b"OPTI", b"PATC", b"CONN", b"TRAC", b"PRI ")


class MemoryPool:
    """What the incomplete frames of all connections hold together.

    :param limit_bytes: above it `is_over` tells connections to stop reading; None for no limit (``queued.max.request.bytes``).
    """

    __slots__ = ("limit_bytes", "used_bytes")

    def __init__(self, limit_bytes: int | None) -> None:
        self.limit_bytes = limit_bytes
        self.used_bytes = 0

    @property
    def is_over(self) -> bool:
        """Whether the limit is passed."""
        return self.limit_bytes is not None and self.used_bytes > self.limit_bytes


class FrameReader:
    """Chunks in, frames out.

    :param max_frame_bytes: ``socket.request.max.bytes``.
    :param pool: shared by all connections; one of its own, unlimited, where not given.
    """

    __slots__ = ("_buffer", "_filled", "_head", "_length", "max_frame_bytes", "pool")

    def __init__(self, max_frame_bytes: int, pool: MemoryPool | None = None) -> None:
        self.max_frame_bytes = max_frame_bytes
        self.pool = MemoryPool(None) if pool is None else pool
        self._head = b""
        self._buffer: bytearray | None = None
        self._filled = 0
        self._length = 0

    @property
    def held_bytes(self) -> int:
        """What this reader's incomplete frame holds of the pool."""
        return 0 if self._buffer is None else len(self._buffer)

    @property
    def is_between_frames(self) -> bool:
        """Whether nothing of a next frame has arrived."""
        return self._buffer is None and not self._head

    def feed(self, data: bytes, frames: list[memoryview]) -> None:
        """Append every frame that `data` completes to `frames`.

        :raises WireError: a length that cannot be; frames before it have been appended.
        """
        position, size = 0, len(data)
        if self._buffer is not None:
            position = min(size, self._length - self._filled)
            self._store(data, 0, position)
            if self._filled < self._length:
                return
            frames.append(self._take())
        elif self._head:
            data = self._head + data
            size = len(data)
            self._head = b""
        view = memoryview(data)
        while size - position >= 4:
            length = _LENGTH.unpack_from(data, position)[0]
            if not 0 < length <= self.max_frame_bytes:
                raise self._refuse(data, position, length)
            position += 4
            end = position + length
            if end <= size:
                frames.append(view[position:end])
                position = end
                continue
            self._length, self._filled = length, 0
            self._buffer = bytearray(self._capacity(size - position))
            self.pool.used_bytes += len(self._buffer)
            self._store(data, position, size)
            return
        self._head = data[position:]

    def writable(self) -> memoryview | None:
        """Where the next bytes of the pending frame belong, where that is worth a call of its own; else None."""
        buffer = self._buffer
        if buffer is None or self._length - self._filled < DIRECT_BYTES:
            return None
        if self._filled == len(buffer):
            buffer = self._grow(self._filled)
        return memoryview(buffer)[self._filled :]

    def wrote(self, count: int, frames: list[memoryview]) -> None:
        """`count` bytes lie at the beginning of what `writable` gave; append the frame to `frames` where that completes it."""
        self._filled += count
        if self._filled == self._length:
            frames.append(self._take())

    def discard(self) -> None:
        """Give back what is held; the connection is gone."""
        if self._buffer is not None:
            self.pool.used_bytes -= len(self._buffer)
            self._buffer = None
        self._head = b""

    def _capacity(self, arrived: int) -> int:
        return min(self._length, max(SMALL_BYTES, GROWTH * arrived))

    def _grow(self, needed: int) -> bytearray:
        old = self._buffer
        assert old is not None
        new = bytearray(max(self._capacity(needed), needed))
        new[: self._filled] = memoryview(old)[: self._filled]
        self.pool.used_bytes += len(new) - len(old)
        self._buffer = new
        return new

    def _store(self, data: bytes, start: int, end: int) -> None:
        buffer = self._buffer
        assert buffer is not None
        filled = self._filled + end - start
        if filled > len(buffer):
            buffer = self._grow(filled)
        buffer[self._filled : filled] = memoryview(data)[start:end]
        self._filled = filled

    def _take(self) -> memoryview:
        buffer = self._buffer
        assert buffer is not None
        self._buffer = None
        self.pool.used_bytes -= len(buffer)
        return memoryview(buffer)[: self._length]

    def _refuse(self, data: bytes, position: int, length: int) -> WireError:
        start = data[position : position + 8]
        if start[:1] == b"\x16" and start[1:2] == b"\x03":
            return WireError(
                "this looks like a TLS hello on a plaintext listener: the client must use security.protocol=PLAINTEXT or the TLS port"
            )
        if start[:4] in _HTTP:
            return WireError("this looks like an HTTP request: a Kafka listener does not speak HTTP")
        if length <= 0:
            return WireError(f"a frame announces {length} bytes: the client does not speak Kafka's protocol")
        return WireError(f"a frame announces {length} bytes; socket.request.max.bytes allows {self.max_frame_bytes}")
