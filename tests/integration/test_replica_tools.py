"""Apache Kafka's tools look at three klog brokers whose partitions have three copies, through the death of two of them and back:

===================== =================================================================================================================
all are there         nothing for the four ``--…-partitions`` filters; ``verifiable-producer``, ``verifiable-consumer``,
                      ``replica-verification`` (lag 0, as read from every broker), ``log-dirs``
broker 3 has stopped  its copies are out of sync, everything is at the minimum, what lies there alone is not available
broker 2 is killed    all is below the minimum and led by broker 1
3 is back             it may lead what it has not all of only by an unclean election
2 is back             it cuts off what the new leader has not; leaders are where they should be after a preferred election
===================== =================================================================================================================

The tools are of 3.9.2; in `make soak` of 2.8.2 and 4.3.1, too.
"""

from __future__ import annotations

import json
import re
import time
import unittest
from typing import ClassVar

import pytest

from tests import peers
from tests.integration import disk
from tests.integration.cluster_brokers import ClusterBrokers
from tests.integration.kafka_tools import run_warm
from tests.integration.running import run_tool, tool_lines
from tests.integration.zookeepers import RealZooKeeper

VERSIONS = ("2.8.2", "3.9.2", "4.3.1") if peers.SOAK else ("3.9.2",)
FILTERS = ("under-replicated", "under-min-isr", "at-min-isr", "unavailable")
COUNT = 3000
#: Leaders move only when this test moves them.
SETTINGS = {"min.insync.replicas": "2", "auto.leader.rebalance.enable": "false", "replica.lag.time.max.ms": "5000"}


