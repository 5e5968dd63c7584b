"""A producer, a consumer and a broker in virtual time, and everything that happens to connections and brokers, from a seed.

Each seed makes options, load and faults: connections are cut, cut after some bytes, stalled, delayed, chopped; connecting is refused or not
answered; the broker loses power and starts again on what its disk still holds (what was acknowledged is on it: the flush rule holds).
Afterwards every Deferred has fired, what was acknowledged stands in the log once and in order at the place that the producer was told, the
consumer has seen exactly the log, and no line of the clients' log came twice within a second.

Which seeds: `tests.seeds`.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.consumer import Consumer
from klog.client.producing.producer import Producer
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from tests.client.chaos_log import ChaosLog
from tests.seeds import Seeds, named

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(100, in_soak=6_500)
TOPIC = "t"


class World:
    """One seed's."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.broker = MemoryBroker({"log.flush.interval.messages": "1"}, seed=seed).start()
        self.reactor = self.broker.reactor
        self.partitions = self.random.choice([1, 2, 3])
        self.broker.create_topics({TOPIC: self.partitions})
        common: dict[str, Any] = {"request_timeout_ms": self.random.choice([2_000, 5_000, 30_000]), "connect_timeout_ms": 1_000}
        if self.random.random() < 0.5:
            common["reconnect_backoff_max_ms"] = 1_000
        self.producer = Producer(
            self.reactor,
            self.broker.bootstrap,
            random=random.Random(seed),
            client_id="producer",
            linger_ms=self.random.choice([0, 5, 50]),
            batch_bytes=self.random.choice([200, 1_000, 64 << 10]),
            compression=self.random.choice(["none", "gzip", "lz4"]),
            delivery_timeout_ms=600_000,
            max_in_flight=self.random.choice([1, 2, 5]),
            **common,
        )
        self.consumer = Consumer(
            self.reactor,
            self.broker.bootstrap,
            random=random.Random(seed),
            client_id="consumer",
            group_id=self.random.choice([None, "g"]),
            auto_offset_reset="earliest",
            fetch_max_wait_ms=self.random.choice([50, 500]),
            partition_fetch_bytes=self.random.choice([300, 1 << 20]),
            **common,
        )
        self.sent: list[list[bytes]] = [[] for _ in range(self.partitions)]
        #: What became of each: (partition, number, place or failure).
        self.outcomes: list[tuple[int, int, Any]] = []
        self.seen: dict[int, list[tuple[int, bytes]]] = {partition: [] for partition in range(self.partitions)}
        self.consuming = True
        self.consumed: Deferred[None] | None = None
        self.faults: list[str] = []
        self.down_until: float | None = None

    # Load

    def send(self) -> None:
        """Some records."""
        for _ in range(self.random.choice([1, 1, 5, 30])):
            partition = self.random.randrange(self.partitions)
            number = len(self.sent[partition])
            value = b"%d:%d:" % (partition, number) + b"x" * self.random.choice([0, 10, 300])
            self.sent[partition].append(value)
            self.producer.send(TOPIC, value, partition=partition).addBoth(
                lambda result, partition=partition, number=number: self.outcomes.append((partition, number, result))
            )

    def send_many(self) -> None:
        """Some more, in bulk."""
        partition = self.random.randrange(self.partitions)
        first = len(self.sent[partition])
        values = [b"%d:%d:" % (partition, first + number) for number in range(self.random.choice([2, 50]))]
        self.sent[partition] += values

        def done(result: Any) -> None:
            if isinstance(result, Failure):
                self.outcomes += [(partition, first + number, result) for number in range(len(values))]
                return
            number = first
            for placed in result:
                for offset in range(placed.place.offset, placed.place.offset + placed.count):
                    self.outcomes.append((partition, number, placed.place._replace(offset=offset)))
                    number += 1

        self.producer.send_many(TOPIC, values, partition=partition).addBoth(done)

    async def consume(self) -> None:
        """Until told to end."""
        while True:
            try:
                await self.consumer.assign([TopicPartition(TOPIC, partition) for partition in range(self.partitions)])
                break
            except KlogError:
                continue
        while self.consuming or self.missing():
            for message_set in await self.consumer.poll(timeout_ms=200):
                for message in message_set:
                    assert message.value is not None
                    self.seen[message.partition].append((message.offset, bytes(message.value)))

    def missing(self) -> int:
        """Records that the log holds and the consumer has not seen."""
        return sum(len(self.broker.messages(TOPIC, partition)) - len(self.seen[partition]) for partition in range(self.partitions))

    # Faults

    def fault(self) -> None:
        """One of them."""
        reactor, chance = self.reactor, self.random
        name = chance.choice(["cut", "cut_at", "stall", "delay", "chunks", "refuse", "ignore", "crash", "crash", "heal", "heal"])
        self.faults.append(name)
        match name:
            case "cut":
                reactor.cut()
            case "cut_at":
                reactor.cut_at(chance.randrange(1, 3_000), to=chance.choice(["client", "server"]))
            case "stall":
                reactor.stall()
            case "delay":
                reactor.delay_s = chance.choice([0.001, 0.1, 0.7])
            case "chunks":
                reactor.chunk_bytes = chance.choice([7, 100])
            case "refuse":
                reactor.refuse()
            case "ignore":
                reactor.ignore()
            case "crash":
                self.crash()
            case _:
                self.heal()

    def crash(self) -> None:
        """The power fails; some time later it is there again."""
        if self.down_until is None:
            self.broker.fail(self.random)
            self.down_until = self.reactor.seconds() + self.random.choice([0, 0.05, 1, 10])

    def start_again(self) -> None:
        """When it is time."""
        if self.down_until is not None and self.reactor.seconds() >= self.down_until:
            self.down_until = None
            self.broker.start()

    def heal(self) -> None:
        """All is well again, but for a broker without power."""
        self.reactor.accept()
        self.reactor.cut_at(None)
        self.reactor.stall(False)
        self.reactor.delay_s = 0
        self.reactor.chunk_bytes = None

    # The whole

    def run(self, steps: int) -> None:
        """Load and faults, then rest until all is delivered and read."""
        self.consumed = Deferred.fromCoroutine(self.consume())
        for _ in range(steps):
            self.send()
            if self.random.random() < 0.3:
                self.send_many()
            if self.random.random() < 0.35:
                self.fault()
            self.reactor.advance(self.random.choice([0, 0.003, 0.02, 0.1, 0.6]))
            self.start_again()
        self.heal()
        if self.down_until is not None:
            self.reactor.advance(max(0.0, self.down_until - self.reactor.seconds()) + 0.001)
            self.start_again()
        self.reactor.until(self.producer.flush(), 700)
        self.consuming = False
        self.reactor.until(self.consumed, 700)
        for client in (self.producer, self.consumer):
            self.reactor.until(client.stopService(), 100)

    def problems(self) -> list[str]:
        """What is not as it must be."""
        found = []
        if len(self.outcomes) != sum(map(len, self.sent)):
            found.append(f"{sum(map(len, self.sent)) - len(self.outcomes)} Deferreds have not fired")
        failures = [outcome for outcome in self.outcomes if isinstance(outcome[2], Failure)]
        found += [f"{partition}:{number} failed: {failure.value}" for partition, number, failure in failures[:3]]
        for partition in range(self.partitions):
            log = [(message.offset, bytes(message.value)) for message in self.broker.messages(TOPIC, partition)]
            if [value for _, value in log] != self.sent[partition]:
                found.append(f"partition {partition}: {_difference(self.sent[partition], [value for _, value in log], 'the log')}")
            if self.seen[partition] != log:
                found.append(f"partition {partition}: {_difference(log, self.seen[partition], 'the consumer')}")
            places = dict(log)
            for where, number, place in self.outcomes:
                if where == partition and not isinstance(place, Failure) and places.get(place.offset) != self.sent[partition][number]:
                    found.append(f"{partition}:{number} was said to be at {place.offset}, where {places.get(place.offset)!r} is")
                    break
        return found


