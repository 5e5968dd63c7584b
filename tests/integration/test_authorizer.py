"""Access control lists of a cluster that klog and Apache Kafka 3.9.2 share: each sees what the other, and Kafka's old and new tools, have
made, in znodes that both can read; and what a client that may nothing is answered stands in ``tests/broker/authorization``."""

from __future__ import annotations

import json
import pathlib
import shutil
import tempfile
import time
import unittest
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from kazoo.client import KazooClient

from klog.wire.messages.create_acls import AclCreation, CreateAclsRequest
from klog.wire.messages.delete_acls import DeleteAclsFilter, DeleteAclsRequest
from klog.wire.messages.describe_acls import DescribeAclsRequest
from tests import peers
from tests.integration.command import piped
from tests.integration.group_brokers import KafkaBroker
from tests.integration.raw import Raw
from tests.integration.running import KlogBroker, run_tool
from tests.integration.zookeepers import RealZooKeeper

SETTINGS = {
    "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
    "super.users": "User:ANONYMOUS",
    "inter.broker.protocol.version": "3.9",
    "zookeeper.session.timeout.ms": "6000",
}
ANYTHING: dict[str, Any] = {
    "resource_type_filter": 1,
    "resource_name_filter": None,
    "pattern_type_filter": 1,
    "principal_filter": None,
    "host_filter": None,
    "operation": 1,
    "permission_type": 1,
}


