"""``df.write.format("klog").mode("append")``: a DataFrame's rows become records.

Each task writes its rows with a `klog.spark.producing.ColumnProducer` and says in its commit message how many they were. As with Spark's
own Kafka sink this is at least once: a task that failed half-way has written half, and is run again. `KlogWriter.commit` has nothing to do
but to tell the audit (`klog.spark.sink_audit`), and `abort` nothing at all; they run on copies elsewhere, so all that they may know of
the tasks is in the messages.

Columns: `klog.spark.sink_columns`. Save modes: append. Overwrite is refused in Spark's words; errorifexists (Spark's default) and ignore
never come here, Spark itself refuses them for data sources in Python and names append.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage

from klog.arrow.connections import client_for
from klog.audit.cells import Cell
from klog.client.blocking.batch_sender import Identity
from klog.client.blocking.client import BlockingClient
from klog.spark.encoding import table_of
from klog.spark.errors import OptionError
from klog.spark.producing import ColumnProducer, ColumnProducerSettings
from klog.spark.sink_audit import SinkAudit, TaskCounts
from klog.spark.sink_columns import SinkColumns, sink_columns
from klog.spark.worker_socket import acknowledge_now

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.types import StructType

    from klog.spark.options import SourceOptions


@dataclasses.dataclass
class KlogCommit(WriterCommitMessage):
    """What a task has done; the driver gets it."""

    rows: int = 0
    bytes: int = 0
    #: Rows that an earlier attempt had written (streams, idempotent).
    left_out: int = 0
    query_id: str | None = None
    batch_id: int | None = None
    #: For the audit: what brokers have acknowledged.
    counts: tuple[Cell, ...] = ()


class KlogWriter(DataSourceArrowWriter):
    """The batch sink.

    :param options: of kind "sink".
    :param schema: of the DataFrame.
    :raises OptionError: a column or a mode that cannot be; a sentence.
    """

    def __init__(self, options: SourceOptions, schema: StructType, overwrite: bool = False) -> None:
        if overwrite:
            raise OptionError(
                'Save mode overwrite not allowed for Kafka. Allowed save modes are append and errorifexists (default): .mode("append")'
            )
        if options.idempotent:
            raise OptionError(
                "the option idempotent is for streams (writeStream): a batch write has no checkpoint by which its repetition could be known"
            )
        self.options = options
        self.columns = columns_of(schema, options)
        self.job = ""
        if options.audit:
            self.job = secrets.token_hex(8)
            SinkAudit(options).begin()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        # This happens at the beginning of a task.
        acknowledge_now()

    def write(self, iterator: Iterator[pa.RecordBatch]) -> KlogCommit:
        """In a task: write all its rows.

        :raises klog.spark.producing.WriteFailed: brokers refuse, or do not answer in time.
        """
        return write_all(self.options, self.columns, iterator)

    def commit(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """All tasks are through: tell the audit what they have counted."""
        if self.options.audit:
            told = [message.counts for message in messages if isinstance(message, KlogCommit)]
            SinkAudit(self.options).end_job(told, self.job)

    def abort(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Some task failed; records that were written stay."""


def columns_of(schema: StructType, options: SourceOptions) -> SinkColumns:
    """Where the columns are.

    :raises OptionError: see `sink_columns`.
    """
    return sink_columns([(field.name, field.dataType.simpleString()) for field in schema.fields], options.topic)


def sink_client(options: SourceOptions) -> BlockingClient:
    """This worker's client for writing; as Java's producer, it lets brokers create topics where they are allowed to."""
    return client_for(dataclasses.replace(options.client, allow_auto_create_topics=True))


#: Who writes from this worker, by its settings: an id is asked for once, so that brokers need not remember one for each task.
_identities: dict[BlockingClient, Identity] = {}


def write_all(options: SourceOptions, columns: SinkColumns, iterator: Iterator[pa.RecordBatch]) -> KlogCommit:
    """Write all rows of a task, at least once."""
    client = sink_client(options)
    settings = ColumnProducerSettings.of(options.producer)
    # A task that fails leaves numbers behind that nobody can continue.
    identity = _identities.pop(client, None) if settings.idempotence else Identity()
    if identity is None:
        identity = Identity(*client.init_producer_id(timeout_ms=settings.max_block_ms))
    counts = TaskCounts(options) if options.audit else None
    producer = ColumnProducer(client, settings, identity, counted=None if counts is None else counts.acknowledged)
    try:
        for batch in iterator:
            if batch.num_rows:
                producer.write(table_of(batch, columns, options.topic))
        producer.flush()
    finally:
        producer.abandon()
    if settings.idempotence:
        for stale in [one for one in _identities if one.is_closed]:
            del _identities[stale]
        _identities[client] = identity
    return KlogCommit(producer.rows, producer.bytes, counts=() if counts is None else counts.cells())
