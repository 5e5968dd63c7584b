"""Where a batch is cut that a broker calls too large. Pure; no Twisted here."""

from __future__ import annotations

from klog.records.appending import Body, head
from klog.records.contract import Codec, Record
from klog.records.implementations import appending, codec

#: What a record costs beside its key and value, about.
_RECORD_OVERHEAD_BYTES = 40


def cut(body: Body) -> tuple[list[Record], int]:
    """The records of a batch of several, and how many of them are the first half: both are about as large."""
    assert body.record_count > 1
    records = list(codec.records(head(body) + body.data))
    return records, _middle([_RECORD_OVERHEAD_BYTES + len(record.key or b"") + len(record.value or b"") for record in records])


def halves(body: Body, packed: Codec, level: int | None) -> tuple[Body, Body]:
    """A batch of several records as two."""
    records, middle = cut(body)
    return _body(records[:middle], packed, level), _body(records[middle:], packed, level)


def _body(records: list[Record], packed: Codec, level: int | None) -> Body:
    appender = appending.appender()
    for _, timestamp_ms, key, value, headers in records:
        appender.append(timestamp_ms, key, value, headers)
    made: Body = appender.close(packed, level)
    return made


def _middle(sizes: list[int]) -> int:
    """Where to cut, so that both halves are about as large; between 1 and the number of records less 1."""
    half = sum(sizes) / 2
    total = 0
    for index, size in enumerate(sizes):
        total += size
        if total >= half:
            return min(max(1, index), len(sizes) - 1)
    return 1
