"""The seam between the log and the disk: what storage asks of a file system, and the real one.

Everything that touches a disk takes a `FileSystem`. ``klog.testing.filesystem`` has one in memory whose crash drops, tears and
reorders what was not synced; both pass ``klog.testing.conformance.check_filesystem``.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from klog.regular_file import DO_NOT_WAIT, check_regular, read_regular_file
from klog.storage import platform

Buffer = bytes | bytearray | memoryview


class ReadableFile(Protocol):
    """What reading needs of a file."""

    @property
    def path(self) -> str:
        """Where it was opened."""

    def size(self) -> int:
        """Length now, in bytes."""

    def read_at(self, position: int, length: int) -> bytes:
        """Up to `length` bytes from `position`; fewer only at the end. Raises OSError."""


class File(ReadableFile, Protocol):
    """An open regular file. It is closed when the last reference to it goes, or by `close`."""

    def fileno(self) -> int:
        """The descriptor, for sendfile; -1 for files in memory."""

    def read_cached(self, position: int, length: int) -> bytes | None:
        """`length` bytes from `position`, where they are all there and reading them does not wait for the disk (RWF_NOWAIT); None where it
        would, and where that cannot be told. Raises OSError."""

    def is_cached(self, position: int, length: int) -> bool:
        """Whether reading these bytes would not wait for the disk (RWF_NOWAIT); True where that cannot be told."""

    @property
    def doubtful(self) -> tuple[int, int] | None:
        """The bytes, as (position, end), that somebody who was sending them could not read; None where there are none."""

    def doubt(self, position: int, length: int) -> None:
        """These bytes could not be read: who asks for some of the file next tries them first (`klog.storage.log.reading`)."""

    def trust(self) -> None:
        """What was doubtful can be read again."""

    def write_at(self, position: int, buffers: Sequence[Buffer]) -> int:
        """Write all `buffers` one behind the other from `position` (``pwritev``), whole or not at all as far as the caller can
        tell: raises OSError after a partial write, and the caller truncates."""

    def truncate(self, size: int) -> None:
        """Cut to `size` bytes."""

    def allocate(self, size: int) -> None:
        """Make it `size` bytes long, with zeros behind what is there, and have the volume set aside room for them where it can. Raises
        OSError, perhaps when it is longer already; the caller truncates. Nothing is done where it is not shorter."""

    def sync(self) -> None:
        """Make the content durable (``fdatasync``). May run in a thread."""

    def close(self) -> None:
        """Give the descriptor back; a second call does nothing."""


class OpenDirectory(Protocol):
    """A directory that was opened to be synced, whatever its name is by then. It is closed when the last reference to it goes."""

    def sync(self) -> None:
        """Make its entries durable (creations, renames, removals). May run in a thread."""

    def close(self) -> None:
        """Give the descriptor back; a second call does nothing."""


class DirectoryLock(Protocol):
    """An exclusive lock on a data directory."""

    def release(self) -> None:
        """Let others in."""


class FileSystem(Protocol):
    """Paths are absolute or relative to the process, separated by ``/``."""

    def open(self, path: str, *, write: bool = False, create: bool = False, private: bool = False) -> File:
        """Open a file; `create` makes it when it is not there. Raises OSError (FileNotFoundError ...).

        :param private: whether nobody but the owner may read it, from now on; with `create`. A FIFO or a device is refused then, and stays
            as it is.
        """

    def open_cached(self, path: str) -> File | None:
        """The file, opened to be read, where that does not wait for the disk; None where it would, and where that cannot be told."""

    def read_whole(self, path: str, max_bytes: int) -> bytes:
        """All that stands in a file. Raises OSError (FileNotFoundError ...); EFBIG where that is more than `max_bytes`, EINVAL where it is
        no regular file: a FIFO or a device is not waited for."""

    def exists(self, path: str) -> bool:
        """Whether there is a file or directory."""

    def is_directory(self, path: str) -> bool:
        """Whether there is a directory."""

    def size(self, path: str) -> int:
        """Length of a file in bytes."""

    def modified_ms(self, path: str) -> int:
        """When the file last changed, milliseconds since 1970."""

    def set_modified_ms(self, path: str, modified_ms: int) -> None:
        """Pretend that the file last changed at `modified_ms`; not more durable than that is of itself."""

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

    def open_directory(self, path: str) -> OpenDirectory:
        """The same in two steps: opening may fail for want of descriptors or of the name, syncing only by the disk. Raises OSError."""

    def usage(self, path: str) -> tuple[int, int]:
        """Total and usable bytes of the volume that holds `path`."""

    def mutex(self) -> AbstractContextManager[object]:
        """A lock between threads that use this file system: who waits for it waits for another's disk."""

    def lock(self, path: str) -> DirectoryLock:
        """Lock the file `path` (made when missing) for this process. Raises BlockingIOError when another holds it."""


