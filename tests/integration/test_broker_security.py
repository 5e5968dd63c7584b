"""Who comes in to klog's broker, with the clients of others: certificates, PLAIN and both SCRAMs, right and wrong passwords, sessions that
are begun anew, and users that Apache Kafka's own tool makes, lists and deletes while the broker runs; among three brokers, too."""

from __future__ import annotations

import asyncio
import pathlib
import re
import shutil
import tempfile
import time
import unittest
from typing import Any, ClassVar

import pytest

from klog.net.security import Security
from tests import peers
from tests.integration import disk
from tests.integration.cluster_brokers import ClusterBrokers
from tests.integration.command import Ended, piped
from tests.integration.kafka_tools import run_warm
from tests.integration.running import KlogBroker, run_tool
from tests.integration.test_client_security import Certificates, blocking_error
from tests.integration.zookeepers import RealZooKeeper
from tests.login_modules import PLAIN, SCRAM

#: Mechanism, user, password.
RIGHT = [("PLAIN", "alice", "secret"), ("SCRAM-SHA-256", "carol", "pencil, =1"), ("SCRAM-SHA-512", "carol", "pencil, =1")]
WRONG = [("PLAIN", "alice", "wrong"), ("SCRAM-SHA-256", "carol", "wrong"), ("SCRAM-SHA-512", "nobody", "pencil, =1")]


