"""Batches as a source has them, made into batches that may be produced. Pure.

A batch is taken as it is wherever it can be: its records are not decoded, only the 61 bytes in front are made anew, since offsets are
given by the destination and the producer is us. What nobody may produce is left out or made anew: control batches and aborted records are
not records of anybody; a batch with gaps between its offsets (compaction), with records before the first that is wanted, or with the
broker's own timestamps has its records put into a new one; so have message sets of magic 0 and 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from klog.records.appending import Body
from klog.records.batch import CODEC_MASK
from klog.records.contract import BATCH_OVERHEAD, CONTROL, HAS_DELETE_HORIZON, LOG_APPEND_TIME, Buffer, Codec, Record
from klog.records.implementations import appending, codec
from klog.records.views import converted

#: The most that one batch may hold.
_LIMIT_BYTES = 100 << 20


class Load(NamedTuple):
    """Records of one partition that travel together, and which they are at the source."""

    body: Body
    #: Source offset of each record; a range where they follow each other.
    offsets: range | tuple[int, ...]


def loads_of(data: Buffer, start: int, skip: Collection[int] = ()) -> list[Load]:
    """What is to be produced of fetched batches.

    :param start: records below it are left out; :param skip: so are batches at these positions (aborted transactions).
    :raises RecordsError: bytes that are not what they say.
    """
    loads: list[Load] = []
    for entry in codec.scan(data):
        if entry.last_offset < start or entry.position in skip:
            continue
        if entry.magic != 2:
            batch: Buffer = converted(data, entry.position, entry.size, entry.magic, _LIMIT_BYTES)
            loads += _load(batch, 0, start)
        elif not entry.attributes & CONTROL and entry.record_count > 0:
            codec.check_crc(data, entry.position)
            loads += _load(data, entry.position, start)
    return loads


def _load(data: Buffer, position: int, start: int) -> Iterable[Load]:
    header = codec.read_header(data, position)
    is_dense = header.last_offset_delta == header.record_count - 1 and header.base_offset >= start
    kind = header.attributes & CODEC_MASK
    if is_dense and not header.attributes & (LOG_APPEND_TIME | HAS_DELETE_HORIZON):
        records = bytes(data[position + BATCH_OVERHEAD : position + header.size])
        body = Body(records, header.record_count, header.base_timestamp, header.max_timestamp, kind)
        return (Load(body, range(header.base_offset, header.base_offset + header.record_count)),)
    whole = bytes(data[position : position + header.size])
    left = [record for record in codec.records(whole, max_uncompressed_bytes=_LIMIT_BYTES) if record.offset >= start]
    return (Load(_body(left, Codec(kind)), tuple(record.offset for record in left)),) if left else ()


def _body(records: list[Record], kind: Codec) -> Body:
    appender = appending.appender()
    for _, timestamp_ms, key, value, headers in records:
        appender.append(timestamp_ms, key, value, headers)
    body: Body = appender.close(kind, None)
    return body
