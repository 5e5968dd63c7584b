"""A broker that is alone, whose power fails again and again; files keep what chance says of what was not flushed.

What was acknowledged before a power cut may be lost (under the flush rule it is not). What comes after counts as if nothing had happened:
what is committed is there as a whole and once, what is aborted is not, whoever had the transactional id before is refused, and nothing
stays open. Which are lived here: `tests.seeds`.
"""

from __future__ import annotations

import dataclasses
import random
from functools import partial
from typing import Any

import pytest

from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.testing.filesystem import Survival
from tests.broker.transactions.setting import Producer, TransactionTestCase
from tests.committed_values import committed_values
from tests.seeds import Seeds, named

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(12, in_soak=500)
PLACES = [TopicPartition(topic, index) for topic in ("t", "u") for index in range(2)]
CUTS = 4
TIMEOUT_MS = 4_000
#: Behind so long nothing is open any more.
END_S = 25.0
AGAIN = frozenset({ErrorCode.CONCURRENT_TRANSACTIONS, ErrorCode.NOT_ENOUGH_REPLICAS, ErrorCode.COORDINATOR_NOT_AVAILABLE})


@dataclasses.dataclass
class Written:
    """A transaction.

    :ivar cut: how many power cuts there were before it was begun.
    """

    cut: int
    version: int
    values: list[tuple[TopicPartition, bytes]] = dataclasses.field(default_factory=list)
    outcome: bool | None = None


class PowerCutTests(TransactionTestCase):
    """Lives without the flush rule."""

    settings = {"transaction.abort.timed.out.transaction.cleanup.interval.ms": "1000"}
    loses = True

    def test_lives(self) -> None:
        """All seeds."""
        for seed in SEEDS:
            with named(seed):
                self.live(seed)
            self.broker.stop()
            self.setUp()

    def live(self, seed: int) -> None:
        chance = random.Random(seed)
        self.history: list[Written] = []
        self.number = 0
        # Of the first version an end that is repeated may end the next transaction, too (docs/transactions.md): not across cuts.
        version = chance.choice([1, 2, 2])
        producers: dict[str, Producer] = {}
        for cut in range(CUTS + 1):
            for _ in range(chance.randint(2, 12)):
                name = chance.choice(["x", "y"])
                self.step(chance, producers, name, version, cut)
                if chance.random() < 0.3:
                    self.broker.advance(chance.choice([0.1, 1.0, 5.0]))
            if cut < CUTS:
                survival = chance.choice([Survival.ANY, Survival.ANY, Survival.NOTHING, Survival.EVERYTHING])
                self.broker.fail(chance, survival=survival)
                self.broker.start()
                self.client = self.broker.connect()
                if chance.random() < 0.5:
                    self.broker.advance(chance.choice([0.5, 6.0, 15.0]))
                for kind, key in ((0, "g"), (1, "x")):
                    self.find(kind, key)
        self.broker.advance(END_S)
        self.judge(version)

    def step(self, chance: random.Random, producers: dict[str, Producer], name: str, version: int, cut: int) -> None:
        producer = producers.get(name)
        if producer is None or chance.random() < 0.2:
            producer = Producer(self, name, version=version)
            if self.until_done(lambda: producer.begin(timeout_ms=TIMEOUT_MS)) is not ErrorCode.NONE:
                return
            producers[name] = producer
        written = Written(cut, version)
        for place in chance.sample(PLACES, chance.randint(1, 3)):
            value = b"%d" % self.number
            self.number += 1
            if version == 1 and self.until_done(lambda place=place: producer.add(place)[0]) is not ErrorCode.NONE:  # type: ignore[misc]
                break
            sequence = producer.sequences.get(place, 0)
            code = self.until_done(lambda p=place, v=value, s=sequence: producer.produce(p, v, sequence=s))  # type: ignore[misc]
            if code is not ErrorCode.NONE:
                break
            producer.sequences[place] = sequence + 1
            written.values.append((place, value))
        else:
            if chance.random() < 0.15:
                # It is left open; what the producer has is nobody's any more.
                producers.pop(name, None)
                written.outcome = False
                self.history.append(written)
                return
            commits = chance.random() < 0.7
            code = self.until_done(partial(producer.end, commit=commits))
            written.outcome = commits if code is ErrorCode.NONE else None
            self.history.append(written)
            if code is not ErrorCode.NONE:
                producers.pop(name, None)
            return
        # Refused: it is fenced, or its coordinator knows nothing of it.
        producers.pop(name, None)
        written.outcome = False
        self.history.append(written)

    def ask(self, request: Any, version: int) -> Any:
        """The answer, for which a leader may wait for a coordinator."""
        self.client.send((request, version))
        for _ in range(1000):
            if answers := self.client.receive():
                return answers.pop()
            self.broker.advance(0.02)
        raise AssertionError(f"no answer to {type(request).__name__}")

    def until_done(self, act: object) -> ErrorCode:
        for _ in range(150):
            code = act()  # type: ignore[operator]
            if code not in AGAIN:
                return ErrorCode(code)
            self.broker.advance(0.1)
        self.fail(f"it waits for ever: {code.name}")

    def judge(self, version: int) -> None:
        visible: dict[bytes, TopicPartition] = {}
        for place in PLACES:
            log = self.log(place)
            self.assertEqual(log.last_stable_offset, log.end_offset, f"something is open in {place}: {log.active_producers()}")
            for value in committed_values(self.broker, place):
                assert value is not None
                self.assertNotIn(value, visible, "it stands there twice")
                visible[value] = place
        for written in self.history:
            there = [visible.get(value) == place for place, value in written.values]
            what = f"{written} is read as {there}"
            holds = written.cut == CUTS or not self.loses
            if holds and written.outcome is True:
                self.assertTrue(all(there), f"lost write: {what}")
            if written.outcome is False and (version == 2 or holds):
                self.assertFalse(any(there), f"aborted read: {what}")
            if holds:
                self.assertIn(sum(there), (0, len(there)), f"torn: {what}")


class FlushRuleTests(PowerCutTests):
    """Lives under the flush rule."""

    settings = {**PowerCutTests.settings, "log.flush.interval.messages": "1"}
    loses = False
