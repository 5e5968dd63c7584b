"""Apache Kafka's tools of 0.8.2.2, 1.1.1 and 2.8.2 that speak ZooKeeper, on klog's brokers; and Apache Kafka's brokers beside them.

The tools write znodes and hope that a controller acts; so here it is looked at what the brokers have done, by their own answers. What a
tool prints is parsed where it prints what it found. ``KLOG_REFERENCE=2.8.2`` has Apache Kafka's broker of that version in klog's place:
what is expected here is what it does, too (but for what klog refuses, and topic ids that it gives back).
"""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from tests import peers
from tests.integration import disk
from tests.integration.group_brokers import QUICK
from tests.integration.group_members import together
from tests.integration.running import TWISTD, KlogBroker, kafka_broker
from tests.integration.zookeepers import RealZooKeeper

REFERENCE = os.environ.get("KLOG_REFERENCE", "")
VERSIONS = ("0.8.2.2", "1.1.1", "2.8.2")
JVM_OPTIONS = peers.jvm("96m")
PATIENCE_S = 60.0


def run(version: str, tool: str, *arguments: str, text: str = "", check: bool = True) -> str:
    """One tool; what it printed."""
    done = subprocess.run(
        [*peers.kafka(version), *tool.split(), *arguments],
        input=text.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE_S * 2,
        env={**os.environ, "KAFKA_HEAP_OPTS": JVM_OPTIONS},
    )
    said = done.stdout.decode(errors="replace")
    if check and done.returncode:
        raise AssertionError(f"Kafka {version} {tool} {' '.join(arguments)} ended with {done.returncode}:\n{said[-3000:]}")
    return said


def wait_for(what: str, found: Any, wanted: Any = True) -> Any:
    """Until `found()` gives `wanted` (True: anything true)."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        value = found()
        if value == wanted or (wanted is True and value):
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: {value!r}, and {wanted!r} is expected")
        time.sleep(0.05)


def klog(zookeeper: str, broker_id: int, **settings: str) -> KlogBroker:
    """A broker of klog's in a cluster, not yet started."""
    named = {name.replace("_", "."): value for name, value in settings.items()}
    # With fewer brokers than copies there is no coordinator, and old tools look for one without end.
    fixed = {"zookeeper.connect": zookeeper, "broker.id": str(broker_id), "offsets.topic.replication.factor": "1"}
    return KlogBroker(settings={**QUICK, **fixed, **named})


