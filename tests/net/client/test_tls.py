"""TLS for clients, both ends in memory: whom they trust, for whom the certificate is, and what a wrong file is called."""

from __future__ import annotations

import datetime
import functools
import ipaddress
import os
import pathlib
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from twisted.internet.protocol import Protocol
from twisted.trial.unittest import SynchronousTestCase

from klog.net.broker_connection import BrokerConnection, ConnectionSettings
from klog.net.client.errors import AuthenticationFailed, BadAnswer, BrokerUnreachable, ClientError
from klog.net.client.standard_tls import tls_context
from klog.net.client.tls import TlsClient
from klog.net.security import Security
from klog.net.tls import tls_options, wrap_in_tls
from klog.testing.reactor import MemoryReactor
from klog.wire.messages.metadata import MetadataRequest, MetadataResponse, MetadataResponseTopic
from tests.net.scripted_broker import ScriptedBroker
from tests.net.test_key_stores import store
from tests.net.test_revocation import crl
from tests.net.test_tls import certificate, key_pem, pem

ASK = MetadataRequest(topics=[])


def certificate_for(names: list[str], issuer: tuple[Any, x509.Certificate], days: int = 1) -> tuple[Any, x509.Certificate]:
    """A key and a certificate for names and addresses; `days` is when it ends."""
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.datetime.now(datetime.UTC)
    alternatives: list[x509.GeneralName] = []
    for name in names:
        try:
            alternatives.append(x509.IPAddress(ipaddress.ip_address(name)))
        except ValueError:
            alternatives.append(x509.DNSName(name))
    built = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "broker")]))
        .issuer_name(issuer[1].subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=9))
        .not_valid_after(now + datetime.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .sign(issuer[0], hashes.SHA256())
    )
    return key, built


