"""Message sets of magic 0 and 1: reading them, and converting to and from v2 batches.

An entry (``LegacyRecord.java``)::

    0 offset i64 | 8 size i32 (what follows) | 12 CRC-32 u32 of all that follows it | 16 magic i8 | 17 attributes i8
    [magic 1: 18 timestamp i64] | key length i32 (-1: null), key | value length i32 (-1: null), value

There are no batches but by compression: the value of a *wrapper* entry is a compressed message set, of the wrapper's magic and not
compressed again. Its offset is that of its last message. Inside, magic 0 has absolute offsets and magic 1 offsets relative to the wrapper's
first; a magic 1 wrapper of offset 0 comes from some librdkafka, and its base is 0. LogAppendTime in the wrapper's attributes gives its
timestamp to all inside.

Producers' offsets are not believed: they may be 0 throughout, or absolute, or relative (`to_magic2` numbers anew, as
``LogValidator.java`` of Kafka 3.9 does). Going back, ``RecordsUtil.java`` of 3.9 is followed: a compressed batch becomes one wrapper with
all its records, a plain one an entry for each.

Both ways are written twice, here and in ``_legacy.pxi``, which leaves to this module whatever is wrong in a set that comes in; they must
change together.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, NamedTuple

from klog.records import compression
from klog.records.batch import CODEC_MASK, LONG_MAX, LONG_MIN, check_crc, read_header, step, whole_entry
from klog.records.contract import (
    CONTROL,
    LOG_APPEND_TIME,
    Buffer,
    Codec,
    CorruptRecords,
    InvalidRecords,
    OldEntries,
    Record,
    RecordsCodec,
    UnsupportedCodec,
)
from klog.records.faults import offset_too_large

_NO_TIMESTAMP = -1


class Message(NamedTuple):
    """One entry as it stands there; `attributes` with codec and timestamp type."""

    offset: int
    magic: int
    attributes: int
    timestamp_ms: int
    key: bytes | None
    value: bytes | None


def read_message(buffer: Buffer, position: int, size: int, magic: int, index: int = -1) -> Message:
    """The entry of `size` bytes at `position`; the CRC is not looked at.

    :raises InvalidRecords: key and value do not end where the entry ends; names record `index`.
    """
    offset, attributes = struct.unpack_from(">q9xB", buffer, position)
    end = position + size
    at = position + 18
    timestamp = _NO_TIMESTAMP
    if magic:
        (timestamp,) = struct.unpack_from(">q", buffer, at)
        at += 8
    key, at = _sized(buffer, at, end, "key", index)
    value, at = _sized(buffer, at, end, "value", index)
    if at != end:
        raise InvalidRecords(f"a message has {end - at} bytes behind its value", index)
    return Message(offset, magic, attributes, timestamp, key, value)


def _sized(buffer: Buffer, at: int, end: int, what: str, index: int) -> tuple[bytes | None, int]:
    if end - at < 4:
        raise InvalidRecords(f"a message ends before its {what}", index)
    (size,) = struct.unpack_from(">i", buffer, at)
    at += 4
    if not -1 <= size <= end - at:
        raise InvalidRecords(f"a message has a {what} of length {size} where {end - at} bytes are left", index)
    return (None, at) if size < 0 else (bytes(buffer[at : at + size]), at + size)


def unwrapped(wrapper: Message, limit_bytes: int) -> Buffer:
    """The set in a wrapper, decompressed.

    :raises InvalidRecords: no value, or a codec that the magic cannot have.
    """
    if wrapper.value is None:
        raise InvalidRecords("a compressed message has no value")
    try:
        return compression.decompress(wrapper.attributes & CODEC_MASK, wrapper.value, limit_bytes, magic=wrapper.magic)
    except UnsupportedCodec as error:
        raise InvalidRecords(str(error)) from None


def inner_messages(wrapper: Message, data: Buffer, *, check: bool) -> Iterator[Message]:
    """The messages in a wrapper, offsets as they stand there, timestamps as they count.

    :param data: what `unwrapped` gave. :param check: look at each CRC.
    :raises InvalidRecords: another magic inside, a nested wrapper, a torn or empty set.
    :raises CorruptRecords: a CRC inside does not fit.
    """
    position = index = 0
    while position < len(data):
        try:
            size, magic = whole_entry(data, position)
        except CorruptRecords as error:
            raise InvalidRecords(f"inside a compressed message: {error}", index) from None
        if magic != wrapper.magic:
            raise InvalidRecords(f"a message of magic {magic} in a compressed one of magic {wrapper.magic}", index)
        if check:
            check_crc(data, position)
        message = read_message(data, position, size, magic, index)
        if message.attributes & CODEC_MASK:
            raise InvalidRecords("a compressed message in a compressed message", index)
        if magic and wrapper.attributes & LOG_APPEND_TIME:
            message = message._replace(timestamp_ms=wrapper.timestamp_ms)
        yield message
        position += size
        index += 1
    if not index:
        raise InvalidRecords("a compressed message without any message")


def entry_records(buffer: Buffer, position: int, size: int, magic: int, limit_bytes: int) -> Iterator[Record]:
    """The records of the entry at `position` with absolute offsets; one, or what is in a wrapper.

    :raises InvalidRecords: what a wrapper holds is no message, or has an offset that no record can have.
    """
    message = read_message(buffer, position, size, magic)
    if not message.attributes & CODEC_MASK:
        yield Record(message.offset, message.timestamp_ms, message.key, message.value)
        return
    messages = list(inner_messages(message, unwrapped(message, limit_bytes), check=False))
    base = 0
    if magic and message.offset:
        base = message.offset - messages[-1].offset
        if base < 0:
            raise InvalidRecords(f"a compressed message has offset {message.offset}, less than its last inner {messages[-1].offset}")
    for inner in messages:
        if not LONG_MIN <= base + inner.offset <= LONG_MAX:
            raise InvalidRecords(f"a compressed message has offset {message.offset}, too far from an inner one of {inner.offset}")
        yield Record(base + inner.offset, inner.timestamp_ms, inner.key, inner.value)


def to_magic2(codec_room: RecordsCodec, buffer: Buffer, *, codec: Codec | None, max_uncompressed_bytes: int) -> bytes:
    """See `RecordsCodec.to_magic2`; the batch is built by `codec_room`."""
    messages: list[Message] = []
    position = 0
    while position < len(buffer):
        size, magic = whole_entry(buffer, position)
        check_crc(buffer, position)
        if magic > 1:
            raise InvalidRecords("a v2 batch is no message set")
        message = read_message(buffer, position, size, magic, len(messages))
        if messages and magic != messages[0].magic:
            raise InvalidRecords(f"a message of magic {magic} behind one of magic {messages[0].magic}")
        messages.append(message)
        position += size
    if not messages:
        raise InvalidRecords("a message set without any message")
    if not any(message.attributes & CODEC_MASK for message in messages):
        return _batch_of(codec_room, messages, Codec.NONE if codec is None else codec)
    if len(messages) > 1:
        raise InvalidRecords("a compressed message must be the only one of its set")
    return wrapped_to_magic2(codec_room, messages[0], unwrapped(messages[0], max_uncompressed_bytes), codec=codec)


def wrapped_to_magic2(codec_room: RecordsCodec, wrapper: Message, data: Buffer, *, codec: Codec | None) -> bytes:
    """`to_magic2` of the set in a wrapper.

    :param data: what `unwrapped` gave.
    """
    messages = list(inner_messages(wrapper, data, check=True))
    return _batch_of(codec_room, messages, Codec(wrapper.attributes & CODEC_MASK) if codec is None else codec)


def _batch_of(codec_room: RecordsCodec, messages: Sequence[Message], codec: Codec) -> bytes:
    for index, message in enumerate(messages):
        if message.timestamp_ms < _NO_TIMESTAMP:
            raise InvalidRecords(f"a message has the negative timestamp {message.timestamp_ms}", index)
    return codec_room.build_batch([(m.timestamp_ms, m.key, m.value, ()) for m in messages], codec=codec)


#: A step of `conversion` ends after so many records,
STEP_RECORDS = 200
#: or behind the record with which it has made so many bytes.
STEP_BYTES = 64 << 10


class LongCall(NamedTuple):
    """A call that takes its time, and that may be made in another thread."""

    function: Callable[[], Any]
    #: What it works on.
    size_bytes: int


def to_old_magic(codec_room: RecordsCodec, buffer: Buffer, magic: int, *, minimum_offset: int) -> bytes:
    """See `RecordsCodec.to_old_magic`; batches are read by `codec_room`."""
    parts: list[bytes] = []
    position = 0
    if magic not in (0, 1):
        raise ValueError(f"magic {magic} is none to convert to")
    while found := step(buffer, position):
        size, entry_magic = found
        try:
            parts += _all_of(conversion(codec_room, memoryview(buffer)[position : position + size], entry_magic, magic, minimum_offset))
        except UnsupportedCodec:
            # What stands before it is sent; the consumer comes back for this one and gets the error then.
            if parts:
                break
            raise
        position += size
    return b"".join(parts)


def _all_of(work: Generator[bytes | int | LongCall, Any, None]) -> list[bytes]:
    """All that it makes, in one go."""
    made: list[bytes] = []
    outcome: Any = None
    while True:
        try:
            item = work.send(outcome)
        except StopIteration:
            return made
        outcome = None
        if type(item) is bytes:
            made.append(item)
        elif isinstance(item, LongCall):
            outcome = item.function()


def conversion(
    room: RecordsCodec, entry: memoryview, entry_magic: int, magic: int, minimum_offset: int
) -> Generator[bytes | int | LongCall, Any, None]:
    """The batch or message `entry` as entries of `magic` or, where it is old enough, as it is; step by step. What comes is some entries, or
    a number: the bytes held meanwhile, which asks for nothing, or a `LongCall`, whose result is to be sent (or its error thrown) in.

    :raises UnsupportedCodec: `magic` cannot carry its codec.
    :raises RecordsError: it is damaged.
    """
    if entry_magic <= magic:
        yield bytes(entry)
        return
    if entry_magic == 2:
        header = read_header(entry)
        if header.attributes & CONTROL:
            return
        attributes, append_time = header.attributes, header.max_timestamp
    else:
        message = read_message(entry, 0, len(entry), entry_magic)
        attributes, append_time = message.attributes, message.timestamp_ms
    codec = attributes & CODEC_MASK
    compression.info(codec, magic)
    time_type = attributes & LOG_APPEND_TIME if magic else 0
    entries = room.old_entries(entry, magic, attributes=time_type, minimum_offset=minimum_offset, in_wrapper=bool(codec))
    if not codec:
        for number, some in enumerate(entries):
            if number:
                yield 0
            if some:
                yield some
        return
    # A compressed batch keeps all its records, as in Kafka; consumers skip what they did not ask for. The first step decompresses all.
    inside = bytearray((yield LongCall(lambda: next(entries, b""), len(entry))))
    if not inside:
        return
    for some in entries:
        yield len(inside)
        inside += some
    value = yield LongCall(lambda: compression.compress(codec, bytes(inside), magic=magic), len(inside))
    newest_ms = append_time if time_type else entries.newest_ms
    yield message_bytes(magic, entries.last_offset, newest_ms, None, value, codec | time_type)


def old_entries(room: RecordsCodec, entry: Buffer, magic: int, *, attributes: int, minimum_offset: int, in_wrapper: bool) -> OldEntries:
    """See `RecordsCodec.old_entries`; the entry is read by `room`."""
    size, _ = whole_entry(entry, 0)
    records = room.records(memoryview(entry)[:size], max_uncompressed_bytes=compression.TRUSTED_LIMIT_BYTES)
    return PlainOldEntries(records, magic, attributes, minimum_offset, in_wrapper)


class PlainOldEntries:
    """`OldEntries` in plain Python.

    :param records: a batch's, or a message's.
    """

    def __init__(self, records: Iterator[Record], magic: int, attributes: int, minimum_offset: int, in_wrapper: bool) -> None:
        self._records = records
        self._magic = magic
        self._attributes = attributes
        self._minimum_offset = minimum_offset
        self._in_wrapper = in_wrapper
        #: What offsets are relative to, once the first is known.
        self._base: int | None = None
        self.last_offset = -1
        self.newest_ms = _NO_TIMESTAMP

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        made = bytearray()
        count = 0
        for record in self._records:
            count += 1
            if not LONG_MIN <= record.offset <= LONG_MAX:
                self._records = iter(())
                raise offset_too_large(record.offset)
            if self._base is None:
                self._base = record.offset if self._in_wrapper and self._magic else 0
            self.last_offset = record.offset
            self.newest_ms = max(self.newest_ms, record.timestamp_ms)
            if self._in_wrapper or record.offset >= self._minimum_offset:
                offset = record.offset - self._base
                made += message_bytes(self._magic, offset, record.timestamp_ms, record.key, record.value, self._attributes)
            if count == STEP_RECORDS or len(made) >= STEP_BYTES:
                break
        if not count:
            raise StopIteration
        return bytes(made)


def message_bytes(magic: int, offset: int, timestamp_ms: int, key: bytes | None, value: bytes | None, attributes: int = 0) -> bytes:
    """One entry of magic 0 or 1; `value` is already compressed where `attributes` say so."""
    parts = [struct.pack(">bBq", 1, attributes, timestamp_ms) if magic else struct.pack(">bB", 0, attributes)]
    for part in (key, value):
        parts += (struct.pack(">i", -1),) if part is None else (struct.pack(">i", len(part)), part)
    body = b"".join(parts)
    return struct.pack(">qiI", offset, len(body) + 4, zlib.crc32(body)) + body


def find_timestamp(records: Iterator[Record], target_ms: int, minimum_offset: int) -> tuple[int, int] | None:
    """(timestamp, offset) of the first of `records` at or after both."""
    for record in records:
        if record.timestamp_ms >= target_ms and record.offset >= minimum_offset:
            return record.timestamp_ms, record.offset
    return None
