"""What both implementations of the record codec, plain Python and Cython, promise.

``klog.records.implementations`` chooses one by availability and by ``KLOG_NO_EXTENSIONS``; the tests run over both. All positions and sizes
are bytes, all timestamps milliseconds since 1970. A *records buffer* is one or more batches (magic 2) or message-set entries
(magic 0 and 1) back to back, as it stands in Produce, Fetch and on disk.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, Self

Buffer = bytes | bytearray | memoryview

#: Size of a v2 batch's header; the records begin here (``DefaultRecordBatch.java``).
BATCH_OVERHEAD = 61
#: Offset (8) and size (4) in front of every batch and every message-set entry.
LOG_OVERHEAD = 12


class Codec(enum.IntEnum):
    """Bits 0-2 of the attributes."""

    NONE = 0
    GZIP = 1
    SNAPPY = 2
    LZ4 = 3
    ZSTD = 4


#: Attribute bits above the codec.
LOG_APPEND_TIME = 0x08
TRANSACTIONAL = 0x10
CONTROL = 0x20
HAS_DELETE_HORIZON = 0x40


class TimestampType(enum.IntEnum):
    """Whose time a record has, as Java's ``TimestampType`` numbers it."""

    #: Messages of magic 0 have no time.
    NONE = -1
    CREATE = 0
    LOG_APPEND = 1


def timestamp_type_of(magic: int, attributes: int) -> TimestampType:
    """Whose time the records of a batch or message have, by its attributes."""
    if magic == 0:
        return TimestampType.NONE
    return TimestampType.LOG_APPEND if attributes & LOG_APPEND_TIME else TimestampType.CREATE


class RecordsError(Exception):
    """Somebody's records are wrong; the sentence says how."""

    def again(self) -> Self:
        """The same error without the stack that raised it.

        Whoever keeps an error keeps this one, and raises it `again`: a stack's variables hold the reader and its buffers, in a ring, which
        is collected late; and CPython 3.11.7 was seen to crash on memory views in one.
        """
        made = type(self).__new__(type(self), *self.args)
        made.__dict__.update(self.__dict__)
        return made


class CorruptRecords(RecordsError):
    """Size, magic or checksum do not fit: CORRUPT_MESSAGE on the wire, a torn tail on disk."""


class InvalidRecords(RecordsError):
    """The checksum is good and the inside is not what the header says: INVALID_RECORD on the wire.

    `batch_index` is the record at fault, -1 where it is the batch as a whole.
    """

    def __init__(self, message: str, batch_index: int = -1) -> None:
        super().__init__(message)
        self.batch_index = batch_index


class UnsupportedCodec(RecordsError):
    """A codec number that does not exist, or one that this installation or this version of the format cannot carry."""


class Header(NamedTuple):
    """Kafka's record formats 1 to 2: a header of a record. Order and duplicates matter."""

    key: str
    value: bytes | None


class Record(NamedTuple):
    """One record with its place."""

    offset: int
    timestamp_ms: int
    key: bytes | None
    value: bytes | None
    headers: tuple[Header, ...] = ()


class BatchHeader(NamedTuple):
    """The fixed part of a v2 batch. `size` counts the whole batch, its 12 bytes of overhead included."""

    base_offset: int
    size: int
    partition_leader_epoch: int
    magic: int
    crc: int
    attributes: int
    last_offset_delta: int
    base_timestamp: int
    max_timestamp: int
    producer_id: int
    producer_epoch: int
    base_sequence: int
    record_count: int


class BatchFacts(NamedTuple):
    """What a full check of a v2 batch found out (`check_batch`)."""

    #: Largest timestamp among the records (the header's own where it says LogAppendTime); -1 without any.
    max_timestamp: int
    #: Offset delta of the first record that carries `max_timestamp`; -1 where all timestamps are below -1.
    offset_delta_of_max_timestamp: int
    #: Smallest timestamp, for the topic's bounds; records without one (-1) do not count, -1 where none has one.
    min_timestamp: int
    #: Index of the first record without a key, -1 where all have one.
    first_keyless: int
    #: Bytes of the records, decompressed.
    uncompressed_bytes: int


class Entry(NamedTuple):
    """One step of `scan`: where a batch (or message-set entry) stands and what it spans."""

    position: int
    size: int
    magic: int
    base_offset: int
    last_offset: int
    max_timestamp: int
    partition_leader_epoch: int
    attributes: int
    producer_id: int
    producer_epoch: int
    base_sequence: int
    record_count: int


class Ordinary(NamedTuple):
    """What a broker needs of a batch as nearly all are (`RecordsCodec.ordinary`)."""

    record_count: int
    max_timestamp: int
    #: As in `BatchFacts`.
    min_timestamp: int
    first_keyless: int
    producer_id: int
    producer_epoch: int
    base_sequence: int
    #: The codec, and `TRANSACTIONAL`.
    attributes: int


