"""A producer without a reactor: on klog's broker over a socket, and on a cluster of dicts that misbehaves on demand."""

from __future__ import annotations

import contextlib
import itertools
import random
import unittest
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from twisted.internet.task import Clock

from klog.client.blocking import producer as blocking
from klog.client.blocking.client import BlockingClient
from klog.client.blocking.producer import BlockingProducer
from klog.client.producing.producer_types import DeliveryFailed, RecordPlace
from klog.client.retry import ClientStopped
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.errors import ErrorCode
from klog.forks import in_child
from klog.records.murmur import murmur2
from klog.testing.embedded import Broker
from tests.client.blocking.interruption import Interruption
from tests.client.fake_cluster import BlockingFake, BlockingPending
from tests.client.producing.produce_world import ProducingCluster
from tests.peers import soak_share


class BrokerTests(unittest.TestCase):
    """On klog's broker."""

    broker: Broker

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()
        cls.addClassCleanup(cls.broker.stop)

    def test_a_journey(self) -> None:
        self.broker.create_topic("journey", 1)
        with BlockingProducer(self.broker.bootstrap, compression="lz4") as producer:
            place = producer.send("journey", b"0", key=b"k", headers=[("source", b"web")], timestamp_ms=7).result()
            self.assertEqual(place, RecordPlace("journey", 0, 0, 7))
            deliveries = [producer.send("journey", b"%d" % number) for number in range(1, 5_000)]
        self.assertTrue(all(delivery.is_done for delivery in deliveries))
        self.assertEqual([delivery.result().offset for delivery in deliveries], list(range(1, 5_000)))
        messages = self.broker.messages("journey", 0)
        self.assertEqual([message.value for message in messages], [b"%d" % number for number in range(5_000)])
        self.assertEqual((messages[0].key, [tuple(header) for header in messages[0].headers]), (b"k", [("source", b"web")]))

    def test_keys_go_where_java_puts_them_and_the_others_everywhere(self) -> None:
        self.broker.create_topic("spread", 3)
        with BlockingProducer(self.broker.bootstrap, batch_bytes=200) as producer:
            for number in range(300):
                key = b"key-%d" % (number % 40)
                self.assertEqual(producer.send("spread", b"x", key=key).result().partition, murmur2(key) % 3)
            found = {producer.send("spread", b"y" * 100).result().partition for _ in range(60)}
        self.assertEqual(found, {0, 1, 2})

    def test_a_topic_that_the_broker_makes_and_one_that_it_may_not(self) -> None:
        with BlockingProducer(self.broker.bootstrap) as producer:
            self.assertEqual(producer.send("made", b"x").result().offset, 0)
        with BlockingProducer(self.broker.bootstrap, allow_auto_create_topics=False, unknown_topic_patience_ms=200) as producer:
            with self.assertRaises(DeliveryFailed) as raised:
                producer.send("missing", b"x")
        self.assertEqual(raised.exception.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        with Broker(properties={"default.replication.factor": "3"}) as broker, BlockingProducer(broker.bootstrap) as producer:
            with self.assertRaises(DeliveryFailed) as raised:
                producer.send("made", b"x")
        self.assertIn("default.replication.factor", raised.exception.reason)

    def test_a_connection_that_breaks_and_a_broker_that_comes_back(self) -> None:
        self.broker.create_topic("broken", 2)
        values = [b"%d" % number for number in range(2_000)]
        with BlockingProducer(self.broker.bootstrap, batch_bytes=500) as producer:
            for number, value in enumerate(values):
                producer.send("broken", value)
                if number == 600:
                    self.broker.cut()
                elif number == 1_200:
                    self.broker.restart()
        found = [message.value for partition in range(2) for message in self.broker.messages("broken", partition)]
        self.assertEqual(sorted(found, key=lambda value: int(value or b"")), values)

    def test_no_acks(self) -> None:
        self.broker.create_topic("fast", 1)
        with BlockingProducer(self.broker.bootstrap, acks=0) as producer:
            self.assertEqual(producer.send("fast", b"x", timestamp_ms=5).result(), RecordPlace("fast", 0, -1, 5))
        self.assertEqual([message.value for message in self.broker.messages("fast", 0, at_least=1)], [b"x"])


class ClusterTests(unittest.TestCase):
    """On a cluster of dicts, in virtual time."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = ProducingCluster(self.clock)
        self.cluster.topics["t"] = [(1, 1), (2, 1)]

    def connect(self, host: str, port: int) -> Any:
        return BlockingFake(self.cluster, host, port)

    def make(self, seed: int = 3, **options: Any) -> BlockingProducer:
        return BlockingProducer(
            "host1,host2",
            random=random.Random(seed),
            clock=self.clock.seconds,
            sleep=self.clock.advance,
            now_ms=lambda: 1_000,
            connect=self.connect,
            **options,
        )

    def values(self, partition: int) -> list[bytes | None]:
        return self.cluster.log("t", partition).values()

    def failed(self, delivery: blocking.Delivery) -> DeliveryFailed:
        with self.assertRaises(DeliveryFailed) as raised:
            delivery.result()
        return raised.exception

    def test_when_a_batch_goes(self) -> None:
        producer = self.make(linger_ms=100, batch_bytes=70)
        producer.send("t", b"a", partition=0)
        self.assertEqual(self.cluster.produced, [])
        self.clock.advance(0.2)
        producer.send("t", b"b", partition=0)
        self.assertEqual(len(self.cluster.produced), 1, "the first has lingered")
        for value in (b"c" * 20, b"d" * 20, b"e" * 20):
            producer.send("t", value, partition=1)
        self.assertEqual(len(self.cluster.produced), 2, "one was full")
        producer.send("t", b"f", partition=0).result()
        self.assertEqual(len(self.cluster.produced), 3, "somebody waits")
        producer.flush()
        self.assertEqual((self.values(0), self.values(1)), ([b"a", b"b", b"f"], [b"c" * 20, b"d" * 20, b"e" * 20]))

    def test_without_lingering_each_record_goes_at_once(self) -> None:
        producer = self.make(linger_ms=0)
        for value in (b"a", b"b", b"c"):
            producer.send("t", value, partition=0)
        self.assertEqual(len(self.cluster.produced), 3)

    def test_open_batches_are_bounded(self) -> None:
        producer = self.make(linger_ms=1_000, backlog_bytes=2_048, max_request_bytes=2_048)
        for number in range(10):
            producer.send("t", b"x" * 500, partition=number % 2)
        self.assertGreater(len(self.cluster.produced), 1)

    def test_small_batches_without_keys_move_on_after_a_full_ones_bytes(self) -> None:
        producer = self.make(batch_bytes=500)
        found = [producer.send("t", b"x" * 100).result().partition for _ in range(40)]
        self.assertEqual(set(found), {0, 1})
        self.assertGreater(sum(one == other for one, other in itertools.pairwise(found)), 25)

    def test_broker_time(self) -> None:
        self.cluster.append_time_ms = 77
        place = self.make().send("t", b"a", partition=1).result()
        self.assertEqual(place, RecordPlace("t", 1, 0, 77))

    def test_halves_tell_each_record_its_place(self) -> None:
        self.cluster.largest_batch = 160
        producer = self.make(linger_ms=1_000)
        deliveries = [producer.send("t", b"%02d" % number * 10, partition=0) for number in range(9)]
        deliveries.insert(4, producer.send("t", b"x" * 300, partition=0))
        self.assertEqual(self.failed(deliveries[4]).code, ErrorCode.MESSAGE_TOO_LARGE)
        good = [delivery.result() for delivery in deliveries if delivery is not deliveries[4]]
        records = self.cluster.log("t", 0).records
        self.assertEqual([records[place.offset].value for place in good], [b"%02d" % number * 10 for number in range(9)])
        producer.flush()

    def test_records_at_fault_are_named(self) -> None:
        producer = self.make(linger_ms=1_000)
        self.cluster.faults.append(ErrorCode.INVALID_RECORD)
        self.cluster.record_errors = {1: "no key"}
        deliveries = [producer.send("t", value, partition=0) for value in (b"a", b"b", b"c")]
        self.assertEqual(self.failed(deliveries[1]).reason, "no key")
        self.assertIn("another record of its batch", self.failed(deliveries[2]).reason)

    def test_failures_that_nobody_asked_about_are_told(self) -> None:
        producer = self.make(linger_ms=1_000)
        self.cluster.faults.extend([ErrorCode.TOPIC_AUTHORIZATION_FAILED, ErrorCode.INVALID_RECORD])
        for partition in (0, 0, 0, 1):
            producer.send("t", b"x", partition=partition)
        with self.assertRaises(DeliveryFailed) as raised:
            producer.flush()
        self.assertEqual((raised.exception.code, raised.exception.failed_count), (ErrorCode.TOPIC_AUTHORIZATION_FAILED, 4))
        producer.flush()
        self.cluster.faults.append(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        self.failed(producer.send("t", b"x", partition=0))
        producer.close()

    def test_who_never_asks_is_told_at_last(self) -> None:
        most, blocking.MOST_FAILURES = blocking.MOST_FAILURES, 3
        self.addCleanup(setattr, blocking, "MOST_FAILURES", most)
        producer = self.make(linger_ms=0)
        self.cluster.choose_fault = lambda: ErrorCode.TOPIC_AUTHORIZATION_FAILED
        with self.assertRaises(DeliveryFailed) as raised:
            for _ in range(10):
                producer.send("t", b"x", partition=0)
        self.assertEqual(raised.exception.failed_count, 3)

    def test_what_can_never_be_sent(self) -> None:
        producer = self.make(max_request_bytes=2_000)
        with self.assertRaisesRegex(DeliveryFailed, "larger than max_request_bytes"):
            producer.send("t", b"x" * 3_000)
        with self.assertRaisesRegex(DeliveryFailed, "partitions 0 to 1"):
            producer.send("t", b"x", partition=2)
        with self.assertRaises(TypeError):
            producer.send("t", "text")  # type: ignore[arg-type]
        with self.assertRaises(ValueError):
            producer.send("t", b"x", partition=-1)
        with self.assertRaises(UnicodeEncodeError):
            producer.send("t", b"x", headers=[("\ud800", b"")], partition=0)
        producer.send("t", b"good", partition=0).result()
        producer.close()
        self.assertEqual(self.values(0), [b"good"])

    def test_partitions_that_come_are_used(self) -> None:
        producer = self.make()
        producer.send("t", b"x").result()
        self.cluster.topics["t"] += [(1, 1), (2, 1)]
        self.assertEqual(producer.send("t", b"x", partition=3).result().partition, 3)
        other = self.make(metadata_max_age_ms=1_000, partitioner="round_robin")
        self.assertEqual({other.send("t", b"x").result().partition for _ in range(8)}, {0, 1, 2, 3})
        self.cluster.topics["t"].append((1, 1))
        self.clock.advance(2)
        self.assertEqual({other.send("t", b"x").result().partition for _ in range(10)}, {0, 1, 2, 3, 4})

    def test_no_producer_id_is_given(self) -> None:
        self.cluster.id_errors.append(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        producer = self.make()
        self.assertEqual(self.failed(producer.send("t", b"x", partition=0)).code, ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        self.assertEqual(producer.send("t", b"y", partition=0).result().offset, 0)

    def test_ends(self) -> None:
        with self.assertRaises(ZeroDivisionError), self.make(linger_ms=1_000) as producer:
            producer.send("t", b"taken", partition=0)
            1 / 0  # noqa: B018
        self.assertEqual(self.values(0), [b"taken"])
        with self.assertRaises(KeyboardInterrupt), self.make(linger_ms=1_000) as producer:
            left = producer.send("t", b"left", partition=0)
            raise KeyboardInterrupt
        self.assertEqual(self.values(0), [b"taken"])
        self.assertEqual(self.failed(left).code, ErrorCode.OPERATION_NOT_ATTEMPTED)
        with self.assertRaises(ClientStopped):
            producer.send("t", b"x")
        producer.close()

    def test_what_was_interrupted_is_told_as_failed(self) -> None:
        """By a signal, or whatever else its handler raises; outside of a ``with`` block, and the producer goes on."""
        for place in (
            "producer.Batch",
            "client.BlockingClient.init_producer_id",
            "batch_sender.BatchSender.send",
            "batch_sender.BatchSender.flush",
        ):
            producer = self.make(linger_ms=1_000)
            left = [producer.send("t", b"left", partition=0) for _ in range(3)]
            with mock.patch(f"klog.client.blocking.{place}", side_effect=KeyboardInterrupt):
                self.assertRaises(KeyboardInterrupt, producer.flush)
            self.assertTrue(all(delivery.is_done for delivery in left), place)
            with self.assertRaises(DeliveryFailed) as caught:
                producer.flush()
            self.assertEqual((caught.exception.failed_count, caught.exception.code), (3, ErrorCode.NETWORK_EXCEPTION), place)
            self.assertIn("interrupted", str(self.failed(left[1])))
            producer.flush()
            self.assertGreaterEqual(producer.send("t", b"next", partition=0).result().offset, 0)
            producer.close()

    def test_called_while_it_is_called(self) -> None:
        """By a signal's handler: it is refused, and what waited is told as interrupted."""
        wait = BlockingPending.result
        for what in ("close", "flush", "result"):
            producer = self.make(linger_ms=1_000)
            left = [producer.send("t", b"left", partition=number) for number in (0, 1)]
            handlers: list[Callable[[], Any]] = [left[1].result if what == "result" else getattr(producer, what)]

            def interrupted(pending: BlockingPending, timeout_ms: int | None = None, handlers: Any = handlers) -> Any:
                if handlers:
                    handlers.pop()()
                return wait(pending, timeout_ms)

            with mock.patch.object(BlockingPending, "result", interrupted), self.assertRaises(RuntimeError) as raised:
                producer.flush()
            self.assertIn("amid another call", str(raised.exception))
            with self.assertRaises(DeliveryFailed) as caught:
                producer.flush()
            self.assertEqual((caught.exception.failed_count, caught.exception.code), (2, ErrorCode.NETWORK_EXCEPTION), what)
            self.assertGreaterEqual(producer.send("t", b"next", partition=0).result().offset, 0)
            producer.close()

    def test_interrupted_at_any_line(self) -> None:
        """Whatever a signal's handler raises, and wherever: every record's place is the right one, or it is told as failed."""
        files = ("blocking/producer.py", "blocking/batch_sender.py", "producing/retry_decisions.py", "producing/sequences.py")
        place = 1
        while self.interrupt_at(place, files):
            place += 3
        self.assertGreater(place, 1_000)

    def interrupt_at(self, place: int, files: tuple[str, ...]) -> bool:
        """Raise at the `place`th line that runs in `files`, and look; False where fewer lines run."""
        self.setUp()
        chance = random.Random(1)
        self.cluster.choose_fault = lambda: chance.choice(("cut", "left out")) if chance.random() < 0.2 else None
        producer = self.make(batch_bytes=120, linger_ms=5, delivery_timeout_ms=5_000, request_timeout_ms=1_000)
        interruption = Interruption(place, files)
        sent: list[tuple[bytes, blocking.Delivery]] = []
        for number in range(25):
            value = b"%03d" % number
            with contextlib.suppress(KeyboardInterrupt, DeliveryFailed), interruption:
                sent.append((value, producer.send("t", value, partition=chance.randrange(2))))
                if chance.random() < 0.2:
                    sent[-1][1].result() if chance.random() < 0.5 else producer.flush()
        with contextlib.suppress(DeliveryFailed):
            producer.flush()
        sent += [(b"last", producer.send("t", b"last", partition=number)) for number in (0, 1)]
        producer.close()
        for value, delivery in sent:
            try:
                found = delivery.result()
            except DeliveryFailed:
                self.assertNotEqual(value, b"last")
                continue
            self.assertEqual(self.values(found.partition)[found.offset], value, (place, found))
        self.assertEqual((producer._under_way, producer._open_bytes), ({}, 0))
        return interruption.has_come

    def test_a_child_process_has_no_part_in_it(self) -> None:
        """It would write under the same producer id and numbers: brokers take that for repetitions."""
        client = BlockingClient(
            "host1,host2", random=random.Random(1), clock=self.clock.seconds, sleep=self.clock.advance, connect=self.connect
        )
        producer = self.make(linger_ms=1_000)
        shared = BlockingProducer(client, linger_ms=1_000)
        written = producer.send("t", b"before", partition=0)
        written.result()
        left = [one.send("t", b"left", partition=0) for one in (producer, shared)]
        in_child()
        self.assertEqual(written.result().offset, 0)
        for delivery in left:
            error = self.failed(delivery)
            self.assertEqual(error.code, ErrorCode.OPERATION_NOT_ATTEMPTED)
            self.assertIn("another process", str(error))
        for one in (producer, shared):
            with self.assertRaisesRegex(ClientStopped, "another process"):
                one.send("t", b"x")
            one.flush()
            one.close()
        self.assertEqual(self.values(0), [b"before"])
        self.assertEqual(client.init_producer_id(), (1002, 0), "a client goes on, over connections of its own")

    def test_a_client_that_is_shared(self) -> None:
        client = BlockingClient(
            "host1,host2", random=random.Random(1), clock=self.clock.seconds, sleep=self.clock.advance, connect=self.connect
        )
        with BlockingProducer(client, linger_ms=3) as producer:
            producer.send("t", b"x", partition=0)
        self.assertFalse(client.is_closed)
        self.assertEqual(client.init_producer_id(), (1002, 0))
        with self.assertRaises(ConfigError):
            BlockingProducer(client, client_id="other")

    def test_options(self) -> None:
        for wrong in ({"when_full": "fail"}, {"lingr_ms": 5}, {"acks": 2}):
            with self.assertRaises(ConfigError):
                self.make(**wrong)
        producer = BlockingProducer(ClientSettings(bootstrap_servers="host1"), acks=1)
        self.assertEqual((producer.production.required_acks, producer.production.idempotent), (1, False))
        producer.close()

    def run_one(self, seed: int) -> None:
        self.setUp()
        chance = random.Random(seed)
        faults = ("lost", "cut", "silent", "left out", ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.NOT_ENOUGH_REPLICAS)
        self.cluster.choose_fault = lambda: chance.choice(faults) if chance.random() < 0.2 else None
        producer = self.make(
            seed,
            batch_bytes=chance.choice([50, 500]),
            linger_ms=chance.choice([0, 5, 50]),
            delivery_timeout_ms=10_000_000,
            request_timeout_ms=1_000,
            compression=chance.choice(["none", "gzip", "lz4"]),
        )
        sent: list[tuple[bytes, blocking.Delivery]] = []
        for number in range(200):
            value = b"%04d" % number
            key = b"%d" % (number % 7) if number % 3 else None
            sent.append((value, producer.send("t", value, key=key)))
            self.clock.advance(chance.choice([0, 0.001, 0.02]))
            if chance.random() < 0.05:
                chance.choice(sent)[1].result()
        producer.close()
        placed = {(place.partition, place.offset): value for value, place in ((value, delivery.result()) for value, delivery in sent)}
        logs = [self.values(partition) for partition in range(2)]
        self.assertEqual({(p, offset): value for p, log in enumerate(logs) for offset, value in enumerate(log)}, placed, f"seed {seed}")
        for log in logs:
            self.assertEqual(log, sorted(log, key=lambda value: value or b""), f"seed {seed}")
        self.assertEqual(sum(map(len, logs)), 200)

    @pytest.mark.soak
    def test_once_and_in_order_whatever_happens(self) -> None:
        for seed in range(soak_share(1_000)):
            self.run_one(seed)


if __name__ == "__main__":
    unittest.main()
