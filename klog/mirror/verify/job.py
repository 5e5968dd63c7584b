"""Two clusters compared, once or again and again: pairs are found, compared one after the other, and how far they are equal is kept.

A round compares what both have now, from where the last one ended. Of a partition in which something differs two places are known: how far
it was compared, which is where the next round of this process goes on, so that nothing is told twice; and the place in front of its first
difference, which is what the position file gets. No Twisted here.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from klog.client.blocking.client import BlockingClient
from klog.client.settings import ClientSettings
from klog.errors import KlogError
from klog.mirror.verify.pairs import Pair, Pairs, Unpaired, find_pairs
from klog.mirror.verify.partition_comparison import Compared, PartitionComparison, Verdict
from klog.mirror.verify.position_file import Owner, Place, PositionFile
from klog.mirror.verify.settings import How, VerifySettings
from klog.model import TopicPartition

#: Findings that are kept of one round, besides one for each partition.
MOST_OF_A_ROUND = 2_000
#: The position file is written so often, and at the end of each round.
SAVE_INTERVAL_S = 5.0
#: So many partitions in a row that cannot be asked end a round: each of them was waited for.
MOST_SILENT = 3
#: With more topics than these only the whole is told.
_MOST_SHOWN = 50


class Progress(NamedTuple):
    """How far a round is."""

    offsets_done: int
    offsets_total: int
    records: int
    bytes: int
    #: The partition in hand.
    current: str
    #: Of each topic: its name, offsets done and in all.
    topics: tuple[tuple[str, int, int], ...]


@dataclasses.dataclass(frozen=True)
class Round:
    """What one round found."""

    partitions: tuple[Compared, ...]
    notes: tuple[str, ...]
    bytes: int
    seconds: float

    @property
    def verdict(self) -> Verdict:
        """Of all: a difference is one whatever else is unknown."""
        return worst(compared.verdict for compared in self.partitions)


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict on several."""
    found = set(verdicts)
    return Verdict.DIFFERENT if Verdict.DIFFERENT in found else Verdict.UNKNOWN if Verdict.UNKNOWN in found else Verdict.EQUAL


class Verification:
    """See above.

    :param position: where it is kept how far both are equal; None: nowhere.
    :param clock: seconds, never going back.
    :param client_for: makes a client; for tests.
    """

    def __init__(
        self,
        settings: VerifySettings,
        position: PositionFile | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        client_for: Callable[[ClientSettings], BlockingClient] = BlockingClient,
    ) -> None:
        self._settings = settings
        self._position = position
        self._clock = clock
        self._clients = (client_for(settings.a), client_for(settings.b))
        self._owner: Owner | None = None
        self._places: dict[TopicPartition, Place] = {}
        #: Where this process goes on, differences or not.
        self._passed: dict[TopicPartition, Place] = {}
        self._saved_at_s = clock()
        #: Partitions in a row that could not be asked.
        self._silent = 0

    def close(self) -> None:
        """Close all connections."""
        for client in self._clients:
            client.close()

    def round(self, on_progress: Callable[[Progress], None] = lambda progress: None) -> Round:
        """Compare what both have now.

        :raises NoSuchTopic: nothing is there to be compared. :raises PositionError: the file is of other clusters, or none of ours.
        :raises KlogError: a broker refuses, or none answers. :raises OSError: the position cannot be written.
        """
        began = self._clock()
        self._silent = 0
        a, b = self._clients
        found = find_pairs(a, b, self._settings)
        notes = list(found.notes)
        self._load()
        counter = _Counter(found, self._passed, on_progress, self._settings.how)
        partitions = [_unpaired(one) for one in found.unpaired]
        kept = 0
        try:
            for pair in found.pairs:
                place = self._place_of(pair, notes)
                compared = self._compare(pair, place, counter, most=100 if kept < MOST_OF_A_ROUND else 1)
                kept += len(compared.findings)
                partitions.append(compared)
                if compared.place is not None and compared.passed is not None:
                    # A place in front of a difference that an earlier round found stays.
                    if pair.a not in self._places or self._places[pair.a] == place:
                        self._places[pair.a] = compared.place
                    self._passed[pair.a] = compared.passed
                counter.partition_done(pair)
                if self._clock() - self._saved_at_s >= SAVE_INTERVAL_S:
                    self._save()
        finally:
            self._save()
        return Round(tuple(partitions), tuple(notes), counter.bytes, self._clock() - began)

    def _compare(self, pair: Pair, place: Place | None, counter: _Counter, most: int) -> Compared:
        a, b = self._clients
        try:
            compared = PartitionComparison(a, b, pair, place, self._settings, counter.within(pair, place), most).run()
            self._silent = 0
            return compared
        except KlogError as error:
            # One partition without a leader is no reason not to look at the others; a cluster that has gone is.
            self._silent += 1
            if self._silent >= MOST_SILENT:
                raise
            return Compared(pair.a.topic, pair.a.partition, Verdict.UNKNOWN, remark=str(error))

    def _place_of(self, pair: Pair, notes: list[str]) -> Place | None:
        place = self._passed.get(pair.a) or self._places.get(pair.a)
        if place is not None and not place.is_of(*pair.ids):
            notes.append(
                f"topic {pair.a.topic}, partition {pair.a.partition}: it was deleted and made again; it is compared from its beginning"
            )
            self._passed.pop(pair.a, None)
            self._places.pop(pair.a, None)
            return None
        return place

    def _load(self) -> None:
        if self._owner is None:
            ids = [client.metadata.cluster_id or "" for client in self._clients]
            self._owner = Owner(
                ids[0], ids[1], f"{self._settings.how} into {self._settings.prefix}*" if self._settings.prefix else str(self._settings.how)
            )
            if self._position is not None:
                self._places = self._position.load(self._owner)

    def _save(self) -> None:
        if self._position is not None and self._owner is not None:
            self._position.save(self._owner, self._places)
            self._saved_at_s = self._clock()


