"""Users of the source come along where its ZooKeeper may be read; else those that are missing are told."""

from __future__ import annotations

from unittest import mock

from klog.client.admin.types import ScramMechanism
from klog.mirror.sync import scram_users
from klog.mirror.sync.kinds import Kind
from klog.net.kept_credentials import format_credential
from klog.net.sasl import credential_of_salted
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.znodes import ClusterId, ConfigZnode
from tests.mirror.rig import TwoClusters

M256 = "SCRAM-SHA-256"


def kept(seed: int) -> str:
    """A password as it is kept."""
    return format_credential(credential_of_salted(M256, bytes([seed]) * 32, b"salt", 4096))


class UserClusters(TwoClusters):
    """A link that carries users."""

    @property
    def users(self) -> dict[str, dict[str, str]]:
        """What is kept here."""
        coordination = self.destination.broker.coordination
        assert coordination is not None
        return {name: dict(each) for name, each in coordination.user_configs().items() if each}

    def problems(self) -> tuple[str, ...]:
        """What is told."""
        self.run_until(lambda: self.state("web.a"))
        self.run_until(lambda: (state := self.picture().synced.get(Kind.USERS.value)) is not None and state.problems)
        return self.picture().synced[Kind.USERS.value].problems


class MissingTests(UserClusters):
    """Over the wire nobody is told a password."""

    def test_told_until_somebody_sets_it(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.until(self.there.set_scram_password("anna", "secret"))
        self.link(users=("*",))
        [problem] = self.problems()
        self.assertIn("user anna has a password of SCRAM-SHA-256 (4096 iterations) at the source, and none here", problem)
        self.assertEqual(self.users, {})
        self.until(self.here.set_scram_password("anna", "another", ScramMechanism.SCRAM_SHA_256))
        self.run_until(lambda: not self.picture().synced[Kind.USERS.value].problems)


class ZooKeeperTests(UserClusters):
    """The source's ZooKeeper may be read."""

    own_properties = {"super.users": "User:ANONYMOUS;User:admin", "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer"}

    def setUp(self) -> None:
        super().setUp()
        self.zookeeper = MemoryZooKeeper(self.reactor)
        assert self.source.broker.coordination is not None
        self.put_cluster(self.source.broker.coordination.cluster_id())
        self.source.create_topics({"web.a": 1})

    def put_cluster(self, cluster_id: str) -> None:
        """Whose ZooKeeper it is."""
        for path in ("/cluster", "/config", "/config/users"):
            self.zookeeper.tree.put(path, b"")
        self.zookeeper.tree.put("/cluster/id", ClusterId(cluster_id).encode())

    def put(self, user: str, **configs: str) -> None:
        """What the source keeps of a user."""
        self.zookeeper.tree.put(
            ConfigZnode.path("users", user), ConfigZnode({name.replace("_", "-"): it for name, it in configs.items()}).encode()
        )

    def start_destination(self, **more: str) -> None:
        """Its settings say where the source's users are."""
        self.destination.stop()
        settings = {"bootstrap.servers": self.source.bootstrap, "zookeeper.connect": self.zookeeper.connect, **more}
        for name, text in settings.items():
            self.destination.properties[f"klog.mirror.source.dc1.{name}"] = text
        self.destination.start()
        self.listen_to(self.destination)

    def test_come_change_and_go(self) -> None:
        """With their passwords; what an operator has made here stays, and nobody is set who may do everything here."""
        self.start_destination()
        self.put("anna", SCRAM_SHA_256=kept(1), producer_byte_rate="5")
        self.put("bob b", SCRAM_SHA_256=kept(2))
        self.put("admin", SCRAM_SHA_256=kept(3))
        self.put("quota", producer_byte_rate="5")
        self.until(self.here.set_scram_password("carl", "secret"))
        carl = self.users["carl"]
        self.link(users=("*",))
        self.run_until(lambda: self.users == {"anna": {M256: kept(1)}, "bob b": {M256: kept(2)}, "carl": carl})
        self.assertIn("user admin is one of this cluster's own", self.problems()[0])
        self.put("anna", SCRAM_SHA_256=kept(9))
        self.put("carl", SCRAM_SHA_256=kept(8))
        self.zookeeper.tree.remove("/config/users/bob%20b")
        self.run_until(lambda: self.users == {"anna": {M256: kept(9)}, "carl": carl})
        self.run_until(lambda: any("user carl has another password" in one for one in self.problems()))
        text = " ".join([*self.warnings, str(self.picture().synced)])
        for seed in (1, 2, 3, 8, 9):
            self.assertNotIn(kept(seed), text)

    def test_a_zookeeper_that_cannot_be_read(self) -> None:
        """Nobody goes by that."""
        self.start_destination()
        self.put("anna", SCRAM_SHA_256=kept(1))
        self.link(users=("*",))
        self.run_until(lambda: self.users == {"anna": {M256: kept(1)}})
        self.zookeeper.tree.put("/config/users/anna", b"rubbish")
        self.assertIn("is not what keeps a user", self.problems()[0])
        self.put("anna", SCRAM_SHA_256=kept(2))
        self.run_until(lambda: self.users == {"anna": {M256: kept(2)}})
        self.zookeeper.stop()
        self.run_for(120)
        self.assertEqual(self.users, {"anna": {M256: kept(2)}})
        self.zookeeper.start()
        self.zookeeper.tree.remove("/config/users/anna")
        self.run_until(lambda: self.users == {})

    def test_more_than_fit_into_a_record(self) -> None:
        """None is set or taken away, which is told; the link is in no trouble by it."""
        self.start_destination()
        self.put("anna", SCRAM_SHA_256=kept(1))
        self.link(users=("*",))
        self.run_until(lambda: self.users == {"anna": {M256: kept(1)}})
        self.zookeeper.tree.remove("/config/users/anna")
        for number in range(3):
            self.put(f"user-{number}" + "x" * 300, SCRAM_SHA_256=kept(2))
        with mock.patch.object(scram_users, "MOST_BYTES", 1000):
            self.assertIn("and 1000 fit into the state of mirrors", self.problems()[0])
            self.run_for(60)
            self.assertEqual((self.users, self.picture().trouble), ({"anna": {M256: kept(1)}}, ""))
        self.run_until(lambda: len(self.users) == 3)

    def test_that_of_another_cluster(self) -> None:
        self.start_destination()
        self.put_cluster("another")
        self.put("anna", SCRAM_SHA_256=kept(1))
        self.link(users=("*",))
        self.assertIn("is that of cluster another", self.problems()[0])
        self.assertEqual(self.users, {})

    def test_not_by_a_link_that_leads_elsewhere(self) -> None:
        """Whoever may write the state topic chooses neither brokers nor ZooKeeper."""
        self.start_destination(**{"bootstrap.servers": "192.0.2.99:9092"})
        self.put("anna", SCRAM_SHA_256=kept(1))
        self.link(users=("*",))
        self.run_until(lambda: "which is not among them" in self.picture().trouble)
        self.run_for(40)
        self.assertEqual(self.users, {})
