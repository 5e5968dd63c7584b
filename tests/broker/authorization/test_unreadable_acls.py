"""A znode of rules that is no JSON: everybody is denied what it is about, the log says so, and everything else goes on."""

from __future__ import annotations

from typing import Any

from twisted.logger import formatEvent, globalLogPublisher
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.testing.broker import MemoryBroker
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.wire.messages.create_acls import CreateAclsRequest
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from tests.broker.handlers.acl_rig import creation

DENIED = ErrorCode.TOPIC_AUTHORIZATION_FAILED
PATH = "/kafka-acl/Topic/t"
READABLE = b'{"version":1,"acls":[{"principal":"User:*","permissionType":"Allow","operation":"Read","host":"*"}]}'


class UnreadableTests(SynchronousTestCase):
    """Two brokers in memory: one in whose cluster a znode is spoiled, and who starts when it is."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor)
        self.logged: list[str] = []

        def observe(event: Any) -> None:
            self.logged.append(formatEvent(event))

        globalLogPublisher.addObserver(observe)
        self.addCleanup(globalLogPublisher.removeObserver, observe)

    def start(self, number: int, *, super_users: str = "") -> MemoryBroker:
        properties = {
            "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
            "super.users": super_users,
            "allow.everyone.if.no.acl.found": "true",
        }
        broker = MemoryBroker(properties, zookeeper=self.zookeeper, reactor=self.reactor, broker_id=number).start()
        self.addCleanup(broker.stop)
        return broker.until_ready()

    def codes(self, broker: MemoryBroker) -> list[int]:
        asked = MetadataRequest(topics=[MetadataRequestTopic(name=name) for name in ("t", "u")], allow_auto_topic_creation=False)
        found = {topic.name: topic.error_code for topic in broker.connect().ask(asked, 9).topics}
        return [found["t"], found["u"]]

    def test_denied_and_told(self) -> None:
        broker = self.start(1)
        client = broker.connect()
        topics = [CreatableTopic(name=name, num_partitions=1, replication_factor=1) for name in ("t", "u")]
        client.send((CreateTopicsRequest(topics=topics, timeout_ms=5000), 5))
        broker.advance(5)
        self.assertEqual([topic.error_code for topic in client.receive()[0].topics], [0, 0])
        self.assertEqual(self.codes(broker), [0, 0])
        for spoiled in (b"{nonsense", b"", b"[]", b"\xff", b'{"version":1,"acls":[{"principal":"User:a"}]}', b"{" * 10_000):
            del self.logged[:]
            self.zookeeper.tree.put(PATH, spoiled)
            broker.advance(2)
            self.assertEqual(self.codes(broker), [DENIED, 0], spoiled)
            (told,) = [line for line in self.logged if PATH in line]
            self.assertIn("everybody but super users is denied", told)
            self.zookeeper.tree.put(PATH, READABLE)
            broker.advance(2)
            self.assertEqual(self.codes(broker), [0, 0])
        # Nor is it opened, or written over, by who adds a rule, or starts.
        self.zookeeper.tree.put(PATH, b"{nonsense")
        admin = self.start(2, super_users="User:ANONYMOUS")
        client = admin.connect()
        client.send((CreateAclsRequest(creations=[creation(principal="User:*")]), 3))
        admin.advance(5)
        self.assertNotEqual(client.receive()[0].results[0].error_code, 0)
        self.assertEqual(self.zookeeper.tree.get(PATH), b"{nonsense")
        self.assertEqual(self.codes(admin), [0, 0])
        self.assertEqual(self.codes(broker), [DENIED, 0])
        self.assertEqual(self.codes(self.start(3)), [DENIED, 0])
