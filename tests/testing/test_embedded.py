"""A broker in a thread: what a user of any Kafka client may rely on. Real sockets on loopback, as that is what it is for."""

from __future__ import annotations

import asyncio
import gc
import os
import pathlib
import socket
import ssl
import subprocess
import sys
import threading
import time
from typing import Any

from twisted.python import threadable
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.assembly import StartRefused
from klog.errors import ErrorCode, KlogError
from klog.span import join_parts
from klog.testing.embedded import Broker, ReactorThread
from klog.wire.client import ClientConnection
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.metadata import MetadataRequest
from tests.net.test_tls import certificate, key_pem, pem


class Client:
    """The smallest client there is."""

    def __init__(self, bootstrap: str) -> None:
        host, _, port = bootstrap.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), timeout=20)
        self.wire = ClientConnection("test")

    def ask(self, message: Any, version: int) -> Any:
        self.socket.sendall(join_parts(self.wire.request(message, version)[1]))
        while True:
            data = self.socket.recv(1 << 20)
            if not data:
                raise ConnectionResetError
            answers = self.wire.receive(data)
            if answers:
                return answers[0][1]

    def topics(self) -> set[str]:
        return {topic.name for topic in self.ask(MetadataRequest(topics=None), 12).topics}

    def close(self) -> None:
        self.socket.close()


