"""A mirror into a cluster of three brokers: each copies what it leads, and the others follow it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

from twisted.internet.task import deferLater
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.following.log_truncator import LogTruncator
from klog.client.admin.admin import Admin
from klog.client.producing.producer import Producer
from klog.cluster.zookeeper.controller import alter_partition
from klog.errors import ErrorCode
from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import STATE_TOPIC_CONFIGS, Key, LinkDefinition, Value, Wish, encode_value
from klog.mirror.decisions.states import Event, TopicState
from klog.mirror.engine import Engine
from klog.mirror.source_log import SourceLog
from klog.records.implementations import codec
from klog.testing.broker import MemoryBroker
from klog.testing.cluster import MemoryCluster
from tests.mirror.lives import entries

PARTITIONS = 3


def outline(log: Any) -> list[tuple[int, int, int]]:
    """Base offset, last offset and checksum of each batch."""
    return [(entry.base_offset, entry.last_offset, codec.read_header(data, entry.position).crc) for entry, data in entries(log)]


class IntoACluster(SynchronousTestCase):
    """Three copies of each copy.

    :cvar seed: of the cluster.
    """

    seed = 1

    def setUp(self) -> None:
        self.cluster = MemoryCluster(3, seed=self.seed, properties={"default.replication.factor": "3"}, mirrors=True).start()
        self.reactor = self.cluster.reactor
        self.source = MemoryBroker(reactor=self.reactor, host="192.0.2.11", seed=9).start()
        for _ in range(3):
            # So that the source's leader epochs lie above ours.
            self.source.stop()
            self.source.start()
        self.source.create_topics({"web.a": PARTITIONS})
        self.source.stop()
        self.source.start()

    def tearDown(self) -> None:
        self.source.stop()
        self.cluster.stop()

    def make_link(self) -> None:
        """To the source."""

        async def make() -> None:
            async with Admin(self.reactor, self.cluster.bootstrap) as admin:
                await admin.create_topic(STATE_TOPIC, 1, configs=dict(STATE_TOPIC_CONFIGS))

        self.cluster.until(make())
        self.write(Key("link", "dc1"), LinkDefinition("dc1", self.source.bootstrap, ("web.*",)))

    def write(self, key: Key, value: Value | None) -> None:
        """A record of the state topic."""
        self.produce(STATE_TOPIC, 0, None if value is None else encode_value(value), key.encode())

    def produce(self, topic: str, partition: int, value: bytes | None, key: bytes | None = None) -> None:
        """A record into the cluster."""
        producer = Producer(self.reactor, self.cluster.bootstrap, acks="all", allow_auto_create_topics=False)
        self.cluster.until(producer.send(topic, value, key, partition=partition))
        self.cluster.until(producer.stopService())

    def picture(self, name: str = "dc1") -> LinkPicture | None:
        """What is known of a link, by whoever leads the state topic."""
        leader = self.cluster.leader(STATE_TOPIC, 0)
        if leader not in self.cluster.ready:
            return None
        [application] = self.cluster.brokers[leader].broker.applications
        engine: Engine | None = application.engine  # type: ignore[attr-defined]
        return None if engine is None else engine.state.picture.link(name)

    def run_until(self, is_so: Callable[[], Any], most_s: float = 120.0) -> Any:
        """Let time pass until it is so; what it is then."""
        left_s = most_s
        while not (found := is_so()):
            self.assertGreater(left_s, 0, "it has not come to be so")
            self.cluster.advance(0.1)
            left_s -= 0.1
        return found

    def source_loses(self, partition: int, offset: int) -> None:
        """It starts anew, and has nothing from there on."""
        self.source.stop()
        self.source.start()
        partitions = self.source.broker.partitions
        assert partitions is not None
        led = partitions.get("web.a", partition)
        assert led is not None
        truncator = LogTruncator(self.source.broker.environment.run_in_thread, partitions.home)
        self.assertTrue(self.cluster.until(truncator.truncate(led, offset, lambda: True)))

    def fail_over(self, number: int = 1, name: str = "dc1") -> None:
        """The cluster takes over."""
        self.write(Key("wish", name, "web.a"), Wish(Event.FAIL_OVER, number))
        self.run_until(
            lambda: (
                (found := self.picture(name)) is not None
                and (record := found.topics.get("web.a")) is not None
                and record.state is TopicState.FAILED_OVER
            )
        )
        # Nobody copies any more, and everybody takes records.
        self.cluster.advance(1)

    def take_over(self, name: str = "dc2") -> None:
        """The cluster follows the source from now on, whatever either has written since."""
        self.write(Key("link", name), LinkDefinition(name, self.source.bootstrap, ("web.*",), takes_over=True))

    def replicas(self, partition: int) -> list[Any]:
        """The logs of one partition on all brokers that run."""
        found = [
            replica.log
            for number in self.cluster.ready
            if (partitions := self.cluster.brokers[number].broker.partitions) is not None
            and (replica := partitions.replica("web.a", partition)) is not None
        ]
        return found

    def until_equal(self, most_s: float = 120.0) -> None:
        """All replicas have what the source has, and show it."""
        left_s = most_s
        while not self.are_equal():
            self.cluster.advance(0.1)
            left_s -= 0.1
            if left_s <= 0:
                self.fail([[(log.end_offset, log.high_watermark) for log in self.replicas(number)] for number in range(PARTITIONS)])

    def are_equal(self) -> bool:
        """Whether that is so."""
        assert self.source.broker.partitions is not None
        for number in range(PARTITIONS):
            source, replicas = self.source.broker.partitions.get("web.a", number), self.replicas(number)
            assert source is not None
            if len(replicas) != len(self.cluster.ready) or any(log.high_watermark != source.log.end_offset for log in replicas):
                return False
            # As many may be others, before they are cut.
            if any(outline(log) != outline(source.log) for log in replicas):
                return False
        return True

    def put(self, values: int) -> None:
        """Records into all partitions of the source."""
        for number in range(PARTITIONS):
            for value in range(values):
                self.source.put("web.a", [b"%d" % value] * 3, partition=number)


class ClusterTests(IntoACluster):
    """Copying, and cutting what the source has lost."""

    def test_leaders_come_and_go(self) -> None:
        self.put(5)
        self.make_link()
        self.until_equal()
        for number in (1, 2, 3):
            self.put(3)
            self.cluster.kill(number)
            self.put(3)
            self.cluster.advance(12)
            self.put(2)
            self.cluster.start_broker(number)
            self.until_equal()

    def test_producer_ids_are_kept_apart(self) -> None:
        """No broker gives out an id that stands in the copy, whichever blocks they have in hand."""

        def given() -> list[int]:
            each: list[Any] = [self.cluster.brokers[number].broker.coordination for number in (1, 2, 3)]
            return [self.cluster.until(one.next_producer_id()) for one in each]

        before = given()
        theirs: Any = self.source.broker.coordination
        ids = [self.cluster.until(theirs.next_producer_id()) for _ in range(max(before) + 20)]
        producer = Producer(self.reactor, self.source.bootstrap, allow_auto_create_topics=False)
        self.cluster.until(producer.send("web.a", b"a", partition=0))
        self.cluster.until(producer.stopService())
        self.make_link()
        self.until_equal()
        after = [*given(), *given()]
        self.assertGreater(min(after), max(ids))
        self.assertEqual(len({*before, *after}), 9)

    def test_the_source_loses_its_tail(self) -> None:
        """It is cut in all replicas, also in one that was away, and told once."""
        self.put(6)
        self.make_link()
        self.until_equal()
        before = self.cluster.state("web.a", 0)
        assert before is not None
        follower = next(number for number in (1, 2, 3) if number != before.leader)
        self.cluster.kill(follower)
        self.cluster.advance(1)
        self.source_loses(0, 12)
        for value in range(9):
            self.source.put("web.a", [b"other %d" % value], partition=0)
        self.until_equal()
        self.cluster.start_broker(follower)
        self.until_equal()
        copy = self.run_until(lambda: (found := self.picture()) is not None and found.copies.get(("web.a", 0)))
        self.assertEqual((copy.cut, copy.cuts), (((12, 18),), 1))
        after = self.run_until(lambda: (one := self.cluster.state("web.a", 0)) is not None and len(one.isr) == 3 and one)
        self.assertGreater(after.leader_epoch, before.leader_epoch)
        self.assertEqual(after.leader_recovery_state, 0)

    def test_a_source_that_is_far_away(self) -> None:
        """Finding out where they part takes longer than followers are kept out of sync for: it is cut in one election all the same."""
        self.put(6)
        self.make_link()
        self.until_equal()
        before = self.cluster.state("web.a", 0)
        assert before is not None
        batch_at = SourceLog.batch_at

        async def slowly(log: SourceLog, offset: int) -> Any:
            await deferLater(self.reactor, 4.0)
            return await batch_at(log, offset)

        self.patch(SourceLog, "batch_at", slowly)
        self.source_loses(0, 6)
        for value in range(12):
            self.source.put("web.a", [b"other %d" % value], partition=0)
        self.until_equal()
        after = self.cluster.state("web.a", 0)
        assert after is not None
        self.assertEqual(after.leader_epoch, before.leader_epoch + 1)

    def test_the_source_starts_further_down(self) -> None:
        """Of an empty copy: a follower that is not reached just then would have begun where it is, and lacked what lies below."""
        self.put(4)
        assert self.source.broker.partitions is not None
        led = self.source.broker.partitions.get("web.a", 0)
        assert led is not None
        led.delete_records(12)
        self.make_link()
        self.until_equal()
        state = self.cluster.state("web.a", 0)
        assert state is not None
        self.cluster.cut(state.leader, others=[next(number for number in (1, 2, 3) if number != state.leader)])
        self.source_loses(0, 6)
        self.cluster.advance(5)
        for _ in range(20):
            self.source.put("web.a", [b"other"], partition=0)
        self.cluster.advance(5)
        self.cluster.heal()
        self.run_until(lambda: "made anew" in (((one := self.picture()) and one.copies["web.a", 0].reason) or ""))
        self.assertEqual([(log.start_offset, log.end_offset) for log in self.replicas(0)], [(12, 12)] * 3)

    def test_there_and_back(self) -> None:
        """Both were written to: the cluster, which follows again, is cut where they part."""
        self.put(4)
        self.make_link()
        self.until_equal()
        self.fail_over()
        for partition in range(PARTITIONS):
            for value in range(5):
                self.produce("web.a", partition, b"here %d" % value)
        self.source.put("web.a", [b"there"] * 9, partition=0)
        self.source.put("web.a", [b"there"], partition=1)
        self.write(Key("link", "dc1"), None)
        self.take_over()
        self.until_equal()
        for partition in range(PARTITIONS):
            copy = self.run_until(
                lambda partition=partition: (one := self.picture("dc2")) is not None and one.copies.get(("web.a", partition))
            )
            self.assertEqual(copy.cut, ((12, 17),))

    def test_a_controller_that_does_not_lead_anew(self) -> None:
        """As one of Kafka's: nothing is cut, and it is said why."""
        self.put(4)
        self.make_link()
        self.until_equal()
        decide = alter_partition._decide

        def refuse(*arguments: Any) -> Any:
            asked = arguments[4]
            return ErrorCode.INVALID_REQUEST if asked.leader_recovery_state else decide(*arguments)

        with mock.patch.object(alter_partition, "_decide", refuse):
            self.source_loses(0, 6)
            self.run_until(lambda: "controller does not" in (((one := self.picture()) and one.copies["web.a", 0].reason) or ""))
            self.assertEqual({log.end_offset for log in self.replicas(0)}, {12})
            state = self.cluster.state("web.a", 0)
            assert state is not None
            self.assertEqual(len(state.isr), 3)
