"""The client's end of one connection, without the connection: requests in, bytes out; bytes in, answers out.

A server answers in the order of the requests, so the answer at hand always belongs to the oldest request that expects one; the correlation
id only confirms it. How many requests may be in flight is for the caller to decide by `in_flight`.
"""

from __future__ import annotations

import collections
import struct
from typing import Any

from klog.errors import ErrorCode
from klog.span import FileSpan, Part
from klog.wire.compiled_codec import decode, encode_pieces
from klog.wire.framing import FrameReader, refuse_answer
from klog.wire.header import API_VERSIONS_KEY, read_response_header, request_header, response_has_tags
from klog.wire.primitives import WireError, skip_tagged_section
from klog.wire.schema import Message

_LENGTH = struct.Struct(">i")
_ERROR = struct.Struct(">h")


class ClientConnection:
    """One server's answers to our requests.

    :param client_id: sent with every request.
    :param max_frame_bytes: the longest answer that is taken.
    """

    def __init__(self, client_id: str | None = "klog", max_frame_bytes: int = 1 << 30) -> None:
        self.client_id = client_id
        self.frames = FrameReader(max_frame_bytes, refuse=refuse_answer)
        self._next_correlation_id = 0
        self._waiting: collections.deque[tuple[int, type[Message], int]] = collections.deque()

    @property
    def in_flight(self) -> int:
        """Requests whose answers are still to come."""
        return len(self._waiting)

    def request(self, message: Message, version: int, *, expects_answer: bool = True) -> tuple[int, list[Part]]:
        """The correlation id and the frame to send; `expects_answer` is False for Produce with acks 0.

        :raises EncodeError: the message cannot be written in this version.
        :raises ValueError: there is no such version.
        """
        correlation_id = self._next_correlation_id
        cls = type(message)
        pieces = encode_pieces(message, version, bytearray(b"\0\0\0\0" + request_header(cls, version, correlation_id, self.client_id)))
        first = pieces[0]
        assert isinstance(first, bytearray)
        _LENGTH.pack_into(first, 0, sum(map(len, pieces)) - 4)
        self._next_correlation_id = (correlation_id + 1) & 0x7FFFFFFF
        if expects_answer:
            self._waiting.append((correlation_id, cls.response_type, version))
        return correlation_id, [piece if isinstance(piece, FileSpan) else bytes(piece) for piece in pieces]

    def receive(self, data: bytes) -> list[tuple[int, Any]]:
        """(correlation id, response) for every answer that `data` completes.

        :raises WireError: an answer to nothing, out of order, or unreadable. The connection is of no further use.
        """
        return [self.answer(frame) for frame in self.frames.feed(data)]

    def answer(self, frame: memoryview) -> tuple[int, Any]:
        """(correlation id, response) of one frame.

        :raises WireError: see `receive`.
        """
        correlation_id, position = read_response_header(frame)
        if not self._waiting:
            raise WireError(f"the server answered request {correlation_id}, and nothing was asked")
        expected, response_type, version = self._waiting.popleft()
        if correlation_id != expected:
            raise WireError(f"the server answered request {correlation_id} where {expected} was due")
        if response_has_tags(response_type, version):
            position = skip_tagged_section(frame, position)
        if response_type.api_key == API_VERSIONS_KEY and bytes(frame[position : position + 2]) == _UNSUPPORTED_VERSION:
            # KIP-511: the answer to a version that the server lacks has the layout of version 0.
            version = 0
        message, _ = decode(response_type, version, frame, position)
        return correlation_id, message


_UNSUPPORTED_VERSION = _ERROR.pack(ErrorCode.UNSUPPORTED_VERSION)
