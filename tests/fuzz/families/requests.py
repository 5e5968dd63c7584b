"""Requests in every version, as the broker reads them, and how they travel: frames, headers, what is recognised instead of decoded."""

from __future__ import annotations

import random

from klog.broker.guard import AdmitAll
from klog.memory_budget import MemoryBudget
from klog.wire.apis import APIS
from klog.wire.client import ClientConnection
from klog.wire.framing import FrameReader
from klog.wire.header import read_request_header, request_header
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.primitives import WireError, read_unsigned_varint, skip_tagged_section
from klog.wire.repeated_requests import SameAgain
from klog.wire.schema import Message
from klog.wire.server import ServerConnection
from tests.fuzz.bodies import body
from tests.fuzz.family import Decoder
from tests.fuzz.messages import encodings, filled, versions

_MAX_FRAME_BYTES = 100 << 20


def _frames() -> list[bytes]:
    """Frames as clients send them, several in a row, some of them alike."""
    client = ClientConnection("a client")
    draw = random.Random(1)
    rows: list[tuple[Message, int]] = [(ApiVersionsRequest(), 3), (MetadataRequest(), 1), (HeartbeatRequest(group_id="g"), 4)]
    for version in (3, 8, 12, 13):
        data = PartitionProduceData(index=1, records=b"records" * 9)
        topic = TopicProduceData(
            name="" if version == 13 else "t", topic_id=bytes(range(16)) if version == 13 else bytes(16), partition_data=[data]
        )
        produce = ProduceRequest(acks=-1, timeout_ms=7, topic_data=[topic])
        more = [PartitionProduceData(index=index, records=b"more" * index) for index in (3, 1, 2)]
        several = TopicProduceData(name=topic.name, topic_id=topic.topic_id, partition_data=more)
        rows += [(produce, version), (produce, version), (filled(ProduceRequest, version, draw), version)]
        rows.append((ProduceRequest(acks=-1, timeout_ms=7, topic_data=[several]), version))
    frames = [b"".join(client.request(message, version)[1]) for message, version in rows]  # type: ignore[arg-type]
    strangers = [b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\0hello"]
    return [*frames, b"".join(frames), b"".join(frames[3:6]) * 2, *strangers]


def _connection(data: bytes) -> None:
    """A whole connection: once in one piece, once in pieces, with what the dispatcher would decode; both must see the same."""
    whole = _seen(data, len(data) or 1)
    pieces = _seen(data, 1 + len(data) // 7)
    assert whole == pieces, "what arrives in pieces reads as something else"


def _seen(data: bytes, piece_bytes: int) -> list[object]:
    connection = ServerConnection(_MAX_FRAME_BYTES, MemoryBudget(1 << 20))
    seen: list[object] = []
    for start in range(0, len(data), piece_bytes):
        for request in connection.receive(data[start : start + piece_bytes]):
            seen.append((request.api_key, request.api_version, request.client_id, bytes(request.body)))
            api = request.api
            if api is None:
                continue
            if request.repeat is not None:
                message = request.repeat.message(request.batches)
                assert message == _decoded(api.request, request.api_version, request.body, request.position)
                continue
            try:
                message = _decoded(api.request, request.api_version, request.body, request.position)
            except WireError as error:
                seen.append(str(error))
                continue
            if isinstance(message, ProduceRequest):
                connection.repeats.learn(request, message)
            again = SameAgain(request.body, lambda correlation_id: correlation_id, AdmitAll(), 0)
            again.match(data)
    seen.append(str(connection.failure) if connection.failure is not None else None)
    return seen


def _decoded(cls: type[Message], version: int, view: memoryview, position: int) -> Message:
    return body(cls, version)(bytes(view[position:]))


def _reader(data: bytes) -> None:
    """A frame reader fed as the transport feeds it: a small piece, then straight into the buffer where it asks for that."""
    budget = MemoryBudget()
    reader = FrameReader(_MAX_FRAME_BYTES, budget)
    frames: list[memoryview] = []
    position = 0
    while position < len(data):
        room = reader.writable()
        if room is not None:
            count = min(len(room), len(data) - position)
            room[:count] = data[position : position + count]
            room.release()
            reader.wrote(count, frames)
        else:
            count = min(11, len(data) - position)
            reader.feed(data[position : position + count], frames)
        position += count
        assert reader.held_bytes <= max(4 * position, 4096), "more is held than four times what has arrived"
    for frame in frames:
        reader.reuse(frame.obj)
    reader.discard()
    assert budget.used_bytes == 0


def decoders() -> list[Decoder]:
    """See `tests.fuzz.family`."""
    found = [
        Decoder(f"{api.request.__name__} {version}", body(api.request, version), (WireError,), encodings(api.request, version))
        for api in APIS.values()
        for version in versions(api.request)
    ]
    headers = [
        request_header(api.request, version, 7, client_id)
        for api in list(APIS.values())[:6]
        for version in (api.versions.lowest, api.versions.highest)
        for client_id in ("klog", None, "ü" * 40)
    ]
    frames = _frames()
    return [
        *found,
        Decoder("request header", lambda data: read_request_header(memoryview(data)), (WireError,), headers),
        Decoder("a broker's connection", _connection, (), frames),
        Decoder("frames", _reader, (WireError,), [*frames, b"\x00\x02\x00\x00" + bytes(9_000), frames[-3] * 3]),
        Decoder("unsigned varint", lambda data: read_unsigned_varint(data, 0), (WireError,), [b"\0", b"\xff\x01", b"\xff\xff\xff\xff\x0f"]),
        Decoder("tagged section", lambda data: skip_tagged_section(data, 0), (WireError,), [b"\0", b"\2\0\1a\5\2bc", b"\1\x80\1\0"]),
    ]
