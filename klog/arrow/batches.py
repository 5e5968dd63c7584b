"""`RawColumns` as Arrow record batches, without copying a byte of them.

What is the same in every row (topic, partition, a key that is null throughout) is made once, for the largest number of rows so far, and
sliced: an array of constants costs nothing per batch then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pyarrow as pa

from klog.arrow.schema import HEADERS
from klog.records.columns import BinaryColumn, HeaderColumn, RawColumns, Wanted

#: What has to be decoded for a column; the others are constants.
_NEEDS: Final = {
    "key": Wanted.KEY,
    "value": Wanted.VALUE,
    "offset": Wanted.OFFSET,
    "timestamp": Wanted.TIMESTAMP,
    "timestampType": Wanted.TIMESTAMP_TYPE,
    HEADERS: Wanted.HEADERS,
}
#: Constants kept at once; tasks read one partition at a time.
_MOST_CONSTANTS = 64

_constants: dict[tuple[Any, ...], pa.Array] = {}


def wanted_by(schema: pa.Schema) -> Wanted:
    """What to decode for the columns of `schema`."""
    found = Wanted(0)
    for name in schema.names:
        found |= _NEEDS.get(name, Wanted(0))
    return found


def record_batch(raw: RawColumns, topic: str, partition: int, schema: pa.Schema) -> pa.RecordBatch:
    """`raw` as a record batch over the same memory.

    :param schema: of `klog.arrow.schema.schema`; what it names has to be in `raw`.
    """
    arrays = [_column(field.name, field.type, raw, topic, partition) for field in schema]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _column(name: str, kind: pa.DataType, raw: RawColumns, topic: str, partition: int) -> pa.Array:
    rows = raw.rows
    match name:
        case "key":
            return _binary(raw.key, rows, kind)
        case "value":
            return _binary(raw.value, rows, kind)
        case "topic":
            return _constant(("topic", topic), rows, lambda count: pa.array([topic], kind).take(pa.array([0] * count, pa.int32())))
        case "partition":
            return _constant(("partition", partition), rows, lambda count: pa.array([partition] * count, kind))
        case "offset":
            return _fixed(raw.offsets, rows, kind)
        case "timestamp":
            return _fixed(raw.timestamps_us, rows, kind)
        case "timestampType":
            return _fixed(raw.timestamp_types, rows, kind)
        case _:
            assert raw.headers is not None
            return _headers(raw.headers, rows, kind)


def _constant(key: tuple[Any, ...], rows: int, make: Callable[[int], pa.Array]) -> pa.Array:
    array = _constants.get(key)
    if array is None or len(array) < rows:
        while len(_constants) >= _MOST_CONSTANTS:
            del _constants[next(iter(_constants))]
        # Twice the rows: batches that grow a little each time do not make it anew each time.
        array = _constants[key] = make(max(1024, 1 << (rows - 1).bit_length()))
    return array.slice(0, rows)


def _fixed(data: Any, rows: int, kind: pa.DataType) -> pa.Array:
    assert data is not None, "a column was not decoded"
    return pa.Array.from_buffers(kind, rows, [None, pa.py_buffer(data)], 0)


def _binary(column: BinaryColumn | None, rows: int, kind: pa.DataType) -> pa.Array:
    assert column is not None, "a column was not decoded"
    if rows and column.null_count == rows:
        return _constant(("null", kind), rows, lambda count: pa.nulls(count, kind))
    validity = None if column.validity is None else pa.py_buffer(column.validity)
    return pa.Array.from_buffers(kind, rows, [validity, pa.py_buffer(column.offsets), pa.py_buffer(column.data)], column.null_count)


def _headers(column: HeaderColumn, rows: int, kind: pa.DataType) -> pa.Array:
    if rows and column.null_count == rows:
        return _constant(("null", kind), rows, lambda count: pa.nulls(count, kind))
    pair = kind.value_type
    entries = len(memoryview(column.keys.offsets).cast("B")) // 4 - 1
    if rows:
        entries = memoryview(column.list_offsets).cast("B").cast("i")[rows]
    keys = _binary(column.keys, entries, pair.field(0).type)
    values = _binary(column.values, entries, pair.field(1).type)
    structs = pa.Array.from_buffers(pair, entries, [None], 0, children=[keys, values])
    validity = None if column.validity is None else pa.py_buffer(column.validity)
    return pa.Array.from_buffers(kind, rows, [validity, pa.py_buffer(column.list_offsets)], column.null_count, children=[structs])
