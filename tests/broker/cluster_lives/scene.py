"""A cluster of three in which one thing after the other is told to happen: for what a seed would find too seldom, and for tables."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import Deferred

from klog.client.admin.admin import Admin
from klog.client.fetching.consumer import Consumer
from klog.client.producing.producer import Producer
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.testing.cluster import MemoryCluster

TOPIC = "t"
NAME = TopicPartition(TOPIC, 0)
#: Whoever is behind for so long falls out of sync.
LAG_MS = 2_000
#: Brokers have a listener of their own, beside that of clients.
TWO_LISTENERS = {
    "listeners": "INSIDE://:9092,CLIENTS://:9093",
    "listener.security.protocol.map": "INSIDE:PLAINTEXT,CLIENTS:PLAINTEXT",
    "inter.broker.listener.name": "INSIDE",
}
CLIENT: dict[str, Any] = {"request_timeout_ms": 3_000, "connect_timeout_ms": 1_000, "reconnect_backoff_max_ms": 1_000}


class Scene:
    """A topic of one partition on three brokers, all of which have it, and who does what with it.

    :ivar leader: who led it first; the controller, too.
    :ivar others: the other ones.
    """

    def __init__(
        self,
        *,
        min_in_sync: int = 1,
        flush_rule: bool = False,
        unclean_start: str = "lead",
        properties: dict[str, str] | None = None,
        interleave: bool = False,
        brokers: int = 3,
        seed: int = 1,
    ) -> None:
        settings = {
            "klog.unclean.start": unclean_start,
            "replica.lag.time.max.ms": str(LAG_MS),
            "replica.fetch.wait.max.ms": "200",
            "offsets.topic.replication.factor": "3",
            **(properties or {}),
        }
        if flush_rule:
            settings["log.flush.interval.messages"] = "1"
        self.cluster = MemoryCluster(brokers, seed=seed, properties=settings, interleave=interleave).start()
        # The controller, so that the leader reaches it whoever else is cut off.
        self.leader = self.cluster.controller()
        self.others = [number for number in sorted(self.cluster.brokers) if number != self.leader]
        self.cluster.create_topic(TOPIC, configs={"min.insync.replicas": str(min_in_sync)}, assignments={0: [self.leader, *self.others]})

    # Who knows what

    @property
    def in_sync(self) -> list[int]:
        """As ZooKeeper has it."""
        state = self.cluster.state(*NAME)
        return [] if state is None else sorted(state.isr)

    def until_in_sync(self, *numbers: int, most_s: float = 60.0) -> None:
        """Let time pass until just these are in sync; all where none is named.

        :raises AssertionError: they do not come to be.
        """
        wanted = sorted(numbers or self.cluster.brokers)
        left_s = most_s
        while self.in_sync != wanted:
            if left_s <= 0:
                raise AssertionError(
                    f"{self.in_sync} are in sync after {most_s} s, not {wanted}; the leader is {self.cluster.leader(*NAME)}"
                )
            self.cluster.advance(0.1)
            left_s -= 0.1

    def until_led(self, most_s: float = 30.0) -> int:
        """Let time pass until somebody who lives leads; who.

        :raises AssertionError: nobody does.
        """
        left_s = most_s
        while (leader := self.cluster.leader(*NAME)) not in self.cluster.ready:
            if left_s <= 0:
                raise AssertionError(f"nobody leads after {most_s} s; {self.in_sync} are in sync")
            self.cluster.advance(0.1)
            left_s -= 0.1
        return leader

    def leave_behind(self, *numbers: int) -> None:
        """These can reach their leader no more, and everybody else: something must be written before they are seen to be behind."""
        for number in numbers:
            self.cluster.cut(number, others=[self.cluster.leader(*NAME)])

    def fall_out(self, *numbers: int) -> None:
        """These fall out of sync, though they live."""
        self.leave_behind(*numbers)
        self.send(b"they are behind from here on", acks=1)
        self.until_in_sync(*[number for number in self.in_sync if number not in numbers])

    # What is sent and read

    def begin(self, value: bytes) -> Deferred[Any]:
        """Send a record with acks=all, and wait for nothing."""
        producer = Producer(
            self.cluster.client("producer"),
            self.cluster.bootstrap,
            acks="all",
            random=random.Random(1),
            delivery_timeout_ms=10_000,
            **CLIENT,
        )
        return producer.send(TOPIC, value, partition=0)

    def send(self, value: bytes, *, acks: int | str = "all") -> int:
        """A record is acknowledged; its offset.

        :raises KlogError: it is not.
        """
        producer = Producer(
            self.cluster.client("producer"),
            self.cluster.bootstrap,
            acks=acks,
            enable_idempotence=acks == "all",
            delivery_timeout_ms=10_000,
            random=random.Random(1),
            **CLIENT,
        )
        try:
            return int(self.cluster.until(producer.send(TOPIC, value, partition=0)).offset)
        finally:
            self.cluster.until(producer.stopService())

    def read(self) -> list[bytes]:
        """What a consumer is given from the beginning on."""

        async def all_of_it() -> list[bytes]:
            consumer = Consumer(
                self.cluster.client("consumer"),
                self.cluster.bootstrap,
                auto_offset_reset="earliest",
                random=random.Random(1),
                **CLIENT,
            )
            for _ in range(20):
                try:
                    await consumer.assign([NAME])
                    break
                except KlogError:
                    continue
            found: list[bytes] = []
            for _ in range(3):
                for messages in await consumer.poll(timeout_ms=1_000):
                    found += [bytes(message.value) for message in messages]
            await consumer.stopService()
            return found

        return list(self.cluster.until(all_of_it()))

    def elect_unclean(self) -> None:
        """An operator decides that whoever lives leads."""

        async def ask() -> None:
            async with Admin(self.cluster.client("operator"), self.cluster.bootstrap, random=random.Random(1), **CLIENT) as admin:
                outcome = await admin.elect_leaders([NAME], unclean=True)
            for error in outcome.errors.values():
                raise error

        self.cluster.until(ask())

    def mend(self) -> None:
        """Everybody reaches everybody, and runs; nothing is waited for but that."""
        self.cluster.join()
        for number in sorted(self.cluster.brokers):
            self.cluster.start_broker(number)
        self.cluster.until_ready()

    def end(self) -> None:
        """All stop."""
        self.cluster.stop()
