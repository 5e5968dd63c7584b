"""Apache Kafka's own tools, of every version that the issue names, on klog.

One broker for all; each test has topics of its own. What a tool prints is parsed: most of them end with exit code 0 whatever happens.
"""

from __future__ import annotations

import json
import re
import socket
import tempfile
import time
import unittest
from typing import ClassVar

import pytest

from tests import peers
from tests.integration.clients import Confluent
from tests.integration.journey import Item
from tests.integration.kafka_tools import run_warm
from tests.integration.running import KlogBroker, run_tool
from tests.integration.test_clients import create

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

LINES = [b"line %d with some text" % number for number in range(300)]


def said(text: str) -> list[str]:
    """What a tool printed, without the stacks of its errors and without log lines."""
    lines = (line.removeprefix('Exception in thread "main" ') for line in text.splitlines())
    return [line for line in lines if line and not line.startswith(("\tat ", "\t... ", "[", "log4j:", " ("))]


class ToolTests(unittest.TestCase):
    """Tools against one running broker."""

    broker: ClassVar[KlogBroker]
    maxDiff = None

    @classmethod
    def setUpClass(cls) -> None:
        peers.kafka("4.3.1")
        cls.broker = KlogBroker(settings={"num.partitions": "1"}).start()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.__exit__(None, None, None)

    @property
    def address(self) -> str:
        return self.broker.address

    def values(self, topic: str, count: int) -> list[bytes | None]:
        """What confluent-kafka finds in partition 0."""
        return [item.value for item in self.items(topic, count)]

    def items(self, topic: str, count: int) -> list[Item]:
        return [item for item in Confluent().consume(self.address, topic, count) if item.partition == 0]

    # The way in which the others are run

    def test_the_script_prints_what_one_jvm_prints(self) -> None:
        create(self.address, "both-ways", partitions=2)
        server = ("--bootstrap-server", self.address)
        commands = (
            ("topics", *server, "--describe", "--topic", "both-ways"),
            ("topics", *server, "--create", "--topic", "both-ways", "--partitions", "1"),
            ("configs", *server, "--entity-type", "topics", "--entity-name", "both-ways", "--describe", "--all"),
            ("consumer-groups", *server, "--describe", "--group", "nobody"),
            ("consumer-groups", *server, "--describe", "--no-such-option"),
        )
        for version in peers.versions("2.8.2", "3.9.2", "4.3.1"):
            for tool, *arguments in commands:
                with self.subTest(version=version, tool=tool, arguments=arguments):
                    once, again = (said(run(version, tool, *arguments, check=False)) for run in (run_warm, run_tool))
                    self.assertEqual(once, again)
            for run in (run_warm, run_tool):
                with self.assertRaisesRegex(AssertionError, "ended with 1"):
                    run(version, *commands[-1])

    def test_a_tool_that_takes_too_long(self) -> None:
        self.addCleanup(run_warm, "4.3.1", "topics", "--bootstrap-server", self.address, "--list")
        with socket.create_server(("127.0.0.1", 0)) as silent:
            address = f"127.0.0.1:{silent.getsockname()[1]}"
            with self.assertRaisesRegex(AssertionError, "did not answer within 1.5 s"):
                run_warm("4.3.1", "topics", "--bootstrap-server", address, "--list", timeout=1.5)

    # Topics and configurations

    def test_topics(self) -> None:
        for version in peers.versions("2.8.2", "3.9.2", "4.3.1"):
            with self.subTest(version=version):
                topic = f"topics-{version}"
                server = ("--bootstrap-server", self.address)
                run_warm(version, "topics", *server, "--create", "--topic", topic, "--partitions", "3", "--config", "retention.ms=12345678")
                self.assertIn(topic, run_warm(version, "topics", *server, "--list").split())
                described = run_warm(version, "topics", *server, "--describe", "--topic", topic)
                self.assertRegex(described, r"PartitionCount: ?3")
                self.assertIn("retention.ms=12345678", described)
                self.assertEqual(len(re.findall(r"Partition: \d+\s+Leader: \d+\s+Replicas: \d+\s+Isr: \d+", described)), 3, described)
                run_warm(version, "topics", *server, "--alter", "--topic", topic, "--partitions", "5")
                self.assertRegex(run_warm(version, "topics", *server, "--describe", "--topic", topic), r"PartitionCount: ?5")
                again = run_warm(version, "topics", *server, "--create", "--topic", topic, "--partitions", "1", check=False)
                self.assertIn("already exists", again)
                run_warm(version, "topics", *server, "--delete", "--topic", topic)
                self.assertNotIn(topic, run_warm(version, "topics", *server, "--list").split())

    def test_configs_of_topics(self) -> None:
        create(self.address, *(f"configs-{version}" for version in peers.versions("2.8.2", "3.9.2", "4.3.1")), partitions=1)
        for version in peers.versions("2.8.2", "3.9.2", "4.3.1"):
            with self.subTest(version=version):
                entity = ("--bootstrap-server", self.address, "--entity-type", "topics", "--entity-name", f"configs-{version}")
                run_warm(version, "configs", *entity, "--alter", "--add-config", "segment.bytes=1048576,retention.ms=777")
                described = run_warm(version, "configs", *entity, "--describe")
                self.assertIn("segment.bytes=1048576", described)
                self.assertIn("retention.ms=777", described)
                run_warm(version, "configs", *entity, "--alter", "--delete-config", "retention.ms")
                described = run_warm(version, "configs", *entity, "--describe")
                self.assertNotIn("retention.ms", described)
                everything = run_warm(version, "configs", *entity, "--describe", "--all")
                self.assertIn("retention.ms=604800000", everything)
                refused = run_warm(version, "configs", *entity, "--alter", "--add-config", "segment.bytes=x", check=False)
                self.assertRegex(refused, "InvalidConfiguration|Invalid value")

    def test_configs_of_groups(self) -> None:
        entity = ("--bootstrap-server", self.address, "--entity-type", "groups", "--entity-name", "configured")
        run_warm("4.3.1", "configs", *entity, "--alter", "--add-config", "consumer.session.timeout.ms=50000")
        described = run_warm("4.3.1", "configs", *entity, "--describe")
        self.assertRegex(described, r"consumer.session.timeout.ms=50000 .*DYNAMIC_GROUP_CONFIG:consumer.session.timeout.ms=50000")
        everything = run_warm("4.3.1", "configs", *entity, "--describe", "--all")
        self.assertIn("consumer.heartbeat.interval.ms=5000", everything)
        all_groups = run_warm("4.3.1", "configs", "--bootstrap-server", self.address, "--entity-type", "groups", "--describe")
        self.assertIn("configured", all_groups)
        refused = run_warm("4.3.1", "configs", *entity, "--alter", "--add-config", "consumer.session.timeout.ms=1", check=False)
        self.assertIn("group.consumer.min.session.timeout.ms", refused)
        run_warm("4.3.1", "configs", *entity, "--alter", "--delete-config", "consumer.session.timeout.ms")
        self.assertNotIn("50000", run_warm("4.3.1", "configs", *entity, "--describe"))

    def test_configs_of_brokers(self) -> None:
        broker_id = re.search(r"broker\.id=(\d+)", self.broker.output())
        assert broker_id
        for version in peers.versions("1.1.1", "2.8.2", "3.9.2", "4.3.1"):
            with self.subTest(version=version):
                entity = ("--bootstrap-server", self.address, "--entity-type", "brokers", "--entity-name", broker_id[1])
                run_warm(version, "configs", *entity, "--alter", "--add-config", "log.retention.ms=1234567890")
                self.assertIn("log.retention.ms=1234567890", run_warm(version, "configs", *entity, "--describe"))
                run_warm(version, "configs", *entity, "--alter", "--delete-config", "log.retention.ms")
                self.assertNotIn("log.retention.ms=1234567890", run_warm(version, "configs", *entity, "--describe"))

    # Offsets, records, directories, versions

    def test_get_offsets(self) -> None:
        create(self.address, "offsets", partitions=2)
        # Not so long ago that retention takes them in the middle of it.
        now_ms = int(time.time() * 1000)
        Confluent().produce(self.address, "offsets", [Item(1, now_ms + number, None, b"x") for number in range(7)])
        for version in peers.versions("0.8.2.2", "1.1.1", "2.8.2", "3.9.2", "4.3.1"):
            with self.subTest(version=version):
                server = "--bootstrap-server" if version in ("3.9.2", "4.3.1") else "--broker-list"
                run = run_tool if version == "0.8.2.2" else run_warm
                latest = run(version, "get-offsets", server, self.address, "--topic", "offsets", "--time", "-1")
                self.assertIn("offsets:0:0", latest)
                self.assertIn("offsets:1:7", latest)
                earliest = run(version, "get-offsets", server, self.address, "--topic", "offsets", "--time", "-2")
                self.assertIn("offsets:1:0", earliest)

    def test_delete_records(self) -> None:
        for version in peers.versions("1.1.1", "2.8.2", "3.9.2", "4.3.1"):
            with self.subTest(version=version), tempfile.NamedTemporaryFile("w", suffix=".json") as plan:
                topic = f"delete-{version}"
                create(self.address, topic, partitions=1)
                Confluent().produce(self.address, topic, [Item(0, None, None, b"x") for _ in range(10)])
                json.dump({"version": 1, "partitions": [{"topic": topic, "partition": 0, "offset": 4}]}, plan)
                plan.flush()
                told = run_warm(version, "delete-records", "--bootstrap-server", self.address, "--offset-json-file", plan.name)
                self.assertRegex(told, r"low_watermark: 4")

    def test_log_dirs(self) -> None:
        create(self.address, "dirs", partitions=1)
        Confluent().produce(self.address, "dirs", [Item(0, None, None, b"x" * 100)])
        for version in peers.versions("1.1.1", "2.8.2", "3.9.2", "4.3.1"):
            with self.subTest(version=version):
                told = run_warm(version, "log-dirs", "--bootstrap-server", self.address, "--describe", "--topic-list", "dirs")
                found = json.loads(next(line for line in told.splitlines() if line.startswith("{")))
                partition = found["brokers"][0]["logDirs"][0]["partitions"][0]
                self.assertEqual(partition["partition"], "dirs-0")
                self.assertGreater(partition["size"], 100)

    def test_broker_api_versions(self) -> None:
        for version in peers.versions("1.1.1", "2.8.2", "3.9.2", "4.3.1"):
            with self.subTest(version=version):
                told = run_warm(version, "broker-api-versions", "--bootstrap-server", self.address)
                self.assertRegex(told, r"Produce\(0\): 0 to 13")
                self.assertRegex(told, r"Fetch\(1\): 0 to 18")

    # Producers and consumers

    def test_console_producer(self) -> None:
        for version in peers.versions("0.8.2.2", "1.1.1", "2.8.2", "3.9.2", "4.3.1"):
            with self.subTest(version=version):
                topic = f"console-{version}"
                create(self.address, topic, partitions=1)
                server = "--broker-list" if version in ("0.8.2.2", "1.1.1") else "--bootstrap-server"
                # It reads lines and drops a carriage return at their end.
                lines = b"".join(line + b"\r\n" for line in LINES)
                run_tool(version, "console-producer", server, self.address, "--topic", topic, input_bytes=lines)
                self.assertEqual(self.values(topic, len(LINES)), LINES)

    def test_old_console_producer_with_each_codec(self) -> None:
        for codec in ("none", "gzip", "snappy", "lz4"):
            with self.subTest(codec=codec):
                topic = f"console-old-{codec}"
                create(self.address, topic, partitions=1)
                arguments = ("--broker-list", self.address, "--topic", topic, "--compression-codec", codec)
                run_tool("0.8.2.2", "console-producer", *arguments, input_bytes=b"\n".join(LINES) + b"\n")
                self.assertEqual(self.values(topic, len(LINES)), LINES)

    def test_producer_perf_test(self) -> None:
        for version in peers.versions("0.8.2.2", "1.1.1", "2.8.2", "3.9.2", "4.3.1"):
            with self.subTest(version=version):
                topic = f"perf-{version}"
                create(self.address, topic, partitions=1)
                bootstrap = f"bootstrap.servers={self.address}"
                if version == "0.8.2.2":
                    arguments = [topic, "2000", "100", "-1", bootstrap, "acks=1"]
                else:
                    props = "--command-property" if version == "4.3.1" else "--producer-props"
                    arguments = ["--topic", topic, "--num-records", "2000", "--record-size", "100", "--throughput", "-1", props, bootstrap]
                told = run_tool(version, "producer-perf-test", *arguments)
                self.assertRegex(told, r"2000 records sent")
                self.assertEqual(len(self.items(topic, 2000)), 2000)

    def test_verifiable_producer(self) -> None:
        for version in peers.versions("1.1.1", "2.8.2", "3.9.2", "4.3.1"):
            with self.subTest(version=version):
                topic = f"verifiable-{version}"
                create(self.address, topic, partitions=1)
                server = "--broker-list" if version in ("1.1.1", "2.8.2") else "--bootstrap-server"
                told = run_tool(version, "verifiable-producer", server, self.address, "--topic", topic, "--max-messages", "500")
                self.assertEqual(told.count('"producer_send_success"'), 500)
                self.assertEqual(self.values(topic, 500), [b"%d" % number for number in range(500)])

    def test_console_consumer(self) -> None:
        create(self.address, "read", partitions=1)
        Confluent().produce(self.address, "read", [Item(0, None, None, line) for line in LINES], "gzip")
        for version in peers.versions("1.1.1", "2.8.2", "3.9.2", "4.3.1"):
            with self.subTest(version=version):
                told = run_tool(
                    version, "console-consumer", "--bootstrap-server", self.address, "--topic", "read", "--partition", "0",
                    "--offset", "earliest",
                    "--max-messages", str(len(LINES)), "--timeout-ms", "60000",
                )  # fmt: skip
                self.assertEqual([line.encode() for line in told.splitlines() if line.startswith("line ")], LINES)

    def test_simple_consumer_shell(self) -> None:
        create(self.address, "old-read", partitions=1)
        for codec in ("none", "gzip", "snappy", "lz4"):
            Confluent().produce(self.address, "old-read", [Item(0, None, b"key", line, (("h", b"v"),)) for line in LINES[:50]], codec)
        told = run_tool(
            "0.8.2.2", "java", "kafka.tools.SimpleConsumerShell", "--broker-list", self.address, "--topic", "old-read", "--partition", "0",
            "--offset", "-2", "--max-messages", "200", "--no-wait-at-logend",
        )  # fmt: skip
        self.assertEqual([line.encode() for line in told.splitlines() if line.startswith("line ")], LINES[:50] * 4, told[-2000:])
