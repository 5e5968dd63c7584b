"""What ``/proc`` says, on made-up ones and on this machine's."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from klog.cli.suite.host import machine as module
from klog.cli.suite.host.machine import (
    Machine,
    MachineTime,
    ProcessStat,
    Wire,
    busiest,
    disk_bytes,
    family,
    file_system,
    forget_cached,
    machine_time,
    on_cores,
    other_load,
    process_stat,
    wire,
)

TICKS = os.sysconf("SC_CLK_TCK")
STAT = "cpu  100 200 300 9000 50 6 7 8 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n"
PROCESS = "42 (a (bad) name) S 7 42 42 0 -1 4194560 1 2 3 4 {0} {1} {2} {3} 20 0 1 0 100 0 0\n"
MOUNTS = r"""22 27 0:21 / /proc rw,relatime - proc proc rw
24 27 0:6 / /dev rw,relatime shared:2 master:1 - devtmpfs devtmpfs rw,size=12334460k
25 24 0:27 / /dev/shm rw,relatime - tmpfs tmpfs rw,size=24684084k
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
30 24 0:30 / /dev/shm rw,relatime - ramfs second rw
31 27 0:44 /root /data/with\040blank rw,relatime shared:3 - btrfs /dev/my\040disk rw
"""


class PureTests(unittest.TestCase):
    """Functions of text."""

    def test_machine_time_counts_niced_work_and_no_waiting(self) -> None:
        self.assertEqual(machine_time(STAT), MachineTime(613 / TICKS, 8 / TICKS))

    def test_a_process_may_have_any_name(self) -> None:
        found = process_stat(PROCESS.format(100, 50, 7, 3))
        self.assertEqual(found, ProcessStat(7, "a (bad) name", 150 / TICKS, 10 / TICKS))

    def test_families(self) -> None:
        parents = {1: 0, 2: 1, 3: 2, 4: 1, 5: 3, 9: 8}
        self.assertEqual(family(2, parents), {2, 3, 5})
        self.assertEqual(family(7, parents), {7})
        self.assertEqual(family(8, {8: 9, 9: 8}), {8, 9}, "numbers are given anew while one looks")

    def test_other_load(self) -> None:
        self.assertEqual(other_load(10.0, 4.0, 3.0), 2.0)
        self.assertEqual((other_load(1.0, 4.0, 3.0), other_load(1.0, 0.0, 0.0)), (0.0, 0.0))

    def test_who_is_busiest(self) -> None:
        before = {1: ProcessStat(0, "a", 1.0, 0), 2: ProcessStat(0, "b", 1.0, 0), 3: ProcessStat(0, "us", 1.0, 0)}
        after = {1: ProcessStat(0, "a", 1.5, 0), 2: ProcessStat(0, "b", 3.0, 0), 3: ProcessStat(0, "us", 9.0, 0), 4: before[1]}
        self.assertEqual(busiest(before, after, {3}), [("b", 2.0), ("a", 0.5)])

    def test_the_loopback(self) -> None:
        text = "Inter-|   Receive\n face |bytes    packets\n  eth0: 5 6 0 0\n    lo: 1234   56 0 0 0 0 0 0 1234 56\n"
        self.assertEqual((wire(text), wire("")), (Wire(1234, 56), Wire(0, 0)))

    def test_what_a_folder_is_on(self) -> None:
        """By the number of its device, where it has one; otherwise by what is mounted above it, of which the last hides the others."""
        for path, device, found in (
            ("/scratch/klog-suite-1", (254, 0), "ext4 on /dev/vda"),
            ("/dev/shm/klog-suite-1", (0, 27), "tmpfs on tmpfs"),
            ("/data/with blank/x", (0, 99), "btrfs on /dev/my disk"),
            ("/dev/shmoo", (0, 99), "devtmpfs on devtmpfs"),
            ("/dev/shm", (0, 99), "ramfs on second"),
            ("/", (0, 99), "ext4 on /dev/vda"),
        ):
            self.assertEqual(file_system(MOUNTS, path, device), found, path)
        self.assertIsNone(file_system("", "/scratch", (254, 0)))
        self.assertIsNone(file_system("no mounts at all\n", "/scratch", (254, 0)))


class MachineTests(unittest.TestCase):
    """`Machine`."""

    def made_up(self, ours: int, other: int) -> Machine:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.seconds = 0.0

        def write() -> None:
            """As much work as was asked for until now."""
            busy = int((ours + other) / 100 * self.seconds * TICKS)
            (folder / "stat").write_text(f"cpu  {busy} 0 0 9 0 0 0 0 0 0\n")
            for pid, name, parent, share in ((os.getpid(), "suite", 1, ours), (999_999, "java", 1, other)):
                path = folder / str(pid)
                path.mkdir(exist_ok=True)
                used = int(share / 100 * self.seconds * TICKS)
                (path / "stat").write_text(f"{pid} ({name}) S {parent} 1 1 0 -1 0 1 2 3 4 {used} 0 0 0 20\n")

        def sleep(seconds: float) -> None:
            self.seconds += seconds
            write()

        write()
        return Machine(str(folder), lambda: self.seconds, sleep)

    def test_the_load_of_others(self) -> None:
        machine = self.made_up(ours=50, other=120)
        with mock.patch.object(module.time, "clock_gettime_ns", lambda clock: int(self.seconds * 0.5e9)):
            load, who = machine.load_of_others(2.0)
        self.assertAlmostEqual(load, 1.2, delta=0.02)
        self.assertEqual(who, ["java 1.2"])

    def test_this_machine(self) -> None:
        machine = Machine()
        facts = machine.facts()
        self.assertGreaterEqual(facts["cores"], 1)
        self.assertTrue(facts["cpu"] and facts["kernel"] and facts["memory_gb"])
        self.assertGreater(machine.time().busy_s, 0)
        self.assertIn(os.getpid(), machine.family(os.getppid()))
        self.assertGreater(machine.memory_mb(os.getpid(), "VmHWM"), 5)
        self.assertGreater(machine.switches(os.getpid()), 0)

    def test_cpu_of_children_that_have_ended_is_counted(self) -> None:
        machine = Machine()
        before = machine.cpu_s(os.getpid())
        subprocess.run([sys.executable, "-I", "-S", "-c", "sum(range(3_000_000))"], check=True)
        self.assertGreater(machine.cpu_s(os.getpid()) - before, 0.02)
        self.assertEqual(machine.cpu_s(2**22 + 1), 0.0)

    def test_what_is_started_on_some_cores_stays_there(self) -> None:
        allowed = os.sched_getaffinity(0)
        look = [sys.executable, "-I", "-S", "-c", "import os; print(sorted(os.sched_getaffinity(0)))"]
        for cores in ({min(allowed)}, None):
            with on_cores(cores):
                found = subprocess.run(look, capture_output=True, text=True, check=True).stdout
            self.assertEqual(found.strip(), str(sorted(cores or allowed)))
            self.assertEqual(os.sched_getaffinity(0), allowed)

    def test_files(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        (folder / "below").mkdir()
        (folder / "below" / "data.log").write_bytes(os.urandom(100_000))
        with mock.patch.object(module.os, "posix_fadvise") as told:
            forget_cached([folder / "below" / "data.log", folder / "gone"])
        told.assert_called_once_with(mock.ANY, 0, 0, os.POSIX_FADV_DONTNEED)
        # What was written back takes its place, and only that is told.
        self.assertGreaterEqual(disk_bytes(folder), 100_000)
        self.assertGreater(module.free_bytes(str(folder)), 0)
        self.assertRegex(Machine().file_system(folder) or "", r"^\S+ on \S+")
        self.assertIsNone(Machine(str(folder)).file_system(folder), "where there is no /proc/self/mountinfo")
