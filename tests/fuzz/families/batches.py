"""Record batches of all formats: both codecs, what a broker checks before it stores, and all that reads what is stored or fetched."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Sequence
from typing import Any

from klog.model import TopicPartition
from klog.records.batch import batch_records, read_header, records_of, scan, whole_entry
from klog.records.builder import record_bytes
from klog.records.columns import PlainColumnCursor, Wanted, outline, rows_of
from klog.records.compaction import PlainBatchFilter, PlainKeyOffsets
from klog.records.contract import LOG_APPEND_TIME, Codec, RecordsCodec, RecordsError
from klog.records.control import control_type, read_marker
from klog.records.encode import Cells, HeaderCells, Numbers, PlainFiller, Rows, fill, route
from klog.records.latest import Latest, fold_batches, fold_records
from klog.records.murmur import murmur2
from klog.records.varint import Overlong, Truncated
from klog.records.varint import decode as varint
from klog.records.varint import encode as encode_varint
from klog.records.views import PlainBatchCursor, fetched_end
from klog.storage.log.validation import Refused, check
from klog.storage.log.values import AppendEntry
from klog.storage.segments.batch_headers import header_entry
from klog.storage.settings import LogSettings
from tests.fuzz.batching import CAP_BYTES, CODECS, around, batches, bodies, bombs, mended, message_sets, old_bombs, same, wrapper
from tests.fuzz.family import Decoder

NOW_MS = 1_700_000_000_000
_HIGHEST = (1 << 63) - 1
TP = TopicPartition("t", 0)


def _pairs() -> dict[str, list[Any]]:
    """What exists twice: plain first, then Cython's where it is built."""
    pairs: dict[str, list[Any]] = {
        "cursor": [PlainBatchCursor],
        "fetched_end": [fetched_end],
        "columns": [PlainColumnCursor],
        "outline": [outline],
        "fold_records": [fold_records],
        "fold_batches": [fold_batches],
        "offsets": [PlainKeyOffsets],
        "filter": [PlainBatchFilter],
        "murmur2": [murmur2],
        "encode": [(route, fill, PlainFiller)],
    }
    if len(CODECS) > 1:
        from klog.records import _append, _columns, _compact, _encode, _latest, _views

        pairs["cursor"].append(_views.BatchCursor)
        pairs["fetched_end"].append(_views.fetched_end)
        pairs["columns"].append(_columns.ColumnCursor)
        pairs["outline"].append(_columns.outline)
        pairs["fold_records"].append(_latest.fold_records)
        pairs["fold_batches"].append(_latest.fold_batches)
        pairs["offsets"].append(_compact.FastKeyOffsets)
        pairs["filter"].append(_compact.FastBatchFilter)
        pairs["murmur2"].append(_append.murmur2)
        pairs["encode"].append((_encode.route, _encode.fill, _encode.FastFiller))
    return pairs


_PAIRS = _pairs()


def both(call: Callable[[RecordsCodec, bytes], object]) -> Callable[[bytes], object]:
    """`call` with both codecs, compared."""
    return lambda data: same(*(lambda codec=codec: call(codec, data) for codec in CODECS))  # type: ignore[misc]


def _pair(name: str, call: Callable[[Any, bytes], object]) -> Callable[[bytes], object]:
    return lambda data: same(*(lambda one=one: call(one, data) for one in _PAIRS[name]))  # type: ignore[misc]


def _any_of(name: str, call: Callable[[Any, bytes], object], declared: tuple[type[Exception], ...]) -> Callable[[bytes], object]:
    """Each of a pair alone: what is not valid they need not refuse alike."""

    def decode(data: bytes) -> object:
        refused = 0
        for one in _PAIRS[name]:
            try:
                call(one, data)
            except declared:
                refused += 1
        return refused

    return decode


