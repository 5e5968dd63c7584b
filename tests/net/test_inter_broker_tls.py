"""One broker connects to another, both ends in memory: over TLS each shows its key store and asks its trust store."""

from __future__ import annotations

import pathlib
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.net.broker_connection import BrokerConnection
from klog.net.client.errors import AuthenticationFailed
from klog.net.inter_broker import InterBrokerClient
from klog.net.listeners import Listeners
from klog.net.tls import tls_options, wrap_in_tls
from klog.testing.reactor import MemoryReactor
from klog.wire.messages.leader_and_isr import LeaderAndIsrRequest, LeaderAndIsrResponse
from tests.net.client.test_tls import certificate_for
from tests.net.scripted_broker import ScriptedBroker
from tests.net.test_revocation import crl
from tests.net.test_tls import certificate, key_pem, pem

ASK = LeaderAndIsrRequest(controller_id=9)
MAP = "INSIDE:SSL,PLAINTEXT:PLAINTEXT"
PREFIX = "listener.name.inside."


def read(path: str) -> bytes:
    return pathlib.Path(path).read_bytes()


class Fixture(SynchronousTestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.authority = certificate("authority")
        cls.stranger = certificate("stranger")
        cls.keys = certificate_for(["broker.example"], cls.authority)

    authority: Any
    stranger: Any
    keys: Any

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        for name in ("broker.example", "other.example"):
            self.reactor.hosts[name] = ["192.0.2.7"]
        self.broker = ScriptedBroker()
        self.listeners = Listeners.parse("INSIDE://:9093,PLAINTEXT://:9092", protocol_map=MAP, inter_broker="INSIDE")
        self.values = {
            PREFIX + "ssl.keystore.type": "PEM",
            PREFIX + "ssl.keystore.key": key_pem(self.keys[0]),
            PREFIX + "ssl.keystore.certificate.chain": pem(self.keys[1]),
            "ssl.truststore.type": "PEM",
            "ssl.truststore.certificates": pem(self.authority[1]),
        }

    def listen(self, **more: str) -> None:
        """The other broker has the same settings, and `more`."""
        values = {**self.values, **{name.replace("__", "."): value for name, value in more.items()}}
        options = tls_options(values, "INSIDE", read)
        self.reactor.listen("192.0.2.7", 9093, wrap_in_tls(options, self.broker, self.reactor))

    def connect(self, host: str = "broker.example", **more: str) -> BrokerConnection:
        values = {**self.values, **{name.replace("__", "."): value for name, value in more.items()}}
        client = InterBrokerClient.of(self.listeners, "INSIDE", lambda: values, read)
        return client.connect(self.reactor, host, 9093, client_id="9", assumed_versions={4: 7})

    def works(self, connection: BrokerConnection) -> None:
        self.assertEqual(self.reactor.until(connection.request(ASK)), LeaderAndIsrResponse())
        asked = self.broker.script.asked.pop()
        self.assertEqual((asked.version, asked.client_id, self.broker.script.asked), (7, "9", []))
        self.reactor.until(connection.close())

    def refused(self, connection: BrokerConnection, *words: str) -> None:
        waiting = connection.request(ASK, patient=False)
        try:
            self.reactor.until(waiting)
        except AuthenticationFailed as error:
            for each in words:
                self.assertIn(each, str(error))
        else:
            self.fail("it was not refused")
        self.assertEqual(self.broker.script.asked, [])
        self.reactor.until(connection.close())


class TlsTests(Fixture):
    def test_works(self) -> None:
        self.listen()
        for chunk_bytes in (None, 5):
            self.reactor.chunk_bytes = chunk_bytes
            self.works(self.connect())

    def test_the_key_store_is_shown(self) -> None:
        self.listen(ssl__client__auth="required")
        self.works(self.connect())

    def test_whose_certificates_are_trusted(self) -> None:
        self.listen()
        words = "signed by an authority that is not trusted (ssl.truststore.location given as text)"
        self.refused(self.connect(ssl__truststore__certificates=pem(self.stranger[1])), words)

    def test_revoked(self) -> None:
        """A broker does not talk to another one whose authority does not stand for it any more."""
        self.listen()
        path = pathlib.Path(self.mktemp())
        path.write_bytes(crl(self.authority))
        self.works(self.connect(klog__ssl__crl__location=str(path)))
        path.write_bytes(crl(self.authority, self.keys[1]))
        self.refused(self.connect(klog__ssl__crl__location=str(path)), "shows a certificate that has been revoked")
        path.write_bytes(crl(self.stranger))
        self.refused(
            self.connect(klog__ssl__crl__location=str(path)), "klog.ssl.crl.location has no list of what its authority has revoked"
        )

    def test_nothing_is_trusted(self) -> None:
        self.listen()
        self.refused(self.connect(ssl__truststore__certificates=""), "the system trusts it not, and ssl.truststore.location is not set")

    def test_host_names(self) -> None:
        self.listen()
        self.refused(
            self.connect("other.example"), "is for broker.example, and not for other.example (ssl.endpoint.identification.algorithm)"
        )
        self.works(self.connect("other.example", ssl__endpoint__identification__algorithm=""))
        # Of this listener alone.
        self.works(self.connect("other.example", **{PREFIX + "ssl.endpoint.identification.algorithm": " "}))

    def test_what_the_other_does_not_accept(self) -> None:
        self.listen(ssl__client__auth="required", ssl__truststore__certificates=pem(self.stranger[1]))
        self.refused(self.connect(), "(ssl.keystore.location)")

    def test_versions_and_ciphers(self) -> None:
        suite = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
        self.listen(ssl__enabled__protocols="TLSv1.2", ssl__cipher__suites=suite)
        self.works(self.connect(ssl__enabled__protocols="TLSv1.2", ssl__cipher__suites=suite))
        self.refused(self.connect(ssl__enabled__protocols="TLSv1.3", ssl__cipher__suites="TLS_AES_128_GCM_SHA256"), "versions of TLS")

    def test_a_renewed_certificate(self) -> None:
        """Files are read for every attempt; one that has gone is told, and the next attempt looks again."""
        folder = pathlib.Path(self.mktemp())
        folder.mkdir(parents=True)
        trusted = folder / "trusted.pem"
        trusted.write_text(pem(self.authority[1]))
        self.listen()
        connection = self.connect(ssl__truststore__certificates="", ssl__truststore__location=str(trusted))
        trusted.unlink()
        with self.assertRaises(AuthenticationFailed) as caught:
            self.reactor.until(connection.request(ASK, patient=False))
        self.assertIn("for configuration ssl.truststore.location: cannot be read: No such file", str(caught.exception))
        trusted.write_text(pem(self.authority[1]))
        self.reactor.advance(5)
        self.works(connection)

    def test_settings_that_change(self) -> None:
        """What was set while the broker runs counts for the next attempt."""
        self.listen()
        strangers = {"ssl.truststore.certificates": pem(self.stranger[1])}
        values = {**self.values, **strangers}
        client = InterBrokerClient.of(self.listeners, "INSIDE", lambda: values, read)

        def connect() -> BrokerConnection:
            return client.connect(self.reactor, "broker.example", 9093, client_id="9", assumed_versions={4: 7})

        self.refused(connect(), "signed by an authority that is not trusted")
        values = self.values
        self.works(connect())
