"""Kill and restart the broker under load, 50 times in the soak, behind a proxy that drops, delays, cuts and moves to other ports.

Afterwards every Deferred of the producer has fired; each record stands in the log once and in the order of sending, at the place that the
producer was told; the consumer, which ran all the time, has missed and repeated nothing; and no line of the clients' log came twice
within a second. klog and, in fewer rounds, Apache Kafka 4.3.1. ``KLOG_SEED`` repeats a plan.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from twisted.internet import reactor as global_reactor
from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater
from twisted.internet.threads import deferToThread
from twisted.python.failure import Failure
from twisted.trial.unittest import TestCase

from klog.client.admin.admin import Admin
from klog.client.fetching.consumer import Consumer
from klog.client.producing.producer import Producer
from klog.errors import KlogError
from klog.model import TopicPartition
from tests import peers
from tests.client.chaos_log import ChaosLog
from tests.integration.group_brokers import KafkaBroker
from tests.integration.proxy import HOST, Proxy
from tests.integration.running import KlogBroker

reactor: Any = global_reactor

TOPIC = "kill"
PARTITIONS = 4
FAULTS = ("drop", "delay", "cut", "move", "none")
#: So that a broker that drops bytes is noticed soon.
TIMES: dict[str, Any] = {"request_timeout_ms": 2_000, "connect_timeout_ms": 1_000, "reconnect_backoff_max_ms": 500}
#: Records on their way at most, so that the load goes on while nobody answers.
BACKLOG = 20_000
#: A hanging connection is given up after two seconds; the rest is for slow machines.
CATCH_UP_S = 90


async def pause(seconds: float) -> None:
    """Of real time."""
    await deferLater(reactor, seconds, lambda: None)


class Load:
    """One producer that never stops, and one consumer."""

    def __init__(self, bootstrap: str, chance: random.Random, **options: Any) -> None:
        times = TIMES | options
        self.producer = Producer(reactor, bootstrap, client_id="producer", delivery_timeout_ms=300_000, random=chance, **times)
        self.consumer = Consumer(
            reactor, bootstrap, client_id="consumer", group_id="killed", auto_offset_reset="earliest", random=chance, **TIMES
        )
        self.random = chance
        self.sent = [0] * PARTITIONS
        #: Offsets by partition and number; or what failed.
        self.places: list[dict[int, int]] = [{} for _ in range(PARTITIONS)]
        self.failed: list[str] = []
        self.fired = 0
        self.seen: list[list[tuple[int, bytes]]] = [[] for _ in range(PARTITIONS)]
        self.sending = self.consuming = True

    @staticmethod
    def value(partition: int, number: int) -> bytes:
        """A record's."""
        return b"%d-%d" % (partition, number)

    async def send(self) -> None:
        """Single records and some in bulk, for as long as it shall."""
        while self.sending:
            if sum(self.sent) - self.fired < BACKLOG:
                for partition in range(PARTITIONS):
                    for _ in range(self.random.randrange(12)):
                        self._send_one(partition)
                self._send_many(self.random.randrange(PARTITIONS), self.random.randrange(1, 200))
            await pause(0.004)

    def _send_one(self, partition: int) -> None:
        number = self.sent[partition]
        self.sent[partition] += 1
        self.producer.send(TOPIC, self.value(partition, number), partition=partition).addBoth(self._one_done, partition, number)

    def _one_done(self, result: Any, partition: int, number: int) -> None:
        self.fired += 1
        if isinstance(result, Failure):
            self.failed.append(f"{partition}-{number}: {result.value}")
        else:
            self.places[partition][number] = result.offset

    def _send_many(self, partition: int, count: int) -> None:
        first = self.sent[partition]
        self.sent[partition] += count
        values = [self.value(partition, number) for number in range(first, first + count)]
        self.producer.send_many(TOPIC, values, partition=partition).addBoth(self._many_done, partition, first, count)

    def _many_done(self, result: Any, partition: int, first: int, count: int) -> None:
        self.fired += count
        if isinstance(result, Failure):
            self.failed.append(f"{partition}-{first} and {count - 1} more: {result.value}")
            return
        number = first
        for placed in result:
            for step in range(placed.count):
                self.places[partition][number] = placed.place.offset + step
                number += 1

    async def consume(self) -> None:
        """Until all that was sent has been seen, once sending is over."""
        while True:
            try:
                await self.consumer.assign([TopicPartition(TOPIC, partition) for partition in range(PARTITIONS)])
                break
            except KlogError:
                await pause(0.05)
        while self.consuming and (self.sending or sum(map(len, self.seen)) < sum(self.sent)):
            for message_set in await self.consumer.poll(timeout_ms=200):
                offsets, values = message_set.offsets(), message_set.values()
                self.seen[message_set.partition] += zip(offsets, map(bytes, values), strict=True)

    def problems(self, log: list[list[tuple[int, bytes]]]) -> list[str]:
        """What is not as it must be, where `log` is what the partitions hold."""
        found = self.failed[:5]
        if self.fired != sum(self.sent):
            found.append(f"{sum(self.sent) - self.fired} records' Deferreds have not fired")
        for partition in range(PARTITIONS):
            expected = [self.value(partition, number) for number in range(self.sent[partition])]
            for who, records in (("the log", log[partition]), ("the consumer", self.seen[partition])):
                values = [value for _, value in records]
                if values != expected:
                    first = next((number for number, pair in enumerate(zip(values, expected, strict=False)) if pair[0] != pair[1]), None)
                    what = f"differs first at number {first}: {values[first]!r}" if first is not None else "ends early or late"
                    again = [value for value, times in Counter(values).items() if times > 1]
                    what += f"; {len(again)} are there again, {again[:1]} to {again[-1:]}; {len(set(expected) - set(values))} are missing"
                    found.append(f"{who}, partition {partition}: {len(values)} records of {len(expected)}, {what}")
            at = {value: offset for offset, value in log[partition]}
            # -1: written before a retry that the broker recognised without remembering where.
            wrong = [n for n, offset in self.places[partition].items() if offset >= 0 and at.get(self.value(partition, n)) != offset]
            if wrong:
                found.append(
                    f"partition {partition}: the producer was told another place for {len(wrong)} records, the first is {wrong[0]}"
                )
        return found


