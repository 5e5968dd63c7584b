"""A broker's life in its cluster: identity, registration, other people's brokers, the end."""

from __future__ import annotations

from twisted.internet.defer import CancelledError

from klog.cluster.interfaces import Endpoint
from klog.cluster.zookeeper.coordination import CoordinationRefused
from klog.errors import KlogError
from klog.testing.zookeeper_acl import ALL, OPEN, READ_ONLY, Acl, digest_id
from klog.zookeeper.protocol import EPHEMERAL
from klog.zookeeper.znodes import BrokerRegistration, RegisteredEndpoint

from .brokers_case import BrokersCase

KAFKA = BrokerRegistration(7, (RegisteredEndpoint("PLAINTEXT", "kafka.example", 9092),))


class BeginningTests(BrokersCase):
    """Identity, registration, refusals."""

    def test_what_is_written(self) -> None:
        """The same nodes as Kafka's, and klog's mark."""
        value = self.json("/brokers/ids/1")
        self.assertEqual(
            (value["host"], value["port"], value["endpoints"], value["klog"]), ("host1", 9092, ["PLAINTEXT://host1:9092"], "0.test")
        )
        self.assertEqual(self.json("/cluster/id"), {"version": "1", "id": self.one.cluster_id()})
        self.assertEqual((self.json("/controller")["brokerid"], self.one.controller_id()), (1, 1))
        for path in ("consumers", "admin/delete_topics", "isr_change_notification", "latest_producer_id_block", "config/users"):
            self.assertIn(f"/klog/{path}", self.tree)

    def test_identity(self) -> None:
        """Generated where none is given; another cluster's directory is refused, naming both."""
        two = self.brokers.make(self.brokers.ports[0])
        self.until(two.open(None, self.one.cluster_id(), reserved_broker_max_id=5000))
        self.assertEqual((two.broker_id(), two.cluster_id()), (5001, self.one.cluster_id()))
        three = self.brokers.make(self.brokers.ports[0])
        error = self.refused(three.open(3, "AAAAAAAAAAAAAAAAAAAAAA"))
        self.assertIsInstance(error, CoordinationRefused)
        self.assertIn("AAAAAAAAAAAAAAAAAAAAAA", str(error))
        self.assertIn(self.one.cluster_id(), str(error))
        self.brokers.chroot = "/empty"
        four = self.brokers.make(self.brokers.ports[0])
        self.assertIn("has no cluster", str(self.refused(four.open(3, self.one.cluster_id()))))
        self.assertNotIn("/empty/cluster/id", self.tree)

    def test_beside_kafka(self) -> None:
        """Refused, naming it, and nothing is written there."""
        self.brokers.chroot = "/kafka"
        self.tree.put("/kafka/brokers/ids/7", KAFKA.encode())
        error = self.refused(self.brokers.make(self.brokers.ports[0]).open(1, None))
        self.assertIn("broker 7 at kafka.example:9092", str(error))
        self.assertNotIn("/kafka/config", self.tree)
        self.tree.put("/kafka/brokers/ids/7", b"{")
        self.assertIn("broker 7 in", str(self.refused(self.brokers.make(self.brokers.ports[0]).open(1, None))))

    def test_two_brokers_with_one_id(self) -> None:
        """The second is refused and told of the first's address."""
        two = self.brokers.make(self.brokers.ports[0])
        self.until(two.open(1, None))
        two.set_endpoints([Endpoint("PLAINTEXT", "elsewhere", 9092)])
        error = self.refused(two.register(), 2)
        self.assertIsInstance(error, CoordinationRefused)
        self.assertIn("host1:9092", str(error))
        self.assertTrue(self.one.may_lead)

    def test_after_a_crash(self) -> None:
        """The session from before is waited for, and told of once."""
        port = self.zookeeper.add_server()
        self.brokers.crash(0)
        two = self.brokers.make(port)
        self.until(two.open(1, self.one.cluster_id()))
        two.set_endpoints([Endpoint("PLAINTEXT", "host1", 9092)])
        registered = two.register()
        self.reactor.advance(1)
        self.assertNoResult(registered)
        self.assertEqual(len(self.brokers.warnings), 1)
        self.assertIn("waiting for that session to end", self.brokers.warnings[0])
        self.until(registered)
        self.assertTrue(two.may_lead)
        self.assertEqual(len(self.brokers.warnings), 1)

    def test_zookeeper_is_down(self) -> None:
        """It is waited for, until somebody has enough."""
        self.zookeeper.stop()
        two, three = self.brokers.make(self.brokers.ports[0]), self.brokers.make(self.brokers.ports[0])
        opened, given_up = two.open(2, None), three.open(3, None)
        self.reactor.advance(60)
        self.assertNoResult(opened)
        given_up.addErrback(lambda failure: failure.trap(CoordinationRefused, CancelledError))
        given_up.cancel()
        self.assertIsNotNone(self.successResultOf(given_up))
        self.zookeeper.start()
        self.until(opened)
        self.assertEqual(two.cluster_id(), self.one.cluster_id())
        self.stop(two)

    def test_a_chroot_of_others(self) -> None:
        """Refused at once, naming what says who we are: waiting does not mend it. Also where it may only be read."""
        for name, acls in (("theirs", (Acl(ALL, "digest", digest_id("them:secret")),)), ("shown", READ_ONLY)):
            self.tree.create(f"/{name}", b"", acls)
            self.brokers.chroot = f"/{name}"
            error = self.refused(self.brokers.make(self.brokers.ports[0]).open(4, None))
            self.assertIsInstance(error, CoordinationRefused)
            self.assertIn("ACL", str(error))
            self.assertIn("klog.zookeeper.digest", str(error))

    def test_the_id_is_taken_meanwhile(self) -> None:
        """A broker without a session whose id was taken must end."""
        session = self.brokers.session_id(0)
        self.reactor.ignore()
        self.zookeeper.expire(session)
        self.tree.create("/klog/brokers/ids/1", BrokerRegistration(1, KAFKA.endpoints, klog="1").encode(), OPEN, EPHEMERAL, 99)
        self.reactor.accept()
        self.brokers.settle()
        self.assertEqual(len(self.brokers.refusals), 1, self.brokers.refusals)
        self.assertIn("kafka.example:9092", self.brokers.refusals[0])
        self.assertFalse(self.one.may_lead)

    def test_somebody_deletes_our_registration(self) -> None:
        """It is made again, and what we lead is led under a higher epoch."""
        before = self.until(self.one.create_topic("t", [[1]], {})).partitions[0]
        self.tree.remove("/klog/brokers/ids/1")
        self.brokers.settle()
        after = self.one.topics()["t"].partitions[0]
        self.assertEqual((after.leader, self.one.may_lead), (1, True))
        self.assertGreater(after.leader_epoch, before.leader_epoch)
        self.assertEqual(self.recorder.leaders["t", 0], after)

    def test_more_than_can_be_mirrored(self) -> None:
        """A broker that cannot follow the cluster any more stops leading and must end."""
        self.until(self.one.create_topic("t", [[1]], {}))
        session = self.one._lifecycle._session
        assert session is not None
        session.mirror._max_nodes = len(session.mirror)
        self.put("/brokers/topics/u", '{"version":1,"partitions":{"0":[1]}}')
        self.reactor.advance(1)
        self.assertEqual(len(self.brokers.refusals), 1)
        self.assertIn("too many", self.brokers.refusals[0])
        self.assertEqual(self.recorder.leaders["t", 0].leader, -1)

    def test_stop(self) -> None:
        """Leads nothing any more, then is gone; what was under way fails."""
        self.until(self.one.create_topic("t", [[1]], {}))
        self.until(self.one.resign())
        self.assertEqual(self.recorder.heard[-1], ("leaders", "t", (0,)))
        self.assertEqual((self.one.topics()["t"].partitions[0].leader, self.one.may_lead), (-1, False))
        self.assertIn("/klog/brokers/ids/1", self.tree)
        never = self.one.create_topic("u", [[9]], {})
        self.reactor.advance(1)
        stopped = self.one.stop()
        self.assertIn("stopping", str(self.failureResultOf(never, KlogError).value))
        self.until(stopped)
        self.assertNotIn("/klog/brokers/ids/1", self.tree)
        self.failureResultOf(self.one.create_topic("v", [[1]], {}), KlogError)
        self.failureResultOf(self.one.next_producer_id(), KlogError)
        self.assertEqual(self.brokers.refusals, [])


