"""Reading cold parts of files in threads, so that the event loop never waits for the disk.

``sendfile`` blocks while the kernel reads what is not in the page cache; one consumer of last week's data would then stall every
connection. So the sender asks `SpanFile.is_cached` first, and what is cold is sent to nowhere by a thread: afterwards it is in the page
cache, and ``sendfile`` to a client does not wait. How many such reads of a disk run at a time is bounded, for all connections together; the
others wait in line. Whoever goes meanwhile cancels, and is kept no longer: a disk that hangs moves no line, and no other disk waits for it.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import sys
from collections.abc import Callable
from io import FileIO
from typing import Any

from twisted.internet.defer import Deferred

from klog.concurrency_limit import ConcurrencyLimit
from klog.in_thread import InThread
from klog.span import SpanFile

#: Bytes of one read in the thread: as much as the throw-away buffer holds.
_PIECE_BYTES = 256 << 10
#: Files, or file systems, that ``sendfile`` does not take.
_NOT_SENT = frozenset({errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP})


def is_cached(file: SpanFile, position: int, length: int) -> bool:
    """Whether reading these bytes would not wait for the disk; True for files that cannot tell."""
    ask = getattr(file, "is_cached", None)
    return ask is None or bool(ask(position, length))


def read_cached(file: SpanFile, position: int, length: int) -> bytes | None:
    """These bytes, where reading them does not wait for the disk; None where it would, and for files that cannot tell."""
    ask = getattr(file, "read_cached", None)
    return None if ask is None else ask(position, length)


def doubt(file: SpanFile, position: int, length: int) -> None:
    """Let the file know that these bytes could not be read, where it wants to."""
    tell = getattr(file, "doubt", None)
    if tell is not None:
        tell(position, length)


def _any_disk(file: SpanFile) -> str:
    return ""


class _Line:
    """Who waits for one disk."""

    __slots__ = ("ended", "turns")

    def __init__(self, limit: int) -> None:
        self.turns = ConcurrencyLimit(limit)
        self.ended = 0


class ReadAhead:
    """At most `limit` reads of a disk in threads at a time, handed out in order.

    :param in_thread_of: for a disk, what runs a function in one of its threads.
    :param disk_of: on which disk a file lies; a few names, for the life of the process.
    """

    def __init__(
        self, in_thread_of: Callable[[str], InThread[Any]], limit: int = 4, disk_of: Callable[[SpanFile], str] = _any_disk
    ) -> None:
        self._in_thread_of = in_thread_of
        self._limit = limit
        self._disk_of = disk_of
        self._lines: dict[str, _Line] = {}

    def ended(self, file: SpanFile) -> int:
        """How many reads of the file's disk have ended so far: it stands still while that hangs."""
        line = self._lines.get(self._disk_of(file))
        return 0 if line is None else line.ended

    def start(self, file: SpanFile, position: int, length: int, wanted: Callable[[], bool], *, advise_bytes: int = 0) -> Deferred[Any]:
        """Bring `length` bytes from `position` into the page cache; fires with None, or fails with OSError. Does nothing when `wanted`
        says no by the time its turn has come. The kernel is told that `advise_bytes` will be needed, without waiting for them.

        May be cancelled: what waits is forgotten at once; what a thread reads keeps its place until that thread is done."""
        disk = self._disk_of(file)
        line = self._lines.get(disk)
        if line is None:
            line = self._lines[disk] = _Line(self._limit)

        def turn() -> Deferred[Any] | None:
            if not wanted():
                return None
            return self._in_thread_of(disk)(functools.partial(warm, file, position, length, max(length, advise_bytes))).addBoth(ended)

        def ended(result: object) -> object:
            line.ended += 1
            return result

        return line.turns.run(turn)


def warm(file: SpanFile, position: int, length: int, advise_bytes: int) -> None:
    """Read and forget; in a thread. Raises OSError."""
    fd = file.fileno()
    end = position + length
    if fd < 0:
        file.read_at(position, length)
        return
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(fd, position, advise_bytes, os.POSIX_FADV_WILLNEED)
    nowhere: FileIO | None = None
    if sys.platform == "linux":
        # No descriptor is left for it, or there is none, as in a chroot: then the bytes are read.
        with contextlib.suppress(OSError):
            nowhere = open(os.devnull, "wb", buffering=0)
    if nowhere is not None:
        try:
            with nowhere:
                # The kernel fetches the pages and copies nothing: a fiftieth of the processor time that reading takes.
                while position < end and (got := os.sendfile(nowhere.fileno(), fd, position, end - position)):
                    position += got
            return
        except OSError as error:
            if error.errno not in _NOT_SENT:
                raise
    buffer = memoryview(bytearray(min(_PIECE_BYTES, max(end - position, 0))))
    while position < end:
        got = os.preadv(fd, [buffer[: end - position]], position)
        if not got:
            return
        position += got
