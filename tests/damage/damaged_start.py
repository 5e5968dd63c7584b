"""A start on a directory of which one byte is another, and what came of it."""

from __future__ import annotations

import dataclasses
import functools
from functools import partial

from klog.cli.log.verify import PartitionCheck
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.storage.cold_read import wait_for
from klog.storage.directories.directory import LogDirectory
from klog.storage.directories.state_file import parse_state
from klog.storage.log.log import AppendEntry, Log
from klog.storage.log.start_reports import LoadReport
from klog.testing.broker import DATA_DIRECTORY
from klog.testing.filesystem import MemoryFileSystem
from klog.testing.virtual_clock import EPOCH_MS
from tests.damage import sample_directory as made
from tests.damage.observation import Batch, Outcome, Sight, batches_of, differences, look
from tests.storage.logs import batch as made_batch


@dataclasses.dataclass(frozen=True)
class Flip:
    """One byte that is another: ``^ mask``."""

    path: str
    position: int
    mask: int
    #: Whether the stop before was an orderly one.
    clean: bool

    def __str__(self) -> str:
        how = "after an orderly stop" if self.clean else "after a crash"
        return f"{self.path}, byte {self.position} ^ {self.mask:#04x}, {how}"

    def content(self) -> bytes:
        """The file as it is then."""
        data = bytearray(made.files()[self.path])
        data[self.position] ^= self.mask
        return bytes(data)


@dataclasses.dataclass
class Found:
    """What came of a flip."""

    outcomes: set[Outcome]
    #: Whether the start had a warning, and whether `klog log verify` has an error or a warning.
    warned: bool
    verified: bool
    #: How many batches are not as they were.
    hurt: int = 0


def sibling_of(partition: TopicPartition) -> TopicPartition:
    """Which other partition is looked at when `partition` is hurt."""
    return made.SIBLINGS[1] if partition.topic == "plain" else made.SIBLINGS[0]


@functools.cache
def paths_for(partition: TopicPartition, clean: bool) -> tuple[str, ...]:
    """The files of the partition, its sibling and the directory."""
    folders = (made.folder(partition) + "/", made.folder(sibling_of(partition)) + "/")
    found = [path for path in made.files() if path.startswith(folders) or path.count("/") == 2]
    return tuple(path for path in found if clean or path != made.CLEAN_MARKER)


def open_directory(fs: MemoryFileSystem) -> tuple[LogDirectory, LoadReport]:
    """A start as far as the logs go."""
    directory = LogDirectory(fs, DATA_DIRECTORY, lambda: EPOCH_MS, made.SETTINGS, 1, settings_for=lambda topic: made.SETTINGS)
    directory.remembered_ids = remembered_ids()
    return directory, directory.load()


@functools.cache
def remembered_ids() -> dict[str, bytes]:
    """What ``klog.state`` knows of topics."""
    path = f"{DATA_DIRECTORY}/klog.state"
    return {name: topic.topic_id for name, topic in parse_state(path, made.files()[path]).topics.items()}


@functools.cache
def whole(partition: TopicPartition, clean: bool) -> tuple[tuple[Batch, ...], Sight, Sibling]:
    """(batches, partition, sibling) of the directory that is not hurt."""
    directory, _ = open_directory(made.placed(paths_for(partition, clean)))
    log, sibling = directory.logs[partition], directory.logs[sibling_of(partition)]
    batches = tuple(batches_of(log))
    return batches, look(log, batches), sibling_sight(sibling)


def start(partition: TopicPartition, flip: Flip) -> Found:
    """Start with `flip` in a file of `partition`, look at everything, append, and verify.

    :raises AssertionError: its sibling is not as it was, or nothing can be appended any more.
    """
    paths = paths_for(partition, flip.clean)
    batches, before, sibling_before = whole(partition, flip.clean)
    fs = made.placed(paths, flip.path, flip.content())
    # What it sees does not depend on how the stop was.
    verified = flip.clean and bool(PartitionCheck(fs, made.folder(partition)).run().problems)
    directory, report = open_directory(fs)
    _check_sibling(directory.logs.get(sibling_of(partition)), sibling_before, report)
    warned = [warning for warning in report.warnings if "was not closed in order" not in warning]
    found = Found(set(), bool(warned), verified)
    log = directory.logs.get(partition)
    if log is None:
        assert partition in report.failed
        found.outcomes.add(Outcome.NOT_SERVED)
        return found
    if log.topic_id != remembered_ids()[partition.topic]:
        found.outcomes.add(Outcome.TOPIC_ID)
    after = look(log, batches)
    found.outcomes |= differences(before, after)
    found.hurt = sum(one != other for one, other in zip(before.batches, after.batches, strict=True))
    if wait_for(partial(log.apply_retention, EPOCH_MS + 1000)):
        found.outcomes.add(Outcome.DELETED)
    if not _takes_more(directory, partition):
        found.outcomes.add(Outcome.NO_APPEND)
    directory.release()
    return found


def _check_sibling(sibling: Log | None, before: Sibling, report: LoadReport) -> None:
    assert sibling is not None, f"the sibling is not served: {report.warnings}"
    assert sibling_sight(sibling) == before, "the sibling is another"


#: Start, end, leader epoch, topic id, all its bytes.
Sibling = tuple[int, int, int, bytes, bytes]


def sibling_sight(log: Log) -> Sibling:
    """What of a partition must not change when another one is hurt."""
    read = wait_for(partial(log.read, log.start_offset, 1 << 20, upper_bound=log.high_watermark))
    assert read.span is not None
    return log.start_offset, log.end_offset, log.leader_epoch, log.topic_id, read.span.read()


def _takes_more(directory: LogDirectory, partition: TopicPartition) -> bool:
    """Whether a batch can be appended and read back."""
    log = directory.logs[partition]
    more = made_batch(b"one more", timestamp_ms=EPOCH_MS + 900)
    [result] = log.append([AppendEntry(memoryview(more), 9)])
    if result.code:
        return False
    read = wait_for(partial(log.read, result.base_offset, 1 << 20, upper_bound=log.high_watermark))
    return read.span is not None


def while_open(partition: TopicPartition, flip: Flip) -> set[Outcome]:
    """Start, then flip, then look at everything, and let retention look, too.

    :raises AssertionError: the sibling is not as it was.
    """
    batches, before, sibling_before = whole(partition, True)
    fs = made.placed(paths_for(partition, True))
    directory, report = open_directory(fs)
    log = directory.logs[partition]
    fs.open(flip.path, write=True).write_at(flip.position, [bytes([made.files()[flip.path][flip.position] ^ flip.mask])])
    after = look(log, batches)
    outcomes = differences(before, after)
    if wait_for(partial(log.apply_retention, EPOCH_MS + 1000)):
        outcomes.add(Outcome.DELETED)
    try:
        if not _takes_more(directory, partition):
            outcomes.add(Outcome.NO_APPEND)
    except KlogError:
        # It was appended, and cannot be found behind what is hurt before the next start.
        outcomes.add(Outcome.REFUSED)
    _check_sibling(directory.logs.get(sibling_of(partition)), sibling_before, report)
    directory.release()
    return outcomes