class ForeignTests(BrokersCase):
    """A broker that is not klog's appears."""

    def test_nobody_leads_beside_kafka(self) -> None:
        """Listeners hear so at once, people are told who it is, and all goes on when it is gone."""
        self.until(self.one.create_topic("t", [[1]], {}))
        self.recorder.heard.clear()
        self.put("/brokers/ids/7", KAFKA.encode())
        self.assertEqual(self.recorder.heard, [("leaders", "t", (0,))])
        self.assertEqual(self.recorder.leaders["t", 0].leader, -1)
        self.assertEqual([each.broker_id for each in self.one.brokers()], [1])
        self.assertIn("broker 7 at kafka.example:9092", self.brokers.warnings[-1])
        state = self.tree.get("/klog/brokers/topics/t/partitions/0/state")
        self.put("/brokers/topics/u", '{"version":1,"partitions":{"0":[7]}}')
        self.reactor.advance(5)
        self.assertNotIn("/klog/brokers/topics/u/partitions", self.tree)
        self.assertEqual(self.tree.get("/klog/brokers/topics/t/partitions/0/state"), state)
        self.tree.remove("/klog/brokers/ids/7")
        self.tree.remove("/klog/brokers/topics/u")
        self.reactor.advance(1)
        self.assertEqual(self.recorder.leaders["t", 0].leader, 1)
        self.assertEqual(len(self.brokers.warnings), 2)
