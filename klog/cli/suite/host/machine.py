"""What Linux says of the machine and of processes, out of ``/proc``: who uses its processors, what it is, how much room there is.

What ``/proc`` says is read by `Machine`, whose root is handed in; what it means is told by pure functions. CPU of a living process is taken
from its own clock, which counts nanoseconds (``/proc/PID/stat`` counts ticks of 10 ms); of children that have ended there are only ticks.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import platform
import re
import shutil
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from klog.cli.suite.host.memory_prefault import bytes_to_prefault, memory_limit_files, prefault

#: Above so many cores' worth of other work nothing is measured.
MOST_OTHER_LOAD = 0.3
_TICKS = os.sysconf("SC_CLK_TCK")
#: The kind of a process's clock that counts the time it ran.
_SCHEDULED = 2
#: Told how many records a phase had that has ended.
Watched = Callable[[int], None]


class MachineTime(NamedTuple):
    """Seconds of all processors together since the machine started: working, whoever for, and taken away by the host."""

    busy_s: float
    steal_s: float


class ProcessStat(NamedTuple):
    """Of ``/proc/PID/stat``: whose child, under which name, and seconds, its own and those of its children that have ended."""

    parent: int
    name: str
    own_s: float
    children_s: float


class Wire(NamedTuple):
    """Of the loopback: bytes and packets so far."""

    bytes: int
    packets: int


def machine_time(stat: str) -> MachineTime:
    """Of ``/proc/stat``. What is niced disturbs as well and is counted; waiting for the disk is no work."""
    user, nice, system, _, _, irq, softirq, steal = map(int, stat.split(None, 9)[1:9])
    return MachineTime((user + nice + system + irq + softirq) / _TICKS, steal / _TICKS)


def process_stat(stat: str) -> ProcessStat:
    """Of ``/proc/PID/stat``; a name may have anything in it, brackets and spaces too."""
    head, _, tail = stat.rpartition(")")
    fields = tail.split()
    user, system, children_user, children_system = map(int, fields[11:15])
    return ProcessStat(int(fields[1]), head.partition("(")[2], (user + system) / _TICKS, (children_user + children_system) / _TICKS)


def family(root: int, parents: Mapping[int, int]) -> set[int]:
    """`root` and all that descend from it.

    :param parents: of each process.
    """
    children: dict[int, list[int]] = {}
    for pid, parent in parents.items():
        children.setdefault(parent, []).append(pid)
    found, frontier = {root}, [root]
    while frontier:
        frontier = [child for parent in frontier for child in children.get(parent, ()) if child not in found]
        found.update(frontier)
    return found


def other_load(machine_s: float, ours_s: float, elapsed_s: float) -> float:
    """How many cores others kept busy.

    :param machine_s: all processors' seconds of work. :param ours_s: those of this suite and its children.
    """
    return max(0.0, machine_s - ours_s) / elapsed_s if elapsed_s > 0 else 0.0


def busiest(before: Mapping[int, ProcessStat], after: Mapping[int, ProcessStat], ours: Collection[int]) -> list[tuple[str, float]]:
    """Names of others' processes and the seconds that they worked in between, most first; kernel threads too."""
    used = [(one.name, one.own_s - before[pid].own_s) for pid, one in after.items() if pid in before and pid not in ours]
    return sorted(((name, seconds) for name, seconds in used if seconds > 0), key=lambda one: -one[1])


def wire(net_dev: str) -> Wire:
    """Of ``/proc/net/dev``: what the loopback received, which is what was sent through it."""
    found = re.search(r"^\s*lo:\s*(\d+)\s+(\d+)", net_dev, re.MULTILINE)
    return Wire(int(found[1]), int(found[2])) if found else Wire(0, 0)