class ToolCase(unittest.TestCase):
    """A ZooKeeper for all tests of a class, a chroot for each class, two brokers."""

    keeper: ClassVar[RealZooKeeper]
    zookeeper: ClassVar[str]
    address: ClassVar[str]
    nodes: ClassVar[Any]
    brokers: ClassVar[int] = 2

    @classmethod
    def setUpClass(cls) -> None:
        from kazoo.client import KazooClient

        cls.keeper = RealZooKeeper.of_class(cls)
        cls.zookeeper = f"{cls.keeper.connect}/{cls.__name__.lower()}"
        with contextlib.ExitStack() as stack:
            root = KazooClient(cls.keeper.connect, timeout=20)
            root.start()
            root.ensure_path("/" + cls.zookeeper.partition("/")[2])
            root.stop()
            root.close()
            if REFERENCE:
                folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True)))
                more = {"delete.topic.enable": "true", "offsets.topic.num.partitions": "5"}
                addresses = [stack.enter_context(kafka_broker(REFERENCE, folder, zookeeper=cls.zookeeper, settings=more, kill=True))]
            else:
                addresses = [stack.enter_context(klog(cls.zookeeper, number + 1)).address for number in range(cls.brokers)]
            cls.address = ",".join(addresses)
            cls.nodes = KazooClient(cls.zookeeper, timeout=20)
            cls.nodes.start()
            stack.callback(cls.nodes.close)
            stack.callback(cls.nodes.stop)
            cls._resources = stack.pop_all()

    _resources: ClassVar[contextlib.ExitStack]

    @classmethod
    def tearDownClass(cls) -> None:
        cls._resources.close()

    # What the brokers say

    def leaders(self, topic: str) -> dict[int, int] | None:
        """Leaders by partition, as all brokers say; of a partition that they do not agree on it is -1. None: none knows the topic."""
        from confluent_kafka.admin import AdminClient

        said: list[dict[int, int]] = []
        for address in self.address.split(","):
            admin = AdminClient({"bootstrap.servers": address, "log_level": 0})
            # Not of this topic: to ask for it makes it.
            found = admin.list_topics(timeout=20).topics.get(topic)
            said.append({number: each.leader for number, each in found.partitions.items()} if found and not found.error else {})
        if not any(said):
            return None
        return {number: leader if all(each.get(number) == leader for each in said) else -1 for number, leader in max(said, key=len).items()}

    def wait_led(self, topic: str, partitions: int) -> None:
        """Until all of `partitions` have a leader."""

        def led() -> bool:
            found = self.leaders(topic)
            return found is not None and len(found) == partitions and all(leader >= 0 for leader in found.values())

        wait_for(f"{topic} has {partitions} partitions, all with leaders", led)

    def config(self, topic: str, name: str) -> str | None:
        return disk.topic_configs(self.address, topic).get(name)

    def node(self, path: str) -> Any:
        """A node's JSON; None where there is no such node."""
        from kazoo.exceptions import NoNodeError

        try:
            data, _ = self.nodes.get(path)
        except NoNodeError:
            return None
        return json.loads(data) if data else ""

    def write(self, topic: str, partitions: int, count: int = 20) -> None:
        """Numbered records, `count` to each partition."""
        from confluent_kafka import Producer

        failures: list[str] = []
        producer = Producer({"bootstrap.servers": self.address, "log_level": 0})
        for number in range(count):
            for partition in range(partitions):
                producer.produce(
                    topic, b"%d/%d" % (partition, number), None, partition, lambda error, _: failures.append(str(error)) if error else None
                )
        self.assertEqual((producer.flush(PATIENCE_S), failures), (0, []))

    def ends(self, topic: str, partitions: int) -> list[int]:
        from confluent_kafka import Consumer, TopicPartition

        consumer = Consumer({"bootstrap.servers": self.address, "group.id": "none", "log_level": 0})
        try:
            return [consumer.get_watermark_offsets(TopicPartition(topic, number), 20)[1] for number in range(partitions)]
        finally:
            consumer.close()


