"""What the tests of the log have in common: a directory in memory, batches, and reading everything back."""

from __future__ import annotations

import unittest
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.contract import Codec, Header, Record
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec
from klog.storage.cold_read import wait_for
from klog.storage.directories.directory import LogDirectory
from klog.storage.disk_work import do_now
from klog.storage.log.log import AppendEntry, AppendResult, Log
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem

T0 = TopicPartition("t", 0)
TOPIC_ID = bytes(range(16))
NOW_MS = 1_700_000_000_000


class Clock:
    """A clock that stands until it is told."""

    def __init__(self, ms: int = NOW_MS) -> None:
        self.ms = ms

    def __call__(self) -> int:
        return self.ms


def create(directory: LogDirectory, topic_partition: TopicPartition, topic_id: bytes, settings: LogSettings, leader_epoch: int = 0) -> Log:
    """A new partition, made in this thread. Raises OSError."""
    creation = directory.prepare_creation([(topic_partition, topic_id)], leader_epoch)
    do_now(creation)
    return directory.complete_creation(creation.partitions[0], settings)


def remove_deleted(directory: LogDirectory, now_ms: int) -> None:
    """What was deleted long enough ago goes, in this thread."""
    removal = directory.prepare_removal(now_ms)
    if removal is not None:
        do_now(removal)


def checkpoint(directory: LogDirectory) -> None:
    """The checkpoints are written, in this thread, where the directory takes writes. Raises OSError."""
    if directory.offline is None:
        do_now(directory.prepare_checkpoint())


class Place:
    """A data directory in memory, with everything that is handed in."""

    def __init__(self, fs: MemoryFileSystem | None = None, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.fs = fs or MemoryFileSystem(self.clock)
        self.warnings: list[str] = []

    def directory(self, settings: LogSettings | None = None, **options: object) -> LogDirectory:
        """A directory that is not loaded; `settings` are those of every topic found."""
        found = settings or LogSettings()
        return LogDirectory(
            self.fs,
            "/data",
            self.clock,
            found,
            1,
            settings_for=lambda topic: found,
            warn=self.warnings.append,
            **options,  # type: ignore[arg-type]
        )

    def log(self, settings: LogSettings | None = None, topic_partition: TopicPartition = T0) -> Log:
        """A new log in a new directory."""
        directory = self.directory(settings)
        directory.load()
        self.last = directory
        return create(directory, topic_partition, TOPIC_ID, settings or LogSettings())

    def again(self, settings: LogSettings | None = None, topic_partition: TopicPartition = T0) -> Log:
        """The same log, opened by another "process": the lock of the first is gone."""
        self.last.release()
        self.last.context.files.clear()
        directory = self.directory(settings)
        self.report = directory.load()
        self.last = directory
        return directory.logs[topic_partition]


class FailingAct:
    """For `MemoryFileSystem.before_act`: one act fails.

    :param fails: whether an act may be meant, by its name and path.
    :param number: which of those it is, from 0 on.
    :param error: the errno.
    """

    def __init__(self, fails: Callable[[str, str], bool], number: int, error: int) -> None:
        self.fails = fails
        self.left = number
        self.error = error
        self.failed = ""

    def __call__(self, name: str, path: str) -> None:
        if not self.failed and self.fails(name, path):
            if not self.left:
                self.failed = f"{name} {path}"
                raise OSError(self.error, "no more")
            self.left -= 1


@contextmanager
def syncs_fail(fs: MemoryFileSystem, suffix: str) -> Iterator[None]:
    """Within it no file whose path ends with `suffix` can be synced."""

    def fail(act: str, path: str) -> None:
        if act == "sync" and path.endswith(suffix):
            fs.fail_next_sync()

    fs.before_act = fail
    try:
        yield
    finally:
        fs.before_act = None


def batch(
    *values: bytes | None,
    timestamp_ms: int = NOW_MS,
    key: bytes | None = b"k",
    headers: Sequence[Header] = (),
    compression: Codec = Codec.NONE,
    **fields: int,
) -> bytes:
    """A v2 batch of records with these values."""
    return codec.build_batch([(timestamp_ms, key, value, headers) for value in values], codec=compression, **fields)  # type: ignore[arg-type]


def append(log: Log, *batches: bytes, version: int = 9) -> list[AppendResult]:
    """Append each as an entry of its own, in one call."""
    return log.append([AppendEntry(memoryview(one), version) for one in batches])


def read_all(log: Log, start: int | None = None, max_bytes: int = 1000, upper_bound: int | None = None) -> list[Record]:
    """Every record from `start` on, read in steps as a consumer does."""
    offset = log.start_offset if start is None else start
    bound = log.high_watermark if upper_bound is None else upper_bound
    records: list[Record] = []
    while offset < bound:
        got = wait_for(partial(log.read, offset, max_bytes, upper_bound=bound))
        if got.span is None:
            break
        some = list(codec.records(got.span.read()))
        assert len(got.span) == got.size, "the span says its size"
        records += [record for record in some if record.offset >= offset]
        assert some[-1].offset >= offset, "a read always gets further"
        assert got.next_offset == some[-1].offset + 1 or got.next_offset > some[-1].offset, "the next offset is behind the last record"
        offset = got.next_offset
    return records


def values(records: Sequence[Record]) -> list[tuple[int, bytes | None]]:
    """Offsets and values."""
    return [(record.offset, record.value) for record in records]


def retain(log: Log, now_ms: int) -> int:
    """Retention, and the flush that it may have to wait for; how many segments went."""
    before = log._segments.bases()[:]
    log.apply_retention(now_ms)
    while log.retention_waits:
        flush = log.prepare_flush(rolled_only=True)
        assert flush is not None
        do_now(flush)
        log.apply_retention(now_ms)
    return len(set(before) - set(log._segments.bases()))


def marker_of(producer_id: int, *, commit: bool, epoch: int = 0, coordinator_epoch: int = 0) -> bytes:
    """A control batch that ends a transaction."""
    return build_marker(codec, Marker(commit, coordinator_epoch), producer_id=producer_id, producer_epoch=epoch, timestamp_ms=NOW_MS)


def at(data: bytes, base_offset: int, epoch: int = 0) -> bytes:
    """The batch as a leader has it."""
    return base_offset.to_bytes(8, "big", signed=True) + data[8:12] + epoch.to_bytes(4, "big", signed=True) + data[16:]


class LogCase(unittest.TestCase):
    """A log in memory."""

    def setUp(self) -> None:
        self.place = Place()

    def good(self, log: Log, *batches: bytes) -> list[int]:
        """Append in one call; the base offsets."""
        results = append(log, *batches)
        self.assertEqual({result.code for result in results}, {ErrorCode.NONE}, results)
        return [result.base_offset for result in results]

    def files(self) -> list[str]:
        return sorted(path.removeprefix("/data/t-0/") for path in self.place.fs.walk("/data/t-0"))
