"""Lives of two clusters that take turns, each from one number: whoever was copied follows whoever took over, in order (promote) or not
(failover, with the other side killed, or written to on by somebody who has not heard of it), while brokers are killed or lose power,
connections break, and transactions are open that end in time, late, or not at all.

In the end of each turn both have the same; what was cut was told, to the record, and was nowhere else; a group that moves over has read all
that stands below where it goes on, and so has one that had read on in the copy; none goes on behind the end.

``KLOG_SEED=n`` lives one of them again; ``KLOG_SEEDS=first-last`` many; ``python -m tests.mirror --turning`` thousands, for hours.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Coroutine
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred

from klog.client.admin.admin import Admin
from klog.client.producing.producer import Producer
from klog.errors import KlogError
from klog.mirror.copying import Copying
from klog.mirror.decisions.answers import Resumption
from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import STATE_TOPIC_CONFIGS, Key, LinkDefinition, Value, Wish, encode_value
from klog.mirror.decisions.states import Event, TopicState
from klog.mirror.parting import Batch, batch_of
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from klog.testing.power_cuts import Survival
from tests.mirror.lives import add_life, chosen_lives, entries, transact, transact_by_chance
from tests.mirror.rig import FEW_LOGS, TwoClusters

PARTITIONS = 2
TOPIC, GROUP = "web.a", "readers"
#: Turns of the many lives that every run has, and of those that are asked for.
SHORT_TURNS, TURNS = 2, 6
SHORT_LIVES = 12
#: And of one that goes on for longer.
LONG_LIVES = (282,)
MISFORTUNES = (
    *("nothing", "nothing", "cut", "cut at", "chunks", "kill", "stop", "active"),
    *("transaction", "open", "end", "commit", "commit", "read on", "read on"),
)
#: One of these beside them: where a copy loses power its own end may lie below where the other side has deleted.
FLAVOURS = ("retention", "power", "source power")
#: How long a transaction may be open.
TRANSACTION_MS = 10_000


def batches(log: Any) -> list[Batch]:
    """All of a log, without their leader epochs."""
    return [batch_of(entry, data) for entry, data in entries(log)]


@dataclasses.dataclass(eq=False)
class Side:
    """One cluster.

    :ivar link: the name of the link by which it follows the other.
    :ivar wishes: how many were wished.
    :ivar is_linked: whether there is such a link, of an earlier turn perhaps.
    """

    broker: MemoryBroker
    admin: Admin
    writer: Producer
    link: str
    wishes: int = 0
    is_linked: bool = False

    @property
    def bootstrap(self) -> str:
        return self.broker.bootstrap

    def log(self, partition: int) -> Any:
        """A partition's; None where it is not there."""
        partitions = self.broker.broker.partitions if self.broker.is_ready else None
        found = None if partitions is None else partitions.get(TOPIC, partition)
        return None if found is None else found.log

    def picture(self) -> LinkPicture | None:
        """What is known of its link."""
        if not self.broker.is_ready:
            return None
        [application] = self.broker.broker.applications
        engine = application.engine  # type: ignore[attr-defined]
        found: LinkPicture | None = None if engine is None else engine.state.picture.link(self.link)
        return found

    def state(self) -> TopicState | None:
        """Of its copy of the topic."""
        found = self.picture()
        record = None if found is None else found.topics.get(TOPIC)
        return None if record is None else record.state


class OpenTransaction:
    """One that stays open until its producer is told to end it, or the brokers do."""

    def __init__(self, life: TurningLives, bootstrap: str) -> None:
        self.is_open = self.is_over = self._aborts = False
        self._told: Deferred[None] = Deferred()
        self._producer = Producer(
            life.reactor, bootstrap, transactional_id="o", transaction_timeout_ms=TRANSACTION_MS, random=random.Random(9)
        )
        self._done = Deferred.fromCoroutine(self._run(life))

    async def _run(self, life: TurningLives) -> None:
        try:
            async with self._producer.transaction() as transaction:
                for partition in range(PARTITIONS):
                    transaction.send(TOPIC, b"open %d" % next(life.numbers), partition=partition)
                await self._producer.flush()
                self.is_open = True
                await self._told
                if self._aborts:
                    raise ZeroDivisionError
        except (ZeroDivisionError, KlogError):
            # The broker was killed, or the topic is a copy by now, or it was open for too long.
            pass
        finally:
            self.is_over = True
            await self._producer.stopService()

    def end(self, aborts: bool) -> Deferred[None]:
        """End it, one way or the other; fires when that is done, or has failed."""
        self._aborts = aborts
        self._told.callback(None)
        return self._done


