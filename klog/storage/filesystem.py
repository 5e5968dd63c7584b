"""The seam between the log and the disk: what storage asks of a file system, and the real one.

Everything that touches a disk takes a `FileSystem`. ``klog.testing.filesystem`` has one in memory whose crash drops, tears and
reorders what was not synced; both pass ``klog.testing.conformance.check_filesystem``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

Buffer = bytes | bytearray | memoryview


class File(Protocol):
    """An open regular file. It is closed when the last reference to it goes, or by `close`."""

    @property
    def path(self) -> str:
        """Where it was opened."""

    def fileno(self) -> int:
        """The descriptor, for sendfile; -1 for files in memory."""

    def size(self) -> int:
        """Length now, in bytes."""

    def read_at(self, position: int, length: int) -> bytes:
        """Up to `length` bytes from `position`; fewer only at the end. Raises OSError."""

    def is_cached(self, position: int, length: int) -> bool:
        """Whether reading these bytes would not wait for the disk (RWF_NOWAIT); True where that cannot be told."""

    def write_at(self, position: int, buffers: Sequence[Buffer]) -> int:
        """Write all `buffers` one behind the other from `position` (``pwritev``), whole or not at all as far as the caller can
        tell: raises OSError after a partial write, and the caller truncates."""

    def truncate(self, size: int) -> None:
        """Cut to `size` bytes."""

    def sync(self) -> None:
        """Make the content durable (``fdatasync``). May run in a thread."""

    def close(self) -> None:
        """Give the descriptor back; a second call does nothing."""


class DirectoryLock(Protocol):
    """An exclusive lock on a data directory."""

    def release(self) -> None:
        """Let others in."""


class FileSystem(Protocol):
    """Paths are absolute or relative to the process, separated by ``/``."""

    def open(self, path: str, *, write: bool = False, create: bool = False) -> File:
        """Open a file; `create` makes it when it is not there. Raises OSError (FileNotFoundError ...)."""

    def exists(self, path: str) -> bool:
        """Whether there is a file or directory."""

    def is_directory(self, path: str) -> bool:
        """Whether there is a directory."""

    def size(self, path: str) -> int:
        """Length of a file in bytes."""

    def modified_ms(self, path: str) -> int:
        """When the file last changed, milliseconds since 1970."""

    def list(self, path: str) -> list[str]:
        """Names in a directory, sorted."""

    def make_directory(self, path: str) -> None:
        """Make it and its parents; no error when it is there."""

    def rename(self, old: str, new: str) -> None:
        """Rename a file or directory, replacing a file at `new`."""

    def remove(self, path: str) -> None:
        """Remove a file."""

    def remove_tree(self, path: str) -> None:
        """Remove a directory with all it holds; no error when it is not there."""

    def sync_directory(self, path: str) -> None:
        """Make entries of a directory durable (creations, renames, removals)."""

    def usage(self, path: str) -> tuple[int, int]:
        """Total and usable bytes of the volume that holds `path`."""

    def lock(self, path: str) -> DirectoryLock:
        """Lock the file `path` (made when missing) for this process. Raises BlockingIOError when another holds it."""
