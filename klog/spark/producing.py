"""Writes columns of records to partitions, for code without a reactor: what a task of the sink does.

For each partition there is a *lane* whose batch is being filled. A full batch is closed (compressed) while others are under way and goes to
a `klog.client.blocking.batch_sender.BatchSender`, which numbers it, sends it, and sends it again where that helps, by the same rules as the
producer on a reactor; what it gives up ends the task.

Where to: Kafka's own rule. The partition that a row names; else murmur2 of its key; else one partition for a batch's worth of rows, then
another at random. With a shared `Identity` rows without a key go where murmur2 of the value says, so that the same row goes the same way in
each attempt.

Batches carry a producer id, an epoch and sequence numbers (`Identity`), unless told otherwise, so that a repetition on the way to the
broker does not stand in the log twice. ``linger.ms`` has no meaning here: nobody waits for a batch but the end of the task.
"""

from __future__ import annotations

import dataclasses
import random as random_
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from klog.client.blocking.batch_sender import Batch, BatchSender, Identity
from klog.client.blocking.client import BlockingClient, Produced
from klog.client.producing.partitioners import next_partition
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import BATCH_OVERHEAD, Codec
from klog.records.encode import DONE, NAMELESS_HEADER, TOO_LARGE, record_size
from klog.records.implementations import encoding
from klog.spark.errors import OptionError

if TYPE_CHECKING:
    from klog.spark.encoding import Table

#: Records of a batch, uncompressed, where ``kafka.batch.size`` is not set: larger than Java's 16 KiB, since nobody waits for a batch.
BATCH_BYTES = 512 << 10
#: The most bytes that all batches together may wait for being filled (``buffer.memory`` in Java); with many partitions each has less.
BUFFER_BYTES = 32 << 20
LEAST_BATCH_BYTES = 16 << 10
#: A topic that no broker knows is believed in for so long: it may just be coming.
UNKNOWN_TOPIC_MS = 5_000


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

    @property
    def required_acks(self) -> int:
        """For `klog.client.blocking.batch_sender`."""
        return self.acks

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


class Lane(NamedTuple):
    """One partition. `filler` is its number in the encoder's list."""

    tp: TopicPartition
    filler: int


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
    :param alone: writes a batch of a single record in another way, where that is wanted: gets its partition and its bytes.
    :param counted: is told of each batch that was written, with its bytes, where somebody counts.
    :ivar gate: sees each table with its routes before it is written, and may set some to `klog.records.encode.SKIP`.
    :param now_ms: milliseconds since 1970, for rows without a timestamp.
    :ivar rows: records handed to brokers so far; :ivar bytes: of their batches.
    """

    def __init__(
        self,
        client: BlockingClient,
        settings: ColumnProducerSettings,
        identity: Identity,
        *,
        counts: Callable[[str, int], int] | None = None,
        alone: Callable[[TopicPartition, bytes], Produced] | None = None,
        counted: Callable[[TopicPartition, bytes, Produced], None] | None = None,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.settings = settings
        self.identity = identity
        self.rows = self.bytes = 0
        self._client = client
        self._counts = counts
        self._counted = counted
        self.gate: Callable[[Table, bytearray], None] | None = None
        self._random = random or random_.Random()
        self._now_ms = now_ms
        self._topics: dict[str, _Topic] = {}
        self.lanes: list[Lane] = []
        self._fillers: list[Any] = []
        self._sender = BatchSender(client, settings, identity, written=self._written, failed=self._failed, alone=alone)

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
            # Attempts that share an identity put a row where the others would.
            by_value=self.identity.shared,
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
            self._sender.send([self._close(self.lanes[full])])
            for code, topic in enumerate(topics):
                if topic.sticky == full:
                    sticky[code] = topic.sticky = topic.first + next_partition(topic, self._random)

    def flush(self) -> None:
        """Send what is left and wait until all is written. Raises as `write`."""
        self._sender.send([self._close(lane) for lane in self.lanes if self._fillers[lane.filler].count])
        self._sender.flush()

    def abandon(self) -> None:
        """Give up what is under way: nobody waits for it any more."""
        self._sender.abandon()

    # -- topics

    def _topic(self, name: str) -> _Topic:
        found = self._topics.get(name)
        if found is None:
            available, count = partitions_of(self._client, name, self.settings.max_block_ms)
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

    def _close(self, lane: Lane) -> Batch:
        return Batch(lane.tp, self._fillers[lane.filler].close(self.settings.codec, self.settings.compression_level))

    def _written(self, batch: Batch, produced: Produced) -> None:
        self.rows += batch.count
        self.bytes += batch.size
        if self._counted is not None:
            self._counted(batch.tp, batch.head + batch.body.data, produced)

    def _failed(self, batch: Batch, error: KlogError) -> NoReturn:
        where = f"topic {batch.tp.topic}, partition {batch.tp.partition}"
        fenced = (ErrorCode.INVALID_PRODUCER_EPOCH, ErrorCode.PRODUCER_FENCED)
        # Where others may have the same id, a number that is not the next one is their doing.
        if error.code in fenced or (self.identity.shared and error.code is ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER):
            raise Fenced(
                error.code, f"{where}: a newer attempt of this task writes there; this one has ended, and nothing of it is repeated"
            ) from error
        message = error.message.removeprefix(f"{where}: ")
        if error.code is ErrorCode.MESSAGE_TOO_LARGE:
            message += " The topic's max.message.bytes says how large a batch may be"
        raise WriteFailed(error.code, f"{where}: a batch of {batch.count} records could not be written: {message}") from error


def partitions_of(client: BlockingClient, topic: str, max_block_ms: int) -> tuple[list[int], int]:
    """The partitions of `topic` that have a leader, and how many there are; asked anew, since topics grow.

    :raises WriteFailed: no broker knows it, or says so.
    """
    started = client.clock()
    try:
        known = client.find_topic(topic, unknown_ms=min(max_block_ms, UNKNOWN_TOPIC_MS), timeout_ms=max_block_ms)
    except KlogError as error:
        if error.code is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
            waited = int((client.clock() - started) * 1000)
            sentence = f"Topic {topic} not present in metadata after {waited} ms"
            raise WriteFailed(error.code, f"{sentence}: create it, or let the brokers do so (auto.create.topics.enable)") from None
        raise WriteFailed(error.code, f"topic {topic}: {error.message.removeprefix(f'topic {topic}: ')}") from None
    return [one.partition for one in known.partitions if one.leader >= 0], known.partitions[-1].partition + 1


def _int_at(numbers: Any, row: int) -> int:
    return int(memoryview(numbers.data).cast("B").cast("i")[numbers.first + row])