class SaslTests(unittest.TestCase):
    """One broker with a listener for everybody and one that asks who it is, whose sessions last four seconds."""

    broker: ClassVar[KlogBroker]
    folder: ClassVar[pathlib.Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-sasl-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.open_port, cls.port = peers.free_port(), peers.free_port()
        cls.broker = KlogBroker(
            settings={
                "listeners": f"PLAINTEXT://127.0.0.1:{cls.open_port},SASL_PLAINTEXT://127.0.0.1:{cls.port}",
                "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
                "listener.name.sasl_plaintext.plain.sasl.jaas.config": f'{PLAIN} user_alice="secret";',
                "connections.max.reauth.ms": "4000",
            }
        ).start()
        cls.addClassCleanup(cls.broker.stop)
        for mechanism in ("SCRAM-SHA-256", "SCRAM-SHA-512"):
            made = piped(
                "user", "set-password", "carol", "--mechanism", mechanism, data=b"pencil, =1\n", bootstrap=f"127.0.0.1:{cls.open_port}"
            )
            assert made.code == 0, made

    def login(self, mechanism: str, user: str, password: str) -> dict[str, Any]:
        """As librdkafka has it."""
        return {
            "bootstrap.servers": f"127.0.0.1:{self.port}",
            "security.protocol": "SASL_PLAINTEXT",
            "sasl.mechanism": mechanism,
            "sasl.username": user,
            "sasl.password": password,
            "log_level": 0,
        }

    def test_confluent_kafka(self) -> None:
        from confluent_kafka import Consumer, KafkaException, Producer
        from confluent_kafka.admin import AdminClient

        for login in RIGHT:
            topic = "confluent-" + login[0].lower()
            acknowledged: list[Any] = []
            producer = Producer(self.login(*login))
            producer.produce(topic, b"value", on_delivery=lambda error, message, into=acknowledged: into.append(error))
            self.assertEqual((producer.flush(60), acknowledged), (0, [None]), login)
            consumer = Consumer({**self.login(*login), "group.id": topic, "auto.offset.reset": "earliest"})
            self.addCleanup(consumer.close)
            consumer.subscribe([topic])
            message = consumer.poll(30)
            assert message is not None
            self.assertEqual((message.error(), message.value()), (None, b"value"), login)
        for login in WRONG:
            said: list[str] = []
            admin = AdminClient({**self.login(*login), "error_cb": lambda error, into=said: into.append(error.str())})
            self.assertRaises(KafkaException, admin.list_topics, timeout=1)
            until = time.monotonic() + 60
            while not re.search("(?i)authentication", " ".join(said)):
                self.assertLess(time.monotonic(), until, said)
                admin.poll(0.5)

    def test_sessions_that_are_begun_anew_under_load(self) -> None:
        """A producer over several sessions of four seconds: nothing is lost or told twice, and nobody is turned away."""
        # On a machine that stands still a client may come too late once, not three times.
        turned_away = ""
        for attempt in range(3):
            before = len(self.broker.output())
            self.produce_over_sessions(f"sessions-{attempt}")
            turned_away = self.broker.output()[before:]
            if "SASL_PLAINTEXT:" not in turned_away:
                return
        self.fail(turned_away)

    def produce_over_sessions(self, topic: str) -> None:
        from confluent_kafka import Producer

        producer = Producer({**self.login(*RIGHT[1]), "enable.idempotence": True, "linger.ms": 5})
        delivered: list[int] = []
        end, count = time.monotonic() + 10, 0
        while time.monotonic() < end:
            producer.produce(topic, b"%d" % count, partition=0, on_delivery=lambda error, message: delivered.append(message.offset()))
            count += 1
            producer.poll(0.005)
        self.assertEqual(producer.flush(60), 0)
        self.assertEqual(delivered, list(range(count)))

    def test_aiokafka(self) -> None:
        from aiokafka import AIOKafkaProducer
        from aiokafka.errors import KafkaError

        async def send(mechanism: str, user: str, password: str) -> int:
            producer = AIOKafkaProducer(
                bootstrap_servers=f"127.0.0.1:{self.port}",
                security_protocol="SASL_PLAINTEXT",
                sasl_mechanism=mechanism,
                sasl_plain_username=user,
                sasl_plain_password=password,
            )
            try:
                await producer.start()
                return int((await producer.send_and_wait("aiokafka", b"value")).offset)
            finally:
                await producer.stop()

        self.assertEqual([asyncio.run(send(*login)) for login in RIGHT], [0, 1, 2])
        for login in WRONG:
            with self.assertRaises(KafkaError):
                asyncio.run(send(*login))

    def test_kafka_python(self) -> None:
        from kafka import KafkaProducer
        from kafka.errors import KafkaError

        def send(mechanism: str, user: str, password: str, patience_ms: int = 60_000) -> int:
            producer = KafkaProducer(
                bootstrap_servers=f"127.0.0.1:{self.port}",
                security_protocol="SASL_PLAINTEXT",
                sasl_mechanism=mechanism,
                sasl_plain_username=user,
                sasl_plain_password=password,
                bootstrap_timeout_ms=patience_ms,
                max_block_ms=patience_ms,
            )
            try:
                return int(producer.send("kafka-python", b"value").get(60).offset)
            finally:
                producer.close(1)

        self.assertEqual([send(*login) for login in RIGHT], [0, 1, 2])
        for login in WRONG[:1]:
            with self.assertRaises(KafkaError):
                send(*login, patience_ms=4_000)

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "clients over several sessions: make soak")
    def test_sessions_of_other_clients(self) -> None:
        """kafka-python shows again who it is, as Java's and librdkafka's (from 2.2 on) do. aiokafka does not: it is cut off at a session's
        end and connects again. With neither anything is lost or comes twice."""
        for produce, comes_anew in ((self.kafka_python_for, True), (self.aiokafka_for, False)):
            for attempt in range(3):
                before, topic = len(self.broker.output()), f"{produce.__name__.replace('_', '-')}-{attempt}"
                count = produce(topic, 10.0)
                cut_off = self.broker.output()[before:].count("its session is over")
                read = piped("cat", "-C", "-t", topic, "-e", "-q", bootstrap=f"127.0.0.1:{self.open_port}")
                self.assertEqual(read.text.split(), [str(number) for number in range(count)])
                self.assertGreater(count, 100)
                if (cut_off == 0) is comes_anew:
                    break
            else:
                self.fail(f"{produce.__name__}: cut off {cut_off} times")

    def kafka_python_for(self, topic: str, seconds: float) -> int:
        from kafka import KafkaProducer

        mechanism, user, password = RIGHT[1]
        producer = KafkaProducer(
            bootstrap_servers=f"127.0.0.1:{self.port}",
            security_protocol="SASL_PLAINTEXT",
            sasl_mechanism=mechanism,
            sasl_plain_username=user,
            sasl_plain_password=password,
            linger_ms=5,
        )
        end, sent = time.monotonic() + seconds, []
        while time.monotonic() < end:
            sent.append(producer.send(topic, b"%d" % len(sent), partition=0))
            time.sleep(0.01)
        self.assertEqual([each.get(60).offset for each in sent], list(range(len(sent))))
        producer.close(5)
        return len(sent)

    def aiokafka_for(self, topic: str, seconds: float) -> int:
        from aiokafka import AIOKafkaProducer

        mechanism, user, password = RIGHT[1]

        async def go() -> int:
            producer = AIOKafkaProducer(
                bootstrap_servers=f"127.0.0.1:{self.port}",
                security_protocol="SASL_PLAINTEXT",
                sasl_mechanism=mechanism,
                sasl_plain_username=user,
                sasl_plain_password=password,
                enable_idempotence=True,
            )
            await producer.start()
            end, sent = time.monotonic() + seconds, []
            try:
                while time.monotonic() < end:
                    sent.append(await producer.send(topic, b"%d" % len(sent), partition=0))
                    await asyncio.sleep(0.01)
                self.assertEqual([each.offset for each in await asyncio.gather(*sent)], list(range(len(sent))))
            finally:
                await producer.stop()
            return len(sent)

        return asyncio.run(go())

    def klog(self, *login: str) -> Ended:
        names = ("sasl.mechanism", "sasl.username", "sasl.password")
        options = [word for name, value in zip(names, login, strict=True) for word in ("-X", f"{name}={value}")]
        return piped("cat", "-L", "-X", "security.protocol=SASL_PLAINTEXT", *options, bootstrap=f"127.0.0.1:{self.port}")

    def test_klogs_command(self) -> None:
        for login in RIGHT:
            self.assertEqual(self.klog(*login).code, 0, login)
        for login in WRONG:
            ended = self.klog(*login)
            self.assertEqual(ended.code, 1, ended)
            self.assertIn(f"refused user '{login[1]}' with {login[0]}", ended.remarks)

    def test_kafkas_tool_makes_lists_and_deletes_users(self) -> None:
        address = ["--bootstrap-server", f"127.0.0.1:{self.open_port}"]
        for version in ("3.9.2", "4.3.1"):
            peers.kafka(version)
            dave = ["--entity-type", "users", "--entity-name", "dave"]
            both = "SCRAM-SHA-256=[iterations=8192,password=one],SCRAM-SHA-512=[password=two]"
            run_warm(version, "configs", *address, "--alter", *dave, "--add-config", both)
            shown = run_warm(version, "configs", *address, "--describe", *dave)
            self.assertIn("SCRAM-SHA-256=iterations=8192, SCRAM-SHA-512=iterations=4096", shown)
            self.assertEqual(self.klog("SCRAM-SHA-256", "dave", "one").code, 0)
            self.assertEqual(self.klog("SCRAM-SHA-512", "dave", "two").code, 0)
            self.assertEqual(self.klog("SCRAM-SHA-512", "dave", "one").code, 1)
            run_warm(version, "configs", *address, "--alter", *dave, "--delete-config", "SCRAM-SHA-256")
            self.assertEqual(self.klog("SCRAM-SHA-256", "dave", "one").code, 1)
            self.assertEqual(self.klog("SCRAM-SHA-512", "dave", "two").code, 0)
            run_warm(version, "configs", *address, "--alter", *dave, "--delete-config", "SCRAM-SHA-512")
            self.assertEqual(run_warm(version, "configs", *address, "--describe", *dave).count("SCRAM-SHA"), 0)

    @pytest.mark.soak
    def test_javas_clients(self) -> None:
        versions = ("1.1.1", "2.8.2", "3.9.2", "4.3.1") if peers.SOAK else ("1.1.1", "4.3.1")
        for version in versions:
            for mechanism, user, password in RIGHT if peers.SOAK else RIGHT[1:2]:
                module = PLAIN if mechanism == "PLAIN" else SCRAM
                login = f'sasl.jaas.config={module} username="{user}" password="{password}";'
                properties = self.folder / f"{version}-{mechanism}.properties"
                properties.write_text(f"security.protocol=SASL_PLAINTEXT\nsasl.mechanism={mechanism}\n{login}\n")
                topic = f"java-{version}-{mechanism}"
                where = ["--bootstrap-server" if version != "1.1.1" else "--broker-list", f"127.0.0.1:{self.port}", "--topic", topic]
                run_tool(version, "console-producer", *where, "--producer.config", str(properties), input_bytes=b"one\ntwo\n")
                where[0] = "--bootstrap-server"
                more = ["--from-beginning", "--max-messages", "2", "--timeout-ms", "30000", "--consumer.config", str(properties)]
                read = run_tool(version, "console-consumer", *where, *more).splitlines()
                self.assertEqual([line for line in read if line in ("one", "two")], ["one", "two"])


