"""One broker for each id."""

from __future__ import annotations

from klog.cluster.zookeeper.registration import GRACE_MS, register
from klog.cluster.zookeeper.settings import CoordinationRefused
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.znodes import BROKER_IDS, BrokerRegistration, RegisteredEndpoint

from .zookeeper_case import ZooKeeperCase

US = BrokerRegistration(1, (RegisteredEndpoint("PLAINTEXT", "here", 9092),), klog="1")
OTHER = BrokerRegistration(1, (RegisteredEndpoint("PLAINTEXT", "there", 9092),), klog="1")
PATH = BrokerRegistration.path(1)


class RegistrationTests(ZooKeeperCase):
    """See the table of the module."""

    def setUp(self) -> None:
        super().setUp()
        self.reactor.until(self.client.create("/brokers"))
        self.reactor.until(self.client.create(BROKER_IDS))
        self.warnings: list[str] = []

    def register(self, client: ZookeeperClient, registration: BrokerRegistration = US, previous: int = 0) -> int:
        """The epoch."""
        return int(
            self.run_all(
                register(self.reactor, client, registration, previous_session=previous, session_timeout_ms=6_000, warn=self.warnings.append)
            )
        )

    def test_nobody_is_there(self) -> None:
        """The node's czxid is the epoch; asking again changes nothing."""
        epoch = self.register(self.client)
        self.assertEqual((epoch, self.tree.get(PATH)), (self.tree.stat(PATH)["czxid"], US.encode()))
        self.assertEqual(self.register(self.client), epoch)

    def test_a_lost_answer(self) -> None:
        """It was us."""
        self.zookeeper.lose_next_reply()
        self.assertEqual(self.register(self.client), self.tree.stat(PATH)["czxid"])
        self.assertEqual(self.tree.stat(PATH)["ephemeralOwner"], self.client.session_id)

    def test_our_session_before(self) -> None:
        """Its node is deleted at once."""
        first = self.register(self.client)
        second = self.connect()
        before = self.reactor.seconds()
        self.assertGreater(self.register(second, previous=self.client.session_id), first)
        self.assertLess(self.reactor.seconds() - before, 1)
        self.assertEqual(self.tree.stat(PATH)["ephemeralOwner"], second.session_id)

    def test_we_before_a_crash(self) -> None:
        """Its node is waited for, and told of once."""
        self.register(self.client)
        second = self.connect()
        waiting = self.begin(register(self.reactor, second, US, previous_session=0, session_timeout_ms=6_000, warn=self.warnings.append))
        self.reactor.advance(3)
        self.assertNoResult(waiting)
        self.zookeeper.expire(self.client.session_id)
        self.assertEqual(self.reactor.until(waiting), self.tree.stat(PATH)["czxid"])
        self.assertEqual(len(self.warnings), 1)

    def test_somebody_with_our_address_who_stays(self) -> None:
        """Is somebody else after all: klog's, or Kafka's that still runs under that id behind the same advertised address."""
        for theirs in (US, BrokerRegistration(1, US.endpoints)):
            first = self.connect()
            epoch = self.register(first, theirs)
            second = self.connect()
            before = self.reactor.seconds()
            with self.assertRaisesRegex(CoordinationRefused, "another broker with the id 1 is registered in ZooKeeper: here:9092"):
                self.register(second)
            self.assertGreaterEqual(self.reactor.seconds() - before, 6 + GRACE_MS / 1000)
            self.assertEqual((self.tree.stat(PATH)["czxid"], self.tree.get(PATH)), (epoch, theirs.encode()), "nothing is taken from it")
            self.zookeeper.expire(first.session_id)

    def test_kafka_was_killed_at_our_address(self) -> None:
        """We have opened its port: it is dead, and its session is about to be."""
        self.register(self.client, BrokerRegistration(1, US.endpoints))
        second = self.connect()
        waiting = self.begin(register(self.reactor, second, US, previous_session=0, session_timeout_ms=6_000, warn=self.warnings.append))
        self.reactor.advance(1)
        self.assertFalse(waiting.called)
        self.zookeeper.expire(self.client.session_id)
        self.reactor.advance(1)
        self.assertEqual(self.successResultOf(waiting), self.tree.stat(PATH)["czxid"])
        self.assertEqual(len(self.warnings), 1)

    def test_another_broker(self) -> None:
        """Refused at once, naming its address; also where it cannot be read or is not klog's."""
        self.register(self.client, OTHER)
        second = self.connect()
        with self.assertRaisesRegex(CoordinationRefused, "there:9092"):
            self.register(second)
        self.tree.set(PATH, BrokerRegistration(1, OTHER.endpoints).encode())
        with self.assertRaisesRegex(CoordinationRefused, "there:9092"):
            self.register(second)
        self.tree.set(PATH, b"{")
        with self.assertRaisesRegex(CoordinationRefused, "cannot be read"):
            self.register(second)

    def test_zookeeper_stands_still_meanwhile(self) -> None:
        """That time does not count: no session ends in it."""
        self.register(self.client)
        first = self.client.session_id
        second = self.connect()
        waiting = self.begin(register(self.reactor, second, US, previous_session=0, session_timeout_ms=6_000, warn=self.warnings.append))
        self.reactor.advance(3)
        for _ in range(10):
            # Each too short to lose the connection.
            self.zookeeper.freeze()
            self.reactor.advance(1.5)
            self.zookeeper.thaw()
            self.reactor.advance(0.1)
        self.assertFalse(waiting.called)
        self.zookeeper.expire(first)
        self.reactor.advance(1)
        self.assertEqual(self.successResultOf(waiting), self.tree.stat(PATH)["czxid"])
