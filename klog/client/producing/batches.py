"""Batches on their way to one partition, and the lanes that they wait in. Plain values; `batch_filling` moves them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from klog.client.metadata import TopicMetadata
from klog.client.producing.batch_splitting import cut
from klog.client.producing.entries import Bulk, Countdown, Single
from klog.client.producing.partitioners import Partitioner
from klog.client.producing.sequences import Sequences, sequence_after
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition
from klog.records.appending import Body, head
from klog.records.implementations import appending
from klog.span import Part as SpanPart

#: What a message costs beside its bytes: its Deferred, with a callback or two, and its place in lists.
MESSAGE_OVERHEAD_BYTES = 400
#: What a batch costs beside its records.
BATCH_OVERHEAD_BYTES = 1_000


class Singles:
    """Messages behind each other in a batch, each with a Deferred."""

    __slots__ = ("deferreds", "first", "stamps")

    def __init__(self, first: int, deferreds: list[Any], stamps: list[int]) -> None:
        self.first, self.deferreds, self.stamps = first, deferreds, stamps


class Part:
    """Values of a bulk behind each other in a batch."""

    __slots__ = ("bulk", "count", "first", "index")

    def __init__(self, first: int, count: int, bulk: Bulk, index: int) -> None:
        self.first, self.count, self.bulk, self.index = first, count, bulk, index


class Batch:
    """Records for one partition that travel together.

    :ivar append: the appender's; called by `Producer.send` itself.
    :ivar deferreds, stamps: lists of the last run of messages, where that is a `Singles`; None otherwise.
    :ivar order: batches of a lane are sent in this order: a number, and where it begins in the batch that it was split off.
    :ivar sequence: of its first record, -1 before it was given one; :ivar head: its 61 bytes with that, when made.
    """

    __slots__ = (
        "append",
        "appender",
        "attempts",
        "body",
        "countdowns",
        "created_ms",
        "deferreds",
        "done",
        "due_ms",
        "first_number",
        "head",
        "lane",
        "limit",
        "order",
        "runs",
        "sequence",
        "size",
        "stamps",
    )

    def __init__(self, lane: Lane, order: tuple[int, int], created_ms: int, limit: int) -> None:
        self.lane, self.order, self.created_ms, self.limit = lane, order, created_ms, limit
        self.appender: Any = appending.appender()
        self.append: Any = self.appender.append
        self.body: Body | None = None
        self.head: bytes | None = None
        self.size = 0
        self.sequence = -1
        #: Of its first record, where records are numbered for the audit; -1 where not.
        self.first_number = -1
        self.attempts = 0
        self.done = False
        self.due_ms = 0.0
        self.runs: list[Singles | Part] = []
        self.deferreds: list[Any] | None = None
        self.stamps: list[int] | None = None
        self.countdowns: list[Countdown] | None = None

    @property
    def count(self) -> int:
        """Records in it."""
        body = self.body
        return body.record_count if body is not None else int(self.appender.count)

    @property
    def charged(self) -> int:
        """What it counts for in the backlog. It is reckoned when asked, since `Producer.send` has no time to keep it."""
        charged = BATCH_OVERHEAD_BYTES + (self.size if self.body is None else len(self.body.data))
        for run in self.runs:
            if type(run) is Singles:
                charged += len(run.deferreds) * MESSAGE_OVERHEAD_BYTES
        return charged

    def begin_singles(self) -> None:
        """The last record and those behind it have Deferreds."""
        self.deferreds, self.stamps = [], []
        self.runs.append(Singles(self.appender.count - 1, self.deferreds, self.stamps))

    def number(self, sequence: int) -> None:
        """Give it a sequence number, or take it away (-1)."""
        self.sequence = sequence
        self.head = None

    def parts(self, attributes: int = 0) -> list[SpanPart]:
        """Its bytes, to be sent; `attributes` are those beside its codec."""
        body = self.body
        assert body is not None
        if self.head is None:
            sequences = self.lane.sequences
            if self.sequence < 0:
                self.head = head(body)
            else:
                self.head = head(
                    body,
                    attributes=attributes,
                    producer_id=sequences.producer_id,
                    producer_epoch=sequences.epoch,
                    base_sequence=self.sequence,
                )
        return [self.head, body.data]


class Lane:
    """One partition: the batch that is being filled, those that wait, those in flight.

    :ivar flying: in their order: what is put back is sent again when nothing is in flight.
    :ivar draining: an answer asks for a retry; nothing is sent until all in flight are answered.
    :ivar paused: after an error, for a moment; :ivar leaderless: because there is no leader; :ivar queued: it stands in a node's queue.
    """

    __slots__ = (
        "backoff",
        "draining",
        "flying",
        "leaderless",
        "limit",
        "next_number",
        "open",
        "paused",
        "queued",
        "ready",
        "sequences",
        "topic",
        "tp",
        "trouble",
        "written",
    )

    def __init__(self, topic: TopicLanes, partition: int, limit: int) -> None:
        self.topic = topic
        self.tp = TopicPartition(topic.name, partition)
        self.limit = limit
        #: Of the first record of the next batch, where records are numbered for the audit.
        self.next_number = 0
        self.open: Batch | None = None
        self.ready: deque[Batch] = deque()
        self.flying: list[Batch] = []
        self.sequences = Sequences()
        #: The order of the last batch that is known to be written in this epoch: all before it are written, too.
        self.written = (-1, 0)
        self.draining = self.paused = self.queued = self.leaderless = False
        #: What went wrong last.
        self.trouble: str | None = None
        self.backoff: Any = None

    def leave(self, batch: Batch) -> None:
        """The open `batch` is not filled any more."""
        self.open = None
        if batch.first_number >= 0:
            self.next_number = batch.first_number + batch.count

    def is_first(self, batch: Batch) -> bool:
        """Whether no other batch that was sent is open before it."""
        order = batch.order
        if self.flying and self.flying[0].order < order:
            return False
        return not (self.ready and self.ready[0].order < order and self.ready[0].sequence >= 0)

    @property
    def has_passed_one(self) -> bool:
        """Whether a batch in flight is older than one that is known to be written: it was sent before, and its answer was lost."""
        return bool(self.flying) and self.flying[0].order < self.written

    def put_back(self, batches: Sequence[Batch]) -> None:
        """To be sent again, before those that are younger."""
        order = batches[0].order
        place = 0
        for waiting in self.ready:
            if waiting.order > order:
                break
            place += 1
        for batch in reversed(batches):
            self.ready.insert(place, batch)

    @property
    def known(self) -> bool:
        """Whether the broker has taken a batch of this epoch."""
        return self.written[0] >= 0

    def acknowledged(self, batch: Batch) -> None:
        """A numbered batch was acknowledged."""
        if batch.order > self.written:
            self.written = batch.order
            self.sequences.acknowledged(batch.sequence, batch.count)

    def renumber(self) -> None:
        """Numbers begin anew: those that wait get new ones when they are sent."""
        self.sequences.begin_again()
        self.written = (-1, 0)
        for batch in self.ready:
            batch.number(-1)


class TopicLanes:
    """One topic, as a producer sees it; a `TopicView` for partitioners.

    :ivar sticky_batch: the open batch for records without a key, where the partitioner is sticky; what `Producer.send` appends to.
    """

    def __init__(self, name: str, partitioner: Partitioner) -> None:
        self.name = name
        self.partitioner = partitioner
        self.metadata: TopicMetadata | None = None
        self.count = 0
        self.available: Sequence[int] = ()
        self.lanes: list[Lane | None] = []
        self.sticky_batch: Batch | None = None
        self.sticky_partition = -1
        self.sticky_bytes = 0
        #: Wait for metadata.
        self.waiting: deque[Single | Bulk] = deque()
        self.learning = False
        #: Why it does not get it.
        self.trouble: str | None = None

    @property
    def topic_id(self) -> TopicId:
        """As brokers know it; `NO_TOPIC_ID` where they have none, or none is known yet."""
        return NO_TOPIC_ID if self.metadata is None else TopicId(self.metadata.topic_id)

    def update(self, metadata: TopicMetadata) -> None:
        """News from the cluster; the number of partitions only goes down where the topic is another of the same name."""
        another = (
            self.metadata is not None
            and NO_TOPIC_ID not in (metadata.topic_id, self.metadata.topic_id)
            and (metadata.topic_id != self.metadata.topic_id)
        )
        self.metadata = metadata
        if len(metadata.partitions) > self.count or (another and metadata.partitions):
            self.count = len(metadata.partitions)
            self.lanes.extend([None] * (self.count - len(self.lanes)))
            if self.sticky_partition >= self.count:
                self.sticky_partition = -1
                self.sticky_batch = None
        self.available = tuple(partition.partition for partition in metadata.partitions if partition.leader >= 0)
        if self.sticky_partition >= 0 and self.available and self.sticky_partition not in self.available:
            self.sticky_partition = -1


def halve(batch: Batch) -> list[Batch]:
    """Two batches out of one of several records, with who waits for them and the same sequence numbers; not closed yet."""
    body = batch.body
    assert body is not None
    records, middle = cut(body)
    runs = batch.runs
    countdowns = batch.countdowns or []
    halves = []
    for start, end in ((0, middle), (middle, len(records))):
        half = Batch(batch.lane, (batch.order[0], batch.order[1] + start), batch.created_ms, batch.lane.limit)
        for _, timestamp_ms, key, value, headers in records[start:end]:
            half.size = half.append(timestamp_ms, key, value, headers)
        half.attempts = batch.attempts
        half.runs = _cut(runs, start, end)
        if batch.sequence >= 0:
            half.sequence = sequence_after(batch.sequence, start)
        if batch.first_number >= 0:
            half.first_number = batch.first_number + start
        half.countdowns = list(countdowns)
        halves.append(half)
    for countdown in countdowns:
        countdown.left += 1
    for run in runs:
        if type(run) is Part:
            run.bulk.open_parts -= 1
    batch.countdowns = None
    return halves


def _cut(runs: list[Singles | Part], start: int, end: int) -> list[Singles | Part]:
    """The waiters of the records from `start` to `end` of a batch; numbers begin at 0 again."""
    cut: list[Singles | Part] = []
    for run in runs:
        count = len(run.deferreds) if type(run) is Singles else run.count  # type: ignore[union-attr]
        low, high = max(start, run.first), min(end, run.first + count)
        if low >= high:
            continue
        skip = low - run.first
        if type(run) is Singles:
            cut.append(Singles(low - start, run.deferreds[skip : skip + high - low], run.stamps[skip : skip + high - low]))
        elif type(run) is Part:
            run.bulk.open_parts += 1
            cut.append(Part(low - start, high - low, run.bulk, run.index + skip))
    return cut
