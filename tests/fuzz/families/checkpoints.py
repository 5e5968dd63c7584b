"""What else lies in a data directory: checkpoints, indexes, snapshots, properties, `klog.state`, names, and a KRaft controller's log."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from klog.cli.log.dump import as_text, dump
from klog.cli.log.files import target_of, walk
from klog.cli.log.verify import PartitionCheck, check_directory, read_checkpoints
from klog.model import TopicPartition
from klog.records.contract import InvalidRecords, RecordsError
from klog.records.crc32c import crc32c
from klog.records.implementations import codec
from klog.records.python import codec as python
from klog.storage import checkpoint_files as checkpoints
from klog.storage import filenames
from klog.storage.context import LogContext
from klog.storage.directories import meta_properties, partition_metadata, recovery_losses, start_records, state_file
from klog.storage.directories.kraft_metadata import read_kraft_metadata
from klog.storage.file_cache import FileCache
from klog.storage.log.leader_epochs import LeaderEpochCache
from klog.storage.log.start_kind import StartKind
from klog.storage.log.values import AppendEntry
from klog.storage.parallel_io import one_by_one
from klog.storage.producers import snapshot as producer_snapshot
from klog.storage.producers.state import ProducerEntry
from klog.storage.segments import offset_index, time_index
from klog.storage.segments.checked_batches import checked_batches
from klog.storage.segments.txn_index import AbortedTxn, TxnIndex
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem
from tests.fuzz.batching import batches, mended, message_sets
from tests.fuzz.family import Decoder
from tests.storage.logs import Place, batch

_BASE = 100
_END = 1 << 30


def _in_file(path: str, call: Callable[[MemoryFileSystem, str], object]) -> Callable[[bytes], object]:
    """`call` with a file system that holds the bytes at `path`."""

    def decode(data: bytes) -> object:
        fs = MemoryFileSystem()
        fs.write(path, data)
        return call(fs, path)

    return decode


def _context(fs: MemoryFileSystem) -> LogContext:
    return LogContext(fs, lambda: 0, FileCache(fs, 10), codec)


# Indexes


def _offset_index(fs: MemoryFileSystem, path: str) -> object:
    file = fs.open(path)
    index = offset_index.OffsetIndex.load(file, _BASE, log_bytes=_END)
    assert index.lookup(_BASE + 50) == offset_index.lookup_in_file(file, _BASE, _BASE + 50), "the file says something else than the index"
    return index.entries, index.last_offset, index.last_at_or_before_position(70)


def _offset_look_up(fs: MemoryFileSystem, path: str) -> object:
    return offset_index.lookup_in_file(fs.open(path), _BASE, _BASE + 50)


def _time_index(fs: MemoryFileSystem, path: str) -> object:
    file = fs.open(path)
    index = time_index.TimeIndex.load(file, _BASE, end_offset=_END)
    assert index.lookup(5000) == time_index.lookup_in_file(file, _BASE, 5000), "the file says something else than the index"
    assert index.last == time_index.last_in_file(file, _BASE)
    return index.entries


def _time_look_up(fs: MemoryFileSystem, path: str) -> object:
    return time_index.lookup_in_file(fs.open(path), _BASE, 5000), time_index.last_in_file(fs.open(path), _BASE)


def _txn_index(fs: MemoryFileSystem, path: str) -> object:
    index = TxnIndex.load(fs.open(path), _BASE)
    return index.collect(0, 1 << 40), index.collect(150, 160)


def _written(index: object) -> bytes:
    """The file of an index."""
    fs = MemoryFileSystem()
    file = fs.open("/index", write=True, create=True)
    index.flush(file)  # type: ignore[attr-defined]
    return fs.read("/index")


def _offset_indexes() -> list[bytes]:
    made = []
    for count in (0, 1, 30):
        index = offset_index.OffsetIndex(_BASE)
        for place in range(count):
            index.append(_BASE + 5 * place + 4, 40 * place)
        made.append(_written(index))
    return made


def _time_indexes() -> list[bytes]:
    made = []
    for count in (0, 1, 30):
        index = time_index.TimeIndex(_BASE)
        for place in range(count):
            index.append(1000 * place + 1, _BASE + 5 * place)
        made.append(_written(index))
    return made


def _txn_indexes() -> list[bytes]:
    made = []
    for count in (1, 12):
        index = TxnIndex(_BASE)
        for place in range(count):
            index.append(AbortedTxn(place, _BASE + 9 * place, _BASE + 9 * place + 8, _BASE + 9 * place))
        made.append(_written(index))
    return made


# Snapshots and the state


def _snapshots() -> list[bytes]:
    rows = [
        producer_snapshot.SnapshotEntry(7, 1, 5, 105, 5, 9_000, -1, -1),
        producer_snapshot.SnapshotEntry(8, 0, -1, -1, 0, 9_000, 3, 101),
    ]
    return [producer_snapshot.format_snapshot(rows[:count]) for count in (0, 1, 2)]


def _mended_snapshot(data: bytes) -> bytes:
    return data[:2] + crc32c(data[6:]).to_bytes(4, "big") + data[6:]


def _snapshot(data: bytes) -> object:
    return [ProducerEntry.from_snapshot(entry).to_snapshot() for entry in producer_snapshot.parse_snapshot("a snapshot", data)]


def _states() -> list[bytes]:
    topics = {
        "t": state_file.TopicRecord(partition_metadata_id(1), 3, {"cleanup.policy": "compact"}),
        "\udcff": state_file.TopicRecord(partition_metadata_id(2), 1, {}, False),
    }
    full = state_file.State("cluster", 7000, 5, topics, frozenset({partition_metadata_id(3)}), {"": {"a": "b"}}, {"g": {"c": "d"}})
    return [state_file.format_state(full), state_file.format_state(state_file.State("cluster"))]


def partition_metadata_id(number: int) -> state_file.TopicId:
    """A topic's id."""
    return state_file.TopicId(bytes([number]) * 16)


