"""Clients of others and klog's own × PLAIN and both SCRAMs × plain and over TLS, and certificates: each writes a record and reads it.

Nobody comes in as somebody else unseen: rights are checked, and only ``alice`` and the name in the certificate, each to its own topics,
have any. `make soak` has every cell, Java's from 1.1.1 to 4.3.1; CI two of each client that is no JVM. The rest of what clients and broker
say to each other when somebody is refused stands in `test_broker_security`.
"""

from __future__ import annotations

import asyncio
import pathlib
import shutil
import ssl
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.serialization import pkcs12

from tests import peers
from tests.integration.command import piped
from tests.integration.running import KlogBroker, run_tool
from tests.integration.test_client_security import Certificates
from tests.login_modules import PLAIN, SCRAM

JAVA = ("1.1.1", "2.8.2", "3.9.2", "4.3.1")
SECRET = "pencil, =1"


class Cell(NamedTuple):
    """How a client comes in.

    :ivar mechanism: of SASL; empty where a certificate says who it is.
    """

    protocol: str
    mechanism: str

    def __str__(self) -> str:
        return f"{self.protocol} {self.mechanism}".strip().lower().replace(" ", "-")


CELLS = [
    *(
        Cell(protocol, mechanism)
        for protocol in ("SASL_PLAINTEXT", "SASL_SSL")
        for mechanism in ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
    ),
    Cell("SSL", ""),
]
#: What CI asks of each client; the others stand in `test_broker_security`.
SHARE = [Cell("SASL_SSL", "SCRAM-SHA-512"), Cell("SSL", "")]


class Where(NamedTuple):
    """What a client is told.

    :ivar ca, certificate: PEM files, of the authority and of the client's key and certificate.
    """

    address: str
    cell: Cell
    topic: str
    ca: str
    certificate: str
    folder: pathlib.Path

    @property
    def librdkafka(self) -> dict[str, str]:
        """By its names."""
        found = {"bootstrap.servers": self.address, "security.protocol": self.cell.protocol}
        if self.cell.mechanism:
            found |= {"sasl.mechanism": self.cell.mechanism, "sasl.username": "alice", "sasl.password": SECRET}
        if self.cell.protocol.endswith("SSL"):
            found["ssl.ca.location"] = self.ca
        if self.cell.protocol == "SSL":
            found |= {"ssl.certificate.location": self.certificate, "ssl.key.location": self.certificate}
        return found

    @property
    def java(self) -> str:
        """A file of properties."""
        lines = [f"security.protocol={self.cell.protocol}"]
        if self.cell.mechanism:
            module = PLAIN if self.cell.mechanism == "PLAIN" else SCRAM
            lines.append(f"sasl.mechanism={self.cell.mechanism}")
            lines.append(f'sasl.jaas.config={module} username="alice" password="{SECRET}";')
        if self.cell.protocol.endswith("SSL"):
            lines += [
                f"ssl.truststore.location={self.folder / 'trust.p12'}",
                "ssl.truststore.type=PKCS12",
                "ssl.truststore.password=secret",
            ]
        if self.cell.protocol == "SSL":
            lines += [f"ssl.keystore.location={self.folder / 'client.p12'}", "ssl.keystore.type=PKCS12", "ssl.keystore.password=secret"]
            lines.append("ssl.key.password=secret")
        path = self.folder / f"{self.topic}.properties"
        path.write_text("\n".join(lines) + "\n")
        return str(path)

    @property
    def context(self) -> ssl.SSLContext | None:
        """For clients in Python that take one."""
        if self.cell.protocol == "SASL_PLAINTEXT":
            return None
        context = ssl.create_default_context(cafile=self.ca)
        if self.cell.protocol == "SSL":
            context.load_cert_chain(self.certificate)
        return context

    @property
    def python(self) -> dict[str, Any]:
        """By the names that aiokafka and kafka-python have in common."""
        found: dict[str, Any] = {"bootstrap_servers": self.address, "security_protocol": self.cell.protocol, "ssl_context": self.context}
        if self.cell.mechanism:
            found |= {"sasl_mechanism": self.cell.mechanism, "sasl_plain_username": "alice", "sasl_plain_password": SECRET}
        return found


def confluent_kafka(where: Where) -> str:
    from confluent_kafka import Consumer, Producer

    producer = Producer(where.librdkafka)
    told: list[Any] = []
    producer.produce(where.topic, b"value", on_delivery=lambda error, _message: told.append(error))
    assert (producer.flush(60), told) == (0, [None]), told
    consumer = Consumer({**where.librdkafka, "group.id": where.topic, "auto.offset.reset": "earliest"})
    try:
        consumer.subscribe([where.topic])
        message = consumer.poll(60)
        assert message is not None and message.error() is None, message and message.error()
        return str(message.value().decode())
    finally:
        consumer.close()


