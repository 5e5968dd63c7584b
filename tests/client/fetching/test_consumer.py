"""The consumer on klog's broker in memory, in virtual time."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.fetching.consumer import Consumer
from klog.client.fetching.streams import MessageStream
from klog.client.fetching.subscriptions import LogTruncated
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.errors import KlogError
from klog.model import EARLIEST_TIMESTAMP, TopicPartition
from klog.testing.broker import MemoryBroker
from klog.testing.power_cuts import Survival

T, U = TopicPartition("t", 0), TopicPartition("t", 1)


class ConsumerTests(SynchronousTestCase):
    """Users' wishes."""

    def setUp(self) -> None:
        """A broker with a topic of three partitions."""
        self.broker = MemoryBroker().start()
        self.broker.create_topics({"t": 3})
        self.until = self.broker.reactor.until

    def tearDown(self) -> None:
        """Stop it."""
        self.broker.stop()

    def consumer(self, **options: Any) -> Consumer:
        consumer = Consumer(self.broker.reactor, self.broker.bootstrap, **{"auto_offset_reset": "earliest", **options})
        self.addCleanup(lambda: self.until(consumer.stopService()))
        return consumer

    def put(self, *values: bytes, partition: int = 0) -> None:
        self.broker.put("t", list(values), partition=partition)

    def loop(self, stream: MessageStream) -> list[tuple[int, int, bytes | None]]:
        """A loop in the background, and what it sees."""
        seen: list[tuple[int, int, bytes | None]] = []

        async def run() -> None:
            async for message in stream:
                seen.append((message.partition, message.offset, message.value))

        Deferred.fromCoroutine(run())
        return seen

    def test_a_stream_of_a_topic(self) -> None:
        seen = self.loop(self.consumer().stream("t"))
        self.put(b"a", b"b")
        self.put(b"x", partition=2)
        self.broker.advance(1)
        self.assertEqual(sorted(seen), [(0, 0, b"a"), (0, 1, b"b"), (2, 0, b"x")])
        self.put(b"c")
        self.broker.advance(0.1)
        self.assertEqual(seen[-1], (0, 2, b"c"))

    def test_streams_that_share_partitions(self) -> None:
        for partition in range(3):
            self.put(*(b"%d" % number for number in range(20)), partition=partition)
        streams = self.consumer().create_message_streams({"t": 2})["t"]
        seen = [self.loop(stream) for stream in streams]
        self.broker.advance(1)
        self.assertEqual(sorted(len(found) for found in seen), [20, 40])
        self.assertEqual({p for p, _, _ in seen[0]} & {p for p, _, _ in seen[1]}, set())
        for found in seen:
            for partition in {p for p, _, _ in found}:
                self.assertEqual([offset for p, offset, _ in found if p == partition], list(range(20)))

    def test_a_stream_that_is_not_read_stops_nobody(self) -> None:
        for _ in range(50):
            self.put(bytes(5000), partition=0)
            self.put(bytes(5000), partition=1)
        consumer = self.consumer(prefetch_bytes=60_000, partition_fetch_bytes=20_000)
        streams = consumer.create_message_streams({"t": 3})["t"]
        self.broker.advance(1)
        (stream,) = [stream for stream in streams if U in stream.partitions]
        seen = self.loop(stream)
        self.broker.advance(5)
        self.assertEqual(len(seen), 50)
        self.assertLessEqual(consumer.buffer.most_held_bytes, 60_000)

    def test_topics_and_partitions_that_come_later(self) -> None:
        consumer = self.consumer(metadata_max_age_ms=1000, auto_offset_reset="latest")
        seen = self.loop(consumer.stream(["t", "late"]))
        self.broker.advance(2)
        self.broker.create_topics({"late": 1})
        self.broker.advance(3)
        self.broker.put("late", [b"here"])
        self.broker.advance(3)
        self.assertEqual([value for _, _, value in seen], [b"here"])

    def changed(self, consumer: Consumer) -> None:
        """The metadata is another: one topic more is of interest."""
        name = f"more{self.broker.reactor.seconds():.0f}"
        self.broker.create_topics({name: 1})
        self.until(consumer.follow([name]))
        self.broker.advance(3)

    def test_what_is_read_no_more_stays_so_though_its_topic_is_followed(self) -> None:
        self.put(b"a", b"b")
        consumer = self.consumer(metadata_max_age_ms=1000, group_id="g")
        self.until(consumer.follow(["t"]))
        self.assertEqual([s.values() for s in self.until(consumer.poll())], [[b"a", b"b"]])
        self.until(consumer.unassign([T]))
        self.changed(consumer)
        self.assertEqual({tp for tp in consumer.assignment if tp.topic == "t"}, {U, TopicPartition("t", 2)})
        self.assertEqual(self.until(consumer.poll()), [])
        self.put(b"c")
        self.until(consumer.follow(["t"]))
        self.assertEqual([s.values() for s in self.until(consumer.poll())], [[b"c"]], "asked for once more, it goes on")

    def test_partitions_beside_those_that_were_named_begin_where_the_group_was(self) -> None:
        for partition in range(3):
            self.put(b"a", b"b", partition=partition)
        first = self.consumer(group_id="g")
        self.until(first.assign([U]))
        self.until(first.poll())
        self.until(first.stopService())
        consumer = self.consumer(group_id="g", auto_offset_reset="latest")
        self.until(consumer.assign([T]))
        self.until(consumer.follow(["t"]))
        self.put(b"c", partition=1)
        self.put(b"c", partition=2)
        found: dict[int, list[bytes | None]] = {}
        for _ in range(4):
            for message_set in self.until(consumer.poll(timeout_ms=500)):
                found.setdefault(message_set.partition, []).extend(message_set.values())
        self.assertEqual(found, {1: [b"c"], 2: [b"c"]})

    def test_partitions_that_are_added_to_a_followed_topic_are_read_from_their_beginning(self) -> None:
        consumer = self.consumer(metadata_max_age_ms=1000, auto_offset_reset="latest")
        self.until(consumer.assign([T]))
        self.until(consumer.follow(["t"]))
        self.until(consumer.unassign([T, U, TopicPartition("t", 2)]))
        admin = Admin(self.broker.reactor, self.broker.bootstrap)
        self.until(admin.create_partitions({"t": 4})).check()
        self.until(admin.stopService())
        self.put(b"new", partition=3)
        self.broker.advance(3)
        self.assertEqual(consumer.assignment, {TopicPartition("t", 3)})
        self.assertEqual([s.values() for s in self.until(consumer.poll())], [[b"new"]])

    def test_consumers_make_topics_only_where_they_are_told_to(self) -> None:
        for wanted in (False, True):
            consumer = self.consumer(**({"allow_auto_create_topics": True} if wanted else {}))
            self.until(consumer.follow(["made"]))
            self.broker.advance(3)
            self.assertEqual(bool(consumer.assignment), wanted)

    def test_only_one_stream_reads_a_partition(self) -> None:
        consumer = self.consumer()
        consumer.stream("t")
        for again in ("t", ["t", "u"], T, None):
            with self.assertRaises(ValueError):
                consumer.stream(again)  # type: ignore[arg-type]
        for wrong in ([], ["t", T], [3]):
            with self.assertRaises(ValueError):
                consumer.stream(wrong)  # type: ignore[arg-type]
        with self.assertRaises(ValueError):
            consumer.create_message_streams({"u": 0})

    def test_partitions_from_where_one_likes(self) -> None:
        self.put(b"0", b"1", b"2")
        seen = self.loop(self.consumer(auto_offset_reset="latest").stream({T: 1}))
        self.broker.advance(1)
        self.assertEqual(seen, [(0, 1, b"1"), (0, 2, b"2")])
        consumer = self.consumer(auto_offset_reset="latest")
        self.until(consumer.assign({T: EARLIEST_TIMESTAMP, U: 0}))
        self.assertEqual(self.until(consumer.position(T)), 0)
        self.assertEqual([s.values() for s in self.until(consumer.poll())], [[b"0", b"1", b"2"]])
        self.until(consumer.assign([U]))
        self.assertEqual(consumer.assignment, {U})
        self.until(consumer.unassign())
        self.assertEqual(consumer.assignment, frozenset())

    def test_a_group_keeps_the_place(self) -> None:
        self.put(*(b"%d" % number for number in range(10)))
        first = self.consumer(group_id="g")
        self.until(first.assign([T]))
        self.assertEqual(self.until(first.poll(4))[0].next_offset, 4)
        self.until(first.stopService())
        second = self.consumer(group_id="g")
        self.until(second.assign([T, U]))
        self.assertEqual(self.until(second.poll(4))[0].offsets(), [4, 5, 6, 7])
        self.assertEqual(self.until(second.committed()), {T: 4})
        self.until(second.assign([U]))
        self.assertEqual(self.until(second.committed([T])), {T: 8}, "committed when it was given up")

    def test_rewind_after_a_crash(self) -> None:
        self.put(*(b"%d" % number for number in range(10)))
        consumer = self.consumer(group_id="g")
        self.until(consumer.assign([T]))
        self.until(consumer.poll(4))
        self.until(consumer.commit())
        self.until(consumer.poll(4))
        self.until(consumer.rewind())
        self.assertEqual(self.until(consumer.poll(4))[0].offsets(), [4, 5, 6, 7])

    def test_the_broker_crashes_under_a_stream(self) -> None:
        seen = self.loop(self.consumer().stream("t"))
        self.put(b"a")
        self.broker.advance(1)
        self.broker.stop()
        self.broker.advance(20)
        self.broker.start()
        self.put(b"b")
        self.broker.advance(30)
        self.assertEqual(seen, [(0, 0, b"a"), (0, 1, b"b")])

    def test_a_power_failure_takes_records_that_were_read(self) -> None:
        self.put(b"synced")
        self.broker.stop()
        self.broker.start()
        consumer = self.consumer(auto_offset_reset="earliest")
        seen = self.loop(consumer.stream({T: 0}))
        strict = self.consumer(auto_offset_reset="error")
        self.until(strict.assign({T: 0}))
        self.put(b"lost", b"lost", b"lost")
        self.broker.advance(1)
        self.assertEqual(len(seen), 4)
        self.assertEqual(sum(map(len, self.until(strict.poll()))), 4)
        self.broker.fail(survival=Survival.NOTHING)
        self.broker.start()
        self.assertEqual(len(self.broker.messages("t", 0)), 1)
        with self.assertRaises(LogTruncated) as caught:
            self.until(strict.poll(timeout_ms=60_000))
        end = len(self.broker.messages("t", 0))
        self.assertEqual((caught.exception.position.offset, caught.exception.diverging and caught.exception.diverging.offset), (4, end))
        self.put(b"new", b"new", b"new", b"new", b"new", b"new")
        self.broker.advance(30)
        self.assertEqual([value for _, _, value in seen][4:], [b"new"] * 6)

    def test_without_a_group_there_is_nothing_to_commit(self) -> None:
        self.put(b"a")
        consumer = self.consumer()
        self.until(consumer.assign([T]))
        self.until(consumer.poll())
        for call in (consumer.commit, consumer.committed, consumer.rewind):
            with self.assertRaises(KlogError) as caught:
                self.until(call())
            self.assertIn("group_id", str(caught.exception))

    def test_pouring_into_a_transport(self) -> None:
        self.put(b"a", b"b")

        class Transport:
            written = b""
            producer: Any = None

            def registerProducer(self, producer: Any, streaming: bool) -> None:
                self.producer = producer

            def unregisterProducer(self) -> None:
                self.producer = None

            def write(self, data: bytes) -> None:
                self.written += data

        transport: Any = Transport()
        consumer = self.consumer()
        pusher = consumer.push_to(transport, "t")
        self.broker.advance(1)
        self.assertEqual(transport.written, b"a\nb\n")
        transport.producer.stopProducing()
        self.assertIsNone(self.successResultOf(pusher.done))
        self.put(b"c")
        self.assertEqual(self.until(consumer.poll())[0].values(), [b"c"])

    def test_what_is_named_last_is_read_whatever_was_asked_for_before(self) -> None:
        consumer = self.consumer(group_id="g")
        before = consumer.assign([T])
        self.until(consumer.assign({U: 0}))
        self.until(before)
        self.assertEqual(consumer.assignment, {U})
        before = consumer.assign([T])
        self.until(consumer.unassign())
        self.until(before)
        self.assertEqual(consumer.assignment, set())
        before = consumer.assign([T, U])
        self.until(consumer.unassign([T]))
        self.until(before)
        self.assertEqual(consumer.assignment, {U})

    def test_what_is_read_no_more_stays_so_while_the_places_of_its_topic_are_asked_for(self) -> None:
        consumer = self.consumer(group_id="g")
        self.until(consumer.routing.know(["t"]))
        following = consumer.follow(["t"])
        self.until(consumer.unassign([T]))
        self.until(following)
        self.assertEqual(consumer.assignment, {U, TopicPartition("t", 2)})
        self.until(consumer.follow(["t"]))
        self.assertIn(T, consumer.assignment)
        self.until(consumer.unassign())
        following = consumer.follow(["t"])
        self.until(consumer.unassign())
        self.until(following)
        self.assertEqual(consumer.assignment, set())

    def test_a_place_that_is_named_while_those_of_the_topic_are_asked_for(self) -> None:
        self.put(b"a", b"b")
        consumer = self.consumer(group_id="g")
        self.until(consumer.routing.know(["t"]))
        following = consumer.follow(["t"])
        self.until(consumer.assign({T: 1}))
        self.until(following)
        self.assertEqual([s.values() for s in self.until(consumer.poll())], [[b"b"]])

    def test_what_is_named_again_while_it_is_given_up(self) -> None:
        self.put(b"a", b"b")
        consumer = self.consumer(group_id="g")
        self.until(consumer.assign([T]))
        self.assertEqual([s.values() for s in self.until(consumer.poll())], [[b"a", b"b"]])
        gone = consumer.unassign([T])
        self.assertEqual(consumer.assignment, set(), "as of now, whatever becomes of the commit")
        self.until(consumer.assign({T: 1}))
        self.until(gone)
        self.assertEqual(consumer.assignment, {T})
        self.assertEqual([s.values() for s in self.until(consumer.poll())], [[b"b"]])
        gone = consumer.unassign([T])
        self.until(consumer.assign([T]))
        self.until(gone)
        self.assertEqual(self.until(consumer.poll()), [], "it goes on behind what was committed")

    def held_places(self, consumer: Consumer) -> list[tuple[Any, Deferred[Any]]]:
        """What the coordinator is asked for, answered when the test says so."""
        held: list[tuple[Any, Deferred[Any]]] = []
        read = consumer.read_offsets

        def wait(partitions: Any) -> Deferred[Any]:
            waiting: Deferred[Any] = Deferred()
            held.append((partitions, waiting))
            return waiting.addCallback(lambda _: read(partitions))

        consumer.read_offsets = wait  # type: ignore[method-assign]
        return held

    def add_partitions(self, count: int) -> None:
        admin = Admin(self.broker.reactor, self.broker.bootstrap)
        self.until(admin.create_partitions({"t": count})).check()
        self.until(admin.stopService())

    def test_topics_are_followed_when_the_places_in_them_are_known(self) -> None:
        consumer = self.consumer(group_id="g")
        held = self.held_places(consumer)
        following = consumer.follow(["t"])
        self.broker.advance(1)
        self.assertEqual(len(held), 1)
        self.assertNoResult(following)
        held[0][1].callback(None)
        self.until(following)
        self.assertEqual(len(consumer.assignment), 3)

    def test_partitions_that_come_while_the_places_of_their_topic_are_asked_for(self) -> None:
        consumer = self.consumer(group_id="g", auto_offset_reset="latest", metadata_max_age_ms=1000)
        held = self.held_places(consumer)
        consumer.follow(["t"])
        self.broker.advance(1)
        self.add_partitions(4)
        self.put(b"new", partition=3)
        self.broker.advance(3)
        while held:
            held.pop(0)[1].callback(None)
            self.broker.advance(1)
        self.assertEqual(len(consumer.assignment), 4)
        self.assertEqual([s.values() for s in self.until(consumer.poll())], [[b"new"]])

    def test_a_topic_that_is_given_up_and_followed_anew_while_its_places_are_asked_for(self) -> None:
        self.put(b"a", b"b")
        consumer = self.consumer(group_id="g", metadata_max_age_ms=1000)
        self.until(consumer.follow(["t"]))
        self.assertEqual([s.values() for s in self.until(consumer.poll())], [[b"a", b"b"]])
        held = self.held_places(consumer)
        self.until(consumer.unassign([U]))
        consumer.follow(["t"])
        self.broker.advance(1)
        self.assertEqual(held[0][0], [U])
        self.until(consumer.unassign())
        consumer.follow(["t"])
        self.broker.advance(1)
        while held:
            held.pop(0)[1].callback(None)
            self.broker.advance(1)
        del consumer.read_offsets
        self.changed(consumer)
        self.assertEqual(len({tp for tp in consumer.assignment if tp.topic == "t"}), 3)
        self.put(b"c")
        self.assertEqual([s.values() for s in self.until(consumer.poll())], [[b"c"]], "it goes on behind what was committed")

    def test_a_place_that_cannot_be_changes_nothing(self) -> None:
        consumer = self.consumer()
        self.until(consumer.assign([U]))
        self.failureResultOf(consumer.assign({T: -7}), ValueError)
        self.assertEqual(consumer.assignment, {U})
        self.assertRaises(ValueError, consumer.stream, {T: -7})
        self.assertEqual(consumer.assignment, {U})
        consumer.stream()

    def test_streams_that_are_refused_leave_nothing_behind(self) -> None:
        self.broker.create_topics({"u": 1})
        self.broker.put("u", [b"x"])
        consumer = self.consumer()
        self.until(consumer.assign([TopicPartition("u", 0), T]))
        consumer.stream("t")
        self.assertRaises(ValueError, consumer.create_message_streams, {"u": 1, "t": 1})
        self.assertEqual([s.values() for s in self.until(consumer.poll())], [[b"x"]])

    def test_a_stream_without_a_name_leaves_nothing_behind(self) -> None:
        consumer = self.consumer()
        self.assertRaises(ValueError, consumer.stream, "")
        self.assertRaises(ValueError, consumer.stream, ["t", ""])
        consumer.stream()

    def test_options(self) -> None:
        for bad in ({"group_id": ""}, {"group_id": 3}, {"isolation": "x"}, {"auto_offset_reset": "x"}):
            with self.assertRaises(ConfigError):
                Consumer(self.broker.reactor, self.broker.bootstrap, **bad)  # type: ignore[arg-type]
        settings = ClientSettings(bootstrap_servers=self.broker.bootstrap)
        for other in ({"request_timeout_ms": 5}, {"sasl_username": "anna"}, {"nosuch": 1}):
            with self.assertRaisesRegex(ConfigError, next(iter(other))):
                Consumer(self.broker.reactor, settings, **other)  # type: ignore[arg-type]
