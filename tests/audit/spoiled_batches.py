"""Arrow batches of numbered records, of which some are spoiled: for proofs of the audit (`tests.audit.tier_faults`)."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

from klog.arrow.schema import schema as arrow_schema
from tests.audit.histories import T0, WINDOW_MS
from tests.audit.tier_faults import TOTAL, WINDOWS, Fault, chosen, slices

COLUMNS = ("key", "value", "offset", "timestamp", "timestampType")


def batches(fault: Fault | None, total: int = TOTAL, *, has_headers: bool = False) -> Iterator[pa.RecordBatch]:
    """So many records, as a reader has them; offsets are their numbers, as values, too."""
    wanted = pa.array(sorted(chosen(total)), pa.int64())
    schema = arrow_schema(COLUMNS, has_headers)
    for numbers in slices(total):
        offsets = pa.array(numbers, pa.int64())
        times_ms = pc.add(pc.divide(pc.multiply(offsets, WINDOWS * WINDOW_MS), total), T0)
        columns = [
            pa.nulls(len(offsets), pa.binary()),
            offsets.cast(pa.string()).cast(pa.binary()),
            offsets,
            pc.multiply(times_ms, 1000).cast(pa.timestamp("us", tz="UTC")),
            pa.array([0] * len(offsets), pa.int32()),
            *([pa.nulls(len(offsets), schema.field("headers").type)] if has_headers else []),
        ]
        batch = pa.record_batch(columns, schema=schema)
        is_hit = pc.is_in(offsets, value_set=wanted)
        if fault in (Fault.LOST, Fault.STRAYED):
            batch = batch.filter(pc.invert(is_hit))
        elif fault is Fault.ALTERED:
            batch = batch.set_column(1, schema.field("value"), pc.if_else(is_hit, pa.scalar(b"!", pa.binary()), batch.column("value")))
        yield batch
        if fault is Fault.DOUBLED:
            yield batch.filter(is_hit)


def strays() -> pa.RecordBatch:
    """Those that `Fault.STRAYED` takes away."""
    wanted = pa.array(sorted(chosen()), pa.int64())
    found = [batch.filter(pc.is_in(batch.column("offset"), value_set=wanted)) for batch in batches(None)]
    return pa.Table.from_batches(found).combine_chunks().to_batches()[0]