def kcat(where: Where) -> str:
    # In a file, for a comma ends an option behind -X.
    path = where.folder / f"{where.topic}.conf"
    path.write_text("".join(f"{name}={value}\n" for name, value in where.librdkafka.items()))
    command = [peers.program("kcat"), "-F", str(path), "-q", "-t", where.topic]
    wrote = subprocess.run([*command, "-P"], input=b"value", timeout=60, capture_output=True)
    assert wrote.returncode == 0, (wrote.stderr, SecuredClientTests.broker.output()[-1500:])
    read = subprocess.run([*command, "-C", "-o", "beginning", "-e", "-c", "1"], timeout=60, capture_output=True)
    assert read.returncode == 0, read.stderr
    return read.stdout.decode().strip()


def aiokafka(where: Where) -> str:
    from aiokafka import AIOKafkaConsumer, AIOKafkaProducer

    async def go() -> str:
        producer = AIOKafkaProducer(**where.python)
        await producer.start()
        try:
            await producer.send_and_wait(where.topic, b"value")
        finally:
            await producer.stop()
        consumer = AIOKafkaConsumer(where.topic, **where.python, group_id=where.topic, auto_offset_reset="earliest")
        await consumer.start()
        try:
            return str((await asyncio.wait_for(consumer.getone(), 60)).value.decode())
        finally:
            await consumer.stop()

    return asyncio.run(go())


def kafka_python(where: Where) -> str:
    from kafka import KafkaConsumer, KafkaProducer

    producer = KafkaProducer(**where.python)
    producer.send(where.topic, b"value").get(60)
    producer.close(5)
    consumer = KafkaConsumer(where.topic, **where.python, group_id=where.topic, auto_offset_reset="earliest", consumer_timeout_ms=60_000)
    try:
        return str(next(consumer).value.decode())
    finally:
        consumer.close()


def klog(where: Where) -> str:
    options = [word for name, value in where.librdkafka.items() for word in ("-X", f"{name}={value}")]
    wrote = piped("cat", "-P", "-t", where.topic, *options, data=b"value\n")
    assert wrote.code == 0, wrote
    read = piped("cat", "-C", "-t", where.topic, "-e", "-q", *options)
    assert read.code == 0, read
    return read.text.strip()


def java(version: str) -> Callable[[Where], str]:
    """Kafka's console tools of a version."""

    def run(where: Where) -> str:
        first = "--broker-list" if version == "1.1.1" else "--bootstrap-server"
        to = [where.address, "--topic", where.topic]
        run_tool(version, "console-producer", first, *to, "--producer.config", where.java, input_bytes=b"value\n")
        more = ["--from-beginning", "--max-messages", "1", "--timeout-ms", "60000", "--consumer.config", where.java]
        read = run_tool(version, "console-consumer", "--bootstrap-server", *to, *more, "--group", where.topic)
        return next(line for line in read.splitlines() if line == "value")

    return run


CLIENTS: dict[str, Callable[[Where], str]] = {
    "confluent-kafka": confluent_kafka,
    "kcat": kcat,
    "aiokafka": aiokafka,
    "kafka-python": kafka_python,
    "klog": klog,
    **{f"java-{version}": java(version) for version in JAVA},
}


