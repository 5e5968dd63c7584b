"""What is said of a cluster that is to go over from Apache Kafka to klog."""

from __future__ import annotations

import dataclasses
import unittest
from typing import Any

from klog.cli.doctor.checks import Finding, Status
from klog.cli.doctor.cluster_facts import BrokerFacts, ClusterFacts, DirectoryFacts, PartitionFacts
from klog.cli.doctor.migration import kind_of, migration_findings

VERSIONS = {1: (0, 17), 4: (0, 7), 5: (0, 4), 6: (0, 8)}
SETTINGS = {
    "zookeeper.connect": "zoo:2181/k",
    "inter.broker.protocol.version": "3.9",
    "listeners": "PLAINTEXT://host:9092",
    "default.replication.factor": "3",
    "min.insync.replicas": "2",
}


def broker(number: int, settings: dict[str, str | None] | None = None, **more: Any) -> BrokerFacts:
    """One of Apache Kafka 3.9; all of its settings stand in its file."""
    described = {**SETTINGS, "broker.id": str(number), **(settings or {})}
    told = {"versions": VERSIONS, "directories": [DirectoryFacts("/data", None, 1000, 900)], **more}
    return BrokerFacts(number=number, address=f"host{number}:9092", settings=described, in_file=frozenset(described), **told)


def partition(
    topic: str = "t", index: int = 0, in_sync: tuple[int, ...] = (1, 2, 3), replicas: tuple[int, ...] = (1, 2, 3)
) -> PartitionFacts:
    return PartitionFacts(topic, index, in_sync[0] if in_sync else -1, replicas, in_sync)


class _Case(unittest.TestCase):
    def setUp(self) -> None:
        self.facts = ClusterFacts(
            cluster_id="c",
            controller=1,
            brokers=[broker(number) for number in (1, 2, 3)],
            partitions=[partition()],
            topics={"t": {"min.insync.replicas": "2"}},
        )

    def change(self, **more: Any) -> None:
        self.facts = dataclasses.replace(self.facts, **more)

    def change_broker(self, number: int, settings: dict[str, str | None] | None = None, **more: Any) -> None:
        self.change(brokers=[broker(number, settings, **more) if one.number == number else one for one in self.facts.brokers])

    def found(self, *statuses: Status) -> list[Finding]:
        return [one for one in migration_findings(self.facts) if not statuses or one.status in statuses]

    def sentence(self, status: Status, check: str) -> str:
        """The only one of its kind."""
        [one] = [one for one in self.found(status) if one.check == check]
        return one.sentence

    def problem(self, check: str) -> str:
        """The only problem; then no broker may be stopped."""
        [one] = self.found(Status.PROBLEM)
        self.assertEqual(one.check, check)
        self.assertIsNotNone(one.advice)
        verdicts = [each.sentence for each in self.found() if each.check == "next" and each.sentence.startswith("broker")]
        self.assertTrue(all("must not be stopped yet" in verdict for verdict in verdicts), verdicts)
        return one.sentence


class SafeTests(_Case):
    """Nothing stands against it."""

    def test_all_is_well(self) -> None:
        self.assertEqual(self.found(Status.PROBLEM, Status.WARNING), [])
        said = [one.sentence for one in self.found(Status.FINE) if one.check == "next"]
        self.assertEqual(
            said,
            [
                "broker 2 (Apache Kafka 3.9) may be stopped now, and started as the other kind: 1 partitions are in sync elsewhere",
                "broker 3 (Apache Kafka 3.9) may be stopped now, and started as the other kind: 1 partitions are in sync elsewhere",
                "broker 1 (Apache Kafka 3.9, the controller: take it last) may be stopped now, and started as the other kind: "
                "1 partitions are in sync elsewhere",
            ],
        )
        self.assertEqual(self.sentence(Status.NOTE, "next"), "all 3 brokers are Apache Kafka")

    def test_some_are_klog(self) -> None:
        self.change_broker(2, {"klog.shutdown.timeout.ms": "10000"})
        self.assertTrue(any(one.sentence.startswith("broker 2 (klog) may be stopped now") for one in self.found(Status.FINE)))
        self.assertEqual([one for one in self.found(Status.NOTE) if one.check == "next"], [])

    def test_which_kafka(self) -> None:
        for fetch, said in ((10, "before 2.3"), (12, "2.7 to 3.0"), (13, "3.1 to 3.4"), (17, "3.9"), (18, "after 3.9")):
            self.assertEqual(kind_of(broker(1, versions={1: (0, fetch)})), f"Apache Kafka {said}")


