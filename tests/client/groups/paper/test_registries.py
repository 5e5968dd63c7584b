"""klog.client.groups.paper.registries"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, TypeVar

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.groups.paper.algorithm import Thread
from klog.client.groups.paper.registries import PIECE_BYTES, PIECE_OPERATIONS, Conflict, Owned, Registries, may_be_topic, pieces
from klog.model import TopicPartition
from klog.zookeeper.client import EPHEMERAL, ZookeeperClient
from klog.zookeeper.consumer_znodes import ConsumerRegistration
from klog.zookeeper.errors import ConnectionLossException
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import BROKER_IDS, TOPICS, BrokerRegistration
from tests.client.groups.paper.world import IDS, OWNERS, Paper

T = TypeVar("T")


def place(number: int) -> TopicPartition:
    return TopicPartition("t", number)


class RegistriesTests(SynchronousTestCase):
    """One session beside another."""

    def setUp(self) -> None:
        self.world = Paper(t=3)
        self.told: list[str] = []
        self.client, self.registries = self.session("me")

    def session(self, name: str) -> tuple[ZookeeperClient, Registries]:
        client = ZookeeperClient(self.world.zookeeper.connect, 6000, 2000, reactor=self.world.reactor)
        self.world.reactor.until(client.connect())
        self.addCleanup(lambda: self.world.reactor.until(client.close()))

        def changed(reason: str) -> None:
            self.told.append(f"{name}: {reason}")

        return client, Registries(client, "g", name, changed, lambda deferred: deferred)

    def run_(self, work: Coroutine[Deferred[Any], Any, T]) -> T:
        return self.world.reactor.until(work)

    def fails(self, kind: type[Exception], work: Coroutine[Deferred[Any], Any, Any]) -> Any:
        with self.assertRaises(kind) as caught:
            self.run_(work)
        return caught.exception

    def test_members_are_told_of_each_other(self) -> None:
        wants = ConsumerRegistration({"t": 1})
        self.run_(self.registries.register(wants))
        self.assertEqual(list(self.run_(self.registries.members())), ["me"])
        _, other = self.session("other")
        self.run_(other.register(wants))
        self.world.advance(0.1)
        self.assertEqual(self.told, ["me: members came or went"])
        self.assertEqual(list(self.run_(self.registries.members())), ["me", "other"])
        # Who wants something else is registered anew, and the others hear of it.
        self.run_(other.register(ConsumerRegistration({"t": 2})))
        self.world.advance(0.1)
        self.assertEqual(len(self.told), 2)
        self.assertEqual(dict(self.run_(self.registries.members())["other"].subscription), {"t": 2})
        self.run_(other.unregister())
        self.assertEqual(list(self.run_(self.registries.members())), ["me"])

    def test_registering_twice_is_once(self) -> None:
        self.run_(self.registries.register(ConsumerRegistration({"t": 1}, timestamp_ms=1)))
        before = self.world.tree.stat(f"{IDS}/me")["czxid"]
        self.run_(self.registries.register(ConsumerRegistration({"t": 1}, timestamp_ms=2)))
        self.assertEqual(self.world.tree.stat(f"{IDS}/me")["czxid"], before)

    def test_another_of_our_name(self) -> None:
        _, other = self.session("me")
        self.run_(other.register(ConsumerRegistration({"t": 1})))
        error = self.fails(Conflict, self.registries.register(ConsumerRegistration({"t": 1})))
        self.assertEqual(list(error.owners.values()), ["me"])

    def test_a_member_that_cannot_be_read(self) -> None:
        self.world.put(f"{IDS}/x", b"\xff")
        self.assertIn(f"{IDS}/x", str(self.fails(BadZnode, self.registries.members())))

    def test_partitions_are_kept_until_they_change(self) -> None:
        self.world.topic("u", 2)
        self.assertEqual(self.run_(self.registries.partitions(["t", "u", "v", "a/b", ""])), {"t": (0, 1, 2), "u": (0, 1)})
        served = dict(self.world.zookeeper.served)
        self.assertEqual(self.run_(self.registries.partitions(["t"])), {"t": (0, 1, 2)})
        self.assertEqual(self.world.zookeeper.served, served)
        self.world.topic("t", 4)
        self.world.topic("v", 1)
        self.world.tree.remove(f"{TOPICS}/u")
        self.world.advance(0.1)
        self.assertEqual(self.told, ["me: topic t changed", "me: topic v changed", "me: topic u changed"])
        self.assertEqual(self.run_(self.registries.partitions(["t", "u", "v"])), {"t": (0, 1, 2, 3), "v": (0,)})

    def test_a_change_while_it_is_read_is_not_missed(self) -> None:
        seen = []

        def meanwhile(_: int, request: Any) -> None:
            if type(request).__name__ == "GetData" and request.path == f"{TOPICS}/t" and not seen:
                seen.append(request)
                self.world.reactor.callLater(0, self.world.topic, "t", 9)

        self.world.zookeeper.on_request = meanwhile
        self.world.reactor.delay_s = 0.01
        self.run_(self.registries.partitions(["t"]))
        self.world.advance(1.0)
        self.assertEqual(self.told, ["me: topic t changed"])
        self.assertEqual(len(self.run_(self.registries.partitions(["t"]))["t"]), 9)

    def test_topics_and_brokers(self) -> None:
        self.world.put(f"{BROKER_IDS}/nonsense", b"{}")
        self.assertEqual(self.run_(self.registries.topics()), ["t"])
        self.assertEqual(list(self.run_(self.registries.brokers())), [1])
        self.world.topic("u", 1)
        self.world.add_broker(2)
        self.world.advance(0.1)
        self.assertEqual(sorted(self.told), ["me: brokers came or went", "me: topics came or went"])
        self.assertEqual(self.run_(self.registries.topics()), ["t", "u"])
        self.assertEqual(list(self.run_(self.registries.brokers())), [1, 2])

    def test_what_is_not_there_is_made(self) -> None:
        for path in (BrokerRegistration.path(1), BROKER_IDS, f"{TOPICS}/t", TOPICS, "/brokers"):
            self.world.tree.remove(path)
        self.assertEqual(self.run_(self.registries.topics()), [])
        self.assertEqual(self.run_(self.registries.brokers()), {})

    def test_owners(self) -> None:
        self.run_(self.registries.claim({place(0): Thread("me", 0), place(1): Thread("me", 1)}))
        found = self.run_(self.registries.owners([place(0), place(1), place(2)]))
        self.assertEqual(found, {place(0): Owned("me-0", self.client.session_id), place(1): Owned("me-1", self.client.session_id)})
        self.run_(self.registries.release([place(0), place(2)]))
        self.assertEqual(list(self.run_(self.registries.owners([place(0), place(1)]))), [place(1)])
        self.assertEqual(self.registries.perhaps_ours, {place(1)})

    def test_all_or_nothing(self) -> None:
        _, other = self.session("other")
        self.run_(other.claim({place(1): Thread("other", 0)}))
        threads = {place(number): Thread("me", 0) for number in range(3)}
        error = self.fails(Conflict, self.registries.claim(threads))
        self.assertEqual(error.owners, {place(1): "other-0"})
        self.assertEqual(list(self.world.owners()), [place(1)])
        self.assertEqual(self.registries.perhaps_ours, set())
        # What is others' is not deleted, whatever we believed.
        self.registries.perhaps_ours.add(place(1))
        self.run_(self.registries.release([place(1)]))
        self.assertEqual(list(self.world.owners()), [place(1)])

    def test_claimed_and_not_told(self) -> None:
        self.world.put(f"{OWNERS}/t")
        self.run_(self.registries.parents.make(f"{OWNERS}/t"))
        self.world.zookeeper.lose_next_reply()
        threads = {place(0): Thread("me", 0)}
        self.fails(ConnectionLossException, self.registries.claim(threads))
        self.assertEqual(self.registries.perhaps_ours, {place(0)})
        self.world.reactor.until(self.client.when_connected())
        # Taken already, by us.
        self.run_(self.registries.claim(threads))
        self.assertEqual(self.world.owners(), {place(0): "me-0"})

    def test_many_are_batched(self) -> None:
        self.world.topic("t", 2500)
        threads = {place(number): Thread("me", 0) for number in range(2500)}
        self.world.zookeeper.served.clear()
        self.run_(self.registries.claim(threads))
        self.assertEqual(self.world.zookeeper.served["Multi"], 5)
        self.assertLess(sum(self.world.zookeeper.served.values()), 20)
        self.run_(self.registries.release(list(threads)))
        self.assertEqual(self.world.owners(), {})

    def test_who_waits_is_told(self) -> None:
        client, _ = self.session("other")
        self.world.put(f"{OWNERS}/t")
        self.run_(_awaited(client.create(f"{OWNERS}/t/0", b"x", flags=EPHEMERAL)))
        free: list[int] = []
        for _ in range(3):
            self.registries.tell_when_free([place(0)], lambda: free.append(0))
        self.world.advance(1.0)
        self.assertEqual(free, [])
        self.run_(_awaited(client.delete(f"{OWNERS}/t/0")))
        self.world.advance(0.1)
        self.assertEqual(free, [0])
        self.registries.tell_when_free([place(1), TopicPartition("", -1)], lambda: free.append(1))
        self.world.advance(0.1)
        self.assertEqual(free, [0, 1])

    def test_after_its_session_nothing_is_told(self) -> None:
        self.run_(self.registries.topics())
        self.registries.close()
        self.world.topic("u", 1)
        self.world.advance(0.1)
        self.assertEqual(self.told, [])


async def _awaited(deferred: Deferred[T]) -> T:
    return await deferred


class PiecesTests(SynchronousTestCase):
    def test_bounded_by_number_and_by_bytes(self) -> None:
        self.assertEqual([len(some) for some in pieces(range(1201), lambda _: 10)], [PIECE_OPERATIONS, PIECE_OPERATIONS, 201])
        self.assertEqual([len(some) for some in pieces(range(3), lambda _: PIECE_BYTES)], [1, 1, 1])
        self.assertEqual(pieces([], lambda _: 1), [])

    def test_topics(self) -> None:
        self.assertEqual([name for name in ("t", "", "a/b", ".", "..", "a\0", "é") if may_be_topic(name)], ["t", "é"])
