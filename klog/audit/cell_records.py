"""How cells, writers' states and numbers are written: the records of the compacted topic ``__klog_audit``.

Key and value are JSON, one object each, readable with ``kcat -C -t __klog_audit -f '%k %s\\n'``. The value begins with the names that
LinkedIn has published for its own audit (KAFKA-260)::

    {"time": 1301727060032, "topic": "views", "tier": "producer", "bucket_start": 1301726400000, "bucket_end": 1301727000000,
     "host": "web-7", "datacenter": "…", "application": "newsfeed", "guid": "…", "count": 43634, …}

``application`` is the client id, ``datacenter`` the id of the cluster whose records are counted, ``guid`` the writer's incarnation.

A presence is written as an empty cell of the window in which the topic was taken up, under a key of its own (``presence``): a reader that
knows of none takes it for such a cell, which any other of that window replaces (its ``revision`` is 0), and compares from there on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from klog.audit.cells import (
    HASH_MASK,
    MOST_INTERVAL_MS,
    Cell,
    CellKey,
    NumberCell,
    NumberKey,
    Piece,
    Presence,
    PresenceKey,
    Tier,
    Writer,
    WriterState,
)
from klog.audit.latencies import LAST_CLASS, Latencies
from klog.audit.numbers import NumberRanges
from klog.audit.windows import END_MS, MOST_MS, UNTIMED, Window
from klog.json_fields import BadRecord, choice, fields, json_object, number, text

#: Keys and values are no longer than this; what is longer was not written by an audit.
MOST_BYTES = 65_536
#: The same of ranges of numbers.
MOST_NUMBER_BYTES = 1 << 20


def _dump(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _writer_json(writer: Writer) -> dict[str, Any]:
    return {
        "tier": writer.tier.value,
        "name": writer.name,
        "datacenter": writer.datacenter,
        "application": writer.application,
        "principal": writer.principal,
        "guid": writer.guid,
    }


def encode_key(key: CellKey) -> bytes:
    """The key of a cell's record."""
    window = key.window
    return _dump({**_writer_json(key.writer), "topic": key.topic, "bucket_start": window.start_ms, "bucket_end": window.end_ms})


def encode_state_key(writer: Writer) -> bytes:
    """The key of a writer's state."""
    return _dump(_writer_json(writer))


def encode_cell(cell: Cell, time_ms: int, host: str) -> bytes:
    """The value of a cell's record.

    :param time_ms: now.
    :param host: where it was counted.
    """
    key = cell.key
    writer = key.writer
    value: dict[str, Any] = {
        "time": time_ms,
        "topic": key.topic,
        "tier": writer.tier.value,
        "bucket_start": key.window.start_ms,
        "bucket_end": key.window.end_ms,
        "host": host,
        "datacenter": writer.datacenter,
        "application": writer.application,
        "guid": writer.guid,
        "count": cell.count,
        "name": writer.name,
        "principal": writer.principal,
        "revision": cell.revision,
        "bytes": cell.size_bytes,
        "first": cell.first_ms,
        "last": cell.last_ms,
    }
    if writer.tier is Tier.PRODUCER:
        value |= {"attempt": cell.attempt, "success": cell.count, "failure": cell.failure}
    elif cell.failure:
        value["failure"] = cell.failure
    for name in ("transactional", "cut", "uncommitted"):
        if count := getattr(cell, name):
            value[name] = count
    if cell.repeated:
        value["repeated"] = cell.repeated
    if cell.hashed:
        # Text: a JSON number of 64 bits is none to JavaScript.
        value |= {"hash": f"{cell.hash:016x}", "hashed": cell.hashed}
    latencies = cell.latencies
    if latencies.count:
        value["latency_ms"] = {str(number): count for number, count in latencies}
    if latencies.skewed:
        value |= {"skewed": latencies.skewed, "most_skewed_ms": latencies.most_skewed_ms}
    if cell.piece is not None:
        value |= {"lane": cell.piece.lane, "end": cell.piece.end}
    if cell.folded:
        value |= {"folded": cell.folded, "told": cell.told_ms}
    return _dump(value)


