"""The server's end of one connection, without the connection: bytes in, requests out; answers in, bytes out in the order of the requests.

Every request takes a slot when it is read. `ServerConnection.answer` fills the slot and returns what may be sent now: the answers at the
head of the queue, up to the first one that is still missing. "No answer" (Produce with acks 0) only frees the slot.

What is read ahead is bounded by whoever reads: `in_flight` and `held_bytes` tell how many requests wait for their answers and how much the
answers take that wait for their turn, `MemoryPool.is_over` whether the incomplete frames of all connections take too much.
"""

from __future__ import annotations

import collections
import struct
from typing import Any

from klog.span import FileSpan, Part
from klog.wire.apis import APIS, Api
from klog.wire.compile import encode_pieces
from klog.wire.framing import FrameReader, MemoryPool
from klog.wire.header import read_request_header, response_has_tags
from klog.wire.primitives import WireError
from klog.wire.schema import Message

_HEAD = struct.Struct(">ii")
_LENGTH = struct.Struct(">i")


class Request:
    """One request: its header, and its body as a view on the frame from `position` on."""

    __slots__ = ("api_key", "api_version", "body", "client_id", "correlation_id", "is_answered", "parts", "position")

    def __init__(self, api_key: int, api_version: int, correlation_id: int, client_id: str | None, body: memoryview, position: int) -> None:
        self.api_key = api_key
        self.api_version = api_version
        self.correlation_id = correlation_id
        self.client_id = client_id
        #: The whole frame behind its length.
        self.body = body
        self.position = position
        self.is_answered = False
        #: The answer while it waits for its turn.
        self.parts: list[Part] | None = None

    @property
    def size(self) -> int:
        """Bytes of the frame, without its length field."""
        return len(self.body)

    @property
    def api(self) -> Api | None:
        """The API; None where the key or the version is not declared."""
        api = APIS.get(self.api_key)
        return api if api is not None and self.api_version in api.versions else None

    def in_version(self, version: int) -> Request:
        """This same request, to be answered in another version's layout (KIP-511)."""
        self.api_version = version
        return self

    def __repr__(self) -> str:
        return f"<Request API {self.api_key} version {self.api_version} correlation {self.correlation_id} client {self.client_id!r}>"


class ServerConnection:
    """One client's requests and their answers.

    :param max_frame_bytes: ``socket.request.max.bytes``.
    :param pool: what the incomplete frames of all connections share.
    """

    def __init__(self, max_frame_bytes: int = 100 << 20, pool: MemoryPool | None = None) -> None:
        self.frames = FrameReader(max_frame_bytes, pool)
        #: Set once the peer has sent what cannot be read; the requests before it are still worth an answer, nothing after it is read.
        self.failure: WireError | None = None
        #: Bytes (spans aside) of the answers that wait for an earlier request's.
        self.held_bytes = 0
        self._queue: collections.deque[Request] = collections.deque()

    @property
    def in_flight(self) -> int:
        """Requests that have been read and whose answers have not left."""
        return len(self._queue)

    def receive(self, data: bytes) -> list[Request]:
        """The requests that `data` completes; `failure` is set where there is something in it that cannot be read."""
        frames: list[memoryview] = []
        if self.failure is None:
            try:
                self.frames.feed(data, frames)
            except WireError as error:
                self.failure = error
        return self._requests(frames)

    def writable(self) -> memoryview | None:
        """See `FrameReader.writable`."""
        return self.frames.writable() if self.failure is None else None

    def wrote(self, count: int) -> list[Request]:
        """The request, where `count` bytes received into `writable` complete one."""
        return self._requests(self.frames.wrote(count))

    def discard(self) -> None:
        """The connection is gone: give back what is held for it."""
        self.frames.discard()
        self._queue.clear()
        self.held_bytes = 0

    def _requests(self, frames: list[memoryview]) -> list[Request]:
        requests: list[Request] = []
        for frame in frames:
            try:
                key, version, correlation_id, client_id, position = read_request_header(frame)
            except WireError as error:
                self.failure = error
                break
            requests.append(Request(key, version, correlation_id, client_id, frame, position))
        self._queue.extend(requests)
        return requests

    def answer(self, request: Request, message: Any) -> list[Part]:
        """What may be sent now that `request` has its answer; None for "no answer".

        :raises EncodeError: the message cannot be written in the request's version; the slot stays open.
        :raises ValueError: the request has its answer.
        """
        if request.is_answered:
            raise ValueError(f"{request!r} is answered twice")
        parts = [] if message is None else encode_answer(message, request.api_version, request.correlation_id)
        request.is_answered = True
        queue = self._queue
        if queue and queue[0] is request:
            queue.popleft()
            while queue and queue[0].is_answered:
                held = queue.popleft().parts or []
                self.held_bytes -= _bytes_of(held)
                parts += held
            return parts
        request.parts = parts
        self.held_bytes += _bytes_of(parts)
        return []


def _bytes_of(parts: list[Part]) -> int:
    return sum(len(part) for part in parts if not isinstance(part, FileSpan))


def encode_answer(message: Message, version: int, correlation_id: int) -> list[Part]:
    """A whole response: length, header, body.

    :raises EncodeError: the message cannot be written in this version.
    """
    head = bytearray(_HEAD.pack(0, correlation_id))
    if response_has_tags(type(message), version):
        head.append(0)
    pieces = encode_pieces(message, version, head)
    first = pieces[0]
    assert isinstance(first, bytearray)
    _LENGTH.pack_into(first, 0, sum(map(len, pieces)) - 4)
    if len(pieces) == 1:
        return [bytes(first)]
    return [piece if isinstance(piece, FileSpan) else bytes(piece) for piece in pieces]
