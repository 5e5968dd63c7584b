"""What a broker is given from outside: reactor, file system, clocks, threads, random numbers.

`Environment.real` is the machine's; the tests hand in a clock of their own, a file system in memory, and threads that run at once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IListeningPort, IProtocolFactory

from klog.broker.disk.threads import DiskThreads, RunInThread
from klog.broker.guard import AdmitAll, Guard
from klog.broker.lifecycle.process_limits import FileLimits, SystemFileLimits
from klog.broker.reactor_probe import Turns
from klog.net.listeners import EndPoint, listen
from klog.regular_file import MOST_KEY_FILE_BYTES
from klog.storage.filesystem import FileSystem
from klog.storage.parallel_io import RunAll, in_threads, one_by_one

BOOT_ID_PATH = "/proc/sys/kernel/random/boot_id"


def read_boot_id(path: str = BOOT_ID_PATH) -> str | None:
    """Linux's id of the machine's present boot, a UUID; None on systems that have none."""
    try:
        with open(path, encoding="ascii") as file:
            text = file.read(100).strip()
    except (OSError, UnicodeDecodeError):
        return None
    return text or None


@dataclasses.dataclass
class Environment:
    """Everything with an effect outside of the process's memory."""

    #: Provides IReactorTime, IReactorTCP and IReactorCore.
    reactor: Any
    file_system: FileSystem
    #: Milliseconds since 1970.
    now_ms: Callable[[], int]
    #: Runs a function that waits for the disk in another thread, one of those for its kind of work.
    run_in_thread: RunInThread
    random_bytes: Callable[[int], bytes]
    #: Opens a listener: endpoint, factory, backlog.
    open_port: Callable[[EndPoint, IProtocolFactory, int], IListeningPort]
    #: Calls a function once the reactor runs.
    when_running: Callable[[Callable[[], None]], object]
    #: None where the process's limits are none of the broker's business.
    file_limits: FileLimits | None = None
    #: Runs many functions that wait for the disk; called in a thread of `run_in_thread`.
    run_all: RunAll = one_by_one
    #: Those of the reactor, where it is measured.
    turns: Turns = dataclasses.field(default_factory=Turns)
    #: Where long work in steps is interrupted, besides when its time is up (`klog.broker.steps`); for tests.
    pause: Callable[[], float | None] | None = None
    #: Who may ask for what.
    guard: Guard = dataclasses.field(default_factory=AdmitAll)
    #: Whether anybody reads what is logged at the level *debug*.
    logs_debug: bool = True
    #: Id of the machine's present boot; None where the system does not tell.
    boot_id: Callable[[], str | None] = lambda: None

    def read_key_file(self, path: str) -> bytes:
        """A file of keys or certificates, at most `MOST_KEY_FILE_BYTES`: its path may be set over the network. Raises OSError."""
        return self.file_system.read_whole(path, MOST_KEY_FILE_BYTES)

    @classmethod
    def real(cls, reactor: Any) -> Environment:
        """The machine's, on `reactor`."""
        import secrets
        import time

        from klog.storage.filesystem import RealFileSystem

        return cls(
            reactor=reactor,
            file_system=RealFileSystem(),
            now_ms=lambda: time.time_ns() // 1_000_000,
            run_in_thread=DiskThreads(reactor),
            random_bytes=secrets.token_bytes,
            open_port=lambda endpoint, factory, backlog: listen(reactor, endpoint, factory, backlog=backlog),
            when_running=reactor.callWhenRunning,
            file_limits=SystemFileLimits(),
            run_all=in_threads,
            turns=Turns.of(reactor),
            boot_id=read_boot_id,
        )
