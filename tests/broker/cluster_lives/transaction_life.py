"""Lives of clusters whose producers write in transactions, and send the offsets of groups with them.

Every transactional id has a writer: one transaction after the other, of records to some partitions, and often an offset of the writer's own
group; some are aborted. A writer may be cut off from everybody, and another instance of it begun (a *zombie* then comes back). A reader
of committed data reads all the time. In some lives partitions of the coordinators' own topics move to other brokers, and there is a topic
beside, which some transactions write to, and which is deleted and made again.

What must hold, whatever happened (Jepsen's names; ``TransactionHistory.violations``):

==================== ===============================================================================================================
lost write           what was said to be committed is read
aborted read         what was aborted, or belonged to a zombie that had not asked for its end, never is
torn transaction     of one whose outcome nobody was told all is read, or nothing
precommitted read    nothing is read before its commit was asked for
duplicate            no value stands at two offsets
unseen, skipped      the reader was given everything, in order
offsets              the group's offset is that of its writer's last committed transaction, and none waits for an end
hanging              when all is mended, and time has passed, nothing is open: in no partition, at no coordinator
==================== ===============================================================================================================
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from twisted.internet.defer import Deferred

from klog.broker.transactions.transaction import MAX_EPOCH
from klog.client.admin.admin import Admin
from klog.client.admin.types import NewTopic
from klog.client.fetching.consumer import Consumer
from klog.client.producing.producer import Producer
from klog.client.transactions.errors import CommitUncertain, ProducerFenced, TransactionFailed
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.testing.cluster_invariants import Violation
from tests.broker.cluster_lives.life import CLIENT, MISFORTUNES, TOPIC, Life, Plan

#: How long a transaction may be open; writers that are cut off are aborted then.
TIMEOUT_MS = 8_000
#: All has come to an end within so long: a client gives its commit up after a minute.
PROGRESS_S = 150.0
WAIT_S = 0.25
#: The topic beside the one that is judged.
ANOTHER = "another"


@dataclasses.dataclass(eq=False)
class Written:
    """One transaction.

    :ivar instance: of a newer instance of the writer it is higher.
    :ivar values: what it wrote, and where.
    :ivar offset: what it commits for its group in t-0; None: nothing.
    :ivar is_asked: whether its commit was asked for.
    :ivar outcome: committed, aborted, or (None) nobody knows.
    :ivar is_over: whether its writer is done with it.
    """

    writer: str
    instance: int
    values: list[tuple[TopicPartition, bytes]] = dataclasses.field(default_factory=list)
    offset: int | None = None
    is_asked: bool = False
    outcome: bool | None = None
    is_over: bool = False
    is_doomed: bool = False


class TransactionHistory:
    """What writers wrote and readers of committed data were given.

    :ivar transactions: in the order in which they were opened.
    :ivar polls: by reader: partition, offset, value.
    """

    def __init__(self) -> None:
        self.transactions: list[Written] = []
        self.polls: dict[str, list[tuple[TopicPartition, int, bytes]]] = {}
        self._of: dict[bytes, Written] = {}
        self._early: list[str] = []

    def opened(self, written: Written) -> None:
        """A transaction was begun: of older instances of its writer what is open has lost."""
        self.transactions.append(written)
        for other in self.transactions:
            if other.writer == written.writer and other.instance < written.instance and not other.is_asked:
                other.is_doomed = True

    def wrote(self, written: Written, name: TopicPartition, value: bytes) -> None:
        """A record of it is sent."""
        written.values.append((name, value))
        self._of[value] = written

    def polled(self, reader: str, name: TopicPartition, offset: int, value: bytes) -> None:
        """A reader was given a record."""
        self.polls.setdefault(reader, []).append((name, offset, value))
        written = self._of.get(value)
        if written is not None and not written.is_asked:
            self._early.append(f"precommitted read: {reader} was given {value!r} at {offset} of {name}, whose commit nobody has asked for")

    def committed_offset(self, writer: str, visible: Collection[bytes]) -> int | None:
        """Of a writer's group, in the end."""
        last = None
        for written in self.transactions:
            if written.writer == writer and written.offset is not None and written.values and written.values[0][1] in visible:
                last = written.offset
        return last

    def violations(self, final: str, readers: Collection[str] = ()) -> Iterator[str]:
        """What is wrong.

        :param final: the reader that read everything in the end.
        :param readers: who must have been given the same.
        """
        yield from self._early
        places: dict[bytes, tuple[TopicPartition, int]] = {}
        for name, offset, value in self.polls.get(final, []):
            if value in places:
                yield f"duplicate: {value!r} stands at {places[value]} and {offset} of {name}"
            places[value] = name, offset
            if value not in self._of:
                yield f"unsent: {value!r} stands at {offset} of {name}"
        for written in self.transactions:
            there = [value in places for _, value in written.values]
            which = f"{written.writer} (instance {written.instance}) {[value for _, value in written.values]}"
            if written.outcome is True and not all(there):
                yield f"lost write: {which} was committed, and is read as {there}"
            elif (written.outcome is False or written.is_doomed) and any(there):
                yield f"aborted read: {which} was aborted, and is read as {there}"
            elif any(there) and not all(there):
                yield f"torn transaction: {which} is read as {there}"
            for name, value in written.values:
                if value in places and places[value][0] != name:
                    yield f"astray: {value!r} was sent to {name} and stands at {places[value]}"
        for reader in readers:
            yield from self._same(reader, places)

    def _same(self, reader: str, places: Mapping[bytes, tuple[TopicPartition, int]]) -> Iterator[str]:
        last: dict[TopicPartition, int] = {}
        seen: set[bytes] = set()
        for name, offset, value in self.polls.get(reader, []):
            if places.get(value) != (name, offset):
                yield f"inconsistent read: {reader} was given {value!r} at {offset} of {name}, which stands at {places.get(value)}"
            if offset <= last.get(name, -1):
                yield f"non-monotonic poll: {reader} was given {offset} of {name} behind {last[name]}"
            last[name] = offset
            seen.add(value)
        if unseen := sorted(places.keys() - seen):
            yield f"unseen: {reader} was not given {unseen[:10]}"


