"""Frames out of chunks: a signed 32-bit length, then that many bytes.

1. A frame that lies whole inside the received chunk is handed out as a view on that chunk, without a copy.
2. A frame that spans chunks gets a buffer of its own, in one piece where a quarter of it has arrived. Otherwise the buffer follows what
   has arrived (four times as much, never more than announced): announcing a large frame costs the peer's bytes, not our memory. Where much
   is still to come the transport may receive straight into it (`writable`, `wrote`).
3. These buffers count against one `MemoryBudget` for all connections; who stops reading above its limit is decided where the connections
   are. Above it a new one is no larger than what has arrived.
   Who is done with a large frame may give its buffer back for the next one (`reuse`): fresh memory costs more than filling it.
4. A length below 1 or above the limit is refused before anything is allocated. A TLS hello and an HTTP request read as absurd lengths, and
   are named. What is told of it depends on the side (`refuse_request`, `refuse_answer`).
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from klog.memory_budget import MemoryBudget
from klog.wire.primitives import WireError

_LENGTH = struct.Struct(">i")
#: The first buffer of a frame of which little has arrived.
SMALL_BYTES = 4096
#: How much larger than what has arrived a buffer may be.
GROWTH = 4
#: Where at least so much of a frame is still to come, receiving straight into its buffer is worth a call of its own.
DIRECT_BYTES = 64 << 10
#: The largest buffer that is kept for a next frame.
SPARE_BYTES = 9 << 20

_TLS_HANDSHAKE = b"\x16\x03"
_TLS_ALERT = b"\x15\x03"
_HTTP_ANSWER = b"HTTP"
_HTTP = (b"GET ", b"POST", b"HEAD", b"PUT ", b"DELE", b"OPTI", b"PATC", b"CONN", b"TRAC", b"PRI ")
#: The smallest length that is one of those.
_ABSURD_LENGTH = 0x15030000


#: From the first four bytes, the length they announce and the limit to what is told.
Refuse = Callable[[bytes, int, int], WireError]
#: See `FrameReader.feed`.
Make = Callable[[bytes | bytearray, int, int], Any]


def view_of(buffer: bytes | bytearray, start: int, end: int) -> memoryview:
    """A frame as a view on its buffer."""
    return memoryview(buffer)[start:end]


class FrameReader:
    """Chunks in, frames out.

    :param max_frame_bytes: the longest frame that is taken (``socket.request.max.bytes``).
    :param memory: shared by all connections; an own one without a limit where not given.
    :param refuse: what is told of a length that cannot be: `refuse_request`, or `refuse_answer` where a client reads.
    """

    __slots__ = ("_filled", "_head", "_length", "_spare", "buffer", "max_frame_bytes", "memory", "refuse")

    def __init__(self, max_frame_bytes: int, memory: MemoryBudget | None = None, refuse: Refuse | None = None) -> None:
        self.max_frame_bytes = max_frame_bytes
        #: What is told of a frame that is not taken.
        self.refuse = refuse or refuse_request
        self.memory = MemoryBudget() if memory is None else memory
        self._head = b""
        #: What the incomplete frame stands in; None where there is none.
        self.buffer: bytearray | None = None
        self._spare: bytearray | None = None
        self._filled = 0
        self._length = 0

    @property
    def held_bytes(self) -> int:
        """What this reader's incomplete frame holds."""
        return 0 if self.buffer is None else len(self.buffer)

    @property
    def missing_bytes(self) -> int:
        """What is still to come of the incomplete frame."""
        return 0 if self.buffer is None else self._length - self._filled

    @property
    def announced_bytes(self) -> int:
        """How long the incomplete frame will be."""
        return 0 if self.buffer is None else self._length

    @property
    def is_between_frames(self) -> bool:
        """Whether nothing of a next frame has arrived."""
        return self.buffer is None and not self._head

    def feed(self, data: bytes, frames: list[Any] | None = None, make: Make = view_of) -> list[Any]:
        """The frames that `data` completes, appended to `frames` where given (which keeps those in front of a mistake).

        :param make: from the buffer that a frame stands in, and where it begins and ends, to what is appended; may raise WireError.
        :raises WireError: a length that cannot be.
        """
        if frames is None:
            frames = []
        position, size = 0, len(data)
        if self.buffer is not None:
            position = min(size, self._length - self._filled)
            self._store(data, 0, position)
            if self._filled < self._length:
                return frames
            frames.append(self._take(make))
        elif self._head:
            data = self._head + data
            size = len(data)
            self._head = b""
        while size - position >= 4:
            (length,) = _LENGTH.unpack_from(data, position)
            if not 0 < length <= self.max_frame_bytes:
                raise self.refuse(data[position : position + 4], length, self.max_frame_bytes)
            start = position + 4
            end = start + length
            if end > size:
                if length >= _ABSURD_LENGTH and _is_stranger(data[position:start]):
                    raise self.refuse(data[position:start], length, self.max_frame_bytes)
                self._length, self._filled = length, 0
                self.buffer = self._fresh(size - start)
                self.memory.take(len(self.buffer))
                self._store(data, start, size)
                return frames
            frames.append(make(data, start, end))
            position = end
        self._head = data[position:]
        return frames

    def writable(self) -> memoryview | None:
        """Where the next bytes of the pending frame belong, where that is worth a call of its own; else None."""
        buffer = self.buffer
        if buffer is None or self._length - self._filled < DIRECT_BYTES:
            return None
        if self._filled == len(buffer):
            buffer = self._grow(self._filled + 1)
        return memoryview(buffer)[self._filled : self._length]

    def wrote(self, count: int, frames: list[Any] | None = None, make: Make = view_of) -> list[Any]:
        """`count` bytes lie at the beginning of what `writable` gave; the frame, where that completes it."""
        if frames is None:
            frames = []
        self._filled += count
        if self._filled == self._length:
            frames.append(self._take(make))
        return frames

    def discard(self) -> None:
        """Give back what is held: the connection is gone."""
        self._head = b""
        self._spare = None
        if self.buffer is not None:
            count = len(self.buffer)
            self.buffer = None
            self.memory.give_back(count)

    def reuse(self, buffer: object) -> None:
        """Keep what a frame stood in for the next large one. Not where somebody still looks at it, nor where it is too large to keep."""
        if isinstance(buffer, bytearray) and len(buffer) <= SPARE_BYTES and (self._spare is None or len(buffer) > len(self._spare)):
            try:
                # Refused as long as there is a view on it.
                buffer.append(0)
                buffer.pop()
            except BufferError:
                return
            self._spare = buffer

    def _fresh(self, arrived: int) -> bytearray:
        spare = self._spare
        if spare is not None and self._length <= len(spare):
            self._spare = None
            return spare
        return bytearray(min(self._length, max(SMALL_BYTES, arrived)) if self.memory.is_over else self._capacity(arrived))

    def _capacity(self, arrived: int) -> int:
        return min(self._length, max(SMALL_BYTES, GROWTH * arrived))

    def _grow(self, needed: int) -> bytearray:
        old = self.buffer
        assert old is not None
        new = bytearray(self._capacity(needed))
        new[: self._filled] = memoryview(old)[: self._filled]
        self.buffer = new
        self.memory.take(len(new) - len(old))
        return new

    def _store(self, data: bytes, start: int, end: int) -> None:
        buffer = self.buffer
        assert buffer is not None
        filled = self._filled + end - start
        if filled > len(buffer):
            buffer = self._grow(filled)
        memoryview(buffer)[self._filled : filled] = memoryview(data)[start:end]
        self._filled = filled

    def _take(self, make: Make) -> Any:
        buffer = self.buffer
        assert buffer is not None
        self.buffer = None
        self.memory.give_back(len(buffer))
        return make(buffer, 0, self._length)


