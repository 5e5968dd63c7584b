"""What is known of brokers and of their files: by a broker that runs, and by a folder of ``klog security init``."""

from __future__ import annotations

import os
import pathlib
import shutil
import tempfile
import time
import unittest

from klog.acls import Acl, AclOperation, AclResourceType
from klog.broker.settings.settings import BrokerSettings
from klog.cli.doctor.cluster_facts import ask_cluster
from klog.cli.doctor.security_facts import ask_acls, facts_of_cluster, facts_of_file
from klog.cli.main import run
from klog.cli.offline_users import broker_settings
from klog.net.blocking_connection import BlockingConnection
from klog.testing.embedded import Broker
from klog.wire.messages.create_acls import AclCreation, CreateAclsRequest

AUTHORIZER = {"authorizer.class.name": "kafka.security.authorizer.AclAuthorizer", "super.users": "User:ANONYMOUS"}


class ClusterTests(unittest.TestCase):
    """A broker that says what it is like."""

    def test_asked(self) -> None:
        with Broker(AUTHORIZER) as broker:
            host, _, port = broker.bootstrap.rpartition(":")
            with BlockingConnection(host, int(port)) as connection:
                connection.connect()
                rule = AclCreation(
                    resource_type=2,
                    resource_name="t",
                    resource_pattern_type=3,
                    principal="User:*",
                    host="*",
                    operation=3,
                    permission_type=3,
                )
                connection.request(CreateAclsRequest(creations=[rule]))
                (facts,) = facts_of_cluster(ask_cluster(connection, BlockingConnection), connection)
        self.assertEqual(
            (facts.whose, facts.acls, facts.users), ("broker 1", [Acl(AclResourceType.TOPIC, "t", "User:*", AclOperation.READ)], [])
        )
        self.assertEqual(facts.settings["super.users"], "User:ANONYMOUS")

    def test_without_an_authorizer(self) -> None:
        with Broker() as broker:
            host, _, port = broker.bootstrap.rpartition(":")
            with BlockingConnection(host, int(port)) as connection:
                connection.connect()
                self.assertIsNone(ask_acls(connection))


class FileTests(unittest.TestCase):
    """Settings on this machine."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def test_of_a_closed_cluster(self) -> None:
        self.assertEqual(run(["security", "init", str(self.folder / "c"), "-q"]), 0)
        path = str(self.folder / "c" / "server.properties")
        os.chmod(self.folder / "c" / "broker.pem", 0o644)
        facts = facts_of_file(path, broker_settings(path), time.time())
        self.assertEqual((facts.acls, facts.users), ([], ["admin"]))
        stores = {os.path.basename(one.path): one for one in facts.files}
        self.assertEqual({name: one.mode for name, one in stores.items()}["broker.pem"], 0o644)
        self.assertEqual([one.name for one in stores["broker.pem"].certificates], ["CN=broker"])
        self.assertAlmostEqual(stores["broker.pem"].certificates[0].days_left, 365, 0)
        self.assertEqual((stores["klog.state"].mode, stores["klog.state"].is_secret), (0o600, True))
        self.assertFalse(stores["ca.pem"].is_secret)
        self.assertFalse(stores["server.properties"].is_secret, "no password stands in it")

    def test_the_key_that_zookeeper_is_shown(self) -> None:
        path = self.folder / "zk.pem"
        path.write_text("a private key")
        os.chmod(path, 0o644)
        given = {"zookeeper.connect": "zk", "zookeeper.ssl.client.enable": "true", "zookeeper.ssl.keystore.location": str(path)}
        facts = facts_of_file(str(self.folder / "server.properties"), BrokerSettings(given), time.time())
        self.assertIn((str(path), 0o644, True), [(one.path, one.mode, one.is_secret) for one in facts.files])

    def test_what_cannot_be_read(self) -> None:
        (self.folder / "empty.pem").write_text("nothing")
        (self.folder / "bad.pem").write_text("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
        (self.folder / "bad.p12").write_bytes(b"rubbish")
        for name, kind, word in (
            ("none.pem", "PEM", "cannot be read"),
            ("empty.pem", "PEM", "has no certificate"),
            ("bad.pem", "PEM", "is not to be understood"),
            ("bad.p12", "PKCS12", "is not to be understood"),
        ):
            settings = BrokerSettings(
                {
                    "log.dirs": str(self.folder),
                    "listener.name.x.ssl.keystore.location": str(self.folder / name),
                    "listener.name.x.ssl.keystore.type": kind,
                    "listener.name.x.ssl.keystore.password": "hunter2",
                }
            )
            facts = facts_of_file(str(self.folder / "server.properties"), settings, time.time())
            self.assertIn(word, facts.files[1].trouble or "")
            self.assertTrue(facts.files[0].is_secret, "a password stands in it")
            self.assertNotIn("hunter2", str(facts.files))