@dataclasses.dataclass
class TransactionPlan(Plan):
    """What kind of life; drawn as another, with copies of everything, and nothing that costs what was acknowledged.

    :ivar beside_kafka: whether brokers of Kafka would be welcome: then the first version of transactions is spoken, else the second.
    :ivar has_another_topic: whether some transactions write to `ANOTHER` as well.
    """

    beside_kafka: bool = False
    has_another_topic: bool = False

    @classmethod
    def drawn(cls, seed: int, copies: int | None = None) -> TransactionPlan:
        """What seed `seed` is."""
        plan = super().drawn(seed, copies)
        assert isinstance(plan, TransactionPlan)
        rng = random.Random(seed * 3 + 2)
        plan.copies = rng.choice([3, 3, 3, 2]) if copies is None else copies
        plan.min_in_sync = min(plan.copies, rng.choice([1, 2, 2]))
        plan.producers = rng.choice([1, 2, 2, 3])
        plan.steps = rng.randint(4, 10)
        plan.partitions = rng.choice([2, 3, 3, 4])
        if not plan.flush_rule:
            # What no flush has covered may be lost then.
            for name in ("power_cut", "power_cut_of_all", "broken_disk"):
                plan.misfortunes[name] = 0
        # A partition that cannot be written to is waited for by all transactions that have written to it; a restart is needed where a
        # disk was full when a replica was to be made.
        plan.misfortunes["full_disk"] = 0
        if plan.min_in_sync >= plan.copies:
            # A partition that is moved may have one copy fewer.
            plan.misfortunes["move"] = 0
        plan.misfortunes |= {"cut_writer": rng.choice([0, 1, 3]), "next_instance": rng.choice([0, 1, 3])}
        plan.beside_kafka = rng.random() < 0.5
        plan.has_another_topic = rng.random() < 0.3
        plan.misfortunes |= {"move_coordinators": rng.choice([0, 0, 1, 3]), "replace_topic": 2 * plan.has_another_topic}
        return plan