def encode_state(state: WriterState, host: str) -> bytes:
    """The value of a writer's state."""
    value: dict[str, Any] = {
        "time": state.time_ms,
        **_writer_json(state.writer),
        "host": host,
        "begun": state.begun_ms,
        "through": state.through_ms,
        "interval_ms": state.interval_ms,
        "ended": state.has_ended,
        "revision": state.revision,
    }
    if state.plan:
        value |= {"plan": state.plan, "tasks": state.tasks}
    return _dump(value)


def cell_record(cell: Cell, time_ms: int, host: str) -> tuple[bytes, bytes]:
    """Key and value of a cell's record; as `encode_cell`."""
    return encode_key(cell.key), encode_cell(cell, time_ms, host)


def state_record(state: WriterState, host: str) -> tuple[bytes, bytes]:
    """Key and value of the record of a writer's state."""
    return encode_state_key(state.writer), encode_state(state, host)


def encode_number_key(cell: NumberCell) -> bytes:
    """The key of a cell of numbers."""
    return _dump({**_writer_json(cell.writer), "topic": cell.topic, "numbers": True})


def encode_number_cell(cell: NumberCell, time_ms: int, host: str) -> bytes:
    """The value of a cell of numbers: ranges from the first to the last number, both included."""
    value: dict[str, Any] = {"time": time_ms, "topic": cell.topic, **_writer_json(cell.writer), "host": host, "revision": cell.revision}
    for name, lanes in (("delivered", cell.delivered), ("tried", cell.tried)):
        told: dict[str, dict[str, list[list[int]]]] = {}
        for (incarnation, partition), ranges in lanes.items():
            told.setdefault(incarnation.hex(), {})[str(partition)] = [[start, end - 1] for start, end in ranges]
        value[name] = told
    return _dump(value)


def presence_record(presence: Presence, time_ms: int, host: str) -> tuple[bytes, bytes]:
    """Key and value of the record of a presence.

    :param time_ms: now. :param host: where it is.
    """
    key = presence.key
    writer = key.writer
    place: dict[str, Any] = {"topic": key.topic, "bucket_start": key.window.start_ms, "bucket_end": key.window.end_ms}
    value: dict[str, Any] = {
        "time": time_ms,
        **place,
        **_writer_json(writer),
        "host": host,
        "count": 0,
        "revision": 0,
        "begun": presence.begun_ms,
        "said": presence.revision,
    }
    if presence.gone_ms >= 0:
        value["gone"] = presence.gone_ms
    return _dump({**_writer_json(writer), **place, "presence": True}), _dump(value)


def decode_presence(key: PresenceKey, data: bytes | None) -> Presence:
    """Since when, and up to when, a topic is read.

    :raises BadRecord: it does not say.
    """
    value = json_object(data, "value", MOST_BYTES)
    begun_ms, time_ms = number(value, "begun"), number(value, "time")
    return Presence(key, begun_ms, number(value, "gone", -1, default=-1), time_ms, number(value, "said", default=0))


def decode_number_cell(key: NumberKey, data: bytes | None) -> NumberCell:
    """What became of numbers.

    :raises BadRecord: it does not say.
    """
    value = json_object(data, "value", MOST_NUMBER_BYTES)
    cell = NumberCell(key.writer, key.topic, revision=number(value, "revision", default=0))
    for name, lanes in (("delivered", cell.delivered), ("tried", cell.tried)):
        try:
            for incarnation, partitions in value.get(name, {}).items():
                for partition, ranges in partitions.items():
                    if any(type(number) is not int or number < 0 for pair in ranges for number in pair):
                        raise ValueError
                    if incarnation != key.writer.incarnation:
                        raise BadRecord(f"{name}: numbers of {incarnation!r:.100}, which is another producer")
                    lane = (bytes.fromhex(incarnation), int(partition))
                    lanes[lane] = NumberRanges((first, last + 1) for first, last in ranges)
        except (AttributeError, TypeError, ValueError):
            raise BadRecord(f"{name}: no ranges of numbers by incarnation and partition") from None
    return cell


