"""TLS and SASL of klog's clients, the Twisted and the blocking one, against Apache Kafka and klog's own TLS listener.

Kafka has four listeners: PLAINTEXT, SSL (client certificates required), SASL_PLAINTEXT and SASL_SSL with PLAIN and both SCRAMs; its
certificate is for ``localhost`` only, klog's for ``127.0.0.1`` only, so that the other spelling is the wrong host name.
"""

from __future__ import annotations

import hashlib
import pathlib
import shutil
import tempfile
import time
from typing import Any, ClassVar
from unittest import skipUnless

import pytest
from twisted.internet import task
from twisted.internet.defer import Deferred, gatherResults
from twisted.internet.threads import deferToThread
from twisted.trial import unittest

from klog.client.admin.admin import Admin
from klog.client.blocking.client import BlockingClient
from klog.client.fetching.consumer import Consumer
from klog.client.producing.producer import Producer
from klog.errors import KlogError
from klog.model import LATEST_TIMESTAMP, TopicPartition
from klog.net.blocking_connection import BlockingConnection
from klog.net.broker_connection import BrokerConnection, ConnectionSettings
from klog.net.client.errors import AuthenticationFailed, BrokerUnreachable, ClientError
from klog.net.sasl import HASHES
from klog.net.security import MECHANISMS, Security
from klog.wire.messages.alter_user_scram_credentials import AlterUserScramCredentialsRequest, ScramCredentialUpsertion
from klog.wire.messages.metadata import MetadataRequest
from tests import peers
from tests.integration.running import KlogBroker, Process, kill_kafka, start_kafka
from tests.login_modules import PLAIN, SCRAM
from tests.net.client.test_tls import certificate_for
from tests.net.test_tls import certificate, key_pem, pem

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

ASK = MetadataRequest(topics=[])
#: Long enough for a busy machine.
SETTINGS = ConnectionSettings(connect_timeout_ms=20_000, request_timeout_ms=20_000)
REAUTHENTICATION_MS = 1_500


class Certificates:
    """Files of an authority, of who it signed, and of a stranger."""

    def __init__(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-certificates-"))
        authority, stranger = certificate("authority"), certificate("stranger")
        self.ca = self._write("ca.pem", pem(authority[1]))
        self.wrong_ca = self._write("stranger.pem", pem(stranger[1]))
        for name, host in (("kafka", "localhost"), ("klog", "127.0.0.1"), ("client", "client")):
            key, own = certificate_for([host], authority)
            self._write(f"{name}.pem", key_pem(key) + pem(own, authority[1]))
        self.client = str(self.folder / "client.pem")
        key, own = certificate_for(["client"], authority)
        self.own = self._write("own.pem", pem(own))
        self.secret_key = self._write("secret.pem", key_pem(key, b"key password"))

    def _write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text)
        return str(self.folder / name)

    def path(self, name: str) -> str:
        """Of a file."""
        return str(self.folder / name)


def blocking_error(host: str, port: int, security: Security) -> KlogError | None:
    """What the blocking connection says."""
    with BlockingConnection(host, port, security=security, settings=SETTINGS) as blocking:
        try:
            blocking.request(ASK)
        except KlogError as error:
            return error
    return None


def blocking_values(topic: str, address: str, options: Any) -> list[bytes]:
    """What the blocking client reads."""
    tp = TopicPartition(topic, 0)
    with BlockingClient(address, **options) as client:
        end = client.list_offsets([tp], LATEST_TIMESTAMP)[tp].offset
        return [message.value or b"" for message in client.read(tp, 0, end)]


