"""CPU and memory of a broker's processes, from /proc, and two brokers behind one face."""

from __future__ import annotations

import contextlib
import pathlib
import re
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from tests import peers
from tests.integration.running import KlogBroker, start_kafka

#: The kind of a process's clock that counts the time it ran.
_SCHEDULED = 2
KAFKA = "4.3.1"
#: Of `least_us`.
_ROUNDS = 20
Row = TypeVar("Row")


def cpu_seconds(pid: int) -> float:
    """User and system time of all threads of a process, those that have ended among them. By the process's own clock, which counts
    nanoseconds: /proc/PID/stat counts ticks of 10 ms, which is too much where a million records cost 90."""
    # clock_getcpuclockid(3), as Linux makes these numbers.
    return time.clock_gettime_ns((~pid << 3) | _SCHEDULED) / 1e9


def least_us(act: Callable[[], int]) -> float:
    """The least of some rounds of `act`, which gives how many things it did: microseconds of processor time for one."""
    best = float("inf")
    for _ in range(_ROUNDS):
        begun = time.process_time_ns()
        count = act()
        best = min(best, (time.process_time_ns() - begun) / count / 1000)
    return best


def memory_mb(pid: int, what: str = "VmRSS") -> float:
    """Resident memory (VmRSS now, VmHWM at its peak)."""
    found = re.search(rf"{what}:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


class Measured:
    """A running broker: its address and the pid that does the work."""

    def __init__(self, name: str, address: str, pid: int, ready_seconds: float) -> None:
        self.name, self.address, self.pid, self.ready_seconds = name, address, pid, ready_seconds

    def cpu(self) -> float:
        """CPU seconds so far."""
        return cpu_seconds(self.pid)


@contextlib.contextmanager
def klog(settings: dict[str, str] | None = None) -> Iterator[Measured]:
    """A fresh klog broker."""
    with KlogBroker(settings=settings) as broker:
        assert broker.server is not None
        yield Measured("klog", broker.address, broker.pid, broker.server.ready_seconds)


@contextlib.contextmanager
def kafka(settings: dict[str, str] | None = None) -> Iterator[Measured]:
    """A fresh Apache Kafka, with its own heap."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-bench-kafka-"))
    port = peers.free_port()
    server = start_kafka(KAFKA, folder, port, settings=settings, heap=None)
    assert server.match is not None
    try:
        yield Measured(f"Kafka {KAFKA}", f"127.0.0.1:{port}", int(server.match[2]), float(server.match[3]))
    finally:
        server.terminate()
        shutil.rmtree(folder, ignore_errors=True)


BROKERS = {"klog": klog, "kafka": kafka}


def medians(kind: Callable[..., Row], rows: Iterable[tuple[float, ...]]) -> Row:
    """One of `kind`, of each column the median."""
    return kind(*(statistics.median(column) for column in zip(*rows, strict=True)))
