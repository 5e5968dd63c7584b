"""Worker processes: all tasks done, those of the dead given to others, and nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from klog.arrow.ranges import TopicRange
from klog.client.settings import ClientSettings
from klog.pull.errors import TaskFailed
from klog.pull.runner import LocalRunner, processors
from klog.pull.settings import PullSettings
from klog.pull.types import TaskProgress, TaskResult, TaskSpec
from tests import peers

WORK = "tests.pull.stub_work:work"


def alive(pid: int) -> bool:
    """Whether a process runs (and is not a zombie of ours)."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


class RunnerTests(unittest.TestCase):
    """One runner of two workers."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.runner = LocalRunner(2, work=WORK)
        self.addCleanup(self.runner.close)
        self.notices: list[str] = []
        self.reports: list[TaskProgress] = []

    def specs(self, *what: tuple[str, int]) -> list[TaskSpec]:
        settings = PullSettings(client=ClientSettings(bootstrap_servers="h:1"), target=self.folder, pattern=".*", max_attempts=3)
        return [TaskSpec(number, TopicRange(topic, times, 0, 10), "s", settings) for number, (topic, times) in enumerate(what)]

    def run_all(self, *what: tuple[str, int]) -> list[TaskResult]:
        return self.runner.run(self.specs(*what), self.reports.append, self.notices.append)

    def test_all_are_done_in_order(self) -> None:
        results = self.run_all(*[("fine", 0)] * 20)
        self.assertEqual([(result.number, result.rows) for result in results], [(number, 1) for number in range(20)])
        self.assertEqual(len(self.runner.pids), 2)
        self.assertEqual(sorted(report.number for report in self.reports if report.offset == 10), list(range(20)))
        self.assertEqual(self.run_all(), [])
        pids = self.runner.pids
        self.run_all(("print", 0))
        self.assertEqual(self.runner.pids, pids, "they stay for the next run")
        self.runner.close()
        self.assertFalse(any(alive(pid) for pid in pids))

    def test_tasks_of_the_dead_are_done_by_others(self) -> None:
        results = self.run_all(("kill", 2), ("exit", 1), ("fine", 0))
        self.assertEqual([result.rows for result in results], [3, 2, 1], "attempts")
        told = "\n".join(self.notices)
        self.assertIn("topic kill, partition 2, offsets 0 to 10: its worker process was killed by SIGKILL; it is tried again", told)
        self.assertIn("topic exit, partition 1, offsets 0 to 10: its worker process ended with exit code 3; it is tried again", told)
        self.assertEqual(len(self.notices), 3)

    def test_too_many_attempts(self) -> None:
        with self.assertRaises(TaskFailed) as caught:
            self.run_all(("raise", 0), ("sleep", 0))
        self.assertEqual(
            str(caught.exception),
            "topic raise, partition 0, offsets 0 to 10: tried 3 times; the last time: ValueError: no luck in attempt 3",
        )
        self.assertEqual(self.runner.pids, [], "nobody works on")
        self.assertEqual([result.rows for result in self.run_all(("fine", 0), ("kill", 1))], [4, 2], "and it can be used again")

    def test_what_would_be_the_same_again_is_not_tried_again(self) -> None:
        with self.assertRaisesRegex(TaskFailed, "tried once; the last time: topic lost, partition 0: they are gone"):
            self.run_all(("lost", 0))
        self.assertEqual(self.notices, [])

    def test_work_that_is_not_there(self) -> None:
        with LocalRunner(1, work="tests.pull.nowhere:work") as runner:
            with self.assertRaisesRegex(TaskFailed, "tried once; the last time: ModuleNotFoundError: No module named 'tests.pull.nowhere'"):
                runner.run(self.specs(("fine", 0)), self.reports.append, self.notices.append)

    def test_an_idle_worker_that_was_killed_is_replaced(self) -> None:
        self.run_all(("fine", 0))
        for pid in self.runner.pids:
            os.kill(pid, signal.SIGKILL)
        self.assertEqual(len(self.run_all(*[("fine", 0)] * 4)), 4)

    def test_whatever_interrupts_stops_the_workers(self) -> None:
        pids: list[int] = []

        def interrupt(progress: TaskProgress) -> None:
            pids.extend(self.runner.pids)
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.runner.run(self.specs(("sleep", 0), ("sleep", 0)), interrupt, self.notices.append)
        self.assertEqual(len(pids), 2)
        self.assertFalse(any(alive(pid) for pid in pids))

    def test_workers_end_when_the_driver_is_killed(self) -> None:
        code = (
            "import sys, threading; from tests.pull.test_runner import RunnerTests\n"
            "case = RunnerTests(); case.folder = sys.argv[1]; case.notices = []\n"
            "from klog.pull.runner import LocalRunner\n"
            "runner = LocalRunner(2, work='tests.pull.stub_work:work'); runner.start()\n"
            "print(*runner.pids, flush=True)\n"
            "told = lambda progress: print('working', flush=True)\n"
            "runner.run(case.specs(('sleep', 0), ('sleep', 0)), told, print)\n"
        )
        command = [sys.executable, "-c", code, self.folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=peers.ROOT) as driver:
            assert driver.stdout is not None
            pids = [int(word) for word in driver.stdout.readline().split()]
            self.assertEqual(driver.stdout.readline(), "working\n")
            self.assertTrue(all(alive(pid) for pid in pids))
            driver.kill()
        until = time.monotonic() + 30
        while any(alive(pid) for pid in pids) and time.monotonic() < until:
            time.sleep(0.02)
        self.assertEqual([pid for pid in pids if alive(pid)], [])

    def test_how_many(self) -> None:
        self.assertEqual(LocalRunner().workers, processors())
        self.assertGreaterEqual(processors(), 1)
        with self.assertRaisesRegex(ValueError, "0 workers cannot do anything"):
            LocalRunner(0)

    def test_it_leaves_no_threads(self) -> None:
        before = threading.active_count()
        self.run_all(("fine", 0))
        # A thread of an earlier test may have gone meanwhile.
        self.assertLessEqual(threading.active_count(), before)
