"""What the protocol tells its owner, in which order; the rest is tried in test_broker_connection.py and test_tls.py."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.net.client.errors import BrokerUnreachable, ClientError
from klog.net.client.protocol import CLOSING_S, ClientProtocol
from klog.net.client.session import Answers, ClientSession
from klog.net.security import PLAINTEXT, Security
from klog.net.tcp_transports import ReceivesInto
from klog.testing.network import MemoryNetwork
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.sasl_authenticate import SaslAuthenticateRequest, SaslAuthenticateResponse
from klog.wire.server import ServerConnection
from tests.net.scripted_broker import Script

PLAIN = Security(security_protocol="SASL_PLAINTEXT", sasl_mechanism="PLAIN", sasl_username="u", sasl_password="p")


class Owner:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    def session_ready(self) -> None:
        self.told.append("ready")

    def session_answered(self, answers: Answers) -> None:
        self.told.append(("answered", [number for number, _ in answers]))

    def session_drained(self) -> None:
        self.told.append("drained")

    def session_lost(self, error: ClientError) -> None:
        self.told.append(("lost", error.predicate))


class ProtocolTests(SynchronousTestCase):
    """`ClientProtocol` over a transport in memory, whose peer is this test."""

    def setUp(self) -> None:
        self.network = MemoryNetwork()
        self.owner = Owner()
        self.script = Script()
        self.server = ServerConnection()

    def connect(self, security: Security = PLAINTEXT) -> ClientProtocol:
        made = ClientProtocol(self.network.clock, ClientSession(security, "me", "b:1"), self.owner)
        self.peer = self.network.connect(made, socket_bytes=1000)
        self.converse()
        return made

    def converse(self) -> None:
        self.network.run()
        while self.peer.received:
            data = bytes(self.peer.received)
            self.peer.received.clear()
            for request in self.server.receive(data):
                for piece in self.script.answer(request)[0]:
                    self.peer.send(piece)
            self.network.run()

    def test_ready_answered_lost(self) -> None:
        made = self.connect()
        self.assertTrue(made.ready)
        numbers = [made.request(MetadataRequest(topics=[]), 9) for _ in range(2)]
        self.converse()
        self.peer.hang_up()
        self.network.run()
        told = [item for item in self.owner.told if item != "drained"]
        answered = [number for item in told if item[0] == "answered" for number in item[1]]
        self.assertEqual(answered, numbers)
        self.assertEqual((told[0], told[-1]), ("ready", ("lost", "closed the connection")))
        self.assertFalse(made.ready)

    def test_a_socket_option_each(self) -> None:
        self.connect()
        self.assertTrue(self.peer.transport.no_delay and self.peer.transport.keep_alive)

    def test_full_and_drained(self) -> None:
        made = self.connect()
        self.owner.told.clear()
        self.peer.stalled = True
        made.request(MetadataRequest(topics=[], include_topic_authorized_operations=True), 9)
        made.transport.write(bytes(200_000))  # type: ignore[union-attr]
        self.network.run()
        self.assertTrue(made.is_full)
        self.assertFalse(made.ready)
        self.peer.stalled = False
        self.network.run()
        self.assertFalse(made.is_full)
        self.assertIn("drained", self.owner.told)

    def test_failing_tells_once_and_reads_nothing_more(self) -> None:
        made = self.connect()
        self.owner.told.clear()
        made.fail(BrokerUnreachable("b:1", "took too long"))
        made.fail(BrokerUnreachable("b:1", "something else"))
        made.dataReceived(b"\xff" * 8)
        self.assertIsNone(made.writable())
        self.network.run()
        self.assertEqual(self.owner.told, [("lost", "took too long")])
        self.assertTrue(self.peer.aborted)

    def test_closing_is_silent(self) -> None:
        made = self.connect()
        self.owner.told.clear()
        gone: list[bool] = []
        made.on_gone = lambda: gone.append(True)
        made.close()
        made.close()
        self.network.run()
        self.assertEqual((self.owner.told, gone), ([], [True]))
        self.assertEqual(self.network.clock.getDelayedCalls(), [])

    def test_closing_has_a_limit(self) -> None:
        made = self.connect()
        gone: list[bool] = []
        made.on_gone = lambda: gone.append(True)
        self.peer.stalled = True
        made.transport.write(bytes(200_000))  # type: ignore[union-attr]
        made.close()
        self.network.advance(CLOSING_S - 1)
        self.assertEqual(gone, [])
        self.network.advance(2)
        self.assertEqual(gone, [True])

    def test_reauthentication_has_its_time(self) -> None:
        self.script.answers[SaslAuthenticateRequest] = SaslAuthenticateResponse(session_lifetime_ms=1_000)
        made = self.connect(PLAIN)
        self.assertEqual(self.owner.told, ["ready"])
        self.network.clock.advance(0.85)
        self.assertFalse(made.ready)
        self.converse()
        self.assertEqual(self.owner.told, ["ready", "ready"])
        self.assertTrue(made.ready)
        made.close()
        self.network.run()
        self.assertEqual(self.network.clock.getDelayedCalls(), [])

    def test_it_can_be_received_into(self) -> None:
        self.assertIsInstance(self.connect(), ReceivesInto)
