"""One client's connections follow what is known of the cluster."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.client.connections import Connections
from klog.client.metadata import ClusterMetadata
from klog.client.retry import ClientStopped
from klog.client.settings import ClientSettings
from klog.errors import KlogError
from klog.net.client.errors import BrokerUnreachable
from klog.wire.messages.metadata import MetadataRequest, MetadataResponse, MetadataResponseBroker
from tests.client.fake_cluster import FakeCluster


class ConnectionsTests(SynchronousTestCase):
    """On a cluster of dicts."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = FakeCluster(self.clock)
        self.metadata = ClusterMetadata()
        self.lost: list[int] = []
        self.connections = Connections(
            self.clock, ClientSettings(bootstrap_servers="host1,host2,other:7"), self.metadata, random.Random(3),
            self.cluster.connect, lambda node, error: self.lost.append(node),
        )  # fmt: skip

    def know(self, **hosts: int) -> None:
        brokers = [MetadataResponseBroker(node_id=int(name[4:]), host=name, port=port) for name, port in hosts.items()]
        self.metadata.apply(MetadataResponse(brokers=brokers), 1)
        self.connections.settle()

    def addresses(self) -> list[str]:
        found = []
        connected, others = self.connections.candidates()
        connection: Any
        for connection in [*connected, *(get() for get in others)]:
            found.append(connection.address)
        return found

    def test_an_unknown_broker(self) -> None:
        with self.assertRaises(BrokerUnreachable) as caught:
            self.connections.get(9, "data")
        self.assertIn("broker 9 is not among the known brokers", str(caught.exception))

    def test_one_per_purpose(self) -> None:
        self.know(host1=9092)
        data = self.connections.get(1, "data")
        self.assertIs(self.connections.get(1, "data"), data)
        self.assertIsNot(self.connections.get(1, "fetch"), data)

    def test_the_connected_are_asked_first_and_failures_last(self) -> None:
        self.assertEqual(sorted(self.addresses()), ["host1:9092", "host2:9092", "other:7"])
        self.know(host1=9092, host3=9092)
        self.cluster.up = {("host3", 9092), ("host2", 9092)}
        for node in (1, 3):
            self.connections.get(node, "data")
        self.clock.advance(0.02)
        self.assertEqual(self.lost, [1])
        found = self.addresses()
        self.assertEqual((found[0], found[-1]), ("host3:9092", "host1:9092"))

    def test_lost_connections_are_told(self) -> None:
        self.know(host1=9092)
        self.connections.get(1, "data")
        self.clock.advance(0.02)
        self.cluster.crash(("host1", 9092))
        self.assertEqual(self.lost, [1])

    def test_a_broker_that_moved_loses_its_connections(self) -> None:
        self.know(host1=9092)
        old: Any = self.connections.get(1, "data")
        waiting = old.request(MetadataRequest())
        self.know(host1=9093)
        self.failureResultOf(waiting, KlogError)
        self.assertTrue(old.closed)
        new: Any = self.connections.get(1, "data")
        self.assertEqual(new.address, "host1:9093")

    def test_whoever_asks_again_at_once_keeps_the_new_connection(self) -> None:
        """Who waited is told while the old connection is being closed."""
        self.know(host1=9092)
        made: list[Any] = []
        old: Any = self.connections.get(1, "data")
        old.request(MetadataRequest()).addErrback(lambda _: made.append(self.connections.get(1, "data")))
        self.know(host1=9093)
        self.assertEqual(made[0].address, "host1:9093")
        self.know(host1=9093)
        self.assertFalse(made[0].closed)
        self.assertIs(self.connections.get(1, "data"), made[0])

    def test_a_connected_broker_that_is_not_listed_keeps_its_connection(self) -> None:
        self.know(host1=9092, host2=9092)
        first: Any = self.connections.get(1, "data")
        self.clock.advance(0.02)
        second: Any = self.connections.get(2, "data")
        self.know(host3=9092)
        self.assertEqual((first.closed, second.closed), (False, True))

    def test_an_attempt_has_its_time(self) -> None:
        self.cluster.silent.add(("host1", 9092))
        self.know(host1=9092)
        attempt = self.connections.attempt(self.connections.get(1, "data"), 500)
        self.clock.pump([0.1] * 6)
        self.assertIn("within 500 ms", str(self.failureResultOf(attempt, BrokerUnreachable).value))

    def test_a_race_is_won_by_whoever_is_there(self) -> None:
        self.cluster.silent.add(("host1", 9092))
        self.cluster.up = {("host2", 9092)}
        race = self.connections.race(self.connections.candidates()[1])
        won = race.next()
        self.clock.pump([0.05] * 16)
        winner: Any = self.successResultOf(won)
        self.assertEqual(winner.address, "host2:9092")
        none_left = race.next()
        self.assertNoResult(none_left)
        race.time_over()
        self.assertIsNone(self.successResultOf(none_left))
        # One that refused, and one that was still silent.
        self.assertEqual([error.code.name for error in race.errors], ["NETWORK_EXCEPTION"] * 2)

    def test_a_race_that_nobody_wins(self) -> None:
        self.cluster.up.clear()
        race = self.connections.race(self.connections.candidates()[1])
        won = race.next()
        self.clock.pump([0.05] * 4)
        self.assertIsNone(self.successResultOf(won))
        self.assertEqual(len(race.errors), 3)

    def test_stopping(self) -> None:
        self.know(host1=9092)
        connection: Any = self.connections.get(1, "data")
        self.successResultOf(self.connections.stop())
        self.assertTrue(connection.closed)
        with self.assertRaises(ClientStopped):
            self.connections.get(1, "data")
