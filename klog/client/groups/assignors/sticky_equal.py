"""Sticky assignment where all members want the same topics (Kafka's ``ConstrainedAssignmentBuilder``).

Everybody shall have ``low`` partitions, or ``high`` = low + 1 as many members as the remainder says.

1. Each keeps what it had, up to high for the first of those who had that much, up to low for the others; the rest is given up.
2. What is left goes to members of a rack with a replica, where racks matter.
3. What is left then goes round: first to those below low, in the order of their ids, then one more to those at low.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from klog.client.groups.assignors.contract import Assignment, Racks, racks_of_use
from klog.model import TopicPartition


def assign_equal(
    partitions: Mapping[str, int],
    owned: Mapping[str, Sequence[TopicPartition]],
    disputed: set[TopicPartition],
    member_racks: Mapping[str, str],
    racks: Racks | None,
) -> tuple[Assignment, dict[TopicPartition, str]]:
    """Everybody's partitions, and those that somebody else had (or claimed), by their new owner.

    :param owned: what each member had, by member in the order in which they are looked at.
    """
    return _Equal(partitions, owned, disputed, member_racks, racks).build()


class _Equal:
    def __init__(
        self,
        partitions: Mapping[str, int],
        owned: Mapping[str, Sequence[TopicPartition]],
        disputed: set[TopicPartition],
        member_racks: Mapping[str, str],
        racks: Racks | None,
    ) -> None:
        self.places = [TopicPartition(topic, number) for topic in sorted(partitions) for number in range(partitions[topic])]
        self.owned = owned
        self.disputed = disputed
        self.member_racks = member_racks
        self.all_racks = racks or {}
        self.racks = racks_of_use(racks, member_racks, self.places)
        self.low, self.most_at_high = divmod(len(self.places), len(owned))
        self.high = self.low + (self.most_at_high > 0)
        self.at_high = 0
        self.assignment: Assignment = {member_id: [] for member_id in owned}
        self.given_up: dict[TopicPartition, str] = {}
        self.moving: dict[TopicPartition, str] = {}
        self.below_low: list[str] = []
        self.at_low: deque[str] = deque()

    def build(self) -> tuple[Assignment, dict[TopicPartition, str]]:
        kept: set[TopicPartition] = set()
        for member_id in self.owned:
            kept.update(self._keep(member_id))
        left = [place for place in self.places if place not in kept]
        self.below_low.sort()
        self.at_low = deque(sorted(self.at_low))
        if self.member_racks:
            # The hardest to place first.
            holders: dict[str, int] = {}
            for rack in self.member_racks.values():
                holders[rack] = holders.get(rack, 0) + 1
            left.sort(key=lambda place: sum(holders.get(rack, 0) for rack in self.all_racks.get(place, ())))
        if self.racks is not None:
            left = self._within_racks(left, self.racks)
        self._around(left)
        return self.assignment, self.moving

    def _mismatch(self, member_id: str, place: TopicPartition) -> bool:
        rack = self.member_racks.get(member_id)
        return self.racks is not None and rack is not None and rack not in self.racks.get(place, ())

    def _keep(self, member_id: str) -> list[TopicPartition]:
        mine = sorted(self.owned[member_id], key=lambda place: (place.partition, place.topic))
        fitting = []
        for place in mine:
            if self._mismatch(member_id, place):
                self.given_up[place] = member_id
            elif place not in self.disputed:
                fitting.append(place)
        if len(fitting) < self.low:
            kept = fitting
            self.below_low.append(member_id)
        elif len(fitting) >= self.high and self.at_high < self.most_at_high:
            self.at_high += 1
            if self.at_high == self.most_at_high:
                self.at_low.clear()
            kept = fitting[: self.high]
        else:
            kept = fitting[: self.low]
            if self.at_high < self.most_at_high:
                self.at_low.append(member_id)
        self.assignment[member_id] += kept
        self.given_up.update(dict.fromkeys(fitting[len(kept) :], member_id))
        return kept

    def _within_racks(self, left: Sequence[TopicPartition], racks: Mapping[TopicPartition, frozenset[str]]) -> list[TopicPartition]:
        """What could not be given within its racks."""
        rest = []
        start = 0
        for place in left:
            index = self._next_in(racks[place], self.below_low, start)
            if index is not None:
                member_id = self.below_low[index]
                count = len(self.assignment[member_id]) + 1
                if count >= self.low:
                    del self.below_low[index]
                    if count < self.high and self.at_high < self.most_at_high:
                        self.at_low.append(member_id)
                else:
                    index += 1
                start = index % len(self.below_low) if self.below_low else 0
            else:
                index = self._next_in(racks[place], self.at_low, 0)
                if index is None:
                    rest.append(place)
                    continue
                member_id = self.at_low[index]
                if len(self.assignment[member_id]) + 1 == self.high:
                    del self.at_low[index]
                    self._one_more_at_high()
            self._give(place, member_id)
        return rest

    def _next_in(self, racks: frozenset[str], among: Sequence[str] | deque[str], start: int) -> int | None:
        for step in range(len(among)):
            index = (start + step) % len(among)
            if self.member_racks.get(among[index]) in racks:
                return index
        return None

    def _one_more_at_high(self) -> None:
        self.at_high += 1
        if self.at_high == self.most_at_high:
            self.at_low.clear()

    def _around(self, left: Sequence[TopicPartition]) -> None:
        index = 0
        for place in left:
            if index >= len(self.below_low):
                index = 0
            from_below = bool(self.below_low)
            member_id = self.below_low[index] if from_below else self.at_low.popleft()
            count = self._give(place, member_id)
            if from_below and count == self.low:
                del self.below_low[index]
                self.at_low.append(member_id)
            else:
                index += 1
                if count == self.high:
                    self.at_high += 1

    def _give(self, place: TopicPartition, member_id: str) -> int:
        self.assignment[member_id].append(place)
        if self.given_up.get(place, member_id) != member_id or place in self.disputed:
            self.moving[place] = member_id
        return len(self.assignment[member_id])
