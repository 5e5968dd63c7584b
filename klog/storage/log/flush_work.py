"""A flush of one log: which files and directories are synced, in a thread, and in which order; between both, what is synced takes the place
of what was there.

`Log.prepare_flush` makes it. All that it syncs is open before it runs, so that neither a directory that is renamed meanwhile nor a
process without descriptors makes a sync fail: what fails then is the disk. The kernel takes what it could not write for written then, and
tells nobody a second time: a mark in the data directory (`mark_failed_sync`), which is as long-lived as that memory, has the next start
write it again. Who syncs a file of batches that goes on leaves it, too: a truncation, and a start. Compaction need not: what it could not
sync it writes anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType

from klog.storage.directory_health import is_refusal
from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner
from klog.storage.filenames import UNSYNCED_MARK
from klog.storage.filesystem import File, FileSystem, OpenDirectory

#: Bytes that are read and written again in one piece.
_WRITTEN_AT_ONCE = 1 << 20


def mark_failed_sync(fs: FileSystem, directory: str) -> None:
    """Say in a data directory that a sync has failed; not durable, as no power cut leaves anything to write again. Never raises OSError."""
    with suppress(OSError):
        fs.open(f"{directory}/{UNSYNCED_MARK}", write=True, create=True).close()


def write_again(file: File, position: int, end: int) -> None:
    """Have the next sync write what stands between these two places, whatever a sync has failed with before. Raises OSError."""
    while data := file.read_at(position, min(end - position, _WRITTEN_AT_ONCE)):
        file.write_at(position, [data])
        position += len(data)


class NotReplaced(OSError):
    """All files of a flush were synced, and the full disk does not let one take its place: the same is tried again later."""


class Flush(DiskWork[None]):
    """One group commit: what must reach the disk for everything below `target_offset` to survive.

    :param done: told of it when it was synced.
    :param failed: told of it, and why it could not be synced.
    :param fs: where the work's data directory gets its mark when a sync fails.
    :param replaces: temporary files, and what each replaces once it is synced: nothing durable gives way to what may be lost.
    """

    __slots__ = ("_done", "_failed", "_fs", "directories", "files", "replaces", "target_offset")

    kind = WorkKind.FLUSH

    def __init__(
        self,
        owner: WorkOwner,
        files: Sequence[File],
        directories: Sequence[OpenDirectory],
        target_offset: int,
        done: Callable[[Flush], None],
        failed: Callable[[Flush, Exception], None],
        fs: FileSystem | None = None,
        replaces: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(owner)
        self.files = files
        self.directories = directories
        self.target_offset = target_offset
        self._done = done
        self._failed = failed
        self._fs = fs
        self.replaces = replaces

    def run(self) -> None:
        """Sync the files, rename those that replace others, then sync the directories that name them. Raises OSError.

        :raises NotReplaced: all files were synced, and there is no room for a name.
        """
        try:
            for file in self.files:
                file.sync()
            if self._fs is not None:
                self._replace(self._fs)
            for directory in self.directories:
                directory.sync()
        except NotReplaced:
            raise
        except OSError:
            if self._fs is not None and self.owner.disk:
                mark_failed_sync(self._fs, self.owner.disk)
            raise

    def _replace(self, fs: FileSystem) -> None:
        for path, place in self.replaces.items():
            try:
                fs.rename(path, place)
            except FileNotFoundError:
                # The partition's directory has another name by now, and is on its way out.
                pass
            except OSError as error:
                if not is_refusal(error):
                    raise
                raise NotReplaced(error.errno, error.strerror, place) from error

    def complete(self, result: None) -> None:
        """Everything below its target is durable."""
        self._done(self)

    def fail(self, error: Exception) -> None:
        """A sync failed, so that nobody can say what is on the disk."""
        self._failed(self, error)