def _records(codec: RecordsCodec, data: bytes) -> object:
    """Every record, up to what is wrong: what stood before it must be the same, too."""
    found = 0
    try:
        for record in codec.records(data, max_uncompressed_bytes=CAP_BYTES):
            try:
                found = hash((found, record, control_type(record), read_marker(record)))
            except RecordsError as error:
                found = hash((found, record, str(error)))
    except RecordsError as error:
        return found, type(error), str(error)
    return found


def _times(codec: RecordsCodec, data: bytes) -> object:
    return codec.find_timestamp(data, 0, NOW_MS + 1), codec.find_timestamp(data, 0, -(1 << 62), 3)


def _stored(codec: RecordsCodec, data: bytes) -> object:
    codec.read_header(data)
    return codec.patch(data, 77, 3), codec.stamp(data, 77, 3, NOW_MS, True), codec.stamp(data, 77, 3, NOW_MS, False)


def _magic2(codec: RecordsCodec, data: bytes) -> object:
    return codec.to_magic2(data, max_uncompressed_bytes=CAP_BYTES), codec.to_magic2(
        data, codec=Codec.NONE, max_uncompressed_bytes=CAP_BYTES
    )


def _old(codec: RecordsCodec, data: bytes) -> object:
    return codec.to_old_magic(data, 1), codec.to_old_magic(data, 0, minimum_offset=2)


def _old_entries(codec: RecordsCodec, data: bytes) -> object:
    """The first of what there is, as entries of both old formats, and as they stand in wrappers."""
    size, magic = whole_entry(data, 0)
    found: list[object] = []
    for older in range(min(magic, 2)):
        for in_wrapper in (False, True):
            entries = codec.old_entries(data[:size], older, attributes=8 * older, minimum_offset=2, in_wrapper=in_wrapper)
            found += [*entries, entries.last_offset, entries.newest_ms]
    return found


def _seen(cursor_class: Any, data: bytes) -> object:
    """All that a consumer sees: sets of a few records, up to the fault that ends them."""
    cursor = cursor_class(data, 1, topic="t", partition=0, skip=(61,), max_uncompressed_bytes=CAP_BYTES)
    found: list[object] = []
    for take in itertools.count():
        try:
            seen = cursor.take(3 if take % 2 else 1000, 200 if take % 3 else 1 << 62)
        except RecordsError as error:
            found.append((type(error), str(error), cursor.next_offset))
            break
        rows = seen.records()
        found.append(
            hash((repr(rows), seen.next_offset, cursor.leader_epoch, repr(seen.keys()), seen.join(b"\n"), tuple(seen.timestamps())))
        )
        found.append([(message.headers, repr(message)) for message in seen[:5]])
        if not rows and cursor.finished:
            break
        if not rows:
            break
    return repr(found)


def _columns(cursor_class: Any, data: bytes) -> object:
    """All that a task reads; bad batches are stepped over."""
    cursor = cursor_class(data, start=1, end=1 << 40, wanted=63, skip=(61,), max_uncompressed_bytes=CAP_BYTES)
    found: list[object] = []
    for _ in range(200):
        try:
            taken = cursor.take(300)
        except RecordsError as error:
            found.append((type(error).__name__, str(error), cursor.next_offset, tuple(cursor.skip_batch())))
            continue
        if taken is None:
            break
        found.append((hash(repr(rows_of(taken))), taken.next_offset))
    return repr(found)


def _columns_unchecked(cursor_class: Any, data: bytes) -> object:
    cursor = cursor_class(data, start=0, end=_HIGHEST, wanted=int(Wanted.VALUE), max_uncompressed_bytes=CAP_BYTES, check_crc=False)
    taken = cursor.take(1 << 20)
    return None if taken is None else (rows_of(taken), taken.next_offset)


def _outlines(one: Any, data: bytes) -> object:
    return tuple(one(data, 0, _HIGHEST)), tuple(one(data, 3, 7))


def _fold(one: Any, data: bytes) -> object:
    latest = Latest((2, 3, 5))
    end = one(data, 0, latest)
    return end, latest.offsets, latest.others, latest.skipped, latest.broken, latest.count


