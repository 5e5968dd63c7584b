"""What the machine gives a broker."""

from __future__ import annotations

import time

from twisted.internet.testing import MemoryReactorClock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.environment import Environment


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
