"""Cells: what one writer has counted of one topic in one window, as it stands in the compacted topic ``__klog_audit``.

Key and value are JSON, one object each, readable with ``kcat -C -t __klog_audit -f '%k %s\\n'``. All counts are cumulative, and the key has
everything that tells one cell from another: a cell that is written again, by a retry or with higher counts, takes the place of what it said
before. So nothing is ever counted twice, and nobody needs a database to see to that.

The value begins with the names that LinkedIn has published for its own audit (KAFKA-260)::

    {"time": 1301727060032, "topic": "views", "tier": "producer", "bucket_start": 1301726400000, "bucket_end": 1301727000000,
     "host": "web-7", "datacenter": "…", "application": "newsfeed", "guid": "…", "count": 43634, …}

``application`` is the client id, ``datacenter`` the id of the cluster whose records are counted, ``guid`` the writer's incarnation.

Beside cells there is a `WriterState` for each writer, under a key without a topic: up to when its reports are whole, and whether it has
ended in order. A writer that stops without a word is found by it, and with it what nobody has heard of.

A writer may only speak for itself: `forgery` says what is wrong with a key, for whoever knows who wrote it.
"""

from __future__ import annotations

import dataclasses
import enum
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from klog.audit.latencies import LAST_CLASS, Latencies
from klog.audit.numbers import Lane, NumberRanges
from klog.audit.windows import MOST_MS, UNTIMED, Window

#: The topic.
AUDIT_TOPIC = "__klog_audit"
#: Keys and values are no longer than this; what is longer was not written by an audit.
MOST_BYTES = 65_536
#: The same of ranges of numbers.
MOST_NUMBER_BYTES = 1 << 20
#: Stands for all for which there was no cell of their own. No client id begins so by mistake.
OTHER = "(other)"
#: The same at the end of the guid of whoever may write in its own name only.
REST_SUFFIX = f"/{OTHER}"
#: Counts fit into what other languages call a long.
_MOST = (1 << 63) - 1
_MASK = (1 << 64) - 1


class Tier(enum.Enum):
    """Where in its way a record is counted."""

    PRODUCER = "producer"
    BROKER = "broker"
    MIRROR = "mirror"
    CONSUMER = "consumer"
    SINK = "sink"


class BadCell(Exception):
    """What stands in the topic is no cell; the sentence says why."""


class Writer(NamedTuple):
    """Who counts."""

    tier: Tier
    #: Of the group, link or sink; empty for producers and brokers.
    name: str
    #: The id of the cluster whose records are counted.
    datacenter: str
    #: The client id of whoever writes the cells; of a broker's cells, of whoever sent the records.
    application: str
    #: As whom: ``User:anna``; empty where nobody asks.
    principal: str
    #: Of the incarnation. What follows a slash counts cells that were begun anew (`klog.audit.counting`).
    guid: str

    @property
    def incarnation(self) -> str:
        """The guid without what follows a slash."""
        return self.guid.partition("/")[0]

    @property
    def is_rest(self) -> bool:
        """Whether the cell holds what found no room in others: of a broker in the name of `OTHER`, of whoever counts for itself only
        in its own, which its guid says."""
        return self.application == OTHER or self.guid.endswith(REST_SUFFIX)


class CellKey(NamedTuple):
    """What tells one cell from another."""

    writer: Writer
    topic: str
    window: Window


class Piece(NamedTuple):
    """Of what work a cell is, where it is named by that (`klog.audit.folding`)."""

    #: A partition that is read, a query that writes.
    lane: str
    #: Where it ends there.
    end: int