class CertificateTests(unittest.TestCase):
    """A listener that asks for certificates, and one that asks for both: a certificate, and a password over it."""

    def test_clients(self) -> None:
        from confluent_kafka import KafkaException
        from confluent_kafka.admin import AdminClient

        files = Certificates()
        self.addCleanup(shutil.rmtree, files.folder, ignore_errors=True)
        ports = {name: peers.free_port() for name in ("SSL", "SASL_SSL")}
        broker = KlogBroker(
            settings={
                "listeners": ",".join(f"{name}://127.0.0.1:{port}" for name, port in ports.items()),
                "ssl.keystore.type": "PEM",
                "ssl.keystore.location": files.path("klog.pem"),
                "ssl.truststore.type": "PEM",
                "ssl.truststore.location": files.ca,
                "listener.name.ssl.ssl.client.auth": "required",
                "ssl.principal.mapping.rules": "RULE:^CN=(.*)$/$1/",
                "sasl.enabled.mechanisms": "PLAIN",
                "sasl.jaas.config": f'{PLAIN} user_alice="secret";',
            }
        ).start()
        self.addCleanup(broker.stop)
        trust = {"ssl.ca.location": files.ca, "log_level": 0}
        self._ask_nobody_and_all_again(files, ports)
        shown = {"ssl.certificate.location": files.client, "ssl.key.location": files.client}
        password = {"sasl.mechanism": "PLAIN", "sasl.username": "alice", "sasl.password": "secret"}
        for protocol, more, is_in in (
            ("SSL", shown, True),
            ("SSL", {}, False),
            ("SASL_SSL", password, True),
            ("SASL_SSL", {**password, "sasl.password": "wrong"}, False),
        ):
            admin = AdminClient({"bootstrap.servers": f"127.0.0.1:{ports[protocol]}", "security.protocol": protocol, **trust, **more})
            with self.subTest(protocol=protocol, is_in=is_in):
                if is_in:
                    self.assertEqual(list(admin.list_topics(timeout=20).brokers), [1])
                else:
                    self.assertRaises(KafkaException, admin.list_topics, timeout=2)

    def _ask_nobody_and_all_again(self, files: Certificates, ports: dict[str, int]) -> None:
        """By Kafka's own tool, while the broker runs."""
        config = pathlib.Path(files.path("admin.properties"))
        login = f'sasl.jaas.config={PLAIN} username="alice" password="secret";'
        trust = f"ssl.truststore.type=PEM\nssl.truststore.location={files.ca}"
        config.write_text(f"security.protocol=SASL_SSL\nsasl.mechanism=PLAIN\n{login}\n{trust}\n")
        where = ["--bootstrap-server", f"127.0.0.1:{ports['SASL_SSL']}", "--command-config", str(config)]
        for value, is_in in (("requested", True), ("required", False)):
            name = f"listener.name.ssl.ssl.client.auth={value}"
            run_warm("3.9.2", "configs", *where, "--alter", "--entity-type", "brokers", "--entity-name", "1", "--add-config", name)
            security = Security(security_protocol="SSL", ssl_ca_file=files.ca)
            error = blocking_error("127.0.0.1", ports["SSL"], security)
            self.assertEqual(error is None, is_in, error)