def _is_stranger(start: bytes) -> bool:
    return start[:2] in (_TLS_HANDSHAKE, _TLS_ALERT) or start in _HTTP or start == _HTTP_ANSWER


def refuse_request(start: bytes, length: int, limit: int) -> WireError:
    """What a broker tells of a client whose frame begins with `start`."""
    if start.startswith(_TLS_HANDSHAKE):
        return WireError("this is a TLS hello on a plaintext port: the client must use the TLS port or security.protocol=PLAINTEXT")
    if start in _HTTP:
        return WireError(f"this is an HTTP request ({start.decode('ascii').strip()} ...) on a port that speaks Kafka's protocol")
    if length <= 0:
        return WireError(f"a frame announces {length} bytes: this is not Kafka's protocol")
    return WireError(f"a frame announces {length} bytes; socket.request.max.bytes allows {limit}")


def refuse_unknown(start: bytes, length: int, limit: int) -> WireError:
    """The same of a client that has not shown who it is, where the listener asks for that."""
    if length <= limit or start.startswith(_TLS_HANDSHAKE) or start in _HTTP:
        return refuse_request(start, length, limit)
    return WireError(
        f"a frame announces {length} bytes, and a client that has not shown who it is may send {limit}: it needs "
        "security.protocol=SASL_PLAINTEXT, or SASL_SSL where the listener has TLS"
    )


def refuse_answer(start: bytes, length: int, limit: int) -> WireError:
    """What a client tells of a server whose frame begins with `start`."""
    if start[:2] in (_TLS_HANDSHAKE, _TLS_ALERT):
        return WireError("it answers in TLS: the port needs security_protocol SSL or SASL_SSL")
    if start == _HTTP_ANSWER:
        return WireError("it answers in HTTP: this is no Kafka broker's port")
    if length <= 0:
        return WireError(f"an answer announces {length} bytes: this is not Kafka's protocol")
    return WireError(f"an answer announces {length} bytes; max_response_bytes allows {limit}")
