"""Filling a v2 batch record by record, in plain Python; ``_append.pyx`` is the same in C.

A producer does not know its records beforehand: an appender takes them as they come and says how large the batch has become, so that
nobody keeps an object per record. `PlainAppender.close` gives the records' bytes, compressed. The 61 bytes in front are made by `head`, as
often as sequence numbers change: a retry with a new epoch costs a checksum, not a copy.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

from klog.records import compression
from klog.records.batch import CHECKED_HEADER, CODEC_MASK
from klog.records.builder import record_bytes
from klog.records.contract import BATCH_OVERHEAD, LOG_OVERHEAD, Header
from klog.records.crc32c import crc32c

#: The most bytes of records that a batch can have.
LARGEST_BODY_BYTES = (1 << 31) - 1 - BATCH_OVERHEAD
#: What a record takes at most beside key, value and headers: lengths, attributes, deltas, and the number of headers.
RECORD_OVERHEAD = 5 + 1 + 10 + 5 + 5 + 5 + 5


class Body(NamedTuple):
    """A batch's records and what its header must say of them."""

    #: As they stand in the batch: compressed, where there is a codec.
    data: bytes
    record_count: int
    base_timestamp: int
    max_timestamp: int
    #: Number of the codec.
    codec: int


class NumberedHeader(NamedTuple):
    """A header that each record has, with another number in it.

    :ivar number_at: where in the value the number stands: 8 bytes, big-endian.
    """

    name: str
    value: bytes
    number_at: int


class PlainAppender:
    """A batch that grows.

    ::

        appender = PlainAppender()
        appender.append(1_700_000_000_000, b"key", b"value", ())
        body = appender.close(Codec.ZSTD)
        batch = head(body) + body.data

    :ivar size: bytes of the records so far, uncompressed; :ivar count: how many they are.
    """

    def __init__(self) -> None:
        self.size = 0
        self.count = 0
        self._base_timestamp = 0
        self._max_timestamp = -1
        self._body = bytearray()
        self._numbered: NumberedHeader | None = None
        self._next_number = 0

    def number(self, header: NumberedHeader, first: int) -> None:
        """From now on each record has `header` behind its own.

        :param first: the number of the next record; it rises by one with each, and goes on behind `close`.
        :raises ValueError: the number does not lie within the header's value.
        :raises TypeError: it has no name, or no value.
        """
        if not isinstance(header.name, str) or not isinstance(header.value, bytes):
            raise TypeError("a header with numbers has a name and a value")
        if not 0 <= header.number_at <= len(header.value) - 8:
            raise ValueError("the number lies outside of the header")
        self._numbered, self._next_number = header, first

    def append(
        self,
        timestamp_ms: int,
        key: bytes | None,
        value: bytes | None,
        headers: Sequence[tuple[str, bytes | None]],
        limit_bytes: int = LARGEST_BODY_BYTES,
    ) -> int:
        """One more record; the size with it, or -1 where that would be above `limit_bytes` and the batch is not empty: not taken then.

        :raises TypeError: a key or value that is not bytes (or None), a header that is not (str, bytes or None).
        :raises ValueError: more than 2 GiB.
        """
        base_timestamp = self._base_timestamp if self.count else timestamp_ms
        all_headers = [*_headers(headers), *self._number_header()]
        record = record_bytes(timestamp_ms - base_timestamp, self.count, _bytes(key), _bytes(value), all_headers)
        if self.count and self.size + len(record) > limit_bytes:
            return -1
        self._take(record, timestamp_ms)
        return self.size

    def extend(self, timestamp_ms: int, values: Sequence[bytes | None], start: int, limit_bytes: int) -> int:
        """Records of `values` from `start` on, without keys, as long as the size stays within `limit_bytes` (an empty batch takes one in
        any case); the index of the first that was not taken.

        :raises TypeError: as `append`, at a value that is not bytes; those before it were taken.
        """
        for index in range(start, len(values)):
            base_timestamp = self._base_timestamp if self.count else timestamp_ms
            record = record_bytes(timestamp_ms - base_timestamp, self.count, None, _bytes(values[index]), self._number_header())
            if self.count and self.size + len(record) > limit_bytes:
                return index
            self._take(record, timestamp_ms)
        return max(start, len(values))

    def close(self, codec: int = 0, level: int | None = None) -> Body:
        """The records; the appender is empty and may begin again. Where this fails, it stays as it is.

        :raises ValueError: there are none, or no such level.
        """
        if not self.count:
            raise ValueError("a batch has at least one record")
        data = bytes(self._body)
        body = Body(
            compression.compress(codec, data, level) if codec else data, self.count, self._base_timestamp, self._max_timestamp, codec
        )
        self._body = bytearray()
        self.size = self.count = 0
        self._max_timestamp = -1
        return body

    def _number_header(self) -> list[Header]:
        """Of the next record, where they are numbered."""
        if self._numbered is None:
            return []
        name, content, number_at = self._numbered
        return [Header(name, content[:number_at] + struct.pack(">q", self._next_number) + content[number_at + 8 :])]

    def _take(self, record: bytes, timestamp_ms: int) -> None:
        if self.size + len(record) > LARGEST_BODY_BYTES:
            raise ValueError("a batch cannot hold more than 2 GiB")
        if not self.count:
            self._base_timestamp = timestamp_ms
        if timestamp_ms > self._max_timestamp:
            self._max_timestamp = timestamp_ms
        self._body += record
        self.count += 1
        self._next_number += 1
        self.size += len(record)


def _bytes(data: bytes | None) -> bytes | None:
    if data is None or type(data) is bytes:
        return data
    if isinstance(data, bytearray | memoryview):
        return bytes(data)
    raise TypeError(f"keys, values and headers' values are bytes, not {type(data).__name__}")


def _headers(headers: Sequence[tuple[str, bytes | None]]) -> list[Header]:
    if not headers:
        return []
    found = []
    for name, value in headers:
        if not isinstance(name, str):
            raise TypeError(f"names of headers are str, not {type(name).__name__}")
        found.append(Header(name, _bytes(value)))
    return found


def record_bound(key: bytes | None, value: bytes | None, headers: Sequence[tuple[str, bytes | None]] = ()) -> int:
    """The most bytes that a record can take, whatever its place in the batch."""
    total = RECORD_OVERHEAD + (len(key) if key is not None else 0) + (len(value) if value is not None else 0)
    for name, content in headers:
        total += 10 + 4 * len(name) + (len(content) if content is not None else 0)
    return total


def head(
    body: Body, *, attributes: int = 0, producer_id: int = -1, producer_epoch: int = -1, base_sequence: int = -1, base_offset: int = 0
) -> bytes:
    """The 61 bytes in front of `body` that make it a batch, checksum included.

    :raises ValueError: more than 2 GiB.
    """
    size = BATCH_OVERHEAD + len(body.data)
    if len(body.data) > LARGEST_BODY_BYTES:
        raise ValueError(f"a batch of {size} bytes is too large for its format")
    checked = CHECKED_HEADER.pack(
        attributes & ~CODEC_MASK | body.codec,
        body.record_count - 1,
        body.base_timestamp,
        body.max_timestamp,
        producer_id,
        producer_epoch,
        base_sequence,
        body.record_count,
    )
    return struct.pack(">qiibI", base_offset, size - LOG_OVERHEAD, -1, 2, crc32c(body.data, crc32c(checked))) + checked