def rule(kind: int, name: str, operation: int, *, pattern: int = 3, who: str = "User:a", permission: int = 3) -> AclCreation:
    return AclCreation(
        resource_type=kind,
        resource_name=name,
        resource_pattern_type=pattern,
        principal=who,
        host="*",
        operation=operation,
        permission_type=permission,
    )


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "a broker of Kafka 3.9.2 beside klog's: make soak")
class BesideKafkaTests(unittest.TestCase):
    """One of each."""

    kafka: ClassVar[KafkaBroker]
    klog: ClassVar[KlogBroker]

    @classmethod
    def setUpClass(cls) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-acls-"))
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        cls.connect = RealZooKeeper.of_class(cls).connect + "/acls"
        cls.kafka = KafkaBroker(
            "3.9.2", folder, zookeeper=cls.connect, settings={**SETTINGS, "broker.id": "1"}, quiet=False, heap="256m"
        ).start()
        cls.addClassCleanup(cls.kafka.stop)
        cls.klog = KlogBroker(settings={**SETTINGS, "broker.id": "3", "zookeeper.connect": cls.connect}).start()
        cls.addClassCleanup(cls.klog.stop)
        cls.znodes = KazooClient(cls.connect)
        cls.znodes.start(60)
        cls.addClassCleanup(cls.znodes.close)
        cls.addClassCleanup(cls.znodes.stop)

    connect: ClassVar[str]
    znodes: ClassVar[KazooClient]

    def listed(self, address: str) -> list[tuple[object, ...]]:
        with Raw(address) as client:
            answer = client.ask(DescribeAclsRequest(**ANYTHING), 3)
        self.assertEqual(answer.error_code, 0)
        return sorted(
            (one.resource_type, one.resource_name, one.pattern_type, acl.principal, acl.host, acl.operation, acl.permission_type)
            for one in answer.resources
            for acl in one.acls
        )

    def both_have(self, count: int) -> None:
        """After a while, for each is told by ZooKeeper."""
        end = time.monotonic() + 30
        while True:
            found = [self.listed(each.address) for each in (self.kafka, self.klog)]
            if found[0] == found[1] and len(found[0]) == count:
                return
            self.assertLess(time.monotonic(), end, found)
            time.sleep(0.2)

    def create(self, broker: Any, *rules: AclCreation) -> list[int]:
        with Raw(broker.address) as client:
            return [one.error_code for one in client.ask(CreateAclsRequest(creations=list(rules)), 3).results]

    def test_they_see_each_others(self) -> None:
        of_kafka = rule(2, "t", 3), rule(2, "pre", 4, pattern=4), rule(3, "g", 2, who="User:*", permission=2), rule(5, "tx", 4)
        self.assertEqual(self.create(self.kafka, *of_kafka), [0] * 4)
        self.both_have(4)
        of_klog = rule(2, "u", 3), rule(2, "t", 4, who="User:b"), rule(4, "kafka-cluster", 12), rule(2, "pre2", 11, pattern=4)
        self.assertEqual(self.create(self.klog, *of_klog), [0] * 4)
        self.both_have(8)
        self.assertEqual([self.create(each, rule(2, "a/b", 3)) for each in (self.kafka, self.klog)], [[42], [42]])
        # As Kafka writes them, whoever did.
        read = {"principal": "User:a", "permissionType": "Allow", "host": "*", "operation": "Read"}
        self.assertEqual(json.loads(self.znodes.get("/kafka-acl/Topic/u")[0]), {"version": 1, "acls": [read]})
        self.assertEqual(json.loads(self.znodes.get("/kafka-acl/Topic/t")[0])["acls"][0], read)
        changes = [self.znodes.get(f"/kafka-acl-changes/{name}")[0] for name in self.znodes.get_children("/kafka-acl-changes")]
        self.assertIn(b"CLUSTER:kafka-cluster", changes)
        # Kafka's old tool, past all brokers; the oldest one that asks them; klog's.
        straight = ("--authorizer-properties", f"zookeeper.connect={self.connect}")
        run_tool("3.9.2", "acls", *straight, "--add", "--allow-principal", "User:tool", "--operation", "Read", "--topic", "tool")
        self.both_have(9)
        run_tool("2.8.2", "acls", "--bootstrap-server", self.klog.address, "--remove", "--force", "--topic", "t")
        self.both_have(7)
        self.assertEqual(piped("acl", "delete", "-t", "u", "--execute", bootstrap=self.kafka.address).code, 0)
        self.both_have(6)
        with Raw(self.kafka.address) as client:
            client.ask(DeleteAclsRequest(filters=[DeleteAclsFilter(**ANYTHING)]), 3)
        self.both_have(0)
        self.assertEqual(self.znodes.get_children("/kafka-acl/Topic"), [])

    def test_a_mirror_carries_rules_users_and_configurations(self) -> None:
        """Into a third cluster, of klog alone: as Kafka's tools made them at the source, and as they change there."""
        opened, asking = peers.free_port(), peers.free_port()
        secured = f"127.0.0.1:{asking}"
        of_source = {"bootstrap.servers": self.kafka.address, "zookeeper.connect": self.connect}
        settings = {
            "authorizer.class.name": SETTINGS["authorizer.class.name"],
            "super.users": SETTINGS["super.users"],
            "listeners": f"PLAINTEXT://127.0.0.1:{opened},SASL_PLAINTEXT://{secured}",
            "sasl.enabled.mechanisms": "SCRAM-SHA-512",
            **{f"klog.mirror.source.dc1.{name}": text for name, text in of_source.items()},
        }
        there = ("--bootstrap-server", self.kafka.address)
        run_tool("3.9.2", "topics", *there, "--create", "--topic", "web.a", "--partitions", "2")
        of_topic = ("--alter", "--entity-type", "topics", "--entity-name", "web.a")
        run_tool("3.9.2", "configs", *there, *of_topic, "--add-config", "retention.ms=12345678,cleanup.policy=compact")
        run_tool("3.9.2", "acls", *there, "--add", "--allow-principal", "User:anna", "--operation", "All", "--topic", "web.a")
        run_tool("3.9.2", "acls", *there, "--add", "--deny-principal", "User:bob", "--operation", "Read", "--topic", "*")
        of_anna = ("--alter", "--entity-type", "users", "--entity-name", "anna")
        run_tool("3.9.2", "configs", *there, *of_anna, "--add-config", "SCRAM-SHA-512=[password=of anna]")
        with KlogBroker(settings=settings) as copy:
            here = f"127.0.0.1:{opened}"
            self.assertTrue(copy.address)
            words = ("--from", self.kafka.address, "--topics", "web.*", "--acls", "*", "--users", "anna")
            made = piped("mirror", "create", "dc1", *words, "-b", here, timeout=120)
            self.assertEqual(made.code, 0, made.remarks)
            read, describe_configs, everything = ((2, "web.a", 3, "User:anna", "*", operation, 3) for operation in (3, 10, 2))
            bob = (2, "web.a", 3, "User:bob", "*", 3, 2)
            self.wait_for(lambda: self.listed(here) == sorted([read, describe_configs, bob]))
            self.wait_for(
                lambda: self.configs(here) == {"retention.ms": "12345678", "cleanup.policy": "compact", "klog.mirror.link": "dc1"}
            )
            self.wait_for(lambda: self.may_read(secured, "of anna"))
            run_tool("3.9.2", "configs", *there, *of_anna, "--add-config", "SCRAM-SHA-512=[password=another]")
            run_tool("3.9.2", "configs", *there, *of_topic, "--delete-config", "retention.ms")
            run_tool("3.9.2", "acls", *there, "--remove", "--force", "--topic", "*")
            self.wait_for(lambda: self.listed(here) == sorted([read, describe_configs]))
            self.wait_for(lambda: self.configs(here) == {"cleanup.policy": "compact", "klog.mirror.link": "dc1"})
            self.wait_for(lambda: self.may_read(secured, "another") and not self.may_read(secured, "of anna"))
            promoted = piped("mirror", "promote", "dc1", "-b", here, timeout=120)
            self.assertEqual(promoted.code, 0, promoted.remarks)
            self.wait_for(lambda: self.listed(here) == sorted([read, describe_configs, everything]))
            # The same of klog's broker there, which tells no user's password: who is missing is named.
            words = ("--from", self.klog.address, "--topics", "app.*", "--users", "*")
            made = piped("mirror", "create", "dc2", *words, "-b", here, timeout=120)
            self.assertEqual(made.code, 0, made.remarks)
            run_tool("3.9.2", "configs", *there, "--alter", "--entity-type", "users", "--entity-name", "carl", *_CARL)
            self.wait_for(lambda: "user carl has a password of SCRAM-SHA-256" in piped("mirror", "describe", "dc2", "-b", here).text)
        with Raw(self.kafka.address) as client:
            client.ask(DeleteAclsRequest(filters=[DeleteAclsFilter(**ANYTHING)]), 3)
        self.both_have(0)

    def wait_for(self, what: Callable[[], Any], seconds: float = 120) -> None:
        """Until it is so."""
        end = time.monotonic() + seconds
        while not what():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.5)

    def configs(self, address: str) -> dict[str, str]:
        """What is set for the topic."""
        shown = json.loads(piped("topic", "describe", "web.a", "-b", address, "-o", "json").text)
        return dict(shown["topics"][0]["configs"])

    def may_read(self, address: str, password: str) -> bool:
        """Whether anna gets in with a password, and may read."""
        of_anna = ("-X", "security.protocol=SASL_PLAINTEXT", "-X", "sasl.mechanism=SCRAM-SHA-512", "-X", "sasl.username=anna")
        ended = piped("cat", "-C", "-b", address, "-t", "web.a", "-e", *of_anna, "-X", f"sasl.password={password}")
        return ended.code == 0


_CARL = ("--add-config", "SCRAM-SHA-256=[password=of carl]")
