"""``kafka-reassign-partitions`` moves the partitions of three klog brokers: generate, execute, throttle, verify, list, cancel; and by
``/admin/reassign_partitions``, as tools up to 2.8 can (``--zookeeper``).

The tool is of 3.9.2; in `make soak` of 2.8.2 and 4.3.1, too, and klog's own command does what it is for.
"""

from __future__ import annotations

import contextlib
import json
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time
import unittest
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import pytest
from confluent_kafka import Producer
from confluent_kafka.admin import AdminClient, ConfigResource, NewTopic, ResourceType
from kazoo.client import KazooClient

from tests import peers
from tests.integration import disk
from tests.integration.cluster_brokers import ClusterBrokers
from tests.integration.command import KLOG, Ended, environment, piped
from tests.integration.kafka_tools import run_warm
from tests.integration.warm_start import WarmPopen
from tests.integration.zookeepers import RealZooKeeper

VERSIONS = ("2.8.2", "3.9.2", "4.3.1") if peers.SOAK else ("3.9.2",)
#: Has both ways.
OLD = "2.8.2"
COUNT = 500
SETTINGS = {"offsets.topic.replication.factor": "1", "auto.leader.rebalance.enable": "false", "replica.lag.time.max.ms": "5000"}


@pytest.mark.soak
class ReassignTests(unittest.TestCase):
    """See the module."""

    zookeeper: ClassVar[RealZooKeeper]
    cluster: ClassVar[ClusterBrokers]
    keeper: ClassVar[KazooClient]

    @classmethod
    def setUpClass(cls) -> None:
        for version in VERSIONS:
            peers.kafka(version)
        cls.zookeeper = RealZooKeeper.of_class(cls)
        cls.cluster = ClusterBrokers(cls.zookeeper.connect + "/moves", settings=SETTINGS)
        cls.enterClassContext(cls.cluster)
        cls.admin = AdminClient({"bootstrap.servers": cls.cluster.bootstrap, **disk.QUIET})
        cls.keeper = KazooClient(cls.zookeeper.connect + "/moves")
        cls.keeper.start(60)
        cls.addClassCleanup(cls.keeper.close)
        cls.addClassCleanup(cls.keeper.stop)

    admin: ClassVar[Any]

    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    # What there is

    def create(self, name: str, assignment: Sequence[Sequence[int]], value_bytes: int = 100) -> None:
        """A topic on these brokers, with records."""
        topic = NewTopic(name, len(assignment), replica_assignment=[list(each) for each in assignment])
        self.admin.create_topics([topic])[name].result(30)
        producer = Producer({"bootstrap.servers": self.cluster.bootstrap, "acks": "all", "linger.ms": 20, **disk.QUIET})
        for number in range(COUNT):
            producer.produce(name, b"%08d" % number + b"x" * value_bytes, partition=number % len(assignment))
        self.assertEqual(producer.flush(60), 0)

    def assigned(self, name: str) -> dict[int, list[int]]:
        """Brokers by partition, as the topic's znode has them."""
        znode = json.loads(self.keeper.get(f"/brokers/topics/{name}")[0])
        self.assertEqual(znode["version"], 3)
        return {int(number): brokers for number, brokers in znode["partitions"].items()}

    def holders(self, name: str) -> dict[int, list[int]]:
        """Brokers that have a log of each partition on their disk."""
        found: dict[int, list[int]] = {}
        for number, broker in self.cluster.brokers.items():
            for folder in broker.data.glob(f"{name}-*"):
                if re.fullmatch(rf"{name}-\d+", folder.name):
                    found.setdefault(int(folder.name.rpartition("-")[2]), []).append(number)
        return {number: sorted(brokers) for number, brokers in sorted(found.items())}

    def check(self, name: str, wanted: dict[int, list[int]]) -> None:
        """It lies there, and nowhere else, with all its records."""
        holders = {number: sorted(brokers) for number, brokers in wanted.items()}
        disk.wait_for(f"{name} lies on {wanted}", lambda: self.assigned(name) == wanted and self.holders(name) == holders)
        rows = disk.read_topic(self.cluster.bootstrap, name, len(wanted))
        values = sorted(row.value[:8] for some in rows.values() for row in some if row.value is not None)
        self.assertEqual(values, [b"%08d" % number for number in range(COUNT)])

    def configs(self, kind: str, name: str) -> dict[str, str]:
        """What is set for a topic or broker."""
        resource = ConfigResource(ResourceType.TOPIC if kind == "topic" else ResourceType.BROKER, name)
        entries = self.admin.describe_configs([resource])[resource].result(30)
        return {key: entry.value for key, entry in entries.items() if not entry.is_default and "throttled" in key and entry.value}

    # The tool

    def tool(self, version: str, *arguments: str, check: bool = True) -> str:
        """What it prints."""
        return run_warm(version, "reassign-partitions", "--bootstrap-server", self.cluster.bootstrap, *arguments, check=check)

    def plan(self, name: str, wanted: dict[int, list[int]]) -> str:
        """A file with these."""
        path = self.folder / f"{name}.json"
        rows = [{"topic": name, "partition": number, "replicas": brokers} for number, brokers in wanted.items()]
        path.write_text(json.dumps({"version": 1, "partitions": rows}))
        return str(path)

    def wait_done(self, version: str, plan: str, count: int) -> str:
        """``--verify``, until all of them are complete."""
        said = [""]

        def is_done() -> bool:
            said[0] = self.tool(version, "--reassignment-json-file", plan, "--verify")
            return len(re.findall(r"is complete|completed successfully", said[0])) >= count

        disk.wait_for("all is complete", is_done, state=lambda: said[0])
        return said[0]

    def test_generate_execute_verify(self) -> None:
        for version in VERSIONS:
            name = f"generated-{version.replace('.', '-')}"
            self.create(name, [[1], [1], [1]])
            topics = self.folder / "topics.json"
            topics.write_text(json.dumps({"version": 1, "topics": [{"topic": name}]}))
            said = self.tool(version, "--topics-to-move-json-file", str(topics), "--broker-list", "2,3", "--generate")
            proposed = json.loads(said.splitlines()[-1] if said.splitlines()[-1].startswith("{") else said[said.rindex('{"version"') :])
            wanted = {row["partition"]: row["replicas"] for row in proposed["partitions"]}
            plan = self.plan(name, wanted)
            said = self.tool(version, "--reassignment-json-file", plan, "--execute")
            self.assertIn("Successfully started partition reassignments", said)
            self.wait_done(version, plan, 3)
            self.check(name, wanted)
            self.assertIn("No partition reassignments found", self.tool(version, "--list"))

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_other_counts_of_copies(self) -> None:
        for version in VERSIONS:
            name = f"counted-{version.replace('.', '-')}"
            self.create(name, [[1], [2]])
            for wanted in ({0: [1, 2, 3], 1: [3, 2, 1]}, {0: [3], 1: [1, 2]}):
                plan = self.plan(name, wanted)
                self.tool(version, "--reassignment-json-file", plan, "--execute")
                self.wait_done(version, plan, 2)
                self.check(name, wanted)

    def test_throttle_list_and_cancel(self) -> None:
        """A throttle that stops nearly everything: the move is seen, listed and given up; the throttle goes with it."""
        for version in VERSIONS:
            name = f"throttled-{version.replace('.', '-')}"
            self.create(name, [[1, 2]], value_bytes=20_000)
            plan = self.plan(name, {0: [3, 1]})
            said = self.tool(version, "--reassignment-json-file", plan, "--execute", "--throttle", "1000")
            self.assertIn("Successfully started partition reassignment", said)
            self.assertEqual(self.configs("topic", name)["follower.replication.throttled.replicas"], "0:3")
            self.assertEqual(self.configs("broker", "3")["follower.replication.throttled.rate"], "1000")
            listed = self.tool(version, "--list")
            self.assertRegex(listed, rf"{name}-0: replicas: [\d,]+\.\s+adding: 3\.\s+removing: 2\.", listed)
            self.assertIn("is still in progress", self.tool(version, "--reassignment-json-file", plan, "--verify"))
            said = self.tool(version, "--reassignment-json-file", plan, "--cancel")
            self.assertIn("Successfully cancelled partition reassignment", said)
            self.check(name, {0: [1, 2]})
            self.assertEqual((self.configs("topic", name), self.configs("broker", "3")), ({}, {}))
            self.assertIn("No partition reassignments found", self.tool(version, "--list"))

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_the_throttle_holds(self) -> None:
        """Ten megabytes at a megabyte a second, within a tenth."""
        name = "rated"
        self.create(name, [[1]], value_bytes=20_000)
        size = sum(path.stat().st_size for path in (self.cluster.brokers[1].data / f"{name}-0").glob("*.log"))
        plan = self.plan(name, {0: [2]})
        rate = 1_000_000
        # The rate is taken over eleven seconds, from the first copy in them on: where another test has copied something that counts in the
        # first of them, what it has left of the rest comes at once, as with Kafka's brokers.
        time.sleep(12)
        with self.watched(name, 2) as seen:
            self.tool("3.9.2", "--reassignment-json-file", plan, "--execute", "--throttle", str(rate))
            disk.wait_for("it has moved", lambda: self.assigned(name) == {0: [2]})
        self.wait_done("3.9.2", plan, 1)
        self.check(name, {0: [2]})
        self.assertEqual(self.configs("topic", name), {})
        began = next(when for when, found in seen if found)
        seconds = next(when for when, found in seen if found == size) - began
        print(f"{size} bytes in {seconds:.1f} s: {size / seconds / rate:.2f} of the rate")
        # The first megabyte comes at once.
        self.assertGreater(seconds, (size - 2 * rate) / (1.1 * rate), seen)
        self.assertLess(seconds, size / (0.9 * rate) + 2, seen)

    @contextlib.contextmanager
    def watched(self, name: str, number: int) -> Iterator[list[tuple[float, int]]]:
        """How many bytes of the only partition of a topic a broker has on its disk, and since when, as that grows meanwhile."""
        seen: list[tuple[float, int]] = []
        ending = threading.Event()

        def look() -> None:
            while not ending.wait(0.01):
                found = sum(path.stat().st_size for path in (self.cluster.brokers[number].data / f"{name}-0").glob("*.log"))
                if not seen or seen[-1][1] != found:
                    seen.append((time.monotonic(), found))

        looking = threading.Thread(target=look)
        looking.start()
        try:
            yield seen
        finally:
            ending.set()
            looking.join()

    def alter(self, version: str, entity: str, name: str, how: str, what: str) -> str:
        """``kafka-configs``, of a broker or topic."""
        server = ("--bootstrap-server", self.cluster.bootstrap)
        return run_warm(version, "configs", *server, "--entity-type", entity, "--entity-name", name, "--alter", how, what)

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_throttles_by_configs(self) -> None:
        """``kafka-configs`` sets a throttle, tells it, and takes it away while the move crawls: it goes on at full speed."""
        rate, replicas = "follower.replication.throttled.rate", "follower.replication.throttled.replicas"
        for version in VERSIONS:
            name = f"configured-{version.replace('.', '-')}"
            self.create(name, [[1]], value_bytes=20_000)
            self.alter(version, "brokers", "2", "--add-config", f"{rate}=1000")
            self.alter(version, "topics", name, "--add-config", f"{replicas}=0:2")
            plan = self.plan(name, {0: [2]})
            self.tool(version, "--reassignment-json-file", plan, "--execute")
            time.sleep(3)
            self.assertIn("is still in progress", self.tool(version, "--reassignment-json-file", plan, "--verify"))
            server = ("--bootstrap-server", self.cluster.bootstrap)
            told = run_warm(version, "configs", *server, "--entity-type", "brokers", "--entity-name", "2", "--describe")
            self.assertIn(f"{rate}=1000", told)
            self.alter(version, "brokers", "2", "--delete-config", rate)
            self.check(name, {0: [2]})
            self.alter(version, "topics", name, "--delete-config", replicas)
            self.assertEqual((self.configs("topic", name), self.configs("broker", "2")), ({}, {}))

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_by_zookeeper(self) -> None:
        name = "by-zookeeper"
        self.create(name, [[1, 2], [2, 3]])
        wanted = {0: [3, 2], 1: [1, 3]}
        plan = self.plan(name, wanted)
        where = ("--zookeeper", self.zookeeper.connect + "/moves", "--reassignment-json-file", plan)
        said = run_warm(OLD, "reassign-partitions", *where, "--execute")
        self.assertIn("Successfully started partition reassignments", said)
        self.check(name, wanted)
        disk.wait_for("the request is done with", lambda: self.keeper.exists("/admin/reassign_partitions") is None)
        self.assertEqual(run_warm(OLD, "reassign-partitions", *where, "--verify").count("is complete"), 2)

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_bad_input(self) -> None:
        name = "unmoved"
        self.create(name, [[1, 2]])
        for wanted in ({0: [1, 9]}, {7: [1]}):
            said = self.tool("3.9.2", "--reassignment-json-file", self.plan(name, wanted), "--execute", check=False)
            self.assertNotIn("Successfully started", said)
        self.check(name, {0: [1, 2]})

    # klog's own command

    def klog(self, *arguments: str, code: int = 0) -> Ended:
        """As a user calls it."""
        ended = piped(*arguments, bootstrap=self.cluster.bootstrap, timeout=120)
        self.assertEqual(ended.code, code, ended.remarks)
        return ended

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_klogs_command(self) -> None:
        """A plan that moves nothing, a topic that gets more copies and fewer, a broker that is drained, and everything even again."""
        name = "by-klog"
        self.create(name, [[1, 2], [2, 3], [3, 1]])
        before = self.assigned(name)
        self.klog("cluster", "drain", "3")
        self.assertEqual(self.assigned(name), before)
        self.klog("topic", "alter", name, "--replication-factor", "3")
        disk.wait_for("three copies", lambda: all(len(brokers) == 3 for brokers in self.holders(name).values()))
        self.klog("topic", "alter", name, "--replication-factor", "1")
        self.check(name, {0: [1], 1: [2], 2: [3]})
        self.klog("topic", "reassign", f"{name}=3", "--execute")
        self.check(name, {0: [3], 1: [3], 2: [3]})
        self.klog("cluster", "drain", "3", "--execute")
        left = [path.name for path in self.cluster.brokers[3].data.iterdir() if re.fullmatch(r".+-\d+", path.name)]
        self.assertEqual(left, [], "of all topics")
        self.klog("cluster", "rebalance", name, "--execute")
        counts = [len(brokers) for brokers in self.holders(name).values()]
        self.assertEqual((counts, sorted(each for brokers in self.holders(name).values() for each in brokers)), ([1, 1, 1], [1, 2, 3]))
        self.assertIn("Nothing is moving", self.klog("cluster", "reassign").text + self.klog("cluster", "reassign").remarks)

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_interrupted_and_gone_on(self) -> None:
        """SIGINT ends the command and not the move, nor its throttle; called again it waits for both."""
        name = "interrupted"
        self.create(name, [[1]], value_bytes=10_000)
        arguments = ("topic", "reassign", f"{name}:0=2", "--execute", "--throttle", "500000")
        started = WarmPopen(
            [*KLOG, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(KLOG_BOOTSTRAP=self.cluster.bootstrap)
        )
        disk.wait_for("it has begun", lambda: len(self.assigned(name)[0]) == 2)
        started.send_signal(signal.SIGINT)
        started.communicate(timeout=60)
        self.assertEqual(started.returncode, 130)
        self.assertEqual(self.configs("broker", "2")["follower.replication.throttled.rate"], "500000")
        self.assertEqual(len(self.assigned(name)[0]), 2, "it goes on")
        self.klog(*arguments)
        self.check(name, {0: [2]})
        self.assertEqual((self.configs("topic", name), self.configs("broker", "2")), ({}, {}))
