"""Produce requests that are like the one before, recognised instead of decoded; answers filled in instead of encoded.

A producer's requests for a topic differ in few things only: the correlation id, and which partitions they bring records for. So the bytes
in front of the partitions and behind them, once they were decoded the usual way, tell what a request says; where the next frame has the
same ones, only the partitions are left to be read. The same goes for the answers, which differ in the correlation id and the base offsets.

What is learned is taken from the usual encoder: `klog.wire.produce_repeat.Repeat.learn` encodes the decoded request again, without its
partitions, and only believes in what stands around them where the whole frame comes out as it came in. So `Repeats.match` finds nothing
that the decoder would not have found, and what it does not recognise goes to the decoder. Nor does it recognise a request that names a
partition twice or brings no records for one: what that means is for the handler to say.

::

    length │ api key, version │ correlation id │ client id … name of the topic │ count │ partitions │ tail
             └──── head ────┘                    └────────── middle ─────────┘                       0 or 3 bytes
    partition: index │ length of the records │ records │ no tags: 0 or 1 byte (of the last partition: part of the tail)
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from klog.wire.messages.produce import ProduceRequest
from klog.wire.produce_repeat import PARTITIONS, Repeat
from klog.wire.request import Request
from klog.wire.schema import Message

_INT32 = struct.Struct(">i")
_unpack_int32 = _INT32.unpack_from
#: A further partition's index and the length of its records; or that the one before has no tags, the index, and the length's first byte.
_unpack_partition = struct.Struct(">ii").unpack_from
_unpack_flexible_partition = struct.Struct(">BiB").unpack_from
#: What a partition takes at least with what stands around it, so that none of its numbers is read from behind the frame.
_LEAST_BYTES = 9

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
        if end - start < repeat.least_bytes:
            return None
        correlation_id, count, index, length = repeat.unpack(buffer, start + 4)
        position = start + repeat.first_at
        if repeat.flexible:
            count -= 1
            if length > 0x7F:
                byte = buffer[position]
                if byte > 0x7F:
                    length, position = _longer(buffer, length, position)
                else:
                    # As with nearly all that are small.
                    length = length & 0x7F | byte << 7
                    position += 1
            length -= 1
        if length <= 0:
            return None
        stop = position + length
        body = memoryview(buffer)[start:end]
        records = body[position - start : stop - start]
        batches_by_index: dict[int, memoryview | None] | None = None
        if count != 1:
            batches_by_index = {index: records}
            stop = _further(repeat, buffer, start, stop, end, body, count, batches_by_index)
            if stop < 0:
                return None
        if stop + len(repeat.tail) != end or not buffer.startswith(repeat.tail, stop):
            return None
        return Request(
            0, repeat.api_version, correlation_id, repeat.client_id, repeat.position, body, repeat, index, records, batches_by_index
        )


def _longer(buffer: Buffer, length: int, position: int) -> tuple[int, int]:
    """A length of more than one byte, and where it ends; 0 for two megabytes, which are not worth the trouble.

    :param length: its first byte; the second one is at `position`.
    """
    byte = buffer[position]
    length = length & 0x7F | (byte & 0x7F) << 7
    if byte <= 0x7F:
        return length, position + 1
    byte = buffer[position + 1]
    return (length | byte << 14 if byte <= 0x7F else 0), position + 2


def _further(
    repeat: Repeat, buffer: Buffer, start: int, stop: int, end: int, body: memoryview, count: int, batches: dict[int, memoryview | None]
) -> int:
    """Reads what stands behind the first partition, which ends at `stop`, into `batches`; where the last one ends, -1 for nothing known.

    :param count: of all partitions.
    """
    if not 1 < count <= PARTITIONS:
        return -1
    for _ in range(count - 1):
        if end - stop < _LEAST_BYTES:
            return -1
        if repeat.flexible:
            tags, index, length = _unpack_flexible_partition(buffer, stop)
            position = stop + 6
            if tags:
                return -1
            if length > 0x7F:
                length, position = _longer(buffer, length, position)
            length -= 1
        else:
            index, length = _unpack_partition(buffer, stop)
            position = stop + 8
        if length <= 0:
            return -1
        stop = position + length
        batches[index] = body[position - start : stop - start]
    return stop if len(batches) == count else -1


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
    """Answers that differ in the correlation id and in 64-bit numbers.

    :param make: makes the answer that has these numbers.
    :param count: how many numbers it has.
    :param encode_answer: ``klog.wire.server.encode_answer``.
    :raises ValueError: they differ in more than that.
    """

    __slots__ = ("_fields", "_length", "_middle", "_pack", "_rest")

    def __init__(
        self,
        make: Callable[[Sequence[int]], Message],
        count: int,
        version: int,
        encode_answer: Callable[[Message, int, int], list[Any]],
    ) -> None:
        def encoded(numbers: Sequence[int]) -> bytes:
            return b"".join(encode_answer(make(numbers), version, 0))

        zeros, ones = encoded([0] * count), encoded([-1] * count)
        # What stands between the correlation id and the first number, between the numbers, and behind the last one.
        pieces: list[bytes] = []
        start = at = 8
        while at < min(len(zeros), len(ones)) and len(pieces) < count:
            if zeros[at] == ones[at]:
                at += 1
                continue
            pieces.append(zeros[start:at])
            start = at = at + 8
        pieces.append(zeros[start:])
        self._pack = struct.Struct(">4si" + "q".join(f"{len(piece)}s" for piece in pieces)).pack
        #: What is packed: the length, the correlation id, and the pieces with the numbers in between.
        self._fields: list[Any] = [zeros[:4], 0, *(field for piece in pieces for field in (piece, 0))][:-1]
        self._length, self._middle, self._rest = zeros[:4], pieces[0], pieces[-1]
        for numbers in ([-1] * count, range(count)):
            if len(pieces) != count + 1 or self.fill(0, numbers) != encoded(numbers):
                raise ValueError("these answers differ in more than these numbers")

    def fill_one(self, correlation_id: int, number: int) -> bytes:
        """As `fill`, where there is one number only."""
        return self._pack(self._length, correlation_id, self._middle, number, self._rest)

    def fill(self, correlation_id: int, numbers: Sequence[int]) -> bytes:
        """The whole answer, its length in front."""
        fields = self._fields.copy()
        fields[1] = correlation_id
        fields[3::2] = numbers
        return self._pack(*fields)
