"""Reads a file that somebody has named, as a whole, where it is a file.

A path from settings, or from over the network, may name anything there is: a FIFO, whose opening waits until somebody writes into it, and
the reactor with it; a terminal; a device that never ends. None of these is waited for: the kind is looked at once it is open, and it is
opened in a way that does not wait. Symbolic links are followed.
"""

from __future__ import annotations

import errno
import os
import stat

#: Of a file of keys, certificates or lists of revoked ones, whoever names it. All authorities of a system together are a tenth of it.
MOST_KEY_FILE_BYTES = 4 << 20
#: Each further reading is as much as there was before it.
_FIRST_READ_BYTES = 4096
#: Neither waits for somebody at the other end, nor makes a terminal that of this process.
DO_NOT_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)

_KINDS = {
    stat.S_IFIFO: "a FIFO",
    stat.S_IFCHR: "a character device",
    stat.S_IFBLK: "a block device",
    stat.S_IFSOCK: "a socket",
}


def too_large(path: str, max_bytes: int) -> OSError:
    """What `read_regular_file` raises where there is more than it may read."""
    return OSError(errno.EFBIG, f"more than the {max_bytes} bytes that are read", path)


def check_regular(mode: int, path: str) -> None:
    """Raise where it is no file.

    :param mode: as ``os.stat`` tells it.
    :raises OSError: EISDIR, or EINVAL with a sentence that says what it is instead.
    """
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    raise OSError(errno.EINVAL, f"it is {_KINDS.get(stat.S_IFMT(mode), 'something else')} and no regular file", path)


def check_key_file(status: os.stat_result, path: str) -> None:
    """Raise where it is no file of keys, for what opens it by itself.

    :raises OSError: see `check_regular`; EFBIG where it is larger than any.
    """
    check_regular(status.st_mode, path)
    if status.st_size > MOST_KEY_FILE_BYTES:
        raise too_large(path, MOST_KEY_FILE_BYTES)


def read_regular_file(path: str, max_bytes: int) -> bytes:
    """All that stands in a file.

    :raises OSError: FileNotFoundError …; EFBIG where it is more than `max_bytes`; see `check_regular`.
    """
    # Without asking for the size: a start reads five small files for each of ten thousand partitions.
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | DO_NOT_WAIT)
    try:
        mode = os.fstat(fd).st_mode
        if not stat.S_ISREG(mode):
            check_regular(mode, path)
        pieces: list[bytes] = []
        got = 0
        while piece := os.read(fd, max(got, _FIRST_READ_BYTES)):
            pieces.append(piece)
            got += len(piece)
            if got > max_bytes:
                raise too_large(path, max_bytes)
        return b"".join(pieces)
    finally:
        os.close(fd)
