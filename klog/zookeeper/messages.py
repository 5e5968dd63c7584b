"""Every message between a ZooKeeper client and its server, in both directions: the client writes requests and reads replies, the memory
server of `klog.testing.zookeeper` does the opposite.

On the wire each message has its length in front (int32). Then:

* The first pair has no header: `ConnectRequest`, `ConnectResponse`.
* A request is xid (int32), opcode (int32), body. A reply is xid (int32), zxid (int64), error code (int32), and a body where the code is 0.
* Some xids are fixed: -1 for events (`WatcherEvent`), -2 pings, -4 auth, -8 setWatches. Others are counted from 1 on each connection.

A message class has ``encode() -> bytes`` and ``decode(reader)``, both of the body alone; most are in `klog.zookeeper.requests` and
`klog.zookeeper.replies`. Here are the greeting and events, and frames: `request_frame`, `reply_frame` and `event_frame`
put them together; `decode_request` and `decode_reply_header` take them apart.
Facts: ``zookeeper.jute`` of ZooKeeper 3.9.
"""

from __future__ import annotations

import dataclasses
import struct
from typing import Any, NamedTuple

from klog.zookeeper.jute import JuteError, Reader, pack_boolean, pack_buffer, pack_int32, pack_string
from klog.zookeeper.protocol import EVENT_XID, FRAME_HEADER, HEADER, REPLY_HEADER, REPLY_HEADER_BYTES
from klog.zookeeper.requests import REQUESTS, Request


@dataclasses.dataclass(slots=True)
class ConnectRequest:
    """The client's first message.

    :param timeout_ms: asked for.
    :param session_id: 0 for a new session.
    :param password: 16 bytes; a secret.
    """

    last_zxid: int
    timeout_ms: int
    session_id: int
    password: bytes = dataclasses.field(repr=False)
    read_only: bool = False
    protocol_version: int = 0

    def encode(self) -> bytes:
        """The body."""
        head = struct.pack(">iqiq", self.protocol_version, self.last_zxid, self.timeout_ms, self.session_id)
        return head + pack_buffer(self.password) + pack_boolean(self.read_only)

    @classmethod
    def decode(cls, reader: Reader) -> ConnectRequest:
        """Clients before 3.4 leave the last byte out."""
        version, last_zxid, timeout_ms, session_id = reader.int32(), reader.int64(), reader.int32(), reader.int64()
        password = reader.buffer() or b""
        return cls(last_zxid, timeout_ms, session_id, password, reader.boolean() if reader.left else False, version)


@dataclasses.dataclass(slots=True)
class ConnectResponse:
    """The server's first message; a `timeout_ms` of 0 or less says that the session has expired."""

    timeout_ms: int
    session_id: int
    password: bytes = dataclasses.field(repr=False)
    read_only: bool = False
    protocol_version: int = 0

    def encode(self) -> bytes:
        """The body."""
        head = struct.pack(">iiq", self.protocol_version, self.timeout_ms, self.session_id)
        return head + pack_buffer(self.password) + pack_boolean(self.read_only)

    @classmethod
    def decode(cls, reader: Reader) -> ConnectResponse:
        """Servers before 3.4 leave the last byte out."""
        version, timeout_ms, session_id = reader.int32(), reader.int32(), reader.int64()
        password = reader.buffer() or b""
        return cls(timeout_ms, session_id, password, reader.boolean() if reader.left else False, version)


class WatcherEvent(NamedTuple):
    """An event as the server sends it; `path` with the chroot."""

    type: int
    state: int
    path: str

    def encode(self) -> bytes:
        """The body."""
        return HEADER.pack(self.type, self.state) + pack_string(self.path)

    @classmethod
    def decode(cls, reader: Reader) -> WatcherEvent:
        """The body."""
        return cls(reader.int32(), reader.int32(), reader.string())


class UnknownOpcode(JuteError):
    """A request that nobody here knows.

    :ivar xid: of the request.
    :ivar opcode: the number.
    """

    def __init__(self, xid: int, opcode: int) -> None:
        super().__init__(f"the operation {opcode} is not known")
        self.xid = xid
        self.opcode = opcode


# -- frames


def frame(body: bytes) -> bytes:
    """`body` behind its length."""
    return pack_int32(len(body)) + body


def request_frame(xid: int, request: Request) -> bytes:
    """A whole request."""
    body = request.encode()
    return FRAME_HEADER.pack(len(body) + 8, xid, request.opcode) + body


def reply_frame(xid: int, zxid: int, error: int = 0, reply: Any = None) -> bytes:
    """A whole reply; without a body where `reply` is None or the error is not 0."""
    body = reply.encode() if reply is not None and not error else b""
    return pack_int32(len(body) + REPLY_HEADER_BYTES) + REPLY_HEADER.pack(xid, zxid, error) + body


def event_frame(event: WatcherEvent, zxid: int = -1) -> bytes:
    """A whole event."""
    return reply_frame(EVENT_XID, zxid, 0, event)


def decode_request(data: bytes) -> tuple[int, Any]:
    """``(xid, request)`` of a message without its length.

    :raises UnknownOpcode: no such operation.
    :raises JuteError: it cannot be read.
    """
    reader = Reader(data)
    xid, opcode = reader.unpack(HEADER)
    kind = REQUESTS.get(opcode)
    if kind is None:
        raise UnknownOpcode(xid, opcode)
    return xid, kind.decode(reader)


def decode_reply_header(reader: Reader) -> tuple[int, int, int]:
    """``(xid, zxid, error)``; the body follows."""
    xid, zxid, error = reader.unpack(REPLY_HEADER)
    return xid, zxid, error
