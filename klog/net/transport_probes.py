"""What can be said of a transport and of the kernel's socket below it: whether that sends files, and what both still hold for the peer."""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import termios
from collections.abc import Callable

from twisted.internet.tcp import Connection

#: ``(socket, file, position, count) -> sent``: `os.sendfile`.
SendFile = Callable[[int, int, int, int], int]


def choose_sendfile(transport: object) -> SendFile | None:
    """`os.sendfile` where the kernel can do all the work: plain TCP on Linux. None elsewhere: TLS, pipes in memory, other systems.

    A TLS transport passes unknown attributes through to the socket below it, so asking for ``fileno`` would not tell.
    """
    if sys.platform != "linux" or not isinstance(transport, Connection) or transport.TLS:
        return None
    return getattr(os, "sendfile", None)


def choose_progress_probe(transport: object) -> Callable[[], object]:
    """A function whose value changes when the peer takes something: from what the transport and the kernel still hold for it.

    The transport's own buffer says little: it is only emptied when a third of the kernel's is free, which a slow reader needs minutes for.
    """

    def held() -> object:
        # TLS passes these on from the socket's transport below.
        return kernel_bytes(transport), len(getattr(transport, "dataBuffer", b"")), getattr(transport, "offset", 0)

    return held


def kernel_bytes(transport: object) -> int:
    """How many bytes the kernel holds that the peer has not acknowledged; -1 where nobody can tell."""
    fileno = getattr(transport, "fileno", None)
    if fileno is None or sys.platform != "linux":
        return -1
    try:
        count: int = struct.unpack("i", fcntl.ioctl(fileno(), termios.TIOCOUTQ, b"\0\0\0\0"))[0]
    except (OSError, ValueError):
        return -1
    return count