def _mended_state(data: bytes) -> bytes:
    body = re.sub(rb"^klog-state[^\n]*\n", b"", data)
    return b"klog-state version=1 bytes=%d crc32c=%08x\n" % (len(body), crc32c(body)) + body


# Segments and the controller's log


def _segment(fs: MemoryFileSystem, path: str) -> object:
    context = _context(fs)
    why: list[str] = []
    found = [entry for entry, _ in checked_batches(context, path, fs.size(path), 0, why.append)]
    return found, why, [type(step).__name__ for step in walk(fs.open(path))]


_RECORDS = (
    b"\1\2\0" + b"\2t" + bytes(range(16)) + b"\0",
    b"\1\3\0" + bytes(4) + bytes(range(16)) + b"\2\0\0\0\1" * 4 + bytes(4) + b"\0\0\0\5" + b"\0\0\0\1" + b"\0",
    b"\1\4\0\2\2t\x0fcleanup.policy\x08compact\0",
    b"\1\5\0" + bytes(4) + bytes(range(16)) + b"\1\1\4\0\0\0\2",
    b"\1\x0f\0" + bytes(4) + bytes(8) + b"\0\0\0\0\0\0\7\xd0\0",
    b"\1\x17\0\0",
    b"\1\x18\0\0",
    b"\1\x19\0\0\0",
    b"\1\x09\0" + bytes(range(16)) + b"\0",
)


def _kraft(data: bytes) -> object:
    """A record's value between whole ones, in a segment as a controller leaves it."""
    values = [_RECORDS[0], _RECORDS[1], data, _RECORDS[3], *([_RECORDS[6]] if data[1:2] == b"\x17" else [])]
    fs = MemoryFileSystem()
    fs.write("/meta/00000000000000000000.log", python.build_batch([(0, None, value, ()) for value in values]))
    return read_kraft_metadata(_context(fs), "/meta")


def _kraft_log(fs: MemoryFileSystem, path: str) -> object:
    return read_kraft_metadata(_context(fs), path.rpartition("/")[0])


def _names(data: bytes) -> object:
    name = data.decode("utf-8", "surrogateescape")
    file = filenames.parse_file_name(name)
    assert file is None or filenames.file_name(*file) == name
    directory = filenames.parse_directory_name(name)
    if directory is not None and directory.role is filenames.DirectoryRole.CURRENT:
        assert filenames.directory_name(directory.topic_partition) == name
    return file, directory


def _epochs(fs: MemoryFileSystem, path: str) -> object:
    cache = LeaderEpochCache(fs, path)
    cache.load()
    return cache.entries, cache.end_offset_for(3, 1000), cache.epoch_for_offset(50)


# What `klog log dump` and `klog log verify` say of a partition of which one file is bad


@functools.cache
def _partition() -> dict[str, bytes]:
    """The files of a partition's directory, and others of a data directory beside them, by path."""
    place = Place()
    log = place.log(LogSettings(index_interval_bytes=1))
    for number in range(4):
        log.append([AppendEntry(batch(b"v%d" % number, b"w", producer_id=7, producer_epoch=0, base_sequence=2 * number), 11)])
    assert place.last.close(one_by_one)
    files = {path if path.startswith("/") else f"/{path}": b"" for path in place.fs.walk()}
    found = {path: place.fs.read(path) for path in files if not place.fs.is_directory(path)}
    found["/data/t-0/00000000000000000000.txnindex"] = _written_txns(0)
    return found


def _written_txns(base: int) -> bytes:
    index = TxnIndex(base)
    index.append(AbortedTxn(9, base, base + 3, base))
    return _written(index)


def _looked_at(path: str) -> Callable[[bytes], object]:
    def decode(data: bytes) -> object:
        fs = MemoryFileSystem()
        for other, content in _partition().items():
            fs.write(other, data if other == path else content)
        target = target_of(path)
        assert target is not None
        rows = [as_text(row) for row in dump(fs, target, records=True)]
        report = PartitionCheck(fs, "/data/t-0").run()
        return rows, report.errors, check_directory(fs, "/data", [report], read_checkpoints(fs, "/data")).errors

    return decode


