"""Batch heads: what of a batch decides whether another one is the same, taken out of fetched bytes without looking at a record.

A v2 batch has 61 bytes of header (``DefaultRecordBatch.java``), whose CRC-32C covers everything behind it: two batches with the same header
hold the same bytes, as far as 32 bits can tell, and each header is held against the bytes that it came with, so that a copy which rotted
under a header that did not is found as well. What a broker may lawfully change is outside of the checksum: the base offset, which is
compared as the batch's place, and the partition leader epoch, which is the epoch of whichever cluster appended it, and is left out unless
it is asked for. Message sets of magic 0 and 1 have an offset, a size and a CRC-32.
"""

from __future__ import annotations

from typing import NamedTuple

from klog.records.batch import HEADER
from klog.records.contract import BATCH_OVERHEAD, Buffer, CorruptRecords, Entry
from klog.records.implementations import codec
from klog.records.readable_entries import readable_entries

#: Of a v2 header, behind the base offset.
_NAMES = (
    "size",
    "leader epoch",
    "magic",
    "content (CRC)",
    "attributes",
    "last offset",
    "base timestamp",
    "largest timestamp",
    "producer id",
    "producer epoch",
    "base sequence",
    "record count",
)
#: What is printed of one: without the base offset, and without the epoch.
_PRINTED_BYTES = BATCH_OVERHEAD - 12
_EPOCH_BYTES = 4


class Head(NamedTuple):
    """One batch, or one entry of an old message set."""

    base: int
    #: The offset behind its last.
    next: int
    #: Records, as its header says; 1 where a compressed message set does not say.
    records: int
    #: What must be the same.
    print: bytes
    #: Why its bytes cannot be what was written; empty where they can.
    damage: str


def heads_of(data: Buffer, *, with_epochs: bool = False) -> list[Head]:
    """The heads of all whole batches in `data`; an incomplete one at the end is left out.

    :param with_epochs: whether the partition leader epoch is compared, too.
    :raises CorruptRecords: bytes that are no batch. What stands before them is lost with them: `readable_heads` keeps it.
    """
    return [_head(data, entry, with_epochs) for entry in codec.scan(data)]


def readable_heads(data: Buffer, *, with_epochs: bool = False) -> tuple[list[Head], str]:
    """As `heads_of`, up to the first bytes that are no batch, and what is wrong with those; empty where nothing is."""
    entries, broken = readable_entries(data)
    return [_head(data, entry, with_epochs) for entry in entries], broken or ""


def _head(data: Buffer, entry: Entry, with_epochs: bool) -> Head:
    position = entry.position
    damage = ""
    try:
        codec.check_crc(data, position)
    except CorruptRecords as error:
        damage = str(error)
    if entry.magic == 2:
        epoch = bytes(data[position + 12 : position + 12 + _EPOCH_BYTES]) if with_epochs else b""
        shown = bytes(data[position + 8 : position + 12]) + epoch + bytes(data[position + 16 : position + BATCH_OVERHEAD])
        return Head(entry.base_offset, max(entry.last_offset, entry.base_offset) + 1, max(entry.record_count, 0), shown, damage)
    shown = bytes(data[position + 8 : position + 18])
    return Head(entry.base_offset, entry.last_offset + 1, max(entry.record_count, 1), shown, damage)


def what_differs(one: Head, other: Head) -> str:
    """The fields of two heads of the same range that are not the same, for people."""
    if len(one.print) != len(other.print):
        return "the format (magic)"
    if len(one.print) < _PRINTED_BYTES:
        return "content (CRC)"
    return ", ".join(name for name, mine, theirs in zip(_NAMES, _fields(one.print), _fields(other.print), strict=True) if mine != theirs)


def _fields(shown: bytes) -> tuple[int, ...]:
    """Of a v2 header, in the order of `_NAMES`."""
    epoch = shown[4 : 4 + len(shown) - _PRINTED_BYTES] or bytes(_EPOCH_BYTES)
    found: tuple[int, ...] = HEADER.unpack(bytes(8) + shown[:4] + epoch + shown[4 - _PRINTED_BYTES :])
    return found[1:]
