"""Lives of processors of one group, each from one number: they come, end, die and stand still, connections break, the broker is killed, and
work fails. In the end the output is the input, each record once, and the group is behind all of it.

Which are lived here: `tests.seeds`.
"""

from __future__ import annotations

import random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.processing.transactional_processor import TransactionalProcessor
from klog.client.producing.producer import Producer
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from klog.testing.program import MemoryProgram
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup
from tests.committed_values import committed_values
from tests.seeds import Seeds

SEEDS = Seeds(4)
IN, OUT = 3, 2
SETTINGS = {
    "offsets.topic.num.partitions": "2",
    "transaction.state.log.num.partitions": "2",
    "group.initial.rebalance.delay.ms": "0",
    "group.min.session.timeout.ms": "1000",
    "group.consumer.min.session.timeout.ms": "1000",
    "group.consumer.session.timeout.ms": "6000",
    "group.consumer.min.heartbeat.interval.ms": "500",
    "group.consumer.heartbeat.interval.ms": "1000",
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "1000",
}
TIMES: dict[str, Any] = {
    "request_timeout_ms": 3_000,
    "connect_timeout_ms": 1_000,
    "reconnect_backoff_max_ms": 300,
    "retry_backoff_max_ms": 300,
}
#: How the members of a life share partitions.
WAYS: tuple[dict[str, Any], ...] = (
    {"session_timeout_ms": 6_000, "heartbeat_interval_ms": 1_000},
    {"session_timeout_ms": 6_000, "heartbeat_interval_ms": 1_000, "assignors": ["cooperative-sticky"]},
    {"group_protocol": "consumer"},
)


class Member:
    """One process with a processor in it."""

    def __init__(self, life: Life, number: int) -> None:
        self.life = life
        self.program = MemoryProgram(life.broker.reactor, f"192.0.2.{20 + number}")
        chance = life.random
        named = {"transactional_id": f"member-{number}"} if chance.random() < 0.5 else {}
        self.processor = TransactionalProcessor(
            self.program.reactor,
            life.broker.bootstrap,
            "group",
            ["in"],
            self.work,
            random=random.Random(chance.random()),
            max_records=chance.choice((1, 3, 20)),
            max_attempts=None,
            auto_offset_reset="earliest",
            transaction_timeout_ms=chance.choice((3_000, 10_000)),
            stop_timeout_ms=3_000,
            max_poll_interval_ms=20_000,
            delivery_timeout_ms=5_000,
            **named,
            **life.way,
            **TIMES,
        )
        self.processor.startService()

    async def work(self, message_sets: Any, transaction: Any) -> None:
        """Each number goes on; now and then it takes its time, or fails."""
        chance = self.life.random
        for message_set in message_sets:
            for value in message_set.values():
                transaction.send("out", value, partition=int(value) % OUT)
            if chance.random() < 0.1:
                await self.processor.group.routing.wait_ms(chance.choice((20, 200, 2_000, 8_000)))
            if chance.random() < self.life.failing:
                raise ArithmeticError("it is one of those days")


class Life:
    """All of it."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.way = WAYS[seed % len(WAYS)]
        self.failing = self.random.choice((0.0, 0.05))
        self.broker = MemoryBroker(SETTINGS, seed=seed).start()
        self.broker.create_topics({"in": IN, "out": OUT})
        self.source = Producer(self.broker.reactor, self.broker.bootstrap, delivery_timeout_ms=600_000, random=random.Random(seed), **TIMES)
        self.count = self.made = 0
        self.members: list[Member] = []
        #: Those that were told to stop, and the dead: what they counted.
        self.old: list[Member] = []
        self.is_up = True

    def feed(self) -> None:
        """More input."""
        more = self.random.randrange(12)
        for number in range(self.count, self.count + more):
            self.source.send("in", b"%d" % number, partition=self.random.randrange(IN)).addErrback(lambda failure: None)
        self.count += more

    def come(self) -> None:
        """One member more, up to three."""
        if len(self.members) < 3:
            self.made += 1
            self.members.append(Member(self, self.made))

    def happen(self) -> None:
        """One thing."""
        members = [one for one in self.members if not one.program.is_frozen]
        one = self.random.choice(members) if members else None
        match self.random.randrange(12):
            case 0 | 1:
                self.come()
            case 2 if one is not None:
                self.members.remove(one)
                self.old.append(one)
                one.processor.stopService()
            case 3 if one is not None:
                self.members.remove(one)
                self.old.append(one)
                one.program.kill()
            case 4 if one is not None:
                one.program.freeze()
            case 5:
                for each in self.members:
                    each.program.thaw()
            case 6 | 7:
                self.broker.reactor.cut()
            case 8 if self.is_up:
                self.broker.kill()
                self.is_up = False
            case _:
                if not self.is_up:
                    self.broker.start()
                    self.is_up = True

    def live(self) -> None:
        """From the first input to the last output."""
        self.come()
        for _ in range(40):
            self.feed()
            self.broker.advance(self.random.choice((0.05, 0.3, 1.0, 3.0)))
            self.happen()
        self.failing = 0.0
        if not self.is_up:
            self.broker.start()
        for each in self.members:
            each.program.thaw()
        self.members = [each for each in self.members if not each.processor._is_over]
        self.come()
        self.broker.reactor.until(self.source.flush())
        for _ in range(600):
            if len(self.out()) >= self.count and sum(self.offsets().values()) >= self.count:
                break
            self.broker.advance(0.5)
        self.broker.advance(15)

    def end(self) -> None:
        """Everybody stops."""
        for each in self.members:
            self.broker.reactor.until(each.processor.stopService())
        self.broker.reactor.until(self.source.stopService())
        self.broker.stop()

    def out(self) -> list[int]:
        """What readers of committed data see."""
        return [int(value or b"") for number in range(OUT) for value in committed_values(self.broker, TopicPartition("out", number))]

    def offsets(self) -> dict[TopicPartition, int]:
        """What the group has committed."""
        request = OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id="group", topics=None)])
        (answer,) = self.broker.connect().ask(request, 8).groups
        return {
            TopicPartition(topic.name, one.partition_index): one.committed_offset for topic in answer.topics for one in topic.partitions
        }


class LifeTests(SynchronousTestCase):
    def test_lives(self) -> None:
        """Each input once in the output, and the group behind it."""
        committed = aborted = 0
        for seed in SEEDS:
            life = Life(seed)
            life.live()
            self.assertEqual(sorted(life.out()), list(range(life.count)), f"seed {seed}")
            self.assertEqual(sum(life.offsets().values()), life.count, f"seed {seed}")
            for each in [*life.members, *life.old]:
                committed += each.processor.committed
                aborted += each.processor.aborted
            life.end()
            self.flushLoggedErrors()
        if not SEEDS.is_one:
            self.assertGreater(committed, 5 * len(SEEDS))
            self.assertGreater(aborted, len(SEEDS) // 4)
