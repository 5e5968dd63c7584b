"""Nothing outlives the suite: children that start others, hang, and let go of their parents; the suite that ends or is killed."""

from __future__ import annotations

import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from klog.cli.suite.host import keeper

#: Starts a grandchild in a session of its own, says both numbers, and waits; with "stubborn" it does not end when it is told.
PARENT = """
import os, signal, subprocess, sys, time
if "stubborn" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(100)"], start_new_session=True)
print(os.getpid(), child.pid, flush=True)
if "leave" in sys.argv:
    sys.exit(7)
time.sleep(100)
"""


def is_there(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@unittest.skipUnless(sys.platform == "linux", "a keeper is a matter of Linux")
class KeeperTests(unittest.TestCase):
    """`keeper`."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def start(self, *words: str) -> tuple[subprocess.Popen[bytes], list[int]]:
        command = keeper.command([sys.executable, "-I", "-S", "-c", PARENT, *words])
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin is not None and process.stdout is not None
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.kill)
        return process, [int(word) for word in process.stdout.readline().split()]

    def all_gone(self, pids: list[int]) -> None:
        until = time.monotonic() + 20
        while any(map(is_there, pids)):
            self.assertLess(time.monotonic(), until, f"still there: {[pid for pid in pids if is_there(pid)]}")
            time.sleep(0.01)

    def test_told_to_end(self) -> None:
        process, pids = self.start()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(20), 128 + signal.SIGTERM)
        self.all_gone(pids)

    def test_the_suite_is_gone(self) -> None:
        process, pids = self.start()
        assert process.stdin is not None
        process.stdin.close()
        process.wait(20)
        self.all_gone(pids)

    def test_it_ends_by_itself_and_leaves_somebody(self) -> None:
        process, pids = self.start("leave")
        self.assertEqual(process.wait(20), 7)
        self.all_gone(pids)

    def test_who_does_not_listen_is_killed(self) -> None:
        source = pathlib.Path(keeper.__file__).read_text().replace("GRACE_S = 10.0", "GRACE_S = 0.3")
        hasty = self.folder / "hasty.py"
        hasty.write_text(source)
        words = [sys.executable, "-I", "-S", str(hasty), sys.executable, "-I", "-S", "-c", PARENT, "stubborn"]
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin is not None and process.stdout is not None
        self.addCleanup(process.stdout.close)
        pids = [int(word) for word in process.stdout.readline().split()]
        process.stdin.close()
        self.assertEqual(process.wait(20), 128 + signal.SIGKILL)
        self.all_gone(pids)

    def test_a_program_that_is_not_there(self) -> None:
        done = subprocess.run(keeper.command(["/nonexistent/broker"]), stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (127, "/nonexistent/broker: No such file or directory\n"))
