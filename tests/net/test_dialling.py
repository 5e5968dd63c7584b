"""Names and their addresses."""

from __future__ import annotations

from twisted.internet import error, protocol
from twisted.internet.defer import CancelledError
from twisted.trial.unittest import SynchronousTestCase

from klog.net.dialling import NEXT_ADDRESS_S, dial
from klog.testing.reactor import MemoryReactor
from tests.net.scripted_broker import ScriptedBroker


class DiallingTests(SynchronousTestCase):
    """`dial`."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.broker = ScriptedBroker()
        self.factory = protocol.Factory.forProtocol(protocol.Protocol)
        self.factory.noisy = False

    def listen(self, host: str) -> None:
        self.reactor.listen(host, 9092, self.broker)

    def clean(self) -> None:
        self.reactor.run()
        self.assertEqual(self.reactor.getDelayedCalls(), [])

    def test_address_and_name(self) -> None:
        self.listen("192.0.2.7")
        self.listen("2001:db8::7")
        self.reactor.hosts["n.example"] = ["192.0.2.7"]
        for host in ("192.0.2.7", "2001:db8::7", "n.example"):
            made = self.reactor.until(dial(self.reactor, host, 9092, self.factory, 5))
            self.assertIsInstance(made, protocol.Protocol)
            self.clean()
        self.assertEqual(self.reactor.resolved, ["n.example"])

    def test_the_next_address_at_once(self) -> None:
        self.listen("192.0.2.9")
        self.reactor.hosts["n.example"] = ["192.0.2.7", "192.0.2.8", "192.0.2.9"]
        began = self.reactor.seconds()
        self.reactor.until(dial(self.reactor, "n.example", 9092, self.factory, 5))
        self.assertEqual(self.reactor.seconds(), began)
        self.clean()

    def test_the_next_address_beside_a_silent_one(self) -> None:
        self.reactor.hosts["n.example"] = ["2001:db8::7", "2001:db8::8", "192.0.2.9"]
        self.reactor.ignore(9092)
        began = self.reactor.seconds()
        dialled = dial(self.reactor, "n.example", 9092, self.factory, 5)
        self.reactor.advance(0.1)
        self.reactor.accept(9092)
        self.listen("192.0.2.9")
        self.reactor.until(dialled)
        self.assertAlmostEqual(self.reactor.seconds() - began, NEXT_ADDRESS_S, 3)
        self.clean()
        self.assertEqual(len(self.broker.live), 1)

    def test_failures(self) -> None:
        self.assertRaises(error.DNSLookupError, self.reactor.until, dial(self.reactor, "n.example", 9092, self.factory, 5))
        self.reactor.hosts["n.example"] = ["192.0.2.7", "192.0.2.8"]
        self.assertRaises(error.ConnectionRefusedError, self.reactor.until, dial(self.reactor, "n.example", 9092, self.factory, 5))
        self.reactor.ignore()
        self.assertRaises(error.TimeoutError, self.reactor.until, dial(self.reactor, "n.example", 9092, self.factory, 5))
        self.clean()

    def test_what_no_resolver_takes(self) -> None:
        """Twisted's asks in a thread, which dies of these, logs a failure that nobody handles and never answers."""
        for host in ("h\udcff", "h" * 64, f"a.{'b' * 64}.example", "a..b", "a\0b", "\ud800.example"):
            self.assertRaises(error.DNSLookupError, self.reactor.until, dial(self.reactor, host, 9092, self.factory, 5))
        self.assertEqual(self.reactor.resolved, [])
        self.clean()
        self.listen("192.0.2.7")
        for host in ("b\u00fccher.example", "under_score", "dot.example."):
            self.reactor.hosts[host] = ["192.0.2.7"]
            self.reactor.until(dial(self.reactor, host, 9092, self.factory, 5))

    def test_cancelled_at_any_time(self) -> None:
        self.reactor.hosts["n.example"] = ["192.0.2.7", "192.0.2.8"]
        self.reactor.ignore()
        self.reactor.resolve_delay_s = 0.1
        for seconds in (0, 0.05, 0.1, 0.2, 0.4, 4):
            dialled = dial(self.reactor, "n.example", 9092, self.factory, 5)
            self.reactor.advance(seconds)
            dialled.cancel()
            self.failureResultOf(dialled, CancelledError)
            self.reactor.advance(0.2)
            self.clean()
