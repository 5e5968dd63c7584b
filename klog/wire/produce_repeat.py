"""All of a Produce request but its records: what the next request of the same producer repeats.

It is taken from the usual encoder: the decoded request is encoded again, without its records, and only where that gives the very bytes that
came is it worth remembering. `klog.wire.repeated_requests` recognises requests by it.
"""

from __future__ import annotations

import struct
from typing import Any

from klog.wire.compiled_codec import encode
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.primitives import WireError

_INT32 = struct.Struct(">i")
#: Longest client id and names that are worth remembering, together.
_MIDDLE_BYTES = 1024


class Repeat:
    """All of a Produce request but its records: one topic, one partition."""

    __slots__ = (
        "acks", "api_version", "client_id", "flexible", "head", "index", "judgement", "middle", "name", "plan", "position", "tail",
        "timeout_ms", "topic_id", "transactional_id",
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
        self.index = topic.partition_data[0].index
        self.head = head
        self.middle = middle
        self.tail = tail
        self.position = position
        #: For whoever handles such requests: what was found out about them the first time,
        self.plan: Any = None
        #: and which judgement of the connection's rights that rests on (``klog.broker.dispatch``).
        self.judgement = 0

    @classmethod
    def learn(cls, version: int, client_id: str | None, body: memoryview, position: int, message: ProduceRequest) -> Repeat | None:
        """What a request, decoded as `message`, says apart from its records; None where it is not of the kind.

        :param body: its frame behind the length; the header ends at `position`.
        """
        if len(message.topic_data) != 1 or len(message.topic_data[0].partition_data) != 1:
            return None
        topic = message.topic_data[0]
        records = topic.partition_data[0].records
        size = 0 if records is None else len(records)
        around = len(body) - size
        if not size or around > _MIDDLE_BYTES:
            return None
        without = ProduceRequest(
            transactional_id=message.transactional_id,
            acks=message.acks,
            timeout_ms=message.timeout_ms,
            topic_data=[
                TopicProduceData(
                    name=topic.name,
                    topic_id=topic.topic_id,
                    partition_data=[PartitionProduceData(index=topic.partition_data[0].index, records=b"")],
                )
            ],
        )
        flexible = version in ProduceRequest.flexible_versions
        tail = bytes(3) if flexible else b""
        try:
            plain = b"".join(encode(without, version))  # type: ignore[arg-type]
        except WireError:
            return None
        # An empty records field is a length of one byte, or of four.
        before = len(plain) - len(tail) - (1 if flexible else 4)
        length = _varint(size + 1) if flexible else _INT32.pack(size)
        if bytes(body[position:]) != plain[:before] + length + bytes(records) + tail:  # type: ignore[arg-type]
            return None
        return cls(version, client_id, position, message, bytes(body[:4]), bytes(body[8:position]) + plain[:before], tail)

    def message(self, records: memoryview | None) -> ProduceRequest:
        """A request like the remembered one with other `records`, as the decoder would have made it."""
        data = PartitionProduceData(index=self.index, records=records)
        topic = TopicProduceData(name=self.name, topic_id=self.topic_id, partition_data=[data])
        return ProduceRequest(transactional_id=self.transactional_id, acks=self.acks, timeout_ms=self.timeout_ms, topic_data=[topic])


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)
