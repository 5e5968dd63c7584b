"""The server's end of one connection, without the connection: bytes in, requests out; answers in, bytes out in the order of the requests.

Every request takes a slot when it is read. `ServerConnection.answer` fills the slot and returns what may be sent now: the answers at the
head of the queue, up to the first one that is still missing. "No answer" (Produce with acks 0) only frees the slot.

What is read ahead is bounded by whoever reads: `in_flight` and `held_bytes` tell how many requests wait for their answers and how much the
answers take that wait for their turn, `MemoryBudget.is_over` whether all connections together hold too much.
"""

from __future__ import annotations

import collections
import struct
from collections.abc import Callable, Sequence
from typing import Any

from klog.memory_budget import Holding, MemoryBudget
from klog.span import FileSpan, Part
from klog.wire.compiled_codec import encode_pieces
from klog.wire.framing import FrameReader
from klog.wire.header import read_request_header, response_has_tags
from klog.wire.primitives import WireError
from klog.wire.repeated_requests import Repeats
from klog.wire.request import Request as Request
from klog.wire.schema import Message

_HEAD = struct.Struct(">ii")
_LENGTH = struct.Struct(">i")


class ServerConnection:
    """One client's requests and their answers.

    :param max_frame_bytes: ``socket.request.max.bytes``.
    :param memory: where incomplete frames and waiting answers are counted.
    """

    def __init__(self, max_frame_bytes: int = 100 << 20, memory: MemoryBudget | None = None) -> None:
        self.frames = FrameReader(max_frame_bytes, memory)
        #: What is recognised instead of decoded; whoever decodes adds to it.
        self.repeats = Repeats()
        #: Set once the peer has sent what cannot be read; the requests before it are still worth an answer, nothing after it is read.
        self.failure: WireError | None = None
        self._waiting_answers = Holding(self.frames.memory)
        self._discarded = False
        #: Requests that have been read and whose answers have not left.
        self.queue: collections.deque[Request] = collections.deque()

    @property
    def held_bytes(self) -> int:
        """Bytes (spans aside) of the answers that wait for an earlier request's."""
        return self._waiting_answers.held_bytes

    @property
    def in_flight(self) -> int:
        """Requests that have been read and whose answers have not left."""
        return len(self.queue)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way: no request without its answer, nothing of a next one."""
        return not self.queue and self.failure is None and self.frames.is_between_frames

    def receive(self, data: bytes) -> list[Request]:
        """The requests that `data` completes; `failure` is set where there is something in it that cannot be read."""
        requests: list[Request] = []
        if self.failure is None:
            try:
                self.frames.feed(data, requests, self._request)
            except WireError as error:
                self.failure = _bare(error)
            self.queue.extend(requests)
        return requests

    def writable(self) -> memoryview | None:
        """See `FrameReader.writable`."""
        return self.frames.writable() if self.failure is None else None

    def wrote(self, count: int) -> list[Request]:
        """The request, where `count` bytes received into `writable` complete one."""
        requests: list[Request] = []
        try:
            self.frames.wrote(count, requests, self._request)
        except WireError as error:
            self.failure = _bare(error)
        self.queue.extend(requests)
        return requests

    def discard(self) -> None:
        """The connection is gone: give back what is held for it."""
        self._discarded = True
        self.frames.discard()
        for request in self.queue:
            request.parts = None
        self.queue.clear()
        self._waiting_answers.clear()

    def _request(self, buffer: bytes | bytearray, start: int, end: int) -> Request:
        """The request in one frame.

        :raises WireError: its header cannot be read.
        """
        request = self.repeats.match(buffer, start, end)
        if request is None:
            frame = memoryview(buffer)[start:end]
            request = Request(*read_request_header(frame), frame)
        return request

    def answer(self, request: Request, message: Any) -> list[Part]:
        """What may be sent now that `request` has its answer: a message, or `bytes` that are one already, length and header included;
        None for "no answer".

        :raises EncodeError: the message cannot be written in the request's version; the slot stays open.
        :raises ValueError: the request has its answer.
        """
        if request.is_answered:
            raise ValueError(f"{request!r} is answered twice")
        parts: list[Part]
        if message is None:
            parts = []
        elif type(message) is bytes:
            # Ready to be sent.
            parts = [message]
        else:
            parts = encode_answer(message, request.api_version, request.correlation_id)
        request.is_answered = True
        queue = self.queue
        if queue and queue[0] is request:
            queue.popleft()
            while queue and queue[0].is_answered:
                parts += self._turn_of(queue.popleft())
            return parts
        # What waits for its turn is counted by its answer: it must not hold a frame of a megabyte, too.
        request.let_go()
        if not self._discarded:
            request.parts = parts
            self._waiting_answers.add(_bytes_of(parts))
        return []

    def _turn_of(self, request: Request) -> list[Part]:
        """The answer of a request that waited for earlier ones."""
        parts: list[Part] = request.parts or []
        request.parts = None
        self._waiting_answers.add(-_bytes_of(parts))
        return parts

    def withdraw(self, is_refused: Callable[[Request], bool]) -> Request | None:
        """Take back, of the answers that wait for their turn, those to requests for which `is_refused` holds; the first such request. It
        stays without an answer, and no answer behind it leaves: the connection can only be closed."""
        first: Request | None = None
        for request in self.queue:
            if request.is_answered and is_refused(request):
                self._turn_of(request)
                request.is_answered = False
                first = first or request
        return first

    def forget_from(self, request: Request) -> None:
        """`request`, which has no answer, and all that came after it get none: the connection ends."""
        while self.queue and self.queue.pop() is not request:
            pass

    def answer_run(self, requests: Sequence[Request], answers: Sequence[bytes | None]) -> list[Part]:
        """As `answer` for one after the other, for those that are `bytes` or None.

        :raises ValueError: one has its answer.
        """
        queue = self.queue
        parts: list[Part] = []
        for request, answer in zip(requests, answers, strict=True):
            if queue and queue[0] is request and not request.is_answered:
                request.is_answered = True
                queue.popleft()
                if answer is not None:
                    parts.append(answer)
            else:
                parts += self.answer(request, answer)
        # An answer that came earlier may have waited for these.
        while queue and queue[0].is_answered:
            parts += self._turn_of(queue.popleft())
        return parts


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


def _bare(error: WireError) -> WireError:
    """The sentence without the stack that raised it, whose variables hold whole requests, in a cycle that is collected late."""
    error.__context__ = None
    return error.with_traceback(None)