def _looked_at_decoders() -> list[Decoder]:
    found = []
    for path, content in _partition().items():
        name = path.rpartition("/")[2]
        if target_of(path) is not None:
            mend = mended if name.endswith(".log") else _mended_snapshot if name.endswith(".snapshot") else None
            found.append(Decoder(f"klog log, {path}", _looked_at(path), (), [content], mend, is_text=b"\n" in content and mend is None))
    return found


def decoders() -> list[Decoder]:
    """See `tests.fuzz.family`."""
    offsets = [checkpoints.format_offsets({TopicPartition("t", place): 7 * place for place in range(count)}) for count in (0, 1, 9)]
    epochs = [checkpoints.format_leader_epochs([checkpoints.EpochEntry(place, 9 * place) for place in range(count)]) for count in (0, 1, 9)]
    kafkas = b"#\n#Sun Nov 22 00:00:00 UTC 2026\nnode.id=1\ndirectory.id=abcdefghijklmnopqrstuv\nversion=1\ncluster.id=\\u0041b\\=c\n"
    properties = [
        meta_properties.format_meta_properties(meta_properties.MetaProperties("c:=ü", 1, version, "d", {"x y": "z"})) for version in (0, 1)
    ]
    ids = [partition_metadata.format_partition_metadata(bytes(range(16)))]
    names = [
        *(
            filenames.file_name(42, suffix, stage)
            for suffix in (filenames.LOG, filenames.SNAPSHOT)
            for stage in ("", ".swap", ".cleaned.deleted")
        ),
        *("t-0", "a.b_c-d-17", f"t-1.{'0f' * 16}-delete", f"t-1.{'0f' * 16}-stray", "00000000000000000007-0000000003.checkpoint"),
    ]
    path = "/data/file"
    bad_index = (offset_index.CorruptIndex,)
    text = (checkpoints.CorruptCheckpoint,)
    controller = [python.build_batch([(0, None, value, ()) for value in _RECORDS])]
    logs = [mended(batch) for batch in batches()] + message_sets()
    return [
        Decoder("offset checkpoint", lambda data: checkpoints.parse_offsets("it", data), text, offsets, is_text=True),
        Decoder("leader epochs", _in_file(path, _epochs), text, epochs, is_text=True),
        Decoder(
            "meta.properties",
            lambda data: meta_properties.parse_meta_properties("it", data),
            (meta_properties.BadMetaProperties,),
            [*properties, kafkas],
            is_text=True,
        ),
        Decoder(
            "partition.metadata",
            lambda data: partition_metadata.parse_partition_metadata("it", data),
            (partition_metadata.CorruptPartitionMetadata,),
            ids,
            is_text=True,
        ),
        Decoder(
            "klog.state",
            lambda data: state_file.parse_state("it", data),
            (state_file.StateCorrupt,),
            _states(),
            _mended_state,
            is_text=True,
        ),
        Decoder(
            "klog.recovery",
            lambda data: recovery_losses.parse_losses("it", data),
            (recovery_losses.CorruptLosses,),
            [recovery_losses.format_losses(recovery_losses.Losses(5, 3, [recovery_losses.Loss(TopicPartition("t", 1), 9, 4, 3, 200, 1)]))],
            is_text=True,
        ),
        Decoder(
            "klog.boot",
            lambda data: start_records.parse_start_record("it", data),
            (start_records.CorruptStartRecord,),
            [
                start_records.format_start_record(start_records.StartRecord(None, {})),
                start_records.format_start_record(
                    start_records.StartRecord("1c3a7f9e", {TopicPartition("t", 1): StartKind.LOST, TopicPartition("u", 0): StartKind.CLEAN})
                ),
            ],
            is_text=True,
        ),
        Decoder("snapshot of producers", _snapshot, (producer_snapshot.CorruptSnapshot,), _snapshots(), _mended_snapshot),
        Decoder("offset index", _in_file(path, _offset_index), bad_index, _offset_indexes()),
        Decoder("offset index, searched in the file", _in_file(path, _offset_look_up), (), _offset_indexes()),
        Decoder("time index", _in_file(path, _time_index), bad_index, _time_indexes()),
        Decoder("time index, searched in the file", _in_file(path, _time_look_up), (), _time_indexes()),
        Decoder("index of aborted transactions", _in_file(path, _txn_index), bad_index, _txn_indexes()),
        Decoder("segment", _in_file(path, _segment), (RecordsError,), logs, mended),
        Decoder("a controller's record", _kraft, (InvalidRecords,), _RECORDS),
        Decoder("a controller's log", _in_file("/meta/00000000000000000000.log", _kraft_log), (RecordsError,), controller, mended),
        *_looked_at_decoders(),
        Decoder("file and directory names", _names, (), [name.encode() for name in names], is_text=True),
    ]
