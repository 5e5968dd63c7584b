"""One record of a coordinator's log: decoded, as coordinators make and apply it, and as bytes, as it stands in the log."""

from __future__ import annotations

from typing import NamedTuple

from klog.wire.coordinator_records import encode_key, encode_value
from klog.wire.schema import Message, RecordKey

#: A record's key and value as they stand in the log; no value is a tombstone.
Encoded = tuple[bytes, bytes | None]


class CoordinatorRecord(NamedTuple):
    """One record, decoded; a value of None is a tombstone."""

    key: RecordKey
    value: Message | None
    #: The version of the value's schema that is written.
    value_version: int = 0


def encoded(record: CoordinatorRecord) -> Encoded:
    """A record's bytes."""
    key, value, version = record
    return encode_key(key), None if value is None else encode_value(value, version)
