"""Writes columns of records to partitions, for code without a reactor: what a task of the sink does.

For each partition there is a *lane*: a batch that is being filled, and at most one that is under way. A full batch is closed (compressed,
given its sequence number) while others are under way, sent, and its answer taken when the lane's next batch is ready or too many are
unanswered. So a broker always has something to do while the next batch is encoded, memory is bounded, and whatever is repeated is repeated
in order. What does not go well at once (the leader moved, a connection broke, the batch is too large) is done again in peace, one batch at
a time, by `BlockingClient.produce`, until the delivery timeout.

Where to: Kafka's own rule. The partition that a row names; else murmur2 of its key; else one partition for a batch's worth of rows, then
another at random. With `Identity.by_value` rows without a key go where murmur2 of the value says, so that the same row goes the same way in
each attempt.

Batches carry a producer id, an epoch and sequence numbers (`Identity`), unless told otherwise, so that a repetition on the way to the
broker does not stand in the log twice. ``linger.ms`` has no meaning here: nobody waits for a batch but the end of the task.
"""

from __future__ import annotations

import collections
import dataclasses
import random as random_
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from klog.client.blocking.client import BlockingClient
from klog.client.producing.partitioners import next_partition
from klog.client.producing.sequences import after
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import TopicPartition
from klog.net.blocking import BlockingConnection, PendingAnswer
from klog.records.appending import head
from klog.records.contract import BATCH_OVERHEAD, Codec, Record
from klog.records.encode import DONE, NAMELESS_HEADER, TOO_LARGE, record_size
from klog.records.select import codec as records_codec
from klog.records.select import encoding
from klog.spark.errors import OptionError
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData

if TYPE_CHECKING:
    from klog.spark.encoding import Table

#: Records of a batch, uncompressed, where ``kafka.batch.size`` is not set: larger than Java's 16 KiB, since nobody waits for a batch.
BATCH_BYTES = 512 << 10
#: The most bytes that all batches together may wait for being filled (``buffer.memory`` in Java); with many partitions each has less.
BUFFER_BYTES = 32 << 20
LEAST_BATCH_BYTES = 16 << 10
#: The last version of Produce that names topics.
_NAMED = 12
#: A topic that no broker knows is believed in for so long: it may just be coming.
UNKNOWN_TOPIC_MS = 5_000
#: Requests that are unanswered at once.
MOST_IN_FLIGHT = 5


class WriteFailed(KlogError):
    """Records could not be written; whether some of them were is not known where the sentence does not say."""


class Fenced(KlogError):
    """A newer attempt of the same task writes; this one must not."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class ColumnProducerSettings:
    """How to write; Java's names are in `klog.spark.client_names`."""

    #: -1 (all in-sync replicas), 1 or 0.
    acks: int = -1
    codec: Codec = Codec.NONE
    compression_level: int | None = None
    batch_bytes: int = BATCH_BYTES
    max_request_bytes: int = 1 << 20
    delivery_timeout_ms: int = 120_000
    #: How long to look for a topic's partitions.
    max_block_ms: int = 60_000
    idempotence: bool = True

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> ColumnProducerSettings:
        """From `klog.spark.options.SourceOptions.producer`."""
        acks = -1 if options.get("acks", "all") == "all" else int(options["acks"])
        names = ("compression_level", "batch_bytes", "max_request_bytes", "delivery_timeout_ms", "max_block_ms")
        return cls(
            acks=acks,
            codec=Codec[str(options.get("compression", "none")).upper()],
            # Without acks nobody says whether a number arrived, so that numbers say nothing.
            idempotence=bool(options.get("enable_idempotence", True)) and acks == -1,
            **{name: options[name] for name in names if options.get(name) is not None},
        )


@dataclasses.dataclass
class Identity:
    """Who writes: batches carry these, so that a broker knows repetitions and older attempts."""

    producer_id: int = -1
    epoch: int = -1
    #: Rows without a key go where their value says.
    by_value: bool = False
    #: The next sequence number of each partition.
    sequences: dict[TopicPartition, int] = dataclasses.field(default_factory=dict)

    def take(self, tp: TopicPartition, count: int) -> int:
        """The first number of a batch of `count` records."""
        if self.producer_id < 0:
            return -1
        first = self.sequences.get(tp, 0)
        self.sequences[tp] = after(first, count)
        return first


@dataclasses.dataclass(eq=False)
class _Ready:
    """A finished batch."""

    data: bytes
    count: int
    until: float


@dataclasses.dataclass(eq=False)
class _Sent:
    """A request under way."""

    pending: PendingAnswer
    lanes: list[Lane]


class Lane:
    """One partition. `filler` is its number in the encoder's list."""

    __slots__ = ("filler", "ready", "sent", "tp")

    def __init__(self, tp: TopicPartition, filler: int) -> None:
        self.tp = tp
        self.filler = filler
        self.ready: _Ready | None = None
        self.sent: _Sent | None = None