def _unpaired(one: Unpaired) -> Compared:
    """A partition that the other one does not have."""
    here, there = ("A", "B") if one.in_a else ("B", "A")
    verdict = Verdict.DIFFERENT if one.offsets or one.in_a else Verdict.EQUAL
    remark = f"only {here} has it, {there} does not"
    behind = one.offsets if one.in_a else 0
    return Compared(one.tp.topic, one.tp.partition, verdict, behind=behind, differences=int(verdict is Verdict.DIFFERENT), remark=remark)


class _Counter:
    """Adds up how far a round is."""

    def __init__(self, found: Pairs, passed: dict[TopicPartition, Place], on_progress: Callable[[Progress], None], how: How) -> None:
        self._on_progress = on_progress
        self._how = how
        self._sizes = {pair.a: self._size(pair, passed.get(pair.a)) for pair in found.pairs}
        self._total = sum(self._sizes.values())
        self._topics: dict[str, list[int]] = {}
        for tp, size in self._sizes.items():
            self._topics.setdefault(tp.topic, [0, 0])[1] += size
        self._done = 0
        self._records = 0
        #: Offsets of the topic in hand that were done before the partition in hand.
        self._before = 0
        self.bytes = 0

    def _size(self, pair: Pair, place: Place | None) -> int:
        start = max(pair.start_a, place.offset_a if place is not None else 0)
        return max(0, (pair.end_a if self._how is How.ORDER else min(pair.end_a, pair.end_b)) - start)

    def within(self, pair: Pair, place: Place | None) -> Callable[[int, int, int], None]:
        """What a partition tells of itself."""
        first = max(pair.start_a, place.offset_a if place is not None else 0)
        done, records, size = self._done, self._records, self.bytes
        topic = self._topics[pair.a.topic]
        before = self._before = topic[0]

        def tell(bytes_: int, equal: int, offset: int) -> None:
            here = min(max(0, offset - first), self._sizes[pair.a])
            self.bytes = size + bytes_
            self._records = records + equal
            topic[0] = before + here
            shown = tuple((name, counts[0], counts[1]) for name, counts in self._topics.items()) if len(self._topics) <= _MOST_SHOWN else ()
            self._on_progress(Progress(done + here, self._total, self._records, self.bytes, str(pair.a), shown))

        return tell

    def partition_done(self, pair: Pair) -> None:
        """All of it."""
        size = self._sizes[pair.a]
        self._done += size
        self._topics[pair.a.topic][0] = self._before + size
