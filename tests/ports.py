"""Ports for servers that tests start: no two processes of a run are given the same one.

A port is free when somebody looks, and taken a second later, when the server that it was meant for has started: by another
worker's test that looked at the same moment, or by the leaving end of a connection. So a port is drawn

* outside the range that the system takes for leaving connections, and
* with a claim on it that lasts as long as the process: a lock on one byte of a file that all processes of this user share (the
  byte's number is the port's). A server that is dead between two lives finds its port again.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import os
import pathlib
import random
import socket
import tempfile

#: What is drawn from where the system says nothing else. Linux takes leaving connections from 32,768 on.
_ORDINARY = range(10_000, 32_000)
#: Fewer than these are not enough for a run.
_ENOUGH = 2_000
_LEAVING = pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range")
_given: set[int] = set()


def outside(leaving: str) -> range:
    """The ports to draw from where `leaving` ("lowest highest") are taken for leaving connections."""
    lowest, highest = (int(word) for word in leaving.split())
    below, above = range(_ORDINARY.start, min(_ORDINARY.stop, lowest)), range(max(_ORDINARY.start, highest + 1), 65_536)
    best = max(below, above, key=len)
    # Where connections may leave from anywhere, nothing is better than anything else.
    return best if len(best) >= _ENOUGH else _ORDINARY


@functools.cache
def _drawn_from() -> range:
    try:
        return outside(_LEAVING.read_text())
    except OSError:
        return _ORDINARY


@functools.cache
def _claims() -> int:
    """The file of claims, open for as long as the process lives: closing it would give up all of them."""
    path = pathlib.Path(tempfile.gettempdir()) / f"klog-tests-ports-{os.getuid()}"
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def claim(port: int) -> bool:
    """Keep `port` for this process; False where another process has it."""
    try:
        fcntl.lockf(_claims(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
    except OSError:
        return False
    return True


def free_port() -> int:
    """A port of 127.0.0.1 that is free; each is given only once, to one process."""
    ports = _drawn_from()
    for _ in range(1_000):
        port = random.SystemRandom().choice(ports)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            if port not in _given and claim(port):
                _given.add(port)
                return port
    raise AssertionError(f"no port between {ports[0]} and {ports[-1]} is free")
