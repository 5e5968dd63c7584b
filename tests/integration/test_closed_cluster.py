"""What ``klog security init`` makes, with clients and tools of others: passwords over TLS, certificates, rights, and a certificate that is
renewed while the broker serves."""

from __future__ import annotations

import pathlib
import shutil
import ssl
import tempfile
import time
import unittest
from typing import Any, ClassVar

import pytest
from cryptography import x509

from klog.config import parse_properties
from tests import peers
from tests.integration.command import piped
from tests.integration.kafka_tools import run_warm
from tests.integration.running import KlogBroker
from tests.integration.zookeepers import RealZooKeeper


class ClosedClusterTests(unittest.TestCase):
    """One broker."""

    folder: ClassVar[pathlib.Path]
    port: ClassVar[int]

    @classmethod
    def setUpClass(cls) -> None:
        parent = pathlib.Path(tempfile.mkdtemp(prefix="klog-closed-"))
        cls.addClassCleanup(shutil.rmtree, parent, ignore_errors=True)
        cls.folder = parent / "closed"
        cls.port = peers.free_port()
        for words in (("init", str(cls.folder), "--port", str(cls.port)), ("certificate", str(cls.folder), "reports")):
            made = piped("security", *words)
            assert made.code == 0, made
        settings = parse_properties((cls.folder / "server.properties").read_text())
        # The next port may be somebody else's by now.
        listeners = f"SASL_SSL://127.0.0.1:{cls.port},SSL://127.0.0.1:{peers.free_port()}"
        cls.by_certificate = listeners.rpartition("/")[2]
        settings |= {"listeners": listeners, "advertised.listeners": listeners, "klog.ssl.reload.interval.ms": "200"}
        broker = KlogBroker(settings=settings).start()
        cls.addClassCleanup(broker.stop)

    by_certificate: ClassVar[str]

    def tool(self, name: str, *arguments: str) -> str:
        return run_warm(
            "4.3.1",
            name,
            "--bootstrap-server",
            f"127.0.0.1:{self.port}",
            "--command-config",
            str(self.folder / "client.properties"),
            *arguments,
        )

    def test_kafkas_tools_and_a_certificate(self) -> None:
        from confluent_kafka import Consumer, KafkaError, Producer

        self.tool("topics", "--create", "--topic", "t")
        self.tool("acls", "--add", "--allow-principal", "User:reports", "--operation", "Read", "--topic", "t", "--group", "g")
        listed = self.tool("acls", "--list", "--topic", "t")
        self.assertIn("principal=User:reports, host=*, operation=READ, permissionType=ALLOW", listed)
        made = piped("cat", "-P", "-t", "t", "-F", str(self.folder / "klog.conf"), data=b"value\n")
        self.assertEqual(made.code, 0, made)
        certificate: dict[str, Any] = {
            "bootstrap.servers": self.by_certificate,
            "security.protocol": "SSL",
            "ssl.ca.location": str(self.folder / "ca.pem"),
            "ssl.certificate.location": str(self.folder / "reports.pem"),
            "ssl.key.location": str(self.folder / "reports.pem"),
        }
        consumer = Consumer({**certificate, "group.id": "g", "auto.offset.reset": "earliest"})
        self.addCleanup(consumer.close)
        consumer.subscribe(["t"])
        message = consumer.poll(30)
        assert message is not None and message.error() is None, message and message.error()
        self.assertEqual(message.value(), b"value")
        errors: list[Any] = []
        producer = Producer(certificate)
        producer.produce("t", b"no", on_delivery=lambda error, _: errors.append(error.code()))
        self.assertEqual((producer.flush(60), errors), (0, [KafkaError.TOPIC_AUTHORIZATION_FAILED]))

    def test_a_certificate_that_is_renewed(self) -> None:
        def shown() -> int:
            return x509.load_pem_x509_certificate(ssl.get_server_certificate(("127.0.0.1", self.port)).encode()).serial_number

        before = shown()
        done = piped("security", "certificate", str(self.folder), "broker", "--renew")
        self.assertEqual(done.code, 0, done)
        end = time.monotonic() + 30
        while shown() == before:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        listed = piped("topic", "list", "-F", str(self.folder / "klog.conf"))
        self.assertEqual(listed.code, 0, listed)


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "ZooKeeper and two brokers: make soak")
class SeveralBrokersTests(unittest.TestCase):
    """Two brokers on two addresses, which come to each other by their certificates."""

    def test_copies_are_made(self) -> None:
        parent = pathlib.Path(tempfile.mkdtemp(prefix="klog-closed-"))
        self.addCleanup(shutil.rmtree, parent, ignore_errors=True)
        connect = RealZooKeeper.of_class(type(self)).connect + "/closed"
        folder, port = parent / "closed", peers.free_port()
        hosts = ("127.0.0.1", "127.0.0.2")
        words = [word for host in hosts for word in ("--host", host)]
        made = piped("security", "init", str(folder), "--port", str(port), "-z", connect, *words)
        self.assertEqual(made.code, 0, made)
        again = piped("security", "init", str(parent / "second"), "-z", connect)
        self.assertEqual((again.code, (parent / "second").exists()), (1, False))
        self.assertIn("there is a user admin already", again.remarks)
        conf = ("-F", str(folder / "klog.conf"))
        for number in (1, 2):
            settings = parse_properties((folder / f"server-{number}.properties").read_text())
            broker = KlogBroker(settings=settings).start()
            self.addCleanup(broker.stop)
        created = piped("topic", "create", "t", "--replicas", "2", "--config", "min.insync.replicas=2", *conf)
        self.assertEqual(created.code, 0, created)
        sent = piped("cat", "-P", "-t", "t", "-X", "acks=all", *conf, data=b"value\n")
        self.assertEqual(sent.code, 0, sent)
        read = piped("cat", "-C", "-t", "t", "-e", "-q", *conf)
        self.assertEqual(read.out, b"value\n", read)
        # One more user while nobody asks a broker: the brokers hear of it.
        offline = piped("user", "set-password", "anna", "--offline", str(folder / "server-1.properties"), data=b"hers\n")
        self.assertEqual(offline.code, 0, offline)
        end = time.monotonic() + 30
        while b"anna" not in piped("user", "list", *conf).out:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.5)
