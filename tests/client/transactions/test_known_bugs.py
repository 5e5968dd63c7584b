"""Bugs of other clients' transactions, which lives of the protocol do not meet: one test each, by its name."""

from __future__ import annotations

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.consumer import Consumer
from klog.client.producing.producer_types import DeliveryFailed
from klog.client.transactions.errors import TransactionFailed
from klog.errors import ErrorCode
from klog.model import TopicPartition
from tests.broker.transactions import setting
from tests.client.transactions.transaction_world import TransactionWorld

T0 = TopicPartition("t", 0)


class ProducerTests(SynchronousTestCase):
    def worlds(self) -> list[TransactionWorld]:
        """One for each version of the protocol."""
        first, second = TransactionWorld(partitions=1), TransactionWorld(partitions=1)
        second.cluster.speak_second()
        for world in (first, second):
            self.addCleanup(world.stop)
        return [first, second]

    def test_librdkafka_3575(self) -> None:
        """A broker finds that batches are missing: nothing goes on under other numbers, and the end says that all is aborted."""
        for world in self.worlds():

            async def use(world: TransactionWorld = world) -> None:
                async with world.producer.transaction() as transaction:
                    await world.producer.send("t", b"1")
                    world.cluster.faults.append(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
                    transaction.send("t", b"2")
                    await world.producer.flush()
                    with self.assertRaises(DeliveryFailed):
                        await world.producer.send("t", b"3")

            error = self.assertRaises(TransactionFailed, world.until, Deferred.fromCoroutine(use()))
            self.assertIs(error.code, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
            self.assertEqual(world.cluster.visible, {})

    def test_kafka_17455(self) -> None:
        """A broker wants a pause that is longer than a request may take, amid a transaction: it is waited for, and nothing fails."""
        for world in self.worlds():

            async def use(world: TransactionWorld = world) -> None:
                async with world.producer.transaction() as transaction:
                    world.cluster.throttle_ms = 40_000
                    await world.producer.send("t", b"1")
                    world.cluster.throttle_ms = 0
                    transaction.send("t", b"2")

            begun_s = world.clock.seconds()
            world.until(Deferred.fromCoroutine(use()))
            self.assertEqual(world.cluster.visible, {T0: [b"1", b"2"]})
            self.assertGreater(world.clock.seconds() - begun_s, 35)


class ReaderTests(setting.TransactionTestCase):
    def test_aiokafka_781_and_librdkafka_2498(self) -> None:
        """A log that holds nothing but an abort's marker, and a transaction whose first record is its marker: readers come past them."""
        producer = setting.Producer(self, version=1)
        self.assertEqual((producer.begin(), producer.add(T0), producer.end(commit=False)), (0, [0], 0))
        consumer = Consumer(self.broker.reactor, self.broker.bootstrap, isolation_level="read_committed", auto_offset_reset="earliest")
        self.addCleanup(lambda: self.broker.reactor.until(consumer.stopService()))

        async def read() -> list[tuple[int, bytes | None]]:
            if not consumer.assignment:
                await consumer.assign([T0])
            found: list[tuple[int, bytes | None]] = []
            for _ in range(3):
                found += [(one.offset, one.value) for each in await consumer.poll(timeout_ms=100) for one in each]
            return found

        self.assertEqual(self.broker.reactor.until(Deferred.fromCoroutine(read())), [])
        self.assertEqual((producer.add(T0), producer.end(commit=True)), ([0], 0))
        self.assertEqual((producer.add(T0), producer.produce(T0, b"v"), producer.end(commit=True)), ([0], 0, 0))
        self.assertEqual(self.broker.reactor.until(Deferred.fromCoroutine(read())), [(2, b"v")])
        self.assertEqual(self.broker.reactor.until(consumer.position(T0)), 4)
