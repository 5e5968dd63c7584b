"""Records of the coordinators' topics as plain dictionaries for people and JSON: those of ``__consumer_offsets`` by
`klog.wire.group_records`, those of ``__transaction_state`` by `klog.wire.transaction_records`."""

from __future__ import annotations

from typing import Any

from klog.model import topic_id_to_text
from klog.wire import consumer_protocol, coordinator_records, group_records, transaction_records
from klog.wire.coordinator_records import RecordKinds
from klog.wire.primitives import WireError
from klog.wire.schema import Struct

OFFSETS_TOPIC = "__consumer_offsets"
TRANSACTIONS_TOPIC = "__transaction_state"
#: The topics whose records are decoded.
DECODED: dict[str, RecordKinds] = {OFFSETS_TOPIC: group_records.KEYS, TRANSACTIONS_TOPIC: transaction_records.TRANSACTION_RECORDS}


def as_dict(struct: Struct) -> dict[str, Any]:
    """The fields of `struct` by name, inner structs alike; topic ids as text, other bytes as what they hold or as hex."""
    return {field.name: _value(field.name, getattr(struct, field.name)) for field in type(struct).FIELDS}


def _value(name: str, value: Any) -> Any:
    if isinstance(value, Struct):
        return as_dict(value)
    if isinstance(value, list):
        return [_value(name, item) for item in value]
    if isinstance(value, bytes | bytearray | memoryview):
        data = bytes(value)
        if name == "topic_id":
            return topic_id_to_text(data)
        return _opaque(name, data)
    return value


def _opaque(name: str, data: bytes) -> Any:
    """A subscription or an assignment of the consumer protocol where it is one, hex otherwise."""
    readers = {
        "subscription": consumer_protocol.decode_subscription,
        "metadata": consumer_protocol.decode_subscription,
        "assignment": consumer_protocol.decode_assignment,
    }
    reader = readers.get(name)
    if reader is not None and data:
        try:
            return as_dict(reader(data))
        except WireError:
            pass
    return data.hex()


def decoded(topic: str, key: bytes | None, value: bytes | None) -> dict[str, Any] | None:
    """``{"kind": ..., "key": {...}, "value": {...} | None}``; None where the key is of a kind that is not known. Of a transactional id the
    value has two things more: the `version` that it is written in, and its `state` by name.

    :param topic: one of `DECODED`.

    :raises WireError: the bytes are not what their kind says.
    """
    if key is None:
        return None
    try:
        read = DECODED[topic].decode_key(key)
    except coordinator_records.UnknownKind:
        return None
    kind = type(read).__name__.removesuffix("Key")
    content = None if value is None else as_dict(coordinator_records.decode_value(type(read), value))
    if content is not None and value is not None and topic == TRANSACTIONS_TOPIC:
        number = content["transaction_status"]
        names = transaction_records.STATE_NAMES
        state = names[number] if 0 <= number < len(names) else str(number)
        content = {"version": int.from_bytes(value[:2], "big"), "state": state} | content
    return {"kind": kind, "key": as_dict(read), "value": content}
