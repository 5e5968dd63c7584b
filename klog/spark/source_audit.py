"""What a source has read, told to the audit (docs/audit.md), where the option ``audit`` names it: it is a sink of that name, and works in
rounds.

1. A task counts the rows of its range by window, and tells them when it has read all of it. The cells are named by the range: a task that
   is run again counts the same rows under the same names, and nothing twice. One that ends early (a limit, a failure) tells nothing.
2. Up to when all is told which was in the log, a stream's driver says when Spark has finished a batch that went to the ends of the log: by
   then its tasks have told. Of a batch read Spark tells nobody when it is through. So each of its tasks says, behind its cells, of which
   plan it is and how many tasks that has: when all have, all was read that was in the log when it was planned (`klog.audit.plans`). Where
   a plan is only looked at (``explain``), nobody says anything; where a limit ends it, windows are late until a read runs through.
3. The cells of a stream's tasks are folded from time to time (`klog.spark.cell_folding`).

Nothing is expected of it between its rounds (`klog.audit.cells.WriterState.interval_ms`). What cannot be told ends no query: it is warned
of.
"""

from __future__ import annotations

import dataclasses
import hashlib
import logging
import random as random_
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from klog.arrow.connections import client_for
from klog.arrow.ranges import TopicRange
from klog.arrow.schema import HEADERS
from klog.arrow.window_counts import HASHED, CountedWindow, count_windows, counted_windows, hash_windows, window_cells
from klog.audit.cell_records import presence_record, state_record
from klog.audit.cells import AUDIT_TOPIC, Piece, Presence, PresenceKey, Tier, Writer, WriterState
from klog.audit.folding import lane_of
from klog.audit.windows import window_of
from klog.client.auditing.sending import datacenter_of, host_name, not_written, principal_of
from klog.client.blocking.auditing.cell_batches import CellBatches
from klog.client.blocking.client import BlockingClient
from klog.errors import KlogError
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.spark.cell_folding import fold_cells, is_time
from klog.spark.options import SourceOptions

if TYPE_CHECKING:
    import pyarrow as pa

    from klog.arrow.reading import RangeReader, ReadOptions

_log = logging.getLogger("klog.spark")

_TIMESTAMP = "timestamp"
#: The driver tells so often, and at once where nothing new has come: it takes a round trip to the broker, for which a batch waits.
TELL_EVERY_MS = 5_000


def wall_clock_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def audit_guid(datacenter: str, name: str) -> str:
    """The incarnation of whoever has a name in the audit: the same in each of its runs."""
    return hashlib.sha256(f"{datacenter}/{name}".encode()).hexdigest()[:32]


def writer_of(options: SourceOptions, client: BlockingClient, wanted: TopicRange | None = None) -> Writer:
    """Who counts: a task its range, or the driver.

    :param client: of the cluster, which it knows by now.
    """
    datacenter = datacenter_of(client.metadata)
    guid = audit_guid(datacenter, options.audit)
    if wanted is not None:
        # Behind the slash, as where cells were begun anew: together they are one writer's.
        guid = f"{guid}/{lane_of(wanted.partition, wanted.topic_id)}.{wanted.start}.{wanted.end}"
    return Writer(Tier.SINK, options.audit, datacenter, options.client.client_id, principal_of(options.client), guid)


def reading_of(options: SourceOptions) -> ReadOptions:
    """What a task reads: its rows' times, too, where it counts, and all that is hashed where it hashes."""
    read = options.read
    if not options.audit:
        return read
    wanted = [name for name in HASHED if name != HEADERS] if options.audit_hashes else [_TIMESTAMP]
    columns = (*read.columns, *(name for name in wanted if name not in read.columns))
    return dataclasses.replace(read, columns=columns, include_headers=read.include_headers or options.audit_hashes)


def presences(options: SourceOptions, writer: Writer, topics: Iterable[str], begun_ms: int, now_ms: int) -> list[tuple[bytes, bytes]]:
    """Records that say that topics are read from `begun_ms` on. Who reads the others of single partitions, nobody knows."""
    if options.subscription is None or options.subscription.kind == "assign":
        return []
    window = window_of(begun_ms, options.audit_window_ms)
    return [
        presence_record(Presence(PresenceKey(writer, topic, window), begun_ms, revision=now_ms), now_ms, host_name())
        for topic in sorted(topics)
    ]


