"""A real ZooKeeper that knows its brokers by SASL (DIGEST-MD5, a JAAS file), and znodes that are closed to others: klog's are closed as
those of Apache Kafka 3.9.2 are."""

from __future__ import annotations

import os
import pathlib
import shutil
import tempfile
import unittest
from typing import ClassVar
from unittest import mock

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import NoAuthError

from tests import peers
from tests.integration.command import piped
from tests.integration.group_brokers import KafkaBroker
from tests.integration.running import BrokerFailed, KlogBroker
from tests.integration.zookeepers import RealZooKeeper

MODULE = "org.apache.zookeeper.server.auth.DigestLoginModule required"
JAAS = f"""
Server {{ {MODULE} user_kafka="secret"; }};
Client {{ {MODULE} username="kafka" password="secret"; }};
"""
OURS, READABLE = ("sasl", "kafka", 31), ("world", "anyone", 1)


class SaslCase(unittest.TestCase):
    """One server for all tests of a class."""

    keeper: ClassVar[RealZooKeeper]
    jaas: ClassVar[str]

    @classmethod
    def setUpClass(cls) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-jaas-"))
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        (folder / "jaas.conf").write_text(JAAS)
        cls.jaas = str(folder / "jaas.conf")
        cls.keeper = RealZooKeeper.of_class(cls, jaas=cls.jaas)

    def klog(self, chroot: str, identity: str = "kafka:secret") -> KlogBroker:
        return KlogBroker(
            settings={
                "zookeeper.connect": self.keeper.connect + chroot,
                "klog.zookeeper.sasl": identity,
                "zookeeper.set.acl": "true",
                "broker.id": "1",
            }
        )

    def lists(self, chroot: str) -> dict[str, list[tuple[str, str, int]] | None]:
        """The list of each znode, as a stranger sees them; None where he may not look."""
        found: dict[str, list[tuple[str, str, int]] | None] = {}
        client = KazooClient(self.keeper.connect + chroot)
        client.start(60)
        try:
            paths = ["/"]
            while paths:
                path = paths.pop()
                try:
                    acls, _ = client.get_acls(path)
                    found[path] = sorted((acl.id.scheme, acl.id.id, acl.perms) for acl in acls)
                    paths += [f"{path.rstrip('/')}/{name}" for name in client.get_children(path)]
                except NoAuthError:
                    found[path] = None
        finally:
            client.stop()
            client.close()
        return found


class SaslTests(SaslCase):
    """klog alone."""

    def test_closed_znodes(self) -> None:
        broker = self.klog("/alone").start()
        self.addCleanup(broker.stop)
        sent = piped("cat", "-P", "-t", "t", bootstrap=broker.address, data=b"value\n")
        self.assertEqual(sent.code, 0, sent)
        found = self.lists("/alone")
        self.assertEqual(found["/brokers/topics/t"], [OURS, READABLE])
        self.assertEqual((found["/config/users"], found["/config/brokers"]), (None, None))
        self.assertEqual([path for path, acls in found.items() if acls and ("world", "anyone", 31) in acls], ["/consumers"])

    def test_a_wrong_password(self) -> None:
        with self.assertRaises(BrokerFailed) as caught:
            self.klog("/wrong", "kafka:wrong").start()
        self.assertIn("refused our name or password", str(caught.exception))


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "a broker of Kafka 3.9.2 beside klog's: make soak")
class LikeKafkaTests(SaslCase):
    """Each in a chroot of its own."""

    def test_the_same_lists(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-sasl-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        with mock.patch.dict(os.environ, {"JAVA_TOOL_OPTIONS": f"-Djava.security.auth.login.config={self.jaas}"}):
            kafka = KafkaBroker(
                "3.9.2",
                folder,
                zookeeper=self.keeper.connect + "/kafka",
                settings={"zookeeper.set.acl": "true", "broker.id": "1"},
                quiet=False,
                heap="256m",
            ).start()
        self.addCleanup(kafka.stop)
        klog = self.klog("/klog").start()
        self.addCleanup(klog.stop)
        for broker in (kafka, klog):
            made = piped("topic", "create", "t", bootstrap=broker.address)
            self.assertEqual(made.code, 0, made)
        theirs, ours = self.lists("/kafka"), self.lists("/klog")
        common = sorted(path for path in theirs.keys() & ours.keys())
        self.assertGreater(len(common), 20)
        self.assertEqual({path: ours[path] for path in common}, {path: theirs[path] for path in common})
