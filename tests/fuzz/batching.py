"""Record batches for the families: valid ones of all formats, their repair, and bodies put into batches."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import Any

from klog.records import compression
from klog.records.builder import record_bytes
from klog.records.contract import TRANSACTIONAL, Codec, Header, RecordsError
from klog.records.control import Marker, build_marker
from klog.records.crc32c import crc32c
from klog.records.legacy import message_bytes
from klog.records.python import codec as python
from tests.records.cases import ROWS, fast_codec, rows

#: The bound that every reader is given.
CAP_BYTES = 128 << 10
#: As many as that has room for.
RECORDS = CAP_BYTES // 10
#: Both implementations, where both are there.
CODECS = [python] if fast_codec is None else [python, fast_codec]
_COMPRESSED = (Codec.GZIP, Codec.SNAPPY, Codec.LZ4, Codec.ZSTD)


def same(*calls: Callable[[], object], declared: type[BaseException] = RecordsError, by_kind: bool = False) -> object:
    """What all `calls` answer.

    :param by_kind: it is enough that all of them raise what is declared, whatever it says.
    :raises AssertionError: two of them answer differently, or raise different errors.
    """
    told: list[Any] = []
    for call in calls:
        try:
            told.append((call(), None))
        except declared as error:
            # Without its stack, which would hold this list.
            told.append((None, error.with_traceback(None)))
    fault = None
    first, wrong = told[0]
    for other, fault in told[1:]:
        if by_kind and fault is not None and wrong is not None:
            continue
        assert type(fault) is type(wrong) and str(fault) == str(wrong), f"{wrong!r} and {fault!r}"
        assert getattr(fault, "batch_index", 0) == getattr(wrong, "batch_index", 0), f"{wrong!r}: another record is named"
        assert other == first, f"{first!r} and {other!r}"
    del told[:]
    if wrong is None:
        return first
    try:
        raise wrong
    finally:
        # Or the stack that it gets now would hold it.
        wrong = fault = None


def batches() -> list[bytes]:
    """v2 batches: all codecs, control, transactional, empty, stamped, several in a row."""
    plain = python.build_batch(ROWS, base_offset=5)
    found = [plain, python.build_batch(rows(3)), python.build_batch(ROWS[:1], producer_id=7, producer_epoch=1, base_sequence=3)]
    found += [python.build_batch([*ROWS, *rows(20)], codec=codec) for codec in _COMPRESSED]
    found.append(python.build_batch(ROWS, attributes=TRANSACTIONAL, producer_id=9, producer_epoch=0, base_sequence=0))
    found += [build_marker(python, Marker(commit, 3), producer_id=9, producer_epoch=0, timestamp_ms=5) for commit in (True, False)]
    found.append(python.build_batch(rows(4), offset_deltas=[0, 2, 5, 9], base_offset=100, attributes=0x08))
    empty = bytearray(plain[:61])
    struct.pack_into(">i", empty, 8, 49)
    struct.pack_into(">i", empty, 57, 0)
    found.append(mended(bytes(empty)))
    odd = [(5, b"k", b"v", (Header("\udcff\udc80", b"no UTF-8"), Header("", None)))]
    found += [python.build_batch(odd), plain + found[3] + found[1]]
    return found


def message_sets() -> list[bytes]:
    """Of magic 0 and 1: plain, in wrappers of every codec, several, without records' keys and values."""
    found = []
    for magic in (0, 1):
        lines = [message_bytes(magic, place, 1_700_000_000_000 + place, key, value) for place, (_, key, value, _) in enumerate(ROWS)]
        found += [lines[0], b"".join(lines)]
        for codec in (Codec.GZIP, Codec.SNAPPY, Codec.LZ4):
            found.append(wrapper(magic, codec, b"".join(lines)))
    return found


def wrapper(magic: int, codec: int, inside: bytes, offset: int = 4) -> bytes:
    """A compressed message of `magic` around the messages `inside`."""
    return message_bytes(magic, offset, 1_700_000_000_000, None, compression.compress(codec, inside, magic=magic), codec)


def mended(data: bytes) -> bytes:
    """Entries whose lengths and checksums are right again, whatever else was done to them."""
    found = bytearray(data)
    position = 0
    while len(found) - position >= 26:
        left = len(found) - position
        size = struct.unpack_from(">i", found, position + 8)[0] + 12
        if not 26 <= size <= left:
            size = left
            struct.pack_into(">i", found, position + 8, size - 12)
        if found[position + 16] < 2:
            struct.pack_into(">I", found, position + 12, zlib.crc32(found[position + 16 : position + size]))
        else:
            struct.pack_into(">I", found, position + 17, crc32c(bytes(found[position + 21 : position + size])))
        position += size
    return bytes(found)


def around(data: bytes, codec: int) -> bytes:
    """A batch with a good header around a count (one byte) and the records behind it."""
    count, body = (data[0] if data else 0), data[1:]
    packed = compression.compress(codec, body) if codec else body
    head = struct.pack(">qiibI", 0, 49 + len(packed), -1, 2, 0)
    rest = struct.pack(">hiqqqhii", codec, count - 1, 1_700_000_000_000, 1_700_000_000_005, -1, -1, -1, count)
    return mended(head + rest + packed)


def bodies() -> list[bytes]:
    """What `around` takes: the records of the uncompressed batches."""
    return [bytes([struct.unpack_from(">i", batch, 57)[0]]) + batch[61:] for batch in batches()[:3]]


def bombs() -> list[bytes]:
    """Batches of few bytes that hold as many records as `CAP_BYTES` allows, or more bytes than that."""
    tiny = b"".join(record_bytes(0, place, b"", b"", ()) for place in range(RECORDS))
    found = []
    for codec, inside in ((Codec.ZSTD, tiny), (Codec.GZIP, bytes(8 * CAP_BYTES))):
        packed = compression.compress(codec, inside)
        head = struct.pack(">qiibI", 0, 49 + len(packed), -1, 2, 0)
        rest = struct.pack(">hiqqqhii", codec, RECORDS - 1, 0, 0, -1, -1, -1, RECORDS)
        found.append(mended(head + rest + packed))
    return found


def old_bombs() -> list[bytes]:
    """The same in the old formats."""
    return [wrapper(1, Codec.GZIP, b"".join(message_bytes(1, place, 0, b"", b"") for place in range(CAP_BYTES // 34)))]
