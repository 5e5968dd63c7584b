"""Access control lists of a cluster that klog and Apache Kafka 3.9.2 share: each sees what the other, and Kafka's old and new tools, have
made, in znodes that both can read; and what a client that may nothing is answered stands in ``tests/broker/authorization``."""

from __future__ import annotations

import json
import pathlib
import shutil
import tempfile
import time
import unittest
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
