"""What the records of ``__consumer_offsets`` hold: committed offsets, groups of the classic protocol, and the table of all keys.

A record's key is an int16, its *kind*, and the fields of the key, never flexible; its value is an int16, the version, and the fields of the
value in that version. A value of null takes back what was written under the key. The kinds are Kafka's (``coordinator-key`` and
``coordinator-value`` schemas); those of groups of the new protocol stand in ``klog.wire.consumer_group_records``::

    data = encode_key(OffsetCommitKey(group="g", topic="t", partition=0))
    key = decode_key(data)
    value = decode_value(type(key), record.value)

Kinds that are missing here (share groups, streams groups) raise `UnknownKind`, which readers pass over, as Kafka does with what newer
brokers wrote. Bytes behind the last field are not looked at, as in Kafka.

Versions of `OffsetCommitValue`: 1 carries a time to expire, 3 the leader epoch, 4 is flexible and may carry the topic's id. Kafka 4.3
writes 1 where the commit names a time to expire and 4 otherwise; older ones 1 and 3. Versions of `GroupMetadataValue`: 1 adds the rebalance
timeout, 2 the time of the state, 3 static members, 4 is flexible; Kafka writes 3.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from klog.wire import compile as compiled
from klog.wire.consumer_group_records import (
    ConsumerGroupCurrentMemberAssignmentKey,
    ConsumerGroupMemberMetadataKey,
    ConsumerGroupMetadataKey,
    ConsumerGroupPartitionMetadataKey,
    ConsumerGroupRegularExpressionKey,
    ConsumerGroupTargetAssignmentMemberKey,
    ConsumerGroupTargetAssignmentMetadataKey,
)
from klog.wire.primitives import INT16, WireError
from klog.wire.schema import Message, RecordKey, Struct, array, bytestring, int32, int64, string, uuid


class LegacyOffsetCommitValue(Message, versions="0"):
    """A committed offset, and when it was committed."""

    offset: int = int64("0")
    metadata: str = string("0")
    commit_timestamp: int = int64("0")


class LegacyOffsetCommitKey(RecordKey, versions="0"):
    """A group's offset of one partition, as the first Kafka that kept offsets in a topic wrote it."""

    kind: ClassVar[int] = 0
    value_type: ClassVar[type[Message]] = LegacyOffsetCommitValue

    group: str = string("0")
    topic: str = string("0")
    partition: int = int32("0")


class OffsetCommitValue(Message, versions="0-4", flexible="4+"):
    """A committed offset, when it was committed, and when it expires (-1: with its group); milliseconds since 1970."""

    offset: int = int64("0+")
    leader_epoch: int = int32("3+", default=-1, ignorable=True)
    metadata: str = string("0+")
    commit_timestamp: int = int64("0+")
    expire_timestamp: int = int64("1", default=-1, ignorable=True)
    topic_id: bytes = uuid("4+", ignorable=True, tag=0, tagged="4+")


class OffsetCommitKey(RecordKey, versions="0"):
    """A group's offset of one partition."""

    kind: ClassVar[int] = 1
    value_type: ClassVar[type[Message]] = OffsetCommitValue

    group: str = string("0")
    topic: str = string("0")
    partition: int = int32("0")


class MemberMetadata(Struct):
    """One member: what it told under the chosen protocol, and what it was given; timeouts in milliseconds."""

    member_id: str = string("0+")
    group_instance_id: str | None = string("3+", nullable="3+", default=None, ignorable=True)
    client_id: str = string("0+")
    client_host: str = string("0+")
    rebalance_timeout: int = int32("1+", default=-1, ignorable=True)
    session_timeout: int = int32("0+")
    subscription: bytes = bytestring("0+")
    assignment: bytes = bytestring("0+")


class GroupMetadataValue(Message, versions="0-4", flexible="4+"):
    """A generation of a classic group; without members the group is empty."""

    protocol_type: str = string("0+")
    generation: int = int32("0+")
    protocol: str | None = string("0+", nullable="0+")
    leader: str | None = string("0+", nullable="0+")
    current_state_timestamp: int = int64("2+", default=-1, ignorable=True)
    members: list[MemberMetadata] = array(MemberMetadata, "0+")