class RefusedTests(_Case):
    """One thing at a time."""

    def test_a_broker_that_cannot_be_asked(self) -> None:
        self.change(brokers=[*self.facts.brokers[:2], BrokerFacts(number=3, address="host3:9092", trouble="nobody listens there")])
        self.assertIn("broker 3 at host3:9092 cannot be asked: nobody listens there", self.problem("broker"))

    def test_kraft(self) -> None:
        self.change(brokers=[broker(1, {"process.roles": "broker"})], partitions=[])
        self.assertIn("keeps its cluster in KRaft", self.problem("cluster"))

    def test_on_its_way_to_kraft(self) -> None:
        self.change_broker(2, {"zookeeper.metadata.migration.enable": "true"})
        self.assertIn("broker 2 is on its way to KRaft", self.problem("cluster"))

    def test_no_controller(self) -> None:
        self.change(controller=-1)
        self.problem("controller")

    def test_protocols_that_differ(self) -> None:
        self.change_broker(2, {"inter.broker.protocol.version": "3.8"})
        self.assertEqual(self.problem("inter.broker.protocol.version"), "it is not the same everywhere: 3.9: broker 1, 3; 3.8: broker 2")

    def test_a_protocol_that_klog_has_not(self) -> None:
        self.change(brokers=[broker(number, {"inter.broker.protocol.version": "2.7"}) for number in (1, 2, 3)])
        self.assertIn("klog speaks 2.8 to 3.9", self.problem("inter.broker.protocol.version"))

    def test_a_protocol_that_is_too_new_for_one(self) -> None:
        self.change_broker(3, versions={1: (0, 12), 4: (0, 5), 5: (0, 3), 6: (0, 7)})
        self.assertEqual(self.problem("inter.broker.protocol.version"), "3.9 is too new for broker 3 (Apache Kafka 2.7 to 3.0)")

    def test_listeners_of_other_names(self) -> None:
        self.change_broker(
            2,
            {
                "listeners": "INSIDE://host:9092,PLAINTEXT://host:9093",
                "listener.security.protocol.map": "INSIDE:PLAINTEXT,PLAINTEXT:PLAINTEXT",
                "inter.broker.listener.name": "INSIDE",
            },
        )
        self.assertIn("different names: broker 1, 3: PLAINTEXT; broker 2: INSIDE", self.problem("listeners"))

    def test_what_klog_would_not_start_with(self) -> None:
        self.change_broker(2, {"authorizer.class.name": "com.example.Authorizer"})
        self.assertIn("broker 2: Invalid value com.example.Authorizer", self.problem("settings"))

    def test_another_chroot(self) -> None:
        self.change_broker(2, {"zookeeper.connect": "zoo:2181/other"})
        self.assertIn("zookeeper.connect is not the same everywhere", self.problem("settings"))
        self.change_broker(2, {"zookeeper.connect": "zoo2:2181,zoo:2181/k"})
        self.assertEqual(self.found(Status.PROBLEM), [])

    def test_tiers(self) -> None:
        self.change(topics={"t": {"remote.storage.enable": "true"}})
        self.problem("topics")

    def test_disks(self) -> None:
        self.change_broker(2, directories=[DirectoryFacts("/data", "KAFKA_STORAGE_ERROR", -1, -1)])
        self.assertEqual(self.problem("disk"), "/data of broker 2 is out of service: KAFKA_STORAGE_ERROR")
        self.change_broker(2, directories=[DirectoryFacts("/data", None, 1000, 10)])
        self.problem("disk")
        self.change_broker(2, directories=[DirectoryFacts("/data", None, 1000, 50)])
        self.assertEqual([one.check for one in self.found(Status.WARNING)], ["disk"])
        self.change_broker(2, directories=[DirectoryFacts("/data", None, -1, -1)])
        self.assertEqual(self.found(Status.WARNING, Status.PROBLEM), [])

    def test_groups_that_kafka_with_zookeeper_has_not(self) -> None:
        self.change_broker(2, {"klog.shutdown.timeout.ms": "10000"}, new_groups=["b"])
        self.change_broker(3, {"klog.shutdown.timeout.ms": "10000"}, new_groups=["a"])
        self.assertEqual(self.problem("groups"), "2 groups are of the new protocol (KIP-848): a, b")

    def test_wait_for_copies(self) -> None:
        self.change(partitions=[partition(), partition(index=1, in_sync=(1, 3))])
        self.assertEqual(self.problem("replicas"), "1 partitions lack copies in sync: t-1")

    def test_wait_for_leaders(self) -> None:
        self.change(partitions=[partition(in_sync=())])
        self.assertIn("1 partitions have no leader: t-0", self.problem("replicas"))

    def test_wait_for_what_moves(self) -> None:
        self.change(moving=["t-0"])
        self.problem("reassignment")