@pytest.mark.soak
class TopicToolTests(ToolCase):
    """Topics and their configs."""

    def journey(self, version: str) -> None:
        """Create, look, grow, configure, delete, with one version's tools."""
        topic = f"made-by-{version}"

        def topics(*arguments: str) -> str:
            return run(version, "topics", "--zookeeper", self.zookeeper, *arguments)

        topics("--create", "--topic", topic, "--partitions", "2", "--replication-factor", "1", "--config", "retention.ms=3600000")
        self.wait_led(topic, 2)
        self.assertEqual(self.config(topic, "retention.ms"), "3600000")
        if peers.SOAK:
            self.assertIn(topic, topics("--list").split())
        self.write(topic, 2)
        topics("--alter", "--topic", topic, "--partitions", "4")
        self.wait_led(topic, 4)
        self.write(topic, 4)
        self.assertEqual(self.ends(topic, 4), [40, 40, 20, 20])
        said = topics("--describe", "--topic", topic)
        shown = {
            int(line.split("Partition: ")[1].split()[0]): int(line.split("Leader: ")[1].split()[0])
            for line in said.splitlines()
            if "Leader:" in line
        }
        self.assertEqual(shown, self.leaders(topic), said)
        if version == "0.8.2.2":
            topics("--alter", "--topic", topic, "--config", "max.message.bytes=70000")
        else:
            entity = ("--entity-type", "topics", "--entity-name", topic)
            run(version, "configs", "--zookeeper", self.zookeeper, "--alter", *entity, "--add-config", "max.message.bytes=70000")
        wait_for("the new config", lambda: self.config(topic, "max.message.bytes"), "70000")
        self.assertEqual(self.config(topic, "retention.ms"), "3600000")
        if version == "0.8.2.2":
            if peers.SOAK:
                topics("--alter", "--topic", topic, "--delete-config", "max.message.bytes")
                wait_for("no config any more", lambda: self.config(topic, "max.message.bytes"), None)
        elif peers.SOAK:
            run(version, "configs", "--zookeeper", self.zookeeper, "--alter", *entity, "--delete-config", "max.message.bytes")
            wait_for("no config any more", lambda: self.config(topic, "max.message.bytes"), None)
            self.assertIn("retention.ms=3600000", run(version, "configs", "--zookeeper", self.zookeeper, "--describe", *entity))
        topics("--delete", "--topic", topic)
        wait_for("the topic's end", lambda: self.leaders(topic), None)
        for path in (f"/brokers/topics/{topic}", f"/config/topics/{topic}", f"/admin/delete_topics/{topic}"):
            wait_for(f"no {path}", lambda path=path: self.node(path), None)
        # Of the same name and without a past.
        disk.create_topic(self.address, topic, 2)
        self.wait_led(topic, 2)
        self.assertEqual(self.ends(topic, 2), [0, 0])
        self.assertIsNone(self.config(topic, "retention.ms"))

    def test_journeys(self) -> None:
        # As many at a time as there are processors: the tools wait for themselves most of the time.
        versions = VERSIONS if peers.SOAK else ("0.8.2.2", "2.8.2")
        together(*(lambda version=version: self.journey(version) for version in versions))

    def test_list_and_describe_what_klog_made(self) -> None:
        disk.create_topic(self.address, "made-by-a-client", 3, {"cleanup.policy": "compact"})
        self.wait_led("made-by-a-client", 3)
        for version in VERSIONS if peers.SOAK else ("1.1.1",):
            said = run(version, "topics", "--zookeeper", self.zookeeper, "--describe", "--topic", "made-by-a-client")
            self.assertIn("cleanup.policy=compact", said)
            self.assertEqual(said.count("Leader: "), 3, said)
            unavailable = (
                run(version, "topics", "--zookeeper", self.zookeeper, "--describe", "--unavailable-partitions") if peers.SOAK else ""
            )
            self.assertNotIn("made-by-a-client", unavailable)

    def test_topic_id_dropped_by_an_old_tool_comes_back(self) -> None:
        disk.create_topic(self.address, "kept-id", 2)
        self.wait_led("kept-id", 2)
        before = self.node("/brokers/topics/kept-id")["topic_id"]
        self.assertTrue(before)
        run("1.1.1", "topics", "--zookeeper", self.zookeeper, "--alter", "--topic", "kept-id", "--partitions", "3")
        self.wait_led("kept-id", 3)
        if not REFERENCE:
            wait_for("the topic's id", lambda: self.node("/brokers/topics/kept-id").get("topic_id"), before)
        self.write("kept-id", 3)
        self.assertEqual(self.ends("kept-id", 3), [20, 20, 20])

    def test_reassignment(self) -> None:
        """Each partition goes to the other broker, with its records."""
        if self.brokers < 2:
            raise unittest.SkipTest("there is no other broker")
        disk.create_topic(self.address, "moves", 2)
        self.wait_led("moves", 2)
        self.write("moves", 2)
        before = self.leaders("moves")
        assert before is not None
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "plan.json"
            plan = [{"topic": "moves", "partition": number, "replicas": [3 - leader]} for number, leader in before.items()]
            file.write_text(json.dumps({"version": 1, "partitions": plan}))
            version = "1.1.1"
            said = run(
                version,
                "reassign-partitions",
                "--zookeeper",
                self.zookeeper,
                "--reassignment-json-file",
                str(file),
                "--execute",
                check=False,
            )
        self.assertIn("Successfully started reassignment", said)
        wait_for("no request any more", lambda: self.node("/admin/reassign_partitions"), None)
        wait_for("the other one leads each", lambda: self.leaders("moves"), {number: 3 - leader for number, leader in before.items()})
        self.assertEqual(self.ends("moves", 2), [20, 20])
        if peers.SOAK:
            run("1.1.1", "java kafka.admin.PreferredReplicaLeaderElectionCommand", "--zookeeper", self.zookeeper)
            wait_for("no request any more", lambda: self.node("/admin/preferred_replica_election"), None)

    def test_nodes_written_by_hand(self) -> None:
        """What tools write that are not here: notifications of 0.9, requests that make no sense, nodes that nobody can read."""
        disk.create_topic(self.address, "by-hand", 1)
        self.wait_led("by-hand", 1)
        config = json.dumps({"version": 1, "config": {"retention.ms": "7200000"}}).encode()
        if self.nodes.exists("/config/topics/by-hand"):
            self.nodes.set("/config/topics/by-hand", config)
        else:
            self.nodes.create("/config/topics/by-hand", config)
        notification = {"version": 1, "entity_type": "topics", "entity_name": "by-hand"}
        self.nodes.create("/config/changes/config_change_", json.dumps(notification).encode(), sequence=True)
        if REFERENCE:
            # Those of 0.10.1 and later read their own kind only.
            notification = {"version": 2, "entity_path": "topics/by-hand"}
            self.nodes.create("/config/changes/config_change_", json.dumps(notification).encode(), sequence=True)
        wait_for("the new config", lambda: self.config("by-hand", "retention.ms"), "7200000")
        self.nodes.create("/admin/delete_topics/no-such-topic", b"")
        wait_for("no request any more", lambda: self.node("/admin/delete_topics/no-such-topic"), None)
        if not REFERENCE:
            for path, data in {
                "/config/changes/config_change_": b"nonsense",
                "/brokers/topics/nonsense": b'{"version":1,"partitions":[1,2]}',
                "/brokers/topics/bytes": b"\xff\x00",
                "/admin/reassign_partitions": b"[]",
                "/admin/preferred_replica_election": b"{",
            }.items():
                self.nodes.create(path, data, sequence=path.endswith("_"))
            wait_for("no request any more", lambda: self.nodes.exists("/admin/reassign_partitions"), None)
            wait_for("no request any more", lambda: self.nodes.exists("/admin/preferred_replica_election"), None)
            for path in ("/brokers/topics/nonsense", "/brokers/topics/bytes"):
                self.nodes.delete(path, recursive=True)
        spread = {"version": 1, "partitions": {"0": [1], "1": [1]}}
        self.nodes.create("/brokers/topics/written", json.dumps(spread).encode())
        self.wait_led("written", 2)
        self.write("written", 2)


