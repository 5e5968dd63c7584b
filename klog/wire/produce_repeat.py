"""All of a Produce request but its batches: what the next request of the same producer repeats.

It is taken from the usual encoder: the decoded request is encoded again, without its partitions, and only where that gives the very bytes
that came is it worth remembering. `klog.wire.repeated_requests` recognises requests by it.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

from klog.wire.compiled_codec import encode
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.primitives import WireError

_INT32 = struct.Struct(">i")
#: Longest client id and names that are worth remembering, together.
_MIDDLE_BYTES = 1024
#: So many partitions of a topic in one request are recognised; what names more is no longer cheaper that way.
PARTITIONS = 16


class Repeat:
    """All of a Produce request but its batches: one topic, of which each request names some partitions."""

    __slots__ = (
        "acks", "api_version", "client_id", "first_at", "flexible", "head", "judgement", "least_bytes", "middle", "name", "plan",
        "position", "tail", "timeout_ms", "topic_id", "transactional_id", "unpack",
    )  # fmt: skip

    def __init__(
        self, api_version: int, client_id: str | None, position: int, message: ProduceRequest, head: bytes, middle: bytes, tail: bytes
    ) -> None:
        topic = message.topic_data[0]
        self.api_version = api_version
        self.client_id = client_id
        self.flexible = api_version in ProduceRequest.flexible_versions
        self.transactional_id = message.transactional_id
        self.acks = message.acks
        self.timeout_ms = message.timeout_ms
        self.name = topic.name
        self.topic_id = topic.topic_id
        self.head = head
        self.middle = middle
        self.tail = tail
        self.position = position
        #: Reads correlation id, number of partitions (plus one), index of the first and the length of its records (its first byte) at once;
        layout = struct.Struct(f">i{len(middle)}x" + ("BiB" if self.flexible else "iii"))
        self.unpack = layout.unpack_from
        #: where in a frame that ends, and how long a frame is at least: none of these numbers is read from behind it.
        self.first_at = 4 + layout.size
        self.least_bytes = self.first_at + 1 + len(tail)
        #: For whoever handles such requests: what was found out about them the first time,
        self.plan: Any = None
        #: and which judgement of the connection's rights that rests on (``klog.broker.dispatch``).
        self.judgement = 0

    @classmethod
    def learn(cls, version: int, client_id: str | None, body: memoryview, position: int, message: ProduceRequest) -> Repeat | None:
        """What a request, decoded as `message`, says apart from its batches; None where it is not of the kind.

        :param body: its frame behind the length; the header ends at `position`.
        """
        if len(message.topic_data) != 1:
            return None
        topic = message.topic_data[0]
        partitions = topic.partition_data
        if not 0 < len(partitions) <= PARTITIONS or len({data.index for data in partitions}) < len(partitions):
            return None
        around = len(body)
        for data in partitions:
            if not data.records:
                return None
            around -= len(data.records)
        if around > _MIDDLE_BYTES:
            return None
        without = ProduceRequest(
            transactional_id=message.transactional_id,
            acks=message.acks,
            timeout_ms=message.timeout_ms,
            topic_data=[TopicProduceData(name=topic.name, topic_id=topic.topic_id, partition_data=[])],
        )
        flexible = version in ProduceRequest.flexible_versions
        tail = bytes(3) if flexible else b""
        try:
            plain = b"".join(encode(without, version))  # type: ignore[arg-type]
        except WireError:
            return None
        # That there is no partition takes one byte, or four.
        before = len(plain) - (3 if flexible else 4)
        pieces = [plain[:before], _varint(len(partitions) + 1) if flexible else _INT32.pack(len(partitions))]
        for data in partitions:
            size = len(data.records or b"")
            pieces += _INT32.pack(data.index), _varint(size + 1) if flexible else _INT32.pack(size), data.records  # type: ignore[arg-type]
            if flexible and data is not partitions[-1]:
                # No tags; behind the last one this stands in the tail.
                pieces.append(b"\0")
        if bytes(body[position:]) != b"".join(pieces) + tail:
            return None
        return cls(version, client_id, position, message, bytes(body[:4]), bytes(body[8:position]) + plain[:before], tail)

    def message(self, batches: Mapping[int, memoryview | None]) -> ProduceRequest:
        """A request like the remembered one with these `batches`, by the indexes of their partitions, as the decoder would have made it."""
        data = [PartitionProduceData(index=index, records=records) for index, records in batches.items()]
        topic = TopicProduceData(name=self.name, topic_id=self.topic_id, partition_data=data)
        return ProduceRequest(transactional_id=self.transactional_id, acks=self.acks, timeout_ms=self.timeout_ms, topic_data=[topic])


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)
