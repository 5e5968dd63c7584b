"""Users and rules of one cluster of klog and Apache Kafka 3.9.2: each obeys what the other has been told, by whichever tool, and both write
the same bytes for it."""

from __future__ import annotations

import hashlib
import json
import pathlib
import shutil
import tempfile
import time
import unittest
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from kazoo.client import KazooClient

from klog.errors import KlogError
from klog.net.blocking_connection import BlockingConnection
from klog.net.client.errors import AuthenticationFailed
from klog.net.sasl import HASHES
from klog.net.security import Security
from klog.wire.messages.alter_user_scram_credentials import (
    AlterUserScramCredentialsRequest,
    ScramCredentialDeletion,
    ScramCredentialUpsertion,
)
from klog.wire.messages.create_acls import AclCreation, CreateAclsRequest
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.delete_acls import DeleteAclsFilter, DeleteAclsRequest
from klog.wire.messages.describe_groups import DescribeGroupsRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from tests import peers
from tests.integration.group_brokers import KafkaBroker
from tests.integration.kafka_tools import run_warm
from tests.integration.raw import Raw
from tests.integration.running import KlogBroker, run_tool
from tests.integration.test_authorizer import ANYTHING, rule
from tests.integration.zookeepers import RealZooKeeper
from tests.login_modules import SCRAM

