"""What a mirror is handed of its broker."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.acls import CLUSTER_NAME, Acl, AclOperation, AclResourceType
from klog.broker.lifecycle.mirror_host import MirrorHost
from klog.testing.broker import MemoryBroker
from klog.testing.topics import create_topic


class MirrorHostTests(SynchronousTestCase):
    """A broker that is alone."""

    def test_what_it_says(self) -> None:
        memory = MemoryBroker().start()
        host = MirrorHost(memory.broker)
        memory.create_topics({"plain": 2})
        create_topic(memory.broker, "copied", 3, configs={"klog.mirror.link": "dc1"})
        memory.run()
        self.assertEqual(host.topic("plain"), (2, ""))
        self.assertEqual(host.topic("copied"), (3, "dc1"))
        self.assertIsNone(host.topic("nothing"))
        self.assertTrue(host.leads("plain", 1))
        self.assertFalse(host.leads("plain", 2))
        self.assertEqual([(one.topic, one.partition, one.link) for one in host.copies()], [("copied", n, "dc1") for n in range(3)])
        self.assertEqual([id(one) for one in host.copies()], [id(one) for one in host.copies()])
        self.assertEqual(host.own_bootstrap(), memory.bootstrap)
        self.assertIn("retention.ms", host.copied_configs())
        self.assertEqual(dict(host.configs_of("copied")), {"klog.mirror.link": "dc1"})
        self.assertEqual((host.broker_id, host.cluster_id), (1, memory.broker.coordination.cluster_id()))  # type: ignore[union-attr]
        memory.stop()

    def test_users(self) -> None:
        """Those who may do everything here, and the brokers, are nobody else's to set."""
        login = 'org.apache.kafka.common.security.plain.PlainLoginModule required username="broker" password="p" user_broker="p";'
        memory = MemoryBroker(
            {
                "super.users": "User:root;User:admin",
                "listeners": "PLAINTEXT://:9092,SASL_PLAINTEXT://:9093",
                "sasl.enabled.mechanisms": "PLAIN",
                "listener.name.sasl_plaintext.plain.sasl.jaas.config": login,
            }
        ).start()
        host = MirrorHost(memory.broker)
        self.assertEqual(set(host.protected_users()), {"root", "admin", "broker"})
        for who, operation in (("ops", AclOperation.ALTER), ("reads", AclOperation.DESCRIBE)):
            acl = Acl(AclResourceType.CLUSTER, CLUSTER_NAME, f"User:{who}", operation)
            memory.reactor.until(memory.broker.coordination.alter_acls(acl.resource, [acl], []))  # type: ignore[union-attr]
        self.assertEqual(set(host.protected_users()), {"root", "admin", "broker", "ops"})
        memory.reactor.until(host.alter_user("anna", {"SCRAM-SHA-256": "text"}, []))
        self.assertEqual(host.user_configs()["anna"], {"SCRAM-SHA-256": "text"})
        memory.reactor.until(host.alter_user("anna", {}, ["SCRAM-SHA-256"]))
        self.assertFalse(host.user_configs().get("anna"))
        self.assertIsNone(host.source_users("dc2"))
        memory.stop()
