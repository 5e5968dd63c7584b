"""Connecting: whose turn it is, pauses, and what is said of servers that do not answer."""

from __future__ import annotations

import random
import socket
import ssl

from twisted.trial.unittest import SynchronousTestCase

from klog.net.broker_connection import BrokerConnection
from klog.net.client.errors import AuthenticationFailed
from klog.net.client.standard_tls import tls_context
from klog.net.security import Security
from klog.net.tls import tls_options, wrap_in_tls
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.wire.messages.metadata import MetadataRequest
from klog.zookeeper.connecting import LONGEST_PAUSE_S, Connector, HostRotation
from tests.net.client.test_standard_tls import Fixture, shake_hands
from tests.net.scripted_broker import ScriptedBroker
from tests.net.test_tls import key_pem, pem

HOSTS = (("a", 1), ("b", 2), ("c", 3))


class RotationTests(SynchronousTestCase):
    """`HostRotation`."""

    def test_shuffled_once_and_in_turns(self) -> None:
        orders = set()
        for seed in range(40):
            rotation = HostRotation(HOSTS, random.Random(seed))
            turns = [rotation.next() for _ in range(6)]
            self.assertEqual(turns[:3], turns[3:])
            self.assertEqual(sorted(turns[:3]), sorted(HOSTS))
            orders.add(tuple(turns[:3]))
        self.assertEqual(len(orders), 6)

    def test_pauses_grow_and_are_cut_by_chance(self) -> None:
        rotation = HostRotation(HOSTS, random.Random(1))
        pauses = [rotation.pause_s(LONGEST_PAUSE_S) for _ in range(30)]
        for index, pause in enumerate(pauses):
            longest = min(2.0, 0.02 * 2**index)
            self.assertTrue(longest / 2 <= pause <= longest)
        self.assertEqual(len(set(pauses)), 30)
        rotation.succeeded()
        self.assertLessEqual(rotation.pause_s(LONGEST_PAUSE_S), 0.02)


class Owner:
    """Records."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.goes_on = True

    def link_opened(self, server: str) -> bytes:
        self.told.append(f"opened {server}")
        return b"hello"

    def link_received(self, data: bytes) -> None:
        self.told.append(f"received {data!r}")

    def link_closed(self, why: str) -> bool:
        self.told.append(why)
        return self.goes_on


class ConnectorTests(SynchronousTestCase):
    """`Connector` over a reactor in memory."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.owner = Owner()

    def _connector(self, *hosts: tuple[str, int], tls: Security | None = None) -> Connector:
        return Connector(self.reactor, hosts, random.Random(1), self.owner, tls)

    def test_refused_and_unknown(self) -> None:
        connector = self._connector(("192.0.2.7", 1), ("no-such-host", 2))
        connector.start()
        self.reactor.advance(3)
        self.assertEqual(connector.reasons, {"192.0.2.7:1": "refused the connection", "no-such-host:2": "is a name that nobody knows"})
        self.assertIn("192.0.2.7:1 refused the connection", connector.why_not())
        self.reactor.until(connector.stop())
        self.assertEqual(self.reactor.getDelayedCalls(), [])

    def test_silent(self) -> None:
        zookeeper = MemoryZooKeeper(self.reactor)
        zookeeper.freeze()
        connector = self._connector(("192.0.2.7", 2181))
        connector.attempt_s = 1.5
        connector.start()
        self.reactor.advance(2)
        self.assertEqual(self.owner.told[:2], ["opened 192.0.2.7:2181", "did not answer within 1.5 s"])
        self.reactor.until(connector.stop())

    def test_ignored(self) -> None:
        self.reactor.ignore()
        connector = self._connector(("192.0.2.7", 2181))
        connector.attempt_s = 1.5
        connector.start()
        self.reactor.advance(2)
        self.assertEqual(set(self.owner.told), {"did not answer within 1.5 s"})
        connector.stop()

    def test_owner_has_enough(self) -> None:
        self.owner.goes_on = False
        connector = self._connector(("192.0.2.7", 1))
        connector.start()
        self.reactor.advance(10)
        self.assertEqual(len(self.owner.told), 1)

    def test_certificate_files_that_are_not_there(self) -> None:
        tls = Security(security_protocol="SSL", ssl_ca_file="/no/such/file.pem")
        connector = self._connector(("192.0.2.7", 1), tls=tls)
        connector.start()
        self.reactor.advance(0.1)
        self.assertTrue(connector.nobody_trusted)
        self.assertIn("ssl_ca_file /no/such/file.pem cannot be read", connector.why_not())
        connector.stop()

    def test_many_reasons_are_told_shortly(self) -> None:
        connector = self._connector(*[("192.0.2.7", port) for port in range(1, 20)])
        connector.longest_pause_s = 0.1
        connector.start()
        self.reactor.advance(5)
        self.assertIn("and 11 more", connector.why_not())
        connector.stop()


class CertificateTests(Fixture):
    """For whom a certificate is, of ZooKeeper as of brokers."""

    def test_cve_2026_24281(self) -> None:
        """A certificate for a name is none for an address that has this name in DNS: nobody asks, and both clients refuse it."""
        asked: list[object] = []

        def ask(address: object, *rest: object) -> object:
            asked.append(address)
            return "broker.example", [], ["192.0.2.7"]

        for name in ("gethostbyaddr", "getnameinfo", "getfqdn"):
            self.patch(socket, name, ask)
        reactor = MemoryReactor()
        values = {"ssl.keystore.type": "PEM", "ssl.keystore.key": key_pem(self.server[0])}
        values["ssl.keystore.certificate.chain"] = pem(self.server[1])
        options = tls_options(values, "INSIDE", lambda path: b"")
        reactor.listen("192.0.2.7", 2181, wrap_in_tls(options, ScriptedBroker(), reactor))
        security = Security(security_protocol="SSL", ssl_ca_file=self.ca)
        connection = BrokerConnection(reactor, "192.0.2.7", 2181, security=security)
        waiting = connection.request(MetadataRequest(topics=[]), patient=False)
        error = self.assertRaises(AuthenticationFailed, reactor.until, waiting)
        self.assertIn("is for broker.example, and not for 192.0.2.7", str(error))
        reactor.until(connection.close())
        connector = Connector(reactor, (("192.0.2.7", 2181),), random.Random(1), Owner(), security)
        connector.start()
        reactor.advance(1)
        self.assertIn("is for broker.example, and not for 192.0.2.7", connector.why_not())
        connector.stop()
        context = tls_context(security, "192.0.2.7:2181")
        self.assertRaises(ssl.SSLCertVerificationError, shake_hands, options.getContext(), context, "192.0.2.7")
        shake_hands(options.getContext(), context, "broker.example")
        self.assertEqual(asked, [])
