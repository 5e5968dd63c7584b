"""``<offset>.snapshot``: the producers of a partition, up to and without that offset.

Big-endian: version (int16, 1), CRC-32C of all that follows it (uint32), number of entries (int32), and 46 bytes for each: producer id
(int64), epoch (int16), last sequence (int32), last offset (int64), last minus first offset of the last batch (int32), timestamp (int64),
coordinator epoch (int32), first offset of the open transaction (int64, -1 for none) (`kafka: ProducerSnapshot.json`).
Only the newest batch of a producer is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import NamedTuple

from klog.records.crc32c import crc32c
from klog.storage.atomic_files import read_whole, replace_whole
from klog.storage.filesystem import FileSystem

VERSION = 1
_HEAD = Struct(">hIi")
_ENTRY = Struct(">qhiqiqiq")
#: The checksum covers everything from here on.
_CHECKED_FROM = 6


class CorruptSnapshot(Exception):
    """A snapshot is damaged; an older one, or the log, has to do. The sentence names the file."""


class SnapshotEntry(NamedTuple):
    """One producer."""

    producer_id: int
    epoch: int
    #: -1 without a batch.
    last_sequence: int
    #: -1 without a batch.
    last_offset: int
    offset_delta: int
    timestamp_ms: int
    coordinator_epoch: int
    #: -1 without an open transaction.
    txn_first_offset: int


def format_snapshot(entries: Iterable[SnapshotEntry]) -> bytes:
    """The file's content."""
    packed = [_ENTRY.pack(*entry) for entry in entries]
    body = len(packed).to_bytes(4, "big") + b"".join(packed)
    return VERSION.to_bytes(2, "big") + crc32c(body).to_bytes(4, "big") + body


def parse_snapshot(path: str, data: bytes) -> list[SnapshotEntry]:
    """The producers; `path` is for errors.

    :raises CorruptSnapshot: another version, checksum or length.
    """
    if len(data) < _HEAD.size:
        raise CorruptSnapshot(f"{path}: {len(data)} bytes are no snapshot")
    version, checksum, count = _HEAD.unpack_from(data)
    if version != VERSION:
        raise CorruptSnapshot(f"{path}: version {version}, known is {VERSION}")
    computed = crc32c(data[_CHECKED_FROM:])
    if checksum != computed:
        raise CorruptSnapshot(f"{path}: the checksum is {checksum:#010x}, computed {computed:#010x}")
    if count < 0 or len(data) != _HEAD.size + count * _ENTRY.size:
        raise CorruptSnapshot(f"{path}: {count} producers do not make {len(data)} bytes")
    return [SnapshotEntry(*fields) for fields in _ENTRY.iter_unpack(data[_HEAD.size :])]


def read_snapshot(fs: FileSystem, path: str) -> list[SnapshotEntry]:
    """The producers of a snapshot file. Raises OSError and CorruptSnapshot."""
    return parse_snapshot(path, read_whole(fs, path))


def write_snapshot(fs: FileSystem, path: str, entries: Iterable[SnapshotEntry], *, sync: bool = True) -> None:
    """Replace a snapshot file. Raises OSError.

    :param sync: without, a power loss may leave none or a damaged one, which the checksum tells.
    """
    replace_whole(fs, path, format_snapshot(entries), sync=sync)