class EmbeddedTests(SynchronousTestCase):
    """One broker at a time, mostly."""

    def broker(self, *args: Any, **kwargs: Any) -> Broker:
        broker = Broker(*args, **kwargs).start()
        self.addCleanup(broker.stop)
        return broker

    def client(self, broker: Broker) -> Client:
        client = Client(broker.bootstrap)
        self.addCleanup(client.close)
        return client

    def test_putting_makes_the_topic_as_a_client_would(self) -> None:
        with Broker({"num.partitions": "2"}) as broker:
            self.assertEqual(broker.put("new", [b"x"], partition=1), 0)
            self.assertEqual([(one.partition, one.value) for one in broker.messages("new")], [(1, b"x")])
            self.assertRaises(KlogError, broker.put, "new", [b"x"], partition=2)
        with Broker({"auto.create.topics.enable": "false"}) as broker:
            self.assertRaises(KlogError, broker.put, "new", [b"x"])

    def test_ready_when_started_and_gone_when_stopped(self) -> None:
        with Broker(topics={"orders": 2}) as broker:
            self.assertEqual(self.client(broker).topics(), {"orders"})
            self.assertTrue(broker.is_running)
        self.assertFalse(broker.is_running)
        self.assertRaises(ConnectionRefusedError, Client, broker.bootstrap)
        broker.stop()
        self.assertRaises(RuntimeError, broker.put, "orders", [b"x"])

    def test_topics_and_records_without_a_client(self) -> None:
        broker = self.broker()
        broker.create_topic("t", 2, {"cleanup.policy": "compact", "retention.ms": 5})
        self.assertEqual(broker.put("t", [b"a", b"b"], key=b"k", partition=1), 0)
        self.assertEqual([(one.partition, one.offset, one.value) for one in broker.messages("t")], [(1, 0, b"a"), (1, 1, b"b")])
        error = self.assertRaises(KlogError, broker.create_topic, "t")
        self.assertEqual(error.code, ErrorCode.TOPIC_ALREADY_EXISTS)
        self.assertRaises(KlogError, broker.create_topics, {"u": 1, "": 1})
        self.assertRaises(TimeoutError, broker.messages, "t", at_least=3, timeout_s=0.01)

    def test_waiting_for_records(self) -> None:
        broker = self.broker(topics={"t": 1})
        timer = threading.Timer(0.05, broker.put, ["t", [b"late"]])
        timer.start()
        self.addCleanup(timer.join)
        self.assertEqual(broker.messages("t", at_least=1)[0].value, b"late")

    def test_large_fetches_go_without_sendfile(self) -> None:
        broker = self.broker(topics={"t": 1})
        values = [os.urandom(100_000) for _ in range(100)]
        for start in range(0, 100, 5):
            broker.put("t", values[start : start + 5])
        partition = FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=50 << 20)
        request = FetchRequest(max_wait_ms=0, min_bytes=1, max_bytes=50 << 20, topics=[FetchTopic(topic="t", partitions=[partition])])
        answer = self.client(broker).ask(request, 11)
        records = bytes(answer.responses[0].partitions[0].records)
        self.assertGreater(len(records), 10_000_000)
        for value in values:
            self.assertIn(value, records)

    def test_stop_and_start_keep_port_and_files(self) -> None:
        broker = self.broker(topics={"t": 1})
        broker.put("t", [b"kept"])
        before = broker.bootstrap
        cluster = self.client(broker).ask(MetadataRequest(topics=None), 12).cluster_id
        broker.restart()
        self.assertEqual(broker.bootstrap, before)
        self.assertEqual([one.value for one in broker.messages("t")], [b"kept"])
        self.assertEqual(self.client(broker).ask(MetadataRequest(topics=None), 12).cluster_id, cluster)

    def test_a_crash_is_recovered_from(self) -> None:
        for directory in (None, self.mktemp()):
            broker = self.broker(topics={"t": 1}, data_directory=directory)
            client = self.client(broker)
            client.topics()
            broker.put("t", [b"kept"])
            broker.crash()
            self.assertRaises(OSError, client.topics)
            self.assertRaises(ConnectionRefusedError, Client, broker.bootstrap)
            broker.start()
            self.assertEqual([one.value for one in broker.messages("t")], [b"kept"])
            broker.stop()

    def test_a_real_directory(self) -> None:
        directory = pathlib.Path(self.mktemp())
        with Broker(topics={"t": 1}, data_directory=directory) as broker:
            broker.put("t", [b"kept"])
            self.assertTrue((directory / "t-0" / "00000000000000000000.log").exists())
            with self.assertRaises(StartRefused) as caught:
                Broker(data_directory=directory).start()
            self.assertNotIn("Traceback", str(caught.exception))
        with Broker(data_directory=directory) as broker:
            self.assertEqual([one.value for one in broker.messages("t")], [b"kept"])

    def test_a_bad_setting_is_told_to_the_caller(self) -> None:
        threads = threading.active_count()
        self.assertRaises(StartRefused, Broker({"listeners": "nonsense"}).start)
        self.assertRaises(KlogError, Broker(topics={"a/b": 1}).start)
        # One of an earlier test's may have ended meanwhile.
        self.assertLessEqual(threading.active_count(), threads)

    def test_misfortunes(self) -> None:
        broker = self.broker(topics={"t": 1})
        client = self.client(broker)
        client.topics()
        broker.refuse()
        self.assertRaises(ConnectionRefusedError, Client, broker.bootstrap)
        self.assertEqual(client.topics(), {"t"})
        broker.accept()
        other = self.client(broker)
        other.topics()
        self.assertEqual(broker.cut(), 2)
        self.assertRaises(OSError, client.topics)
        broker.delay_s = 0.05
        slow = self.client(broker)
        for _ in range(2):
            begun = time.monotonic()
            slow.topics()
            self.assertGreater(time.monotonic() - begun, 0.045)
        broker.delay_s = 0.0
        self.assertEqual(slow.topics(), {"t"})

    def test_delay_for_connections_that_there_are(self) -> None:
        broker = self.broker(topics={"t": 1})
        client = self.client(broker)
        client.topics()
        broker.delay_s = 0.05
        begun = time.monotonic()
        client.topics()
        self.assertGreater(time.monotonic() - begun, 0.045)

    def test_several_listeners(self) -> None:
        properties = {
            "listeners": "ONE://127.0.0.1:0,TWO://127.0.0.1:0",
            "listener.security.protocol.map": "ONE:PLAINTEXT,TWO:PLAINTEXT",
            "inter.broker.listener.name": "ONE",
        }
        broker = self.broker(properties)
        self.assertEqual(broker.address("ONE"), broker.bootstrap)
        self.assertNotEqual(broker.address("TWO"), broker.bootstrap)
        Client(broker.address("TWO")).close()
        self.assertRaises(KeyError, broker.address, "THREE")

    def test_tls_with_a_certificate_on_the_disk(self) -> None:
        key, own = certificate("localhost")
        store = pathlib.Path(self.mktemp()).absolute()
        store.write_text(key_pem(key) + pem(own))
        properties = {
            "listeners": "PLAINTEXT://127.0.0.1:0,SSL://127.0.0.1:0",
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": str(store),
        }
        broker = self.broker(properties, topics={"t": 1})
        host, _, port = broker.address("SSL").rpartition(":")
        context = ssl.create_default_context(cadata=pem(own))
        client = self.client(broker)
        client.socket.close()
        client.socket = context.wrap_socket(socket.create_connection((host, int(port)), timeout=20), server_hostname="localhost")
        self.assertEqual(client.topics(), {"t"})

    def test_nothing_is_left_behind(self) -> None:
        Broker().start().stop()
        gc.collect()
        files, threads = os.listdir("/dev/fd"), threading.active_count()
        before = threadable.ioThread
        for _ in range(5):
            broker = Broker(topics={"t": 1}).start()
            client = Client(broker.bootstrap)
            client.topics()
            broker.stop()
            client.close()
        gc.collect()
        # A thread or a file of an earlier test may have gone meanwhile.
        self.assertLessEqual(len(os.listdir("/dev/fd")), len(files))
        self.assertLessEqual(threading.active_count(), threads)
        self.assertEqual(threadable.ioThread, before)

    def test_several_at_once(self) -> None:
        brokers = [self.broker(topics={f"t{number}": 1}) for number in range(3)]
        for number, broker in enumerate(brokers):
            self.assertEqual(self.client(broker).topics(), {f"t{number}"})

    def test_a_program_that_forgets_to_stop_it_ends(self) -> None:
        program = (
            "import sys\n"
            "from klog.testing.embedded import Broker\n"
            "broker = Broker(topics={'t': 1}, data_directory=sys.argv[1]).start()\n"
            "broker.put('t', [b'x'])\n"
            "assert 'twisted.internet.reactor' not in sys.modules\n"
        )
        done = subprocess.run([sys.executable, "-c", program, self.mktemp()], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class OtherClientsTests(SynchronousTestCase):
    """Everybody's clients, in the process of the broker."""

    def setUp(self) -> None:
        self.broker = Broker(topics={"t": 2}).start()
        self.addCleanup(self.broker.stop)

    def test_confluent_kafka(self) -> None:
        from confluent_kafka import Consumer, Producer

        producer = Producer({"bootstrap.servers": self.broker.bootstrap})
        for number in range(1000):
            producer.produce("t", b"%d" % number)
        self.assertEqual(producer.flush(30), 0)
        consumer = Consumer({"bootstrap.servers": self.broker.bootstrap, "group.id": "g", "auto.offset.reset": "earliest"})
        consumer.subscribe(["t"])
        found: set[bytes] = set()
        while len(found) < 1000:
            messages = consumer.consume(1000, 20)
            self.assertTrue(messages, "nothing came any more")
            found |= {message.value() for message in messages if message.error() is None}
        consumer.close()
        self.assertEqual(found, {b"%d" % number for number in range(1000)})

    def test_kafka_python(self) -> None:
        from kafka import KafkaConsumer, KafkaProducer

        producer = KafkaProducer(bootstrap_servers=self.broker.bootstrap)
        producer.send("t", b"x").get(30)
        producer.close()
        consumer = KafkaConsumer(
            "t", bootstrap_servers=self.broker.bootstrap, group_id="g", auto_offset_reset="earliest", consumer_timeout_ms=20_000
        )
        self.assertEqual(next(iter(consumer)).value, b"x")
        consumer.close()

    def test_aiokafka(self) -> None:
        from aiokafka import AIOKafkaConsumer, AIOKafkaProducer

        async def act() -> bytes:
            producer = AIOKafkaProducer(bootstrap_servers=self.broker.bootstrap)
            await producer.start()
            await producer.send_and_wait("t", b"x")
            await producer.stop()
            consumer = AIOKafkaConsumer("t", bootstrap_servers=self.broker.bootstrap, group_id="g", auto_offset_reset="earliest")
            await consumer.start()
            message = await asyncio.wait_for(consumer.getone(), 30)
            await consumer.stop()
            return bytes(message.value)

        self.assertEqual(asyncio.run(act()), b"x")


class ReactorThreadTests(SynchronousTestCase):
    """The thread by itself."""

    def test_calls_come_back(self) -> None:
        thread = ReactorThread()
        thread.start()
        self.assertEqual(thread.call(lambda: 5), 5)
        self.assertRaises(ZeroDivisionError, thread.call, lambda: 1 // 0)
        self.assertRaises(RuntimeError, thread.call, lambda: thread.call(lambda: 5))
        thread.end()
