"""What consumers put into the opaque bytes of the classic group protocol: subscriptions going to the leader, assignments coming from it.

Both begin with an int16, the version. Each version begins with all fields of the one before, and none is flexible, so that

- a version newer than the newest here is read and written as the newest, as Kafka does (``ConsumerProtocol``);
- bytes that end where an older version ends are read as that one: some clients say 1 and leave the partitions that they own out.

The broker reads subscriptions of classic groups only to learn their topics (`subscribed_topics`), and that from version 0 alone. It reads
and writes the rest where classic members take part in a group of the new protocol. Bytes behind the last field are not looked at.
"""

from __future__ import annotations

from typing import TypeVar

from klog.wire import compiled_codec as compiled
from klog.wire.primitives import INT16, WireError
from klog.wire.schema import Kind, Message, Struct, array, bytestring, int32, string

#: Type of the protocol of consumers, as JoinGroup names it.
PROTOCOL_TYPE = "consumer"

_M = TypeVar("_M", bound=Message)


class TopicPartition(Struct):
    """Partitions of one topic."""

    topic: str = string("0+")
    partitions: list[int] = array(Kind.INT32, "0+")


class ConsumerProtocolSubscription(Message, versions="0-3"):
    """What a member wants and has; version 1 adds what it owns (KIP-429), 2 since which generation (KIP-792), 3 its rack (KIP-881)."""

    topics: list[str] = array(Kind.STRING, "0+")
    user_data: bytes | None = bytestring("0+", nullable="0+", default=None)
    owned_partitions: list[TopicPartition] = array(TopicPartition, "1+", ignorable=True)
    generation_id: int = int32("2+", default=-1, ignorable=True)
    rack_id: str | None = string("3+", nullable="3+", default=None, ignorable=True)


class ConsumerProtocolAssignment(Message, versions="0-3"):
    """What a member is given; the same in all versions."""

    assigned_partitions: list[TopicPartition] = array(TopicPartition, "0+")
    user_data: bytes | None = bytestring("0+", nullable="0+", default=None)


def protocol_version(data: bytes | memoryview) -> int:
    """The version that `data` begins with, at least 0; it may be newer than any here.

    :raises WireError: there is none.
    """
    if len(data) < INT16.size:
        raise WireError(f"{len(data)} bytes of the consumer protocol, fewer than its version has")
    version: int = INT16.unpack_from(data)[0]
    if version < 0:
        raise WireError(f"version {version} of the consumer protocol")
    return version


def decode_subscription(data: bytes | memoryview) -> ConsumerProtocolSubscription:
    """A member's subscription; what its bytes lack has its default.

    :raises WireError: the bytes are no subscription.
    """
    return _decode(ConsumerProtocolSubscription, data)


def subscribed_topics(data: bytes | memoryview) -> list[str]:
    """The topics of a subscription of any version; of the rest only what version 0 has is looked at.

    :raises WireError: the bytes are no subscription.
    """
    protocol_version(data)
    return compiled.decode(ConsumerProtocolSubscription, 0, memoryview(data), INT16.size)[0].topics


def encode_subscription(subscription: ConsumerProtocolSubscription, version: int = 3) -> bytes:
    """A subscription in `version`, or in the newest if that is newer.

    :raises EncodeError: it holds what cannot be written.
    :raises ValueError: the version is negative.
    """
    return _encode(subscription, version)


def decode_assignment(data: bytes | memoryview) -> ConsumerProtocolAssignment:
    """A member's assignment.

    :raises WireError: the bytes are no assignment.
    """
    return _decode(ConsumerProtocolAssignment, data)


def encode_assignment(assignment: ConsumerProtocolAssignment, version: int = 3) -> bytes:
    """An assignment in `version`, or in the newest if that is newer.

    :raises EncodeError: it holds what cannot be written.
    :raises ValueError: the version is negative.
    """
    return _encode(assignment, version)


def _decode(cls: type[_M], data: bytes | memoryview) -> _M:
    view = memoryview(data)
    version = min(protocol_version(view), cls.valid_versions.highest)
    try:
        return compiled.decode(cls, version, view, INT16.size)[0]
    except WireError:
        for older in range(version - 1, -1, -1):
            try:
                message, end = compiled.decode(cls, older, view, INT16.size)
            except WireError:
                continue
            if end == len(view):
                return message
        raise


def _encode(message: Message, version: int) -> bytes:
    version = min(version, message.valid_versions.highest)
    pieces: compiled.Pieces = []
    return bytes(compiled.encoder(type(message), version)(message, bytearray(INT16.pack(version)), pieces))