class Fixture(unittest.TestCase):
    """Asking in both ways."""

    timeout = 120
    certificates: ClassVar[Certificates]

    @classmethod
    def setUpClass(cls) -> None:
        cls.certificates = Certificates()

    @classmethod
    def tearDownClass(cls) -> None:
        shutil.rmtree(cls.certificates.folder)

    def tls(self, **more: Any) -> dict[str, Any]:
        """Options of TLS."""
        return {"ssl_ca_file": self.certificates.ca, **more}

    async def works(self, host: str, port: int, **options: Any) -> None:
        from twisted.internet import reactor

        security = Security(**options)
        security.check()
        connection = BrokerConnection(reactor, host, port, security=security, settings=SETTINGS)
        try:
            answer = await connection.request(ASK, patient=False)
            self.assertEqual(len(answer.brokers), 1)
        finally:
            await connection.close()
        with BlockingConnection(host, port, security=security, settings=SETTINGS) as blocking:
            self.assertEqual(blocking.request(ASK).brokers[0].node_id, answer.brokers[0].node_id)

    async def round_trip(self, topic: str, address: str, **options: Any) -> None:
        """Make a topic, write into it, read it; with whole clients, which meet the brokers by the addresses that metadata tells."""
        from twisted.internet import reactor

        values = [b"%s %d" % (topic.encode(), number) for number in range(100)]
        async with Admin(reactor, address, **options) as admin:
            await admin.create_topic(topic, 1, 1)
        async with Producer(reactor, address, **options) as producer:
            await producer.send_many(topic, values)
        read: list[bytes] = []
        async with Consumer(reactor, address, auto_offset_reset="earliest", **options) as consumer:
            await consumer.assign([TopicPartition(topic, 0)])
            while len(read) < len(values):
                for message_set in await consumer.poll():
                    read += message_set.values()
        self.assertEqual(read, values)
        self.assertEqual(await deferToThread(blocking_values, topic, address, options), values)

    async def refused(self, words: str, host: str, port: int, kind: type[ClientError] = AuthenticationFailed, **options: Any) -> None:
        """Both say one sentence that names the address and holds `words` (alternatives are separated by "|")."""
        from twisted.internet import reactor

        security = Security(**options)
        errors: list[KlogError] = []
        connection = BrokerConnection(reactor, host, port, security=security, settings=SETTINGS)
        try:
            await connection.request(ASK, patient=False)
        except KlogError as error:
            errors.append(error)
        finally:
            await connection.close()
        error = await deferToThread(blocking_error, host, port, security)
        if error is not None:
            errors.append(error)
        self.assertEqual(len(errors), 2, "it was not refused")
        for error in errors:
            self.assertIsInstance(error, kind)
            self.assertIn(f"broker {host}:{port} ", str(error))
            self.assertTrue(any(part in str(error) for part in words.split("|")), str(error))
            self.assertNotIn("\n", str(error))


