"""The checks on what a producer sent, in the order Kafka makes them, and what must be changed of it before it is stored.

`check` takes one Produce partition's bytes and returns a `CheckedBatch`, or raises `Refused`. Nothing is stored of a refused entry.
The order decides which error a client sees when several things are wrong (``ProduceRequest.validateRecords``,
``UnifiedLog.analyzeAndValidateRecords``, ``LogValidator`` of 4.3.1; 3.9.2 for the message sets of Produce 0-2):

1. shape: exactly one whole batch of magic 2 (from Produce 3 on), no zstd before Produce 7;
2. base offset 0, size within ``max.message.bytes``, CRC, and the walk over every record (`RecordsCodec.check_batch`);
3. what clients may not send: control batches, producer ids without a sequence, transactions without a producer id;
4. keys where the topic is compacted, timestamps within the topic's bounds: record by record, only after the batch's extremes
   said that there is something to find.

A good batch is stored as it came: its payload is never touched. Three things make a new header (`CheckedBatch.stamp`) or a new batch:
a topic that stamps LogAppendTime, a header whose largest timestamp or timestamp type is not the truth, and a topic with a codec of
its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from klog.errors import ErrorCode
from klog.records.appending import head
from klog.records.batch import HEADER
from klog.records.contract import (
    BATCH_OVERHEAD,
    CONTROL,
    LOG_APPEND_TIME,
    LOG_OVERHEAD,
    TRANSACTIONAL,
    Codec,
    CorruptRecords,
    InvalidRecords,
    OrdinaryRun,
    RecordsCodec,
    RecordsError,
    UnsupportedCodec,
)
from klog.records.implementations import appending
from klog.records.sequences import increment_sequence
from klog.storage.log.values import AppendEntry
from klog.storage.settings import LogSettings

_unpack_header = HEADER.unpack_from

#: Record errors that one answer lists; more would only make a bad request expensive.
MAX_RECORD_ERRORS = 1000

_SMALLEST_MESSAGE = 14
_CODEC_MASK = 0x07
#: Produce versions from which on a partition carries exactly one v2 batch, and zstd is allowed (KIP-98, KIP-110).
_ONE_BATCH_VERSION = 3
_ZSTD_VERSION = 7

#: ``compression.type`` as a topic setting; ``producer`` keeps what came.
TARGET_CODECS: dict[str, Codec | None] = {
    "producer": None,
    "uncompressed": Codec.NONE,
    "none": Codec.NONE,
    "gzip": Codec.GZIP,
    "snappy": Codec.SNAPPY,
    "lz4": Codec.LZ4,
    "zstd": Codec.ZSTD,
}


class Refused(Exception):
    """An entry that must not be stored: the wire's error code, a sentence, and the records at fault."""

    def __init__(self, code: ErrorCode, message: str, record_errors: list[tuple[int, str | None]] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.record_errors = record_errors or []


class Malformed(Refused):
    """Refused for its shape (step 1), before anybody looked at the log: the answer does not tell where that starts."""


@dataclasses.dataclass(slots=True)
class CheckedBatch:
    """A v2 batch that may be stored once it has its offsets."""

    #: The whole batch, 12 bytes of overhead included; the first 16 (or, with `stamp`, 61) bytes are replaced when stored.
    batch: bytes | memoryview
    size: int
    record_count: int
    #: Largest timestamp that the stored header will carry.
    max_timestamp: int
    producer_id: int
    producer_epoch: int
    base_sequence: int
    last_sequence: int
    transactional: bool
    control: bool
    #: None: patch offset and epoch in front. Otherwise make the header anew, with LogAppendTime or (False) CreateTime.
    stamp: bool | None
    #: The time stamped, -1 where the topic keeps the producers' times.
    log_append_time_ms: int
    #: Smallest timestamp; records without one do not count, -1 where none has one.
    min_timestamp: int = -1


def last_sequence(base_sequence: int, last_offset_delta: int) -> int:
    """The sequence number of a batch's last record; numbers wrap from 2147483647 to 0. -1 where the batch has none."""
    if base_sequence < 0:
        return -1
    return increment_sequence(base_sequence, last_offset_delta)


def check(entry: AppendEntry, settings: LogSettings, codec: RecordsCodec, now_ms: int, max_uncompressed_bytes: int) -> CheckedBatch | None:
    """Check one entry; None where it holds nothing at all to store (a Produce 0-2 set whose only message is torn).

    :raises Refused: with the error the client must get.
    """
    records = entry.records
    version = entry.produce_version
    length = 0 if records is None else len(records)
    if records is None or length <= LOG_OVERHEAD + 4:
        if version < _ONE_BATCH_VERSION:
            return None
        raise Malformed(ErrorCode.INVALID_RECORD, "a Produce request must carry one record batch per partition; this one carries none")
    if version >= _ONE_BATCH_VERSION:
        ordinary = _check_ordinary(records, length, version, settings, codec, now_ms, max_uncompressed_bytes)
        if ordinary is not None:
            return ordinary
    magic = records[16]
    if magic != 2:
        return _check_message_set(entry, records, magic, settings, codec, now_ms, max_uncompressed_bytes)
    if length < BATCH_OVERHEAD:
        _torn(records, version)
        return None
    (
        base_offset,
        size,
        _,
        _,
        _,
        attributes,
        last_offset_delta,
        _,
        header_max_timestamp,
        producer_id,
        producer_epoch,
        base_sequence,
        record_count,
    ) = _unpack_header(records)
    size += LOG_OVERHEAD
    if size > length or size < LOG_OVERHEAD + _SMALLEST_MESSAGE:
        _torn(records, version)
        return None
    if version < _ZSTD_VERSION and version >= _ONE_BATCH_VERSION and attributes & _CODEC_MASK == Codec.ZSTD:
        raise Malformed(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, f"zstd needs Produce {_ZSTD_VERSION} or newer, this is {version}")
    if size != length:
        _check_alone(records, size, codec)
        records = records[:size]
    internal = entry.internal
    if base_offset and not internal:
        raise Refused(ErrorCode.INVALID_RECORD, f"the batch's base offset must be 0, not {base_offset}: the broker numbers records")
    if size > settings.max_message_bytes:
        raise Refused(
            ErrorCode.MESSAGE_TOO_LARGE, f"a batch of {size} bytes; the topic's max.message.bytes is {settings.max_message_bytes}"
        )
    if size < BATCH_OVERHEAD:
        raise Refused(ErrorCode.CORRUPT_MESSAGE, f"a batch of {size} bytes cannot hold its own header of {BATCH_OVERHEAD}")
    try:
        facts = codec.check_batch(records, 0, max_uncompressed_bytes=max_uncompressed_bytes)
    except RecordsError as error:
        raise _refusal(error) from None
    if not internal:
        if record_count <= 0 or last_offset_delta != record_count - 1:
            raise Refused(ErrorCode.INVALID_RECORD, f"{record_count} records and a last offset delta of {last_offset_delta} do not agree")
        if attributes & CONTROL:
            raise Refused(ErrorCode.INVALID_RECORD, "clients may not write control batches")
        if producer_id >= 0 and base_sequence < 0:
            raise Refused(
                ErrorCode.INVALID_RECORD, f"producer {producer_id} sent the base sequence {base_sequence}; it must not be negative"
            )
        if attributes & TRANSACTIONAL and producer_id < 0:
            raise Refused(ErrorCode.INVALID_RECORD, "the batch says it is part of a transaction and has no producer id")

    stamp: bool | None = None
    log_append_time_ms = -1
    min_timestamp, max_timestamp = facts.min_timestamp, facts.max_timestamp
    if settings.log_append_time:
        if attributes & LOG_APPEND_TIME and not internal:
            raise _log_append_time_refusal(record_count)
        stamp = True
        log_append_time_ms = min_timestamp = max_timestamp = now_ms
    else:
        if (
            now_ms - facts.min_timestamp > settings.message_timestamp_before_max_ms
            or facts.max_timestamp - now_ms > settings.message_timestamp_after_max_ms
        ) and not internal:
            _check_records(records, settings, codec, now_ms, max_uncompressed_bytes)
        if attributes & LOG_APPEND_TIME or header_max_timestamp != max_timestamp:
            if attributes & LOG_APPEND_TIME and max_timestamp < 0:
                raise _log_append_time_refusal(record_count)
            stamp = False
    if settings.cleanup_compact and facts.first_keyless >= 0 and not attributes & CONTROL:
        _check_records(records, settings, codec, now_ms, max_uncompressed_bytes)

    target = TARGET_CODECS.get(settings.compression_type)
    if target is not None and target != attributes & _CODEC_MASK and not attributes & CONTROL:
        records = _recompress(records, attributes, target, settings, codec, max_uncompressed_bytes)
        size = len(records)
        if stamp is None and attributes & LOG_APPEND_TIME:
            stamp = False
    return CheckedBatch(
        records,
        size,
        record_count,
        max_timestamp,
        producer_id,
        producer_epoch,
        base_sequence,
        last_sequence(base_sequence, last_offset_delta),
        attributes & TRANSACTIONAL != 0,
        attributes & CONTROL != 0,
        stamp,
        log_append_time_ms,
        min_timestamp,
    )


def _check_ordinary(
    records: bytes | memoryview,
    length: int,
    version: int,
    settings: LogSettings,
    codec: RecordsCodec,
    now_ms: int,
    max_uncompressed_bytes: int,
) -> CheckedBatch | None:
    """`check` of a batch that is as nearly all are, into a topic that keeps it as it comes; None: it has to be looked at closely.

    :raises Refused: as `check`.
    """
    if version < _ZSTD_VERSION and (length < BATCH_OVERHEAD or records[22] & _CODEC_MASK == Codec.ZSTD):
        return None
    if settings.log_append_time or settings.cleanup_compact or TARGET_CODECS.get(settings.compression_type) is not None:
        return None
    try:
        facts = codec.ordinary(records, settings.max_message_bytes, max_uncompressed_bytes)
    except RecordsError as error:
        raise _refusal(error) from None
    if facts is None:
        return None
    count, max_timestamp, min_timestamp, _, producer_id, producer_epoch, base_sequence, attributes = facts
    if (
        now_ms - min_timestamp > settings.message_timestamp_before_max_ms
        or max_timestamp - now_ms > settings.message_timestamp_after_max_ms
    ):
        return None
    last = last_sequence(base_sequence, count - 1) if base_sequence >= 0 else -1
    return CheckedBatch(
        records,
        length,
        count,
        max_timestamp,
        producer_id,
        producer_epoch,
        base_sequence,
        last,
        # It has nothing but a codec beside that.
        attributes >= TRANSACTIONAL,
        False,
        None,
        -1,
        min_timestamp,
    )


def check_run(
    entries: Sequence[AppendEntry],
    settings: LogSettings,
    codec: RecordsCodec,
    now_ms: int,
    max_uncompressed_bytes: int,
    base_offset: int,
    leader_epoch: int,
) -> OrdinaryRun | None:
    """`check` of as many of a producer's first entries as are as nearly all are, at once, with their offsets from `base_offset` on; None
    where the first one has to be looked at closely, or one of them for its timestamps."""
    if settings.log_append_time or settings.cleanup_compact or TARGET_CODECS.get(settings.compression_type) is not None:
        return None
    batches: list[bytes | memoryview | None] = []
    for entry in entries:
        if entry.internal or entry.guard is not None or entry.produce_version < _ZSTD_VERSION:
            break
        batches.append(entry.records)
    run = codec.ordinary_run(batches, base_offset, leader_epoch, settings.max_message_bytes, max_uncompressed_bytes)
    if (
        run is None
        or now_ms - run.min_timestamp > settings.message_timestamp_before_max_ms
        or run.max_timestamp - now_ms > settings.message_timestamp_after_max_ms
    ):
        return None
    return run


def _refusal(error: RecordsError) -> Refused:
    """The code on the wire for what the codec found."""
    if isinstance(error, CorruptRecords):
        return Refused(ErrorCode.CORRUPT_MESSAGE, str(error))
    if isinstance(error, UnsupportedCodec):
        return Refused(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, str(error))
    index = error.batch_index if isinstance(error, InvalidRecords) else -1
    return Refused(ErrorCode.INVALID_RECORD, str(error), [(index, str(error))] if index >= 0 else None)


def _torn(records: bytes | memoryview, version: int) -> None:
    """What to say of bytes that do not hold one whole batch: a nonsensical size is corrupt, a cut batch is no batch."""
    size = int.from_bytes(records[8:12], "big", signed=True)
    if size < _SMALLEST_MESSAGE:
        raise Refused(ErrorCode.CORRUPT_MESSAGE, f"a batch says that its size is {size}")
    if version >= _ONE_BATCH_VERSION:
        raise Malformed(
            ErrorCode.INVALID_RECORD, f"a batch of {size + LOG_OVERHEAD} bytes does not fit into the {len(records)} that were sent"
        )


def _check_alone(records: bytes | memoryview, size: int, codec: RecordsCodec) -> None:
    """Refuse a second batch behind the first; a torn rest is dropped, as Kafka does."""
    try:
        rest = codec.scan(records, size, 1)
    except CorruptRecords as error:
        raise Refused(ErrorCode.CORRUPT_MESSAGE, f"behind the batch: {error}") from None
    if rest:
        raise Malformed(
            ErrorCode.INVALID_RECORD, "a Produce request must carry exactly one record batch per partition; this one carries more"
        )


def _log_append_time_refusal(count: int) -> Refused:
    sentence = "the timestamp type says LogAppendTime, which only the broker may set"
    return Refused(ErrorCode.INVALID_TIMESTAMP, sentence, [(index, sentence) for index in range(min(count, MAX_RECORD_ERRORS))])


def _check_records(
    records: bytes | memoryview, settings: LogSettings, codec: RecordsCodec, now_ms: int, max_uncompressed_bytes: int
) -> None:
    """Key and timestamp of every record. Returns where nothing is wrong after all (records without any timestamp pass).

    :raises Refused: INVALID_TIMESTAMP where a timestamp is out of bounds, INVALID_RECORD where only keys are missing.
    """
    # A batch of a few bytes may hold millions of records: only those that are told are kept.
    errors: list[tuple[int, str | None]] = []
    count = 0
    code = ErrorCode.INVALID_RECORD
    before = settings.message_timestamp_before_max_ms
    after = settings.message_timestamp_after_max_ms
    for index, record in enumerate(codec.records(records, 0, max_uncompressed_bytes=max_uncompressed_bytes)):
        timestamp = record.timestamp_ms
        if settings.cleanup_compact and record.key is None:
            sentence = "a record without a key cannot go into a compacted topic"
        elif timestamp != -1 and not settings.log_append_time and (now_ms - timestamp > before or timestamp - now_ms > after):
            code = ErrorCode.INVALID_TIMESTAMP
            sentence = f"timestamp {timestamp} is not within [{now_ms - before}, {now_ms + after}]"
        else:
            continue
        count += 1
        if count <= MAX_RECORD_ERRORS:
            errors.append((index, sentence))
    if errors:
        what = "timestamps are out of the topic's bounds" if code is ErrorCode.INVALID_TIMESTAMP else "records cannot be stored"
        raise Refused(code, f"{count} {what}; the first: record {errors[0][0]}: {errors[0][1]}", errors)


def _recompress(
    records: bytes | memoryview, attributes: int, target: Codec, settings: LogSettings, codec: RecordsCodec, max_uncompressed_bytes: int
) -> bytes:
    """The batch with the topic's own codec.

    :raises Refused: MESSAGE_TOO_LARGE where it has outgrown the topic's limit.
    """
    header = codec.read_header(records)
    # One record after the other: all of them as objects would take many times what the batch holds.
    appender = appending.appender()
    for record in codec.records(records, 0, max_uncompressed_bytes=max_uncompressed_bytes):
        appender.append(record.timestamp_ms, record.key, record.value, record.headers)
    body = appender.close(target, settings.compression_level)
    header_bytes = head(
        body,
        attributes=attributes & TRANSACTIONAL,
        producer_id=header.producer_id,
        producer_epoch=header.producer_epoch,
        base_sequence=header.base_sequence,
    )
    rebuilt = header_bytes + body.data
    if len(rebuilt) > settings.max_message_bytes:
        limit = settings.max_message_bytes
        raise Refused(
            ErrorCode.MESSAGE_TOO_LARGE, f"with {target.name.lower()} the batch has {len(rebuilt)} bytes; max.message.bytes is {limit}"
        )
    return rebuilt


def _check_message_set(
    entry: AppendEntry,
    records: bytes | memoryview,
    magic: int,
    settings: LogSettings,
    codec: RecordsCodec,
    now_ms: int,
    max_uncompressed_bytes: int,
) -> CheckedBatch | None:
    """Magic 0 and 1 as Produce 0-2 carry them: checked entry by entry, then made one v2 batch (3.9.2's up-conversion).

    :raises Refused: as `check`.
    """
    version = entry.produce_version
    size = int.from_bytes(records[8:12], "big", signed=True)
    if size < _SMALLEST_MESSAGE or magic > 2:
        raise Refused(ErrorCode.CORRUPT_MESSAGE, f"neither a batch nor a message: magic {magic}, size {size}")
    if version >= _ONE_BATCH_VERSION:
        _torn(records, version) if size + LOG_OVERHEAD > len(records) else None
        raise Malformed(ErrorCode.INVALID_RECORD, f"Produce {version} carries batches of magic 2, not {magic}")
    try:
        steps = codec.scan(records)
        if not steps:
            return None
        for step in steps:
            if step.size > settings.max_message_bytes:
                limit = settings.max_message_bytes
                raise Refused(ErrorCode.MESSAGE_TOO_LARGE, f"a message of {step.size} bytes; the topic's max.message.bytes is {limit}")
            codec.check_crc(records, step.position)
        whole = records[: steps[-1].position + steps[-1].size]
        if settings.log_append_time and magic == 1 and any(step.attributes & LOG_APPEND_TIME for step in steps):
            raise _log_append_time_refusal(len(steps))
        converted = codec.to_magic2(
            whole, codec=TARGET_CODECS.get(settings.compression_type), max_uncompressed_bytes=max_uncompressed_bytes
        )
    except RecordsError as error:
        raise _refusal(error) from None
    # From here on it is a batch like any other; the limit counts again because the conversion changed the size.
    checked = check(AppendEntry(converted, _ZSTD_VERSION, entry.internal), settings, codec, now_ms, max_uncompressed_bytes)
    assert checked is not None, "a converted set is one whole batch"
    return checked
