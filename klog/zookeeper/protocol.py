"""What ZooKeeper's messages are made of: numbers with the names of the C binding, stats, access control lists, headers.

Facts: ``zookeeper.jute``, ``ZooDefs.java``, ``MultiHeader.java`` of ZooKeeper 3.9.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TypedDict

from klog.zookeeper.jute import Reader, pack_int32, pack_string

EVENT_XID = -1
PING_XID = -2
AUTH_XID = -4
SET_WATCHES_XID = -8

#: Flags of create.
EPHEMERAL = 1
SEQUENCE = 2

PERM_READ, PERM_WRITE, PERM_CREATE, PERM_DELETE, PERM_ADMIN, PERM_ALL = 1, 2, 4, 8, 16, 31

# Types of events, with the C binding's names.
CREATED_EVENT, DELETED_EVENT, CHANGED_EVENT, CHILD_EVENT = 1, 2, 3, 4
SESSION_EVENT, NOTWATCHING_EVENT = -1, -2

# States of a connection: the C binding's. Those from 0 to 7 and the negative ones also stand in events.
CONNECTING_STATE, ASSOCIATING_STATE, CONNECTED_STATE, NOTCONNECTED_STATE = 1, 2, 3, 999
EXPIRED_SESSION_STATE, AUTH_FAILED_STATE = -112, -113

# addWatch's modes, removeWatches' types.
PERSISTENT, PERSISTENT_RECURSIVE = 0, 1
CHILDREN_WATCHER, DATA_WATCHER, ANY_WATCHER = 1, 2, 3


class Stat(TypedDict):
    """What a znode's stat says, with txzookeeper's names. Times in ms."""

    czxid: int
    mzxid: int
    ctime: int
    mtime: int
    version: int
    cversion: int
    aversion: int
    ephemeralOwner: int
    dataLength: int
    numChildren: int
    pzxid: int


class Acl(TypedDict):
    """Who may do what, as txzookeeper writes it."""

    perms: int
    scheme: str
    id: str


#: Everybody may everything.
OPEN_ACL_UNSAFE: Acl = {"perms": PERM_ALL, "scheme": "world", "id": "anyone"}
#: Who made the node, authenticated.
CREATOR_ALL_ACL: Acl = {"perms": PERM_ALL, "scheme": "auth", "id": ""}
READ_ACL_UNSAFE: Acl = {"perms": PERM_READ, "scheme": "world", "id": "anyone"}

_STAT = struct.Struct(">qqqqiiiqiiq")
STAT_BYTES = _STAT.size
HEADER = struct.Struct(">ii")
REPLY_HEADER = struct.Struct(">iqi")
MULTI_HEADER = struct.Struct(">i?i")
FRAME_HEADER = struct.Struct(">iii")
MULTI_END = MULTI_HEADER.pack(-1, True, -1)
#: Bytes of a reply's header.
REPLY_HEADER_BYTES = REPLY_HEADER.size


def read_stat(reader: Reader) -> Stat:
    """The next 68 bytes."""
    a, b, c, d, e, f, g, h, i, j, k = reader.unpack(_STAT)
    return {
        "czxid": a,
        "mzxid": b,
        "ctime": c,
        "mtime": d,
        "version": e,
        "cversion": f,
        "aversion": g,
        "ephemeralOwner": h,
        "dataLength": i,
        "numChildren": j,
        "pzxid": k,
    }


def pack_stat(stat: Stat) -> bytes:
    """68 bytes."""
    return _STAT.pack(
        stat["czxid"],
        stat["mzxid"],
        stat["ctime"],
        stat["mtime"],
        stat["version"],
        stat["cversion"],
        stat["aversion"],
        stat["ephemeralOwner"],
        stat["dataLength"],
        stat["numChildren"],
        stat["pzxid"],
    )


def read_acls(reader: Reader) -> list[Acl]:
    """A vector of ACLs."""
    return [{"perms": reader.int32(), "scheme": reader.string(), "id": reader.string()} for _ in range(reader.count(12))]


def pack_acls(acls: Sequence[Acl] | None) -> bytes:
    """A vector of ACLs; the open one where None."""
    if acls is None:
        return _OPEN_ACL
    return pack_int32(len(acls)) + b"".join(
        [pack_int32(acl["perms"]) + pack_string(acl["scheme"]) + pack_string(acl["id"]) for acl in acls]
    )


_OPEN_ACL = pack_acls((OPEN_ACL_UNSAFE,))