class KafkaCase(Fixture):
    """One Kafka with every kind of listener."""

    version: ClassVar[str] = ""
    folder: ClassVar[pathlib.Path]
    server: ClassVar[Process]
    ports: ClassVar[dict[str, int]]

    @classmethod
    def setUpClass(cls) -> None:
        # Skips before anything is made.
        peers.kafka(cls.version)
        super().setUpClass()
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-secure-kafka-"))
        names = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
        cls.ports = {name: peers.free_port() for name in names}
        controller = peers.free_port()
        listeners = ",".join(f"{name}://{'127.0.0.1' if name == 'PLAINTEXT' else 'localhost'}:{port}" for name, port in cls.ports.items())
        settings = {
            "listeners": f"{listeners},CONTROLLER://127.0.0.1:{controller}",
            "advertised.listeners": listeners,
            "controller.quorum.voters": f"1@127.0.0.1:{controller}",
            "listener.security.protocol.map": ",".join(f"{name}:{name}" for name in names) + ",CONTROLLER:PLAINTEXT",
            "inter.broker.listener.name": "PLAINTEXT",
            "sasl.enabled.mechanisms": ",".join(MECHANISMS),
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": cls.certificates.path("kafka.pem"),
            "ssl.truststore.type": "PEM",
            "ssl.truststore.location": cls.certificates.ca,
            "listener.name.ssl.ssl.client.auth": "required",
            "connection.failed.authentication.delay.ms": "1",
            "listener.name.sasl_plaintext.plain.connections.max.reauth.ms": str(REAUTHENTICATION_MS),
            "listener.name.sasl_plaintext.scram-sha-256.connections.max.reauth.ms": str(REAUTHENTICATION_MS),
        }
        for listener in ("sasl_plaintext", "sasl_ssl"):
            prefix = f"listener.name.{listener}"
            settings[f"{prefix}.plain.sasl.jaas.config"] = f'{PLAIN} user_alice="alice, secret";'
            for mechanism in ("scram-sha-256", "scram-sha-512"):
                settings[f"{prefix}.{mechanism}.sasl.jaas.config"] = f"{SCRAM};"
        cls.server = start_kafka(cls.version, cls.folder, cls.ports["PLAINTEXT"], settings=settings)
        cls.add_users()

    @classmethod
    def add_users(cls) -> None:
        """Alice's SCRAM passwords; a KRaft broker takes a moment until it knows them."""
        with BlockingConnection("127.0.0.1", cls.ports["PLAINTEXT"], settings=SETTINGS) as connection:
            for number, mechanism in ((1, "SCRAM-SHA-256"), (2, "SCRAM-SHA-512")):
                salted = hashlib.pbkdf2_hmac(HASHES[mechanism], b"alice, secret", b"some salt", 4096)
                row = ScramCredentialUpsertion(name="alice", mechanism=number, iterations=4096, salt=b"some salt", salted_password=salted)
                answer = connection.request(AlterUserScramCredentialsRequest(upsertions=[row]))
                assert [result.error_code for result in answer.results] == [0], answer
        for mechanism in HASHES:
            security = Security(security_protocol="SASL_PLAINTEXT", **cls.sasl(mechanism))
            for _ in range(100):
                error = blocking_error("localhost", cls.ports["SASL_PLAINTEXT"], security)
                if error is None:
                    break
                time.sleep(0.1)
            else:
                raise AssertionError(f"Kafka does not learn of the user: {error}")

    @classmethod
    def tearDownClass(cls) -> None:
        try:
            kill_kafka(cls.server)
        finally:
            shutil.rmtree(cls.folder, ignore_errors=True)
            super().tearDownClass()

    @staticmethod
    def sasl(mechanism: str, password: str = "alice, secret", username: str = "alice") -> dict[str, Any]:
        """Options of SASL."""
        return {"sasl_mechanism": mechanism, "sasl_username": username, "sasl_password": password}

    async def test_tls_with_client_certificate(self) -> None:
        port = self.ports["SSL"]
        await self.works("localhost", port, security_protocol="SSL", **self.tls(ssl_certificate_file=self.certificates.client))
        secret = {"ssl_key_file": self.certificates.secret_key, "ssl_key_password": "key password"}
        await self.works("localhost", port, security_protocol="SSL", **self.tls(ssl_certificate_file=self.certificates.own, **secret))
        await self.refused(
            "certificate|before it answered ApiVersions", "localhost", port, ClientError, security_protocol="SSL", **self.tls()
        )

    async def test_wrong_broker(self) -> None:
        port = self.ports["SASL_SSL"]
        plain = {"security_protocol": "SASL_SSL", **self.sasl("PLAIN")}
        wrong = {**plain, "ssl_ca_file": self.certificates.wrong_ca}
        await self.refused("signed by an authority that is not trusted (ssl_ca_file", "localhost", port, **wrong)
        await self.refused("the system trusts it not, and ssl_ca_file is not set", "localhost", port, **plain)
        await self.refused("not for 127.0.0.1 (ssl_check_hostname)", "127.0.0.1", port, **plain, **self.tls())
        await self.works("127.0.0.1", port, **plain, **self.tls(ssl_check_hostname=False))

    async def test_sasl(self) -> None:
        for mechanism in MECHANISMS:
            options = self.sasl(mechanism)
            await self.works("localhost", self.ports["SASL_PLAINTEXT"], security_protocol="SASL_PLAINTEXT", **options)
            await self.works("localhost", self.ports["SASL_SSL"], security_protocol="SASL_SSL", **options, **self.tls())

    async def test_produce_and_consume(self) -> None:
        ports = self.ports
        own = self.tls(ssl_certificate_file=self.certificates.client)
        trips = [self.round_trip("over-tls", f"localhost:{ports['SSL']}", security_protocol="SSL", **own)]
        for mechanism in MECHANISMS:
            options = self.sasl(mechanism)
            for listener, more in (("SASL_PLAINTEXT", {}), ("SASL_SSL", self.tls())):
                topic = f"{listener}-{mechanism}".lower()
                trips.append(self.round_trip(topic, f"localhost:{ports[listener]}", security_protocol=listener, **options, **more))
        await gatherResults([Deferred.fromCoroutine(trip) for trip in trips], consumeErrors=True)

    async def test_wrong_password(self) -> None:
        # All at once: Kafka lets who failed wait.
        refusals = []
        for mechanism in MECHANISMS:
            for options in (self.sasl(mechanism, "wrong"), self.sasl(mechanism, username="mallory")):
                words = f"refused user '{options['sasl_username']}' with {mechanism}: Authentication failed"
                port = self.ports["SASL_PLAINTEXT"]
                refusals.append(self.refused(words, "localhost", port, security_protocol="SASL_PLAINTEXT", **options))
        over_tls = {**self.sasl("PLAIN", "x"), **self.tls()}
        refusals.append(
            self.refused("refused user 'alice' with PLAIN", "localhost", self.ports["SASL_SSL"], security_protocol="SASL_SSL", **over_tls)
        )
        await gatherResults([Deferred.fromCoroutine(refusal) for refusal in refusals], consumeErrors=True)

    async def test_wrong_protocol(self) -> None:
        plain = self.sasl("PLAIN")
        await self.refused("TLS", "localhost", self.ports["SSL"], ClientError, security_protocol="PLAINTEXT")
        await self.refused("TLS", "localhost", self.ports["SASL_SSL"], ClientError, security_protocol="SASL_PLAINTEXT", **plain)
        await self.refused(
            "does this listener ask for a password", "127.0.0.1", self.ports["PLAINTEXT"], security_protocol="SASL_PLAINTEXT", **plain
        )
        await self.refused(
            "does not speak TLS|TLS", "127.0.0.1", self.ports["PLAINTEXT"], ClientError, security_protocol="SSL", **self.tls()
        )
        await self.refused(
            "with 1 request unanswered", "localhost", self.ports["SASL_PLAINTEXT"], BrokerUnreachable, security_protocol="PLAINTEXT"
        )


