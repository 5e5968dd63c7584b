"""One more run of a load, traced: which system calls a broker makes for a record, and where its processors' time goes.

``strace -c`` counts, and ``perf record`` looks a thousand times a second. Both slow down what they look at, so that each has a run of its
own and no rate of these is told. What the tools print is read here by pure functions.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from klog.cli.suite.host.machine import Machine, Watched
from klog.cli.suite.host.processes import Skip, StepFailed, end_of

#: What a tool gets to attach itself, and to write down what it has found.
ATTACH_S, WRITE_S = 0.5, 60.0
#: Rows that are told of each.
MOST_ROWS = 12


class Row(NamedTuple):
    """A system call and how many there were for a record; or a program's part and its share of the time."""

    name: str
    value: float


class Tool(Protocol):
    """A program that looks at processes until it is interrupted."""

    name: str

    def words(self, pids: Sequence[int], into: pathlib.Path) -> list[str]:
        """Its command line."""

    def rows(self, into: pathlib.Path, records: int) -> list[Row]:
        """What it has found, the largest first.

        :raises StepFailed: it cannot be read.
        """


class Strace:
    """Counts system calls."""

    name = "strace"

    def words(self, pids: Sequence[int], into: pathlib.Path) -> list[str]:
        """See `Tool`."""
        return ["strace", "-c", "-f", *(word for pid in pids for word in ("-p", str(pid))), "-o", str(into)]

    def rows(self, into: pathlib.Path, records: int) -> list[Row]:
        """See `Tool`: calls for each record."""
        return [Row(name, count / records) for name, count in read_strace(into.read_text(errors="replace")).items()]


class Perf:
    """Looks where the processors are."""

    name = "perf"

    def words(self, pids: Sequence[int], into: pathlib.Path) -> list[str]:
        """See `Tool`."""
        return ["perf", "record", "-q", "-e", "cpu-clock", "-F", "999", "-p", ",".join(map(str, pids)), "-o", str(into)]

    def rows(self, into: pathlib.Path, records: int) -> list[Row]:
        """See `Tool`: shares, in percent."""
        words = ["perf", "report", "-i", str(into), "--stdio", "--no-children", "--sort", "dso"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=WRITE_S)
        found = read_perf(done.stdout)
        if not found:
            raise StepFailed(f"perf report says nothing: {end_of(done.stderr) or 'it printed nothing'}")
        return [Row(name, share) for name, share in found.items()]


TOOLS: Sequence[Tool] = (Strace(), Perf())


def read_strace(text: str) -> Mapping[str, int]:
    """Calls by name, the most first.

    :raises StepFailed: it is no summary.
    """
    found = {}
    for line in text.splitlines():
        cells = line.split()
        # % time, seconds, usecs/call, calls, errors where there were any, syscall
        if len(cells) in (5, 6) and re.fullmatch(r"[\d.]+", cells[0]) and cells[3].isdigit() and cells[-1] != "total":
            found[cells[-1]] = int(cells[3])
    if not found:
        raise StepFailed(f"strace says nothing: {end_of(text) or 'it printed nothing'}")
    return dict(sorted(found.items(), key=lambda one: -one[1]))


def read_perf(text: str) -> Mapping[str, float]:
    """Shares by library, in percent, the largest first; none of a report that has none."""
    lines = re.findall(r"^\s+([\d.]+)%\s+(\S+)\s*$", text, re.MULTILINE)
    return dict(sorted(((name, float(share)) for share, name in lines), key=lambda one: -one[1]))


class TracedMachine(Machine):
    """This machine, on which the brokers' phases are looked at by a tool.

    :param folder: where that may write.
    """

    def __init__(self, tool: Tool, folder: pathlib.Path) -> None:
        super().__init__()
        if shutil.which(tool.name) is None:
            raise Skip(f"{tool.name} is not installed")
        self._tool = tool
        self._folder = folder
        #: Of each phase, in order.
        self.phases: list[list[Row]] = []

    def watch(self, pids: Sequence[int]) -> Watched:
        """See `Machine`."""
        into = self._folder / f"{self._tool.name}-{len(self.phases)}"
        process = subprocess.Popen(self._tool.words(pids, into), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.sleep(ATTACH_S)

        def end(records: int) -> None:
            process.send_signal(signal.SIGINT)
            try:
                _, said = process.communicate(timeout=WRITE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                raise StepFailed(f"{self._tool.name} did not end within {WRITE_S:g} s") from None
            if not into.exists():
                raise StepFailed(f"{self._tool.name} has written nothing: {end_of(said) or 'it printed nothing'}")
            self.phases.append(self._tool.rows(into, records)[:MOST_ROWS])

        return end
