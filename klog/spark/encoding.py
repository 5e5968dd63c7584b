"""Arrow's record batches as the plain buffers that `klog.records.encode` makes records of; Spark's usual types are not copied.

Spark hands over binary, string, int32, timestamp[us] and list<struct<key: string, value: binary>>; the large forms where
``spark.sql.execution.arrow.useLargeVarTypes`` is set. Views and dictionaries are cast first. Topics become numbers by Arrow's own
dictionary encoding.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pyarrow as pa

from klog.records.encode import Cells, HeaderCells, Numbers, Rows
from klog.spark.errors import OptionError
from klog.spark.sink_columns import SinkColumns

_US = pa.timestamp("us", tz="UTC")


class Table(NamedTuple):
    """Some records as buffers. `keep` holds on to what they belong to."""

    rows: Rows
    #: Topics by code.
    topics: list[str]
    #: Each row's code; None: all have 0.
    codes: Numbers | None
    partitions: Numbers | None
    keep: Any


def table_of(batch: pa.RecordBatch, columns: SinkColumns, topic: str | None) -> Table:
    """The buffers of one batch.

    :param topic: the option, which stands above a column.
    :raises OptionError: a topic is null, in Spark's words.
    """
    names, codes = ([topic], None) if topic is not None else _topics(batch, columns)
    value = _plain(batch.column(columns.value))
    key = None if columns.key is None else _plain(batch.column(columns.key))
    headers = None if columns.headers is None else batch.column(columns.headers)
    partition = None if columns.partition is None else batch.column(columns.partition)
    stamps = None if columns.timestamp is None else batch.column(columns.timestamp)
    if stamps is not None and stamps.type != _US:
        stamps = stamps.cast(_US)
    rows = Rows(
        batch.num_rows,
        _cells(value),
        None if key is None else _cells(key),
        None if headers is None else _headers(headers),
        None if stamps is None else _numbers(stamps),
    )
    # Buffers are views of their own; the arrays that were cast keep nothing that they need.
    return Table(rows, names, codes, None if partition is None else _numbers(partition), batch)


def _topics(batch: pa.RecordBatch, columns: SinkColumns) -> tuple[list[str], Numbers]:
    assert columns.topic is not None
    column = batch.column(columns.topic)
    if column.null_count:
        raise OptionError(
            "The Kafka message data sent to the producer contains a null topic. Use the `topic` option for setting a default topic."
        )
    encoded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    return encoded.dictionary.to_pylist(), _numbers(encoded.indices.cast(pa.int32()))


def _plain(column: pa.Array) -> pa.Array:
    """Binary or string, in the plain or the large form."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        column = column.dictionary_decode()
        kind = column.type
    if pa.types.is_binary(kind) or pa.types.is_string(kind) or pa.types.is_large_binary(kind) or pa.types.is_large_string(kind):
        return column
    return column.cast(pa.large_binary())


def _cells(column: pa.Array) -> Cells:
    validity, offsets, data = column.buffers()[-3:]
    wide = pa.types.is_large_binary(column.type) or pa.types.is_large_string(column.type)
    return Cells(
        _bytes(offsets) if len(column) else bytes(8), _bytes(data), None if not column.null_count else validity, column.offset, wide
    )


def _numbers(column: pa.Array) -> Numbers:
    validity, data = column.buffers()
    return Numbers(_bytes(data), None if not column.null_count else validity, column.offset)


def _headers(column: pa.Array) -> HeaderCells:
    if not pa.types.is_list(column.type):
        column = column.cast(pa.list_(column.type.value_type))
    inner = column.values
    # A null instead of a header becomes one without a name: whoever fills the batch says so.
    keys, values = inner.flatten() if inner.null_count else (inner.field(0), inner.field(1))
    keys, values = _plain(keys), _plain(values)
    validity, offsets = column.buffers()[:2]
    return HeaderCells(
        _bytes(offsets) if len(column) else bytes(4),
        _cells(keys),
        _cells(values),
        None if not column.null_count else validity,
        column.offset,
    )


def _bytes(buffer: Any) -> Any:
    return b"" if buffer is None else buffer