class TurningLives(TwoClusters):
    """See the module."""

    properties = own_properties = FEW_LOGS
    both_mirror = True

    def setUp(self) -> None:
        super().setUp()
        #: What was told to be cut, as it was just then: up to where the log went, by link and partition. And what was wrong with it.
        self.accounted: dict[tuple[str, int], set[int]] = {}
        self.wrong: list[str] = []
        account = Copying.account

        def note(copying: Copying, found: Resumption) -> None:
            account(copying, found)
            if found.cut is not None:
                self.note_cut(copying, found.cut)

        self.patch(Copying, "account", note)
        self.until(self.there.create_topic(STATE_TOPIC, 1, configs=dict(STATE_TOPIC_CONFIGS)))
        self.listen_to(self.source)
        self._other_writer = Producer(self.reactor, self.source.bootstrap, allow_auto_create_topics=False, random=random.Random(8))
        self.active = Side(self.source, self.there, self._other_writer, "back")
        self.passive = Side(self.destination, self.here, self._writer, "dc1")
        self.flavour = ""
        self.turns = 0
        #: Sides that have lost power since the last of them was told to follow.
        self.lost_power: set[Side] = set()
        self.opened: OpenTransaction | None = None
        #: What the group has read that reads on in this turn's copy, by partition.
        self.followed: dict[int, set[Batch]] = {}
        self.numbers = itertools.count()
        #: Up to where each partition was deleted, on either side.
        self.deleted: dict[int, int] = {}
        #: Where the group is, and all batches that it has read, by partition.
        self.position = dict.fromkeys(range(PARTITIONS), 0)
        self.read: dict[int, set[Batch]] = {number: set() for number in range(PARTITIONS)}

    def tearDown(self) -> None:
        self.end(aborts=True)
        self.until(self._other_writer.stopService())
        super().tearDown()

    # What people do

    def tell(self, side: Side, *records: tuple[Key, Value | None]) -> None:
        """Records of a side's state topic, which are read together."""
        self.calm()
        sent = [
            side.writer.send(STATE_TOPIC, None if value is None else encode_value(value), key.encode(), partition=0)
            for key, value in records
        ]
        for one in sent:
            self.until(one)

    def follow(self, chance: random.Random, side: Side, source: Side, *, takes_over: bool) -> None:
        """Have a side follow the other one, by a link that is made, or made again."""
        definition = LinkDefinition(side.link, source.bootstrap, ("web.*",), takes_over=takes_over, created_ms=self.reactor.now_ms())
        key = Key("link", side.link)
        for number in range(PARTITIONS):
            self.accounted[side.link, number] = set()
        if side.is_linked and chance.random() < 0.5:
            self.tell(side, (key, None))
            self.run_for(chance.choice([0.0, 0.1, 3.0]))
            self.tell(side, (key, definition))
        else:
            self.tell(side, *([(key, None)] if side.is_linked else []), (key, definition))
        side.is_linked = True
        self.lost_power.clear()

    def wish_of(self, side: Side, event: Event) -> None:
        """Have a side's copy promoted, or failed over."""
        side.wishes += 1
        self.tell(side, (Key("wish", side.link, TOPIC), Wish(event, side.wishes)))

    def put(self, chance: random.Random, side: Side) -> None:
        """Some records, each of which there is once."""
        for partition in range(PARTITIONS):
            if chance.random() < 0.7:
                for _ in range(chance.randrange(1, 4)):
                    values = [b"%d" % next(self.numbers) for _ in range(chance.randrange(1, 4))]
                    side.broker.put(TOPIC, values, partition=partition)

    def calm(self) -> None:
        """Connections are as they should be, and both brokers run."""
        self.reactor.chunk_bytes = None
        self.reactor.cut_at(None)
        for side in (self.active, self.passive):
            if not side.broker.is_ready:
                side.broker.start()

    def traffic(self, chance: random.Random, steps: int) -> None:
        """Misfortunes, and records."""
        for _ in range(steps):
            self.misfortune(chance)
            self.put(chance, self.active)
            self.run_for(chance.choice([0.0, 0.05, 0.3, 2.0, 6.0]))

    def misfortune(self, chance: random.Random) -> None:
        """Something happens, mostly."""
        passive = self.passive.broker
        match chance.choice((*MISFORTUNES, self.flavour)):
            case "cut":
                self.reactor.cut(9092)
            case "cut at":
                self.reactor.cut_at(chance.choice([None, 1_000, 10_000]))
            case "chunks":
                self.reactor.chunk_bytes = chance.choice([None, 50, 500])
            case "kill" if passive.is_ready:
                passive.kill()
                passive.start()
            case "stop" if passive.is_ready:
                passive.stop()
                passive.start()
            case "active":
                self.active.broker.kill()
                self.run_for(chance.choice([0.0, 1.0]))
                self.active.broker.start()
            case "power" if passive.is_ready:
                passive.fail(chance)
                passive.start()
                self.lost_power.add(self.passive)
                self.calm()
                self.run_until(lambda: all(self.has_common(number) for number in range(PARTITIONS)), 120)
            case "source power":
                self.active.broker.fail(chance)
                self.run_for(chance.choice([0.0, 1.0]))
                self.active.broker.start()
                self.lost_power.add(self.active)
                for number in range(PARTITIONS):
                    self.position[number] = min(self.position[number], self.active.log(number).end_offset)
            case "retention" if passive.is_ready:
                partition = chance.randrange(PARTITIONS)
                found = self.active.broker.broker.partitions.get(TOPIC, partition)  # type: ignore[union-attr]
                assert found is not None
                # Not so much that nothing is left by which both can be held against each other.
                most = min(self.parting(partition) - 1, found.log.high_watermark)
                if most > found.log.start_offset:
                    start = found.delete_records(chance.randint(found.log.start_offset, most))
                    self.deleted[partition] = max(start, self.deleted.get(partition, 0))
            case "transaction":
                self.transact(chance)
            case "open" if self.opened is None:
                self.open()
            case "end":
                self.end(aborts=chance.random() < 0.5)
            case "commit":
                self.commit(chance)
            case "read on" if passive.is_ready:
                self.read_on(chance)

    def transact(self, chance: random.Random) -> None:
        """A transaction, with its marker."""
        self.calm_connections()
        transact_by_chance(chance, self.until, self.transaction)

    def transaction(self, aborts: bool) -> Coroutine[Any, Any, None]:
        """One of them, on the side that takes records."""
        bootstrap = self.active.bootstrap
        return transact(
            self.reactor, bootstrap, TOPIC, PARTITIONS, aborts=aborts, value=lambda: b"in a transaction %d" % next(self.numbers)
        )

    def calm_connections(self) -> None:
        """None is cut for what it carries."""
        self.reactor.cut_at(None)

    def open(self) -> None:
        """A transaction that is open from now on, on the side that takes records."""
        self.calm_connections()
        opened = self.opened = OpenTransaction(self, self.active.bootstrap)
        self.run_until(lambda: opened.is_open or opened.is_over, 60)

    def end(self, *, aborts: bool) -> None:
        """Its producer ends it, wherever that is by now."""
        opened, self.opened = self.opened, None
        if opened is not None:
            self.calm()
            self.until(opened.end(aborts))

    # Groups

    def commit(self, chance: random.Random) -> None:
        """The group reads on, and commits that."""
        self.calm_connections()
        for partition in range(PARTITIONS):
            log = self.active.log(partition)
            found = [one for one in batches(log) if one.behind > self.position[partition]]
            read = found[: chance.randrange(len(found) + 1)]
            if read:
                self.read[partition].update(read)
                self.position[partition] = read[-1].behind
                tp = TopicPartition(TOPIC, partition)
                self.until(self.active.admin.alter_group_offsets(GROUP, {tp: self.position[partition]})).check()

    def move_group(self, *, is_in_order: bool) -> None:
        """The group goes on where the topic takes records now: it has read all that stands below."""
        self.calm_connections()
        found = self.until(self.active.admin.list_group_offsets([GROUP])).done.get(GROUP, {})
        for partition in range(PARTITIONS):
            committed = found.get(TopicPartition(TOPIC, partition))
            offset = 0 if committed is None else committed.offset
            log = self.active.log(partition)
            unread = [one for one in batches(log) if one.behind <= offset and one not in self.read[partition]]
            # What a broker does away with nobody misses.
            unread = [one for one in unread if one.behind > self.deleted.get(partition, 0)]
            self.assertEqual(unread, [], f"the group goes on at {offset} of partition {partition}")
            if is_in_order:
                self.assertGreaterEqual(offset, self.position[partition], f"the group repeats what it had committed: {partition}")
            self.position[partition] = offset

    def committed(self, side: Side, group: str) -> dict[int, int]:
        """Where a group stands on a side."""
        found = self.until(side.admin.list_group_offsets([group])).done.get(group, {})
        return {tp.partition: committed.offset for tp, committed in found.items()}

    @property
    def follower(self) -> str:
        """The group that reads in this turn's copy only."""
        return f"followers {self.turns}"

    def has_read(self, partition: int, log: Any, offset: int) -> bool:
        """Whether that group has read all that stands below the offset."""
        deleted, read = self.deleted.get(partition, 0), self.followed.get(partition, set())
        return all(one in read for one in batches(log) if deleted < one.behind <= offset)

    def read_on(self, chance: random.Random) -> None:
        """A group reads in the copy, and commits there; not while it stands in what is another record by now, as its consumers notice."""
        self.calm_connections()
        committed = self.committed(self.passive, self.follower)
        for number in range(PARTITIONS):
            log, offset = self.passive.log(number), committed.get(number, 0)
            if log is None or offset > log.end_offset or not self.has_read(number, log, offset):
                continue
            found = [one for one in batches(log) if one.behind > offset]
            read = found[: chance.randrange(len(found) + 1)]
            if read:
                self.followed.setdefault(number, set()).update(read)
                self.until(self.passive.admin.alter_group_offsets(self.follower, {TopicPartition(TOPIC, number): read[-1].behind})).check()

    def move_follower(self) -> None:
        """The copy is an ordinary topic: nobody sees to where the group stands any more."""
        self.calm_connections()
        for partition, offset in self.committed(self.active, self.follower).items():
            log = self.active.log(partition)
            self.assertLessEqual(offset, log.end_offset, "it goes on behind the end")
            self.assertTrue(self.has_read(partition, log, offset), f"a group that has read on goes on at {offset} of partition {partition}")
        for partition, offset in self.committed(self.active, GROUP).items():
            self.assertLessEqual(offset, self.active.log(partition).end_offset, "the group goes on behind the end")
        self.turns += 1
        self.followed.clear()

    # What is so

    def parting(self, partition: int) -> int:
        """The offset below which both sides have the same."""
        one, other = self.active.log(partition), self.passive.log(partition)
        if one is None or other is None:
            return 0
        start = max(one.start_offset, other.start_offset)
        ours, theirs = ([each for each in batches(log) if each.behind > start] for log in (one, other))
        same = list(itertools.takewhile(lambda pair: pair[0] == pair[1], zip(ours, theirs, strict=False)))
        return same[-1][0].behind if same else start

    def has_common(self, partition: int) -> bool:
        """Whether there is something by which both can be held against each other."""
        one, other = self.active.log(partition), self.passive.log(partition)
        return one is not None and other is not None and self.parting(partition) > max(one.start_offset, other.start_offset)

    def is_equal(self, partition: int) -> bool:
        """Whether the passive side has all that the active one has, and nothing else."""
        one, other = self.active.log(partition), self.passive.log(partition)
        return other is not None and one.end_offset == other.end_offset == self.parting(partition)

    def until_equal(self) -> None:
        """Let time pass until both have the same."""
        self.calm()
        self.run_until(lambda: all(self.is_equal(number) for number in range(PARTITIONS)), 180)

    # Turns

    def live(self, seed: int, turns: int) -> None:
        """One life."""
        chance = random.Random(seed)
        self.flavour = chance.choice(FLAVOURS)
        self.active.broker.create_topics({TOPIC: PARTITIONS})
        for partition in range(PARTITIONS):
            self.active.broker.put(TOPIC, [b"first"], partition=partition)
        self.follow(chance, self.passive, self.active, takes_over=False)
        self.until_equal()
        if self.flavour != "retention":
            # Something is left of both, so that it can be said where they part.
            for side in (self.active, self.passive):
                side.broker.fail(chance, survival=Survival.EVERYTHING)
                side.broker.start()
        for _ in range(turns):
            self.traffic(chance, chance.randrange(1, 6))
            self.turn(chance)
        self.traffic(chance, 3)
        self.until_equal()
        for number in range(PARTITIONS):
            self.run_until(partial(self.is_accounted, number), 30)

    def turn(self, chance: random.Random) -> None:
        """The passive side takes over, and the other one follows it."""
        is_in_order = chance.random() < 0.5
        self.hand_over(chance, is_in_order)
        self.active, self.passive = self.passive, self.active
        self.move_follower()
        if self.flavour == "retention":
            # A side that has lost power has groups that stand behind what it has, on whichever side.
            self.move_group(is_in_order=is_in_order)
        if self.passive.broker.is_ready and chance.random() < 0.3:
            self.end(aborts=chance.random() < 0.5)
        self.put(chance, self.active)
        if self.passive.broker.is_ready and chance.random() < 0.5:
            # Somebody has not heard of it; a group has read even that.
            self.put(chance, self.passive)
            self.run_for(chance.choice([0.0, 1.0]))
            self.read_late(chance)
        self.calm()
        self.put(chance, self.active)
        parted = {number: self.parting(number) for number in range(PARTITIONS)}
        own = {number: self.passive.log(number).end_offset for number in range(PARTITIONS)}
        self.follow(chance, self.passive, self.active, takes_over=True)
        self.traffic(chance, chance.randrange(1, 5))
        self.until_equal()
        for number in range(PARTITIONS):
            self.run_until(partial(self.is_told, number, parted[number], own[number]), 30)

    def read_late(self, chance: random.Random) -> None:
        """The group commits at the side that was left all that stands there, by a member that has not heard of it either."""
        if chance.random() < 0.5:
            self.calm_connections()
            for number in range(PARTITIONS):
                offsets = {TopicPartition(TOPIC, number): self.passive.log(number).end_offset}
                self.until(self.passive.admin.alter_group_offsets(GROUP, offsets)).check()
                self.read[number].update(batches(self.passive.log(number)))

    def hand_over(self, chance: random.Random, is_in_order: bool) -> None:
        """The topic takes records on the passive side from now on."""
        self.calm()
        self.run_until(lambda: self.passive.state() in (TopicState.ACTIVE, TopicState.PROMOTING), 60)
        if is_in_order:
            self.wish_of(self.passive, Event.PROMOTE)
            for _ in range(chance.randrange(3)):
                match chance.choice(("cut", "kill", "stop", "nothing")):
                    case "cut":
                        self.reactor.cut(9092)
                    case "kill":
                        self.passive.broker.kill()
                        self.passive.broker.start()
                    case "stop":
                        self.active.broker.stop()
                        self.active.broker.start()
                self.run_for(chance.choice([0.0, 0.1, 1.0]))
            self.run_until(lambda: self.passive.state() is TopicState.PROMOTED, 180)
            return
        is_gone = chance.random() < 0.5
        if is_gone:
            self.active.broker.kill()
        sent = Wish(Event.FAIL_OVER, self.passive.wishes + 1)
        self.passive.wishes += 1
        self.until(self.passive.writer.send(STATE_TOPIC, encode_value(sent), Key("wish", self.passive.link, TOPIC).encode(), partition=0))
        if chance.random() < 0.3:
            self.passive.broker.kill()
            self.passive.broker.start()
        self.run_until(lambda: self.passive.state() is TopicState.FAILED_OVER, 180)

    def note_cut(self, copying: Copying, cut: tuple[int, int]) -> None:
        """It is told now, and done as soon as that is written."""
        first, last = cut
        number, log = copying.key[1], copying.copy._partition.log  # type: ignore[attr-defined]
        self.accounted[copying.copy.link, number].update(range(first, last))
        if last != log.end_offset:
            self.wrong.append(f"partition {number} is cut to {first}, and said to end at {last}; it ends at {log.end_offset}")
        other = self.active.log(number)
        kept = set() if other is None else set(batches(other))
        if needless := [one for one in batches(log) if one.behind > first and one in kept]:
            self.wrong.append(f"partition {number} is cut to {first}, and the other side has {needless}")

    def is_accounted(self, partition: int) -> bool:
        """Whether that stands in the accounts, and nothing else."""
        self.assertEqual(self.wrong, [])
        picture = self.passive.picture()
        record = None if picture is None else picture.copies.get((TOPIC, partition))
        if record is None:
            return False
        told = {offset for first, last in record.cut for offset in range(first, last)}
        return told == self.accounted[self.passive.link, partition]

    def is_told(self, partition: int, parted: int, own: int) -> bool:
        """Whether what the passive side had alone was told to be cut, to the record.

        Behind that it may have written ends of transactions, before it was a copy: they are its own, too.
        """
        if not self.is_accounted(partition):
            return False
        told = self.accounted[self.passive.link, partition]
        if not self.lost_power:
            self.assertTrue(all(offset >= parted for offset in told), f"{sorted(told)} were cut, which part at {parted}")
        # What a power cut took is not there to be cut.
        return told.issuperset(range(parted, own)) or self.passive in self.lost_power


def life(seed: int, turns: int) -> TurningLives:
    """One, to be run."""
    return TurningLives(add_life(TurningLives, seed, turns, "test_turning_life"))


_USUAL = dict.fromkeys(range(1, SHORT_LIVES + 1), SHORT_TURNS) | dict.fromkeys(LONG_LIVES, TURNS)
for _seed, _turns in chosen_lives(_USUAL, TURNS).items():
    add_life(TurningLives, _seed, _turns, "test_turning_life")
