"""What a ZooKeeper did, all of it, from the transaction logs that its servers keep: a judge that misses nothing, unlike any watch.

A log file is a head (``ZKLG``, a version, a database id), then for each transaction an Adler-32, a length, that many bytes and ``B``; zeros
that were allocated ahead end it. A transaction is its header (session, cxid, zxid, the leader's wall clock in ms, type) and a record.
The logs of all servers of an ensemble are read together: one that was away may have got a snapshot instead of what it missed.

`changes` replays the logs from the first transaction on and yields what happened to each node, the ends of ephemerals with their sessions
included. Read them after the servers have ended, or while they are at rest.
"""

from __future__ import annotations

import pathlib
import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_CREATE, _DELETE, _SET = 1, 2, 5
_CREATE_KINDS = {1, 15, 19, 21}
_MULTI = 14
_CREATE_SESSION, _CLOSE_SESSION = -10, -11


class Transaction(NamedTuple):
    """As logged."""

    zxid: int
    at_ms: int
    session: int
    kind: int
    record: bytes


class Change(NamedTuple):
    """One node's, or one session's (then `path` is empty)."""

    zxid: int
    #: The leader's wall clock when it was proposed.
    at_ms: int
    #: Who did it.
    session: int
    #: ``create``, ``set``, ``delete``, ``open`` or ``close``.
    kind: str
    path: str
    #: What it holds now; what it held, for ``delete``.
    data: bytes
    #: The session that an ephemeral node belongs to; 0 for others.
    owner: int
    #: Deleted because its session ended.
    with_session: bool = False


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, layout: str) -> tuple[int, ...]:
        found = struct.unpack_from(layout, self.data, self.at)
        self.at += struct.calcsize(layout)
        return found

    def buffer(self) -> bytes:
        (length,) = self.take(">i")
        if length < 0:
            return b""
        if self.at + length > len(self.data):
            raise ValueError("a record ends too early")
        self.at += length
        return self.data[self.at - length : self.at]

    def text(self) -> str:
        return self.buffer().decode()


def transactions(file: pathlib.Path) -> Iterator[Transaction]:
    """Of one log file, up to its end or to a half-written last one."""
    data = file.read_bytes()
    if data[:4] != b"ZKLG":
        return
    at = 16
    while at + 12 <= len(data):
        checksum, length = struct.unpack_from(">qi", data, at)
        body = data[at + 12 : at + 12 + length]
        if length <= 0 or len(body) < length or zlib.adler32(body) != checksum:
            return
        session, _, zxid, at_ms, kind = struct.unpack_from(">qiqqi", body)
        yield Transaction(zxid, at_ms, session, kind, body[32:])
        at += 12 + length + 1


def read_logs(folders: Iterable[pathlib.Path]) -> list[Transaction]:
    """All committed transactions of the servers whose data is somewhere in `folders`, in order.

    A leader that was cut off logs what never comes to pass, and keeps it in its log where it is brought up to date by a snapshot. So of
    every epoch only what comes no later than something that a majority has logged is taken.
    """
    found: dict[int, Transaction] = {}
    servers: dict[pathlib.Path, set[int]] = {}
    for folder in folders:
        for file in sorted(folder.rglob("log.*")):
            logged = servers.setdefault(file.parent, set())
            for transaction in transactions(file):
                found.setdefault(transaction.zxid, transaction)
                logged.add(transaction.zxid)
    majority = len(servers) // 2 + 1
    #: The last of each epoch that counts.
    last: dict[int, int] = {}
    for zxid in found:
        if sum(zxid in logged for logged in servers.values()) >= majority:
            last[zxid >> 32] = max(last.get(zxid >> 32, 0), zxid)
    return [found[zxid] for zxid in sorted(found) if zxid <= last.get(zxid >> 32, -1)]


def changes(logged: Iterable[Transaction]) -> Iterator[Change]:
    """What happened, one node at a time."""
    nodes: dict[str, tuple[bytes, int]] = {}
    ephemerals: dict[int, dict[str, None]] = {}
    for transaction in logged:
        stamp = (transaction.zxid, transaction.at_ms, transaction.session)
        if transaction.kind == _CREATE_SESSION:
            yield Change(*stamp, "open", "", b"", transaction.session)
        elif transaction.kind == _CLOSE_SESSION:
            for path in ephemerals.pop(transaction.session, {}):
                if path in nodes:
                    yield Change(*stamp, "delete", path, *nodes.pop(path), True)
            yield Change(*stamp, "close", "", b"", transaction.session)
        else:
            for kind, reader in _operations(transaction.kind, _Reader(transaction.record)):
                path = reader.text()
                if kind in _CREATE_KINDS:
                    data = reader.buffer()
                    (count,) = reader.take(">i")
                    for _ in range(count):
                        reader.take(">i")
                        reader.text()
                        reader.text()
                    owner = transaction.session if kind in (1, 15) and reader.take(">?")[0] else 0
                    nodes[path] = (data, owner)
                    if owner:
                        ephemerals.setdefault(owner, {})[path] = None
                    yield Change(*stamp, "create", path, data, owner)
                elif kind == _SET:
                    nodes[path] = (reader.buffer(), nodes.get(path, (b"", 0))[1])
                    yield Change(*stamp, "set", path, *nodes[path])
                elif kind == _DELETE:
                    data, owner = nodes.pop(path, (b"", 0))
                    ephemerals.get(owner, {}).pop(path, None)
                    yield Change(*stamp, "delete", path, data, owner)


def _operations(kind: int, reader: _Reader) -> Iterator[tuple[int, _Reader]]:
    """The parts of a multi, and what is no multi as it is."""
    if kind in _CREATE_KINDS or kind in (_SET, _DELETE):
        yield kind, reader
    elif kind == _MULTI:
        (count,) = reader.take(">i")
        parts = []
        for _ in range(count):
            (part,) = reader.take(">i")
            parts.append((part, _Reader(reader.buffer())))
        # One that failed is logged as errors only.
        if all(part != -1 for part, _ in parts):
            yield from (each for each in parts if each[0] in _CREATE_KINDS or each[0] in (_SET, _DELETE))
