"""Reading ahead: order, bounds, and that a file is read and forgotten."""

from __future__ import annotations

import os
import tempfile
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred, succeed
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

        read_ahead = ReadAhead(defer_to_thread, limit=2)
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

    def test_a_real_file(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "file")
        with open(path, "wb") as file:
            file.write(os.urandom(700_000))
        real = RealFileSystem().open(path)
        self.successResultOf(ReadAhead(lambda function: succeed(function())).start(real, 5, 600_000, lambda: True))
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
