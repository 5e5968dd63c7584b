"""Reading ``__consumer_offsets`` fast: of millions of committed offsets only the newest of each partition matters.

A partition of that topic is read at start from its beginning. `fold_batches` walks whole batches and keeps the newest value of every offset
in nested dictionaries, as the bytes they are; records of other kinds it keeps by their whole key, newest last, for whoever understands
them. What it does not handle (compressed, transactional, control and old batches, those with a wrong checksum) it leaves to the caller, by
returning where it stands.

This is the plain version of what ``_latest`` does in C; ``implementations`` chooses.

The key of a committed offset is kind i16 (0 or 1), group (i16 length), topic (i16 length), partition i32; values are described in
``klog.broker.groups.offset_values``. A value is only looked at as far as it must be to know that it can be read later.
"""

from __future__ import annotations

import struct
from collections.abc import Collection

from klog.records.batch import CODEC_MASK, HEADER
from klog.records.contract import BATCH_OVERHEAD, CONTROL, TRANSACTIONAL, Buffer, InvalidRecords
from klog.records.crc32c import crc32c
from klog.records.python import codec as plain

_INT16 = struct.Struct(">h")
#: Kinds of keys that are committed offsets.
OFFSET_KINDS = (0, 1)
_LOOK_CLOSELY = CODEC_MASK | TRANSACTIONAL | CONTROL


class Latest:
    """What was read so far.

    :param kinds: of the other records that are kept.
    :ivar offsets: by group, then by the rest of the key: the newest value.
    :ivar others: the newest value by key, None where that is a tombstone; in the order of these newest records.
    :ivar skipped: how many records of each kind were passed over.
    :ivar broken: (offset, what is wrong with it) of records that make no sense.
    :ivar count: committed offsets and tombstones of such that were read.
    """

    __slots__ = ("broken", "count", "kinds", "offsets", "others", "skipped")

    def __init__(self, kinds: Collection[int], offsets: dict[bytes, dict[bytes, bytes]] | None = None) -> None:
        self.kinds = frozenset(kinds)
        self.offsets: dict[bytes, dict[bytes, bytes]] = {} if offsets is None else offsets
        self.others: dict[bytes, bytes | None] = {}
        self.skipped: dict[int, int] = {}
        self.broken: list[tuple[int, str]] = []
        self.count = 0

    def record(self, offset: int, key: bytes | None, value: bytes | None) -> None:
        """Take one record."""
        if key is None or len(key) < 2:
            self.broken.append((offset, "it has no key that says of which kind it is"))
            return
        kind = _INT16.unpack_from(key)[0]
        if kind in OFFSET_KINDS:
            parts = split_key(key)
            if parts is None:
                self.broken.append((offset, f"its key of {len(key)} bytes is no key of a committed offset"))
                return
            self.count += 1
            group, rest = parts
            if value is None:
                offsets = self.offsets.get(group)
                if offsets is not None and offsets.pop(rest, None) is not None and not offsets:
                    del self.offsets[group]
            elif not is_offset_value(value):
                self.broken.append((offset, f"its value of {len(value)} bytes is no committed offset"))
            else:
                self.offsets.setdefault(group, {})[rest] = value
        elif kind in self.kinds:
            self.others.pop(key, None)
            self.others[key] = value
        else:
            self.skipped[kind] = self.skipped.get(kind, 0) + 1


def split_key(key: bytes) -> tuple[bytes, bytes] | None:
    """Group, and topic with partition, of the key of a committed offset; None where it is none."""
    size = len(key)
    if size < 4:
        return None
    end = 4 + _INT16.unpack_from(key, 2)[0]
    if end < 4 or end + 2 > size:
        return None
    length = _INT16.unpack_from(key, end)[0]
    if length < 0 or end + 6 + length > size:
        return None
    group = key[4:end]
    try:
        group.decode()
    except UnicodeDecodeError:
        return None
    return group, key[end : end + 6 + length]


def is_offset_value(value: bytes) -> bool:
    """Whether `value` has a version that is known and is long enough for its fields."""
    size = len(value)
    if size < 2:
        return False
    version = _INT16.unpack_from(value)[0]
    if 0 <= version <= 3:
        start = 14 if version == 3 else 10
        if size < start + 2:
            return False
        length: int = _INT16.unpack_from(value, start)[0]
        return length >= 0 and size >= start + 2 + length + (16 if version == 1 else 8)
    if version != 4:
        return False
    length = shift = 0
    position = 14
    while position < size and position < 18:
        byte = value[position]
        length |= (byte & 0x7F) << shift
        shift += 7
        position += 1
        if byte < 0x80:
            return 0 < length <= 0x8000 and size >= position + length - 1 + 9
    return False


def fold_records(buffer: Buffer, count: int, base_offset: int, latest: Latest) -> None:
    """Take `count` records of a v2 batch, decompressed.

    :raises InvalidRecords: they are not what they should be; those before are taken.
    """
    head = bytearray(BATCH_OVERHEAD)
    HEADER.pack_into(head, 0, base_offset, BATCH_OVERHEAD - 12 + len(buffer), 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, count)
    whole = bytes(head) + bytes(buffer)
    for record in plain.records(whole):
        latest.record(record.offset, record.key, record.value)


def fold_batches(buffer: Buffer, position: int, latest: Latest) -> int:
    """Take the batches from `position` on, as far as they are ordinary ones.

    :returns: where the first stands that was not taken: the end of `buffer`, a batch that is cut off, or one to be looked at closely. A
    batch whose records are broken is named in ``latest.broken`` and passed over.
    """
    size = len(buffer)
    while size - position >= BATCH_OVERHEAD:
        base_offset, length, _, magic, crc, attributes, *_, count = HEADER.unpack_from(buffer, position)
        end = position + 12 + length
        if magic != 2 or length < BATCH_OVERHEAD - 12 or end > size or attributes & _LOOK_CLOSELY:
            break
        if crc32c(memoryview(buffer)[position + 21 : end]) != crc:
            break
        try:
            fold_records(memoryview(buffer)[position + BATCH_OVERHEAD : end], count, base_offset, latest)
        except InvalidRecords as error:
            latest.broken.append((base_offset, str(error)))
        position = end
    return position
