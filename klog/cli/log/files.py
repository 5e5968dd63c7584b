"""The files of a data directory, found and walked for reading: nothing here writes, locks or creates anything.

A *target* is one file of a kind that is known by its name (``klog.storage.filenames``). `find` takes files, directories of partitions and
data directories alike. `walk` steps through the batches of a segment of any record format and is content with what a crash leaves: what
does not fit ends the walk with a `Broken` that says where and why.
"""

from __future__ import annotations

import enum
import os
import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from klog.cli.exit_codes import not_found, usage
from klog.model import TopicPartition
from klog.records.contract import LOG_OVERHEAD, Entry
from klog.records.readable_entries import readable_entries
from klog.storage import filenames
from klog.storage.filesystem import File, FileSystem

#: What is read at once; a batch that is larger is read whole.
CHUNK_BYTES = 1 << 20

_KRAFT_SNAPSHOT = re.compile(r"([0-9]{20})-([0-9]{10})\.checkpoint", re.ASCII)


class Kind(enum.Enum):
    """What a file holds."""

    LOG = "log"
    OFFSET_INDEX = "offset index"
    TIME_INDEX = "time index"
    TXN_INDEX = "transaction index"
    SNAPSHOT = "producer snapshot"
    KRAFT_SNAPSHOT = "metadata snapshot"
    LEADER_EPOCHS = "leader epochs"
    OFFSETS = "offset checkpoint"
    PARTITION_METADATA = "partition metadata"
    META_PROPERTIES = "meta properties"
    STATE = "klog state"


_BY_SUFFIX = {
    filenames.LOG: Kind.LOG,
    filenames.OFFSET_INDEX: Kind.OFFSET_INDEX,
    filenames.TIME_INDEX: Kind.TIME_INDEX,
    filenames.TXN_INDEX: Kind.TXN_INDEX,
    filenames.SNAPSHOT: Kind.SNAPSHOT,
}
_BY_NAME = {
    filenames.LEADER_EPOCH_CHECKPOINT: Kind.LEADER_EPOCHS,
    filenames.PARTITION_METADATA: Kind.PARTITION_METADATA,
    filenames.META_PROPERTIES: Kind.META_PROPERTIES,
    filenames.STATE_FILE: Kind.STATE,
    filenames.RECOVERY_POINT_CHECKPOINT: Kind.OFFSETS,
    filenames.LOG_START_CHECKPOINT: Kind.OFFSETS,
    filenames.HIGH_WATERMARK_CHECKPOINT: Kind.OFFSETS,
    filenames.CLEANER_CHECKPOINT: Kind.OFFSETS,
}


class Target(NamedTuple):
    """One file.

    `base_offset` is the number in its name, 0 where it has none; `stage` as in `filenames.FileName`; `partition` by the directory's name.
    """

    path: str
    kind: Kind
    partition: TopicPartition | None = None
    base_offset: int = 0
    stage: str = ""


def target_of(path: str) -> Target | None:
    """What the file at `path` is, by its name alone; None for a file of no known kind."""
    folder, name = posixpath.split(path)
    parsed = filenames.parse_directory_name(posixpath.basename(posixpath.abspath(folder or ".")))
    partition = parsed.topic_partition if parsed is not None else None
    named = _BY_NAME.get(name)
    if named is not None:
        return Target(path, named, partition)
    file = filenames.parse_file_name(name)
    if file is not None:
        return Target(path, _BY_SUFFIX[file.suffix], partition, file.offset, file.stage)
    match = _KRAFT_SNAPSHOT.fullmatch(name)
    return Target(path, Kind.KRAFT_SNAPSHOT, partition, int(match[1])) if match else None


def partition_directories(fs: FileSystem, path: str) -> list[str]:
    """Directories of partitions within the data directory `path`, by topic and number. Raises OSError."""
    found = []
    for name in fs.list(path):
        parsed = filenames.parse_directory_name(name)
        if parsed is not None and fs.is_directory(f"{path}/{name}"):
            found.append((parsed.topic_partition, name))
    return [f"{path}/{name}" for _, name in sorted(found)]


def is_partition_directory(fs: FileSystem, path: str) -> bool:
    """Whether `path` holds the files of a partition. Raises OSError."""
    return fs.is_directory(path) and any(filenames.parse_file_name(name) is not None for name in fs.list(path))


def is_data_directory(fs: FileSystem, path: str) -> bool:
    """Whether `path` looks like the data directory of a broker. Raises OSError."""
    if not fs.is_directory(path):
        return False
    names = fs.list(path)
    return any(name in _BY_NAME for name in names) or any(filenames.parse_directory_name(name) is not None for name in names)


