"""Sticky assignment where members want different topics (Kafka's ``GeneralAssignmentBuilder``).

1. Each keeps what it had and still wants (and, where racks matter, what has a replica in its rack).
2. Each partition that is left goes to the member with the fewest partitions among those that want it, the topics that few want first.
3. Partitions move, one by one, from members that have at least two more than another that wants them, until no move helps; back to
   whoever had them in an earlier generation where that is one. Partitions of topics that only one member wants, and members that have
   nothing else, take no part. If all that is not better balanced than what there was before step 3, it is undone.

Between two members a topic's partitions move in one direction only: instead of a second one back, the first is returned (`_Movements`).
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Mapping, Sequence

from klog.client.groups.assignors.contract import Assignment, Racks, racks_of_use, spread, table_size
from klog.model import TopicPartition
from klog.wire.java_hash import java_hash


def assign_unequal(
    partitions: Mapping[str, int],
    topics: Mapping[str, Sequence[str]],
    owned: Mapping[str, Sequence[TopicPartition]],
    earlier: Mapping[TopicPartition, str],
    member_racks: Mapping[str, str],
    racks: Racks | None,
) -> Assignment:
    """Everybody's partitions.

    :param topics: what each member wants, of those in `partitions`.
    :param owned: what each member had.
    :param earlier: who had a partition before whoever had it last.
    """
    return _Unequal(partitions, topics, owned, earlier, member_racks, racks).build()


class _Movements:
    """Which partitions of a topic went from whom to whom."""

    def __init__(self) -> None:
        self._pairs: dict[TopicPartition, tuple[str, str]] = {}
        self._places: dict[tuple[str, str, str], _JavaSet] = {}

    def moved(self, place: TopicPartition, source: str, target: str) -> None:
        pair = self._pairs.pop(place, None)
        if pair is not None:
            self._places[place.topic, *pair].discard(place)
            if pair[0] == target:
                return
            source = pair[0]
        self._pairs[place] = source, target
        self._places.setdefault((place.topic, source, target), _JavaSet()).add(place)

    def instead_of(self, place: TopicPartition, source: str, target: str) -> TopicPartition:
        """The partition to move from `source` to `target` where `place` would: one that went the other way before, if there is one."""
        if place in self._pairs:
            source = self._pairs[place][0]
        back = self._places.get((place.topic, target, source))
        return back.first() if back else place


class _JavaSet:
    """A ``java.util.HashSet`` of partitions as far as its first element."""

    def __init__(self) -> None:
        self._places: dict[TopicPartition, int] = {}
        self._size = 16

    def __len__(self) -> int:
        return len(self._places)

    def add(self, place: TopicPartition) -> None:
        self._places[place] = spread(31 * (31 + place.partition) + java_hash(place.topic))
        self._size = max(self._size, table_size(len(self._places)))

    def discard(self, place: TopicPartition) -> None:
        del self._places[place]

    def first(self) -> TopicPartition:
        return min(self._places, key=lambda place: self._places[place] & (self._size - 1))


class _Unequal:
    def __init__(
        self,
        partitions: Mapping[str, int],
        topics: Mapping[str, Sequence[str]],
        owned: Mapping[str, Sequence[TopicPartition]],
        earlier: Mapping[TopicPartition, str],
        member_racks: Mapping[str, str],
        racks: Racks | None,
    ) -> None:
        self.partitions = partitions
        self.topics = {member_id: frozenset(wanted) for member_id, wanted in topics.items()}
        self.earlier = earlier
        self.takers: dict[str, list[str]] = {topic: [] for topic in partitions}
        for member_id, wanted in topics.items():
            for topic in wanted:
                self.takers[topic].append(member_id)
        self.places = [
            TopicPartition(topic, number)
            for topic in sorted(partitions, key=lambda topic: (len(self.takers[topic]), topic))
            for number in range(partitions[topic])
        ]
        self.member_racks = member_racks
        self.racks = racks_of_use(racks, member_racks, self.places)
        self.assignment: Assignment = {member_id: list(owned.get(member_id, ())) for member_id in topics}
        self.owner_of: dict[TopicPartition, str] = {}
        #: (number of partitions, member id), of those who take part in step 3.
        self.ranking: list[tuple[int, str]] = []
        self.movements = _Movements()

    def build(self) -> Assignment:
        gave_up = self._keep()
        left = [place for place in self.places if place not in self.owner_of]
        self.ranking = sorted((len(places), member_id) for member_id, places in self.assignment.items())
        from_nothing = self.ranking[-1][0] == 0
        self._place(left)

        movable = {topic for topic, takers in self.takers.items() if len(takers) >= 2}
        fixed = {member_id: places for member_id, places in self.assignment.items() if not self._takes_part(member_id, movable)}
        for member_id, places in fixed.items():
            del self.assignment[member_id]
            self.ranking.remove((len(places), member_id))
        before = {member_id: list(places) for member_id, places in self.assignment.items()}
        if self.assignment:
            if not gave_up:
                self._move([place for place in left if place.topic in movable])
            moved = self._move([place for place in self.places if place.topic in movable])
            if moved and not from_nothing and _imbalance(self.assignment) >= _imbalance(before):
                self.assignment = before
        return self.assignment | fixed

    def _mismatch(self, member_id: str, place: TopicPartition) -> bool:
        rack = self.member_racks.get(member_id)
        return self.racks is not None and rack is not None and rack not in self.racks.get(place, ())

    def _keep(self) -> bool:
        """Step 1; whether somebody had to give something up."""
        gave_up = False
        for member_id, places in self.assignment.items():
            kept = [place for place in places if place.topic in self.topics[member_id] and not self._mismatch(member_id, place)]
            gave_up = gave_up or len(kept) < len(places)
            self.assignment[member_id] = kept
            self.owner_of.update(dict.fromkeys(kept, member_id))
        return gave_up

    def _place(self, left: Sequence[TopicPartition]) -> None:
        """Step 2."""
        for within_racks in (True, False) if self.racks is not None else (False,):
            for place in left:
                if place in self.owner_of:
                    continue
                for member_id in self._fewest_first(place.topic):
                    if not within_racks or not self._mismatch(member_id, place):
                        self._give(place, member_id)
                        break

    def _fewest_first(self, topic: str) -> Iterator[str]:
        return (member_id for _, member_id in self.ranking if topic in self.topics[member_id])

    def _give(self, place: TopicPartition, member_id: str) -> None:
        self._unrank(member_id)
        self.assignment[member_id].append(place)
        self.owner_of[place] = member_id
        self._rank(member_id)

    def _unrank(self, member_id: str) -> None:
        del self.ranking[bisect_left(self.ranking, (len(self.assignment[member_id]), member_id))]

    def _rank(self, member_id: str) -> None:
        insort(self.ranking, (len(self.assignment[member_id]), member_id))

    def _most_for(self, member_id: str) -> int:
        return sum(self.partitions[topic] for topic in self.topics[member_id])

    def _takes_part(self, member_id: str, movable: set[str]) -> bool:
        places = self.assignment[member_id]
        return len(places) < self._most_for(member_id) or any(place.topic in movable for place in places)

    def _balanced(self) -> bool:
        if self.ranking[0][0] >= self.ranking[-1][0] - 1:
            return True
        largest: dict[str, int] = {}
        for places in self.assignment.values():
            for place in places:
                largest[place.topic] = max(largest.get(place.topic, 0), len(places))
        return not any(
            largest.get(topic, 0) > count + 1
            for count, member_id in self.ranking
            if count != self._most_for(member_id)
            for topic in self.topics[member_id]
        )

    def _move(self, places: Sequence[TopicPartition]) -> bool:
        """Step 3; whether anything moved."""
        any_moved = False
        moved = True
        while moved:
            moved = False
            for place in places:
                if self._balanced():
                    break
                target = self._better_for(place)
                if target is not None:
                    owner = self.owner_of[place]
                    self._take(self.movements.instead_of(place, owner, target), target)
                    moved = any_moved = True
        return any_moved

    def _better_for(self, place: TopicPartition) -> str | None:
        size = len(self.assignment[self.owner_of[place]])
        before = self.earlier.get(place)
        if before in self.assignment and place.topic in self.topics[before] and size > len(self.assignment[before]) + 1:
            return before
        if any(size > len(self.assignment[other]) + 1 for other in self.takers[place.topic] if other in self.assignment):
            return next(self._fewest_first(place.topic))
        return None

    def _take(self, place: TopicPartition, target: str) -> None:
        source = self.owner_of[place]
        self._unrank(source)
        if target != source:
            self._unrank(target)
        self.movements.moved(place, source, target)
        self.assignment[source].remove(place)
        self.assignment[target].append(place)
        self.owner_of[place] = target
        self._rank(source)
        if target != source:
            self._rank(target)


def _imbalance(assignment: Assignment) -> int:
    """The differences in size of all pairs of members, added up."""
    sizes = sorted(map(len, assignment.values()))
    return sum(size * (2 * index - len(sizes) + 1) for index, size in enumerate(sizes))
