"""TLS from Kafka's settings: keys made here, contexts talked through in memory."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs12
from OpenSSL import SSL
from OpenSSL.crypto import X509
from twisted.internet.address import IPv4Address
from twisted.logger import Logger
from twisted.trial.unittest import SynchronousTestCase

from klog.config import ConfigError
from klog.net.authentication import FailedLogin
from klog.net.connections import Connections, Limits
from klog.net.listener_policy import ListenerPolicy
from klog.net.principal import Principal
from klog.net.server_factory import BrokerFactory
from klog.net.server_protocol import BrokerProtocol
from klog.net.tls import subject_name, tls_options, wrap_in_tls
from klog.testing.network import MemoryNetwork, ScriptedClient
from klog.wire.server import Request


def certificate(name: str, issuer: tuple[Any, x509.Certificate] | None = None, *, has_subject: bool = True) -> tuple[Any, x509.Certificate]:
    """A key, and its certificate for `name`, signed by itself or by `issuer`.

    :param has_subject: whether the name stands in the subject too, not in what it may be called besides alone.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)] if has_subject else [])
    signer, from_ = (key, subject) if issuer is None else (issuer[0], issuer[1].subject)
    day = datetime.timedelta(days=1)
    now = datetime.datetime.now(datetime.UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(from_)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
        .sign(signer, hashes.SHA256())
    )
    return key, built


def pem(*certificates: x509.Certificate) -> str:
    return "".join(entry.public_bytes(serialization.Encoding.PEM).decode() for entry in certificates)


def key_pem(key: Any, password: bytes | None = None) -> str:
    how = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    return str(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, how).decode())


class Fixture(SynchronousTestCase):
    """A certificate authority, the broker's certificate and a stranger's."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.authority = certificate("authority")
        cls.key, cls.own = certificate("broker.example", cls.authority)
        cls.stranger = certificate("stranger")

    authority: tuple[Any, x509.Certificate]
    stranger: tuple[Any, x509.Certificate]
    key: Any
    own: x509.Certificate

    def setUp(self) -> None:
        self.files: dict[str, bytes] = {}

    def read(self, path: str) -> bytes:
        if path not in self.files:
            raise FileNotFoundError(2, "No such file or directory", path)
        return self.files[path]

    def options(self, **values: str) -> Any:
        return tls_options({name.replace("__", "."): value for name, value in values.items()}, "INSIDE", self.read)

    def texts(self) -> dict[str, str]:
        return {
            "ssl__keystore__type": "PEM",
            "ssl__keystore__key": key_pem(self.key),
            "ssl__keystore__certificate__chain": pem(self.own, self.authority[1]),
        }

    def talk(self, options: Any, client: SSL.Context | None = None) -> SSL.Connection:
        """Shake hands in memory; the client's end."""
        if client is None:
            client = SSL.Context(SSL.TLS_METHOD)
        ends = [SSL.Connection(options.getContext(), None), SSL.Connection(client, None)]
        ends[0].set_accept_state()
        ends[1].set_connect_state()
        for _ in range(10):
            for end, other in ((ends[1], ends[0]), (ends[0], ends[1])):
                try:
                    end.do_handshake()
                except SSL.WantReadError:
                    pass
                try:
                    other.bio_write(end.bio_read(1 << 16))
                except SSL.WantReadError:
                    pass
        ends[0].do_handshake()
        return ends[1]

    def refused(self, setting: str, words: str, **values: str) -> None:
        error = self.assertRaises(ConfigError, self.options, **values)
        self.assertEqual(error.name, setting)
        self.assertIn(words, str(error))
        self.assertNotIn("-----BEGIN", str(error))
        self.assertNotIn("secret", str(error))


class ClientCertificateTests(Fixture):
    """Whose clients' certificates are taken."""

    def version(self, client: SSL.Context | None = None, **values: str) -> str:
        return self.talk(self.options(**self.texts(), **values), client).get_protocol_version_name()

    def test_clients_certificates(self) -> None:
        def client(key: Any, own: x509.Certificate | None) -> SSL.Context:
            context = SSL.Context(SSL.TLS_METHOD)
            context.set_max_proto_version(SSL.TLS1_2_VERSION)
            if own is not None:
                context.use_privatekey(key)
                context.use_certificate(own)
            return context

        trust = {"ssl__truststore__type": "PEM", "ssl__truststore__certificates": pem(self.authority[1])}
        known = certificate("client", self.authority)
        for wanted, allowed in (("requested", [True, True, False]), ("required", [True, False, False])):
            for context, fine in zip((client(*known), client(None, None), client(*self.stranger)), allowed, strict=True):
                if fine:
                    self.version(context, **trust, ssl__client__auth=wanted)
                else:
                    self.assertRaises(SSL.Error, self.version, context, **trust, ssl__client__auth=wanted)
        self.files["/t.p12"] = pkcs12.serialize_key_and_certificates(
            None, None, None, [self.authority[1]], serialization.BestAvailableEncryption(b"secret")
        )
        self.version(client(*known), ssl__client__auth="required", ssl__truststore__location="/t.p12", ssl__truststore__password="secret")
        self.refused("ssl.truststore.location", "needs a trust store", **self.texts(), ssl__client__auth="required")
        self.refused("ssl.client.auth", "none, requested or required", **self.texts(), ssl__client__auth="perhaps")