TOPIC, GROUP = 2, 3
READ, WRITE, DESCRIBE = 3, 4, 8
DENY, PREFIXED = 2, 4
#: Where the tools of a version may be told to go. Those of 4.3.1 know no ZooKeeper.
TOOLS = {"2.8.2": ("klog", "kafka", "zookeeper"), "3.9.2": ("klog", "kafka", "zookeeper"), "4.3.1": ("klog", "kafka")}
#: One of each kind that the tool makes, and as how many rules it is listed.
RULES: dict[str, tuple[list[str], int]] = {
    "a consumer": (["--allow-principal", "User:tool", "--consumer", "--topic", "tool", "--group", "tool"], 3),
    "a producer": (["--allow-principal", "User:tool", "--producer", "--transactional-id", "tool", "--topic", "tool", "--idempotent"], 6),
    "a prefix": (["--allow-principal", "User:*", "--operation", "All", "--topic", "to", "--resource-pattern-type", "prefixed"], 1),
    "from one address": (["--deny-principal", "User:CN=t o,O=ü", "--deny-host", "192.0.2.1", "--operation", "Write", "--topic", "*"], 1),
    "the cluster": (["--allow-principal", "User:tool", "--operation", "ClusterAction", "--operation", "Alter", "--cluster"], 2),
}


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "a broker of Kafka 3.9.2 beside klog's: make soak")
class SharedTests(unittest.TestCase):
    """One of each, with a listener that asks nobody (there everybody may do everything) and one that asks."""

    kafka: ClassVar[KafkaBroker]
    klog: ClassVar[KlogBroker]
    connect: ClassVar[str]
    znodes: ClassVar[KazooClient]
    asking: ClassVar[dict[str, int]]

    @classmethod
    def setUpClass(cls) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-shared-"))
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        cls.connect = RealZooKeeper.of_class(cls).connect + "/shared"
        ports = {name: (peers.free_port(), peers.free_port()) for name in ("kafka", "klog")}
        cls.asking = {name: port for name, (_, port) in ports.items()}

        def settings(name: str, number: int) -> dict[str, str]:
            listeners = f"PLAINTEXT://127.0.0.1:{ports[name][0]},SASL_PLAINTEXT://127.0.0.1:{ports[name][1]}"
            return {
                "broker.id": str(number),
                "listeners": listeners,
                "advertised.listeners": listeners,
                "inter.broker.protocol.version": "3.9",
                "zookeeper.session.timeout.ms": "6000",
                "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
                "super.users": "User:ANONYMOUS",
                "sasl.enabled.mechanisms": "SCRAM-SHA-256,SCRAM-SHA-512",
                "listener.name.sasl_plaintext.scram-sha-256.sasl.jaas.config": f"{SCRAM};",
                "listener.name.sasl_plaintext.scram-sha-512.sasl.jaas.config": f"{SCRAM};",
                "connection.failed.authentication.delay.ms": "1",
                "offsets.topic.replication.factor": "1",
                "offsets.topic.num.partitions": "1",
            }

        cls.kafka = KafkaBroker(
            "3.9.2", folder, port=ports["kafka"][0], zookeeper=cls.connect, settings=settings("kafka", 1), quiet=False, heap="256m"
        ).start()
        cls.addClassCleanup(cls.kafka.stop)
        cls.klog = KlogBroker(port=ports["klog"][0], settings={**settings("klog", 3), "zookeeper.connect": cls.connect}).start()
        cls.addClassCleanup(cls.klog.stop)
        cls.znodes = KazooClient(cls.connect)
        cls.znodes.start(60)
        cls.addClassCleanup(cls.znodes.close)
        cls.addClassCleanup(cls.znodes.stop)

    def setUp(self) -> None:
        self.forget_rules()

    def brokers(self) -> Iterator[tuple[str, str]]:
        """Each, and where it asks nobody."""
        yield from (("kafka", self.kafka.address), ("klog", self.klog.address))

    def ask(self, address: str, message: Any, version: int) -> Any:
        with Raw(address) as client:
            return client.ask(message, version)

    def forget_rules(self) -> None:
        self.ask(self.kafka.address, DeleteAclsRequest(filters=[DeleteAclsFilter(**ANYTHING)]), 3)
        for _, address in self.brokers():
            self.until(lambda address=address: self.listed(address), "")  # type: ignore[misc]

    def listed(self, address: str) -> str:
        """By Kafka's tool, sorted; the same of both is the same text."""
        told = run_warm("3.9.2", "acls", "--bootstrap-server", address, "--list")
        return "\n".join(sorted(line.strip() for line in told.splitlines() if line.strip()))

    def until(self, what: Callable[[], Any], expected: Any) -> None:
        """After a while, for each is told by ZooKeeper."""
        end = time.monotonic() + 30
        while (found := what()) != expected:
            self.assertLess(time.monotonic(), end, (found, expected))
            time.sleep(0.1)

    # -- users

    def set_password(self, address: str, name: str, password: str, salt: bytes = b"salt of theirs") -> None:
        rows = []
        for number, mechanism in ((1, "SCRAM-SHA-256"), (2, "SCRAM-SHA-512")):
            salted = hashlib.pbkdf2_hmac(HASHES[mechanism], password.encode(), salt, 4096)
            rows.append(ScramCredentialUpsertion(name=name, mechanism=number, iterations=4096, salt=salt, salted_password=salted))
            answer = self.ask(address, AlterUserScramCredentialsRequest(upsertions=rows[-1:]), 0)
            self.assertEqual([one.error_code for one in answer.results], [0])

    def comes_in(self, broker: str, name: str, password: str, mechanism: str = "SCRAM-SHA-256") -> bool:
        security = Security(security_protocol="SASL_PLAINTEXT", sasl_mechanism=mechanism, sasl_username=name, sasl_password=password)
        with BlockingConnection("127.0.0.1", self.asking[broker], security=security) as connection:
            try:
                connection.connect()
            except AuthenticationFailed:
                return False
        return True

    def test_users(self) -> None:
        for maker, address in self.brokers():
            name = f"b@ b*{maker}"
            self.set_password(address, name, "one")
            for broker, _ in self.brokers():
                for mechanism in HASHES:
                    self.until(lambda b=broker, m=mechanism: self.comes_in(b, name, "one", m), True)  # type: ignore[misc]  # noqa: B023
                self.assertFalse(self.comes_in(broker, name, "two"))
            # Changed by the other one, and deleted by the first.
            other = next(place for who, place in self.brokers() if who != maker)
            self.set_password(other, name, "two")
            for broker, _ in self.brokers():
                self.until(lambda b=broker: self.comes_in(b, name, "two"), True)  # type: ignore[misc]  # noqa: B023
                self.assertFalse(self.comes_in(broker, name, "one"))
            gone = [ScramCredentialDeletion(name=name, mechanism=number) for number in (1, 2)]
            for one in gone:
                self.ask(address, AlterUserScramCredentialsRequest(deletions=[one]), 0)
            for broker, _ in self.brokers():
                self.until(lambda b=broker: self.comes_in(b, name, "two"), False)  # type: ignore[misc]  # noqa: B023

    def test_users_are_written_alike(self) -> None:
        """The same salt, and the same bytes but for the order of keys; quotas of the same user stay where they are."""
        written = {}
        for maker, address in self.brokers():
            self.znodes.ensure_path("/config/users")
            if self.znodes.exists("/config/users/twin"):
                self.znodes.delete("/config/users/twin")
            before = set(self.znodes.get_children("/config/changes"))
            with_quota = {"version": 1, "config": {"producer_byte_rate": "1024"}}
            self.znodes.create("/config/users/twin", json.dumps(with_quota).encode())
            self.set_password(address, "twin", "one", salt=b"the same salt")
            fresh = sorted(set(self.znodes.get_children("/config/changes")) - before)
            told = [_sorted_json(self.znodes.get(f"/config/changes/{name}")[0]) for name in fresh]
            written[maker] = (_sorted_json(self.znodes.get("/config/users/twin")[0]), told)
        self.assertEqual(written["klog"], written["kafka"])
        self.assertIn(b'"producer_byte_rate":"1024"', written["klog"][0])

    def test_users_by_kafkas_tools(self) -> None:
        for version, places in TOOLS.items():
            for place in places:
                if place == "zookeeper":
                    # Of the old one alone: 3.9.2 sets passwords there before the first broker only.
                    where = ["--zookeeper", self.connect] if version == "2.8.2" else []
                else:
                    where = ["--bootstrap-server", dict(self.brokers())[place]]
                if not where:
                    continue
                name = f"tool-{version}-{place}"
                user = ["--entity-type", "users", "--entity-name", name]
                run = run_tool if place == "zookeeper" else run_warm
                run(version, "configs", *where, "--alter", *user, "--add-config", "SCRAM-SHA-512=[iterations=4096,password=of the tool]")
                for broker, _ in self.brokers():
                    with self.subTest(version=version, place=place, broker=broker):
                        self.until(lambda b=broker, n=name: self.comes_in(b, n, "of the tool", "SCRAM-SHA-512"), True)  # type: ignore[misc]
                run(version, "configs", *where, "--alter", *user, "--delete-config", "SCRAM-SHA-512")
                for broker, _ in self.brokers():
                    self.until(lambda b=broker, n=name: self.comes_in(b, n, "of the tool", "SCRAM-SHA-512"), False)  # type: ignore[misc]

    # -- rules

    def create(self, address: str, *rules: AclCreation) -> None:
        results = self.ask(address, CreateAclsRequest(creations=list(rules)), 3).results
        self.assertEqual({one.error_code for one in results}, {0})

    def seen(self, broker: str) -> tuple[int, ...]:
        """What anna is told of two topics and a group, as error codes."""
        security = Security(security_protocol="SASL_PLAINTEXT", sasl_mechanism="SCRAM-SHA-256", sasl_username="anna", sasl_password="hers")
        with BlockingConnection("127.0.0.1", self.asking[broker], security=security) as connection:
            names = ("orders", "orders-old")
            asked = [MetadataRequestTopic(name=name) for name in names]
            told = connection.request(MetadataRequest(topics=asked, allow_auto_topic_creation=False), at_most=9)
            found = {topic.name: int(topic.error_code) for topic in told.topics}
            try:
                group = int(connection.request(DescribeGroupsRequest(groups=["billing"]), at_most=5).groups[0].error_code)
            except KlogError as error:
                group = int(error.code)
        # Who is not the group's coordinator says so, to whom may know of the group.
        return found["orders"], found["orders-old"], 0 if group in (14, 15, 16) else group

    def both_say(self, *expected: int) -> None:
        for broker, _ in self.brokers():
            self.until(lambda b=broker: self.seen(b), expected)  # type: ignore[misc]

    def test_each_obeys_the_others(self) -> None:
        topics = [CreatableTopic(name=name, num_partitions=1, replication_factor=1) for name in ("orders", "orders-old")]
        self.ask(self.kafka.address, CreateTopicsRequest(topics=topics, timeout_ms=30_000), 5)
        self.set_password(self.kafka.address, "anna", "hers")
        for broker, _ in self.brokers():
            self.until(lambda b=broker: self.comes_in(b, "anna", "hers"), True)  # type: ignore[misc]
        for _, address in self.brokers():
            other = next(place for _, place in self.brokers() if place != address)
            self.both_say(29, 29, 30)
            self.create(address, rule(TOPIC, "orders", READ, who="User:anna"))
            self.both_say(0, 29, 30)
            self.create(other, rule(TOPIC, "orders", WRITE, who="User:anna", pattern=PREFIXED))
            self.both_say(0, 0, 30)
            self.create(address, rule(TOPIC, "orders-old", DESCRIBE, who="User:*", permission=DENY))
            self.both_say(0, 29, 30)
            self.create(other, rule(GROUP, "*", READ, who="User:anna"))
            self.both_say(0, 29, 0)
            # The one's rule is taken away by the other.
            gone = DeleteAclsFilter(**{**ANYTHING, "resource_name_filter": "orders-old", "pattern_type_filter": 3})
            self.ask(other, DeleteAclsRequest(filters=[gone]), 3)
            self.both_say(0, 0, 0)
            self.forget_rules()

    def tree(self) -> dict[str, bytes]:
        """All that stands in ZooKeeper about rules, in the order of names."""
        found = {}
        for root in ("/kafka-acl", "/kafka-acl-extended"):
            waiting = [root]
            while waiting:
                path = waiting.pop()
                waiting += [f"{path}/{name}" for name in self.znodes.get_children(path)]
                data = self.znodes.get(path)[0]
                found[path] = _sorted_json(data) if data else data or b""
        return dict(sorted(found.items()))

    def changes(self) -> set[tuple[str, bytes]]:
        """What brokers have been told."""
        roots = ("/kafka-acl-changes", "/kafka-acl-extended-changes")
        paths = [f"{root}/{name}" for root in roots for name in self.znodes.get_children(root)]
        return {(path, self.znodes.get(path)[0]) for path in paths}

    def test_by_kafkas_tools(self) -> None:
        """Every tool, by every way: the same znodes, the same notes of changes, and both brokers list the same."""
        for title, (words, count) in RULES.items():
            trees: dict[str, tuple[Any, ...]] = {}
            for version, places in TOOLS.items():
                for place in places:
                    way = f"{version} {place}"
                    empty, before = self.tree(), self.changes()
                    if place == "zookeeper":
                        where = ["--authorizer-properties", f"zookeeper.connect={self.connect}"]
                    else:
                        where = ["--bootstrap-server", dict(self.brokers())[place]]
                    run = run_tool if place == "zookeeper" else run_warm
                    run(version, "acls", *where, "--add", *words)
                    texts = []
                    for _, address in self.brokers():
                        self.until(lambda a=address: self.listed(a).count("principal="), count)  # type: ignore[misc]
                        texts.append(self.listed(address))
                    self.assertEqual(texts[0], texts[1], (title, way))
                    told = sorted((path.rpartition("/")[0], data) for path, data in self.changes() - before)
                    trees[way] = (self.tree(), sorted({(root, _sorted_json(data)) for root, data in told}))
                    run(version, "acls", *where, "--remove", "--force", *words)
                    for _, address in self.brokers():
                        self.until(lambda a=address: self.listed(a), "")  # type: ignore[misc]
                    self.assertEqual(self.tree(), empty, (title, way))
            first = trees["3.9.2 kafka"]
            for way, tree in trees.items():
                self.assertEqual(tree, first, (title, way))


def _sorted_json(data: bytes) -> bytes:
    """The same, with its keys and its rules in their order; what is no JSON as it is."""
    try:
        tree = json.loads(data)
    except ValueError:
        return data
    if isinstance(tree, dict) and "acls" in tree:
        tree["acls"] = sorted(tree["acls"], key=lambda acl: json.dumps(acl, sort_keys=True))
    return json.dumps(tree, sort_keys=True, separators=(",", ":")).encode()
