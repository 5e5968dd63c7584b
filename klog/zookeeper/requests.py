"""The bodies of a client's requests, in both directions: clients encode them, the memory server of `klog.testing.zookeeper` decodes them. A
request's class has its ``opcode`` and the class of its ``reply``.

Facts: ``zookeeper.jute``, ``ZooDefs.java``, ``MultiOperationRecord.java`` of ZooKeeper 3.9.
"""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Sequence
from typing import Any, ClassVar

from klog.zookeeper.jute import JuteError, Reader, pack_boolean, pack_buffer, pack_int32, pack_string, pack_strings
from klog.zookeeper.protocol import ANY_WATCHER, MULTI_END, MULTI_HEADER, PERSISTENT_RECURSIVE, Acl, pack_acls, read_acls
from klog.zookeeper.replies import (
    AclReply,
    ChildrenReply,
    ChildrenStatReply,
    DataReply,
    ErrorReply,
    MultiReply,
    Nothing,
    PathReply,
    PathStatReply,
    SaslReply,
    StatReply,
)


class Request:
    """What all requests have."""

    __slots__ = ()
    opcode: ClassVar[int]
    reply: ClassVar[Any] = Nothing

    def encode(self) -> bytes:
        """The body."""
        return b""

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        return cls()


@dataclasses.dataclass(slots=True)
class Ping(Request):
    """We live; answered with its own xid."""

    opcode: ClassVar[int] = 11


@dataclasses.dataclass(slots=True)
class CloseSession(Request):
    """End the session; the server hangs up behind the answer."""

    opcode: ClassVar[int] = -11


@dataclasses.dataclass(frozen=True, slots=True)
class Create(Request):
    """Make a node.

    :param data: None for null, which some readers tell from nothing in it (Kafka does).
    :param acls: open where None.
    :param flags: `EPHEMERAL`, `SEQUENCE`.
    """

    opcode: ClassVar[int] = 1
    reply: ClassVar[Any] = PathReply
    path: str
    data: bytes | None = b""
    acls: Sequence[Acl] | None = None
    flags: int = 0

    def encode(self) -> bytes:
        """The body."""
        return pack_string(self.path) + pack_buffer(self.data) + pack_acls(self.acls) + pack_int32(self.flags)

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        return cls(reader.string(), reader.buffer(), read_acls(reader), reader.int32())


@dataclasses.dataclass(frozen=True, slots=True)
class Create2(Create):
    """`Create`, and its stat in the answer (3.5)."""

    opcode: ClassVar[int] = 15
    reply: ClassVar[Any] = PathStatReply


@dataclasses.dataclass(frozen=True, slots=True)
class _Versioned(Request):
    path: str
    version: int = -1

    def encode(self) -> bytes:
        """The body."""
        return pack_string(self.path) + pack_int32(self.version)

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        return cls(reader.string(), reader.int32())


@dataclasses.dataclass(frozen=True, slots=True)
class Delete(_Versioned):
    """Remove a node without children; any version where -1."""

    opcode: ClassVar[int] = 2


@dataclasses.dataclass(frozen=True, slots=True)
class Check(_Versioned):
    """Only in a multi: is this its version?"""

    opcode: ClassVar[int] = 13


@dataclasses.dataclass(frozen=True, slots=True)
class _Watchable(Request):
    path: str
    watch: bool = False

    def encode(self) -> bytes:
        """The body."""
        return pack_string(self.path) + pack_boolean(self.watch)

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        return cls(reader.string(), reader.boolean())


@dataclasses.dataclass(frozen=True, slots=True)
class Exists(_Watchable):
    """Is there such a node?"""

    opcode: ClassVar[int] = 3
    reply: ClassVar[Any] = StatReply


@dataclasses.dataclass(frozen=True, slots=True)
class GetData(_Watchable):
    """Its data and stat."""

    opcode: ClassVar[int] = 4
    reply: ClassVar[Any] = DataReply


@dataclasses.dataclass(frozen=True, slots=True)
class GetChildren(_Watchable):
    """Its children's names."""

    opcode: ClassVar[int] = 8
    reply: ClassVar[Any] = ChildrenReply


