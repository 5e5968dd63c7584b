"""What differs between operating systems, chosen once, here.

Linux is first class. macOS runs on fallbacks: ``fsync`` with ``F_FULLFSYNC`` instead of ``fdatasync``, and no way to ask whether bytes
are in the page cache. Windows is refused by name. Python without ``pwritev`` (none that klog supports on Linux or macOS 11+) writes
buffer by buffer. Room is set aside for a file by ``fallocate`` on Linux only; elsewhere it is made longer and has a hole.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Callable, Sequence

Buffer = bytes | bytearray | memoryview


class UnsupportedPlatform(RuntimeError):
    """klog does not run here; the sentence says why and what to do."""


def check_platform(name: str = sys.platform) -> None:
    """Refuse what klog cannot run on.

    :raises UnsupportedPlatform: on Windows (and Cygwin), which has neither ``pwritev`` nor POSIX locks.
    """
    if name in ("win32", "cygwin"):
        raise UnsupportedPlatform(
            "klog does not run on Windows: it needs POSIX file locks, positional writes and renames of open files. "
            "Run it on Linux, on macOS, in WSL 2 or in a Linux container."
        )


check_platform()

import fcntl  # noqa: E402  (Windows has none, and shall be refused with a sentence)

#: Most buffers one ``pwritev`` takes.
IOV_MAX: int = max(16, os.sysconf("SC_IOV_MAX")) if "SC_IOV_MAX" in os.sysconf_names else 16

#: Errors of a probe that mean "this file system cannot tell".
_CANNOT_TELL = frozenset({errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL, errno.ENOSYS})

#: A cached range is probed in steps of this many bytes; the kernel reads ahead in windows of at least this size.
_PROBE_STEP = 128 << 10


def _full_fsync(fd: int) -> None:
    """macOS: ``fsync`` alone leaves the data in the drive's own cache."""
    try:
        fcntl.fcntl(fd, getattr(fcntl, "F_FULLFSYNC", 51))
    except OSError:  # network file systems do not have it
        os.fsync(fd)


def _choose_sync(name: str) -> Callable[[int], None]:
    if name == "darwin":
        return _full_fsync
    return getattr(os, "fdatasync", os.fsync)


#: Make a file's content and length durable.
sync_data: Callable[[int], None] = _choose_sync(sys.platform)


def _lengthen(fd: int, size: int) -> None:
    """The length alone: the file has a hole, as that which Kafka preallocates."""
    os.ftruncate(fd, size)


def _choose_allocate(name: str) -> Callable[[int, int], None]:
    """``fallocate`` itself: where a file system does not have it, ``posix_fallocate`` writes into every block instead, which takes a second
    for each gigabyte."""
    if not name.startswith("linux"):
        return _lengthen
    try:
        library = ctypes.CDLL(None, use_errno=True)
        fallocate = getattr(library, "fallocate64", None) or library.fallocate
    except (OSError, AttributeError):
        return _lengthen
    fallocate.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64)

    def allocate(fd: int, size: int) -> None:
        while fallocate(fd, 0, 0, size):
            number = ctypes.get_errno()
            if number in _CANNOT_TELL:
                return _lengthen(fd, size)
            if number != errno.EINTR:
                raise OSError(number, os.strerror(number))

    return allocate


#: ``allocate(fd, size)``: make a file that is shorter `size` bytes long, and set aside room for them where the file system can.
allocate: Callable[[int, int], None] = _choose_allocate(sys.platform)


def _pwrite_each(fd: int, buffers: Sequence[Buffer], position: int) -> int:
    """One ``pwrite``, for systems without ``pwritev``; the caller goes on after a partial write in any case."""
    return os.pwrite(fd, buffers[0], position)


#: ``pwritev(fd, buffers, position) -> written``.
pwritev: Callable[[int, Sequence[Buffer], int], int] = getattr(os, "pwritev", _pwrite_each)


def _always_cached(fd: int, position: int, length: int) -> bool:
    return True


def _probe_nowait(fd: int, position: int, length: int) -> bool:
    """Ask with ``RWF_NOWAIT`` for single bytes of the range, in steps of the read-ahead window, and for the last one."""
    nowait: int = os.RWF_NOWAIT  # type: ignore[attr-defined, unused-ignore]
    preadv = os.preadv
    byte = (bytearray(1),)
    last = position + length - 1
    try:
        if length > 0:
            preadv(fd, byte, last, nowait)
        for probed in range(position, last, _PROBE_STEP):
            preadv(fd, byte, probed, nowait)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno in _CANNOT_TELL:
            return True
        raise
    return True


def _never_cached(fd: int, position: int, length: int) -> bytes | None:
    return None


def _read_nowait(fd: int, position: int, length: int) -> bytes | None:
    buffer = bytearray(length)
    try:
        got = os.preadv(fd, (buffer,), position, os.RWF_NOWAIT)  # type: ignore[attr-defined, unused-ignore]
    except BlockingIOError:
        return None
    except OSError as error:
        if error.errno in _CANNOT_TELL:
            return None
        raise
    return bytes(buffer) if got == length else None


#: ``read_cached(fd, position, length)``: the bytes, where they are all in memory; None where they are not, and where that cannot be told.
read_cached: Callable[[int, int, int], bytes | None] = (
    _read_nowait if hasattr(os, "RWF_NOWAIT") and hasattr(os, "preadv") else _never_cached
)

#: ``is_cached(fd, position, length)``: whether reading would not wait for the disk; True where that cannot be told.
is_cached: Callable[[int, int, int], bool] = _probe_nowait if hasattr(os, "RWF_NOWAIT") and hasattr(os, "preadv") else _always_cached


def lock_exclusively(fd: int) -> None:
    """Lock the whole file without waiting, by a POSIX record lock: ``FileChannel.tryLock``, by which Kafka's brokers guard their
    directories, is one, and ``flock`` would not see it. It is the process's, and ends with the first descriptor of the file that the
    process closes. Raises BlockingIOError when another process holds it."""
    try:
        fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except PermissionError as error:  # EACCES: the other errno that POSIX has for this
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from error
