"""What the machine gives a broker."""

from __future__ import annotations

import pathlib
import time

from twisted.internet.testing import MemoryReactorClock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.environment import BOOT_ID_PATH, Environment, read_boot_id


class RealTests(SynchronousTestCase):
    """`Environment.real`."""

    def test_parts(self) -> None:
        reactor = MemoryReactorClock()
        environment = Environment.real(reactor)
        self.assertLess(abs(environment.now_ms() - time.time() * 1000), 60_000)
        self.assertEqual(len(environment.random_bytes(16)), 16)
        self.assertFalse(environment.file_system.exists("/no/such/file"))
        called: list[int] = []
        environment.when_running(lambda: called.append(1))
        self.assertEqual((called, len(reactor.whenRunningHooks)), ([], 1))
        self.assertIs(environment.reactor, reactor)
        if pathlib.Path(BOOT_ID_PATH).exists():
            self.assertEqual(len(environment.boot_id() or ""), 36)
            self.assertEqual(environment.boot_id(), environment.boot_id())

    def test_a_system_without_a_boot_id(self) -> None:
        self.assertIsNone(read_boot_id("/no/such/file"))
        empty = pathlib.Path(self.mktemp())
        for content in (b"", b"\n", b"\xff"):
            empty.write_bytes(content)
            self.assertIsNone(read_boot_id(str(empty)), content)