@dataclasses.dataclass(frozen=True, slots=True)
class GetChildren2(_Watchable):
    """Its children's names, and its own stat."""

    opcode: ClassVar[int] = 12
    reply: ClassVar[Any] = ChildrenStatReply


@dataclasses.dataclass(frozen=True, slots=True)
class Set(Request):
    """Change a node's data; any version where -1."""

    opcode: ClassVar[int] = 5
    reply: ClassVar[Any] = StatReply
    path: str
    data: bytes = b""
    version: int = -1

    def encode(self) -> bytes:
        """The body."""
        return pack_string(self.path) + pack_buffer(self.data) + pack_int32(self.version)

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        return cls(reader.string(), reader.buffer() or b"", reader.int32())


@dataclasses.dataclass(frozen=True, slots=True)
class _PathOnly(Request):
    path: str

    def encode(self) -> bytes:
        """The body."""
        return pack_string(self.path)

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        return cls(reader.string())


@dataclasses.dataclass(frozen=True, slots=True)
class GetAcl(_PathOnly):
    """Its ACL and stat."""

    opcode: ClassVar[int] = 6
    reply: ClassVar[Any] = AclReply


@dataclasses.dataclass(frozen=True, slots=True)
class Sync(_PathOnly):
    """Have the server catch up with its leader."""

    opcode: ClassVar[int] = 9
    reply: ClassVar[Any] = PathReply


@dataclasses.dataclass(frozen=True, slots=True)
class SetAcl(Request):
    """Change its ACL; `version` is the stat's ``aversion``."""

    opcode: ClassVar[int] = 7
    reply: ClassVar[Any] = StatReply
    path: str
    acls: Sequence[Acl] | None
    version: int = -1

    def encode(self) -> bytes:
        """The body."""
        return pack_string(self.path) + pack_acls(self.acls) + pack_int32(self.version)

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        return cls(reader.string(), read_acls(reader), reader.int32())


Operation = Create | Delete | Set | Check


@dataclasses.dataclass(frozen=True, slots=True)
class Multi(Request):
    """All of the operations or none."""

    opcode: ClassVar[int] = 14
    reply: ClassVar[Any] = MultiReply
    operations: Sequence[Operation]

    def encode(self) -> bytes:
        """The body."""
        parts = []
        for operation in self.operations:
            parts.append(MULTI_HEADER.pack(operation.opcode, False, -1))
            parts.append(operation.encode())
        return b"".join(parts) + MULTI_END

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        operations: list[Any] = []
        while True:
            opcode, done, _ = reader.unpack(MULTI_HEADER)
            if done:
                return cls(operations)
            kind = _IN_MULTI.get(opcode)
            if kind is None:
                raise JuteError(f"an unknown operation ({opcode}) in a multi")
            operations.append(kind.decode(reader))


@dataclasses.dataclass(frozen=True, slots=True)
class MultiRead(Request):
    """Several `GetData` and `GetChildren` at once; each has its own answer or error (3.6)."""

    opcode: ClassVar[int] = 22
    reply: ClassVar[Any] = MultiReply
    operations: Sequence[GetData | GetChildren]

    def encode(self) -> bytes:
        """The body."""
        parts = []
        for operation in self.operations:
            parts.append(MULTI_HEADER.pack(operation.opcode, False, -1))
            parts.append(operation.encode())
        return b"".join(parts) + MULTI_END

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        operations: list[GetData | GetChildren] = []
        while True:
            opcode, done, _ = reader.unpack(MULTI_HEADER)
            if done:
                return cls(operations)
            if opcode not in (GetData.opcode, GetChildren.opcode):
                raise JuteError(f"an operation ({opcode}) in a multiRead that is no read")
            operations.append((GetData if opcode == GetData.opcode else GetChildren).decode(reader))


