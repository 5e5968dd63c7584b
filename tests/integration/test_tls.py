"""Two listeners, one of them TLS: librdkafka, kcat and Java on both; each is told the addresses of the listener it came by."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import ipaddress
import pathlib
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest
from typing import ClassVar

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from klog.client.blocking.client import BlockingClient
from klog.errors import KlogError
from klog.spark import client_names
from tests import peers
from tests.integration.command import piped
from tests.integration.running import KlogBroker, run_tool
from tests.net.client.test_tls import certificate_for
from tests.net.test_key_stores import store
from tests.net.test_revocation import crl
from tests.net.test_tls import certificate, key_pem, pem

LINES = [b"line %d" % number for number in range(2000)]


def make_certificate(folder: pathlib.Path) -> pathlib.Path:
    """A self-signed certificate for 127.0.0.1, with its key, as one PEM file; `ca.pem` beside it is what clients trust."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "klog test")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    public = certificate.public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "ca.pem").write_bytes(public)
    (folder / "server.pem").write_bytes(private + public)
    return folder / "server.pem"


class TlsTests(unittest.TestCase):
    """A broker with a plain and a TLS listener."""

    broker: ClassVar[KlogBroker]
    folder: ClassVar[pathlib.Path]
    secure: ClassVar[str]
    #: Where the log stood when a test began to look.
    before = 0

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-tls-"))
        keys = make_certificate(cls.folder)
        plain, secure = peers.free_port(), peers.free_port()
        cls.secure = f"127.0.0.1:{secure}"
        settings = {
            "listeners": f"INSIDE://127.0.0.1:{plain},OUTSIDE://127.0.0.1:{secure}",
            "listener.security.protocol.map": "INSIDE:PLAINTEXT,OUTSIDE:SSL",
            "inter.broker.listener.name": "INSIDE",
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": str(keys),
        }
        cls.broker = KlogBroker(settings=settings, port=plain, ready=r"READY .*?INSIDE://([^\s,:]+):(\d+)").start()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.__exit__(None, None, None)
        shutil.rmtree(cls.folder)

    @property
    def trust(self) -> dict[str, str]:
        return {"security.protocol": "ssl", "ssl.ca.location": str(self.folder / "ca.pem")}

    def test_librdkafka_over_tls_and_plain(self) -> None:
        from confluent_kafka import OFFSET_BEGINNING, Consumer, Producer, TopicPartition
        from confluent_kafka.admin import AdminClient

        producer = Producer({"bootstrap.servers": self.secure, **self.trust, "linger.ms": 5})
        for line in LINES:
            producer.produce("tls", line, partition=0)
        self.assertEqual(producer.flush(60), 0)
        for address, more in ((self.secure, self.trust), (self.broker.address, {})):
            with self.subTest(address=address):
                consumer = Consumer({"bootstrap.servers": address, "group.id": "none", "enable.auto.commit": False, **more})
                consumer.assign([TopicPartition("tls", 0, OFFSET_BEGINNING)])
                found: list[bytes | None] = []
                while len(found) < len(LINES):
                    # No more than there are: for more it would wait until the time is over.
                    messages = consumer.consume(len(LINES) - len(found), 60)
                    self.assertTrue(messages)
                    found += [message.value() for message in messages if message.error() is None]
                consumer.close()
                self.assertEqual(found, LINES)
                admin = AdminClient({"bootstrap.servers": address, **more})
                told = {f"{broker.host}:{broker.port}" for broker in admin.list_topics(timeout=20).brokers.values()}
                self.assertEqual(told, {address})

    def test_kcat_over_tls(self) -> None:
        kcat = peers.program("kcat")
        tls = [argument for name, value in self.trust.items() for argument in ("-X", f"{name}={value}")]
        subprocess.run([kcat, "-P", "-b", self.secure, *tls, "-t", "kcat-tls"], input=b"a\nb\n", check=True, timeout=60)
        read = subprocess.run(
            [kcat, "-C", "-b", self.secure, *tls, "-t", "kcat-tls", "-e", "-q"], capture_output=True, check=True, timeout=60
        )
        self.assertEqual(read.stdout, b"a\nb\n")

    def test_java_over_tls(self) -> None:
        peers.kafka("4.3.1")
        config = self.folder / "client.properties"
        config.write_text(f"security.protocol=SSL\nssl.truststore.type=PEM\nssl.truststore.location={self.folder}/ca.pem\n")
        told = run_tool(
            "4.3.1", "topics", "--bootstrap-server", self.secure, "--command-config", str(config), "--create", "--topic", "java-tls"
        )
        self.assertIn("Created topic java-tls", told)

    def test_klog_looks_up_who_is_revoked(self) -> None:
        """The command, and what Spark's source and sink ask by: with a PKCS12 store, and a list in which the broker stands, or does not."""
        authority = certificate("authority")
        key, own = certificate_for(["127.0.0.1"], authority)
        (self.folder / "own.pem").write_text(key_pem(key) + pem(own))
        (self.folder / "trust.p12").write_bytes(store(None, None, authority[1]))
        (self.folder / "none.pem").write_bytes(crl(authority))
        (self.folder / "revoked.pem").write_bytes(crl(authority, own))
        port = peers.free_port()
        settings = {"listeners": f"SSL://127.0.0.1:{port}", "inter.broker.listener.name": "SSL"}
        settings |= {"ssl.keystore.type": "PEM", "ssl.keystore.location": str(self.folder / "own.pem")}
        broker = KlogBroker(settings=settings, port=port).start()
        self.addCleanup(broker.__exit__, None, None, None)
        for password, listed, code, words in (
            ("pass", "none.pem", 0, ""),
            ("pass", "revoked.pem", 3, "shows a certificate that has been revoked"),
            ("pass", "missing.pem", 1, "missing.pem cannot be read: No such file"),
            ("wrong", "none.pem", 1, "not a PKCS12 store, or ssl_truststore_password is wrong"),
        ):
            stores = {"ssl.truststore.location": str(self.folder / "trust.p12"), "ssl.truststore.password": password}
            options = {"security.protocol": "SSL", **stores, "ssl.crl.location": str(self.folder / listed)}
            given = [argument for name, value in options.items() for argument in ("-X", f"{name}={value}")]
            ended = piped("cat", "-L", "-b", broker.address, *given)
            self.assertIn(words, ended.remarks)
            self.assertNotIn("Traceback", ended.remarks)
            self.assertEqual(bool(ended.code), bool(code), ended.remarks)
            settings = client_names.translate({"bootstrap.servers": broker.address, **options}).settings
            with BlockingClient(dataclasses.replace(settings, request_timeout_ms=5_000)) as client:
                if code:
                    self.assertRaisesRegex(KlogError, words, client.refresh, timeout_ms=5_000)
                else:
                    client.refresh(timeout_ms=5_000)

    def test_a_client_that_does_not_trust_us_is_no_traceback(self) -> None:
        from confluent_kafka import KafkaException
        from confluent_kafka.admin import AdminClient

        admin = AdminClient({"bootstrap.servers": self.secure, "security.protocol": "ssl", "log_level": 0})
        with self.assertRaises(KafkaException):
            admin.list_topics(timeout=3)
        self.assertNotIn("Traceback", self.broker.output())

    def told(self, *words: str) -> str:
        """The line of the broker's log, from now on, that has all `words`."""
        deadline = time.monotonic() + 60
        while True:
            for line in self.broker.output()[self.before :].splitlines():
                if all(word in line for word in words):
                    return line
            if time.monotonic() > deadline:
                raise AssertionError(f"no line with {words}:\n{self.broker.output()[self.before :]}")
            time.sleep(0.05)

    def test_what_is_no_tls_is_named(self) -> None:
        """One line each, with the peer, and no traceback: a Kafka client without TLS, a browser, a client that does not trust us."""
        host, _, port = self.secure.rpartition(":")
        for request, word in (
            (b"\0\0\0\x15\0\x12\0\0\0\0\0\1\0\x04test" + bytes(7), "not TLS"),
            (b"GET / HTTP/1.1\r\nHost: klog\r\n\r\n", "HTTP request"),
        ):
            self.before = len(self.broker.output())
            with socket.create_connection((host, int(port)), 60) as plain:
                peer = f"127.0.0.1:{plain.getsockname()[1]}"
                plain.sendall(request)
                plain.settimeout(60)
                with contextlib.suppress(ConnectionResetError):
                    while plain.recv(1000):
                        pass
            self.assertIn("OUTSIDE", self.told(peer, word))
        self.before = len(self.broker.output())
        # With TLS 1.3 the client is through before it refuses.
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            context = ssl.create_default_context()
            context.maximum_version = version
            with socket.create_connection((host, int(port)), 60) as plain:
                peer = f"127.0.0.1:{plain.getsockname()[1]}"
                with self.assertRaises(ssl.SSLCertVerificationError):
                    context.wrap_socket(plain, server_hostname=host)
            self.assertIn("unknown ca", self.told(peer, "handshake"))
        self.assertNotIn("Traceback", self.broker.output())
