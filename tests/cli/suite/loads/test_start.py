"""A start; the whole of it is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import contextlib
import pathlib
import unittest
from collections.abc import Iterator
from unittest import mock

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads import start


class StartTests(unittest.TestCase):
    """`Start`."""

    def test_a_start_is_that_of_the_brokers_own_process(self) -> None:
        @contextlib.contextmanager
        def serve(site: Site) -> Iterator[mock.Mock]:
            clock.seconds += 5  # a directory is formatted, by a JVM of its own
            yield mock.Mock(ready_s=2.0, bootstrap="b:1", memory_mb=lambda: 50.0)

        def acknowledge(*_: object) -> None:
            clock.seconds += 0.25

        clock = mock.Mock(seconds=100.0)
        with (
            mock.patch.object(start, "side_named") as named,
            mock.patch.object(start, "acknowledge_one", acknowledge),
            mock.patch.object(start, "BlockingClient"),
            mock.patch.object(start, "time") as told,
        ):
            told.monotonic.side_effect = lambda: clock.seconds
            named.return_value.serve = serve
            found = start.Start()(Site(pathlib.Path("/nonexistent"), "smoke", Machine(), {}), "kafka")
        self.assertEqual((found.figures["ready_s"], found.figures["first_ack_s"]), (2.0, 2.25))
