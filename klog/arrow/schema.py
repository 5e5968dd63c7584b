"""The columns that records are read into: those of Spark's own Kafka source, in its order and with its types.

The Arrow types are exactly those that Spark makes of that schema (``to_arrow_schema(..., timezone="UTC")``); a test holds them against it.
Spark 4.3 refuses a batch whose schema differs in anything, and older ones take columns by their place.
"""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from klog.config import ConfigError, nearest_name

#: The columns of a record, headers apart.
COLUMNS = ("key", "value", "topic", "partition", "offset", "timestamp", "timestampType")
HEADERS = "headers"

_TYPES: dict[str, pa.DataType] = {
    "key": pa.binary(),
    "value": pa.binary(),
    "topic": pa.string(),
    "partition": pa.int32(),
    "offset": pa.int64(),
    "timestamp": pa.timestamp("us", tz="UTC"),
    "timestampType": pa.int32(),
    HEADERS: pa.list_(pa.field("element", pa.struct([pa.field("key", pa.string()), pa.field("value", pa.binary())]))),
}


def schema(columns: Sequence[str] = COLUMNS, include_headers: bool = False) -> pa.Schema:
    """The schema of record batches with `columns`, in their order, and ``headers`` last where they are included.

    :raises ConfigError: a column that there is not, twice the same, or none at all.
    """
    names = list(columns)
    if include_headers and HEADERS not in names:
        names.append(HEADERS)
    for name in names:
        if name not in _TYPES:
            nearest = nearest_name(name, sorted(_TYPES))
            raise ConfigError("columns", name, "there is no such column" + (f"; did you mean {nearest}?" if nearest else ""))
    if len(set(names)) != len(names):
        raise ConfigError("columns", ",".join(names), "a column is named twice")
    if not names:
        raise ConfigError("columns", "", "at least one column is needed")
    return pa.schema([pa.field(name, _TYPES[name]) for name in names])