class Fixture(SynchronousTestCase):
    """An authority, a broker with its certificate, a client with another, and their files."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.authority = certificate("authority")
        cls.stranger = certificate("stranger")
        cls.server = certificate_for(["broker.example", "*.wild.example", "192.0.2.7", "2001:db8::7"], cls.authority)
        cls.client = certificate_for(["client"], cls.authority)

    authority: Any
    stranger: Any
    server: Any
    client: Any

    def setUp(self) -> None:
        self.folder = pathlib.Path(self.mktemp())
        self.folder.mkdir(parents=True)
        self.ca = self.write("ca.pem", pem(self.authority[1]))
        self.reactor = MemoryReactor()
        for name in ("broker.example", "a.wild.example", "other.example"):
            self.reactor.hosts[name] = ["192.0.2.7"]
        self.broker = ScriptedBroker()

    def write(self, name: str, content: str | bytes) -> str:
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(self.folder / name)

    def listen(self, server: Any = None, **more: str) -> None:
        key, own = server or self.server
        values = {"ssl.keystore.type": "PEM", "ssl.keystore.key": key_pem(key), "ssl.keystore.certificate.chain": pem(own)}
        values.update({name.replace("__", "."): value for name, value in more.items()})
        options = tls_options(values, "INSIDE", lambda path: pathlib.Path(path).read_bytes())
        for host in ("192.0.2.7", "2001:db8::7"):
            self.reactor.listen(host, 9093, wrap_in_tls(options, self.broker, self.reactor))

    def connect(self, host: str = "broker.example", *, assumed_versions: dict[int, int] | None = None, **security: Any) -> BrokerConnection:
        if "ssl_truststore_file" not in security:
            security.setdefault("ssl_ca_file", self.ca)
        made = Security(**{"security_protocol": "SSL", **security})
        limit = ConnectionSettings(connect_timeout_ms=3_000)
        return BrokerConnection(self.reactor, host, 9093, security=made, settings=limit, assumed_versions=assumed_versions)

    def works(self, connection: BrokerConnection) -> None:
        self.assertEqual(self.reactor.until(connection.request(ASK)), MetadataResponse())
        self.reactor.until(connection.close())
        self.assertEqual(self.reactor.getDelayedCalls(), [])

    def refused(self, connection: BrokerConnection, words: str, kind: type[ClientError] = AuthenticationFailed) -> None:
        waiting = connection.request(ASK, patient=False)
        try:
            self.reactor.until(waiting)
        except ClientError as error:
            self.assertIn(words, str(error))
            self.assertIn(f"broker {connection.address} ", str(error))
            self.assertIsInstance(error, kind)
        else:
            self.fail("it was not refused")
        self.assertEqual(self.broker.script.names(), [])
        self.reactor.until(connection.close())


class ServerTests(Fixture):
    """Whom the client talks to."""

    def test_names_and_addresses(self) -> None:
        self.listen()
        for chunk_bytes in (None, 5):
            self.reactor.chunk_bytes = chunk_bytes
            for host in ("broker.example", "a.wild.example", "192.0.2.7", "2001:db8::7"):
                self.works(self.connect(host))

    def test_versions_are_assumed(self) -> None:
        """The first request goes out when the certificate was looked at, and not before."""
        self.listen()
        for chunk_bytes in (None, 5):
            self.reactor.chunk_bytes = chunk_bytes
            self.works(self.connect(assumed_versions={3: 9}))
        asked = list(self.broker.script.asked)
        self.assertEqual([(type(each.message), each.version) for each in asked], [(MetadataRequest, 9)] * 2)
        self.broker.script.asked.clear()
        self.refused(self.connect("other.example", assumed_versions={3: 9}), "and not for other.example")
        self.assertEqual(self.broker.script.asked, [])

    def test_goodbye_waits_for_nobody(self) -> None:
        self.listen()
        self.broker.script.answers[MetadataRequest] = None
        connection = self.connect()
        self.reactor.until(connection.ready())
        connection.request(ASK).addErrback(lambda failure: None)
        self.reactor.run()
        # A broker that is busy and reads nothing.
        for server in self.broker.live:
            server.transport.pauseProducing()
        began = self.reactor.seconds()
        self.reactor.until(connection.close())
        self.assertEqual(self.reactor.seconds(), began)

    def test_large_answers(self) -> None:
        self.listen()
        topics = [MetadataResponseTopic(name=f"topic-{number}") for number in range(50_000)]
        self.broker.script.answers[MetadataRequest] = MetadataResponse(topics=topics)
        connection = self.connect()
        self.assertEqual(len(self.reactor.until(connection.request(ASK)).topics), 50_000)
        self.reactor.until(connection.close())

    def test_wrong_name(self) -> None:
        self.listen()
        names = "shows a certificate that is for broker.example, *.wild.example, 192.0.2.7, 2001:db8::7, and not for "
        self.refused(self.connect("other.example"), names + "other.example (ssl_check_hostname)")
        # Nothing of ours was sent.
        self.assertEqual(self.broker.script.asked, [])
        self.works(self.connect("other.example", ssl_check_hostname=False))

    def test_wrong_address(self) -> None:
        self.listen(certificate_for(["192.0.2.8"], self.authority))
        self.refused(self.connect("192.0.2.7"), "is for 192.0.2.8, and not for 192.0.2.7")

    def test_wrong_authority(self) -> None:
        self.listen()
        other = self.write("other.pem", pem(self.stranger[1]))
        self.refused(self.connect(ssl_ca_file=other), f"signed by an authority that is not trusted (ssl_ca_file {other})")
        self.refused(self.connect(ssl_ca_file=other, ssl_check_hostname=False), "not trusted")
        self.refused(self.connect(ssl_ca_file=None), "ssl_ca_file is not set")

    def test_expired(self) -> None:
        self.listen(certificate_for(["broker.example"], self.authority, days=-1))
        self.refused(self.connect(), "has expired")

    def test_revoked(self) -> None:
        """Whoever stands in his authority's list, and whoever cannot be looked up."""
        self.listen()
        self.works(self.connect(ssl_crl_file=self.write("none.pem", crl(self.authority))))
        self.broker.script.asked.clear()
        revoked = self.write("revoked.pem", crl(self.authority, self.server[1]))
        self.refused(self.connect(ssl_crl_file=revoked), "shows a certificate that has been revoked")
        strangers = self.write("strangers.pem", crl(self.stranger))
        sentence = "cannot be judged: ssl_crl_file has no list of what its authority has revoked"
        self.refused(self.connect(ssl_crl_file=strangers), sentence)
        self.refused(self.connect(ssl_crl_file=self.write("old.pem", crl(self.authority, days=-1))), "revoked is too old")
        # The file is read for each attempt.
        (self.folder / "revoked.pem").write_bytes(crl(self.authority))
        self.works(self.connect(ssl_crl_file=revoked))

    def test_trust_store(self) -> None:
        self.listen()
        found = self.write("trust.p12", store(None, None, self.authority[1]))
        self.works(self.connect(ssl_truststore_file=found, ssl_truststore_password="pass"))
        self.broker.script.asked.clear()
        other = self.write("other.p12", store(None, None, self.stranger[1]))
        sentence = f"signed by an authority that is not trusted (ssl_truststore_file {other})"
        self.refused(self.connect(ssl_truststore_file=other, ssl_truststore_password="pass"), sentence)

    def test_no_tls_there(self) -> None:
        self.reactor.listen("192.0.2.7", 9093, self.broker)
        self.broker.script.greeting = b"\0\0\0\x04what is this? " * 20
        self.refused(self.connect(), "does not speak TLS")
        self.broker.script.greeting = b""
        self.refused(self.connect(), "", ClientError)

    def test_plaintext_to_tls(self) -> None:
        self.listen()
        connection = self.connect(security_protocol="PLAINTEXT", ssl_ca_file=None)
        self.refused(connection, "TLS", ClientError)

    def test_a_silent_handshake(self) -> None:
        class Silent(ScriptedBroker):
            def buildProtocol(self, addr: Any) -> Any:
                return Protocol()

        self.reactor.listen("192.0.2.7", 9093, Silent())
        self.refused(self.connect(), "accepted the connection, but the TLS handshake did not come within 3 s", BrokerUnreachable)

    def test_hostile_over_tls(self) -> None:
        self.listen()
        self.broker.script.answers[MetadataRequest] = b"\xff\xff\xff\xff"
        connection = self.connect()
        self.assertRaises(BadAnswer, self.reactor.until, connection.request(ASK))
        self.reactor.until(connection.close())


