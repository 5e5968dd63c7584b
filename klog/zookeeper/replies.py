"""The bodies of a server's replies, in both directions: clients decode them, the memory server of `klog.testing.zookeeper` encodes them.

Facts: ``zookeeper.jute``, ``MultiResponse.java`` of ZooKeeper 3.9.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from klog.zookeeper.jute import JuteError, Reader, pack_buffer, pack_int32, pack_string, pack_strings
from klog.zookeeper.protocol import MULTI_END, MULTI_HEADER, Acl, Stat, pack_acls, pack_stat, read_acls, read_stat


@dataclasses.dataclass(slots=True)
class Nothing:
    """A reply without a body."""

    def encode(self) -> bytes:
        """Empty."""
        return b""

    @classmethod
    def decode(cls, reader: Reader) -> Nothing:
        """Whatever stands there."""
        return cls()


@dataclasses.dataclass(slots=True)
class PathReply:
    """Of create and sync."""

    path: str

    def encode(self) -> bytes:
        """The body."""
        return pack_string(self.path)

    @classmethod
    def decode(cls, reader: Reader) -> PathReply:
        """The body."""
        return cls(reader.string())


@dataclasses.dataclass(slots=True)
class PathStatReply:
    """Of create2."""

    path: str
    stat: Stat

    def encode(self) -> bytes:
        """The body."""
        return pack_string(self.path) + pack_stat(self.stat)

    @classmethod
    def decode(cls, reader: Reader) -> PathStatReply:
        """The body."""
        return cls(reader.string(), read_stat(reader))


@dataclasses.dataclass(slots=True)
class StatReply:
    """Of exists, setData, setACL."""

    stat: Stat

    def encode(self) -> bytes:
        """The body."""
        return pack_stat(self.stat)

    @classmethod
    def decode(cls, reader: Reader) -> StatReply:
        """The body."""
        return cls(read_stat(reader))


@dataclasses.dataclass(slots=True)
class DataReply:
    """Of getData."""

    data: bytes
    stat: Stat

    def encode(self) -> bytes:
        """The body."""
        return pack_buffer(self.data) + pack_stat(self.stat)

    @classmethod
    def decode(cls, reader: Reader) -> DataReply:
        """Null data is empty."""
        return cls(reader.buffer() or b"", read_stat(reader))


@dataclasses.dataclass(slots=True)
class ChildrenReply:
    """Of getChildren: names, in no order."""

    children: list[str]

    def encode(self) -> bytes:
        """The body."""
        return pack_strings(self.children)

    @classmethod
    def decode(cls, reader: Reader) -> ChildrenReply:
        """The body."""
        return cls(reader.strings())


@dataclasses.dataclass(slots=True)
class ChildrenStatReply:
    """Of getChildren2."""

    children: list[str]
    stat: Stat

    def encode(self) -> bytes:
        """The body."""
        return pack_strings(self.children) + pack_stat(self.stat)

    @classmethod
    def decode(cls, reader: Reader) -> ChildrenStatReply:
        """The body."""
        return cls(reader.strings(), read_stat(reader))


@dataclasses.dataclass(slots=True)
class AclReply:
    """Of getACL."""

    acls: list[Acl]
    stat: Stat

    def encode(self) -> bytes:
        """The body."""
        return pack_acls(self.acls) + pack_stat(self.stat)

    @classmethod
    def decode(cls, reader: Reader) -> AclReply:
        """The body."""
        return cls(read_acls(reader), read_stat(reader))


@dataclasses.dataclass(slots=True)
class SaslReply:
    """Of sasl: the server's token; nothing where it has no SASL."""

    token: bytes

    def encode(self) -> bytes:
        """The body."""
        return pack_buffer(self.token)

    @classmethod
    def decode(cls, reader: Reader) -> SaslReply:
        """The body."""
        return cls(reader.buffer() or b"")


@dataclasses.dataclass(slots=True)
class ErrorReply:
    """A number: of addWatch, and of an operation in a multi that was not done.

    In a multi the operations before the one that failed have 0, those behind it -2.
    """

    error: int

    def encode(self) -> bytes:
        """The body."""
        return pack_int32(self.error)

    @classmethod
    def decode(cls, reader: Reader) -> ErrorReply:
        """3.6 leaves it out."""
        return cls(reader.int32() if reader.left else 0)


@dataclasses.dataclass(slots=True)
class MultiReply:
    """Of multi and multiRead: ``(opcode, reply)`` for each operation; opcode -1 with an `ErrorReply` for what failed."""

    results: list[tuple[int, Any]]

    def encode(self) -> bytes:
        """The body."""
        parts = []
        for opcode, reply in self.results:
            parts.append(MULTI_HEADER.pack(opcode, False, reply.error if opcode == -1 else 0))
            parts.append(reply.encode())
        return b"".join(parts) + MULTI_END

    @classmethod
    def decode(cls, reader: Reader) -> MultiReply:
        """The body."""
        results: list[tuple[int, Any]] = []
        while True:
            opcode, done, _ = reader.unpack(MULTI_HEADER)
            if done:
                return cls(results)
            kind = ErrorReply if opcode == -1 else IN_MULTI.get(opcode)
            if kind is None:
                raise JuteError(f"an answer to an unknown operation ({opcode}) in a multi")
            results.append((opcode, kind.decode(reader)))


#: What stands in a `MultiReply`, by the opcode of its request (`klog.zookeeper.requests`, which a test holds against this).
IN_MULTI: dict[int, Any] = {
    1: PathReply,
    2: Nothing,
    4: DataReply,
    5: StatReply,
    8: ChildrenReply,
    13: Nothing,
    15: PathStatReply,
}
