"""A flush of one log: which files and directories are synced, in a thread, and in which order; between both, what is synced takes the place
of what was there.

`Log.prepare_flush` makes it. All that it syncs is open before it runs, so that neither a directory that is renamed meanwhile nor a
process without descriptors makes a sync fail: what fails then is the disk. The kernel takes what it could not write for written then, and
tells nobody a second time: a mark in the data directory (`mark_failed_sync`), which is as long-lived as that memory, has the next start
write it again. Who syncs a file of batches that goes on leaves it, too: a truncation, and a start. Compaction need not: what it could not
sync it writes anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from klog.storage.atomic_files import TEMPORARY
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


class Flush(DiskWork[None]):
    """One group commit: what must reach the disk for everything below `target_offset` to survive.

    :param done: told of it when it was synced.
    :param failed: told of it, and why it could not be synced.
    :param fs: where the work's data directory gets its mark when a sync fails.
    :param replaced: paths of files that are replaced by their temporary files, once those are synced: nothing durable gives way to what
        may be lost.
    :ivar not_replaced: those that keep what they had, as the full disk did not rename: whoever is told tries again.
    """

    __slots__ = ("_done", "_failed", "_fs", "directories", "files", "not_replaced", "replaced", "target_offset")

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
        replaced: Sequence[str] = (),
    ) -> None:
        super().__init__(owner)
        self.files = files
        self.directories = directories
        self.target_offset = target_offset
        self._done = done
        self._failed = failed
        self._fs = fs
        self.replaced = replaced
        self.not_replaced: list[str] = []

    def run(self) -> None:
        """Sync the files, rename those that replace others, then sync the directories that name them. Raises OSError."""
        try:
            for file in self.files:
                file.sync()
            if self._fs is not None:
                self._replace(self._fs)
            for directory in self.directories:
                directory.sync()
        except OSError:
            if self._fs is not None and self.owner.disk:
                mark_failed_sync(self._fs, self.owner.disk)
            raise

    def _replace(self, fs: FileSystem) -> None:
        for path in self.replaced:
            try:
                fs.rename(path + TEMPORARY, path)
            except FileNotFoundError:
                # The partition's directory has another name by now, and is on its way out.
                pass
            except OSError as error:
                if not is_refusal(error):
                    raise
                self.not_replaced.append(path)

    def complete(self, result: None) -> None:
        """Everything below its target is durable."""
        self._done(self)

    def fail(self, error: Exception) -> None:
        """A sync failed, so that nobody can say what is on the disk."""
        self._failed(self, error)
