"""Cells: what one writer has counted of one topic in one window. They stand in the compacted topic ``__klog_audit`` (`cell_records`).

All counts are cumulative, and the key has everything that tells one cell from another: a cell that is written again, by a retry or with
higher counts, takes the place of what it said before. So nothing is ever counted twice, and nobody needs a database to see to that.

Beside cells there is a `WriterState` for each writer, under a key without a topic: up to when its reports are whole, and whether it has
ended in order. A writer that stops without a word is found by it, and with it what nobody has heard of. And there is a `Presence` for each
reader and topic: that it takes what comes there, also where it has counted nothing.

A writer may only speak for itself: `forgery` says what is wrong with a key, for whoever knows who wrote it.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable
from typing import NamedTuple

from klog.audit.latencies import Latencies
from klog.audit.numbers import Lane, NumberRanges
from klog.audit.windows import Window

#: The topic.
AUDIT_TOPIC = "__klog_audit"
#: Stands for all for which there was no cell of their own. No client id begins so by mistake.
OTHER = "(other)"
#: The same at the end of the guid of whoever may write in its own name only.
REST_SUFFIX = f"/{OTHER}"
#: Sums of hashes are modulo 2⁶⁴.
HASH_MASK = (1 << 64) - 1


class Tier(enum.Enum):
    """Where in its way a record is counted."""

    PRODUCER = "producer"
    BROKER = "broker"
    MIRROR = "mirror"
    CONSUMER = "consumer"
    SINK = "sink"


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
        self.hash = (self.hash + hash_sum) & HASH_MASK
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


#: The longest that a writer may leave between two reports: so long its silence may mean that it is still there.
MOST_INTERVAL_MS = 3_600_000


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


class PresenceKey(NamedTuple):
    """Of a `Presence`."""

    writer: Writer
    topic: str
    #: In which the topic was taken up, so that who does so again later has another.
    window: Window


@dataclasses.dataclass(slots=True)
class Presence:
    """That a reader has taken a topic up: all that is written there from then on is to arrive at its tier.

    :ivar begun_ms: since when, by the writer's clock.
    :ivar gone_ms: up to when, where it has given the topic up on purpose; -1 where it has not.
    :ivar time_ms: when it wrote this.
    :ivar revision: rises with each time that it is written.
    """

    key: PresenceKey
    begun_ms: int
    gone_ms: int = -1
    time_ms: int = -1
    revision: int = 0


def forgery(
    key: CellKey | NumberKey | PresenceKey | Writer, client_id: str, principal: str, may_read_as: Callable[[str], bool] = lambda group: True
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