def file_system(mountinfo: str, path: str, device: tuple[int, int]) -> str | None:
    """What a path is on, type and device: ``ext4 on /dev/vda``; None where nobody says.

    :param mountinfo: ``/proc/self/mountinfo``.
    :param path: absolute, without links.
    :param device: major and minor number of what the path is on. A file system that hands out numbers of its own to parts of itself has
    none that stands in `mountinfo`; then it is what is mounted nearest above the path, last.
    """
    mounts = [mount for line in mountinfo.splitlines() if (mount := _mount(line)) is not None]
    same = [mount for mount in mounts if mount.device == f"{device[0]}:{device[1]}"]
    above = [mount for mount in mounts if f"{path}/".startswith(f"{mount.point.rstrip('/')}/")]
    # Of those that are equally near the last one hides the others.
    found = same[-1:] or sorted(above, key=lambda mount: len(mount.point))[-1:]
    return f"{found[0].kind} on {found[0].source}" if found else None


class _Mount(NamedTuple):
    """A line of ``/proc/self/mountinfo``."""

    device: str
    point: str
    kind: str
    source: str


def _mount(line: str) -> _Mount | None:
    """None of a line that is none; between the sixth field and the hyphen there may be any number of others."""
    fields, _, tail = line.partition(" - ")
    head, ends = fields.split(" "), tail.split(" ")
    if len(head) < 6 or len(ends) < 2:
        return None
    return _Mount(head[2], _unescaped(head[4]), ends[0], _unescaped(ends[1]))