class BetweenBrokersTests(unittest.TestCase):
    """Three brokers whose only listener asks who it is."""

    @pytest.mark.soak
    def test_replicas(self) -> None:
        from confluent_kafka import Producer
        from confluent_kafka.admin import AdminClient
        from confluent_kafka.cimpl import NewTopic

        zookeeper = RealZooKeeper.of_class(type(self))
        settings = {
            "security.inter.broker.protocol": "SASL_PLAINTEXT",
            "sasl.enabled.mechanisms": "PLAIN",
            "sasl.mechanism.inter.broker.protocol": "PLAIN",
            "sasl.jaas.config": f'{PLAIN} username="broker" password="between" user_broker="between" user_alice="secret";',
            "connections.max.reauth.ms": "3000",
        }
        with ClusterBrokers(f"{zookeeper.connect}/sasl", settings=settings, listener="SASL_PLAINTEXT") as cluster:
            login = {
                "bootstrap.servers": cluster.bootstrap,
                "security.protocol": "SASL_PLAINTEXT",
                "sasl.mechanism": "PLAIN",
                "sasl.username": "alice",
                "sasl.password": "secret",
            }
            admin = AdminClient(login)
            disk.wait_for_controller(admin, 20)
            made = admin.create_topics([NewTopic("t", 3, 3, config={"min.insync.replicas": "3"})])
            made["t"].result(60)
            producer, failed = Producer({**login, "acks": "all"}), []
            end = time.monotonic() + 8
            while time.monotonic() < end:
                producer.produce("t", b"value", on_delivery=lambda error, message: failed.append(error) if error else None)
                producer.poll(0.01)
            self.assertEqual((producer.flush(60), failed), (0, []))
            self.assertNotIn("authentication", cluster.output())