class SilenceTests(_Case):
    """What brokers do not tell is no reason to believe that all is well."""

    def test_what_moves(self) -> None:
        self.change(moving=None)
        self.assertIn("nobody says whether partitions are being moved", self.sentence(Status.WARNING, "reassignment"))

    def test_a_topic_s_settings(self) -> None:
        """How many copies it needs is not known, so nobody knows whether it goes on without one of them."""
        self.change(partitions=[partition(), partition("hidden")])
        self.assertEqual(self.sentence(Status.WARNING, "topics"), "1 topics do not tell their min.insync.replicas: hidden")

    def test_disks(self) -> None:
        self.change_broker(2, directories=None)
        self.assertEqual(self.sentence(Status.WARNING, "disk"), "broker 2 does not tell of its data directories")


class AgreementTests(_Case):
    """Brokers are asked what they know of each other."""

    def test_one_that_has_not_heard_yet(self) -> None:
        self.change_broker(3, differing=["t-0", "u-1"])
        self.assertEqual(self.problem("metadata"), "broker 3 tells 2 partitions otherwise than the controller: t-0, u-1")

    def test_two_controllers(self) -> None:
        self.change_broker(1, controller=1)
        self.change_broker(2, controller=3)
        self.change_broker(3, controller=3)
        self.assertIn("1 (broker 1); 3 (broker 2, 3)", self.problem("controller"))


class WarningTests(_Case):
    """It goes on, and something is worse meanwhile."""

    def test_the_protocol_does_not_stand_in_the_file(self) -> None:
        self.change(
            brokers=[dataclasses.replace(one, in_file=one.in_file - {"inter.broker.protocol.version"}) for one in self.facts.brokers]
        )  # type: ignore[operator]
        [one] = self.found(Status.WARNING)
        self.assertIn("write inter.broker.protocol.version=3.9 into it", one.advice or "")

    def test_one_copy(self) -> None:
        self.change(partitions=[partition(), partition("alone", in_sync=(2,), replicas=(2,))])
        said = [one.sentence for one in self.found(Status.WARNING)]
        self.assertEqual(said[0], "1 topics have one copy: alone")
        self.assertIn("broker 2 (Apache Kafka 3.9) may be stopped, but 1 of its 2 partitions take no acks=all meanwhile: alone-0", said[1])

    def test_all_copies_are_needed(self) -> None:
        self.change(topics={"t": {"min.insync.replicas": "3"}})
        self.assertEqual([one.check for one in self.found(Status.WARNING)], ["topics", "next", "next", "next"])

    def test_unclean_elections(self) -> None:
        self.change(topics={"t": {"min.insync.replicas": "2", "unclean.leader.election.enable": "true"}})
        self.assertEqual([one.check for one in self.found(Status.WARNING)], ["topics"])

    def test_what_a_topic_has_and_klog_does_not_take(self) -> None:
        """What says which records are deleted is worse to lose. Segments as small as Kafka up to 3.9 takes them are taken."""
        small = {"min.insync.replicas": "2", "segment.bytes": "13"}
        taken = {"min.insync.replicas": "2", "segment.bytes": "14"}
        self.change(topics={"t": taken, "u": small, "v": {"retention.bytes": "much"}, "w": {"new.one": None}})
        why = "Invalid value 13 for configuration segment.bytes: Value must be at least 14"
        other = "Invalid value much for configuration retention.bytes: Not a number of type LONG"
        sentences = [one.sentence for one in self.found(Status.WARNING)]
        self.assertIn(f"2 topics have settings that klog does not take: u ({why}), v ({other})", sentences)

    def test_small_segments_of_a_broker(self) -> None:
        """It will stand beside Kafka's brokers with them, also where the file does not say so yet."""
        for text in ("14", "13"):
            self.change_broker(2, {"log.segment.bytes": text})
            brokers = [dataclasses.replace(one, in_file=one.in_file - {"inter.broker.protocol.version"}) for one in self.facts.brokers]
            self.change(brokers=brokers)
            problems = [one.sentence for one in self.found(Status.PROBLEM) if one.check == "settings"]
            why = "broker 2: Invalid value 13 for configuration log.segment.bytes: Value must be at least 14"
            self.assertEqual(problems, [why] if text == "13" else [])

    def test_settings_that_differ(self) -> None:
        self.change_broker(3, {"default.replication.factor": "1"})
        self.assertIn(
            "default.replication.factor is not the same everywhere: 3: broker 1, 2; 1: broker 3", self.sentence(Status.WARNING, "settings")
        )

    def test_what_is_hidden_or_unknown_is_told(self) -> None:
        self.change_broker(2, {"ssl.key.password": None, "log.retention.hour": "1"})
        said = " ".join(one.sentence for one in self.found(Status.NOTE) if one.check == "settings")
        self.assertIn("broker 2 does not tell ssl.key.password", said)
        self.assertIn("log.retention.hours", said)
        self.assertEqual(self.found(Status.PROBLEM), [])

    def test_transactions(self) -> None:
        self.change_broker(2, transactional_ids={"shop": "Ongoing"})
        self.assertIn("1 transactional ids are known: shop", self.sentence(Status.NOTE, "transactions"))
