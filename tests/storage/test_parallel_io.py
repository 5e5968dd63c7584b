"""Waiting for the disk side by side."""

from __future__ import annotations

import threading
import unittest
from collections.abc import Callable
from functools import partial
from unittest import mock

from klog.storage.parallel_io import Act, NotInTime, in_threads, one_by_one


class RunAllTests(unittest.TestCase):
    """Both ways."""

    def test_outcomes_stand_in_order(self) -> None:
        broken = OSError("broken")

        def fail() -> None:
            raise broken

        for run_all in (one_by_one, in_threads):
            done: list[int] = []
            acts: list[Act] = [partial(done.append, number) for number in range(100)]
            acts[30] = fail
            outcomes = run_all(acts)
            self.assertEqual([index for index, outcome in enumerate(outcomes) if outcome is not None], [30])
            self.assertIs(outcomes[30], broken)
            self.assertEqual(sorted(done), [number for number in range(100) if number != 30])
            self.assertEqual(run_all([]), [])

    def test_threads_are_bounded(self) -> None:
        running: list[int] = []
        most = 0
        together = threading.Barrier(4)
        mutex = threading.Lock()

        def act() -> None:
            nonlocal most
            with mutex:
                running.append(1)
                most = max(most, len(running))
            together.wait(10)
            with mutex:
                running.pop()

        self.assertEqual(in_threads([act] * 12, threads=4), [None] * 12)
        self.assertEqual(most, 4)

    def test_what_hangs_is_given_up(self) -> None:
        release = threading.Event()
        self.addCleanup(release.set)
        late: list[int] = []

        def hang() -> None:
            release.wait(30)

        outcomes = in_threads([hang, lambda: None, hang, lambda: late.append(1)], 2.0, threads=2)
        self.assertEqual([type(outcome) for outcome in outcomes], [NotInTime, type(None), NotInTime, NotInTime])
        self.assertEqual(late, [], "nothing begins after that")

    def test_no_time_at_all(self) -> None:
        begun: list[int] = []
        for run_all in (one_by_one, in_threads):
            outcomes = run_all([lambda: begun.append(1)] * 3, 0)
            self.assertEqual([type(outcome) for outcome in outcomes], [NotInTime] * 3)
        self.assertEqual(begun, [])

    def test_a_process_that_may_have_no_more_threads(self) -> None:
        """Those that there are do it all, or this one."""
        for allowed in (0, 1, 3):
            done: list[int] = []
            left = allowed
            start = threading.Thread.start

            def limited(thread: threading.Thread, start: Callable[[threading.Thread], None] = start) -> None:
                nonlocal left
                if not left:
                    raise RuntimeError("can't start new thread")
                left -= 1
                start(thread)

            with mock.patch.object(threading.Thread, "start", limited):
                outcomes = in_threads([partial(done.append, number) for number in range(9)])
            self.assertEqual((outcomes, sorted(done)), ([None] * 9, list(range(9))))
