"""SaslHandshake: the mechanisms of a listener."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.testing.broker import MemoryBroker
from tests.broker.security.sasl_rig import ALICE, ILLEGAL, METADATA, SaslFixture, handshake


class MechanismTests(SaslFixture):
    """Of a listener that has some."""

    def test_a_mechanism_that_is_not_there(self) -> None:
        for mechanism in ("GSSAPI", "SCRAM-SHA-512", "plain", ""):
            client = self.connect()
            client.send(handshake(mechanism), METADATA)
            (answer,) = client.answers
            self.assertEqual(answer.error_code, ErrorCode.UNSUPPORTED_SASL_MECHANISM)
            self.assertEqual(list(answer.mechanisms), ["PLAIN", "SCRAM-SHA-256"])
            self.broker.advance(0.2)
            self.assertTrue(client.scripted.disconnected)


class PlaintextTests(SynchronousTestCase):
    """A listener that asks for nothing."""

    def test_sasl_does_not_belong_there(self) -> None:
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        client = broker.connect()
        self.assertEqual(client.ask(*handshake()).error_code, ILLEGAL)
        self.assertEqual(client.ask(*ALICE).error_code, ILLEGAL)
        self.assertEqual(client.ask(*METADATA).topics, [])
