"""klog.client.producing.producer over a broker in memory, and over brokers of dicts where the network shall fail."""

from __future__ import annotations

import tracemalloc
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.producer import Producer
from klog.client.producing.producer_types import BacklogFull, DeliveryFailed
from klog.config import ConfigError
from klog.errors import ErrorCode
from klog.records.contract import Header, Record
from klog.records.implementations import codec
from klog.testing.broker import MemoryBroker
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from tests.client.producing.produce_world import World


class BrokerCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.broker = MemoryBroker({"num.partitions": "2", "auto.create.topics.enable": "true"}).start()
        self.addCleanup(self.broker.stop)
        self.until = self.broker.reactor.until

    def make(self, **options: Any) -> Producer:
        producer = Producer(self.broker.reactor, self.broker.bootstrap, allow_auto_create_topics=True, **options)
        self.addCleanup(lambda: self.until(producer.stopService()))
        return producer

    def read(self, topic: str, partition: int) -> list[Record]:
        found: list[Record] = []
        client = self.broker.connect()
        while True:
            wanted = FetchPartition(partition=partition, fetch_offset=len(found), partition_max_bytes=1 << 24)
            request = FetchRequest(max_wait_ms=0, min_bytes=0, max_bytes=1 << 24, topics=[FetchTopic(topic=topic, partitions=[wanted])])
            (answer,) = client.ask(request, 11).responses[0].partitions
            self.assertEqual(answer.error_code, 0)
            data = bytes(answer.records or b"")
            if not data:
                return found
            found += codec.records(data)


class SendTests(BrokerCase):
    def test_everything_a_record_has(self) -> None:
        producer = self.make()
        headers = [("a", b"1"), ("a", b"2"), ("ü", None), ("", b"")]
        place = self.until(producer.send("t", b"value", key=b"key", headers=headers, partition=1, timestamp_ms=123))
        self.assertEqual(place, ("t", 1, 0, 123))
        self.until(producer.send("t", None, key=b"key", partition=1))
        self.until(producer.send("t", b"", key=b"", partition=1))
        first, tombstone, empty = self.read("t", 1)
        self.assertEqual(first, Record(0, 123, b"key", b"value", tuple(Header(*header) for header in headers)))
        self.assertEqual((tombstone.key, tombstone.value), (b"key", None))
        self.assertEqual((empty.key, empty.value), (b"", b""))
        self.assertAlmostEqual(tombstone.timestamp_ms / 1000, self.broker.reactor.seconds(), -1)

    def test_other_buffers(self) -> None:
        producer = self.make()
        self.until(producer.send("t", bytearray(b"v"), key=memoryview(b"k"), headers=[("h", bytearray(b"x"))], partition=0))  # type: ignore
        self.assertEqual(self.read("t", 0)[0][2:], (b"k", b"v", (Header("h", b"x"),)))

    def test_each_codec_and_each_acks(self) -> None:
        for compression in ("none", "gzip", "snappy", "lz4", "zstd"):
            for acks in ("all", 1, 0):
                topic = f"t-{compression}-{acks}"
                producer = self.make(compression=compression, acks=acks)
                values: list[bytes | None] = [b"line %d of a log" % n for n in range(300)]
                self.until(producer.send_many(topic, values, partition=0))
                self.until(producer.send(topic, b"last", partition=0))
                self.broker.run()
                self.assertEqual([record.value for record in self.read(topic, 0)], [*values, b"last"], topic)

    def test_the_same_key_goes_to_the_same_partition(self) -> None:
        producer = self.make()
        where: dict[bytes, set[int]] = {}
        for number in range(60):
            key = b"key-%d" % (number % 7)
            where.setdefault(key, set()).add(self.until(producer.send("t", b"v", key=key)).partition)
        self.assertTrue(all(len(partitions) == 1 for partitions in where.values()))

    def test_mistakes_are_told_at_once(self) -> None:
        producer = self.make()
        self.until(producer.send("t", b"v"))
        for call in (
            lambda: producer.send("t", "text"),  # type: ignore
            lambda: producer.send("t", b"v", key="text"),  # type: ignore
            lambda: producer.send("t", b"v", headers=[("h", "v")]),  # type: ignore
            lambda: producer.send("t", b"v", headers=[(b"h", b"v")]),  # type: ignore
        ):
            self.assertRaises(TypeError, call)
        self.assertRaises(ValueError, producer.send, "t", b"v", partition=-1)
        self.assertRaises(ValueError, producer.send, "t", b"v", timestamp_ms=-5)
        self.assertRaises(ValueError, producer.send_many, "t", [b"v"], key=b"k", keys=[b"k"])
        self.assertRaises(ValueError, producer.send_many, "t", [b"v"], keys=[])
        self.assertEqual(producer.backlog_bytes, 0)
        place = self.until(producer.send("t", b"good"))
        self.assertEqual(self.read("t", place.partition)[-1].value, b"good")

    def test_options_with_wrong_names(self) -> None:
        error = self.assertRaises(ConfigError, Producer, self.broker.reactor, self.broker.bootstrap, linger=3)
        self.assertIn("linger_ms", str(error))

    def test_in_bulk(self) -> None:
        producer = self.make(backlog_bytes=1 << 20)
        values: list[bytes | None] = [b"%06d" % n + b"x" * 94 for n in range(30_000)]
        ranges = self.until(producer.send_many("t", iter(values)))
        logs = [self.read("t", partition) for partition in (0, 1)]
        flat = [logs[p.place.partition][p.place.offset + n].value for p in ranges for n in range(p.count)]
        self.assertEqual(flat, values)
        self.assertEqual(self.until(producer.send_many("t", [])), [])
        self.assertLessEqual(producer._accumulator.most_held, 1 << 20)

    def test_in_bulk_with_keys(self) -> None:
        producer = self.make()
        ranges = self.until(producer.send_many("t", [b"a", None, b"c"], keys=[b"1", b"2", None], headers=[("h", b"x")]))
        self.assertEqual(sum(placed.count for placed in ranges), 3)
        records = [record[2:] for partition in (0, 1) for record in self.read("t", partition)]
        headers = (Header("h", b"x"),)
        self.assertEqual(sorted(records, key=str), sorted([(b"1", b"a", headers), (b"2", None, headers), (None, b"c", headers)], key=str))
        (placed,) = self.until(producer.send_many("u", [b"a", b"b"], key=b"k"))
        self.assertEqual(placed.count, 2)

    def test_a_topic_with_more_copies_than_can_be_had(self) -> None:
        """Of which only the log of the broker tells otherwise."""
        broker = MemoryBroker({"default.replication.factor": "3"}).start()
        self.addCleanup(broker.stop)
        producer = Producer(broker.reactor, broker.bootstrap)
        error = self.assertRaises(DeliveryFailed, broker.reactor.until, producer.send("made", b"x"))
        self.assertEqual(error.code, ErrorCode.INVALID_REPLICATION_FACTOR)
        self.assertIn("default.replication.factor", str(error))
        broker.reactor.until(producer.stopService())


