"""The records that MirrorMaker 2 keeps of a mirror (KIP-382), byte for byte, so that its tools read ours. Pure.

* **Offset syncs**: at which offset of the copy a record of the source stands. Key: topic (string), partition (int32); value: upstream and
  downstream offset (int64 each). Topic ``mm2-offset-syncs.<source>.internal``, where MirrorMaker 2 is told
  ``offset-syncs.topic.location=target``. Both offsets are -1 (ours alone) where the copy was made again: what older syncs say is over.
* **Checkpoints**: where a group of the source would go on in the copy. Key: group, topic of the copy (strings), partition (int32); value: a
  version (int16, 0), upstream and downstream offset, metadata (string). Topic ``<source>.checkpoints.internal`` of the copy's cluster;
  ``RemoteClusterUtils.translateOffsets`` reads it.

Strings have a length of two bytes in front, numbers are big-endian (``OffsetSync.java``, ``Checkpoint.java``).
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from klog.model import TopicPartition

_LENGTH = struct.Struct(">h")
_PARTITION = struct.Struct(">i")
_OFFSETS = struct.Struct(">qq")
_CHECKPOINT_VERSION = 0
#: Both offsets of a sync that ends what older ones say.
NOWHERE = -1


class OffsetSync(NamedTuple):
    """A record of the source, and where it stands in the copy; both `NOWHERE`: the copy has none."""

    tp: TopicPartition
    upstream: int
    downstream: int


class Checkpoint(NamedTuple):
    """Where a group goes on."""

    group: str
    #: Of the copy.
    tp: TopicPartition
    upstream: int
    downstream: int
    metadata: str = ""


def offset_syncs_topic(source: str) -> str:
    """The topic of the copy's cluster that has the syncs."""
    return f"mm2-offset-syncs.{source}.internal"


def checkpoints_topic(source: str) -> str:
    """The topic of the copy's cluster that has the checkpoints."""
    return f"{source}.checkpoints.internal"


def _text(text: str) -> bytes:
    data = text.encode()
    return _LENGTH.pack(len(data)) + data


def _taken(data: bytes, at: int) -> tuple[str, int]:
    (length,) = _LENGTH.unpack_from(data, at)
    end = at + 2 + length
    if length < 0 or end > len(data):
        raise ValueError("a string is longer than what holds it")
    return data[at + 2 : end].decode(), end


def encode_sync(sync: OffsetSync) -> tuple[bytes, bytes]:
    """Key and value."""
    return _text(sync.tp.topic) + _PARTITION.pack(sync.tp.partition), _OFFSETS.pack(sync.upstream, sync.downstream)


def decode_sync(key: bytes | None, value: bytes | None) -> OffsetSync | None:
    """What a record says; None where it is no sync."""
    try:
        if key is None or value is None or len(value) != _OFFSETS.size:
            return None
        topic, at = _taken(key, 0)
        (partition,) = _PARTITION.unpack_from(key, at)
        upstream, downstream = _OFFSETS.unpack(value)
    except (ValueError, struct.error):
        return None
    if (
        at + _PARTITION.size != len(key)
        or partition < 0
        or (min(upstream, downstream) < 0 and (upstream, downstream) != (NOWHERE, NOWHERE))
    ):
        return None
    return OffsetSync(TopicPartition(topic, partition), upstream, downstream)


def encode_checkpoint(checkpoint: Checkpoint) -> tuple[bytes, bytes]:
    """Key and value."""
    key = _text(checkpoint.group) + _text(checkpoint.tp.topic) + _PARTITION.pack(checkpoint.tp.partition)
    offsets = _OFFSETS.pack(checkpoint.upstream, checkpoint.downstream)
    return key, _LENGTH.pack(_CHECKPOINT_VERSION) + offsets + _text(checkpoint.metadata)


def decode_checkpoint(key: bytes | None, value: bytes | None) -> Checkpoint | None:
    """What a record says; None where it is no checkpoint."""
    try:
        if key is None or value is None or _LENGTH.unpack_from(value)[0] != _CHECKPOINT_VERSION:
            return None
        group, at = _taken(key, 0)
        topic, at = _taken(key, at)
        (partition,) = _PARTITION.unpack_from(key, at)
        upstream, downstream = _OFFSETS.unpack_from(value, 2)
        metadata, end = _taken(value, 2 + _OFFSETS.size)
    except (ValueError, struct.error):
        return None
    if at + _PARTITION.size != len(key) or end != len(value):
        return None
    return Checkpoint(group, TopicPartition(topic, partition), upstream, downstream, metadata)
