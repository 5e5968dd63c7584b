"""A segment's files: which there are, by which names, the file of batches itself, and the room set aside for it.

Compaction and deletion give files suffixes of life (``.cleaned``, ``.swap``, ``.deleted``) behind their names: `SegmentFiles.move` notes
which ones have such a suffix at present. Files are asked of the cache of open files each time, so that a directory of many logs holds few
descriptors.

Where a topic preallocates, the file is made ``segment.bytes`` long when its first batch is written, and cut to its batches at the roll or
at the close (`set_room_aside`). What lies between is zeros that nobody reads: `size` says where the batches end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing

from klog.records.contract import BATCH_OVERHEAD, CorruptRecords, Entry
from klog.span import FileCuts
from klog.storage.context import LogContext
from klog.storage.deleted_files import mark_deleted
from klog.storage.directory_health import is_refusal
from klog.storage.filenames import LOG, OFFSET_INDEX, SEGMENT_SUFFIXES, TIME_INDEX, TXN_INDEX, file_path
from klog.storage.filesystem import File, FileSystem
from klog.storage.segments.batch_headers import header_entry, walk


def make_empty(fs: FileSystem, path: str) -> None:
    """An empty file at `path`; not synced. Raises OSError."""
    with closing(fs.open(path, write=True, create=True)) as file:
        if file.size():
            file.truncate(0)


class SegmentFiles:
    """The files in `directory` of the segment whose first offset is `base_offset`.

    :param size: bytes of valid batches in the file of batches.
    :param has_txn_index: whether there is a file of aborted transactions.
    """

    __slots__ = (
        "_context",
        "_cuts",
        "_has_room",
        "_modified_ms",
        "_paths",
        "_stages",
        "base_offset",
        "deleted",
        "directory",
        "dirty",
        "has_txn_index",
        "log_path",
        "size",
    )

    def __init__(self, context: LogContext, directory: str, base_offset: int, *, size: int, has_txn_index: bool) -> None:
        self._context = context
        self.directory = directory
        self.base_offset = base_offset
        #: Kinds of files that have a suffix of life behind their names at present (`move`).
        self._stages: dict[str, str] = {}
        self._paths: dict[str, str] | None = None
        self.log_path = file_path(directory, base_offset, LOG)
        self.size = size
        self.has_txn_index = has_txn_index
        #: Whether the file may be longer than its batches (`set_room_aside`).
        self._has_room = False
        #: Whether something was written that no flush was prepared for.
        self.dirty = False
        #: Set once the files are renamed; remembered positions in it are void.
        self.deleted = False
        self._modified_ms: int | None = None
        self._cuts: FileCuts | None = None

    # Names

    def path(self, suffix: str) -> str:
        """Path of this segment's file of one kind."""
        return file_path(self.directory, self.base_offset, suffix, self._stages.get(suffix, ""))

    @property
    def paths(self) -> dict[str, str]:
        """The same for all kinds; another dictionary once files are renamed."""
        if self._paths is None:
            self._paths = {suffix: self.path(suffix) for suffix in SEGMENT_SUFFIXES}
        return self._paths

    def move(self, suffixes: Iterable[str], stage: str) -> None:
        """The files of these kinds have the suffix `stage` now; compaction renames them."""
        for suffix in suffixes:
            self._stages[suffix] = stage
        self._paths = None
        self.log_path = self.path(LOG)

    def index_paths(self) -> list[str]:
        """Paths of the index files that there are once the segment is rolled."""
        suffixes = (OFFSET_INDEX, TIME_INDEX, TXN_INDEX) if self.has_txn_index else (OFFSET_INDEX, TIME_INDEX)
        return [self.path(suffix) for suffix in suffixes]

    def mark_deleted(self) -> list[str]:
        """Delete all files of this segment (`klog.storage.deleted_files`); the new paths of those that are still there. Open files stay
        readable. Raises OSError."""
        renamed = []
        for suffix in SEGMENT_SUFFIXES:
            path = self.path(suffix)
            self._context.files.forget(path)
            new = mark_deleted(self._context.fs, path)
            if new is not None:
                renamed.append(new)
        self.deleted = True
        return renamed

    def forget_files(self) -> None:
        """Let go of the open files; they are closed when the last reader lets go of them."""
        for suffix in SEGMENT_SUFFIXES:
            self._context.files.forget(self.path(suffix))

    # The file of batches

    def file(self, write: bool = False) -> File:
        """The file of batches. Raises OSError."""
        return self._context.files.get(self.log_path, write)

    def set_room_aside(self, size_bytes: int) -> None:
        """Make the file `size_bytes` long (``preallocate``). Where there is no room for that, it stays as long as its batches are: they may
        fit all the same. Raises OSError."""
        file = self.file(True)
        self._has_room = True
        try:
            file.allocate(size_bytes)
        except OSError as error:
            if not is_refusal(error):
                raise
            self.give_room_back()
            self._context.warn(f"{self.log_path}: {size_bytes} bytes cannot be set aside: {error}; the file grows as it is written")

    def give_room_back(self) -> bool:
        """The file ends where its batches end; not synced. Whether it has changed. Raises OSError."""
        if not self._has_room:
            return False
        self.file(True).truncate(self.size)
        self._has_room = False
        return True

    @property
    def modified_ms_at_hand(self) -> int | None:
        """When the file last changed, where that is known; it is not kept for a segment that grows."""
        return self._modified_ms

    def know_modified_ms(self, modified_ms: int) -> None:
        """Keep when the file last changed; it was looked up, and the segment grows no more."""
        self._modified_ms = modified_ms

    def entries(self, position: int = 0, end: int = -1) -> Iterator[Entry]:
        """Headers of the batches from `position`, which must be where one begins, to `end` (default: all), with absolute positions.

        Reads payloads only where batches are small. Raises OSError; CorruptRecords where no batch stands.
        """
        return walk(self._context.codec.scan, self.file().read_at, position, self.size if end < 0 else end, self.log_path)

    def read_batch(self, entry: Entry) -> bytes:
        """All bytes of one batch. Raises OSError."""
        return self.file().read_at(entry.position, entry.size)

    def begins_batch(self, position: int, most: int) -> int:
        """The base offset of the batch that begins at `position`, if it is `most` at most and the header makes sense there, else -1.
        Raises OSError."""
        try:
            entry = header_entry(self.file().read_at(position, BATCH_OVERHEAD), position)
        except CorruptRecords:
            return -1
        if position + entry.size > self.size or not self.base_offset <= entry.base_offset <= min(most, entry.last_offset):
            return -1
        return entry.base_offset

    # Truncation, in a thread of its own

    def cut_file(self, size: int) -> None:
        """The file of batches ends at `size`, durably. Raises OSError; not for want of descriptors, where the file was asked for to be
        written."""
        file = self.file(write=True)
        file.truncate(size)
        file.sync()
        self.size = size

    def belongs_to(self, context: LogContext) -> None:
        """It was made in a thread with open files of its own; from now on it is one of `context`'s."""
        self._context = context

    @property
    def cuts(self) -> FileCuts:
        """Where the file of batches was cut, for its spans."""
        if self._cuts is None:
            self._cuts = FileCuts()
        return self._cuts

    def continues(self, other: SegmentFiles) -> None:
        """Take the place of `other`, whose file of batches this segment has, cut."""
        self._cuts = other._cuts