def _fold_inside(one: Any, data: bytes) -> object:
    latest = Latest((2, 3, 5))
    try:
        one(data[1:], data[0] if data else 0, 5, latest)
    finally:
        found = (latest.offsets, latest.others, latest.skipped, latest.count)
    return found


def _compacted(place: int, data: bytes, is_canonical: bool = True) -> object:
    """Both passes; transactional and control batches are judged by their producer's number.

    :param is_canonical: compare what is written byte for byte, and where it stands; else the records in it.
    """
    offsets = _PAIRS["offsets"][place](64 << 10, seed=bytes(16))

    def judge(entry: Any, batch: Any) -> int:
        return int(entry.producer_id) & 3

    noted = offsets.add_batches(data, 1, judge, CAP_BYTES)
    one = _PAIRS["filter"][place](
        offsets,
        judge,
        now_ms=NOW_MS,
        delete_retention_ms=1000,
        kept_offsets=[4, 8],
        upper_bound=12,
        index_interval_bytes=50,
        max_uncompressed_bytes=CAP_BYTES,
    )
    done, written = one.feed(data, keep_old_tombstones=False, last=True)
    place_of_it = (hash(written), one.take_marks(), one.size) if is_canonical else (_batches_in(written),)
    return noted[0], done, *place_of_it, one.max_timestamp, one.last_offset, one.records_read, one.records_kept


def _batches_in(data: bytes) -> list[object]:
    """The headers of `data` without size and checksum, and the records."""
    found: list[object] = []
    for entry in scan(data):
        header = read_header(data, entry.position)
        found.append((header._replace(size=0, crc=0), tuple(batch_records(data, entry.position, CAP_BYTES))))
    return found


def _has_long_varints(data: bytes) -> bool:
    """Whether a record of `data` spells a number in more bytes than it needs, as no client does but every one reads."""
    for entry in scan(data):
        if entry.magic == 2 and entry.record_count > 0:
            header = read_header(data, entry.position)
            batch = bytearray(data[entry.position : entry.position + entry.size])
            # So that each record's own timestamp is read.
            struct.pack_into(">h", batch, 21, header.attributes & ~LOG_APPEND_TIME)
            short_bytes = sum(
                len(record_bytes(record.timestamp_ms - header.base_timestamp, record.offset - header.base_offset, *record[2:]))
                for record in batch_records(batch, 0, CAP_BYTES)
            )
            if short_bytes < len(records_of(header, batch, 0, CAP_BYTES)):
                return True
    return False


def _both_compacted(data: bytes) -> object:
    """Plain Python looks through all headers of a buffer first and may see another fault than Cython; neither goes on behind one.

    Of a batch that loses records, Cython copies what follows a record's timestamp, plain Python (and Kafka) writes it anew: of numbers
    spelt longer than need be, the one keeps the spelling and the other the value.
    """

    def compared(is_canonical: bool) -> object:
        return same(*(lambda place=place: _compacted(place, data, is_canonical) for place in range(len(CODECS))), by_kind=True)  # type: ignore[misc]

    try:
        return compared(True)
    except AssertionError:
        try:
            has_long_varints = _has_long_varints(data)
        except RecordsError:
            has_long_varints = False
        if not has_long_varints:
            raise
    return compared(False)


def _inside(codec_number: int) -> Callable[[bytes], object]:
    """Records that a good batch holds, compressed."""

    def decode(data: bytes) -> object:
        batch = around(data, codec_number)
        seen = _pair("cursor", _seen)(batch)
        read = both(_records)(batch)
        both(lambda codec, whole: codec.check_batch(whole, max_uncompressed_bytes=CAP_BYTES))(batch)
        return seen, read, _both_compacted(batch), _pair("columns", _columns)(batch)

    return decode