class PlannedPart(NamedTuple):
    """Of which plan a task of a batch read is.

    :ivar plan: its name. :ivar number: the task's, from 0. :ivar tasks: how many there are.
    :ivar begun_ms, through_ms: see `WriterState`.
    """

    plan: str
    number: int
    tasks: int
    begun_ms: int
    through_ms: int


def planned_parts(options: SourceOptions, tasks: int, planned_ms: int) -> list[PlannedPart]:
    """The parts of a batch read, by ends that were asked for after `planned_ms`."""
    plan = secrets.token_hex(8)
    is_whole = options.ending.kind == "latest" and not options.push_filters
    begun_ms = begins_ms(options, planned_ms)
    return [PlannedPart(plan, number, tasks, begun_ms, planned_ms if is_whole else 0) for number in range(tasks)]


def begins_ms(options: SourceOptions, now_ms: int) -> int:
    """Since when it counts: who begins with the first record has skipped nothing, in whichever of its runs."""
    return 0 if options.starting.kind == "earliest" else now_ms


def counted(options: SourceOptions, wanted: TopicRange, reader: RangeReader, part: PlannedPart | None) -> Iterator[pa.RecordBatch]:
    """The batches of a task's range as Spark wants them; when all of them were taken, they are told.

    :param reader: of `reading_of`. :param part: of which plan it is, in a batch read.
    """
    names = options.read.schema.names
    counts: dict[int, int] = {}
    hashes: dict[int, int | None] = {}
    for batch in reader:
        if batch.num_rows:
            count_windows(counts, batch.column(_TIMESTAMP), options.audit_window_ms)
            if options.audit_hashes:
                hash_windows(hashes, counts, batch, options.audit_window_ms)
        yield batch.select(names) if batch.schema.names != names else batch
    if counts or part is not None:
        _tell_range(options, wanted, counted_windows(counts, options.audit_window_ms, hashes), part)


def _tell_range(options: SourceOptions, wanted: TopicRange, windows: tuple[CountedWindow, ...], part: PlannedPart | None) -> None:
    client = client_for(options.client)
    rows = [(wanted.topic, window) for window in windows]
    piece = Piece(lane_of(wanted.partition, wanted.topic_id), wanted.end) if part is None else None
    sender = CellBatches(client, wall_clock_ms)
    try:
        for key, value in window_cells(writer_of(options, client, wanted), rows, wall_clock_ms(), host_name(), piece):
            sender.send(AUDIT_TOPIC, value, key=key)
        if part is not None and part.through_ms:
            for key, value in presences(options, writer_of(options, client), [wanted.topic], part.through_ms, wall_clock_ms()):
                sender.send(AUDIT_TOPIC, value, key=key)
        sender.flush()
        if part is not None:
            key, value = state_record(_state_of(writer_of(options, client), part), host_name())
            sender.send(AUDIT_TOPIC, value, key=key)
            sender.flush()
    except KlogError as error:
        _log.warning("%s: %s", wanted, not_written(error, "nothing: they are missing in the audit"))


def _state_of(writer: Writer, part: PlannedPart) -> WriterState:
    now_ms = wall_clock_ms()
    task = writer._replace(guid=f"{writer.guid}/task.{part.number}")
    through_ms = min(now_ms, part.through_ms)
    return WriterState(task, part.begun_ms, now_ms, through_ms, 0, revision=now_ms, plan=part.plan, tasks=part.tasks)


