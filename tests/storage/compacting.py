"""What the tests of compaction have in common: logs made of batches of all kinds, a consumer, and running a compaction to its end."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence

from klog.model import TopicPartition
from klog.records.contract import CONTROL, TRANSACTIONAL, Codec, Entry, Record
from klog.records.control import Marker, build_marker, read_marker
from klog.records.implementations import Compactor, codec, compactor
from klog.storage.byte_rate import ByteRate
from klog.storage.compaction.compaction import Compaction, CompactionOptions
from klog.storage.compaction.log_compaction import LogCompaction, dirtiness_of, prepare_compaction
from klog.storage.context import LogContext
from klog.storage.file_cache import FileCache
from klog.storage.log.log import Log
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem
from tests.storage.logs import NOW_MS, TOPIC_ID, Clock

FOLDER = "/data/t-0"
T0 = TopicPartition("t", 0)
SETTINGS = LogSettings(
    cleanup_delete=False,
    cleanup_compact=True,
    segment_bytes=1 << 20,
    index_interval_bytes=100,
    min_cleanable_dirty_ratio=0,
    delete_retention_ms=1000,
    file_delete_delay_ms=10,
)


@dataclasses.dataclass
class Row:
    """A record as it was written."""

    offset: int
    timestamp_ms: int
    key: bytes | None
    value: bytes | None
    producer_id: int = -1
    transactional: bool = False
    #: Of a transactional one: None while nothing is decided.
    committed: bool | None = None


class Writer:
    """Makes batches with rising offsets, and remembers what is in them."""

    def __init__(self) -> None:
        self.end = 0
        self.rows: list[Row] = []
        self.markers: list[int] = []
        self.sequences: dict[int, int] = {}
        self.open: dict[int, list[Row]] = {}

    def batch(
        self,
        rows: Sequence[tuple[bytes | None, bytes | None]],
        *,
        kind: Codec = Codec.NONE,
        producer_id: int = -1,
        transactional: bool = False,
        timestamp_ms: int | None = None,
    ) -> bytes:
        """One batch; `producer_id` gives it a sequence."""
        at = NOW_MS + self.end if timestamp_ms is None else timestamp_ms
        sequence = self.sequences.get(producer_id, 0) if producer_id >= 0 else -1
        self.sequences[producer_id] = sequence + len(rows)
        made = [Row(self.end + n, at + n, key, value, producer_id, transactional) for n, (key, value) in enumerate(rows)]
        self.rows += made
        if transactional:
            self.open.setdefault(producer_id, []).extend(made)
        base, self.end = self.end, self.end + len(rows)
        return codec.build_batch(
            [(row.timestamp_ms, row.key, row.value, ()) for row in made],
            base_offset=base,
            codec=kind,
            attributes=TRANSACTIONAL if transactional else 0,
            partition_leader_epoch=0,
            producer_id=producer_id,
            producer_epoch=0 if producer_id >= 0 else -1,
            base_sequence=sequence,
        )

    def marker(self, producer_id: int, commit: bool) -> bytes:
        """The end of a transaction."""
        for row in self.open.pop(producer_id, []):
            row.committed = commit
        base, self.end = self.end, self.end + 1
        self.markers.append(base)
        return build_marker(
            codec,
            Marker(commit, 0),
            producer_id=producer_id,
            producer_epoch=0,
            timestamp_ms=NOW_MS + base,
            base_offset=base,
            partition_leader_epoch=0,
        )


class Disk:
    """A log's directory in memory, and the log in it."""

    def __init__(self, fs: MemoryFileSystem | None = None, clock: Clock | None = None, settings: LogSettings = SETTINGS) -> None:
        self.clock = clock or Clock()
        self.fs = fs or MemoryFileSystem(self.clock)
        self.settings = settings
        self.warnings: list[str] = []
        self.checkpoint: int | None = None
        self.log: Log | None = None

    def segment(self, base_offset: int, data: bytes, next_base: int) -> None:
        """A sealed segment, and an empty active one behind it."""
        self.fs.write(f"{FOLDER}/{base_offset:020d}.log", data)
        self.fs.write(f"{FOLDER}/{next_base:020d}.log", b"")

    def open(self, recovery_point: int = 0, start_offset: int = 0) -> Log:
        """The log as after a crash, all of it flushed."""
        context = LogContext(self.fs, self.clock, FileCache(self.fs, 50), codec, random.Random(1), self.warnings.append)
        log = self.log = Log.open(
            context,
            FOLDER,
            T0,
            TOPIC_ID,
            self.settings,
            clean=False,
            recovery_point=recovery_point,
            start_offset=start_offset,
            # As in a directory that nobody but klog has kept: what compaction leaves must not look like damage.
            compacted_to=0,
        )
        log.flush()
        return log

    def compact(self, between: Callable[[Compaction], None] | None = None, **options: object) -> Compaction | None:
        """One compaction to its end, if one is due; the checkpoint follows it."""
        assert self.log is not None
        dirt = dirtiness_of(self.log, self.checkpoint)
        if dirt is None or not dirt.cleanable_bytes:
            return None
        work = prepare_compaction(self.log, dirt, made_options(**options))
        run(work, between)
        self.checkpoint = work.compaction.end_offset
        return work.compaction

    def names(self) -> list[str]:
        """What lies in the directory."""
        return self.fs.list(FOLDER)


