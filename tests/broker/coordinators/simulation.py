"""A broker whose made-up coordinator counts, in virtual time, with everything that can go wrong, made from one number.

::

    Simulation(seed).run()          # raises AssertionError naming the seed and what did not hold

Counters are counted up and read, and expire; elections take partitions away and bring them back, while they are being read too; threads are
held; flushes take their time; the broker stops in order and starts again, is killed, or loses its power; long work is interrupted behind
its steps.

What must hold (`Simulation.history` has every state that a counter ever had in memory, oldest first):

- a partition that was read holds the newest state of each counter; behind a loss of power an older one may stand, but none older than what
  somebody was told;
- a counter goes only when nobody has touched it for its retention; its records are written together and found together;
- refusals are those that a client of a coordinator understands: it is loading, or elsewhere;
- in the end every shard answers, and nobody waits for an answer.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.broker.coordinators import expiration
from klog.broker.coordinators.deadlines import Deadlines
from klog.broker.coordinators.environment import CoordinatorEnvironment
from klog.broker.coordinators.runtime import partition_of
from klog.broker.coordinators.shard import ShardState
from klog.broker.disk.threads import of_kind
from klog.broker.replicas.partition import Partition
from klog.cluster.interfaces import PartitionInfo, TopicInfo
from klog.errors import ErrorCode, KlogError
from klog.storage.disk_work import WorkKind
from klog.testing.broker import MemoryBroker
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from tests.broker.coordinators.counters import RETENTION_S, TOPIC, Counter, CounterCoordinator, CounterShard
from tests.broker.rig import go_on_leading, stop_leading

PARTITIONS = 2
NAMES = [f"c{number}" for number in range(6)]
UNDERSTOOD = {
    ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
    ErrorCode.NOT_COORDINATOR,
    # A flush that takes too long.
    ErrorCode.COORDINATOR_NOT_AVAILABLE,
}


@dataclasses.dataclass
class Known:
    """One counter: all its states, and which is the oldest that may come back."""

    states: list[Counter] = dataclasses.field(default_factory=lambda: [None])
    floor: int = 0


class Simulation:
    """See the module.

    :param seed: everything follows from it.
    :param interleaved: whether the broker's threads take virtual time.
    """

    def __init__(self, seed: int, *, interleaved: bool = False, steps: int = 160) -> None:
        self.seed = seed
        self.steps = steps
        self.random = chance = random.Random(seed)
        self.flush_rule = chance.random() < 0.6
        properties = {"auto.create.topics.enable": "false"}
        if self.flush_rule:
            properties["log.flush.interval.messages"] = chance.choice(("1", "3"))
        self.broker = MemoryBroker(properties, seed=seed, interleave=random.Random(seed) if interleaved else None)
        self.interleaved = interleaved
        self.coordinator: CounterCoordinator | None = None
        self.history = {name: Known() for name in NAMES}
        #: Partitions whose log may have lost its end since they were read last.
        self.torn: set[int] = set()
        self.epochs = [0] * PARTITIONS
        self.led = [True] * PARTITIONS
        #: Partitions whose leadership has gone, until it comes back.
        self.resigned: dict[int, Partition] = {}
        self.waiting = 0
        self.life = 0
        self.events: list[str] = []
        self.mistakes: list[AssertionError] = []
        #: How often what happened, over this life.
        self.counted: dict[str, int] = {}

    @property
    def clock_s(self) -> float:
        """Seconds of the clock."""
        return float(self.broker.clock.seconds())

    def note(self, what: str, more: str = "") -> None:
        """For whoever looks for a mistake."""
        self.counted[what] = self.counted.get(what, 0) + 1
        self.events.append(f"{self.clock_s % 100_000:10.3f} {what} {more}")

    # The broker

    def start(self) -> None:
        """Start, and the coordinator with it."""
        self.life += 1
        self.broker.start()
        parts = self.broker.broker
        assert parts.coordination is not None and parts.partitions is not None
        if TOPIC not in parts.coordination.topics():
            configs = [CreatableTopicConfig(name="cleanup.policy", value="compact")]
            topic = CreatableTopic(name=TOPIC, num_partitions=PARTITIONS, replication_factor=1, configs=configs)
            self.broker.connect().ask(CreateTopicsRequest(topics=[topic], timeout_ms=1000), 5)
        environment = self.broker.service.environment
        pauses = random.Random(self.random.random())
        surroundings = CoordinatorEnvironment(
            clock=self.broker.clock,
            now_ms=self.broker.now_ms,
            coordination=parts.coordination,
            in_thread=of_kind(environment.run_in_thread, WorkKind.READ),
            deadlines=Deadlines(self.broker.clock),
            warn=lambda sentence: self.note("warning", sentence),
            pause=lambda: pauses.choice((None, 0.0, 0.05, 0.3)),
        )
        self.coordinator = CounterCoordinator(surroundings, parts.partitions, self.ready)
        parts.coordination.subscribe(self.coordinator)
        self.led = [True] * PARTITIONS
        self.resigned.clear()
        found = parts.coordination.topics()[TOPIC]
        self.epochs = [one.leader_epoch for one in found.partitions]
        self.coordinator.open()

    def ready(self, shard: CounterShard) -> None:
        """Have what happens to it written down."""
        life = self.life

        def judge(check: Callable[..., None], *told: Any) -> None:
            # Who tells of it would only log what does not hold.
            try:
                if life == self.life:
                    check(*told)
            except AssertionError as error:
                self.mistakes.append(error)

        shard.on_change = lambda *told: judge(self.changed, *told)
        shard.on_loaded = lambda *told: judge(self.loaded, *told)

    def names_of(self, shard: CounterShard) -> list[str]:
        """Whose partition it is."""
        return [name for name in NAMES if partition_of(name, PARTITIONS) == shard.partition]

    def stop(self) -> None:
        """In order; what was told stays, and what was not may be told."""
        self.note("stop")
        assert self.coordinator is not None
        self.broker.hold_threads = False
        self.broker.run_threads()
        self.coordinator.close()
        self.broker.stop()
        self.start()

    def kill(self) -> None:
        """The process dies; what it wrote stays, told or not."""
        self.note("kill")
        assert self.coordinator is not None
        # Only for its timers: this clock goes on.
        self.coordinator.close()
        self.waiting = 0
        self.broker.kill()
        self.start()

    def lose_power(self) -> None:
        """What was not flushed may be lost."""
        self.note("power cut")
        assert self.coordinator is not None
        self.coordinator.close()
        self.waiting = 0
        self.torn = set(range(PARTITIONS))
        self.broker.end_threads()
        self.broker = self.broker.crash(random.Random(self.random.random()))
        self.start()

    def elect(self) -> None:
        """The leadership of a partition goes, or comes back."""
        assert self.coordinator is not None
        index = self.random.randrange(PARTITIONS)
        self.led[index] = not self.led[index]
        self.note("elected" if self.led[index] else "resigned", str(index))
        self.epochs[index] += 1
        self.tell(index)

    def tell(self, index: int) -> None:
        """As the cluster would."""
        parts = self.broker.broker
        coordination: Any = parts.coordination
        assert parts.partitions is not None and self.coordinator is not None
        infos = [PartitionInfo(1 if led else -1, epoch, (1,), (1,)) for led, epoch in zip(self.led, self.epochs, strict=True)]
        topic: TopicInfo = dataclasses.replace(coordination.topics()[TOPIC], partitions=tuple(infos))
        topics = {**coordination.topics(), TOPIC: topic}
        coordination.topics = lambda: topics
        if self.led[index]:
            go_on_leading(parts.partitions, self.resigned.pop(index), self.epochs[index])
        else:
            found = parts.partitions.get(TOPIC, index)
            assert found is not None
            stop_leading(parts.partitions, found)
            self.resigned[index] = found
        self.coordinator.roles_changed(topic, [index])

    # What must hold

    def changed(self, shard: CounterShard, name: str) -> None:
        """A counter has another state."""
        known, now = self.history[name], shard.counter(name)
        before = known.states[-1]
        if now is None:
            assert before is not None
            assert self.broker.now_ms() >= before[1] + RETENTION_S * 1000, (
                f"{name} has gone at {self.broker.now_ms()}, though it was {before}"
            )
            self.note("expired", name)
        known.states.append(now)

    def loaded(self, shard: CounterShard) -> None:
        """A partition was read."""
        self.note("loaded", str(shard.partition))
        is_torn = shard.partition in self.torn
        self.torn.discard(shard.partition)
        for name in self.names_of(shard):
            known, found = self.history[name], shard.counter(name)
            assert found is None or found[2], f"{name} has been found without its owner: {found}"
            if not is_torn:
                assert found == known.states[-1], f"{name} was {known.states[-1]} and has been read as {found}"
                continue
            # An older state may be like a newer one (None); the newest that fits is taken. Without the flush rule nobody waits for a
            # flush, so what was told may be lost with the power.
            lowest = known.floor if self.flush_rule else 0
            fitting = [place for place in range(lowest, len(known.states)) if known.states[place] == found]
            assert fitting, f"{name} has been read as {found}, though {known.states[known.floor]} was told"
            del known.states[fitting[-1] + 1 :]
            known.floor = min(known.floor, fitting[-1])

    def check(self) -> None:
        """Raise what did not hold."""
        if self.mistakes:
            raise self.mistakes[0]

    def told(self, name: str, place: int) -> None:
        """Somebody has been told of the counter's state there: none that is older comes back."""
        known = self.history[name]
        known.floor = max(known.floor, place)

    def ask(self) -> None:
        """Count, or read."""
        assert self.coordinator is not None
        name, shard = self.coordinator.draw(self.random, NAMES)
        if isinstance(shard, KlogError):
            self.refused(shard)
            return
        is_read = self.random.random() < 0.4
        self.note("read" if is_read else "add", name)
        try:
            answer = shard.read(name) if is_read else shard.add(name, f"owner-{self.random.randrange(3)}")
        except KlogError as error:
            self.refused(error)
            return
        place, life = len(self.history[name].states) - 1, self.life
        if not isinstance(answer, Deferred):
            self.told(name, place)
            return
        self.waiting += 1

        def answered(result: object) -> None:
            if life != self.life:
                return
            self.waiting -= 1
            if isinstance(result, Failure):
                result.trap(KlogError)  # type: ignore[no-untyped-call]
                self.refused(result.value)
            else:
                self.told(name, place)

        answer.addBoth(answered)

    def refused(self, error: BaseException) -> None:
        """It must be something that a client can do something about."""
        assert isinstance(error, KlogError)
        assert error.code in UNDERSTOOD, repr(error)
        self.note("refused", error.code.name)

    # The whole

    def run(self) -> Simulation:
        """All of it.

        :raises AssertionError: something did not hold; names the seed and what happened.
        """
        looked_at, expiration.LOOKED_AT_PER_STEP = expiration.LOOKED_AT_PER_STEP, 1
        try:
            self._run()
        except Exception as error:
            happened = "\n".join(self.events[-30:])
            raise AssertionError(f"seed {self.seed}, at {self.clock_s % 100_000:.3f} s: {error!r}\n{happened}") from error
        finally:
            expiration.LOOKED_AT_PER_STEP = looked_at
            self.broker.end_threads()
        return self

    def _run(self) -> None:
        chance = self.random
        self.start()
        for _ in range(self.steps):
            assert self.coordinator is not None
            drawn = chance.random()
            if drawn < 0.62:
                self.ask()
            elif drawn < 0.72:
                self.coordinator.expire()
            elif drawn < 0.82:
                self.elect()
            elif drawn < 0.86:
                self.broker.hold_threads = not self.broker.hold_threads
            elif drawn < 0.875:
                self.stop()
            elif drawn < 0.89:
                self.kill()
            elif drawn < 0.905:
                self.lose_power()
            else:
                self.broker.advance(chance.choice((RETENTION_S / 2, RETENTION_S)))
            self.broker.advance(chance.choice((0.0, 0.01, 0.2, 1.0)))
            if self.broker.hold_threads and chance.random() < 0.2:
                self.broker.run_threads()
            self.check()
        self.broker.hold_threads = False
        self.broker.run_threads()
        for index in range(PARTITIONS):
            if not self.led[index]:
                self.led[index] = True
                self.epochs[index] += 1
                self.tell(index)
        for _ in range(300):
            self.broker.advance(0.2)
        assert self.coordinator is not None
        states = {index: shard.state for index, shard in self.coordinator.shards.items()}
        assert states == dict.fromkeys(range(PARTITIONS), ShardState.ACTIVE), states
        self.check()
        assert not self.waiting, f"{self.waiting} answers have not come"
        self.coordinator.close()
        assert [shard.heard for shard in self.coordinator.shards.values()] == []
