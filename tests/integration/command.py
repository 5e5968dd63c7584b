"""Runs the command ``klog`` as a user does: through a pipe, or in a terminal of 80 columns."""

from __future__ import annotations

import os
import pathlib
import pty
import select
import shutil
import struct
import sys
import tempfile
import termios
import time
import unittest
from collections.abc import Callable
from fcntl import ioctl
from typing import Any, ClassVar, NamedTuple

from tests.integration import warm_start
from tests.integration.group_brokers import INSTEAD, QUICK, KafkaBroker
from tests.integration.running import KlogBroker

KLOG = [sys.executable, "-m", "klog"]


class Ended(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        return self.out.decode("utf-8", "replace")

    @property
    def remarks(self) -> str:
        return self.err.decode("utf-8", "replace")


def environment(**more: str) -> dict[str, str]:
    """Nobody's settings, a home without any."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("KLOG_", "KCAT_", "COLUMNS", "LINES"))}
    return {**kept, "HOME": tempfile.gettempdir() + "/klog-nobody", **more}


def piped(*arguments: str, data: bytes = b"", timeout: float = 60, bootstrap: str = "") -> Ended:
    """With pipes for all three streams."""
    done = warm_start.run([*KLOG, *arguments], data=data, timeout=timeout, environment=environment(KLOG_BOOTSTRAP=bootstrap))
    return Ended(done.returncode, done.stdout, done.stderr)


def in_terminal(
    *arguments: str,
    columns: int = 80,
    timeout: float = 60,
    bootstrap: str = "",
    keys: bytes = b"",
    seen: Callable[[bytes], object] = lambda piece: None,
) -> Ended:
    """With a terminal for all three streams; `out` is all that it was sent.

    :param seen: called with each piece as it comes.
    """
    fd, its_end = pty.openpty()
    ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = warm_start.WarmPopen(
        [*KLOG, *arguments],
        stdin=its_end,
        stdout=its_end,
        stderr=its_end,
        env=environment(KLOG_BOOTSTRAP=bootstrap, TERM="xterm"),
        start_new_session=True,
    )
    os.close(its_end)
    if keys:
        os.write(fd, keys)
    pieces: list[bytes] = []
    deadline = time.monotonic() + timeout
    try:
        while time.monotonic() < deadline:
            ready, _, _ = select.select([fd], [], [], 0.1)
            if not ready:
                continue
            try:
                piece = os.read(fd, 65536)
            except OSError:  # how Linux says that the other end is gone
                break
            if not piece:
                break
            pieces.append(piece)
            seen(piece)
        else:
            process.kill()
    finally:
        os.close(fd)
    return Ended(process.wait(), b"".join(pieces).replace(b"\r\n", b"\n"), b"")


class OnBroker(unittest.TestCase):
    """One broker for all tests of a class."""

    broker: ClassVar[Any]
    folder: ClassVar[pathlib.Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-cli-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        settings = {**QUICK, "offsets.topic.num.partitions": "4"}
        if INSTEAD:
            cls.broker = KafkaBroker(INSTEAD, cls.folder / "broker", settings={**settings, "offsets.topic.replication.factor": "1"}).start()
        else:
            cls.broker = KlogBroker(cls.folder / "broker", settings=settings).start()
        cls.addClassCleanup(cls.broker.stop)

    def klog(self, *arguments: str, data: bytes = b"", timeout: float = 60) -> Ended:
        return piped(*arguments, data=data, timeout=timeout, bootstrap=self.broker.address)

    def cat(self, *arguments: str, data: bytes = b"") -> Ended:
        return self.klog("cat", "-b", self.broker.address, *arguments, data=data)

    def fine(self, ended: Ended) -> Ended:
        self.assertEqual(ended.code, 0, ended.remarks)
        self.assertNotIn("Traceback", ended.remarks)
        return ended

    def make(self, *names: str, partitions: int = 1) -> tuple[str, ...]:
        self.fine(self.klog("topic", "create", *names, "-p", str(partitions)))
        return names
