"""The seam between a pull and the disk: the few acts that its promises rest on, and the real ones.

What must hold of the file system under a target: ``link`` makes a name only where there is none, and ``rename`` replaces one whole;
both are atomic for all who see the directory, on this machine and others (POSIX; NFS too). What must survive a power loss is synced: a
file by `sync_file`, its name by `sync_directory` of the folder. Tests hand in a file system in memory that stops, or loses its
power, at any single act.

A `Lock` says that the job which made a staging folder is alive. It is ``flock``'s: it ends with its process, however that ends.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import uuid
from typing import Protocol

from klog.pull.errors import PullError


class Lock(Protocol):
    """Held until `release`, or the end of the process."""

    def release(self) -> None:
        """Let go."""


class Files(Protocol):
    """Paths are absolute or relative to the process. All raise OSError (FileNotFoundError …)."""

    def read(self, path: str, max_bytes: int) -> bytes:
        """All of a file; EFBIG where it has more than `max_bytes`."""

    def list(self, path: str) -> list[str]:
        """Names in a directory, sorted; empty where there is no such directory."""

    def exists(self, path: str) -> bool:
        """Whether there is a file or directory."""

    def is_directory(self, path: str) -> bool:
        """Whether there is a directory."""

    def size(self, path: str) -> int:
        """Length of a file in bytes."""

    def modified_ms(self, path: str) -> int:
        """When it last changed by the file system's clock, milliseconds since 1970."""

    def write_new(self, path: str, data: bytes) -> None:
        """Make a file that is not there yet; FileExistsError. Not durable before `sync_file` and `sync_directory`."""

    def sync_file(self, path: str) -> None:
        """Make a file's content durable."""

    def sync_directory(self, path: str) -> None:
        """Make a directory's names durable."""

    def make_directory(self, path: str) -> None:
        """Make a directory in one that is there; nothing where it is there."""

    def link(self, old: str, new: str) -> None:
        """Give a file a second name; FileExistsError where that is taken."""

    def rename(self, old: str, new: str) -> None:
        """Move a file, over one that may be at `new`."""

    def remove(self, path: str) -> None:
        """Remove a file."""

    def remove_tree(self, path: str) -> None:
        """Remove a directory and all in it; nothing where it is not there."""

    def make_locked(self, path: str, data: bytes) -> Lock:
        """Make a file that is locked from the moment on that others can see it."""

    def try_lock(self, path: str) -> Lock | None:
        """Lock a file that is there; None where somebody alive holds it."""


class _RealLock:
    def __init__(self, fd: int) -> None:
        self._fd = fd

    def release(self) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)


class RealFiles:
    """`Files` by the operating system."""

    def read(self, path: str, max_bytes: int) -> bytes:
        """All of a file."""
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > max_bytes:
                raise OSError(errno.EFBIG, f"{size} bytes, at most {max_bytes} are read", path)
            return file.read(max_bytes + 1)

    def list(self, path: str) -> list[str]:
        """Names in a directory."""
        try:
            return sorted(os.listdir(path))
        except FileNotFoundError:
            return []

    def exists(self, path: str) -> bool:
        """Whether there is a file or directory."""
        return os.path.exists(path)

    def is_directory(self, path: str) -> bool:
        """Whether there is a directory."""
        return os.path.isdir(path)

    def size(self, path: str) -> int:
        """Length in bytes."""
        return os.stat(path).st_size

    def modified_ms(self, path: str) -> int:
        """When it last changed."""
        return os.stat(path).st_mtime_ns // 1_000_000

    def write_new(self, path: str, data: bytes) -> None:
        """Make a file."""
        with open(path, "xb") as file:
            file.write(data)

    def sync_file(self, path: str) -> None:
        """Make a file's content durable."""
        sync(path)

    def sync_directory(self, path: str) -> None:
        """Make a directory's names durable."""
        sync(path, os.O_DIRECTORY)

    def make_directory(self, path: str) -> None:
        """Make a directory."""
        try:
            os.mkdir(path)
        except FileExistsError:
            if not os.path.isdir(path):
                raise

    def link(self, old: str, new: str) -> None:
        """Give a file a second name."""
        try:
            os.link(old, new)
        except OSError as error:
            if error.errno in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS):
                raise PullError(
                    f"The file system of {os.path.dirname(new)} does not make hard links ({error.strerror}), "
                    "by which the ledger's records are put in place; choose a target on another one"
                ) from None
            raise

    def rename(self, old: str, new: str) -> None:
        """Move a file."""
        os.rename(old, new)

    def remove(self, path: str) -> None:
        """Remove a file."""
        os.remove(path)

    def remove_tree(self, path: str) -> None:
        """Remove a directory."""
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(path)

    def make_locked(self, path: str, data: bytes) -> Lock:
        """Make a locked file."""
        early = f"{path}.{uuid.uuid4().hex}"
        fd = os.open(early, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.write(fd, data)
            os.rename(early, path)
        except BaseException:
            os.close(fd)
            raise
        return _RealLock(fd)

    def try_lock(self, path: str) -> Lock | None:
        """Lock a file, if nobody has."""
        fd = os.open(path, os.O_RDWR)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return None
        except BaseException:
            os.close(fd)
            raise
        return _RealLock(fd)


def sync(path: str, flags: int = 0) -> None:
    """A file's content, or a directory's names, are on disk.

    :param flags: more of them for `os.open`.
    """
    fd = os.open(path, os.O_RDONLY | flags)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def make_directories(files: Files, top: str, *below: str) -> None:
    """Make each of `below` (relative paths) in `top`, which is there, and every name on the way durable in the folder that holds it."""
    wanted = {"/".join(names[: at + 1]) for names in (path.split("/") for path in below) for at in range(len(names))}
    above: set[str] = set()
    for path in sorted(wanted):
        if not files.is_directory(f"{top}/{path}"):
            files.make_directory(f"{top}/{path}")
        # Also where somebody else made it: he may not have come to syncing it.
        above.add(path.rpartition("/")[0])
    for path in sorted(above):
        files.sync_directory(f"{top}/{path}" if path else top)
