"""Lives of two clusters, each from one number: records of all kinds, retention, restarts, kills, power cuts of either side, broken
connections. In the end the copy has what the source has; what it cannot have was told before the copy went on behind it, and is never
taken back, whatever stands in the state topic.

``KLOG_SEED=n`` lives one of them again; ``KLOG_SEEDS=first-last`` many; ``python -m tests.mirror`` thousands, for hours.
"""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.picture import LinkPicture, Picture
from klog.testing.broker import MemoryBroker
from tests.mirror.lives import add_life, batches, chosen_lives, holes, transact, transact_by_chance
from tests.mirror.rig import FEW_LOGS, TwoClusters

PARTITIONS = 2
#: Of the many lives that every run has, and of those that are asked for, or found something once.
SHORT_STEPS, STEPS = 10, 25
SHORT_LIVES = 100
#: An empty copy begun at a start that a power cut took back: it stopped, though nothing was lost. A source whose power was cut has a batch
#: that begins within the copy, though it starts below where that ends: the copy stopped, too.
#: What an engine had still to write as its broker stopped came behind the loss that the next one had told, and took it back.
#: A source whose power was cut had again what was told as lost, and ended where the copy waited behind it: what was new was never copied.
FOUND_SOMETHING = (189, 3038, 25684, 73399)
TOPIC = "web.a"
MISFORTUNES = (
    *("nothing", "nothing", "cut", "cut at", "chunks", "kill", "stop", "power"),
    *("source", "source power", "retention", "transaction"),
)


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
            self.look_on()
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
        """A transaction at the source, with its marker."""
        self.reactor.cut_at(None)
        transact_by_chance(
            chance, self.until, lambda aborts: transact(self.reactor, self.source.bootstrap, TOPIC, PARTITIONS, aborts=aborts)
        )

    def is_equal(self, partition: int) -> bool:
        """Whether the copy has all that the source has, and nothing else behind where that begins."""
        there, here = self.log_of(self.source, partition), self.log_of(self.destination, partition)
        if there is None or here is None or here.end_offset != there.end_offset:
            return False
        # A power cut may undo what the source has deleted: then it has again what was told to be lost, and what lies before the copy.
        known = self.engine.state.picture.link("dc1")
        record = None if known is None else known.copies.get((TOPIC, partition))
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
        """Whether it is told how far the copy is, and each offset that it lacks was told to be lost."""
        return (TOPIC, partition) in self.picture().copies and not self.missing(self.picture(), partition)

    def missing(self, picture: LinkPicture, partition: int) -> set[int]:
        """Offsets that the copy lacks, and that nobody has told to be lost."""
        record, log = picture.copies.get((TOPIC, partition)), self.log_of(self.destination, partition)
        told = () if record is None else record.lost
        return (set() if log is None else holes(batches(log))) - {offset for first, last in told for offset in range(first, last)}

    def look_on(self) -> None:
        """By what stands in the state topic, of which whoever copies next knows no more: what the copy lacks was told."""
        if not self.destination.is_ready:
            return
        picture = Picture()
        for message in self.destination.messages(STATE_TOPIC):
            picture.apply(message.key, message.value)
        link = picture.link("dc1")
        for partition in range(PARTITIONS):
            self.assertEqual(set() if link is None else self.missing(link, partition), set(), f"partition {partition}")


def life(seed: int, steps: int) -> Lives:
    """One, to be run."""
    return Lives(add_life(Lives, seed, steps))


_USUAL = dict.fromkeys(range(1, SHORT_LIVES + 1), SHORT_STEPS) | dict.fromkeys(FOUND_SOMETHING, STEPS)
for _seed, _steps in chosen_lives(_USUAL, STEPS).items():
    add_life(Lives, _seed, _steps)
