"""What can be wrong with records, as one table of sentences that both implementations speak from.

The C walk finds a number (`Fault`), the record's index and two figures; the sentence is made here, so that Python and Cython cannot
say different things.
"""

from __future__ import annotations

import enum

from klog.records.contract import BATCH_OVERHEAD, CorruptRecords, InvalidRecords


class Fault(enum.IntEnum):
    """Why a walk over records stopped. The numbers stand in ``_fast.pyx``, too."""

    NONE = 0
    TRUNCATED = 1
    OVERLONG = 2
    LENGTH = 3
    OFFSET_DELTA = 4
    KEY_LENGTH = 5
    VALUE_LENGTH = 6
    HEADER_COUNT = 7
    HEADER_KEY_LENGTH = 8
    HEADER_VALUE_LENGTH = 9
    LEFT_OVER = 10
    TRAILING = 11
    COUNT = 12
    OFFSET_RANGE = 13


_SENTENCES = {
    Fault.TRUNCATED: "record {index} ends inside a field",
    Fault.OVERLONG: "record {index} has a varint with more bits than its field",
    Fault.LENGTH: "record {index} has length {a} where {b} bytes are left",
    Fault.OFFSET_DELTA: "record {index} has offset delta {a} instead of {b}",
    Fault.KEY_LENGTH: "record {index} has a key of length {a} where {b} bytes are left",
    Fault.VALUE_LENGTH: "record {index} has a value of length {a} where {b} bytes are left",
    Fault.HEADER_COUNT: "record {index} has {a} headers where {b} bytes are left",
    Fault.HEADER_KEY_LENGTH: "record {index} has a header key of length {a} where {b} bytes are left",
    Fault.HEADER_VALUE_LENGTH: "record {index} has a header value of length {a} where {b} bytes are left",
    Fault.LEFT_OVER: "record {index} has {a} bytes behind its last header",
    Fault.TRAILING: "{a} bytes stand behind the last of {b} records",
    Fault.COUNT: "a batch cannot hold {a} records",
    Fault.OFFSET_RANGE: "a batch of {a} records cannot have last offset delta {b}",
}
_OF_THE_BATCH = {Fault.TRAILING, Fault.COUNT, Fault.OFFSET_RANGE}


def invalid(fault: int, index: int, a: int, b: int) -> InvalidRecords:
    """The error for `fault` at record `index`; `a` and `b` are the figures of its sentence."""
    kind = Fault(fault)
    return InvalidRecords(_SENTENCES[kind].format(index=index, a=a, b=b), -1 if kind in _OF_THE_BATCH else index)


def offset_too_large(base_offset: int, delta: int = 0) -> InvalidRecords:
    """A record's offset is no number of 64 bits. Of those the sum would be one, so that C gives both parts."""
    return InvalidRecords(f"a record has offset {base_offset + delta}, which no record can have")


def no_header(position: int, available: int) -> CorruptRecords:
    """Fewer bytes than a v2 header."""
    return CorruptRecords(f"a batch header takes {BATCH_OVERHEAD} bytes, at {position} there are {available}")


def wrong_magic(position: int, magic: int) -> CorruptRecords:
    """Another magic than expected."""
    return CorruptRecords(f"magic {magic} at {position} is not known here")


def wrong_size(position: int, size: int, smallest: int) -> CorruptRecords:
    """An entry too small for its format."""
    return CorruptRecords(f"the entry at {position} says it has {size} bytes, the least is {smallest}")


def torn(position: int, size: int, available: int) -> CorruptRecords:
    """An entry larger than what is there."""
    return CorruptRecords(f"the entry at {position} says it has {size} bytes, there are {available}")


def wrong_crc(position: int, stored: int, computed: int) -> CorruptRecords:
    """The checksum does not fit."""
    return CorruptRecords(f"the checksum of the entry at {position} is {stored:#010x}, its bytes have {computed:#010x}")


def bad_position(position: int) -> CorruptRecords:
    """A position before the buffer."""
    return CorruptRecords(f"there is no position {position}")
