"""Lives of two clusters, each from one number: records of all kinds, retention, restarts, kills, power cuts of either side, broken
connections. In the end the copy has what the source has, and what it cannot have was told exactly.

``KLOG_SEED=n`` lives one of them again; ``KLOG_SEEDS=first-last`` many; ``python -m tests.mirror`` thousands, for hours.
"""

from __future__ import annotations

import os
import random
from functools import partial
from typing import Any

from klog.client.producing.producer import Producer
from klog.client.transactions.errors import TransactionFailed
from klog.records.implementations import codec
from klog.storage.cold_read import wait_for
from klog.testing.broker import MemoryBroker
from tests.mirror.rig import FEW_LOGS, TwoClusters

PARTITIONS = 2
#: Of the many lives that every run has, and of those that are asked for, or found something once.
SHORT_STEPS, STEPS = 10, 25
SHORT_LIVES = 100
#: An empty copy begun at a start that a power cut took back: it stopped, though nothing was lost.
FOUND_SOMETHING = (189,)
TOPIC = "web.a"
MISFORTUNES = (
    *("nothing", "nothing", "cut", "cut at", "chunks", "kill", "stop", "power"),
    *("source", "source power", "retention", "transaction"),
)


def seeds() -> dict[int, int]:
    """Those to live, and how many steps each takes."""
    if "KLOG_SEED" in os.environ:
        return {int(os.environ["KLOG_SEED"]): STEPS}
    if "KLOG_SEEDS" in os.environ:
        first, _, last = os.environ["KLOG_SEEDS"].partition("-")
        return dict.fromkeys(range(int(first), int(last) + 1), STEPS)
    return dict.fromkeys(range(1, SHORT_LIVES + 1), SHORT_STEPS) | dict.fromkeys(FOUND_SOMETHING, STEPS)


def batches(log: Any) -> list[tuple[int, int, bytes]]:
    """First and last offset of each batch, and its bytes."""
    found: list[tuple[int, int, bytes]] = []
    offset = log.start_offset
    while offset < log.end_offset:
        read = wait_for(partial(log.read, offset, 1 << 20, upper_bound=log.end_offset))
        data = read.span.read()
        for entry in codec.scan(data):
            found.append((entry.base_offset, entry.last_offset, data[entry.position : entry.position + entry.size]))
        offset = read.next_offset
    return found


def holes(found: list[tuple[int, int, bytes]]) -> set[int]:
    """Offsets between the first and the last that no batch has."""
    if not found:
        return set()
    there = {offset for first, last, _ in found for offset in range(first, last + 1)}
    return set(range(found[0][0], found[-1][1] + 1)) - there