class SecuredClientTests(unittest.TestCase):
    """One broker of klog with every kind of listener, and an authorizer."""

    broker: ClassVar[KlogBroker]
    files: ClassVar[Certificates]
    ports: ClassVar[dict[str, int]]
    folder: ClassVar[pathlib.Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.files = Certificates()
        cls.addClassCleanup(shutil.rmtree, cls.files.folder, ignore_errors=True)
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-secured-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls._write_stores()
        cls.ports = {name: peers.free_port() for name in ("PLAINTEXT", "SASL_PLAINTEXT", "SASL_SSL", "SSL")}
        cls.broker = KlogBroker(
            settings={
                "listeners": ",".join(f"{name}://127.0.0.1:{port}" for name, port in cls.ports.items()),
                "ssl.keystore.type": "PEM",
                "ssl.keystore.location": cls.files.path("klog.pem"),
                "ssl.truststore.type": "PEM",
                "ssl.truststore.location": cls.files.ca,
                "listener.name.ssl.ssl.client.auth": "required",
                "ssl.principal.mapping.rules": "RULE:^CN=([^,]*).*$/$1/",
                "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
                **{
                    f"listener.name.{name}.plain.sasl.jaas.config": f'{PLAIN} user_alice="{SECRET}";'
                    for name in ("sasl_plaintext", "sasl_ssl")
                },
                **{
                    f"listener.name.{name}.{mechanism}.connections.max.reauth.ms": "4000"
                    for name in ("sasl_plaintext", "sasl_ssl")
                    for mechanism in ("plain", "scram-sha-256", "scram-sha-512")
                },
                "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users": "User:ANONYMOUS",
                "group.initial.rebalance.delay.ms": "0",
            }
        ).start()
        cls.addClassCleanup(cls.broker.stop)
        for mechanism in ("SCRAM-SHA-256", "SCRAM-SHA-512"):
            cls.administer("user", "set-password", "alice", "--mechanism", mechanism, data=SECRET.encode() + b"\n")
        for who, prefix in (("alice", "sasl"), ("broker", "ssl")):
            to_topics = [word for operation in ("read", "write", "create") for word in ("--operation", operation)]
            for words in ((*to_topics, "--topic", prefix), ("--operation", "read", "--group", prefix)):
                cls.administer("acl", "create", "--allow", who, *words, "--prefixed")

    @classmethod
    def administer(cls, *arguments: str, data: bytes = b"") -> None:
        done = piped(*arguments, data=data, bootstrap=f"127.0.0.1:{cls.ports['PLAINTEXT']}")
        assert done.code == 0, done

    @classmethod
    def _write_stores(cls) -> None:
        """For Java, of which the oldest reads no PEM."""
        how = serialization.BestAvailableEncryption(b"secret")
        (authority,) = x509.load_pem_x509_certificates(pathlib.Path(cls.files.ca).read_bytes())
        (cls.folder / "trust.p12").write_bytes(pkcs12.serialize_java_truststore([pkcs12.PKCS12Certificate(authority, b"ca")], how))
        text = pathlib.Path(cls.files.client).read_bytes()
        key: Any = serialization.load_pem_private_key(text, None)
        own, *others = x509.load_pem_x509_certificates(text)
        (cls.folder / "client.p12").write_bytes(pkcs12.serialize_key_and_certificates(b"client", key, own, others, how))

    def where(self, cell: Cell, topic: str) -> Where:
        return Where(f"127.0.0.1:{self.ports[cell.protocol]}", cell, topic, self.files.ca, self.files.client, self.folder)

    @pytest.mark.soak
    def test_cells(self) -> None:
        for name, client in CLIENTS.items():
            if name.startswith("java") and not peers.SOAK:
                continue
            for cell in CELLS if peers.SOAK else SHARE:
                with self.subTest(client=name, cell=cell):
                    topic = f"{cell}-{name}"
                    self.assertEqual(client(self.where(cell, topic)), "value")

    def test_nobody_has_anothers_rights(self) -> None:
        """Who comes with a password is not who comes by a certificate: what one may the other may not."""
        for cell, prefix in ((SHARE[0], "ssl-other"), (SHARE[1], "sasl-other")):
            wrote = piped(
                "cat",
                "-P",
                "-t",
                prefix,
                *(word for name, value in self.where(cell, prefix).librdkafka.items() for word in ("-X", f"{name}={value}")),
                data=b"value\n",
            )
            self.assertEqual(wrote.code, 1, wrote)
            self.assertIn("Not authorized", wrote.remarks)

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "Java's clients over many sessions, half a minute each: make soak")
    def test_sessions_that_are_begun_anew_under_load(self) -> None:
        """Java's from 2.2 on: a producer over several sessions of four seconds; nothing is lost, and nobody is turned away."""
        for version in JAVA[1:]:
            for cell in CELLS[:-1]:
                topic = f"{cell}-load-{version}"
                before = len(self.broker.output())
                where = self.where(cell, topic)
                flag = "--command-property" if version == "4.3.1" else "--producer-props"
                config = ["--command-config" if version == "4.3.1" else "--producer.config", where.java]
                count = ["--num-records", "3000", "--record-size", "100", "--throughput", "250"]
                began = time.monotonic()
                told = run_tool(
                    version, "producer-perf-test", "--topic", topic, *count, flag, f"bootstrap.servers={where.address}", *config
                )
                self.assertGreater(time.monotonic() - began, 10)
                self.assertIn("3000 records sent", told)
                options = [word for name, value in where.librdkafka.items() for word in ("-X", f"{name}={value}")]
                read = piped("cat", "-C", "-t", topic, "-e", "-q", "-f", "%o\n", *options)
                self.assertEqual(len(read.text.splitlines()), 3000)
                self.assertNotIn(f"{cell.protocol}:", self.broker.output()[before:])
