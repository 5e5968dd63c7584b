"""How the parts of a broker are put together."""

from __future__ import annotations

from twisted.logger import capturedLogs
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.assembly import Broker
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import Endpoint
from klog.model import TopicPartition
from klog.storage.directories.recovery_losses import read_losses
from klog.storage.filenames import CLEAN_SHUTDOWN, RECOVERY_LOSSES
from klog.storage.settings import LogSettings
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from klog.wire.messages.describe_log_dirs import DescribeLogDirsRequest
from tests.broker.lifecycle.test_service import batch, make_topic, produce


class AssemblyTests(SynchronousTestCase):
    """`Broker`."""

    def broker(self, **properties: str) -> MemoryBroker:
        broker = MemoryBroker({name.replace("_", "."): value for name, value in properties.items()}).start()
        self.addCleanup(broker.stop)
        return broker

    def test_advertised_addresses(self) -> None:
        for properties, endpoints in (
            ({}, [Endpoint("PLAINTEXT", "", 9092)]),
            ({"listeners": "PLAINTEXT://127.0.0.1:0"}, [Endpoint("PLAINTEXT", "", 9092)]),
            ({"listeners": "PLAINTEXT://klog.example:7"}, [Endpoint("PLAINTEXT", "klog.example", 7)]),
            ({"advertised_listeners": "PLAINTEXT://a.example:1"}, [Endpoint("PLAINTEXT", "a.example", 1)]),
            (
                {"listeners": "A://:1,B://:2,CONTROLLER://:3", "listener_security_protocol_map": "A:PLAINTEXT,B:PLAINTEXT",
                 "controller_listener_names": "CONTROLLER", "advertised_listeners": "A://x:11,B://y:22"},
                [Endpoint("A", "x", 11), Endpoint("B", "y", 22)],
            ),
        ):  # fmt: skip
            with self.subTest(properties):
                broker = self.broker(**properties)
                assert broker.broker.coordination is not None
                self.assertEqual(list(broker.broker.coordination.brokers()[0].endpoints), endpoints)

    def test_listener_texts(self) -> None:
        self.assertEqual(self.broker(listeners="PLAINTEXT://[::1]:5").broker.listener_texts(), ["PLAINTEXT://[::1]:5"])

    def test_replicas_that_cannot_be_told_from_clients(self) -> None:
        """CVE-2018-1288: where nothing tells a client from a broker of the cluster, it is said."""
        apart = {
            "listeners": "A://:1,B://:2",
            "listener.security.protocol.map": "A:PLAINTEXT,B:PLAINTEXT",
            "inter.broker.listener.name": "B",
        }
        cluster = {"zookeeper.connect": "z:2181"}
        for settings, count in (
            ({**cluster, "listeners": "PLAINTEXT://:1"}, 1),
            ({**cluster, **apart}, 0),
            ({"listeners": "PLAINTEXT://:1"}, 0),
        ):
            with self.subTest(settings), capturedLogs() as told:
                Broker(BrokerSettings(settings), MemoryBroker().service.environment).read_listeners()
                found = [event for event in told if "share the listener" in event["log_format"]]
                self.assertEqual(len(found), count)

    def test_a_listener_that_asks_nobody_beside_one_with_sasl(self) -> None:
        """One that asks for a certificate is none."""
        told: list[str] = []
        self.patch(Broker, "warn", lambda _, sentence: told.append(sentence))
        settings = {"sasl.enabled.mechanisms": "SCRAM-SHA-256"}
        for other, more, count in (
            ("PLAINTEXT://:2", {}, 1),
            ("SSL://:2", {}, 1),
            ("SSL://:2", {"listener.name.ssl.ssl.client.auth": "required"}, 0),
        ):
            listeners = {"listeners": f"SASL_PLAINTEXT://:1,{other}", "inter.broker.listener.name": "SASL_PLAINTEXT"}
            Broker(BrokerSettings({**settings, **listeners, **more}), MemoryBroker().service.environment).read_listeners()
            self.assertEqual(len([sentence for sentence in told if "asks nobody who it is" in sentence]), count)
            told.clear()

    def test_what_recovery_cut_is_told_and_remembered(self) -> None:
        """By partition, at the start and until a start cuts something again."""
        broker = self.broker()
        client = broker.connect()
        make_topic(client, "t")
        for value in (b"a", b"b"):
            client.ask(*produce("t", batch(value)))
        broker.stop()
        fs, path = broker.file_system, f"{DATA_DIRECTORY}/t-0/{0:020d}.log"
        fs.remove(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}")
        for checkpoint in ("recovery-point-offset-checkpoint", "replication-offset-checkpoint"):
            fs.write(f"{DATA_DIRECTORY}/{checkpoint}", b"0\n0\n")
        fs.write(path, fs.read(path)[:-5])
        told: list[str] = []
        self.patch(Broker, "warn", lambda _, sentence: told.append(sentence))
        broker.start()
        [sentence] = [one for one in told if "klog doctor" in one]
        self.assertRegex(sentence, r"recovery: t-0 ends at 1 \([0-9]+ torn bytes cut off\)")
        found = read_losses(fs, DATA_DIRECTORY)
        assert found is not None
        self.assertEqual((found.count, found.worst[0].partition, found.worst[0].end_offset), (1, TopicPartition("t", 0), 1))
        self.assertEqual(found.at_ms, broker.broker.environment.now_ms())
        broker.stop()
        broker.start()
        self.assertEqual(read_losses(fs, DATA_DIRECTORY), found)

    def test_losses_that_cannot_be_written_are_told(self) -> None:
        """The broker serves all the same."""
        broker = self.broker()
        client = broker.connect()
        make_topic(client, "t")
        client.ask(*produce("t", batch(b"a")))
        broker.stop()
        fs, path = broker.file_system, f"{DATA_DIRECTORY}/t-0/{0:020d}.log"
        fs.remove(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}")
        for checkpoint in ("recovery-point-offset-checkpoint", "replication-offset-checkpoint"):
            fs.write(f"{DATA_DIRECTORY}/{checkpoint}", b"0\n0\n")
        fs.write(path, fs.read(path)[:-5])
        fs.make_directory(f"{DATA_DIRECTORY}/{RECOVERY_LOSSES}.tmp")
        told: list[str] = []
        self.patch(Broker, "warn", lambda _, sentence: told.append(sentence))
        broker.start()
        [sentence] = [one for one in told if RECOVERY_LOSSES in one]
        self.assertIn("not kept", sentence)
        self.assertEqual(broker.connect().ask(*produce("t", batch(b"b"))).responses[0].partition_responses[0].error_code, 0)

    def test_settings_reach_the_logs(self) -> None:
        broker = self.broker(log_segment_bytes="2097152", log_retention_minutes="3")
        make_topic(broker.connect(), "t", max_message_bytes="77")
        assert broker.broker.partitions is not None
        partition = broker.broker.partitions.get("t", 0)
        assert partition is not None
        settings = partition.log.settings
        self.assertEqual((settings.segment_bytes, settings.retention_ms, settings.max_message_bytes), (2097152, 180_000, 77))
        self.assertEqual(settings.index_interval_bytes, LogSettings().index_interval_bytes)

    def test_limits_reach_the_connections(self) -> None:
        broker = self.broker(socket_request_max_bytes="5000", max_connections_per_ip="2", queued_max_request_bytes="700000")
        assert broker.broker.connections is not None
        self.assertEqual(broker.broker.connections.limits.max_frame_bytes, 5000)
        self.assertEqual(broker.broker.connections.memory.limit_bytes, 700_000)
        clients = [broker.connect(), broker.connect()]
        self.assertRaises(ConnectionRefusedError, broker.connect)
        clients[0].hang_up()
        broker.connect()

    def test_data_directory_is_described(self) -> None:
        broker = self.broker()
        make_topic(broker.connect(), "t", 2)
        answer = broker.connect().ask(DescribeLogDirsRequest(topics=None), 4)
        [directory] = answer.results
        self.assertEqual((directory.log_dir, [topic.name for topic in directory.topics]), ("/data", ["t"]))
        self.assertGreater(directory.total_bytes, 0)