class Cell:
    """Counts that only rise.

    :ivar count: records that arrived; of a producer, those that were acknowledged.
    :ivar attempt: of a producer: records of which it is known what became of them.
    :ivar failure: of a producer: records that failed. They may be in the log all the same. Of a broker, in `AUDIT_TOPIC`: records that it
        has refused, because they spoke for others.
    :ivar repeated: of a reader: records that it had handed out before.
    :ivar hash: sum of the hashes of those records that were hashed, modulo 2⁶⁴; :ivar hashed: how many.
    :ivar first_ms, last_ms: timestamps of records; -1 without any.
    :ivar transactional: of a broker: how many of the `count` are part of transactions; those may be aborted.
    :ivar cut: of a broker: how many of the `count` were cut off again, as another broker led that had no copy of them.
    :ivar uncommitted: the same: how many may be cut off yet. The one count that falls again.
    :ivar revision: rises with each time that it is written.
    :ivar piece: of which work it is, where it is named by that.
    :ivar folded: of a sum of such ones: up to where it has them, by lane; :ivar told_ms: when the first and the last of them were written.
    """

    __slots__ = (
        "attempt",
        "count",
        "cut",
        "end_ms",
        "failure",
        "first_ms",
        "folded",
        "hash",
        "hashed",
        "is_awaited",
        "is_dirty",
        "key",
        "last_ms",
        "latencies",
        "piece",
        "repeated",
        "revision",
        "size_bytes",
        "start_ms",
        "told_ms",
        "transactional",
        "uncommitted",
    )

    def __init__(self, key: CellKey) -> None:
        self.key = key
        # Of its window: asked with every batch.
        self.start_ms, self.end_ms = key.window
        self.count = self.attempt = self.failure = self.repeated = self.size_bytes = self.hash = self.hashed = self.revision = 0
        self.transactional = self.cut = self.uncommitted = 0
        self.first_ms = self.last_ms = -1
        self.latencies = Latencies()
        self.piece: Piece | None = None
        self.folded: dict[str, int] = {}
        self.told_ms = (-1, -1)
        #: Whether it has changed since it was written.
        self.is_dirty = False
        #: Whether something of it may be taken back yet: it has to be told here.
        self.is_awaited = False

    def times(self, first_ms: int, last_ms: int) -> None:
        """Timestamps of records that were counted."""
        if self.first_ms < 0 or first_ms < self.first_ms:
            self.first_ms = first_ms
        if last_ms > self.last_ms:
            self.last_ms = last_ms

    def add_hash(self, hash_sum: int, records: int) -> None:
        """Hashes of records that were counted."""
        self.hash = (self.hash + hash_sum) & _MASK
        self.hashed += records

    def add(self, other: Cell) -> None:
        """What another one has counted in the same window, too."""
        for name in ("count", "attempt", "failure", "repeated", "size_bytes", "transactional", "cut", "uncommitted"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.add_hash(other.hash, other.hashed)
        if other.first_ms >= 0:
            self.times(other.first_ms, other.last_ms)
        self.latencies.merge(other.latencies)

    @property
    def standing(self) -> int:
        """Of the `count`, what was not cut off."""
        return self.count - self.cut

    @property
    def whole_hash(self) -> int | None:
        """The sum of all records' hashes; None where some have none."""
        return self.hash if self.hashed == self.count else None


@dataclasses.dataclass(slots=True)
class WriterState:
    """How far a writer's reports go.

    :ivar begun_ms: since when it counts.
    :ivar time_ms: when it wrote this.
    :ivar through_ms: all that it had counted up to then is in cells that were written before this.
    :ivar interval_ms: how often it writes; after several times that it is taken for dead. 0: it works in rounds, which come when they come,
        and its cells are those of rounds that are over.
    :ivar has_ended: it has said all that it will ever say; a sender that works in rounds: all until the next one.
    :ivar revision: rises with each; a clock may be set back.
    :ivar plan: of a task that has read its part of a plan: names that, and `tasks` is how many parts it has (`klog.audit.plans`).
    """

    writer: Writer
    begun_ms: int
    time_ms: int
    through_ms: int
    interval_ms: int
    has_ended: bool = False
    revision: int = 0
    plan: str = ""
    tasks: int = 0


@dataclasses.dataclass(slots=True)
class NumberCell:
    """What became of the numbers that a producer has given to records of a topic (`klog.audit.numbers`).

    :ivar delivered: by incarnation and partition: acknowledged; :ivar tried: sent, and nobody knows.
    """

    writer: Writer
    topic: str
    delivered: dict[Lane, NumberRanges] = dataclasses.field(default_factory=dict)
    tried: dict[Lane, NumberRanges] = dataclasses.field(default_factory=dict)
    revision: int = 0


class NumberKey(NamedTuple):
    """Of a `NumberCell`."""

    writer: Writer
    topic: str


# JSON


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


def decode_key(data: bytes | None) -> CellKey | NumberKey | Writer:
    """What a record of the topic is about: a cell, one of numbers, or a writer's state.

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
    return CellKey(writer, _text(value, "topic"), window)


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
            cell.hash = int(_text(value, "hash"), 16) & _MASK
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


def forgery(
    key: CellKey | NumberKey | Writer, client_id: str, principal: str, may_read_as: Callable[[str], bool] = lambda group: True
) -> str | None:
    """Why a cell cannot be from a client; None where it can.

    :param client_id: of the client that wrote it.
    :param principal: as whom it was connected.
    :param may_read_as: whether it may be a member of a group.
    """
    writer = key if isinstance(key, Writer) else key.writer
    if writer.tier is Tier.BROKER:
        return "only brokers count for the tier broker"
    if writer.application == OTHER:
        return f"only brokers count for {OTHER}"
    if writer.application != client_id:
        return f"it speaks for the client id {writer.application!r:.200}"
    if writer.principal not in ("", principal):
        return f"it speaks for {writer.principal!r:.200}"
    if writer.tier is Tier.CONSUMER and writer.name != client_id and not may_read_as(writer.name):
        return f"it speaks for the group {writer.name!r:.200}, of which it may not be a member (READ on the group)"
    return None
