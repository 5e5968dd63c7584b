"""A folder for what brokers write, on the disk that is measured: made anew for each step, gone when it has ended, swept after a killed
suite.

Each suite has a folder of its own with a lock in it that lasts as long as the process. Who finds such a folder whose lock is free finds
what a killed suite left, and takes it away. The lock goes last, and only when all else is gone: a folder without one is nobody's to take
away, and what could not be taken away now has to be found by the next run.

Brokers of a suite that was killed live on for as long as their keeper lets them (`klog.cli.suite.host.keeper.GRACE_S`), and write
meanwhile: so what does not get empty is tried again for that long.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from klog.cli.suite.host.keeper import GRACE_S

PREFIX = "klog-suite-"
LOCK = "lock"
#: Between two tries to take away what somebody still writes to.
RETRY_S = 0.2


class Scratch:
    """Use as a context manager.

    :param parent: where it is made; the system's own folder for temporary files where not given. Raises OSError.
    """

    def __init__(self, parent: str | None = None) -> None:
        # Absolute: programs run in folders of their own.
        base = pathlib.Path(parent or tempfile.gettempdir()).absolute()
        base.mkdir(parents=True, exist_ok=True)
        self.swept = sweep(base)
        self.folder, self._lock = _make(base)

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
        take_away(self.folder)
        os.close(self._lock)


def _make(base: pathlib.Path) -> tuple[pathlib.Path, int]:
    """A folder and its lock, which is held. Another suite that begins now may sweep it before that, and then there is another one."""
    while True:
        folder = pathlib.Path(tempfile.mkdtemp(prefix=PREFIX, dir=base))
        lock = -1
        try:
            lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(lock, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(lock), os.stat(folder / LOCK)):
                return folder, lock
        except FileNotFoundError:
            pass
        if lock >= 0:
            os.close(lock)


def sweep(
    base: pathlib.Path, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], object] = time.sleep
) -> list[pathlib.Path]:
    """Take away what killed suites left below `base`; which folders are gone. What is not gone within `GRACE_S` of all of them together
    stays, with its lock.

    :param clock: seconds. :param sleep: waits so many seconds.
    """
    until = clock() + GRACE_S
    gone = []
    for folder in sorted(base.glob(f"{PREFIX}*")):
        if folder.is_symlink():  # somebody's, to a place of his
            continue
        try:
            lock = os.open(folder / LOCK, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:  # somebody else's, or one that is being made
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            continue
        else:
            while not (is_gone := take_away(folder)) and clock() < until:
                sleep(RETRY_S)
            if is_gone:
                gone.append(folder)
        finally:
            os.close(lock)
    return gone


def take_away(folder: pathlib.Path) -> bool:
    """Take away all that a suite's folder has in it, then its lock, then the folder; whether it is gone. If not, it has its lock."""
    for path in _besides_lock(folder):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):
                path.unlink()
    if _besides_lock(folder):
        return False
    lock = folder / LOCK
    with contextlib.suppress(OSError):
        lock.unlink(missing_ok=True)
        folder.rmdir()
    if not folder.exists():
        return True
    # Somebody has written into it just now.
    with contextlib.suppress(OSError):
        lock.touch(0o600)
    return False


def _besides_lock(folder: pathlib.Path) -> list[pathlib.Path]:
    """What is in a folder but its lock; nothing where the folder is gone, or cannot be read."""
    try:
        return [path for path in folder.iterdir() if path.name != LOCK]
    except OSError:
        return []
