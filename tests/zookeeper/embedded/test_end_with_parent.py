"""Children that end with their parents: real processes, as nothing else would prove it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import unittest

from klog.zookeeper.embedded import end_with_parent

SLEEP = [sys.executable, "-I", "-S", "-c", "import os, time; print(os.getpid(), os.getsid(0), flush=True); time.sleep(600)"]


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be buried does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@unittest.skipUnless(sys.platform == "linux", "the kernel's way is Linux's")
class LinuxTests(unittest.TestCase):
    """The child becomes the program."""

    def test_the_child_is_the_program(self) -> None:
        child = subprocess.Popen(end_with_parent.command(SLEEP), stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        with child, child.stdout:
            pid, session = child.stdout.readline().split()
            self.assertEqual(int(pid), child.pid)
            self.assertEqual(session, pid)  # Ctrl-C in a terminal is its parent's
            child.terminate()
            self.assertEqual(child.wait(), -signal.SIGTERM)

    def test_it_dies_with_its_parent(self) -> None:
        code = (
            "import subprocess, time\nfrom klog.zookeeper.embedded import end_with_parent\n"
            f"subprocess.Popen(end_with_parent.command({SLEEP!r}))\n"
        )
        parent = subprocess.Popen([sys.executable, "-c", code + "time.sleep(600)"], stdout=subprocess.PIPE, text=True)
        assert parent.stdout is not None
        with parent, parent.stdout:
            pid = int(parent.stdout.readline().split()[0])
            self.assertTrue(is_alive(pid))
            parent.kill()
            parent.wait()
            deadline = time.monotonic() + 30
            while is_alive(pid) and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertFalse(is_alive(pid))

    def test_a_parent_that_is_gone_already(self) -> None:
        done = subprocess.run([sys.executable, "-I", "-S", end_with_parent.__file__, str(os.getpid() + 1), *SLEEP], timeout=60)
        self.assertEqual(done.returncode, 1)


class WatchTests(unittest.TestCase):
    """The other way: between parent and program."""

    def run_watched(self, program: list[str], *, close: bool) -> int:
        code = f"import sys\nfrom klog.zookeeper.embedded import end_with_parent\nsys.exit(end_with_parent._watch({program!r}))"
        child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None and child.stdin is not None
        with child:
            if close:
                child.stdout.readline()
                child.stdin.close()
            return child.wait(60)

    def test_exit_codes(self) -> None:
        self.assertEqual(self.run_watched([sys.executable, "-I", "-S", "-c", "raise SystemExit(7)"], close=False), 7)

    def test_the_pipe_ends(self) -> None:
        self.assertEqual(self.run_watched(SLEEP, close=True), 128 + signal.SIGKILL)