class PlacedBatch(NamedTuple):
    """A batch of an `OrdinaryRun` or a `CopiedRun`, in its place."""

    #: Where it begins, behind the beginning of the first.
    position: int
    size: int
    last_offset: int
    max_timestamp: int
    #: As in `BatchFacts`; -1 where only the header was looked at.
    min_timestamp: int
    record_count: int
    #: -1 where there is no producer id.
    last_sequence: int


class OrdinaryRun(NamedTuple):
    """Ordinary batches of one producer, each of which goes on where the one before has ended (`RecordsCodec.ordinary_run`)."""

    producer_id: int
    producer_epoch: int
    #: Of the first batch.
    base_sequence: int
    transactional: bool
    #: Of all together.
    size: int
    #: The offset behind the last one.
    end_offset: int
    #: The smallest and the largest of the batches'.
    min_timestamp: int
    max_timestamp: int
    batches: list[PlacedBatch]
    #: What is stored: of each batch the patched beginning (`RecordsCodec.patch`), and a view on the rest of what was given.
    buffers: list[Buffer]


class CopiedRun(NamedTuple):
    """Batches of one producer, each of which goes on where the one before has ended, as a leader has stored them
    (`RecordsCodec.copied_runs`)."""

    producer_id: int
    producer_epoch: int
    transactional: bool
    #: The offset behind the last one.
    end_offset: int
    #: The largest of the batches'.
    max_timestamp: int
    #: In their places behind the beginning of the buffer.
    batches: list[PlacedBatch]


class OldEntries(Protocol):
    """Iterator over a batch's records as entries of an old message set. Each item holds some whole entries, and is empty where all records
    of a step were left out.

    :ivar last_offset: of the records so far; :ivar newest_ms: the largest timestamp of them, -1 at least.
    """

    @property
    def last_offset(self) -> int: ...
    @property
    def newest_ms(self) -> int: ...
    def __iter__(self) -> Iterator[bytes]: ...
    def __next__(self) -> bytes: ...