class Lives(TwoClusters):
    """See the module."""

    properties = own_properties = FEW_LOGS

    def log_of(self, broker: MemoryBroker, partition: int) -> Any:
        """A partition's log."""
        partitions = broker.broker.partitions
        found = None if partitions is None else partitions.get(TOPIC, partition)
        return None if found is None else found.log

    def live(self, seed: int, steps: int = STEPS) -> None:
        """One life."""
        chance = random.Random(seed)
        #: The highest start that each of the source's logs had, whatever a power cut has made of it since.
        self.deleted: dict[int, int] = {}
        self.source.create_topics({TOPIC: PARTITIONS})
        self.link()
        for _ in range(steps):
            self.misfortune(chance)
            for partition in range(PARTITIONS):
                if chance.random() < 0.7 and self.source.is_ready:
                    for _ in range(chance.randrange(1, 6)):
                        self.source.put(TOPIC, [b"%d" % chance.randrange(1000)] * chance.randrange(1, 4), partition=partition)
            self.run_for(chance.choice([0.0, 0.05, 0.3, 2.0]))
        self.reactor.chunk_bytes = None
        self.reactor.cut_at(None)
        for broker in (self.source, self.destination):
            if not broker.is_ready:
                broker.start()
        # What the source has behind its end decides where the logs part.
        for partition in range(PARTITIONS):
            self.source.put(TOPIC, [b"last"], partition=partition)
        self.run_until(lambda: all(self.is_equal(partition) for partition in range(PARTITIONS)), 120)
        for partition in range(PARTITIONS):
            self.run_until(partial(self.is_told, partition), 30)

    def misfortune(self, chance: random.Random) -> None:
        """Something happens, mostly."""
        match chance.choice(MISFORTUNES):
            case "cut":
                self.reactor.cut(9092)
            case "cut at":
                self.reactor.cut_at(chance.choice([None, 100, 1_000, 10_000]))
            case "chunks":
                self.reactor.chunk_bytes = chance.choice([None, 50, 500])
            case "kill":
                self.destination.kill()
                self.destination.start()
            case "stop":
                self.destination.stop()
                self.destination.start()
            case "power":
                self.destination.fail(chance)
                self.destination.start()
            case "source":
                self.source.kill()
                self.run_for(chance.choice([0.0, 1.0]))
                self.source.start()
            case "source power":
                self.source.fail(chance)
                self.source.start()
                if TOPIC not in self.source.broker.coordination.topics():  # type: ignore[union-attr]
                    self.fail("the source has lost its topic")
            case "retention":
                partition = chance.randrange(PARTITIONS)
                found = self.source.broker.partitions.get(TOPIC, partition)  # type: ignore[union-attr]
                assert found is not None
                start = found.delete_records(chance.randint(found.log.start_offset, found.log.high_watermark))
                self.deleted[partition] = max(start, self.deleted.get(partition, 0))
            case "transaction":
                self.transact(chance)

    def transact(self, chance: random.Random) -> None:
        """A transaction at the source, with its marker; the next one has the same transactional id, whatever became of the broker."""
        self.reactor.cut_at(None)
        aborts = chance.random() < 0.5
        try:
            self.until(self.transact_once(aborts))
        except TransactionFailed:
            # A power cut had taken the end of the coordinator's log: the id has another producer id by now, for a new producer.
            self.until(self.transact_once(aborts))

    async def transact_once(self, aborts: bool) -> None:
        """By a producer of its own."""
        producer = Producer(self.reactor, self.source.bootstrap, transactional_id="t", random=random.Random(6))
        try:
            async with producer.transaction() as transaction:
                for partition in range(PARTITIONS):
                    transaction.send(TOPIC, b"in a transaction", partition=partition)
                await producer.flush()
                if aborts:
                    raise ZeroDivisionError
        except ZeroDivisionError:
            pass
        finally:
            await producer.stopService()

    def is_equal(self, partition: int) -> bool:
        """Whether the copy has all that the source has, and nothing else behind where that begins."""
        there, here = self.log_of(self.source, partition), self.log_of(self.destination, partition)
        if there is None or here is None or here.end_offset != there.end_offset:
            return False
        # A power cut may undo what the source has deleted: then it has again what was told to be lost, and what lies before the copy.
        record = self.picture().copies.get((TOPIC, partition))
        lost = () if record is None else record.lost
        # Below where the source ever began it cannot say where the logs part.
        start = max(there.start_offset, here.start_offset, self.deleted.get(partition, 0))
        copied = [one for one in batches(here) if one[1] >= start]
        wanted = [one for one in batches(there) if one[1] >= start]
        missing = [one for one in wanted if one not in copied]
        if [one for one in wanted if one in copied] != copied:
            return False
        return all(any(first <= one[0] and one[1] < last for first, last in lost) for one in missing)

    def is_told(self, partition: int) -> bool:
        """Whether each offset that the copy lacks was told to be lost."""
        record = self.picture().copies.get((TOPIC, partition))
        if record is None:
            return False
        told = {offset for first, last in record.lost for offset in range(first, last)}
        return holes(batches(self.log_of(self.destination, partition))) <= told


def _test(seed: int, steps: int) -> Any:
    def test(self: Lives) -> None:
        self.live(seed, steps)

    test.__name__ = f"test_life_{seed}"
    test.__doc__ = f"KLOG_SEED={seed}"
    return test


def life(seed: int, steps: int) -> Lives:
    """One, to be run."""
    name = f"test_life_{seed}"
    setattr(Lives, name, _test(seed, steps))
    return Lives(name)


for _seed, _steps in seeds().items():
    setattr(Lives, f"test_life_{_seed}", _test(_seed, _steps))