def made_options(rooms: Compactor = compactor, **options: object) -> CompactionOptions:
    """Options without a limit of bytes a second."""
    return CompactionOptions(rooms, ByteRate(lambda: 0.0), **options)  # type: ignore[arg-type]


def turn(work: LogCompaction) -> bool:
    """One turn of the thread and one of the log; whether there is more to do."""
    try:
        work.run()
    except Exception as error:
        work.settle(error=error)
    else:
        work.settle()
    return work.needs_another_run


def run(work: LogCompaction, between: Callable[[Compaction], None] | None = None) -> None:
    """All steps. Raises what ended it."""
    more = True
    while more:
        try:
            work.run()
            if between is not None:
                between(work.compaction)
        except Exception as error:
            work.settle(error=error)
        else:
            work.settle()
        more = work.needs_another_run
    if work.error is not None:
        raise work.error


def entries(log: Log, start: int | None = None, upper_bound: int | None = None, max_bytes: int = 600) -> list[tuple[Entry, list[Record]]]:
    """Every batch from `start` on as consumers read them, with its records."""
    offset = log.start_offset if start is None else start
    bound = log.high_watermark if upper_bound is None else upper_bound
    found: list[tuple[Entry, list[Record]]] = []
    while offset < bound:
        got = log.read(offset, max_bytes, upper_bound=bound)
        if got.span is None:
            break
        data = got.span.read()
        for entry in codec.scan(data):
            codec.check_crc(data, entry.position)
            found.append((entry, [r for r in codec.records(data[entry.position : entry.position + entry.size]) if r.offset >= offset]))
        last = found[-1][0].last_offset
        assert last >= offset, f"a read at {offset} got no further than {last}"
        assert got.next_offset == -1 or got.next_offset > last
        offset = last + 1
    return found


def present(log: Log) -> list[Record]:
    """All records but those of control batches."""
    return [record for entry, records in entries(log) if not entry.attributes & CONTROL for record in records]


def committed(log: Log) -> list[Record]:
    """What a consumer of committed records gets (``CompletedFetch`` of the Java client)."""
    bound = log.last_stable_offset
    waiting = sorted(log.aborted_transactions(log.start_offset, bound), key=lambda txn: txn.first_offset)
    aborted: set[int] = set()
    found: list[Record] = []
    for entry, records in entries(log, upper_bound=bound):
        while waiting and waiting[0].first_offset <= entry.last_offset:
            aborted.add(waiting.pop(0).producer_id)
        if entry.attributes & CONTROL:
            marker = read_marker(records[0]) if records else None
            if marker is not None and not marker.commit:
                aborted.discard(entry.producer_id)
        elif not (entry.attributes & TRANSACTIONAL and entry.producer_id in aborted):
            found += records
    return found


def table(records: Sequence[Record | Row]) -> dict[bytes, bytes]:
    """The newest value of each key."""
    values: dict[bytes, bytes] = {}
    for record in records:
        if record.key is not None:
            values.pop(record.key, None)
            if record.value is not None:
                values[record.key] = record.value
    return values