class ClientTests(Fixture):
    """What the client shows."""

    def demanding(self) -> None:
        self.listen(ssl__client__auth="required", ssl__truststore__type="PEM", ssl__truststore__certificates=pem(self.authority[1]))

    def test_certificate(self) -> None:
        self.demanding()
        own = self.write("own.pem", pem(self.client[1]))
        for security in (
            {"ssl_certificate_file": own, "ssl_key_file": self.write("key.pem", key_pem(self.client[0]))},
            {
                "ssl_certificate_file": own,
                "ssl_key_file": self.write("secret.pem", key_pem(self.client[0], b"pw")),
                "ssl_key_password": "pw",
            },
            {"ssl_certificate_file": self.write("one.pem", pem(self.client[1]) + key_pem(self.client[0]))},
            {"ssl_certificate_file": self.write("two.pem", key_pem(self.client[0]) + pem(self.client[1], self.authority[1]))},
        ):
            self.works(self.connect(**security))

    def test_key_store(self) -> None:
        self.demanding()
        path = self.write("own.p12", store(*self.client, self.authority[1]))
        self.works(self.connect(ssl_keystore_file=path, ssl_keystore_password="pass"))
        self.broker.script.asked.clear()
        other = self.write("other.p12", store(*self.stranger))
        self.refused(self.connect(ssl_keystore_file=other, ssl_keystore_password="pass"), "client certificate (ssl_keystore_file)")

    def test_none_or_a_strangers(self) -> None:
        self.demanding()
        self.refused(self.connect(), "wants a client certificate (ssl_certificate_file)")
        own = self.write("own.pem", pem(self.stranger[1]) + key_pem(self.stranger[0]))
        self.refused(self.connect(ssl_certificate_file=own), "client certificate")


