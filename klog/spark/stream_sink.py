"""``df.writeStream.format("klog")``: each batch's rows become records.

Without more it is at least once, as with Spark's own Kafka sink: a batch that is repeated is written again. With the option
``idempotent`` a repetition, be it of a task or of the whole batch after the driver was killed, writes what is missing and nothing else:

* A task *claims* its part of the batch in a ledger topic before it writes (`klog.spark.ledger_topic`): producer id, epoch, and where the
  target partitions ended.
* A task that is not the first to claim its part finds what the earlier ones wrote, leaves it out, and keeps them from writing more
  (`klog.spark.attempt_takeover`).
* `KlogStreamWriter.commit` notes the batch as done; a repetition of a batch that is done writes nothing.
* `KlogStreamWriter.abort` does nothing: what was written is found by the repetition, and Spark calls it also for a batch whose commit was
  noted.

The repetition must bring the same rows to the same tasks, in whatever order. Spark's do, while the query stays the same, does nothing
random, and keeps its number of shuffle partitions, which the checkpoint sees to. Rows without a key go where their value says, not at
random.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pyspark.sql.datasource import DataSourceStreamArrowWriter, WriterCommitMessage

from klog.arrow.connections import client_for
from klog.client.blocking.batch_sender import Identity
from klog.client.blocking.client import BlockingClient, Produced
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.implementations import codec as records_codec
from klog.spark.attempt_takeover import AttemptTakeover
from klog.spark.encoding import table_of
from klog.spark.errors import OptionError
from klog.spark.ledger_topic import LedgerTopic, Starts, ends_of, ledger_for
from klog.spark.marked_batches import is_at_offset, marked_batch
from klog.spark.producing import ColumnProducer, ColumnProducerSettings
from klog.spark.sink import KlogCommit, columns_of, sink_client, write_all
from klog.spark.sink_audit import SinkAudit, TaskCounts
from klog.spark.sink_columns import SinkColumns
from klog.spark.worker_socket import acknowledge_now

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.types import StructType

    from klog.spark.options import SourceOptions

log = logging.getLogger(__name__)

#: What Spark tells a task of its batch. Internal names, the same from 4.0 to 4.3.
BATCH_PROPERTY = "streaming.sql.batchId"
QUERY_PROPERTY = "sql.streaming.queryId"


class Place(NamedTuple):
    """Whose rows these are."""

    query: str
    batch: int
    task: int


class KlogStreamWriter(DataSourceStreamArrowWriter):
    """The sink of streams.

    :param options: of kind "sink".
    :param schema: of the DataFrame.
    :param overwrite: set for the output mode complete, in which each batch is the whole result anew; it is appended, as by Spark's own.
    :raises OptionError: a column that cannot be; a sentence.
    """

    def __init__(self, options: SourceOptions, schema: StructType, overwrite: bool = False) -> None:
        self.options = options
        self.columns = columns_of(schema, options)
        if options.audit:
            # Spark makes one of these for each batch, before its tasks begin.
            SinkAudit(options).begin()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        # This happens at the beginning of a task.
        acknowledge_now()

    def write(self, iterator: Iterator[pa.RecordBatch]) -> KlogCommit:
        """In a task: write its rows, or what is missing of them.

        :raises klog.spark.producing.WriteFailed: brokers refuse, or do not answer in time.
        :raises klog.spark.producing.Fenced: a newer attempt of the task has taken over.
        """
        if not self.options.idempotent:
            place = place_of_task("audit") if self.options.audit else None
            commit = write_all(self.options, self.columns, iterator)
            if place is not None:
                commit.query_id, commit.batch_id = place.query, place.batch
            return commit
        return write_once(self.options, self.columns, iterator, place_of_task())

    def commit(self, messages: Sequence[WriterCommitMessage | None], batchId: int) -> None:  # noqa: N803
        """On the driver: all tasks are through.

        :raises klog.errors.KlogError: the ledger cannot be written; Spark repeats the batch then, which writes nothing.
        """
        queries = sorted({message.query_id for message in messages if isinstance(message, KlogCommit) and message.query_id})
        if self.options.audit:
            # Before the batch is done: a repetition of one that is done knows no counts.
            told = [message.counts for message in messages if isinstance(message, KlogCommit)]
            SinkAudit(self.options).end_batch(told, ",".join(queries), batchId)
        if self.options.idempotent:
            for query in queries:
                ledger_of(self.options).finish(query, batchId)

    def abort(self, messages: Sequence[WriterCommitMessage | None], batchId: int) -> None:  # noqa: N803
        """Some task failed, or the commit did; nothing is undone."""


def place_of_task(option: str = "idempotent") -> Place:
    """Query, batch and task of the running task.

    :param option: what needs that.

    :raises OptionError: this is no task of a stream.
    """
    from pyspark import TaskContext

    context = TaskContext.get()
    query = None if context is None else context.getLocalProperty(QUERY_PROPERTY)
    batch = None if context is None else context.getLocalProperty(BATCH_PROPERTY)
    if context is None or not query or batch is None:
        raise OptionError(
            "this Spark does not tell its tasks which query and batch they belong to "
            f"({QUERY_PROPERTY}, {BATCH_PROPERTY}), which the option {option} needs: leave it out"
        )
    return Place(query, int(batch), context.partitionId())


def ledger_of(options: SourceOptions) -> LedgerTopic:
    """The ledger of these options."""
    return ledger_for(client_for(options.client), options.idempotent_topic, options.api_timeout_ms)


def write_once(options: SourceOptions, columns: SinkColumns, iterator: Iterator[pa.RecordBatch], place: Place) -> KlogCommit:
    """Write the rows of a task's part of a batch that are not written yet."""
    attempt: Attempt | None = None
    left_out = 0
    try:
        for batch in iterator:
            if not batch.num_rows:
                continue
            if attempt is None:
                # Tasks without rows, of which shuffles have many, have nothing to say.
                ledger = ledger_of(options)
                if left_out or ledger.is_done(place.query, place.batch):
                    left_out += batch.num_rows
                    continue
                attempt = Attempt(options, sink_client(options), ledger, place)
            attempt.producer.write(table_of(batch, columns, options.topic))
        return KlogCommit(0, 0, left_out, place.query, place.batch) if attempt is None else attempt.finish()
    finally:
        if attempt is not None:
            attempt.producer.abandon()