def files_in(fs: FileSystem, path: str) -> list[Target]:
    """The known files directly in the directory `path`: by offset, then by kind. Raises OSError."""
    order = {kind: number for number, kind in enumerate(Kind)}
    found = [target for name in fs.list(path) if (target := target_of(f"{path}/{name}")) is not None]
    return sorted(found, key=lambda target: (target.base_offset, order[target.kind], target.path))


def find(fs: FileSystem, paths: Sequence[str]) -> list[Target]:
    """Every known file that `paths` name: files, partitions' directories, data directories.

    :raises CommandFailed: a path that is not there, or is nothing of a log's.
    """
    found: list[Target] = []
    for given in paths:
        path = given.rstrip("/") or "/"
        if not fs.exists(path):
            raise not_found(f"there is no {given}")
        if not fs.is_directory(path):
            target = target_of(path)
            if target is None:
                raise usage(f"{given} is no file of a log by its name (like 00000000000000000000.log or leader-epoch-checkpoint)")
            found.append(target)
            continue
        inside = files_in(fs, path)
        folders = [] if is_partition_directory(fs, path) else partition_directories(fs, path)
        if not inside and not folders:
            raise not_found(f"{given} holds no log: neither files of a partition nor directories like topic-0")
        found += inside
        for folder in folders:
            found += files_in(fs, folder)
    return found


class Broken(NamedTuple):
    """Where a segment stops making sense.

    `torn`: an incomplete batch at the end of the file, as a crash leaves; `zeros`: room that was set aside for later.
    """

    position: int
    left_bytes: int
    reason: str
    torn: bool = False
    zeros: bool = False


class Step(NamedTuple):
    """One batch or message of a segment, with all its bytes."""

    entry: Entry
    data: bytes


def walk(file: File, start: int = 0) -> Iterator[Step | Broken]:
    """The batches of a segment from position `start`, in order; the last item is a `Broken` where something is left behind them. `position`
    in the entries is that in the file. Raises OSError."""
    position = start
    size = file.size()
    while position < size:
        chunk = file.read_at(position, min(CHUNK_BYTES, size - position))
        if not chunk:
            return  # cut while we read
        entries, reason = readable_entries(chunk)
        for entry in entries:
            yield Step(entry._replace(position=position + entry.position), chunk[entry.position : entry.position + entry.size])
        if entries:
            position += entries[-1].position + entries[-1].size
        if reason is not None:
            yield _broken(file, position, size, reason)
            return
        if entries:
            continue
        # Not even one whole batch: it is larger than a chunk, or the file ends within it.
        wanted = int.from_bytes(chunk[8:12], "big", signed=True) + LOG_OVERHEAD if len(chunk) >= LOG_OVERHEAD else 0
        if len(chunk) <= 16 or position + wanted > size:
            yield _broken(file, position, size, f"an incomplete batch: {wanted} bytes are announced and {size - position} are there", True)
            return
        data = file.read_at(position, wanted)
        entries, reason = readable_entries(data)
        if not entries:
            yield _broken(file, position, size, reason or "the file was cut while it was read", reason is None)
            return
        yield Step(entries[0]._replace(position=position), data)
        position += entries[0].size


def _broken(file: File, position: int, size: int, reason: str, torn: bool = False) -> Broken:
    # The first bytes of a torn batch may be zeros, but no batch has a length of zero.
    if size - position >= LOG_OVERHEAD and all_zero(file, position, size):
        return Broken(position, size - position, f"{size - position} bytes of zeros, set aside for later", zeros=True)
    return Broken(position, size - position, reason, torn)


def all_zero(file: File, position: int, end: int) -> bool:
    """Whether there is nothing but zeros from `position` to `end`. Raises OSError."""
    while position < end:
        chunk = file.read_at(position, min(CHUNK_BYTES, end - position))
        if not chunk or chunk.count(0) != len(chunk):
            return False
        position += len(chunk)
    return True


def real_filesystem() -> FileSystem:
    """The operating system's."""
    from klog.storage.filesystem import RealFileSystem

    return RealFileSystem()


def short(path: str, folder: str | None = None) -> str:
    """`path` as it is shown: relative to `folder` where it lies in it."""
    if folder and path.startswith(folder.rstrip("/") + "/"):
        return path[len(folder.rstrip("/")) + 1 :]
    return os.path.relpath(path) if not path.startswith("/") else path