def _inside_old(magic: int, codec_number: int) -> Callable[[bytes], object]:
    def decode(data: bytes) -> object:
        whole = wrapper(magic, codec_number, data)
        return both(_magic2)(whole), both(_records)(whole), _pair("cursor", _seen)(whole), _both_compacted(whole)

    return decode


def _encoded(one: Any, data: bytes) -> object:
    """A table of Arrow's whose offsets, bits and numbers are anything: rows, then four numbers for each, then what they point into."""
    routing, filling, filler = one
    count = min(data[0] if data else 0, 40)
    numbers = data[1 : 1 + 4 * (count + 1)]
    rest = data[1 + 4 * (count + 1) :]
    cells = Cells(numbers, rest, rest[:5] or None)
    rows = Rows(count, Cells(numbers, rest), cells, HeaderCells(numbers, cells, cells), Numbers(rest))
    routes = bytearray(4 * max(count, 1))
    fillers = [filler(), filler()]
    bad = routing(rows, routes, [0], [2], codes=None, partitions=None, by_value=True)
    if bad >= 0:
        return bad
    told = filling(rows, 0, bytes(routes), fillers, [0], limit_bytes=1 << 16, largest_bytes=1 << 20, now_ms=NOW_MS)
    return told, [(each.count, each.size) for each in fillers]


def _tables() -> list[bytes]:
    found = []
    for count in (0, 1, 3):
        offsets = struct.pack(f"={count + 1}i", *range(0, 2 * (count + 1), 2))
        found.append(bytes([count]) + offsets + b"\xff" * 60)
    return found


#: Topics as they are set up: what is checked, and what is made anew, differs.
_SETTINGS = {
    "as it comes": LogSettings(),
    "compacted": LogSettings(cleanup_compact=True, message_timestamp_before_max_ms=1000),
    "append time": LogSettings(log_append_time=True, max_message_bytes=300),
    **{name: LogSettings(compression_type=name) for name in ("uncompressed", "gzip", "snappy", "lz4", "zstd")},
}


def _checked(settings: LogSettings, version: int, internal: bool) -> Callable[[bytes], object]:
    def one(codec: RecordsCodec, data: bytes) -> object:
        made = check(AppendEntry(memoryview(data), version, internal), settings, codec, NOW_MS, CAP_BYTES)
        if made is not None and made.stamp is None and not internal:
            # What is stored as it stands here is valid.
            codec.check_batch(bytes(made.batch), max_uncompressed_bytes=2 * CAP_BYTES)
        return (
            None if made is None else (bytes(made.batch), made.size, made.record_count, made.max_timestamp, made.stamp, made.last_sequence)
        )

    def refused_the_same(data: bytes) -> object:
        return same(*(lambda codec=codec: one(codec, data) for codec in CODECS), declared=Refused)  # type: ignore[misc]

    return refused_the_same


def header_of_first(data: bytes) -> tuple[int, int]:
    """Offset and leader epoch of what seems to be the first batch; as a broker knows what is to come."""
    offset, epoch = struct.unpack_from(">q4xi", data.ljust(16, b"\0"))
    return offset, epoch