class TransactionLife(Life):
    """See the module."""

    plan: TransactionPlan
    ignored = (ANOTHER,)

    def __init__(self, plan: TransactionPlan) -> None:
        super().__init__(plan)
        self.writing = TransactionHistory()
        #: The newest instance of each writer.
        self.instances: dict[str, int] = {}
        self._instances: dict[tuple[str, int], Deferred[None]] = {}
        self._goes_on_writing = True
        self._number = 0

    def properties(self) -> dict[str, str]:
        """All brokers' settings."""
        return {
            **super().properties(),
            **({"inter.broker.protocol.version": "3.9"} if self.plan.beside_kafka else {}),
            "transaction.state.log.num.partitions": "3",
            "transaction.state.log.replication.factor": str(self.plan.copies),
            "transaction.state.log.min.isr": str(self.plan.min_in_sync),
            "transaction.abort.timed.out.transaction.cleanup.interval.ms": "1000",
        }

    # Clients

    def begin_clients(self) -> None:
        """Writers, and a reader."""
        if self.plan.has_another_topic:
            self.cluster.create_topic(ANOTHER, 2, self.plan.copies)
        for number in range(self.plan.producers):
            self.begin_instance(f"writer-{number}")
        self._begin_committed_reader("reader")

    def send(self) -> None:
        """Writers write by themselves."""

    def begin_instance(self, writer: str) -> None:
        """Another instance of a writer, on a machine of its own."""
        instance = self.instances[writer] = self.instances.get(writer, 0) + 1
        self.cluster.note(f"begin {writer}.{instance}")
        self._instances[writer, instance] = Deferred.fromCoroutine(self._write(writer, instance))

    async def _write(self, writer: str, instance: int) -> None:
        host = f"{writer}.{instance}"
        clock = self.cluster.client(host)
        chance = random.Random(f"{self.plan.seed} {host}")
        producer = self._producer(writer, host, clock)
        while self._goes_on_writing:
            try:
                await self._transact(producer, writer, instance, chance)
            except ProducerFenced as error:
                self.cluster.note(f"{host} is fenced: {error.message}")
                await producer.stopService()
                if self.instances[writer] != instance:
                    return
                producer = self._producer(writer, host, clock)
            await _pause(clock, chance.choice([0.0, 0.05, 0.3]))
        await producer.stopService()

    def _producer(self, writer: str, host: str, clock: Any) -> Producer:
        return Producer(
            clock,
            self.cluster.bootstrap,
            transactional_id=writer,
            transaction_timeout_ms=TIMEOUT_MS,
            client_id=host,
            random=random.Random(host),
            delivery_timeout_ms=20_000,
            **CLIENT,
        )

    async def _transact(self, producer: Producer, writer: str, instance: int, chance: random.Random) -> None:
        clock = self.cluster.client(f"{writer}.{instance}")
        written = Written(writer, instance)
        is_opened = False
        try:
            async with producer.transaction() as transaction:
                is_opened = True
                written.instance = _order(producer)
                self.writing.opened(written)
                for _ in range(chance.choice([1, 2, 4])):
                    name, value = chance.choice(self.names), b"%d" % self._number
                    self._number += 1
                    self.writing.wrote(written, name, value)
                    transaction.send(TOPIC, value, partition=name.partition)
                    if self.plan.has_another_topic and chance.random() < 0.3:
                        # What becomes of it nobody reads; but the transaction is whole without it, too.
                        transaction.send(ANOTHER, value, partition=chance.choice([0, 0, 1]))
                    if chance.random() < 0.3:
                        await _pause(clock, chance.choice([0.01, 0.1, 1.0]))
                if chance.random() < 0.5:
                    written.offset = self._number
                    self._number += 1
                    await transaction.send_offsets(f"group-of-{writer}", {self.names[0]: written.offset})
                if chance.random() < 0.2:
                    raise _Aborted
                written.is_asked = True
            written.outcome = True
        except CommitUncertain:
            pass
        except ProducerFenced as error:
            written.outcome = None if error.is_commit_uncertain else False
            raise
        except (TransactionFailed, _Aborted):
            written.outcome = False
        finally:
            written.is_over = True
            if is_opened:
                self.cluster.note(f"{writer}.{instance}: {[value for _, value in written.values]} {written.offset} {written.outcome}")

    def _begin_committed_reader(self, name: str) -> None:
        self._readers[name] = Deferred.fromCoroutine(self._read(name, lambda: self._goes_on))

    async def _read(self, name: str, goes_on: Callable[[], bool]) -> None:
        consumer = Consumer(
            self.cluster.client(name),
            self.cluster.bootstrap,
            random=random.Random(name),
            client_id=name,
            auto_offset_reset="earliest",
            isolation_level="read_committed",
            fetch_max_wait_ms=500,
            partition_fetch_bytes=self.random.choice([300, 1 << 20]),
            **CLIENT,
        )
        while True:
            try:
                await consumer.assign(self.names)
                break
            except KlogError:
                continue
        while goes_on():
            for message_set in await consumer.poll(timeout_ms=200):
                where = TopicPartition(TOPIC, message_set.partition)
                for message in message_set:
                    self.writing.polled(name, where, message.offset, bytes(message.value))
                if len(message_set):
                    self.cluster.note(f"{name} polled {where} to {message.offset}")
        await consumer.stopService()

    # What happens

    def act(self, name: str) -> Callable[[Any], None]:
        """What happens under a name."""
        return _MISFORTUNES.get(name) or super().act(name)

    def somebody(self) -> int:
        """A broker: often one that coordinates transactions."""
        if self.random.random() < 0.4:
            leader = self.cluster.leader("__transaction_state", self.random.randrange(3))
            if leader >= 0:
                return leader
        return super().somebody()

    def cut_writer(self) -> None:
        """Somebody's newest instance is cut off from all brokers."""
        writer = self.random.choice(sorted(self.instances))
        self.cluster.cut(f"{writer}.{self.instances[writer]}", others=sorted(self.cluster.brokers))

    def next_instance(self) -> None:
        """Somebody thinks that a writer is dead, and begins another."""
        self.begin_instance(self.random.choice(sorted(self.instances)))

    def move_coordinators(self) -> None:
        """An operator has others keep a partition of what coordinators write down."""
        where = TopicPartition(*self.random.choice([("__transaction_state", 0), ("__transaction_state", 1), ("__consumer_offsets", 0)]))
        to = self.random.sample(sorted(self.cluster.brokers), self.plan.copies)
        self._ask(f"move {where} to {to}", lambda admin: admin.reassign({where: to}))

    def replace_topic(self) -> None:
        """An operator deletes the topic beside, and makes it again, perhaps smaller."""
        topic = NewTopic(ANOTHER, self.random.choice([1, 2]), self.plan.copies)
        self._ask(f"delete {ANOTHER}", lambda admin: admin.delete_topics([ANOTHER], timeout_ms=20_000))
        self._ask(f"make {ANOTHER}", lambda admin: admin.create_topics([topic], timeout_ms=20_000), self.random.choice([0.1, 1.0, 5.0]))

    def _ask(self, what: str, act: Callable[[Admin], Any], pause_s: float = 0.0) -> None:
        clock = self.cluster.client("operator")

        async def ask() -> None:
            await _pause(clock, pause_s)
            async with Admin(clock, self.cluster.bootstrap, random=random.Random(what), **CLIENT) as admin:
                outcome = await act(admin)
            self.cluster.note(f"{what}: {[error.code.name for error in outcome.errors.values()]}")

        self.cluster.note(what)
        Deferred.fromCoroutine(ask()).addErrback(lambda why: self.cluster.note(f"{what}: {why.type.__name__}"))

    # The end

    def end(self) -> None:
        """All is mended, everything must come to an end, and is judged."""
        cluster = self.cluster
        cluster.heal()
        cluster.until_ready(self.advance)
        # Somebody gets on with each id, so that what zombies have left open ends.
        self.advance(5.0)
        self._goes_on_writing = False
        left = PROGRESS_S
        while why := self.missing():
            if left <= 0:
                raise Violation(f"no progress within {PROGRESS_S} s: {'; '.join(why[:5])}")
            self.advance(WAIT_S)
            left -= WAIT_S
        ends = {name: self.invariants.committed_end(name) for name in self.names}
        until = cluster.reactor.seconds() + 5.0
        cluster.until(self._read("final", lambda: cluster.reactor.seconds() < until), 60)
        # Whoever was cut off has had as long to catch up; what it was not given by then it never is.
        self.advance(10.0)
        self._goes_on = False
        for _, reader in sorted(self._readers.items()):
            cluster.until(reader, 60)
        self.invariants.check_copies({name: self.assigned(name) for name in self.names})
        violations = [*self.writing.violations("final", sorted(self._readers)), *self._offset_violations()]
        if ends != {name: self.invariants.committed_end(name) for name in self.names}:
            violations.append("something is written though nobody writes")
        if violations:
            raise Violation("; ".join(violations[:5]))
        cluster.stop()

    def missing(self) -> list[str]:
        """What everybody still waits for."""
        why = [f"{writer}.{number} goes on" for (writer, number), end in sorted(self._instances.items()) if not end.called]
        for (writer, number), end in sorted(self._instances.items()):
            if end.called and end.result is not None:
                why.append(f"{writer}.{number} has ended: {end.result}")
        for name in self.names:
            state = self.cluster.state(*name)
            if state is None or state.leader < 0:
                why.append(f"{name} has no leader")
                continue
            if set(state.isr) != set(assigned := self.assigned(name)):
                why.append(f"of {name} {list(state.isr)} are in sync, not {list(assigned)}")
        present = self.invariants.present()
        for (number, name), (log, partition) in present.items():
            if partition is None or self.cluster.leader(*name) != number:
                continue
            if log.last_stable_offset < log.end_offset:
                why.append(f"hanging: in {name} something is open from {log.last_stable_offset} on, of {log.end_offset}")
        for number in self.cluster.ready:
            transactions = self.cluster.brokers[number].broker.transactions
            assert transactions is not None
            for shard in transactions.coordinator.shards.values():
                why += [f"{name} is {known.state.name} at {number}" for name, known in shard.transactions.under_way.items()]
        ends: dict[TopicPartition, set[int]] = {}
        for (number, name), (log, _) in present.items():
            # Whoever was away when it was to delete its log has it still.
            if number in self.assigned(name):
                ends.setdefault(name, set()).add(log.end_offset)
        why += [f"copies of {name} end at {sorted(found)}" for name, found in sorted(ends.items()) if len(found) > 1]
        why += [f"{reader} has ended: {end.result}" for reader, end in sorted(self._readers.items()) if end.called]
        return why

    def _offset_violations(self) -> Iterator[str]:
        visible = {value for _, _, value in self.writing.polls.get("final", [])}
        expected = {writer: self.writing.committed_offset(writer, visible) for writer in sorted(self.instances)}

        async def ask() -> Any:
            async with Admin(self.cluster.client("operator"), self.cluster.bootstrap, random=random.Random(1), **CLIENT) as admin:
                return await admin.list_group_offsets([f"group-of-{writer}" for writer in expected], require_stable=True)

        outcome = self.cluster.until(ask())
        for writer, offset in expected.items():
            group = f"group-of-{writer}"
            if group in outcome.errors:
                yield f"offsets: {group}: {outcome.errors[group]}"
                continue
            found = outcome.done[group].get(self.names[0])
            if (None if found is None else found.offset) != offset:
                yield f"offsets: {group} has committed {found}, and its last transaction said {offset}"


def _order(producer: Producer) -> int:
    """Which of several instances is newer: as the coordinator decided, whoever heard of it first."""
    assert producer._transactions is not None
    identity = producer._transactions._coordination.identity
    assert identity is not None
    return identity[0] * (MAX_EPOCH + 1) + identity[1]


class _Aborted(Exception):
    """The writer does not want it."""


async def _pause(clock: Any, seconds: float) -> None:
    pause: Deferred[None] = Deferred()
    clock.callLater(seconds, pause.callback, None)
    await pause


_MISFORTUNES: dict[str, Callable[[Any], None]] = {
    "cut_writer": TransactionLife.cut_writer,
    "next_instance": TransactionLife.next_instance,
    "move_coordinators": TransactionLife.move_coordinators,
    "replace_topic": TransactionLife.replace_topic,
}
assert not _MISFORTUNES.keys() & MISFORTUNES.keys()