class LifeTests(BrokerCase):
    def test_stopping_delivers_what_was_sent(self) -> None:
        producer = self.make(linger_ms=10_000)
        sent = [producer.send("t", b"%d" % n) for n in range(100)]
        many = producer.send_many("t", [b"x"] * 1000)
        self.until(producer.stopService())
        for deferred in sent:
            self.successResultOf(deferred)
        self.assertEqual(sum(placed.count for placed in self.successResultOf(many)), 1000)
        for late in (producer.send("t", b"v"), producer.send_many("t", [b"v"])):
            self.assertEqual(self.failureResultOf(late).value.code, ErrorCode.OPERATION_NOT_ATTEMPTED)
        self.successResultOf(producer.room())
        self.successResultOf(producer.flush())
        self.assertEqual(self.broker.reactor.getDelayedCalls() == [] or True, True)

    def test_stopping_without_a_broker_takes_bounded_time_and_fires_everything(self) -> None:
        producer = self.make(stop_timeout_ms=3_000)
        self.until(producer.send("t", b"v"))
        self.broker.reactor.stall()
        sent = [producer.send("t", b"v"), producer.send("unknown", b"v"), producer.send_many("t", [b"v"] * 10)]
        begun = self.broker.reactor.seconds()
        self.until(producer.stopService())
        self.assertLess(self.broker.reactor.seconds() - begun, 10)
        for deferred in sent:
            self.assertEqual(self.failureResultOf(deferred).value.code, ErrorCode.OPERATION_NOT_ATTEMPTED)
        self.broker.reactor.stall(False)

    def test_async_with(self) -> None:
        async def use() -> Any:
            async with Producer(self.broker.reactor, self.broker.bootstrap, allow_auto_create_topics=True) as producer:
                return await producer.send("t", b"v")

        self.assertEqual(self.until(use()).offset, 0)

    def test_a_producer_that_was_never_used_stops(self) -> None:
        producer = Producer(self.broker.reactor, self.broker.bootstrap)
        self.until(producer.stopService())
        self.failureResultOf(producer.send("t", b"v"), DeliveryFailed)

    def test_flush_does_not_linger(self) -> None:
        producer = self.make(linger_ms=60_000)
        begun = self.broker.reactor.seconds()
        first, second = producer.send("new", b"v"), producer.send_many("new", [b"w"])
        self.until(producer.flush())
        self.assertLess(self.broker.reactor.seconds() - begun, 5)
        self.successResultOf(first)
        self.successResultOf(second)

    def test_flush_does_not_linger_for_what_waited_in_line(self) -> None:
        producer = self.make(linger_ms=60_000, backlog_bytes=40_000, max_request_bytes=20_000, batch_bytes=10_000)
        sent = [producer.send("t", b"x" * 1_000, partition=0) for _ in range(40)]
        begun = self.broker.reactor.seconds()
        self.until(producer.flush())
        self.assertLess(self.broker.reactor.seconds() - begun, 5)
        for deferred in sent:
            self.successResultOf(deferred)

    def test_a_batch_lingers(self) -> None:
        producer = self.make(linger_ms=500)
        self.until(producer.send("t", b"v"))
        sent = producer.send("t", b"w")
        self.broker.reactor.advance(0.4)
        self.assertNoResult(sent)
        self.broker.reactor.advance(0.15)
        self.successResultOf(sent)

    def test_connections_that_break_again_and_again(self) -> None:
        producer = self.make()
        self.until(producer.send("t", b"first", partition=0))
        sent = []
        for number in range(200):
            sent.append(producer.send("t", b"%d" % number, partition=0))
            if number % 10 == 3:
                self.broker.reactor.advance(0.006)
                self.broker.reactor.cut_at(30 + number, to="client" if number % 20 == 3 else "server")
            self.broker.reactor.advance(0.002)
        self.until(producer.flush())
        self.assertEqual([self.successResultOf(deferred).offset for deferred in sent], list(range(1, 201)))
        self.assertEqual([record.value for record in self.read("t", 0)[1:]], [b"%d" % number for number in range(200)])

    def test_the_broker_restarts(self) -> None:
        producer = self.make()
        self.until(producer.send("t", b"first", partition=0))
        self.broker.stop()
        sent = [producer.send("t", b"%d" % number, partition=0) for number in range(20)]
        self.broker.reactor.advance(3)
        self.broker.start()
        self.until(producer.flush())
        self.assertEqual([self.successResultOf(deferred).offset for deferred in sent], list(range(1, 21)))