class GroupMetadataKey(RecordKey, versions="0"):
    """A classic group."""

    kind: ClassVar[int] = 2
    value_type: ClassVar[type[Message]] = GroupMetadataValue

    group: str = string("0")


#: The keys by kind; each knows its value's type.
KEYS: dict[int, type[RecordKey]] = {
    key.kind: key
    for key in (
        LegacyOffsetCommitKey,
        OffsetCommitKey,
        GroupMetadataKey,
        ConsumerGroupMetadataKey,
        ConsumerGroupPartitionMetadataKey,
        ConsumerGroupMemberMetadataKey,
        ConsumerGroupTargetAssignmentMetadataKey,
        ConsumerGroupTargetAssignmentMemberKey,
        ConsumerGroupCurrentMemberAssignmentKey,
        ConsumerGroupRegularExpressionKey,
    )
}


class UnknownKind(Exception):
    """A key of a kind that is not in `KEYS`."""

    def __init__(self, kind: int) -> None:
        super().__init__(f"no key of a group record has kind {kind}")
        self.kind = kind


def encode_key(key: RecordKey) -> bytes:
    """A record's key.

    :raises EncodeError: a field holds what cannot be written.
    """
    return _encode(INT16.pack(key.kind), key, 0)


def encode_value(value: Message, version: int) -> bytes:
    """A record's value in `version`.

    :raises EncodeError: the value holds what this version cannot carry.
    :raises ValueError: there is no such version.
    """
    return _encode(INT16.pack(version), value, version)


def encode_all(records: Iterable[tuple[RecordKey, Message | None, int]]) -> list[tuple[bytes, bytes | None]]:
    """`encode_key` and `encode_value` of many (key, value, version of the value), cheaper than one by one.

    :raises EncodeError: a field holds what cannot be written.
    :raises ValueError: there is no such version.
    """
    known: dict[tuple[type[Message], int], tuple[bytes, compiled.Encoder]] = {}
    pieces: compiled.Pieces = []

    def learn(message: Message, number: int, version: int) -> tuple[bytes, compiled.Encoder]:
        found = known[type(message), version] = (INT16.pack(number), compiled.encoder(type(message), version))
        return found

    found: list[tuple[bytes, bytes | None]] = []
    for key, value, version in records:
        head, encode = known.get((type(key), 0)) or learn(key, key.kind, 0)
        key_bytes = bytes(encode(key, bytearray(head), pieces))
        if value is None:
            found.append((key_bytes, None))
        else:
            head, encode = known.get((type(value), version)) or learn(value, version, version)
            found.append((key_bytes, bytes(encode(value, bytearray(head), pieces))))
    return found


def compile_encoders() -> None:
    """Make the encoders of all keys and of the values of consumer groups (KIP-848), as nobody should wait for it who writes the first."""
    for kind, key in KEYS.items():
        compiled.encoder(key, 0)
        if kind >= ConsumerGroupMetadataKey.kind:
            compiled.encoder(key.value_type, 0)


def _encode(head: bytes, message: Message, version: int) -> bytes:
    pieces: compiled.Pieces = []
    return bytes(compiled.encoder(type(message), version)(message, bytearray(head), pieces))


def decode_key(data: bytes | memoryview) -> RecordKey:
    """What a record's key says.

    :raises UnknownKind: its kind is none of `KEYS`.
    :raises WireError: the bytes are no such key.
    """
    view = memoryview(data)
    kind = _number(view, "key")
    cls = KEYS.get(kind)
    if cls is None:
        raise UnknownKind(kind)
    key: RecordKey = compiled.decoder(cls, 0)(view, 2)[0]
    return key


def decode_value(key_class: type[RecordKey], data: bytes | memoryview) -> Message:
    """What the value of a record with such a key says: an instance of ``key_class.value_type``.

    :raises WireError: there is no such version, or the bytes are no such value.
    """
    view = memoryview(data)
    version = _number(view, "value")
    cls = key_class.value_type
    if version not in cls.valid_versions:
        raise WireError(f"{cls.__name__} has versions {cls.valid_versions}, not {version}")
    value: Message = compiled.decoder(cls, version)(view, 2)[0]
    return value


def _number(view: memoryview, what: str) -> int:
    if len(view) < 2:
        raise WireError(f"a group record's {what} of {len(view)} bytes")
    number: int = INT16.unpack_from(view)[0]
    return number