class RecordsCodec(Protocol):
    """The functions of ``klog.records.implementations``. None of them keeps the buffer that it is given, but the iterators (`records`,
    `old_entries`), for as long as they live, and `OrdinaryRun.buffers`."""

    #: "python" or "cython".
    name: str

    def read_header(self, buffer: Buffer, position: int = 0) -> BatchHeader:
        """The header of the v2 batch at `position`.

        :raises CorruptRecords: fewer than 61 bytes left, another magic, or a size that is smaller than a header or larger than
            what is there.
        """

    def check_batch(self, buffer: Buffer, position: int = 0, *, max_uncompressed_bytes: int = 100 << 20) -> BatchFacts:
        """Check one v2 batch from CRC to the last byte of its last record, building no object per record.

        The walk is bounded by the header's count and the bytes there are: each record's length, varints, key, value and headers must
        end where they say, offset deltas must be 0, 1, 2 ..., and the last record must end where the batch ends. Compressed
        records are decompressed up to `max_uncompressed_bytes` and walked in the same way.

        :raises CorruptRecords: the CRC does not fit.
        :raises InvalidRecords: anything else, a decompression bomb included.
        :raises UnsupportedCodec: codec 5, 6 or 7.
        """

    def ordinary(self, buffer: Buffer, max_batch_bytes: int, max_uncompressed_bytes: int = 100 << 20) -> Ordinary | None:
        """`check_batch` of what a producer sent, with all else that can be told from the bytes alone; None where something is uncommon and
        wants a closer look.

        Common is: exactly one batch of magic 2 and at most `max_batch_bytes`, base offset 0, a last offset delta that fits the count, no
        attribute but a codec and `TRANSACTIONAL`, a sequence where there is a producer id, a producer id where there is a transaction, and
        a header that names the largest timestamp there is.

        :raises RecordsError: as `check_batch`, where the header is common.
        """

    def ordinary_run(
        self,
        batches: Sequence[Buffer | None],
        base_offset: int,
        partition_leader_epoch: int,
        max_batch_bytes: int,
        max_uncompressed_bytes: int = 100 << 20,
    ) -> OrdinaryRun | None:
        """As many of `batches` from the first one on as are `ordinary`, of one producer in one epoch, all or none of them part of a
        transaction, and in the order of its sequences without a gap (after 2147483647 comes 0); their offsets begin with `base_offset`.
        None where the first one is not ordinary. What is wrong with the one behind them is not said.
        """

    def copied_runs(self, buffer: Buffer, base_offset: int, partition_leader_epoch: int) -> list[CopiedRun] | None:
        """All that is in `buffer`, where a leader has stored nothing in it but what is ordinary; None where there is anything else, or
        nothing, and a closer look is wanted.

        Ordinary are whole batches of magic 2 and of this leader epoch, with the CRC that fits, of which the first begins with
        `base_offset` and each of the others where the one before has ended; with as many records as offsets, no control batches, and a
        sequence where there is a producer id. What is in them was the leader's to look at.
        """

    def check_crc(self, buffer: Buffer, position: int = 0) -> None:
        """Only the CRC of the batch or message-set entry (any magic) at `position`, for recovery.

        :raises CorruptRecords: it does not fit, or the entry is torn.
        """

    def scan(self, buffer: Buffer, position: int = 0, limit: int = -1) -> list[Entry]:
        """Step over whole entries of any magic from `position` by their headers alone; an incomplete tail ends the list. At most
        `limit` entries where that is not negative.

        For magic 0 and 1 `base_offset` is `last_offset` (the entry's own) and `max_timestamp` the entry's timestamp or -1.

        :raises CorruptRecords: a size below the smallest possible or an unknown magic.
        """

    def records(self, buffer: Buffer, position: int = 0, *, max_uncompressed_bytes: int = 100 << 20) -> Iterator[Record]:
        """Every record of every whole entry from `position`, any magic, decompressed; control batches included.

        CRCs are not looked at. Header keys that are not UTF-8 come with surrogate escapes, which `build_batch` turns back.

        :raises CorruptRecords: as `scan`.
        :raises InvalidRecords: when the iteration comes to a record that is not what it says.
        :raises UnsupportedCodec: codec 5, 6 or 7.
        """

    def find_timestamp(self, buffer: Buffer, position: int, target_ms: int, minimum_offset: int = 0) -> tuple[int, int] | None:
        """(timestamp, offset) of the first record at or after `minimum_offset` in the batch at `position` with timestamp ≥ `target_ms`."""

    def build_batch(
        self,
        records: Sequence[tuple[int, bytes | None, bytes | None, Sequence[Header]]],
        *,
        base_offset: int = 0,
        codec: Codec = Codec.NONE,
        compression_level: int | None = None,
        attributes: int = 0,
        partition_leader_epoch: int = -1,
        producer_id: int = -1,
        producer_epoch: int = -1,
        base_sequence: int = -1,
        offset_deltas: Sequence[int] | None = None,
    ) -> bytes:
        """A v2 batch of (timestamp_ms, key, value, headers) tuples; `offset_deltas` where offsets have gaps (compaction).

        :raises ValueError: no records, offset deltas that do not rise, no such level, or more than 2 GiB.
        """

    def to_magic2(self, buffer: Buffer, *, codec: Codec | None = None, max_uncompressed_bytes: int = 100 << 20) -> bytes:
        """A checked message set (magic 0 or 1, wrapper or several plain entries) as one v2 batch with offsets from 0, in its own codec
        unless `codec` says otherwise (Produce 0-2). Magic 0 records carry timestamp -1.

        :raises CorruptRecords: a CRC does not fit, or the set is torn.
        :raises InvalidRecords: mixed magics, nested wrappers, several compressed wrappers, a codec the magic cannot have.
        """

    def old_entries(
        self, entry: Buffer, magic: int, *, attributes: int = 0, minimum_offset: int = 0, in_wrapper: bool = False
    ) -> OldEntries:
        """The records of one batch, or of one message of magic 1, as plain entries of the older `magic`. What is compressed is decompressed
        with the first of them.

        :param attributes: of each entry: `LOG_APPEND_TIME`, or 0.
        :param minimum_offset: records below it are left out, but not where `in_wrapper`.
        :param in_wrapper: whether the entries are to be the value of a wrapper: all records, and in magic 1 offsets relative to the first.
        :raises RecordsError: the entry is damaged: at once where its header is, else while iterating.
        """

    def to_old_magic(self, buffer: Buffer, magic: int, *, minimum_offset: int = 0) -> bytes:
        """Whole batches of `buffer` as message-set entries of magic 0 or 1 (Fetch 0-3): headers, producer fields and control batches
        are dropped, records of uncompressed batches below `minimum_offset` too; codec kept.

        :raises UnsupportedCodec: a zstd batch, which the old formats cannot carry, before anything else was converted; a later
            one ends the answer.
        """

    def patch(self, batch: Buffer, base_offset: int, partition_leader_epoch: int) -> bytes:
        """The first 16 bytes of the stored batch: base offset, length, leader epoch. They are outside the CRC."""

    def stamp(self, batch: Buffer, base_offset: int, partition_leader_epoch: int, max_timestamp: int, log_append_time: bool) -> bytes:
        """The first 61 bytes of the stored batch with another max timestamp and timestamp type, CRC made anew."""