class DriverAudit:
    """What the driver of a stream tells.

    :param client: of the cluster; not closed here.
    :param tell: is given a sentence where it does not work.
    :param clock: seconds, never going back; :param now_ms: milliseconds since 1970.
    :param random: says when cells are folded.
    """

    def __init__(
        self,
        options: SourceOptions,
        client: BlockingClient,
        *,
        tell: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        now_ms: Callable[[], int] = wall_clock_ms,
        random: random_.Random | None = None,
    ) -> None:
        self._options = options
        self._client = client
        self._tell = tell
        self._clock = clock
        self._now_ms = now_ms
        self._random = random or random_.Random()
        #: Tasks that were planned since it was thought of folding.
        self._tasks = 0
        self._begun_ms = begins_ms(options, now_ms())
        self._is_open = False
        self._through_ms = 0
        self._told_at = clock()
        #: The last ends of the log that a batch was planned up to, and when they were asked for.
        self._whole: tuple[dict[TopicPartition, int], int] = ({}, 0)
        #: Of the last that are finished: when they were asked for, and which of them were told.
        self._done_ms = 0
        self._told_ends: dict[TopicPartition, int] = {}
        self._said = ""
        #: Topics that are read; and those of which that was told.
        self._topics: set[str] = set()
        self._told_topics: set[str] = set()

    def begin(self, tasks: int) -> None:
        """A batch was planned. With the first one tasks begin to tell, and nothing is whole yet."""
        self._tasks += tasks
        if not self._is_open:
            self._is_open = True
            self._say(self._through_ms)

    def asked(
        self, start: Mapping[TopicPartition, int], end: Mapping[TopicPartition, int], newest: Mapping[TopicPartition, int], asked_ms: int
    ) -> None:
        """Spark has asked for the end of the next batch, and what is before `start` is finished.

        :param newest: ends of the log, which were asked for after `asked_ms`.
        """
        self._topics.update(tp.topic for tp in newest)
        self.finished(start)
        if dict(end) == dict(newest):
            self._whole = dict(end), asked_ms
            if dict(start) == dict(end):
                self.finished(start, at_leisure=True)

    def finished(self, offsets: Mapping[TopicPartition, int], *, at_leisure: bool = False) -> None:
        """Everything before these offsets is finished.

        :param at_leisure: no batch waits: what is new is told at once.
        """
        if self._tasks:
            tasks, self._tasks = self._tasks, 0
            if is_time(tasks, self._random):
                self._fold(offsets)
        ends, asked_ms = self._whole
        if dict(offsets) != ends:
            return
        self._done_ms = asked_ms
        if self._clock() >= self._told_at + TELL_EVERY_MS / 1000 or (at_leisure and ends != self._told_ends):
            self._told_ends = ends
            self.end()

    def _fold(self, offsets: Mapping[TopicPartition, int]) -> None:
        finished: dict[tuple[str, str], int] = {}
        for tp, offset in offsets.items():
            topic = self._client.metadata.topic(tp.topic)
            finished[tp.topic, lane_of(tp.partition, NO_TOPIC_ID if topic is None else topic.topic_id)] = offset
        writer = writer_of(self._options, self._client)
        try:
            fold_cells(self._client, writer, lambda topic, lane: finished.get((topic, lane), -1), self._now_ms)
        except KlogError as error:
            self._tell(f"cells of the audit were not put together, which is tried again later: {error}")

    def end(self) -> None:
        """Tell what is finished and was not told."""
        if self._is_open and self._done_ms > self._through_ms:
            self._say(self._done_ms)

    def _say(self, through_ms: int) -> None:
        now_ms = self._now_ms()
        writer = writer_of(self._options, self._client)
        state = WriterState(writer, self._begun_ms, now_ms, min(now_ms, through_ms), 0, revision=now_ms)
        key, value = state_record(state, host_name())
        sender = CellBatches(self._client, self._now_ms)
        self._told_at = self._clock()
        topics = self._topics - self._told_topics
        try:
            for record in presences(self._options, writer, topics, now_ms, now_ms):
                sender.send(AUDIT_TOPIC, record[1], key=record[0])
            sender.send(AUDIT_TOPIC, value, key=key)
            sender.flush()
            self._told_topics |= topics
        except KlogError as error:
            if str(error) != self._said:
                self._said = str(error)
                self._tell(not_written(error, "the next batch"))
        else:
            self._said = ""
            self._through_ms = through_ms