class Kafka43Tests(KafkaCase):
    """4.3.1."""

    version = "4.3.1"

    async def test_authenticates_again(self) -> None:
        """KIP-368: the broker closes connections that do not; ours stay the same."""
        for _ in range(3):
            if await self.stayed():
                return
        self.fail("every time a connection was closed")

    async def stayed(self) -> bool:
        """Ask for longer than a session lasts; whether no connection was lost (on a machine that stands still one may come too late)."""
        from twisted.internet import reactor

        lost: list[KlogError] = []
        twisted: list[BrokerConnection] = []
        blocking: list[BlockingConnection] = []
        port = self.ports["SASL_PLAINTEXT"]
        for mechanism in ("PLAIN", "SCRAM-SHA-256"):
            security = Security(security_protocol="SASL_PLAINTEXT", **self.sasl(mechanism))
            twisted.append(BrokerConnection(reactor, "localhost", port, security=security, settings=SETTINGS))
            twisted[-1].on_lost = lost.append
            blocking.append(BlockingConnection("localhost", port, security=security, settings=SETTINGS))
            blocking[-1].connect()
        sockets = [connection._socket for connection in blocking]
        try:
            for _ in range(10):
                for connection in twisted:
                    await connection.request(ASK)
                for other in blocking:
                    other.request(ASK)
                await task.deferLater(reactor, REAUTHENTICATION_MS / 1000 / 6, lambda: None)
            stayed = [other._socket for other in blocking] == sockets
        except BrokerUnreachable:
            return False
        finally:
            for connection in twisted:
                await connection.close()
            for other in blocking:
                other.close()
        return not lost and stayed


@skipUnless(peers.SOAK, "3.9.2 beside its neighbours: make soak")
class Kafka39Tests(KafkaCase):
    """3.9.2."""

    version = "3.9.2"


# The case itself is no test.
del KafkaCase


class KlogTests(Fixture):
    """klog's TLS listener."""

    broker: ClassVar[KlogBroker]
    ports: ClassVar[dict[str, int]]

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.ports = {name: peers.free_port() for name in ("PLAIN", "TLS")}
        settings = {
            "listeners": ",".join(f"{name}://127.0.0.1:{port}" for name, port in cls.ports.items()),
            "listener.security.protocol.map": "PLAIN:PLAINTEXT,TLS:SSL",
            "inter.broker.listener.name": "PLAIN",
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": cls.certificates.path("klog.pem"),
        }
        cls.broker = KlogBroker(settings=settings, port=cls.ports["PLAIN"], ready=r"READY .*?PLAIN://([^\s,:]+):(\d+)").start()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.__exit__(None, None, None)
        super().tearDownClass()

    async def test_tls(self) -> None:
        await self.works("127.0.0.1", self.ports["TLS"], security_protocol="SSL", **self.tls())
        await self.works("127.0.0.1", self.ports["PLAIN"])
        await self.refused("not for localhost (ssl_check_hostname)", "localhost", self.ports["TLS"], security_protocol="SSL", **self.tls())
        await self.round_trip("over-tls", f"127.0.0.1:{self.ports['TLS']}", security_protocol="SSL", **self.tls())
        wrong = {"ssl_ca_file": self.certificates.wrong_ca}
        await self.refused("not trusted", "127.0.0.1", self.ports["TLS"], security_protocol="SSL", **wrong)

    async def test_wrong_protocol(self) -> None:
        await self.refused("TLS", "127.0.0.1", self.ports["TLS"], ClientError, security_protocol="PLAINTEXT")
        await self.refused("TLS", "127.0.0.1", self.ports["PLAIN"], ClientError, security_protocol="SSL", **self.tls())
        options = {"sasl_mechanism": "PLAIN", "sasl_username": "u", "sasl_password": "p"}
        await self.refused(
            "does this listener ask for a password", "127.0.0.1", self.ports["PLAIN"], security_protocol="SASL_PLAINTEXT", **options
        )