def decode_key(data: bytes | None) -> CellKey | NumberKey | PresenceKey | Writer:
    """What a record of the topic is about: a cell, one of numbers, a presence, or a writer's state.

    :raises BadRecord: neither.
    """
    value = json_object(data, "key", MOST_BYTES)
    writer = Writer(
        choice(Tier, value, "tier"), *(text(value, name) for name in ("name", "datacenter", "application", "principal", "guid"))
    )
    if "topic" not in value:
        return writer
    if value.get("numbers") is True:
        return NumberKey(writer, text(value, "topic"))
    window = Window(number(value, "bucket_start", -1), number(value, "bucket_end", -1))
    if window != UNTIMED and not 0 <= window.start_ms < window.end_ms:
        raise BadRecord(f"a window from {window.start_ms} to {window.end_ms}")
    if window.end_ms - window.start_ms > MOST_MS:
        # With such a one whoever writes it could hold all others open: what overlaps is judged together.
        raise BadRecord(f"a window of {window.end_ms - window.start_ms} ms; they are at most {MOST_MS} ms long")
    if window.end_ms > END_MS + MOST_MS:
        # Nobody counts there (`klog.audit.windows.window_of`), and no calendar has such times.
        raise BadRecord(f"a window from {window.start_ms} to {window.end_ms}; the last is of 2099")
    topic = text(value, "topic")
    return PresenceKey(writer, topic, window) if value.get("presence") is True else CellKey(writer, topic, window)


def decode_cell(key: CellKey, data: bytes | None) -> Cell:
    """The counts of a cell.

    :raises BadRecord: they cannot be.
    """
    value = json_object(data, "value", MOST_BYTES)
    cell = Cell(key)
    cell.count = number(value, "count")
    for name in ("revision", "failure", "repeated", "hashed", "transactional", "cut", "uncommitted"):
        setattr(cell, name, number(value, name, default=0))
    cell.attempt = number(value, "attempt", default=cell.count)
    cell.size_bytes = number(value, "bytes", default=0)
    cell.first_ms, cell.last_ms = number(value, "first", -1, default=-1), number(value, "last", -1, default=-1)
    if cell.attempt < cell.count:
        raise BadRecord(f"{cell.count} records arrived of {cell.attempt} that were tried")
    if cell.hashed > cell.count:
        raise BadRecord(f"{cell.hashed} hashes of {cell.count} records")
    if cell.hashed:
        try:
            cell.hash = int(text(value, "hash"), 16) & HASH_MASK
        except ValueError:
            raise BadRecord("a hash that is no hexadecimal number") from None
    cell.latencies = _latencies(value)
    if "lane" in value:
        cell.piece = Piece(text(value, "lane"), number(value, "end"))
    if "folded" in value:
        lanes = fields(value, "folded")
        cell.folded = {lane: number(lanes, lane) for lane in lanes}
        told = value.get("told")
        if not (isinstance(told, list) and len(told) == 2 and all(type(at_ms) is int for at_ms in told)):
            raise BadRecord("told is not two times")
        cell.told_ms = told[0], told[1]
    return cell


def decode_state(writer: Writer, data: bytes | None) -> WriterState:
    """How far a writer's reports go.

    :raises BadRecord: it does not say.
    """
    value = json_object(data, "value", MOST_BYTES)
    begun_ms, time_ms, through_ms = (number(value, name, -1) for name in ("begun", "time", "through"))
    interval_ms = number(value, "interval_ms")
    if interval_ms > MOST_INTERVAL_MS:
        raise BadRecord(f"interval_ms is {interval_ms}, and at most {MOST_INTERVAL_MS}")
    revision = number(value, "revision", default=0)
    plan, tasks = (text(value, "plan"), number(value, "tasks", 1)) if "plan" in value else ("", 0)
    return WriterState(writer, begun_ms, time_ms, through_ms, interval_ms, value.get("ended") is True, revision, plan, tasks)


def _latencies(value: Mapping[str, Any]) -> Latencies:
    given = fields(value, "latency_ms") if "latency_ms" in value else {}
    counts: dict[int, int] = {}
    for name in given:
        if not (name.isascii() and name.isdigit() and len(name) <= 4 and int(name) <= LAST_CLASS):
            raise BadRecord(f"there is no class {name:.20} of latencies")
        counts[int(name)] = number(given, name)
    return Latencies(counts, number(value, "skewed", default=0), number(value, "most_skewed_ms", default=0))
