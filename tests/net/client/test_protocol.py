"""What the protocol tells its owner, in which order; the rest is tried in test_broker_connection.py and test_tls.py."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.net.client.errors import BrokerUnreachable, ClientError
from klog.net.client.protocol import CLOSING_S, REAUTHENTICATION_S, ClientProtocol
from klog.net.client.session import Answers, ClientSession
from klog.net.security import PLAINTEXT, Security
from klog.net.tcp_transports import ReceivesInto
from klog.span import join_parts
from klog.testing.network import MemoryNetwork
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupResponse
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.sasl_authenticate import SaslAuthenticateRequest, SaslAuthenticateResponse
from klog.wire.messages.sasl_handshake import SaslHandshakeRequest, SaslHandshakeResponse
from klog.wire.server import ServerConnection, encode_answer
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

    def silent_again(self) -> ClientProtocol:
        """It is to authenticate again in 0.85 s, and then nobody answers; what was told so far is forgotten."""
        self.script.answers[SaslAuthenticateRequest] = SaslAuthenticateResponse(session_lifetime_ms=1_000)
        made = self.connect(PLAIN)
        self.script.answers[SaslHandshakeRequest] = None
        self.owner.told.clear()
        return made

    def test_silence_when_it_authenticates_again(self) -> None:
        """Ends the connection: no request would be sent by it any more, and none would end it."""
        self.silent_again()
        self.network.advance(0.85)
        self.converse()
        self.network.advance(REAUTHENTICATION_S - 0.1)
        self.assertEqual(self.owner.told, [])
        self.network.advance(0.2)
        self.assertEqual(self.owner.told, [("lost", "did not let us authenticate again within 10 s, so the connection was given up")])
        self.assertTrue(self.peer.aborted)
        self.assertEqual(self.network.clock.getDelayedCalls(), [])

    def test_who_authenticates_again_behind_a_long_request_is_not_impatient(self) -> None:
        """A broker holds JoinGroup for minutes, and answers in order. When that is answered the rest has its whole time."""
        made = self.silent_again()
        self.script.answers[JoinGroupRequest] = None
        joining = made.request(JoinGroupRequest(group_id="g"), 9)
        self.network.advance(0.85)
        self.converse()
        self.network.advance(300, 1)
        self.assertEqual((self.script.names()[-2:], self.owner.told), (["JoinGroup", "SaslHandshake"], []))
        # Just before it would look next.
        self.network.advance(9, 1)
        self.peer.send(join_parts(encode_answer(JoinGroupResponse(), 9, joining)))
        self.network.run()
        self.assertEqual(self.owner.told, [("answered", [joining])])
        self.owner.told.clear()
        self.network.advance(REAUTHENTICATION_S - 0.1)
        self.assertEqual(self.owner.told, [])
        self.peer.send(join_parts(encode_answer(SaslHandshakeResponse(), 1, self.script.asked[-1].correlation_id)))
        self.converse()
        self.assertEqual(self.owner.told, ["ready"])
        self.assertTrue(made.ready)
        # And nothing of the limit is left.
        self.network.advance(0.8)
        self.assertEqual(self.owner.told, ["ready"])

    def test_a_long_request_and_then_silence(self) -> None:
        """The one is answered, and the other never is."""
        made = self.silent_again()
        self.script.answers[JoinGroupRequest] = None
        joining = made.request(JoinGroupRequest(group_id="g"), 9)
        self.network.advance(0.85)
        self.converse()
        self.network.advance(60, 1)
        self.peer.send(join_parts(encode_answer(JoinGroupResponse(), 9, joining)))
        self.network.advance(2 * REAUTHENTICATION_S + 1, 1)
        self.assertEqual([told for told, _ in self.owner.told], ["answered", "lost"])
        self.assertEqual(self.network.clock.getDelayedCalls(), [])

    def test_it_can_be_received_into(self) -> None:
        self.assertIsInstance(self.connect(), ReceivesInto)