class FilesTests(Fixture):
    """A wrong file is named, by the Twisted client and the blocking one in the same words."""

    def test_table(self) -> None:
        own, key = self.write("own.pem", pem(self.client[1])), self.write("key.pem", key_pem(self.client[0]))
        secret = self.write("secret.pem", key_pem(self.client[0], b"pw"))
        other = self.write("other-key.pem", key_pem(self.stranger[0]))
        junk = self.write("junk.pem", "junk")
        missing = str(self.folder / "missing.pem")
        for security, words in (
            ({"ssl_ca_file": missing}, f"ssl_ca_file {missing} cannot be read: No such file or directory"),
            ({"ssl_ca_file": junk}, f"ssl_ca_file {junk} holds no PEM certificate"),
            ({"ssl_certificate_file": missing}, f"ssl_certificate_file {missing} cannot be read: No such file"),
            ({"ssl_certificate_file": own, "ssl_key_file": missing}, f"ssl_key_file {missing} cannot be read"),
            ({"ssl_certificate_file": own, "ssl_key_file": junk}, f"ssl_key_file {junk}"),
            ({"ssl_certificate_file": own}, f"ssl_certificate_file {own}"),
            ({"ssl_certificate_file": own, "ssl_key_file": other}, f"ssl_key_file {other} does not belong to the certificate"),
            ({"ssl_certificate_file": own, "ssl_key_file": secret}, f"ssl_key_file {secret} is encrypted and needs ssl_key_password"),
            (
                {"ssl_certificate_file": own, "ssl_key_file": secret, "ssl_key_password": "no"},
                f"ssl_key_file {secret} cannot be decrypted with ssl_key_password",
            ),
            ({"ssl_certificate_file": own, "ssl_key_file": key}, None),
        ):
            made = Security(security_protocol="SSL", **{"ssl_ca_file": self.ca, **security})  # type: ignore[arg-type]
            for make in (functools.partial(TlsClient, made, "h", "h:1"), functools.partial(tls_context, made, "h:1")):
                if words is None:
                    make()
                    continue
                error = self.assertRaises(AuthenticationFailed, make)
                self.assertIn(f"broker h:1 cannot be talked to: {words}", str(error))
                self.assertNotIn("no'", str(error))

    def test_stores_and_lists(self) -> None:
        own, trust = self.write("own.p12", store(*self.client)), self.write("trust.p12", store(None, None, self.authority[1]))
        junk, missing = self.write("junk", "junk"), str(self.folder / "missing")
        java = self.write("java.jks", b"\xfe\xed\xfe\xed\0\0\0\2")
        for security, words in (
            (
                {"ssl_keystore_file": own, "ssl_keystore_password": "hush"},
                f"{own} cannot be used: not a PKCS12 store, or ssl_keystore_password",
            ),
            ({"ssl_keystore_file": own}, f"{own} cannot be used: not a PKCS12 store, or ssl_keystore_password is wrong"),
            ({"ssl_keystore_file": trust, "ssl_keystore_password": "pass"}, f"{trust} cannot be used: the key store has no private key"),
            ({"ssl_keystore_file": java}, f"{java} cannot be used: klog does not read Java's own JKS format; convert it with: keytool"),
            ({"ssl_keystore_file": self.ca}, f"{self.ca} cannot be used: it is a PEM file"),
            ({"ssl_keystore_file": missing}, f"{missing} cannot be read: No such file or directory"),
            ({"ssl_keystore_file": "/a\0b"}, "/a\0b cannot be read: it is no path"),
            ({"ssl_truststore_file": missing}, f"{missing} cannot be read: No such file or directory"),
            ({"ssl_truststore_file": junk}, f"{junk} cannot be used: not a PKCS12 store, or ssl_truststore_password is wrong"),
            ({"ssl_truststore_file": trust, "ssl_truststore_password": "hush"}, "or ssl_truststore_password is wrong"),
            ({"ssl_crl_file": missing}, f"{missing} cannot be read: No such file or directory"),
            ({"ssl_crl_file": junk}, f"{junk} holds no list of revoked certificates"),
            ({"ssl_crl_file": self.ca}, f"{self.ca} holds no list of revoked certificates: there is no X509 CRL in it"),
        ):
            made = Security(security_protocol="SSL", **security)  # type: ignore[arg-type]
            for make in (functools.partial(TlsClient, made, "h", "h:1"), functools.partial(tls_context, made, "h:1")):
                error = self.assertRaises(AuthenticationFailed, make)
                self.assertIn(f"broker h:1 cannot be talked to: {next(iter(security))} ", str(error))
                self.assertIn(words, str(error))
                self.assertNotIn("hush", str(error))

    def test_no_regular_file(self) -> None:
        """A FIFO into which nobody writes holds up neither a reactor nor a thread."""
        fifo = str(self.folder / "fifo")
        os.mkfifo(fifo)
        for option, values in (
            ("ssl_ca_file", {"ssl_ca_file": fifo}),
            ("ssl_certificate_file", {"ssl_ca_file": self.ca, "ssl_certificate_file": fifo}),
            ("ssl_key_file", {"ssl_ca_file": self.ca, "ssl_certificate_file": self.ca, "ssl_key_file": fifo}),
            ("ssl_keystore_file", {"ssl_keystore_file": fifo}),
            ("ssl_truststore_file", {"ssl_truststore_file": fifo}),
            ("ssl_crl_file", {"ssl_crl_file": fifo}),
        ):
            security = Security(security_protocol="SSL", **values)  # type: ignore[arg-type]
            sentence = f"{option} {fifo} cannot be read: it is a FIFO and no regular file"
            for make in (lambda: TlsClient(security, "broker.example", "here"), lambda: tls_context(security, "here")):  # noqa: B023
                self.assertIn(sentence, str(self.assertRaises(AuthenticationFailed, make)))

    def test_told_to_who_asks(self) -> None:
        connection = self.connect(ssl_ca_file="/nowhere.pem")
        self.refused(connection, "ssl_ca_file /nowhere.pem cannot be read")
