"""What stands in the files of a log, row by row: batches, records, index entries, checkpoints (``klog log dump``).

Each function gives rows as dictionaries with a ``type``; the command prints them as JSON lines or as text (`as_text`). Times are
milliseconds since 1970, positions and sizes bytes. Keys and values are text where they are UTF-8, otherwise hexadecimal under ``key_hex``
and ``value_hex``. A file that is broken is dumped up to there, and a row of type ``broken`` says why.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from klog.cli.coordinator_text import DECODED, TRANSACTIONS_TOPIC, decoded
from klog.cli.log.files import Broken, Kind, Step, Target, walk
from klog.cli.output import as_json, bytes_text, safe, time_text
from klog.model import topic_id_to_text
from klog.records.contract import CONTROL, HAS_DELETE_HORIZON, LOG_APPEND_TIME, TRANSACTIONAL, Codec, CorruptRecords, Record, RecordsError
from klog.records.control import control_type, read_marker
from klog.records.implementations import codec
from klog.storage.atomic_files import read_whole
from klog.storage.checkpoint_files import CorruptCheckpoint, read_leader_epochs, read_offsets
from klog.storage.directories.meta_properties import BadMetaProperties, parse_meta_properties
from klog.storage.directories.partition_metadata import CorruptPartitionMetadata, parse_partition_metadata
from klog.storage.filesystem import File, FileSystem
from klog.storage.producers.snapshot import CorruptSnapshot, read_snapshot
from klog.wire.primitives import WireError

Row = dict[str, Any]

_OFFSET_ENTRY = struct.Struct(">ii")
_TIME_ENTRY = struct.Struct(">qi")
_TXN_ENTRY = struct.Struct(">hqqqq")
#: Index entries that are read at once.
_ENTRIES = 10_000


def dump(
    fs: FileSystem, target: Target, *, records: bool = False, decode: bool = True, first_offset: int = 0, check: bool = True
) -> Iterator[Row]:
    """The rows of one file.

    :param records: with a row for each record.
    :param decode: whether records of ``__consumer_offsets`` and ``__transaction_state`` are decoded.
    :param first_offset: what ends before it is left out.
    :param check: whether checksums are computed.
    """
    if target.kind in (Kind.LOG, Kind.KRAFT_SNAPSHOT):
        topic = target.partition.topic if decode and target.partition is not None else ""
        yield from _log(fs.open(target.path), records, topic if topic in DECODED else None, first_offset, check)
    elif target.kind in (Kind.OFFSET_INDEX, Kind.TIME_INDEX, Kind.TXN_INDEX):
        yield from _index(fs.open(target.path), target, first_offset)
    else:
        try:
            yield from _small(fs, target)
        except (CorruptSnapshot, CorruptCheckpoint, CorruptPartitionMetadata, BadMetaProperties, ValueError) as error:
            yield {"type": "broken", "position": 0, "reason": str(error)}


def batch_row(step: Step, check: bool = True) -> Row:
    """A batch as a row, from its header."""
    entry, data = step
    attributes = entry.attributes
    row: Row = {
        "type": "batch",
        "position": entry.position,
        "size": entry.size,
        "base_offset": entry.base_offset,
        "last_offset": entry.last_offset,
        "records": entry.record_count,
        "magic": entry.magic,
        "codec": codec_name(attributes),
        "timestamp_type": "logappend" if attributes & LOG_APPEND_TIME else "create",
        "max_timestamp_ms": entry.max_timestamp,
    }
    if entry.magic == 2:
        header = codec.read_header(data)
        row |= {
            "leader_epoch": entry.partition_leader_epoch,
            "producer_id": entry.producer_id,
            "producer_epoch": entry.producer_epoch,
            "base_sequence": entry.base_sequence,
            "transactional": bool(attributes & TRANSACTIONAL),
            "control": bool(attributes & CONTROL),
            "crc": header.crc,
        }
        if attributes & HAS_DELETE_HORIZON:
            row["delete_horizon_ms"] = header.base_timestamp
    if check:
        try:
            codec.check_crc(data)
            row["crc_ok"] = True
        except CorruptRecords as error:
            row["crc_ok"] = False
            row["reason"] = str(error)
    return row


def codec_name(attributes: int) -> str:
    """The codec in the attributes of a batch; a number where there is no such codec."""
    number = attributes & 7
    return Codec(number).name.lower() if number in Codec._value2member_map_ else str(number)


def payload(name: str, data: bytes | None) -> Row:
    """``{name: text}``, or ``{name_hex: …}`` where `data` is no UTF-8."""
    if data is None:
        return {name: None}
    try:
        return {name: bytes(data).decode("utf-8")}
    except UnicodeDecodeError:
        return {f"{name}_hex": bytes(data).hex()}


def record_row(record: Record, control: bool, coordinators_topic: str | None) -> Row:
    """A record as a row; control records are decoded, and those of a coordinators' topic, where it is one."""
    row: Row = {"type": "record", "offset": record.offset, "timestamp_ms": record.timestamp_ms}
    try:
        if control:
            kind = control_type(record)
            marker = read_marker(record)
            row["control"] = kind.name.lower() if kind is not None else "unknown"
            if marker is not None:
                row["coordinator_epoch"] = marker.coordinator_epoch
            return row
        if coordinators_topic is not None:
            found = decoded(coordinators_topic, record.key, record.value)
            if found is not None:
                return row | {"transaction_record" if coordinators_topic == TRANSACTIONS_TOPIC else "group_record": found}
    except (RecordsError, WireError) as error:
        row["reason"] = str(error)
    row |= payload("key", record.key) | payload("value", record.value)
    if record.headers:
        row["headers"] = [
            {"name": header.key.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")} | payload("value", header.value)
            for header in record.headers
        ]
    return row


def _log(file: File, records: bool, coordinators_topic: str | None, first_offset: int, check: bool) -> Iterator[Row]:
    for step in walk(file):
        if isinstance(step, Broken):
            yield {"type": "zeros" if step.zeros else "broken", "position": step.position, "size": step.left_bytes, "reason": step.reason}
            return
        if step.entry.last_offset < first_offset:
            continue
        yield batch_row(step, check)
        if not records:
            continue
        control = bool(step.entry.attributes & CONTROL) and step.entry.magic == 2
        try:
            for record in codec.records(step.data):
                if record.offset >= first_offset:
                    yield record_row(record, control, coordinators_topic)
        except RecordsError as error:
            yield {"type": "broken", "position": step.entry.position, "size": step.entry.size, "reason": str(error)}


def _index(file: File, target: Target, first_offset: int) -> Iterator[Row]:
    layout = {Kind.OFFSET_INDEX: _OFFSET_ENTRY, Kind.TIME_INDEX: _TIME_ENTRY, Kind.TXN_INDEX: _TXN_ENTRY}[target.kind]
    size = file.size()
    whole = size - size % layout.size
    position = 0
    zeros_from: int | None = None
    while position < whole:
        data = file.read_at(position, min(whole - position, layout.size * _ENTRIES))
        data = data[: len(data) - len(data) % layout.size]
        if not data:
            break
        for number, fields in enumerate(layout.iter_unpack(data)):
            if not any(fields) and (position or number):
                # Kafka maps index files larger than they are; what follows is not written yet.
                zeros_from = position + number * layout.size if zeros_from is None else zeros_from
                continue
            row = _index_row(target, fields)
            if row["offset" if "offset" in row else "last_offset"] >= first_offset:
                yield row
        position += len(data)
    if zeros_from is not None:
        yield {"type": "zeros", "position": zeros_from, "size": whole - zeros_from, "reason": "set aside for later entries"}
    if size != whole:
        yield {"type": "broken", "position": whole, "size": size - whole, "reason": f"{size - whole} bytes are no entry"}


def _index_row(target: Target, fields: tuple[int, ...]) -> Row:
    base = target.base_offset
    if target.kind is Kind.OFFSET_INDEX:
        return {"type": "offset_index", "offset": base + fields[0], "position": fields[1]}
    if target.kind is Kind.TIME_INDEX:
        return {"type": "time_index", "timestamp_ms": fields[0], "offset": base + fields[1]}
    _, producer_id, first, last, stable = fields
    return {"type": "aborted", "producer_id": producer_id, "first_offset": first, "last_offset": last, "last_stable_offset": stable}


def _small(fs: FileSystem, target: Target) -> Iterator[Row]:
    if target.kind is Kind.SNAPSHOT:
        for producer in read_snapshot(fs, target.path):
            yield {"type": "producer", **producer._asdict()}
    elif target.kind is Kind.LEADER_EPOCHS:
        for epoch in read_leader_epochs(fs, target.path):
            yield {"type": "leader_epoch", "epoch": epoch.epoch, "start_offset": epoch.start_offset}
    elif target.kind is Kind.OFFSETS:
        for (topic, partition), offset in sorted(read_offsets(fs, target.path).items()):
            yield {"type": "checkpoint", "topic": topic, "partition": partition, "offset": offset}
    elif target.kind is Kind.PARTITION_METADATA:
        topic_id = parse_partition_metadata(target.path, read_whole(fs, target.path, 1 << 20))
        yield {"type": "partition_metadata", "topic_id": topic_id_to_text(topic_id)}
    elif target.kind is Kind.META_PROPERTIES:
        found = parse_meta_properties(target.path, read_whole(fs, target.path, 1 << 20))
        yield {
            "type": "meta_properties",
            "version": found.version,
            "cluster_id": found.cluster_id,
            "broker_id": found.broker_id,
            "directory_id": found.directory_id,
        }
    elif target.kind is Kind.STATE:
        yield from _state(fs, target.path)


def _state(fs: FileSystem, path: str) -> Iterator[Row]:
    from klog.storage.directories.state_file import StateFile

    state = StateFile(fs, path).load()
    if state is None:
        return
    yield {
        "type": "state",
        "cluster_id": state.cluster_id,
        "next_producer_id": state.next_producer_id,
        "leader_epoch": state.leader_epoch,
        "deleting": [topic_id_to_text(topic_id) for topic_id in state.deleting],
        "broker_configs": {name: dict(configs) for name, configs in state.broker_configs.items()},
        "group_configs": {name: dict(configs) for name, configs in state.group_configs.items()},
    }
    for name, topic in sorted(state.topics.items()):
        yield {
            "type": "topic",
            "topic": name,
            "topic_id": topic_id_to_text(topic.topic_id),
            "partitions": topic.partitions,
            "configs": dict(topic.configs),
        }


# -- for people -------------------------------------------------------------------------------------------------------------------------


def as_text(row: Row) -> str:
    """A row as a line for people."""
    kind = row["type"]
    if kind == "batch":
        return _batch_text(row)
    if kind == "record":
        return "    " + _record_text(row)
    if kind in ("broken", "zeros"):
        return f"{'BROKEN' if kind == 'broken' else 'zeros'} at {row['position']:,}: {safe(str(row['reason']))}"
    shown = {name: value for name, value in row.items() if name != "type"}
    for name in [name for name in shown if name.endswith("timestamp_ms")]:
        shown[name.removesuffix("_ms")] = time_text(shown.pop(name))
    return f"{kind.replace('_', ' ')}  " + "  ".join(f"{name}={safe(str(value))}" for name, value in shown.items())


def _batch_text(row: Row) -> str:
    offsets = f"{row['base_offset']}" if row["base_offset"] == row["last_offset"] else f"{row['base_offset']}-{row['last_offset']}"
    words = [f"batch {offsets}", f"{row['records']:,} records", f"at {row['position']:,}", bytes_text(row["size"])]
    words.append(f"{time_text(row['max_timestamp_ms'])}{' (append)' if row['timestamp_type'] == 'logappend' else ''}")
    if row["codec"] != "none":
        words.append(row["codec"])
    if row["magic"] != 2:
        words.append(f"format {row['magic']}")
    if row.get("leader_epoch", -1) >= 0:
        words.append(f"epoch {row['leader_epoch']}")
    if row.get("producer_id", -1) >= 0:
        words.append(f"producer {row['producer_id']}/{row['producer_epoch']} seq {row['base_sequence']}")
    words += [name for name in ("transactional", "control") if row.get(name)]
    if row.get("crc_ok") is False:
        words.append(f"BROKEN: {row['reason']}")
    return ", ".join(words)


def _record_text(row: Row) -> str:
    words = [f"{row['offset']}", time_text(row["timestamp_ms"])]
    if "control" in row:
        words.append(f"control {row['control']}")
    found = row.get("group_record") or row.get("transaction_record")
    if found is not None:
        words.append(found["kind"])
        words.append(" ".join(f"{name}={value}" for name, value in found["key"].items()))
        words.append("->")
        words.append(
            "(tombstone)" if found["value"] is None else " ".join(f"{name}={_inner(value)}" for name, value in found["value"].items())
        )
    for name in ("key", "value"):
        if row.get(name) is not None:
            words.append(f"{name}={row[name]}")
        elif f"{name}_hex" in row:
            words.append(f"{name}=0x{row[f'{name}_hex']}")
        elif name in row:
            words.append(f"{name}=null")
    if "headers" in row:
        words.append("headers=" + ",".join(f"{header['name']}={header.get('value', header.get('value_hex'))}" for header in row["headers"]))
    if "reason" in row:
        words.append(f"BROKEN: {row['reason']}")
    return safe("  ".join(words))


def _inner(value: Any) -> str:
    return as_json(value) if isinstance(value, dict | list) else str(value)