class RealFile:
    """A `File` on a descriptor, which is closed when the last reference goes, so a span being sent keeps it open.

    Reads and syncs may run in threads; writes come from one thread at a time.
    """

    __slots__ = ("__weakref__", "_fd", "_path", "doubtful")

    def __init__(self, path: str, fd: int) -> None:
        self._path = path
        self._fd = fd
        self.doubtful: tuple[int, int] | None = None

    def __del__(self, close: Callable[[int], None] = os.close) -> None:
        # Not by weakref.finalize: a start opens five files for each of ten thousand partitions.
        if self._fd >= 0:
            close(self._fd)

    @property
    def path(self) -> str:
        """Where it was opened."""
        return self._path

    def fileno(self) -> int:
        """The descriptor; -1 once closed."""
        return self._fd

    def size(self) -> int:
        """Length now, in bytes."""
        return os.fstat(self._fd).st_size

    def read_at(self, position: int, length: int) -> bytes:
        """Up to `length` bytes from `position`; fewer only at the end. Raises OSError."""
        data = os.pread(self._fd, length, position)
        if len(data) == length or not data:
            return data
        chunks = [data]
        got = len(data)
        while got < length:  # a signal or a very large read may cut one short
            data = os.pread(self._fd, length - got, position + got)
            if not data:
                break
            chunks.append(data)
            got += len(data)
        return b"".join(chunks)

    def read_cached(self, position: int, length: int) -> bytes | None:
        """`length` bytes from `position` where that does not wait for the disk; None where it would or that cannot be told."""
        return platform.read_cached(self._fd, position, length)

    def is_cached(self, position: int, length: int) -> bool:
        """Whether reading these bytes would not wait for the disk."""
        return platform.is_cached(self._fd, position, length)

    def doubt(self, position: int, length: int) -> None:
        """Remember that these bytes could not be read; see `File.doubt`."""
        self.doubtful = position, position + length

    def trust(self) -> None:
        """What was doubtful can be read again."""
        self.doubtful = None

    def write_at(self, position: int, buffers: Sequence[Buffer]) -> int:
        """Write all `buffers` one behind the other; partial writes are continued. Raises OSError, after which the caller truncates."""
        if position < 0:  # pwritev2 takes -1 for "where the last write ended"
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), self._path)
        if len(buffers) <= platform.IOV_MAX:
            total = sum(map(len, buffers))
            written = platform.pwritev(self._fd, buffers, position) if total else 0
            if written == total:
                return total
            return written + self._write_rest(position + written, _skip(buffers, written))
        return self._write_rest(position, list(buffers))

    def _write_rest(self, position: int, buffers: list[Buffer]) -> int:
        """Go on until all is written; `buffers` hold no byte that is already on disk."""
        done = 0
        while buffers:
            run = buffers[: platform.IOV_MAX]
            length = sum(map(len, run))
            written = platform.pwritev(self._fd, run, position + done) if length else 0
            if written == 0 and length:
                raise OSError(errno.EIO, "a write made no progress", self._path)
            done += written
            rest = buffers[platform.IOV_MAX :]
            buffers = rest if written == length else _skip(run, written) + rest
        return done

    def truncate(self, size: int) -> None:
        """Cut to `size` bytes."""
        os.ftruncate(self._fd, size)

    def allocate(self, size: int) -> None:
        """Make it `size` bytes long, with room for them where the volume sets it aside. Raises OSError."""
        if size > self.size():
            platform.allocate(self._fd, size)

    def sync(self) -> None:
        """Make the content durable. May run in a thread."""
        platform.sync_data(self._fd)

    def close(self) -> None:
        """Give the descriptor back; a second call does nothing."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def __repr__(self) -> str:
        return f"RealFile({self._path!r})"


class RealDirectory:
    """An `OpenDirectory` on a descriptor."""

    __slots__ = ("__weakref__", "_fd", "_finalizer")

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._finalizer = weakref.finalize(self, os.close, fd)
        self._finalizer.atexit = False

    def sync(self) -> None:
        """Make its entries durable. May run in a thread."""
        os.fsync(self._fd)

    def close(self) -> None:
        """Give the descriptor back; a second call does nothing."""
        self._fd = -1
        self._finalizer()


def _skip(buffers: Sequence[Buffer], count: int) -> list[Buffer]:
    """`buffers` without their first `count` bytes."""
    rest: list[Buffer] = []
    for buffer in buffers:
        if count >= len(buffer):
            count -= len(buffer)
            continue
        rest.append(memoryview(buffer)[count:] if count else buffer)
        count = 0
    return rest


#: Files that this process holds a lock on, by device and inode. The kernel's locks are the process's: they do not keep it from locking a
#: file twice, and go when any descriptor of the file is closed, so such a file must not even be opened.
_LOCKED: set[tuple[int, int]] = set()


def _unlock(fd: int, place: tuple[int, int]) -> None:
    _LOCKED.discard(place)
    os.close(fd)


class RealDirectoryLock:
    """A lock on a file. The kernel gives it back when the process ends, however it ends."""

    def __init__(self, fd: int, place: tuple[int, int]) -> None:
        _LOCKED.add(place)
        self._finalizer = weakref.finalize(self, _unlock, fd, place)

    def release(self) -> None:
        """Let others in."""
        self._finalizer()


class RealFileSystem:
    """The `FileSystem` of the operating system. Has no state."""

    def open(self, path: str, *, write: bool = False, create: bool = False, private: bool = False) -> RealFile:
        """Open a file; `create` makes it when it is not there. Raises OSError.

        :param private: see `FileSystem.open`.
        """
        flags = os.O_RDWR if write or create else os.O_RDONLY
        if create:
            flags |= os.O_CREAT
        if private:
            flags |= DO_NOT_WAIT
        fd = os.open(path, flags | os.O_CLOEXEC, 0o600 if private else 0o644)
        if private:
            try:
                check_regular(os.fstat(fd).st_mode, path)
            except OSError:
                os.close(fd)
                raise
            # It may have been there. A disk that knows no owners keeps nothing from anybody.
            with contextlib.suppress(PermissionError):
                os.fchmod(fd, 0o600)
        # Directories refuse to be opened for writing.
        if not (write or create) and stat.S_ISDIR(os.fstat(fd).st_mode):
            os.close(fd)
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        return RealFile(path, fd)

    def open_cached(self, path: str) -> RealFile | None:
        """None: nobody can tell whether looking a path up would wait."""
        return None

    def read_whole(self, path: str, max_bytes: int) -> bytes:
        """All that stands in a file. Raises OSError; EFBIG where that is more than `max_bytes`."""
        return read_regular_file(path, max_bytes)

    def exists(self, path: str) -> bool:
        """Whether there is a file or directory."""
        return os.path.exists(path)

    def is_directory(self, path: str) -> bool:
        """Whether there is a directory."""
        return os.path.isdir(path)

    def size(self, path: str) -> int:
        """Length of a file in bytes."""
        return os.stat(path).st_size

    def modified_ms(self, path: str) -> int:
        """When the file last changed, milliseconds since 1970."""
        return os.stat(path).st_mtime_ns // 1_000_000

    def set_modified_ms(self, path: str, modified_ms: int) -> None:
        """Pretend that the file last changed at `modified_ms`."""
        os.utime(path, ns=(modified_ms * 1_000_000, modified_ms * 1_000_000))

    def list(self, path: str) -> list[str]:
        """Names in a directory, sorted."""
        return sorted(os.listdir(path))

    def make_directory(self, path: str) -> None:
        """Make it and its parents; no error when it is there."""
        os.makedirs(path, exist_ok=True)

    def rename(self, old: str, new: str) -> None:
        """Rename a file or directory, replacing a file at `new`."""
        os.rename(old, new)

    def remove(self, path: str) -> None:
        """Remove a file."""
        os.unlink(path)

    def remove_tree(self, path: str) -> None:
        """Remove a directory with all it holds; no error when it is not there."""
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(path)

    def sync_directory(self, path: str) -> None:
        """Make entries of a directory durable (creations, renames, removals)."""
        directory = self.open_directory(path)
        try:
            directory.sync()
        finally:
            directory.close()

    def open_directory(self, path: str) -> RealDirectory:
        """Open a directory to sync it. Raises OSError."""
        return RealDirectory(os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))

    def usage(self, path: str) -> tuple[int, int]:
        """Total and usable bytes of the volume that holds `path`."""
        numbers = os.statvfs(path)
        return numbers.f_blocks * numbers.f_frsize, numbers.f_bavail * numbers.f_frsize

    def mutex(self) -> AbstractContextManager[object]:
        """A lock between threads."""
        return threading.Lock()

    def lock(self, path: str) -> RealDirectoryLock:
        """Lock the file `path` (made when missing) for this process. Raises BlockingIOError when another holds it."""
        with contextlib.suppress(FileNotFoundError):
            found = os.stat(path)
            if (found.st_dev, found.st_ino) in _LOCKED:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), path)
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            platform.lock_exclusively(fd)
            found = os.fstat(fd)
        except OSError:
            os.close(fd)
            raise
        return RealDirectoryLock(fd, (found.st_dev, found.st_ino))