def decoders() -> list[Decoder]:
    """See `tests.fuzz.family`."""
    new, old = batches(), message_sets()
    large, old_large = bombs(), old_bombs()
    both_large = [*large, *old_large]
    records = (RecordsError,)

    def of(
        name: str,
        decode: Callable[[bytes], object],
        seeds: list[bytes],
        declared: tuple[type[BaseException], ...] = records,
        bombs: Sequence[bytes] = (),
    ) -> Decoder:
        return Decoder(name, decode, declared, seeds, mended, CAP_BYTES, bombs=bombs)

    def check_batch(codec: RecordsCodec, data: bytes) -> object:
        return codec.check_batch(data, max_uncompressed_bytes=CAP_BYTES)

    def ordinary(codec: RecordsCodec, data: bytes) -> object:
        return codec.ordinary(data, 1 << 20, CAP_BYTES)

    def ordinary_run(codec: RecordsCodec, data: bytes) -> object:
        # As often as it goes on from itself.
        return codec.ordinary_run([data, memoryview(data), None, data], 7, 1, 1 << 20, CAP_BYTES)

    def copied_runs(codec: RecordsCodec, data: bytes) -> object:
        head = header_of_first(data)
        return codec.copied_runs(data, *head), codec.copied_runs(data + data, *head)

    found = [
        of("read_header", both(lambda codec, data: codec.read_header(data)), new),
        of("check_batch", both(check_batch), new, bombs=large),
        of("ordinary", both(ordinary), new, bombs=large),
        of("ordinary_run", both(ordinary_run), new, bombs=large),
        of("copied_runs", both(copied_runs), new + old),
        of("check_crc", both(lambda codec, data: codec.check_crc(data)), new + old),
        of("scan", both(lambda codec, data: (codec.scan(data), codec.scan(data, 0, 1))), new + old),
        of("header_entry", lambda data: header_entry(data, 0), new + old),
        of("records", both(_records), new + old, bombs=both_large),
        of("find_timestamp", both(_times), new + old),
        of("patch and stamp", both(_stored), new),
        of("to_magic2", both(_magic2), old, bombs=old_large),
        of("to_old_magic", both(_old), new + old),
        of("old_entries", both(_old_entries), new + old),
        of("a consumer's cursor", _pair("cursor", _seen), new + old, bombs=both_large),
        of("fetched_end", _pair("fetched_end", lambda one, data: one(data)), new + old),
        of("columns", _pair("columns", _columns), new + old, bombs=both_large),
        of("columns, checksums left alone", _pair("columns", _columns_unchecked), new + old),
        of("outline", _pair("outline", _outlines), new + old),
        of("fold_batches", _pair("fold_batches", _fold), new),
        Decoder("fold_records", _pair("fold_records", _fold_inside), records, bodies()),
        # What stays of a batch is held as records while it is written anew, by plain Python.
        Decoder("compaction", _both_compacted, records, new + old, mended, 16 * CAP_BYTES, bombs=both_large),
    ]
    for codec in Codec:
        found.append(Decoder(f"inside a batch, {codec.name.lower()}", _inside(codec), records, bodies(), output_bytes=CAP_BYTES))
    for magic in (0, 1):
        plain = [one for one in old if one[16] == magic and not one[17] & 7]
        for codec in (Codec.GZIP, Codec.SNAPPY, Codec.LZ4):
            name = f"inside a message of magic {magic}, {codec.name.lower()}"
            found.append(Decoder(name, _inside_old(magic, codec), records, plain, mended, CAP_BYTES))
    for name, settings in _SETTINGS.items():
        for version in (2, 3, 13):
            seeds = old + new[:2] if version == 2 else new + old[:1]
            few = (old_large if version == 2 else large if version == 13 else ()) if name in ("as it comes", "compacted", "lz4") else ()
            found.append(of(f"stored by Produce {version}, {name}", _checked(settings, version, False), seeds, (Refused,), few))
    found.append(of("stored by the broker itself", _checked(LogSettings(), 13, True), new, (Refused,)))
    found.append(Decoder("murmur2", _pair("murmur2", lambda one, data: one(data)), (), [b"", b"key", b"another key"]))
    # Plain Python lets struct complain, and has no words of its own.
    wrong = (ValueError, IndexError, struct.error)
    found.append(Decoder("columns to be written", _any_of("encode", _encoded, wrong), (), _tables()))
    for bits in (32, 64):
        numbers = [encode_varint(number) for number in (0, -1, 63, 64, (1 << bits - 1) - 1, -(1 << bits - 1))]
        found.append(
            Decoder(f"varint of {bits} bits", lambda data, bits=bits: varint(data, 0, len(data), bits), (Truncated, Overlong), numbers)
        )  # type: ignore[misc]
    return found
