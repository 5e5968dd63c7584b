"""One of every message, or more."""

from __future__ import annotations

from typing import Any

from klog.zookeeper.protocol import CREATOR_ALL_ACL, OPEN_ACL_UNSAFE, Stat
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
from klog.zookeeper.requests import (
    AddWatch,
    Auth,
    Check,
    CloseSession,
    Create,
    Create2,
    Delete,
    Exists,
    GetAcl,
    GetChildren,
    GetChildren2,
    GetData,
    Multi,
    MultiRead,
    Ping,
    RemoveWatches,
    Sasl,
    Set,
    SetAcl,
    SetWatches,
    SetWatches2,
    Sync,
)

STAT: Stat = {
    "czxid": 1,
    "mzxid": 2,
    "ctime": 3,
    "mtime": 4,
    "version": 5,
    "cversion": 6,
    "aversion": 7,
    "ephemeralOwner": -8,
    "dataLength": 9,
    "numChildren": 10,
    "pzxid": 11,
}
ACLS = [OPEN_ACL_UNSAFE, CREATOR_ALL_ACL]

REQUEST_SAMPLES: list[Any] = [
    Ping(),
    CloseSession(),
    Create("/a", b"x", ACLS, 3),
    Create2("/ä", b"", [], 0),
    Delete("/a", 7),
    Check("/a"),
    Exists("/a", True),
    GetData("/a"),
    GetChildren("/", True),
    GetChildren2("/"),
    Set("/a", b"y" * 300, 2),
    GetAcl("/a"),
    SetAcl("/a", ACLS, 1),
    Sync("/"),
    Multi([Create("/a", b"", ACLS, 0), Set("/a", b"1", 0), Check("/b", 2), Delete("/c", -1)]),
    Multi([]),
    MultiRead([GetData("/a"), GetChildren("/b")]),
    AddWatch("/a", 0),
    RemoveWatches("/a", 3),
    SetWatches(5, ["/a"], ["/b", "/c"], []),
    SetWatches2(-1, [], [], ["/x"], ["/p"], ["/"]),
    Auth("digest", b"a:b"),
    Sasl(b"token"),
]
REPLY_SAMPLES: list[Any] = [
    Nothing(),
    PathReply("/a"),
    PathStatReply("/a", STAT),
    StatReply(STAT),
    DataReply(b"abc", STAT),
    ChildrenReply(["a", "ä"]),
    ChildrenStatReply([], STAT),
    AclReply(ACLS, STAT),
    SaslReply(b"token"),
    ErrorReply(-101),
    MultiReply([(1, PathReply("/a")), (2, Nothing()), (5, StatReply(STAT)), (13, Nothing())]),
    MultiReply([(-1, ErrorReply(0)), (-1, ErrorReply(-101)), (-1, ErrorReply(-2))]),
    MultiReply([(4, DataReply(b"x", STAT)), (8, ChildrenReply(["c"])), (-1, ErrorReply(-101))]),
]
