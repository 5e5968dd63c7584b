"""Parts record batches by the date of their timestamps, for ``date=YYYY-MM-DD`` folders.

The date is that of UTC. Records without a timestamp (-1, as old formats have) and those whose year has not four digits have no date; they
go where Hive, Spark and Delta keep a null: ``date=__HIVE_DEFAULT_PARTITION__``.

Records of a log are nearly in order of time, so most batches hold one date: that is seen from the smallest and the largest timestamp, and
the batch passes as it is. Only others are cut, and their records stay in the order of their offsets within each date.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from klog.pull.types import NO_DATE

_DAY_US = 86_400_000_000
_EPOCH = datetime.date(1970, 1, 1)
_FIRST_DAY = (datetime.date.min - _EPOCH).days
_LAST_DAY = (datetime.date.max - _EPOCH).days
#: What a record without a timestamp (-1 ms) has in the column.
NO_TIMESTAMP_US = -1_000


def date_of(day: int) -> str:
    """``YYYY-MM-DD`` of a day counted from 1970-01-01; `NO_DATE` where it has none."""
    return (_EPOCH + datetime.timedelta(days=day)).isoformat() if _FIRST_DAY <= day <= _LAST_DAY else NO_DATE


def date_of_us(timestamp_us: int) -> str:
    """The same of a timestamp in microseconds."""
    return NO_DATE if timestamp_us == NO_TIMESTAMP_US else date_of(timestamp_us // _DAY_US)


def part_by_date(batch: Any) -> Iterator[tuple[str, Any]]:
    """``(date, records)`` of a batch with a column ``timestamp`` in microseconds; each date once, in the order of first appearance."""
    if not batch.num_rows:
        return
    timestamps = batch.column("timestamp").cast(pa.int64())
    bounds = pc.min_max(timestamps)
    lowest, highest = bounds["min"].as_py(), bounds["max"].as_py()
    if lowest is None:  # nothing but nulls
        yield NO_DATE, batch
        return
    same_day = lowest // _DAY_US == highest // _DAY_US and not lowest < NO_TIMESTAMP_US < highest
    if not timestamps.null_count and (lowest == highest or (same_day and NO_TIMESTAMP_US not in (lowest, highest))):
        yield date_of_us(lowest), batch
        return
    # Integer division in Arrow goes towards zero; days go downwards.
    days = pc.divide(pc.subtract(timestamps, pc.if_else(pc.less(timestamps, 0), _DAY_US - 1, 0)), _DAY_US)
    days = pc.if_else(pc.equal(timestamps, NO_TIMESTAMP_US), pa.scalar(None, pa.int64()), days)
    days = pc.if_else(pc.and_(pc.greater_equal(days, _FIRST_DAY), pc.less_equal(days, _LAST_DAY)), days, pa.scalar(None, pa.int64()))
    for day in pc.unique(days).to_pylist():
        mask = pc.is_null(days) if day is None else pc.equal(days, day)
        yield NO_DATE if day is None else date_of(day), batch.filter(mask)
