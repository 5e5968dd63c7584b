"""A dead process calls nobody."""

from __future__ import annotations

from twisted.internet.protocol import ClientFactory
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.testing.process import ProcessClock
from klog.testing.reactor import MemoryReactor


class ProcessClockTests(SynchronousTestCase):
    """Before and after."""

    def test_it_is_the_clock_until_it_dies(self) -> None:
        clock = Clock()
        process = ProcessClock(clock)
        called: list[str] = []
        process.callLater(1, called.append, "first")
        later = process.callLater(3, called.append, "never")
        process.callLater(3, called.append, "never").cancel()
        clock.callLater(3, called.append, "somebody else's")
        clock.advance(2)
        self.assertEqual((called, process.seconds()), (["first"], 2.0))
        process.die()
        self.assertFalse(later.active())
        process.callLater(1, called.append, "never")
        self.assertEqual(len(process.getDelayedCalls()), 1)
        clock.advance(5)
        self.assertEqual(called, ["first", "somebody else's"])
        process.die()

    def test_connections_are_remembered(self) -> None:
        """And what else the reactor can do, it can do here."""
        reactor = MemoryReactor()
        process = ProcessClock(reactor)
        self.assertEqual(process.now_ms(), reactor.now_ms())
        self.assertRaises(AttributeError, lambda: process.nothing_of_the_kind)
        for _ in range(2):
            connector = process.connectTCP("192.0.2.9", 1, ClientFactory())
            reactor.advance(1)
        self.assertEqual((process.connectors, connector.state), ([connector], "disconnected"))

    def test_it_stands_still_and_goes_on(self) -> None:
        clock = Clock()
        process = ProcessClock(clock)
        called: list[str] = []
        process.callLater(3, called.append, "third")
        process.callLater(2, called.append, "second")
        cancelled = process.callLater(2, called.append, "never")
        process.callLater(10, called.append, "last")
        clock.advance(1)
        process.freeze()
        process.freeze()
        process.callLater(0, called.append, "first")
        cancelled.cancel()
        clock.advance(5)
        self.assertEqual((called, process.is_frozen), ([], True))
        process.thaw()
        clock.advance(0)
        self.assertEqual((called, process.is_frozen), (["first", "second", "third"], False))
        clock.advance(3.9)
        self.assertEqual(called[3:], [])
        clock.advance(0.2)
        self.assertEqual(called[3:], ["last"])

    def test_it_connects_from_its_host(self) -> None:
        reactor = MemoryReactor()
        process = ProcessClock(reactor, "192.0.2.77")
        self.assertEqual(process.connectTCP("192.0.2.9", 1, ClientFactory()).source, "192.0.2.77")