class Attempt:
    """One attempt to write one task's part of a batch.

    :param client: for the target topics. :param ledger: the ledger.
    :raises KlogError: the ledger or the target topics cannot be asked.
    """

    def __init__(self, options: SourceOptions, client: BlockingClient, ledger: LedgerTopic, place: Place) -> None:
        self._options = options
        self._client = client
        self._ledger = ledger
        self._settings = ColumnProducerSettings.of(options.producer)
        self._random = random.SystemRandom()
        self._claim = ledger.claim(place.query, place.task, place.batch, self._ends)
        identity = Identity(self._claim.producer_id, self._claim.epoch, shared=True)
        self._counts = TaskCounts(options) if options.audit else None
        self.producer = ColumnProducer(
            client,
            self._settings,
            identity,
            counts=self._count,
            alone=self._write_alone,
            counted=None if self._counts is None else self._counts.acknowledged,
        )
        self._taking_over: AttemptTakeover | None = None
        if self._claim.is_repetition:
            self._taking_over = AttemptTakeover(
                client,
                self._claim,
                lambda route: self.producer.lanes[route].tp,
                identity.continue_at,
                lambda: self._ledger.check(self._claim),
                now_ms=lambda: time.time_ns() // 1_000_000,
                timeout_ms=self._settings.delivery_timeout_ms,
                codec=self._settings.codec,
                counted=None if self._counts is None else self._counts.written,
            )
            self._taking_over.read_back()
            self.producer.gate = self._taking_over.gate

    def finish(self) -> KlogCommit:
        """All rows were given: wait until they are written."""
        self.producer.flush()
        claim, taking_over = self._claim, self._taking_over
        commit = KlogCommit(self.producer.rows, self.producer.bytes, 0, claim.query, claim.batch)
        if self._counts is not None:
            commit.counts = self._counts.cells()
        if taking_over is not None:
            commit.rows += taking_over.fences
            commit.left_out = taking_over.left_out
            if taking_over.unmatched:
                log.warning(
                    "query %s, batch %d, task %d: an earlier attempt wrote %d records that this one lacks: is it deterministic?",
                    claim.query,
                    claim.batch,
                    claim.task,
                    taking_over.unmatched,
                )
        return commit

    def _write_alone(self, tp: TopicPartition, batch: bytes) -> Produced:
        """A batch of one record, which a broker could take for another attempt's with the same number."""
        header = records_codec.read_header(batch)
        (record,) = records_codec.records(batch)
        settings = self._settings
        mine = marked_batch(
            record.key,
            record.value,
            [(one.key.encode("utf-8", "surrogateescape"), one.value) for one in record.headers],
            record.timestamp_ms,
            producer_id=header.producer_id,
            epoch=header.producer_epoch,
            sequence=header.base_sequence,
            random=self._random,
            codec=settings.codec,
            level=settings.compression_level,
        )
        produced = self._client.produce(tp, mine, -1, timeout_ms=settings.delivery_timeout_ms)
        if not is_at_offset(self._client, tp, produced.base_offset, mine, timeout_ms=settings.delivery_timeout_ms):
            raise KlogError(ErrorCode.INVALID_PRODUCER_EPOCH)
        return produced

    def _ends(self) -> Starts:
        topic = self._options.topic
        return {} if topic is None else {topic: self._ends_of(topic)}

    def _ends_of(self, topic: str) -> list[int]:
        return ends_of(self._client, topic, timeout_ms=self._settings.delivery_timeout_ms, max_block_ms=self._settings.max_block_ms)

    def _count(self, topic: str, now: int) -> int:
        """Keys are spread over as many partitions as there were at the batch's first attempt, though there be more by now."""
        if topic not in self._claim.starts:
            self._claim = self._ledger.widen(self._claim, topic, self._ends_of(topic))
        return len(self._claim.starts[topic])