@dataclasses.dataclass
class _Topic:
    """A topic as a partitioner sees it."""

    name: str
    first: int
    count: int
    available: Sequence[int]
    sticky: int = 0


class ColumnProducer:
    """See the module.

    ::

        producer = ColumnProducer(client, ColumnProducerSettings(), Identity(*client.init_producer_id()))
        for table in tables:
            producer.write(table)
        producer.flush()

    :param client: asked; not closed here.
    :param counts: by topic, over how many partitions its keys are spread, where that is not the number that brokers tell.
    :ivar alone: writes a batch of a single record in another way, where that is wanted: gets its partition and its bytes.
    :ivar gate: sees each table with its routes before it is written, and may set some to `klog.records.encode.SKIP`.
    :param clock: seconds, never going back; :param now_ms: milliseconds since 1970, for rows without a timestamp.
    :ivar rows: records handed to brokers so far; :ivar bytes: of their batches.
    """

    def __init__(
        self,
        client: BlockingClient,
        settings: ColumnProducerSettings,
        identity: Identity,
        *,
        counts: Callable[[str, int], int] | None = None,
        random: random_.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.settings = settings
        self.identity = identity
        self.rows = self.bytes = 0
        self._client = client
        self._counts = counts
        self.gate: Callable[[Table, bytearray], None] | None = None
        self.alone: Callable[[TopicPartition, bytes], None] | None = None
        self._random = random or random_.Random()
        self._clock = clock
        self._now_ms = now_ms
        self._sleep = sleep
        self._topics: dict[str, _Topic] = {}
        self.lanes: list[Lane] = []
        self._fillers: list[Any] = []
        self._in_flight: collections.deque[_Sent] = collections.deque()

    # -- from columns to batches

    def write(self, table: Table) -> None:
        """Take one table in; full batches go out.

        :raises WriteFailed: brokers refuse, or do not answer in time. :raises OptionError: a row that cannot be written.
        """
        rows = table.rows
        topics = [self._topic(name) for name in table.topics]
        routes = bytearray(4 * rows.length)
        wrong = encoding.route(
            rows,
            routes,
            [topic.first for topic in topics],
            [topic.count for topic in topics],
            codes=table.codes,
            partitions=table.partitions,
            by_value=self.identity.by_value,
        )
        if wrong >= 0:
            raise self._no_such_partition(table, wrong)
        if self.gate is not None:
            self.gate(table, routes)
        settings = self.settings
        limit_bytes = min(settings.batch_bytes, settings.max_request_bytes - BATCH_OVERHEAD)
        limit_bytes = max(1, min(limit_bytes, max(LEAST_BATCH_BYTES, BUFFER_BYTES // max(1, len(self.lanes)))))
        sticky = [topic.sticky for topic in topics]
        now_ms = self._now_ms()
        row = 0
        while True:
            row, full = encoding.fill(
                rows,
                row,
                routes,
                self._fillers,
                sticky,
                limit_bytes=limit_bytes,
                largest_bytes=settings.max_request_bytes,
                now_ms=now_ms,
            )
            if full == DONE:
                return
            if full == TOO_LARGE:
                raise self._too_large(table, row)
            if full == NAMELESS_HEADER:
                raise OptionError("a header without a key: in the column headers each struct needs a key that is not null")
            self._send([self._close(self.lanes[full])])
            for code, topic in enumerate(topics):
                if topic.sticky == full:
                    sticky[code] = topic.sticky = topic.first + next_partition(topic, self._random)

    def flush(self) -> None:
        """Send what is left and wait until all is written. Raises as `write`."""
        left = [self._close(lane) for lane in self.lanes if self._fillers[lane.filler].count]
        by_leader: dict[int | None, list[Lane]] = {}
        for lane in left:
            by_leader.setdefault(self._client.metadata.leader(lane.tp), []).append(lane)
        for lanes in by_leader.values():
            together: list[Lane] = []
            size = 0
            for lane in lanes:
                more = self._ready(lane)
                if together and size + len(more.data) > self.settings.max_request_bytes:
                    self._send(together)
                    together, size = [], 0
                together.append(lane)
                size += len(more.data)
            self._send(together)
        while self._in_flight:
            self._settle(self._in_flight.popleft())

    def abandon(self) -> None:
        """Nobody waits for what is under way any more."""
        while self._in_flight:
            self._in_flight.popleft().pending.drop()

    # -- topics

    def lane_at(self, route: int) -> Lane:
        """The lane that a row with this route goes to; only for rows whose partition is not free."""
        return self.lanes[route]

    def _topic(self, name: str) -> _Topic:
        found = self._topics.get(name)
        if found is None:
            available, count = partitions_of(self._client, name, self.settings.max_block_ms, clock=self._clock, sleep=self._sleep)
            if self._counts is not None:
                count = self._counts(name, count)
            found = self._topics[name] = _Topic(name, len(self.lanes), count, [one for one in available if one < count])
            for partition in range(count):
                self.lanes.append(Lane(TopicPartition(name, partition), len(self._fillers)))
                self._fillers.append(encoding.filler())
            found.sticky = found.first + next_partition(found, self._random)
        return found

    def _no_such_partition(self, table: Table, row: int) -> OptionError:
        code = 0 if table.codes is None else _int_at(table.codes, row)
        topic = self._topics[table.topics[code]]
        assert table.partitions is not None
        partition = _int_at(table.partitions, row)
        if partition < 0:
            return OptionError(f"Invalid partition: {partition}. Partition number should always be non-negative or null.")
        return OptionError(
            f"Partition {partition} of topic {topic.name} with partition count {topic.count} is not present in metadata: "
            f"the column partition may have 0 to {topic.count - 1}, or null"
        )

    def _too_large(self, table: Table, row: int) -> WriteFailed:
        code = 0 if table.codes is None else _int_at(table.codes, row)
        return WriteFailed(
            ErrorCode.MESSAGE_TOO_LARGE,
            f"topic {table.topics[code]}: The message is {record_size(table.rows, row)} bytes when serialized which is larger than "
            f"{self.settings.max_request_bytes}, which is the value of the max.request.size configuration. "
            "Set kafka.max.request.size higher, and the topic's max.message.bytes too",
        )

    # -- batches under way

    def _close(self, lane: Lane) -> Lane:
        """End the lane's batch; the one before it must be written first."""
        if lane.sent is not None:
            self._settle(lane.sent)
        body = self._fillers[lane.filler].close(self.settings.codec, self.settings.compression_level)
        identity = self.identity
        first = head(
            body,
            producer_id=identity.producer_id,
            producer_epoch=identity.epoch,
            base_sequence=identity.take(lane.tp, body.record_count),
        )
        until = self._clock() + self.settings.delivery_timeout_ms / 1000
        lane.ready = _Ready(first + body.data, body.record_count, until)
        return lane

    def _ready(self, lane: Lane) -> _Ready:
        assert lane.ready is not None
        return lane.ready

    def _send(self, lanes: list[Lane]) -> None:
        """Send the batches of these lanes, which have one leader, in one request."""
        while len(self._in_flight) >= MOST_IN_FLIGHT:
            self._settle(self._in_flight[0])
        if self.alone is not None:
            for lane in [one for one in lanes if self._ready(one).count == 1]:
                lanes.remove(lane)
                try:
                    self.alone(lane.tp, self._ready(lane).data)
                except KlogError as error:
                    raise self._failed(lane, error) from None
                self._written(lane)
            if not lanes:
                return
        acks = self.settings.acks
        leader = self._client.metadata.leader(lanes[0].tp)
        topics: dict[str, TopicProduceData] = {}
        for lane in lanes:
            topic = topics.setdefault(lane.tp.topic, TopicProduceData(name=lane.tp.topic, partition_data=[]))
            topic.partition_data.append(PartitionProduceData(index=lane.tp.partition, records=self._ready(lane).data))
        request = ProduceRequest(acks=acks, timeout_ms=self._client.settings.request_timeout_ms, topic_data=list(topics.values()))
        try:
            if leader is None or acks == 0:
                raise KlogError(ErrorCode.LEADER_NOT_AVAILABLE)
            connection: BlockingConnection = self._client.node(leader)
            connection.connect()
        except KlogError:
            for lane in lanes:
                self._in_peace(lane)
            return
        try:
            sent = _Sent(connection.begin(request, at_most=_NAMED), lanes)
        except KlogError as error:
            self._nobody_knows(lanes, error)
            return
        for lane in lanes:
            lane.sent = sent
        self._in_flight.append(sent)

    def _settle(self, sent: _Sent) -> None:
        """Wait for an answer, and see to whatever it does not call written."""
        if sent in self._in_flight:
            self._in_flight.remove(sent)
        for lane in sent.lanes:
            lane.sent = None
        try:
            answer = sent.pending.result()
        except KlogError as error:
            self._nobody_knows(sent.lanes, error)
            return
        codes = {
            TopicPartition(topic.name, one.index): (one.error_code, one.error_message)
            for topic in answer.responses
            for one in topic.partition_responses
        }
        for lane in sent.lanes:
            code, message = codes.get(lane.tp, (ErrorCode.UNKNOWN_SERVER_ERROR, "the broker did not answer for this partition"))
            if code in (ErrorCode.NONE, ErrorCode.DUPLICATE_SEQUENCE_NUMBER):
                self._written(lane)
            elif code in (ErrorCode.MESSAGE_TOO_LARGE, ErrorCode.RECORD_LIST_TOO_LARGE) or row_of(code).retriable:
                self._in_peace(lane)
            else:
                row = row_of(code)
                raise self._failed(lane, KlogError(row.code, message or row.sentence))

    def _nobody_knows(self, lanes: Iterable[Lane], error: KlogError) -> None:
        """No answer: batches with a producer id are sent again."""
        for lane in lanes:
            if self.identity.producer_id < 0:
                doubt = f"{error.message}; whether the batch was written is not known, and without a producer id it is not sent again"
                raise self._failed(lane, KlogError(error.code, doubt))
            self._in_peace(lane)

    def _in_peace(self, lane: Lane) -> None:
        """One batch until it is written, or in halves, or its time is over."""
        ready = self._ready(lane)
        parts = collections.deque([(ready.data, ready.count)])
        while parts:
            data, count = parts.popleft()
            left_ms = max(1, int((ready.until - self._clock()) * 1000))
            try:
                self._client.produce(lane.tp, data, self.settings.acks, timeout_ms=left_ms)
            except KlogError as error:
                if error.code not in (ErrorCode.MESSAGE_TOO_LARGE, ErrorCode.RECORD_LIST_TOO_LARGE) or count < 2:
                    raise self._failed(lane, error) from None
                parts.extendleft(reversed(_halves(data, self.settings)))
        self._written(lane)

    def _written(self, lane: Lane) -> None:
        ready = self._ready(lane)
        self.rows += ready.count
        self.bytes += len(ready.data)
        lane.ready = None

    def _failed(self, lane: Lane, error: KlogError) -> KlogError:
        where = f"topic {lane.tp.topic}, partition {lane.tp.partition}"
        fenced = (ErrorCode.INVALID_PRODUCER_EPOCH, ErrorCode.PRODUCER_FENCED)
        # Where others may have the same id, a number that is not the next one is their doing.
        if error.code in fenced or (self.identity.by_value and error.code is ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER):
            return Fenced(
                error.code, f"{where}: a newer attempt of this task writes there; this one has ended, and nothing of it is repeated"
            )
        count = 0 if lane.ready is None else lane.ready.count
        message = error.message.removeprefix(f"{where}: ")
        if error.code is ErrorCode.MESSAGE_TOO_LARGE:
            message += " The topic's max.message.bytes says how large a batch may be"
        return WriteFailed(error.code, f"{where}: a batch of {count} records could not be written: {message}")


def partitions_of(
    client: BlockingClient,
    topic: str,
    max_block_ms: int,
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> tuple[list[int], int]:
    """The partitions of `topic` that have a leader, and how many there are; asked anew, since topics grow.

    :raises WriteFailed: no broker knows it, or says so.
    """
    started = clock()
    until = started + min(max_block_ms, UNKNOWN_TOPIC_MS) / 1000
    while True:
        try:
            client.refresh([topic], timeout_ms=max_block_ms)
        except KlogError as error:
            raise WriteFailed(error.code, f"topic {topic}: {error.message}") from None
        known = client.metadata.topic(topic)
        code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION if known is None else known.error
        if known is not None and known.partitions and code is ErrorCode.NONE:
            numbers = [one.partition for one in known.partitions]
            return [one.partition for one in known.partitions if one.leader >= 0], max(numbers) + 1
        if clock() >= until or not row_of(code).retriable:
            if code is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                waited = int((clock() - started) * 1000)
                sentence = f"Topic {topic} not present in metadata after {waited} ms"
                raise WriteFailed(code, f"{sentence}: create it, or let the brokers do so (auto.create.topics.enable)")
            raise WriteFailed(code, f"topic {topic}: {row_of(code).sentence}")
        sleep(client.settings.retry_backoff_ms / 1000)


def _halves(data: bytes, settings: ColumnProducerSettings) -> list[tuple[bytes, int]]:
    """A batch as two, with the same numbers; for brokers that take only smaller ones."""
    header = records_codec.read_header(data)
    records = list(records_codec.records(data))
    middle = len(records) // 2
    made = []
    for part, sequence in ((records[:middle], header.base_sequence), (records[middle:], after(header.base_sequence, middle))):
        rows = [_row(record) for record in part]
        made.append(
            (
                records_codec.build_batch(
                    rows,
                    codec=settings.codec,
                    compression_level=settings.compression_level,
                    producer_id=header.producer_id,
                    producer_epoch=header.producer_epoch,
                    base_sequence=sequence if header.producer_id >= 0 else -1,
                ),
                len(part),
            )
        )
    return made


def _row(record: Record) -> tuple[int, bytes | None, bytes | None, Any]:
    return record.timestamp_ms, record.key, record.value, record.headers


def _int_at(numbers: Any, row: int) -> int:
    return int(memoryview(numbers.data).cast("B").cast("i")[numbers.first + row])
