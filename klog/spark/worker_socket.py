"""Forty milliseconds at the start of each task, which the worker's socket to the JVM loses and which are saved here.

The JVM sends a task to its Python worker in several small writes over TCP and leaves Nagle's algorithm on: the second write waits until
the first was acknowledged. The worker has nothing to say by then, so its kernel delays the acknowledgement, by 40 ms on Linux: more than
anything else in a small batch of a stream. `acknowledge_now` has the kernel send it at once. It is called where a reader is unpickled in
the worker, which is after the first write and before the second is waited for.

It does nothing outside of a worker's task, with Unix sockets (``spark.python.unix.domain.socket.enabled``) and on systems that know no
``TCP_QUICKACK``. It reads one attribute of the frame that runs the task and changes nothing of it; where Spark names things
differently one day, the 40 ms are back, and nothing else happens.
"""

from __future__ import annotations

import os
import socket
import sys
from types import FrameType
from typing import Any

#: The module and function of a worker that run a task, and what the stream from the JVM is called in there.
_WORKER, _MAIN, _STREAM = "pyspark.worker", "main", "infile"


def acknowledge_now() -> bool:
    """Have the kernel acknowledge what the JVM has sent; whether there was such a socket."""
    if _WORKER not in sys.modules:
        return False
    stream = task_stream(sys._getframe())
    return stream is not None and quick_acknowledge(stream)


def task_stream(frame: FrameType | None) -> Any:
    """The stream from the JVM to the task that `frame` is part of; None where it is part of none."""
    while frame is not None:
        if frame.f_code.co_name == _MAIN and frame.f_globals.get("__name__") in (_WORKER, "__main__"):
            return frame.f_locals.get(_STREAM)
        frame = frame.f_back
    return None


def quick_acknowledge(stream: Any) -> bool:
    """Do it to the socket below `stream`; whether it has one over TCP."""
    option = getattr(socket, "TCP_QUICKACK", None)
    if option is None:
        return False
    try:
        # A copy of the descriptor, so that closing it leaves the worker's own open.
        with socket.socket(fileno=os.dup(stream.fileno())) as opened:
            if opened.family not in (socket.AF_INET, socket.AF_INET6):
                return False
            opened.setsockopt(socket.IPPROTO_TCP, option, 1)
    except (OSError, ValueError, AttributeError, TypeError):
        return False
    return True
