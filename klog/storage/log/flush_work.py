"""A flush of one log: which files and directories are synced, in a thread, and in which order.

`Log.prepare_flush` makes it. All that it syncs is open before it runs, so that neither a directory that is renamed meanwhile nor a process
without descriptors makes a sync fail: what fails then is the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner
from klog.storage.filesystem import File, OpenDirectory


class Flush(DiskWork[None]):
    """One group commit: what must reach the disk for everything below `target_offset` to survive.

    :param done: told of it when it was synced.
    :param failed: told of it, and why it could not be synced.
    """

    __slots__ = ("_done", "_failed", "directories", "files", "target_offset")

    kind = WorkKind.FLUSH

    def __init__(
        self,
        owner: WorkOwner,
        files: Sequence[File],
        directories: Sequence[OpenDirectory],
        target_offset: int,
        done: Callable[[Flush], None],
        failed: Callable[[Flush, Exception], None],
    ) -> None:
        super().__init__(owner)
        self.files = files
        self.directories = directories
        self.target_offset = target_offset
        self._done = done
        self._failed = failed

    def run(self) -> None:
        """Sync the files, then the directories that name them. Raises OSError."""
        for file in self.files:
            file.sync()
        for directory in self.directories:
            directory.sync()

    def complete(self, result: None) -> None:
        """Everything below its target is durable."""
        self._done(self)

    def fail(self, error: Exception) -> None:
        """A sync failed, so that nobody can say what is on the disk."""
        self._failed(self, error)
