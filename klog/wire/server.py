"""The server's end of one connection, without the connection: bytes in, requests out; answers in, bytes out in request order.

Every request takes a slot when it is read. `answer` fills the slot and returns what may be sent now: the answers at the head of the queue,
up to the first one still missing. "No answer" (Produce with acks 0) only frees the slot.
"""

from __future__ import annotations

import collections
import struct
from typing import Any

from klog.span import Part
from klog.wire.apis import APIS
from klog.wire.compile import encoder
from klog.wire.framing import FrameReader, MemoryPool
from klog.wire.header import has_response_tags, read_request_header
from klog.wire.primitives import WireError, skip_tagged_section
from klog.wire.schema import Message

_HEAD = struct.Struct(">ii")
_LENGTH = struct.Struct(">i")
#: By API key: versions whose request header has a tagged section.
_FLEXIBLE = {key: (api.request.flexible_versions.lowest, api.versions.highest) for key, api in APIS.items()}
_NEVER = (1, 0)


class Request:
    """One request: its header, and its body as a view from `position` on."""

    __slots__ = ("answered", "api_key", "api_version", "body", "client_id", "correlation_id", "parts", "position")

    def __init__(self, api_key: int, api_version: int, correlation_id: int, client_id: str | None, body: memoryview, position: int) -> None:
        self.api_key = api_key
        self.api_version = api_version
        self.correlation_id = correlation_id
        self.client_id = client_id
        #: The whole frame behind its length.
        self.body = body
        self.position = position
        self.answered = False
        self.parts: list[Part] | None = None

    @property
    def size(self) -> int:
        """Bytes of the frame, without its length field."""
        return len(self.body)

    def in_version(self, version: int) -> Request:
        """This same request, to be answered in another version's layout (KIP-511)."""
        self.api_version = version
        return self

    def __repr__(self) -> str:
        return f"<Request API {self.api_key} version {self.api_version} correlation {self.correlation_id} client {self.client_id!r}>"


class ServerConnection:
    """One client's requests and their answers.

    :param max_frame_bytes: ``socket.request.max.bytes``.
    """

    def __init__(self, max_frame_bytes: int = 100 << 20, pool: MemoryPool | None = None) -> None:
        self.frames = FrameReader(max_frame_bytes, pool)
        #: Set once the peer has sent what cannot be read; requests before it are still worth answering.
        self.failure: WireError | None = None
        self._queue: collections.deque[Request] = collections.deque()

    @property
    def in_flight(self) -> int:
        """Requests without an answer so far."""
        return len(self._queue)

    def receive(self, data: bytes) -> list[Request]:
        """The requests that `data` completes. After a mistake of the peer's, `failure` is set and nothing more is read."""
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
        """The requests (one at the most) that `count` bytes received into `writable` complete."""
        frames: list[memoryview] = []
        self.frames.wrote(count, frames)
        return self._requests(frames)

    def _requests(self, frames: list[memoryview]) -> list[Request]:
        requests: list[Request] = []
        for frame in frames:
            try:
                (key, version, correlation_id, client_id), position = read_request_header(frame)
                low, high = _FLEXIBLE.get(key, _NEVER)
                if low <= version <= high:
                    if position < len(frame) and not frame[position]:
                        position += 1
                    else:
                        position = skip_tagged_section(frame, position)
            except WireError as error:
                self.failure = error
                break
            requests.append(Request(key, version, correlation_id, client_id, frame, position))
        self._queue.extend(requests)
        return requests

    def answer(self, request: Request, message: Any) -> list[Part]:
        """What may be sent now that `request` has its answer; None for "no answer".

        :raises EncodeError: the message cannot be written in the request's version; the slot stays open.
        """
        parts = [] if message is None else encode_answer(message, request.api_version, request.correlation_id)
        queue = self._queue
        request.answered = True
        if queue and queue[0] is request:
            queue.popleft()
            while queue and queue[0].answered:
                parts += queue.popleft().parts or ()
            return parts
        request.parts = parts
        return []


def encode_answer(message: Any, version: int, correlation_id: int) -> list[Part]:
    """A whole response frame: length, header, body.

    :raises EncodeError: the message cannot be written in this version.
    """
    out = bytearray(_HEAD.pack(0, correlation_id))
    kind: type[Message] = type(message)
    if has_response_tags(kind, version):
        out.append(0)
    parts: list[Part] = []
    encoder(kind, version)(message, out, parts)
    if not parts:
        _LENGTH.pack_into(out, 0, len(out) - 4)
        return [bytes(out)]
    if out:
        parts.append(bytes(out))
    first = parts[0]
    assert isinstance(first, bytes)
    parts[0] = _LENGTH.pack(sum(map(len, parts)) - 4) + first[4:]
    return parts
