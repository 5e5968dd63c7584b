"""Kafka's text checkpoints: offsets of many partitions, and the leader epochs of one.

UTF-8 lines: the version (0), the number of entries, then one entry to a line: ``topic partition offset`` in the files of a data
directory, ``epoch start_offset`` in a partition's ``leader-epoch-checkpoint`` (`kafka: CheckpointFile.java`). An empty file has no
entries: Kafka makes one before its first write. Reading is strict; a file that is not so raises `CorruptCheckpoint`, naming file and line.

Among the recovery points stands one entry of klog's own (`KLOG_ENTRY`). Kafka reads over it and does not write it again: while it is
there, nobody but klog has used the directory since. Klog's compaction leaves no gap between two segments, so recovery then takes every
gap for damage. A log that klog could not open since another program used the directory has another such entry, with `FOREIGN` before its
topic's name, until it can be opened.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from klog.model import TopicPartition
from klog.storage.atomic_files import read_whole, replace_whole
from klog.storage.filesystem import FileSystem

VERSION = 0
MAX_LINE_CHARACTERS = 1024
#: So short are the leader epochs that are remembered.
_SHORT_BYTES = 256
#: No topic can have this name.
KLOG_ENTRY = TopicPartition(":klog", 0)
FOREIGN = ":foreign:"

T = TypeVar("T")

_NUMBER = re.compile(r"-?[0-9]{1,19}", re.ASCII)
_OFFSET_LINE = re.compile(r"(\S+)\s+([0-9]{1,10})\s+([0-9]{1,19})", re.ASCII)
_EPOCH_LINE = re.compile(r"([0-9]{1,10})\s+([0-9]{1,19})", re.ASCII)


class CorruptCheckpoint(Exception):
    """A checkpoint file is not readable as one; the sentence names file and line."""


class EpochEntry(NamedTuple):
    """Leader epoch `epoch` began with `start_offset`."""

    epoch: int
    start_offset: int


def _parse(path: str, data: bytes, parse_line: Callable[[str], T | None], form: str) -> list[T]:
    def wrong(line: int, sentence: str) -> CorruptCheckpoint:
        return CorruptCheckpoint(f"{path}, line {line}: {sentence}")

    if not data:
        return []
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise wrong(data.count(b"\n", 0, error.start) + 1, "not UTF-8") from None
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE_CHARACTERS:
            raise wrong(number, f"longer than {MAX_LINE_CHARACTERS} characters")
    if lines[0] != str(VERSION):
        raise wrong(1, f"the version must be {VERSION}, not {lines[0]!r}")
    if len(lines) < 2 or _NUMBER.fullmatch(lines[1]) is None or int(lines[1]) < 0:
        raise wrong(2, "the number of entries is missing")
    if len(lines) - 2 != int(lines[1]):
        raise wrong(2, f"{int(lines[1])} entries are announced and {len(lines) - 2} follow")
    entries: list[T] = []
    for number, line in enumerate(lines[2:], 3):
        entry = parse_line(line)
        if entry is None:
            raise wrong(number, f"not of the form {form!r}: {line!r}")
        entries.append(entry)
    return entries


def _format(lines: Iterable[str]) -> bytes:
    entries = list(lines)
    return "".join(f"{line}\n" for line in (str(VERSION), str(len(entries)), *entries)).encode()


def _offset_entry(line: str) -> tuple[TopicPartition, int] | None:
    match = _OFFSET_LINE.fullmatch(line)
    if match is None or int(match[2]) >= 1 << 31 or int(match[3]) >= 1 << 63:
        return None
    return TopicPartition(match[1], int(match[2])), int(match[3])


class RecoveryPoints(NamedTuple):
    """The content of ``recovery-point-offset-checkpoint``."""

    offsets: dict[TopicPartition, int]
    #: Whether klog wrote it (`KLOG_ENTRY`).
    by_klog: bool
    #: Those that are somebody else's all the same (`FOREIGN`).
    foreign: frozenset[TopicPartition]

    def is_klogs(self, topic_partition: TopicPartition) -> bool:
        """Whether nobody but klog has kept the log."""
        return self.by_klog and topic_partition not in self.foreign


def _parse_offsets(path: str, data: bytes) -> RecoveryPoints:
    entries = _parse(path, data, _offset_entry, "topic partition offset")
    offsets = dict(entries)
    if len(offsets) != len(entries):
        raise CorruptCheckpoint(f"{path}: a partition stands there twice")
    by_klog = offsets.pop(KLOG_ENTRY, None) is not None
    foreign = [name for name in offsets if name.topic.startswith(FOREIGN)]
    for name in foreign:
        del offsets[name]
    return RecoveryPoints(offsets, by_klog, frozenset(TopicPartition(topic.removeprefix(FOREIGN), number) for topic, number in foreign))


def parse_offsets(path: str, data: bytes) -> dict[TopicPartition, int]:
    """The partitions in an offset checkpoint; `path` is for errors. Negative offsets do not exist.

    :raises CorruptCheckpoint: another version, count or line, or a partition twice.
    """
    return _parse_offsets(path, data).offsets


def format_offsets(offsets: Mapping[TopicPartition, int]) -> bytes:
    """An offset checkpoint, by topic and partition."""
    return _format(f"{topic} {partition} {offset}" for (topic, partition), offset in sorted(offsets.items()))


def format_recovery_points(offsets: Mapping[TopicPartition, int], foreign: Iterable[TopicPartition] = ()) -> bytes:
    """The same with `KLOG_ENTRY`, and one for each of `foreign`."""
    marked = {TopicPartition(FOREIGN + topic, number): 1 for topic, number in foreign}
    return format_offsets({**offsets, **marked, KLOG_ENTRY: 1})


def read_recovery_points(fs: FileSystem, path: str) -> RecoveryPoints:
    """A ``recovery-point-offset-checkpoint``; no entries where there is no file. Raises OSError and CorruptCheckpoint."""
    try:
        data = read_whole(fs, path)
    except FileNotFoundError:
        return RecoveryPoints({}, False, frozenset())
    return _parse_offsets(path, data)


def read_offsets(fs: FileSystem, path: str) -> dict[TopicPartition, int]:
    """An offset checkpoint file; no entries where there is no file. Raises OSError and CorruptCheckpoint."""
    try:
        data = read_whole(fs, path)
    except FileNotFoundError:
        return {}
    return parse_offsets(path, data)


def write_offsets(fs: FileSystem, path: str, offsets: Mapping[TopicPartition, int]) -> None:
    """Replace an offset checkpoint file, durably. Raises OSError."""
    replace_whole(fs, path, format_offsets(offsets))


def _epoch_entry(line: str) -> EpochEntry | None:
    match = _EPOCH_LINE.fullmatch(line)
    if match is None or int(match[1]) >= 1 << 31 or int(match[2]) >= 1 << 63:
        return None
    return EpochEntry(int(match[1]), int(match[2]))


def parse_leader_epochs(path: str, data: bytes) -> list[EpochEntry]:
    """The entries of a ``leader-epoch-checkpoint``.

    :raises CorruptCheckpoint: another version, count or line, or epochs and offsets that do not rise.
    """
    known = _known_leader_epochs(data) if len(data) <= _SHORT_BYTES else None
    return _parse_leader_epochs(path, data) if known is None else list(known)


@lru_cache(1024)
def _known_leader_epochs(data: bytes) -> tuple[EpochEntry, ...] | None:
    """Of most of ten thousand partitions the file says the same. None where something is wrong with it."""
    try:
        return tuple(_parse_leader_epochs("", data))
    except CorruptCheckpoint:
        return None


def _parse_leader_epochs(path: str, data: bytes) -> list[EpochEntry]:
    entries = _parse(path, data, _epoch_entry, "epoch start_offset")
    for number, (before, after) in enumerate(itertools.pairwise(entries), 4):
        if after.epoch <= before.epoch or after.start_offset <= before.start_offset:
            raise CorruptCheckpoint(f"{path}, line {number}: {tuple(after)} does not rise above {tuple(before)}")
    return entries


def format_leader_epochs(entries: Iterable[EpochEntry]) -> bytes:
    """A ``leader-epoch-checkpoint``."""
    return _format(f"{entry.epoch} {entry.start_offset}" for entry in entries)


def read_leader_epochs(fs: FileSystem, path: str) -> list[EpochEntry]:
    """A ``leader-epoch-checkpoint`` file; no entries where there is no file. Raises OSError and CorruptCheckpoint."""
    try:
        data = read_whole(fs, path)
    except FileNotFoundError:
        return []
    return parse_leader_epochs(path, data)


def write_leader_epochs(fs: FileSystem, path: str, entries: Iterable[EpochEntry], *, sync: bool = True) -> None:
    """Replace a ``leader-epoch-checkpoint`` file. Raises OSError."""
    replace_whole(fs, path, format_leader_epochs(entries), sync=sync)
