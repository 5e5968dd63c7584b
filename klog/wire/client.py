"""The client's end of one connection, without the connection: requests in, bytes out; bytes in, answers out, in request order."""

from __future__ import annotations

import collections
import struct
from typing import Any

from klog.span import Part
from klog.wire.compile import decode, encode
from klog.wire.framing import FrameReader
from klog.wire.header import has_response_tags, read_response_header, request_head
from klog.wire.primitives import WireError, skip_tagged_section
from klog.wire.schema import Message

_LENGTH = struct.Struct(">i")


class ClientConnection:
    """One server's answers to our requests.

    :param client_id: sent with every request.
    :param max_frame_bytes: the largest answer that is taken.
    """

    def __init__(self, client_id: str | None = "klog", max_frame_bytes: int = 1 << 30) -> None:
        self.client_id = client_id
        self._frames = FrameReader(max_frame_bytes)
        self._next_correlation_id = 0
        self._waiting: collections.deque[tuple[int, type[Message], int]] = collections.deque()

    @property
    def in_flight(self) -> int:
        """Requests whose answers are still to come."""
        return len(self._waiting)

    def request(self, message: Message, version: int, *, expects_answer: bool = True) -> tuple[int, list[Part]]:
        """The correlation id and the frame to send; `expects_answer` is False for Produce with acks 0.

        :raises EncodeError: the message cannot be written in this version.
        """
        correlation_id = self._next_correlation_id
        parts = encode(message, version, b"\0\0\0\0" + request_head(type(message), version, correlation_id, self.client_id))
        first = parts[0]
        assert isinstance(first, bytes)
        parts[0] = _LENGTH.pack(sum(map(len, parts)) - 4) + first[4:]
        self._next_correlation_id = (correlation_id + 1) & 0x7FFFFFFF
        if expects_answer:
            self._waiting.append((correlation_id, type(message).response_type, version))
        return correlation_id, parts

    def receive(self, data: bytes) -> list[tuple[int, Any]]:
        """(correlation id, response) for every answer that `data` completes.

        :raises WireError: an answer to nothing, out of order, or unreadable.
        """
        frames: list[memoryview] = []
        self._frames.feed(data, frames)
        return [self._answer(frame) for frame in frames]

    def _answer(self, frame: memoryview) -> tuple[int, Any]:
        correlation_id, position = read_response_header(frame)
        if not self._waiting:
            raise WireError(f"the server answered request {correlation_id}, and nothing was asked")
        expected, response_type, version = self._waiting.popleft()
        if correlation_id != expected:
            raise WireError(f"the server answered request {correlation_id} instead of {expected}")
        if has_response_tags(response_type, version):
            position = skip_tagged_section(frame, position)
        message, _ = decode(response_type, version, frame, position)
        if response_type.api_key == 18 and message.error_code == 35 and version:
            # KIP-511: the answer to a version that the server lacks has the layout of version 0.
            message, _ = decode(response_type, 0, frame, 4)
        return correlation_id, message