class Recorder:
    """A dispatcher that notes who asked, and keeps them waiting."""

    def __init__(self) -> None:
        self.asked: list[Principal] = []
        self.waiting: list[tuple[BrokerProtocol, Request]] = []

    def __call__(self, connection: BrokerProtocol, requests: Sequence[Request]) -> None:
        self.asked += [connection.info.principal for _ in requests]
        self.waiting += [(connection, request) for request in requests]

    def connection_lost(self, connection: BrokerProtocol) -> None:
        """Nothing to be done."""


class Connected(Fixture):
    """A listener with TLS, and a client that may say as little as it likes."""

    REQUEST = bytes.fromhex("0000000a 0012 0000 00000001 ffff")

    def setUp(self) -> None:
        super().setUp()
        self.network = MemoryNetwork()
        self.dispatch = Recorder()
        self.connections = Connections(self.network.clock)
        self.values = {"ssl__truststore__type": "PEM", "ssl__truststore__certificates": pem(self.authority[1])}
        self.name_of_subject: Callable[[str], str] = str

    def connect(self, wanted: str, context: SSL.Context) -> ScriptedClient:
        """Nothing is said yet."""
        options = self.options(**self.texts(), **self.values, ssl__client__auth=wanted)
        self.failed: list[FailedLogin] = []
        policy = ListenerPolicy("INSIDE", name_of_subject=self.name_of_subject, login_failed=self.failed.append)
        made = BrokerFactory(policy, self.dispatch, self.connections)
        factory = wrap_in_tls(options, made, self.network.clock)
        protocol: Any = factory.buildProtocol(None)  # type: ignore[arg-type]
        client = self.client_end = self.network.connect(protocol)
        self.end = SSL.Connection(context, None)
        self.end.set_connect_state()
        return client

    def ask(self, wanted: str, context: SSL.Context) -> ScriptedClient:
        """Shake hands and send one request with the last of it."""
        client, asked = self.connect(wanted, context), False
        end = self.end
        for _ in range(10):
            try:
                end.do_handshake()
                if not asked:
                    end.send(self.REQUEST)
                asked = True
            except SSL.WantReadError:
                pass
            try:
                client.send(end.bio_read(1 << 16))
            except SSL.WantReadError:
                pass
            self.network.run()
            received, client.received[:] = bytes(client.received), b""
            if received:
                end.bio_write(received)
        return client

    def client(self, *shown: Any) -> SSL.Context:
        context = SSL.Context(SSL.TLS_METHOD)
        if shown:
            context.use_privatekey(shown[0])
            context.use_certificate(shown[1])
        return context


class EndTests(Connected):
    """How a connection ends."""

    def test_the_end_of_a_connection_is_heard(self) -> None:
        """A client that is told of the end says that it has heard it, and nobody waits for the time that draining may take."""
        client = self.ask("none", self.client())
        drained = self.connections.drain(8000)
        [(connection, request)] = self.dispatch.waiting
        connection.send(connection.answer(request, None))
        self.network.run()
        self.end.bio_write(bytes(client.received))
        self.assertRaises(SSL.ZeroReturnError, self.end.recv, 1)
        self.assertNoResult(drained)
        self.end.shutdown()
        client.send(self.end.bio_read(1 << 16))
        self.network.run()
        self.successResultOf(drained)


class SubjectTests(SynchronousTestCase):
    """What a certificate's subject is called."""

    def test_names(self) -> None:
        """The most particular part first, as access rules write them."""
        attributes = [
            (x509.NameOID.COUNTRY_NAME, "DE"),
            (x509.NameOID.ORGANIZATION_NAME, "Sun, Moon + Stars"),
            (x509.NameOID.ORGANIZATIONAL_UNIT_NAME, "sales"),
            (x509.NameOID.COMMON_NAME, "ann"),
        ]
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(oid, value) for oid, value in attributes])
        now = datetime.datetime.now(datetime.UTC)
        built = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        signed = built.not_valid_before(now).not_valid_after(now).sign(key, hashes.SHA256())
        self.assertEqual(subject_name(X509.from_cryptography(signed)), "CN=ann,OU=sales,O=Sun\\, Moon \\+ Stars,C=DE")


class RefusedTests(Connected):
    """Who is one too many has no connection, with TLS as without."""

    def test_one_too_many(self) -> None:
        """Nothing is made for it, so that the port closes what it has accepted."""
        self.patch(Connections, "_log", Logger(namespace="test", observer=lambda event: None))
        self.connections.limits = Limits(max_connections=1)
        self.connect("none", self.client())
        self.assertEqual(len(self.connections), 1)
        made = BrokerFactory(ListenerPolicy("INSIDE"), self.dispatch, self.connections)
        factory: Any = wrap_in_tls(self.options(**self.texts()), made, self.network.clock)
        self.assertIsNone(factory.buildProtocol(IPv4Address("TCP", "192.0.2.7", 40000)))
        self.assertEqual((factory.protocols, self.connections.refused), ({}, 1))