class KillCase(TestCase):
    """What klog and Kafka have in common."""

    timeout = 900
    #: Rounds in the soak.
    full_rounds = 50
    #: Of the producer.
    options: dict[str, Any] = {}
    #: Rounds without which the faults do not all occur.
    least_rounds = len(FAULTS)

    def make(self, port: int, settings: dict[str, str]) -> Any:
        """A broker on `port`, not started."""
        raise NotImplementedError

    async def run_rounds(self) -> None:
        """All rounds."""
        seed = peers.seed()
        chance = random.Random(seed)
        rounds = max(self.least_rounds, peers.soak_share(self.full_rounds))
        ports = [peers.free_port() for _ in range(3)]
        settings = {"offsets.topic.num.partitions": "1", "advertised.listeners": f"PLAINTEXT://{HOST}:{ports[0]}"}
        broker = self.make(peers.free_port(), settings)
        bootstrap = ",".join(f"{HOST}:{port}" for port in ports)
        proxy = Proxy(reactor, broker.port)
        proxy.listen(ports[0])
        plan = list(FAULTS[: self.least_rounds]) + [chance.choice(FAULTS) for _ in range(rounds - self.least_rounds)]
        chance.shuffle(plan)
        print(f"KLOG_SEED={seed} {type(self).__name__}: {rounds} rounds, {dict(Counter(plan))}")
        problems: list[str] = []
        with ChaosLog(reactor.seconds) as log:
            await deferToThread(broker.start)
            load = Load(bootstrap, chance, **self.options)
            try:
                async with Admin(reactor, bootstrap, client_id="admin") as admin:
                    await self.create(admin)
                sending, consuming = Deferred.fromCoroutine(load.send()), Deferred.fromCoroutine(load.consume())
                await pause(0.3)
                for number, fault in enumerate(plan):
                    await self.one_round(broker, proxy, ports, fault, chance)
                    if number % 5 == 4:
                        await self.catch_up(load)
                    if peers.SOAK and number % 10 == 9:
                        print(
                            f"  round {number + 1}: {sum(load.sent)} sent, {load.fired} fired, {sum(map(len, load.seen))} seen", flush=True
                        )
                load.sending = False
                await sending
                await load.producer.flush()
                await self.within(consuming, 60, load)
                written = await self.read_all(bootstrap, sum(load.sent))
                problems = load.problems(written)
            finally:
                load.sending = load.consuming = False
                await load.producer.stopService()
                await load.consumer.stopService()
                await proxy.close()
                await deferToThread(broker.stop)
                self.addCleanup(self.clean, broker)
        print(
            f"  {sum(load.sent)} records sent, {load.fired} fired, {sum(map(len, load.seen))} consumed, {len(log.lines)} log lines;"
            f" the proxy took {proxy.connections} connections, reset {proxy.cuts}, dropped {proxy.swallowed} bytes"
        )
        self.assertEqual(problems + log.problems, [], f"KLOG_SEED={seed}\n" + "\n".join(f"{at:.3f} {line}" for at, line in log.lines[-50:]))

    def clean(self, broker: Any) -> None:
        """The broker's folder."""
        broker.__exit__(None, None, None)

    async def create(self, admin: Admin) -> None:
        """The topic."""
        await admin.create_topic(TOPIC, PARTITIONS, 1)

    async def one_round(self, broker: Any, proxy: Proxy, ports: list[int], fault: str, chance: random.Random) -> None:
        """A fault of the proxy, then the broker dies and comes back."""
        match fault:
            case "drop":
                proxy.swallow()
            case "delay":
                proxy.delay_s = chance.choice([0.02, 0.1, 0.3])
            case "cut":
                for _ in range(3):
                    proxy.cut()
                    await pause(chance.uniform(0, 0.1))
            case _:
                pass
        await pause(chance.uniform(0.05, 0.4))
        await deferToThread(broker.kill)
        await pause(chance.choice([0, 0, 0.3]))
        if fault == "move":
            port = chance.choice([port for port in ports if port != proxy.port])
            broker.settings["advertised.listeners"] = f"PLAINTEXT://{HOST}:{port}"
            await proxy.move(port)
        await deferToThread(broker.start)
        await pause(chance.uniform(0, 0.2))
        proxy.behave()
        await pause(chance.uniform(0.1, 0.5))

    async def catch_up(self, load: Load) -> None:
        """Without faults, the consumer soon sees what was acknowledged so far."""
        wanted = load.fired
        until = reactor.seconds() + CATCH_UP_S
        while sum(map(len, load.seen)) < wanted:
            if reactor.seconds() > until:
                raise AssertionError(
                    f"{CATCH_UP_S} s without faults, and the consumer has seen {sum(map(len, load.seen))} of {wanted} records"
                )
            await pause(0.05)

    async def within(self, deferred: Deferred[None], seconds: float, load: Load) -> None:
        """Wait, not for ever."""

        def late(_: Any, __: float) -> Any:
            raise AssertionError(f"after {seconds} s the consumer has seen {sum(map(len, load.seen))} of {sum(load.sent)} records")

        deferred.addTimeout(seconds, reactor, onTimeoutCancel=late)
        await deferred

    async def read_all(self, bootstrap: str, count: int) -> list[list[tuple[int, bytes]]]:
        """What the log holds, which should be `count` records, by a consumer that has seen no trouble."""
        found: list[list[tuple[int, bytes]]] = [[] for _ in range(PARTITIONS)]
        async with Consumer(reactor, bootstrap, client_id="reader", auto_offset_reset="earliest") as reader:
            partitions = [TopicPartition(TOPIC, partition) for partition in range(PARTITIONS)]
            await reader.assign(dict.fromkeys(partitions, 0))
            quiet, until = 0, reactor.seconds() + CATCH_UP_S
            while quiet < 3 or (sum(map(len, found)) < count and reactor.seconds() < until):
                got = await reader.poll(timeout_ms=300)
                quiet = 0 if got else quiet + 1
                for message_set in got:
                    found[message_set.partition] += zip(message_set.offsets(), map(bytes, message_set.values()), strict=True)
        return found


@pytest.mark.soak
class KlogKillTests(KillCase):
    """klog."""

    def make(self, port: int, settings: dict[str, str]) -> Any:
        return KlogBroker(port=port, settings=settings)

    def test_fifty_deaths(self) -> Deferred[None]:
        return Deferred.fromCoroutine(self.run_rounds())


@pytest.mark.soak
class KafkaKillTests(KillCase):
    """Apache Kafka 4.3.1."""

    full_rounds = 8
    least_rounds = 1
    #: After a kill Kafka remembers only the last batch of each producer (``LogLoader.recoverSegment`` takes a snapshot, which holds one).
    #: Of several unanswered it refuses the earlier ones, which are then written again under a new epoch, as Java's producer does it.
    #: klog's broker remembers all five.
    options = {"max_in_flight": 1}

    def make(self, port: int, settings: dict[str, str]) -> Any:
        peers.kafka("4.3.1")
        broker = KafkaBroker("4.3.1", settings=settings)
        broker.port = port
        return broker

    def test_some_deaths(self) -> Deferred[None]:
        return Deferred.fromCoroutine(self.run_rounds())
