"""Which snapshot files a partition has; what is in one is `klog.storage.producers.snapshot`.

They are known by their offsets, and looked for in the directory when a log is opened. One that is forgotten (`forget`) still has its file,
until `remove_files` is told: a truncation forgets on the reactor's thread what it removes in another.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable

from klog.storage.deleted_files import mark_deleted
from klog.storage.filenames import SNAPSHOT, file_path, parse_file_name
from klog.storage.filesystem import FileSystem
from klog.storage.producers.snapshot import SnapshotEntry, read_snapshot, write_snapshot


class SnapshotFiles:
    """The snapshots of one partition, by offset. `offsets` is empty until they are looked for.

    :param directory: of the partition.
    """

    def __init__(self, fs: FileSystem, directory: str) -> None:
        self._fs = fs
        self._directory = directory
        self._offsets: list[int] = []

    @property
    def offsets(self) -> tuple[int, ...]:
        """Of those that there are, rising."""
        return tuple(self._offsets)

    @property
    def newest(self) -> int | None:
        """The largest offset, None where there is none."""
        return self._offsets[-1] if self._offsets else None

    def path(self, offset: int) -> str:
        """Of the snapshot for `offset`."""
        return file_path(self._directory, offset, SNAPSHOT)

    def look(self) -> None:
        """Find out which files there are. Raises OSError."""
        names = map(parse_file_name, self._fs.list(self._directory))
        self._offsets = sorted(name.offset for name in names if name is not None and name.suffix == SNAPSHOT and not name.stage)

    def write(self, offset: int, entries: Iterable[SnapshotEntry], *, sync: bool = True) -> None:
        """A new one, or a better one. Raises OSError."""
        write_snapshot(self._fs, self.path(offset), entries, sync=sync)
        if offset not in self._offsets:
            self._offsets = sorted((*self._offsets, offset))

    def read(self, offset: int) -> list[SnapshotEntry]:
        """What is in one.

        :raises CorruptSnapshot: it is damaged. Raises OSError.
        """
        return read_snapshot(self._fs, self.path(offset))

    def forget(self, is_unwanted: Callable[[int], bool]) -> list[int]:
        """These are not the partition's any more, though their files are there still; their offsets."""
        forgotten = [offset for offset in self._offsets if is_unwanted(offset)]
        self._offsets = [offset for offset in self._offsets if not is_unwanted(offset)]
        return forgotten

    def remove_files(self, offsets: Iterable[int]) -> None:
        """Of those that were forgotten. Raises OSError."""
        for offset in offsets:
            with contextlib.suppress(FileNotFoundError):
                self._fs.remove(self.path(offset))

    def remove(self, offsets: Iterable[int]) -> None:
        """Take these away; one is forgotten when its file is gone. Raises OSError."""
        for offset in tuple(offsets):
            self.remove_files([offset])
            self._offsets.remove(offset)

    def remove_after(self, offset: int) -> None:
        """Take away those for larger offsets. Raises OSError."""
        self.remove(known for known in self._offsets if known > offset)

    def remove_strays(self, base_offsets: Iterable[int], listed: Iterable[int] | None = None) -> None:
        """Take away those that belong to no segment, but keep one behind the last segment's base, which a clean stop leaves. Raises
        OSError.

        :param listed: the offsets of those that there are; None: the directory is looked at for them.
        """
        if listed is None:
            self.look()
        else:
            self._offsets = sorted(listed)
        bases = set(base_offsets)
        strays = [offset for offset in self._offsets if offset not in bases]
        if strays and (not bases or strays[-1] >= max(bases)):
            strays.pop()
        self.remove(strays)

    def mark_deleted(self, offset: int) -> str | None:
        """Delete one together with its segment (`klog.storage.deleted_files`); the new path, or None where there is none any more. Raises
        OSError."""
        if offset not in self._offsets:
            return None
        self._offsets.remove(offset)
        return mark_deleted(self._fs, self.path(offset))
