"""The batches of a segment's file one after the other, for as long as checksums and offsets hold.

Whoever reads a file that nobody vouches for goes by this: recovery, after an unclean stop, and what a KRaft controller has left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from klog.records.contract import CorruptRecords, Entry
from klog.storage.context import LogContext
from klog.storage.segments.batch_headers import header_entry
from klog.storage.segments.offset_index import MAX_RELATIVE_OFFSET

#: What is read at once.
CHUNK_BYTES = 1 << 20
#: An offset index has 31 bits for an offset within its segment.


def checked_batches(
    context: LogContext, path: str, size: int, base_offset: int, why: Callable[[str], None]
) -> Iterator[tuple[Entry, bytes]]:
    """Every batch of a segment's file from its start while checksums and offsets hold, with its bytes; read in bounded chunks.

    :param size: of the file.
    :param why: told what is wrong with the first batch that does not hold.
    """
    codec = context.codec
    file = context.files.get(path)
    position = 0
    next_offset = base_offset
    while position < size:
        buffer = file.read_at(position, min(CHUNK_BYTES, size - position))
        if not buffer:
            why("the file is shorter than its size")
            return
        try:
            steps = codec.scan(buffer)
        except CorruptRecords:
            # The chunk holds something broken: step by step up to it.
            steps = []
            start = 0
            try:
                while one := codec.scan(buffer, start, 1):
                    steps += one
                    start += one[0].size
            except CorruptRecords as error:
                if not steps:
                    why(str(error))
                    return
        if not steps:
            try:
                step = header_entry(buffer, position)
            except CorruptRecords as error:
                why(str(error))
                return
            if position + step.size > size:
                why(f"a batch of {step.size} bytes at {position} passes the end of the file")
                return
            buffer = file.read_at(position, step.size)
            steps = [step._replace(position=0)]
        for step in steps:
            try:
                codec.check_crc(buffer, step.position)
            except CorruptRecords as error:
                why(str(error))
                return
            last_offset = step.last_offset
            if step.base_offset < next_offset or last_offset < step.base_offset or last_offset - base_offset > MAX_RELATIVE_OFFSET:
                why(f"offsets {step.base_offset} to {last_offset} cannot follow {next_offset - 1}")
                return
            next_offset = last_offset + 1
            begin = step.position
            yield Entry(position + begin, *step[1:]), buffer[begin : begin + step.size]
        position += steps[-1].position + steps[-1].size
