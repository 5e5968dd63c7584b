"""Committed offsets as bytes: the keys and values of ``__consumer_offsets``, written and read without an object per record.

The general code for group records (``klog.wire.group_records``) says the same; this one is for the records of which there are millions. In
memory, too, a committed offset stays what it is in the log until somebody asks: the key without its group (`partition_key`), and the value.

Key: kind i16 (1), group, topic, partition i32; strings with an i16 length. Value, after its version i16:

======= ==========================================================================================================
version fields
======= ==========================================================================================================
0, 2    offset i64, metadata, commit time i64
1       the same and a time to expire i64
3       offset i64, leader epoch i32, metadata, commit time i64
4       offset i64, leader epoch i32, metadata (compact), commit time i64, tagged: 0 = the topic's id
======= ==========================================================================================================

Kafka 4.3.1 writes 1 where the commit says when it expires, and 4 otherwise; 3.9 with ZooKeeper 3 instead of 4.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from klog.model import NO_TOPIC_ID
from klog.wire.coordinator_records import decode_value
from klog.wire.group_records import OffsetCommitKey, OffsetCommitValue
from klog.wire.primitives import unsigned_varint

_INT16 = struct.Struct(">h")
_INT32 = struct.Struct(">i")
_INT64 = struct.Struct(">q")
_V1 = struct.Struct(">hq")
_V4 = struct.Struct(">hqi")
_KEY = struct.Struct(">hh")
_NO_TAGS = b"\0"
_TOPIC_ID_TAG = b"\1\0\x10"


class CommittedOffset(NamedTuple):
    """One committed offset. Times in milliseconds since 1970, -1 for none."""

    offset: int
    leader_epoch: int
    metadata: str
    commit_ms: int
    expire_ms: int
    topic_id: bytes


def group_head(group: bytes) -> bytes:
    """The part of a key that names the group."""
    return _KEY.pack(1, len(group)) + group


def topic_head(topic: str) -> bytes:
    """The part of a key that names the topic."""
    name = topic.encode()
    return _INT16.pack(len(name)) + name


def partition_key(topic: str, partition: int) -> bytes:
    """The part of a key behind the group."""
    return topic_head(topic) + _INT32.pack(partition)


def read_partition_key(key: bytes) -> tuple[str, int]:
    """Topic and partition of a `partition_key`."""
    return str(key[2:-4], "utf-8", "replace"), _INT32.unpack_from(key, len(key) - 4)[0]


def encode_committed(
    offset: int, leader_epoch: int, metadata: bytes, commit_ms: int, expire_ms: int, topic_id: bytes, newest: int = 4
) -> bytes:
    """The value in the version that Kafka 4.3.1 writes.

    :param newest: 3 where Kafka before 3.5 must be able to read it, which knows no version 4; Kafka with ZooKeeper writes it, and it has no
        topic's id.
    :raises struct.error: `metadata` is too long for its length.
    """
    if expire_ms != -1:
        return b"".join((_V1.pack(1, offset), _INT16.pack(len(metadata)), metadata, _INT64.pack(commit_ms), _INT64.pack(expire_ms)))
    if newest == 3:
        return b"".join((_V4.pack(3, offset, leader_epoch), _INT16.pack(len(metadata)), metadata, _INT64.pack(commit_ms)))
    tags = _NO_TAGS if topic_id == NO_TOPIC_ID else _TOPIC_ID_TAG + topic_id
    return b"".join((_V4.pack(4, offset, leader_epoch), unsigned_varint(len(metadata) + 1), metadata, _INT64.pack(commit_ms), tags))


def decode_committed(value: bytes) -> CommittedOffset:
    """What a value says.

    :raises WireError: it is none.
    """
    if len(value) > 24 and value[1] == 4 and value[0] == 0:
        end = 14 + value[14]
        rest = value[end + 8 :]
        if 15 <= end < 142 and (rest == _NO_TAGS or (len(rest) == 19 and rest[:3] == _TOPIC_ID_TAG)):
            _, offset, leader_epoch = _V4.unpack_from(value)
            topic_id = NO_TOPIC_ID if rest == _NO_TAGS else rest[3:]
            return CommittedOffset(
                offset, leader_epoch, str(value[15:end], "utf-8", "replace"), _INT64.unpack_from(value, end)[0], -1, topic_id
            )
    decoded = decode_value(OffsetCommitKey, value)
    assert isinstance(decoded, OffsetCommitValue)
    return CommittedOffset(
        decoded.offset, decoded.leader_epoch, decoded.metadata, decoded.commit_timestamp, decoded.expire_timestamp, decoded.topic_id
    )
