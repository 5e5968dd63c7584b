"""The range assignor: each topic on its own, its partitions in ranges, the first members one more where it does not divide.

Topics with equally many partitions and the same subscribers are cut alike, so that one member has partition n of all of them. Where members
tell their racks and replicas are not everywhere (KIP-881), partitions go to members of their rack first, as far as the sizes of the shares
allow, and such topics together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from klog.client.groups.assignors.contract import Assignment, Member, Racks, racks_of_use, standing_order
from klog.model import TopicPartition


class RangeAssignor:
    """Kafka's ``RangeAssignor``."""

    name = "range"
    cooperative = False

    def user_data(self, given: Sequence[TopicPartition] | None, generation: int) -> bytes | None:
        """None."""
        return None

    def assign(self, partitions: Mapping[str, int], members: Mapping[str, Member], racks: Racks | None = None) -> Assignment:
        """Everybody's partitions."""
        assignment: Assignment = {member_id: [] for member_id in members}
        topics = [
            _Topic(topic, count, members, [member_id for member_id, member in members.items() if topic in member.topics], racks)
            for topic, count in sorted(partitions.items())
            if count
        ]
        if any(topic.needs_racks for topic in topics):
            _match_racks(topics, assignment)
        for topic in topics:
            topic.assign_ranges(assignment, lambda _member, _place: True)
        for given in assignment.values():
            given.sort()
        return assignment


class _Topic:
    """One topic on its way to being handed out."""

    def __init__(self, topic: str, count: int, members: Mapping[str, Member], who: Sequence[str], racks: Racks | None) -> None:
        self.topic = topic
        self.count = count
        self.members = standing_order(members, who)
        self.member_racks = {member_id: rack for member_id in self.members if (rack := members[member_id].rack)}
        self.left = {TopicPartition(topic, number): None for number in range(count)}
        self.needs_racks = racks_of_use(racks, self.member_racks, self.left) is not None
        self._racks = racks or {}
        self._given = dict.fromkeys(self.members, 0)
        self._share, self._more = divmod(count, len(self.members)) if self.members else (0, 0)

    def room(self, member_id: str) -> int:
        """How many more the member may have."""
        return max(0, self._share + (self._more > 0) - self._given[member_id])

    def matches(self, member_id: str, place: TopicPartition) -> bool:
        """Whether a replica is in the member's rack, or the member does not care."""
        rack = self.member_racks.get(member_id)
        return rack is None or rack in self._racks.get(place, ())

    def give(self, member_id: str, places: Sequence[TopicPartition], assignment: Assignment) -> None:
        """Hand out."""
        assignment[member_id] += places
        self._given[member_id] += len(places)
        if self._given[member_id] > self._share:
            self._more -= 1
        for place in places:
            del self.left[place]

    def assign_ranges(self, assignment: Assignment, may: Callable[[str, TopicPartition], bool]) -> None:
        """To each member in turn what it still may have."""
        for member_id in self.members:
            if not self.left:
                return
            places = [place for place in self.left if may(member_id, place)][: self.room(member_id)]
            if places:
                self.give(member_id, places, assignment)


def _match_racks(topics: Sequence[_Topic], assignment: Assignment) -> None:
    groups: dict[tuple[tuple[str, ...], int], list[_Topic]] = {}
    for topic in topics:
        # Topics whose subscribers have no rack are alike to each other whatever their size, as in Kafka.
        groups.setdefault((tuple(topic.members), topic.count if topic.member_racks else 0), []).append(topic)
    for (members, _), together in groups.items():
        if len(together) == 1:
            if together[0].needs_racks:
                together[0].assign_ranges(assignment, together[0].matches)
        elif together[0].member_racks:
            _match_racks_together(members, together, assignment)


def _match_racks_together(members: Sequence[str], topics: Sequence[_Topic], assignment: Assignment) -> None:
    waiting = list(members)
    for number in range(topics[0].count):
        for member_id in waiting:
            places = [(topic, TopicPartition(topic.topic, number)) for topic in topics]
            if all(topic.matches(member_id, place) and topic.room(member_id) > 0 for topic, place in places):
                for topic, place in places:
                    topic.give(member_id, [place], assignment)
                if not any(topic.room(member_id) for topic in topics):
                    waiting.remove(member_id)
                break
        if not waiting:
            return
