"""One link on one broker: what it copies, and from whom."""

from __future__ import annotations

from unittest import mock

from klog.client.admin.types import ConfigResource
from klog.mirror.decisions.records import Key
from klog.mirror.decisions.states import CopyState, TopicState
from klog.mirror.link import Link, client_id_of
from klog.testing.broker import MemoryBroker
from tests.login_modules import PLAIN
from tests.mirror.rig import SOURCE, TwoClusters, stored


class LinkTests(TwoClusters):
    """From whom."""

    def test_its_name_at_the_source(self) -> None:
        self.assertEqual(client_id_of("dc1"), "klog-mirror-dc1")

    def test_paused(self) -> None:
        """Nothing is copied, and the connection to the source's leader is given up."""
        self.source.create_topics({"web.a": 1})
        self.link()
        self.source.put("web.a", [b"a"])
        self.until_level("web.a")
        self.link(is_paused=True)
        self.run_until(lambda: self.state("web.a") is TopicState.PAUSED)
        self.source.put("web.a", [b"b"])
        self.run_for(5)
        self.assertEqual(self.end(self.destination, "web.a"), 1)
        self.assertEqual(list(self.running().copying), [])
        self.link()
        self.until_level("web.a")

    def test_leaders_are_looked_up_where_there_is_something_new(self) -> None:
        """Not in each round, of each partition; a partition that comes is copied all the same, and so is one whose link was resumed."""
        self.source.create_topics({"web.a": 3})
        self.link()
        self.until_level("web.a", 3)
        self.run_for(2)
        with mock.patch.object(Link, "_leader", side_effect=AssertionError("a leader was looked up")):
            self.run_for(5)
        self.until(self.there.create_partitions({"web.a": 4}))
        self.source.put("web.a", [b"x"], partition=3)
        self.run_until(lambda: self.end(self.destination, "web.a", 3) == 1)
        before = {one.key: one for one in self.running().copying}
        self.link(resumed=1)
        self.run_until(lambda: all(one is not before[one.key] for one in self.running().copying))
        self.source.put("web.a", [b"y"])
        self.until_level("web.a", 4)

    def test_another_cluster_behind_the_address(self) -> None:
        """Nothing of it is copied."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        self.link()
        self.until_level("web.a")
        self.source.stop()
        other = MemoryBroker(reactor=self.reactor, host=SOURCE, seed=77).start()
        other.create_topics({"web.a": 1})
        other.put("web.a", [b"x", b"y", b"z"])
        self.run_until(lambda: any("behind the address is cluster" in one for one in self.warnings))
        self.run_for(20)
        self.assertEqual(self.end(self.destination, "web.a"), 1)
        self.run_until(lambda: "behind the address" in self.picture().copies["web.a", 0].reason)
        other.stop()
        self.source.start()
        self.source.put("web.a", [b"b"])
        self.until_level("web.a")
        self.assert_equal("web.a")

    def test_to_itself(self) -> None:
        self.link(bootstrap=self.destination.bootstrap)
        self.run_until(lambda: any("own" in one for one in self.warnings))
        self.assertEqual(self.picture().topics, {})

    def test_deleted(self) -> None:
        """What it copied stays read-only, and nothing of the link is left."""
        self.source.create_topics({"web.a": 1})
        self.link()
        self.source.put("web.a", [b"a"])
        self.until_level("web.a")
        self.write(Key("link", "dc1"), None)
        self.run_until(lambda: not self.engine.links)
        self.run_until(lambda: not self.engine.state.picture.leftovers())
        self.source.put("web.a", [b"b"])
        self.run_for(5)
        self.assertEqual(self.end(self.destination, "web.a"), 1)
        # Made again it goes on where the copy ends.
        self.link()
        self.until_level("web.a")
        self.run_until(lambda: (one := self.picture().copies.get(("web.a", 0))) is not None and one.state is CopyState.LEVEL)

    def test_an_address_that_cannot_be(self) -> None:
        self.link(bootstrap="kafka:port")
        self.run_until(lambda: any("port" in one for one in self.warnings))


class SecuredSourceTests(TwoClusters):
    """A source that asks who one is."""

    properties = {
        "listeners": "PLAINTEXT://:9092,SASL_PLAINTEXT://:9093",
        "sasl.enabled.mechanisms": "PLAIN",
        "listener.name.sasl_plaintext.plain.sasl.jaas.config": f'{PLAIN} user_mirror="kept secret";',
    }
    secured = f"{SOURCE}:9093"

    def start_destination(self, servers: str, password: str) -> None:
        """The destination has secrets for dc1."""
        of_source = {
            "bootstrap.servers": servers,
            "security.protocol": "SASL_PLAINTEXT",
            "sasl.mechanism": "PLAIN",
            "sasl.username": "mirror",
            "sasl.password": password,
        }
        self.destination.stop()
        for name, text in of_source.items():
            self.destination.properties[f"klog.mirror.source.dc1.{name}"] = text
        self.destination.start()
        self.listen_to(self.destination)

    def test_by_password(self) -> None:
        """It is copied from, and the password stands nowhere."""
        self.start_destination(self.secured, "kept secret")
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        self.link(bootstrap=self.secured)
        self.until_level("web.a")
        self.assert_equal("web.a")
        self.run_until(lambda: ("web.a", 0) in self.picture().copies)
        self.assertNotIn(b"kept secret", stored(self.destination, "__klog_mirror"))
        self.assertFalse([one for one in self.warnings if "kept secret" in one])
        described = self.until(self.here.describe_configs([ConfigResource.broker(1)]))
        self.assertNotIn("kept secret", repr(described.done))

    def test_a_wrong_password(self) -> None:
        """It is said whose fault it is, and tried on."""
        self.start_destination(self.secured, "no secret")
        self.source.create_topics({"web.a": 1})
        self.link(bootstrap=self.secured)
        self.run_until(lambda: any("uthenti" in one for one in self.warnings))
        self.assertFalse([one for one in self.warnings if "no secret" in one])
        # It stands in the link's state, and goes from there with its cause.
        self.run_until(lambda: "uthenti" in self.picture().trouble)
        self.assertNotIn(b"no secret", stored(self.destination, "__klog_mirror"))
        self.run_for(20)
        self.assertIn("uthenti", self.picture().trouble)
        self.start_destination(self.secured, "kept secret")
        self.run_until(lambda: self.state("web.a") and not self.picture().trouble)
        self.until_level("web.a")

    def test_a_password_that_is_changed_at_the_source(self) -> None:
        """What had worked is told of, too, once the source lets nobody in any more."""
        self.start_destination(self.secured, "kept secret")
        self.source.create_topics({"web.a": 1})
        self.link(bootstrap=self.secured)
        self.until_level("web.a")
        self.assertEqual(self.picture().trouble, "")
        self.source.stop()
        name = "listener.name.sasl_plaintext.plain.sasl.jaas.config"
        self.source.properties[name] = self.source.properties[name].replace("kept secret", "another one")
        self.source.start()
        self.run_until(lambda: "uthenti" in self.picture().trouble)
        before = len(stored(self.destination, "__klog_mirror"))
        self.run_for(25)
        self.assertLess(len(stored(self.destination, "__klog_mirror")) - before, 2_000)

    def test_secrets_are_for_the_addresses_beside_them(self) -> None:
        """Whoever may write the state topic has them sent nowhere else."""
        self.start_destination("192.0.2.99:9093", "kept secret")
        self.link(bootstrap=self.secured)
        self.run_until(lambda: any(f"leads to {self.secured}" in one for one in self.warnings))
        self.assertEqual(dict(self.engine.links), {})
        self.run_until(lambda: f"leads to {self.secured}" in self.picture().trouble)
