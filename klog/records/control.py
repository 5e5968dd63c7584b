"""Control batches: the markers that end transactions (``EndTransactionMarker.java``, ``ControlRecordType.java``).

A marker is a batch of 78 bytes with the transactional and the control bit, base sequence -1 and one uncompressed record. Its key is
version i16 (0) and type i16; the value of commit and abort is version i16 (0) and the coordinator's epoch i32. Consumers parse the value,
so it is kept exact.
"""

from __future__ import annotations

import enum
import struct
from typing import NamedTuple

from klog.records.contract import CONTROL, TRANSACTIONAL, InvalidRecords, Record, RecordsCodec

_KEY = struct.Struct(">hh")
_VALUE = struct.Struct(">hi")


class ControlType(enum.IntEnum):
    """What a control record says."""

    ABORT = 0
    COMMIT = 1
    LEADER_CHANGE = 2
    SNAPSHOT_HEADER = 3
    SNAPSHOT_FOOTER = 4
    KRAFT_VERSION = 5
    KRAFT_VOTERS = 6


class Marker(NamedTuple):
    """The end of a transaction, as a control record has it."""

    commit: bool
    coordinator_epoch: int


def build_marker(
    codec: RecordsCodec,
    marker: Marker,
    *,
    producer_id: int,
    producer_epoch: int,
    timestamp_ms: int,
    base_offset: int = 0,
    partition_leader_epoch: int = -1,
) -> bytes:
    """The control batch for `marker`.

    :raises ValueError: a negative producer id or epoch.
    """
    if producer_id < 0 or producer_epoch < 0:
        raise ValueError(f"a marker wants a producer id and epoch, not {producer_id} and {producer_epoch}")
    key = _KEY.pack(0, ControlType.COMMIT if marker.commit else ControlType.ABORT)
    return codec.build_batch(
        [(timestamp_ms, key, _VALUE.pack(0, marker.coordinator_epoch), ())],
        base_offset=base_offset,
        attributes=TRANSACTIONAL | CONTROL,
        partition_leader_epoch=partition_leader_epoch,
        producer_id=producer_id,
        producer_epoch=producer_epoch,
    )


def control_type(record: Record) -> ControlType | None:
    """What the control record `record` says; None for a type that is not known here.

    :raises InvalidRecords: no key of a control record.
    """
    version, kind = _key(record)
    return ControlType(kind) if version >= 0 and kind in ControlType._value2member_map_ else None


def read_marker(record: Record) -> Marker | None:
    """The commit or abort that `record` says; None for other control records.

    :raises InvalidRecords: its key or value is too short.
    """
    kind = control_type(record)
    if kind not in (ControlType.ABORT, ControlType.COMMIT):
        return None
    if record.value is None or len(record.value) < _VALUE.size:
        raise InvalidRecords(f"the value of the control record at offset {record.offset} is too short")
    version, coordinator_epoch = _VALUE.unpack_from(record.value)
    if version < 0:
        raise InvalidRecords(f"the control record at offset {record.offset} has version {version}")
    return Marker(kind is ControlType.COMMIT, coordinator_epoch)


def _key(record: Record) -> tuple[int, int]:
    if record.key is None or len(record.key) < _KEY.size:
        raise InvalidRecords(f"the key of the control record at offset {record.offset} is too short")
    version, kind = _KEY.unpack_from(record.key)
    return version, kind