@pytest.mark.soak
class ConsumingToolTests(ToolCase):
    """Old consumers, producers and those who look at their offsets."""

    def old_consumer(self, version: str, topic: str, count: int, folder: pathlib.Path) -> list[str]:
        config = folder / f"{version}.properties"
        config.write_text(f"group.id={topic}\nauto.commit.interval.ms=200\n")
        arguments = ["--topic", topic, "--from-beginning", "--consumer.config", str(config), "--max-messages", str(count)]
        said = run(version, "console-consumer", "--zookeeper", self.zookeeper, *arguments)
        return sorted(line for line in said.splitlines() if "/" in line and line[0].isdigit())

    def journey(self, version: str, folder: pathlib.Path) -> None:
        topic = f"read-by-{version}"
        disk.create_topic(self.address, topic, 2)
        self.wait_led(topic, 2)
        expected = sorted(f"{number % 2}/{number}" for number in range(40))
        # 0.8.2.2's knows nothing but --broker-list.
        run(version, "console-producer", "--broker-list", self.address, "--topic", topic, text="\n".join(expected) + "\n")
        wait_for("all is there", lambda: sum(self.ends(topic, 2)), 40)
        self.assertEqual(self.old_consumer(version, topic, 40, folder), expected)
        offsets = {number: self.node(f"/consumers/{topic}/offsets/{topic}/{number}") for number in range(2)}
        self.assertEqual([offset or 0 for offset in offsets.values()], self.ends(topic, 2))
        if version == "0.8.2.2":
            said = run(version, "java kafka.tools.ConsumerOffsetChecker", "--zookeeper", self.zookeeper, "--group", topic)
            table = [line.split() for line in said.splitlines() if line.startswith(topic)]
            self.assertEqual(sorted(int(row[2]) for row in table), [0, 1], said)
            self.assertEqual([int(row[5]) for row in table], [0, 0], said)
        else:
            said = run(version, "consumer-groups", "--zookeeper", self.zookeeper, "--describe", "--group", topic)
            table = [line.split() for line in said.splitlines() if line.startswith(topic)]
            self.assertEqual(sorted(int(row[1]) for row in table), [0, 1], said)
            self.assertEqual([int(row[4]) for row in table], [0, 0], said)

    def test_journeys(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            together(*(lambda version=version: self.journey(version, pathlib.Path(folder)) for version in ("0.8.2.2", "1.1.1")))


@unittest.skipIf(REFERENCE, "of klog's brokers only")
class NeverMixedTests(unittest.TestCase):
    """klog's brokers and Apache Kafka's never share a cluster."""

    keeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        cls.keeper = RealZooKeeper.of_class(cls)

    @contextlib.contextmanager
    def kafka(self, zookeeper: str, broker_id: int) -> Iterator[str]:
        with tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True) as folder:
            more = {"broker.id": str(broker_id), "zookeeper.session.timeout.ms": "10000"}
            with kafka_broker("2.8.2", pathlib.Path(folder), zookeeper=zookeeper, settings=more, kill=True, controlled=False) as address:
                yield address

    def registered(self, zookeeper: str, broker_id: int) -> bool:
        from kazoo.client import KazooClient

        client = KazooClient(zookeeper, timeout=20)
        client.start()
        try:
            return client.exists(f"/brokers/ids/{broker_id}") is not None
        finally:
            client.stop()
            client.close()

    def refused(self, zookeeper: str, broker_id: int) -> str:
        """The last thing that a broker says that must not start."""
        with tempfile.TemporaryDirectory(prefix="klog-test-") as folder:
            command = [str(TWISTD), "-n", "--pidfile=", "klog-broker", "--port", "0", "--log-dir", folder]
            command += ["--zookeeper", zookeeper, "--set", f"broker.id={broker_id}"]
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE_S, stdin=subprocess.DEVNULL)
        said = done.stdout.decode(errors="replace")
        self.assertNotEqual(done.returncode, 0, said)
        self.assertNotIn("Traceback", said)
        self.assertNotIn("READY", said)
        return said

    def test_klog_does_not_start_beside_kafka_and_gives_up_when_one_comes(self) -> None:
        zookeeper = self.keeper.connect + "/mixed"
        with klog(zookeeper, 1, zookeeper_session_timeout_ms="3000") as broker:
            disk.create_topic(broker.address, "ours", 2)
            case = ToolCase()
            type(case).address = broker.address
            case.wait_led("ours", 2)
            case.write("ours", 2)
            with self.kafka(zookeeper, 7) as address:
                wait_for("Kafka's registration", lambda: self.registered(zookeeper, 7))
                wait_for("it gives up", lambda: all(leader < 0 for leader in (case.leaders("ours") or {0: -1}).values()))
                said = self.refused(zookeeper, 2)
                self.assertIn("7", said)
                self.assertIn(address, said)
            # It was killed: its registration goes with its session.
            wait_for("it leads again", lambda: set((case.leaders("ours") or {}).values()), {1})
            case.write("ours", 2)
            self.assertEqual(case.ends("ours", 2), [40, 40])
            self.assertIn(address, broker.output())

    def test_two_with_one_id(self) -> None:
        zookeeper = self.keeper.connect + "/twice"
        with klog(zookeeper, 5) as broker:
            said = self.refused(zookeeper, 5)
            self.assertIn("5", said)
            self.assertIn(broker.address, said)