class ToolsTests(unittest.TestCase):
    """See the module."""

    zookeeper: ClassVar[RealZooKeeper]
    cluster: ClassVar[ClusterBrokers]

    @classmethod
    def setUpClass(cls) -> None:
        for version in VERSIONS:
            peers.kafka(version)
        cls.zookeeper = RealZooKeeper.of_class(cls)
        cls.cluster = ClusterBrokers(cls.zookeeper.connect + "/tools", settings=SETTINGS)

    def topics(self, version: str, *arguments: str) -> str:
        """What ``kafka-topics`` prints."""
        return run_warm(version, "topics", "--bootstrap-server", self.cluster.bootstrap, *arguments)

    def found(self, version: str, name: str) -> dict[str, tuple[str, str]]:
        """The partitions that a filter lets through: leader and in-sync replicas by name, without the groups' own topic."""
        said = self.topics(version, "--describe", f"--{name}-partitions")
        rows = re.findall(r"Topic: (\S+)\s+Partition: (\d+)\s+Leader: (\S+)\s+Replicas: \S+\s+Isr: (\S*)", said)
        self.assertEqual(len(rows), said.count("Topic: "), said)
        return {f"{topic}-{partition}": (leader, isr) for topic, partition, leader, isr in rows if topic != "__consumer_offsets"}

    def wait_filters(self, version: str, **wanted: set[str]) -> dict[str, dict[str, tuple[str, str]]]:
        """Until each filter lets through these partitions and no others."""
        until = time.monotonic() + 60
        while True:
            told = {name: self.found(version, name) for name in FILTERS}
            if {name: set(some) for name, some in told.items()} == {name: wanted.get(name.replace("-", "_"), set()) for name in FILTERS}:
                return told
            self.assertLess(time.monotonic(), until, f"{version}: {told} instead of {wanted}")
            time.sleep(0.2)

    def wait_leaders(self, version: str, topic: str, *wanted: str) -> None:
        """Until these lead its partitions, in any order."""

        def leaders() -> list[str]:
            return sorted(re.findall(r"Partition: \d+\s+Leader: (\S+)", self.topics(version, "--describe", "--topic", topic)))

        disk.wait_for(f"{version}: {topic} is led by {wanted}", lambda: leaders() == sorted(wanted), state=leaders)

    def elect(self, version: str, kind: str, *arguments: str, check: bool = True) -> str:
        """What ``kafka-leader-election`` prints."""
        where = ("--bootstrap-server", self.cluster.bootstrap, "--election-type", kind)
        return run_warm(version, "leader-election", *where, *arguments, check=check)

    def produce(self, version: str, topic: str) -> None:
        """By the verifiable producer; every record is acknowledged."""
        where = "--broker-list" if version == "2.8.2" else "--bootstrap-server"
        said = run_tool(
            version,
            "verifiable-producer",
            where,
            self.cluster.bootstrap,
            "--topic",
            topic,
            "--max-messages",
            str(COUNT),
            "--acks",
            "-1",
            "--repeating-keys",
            "100",
        )
        events = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
        names = [event["name"] for event in events]
        self.assertEqual(names.count("producer_send_success"), COUNT, said[-2000:])
        self.assertNotIn("producer_send_error", names)

    def consume(self, version: str, topic: str) -> None:
        """By the verifiable consumer, in a group whose offsets have three copies."""
        where = "--broker-list" if version == "2.8.2" else "--bootstrap-server"
        said = run_tool(
            version,
            *("verifiable-consumer", where, self.cluster.bootstrap, "--topic", topic, "--group-id", f"verifiable-{topic}"),
            *("--max-messages", str(COUNT), "--reset-policy", "earliest"),
        )
        events = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
        self.assertEqual(sum(event["count"] for event in events if event["name"] == "records_consumed"), COUNT, said[-2000:])
        self.assertTrue(any(event["name"] == "offsets_committed" and event["success"] for event in events), said[-2000:])

    def verify_replicas(self, version: str, topic: str) -> None:
        """``replica-verification`` compares what it reads of every broker, and finds no lag."""
        which = "--topic-white-list" if version == "2.8.2" else "--topics-include"
        arguments = (which, topic, "--report-interval-ms", "500", "--broker-list", self.cluster.bootstrap)
        said: list[str] = []
        with tool_lines(version, "replica-verification", *arguments, seconds=60) as lines:
            for line in lines:
                said.append(line)
                found = re.search(r"max lag is (-?\d+) for partition (\S+) at offset (-?\d+) among (\d+) partitions", line)
                if found and int(found[3]) > 0:
                    self.assertEqual((found[1], found[4]), ("0", "6"), line)
                    return
        self.fail(f"no report of {version}: {''.join(said)[-3000:]}")

    def log_directories(self, version: str, topic: str) -> None:
        """Every broker has all of the topic's copies, of one size, and none behind."""
        said = run_warm(version, "log-dirs", "--bootstrap-server", self.cluster.bootstrap, "--describe", "--topic-list", topic)
        [line] = [line for line in said.splitlines() if line.startswith("{")]
        told = json.loads(line)
        sizes: dict[str, set[tuple[int, int, bool]]] = {}
        for broker in told["brokers"]:
            for directory in broker["logDirs"]:
                self.assertIsNone(directory["error"])
                for one in directory["partitions"]:
                    sizes.setdefault(one["partition"], set()).add((one["size"], one["offsetLag"], one["isFuture"]))
        self.assertEqual(len(told["brokers"]), 3)
        self.assertEqual(len(sizes), 6)
        for partition, some in sizes.items():
            self.assertEqual({(lag, is_future) for _, lag, is_future in some}, {(0, False)}, partition)
            self.assertEqual(len(some), 1, f"{partition} has different sizes: {some}")
        self.assertGreater(sum(size for some in sizes.values() for size, _, _ in some), 0)

    @pytest.mark.soak
    def test_through_two_deaths(self) -> None:
        with self.cluster as cluster:
            spread = {version: f"spread-{version}" for version in VERSIONS}
            for version in VERSIONS:
                self.topics(version, "--create", "--topic", spread[version], "--partitions", "6", "--replication-factor", "3")
                self.topics(
                    version, "--create", "--topic", f"alone-{version}", "--replica-assignment", "3", "--config", "min.insync.replicas=1"
                )
                self.topics(
                    version, "--create", "--topic", f"two-{version}", "--replica-assignment", "2:3", "--config", "min.insync.replicas=1"
                )
            copied = {f"{topic}-{partition}" for topic in spread.values() for partition in range(6)}
            two = {f"two-{version}-0" for version in VERSIONS}
            alone = {f"alone-{version}-0" for version in VERSIONS}
            for version in VERSIONS:
                self.produce(version, spread[version])
                self.consume(version, spread[version])
                self.wait_filters(version, at_min_isr=alone)
                self.log_directories(version, spread[version])
                self.verify_replicas(version, spread[version])
                said = self.elect(version, "preferred", "--all-topic-partitions")
                self.assertNotIn("rror", said)
            cluster.brokers[3].stop()
            for version in VERSIONS:
                told = self.wait_filters(
                    version, under_replicated=copied | two, under_min_isr=alone, at_min_isr=copied | two | alone, unavailable=alone
                )
                for name in copied:
                    self.assertEqual(set(told["at-min-isr"][name][1].split(",")), {"1", "2"})
            for version in VERSIONS:
                disk.produce(cluster.brokers[2].address, f"two-{version}", 0, [b"only at 2"] * 10, acks="all")
            cluster.kill(2)
            for version in VERSIONS:
                gone = two | alone
                told = self.wait_filters(
                    version, under_replicated=copied | two, under_min_isr=copied | gone, at_min_isr=gone, unavailable=gone
                )
                self.assertEqual({told["under-min-isr"][name] for name in copied}, {("1", "1")})
            cluster.start(3)
            for version in VERSIONS:
                self.wait_filters(
                    version, under_replicated=copied | two, under_min_isr=two, at_min_isr=copied | two | alone, unavailable=two
                )
            for version in VERSIONS:
                said = self.elect(version, "unclean", "--topic", f"two-{version}", "--partition", "0")
                self.assertIn(f"two-{version}-0", said)
                self.wait_leaders(version, f"two-{version}", "3")
                self.assertEqual(disk.ends(cluster.bootstrap, f"two-{version}", 1), {0: 0})
                disk.produce(cluster.brokers[3].address, f"two-{version}", 0, [b"at 3"] * 5, acks="all")
            cluster.start(2)
            for version in VERSIONS:
                self.wait_filters(version, at_min_isr=alone)
                self.wait_leaders(version, f"two-{version}", "3")
                said = self.elect(version, "preferred", "--topic", f"two-{version}", "--partition", "0")
                self.assertIn(f"two-{version}-0", said)
                self.wait_leaders(version, f"two-{version}", "2")
                rows = disk.read_topic(cluster.bootstrap, f"two-{version}", 1)[0]
                self.assertEqual([row.value for row in rows], [b"at 3"] * 5)
            for version in VERSIONS:
                self.elect(version, "preferred", "--all-topic-partitions")
                self.wait_leaders(version, spread[version], "1", "1", "2", "2", "3", "3")
                self.produce(version, spread[version])
                self.log_directories(version, spread[version])
                said = self.elect(version, "preferred", "--topic", f"two-{version}", "--partition", "0")
                self.assertIn("Valid replica already elected", said)
            for version in VERSIONS:
                self.verify_replicas(version, spread[version])


if __name__ == "__main__":
    unittest.main()
