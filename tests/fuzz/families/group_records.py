"""What stands in ``__consumer_offsets`` and ``__transaction_state``, and in the opaque bytes of groups' members: keys and values of every
kind and version, committed offsets the fast way, subscriptions, assignments, and what assignors tell each other."""

from __future__ import annotations

from collections.abc import Callable

from klog.broker.groups.offset_values import decode_committed, encode_committed, partition_key, read_partition_key
from klog.cli.log.dump import record_row
from klog.client.groups.assignors.contract import Member
from klog.client.groups.assignors.cooperative_sticky import CooperativeStickyAssignor
from klog.client.groups.assignors.sticky import StickyAssignor, decode_user_data, encode_user_data
from klog.cluster import topic_names
from klog.model import TopicPartition
from klog.records.contract import Record
from klog.records.latest import Latest, is_offset_value, split_key
from klog.wire.consumer_protocol import (
    ConsumerProtocolAssignment,
    ConsumerProtocolSubscription,
    decode_assignment,
    decode_subscription,
    encode_assignment,
    encode_subscription,
    subscribed_topics,
)
from klog.wire.coordinator_records import UnknownKind, decode_value
from klog.wire.group_records import KEYS, decode_key
from klog.wire.primitives import INT16, WireError
from klog.wire.schema import RecordKey
from klog.wire.transaction_records import TransactionLogKey, TransactionLogValue
from tests.fuzz.bodies import body
from tests.fuzz.family import Decoder
from tests.fuzz.messages import encodings, versions

_GIVEN = [TopicPartition("t", 0), TopicPartition("t", 5), TopicPartition("ü", 1)]


def _key_seeds(kind: int) -> list[bytes]:
    return [INT16.pack(kind) + data for data in encodings(KEYS[kind], 0)]


def _values(key: type[RecordKey]) -> list[bytes]:
    return [INT16.pack(version) + data for version in versions(key.value_type) for data in encodings(key.value_type, version)]


def _committed() -> list[bytes]:
    return [
        encode_committed(7, 3, b"note", 1_700_000_000_000, -1, bytes(16)),
        encode_committed(7, 3, b"n" * 200, 5, -1, bytes(range(16))),
        encode_committed(1 << 40, -1, b"", 5, 9, bytes(16)),
    ]


def _committed_both(data: bytes) -> object:
    """The fast reading and the general one agree."""
    found = decode_committed(data)
    plain = decode_value(KEYS[1], data)
    assert (found.offset, found.commit_ms) == (plain.offset, plain.commit_timestamp)  # type: ignore[attr-defined]
    return found


def _offset_value(data: bytes) -> object:
    """What is taken for a committed offset while loading can be read later."""
    if not is_offset_value(data):
        return None
    try:
        return decode_committed(data)
    except WireError:
        # Texts are not looked at while loading.
        return None


def _folded(data: bytes) -> object:
    """A record of the offsets topic, cut into key and value, as the loader of groups and `klog log dump` take it."""
    cut = data[0] if data else 0
    key, value = data[1 : 1 + cut], data[1 + cut :] or None
    latest = Latest(KEYS)
    latest.record(7, key, value)
    for group in latest.offsets.values():
        for rest in group:
            read_partition_key(rest)
    for other, content in latest.others.items():
        try:
            if content is not None:
                decode_value(type(decode_key(other)), content)
        except (WireError, UnknownKind):
            pass
    return record_row(Record(7, 5, key, value), False, topic_names.CONSUMER_OFFSETS), split_key(key)


def _assigned(assignor: StickyAssignor | CooperativeStickyAssignor) -> Callable[[bytes], object]:
    """A leader that believes what a member says."""

    def decode(data: bytes) -> object:
        members = {"a": Member(("t", "ü"), (), -1, data), "b": Member(("t",), (TopicPartition("t", 1),), 3, encode_user_data(_GIVEN, 4))}
        given = assignor.assign({"t": 6, "ü": 2}, members)
        told = sorted(place for places in given.values() for place in places)
        assert len(set(told)) == len(told)
        return told

    return decode


def decoders() -> list[Decoder]:
    """See `tests.fuzz.family`."""
    bad = (WireError,)
    found: list[Decoder] = []
    for kind, key in KEYS.items():
        found.append(Decoder(f"key {kind}", decode_key, (WireError, UnknownKind), _key_seeds(kind)))
        found.append(Decoder(f"value of {key.__name__}", lambda data, key=key: decode_value(key, data), bad, _values(key)))  # type: ignore[misc]
        for cls in (key, key.value_type):
            found += [Decoder(f"{cls.__name__} {version}", body(cls, version), bad, encodings(cls, version)) for version in versions(cls)]
    for cls in (ConsumerProtocolSubscription, ConsumerProtocolAssignment, TransactionLogKey, TransactionLogValue):
        found += [Decoder(f"{cls.__name__} {version}", body(cls, version), bad, encodings(cls, version)) for version in versions(cls)]
    wants = [
        encode_subscription(ConsumerProtocolSubscription(topics=["t", "ü"], user_data=b"x", rack_id="r"), version) for version in range(5)
    ]
    gets = [encode_assignment(ConsumerProtocolAssignment(user_data=b"y"), version) for version in range(5)]
    records = [
        bytes([len(key)]) + key + value
        for key, value in [(b"\0\1\0\1g" + partition_key("t", 3), one) for one in _committed()]
        + [(_key_seeds(kind)[0][:200], _values(KEYS[kind])[0]) for kind in KEYS]
    ]
    claims = [encode_user_data(_GIVEN, 7), encode_user_data([], 1), encode_user_data(_GIVEN, 7)[:-4]]
    return [
        *found,
        Decoder("subscription", decode_subscription, bad, wants),
        Decoder("topics of a subscription", subscribed_topics, bad, wants),
        Decoder("assignment", decode_assignment, bad, gets),
        Decoder("committed offset", _committed_both, bad, _committed()),
        Decoder("committed offset, while loading", _offset_value, (), _committed()),
        Decoder("record of the offsets topic", _folded, (), records),
        Decoder("user data of the sticky assignor", decode_user_data, (), claims),
        Decoder("a leader with the sticky assignor", _assigned(StickyAssignor()), (), claims),
        Decoder("a leader with the cooperative one", _assigned(CooperativeStickyAssignor()), (), [b"\0\0\0\7", *claims]),
    ]