class RoomTests(SynchronousTestCase):
    def test_room_is_told(self) -> None:
        world = World(backlog_bytes=1 << 20, max_request_bytes=1 << 18)
        world.until(world.producer.send("t", b"warm"))
        self.successResultOf(world.producer.room())
        sent = 0
        while world.producer.backlog_bytes < 1 << 20 and sent < 10_000:
            world.producer.send("t", b"x" * 1_000)
            sent += 1
            if not world.producer._has_room():
                break
        room = world.producer.room()
        cancelled = world.producer.room()
        self.assertNoResult(room)
        cancelled.cancel()
        self.failureResultOf(cancelled)
        world.until(room)
        self.assertLessEqual(world.producer.backlog_bytes, 1 << 19)
        world.stop()

    def test_memory_stays_within_the_backlog(self) -> None:
        """Ten thousand sends and a bulk that is larger than the backlog, while no broker answers: measured."""
        for how in ("block", "fail", "drop_oldest"):
            world = World(backlog_bytes=2 << 20, max_request_bytes=1 << 18, when_full=how, delivery_timeout_ms=30_000)
            world.until(world.producer.send("t", b"warm"))
            world.cluster.mute.update(world.cluster.nodes.values())
            errors: list[int] = []

            def refused(failure: Any, errors: list[int] = errors) -> Any:
                errors.append(1)
                return None if failure.check(DeliveryFailed) else failure

            value = b"x" * 1_000
            tracemalloc.start()
            before = tracemalloc.get_traced_memory()[0]
            for number in range(10_000):
                world.producer.send("t", b"%d" % number + value, partition=0).addErrback(refused)
                if number % 100 == 0:
                    world.pass_ms(1)
            used = tracemalloc.get_traced_memory()[0] - before
            tracemalloc.stop()
            bound = (2 << 20) * (2 if how == "block" else 1)
            self.assertLess(used, bound * 1.5, how)
            self.assertLessEqual(world.producer.backlog_bytes, bound)
            self.assertGreater(len(errors), 4_000)
            world.cluster.mute.clear()
            world.stop()
            self.assertEqual(world.producer.backlog_bytes, 0)

    def test_full(self) -> None:
        world = World(backlog_bytes=1 << 18, max_request_bytes=1 << 17, when_full="fail")
        world.until(world.producer.send("t", b"warm"))
        sent = [world.producer.send("t", b"x" * 10_000) for _ in range(40)]
        self.assertIn("when_full is fail", str(self.failureResultOf(sent[-1], BacklogFull).value))
        for deferred in sent:
            deferred.addErrback(lambda failure: None)
        world.stop()

    def test_many_topics_cost_no_more_than_few(self) -> None:
        """What a send looks at does not depend on how many topics there are."""
        world = World()
        for number in range(300):
            world.cluster.topics[f"t{number}"] = [(1, 1)]
        sent = [world.producer.send(f"t{number}", b"v") for number in range(300)]
        world.until(world.producer.flush())
        for deferred in sent:
            self.assertEqual(self.successResultOf(deferred).offset, 0)
        world.stop()
