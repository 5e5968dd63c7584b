"""Lives of a mirror into a data directory, each from one number: records, transactions, retention, kills and power cuts of either side,
broken connections. In the end the directory has what the source has, and what it cannot have was told exactly.

``KLOG_SEED=n`` lives one of them again; ``KLOG_SEEDS=first-last`` many.
"""

from __future__ import annotations

import random
from typing import Any

from klog.directory_mirror.accounts import Accounts
from klog.testing.broker import MemoryBroker
from tests.directory_mirror.rig import Mirrored, Process
from tests.mirror.lives import add_life, batches, chosen_lives, holes, transact, transact_by_chance

PARTITIONS = 2
SHORT_STEPS, STEPS = 10, 25
SHORT_LIVES = 30
TOPIC = "web.a"
MISFORTUNES = ("nothing", "nothing", "cut", "cut at", "kill", "stop", "power", "source", "source power", "retention", "transaction")


class Lives(Mirrored):
    """See the module."""

    def live(self, seed: int, steps: int) -> None:
        """One life."""
        chance = random.Random(seed)
        #: The highest start that each of the source's logs had, whatever a power cut has made of it since.
        self.deleted: dict[int, int] = {}
        self.source.create_topics({TOPIC: PARTITIONS})
        self.mirror: Process = self.process()
        for _ in range(steps):
            self.misfortune(chance)
            for partition in range(PARTITIONS):
                if chance.random() < 0.7 and self.source.is_ready:
                    for _ in range(chance.randrange(1, 6)):
                        self.source.put(TOPIC, [b"%d" % chance.randrange(1000)] * chance.randrange(1, 4), partition=partition)
            self.reactor.advance(chance.choice([0.0, 0.05, 0.3, 2.0]))
        self.reactor.cut_at(None)
        if not self.source.is_ready:
            self.source.start()
        # What the source has behind its end decides where the logs part.
        for partition in range(PARTITIONS):
            self.source.put(TOPIC, [b"last"], partition=partition)
        self.assertTrue(self.mirror.leave(), self.mirror.warnings)
        self.copy()
        accounts = self.accounts()
        broker = self.serve()
        for partition in range(PARTITIONS):
            self.check_partition(partition, broker, accounts)
        broker.stop()

    def misfortune(self, chance: random.Random) -> None:
        """Something happens, mostly."""
        match chance.choice(MISFORTUNES):
            case "cut":
                self.reactor.cut(9092)
            case "cut at":
                self.reactor.cut_at(chance.choice([None, 100, 1_000, 10_000]))
            case "kill":
                self.kill(self.mirror)
                self.mirror = self.process()
            case "stop":
                self.assertTrue(self.mirror.leave(), self.mirror.warnings)
                self.mirror = self.process()
            case "power":
                self.cut_power(self.mirror, chance)
                self.mirror = self.process()
            case "source":
                self.source.kill()
                self.reactor.advance(chance.choice([0.0, 1.0]))
                self.source.start()
            case "source power":
                self.source.fail(chance)
                self.source.start()
            case "retention":
                partition = chance.randrange(PARTITIONS)
                found = self.source.broker.partitions.get(TOPIC, partition)  # type: ignore[union-attr]
                assert found is not None
                start = found.delete_records(chance.randint(found.log.start_offset, found.log.high_watermark))
                self.deleted[partition] = max(start, self.deleted.get(partition, 0))
            case "transaction":
                self.transact(chance)

    def transact(self, chance: random.Random) -> None:
        """A transaction at the source, with its marker."""
        self.reactor.cut_at(None)
        transact_by_chance(
            chance, self.until, lambda aborts: transact(self.reactor, self.source.bootstrap, TOPIC, PARTITIONS, aborts=aborts)
        )

    def log_of(self, broker: MemoryBroker, partition: int) -> Any:
        """A partition's log."""
        found = broker.broker.partitions.get(TOPIC, partition)  # type: ignore[union-attr]
        assert found is not None
        return found.log

    def check_partition(self, partition: int, broker: MemoryBroker, accounts: Accounts) -> None:
        """Whether the copy has all that the source has, and nothing else behind where that begins; and each hole was told."""
        there, here = self.log_of(self.source, partition), self.log_of(broker, partition)
        self.assertEqual(here.end_offset, there.end_offset)
        lost = accounts.copies[TOPIC, partition].lost
        start = max(there.start_offset, here.start_offset, self.deleted.get(partition, 0))
        copied = [one for one in batches(here) if one[1] >= start]
        wanted = [one for one in batches(there) if one[1] >= start]
        self.assertEqual([one for one in wanted if one in copied], copied)
        for one in wanted:
            if one not in copied:
                self.assertTrue(any(first <= one[0] and one[1] < last for first, last in lost), (one[:2], lost))
        told = {offset for first, last in lost for offset in range(first, last)}
        self.assertLessEqual(holes(batches(here)), told)


for _seed, _steps in chosen_lives(dict.fromkeys(range(1, SHORT_LIVES + 1), SHORT_STEPS), STEPS).items():
    add_life(Lives, _seed, _steps)