def _unescaped(field: str) -> str:
    r"""Blanks and the like stand there in octal: ``\040``."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), field)


class Machine:
    """This one.

    :param root: another ``/proc``, for tests. :param clock: seconds. :param sleep: waits so many seconds.
    """

    def __init__(
        self, root: str = "/proc", clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], object] = time.sleep
    ) -> None:
        self._root = pathlib.Path(root)
        self.clock = clock
        self.sleep = sleep

    def _read(self, *names: object) -> str:
        return self._root.joinpath(*map(str, names)).read_text(errors="replace")

    def time(self) -> MachineTime:
        """Of all processors."""
        return machine_time(self._read("stat"))

    def processes(self) -> dict[int, ProcessStat]:
        """All, by number."""
        found = {}
        for entry in self._root.iterdir():
            if entry.name.isdigit():
                try:
                    found[int(entry.name)] = process_stat(self._read(entry.name, "stat"))
                except (OSError, ValueError, IndexError):  # it has ended
                    continue
        return found

    def family(self, root: int) -> set[int]:
        """A process and all that descend from it."""
        return family(root, {pid: one.parent for pid, one in self.processes().items()})

    def cpu_s(self, root: int) -> float:
        """User and system time of a process, of all that descend from it, and of those among them that have ended and were waited for."""
        processes = self.processes()
        total = 0.0
        for pid in family(root, {pid: one.parent for pid, one in processes.items()}):
            try:
                # clock_getcpuclockid(3), as Linux makes these numbers.
                total += time.clock_gettime_ns((~pid << 3) | _SCHEDULED) / 1e9
            except OSError:  # a process that has ended has no clock
                total += processes[pid].own_s if pid in processes else 0.0
            total += processes[pid].children_s if pid in processes else 0.0
        return total

    def memory_mb(self, root: int, what: str = "VmRSS") -> float:
        """Resident memory of a family: ``VmRSS`` now, ``VmHWM`` the most that each has had."""
        return sum(self._status(pid, what) for pid in self.family(root)) / 1024

    def switches(self, root: int) -> int:
        """Context switches of all threads of a family that live."""
        kinds = ("voluntary_ctxt_switches", "nonvoluntary_ctxt_switches")
        total = 0
        for pid in self.family(root):
            try:
                threads = [entry.name for entry in self._root.joinpath(str(pid), "task").iterdir()]
            except OSError:
                continue
            total += sum(self._status(pid, what, "task", thread) for thread in threads for what in kinds)
        return total

    def _status(self, pid: int, what: str, *thread: str) -> int:
        try:
            found = re.search(rf"^{what}:\s+(\d+)", self._read(pid, *thread, "status"), re.MULTILINE)
        except OSError:
            return 0
        return int(found[1]) if found else 0

    def wire(self) -> Wire:
        """What has gone through the loopback."""
        try:
            return wire(self._read("net", "dev"))
        except OSError:
            return Wire(0, 0)

    def watch(self, pids: Sequence[int]) -> Watched:
        """A phase of these processes' work begins; what is returned is told of its end. Nothing comes of that on this machine but where
        phases are traced (`klog.cli.suite.host.tracing`)."""
        return lambda records: None

    def write_back(self) -> None:
        """Have the kernel write everything to the disk that waits for it: what a step left would be written during the next."""
        os.sync()

    def prefault_memory(self) -> None:
        """Have a virtual machine's host give memory now, and not while something is measured (`klog.cli.suite.host.memory_prefault`)."""
        limits = [path.read_text() for path in map(pathlib.Path, memory_limit_files(self._read_or("self/cgroup"))) if path.exists()]
        prefault(bytes_to_prefault(self._read_or("meminfo"), self._read_or("cpuinfo"), limits))

    def load_of_others(self, seconds: float) -> tuple[float, list[str]]:
        """How many cores others keep busy during so many seconds, and who they are."""
        ours = self.family(os.getpid())
        before, machine_before, began = self.processes(), self.time(), self.clock()
        own_before = self.cpu_s(os.getpid())
        self.sleep(seconds)
        after, machine_after, elapsed = self.processes(), self.time(), self.clock() - began
        own = self.cpu_s(os.getpid()) - own_before
        load = other_load(machine_after.busy_s - machine_before.busy_s, own, elapsed)
        return load, [f"{name} {used / elapsed:.1f}" for name, used in busiest(before, after, ours)[:4]]

    def facts(self) -> dict[str, Any]:
        """What stands under each plot: processors, kernel, memory, how fast the processors may go."""
        model = re.search(r"^model name\s*:\s*(.+)$", self._read_or("cpuinfo"), re.MULTILINE)
        memory = re.search(r"^MemTotal:\s+(\d+)", self._read_or("meminfo"), re.MULTILINE)
        governor = pathlib.Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
        return {
            "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
            "cpu": model[1].strip() if model else platform.machine(),
            "memory_gb": round(int(memory[1]) / (1 << 20), 1) if memory else None,
            "kernel": platform.release(),
            "governor": governor.read_text().strip() if governor.exists() else None,
            "python": platform.python_version(),
        }

    def file_system(self, folder: pathlib.Path) -> str | None:
        """What a folder is on, as ``ext4 on /dev/vda``: another disk, or memory, measures something else. None where nobody says.

        :raises OSError: there is no such folder.
        """
        device = folder.stat().st_dev
        return file_system(self._read_or("self/mountinfo"), str(folder.resolve()), (os.major(device), os.minor(device)))

    def _read_or(self, name: str) -> str:
        try:
            return self._read(name)
        except OSError:
            return ""


@contextlib.contextmanager
def on_cores(cores: Collection[int] | None) -> Iterator[None]:
    """What this thread starts meanwhile runs on these cores alone; None leaves them as they are."""
    if cores is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def free_bytes(folder: str) -> int:
    """Room on the disk that a folder is on."""
    return shutil.disk_usage(folder).free


def disk_bytes(folder: pathlib.Path) -> int:
    """Blocks that the files below a folder have, in bytes; what goes meanwhile is not counted."""
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(path, name)).st_blocks * 512
            except OSError:
                continue
    return total


def forget_cached(files: Iterable[pathlib.Path]) -> None:
    """Have the kernel drop these files from its cache, so that they are read from the disk; needs no rights and touches no others."""
    for path in files:
        try:
            file = os.open(path, os.O_RDONLY)
        except OSError:
            continue
        try:
            os.fdatasync(file)
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(file)
