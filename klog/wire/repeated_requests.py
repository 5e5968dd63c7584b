"""Produce requests that are like the one before, recognised instead of decoded; answers filled in instead of encoded.

A producer's requests for one partition differ in two things only: the correlation id and the records. So the bytes in front of the
records and behind them, once they were decoded the usual way, tell what a request says; where the next frame has the same ones, only the
length of the records is left to be read. The same goes for the answers, which differ in the correlation id and the base offset.

What is learned is taken from the usual encoder: `klog.wire.produce_repeat.Repeat.learn` encodes the decoded request again, without its
records, and only believes in what stands around them where the whole frame comes out as it came in. So `Repeats.match` finds nothing that
the decoder would not have found, and what it does not recognise goes to the decoder.

::

    length │ api key, version │ correlation id │ client id … index │ length of the records │ records │ tail
             └──── head ────┘                    └──── middle ───┘                                    0 or 3 bytes
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Protocol

from klog.wire.messages.produce import ProduceRequest
from klog.wire.produce_repeat import Repeat
from klog.wire.request import Request
from klog.wire.schema import Message

_INT32 = struct.Struct(">i")
_unpack_int32 = _INT32.unpack_from

#: Different requests that one connection is remembered by.
REMEMBERED = 32
#: Requests like none of them that go by before all are forgotten and learning begins anew.
PAUSE = 1000
#: Longest request that is kept whole, to be recognised when it comes again.
AGAIN_BYTES = 1024

Buffer = bytes | bytearray


class Rights(Protocol):
    """Says when what was allowed once may be allowed no more (``klog.broker.guard``)."""

    @property
    def generation(self) -> int:
        """Another number after every change."""


class Repeats:
    """What one connection's requests are like, the last one first."""

    __slots__ = ("_known", "_misses")

    def __init__(self) -> None:
        self._known: list[Repeat] = []
        self._misses = 0

    def __len__(self) -> int:
        return len(self._known)

    def learn(self, request: Request, message: ProduceRequest) -> None:
        """`request` was not recognised, and decoded as `message`: recognise the next one, where that can be done.

        A client whose requests are all different must not pay for it: above `REMEMBERED` there is a pause.
        """
        if len(self._known) >= REMEMBERED:
            self._misses += 1
            if self._misses < PAUSE:
                return
            self._known = []
        self._misses = 0
        repeat = Repeat.learn(request.api_version, request.client_id, request.body, request.position, message)
        if repeat is not None:
            self._known.insert(0, repeat)

    def match(self, buffer: Buffer, start: int, end: int) -> Request | None:
        """The request whose frame is `buffer` from `start` to `end`, without the length in front; None where it is like none before."""
        known = self._known
        for repeat in known:
            if buffer.startswith(repeat.middle, start + 8) and buffer.startswith(repeat.head, start):
                break
        else:
            return None
        if repeat is not known[0]:
            known.remove(repeat)
            known.insert(0, repeat)
        position = start + 8 + len(repeat.middle)
        # Behind the middle there is at least the rest of the frame: four bytes, or three and the length.
        if end - position < 4:
            return None
        if repeat.flexible:
            length = buffer[position]
            position += 1
            if length > 0x7F:
                byte = buffer[position]
                position += 1
                length = length & 0x7F | (byte & 0x7F) << 7
                if byte > 0x7F:
                    byte = buffer[position]
                    position += 1
                    length |= byte << 14
                    if byte > 0x7F:
                        # Two megabytes: not worth the trouble.
                        return None
            length -= 1
        else:
            (length,) = _unpack_int32(buffer, position)
            position += 4
        stop = position + length
        if length <= 0 or stop + len(repeat.tail) != end or not buffer.startswith(repeat.tail, stop):
            return None
        body = memoryview(buffer)[start:end]
        (correlation_id,) = _unpack_int32(buffer, start + 4)
        records = body[position - start : stop - start]
        return Request(0, repeat.api_version, correlation_id, repeat.client_id, repeat.position, body, repeat, records)


class SameAgain:
    """One request that may come again with the same bytes, but for the correlation id.

    :param body: the whole frame behind its length.
    :param answer: what is asked then, with the correlation id's four bytes; None means that it does not know.
    :param rights: what the request was allowed by.
    :param generation: the generation of `rights` in which it was; in another one it is not recognised.
    """

    __slots__ = ("_generation", "_head", "_length", "_rights", "_tail", "answer")

    def __init__(self, body: memoryview, answer: Callable[[bytes], bytes | None], rights: Rights, generation: int) -> None:
        self._rights = rights
        self._generation = generation
        self._head = _INT32.pack(len(body)) + bytes(body[:4])
        self._tail = bytes(body[8:])
        self._length = 4 + len(body)
        self.answer = answer

    def match(self, data: bytes) -> bytes | None:
        """The answer, where `data` is this request again, alone and whole, and the answer is known."""
        if len(data) != self._length or not data.endswith(self._tail) or not data.startswith(self._head):
            return None
        if self._rights.generation != self._generation:
            return None
        return self.answer(data[8:12])


class AnswerPattern:
    """Answers that differ in the correlation id and one 64-bit number.

    :param make: the answer for a number.
    :param encode_answer: ``klog.wire.server.encode_answer``.
    :raises ValueError: they differ in more than that.
    """

    __slots__ = ("_length", "_middle", "_pack", "_rest")

    def __init__(self, make: Callable[[int], Message], version: int, encode_answer: Callable[[Message, int, int], list[Any]]) -> None:
        zeros = b"".join(encode_answer(make(0), version, 0))
        ones = b"".join(encode_answer(make(-1), version, 0))
        at = next((index for index, (one, other) in enumerate(zip(zeros, ones, strict=False)) if one != other), -1)
        if at < 8 or zeros[:at] + b"\xff" * 8 + zeros[at + 8 :] != ones:
            raise ValueError("these answers differ in more than one number")
        self._length = zeros[:4]
        self._middle = zeros[8:at]
        self._rest = zeros[at + 8 :]
        self._pack = struct.Struct(f">4si{len(self._middle)}sq{len(self._rest)}s").pack

    def fill(self, correlation_id: int, number: int) -> bytes:
        """The whole answer, its length in front."""
        return self._pack(self._length, correlation_id, self._middle, number, self._rest)
