"""Reading ahead: order, bounds, and that a file is read and forgotten."""

from __future__ import annotations

import os
import tempfile
import weakref
from typing import Any
from unittest import mock

from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.net.read_ahead import ReadAhead, is_cached, warm
from klog.storage.filesystem import RealFileSystem


class Plain:
    """A file that cannot tell."""

    def fileno(self) -> int:
        return -1

    def read_at(self, position: int, length: int) -> bytes:
        return b""


class Knowing(Plain):
    def is_cached(self, position: int, length: int) -> bool:
        return position == 0


class ReadAheadTests(SynchronousTestCase):
    """At most so many at a time, in order, and only what is still wanted."""

    def test_who_cannot_tell_is_warm(self) -> None:
        self.assertTrue(is_cached(Plain(), 5, 5))
        self.assertTrue(is_cached(Knowing(), 0, 5))
        self.assertFalse(is_cached(Knowing(), 1, 5))

    def test_bounded_and_in_order(self) -> None:
        jobs: list[tuple[Deferred[Any], Any]] = []

        def defer_to_thread(function: Any) -> Deferred[Any]:
            deferred: Deferred[Any] = Deferred()
            jobs.append((deferred, function.args[1:]))
            return deferred

        read_ahead = ReadAhead(lambda _: defer_to_thread, limit=2)
        file = Plain()
        wanted = [True, True, True, False, True]
        results = [read_ahead.start(file, number, 10, lambda number=number: wanted[number]) for number in range(5)]  # type: ignore[misc]
        self.assertEqual([arguments for _, arguments in jobs], [(0, 10, 10), (1, 10, 10)])
        jobs[0][0].callback(None)
        self.assertEqual(len(jobs), 3)
        jobs[1][0].errback(OSError(5, "broken"))
        self.failureResultOf(results[1], OSError)
        self.assertEqual([arguments for _, arguments in jobs][3:], [(4, 10, 10)])
        self.successResultOf(results[3])
        for deferred, _ in jobs[2:]:
            deferred.callback(None)
        for number in (0, 2, 4):
            self.successResultOf(results[number])

    def test_many_who_left_hold_up_nobody(self) -> None:
        """However many in line are wanted no more, whoever comes behind them has his turn, and the bound stands."""
        jobs: list[Deferred[Any]] = []

        def defer_to_thread(function: Any) -> Deferred[Any]:
            jobs.append(Deferred())
            return jobs[-1]

        read_ahead = ReadAhead(lambda _: defer_to_thread, limit=1)
        file = Plain()
        first = read_ahead.start(file, 0, 10, lambda: True)
        gone = [read_ahead.start(file, 1, 10, lambda: False) for _ in range(2000)]
        last = read_ahead.start(file, 2, 10, lambda: True)
        jobs[0].callback(None)
        self.successResultOf(first)
        self.assertEqual(len(jobs), 2)
        for one in gone:
            self.successResultOf(one)
        another = read_ahead.start(file, 3, 10, lambda: True)
        self.assertEqual(len(jobs), 2, "one at a time")
        jobs[1].callback(None)
        self.successResultOf(last)
        jobs[2].callback(None)
        self.successResultOf(another)

    def test_who_is_cancelled_waits_no_longer(self) -> None:
        """What waits is let go at once, though the disk hangs; what a thread reads keeps its place until the thread is done."""
        jobs: list[Deferred[Any]] = []

        def defer_to_thread(function: Any) -> Deferred[Any]:
            jobs.append(Deferred())
            return jobs[-1]

        read_ahead = ReadAhead(lambda _: defer_to_thread, limit=1)
        reading = read_ahead.start(Plain(), 0, 10, lambda: True)
        file = Plain()
        left = weakref.ref(file)
        waiting = read_ahead.start(file, 1, 10, lambda: True)
        last = read_ahead.start(Plain(), 2, 10, lambda: True)
        del file
        for one in (waiting, reading):
            one.cancel()
            self.failureResultOf(one, CancelledError)
        self.assertIsNone(left())
        self.assertEqual(len(jobs), 1, "the thread still reads")
        jobs[0].callback(None)
        self.assertEqual(len(jobs), 2)
        jobs[1].callback(None)
        self.successResultOf(last)

    def test_a_disk_that_hangs_holds_up_no_other(self) -> None:
        jobs: dict[str, list[Deferred[Any]]] = {"one": [], "two": []}

        def in_thread_of(disk: str) -> Any:
            def in_thread(function: Any) -> Deferred[Any]:
                jobs[disk].append(Deferred())
                return jobs[disk][-1]

            return in_thread

        one, two = Plain(), Plain()
        read_ahead = ReadAhead(in_thread_of, limit=2, disk_of=lambda file: "one" if file is one else "two")
        for _ in range(5):
            read_ahead.start(one, 0, 10, lambda: True)
        read = [read_ahead.start(two, 0, 10, lambda: True) for _ in range(3)]
        self.assertEqual({disk: len(some) for disk, some in jobs.items()}, {"one": 2, "two": 2})
        for job in jobs["two"]:
            job.callback(None)
        self.assertEqual(len(jobs["two"]), 3)
        self.successResultOf(read[0])
        self.assertEqual((read_ahead.ended(one), read_ahead.ended(two), read_ahead.ended(Plain())), (0, 3, 3))

    def test_a_real_file(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "file")
        with open(path, "wb") as file:
            file.write(os.urandom(700_000))
        real = RealFileSystem().open(path)
        self.successResultOf(ReadAhead(lambda _: lambda function: succeed(function())).start(real, 5, 600_000, lambda: True))
        self.assertTrue(real.is_cached(5, 600_000))
        warm(real, 600_000, 1 << 20, 1 << 20)
        warm(Plain(), 0, 10, 10)
        real.close()

    def test_nowhere_to_send_it(self) -> None:
        """Where there is no ``/dev/null``, as in a chroot, the bytes are read."""
        with tempfile.NamedTemporaryFile() as written:
            written.write(b"x" * 1000)
            written.flush()
            file = RealFileSystem().open(written.name)
            read = mock.Mock(side_effect=os.preadv)
            with mock.patch("os.devnull", "/nowhere/null"), mock.patch("os.preadv", read):
                warm(file, 0, 1000, 1000)
            self.assertTrue(read.called)
            file.close()
