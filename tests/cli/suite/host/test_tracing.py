"""What strace and perf print, and a tool that looks at a phase."""

from __future__ import annotations

import os
import pathlib
import shutil
import tempfile
import unittest
from collections.abc import Sequence

from klog.cli.suite.host.processes import Skip, StepFailed
from klog.cli.suite.host.tracing import MOST_ROWS, TOOLS, Perf, Row, Strace, TracedMachine, read_perf, read_strace

STRACE = """% time     seconds  usecs/call     calls    errors syscall
------ ----------- ----------- --------- --------- ----------------
 41.61    0.292143         185      1578       141 futex
 20.84    0.146306         148       986           epoll_wait
  4.55    0.031939          18      1685       649 preadv2
  0.00    0.000000           0         1           mmap
------ ----------- ----------- --------- --------- ----------------
100.00    0.701988         109      4250       790 total
"""
PERF = """# Samples: 1K of event 'cpu-clock'
#
    66.63%  [kernel.kallsyms]
    29.91%  libpython3.11.so.1.0
     2.73%  libc.so.6

"""


class Told:
    """A tool that writes down a word when it is interrupted."""

    name = "sh"

    def __init__(self, at_end: str = "echo {into} > {into}") -> None:
        self._at_end = at_end

    def words(self, pids: Sequence[int], into: pathlib.Path) -> list[str]:
        at_end = self._at_end.format(into=into)
        return ["sh", "-c", f"trap '{at_end}; exit' INT; while :; do sleep 0.02; done", *map(str, pids)]

    def rows(self, into: pathlib.Path, records: int) -> list[Row]:
        return [Row(into.read_text().strip().rpartition("/")[2], records)] * 20


class TracingTests(unittest.TestCase):
    """`read_strace`, `read_perf`, `TracedMachine`."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def test_strace(self) -> None:
        self.assertEqual(read_strace(STRACE), {"preadv2": 1685, "futex": 1578, "epoll_wait": 986, "mmap": 1})
        self.assertEqual(list(read_strace(STRACE)), ["preadv2", "futex", "epoll_wait", "mmap"])
        for text in ("", "strace: attach: ptrace(PTRACE_SEIZE, 1): Operation not permitted\n"):
            with self.assertRaises(StepFailed):
                read_strace(text)
        (self.folder / "s").write_text(STRACE)
        self.assertEqual(Strace().rows(self.folder / "s", 1000)[0], Row("preadv2", 1.685))
        self.assertEqual(Strace().words([5, 7], pathlib.Path("o")), ["strace", "-c", "-f", "-p", "5", "-p", "7", "-o", "o"])

    def test_perf(self) -> None:
        self.assertEqual(read_perf(PERF), {"[kernel.kallsyms]": 66.63, "libpython3.11.so.1.0": 29.91, "libc.so.6": 2.73})
        self.assertEqual(read_perf("no data\n"), {})
        self.assertIn("5,7", Perf().words([5, 7], pathlib.Path("o")))

    def test_each_phase_is_looked_at(self) -> None:
        machine = TracedMachine(Told(), self.folder)
        for records in (10, 20):
            machine.watch([os.getpid()])(records)
        self.assertEqual([rows[0] for rows in machine.phases], [Row("sh-0", 10), Row("sh-1", 20)])
        self.assertEqual(len(machine.phases[0]), MOST_ROWS)

    def test_a_tool_that_writes_nothing(self) -> None:
        watched = TracedMachine(Told("echo not permitted >&2"), self.folder).watch([os.getpid()])
        with self.assertRaises(StepFailed) as caught:
            watched(1)
        self.assertEqual(str(caught.exception), "sh has written nothing: not permitted")

    def test_a_tool_that_is_not_installed(self) -> None:
        tool = Told()
        tool.name = "no-such-tool"
        with self.assertRaises(Skip) as caught:
            TracedMachine(tool, self.folder)
        self.assertEqual(str(caught.exception), "no-such-tool is not installed")
        self.assertEqual([one.name for one in TOOLS], ["strace", "perf"])