@dataclasses.dataclass(frozen=True, slots=True)
class AddWatch(Request):
    """A watch that stays (3.6).

    :param mode: `PERSISTENT` or `PERSISTENT_RECURSIVE`.
    """

    opcode: ClassVar[int] = 106
    reply: ClassVar[Any] = ErrorReply
    path: str
    mode: int = PERSISTENT_RECURSIVE

    def encode(self) -> bytes:
        """The body."""
        return pack_string(self.path) + pack_int32(self.mode)

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        return cls(reader.string(), reader.int32())


@dataclasses.dataclass(frozen=True, slots=True)
class RemoveWatches(Request):
    """Take watches away (3.5).

    :param kind: `CHILDREN_WATCHER`, `DATA_WATCHER`, `ANY_WATCHER`.
    """

    opcode: ClassVar[int] = 18
    path: str
    kind: int = ANY_WATCHER

    def encode(self) -> bytes:
        """The body."""
        return pack_string(self.path) + pack_int32(self.kind)

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        return cls(reader.string(), reader.int32())


@dataclasses.dataclass(frozen=True, slots=True)
class SetWatches(Request):
    """After a reconnection: what we watch, and until when (`last_zxid`) we know it; what changed since is told at once."""

    opcode: ClassVar[int] = 101
    last_zxid: int
    data: Sequence[str] = ()
    exist: Sequence[str] = ()
    child: Sequence[str] = ()

    def encode(self) -> bytes:
        """The body."""
        return struct.pack(">q", self.last_zxid) + pack_strings(self.data) + pack_strings(self.exist) + pack_strings(self.child)

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        return cls(reader.int64(), reader.strings(), reader.strings(), reader.strings())


@dataclasses.dataclass(frozen=True, slots=True)
class SetWatches2(Request):
    """`SetWatches` with watches that stay (3.6); what those missed is *not* told."""

    opcode: ClassVar[int] = 105
    last_zxid: int
    data: Sequence[str] = ()
    exist: Sequence[str] = ()
    child: Sequence[str] = ()
    persistent: Sequence[str] = ()
    recursive: Sequence[str] = ()

    def encode(self) -> bytes:
        """The body."""
        groups = (self.data, self.exist, self.child, self.persistent, self.recursive)
        return struct.pack(">q", self.last_zxid) + b"".join([pack_strings(group) for group in groups])

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        return cls(reader.int64(), *[reader.strings() for _ in range(5)])


@dataclasses.dataclass(frozen=True, slots=True)
class Auth(Request):
    """Who we are, in one more way; a refusal ends the connection.

    :param auth: ``name:password`` for the scheme ``digest``; a secret.
    """

    opcode: ClassVar[int] = 100
    scheme: str
    auth: bytes = dataclasses.field(repr=False)

    def encode(self) -> bytes:
        """The body."""
        return b"\0\0\0\0" + pack_string(self.scheme) + pack_buffer(self.auth)

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        reader.int32()
        return cls(reader.string(), reader.buffer() or b"")


@dataclasses.dataclass(frozen=True, slots=True)
class Sasl(Request):
    """One token of an authentication by SASL; nothing in the first one of DIGEST-MD5."""

    opcode: ClassVar[int] = 102
    reply: ClassVar[Any] = SaslReply
    token: bytes = dataclasses.field(repr=False)

    def encode(self) -> bytes:
        """The body."""
        return pack_buffer(self.token)

    @classmethod
    def decode(cls, reader: Reader) -> Any:
        """The body."""
        return cls(reader.buffer() or b"")


_IN_MULTI: dict[int, Any] = {kind.opcode: kind for kind in (Create, Create2, Delete, Set, Check)}

#: Every request by opcode.
REQUESTS: dict[int, Any] = {
    kind.opcode: kind
    for kind in (
        Ping,
        CloseSession,
        Create,
        Create2,
        Delete,
        Exists,
        GetData,
        Set,
        GetAcl,
        SetAcl,
        GetChildren,
        GetChildren2,
        Sync,
        Check,
        Multi,
        MultiRead,
        AddWatch,
        RemoveWatches,
        SetWatches,
        SetWatches2,
        Auth,
        Sasl,
    )
}
