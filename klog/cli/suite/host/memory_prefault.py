"""Has a virtual machine's host give memory before anybody is measured by it.

What a guest has not touched yet its host has not given, and what the guest reports as free the host takes back. Whoever touches it next
waits while it is given, and that is counted as his time in the kernel: on a guest of 24 GB writing a gigabyte of files took 0.2 s of it in
memory that was there, and 2.3 to 2.8 s in memory that was not. Two brokers that write the same bytes pay the same, so that ratios come out
too near to 1, and what comes later in a run is slower than what came first.

So as much as a step may fill is touched before it, and freed: the kernel hands out again first what was freed last.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterable

#: More than most steps write.
MOST_BYTES = 3 << 30
#: One part in so many of the free memory is touched; the rest is for whoever needs memory meanwhile.
_FREE_DIVISOR = 2
_CHUNK_BYTES = 64 << 20


def bytes_to_prefault(meminfo: str, cpuinfo: str, limits: Iterable[str]) -> int:
    """How much is touched, in whole chunks; 0 on a machine that is no guest, where our memory is limited, where nobody says what is free.

    :param meminfo: ``/proc/meminfo``.
    :param cpuinfo: ``/proc/cpuinfo``.
    :param limits: what control groups say, in bytes or ``max``.
    """
    free, total = (re.search(rf"^{what}:\s+(\d+) kB", meminfo, re.MULTILINE) for what in ("MemFree", "MemTotal"))
    if free is None or total is None or not re.search(r"^flags\s*:.*\bhypervisor\b", cpuinfo, re.MULTILINE):
        return 0
    if any(limit.strip().isdigit() and int(limit) < int(total[1]) * 1024 for limit in limits):
        return 0
    return min(MOST_BYTES, int(free[1]) * 1024 // _FREE_DIVISOR) // _CHUNK_BYTES * _CHUNK_BYTES


def memory_limit_files(groups: str) -> list[str]:
    """Where control groups of both kinds say how much memory this process may have: its own group and all above it.

    :param groups: what ``/proc/self/cgroup`` says. The topmost groups' files are always among them: in a container these are its own.
    """
    found = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
    for line in groups.splitlines():
        _, _, rest = line.partition(":")
        kinds, _, path = rest.partition(":")
        if path and (kinds == "" or "memory" in kinds.split(",")):
            top, name = ("/sys/fs/cgroup/memory", "memory.limit_in_bytes") if kinds else ("/sys/fs/cgroup", "memory.max")
            parts = [part for part in path.split("/") if part and part != ".."]
            found += [f"{'/'.join([top, *parts[:depth]])}/{name}" for depth in range(1, len(parts) + 1)]
    return found


def prefault(size_bytes: int) -> int:
    """Write into each page of so many bytes of new memory, and free it; how many pages that were. None where the system does not give so
    much to this process (``ulimit -v``): then it does without."""
    if size_bytes <= 0:
        return 0
    try:
        memory = mmap.mmap(-1, size_bytes)
    except OSError:
        return 0
    with memory:
        for begin in range(0, size_bytes, _CHUNK_BYTES):
            end = min(begin + _CHUNK_BYTES, size_bytes)
            memory[begin : end : mmap.PAGESIZE] = bytes(-(-(end - begin) // mmap.PAGESIZE))
    return -(-size_bytes // mmap.PAGESIZE)
