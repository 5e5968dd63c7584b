"""One life of a cluster: brokers and clients, and everything that happens to them, from a seed.

A `Plan` says what kind of life it is: how many brokers and copies, whether the flush rule holds, which misfortunes there are. `Life.run`
lives it:

1. the cluster comes up, a topic is made, producers and consumers begin;
2. for some time records are sent and misfortunes happen; at each moment of virtual time at which anything happens `ClusterInvariants.look`
   judges;
3. all is mended. Within `PROGRESS_S` everything that was sent must have an outcome, all replicas must be in sync, and every consumer must
   have seen everything;
4. the copies must be equal, and what clients were told must agree with what stands there (`History.violations`).

Without the flush rule power cuts may cost what was not flushed; the invariants know what may be lost then (`may_lose`).
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.client.admin.admin import Admin
from klog.client.fetching.consumer import Consumer
from klog.client.groups.group import ConsumerGroup
from klog.client.producing.producer import Producer
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.testing.cluster import ZOOKEEPER, MemoryCluster
from klog.testing.cluster_history import History
from klog.testing.cluster_invariants import ClusterInvariants, Violation
from klog.testing.filesystem import Survival
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.znodes import TopicZnode

TOPIC = "t"
#: What everybody has when all is well again.
PROGRESS_S = 30.0
#: Clients do not wait longer for an answer.
CLIENT = {"request_timeout_ms": 3_000, "connect_timeout_ms": 1_000, "reconnect_backoff_max_ms": 1_000}


@dataclasses.dataclass
class Plan:
    """What kind of life it is. `drawn` makes one from a seed; tests change what they are about."""

    seed: int
    brokers: int = 3
    copies: int = 3
    partitions: int = 2
    min_in_sync: int = 2
    flush_rule: bool = True
    unclean_start: str = "lead"
    interleave: bool = False
    producers: int = 2
    consumers: int = 1
    members: int = 0
    #: Whether these are of one group; otherwise each has a group for itself.
    is_one_group: bool = False
    steps: int = 8
    #: By name, with how likely each is.
    misfortunes: dict[str, int] = dataclasses.field(default_factory=dict)

    @classmethod
    def drawn(cls, seed: int, copies: int | None = None) -> Plan:
        """What seed `seed` is."""
        rng = random.Random(seed)
        flush_rule = rng.random() < 0.6
        brokers = rng.choice([3, 3, 3, 4, 5])
        copies = rng.choice([3, 3, 3, 3, 2, 2, 1]) if copies is None else copies
        return cls(
            seed,
            brokers=brokers,
            copies=copies,
            partitions=rng.choice([1, 2, 3]),
            min_in_sync=min(copies, rng.choice([1, 2, 2])),
            flush_rule=flush_rule,
            unclean_start="lead",
            interleave=rng.random() < 0.3,
            producers=rng.choice([2, 2, 3, 4]),
            consumers=rng.choice([1, 1, 2, 3]),
            members=rng.choice([0, 0, 1, 3]),
            is_one_group=rng.random() < 0.5,
            steps=rng.randint(4, 9),
            misfortunes={name: rng.choice([0, 1, 2]) for name in MISFORTUNES} | {"mend": 2, "peace": 1},
        )

    def __str__(self) -> str:
        return ", ".join(f"{field.name} {getattr(self, field.name)}" for field in dataclasses.fields(self))


class Life:
    """See the module.

    :ivar cluster: the world.
    :ivar history: what its clients know.
    """

    #: Topics that the invariants are not about.
    ignored: Sequence[str] = ()

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.random = random.Random(plan.seed * 7 + 1)
        self.cluster = MemoryCluster(
            plan.brokers,
            seed=plan.seed,
            properties=self.properties(),
            interleave=plan.interleave,
            zookeeper=self.make_zookeeper(),
        )
        self.invariants = ClusterInvariants(self.cluster, may_lose=not plan.flush_rule, ignored=self.ignored)
        self.history = History()
        self.names = [TopicPartition(TOPIC, number) for number in range(plan.partitions)]
        self._producers: list[tuple[str, Producer, bool]] = []
        self._readers: dict[str, Deferred[None]] = {}
        #: By consumer, or by the group of several: partitions and offsets that were given to it.
        self._seen: dict[str, set[tuple[int, int]]] = {}
        self._group_of: dict[str, str] = {}
        #: Brokers whose disk was full once.
        self.filled: set[int] = set()
        #: Producers with several batches under way, and whether any broker was stopped in order.
        self._hasty: set[str] = set()
        self._was_stopped = False
        self._goes_on = True
        self._sent = 0

    def make_zookeeper(self) -> MemoryZooKeeper | None:
        """The brokers' ZooKeeper; None for the cluster's own."""
        return None

    def properties(self) -> dict[str, str]:
        """All brokers' settings."""
        plan = self.plan
        properties = {
            "klog.unclean.start": plan.unclean_start,
            "default.replication.factor": str(plan.copies),
            "offsets.topic.replication.factor": str(plan.copies),
            "log.cleaner.enable": "false",
            "replica.lag.time.max.ms": "10000",
        }
        if plan.flush_rule:
            properties["log.flush.interval.messages"] = "1"
        return properties

    # Clients

    def begin_clients(self) -> None:
        """Producers and consumers as the plan has it."""
        plan, cluster, chance = self.plan, self.cluster, self.random
        for number in range(plan.producers):
            name = f"producer-{number}"
            is_weak = number > 0 and chance.random() < 0.2
            options: dict[str, Any] = {
                "acks": 1 if is_weak else "all",
                "max_in_flight": chance.choice([1, 5]),
                "linger_ms": chance.choice([0, 5]),
                "batch_bytes": chance.choice([200, 16_384]),
                "delivery_timeout_ms": chance.choice([20_000, 600_000, 600_000]),
            }
            if is_weak:
                options["enable_idempotence"] = False
            if options["max_in_flight"] > 1:
                self._hasty.add(name)
            producer = Producer(
                cluster.client(name), cluster.bootstrap, random=random.Random(name), client_id=name, **{**CLIENT, **options}
            )
            self._producers.append((name, producer, is_weak))
        for number in range(plan.consumers):
            self._begin_reader(f"consumer-{number}")
        # A group of KIP-848 that its coordinator has lost is fatal for its members, in Kafka's clients too.
        protocols = ["classic"] if not plan.flush_rule else ["classic", "consumer"]
        protocol = chance.choice(protocols)
        for number in range(plan.members):
            name = f"member-{number}"
            if plan.is_one_group:
                self._begin_member(name, protocol, "group")
            else:
                self._begin_member(name, chance.choice(protocols), f"group-of-{name}")

    def _begin_reader(self, name: str) -> None:
        consumer = Consumer(
            self.cluster.client(name),
            self.cluster.bootstrap,
            random=random.Random(name),
            client_id=name,
            auto_offset_reset="earliest",
            fetch_max_wait_ms=500,
            partition_fetch_bytes=self.random.choice([300, 1 << 20]),
            **CLIENT,
        )

        async def read() -> None:
            while True:
                try:
                    await consumer.assign(self.names)
                    break
                except KlogError:
                    continue
            while self._goes_on:
                self._take(name, await consumer.poll(timeout_ms=200))
            await consumer.stopService()

        self._readers[name] = Deferred.fromCoroutine(read())

    def _begin_member(self, name: str, protocol: str, group_id: str) -> None:
        if self.plan.is_one_group:
            self._group_of[name] = group_id

        def assigned(partitions: Any) -> None:
            for partition in partitions:
                self.history.moved(name, TopicPartition(*partition))

        group = ConsumerGroup(
            self.cluster.client(name),
            self.cluster.bootstrap,
            group_id,
            [TOPIC],
            client_id=name,
            group_protocol=protocol,
            auto_offset_reset="earliest",
            auto_commit_interval_ms=1_000,
            random=random.Random(name),
            on_assigned=assigned,
            **CLIENT,
        )

        async def read() -> None:
            async with group:
                while self._goes_on:
                    self._take(name, await group.poll(timeout_ms=500))

        self._readers[name] = Deferred.fromCoroutine(read())

    def _take(self, name: str, message_sets: Any) -> None:
        seen = self._seen.setdefault(self._group_of.get(name, name), set())
        for message_set in message_sets:
            where = TopicPartition(TOPIC, message_set.partition)
            for message in message_set:
                self.history.polled(name, where, message.offset, bytes(message.value))
                seen.add((message_set.partition, message.offset))
            if len(message_set):
                self.cluster.note(f"{name} polled {where} to {message.offset}")

    def send(self) -> None:
        """Some records, by anybody."""
        for _ in range(self.random.choice([1, 3, 8])):
            name, producer, is_weak = self.random.choice(self._producers)
            where = self.random.choice(self.names)
            value = b"%d:" % self._sent + b"x" * self.random.choice([0, 10, 200])
            self._sent += 1
            sent = self.history.send(name, where, value, is_weak=is_weak)
            sent.may_repeat = self._was_stopped and name in self._hasty

            def done(result: Any, sent: Any = sent, number: int = self._sent - 1) -> None:
                if isinstance(result, Failure):
                    sent.failed(result.value)
                    self.cluster.note(f"{sent.producer} {number} failed {type(result.value).__name__}")
                else:
                    sent.acknowledged(result.offset)
                    self.cluster.note(f"{sent.producer} {number} at {result.offset} of {sent.name}")

            producer.send(TOPIC, value, partition=where.partition).addBoth(done)

    # What happens

    def misfortune(self) -> None:
        """One of them."""
        weights = self.plan.misfortunes
        names = sorted(weights)
        if not sum(weights.values()):
            return
        (name,) = self.random.choices(names, [weights[name] for name in names])
        self.act(name)(self)

    def act(self, name: str) -> Callable[[Any], None]:
        """What happens under a name."""
        return MISFORTUNES.get(name, GOOD.get(name, Life.peace))

    def somebody(self) -> int:
        """A broker: any, or more often the leader of something, or the controller."""
        chance = self.random.random()
        if chance < 0.4:
            leader = self.cluster.leader(*self.random.choice(self.names))
            if leader >= 0:
                return leader
        if chance < 0.55 and self.cluster.controller() >= 0:
            return self.cluster.controller()
        return self.random.choice(sorted(self.cluster.brokers))

    def kill(self) -> None:
        self.cluster.kill(self.somebody())

    def power_cut(self) -> None:
        survival = self.random.choice([Survival.ANY, Survival.ANY, Survival.NOTHING])
        self.cluster.power_cut(self.somebody(), survival, is_silent=self.random.random() < 0.5)

    def power_cut_of_all(self) -> None:
        for number in sorted(self.cluster.brokers):
            self.cluster.power_cut(number, self.random.choice([Survival.ANY, Survival.NOTHING]))

    def freeze(self) -> None:
        self.cluster.freeze(self.somebody())

    def cut(self) -> None:
        if self.random.random() < 0.3:
            self.cluster.cut(self.somebody(), others=[ZOOKEEPER])
        else:
            self.cluster.cut(self.somebody())

    def cut_one_way(self) -> None:
        one = self.somebody()
        other = self.random.choice([number for number in sorted(self.cluster.brokers) if number != one] + [ZOOKEEPER])
        pair = (one, other) if self.random.random() < 0.5 else (other, one)
        self.cluster.cut_one_way(*pair)

    def reset(self) -> None:
        self.cluster.reset(self.somebody())

    def slow(self) -> None:
        self.cluster.slow_down(self.random.choice([0.01, 0.1, 1.0]))

    def full_disk(self) -> None:
        number = self.somebody()
        self.filled.add(number)
        self.cluster.fill_disk(number, self.random.choice([0, 200, 2_000]))

    def broken_disk(self) -> None:
        # Not its reads: a leader whose disk cannot be read keeps its leadership (docs/not_implemented.md).
        self.cluster.break_disk(self.somebody(), self.random.choice(["writes", "syncs"]))

    def expire(self) -> None:
        self.cluster.expire_session(self.somebody())

    def depose(self) -> None:
        self.cluster.depose_controller()

    def elect(self) -> None:
        """An operator wants the preferred leaders back."""

        async def ask() -> None:
            async with Admin(self.cluster.client("operator"), self.cluster.bootstrap, random=random.Random(1), **CLIENT) as admin:
                outcome = await admin.elect_leaders(self.names)
            for name, error in sorted(outcome.errors.items()):
                self.cluster.note(f"elected {name}: {error}")

        self.cluster.note("elect")
        Deferred.fromCoroutine(ask()).addErrback(lambda why: self.cluster.note(f"elect: {why.type.__name__}"))

    def move(self) -> None:
        """An operator moves a partition to other brokers, as many or one fewer or more; or gives the moves up."""
        where = self.random.choice(self.names)
        numbers = sorted(self.cluster.brokers)
        count = self.random.randint(max(1, self.plan.copies - 1), len(numbers))
        to = None if self.random.random() < 0.25 else self.random.sample(numbers, count)

        async def ask() -> None:
            async with Admin(self.cluster.client("mover"), self.cluster.bootstrap, random=random.Random(1), **CLIENT) as admin:
                outcome = await admin.reassign({where: to})
            for name, error in sorted(outcome.errors.items()):
                self.cluster.note(f"moved {name}: {error}")

        self.cluster.note(f"move {where} to {to}")
        Deferred.fromCoroutine(ask()).addErrback(lambda why: self.cluster.note(f"move: {why.type.__name__}"))

    def zookeeper_stands_still(self) -> None:
        self.cluster.note("zookeeper freezes")
        self.cluster.zookeeper.freeze()

    def clock(self) -> None:
        # Not far back: nothing happens in a broker until its clock is where it was (docs/not_implemented.md).
        self.cluster.step_clock(self.somebody(), self.random.choice([-5.0, 5.0, 3600.0]))

    def stop(self) -> None:
        self._was_stopped = True
        for sent in self.history.sends:
            if not sent.is_over and sent.producer in self._hasty:
                sent.may_repeat = True
        self.cluster.stop_broker(self.somebody())

    def start(self) -> None:
        for number in sorted(self.cluster.brokers):
            self.cluster.start_broker(number)

    def mend(self) -> None:
        """Something of what is broken."""
        cluster = self.cluster
        match self.random.choice(["network", "disks", "processes", "start", "start", "zookeeper", "all"]):
            case "network":
                cluster.join()
                cluster.speed_up()
            case "disks":
                for number in sorted(cluster.brokers):
                    cluster.mend_disk(number)
            case "processes":
                for number in sorted(cluster.brokers):
                    cluster.thaw(number)
            case "start":
                self.start()
            case "zookeeper":
                cluster.zookeeper.thaw()
            case _:
                cluster.heal()

    def peace(self) -> None:
        """Nothing happens."""

    # All of it

    def run(self) -> str:
        """The whole life; its trace's hash.

        :raises AssertionError: something does not hold.
        """
        try:
            self.cluster.start()
            self.cluster.create_topic(TOPIC, self.plan.partitions, self.plan.copies, {"min.insync.replicas": str(self.plan.min_in_sync)})
            self.begin_clients()
            self.send()
            self.advance(2.0)
            for _ in range(self.plan.steps):
                self.send()
                self.misfortune()
                self.send()
                self.advance(self.random.choice([0.05, 0.3, 1.0, 3.0, 8.0]))
            self.end()
        except BaseException:
            # Its coroutines would be ended by the collector, wherever that happens to run.
            _FAILED.append(self)
            raise
        finally:
            self.cluster.end_threads()
        return self.cluster.trace_hash()

    def last_of_trace(self) -> str:
        """What happened last."""
        return "\n".join(f"{at_ms} {sentence}" for at_ms, sentence in self.cluster.trace[-100:])

    def advance(self, seconds: float) -> None:
        """Let time pass, and look."""
        left = seconds
        while left > 1e-9:
            left -= self.cluster.step(left)
            self.invariants.look()

    def end(self) -> None:
        """All is mended, and everything must come to an end."""
        cluster = self.cluster
        cluster.heal()
        cluster.until_ready(self.advance)
        self.send()
        left = PROGRESS_S
        while why := self.missing():
            if left == PROGRESS_S / 2:
                self.restart_without_copies()
            if left <= 0:
                raise Violation(f"no progress within {PROGRESS_S} s: {'; '.join(why[:5])}")
            self.advance(0.25)
            left -= 0.25
        self._goes_on = False
        for _, reader in sorted(self._readers.items()):
            cluster.until(reader, 60)
        for _, producer, _ in self._producers:
            cluster.until(producer.stopService(), 60)
        self.invariants.check_copies({name: self.assigned(name) for name in self.names})
        committed = {name: self.invariants.records(name) for name in self.names}
        alone = [reader for reader in self._readers if reader not in self._group_of]
        violations = self.history.violations(committed, self.invariants.at_risk, readers=alone)
        for group in sorted(set(self._group_of.values())):
            for name, records in committed.items():
                unseen = [record.offset for record in records if (name.partition, record.offset) not in self._seen.get(group, set())]
                if unseen and name not in self.invariants.at_risk:
                    violations.append(f"unseen: {group} was not given {unseen[:10]} of {name}")
        if violations:
            raise Violation("; ".join(violations[:5]))
        cluster.stop()

    def restart_without_copies(self) -> None:
        """A broker that could not make or open its copy when the controller told it to, on a full disk, has it after a restart."""
        present = self.invariants.present()
        for number in sorted(self.cluster.brokers):
            for name in self.names:
                state = self.cluster.state(*name)
                is_wanted = state is None or number not in state.isr or state.leader < 0
                if (number, name) not in present and number in self.filled and is_wanted:
                    self.cluster.kill(number)
                    self.cluster.start_broker(number)
                    break

    def assigned(self, name: TopicPartition) -> tuple[int, ...]:
        """The brokers that are to have it when nothing moves any more."""
        znode = TopicZnode.decode(name.topic, self.cluster.zookeeper.tree.get(TopicZnode.path(name.topic)))
        removing = znode.removing_replicas.get(name.partition, ())
        return tuple(each for each in znode.assignment[name.partition] if each not in removing)

    def missing(self) -> list[str]:
        """What everybody still waits for."""
        why = []
        if self.history.waiting:
            why.append(f"{self.history.waiting} records are on their way")
        for name in self.names:
            state = self.cluster.state(*name)
            if state is None or state.leader < 0:
                why.append(f"{name} has no leader")
            elif set(state.isr) != set(assigned := self.assigned(name)):
                why.append(f"of {name} {list(state.isr)} are in sync, not {list(assigned)}")
            end = self.invariants.committed_end(name)
            for reader in sorted(self._readers):
                if self._readers[reader].called:
                    why.append(f"{reader} has ended: {self._readers[reader].result}")
                seen = self._seen.get(self._group_of.get(reader, reader), set())
                if end and (name.partition, end - 1) not in seen:
                    why.append(f"{reader} has not seen {end - 1} of {name}")
        ends: dict[TopicPartition, set[int]] = {}
        for (number, name), (log, _) in self.invariants.present().items():
            # Whoever was away when it was to delete its log has it still.
            if number in self.assigned(name):
                ends.setdefault(name, set()).add(log.end_offset)
            state = self.cluster.state(*name)
            if state is not None and state.leader == number and log.high_watermark < log.end_offset:
                # What was acknowledged by a leader alone is not committed yet; its readers would be gone when it is.
                why.append(f"{name} is committed to {log.high_watermark} of {log.end_offset}")
        why += [f"copies of {name} end at {sorted(found)}" for name, found in sorted(ends.items()) if len(found) > 1]
        return why


_FAILED: list[Life] = []
MISFORTUNES: dict[str, Callable[[Life], None]] = {
    "kill": Life.kill,
    "power_cut": Life.power_cut,
    "power_cut_of_all": Life.power_cut_of_all,
    "freeze": Life.freeze,
    "cut": Life.cut,
    "cut_one_way": Life.cut_one_way,
    "reset": Life.reset,
    "slow": Life.slow,
    "full_disk": Life.full_disk,
    "broken_disk": Life.broken_disk,
    "expire": Life.expire,
    "depose": Life.depose,
    "elect": Life.elect,
    "zookeeper_stands_still": Life.zookeeper_stands_still,
    "clock": Life.clock,
    "stop": Life.stop,
    "move": Life.move,
}
GOOD: dict[str, Callable[[Life], None]] = {"mend": Life.mend, "start": Life.start, "peace": Life.peace}
