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

from klog.audit.cells import HASH_MASK, Cell, CellKey, NumberCell, NumberKey, Piece, Presence, PresenceKey, Tier, Writer, WriterState
from klog.audit.latencies import LAST_CLASS, Latencies
from klog.audit.numbers import NumberRanges
from klog.audit.windows import MOST_MS, UNTIMED, Window

#: Keys and values are no longer than this; what is longer was not written by an audit.
MOST_BYTES = 65_536
#: The same of ranges of numbers.
MOST_NUMBER_BYTES = 1 << 20
#: Counts fit into what other languages call a long.
_MOST = (1 << 63) - 1


class BadCell(Exception):
    """What stands in the topic is no cell; the sentence says why."""


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

    :raises BadCell: it does not say.
    """
    value = _load(data, "value")
    begun_ms, time_ms = _number(value, "begun"), _number(value, "time")
    return Presence(key, begun_ms, _number(value, "gone", -1, default=-1), time_ms, _number(value, "said", default=0))


def decode_number_cell(key: NumberKey, data: bytes | None) -> NumberCell:
    """What became of numbers.

    :raises BadCell: it does not say.
    """
    value = _load(data, "value", MOST_NUMBER_BYTES)
    cell = NumberCell(key.writer, key.topic, revision=_number(value, "revision", default=0))
    for name, lanes in (("delivered", cell.delivered), ("tried", cell.tried)):
        try:
            for incarnation, partitions in value.get(name, {}).items():
                for partition, ranges in partitions.items():
                    if any(type(number) is not int or number < 0 for pair in ranges for number in pair):
                        raise ValueError
                    if incarnation != key.writer.incarnation:
                        raise BadCell(f"{name}: numbers of {incarnation!r:.100}, which is another producer")
                    lane = (bytes.fromhex(incarnation), int(partition))
                    lanes[lane] = NumberRanges((first, last + 1) for first, last in ranges)
        except (AttributeError, TypeError, ValueError):
            raise BadCell(f"{name}: no ranges of numbers by incarnation and partition") from None
    return cell


def decode_key(data: bytes | None) -> CellKey | NumberKey | PresenceKey | Writer:
    """What a record of the topic is about: a cell, one of numbers, a presence, or a writer's state.

    :raises BadCell: neither.
    """
    value = _load(data, "key")
    try:
        tier = Tier(_text(value, "tier"))
    except ValueError:
        raise BadCell(f"there is no tier {value['tier']!r:.100}") from None
    writer = Writer(tier, *(_text(value, name) for name in ("name", "datacenter", "application", "principal", "guid")))
    if "topic" not in value:
        return writer
    if value.get("numbers") is True:
        return NumberKey(writer, _text(value, "topic"))
    window = Window(_number(value, "bucket_start", -1), _number(value, "bucket_end", -1))
    if window != UNTIMED and not 0 <= window.start_ms < window.end_ms:
        raise BadCell(f"a window from {window.start_ms} to {window.end_ms}")
    if window.end_ms - window.start_ms > MOST_MS:
        # With such a one whoever writes it could hold all others open: what overlaps is judged together.
        raise BadCell(f"a window of {window.end_ms - window.start_ms} ms; they are at most {MOST_MS} ms long")
    topic = _text(value, "topic")
    return PresenceKey(writer, topic, window) if value.get("presence") is True else CellKey(writer, topic, window)


def decode_cell(key: CellKey, data: bytes | None) -> Cell:
    """The counts of a cell.

    :raises BadCell: they cannot be.
    """
    value = _load(data, "value")
    cell = Cell(key)
    cell.count = _number(value, "count")
    for name in ("revision", "failure", "repeated", "hashed", "transactional", "cut", "uncommitted"):
        setattr(cell, name, _number(value, name, default=0))
    cell.attempt = _number(value, "attempt", default=cell.count)
    cell.size_bytes = _number(value, "bytes", default=0)
    cell.first_ms, cell.last_ms = _number(value, "first", -1, default=-1), _number(value, "last", -1, default=-1)
    if cell.attempt < cell.count:
        raise BadCell(f"{cell.count} records arrived of {cell.attempt} that were tried")
    if cell.hashed > cell.count:
        raise BadCell(f"{cell.hashed} hashes of {cell.count} records")
    if cell.hashed:
        try:
            cell.hash = int(_text(value, "hash"), 16) & HASH_MASK
        except ValueError:
            raise BadCell("a hash that is no hexadecimal number") from None
    cell.latencies = _latencies(value)
    if "lane" in value:
        cell.piece = Piece(_text(value, "lane"), _number(value, "end"))
    if "folded" in value:
        lanes = value["folded"]
        if not isinstance(lanes, dict):
            raise BadCell("folded is no object")
        cell.folded = {lane: _number(lanes, lane) for lane in lanes}
        told = value.get("told")
        if not (isinstance(told, list) and len(told) == 2 and all(type(at_ms) is int for at_ms in told)):
            raise BadCell("told is not two times")
        cell.told_ms = told[0], told[1]
    return cell


def decode_state(writer: Writer, data: bytes | None) -> WriterState:
    """How far a writer's reports go.

    :raises BadCell: it does not say.
    """
    value = _load(data, "value")
    begun_ms, time_ms, through_ms = (_number(value, name, -1) for name in ("begun", "time", "through"))
    interval_ms = _number(value, "interval_ms")
    revision = _number(value, "revision", default=0)
    plan, tasks = (_text(value, "plan"), _number(value, "tasks", 1)) if "plan" in value else ("", 0)
    return WriterState(writer, begun_ms, time_ms, through_ms, interval_ms, value.get("ended") is True, revision, plan, tasks)


def _latencies(value: Mapping[str, Any]) -> Latencies:
    given = value.get("latency_ms", {})
    if not isinstance(given, dict):
        raise BadCell("latency_ms is no object")
    counts: dict[int, int] = {}
    for name in given:
        if not (name.isascii() and name.isdigit() and len(name) <= 4 and int(name) <= LAST_CLASS):
            raise BadCell(f"there is no class {name:.20} of latencies")
        counts[int(name)] = _number(given, name)
    return Latencies(counts, _number(value, "skewed", default=0), _number(value, "most_skewed_ms", default=0))


def _load(data: bytes | None, what: str, most_bytes: int = MOST_BYTES) -> dict[str, Any]:
    if data is None:
        raise BadCell(f"no {what}")
    if len(data) > most_bytes:
        raise BadCell(f"a {what} of {len(data)} bytes")
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise BadCell(f"the {what} is no JSON") from None
    if not isinstance(value, dict):
        raise BadCell(f"the {what} is no object")
    return value


def _text(value: Mapping[str, Any], name: str) -> str:
    found = value.get(name)
    if not isinstance(found, str):
        raise BadCell(f"{name} is no text")
    return found


def _number(value: Mapping[str, Any], name: str, least: int = 0, default: int | None = None) -> int:
    found = value.get(name, default)
    if type(found) is not int or not least <= found <= _MOST:
        raise BadCell(f"{name} is no number from {least} on")
    return found
