"""Two protocols that are joined: what passes, when, and what is lost when the link is cut. (With names and connecting: test_reactor.)"""

from __future__ import annotations

from twisted.internet.error import ConnectionDone, ConnectionLost
from twisted.trial.unittest import SynchronousTestCase

from klog.testing.link import MemoryLink
from klog.testing.network import MemoryNetwork
from klog.testing.transport import MemoryTransport
from tests.testing.connection_case import Noting

CLIENT, SERVER = ("192.0.2.1", 40000), ("192.0.2.9", 9092)


class LinkTests(SynchronousTestCase):
    """From a client to a server, and back."""

    def setUp(self) -> None:
        self.network = MemoryNetwork()
        self.here, self.there = Noting(), Noting()
        client = MemoryTransport(self.network, self.here, 100, SERVER, CLIENT)  # type: ignore[arg-type]
        server = MemoryTransport(self.network, self.there, 100, CLIENT, SERVER)  # type: ignore[arg-type]
        self.link: MemoryLink = self.network.join(client, server, 9092)
        for protocol, transport in ((self.here, client), (self.there, server)):
            protocol.makeConnection(transport)
            transport.startReading()
        self.client, self.server = client, server

    def test_as_much_as_there_is_room_for(self) -> None:
        self.server.pauseProducing()
        self.client.write(bytes(250))
        self.network.run()
        self.assertEqual((self.server.unread_bytes, len(self.client.kernel), self.link.to_server.passed_bytes), (100, 100, 100))
        self.server.resumeProducing()
        self.network.run()
        self.assertEqual((sum(map(len, self.there.heard)), self.link.to_server.passed_bytes), (250, 250))

    def test_what_takes_longer_between_two_hosts_keeps_its_place(self) -> None:
        delays = {CLIENT[0]: 2.0, SERVER[0]: 0.5}
        self.network.delay_of = lambda source, target: delays[source]
        self.client.write(b"a")
        self.server.write(b"b")
        self.network.advance(1, step=0.5)
        delays[CLIENT[0]] = 0.0
        self.client.write(b"c")
        self.network.run()
        self.assertEqual((self.here.heard, self.there.heard), ([b"b"], []))
        self.network.advance(1, step=0.5)
        self.assertEqual(self.there.heard, [b"a", b"c"])

    def test_an_end_comes_after_what_was_sent(self) -> None:
        self.client.write(b"last")
        self.client.loseConnection()
        self.network.run()
        self.assertEqual(self.there.heard, [b"last"])
        self.assertTrue(self.there.reason.check(ConnectionDone))
        self.assertTrue(self.link.is_over)
        self.assertEqual(self.network.links, [])

    def test_cut_behind_a_byte(self) -> None:
        """What comes behind it is lost, and both see a reset."""
        self.link.to_server.cut_at = 3
        self.client.write(b"abcdef")
        self.network.run()
        self.assertEqual(self.there.heard, [b"abc"])
        self.assertTrue(self.here.reason.check(ConnectionLost))
        self.assertTrue(self.there.reason.check(ConnectionLost))

    def test_stalled(self) -> None:
        self.link.stall()
        self.client.write(b"a")
        self.network.run()
        self.assertEqual(self.there.heard, [])
        self.link.stall(False)
        self.network.run()
        self.assertEqual(self.there.heard, [b"a"])
