"""From batch to batch in a segment's file, by their headers: payloads are read only where batches are small."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence

from klog.records.batch import HEADER
from klog.records.contract import BATCH_OVERHEAD, LOG_OVERHEAD, CorruptRecords, Entry

#: What one look at the headers of batches reads; a page more than the usual distance between two index entries.
SCAN_BYTES = 8192
_OLD_HEADER = struct.Struct(">qiIbb")
_SMALLEST_MESSAGE = 14


def header_entry(buffer: bytes, position: int) -> Entry:
    """The step of a batch or message of which `buffer` may hold no more than the header; `position` is where it stands.

    :raises CorruptRecords: not even the header is there, or it makes no sense.
    """
    if len(buffer) < LOG_OVERHEAD + _SMALLEST_MESSAGE:
        raise CorruptRecords(f"{len(buffer)} bytes at position {position} are not a batch")
    magic = buffer[16]
    size = int.from_bytes(buffer[8:12], "big", signed=True) + LOG_OVERHEAD
    if magic == 2 and len(buffer) >= BATCH_OVERHEAD and size >= BATCH_OVERHEAD:
        base, _, epoch, _, _, attributes, delta, _, max_timestamp, producer_id, producer_epoch, sequence, count = HEADER.unpack_from(buffer)
        return Entry(position, size, 2, base, base + delta, max_timestamp, epoch, attributes, producer_id, producer_epoch, sequence, count)
    if magic < 2 and size >= LOG_OVERHEAD + _SMALLEST_MESSAGE + 8 * magic:
        offset, _, _, _, attributes = _OLD_HEADER.unpack_from(buffer)
        timestamp = int.from_bytes(buffer[18:26], "big", signed=True) if magic else -1
        return Entry(position, size, magic, offset, offset, timestamp, -1, attributes, -1, -1, -1, 1)
    raise CorruptRecords(f"at position {position} stands no batch: magic {magic}, size {size}")


def walk(
    scan: Callable[[bytes], Sequence[Entry]], read: Callable[[int, int], bytes], position: int, end: int, path: str
) -> Iterator[Entry]:
    """Headers of the batches from `position`, which must be where one begins, to `end`, with absolute positions.

    :param scan: of the codec.
    :param read: bytes of the file, of position and length.
    :param path: of the file, for errors.
    :raises CorruptRecords: no batch stands where one should, or it ends before it begins. And what `read` raises.
    """
    while position < end:
        buffer = read(position, min(SCAN_BYTES, end - position))
        steps = scan(buffer)
        if steps:
            start = position
            for step in steps:
                position = start + step.position
                if step.last_offset < step.base_offset:
                    raise _backwards(path, position, step)
                yield Entry(position, *step[1:])
            position += steps[-1].size
        else:
            step = header_entry(buffer, position)
            if position + step.size > end:
                raise CorruptRecords(f"{path}: the batch at {position} of {step.size} bytes passes the end at {end}")
            if step.last_offset < step.base_offset:
                raise _backwards(path, position, step)
            yield step
            position += step.size


def _backwards(path: str, position: int, entry: Entry) -> CorruptRecords:
    return CorruptRecords(f"{path}: the batch at {position} ends with offset {entry.last_offset} before {entry.base_offset}")