def _difference(expected: list[Any], found: list[Any], who: str) -> str:
    first = next((number for number, pair in enumerate(zip(expected, found, strict=False)) if pair[0] != pair[1]), None)
    if first is None:
        return f"{who} has {len(found)} records, expected are {len(expected)}"
    return f"{who} has {found[first]!r} where {expected[first]!r} was expected (number {first})"


class ChaosTests(SynchronousTestCase):
    """All seeds."""

    def one(self, seed: int) -> World:
        world = World(seed)
        with ChaosLog(world.reactor.seconds) as log, named(seed, world.faults):
            world.run(steps=25)
        problems = world.problems() + log.problems
        self.assertEqual(problems, [], f"KLOG_SEED={seed}, faults {world.faults}")
        return world

    def test_nothing_is_lost_doubled_or_reordered(self) -> None:
        for seed in SEEDS:
            self.one(seed)

    def test_with_a_broker_that_stays_away_every_deferred_fires(self) -> None:
        for seed in range(5):
            broker = MemoryBroker(seed=seed).start()
            broker.create_topics({TOPIC: 1})
            reactor = broker.reactor
            with ChaosLog(reactor.seconds) as log:
                producer = Producer(reactor, broker.bootstrap, delivery_timeout_ms=20_000, client_id="producer")
                reactor.until(producer.send(TOPIC, b"1"))
                started = reactor.seconds()
                results: list[Any] = []
                broker.fail()
                for number in range(50):
                    producer.send(TOPIC, b"%d" % number).addBoth(results.append)
                reactor.advance(20.5)
                self.assertEqual(len(results), 50, f"{reactor.seconds() - started} s")
                self.assertTrue(all(isinstance(result, Failure) and result.check(KlogError) for result in results))
                consumer = Consumer(reactor, broker.bootstrap, client_id="consumer")
                consumer.assign([TopicPartition(TOPIC, 0)]).addErrback(lambda failure: failure.trap(KlogError))
                polled = consumer.poll(timeout_ms=5_000)
                self.assertEqual(reactor.until(polled), [])
                for client in (producer, consumer):
                    reactor.until(client.stopService(), 100)
            self.assertEqual(log.problems, [])
