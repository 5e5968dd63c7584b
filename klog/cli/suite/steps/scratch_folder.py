"""A folder for what brokers write, on the disk that is measured: made anew for each step, gone when it has ended, swept after a killed
suite.

Each suite has a folder of its own with a lock in it that lasts as long as the process. Who finds such a folder whose lock is free finds
what a killed suite left, and takes it away.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import shutil
import tempfile
from collections.abc import Iterator
from types import TracebackType
from typing import Self

PREFIX = "klog-suite-"
LOCK = "lock"


class Scratch:
    """Use as a context manager.

    :param parent: where it is made; the system's own folder for temporary files where not given. Raises OSError.
    """

    def __init__(self, parent: str | None = None) -> None:
        base = pathlib.Path(parent or tempfile.gettempdir())
        base.mkdir(parents=True, exist_ok=True)
        self.swept = sweep(base)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=PREFIX, dir=base))
        self._lock = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    @contextlib.contextmanager
    def step(self) -> Iterator[pathlib.Path]:
        """A fresh folder for a step; gone at its end."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="step-", dir=self.folder))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        os.close(self._lock)


def sweep(base: pathlib.Path) -> list[pathlib.Path]:
    """Take away what killed suites left below `base`; which folders."""
    gone = []
    for folder in sorted(base.glob(f"{PREFIX}*")):
        try:
            lock = os.open(folder / LOCK, os.O_RDWR | os.O_CLOEXEC)
        except OSError:  # somebody else's, or one that is being made
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            continue
        else:
            shutil.rmtree(folder, ignore_errors=True)
            gone.append(folder)
        finally:
            os.close(lock)
    return gone
