"""Balance where members want different topics (Kafka 4.3.1's ``UniformHeterogeneousAssignmentBuilder``).

Three steps. First, each member keeps what it has of the topics that it still wants. Then the free partitions of each topic go to its
subscribers, the least loaded first; topics with many partitions per subscriber come first, as they leave the least choice. Last, topic
by topic, partitions move from the most loaded subscribers to the least loaded ones until no pair differs by more than one; that is
repeated until a whole round moves nothing, at most `MAX_ROUNDS` times.

Within a topic both ends are worked on level by level: all members with the lowest count get one each, which makes them members of the
next level; likewise at the top. So no heap is needed, and who comes next depends on nothing but the counts and the members' order.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from klog.broker.groups.assignors.contract import Assignment, GroupSpec, Topics, size_of
from klog.model import TopicId

#: How often the topics are gone through in search of balance. A round roughly halves what is out of balance where subscriptions overlap.
MAX_ROUNDS = 16
_NOBODY = -1


def assign_heterogeneous(spec: GroupSpec, topics: Topics) -> Assignment:
    """The assignment where subscriptions differ.

    :raises PartitionAssignorError: a subscribed topic is not among `topics`.
    """
    return _Balance(spec, topics).run()


def _id_order(topic_id: TopicId) -> tuple[int, int]:
    """Kafka compares ids as two signed 64-bit numbers."""
    high, low = struct.unpack(">qq", topic_id)
    return high, low


class _Balance:
    """One calculation. Members are numbers: their places in the group."""

    def __init__(self, spec: GroupSpec, topics: Topics) -> None:
        self.spec = spec
        #: Partitions of each member.
        self.counts = [0] * len(spec.members)
        self.subscribers: dict[TopicId, list[int]] = {}
        for number, member in enumerate(spec.members.values()):
            for topic_id in member.subscribed_topic_ids:
                self.subscribers.setdefault(topic_id, []).append(number)
        #: The owner of each partition of each topic.
        self.owners: dict[TopicId, list[int]] = {topic_id: [_NOBODY] * size_of(topic_id, topics) for topic_id in self.subscribers}
        self.topic_order = sorted(self.subscribers, key=self._topic_key)

    def _topic_key(self, topic_id: TopicId) -> tuple[float, int, tuple[int, int]]:
        subscribers = len(self.subscribers[topic_id])
        return -len(self.owners[topic_id]) / subscribers, subscribers, _id_order(topic_id)

    def run(self) -> Assignment:
        self._keep()
        for topic_id in self.topic_order:
            self._fill(topic_id)
        self._balance()
        result: Assignment = {member_id: {} for member_id in self.spec.members}
        partitions_of = list(result.values())
        for topic_id, owners in self.owners.items():
            for partition, owner in enumerate(owners):
                partitions_of[owner].setdefault(topic_id, set()).add(partition)
        return result

    def _keep(self) -> None:
        """What members have and still want."""
        for number, member in enumerate(self.spec.members.values()):
            for topic_id, partitions in member.assigned.items():
                if topic_id not in member.subscribed_topic_ids:
                    continue
                owners = self.owners[topic_id]
                for partition in partitions:
                    if 0 <= partition < len(owners) and owners[partition] == _NOBODY:
                        owners[partition] = number
                        self.counts[number] += 1

    def _fill(self, topic_id: TopicId) -> None:
        """Give a topic's free partitions away."""
        owners = self.owners[topic_id]
        if _NOBODY not in owners:
            return
        levels = _Levels(self.subscribers[topic_id], self.counts)
        for partition, owner in enumerate(owners):
            if owner == _NOBODY:
                taker = levels.next_lowest()
                owners[partition] = taker
                self.counts[taker] += 1

    def _balance(self) -> None:
        order = [topic_id for topic_id in self.topic_order if len(self.subscribers[topic_id]) >= 2]
        last_changed = -1
        for _ in range(MAX_ROUNDS):
            for index, topic_id in enumerate(order):
                if index == last_changed:
                    return
                if self._balance_topic(topic_id) or last_changed == -1:
                    last_changed = index

    def _balance_topic(self, topic_id: TopicId) -> int:
        """Move the topic's partitions from those with most to those with least.

        :returns: how many have moved.
        """
        counts, subscribers = self.counts, self.subscribers[topic_id]
        loads = [counts[number] for number in subscribers]
        if max(loads) - min(loads) <= 1:
            return 0
        owners = self.owners[topic_id]
        owned: dict[int, list[int]] = {}
        for partition, owner in enumerate(owners):
            owned.setdefault(owner, []).append(partition)
        levels = _Levels(subscribers, counts)
        moved = 0
        while True:
            giver = levels.next_highest()
            while giver != _NOBODY and not owned.get(giver):
                levels.leave_out_highest()
                giver = levels.next_highest()
            if giver == _NOBODY:
                return moved
            partition = owned[giver].pop()
            taker = levels.next_lowest()
            if levels.is_balanced:
                return moved
            owners[partition] = taker
            counts[giver] -= 1
            counts[taker] += 1
            moved += 1


class _Levels:
    """A topic's subscribers by load, worked on from both ends. The caller changes `counts` as it acts on the answers.

    The low end is ``order[:low_end]``, all of whom had `low_level` partitions at the start of their turn; the high end is
    ``order[high_start:high_end]`` with `high_level`. Behind `high_end` stand those that have nothing to give.
    """

    __slots__ = ("counts", "high_end", "high_level", "high_next", "high_start", "low_end", "low_level", "low_next", "order")

    def __init__(self, members: Sequence[int], counts: list[int]) -> None:
        self.counts = counts
        # Members are in ascending order, and sorting keeps that among equals.
        self.order = order = sorted(members, key=counts.__getitem__)
        self.low_end = self.low_next = 0
        self.low_level = counts[order[0]] - 1
        self.high_start = self.high_end = len(order)
        self.high_level = counts[order[-1]] + 1
        self.high_next = len(order) - 1

    @property
    def is_balanced(self) -> bool:
        """Whether moving one more partition would help nobody."""
        return self.high_level - self.low_level <= 1

    def next_lowest(self) -> int:
        """The member that should get the next partition."""
        if self.low_next >= self.low_end:
            self.low_level += 1
            order, counts, end = self.order, self.counts, self.low_end
            while end < len(order) and counts[order[end]] == self.low_level:
                end += 1
            self.low_end = end
            self.low_next = 0
        self.low_next += 1
        return self.order[self.low_next - 1]

    def next_highest(self) -> int:
        """The member that should give one away; -1 where nobody is left."""
        if self.high_next < self.high_start:
            order, counts, start = self.order, self.counts, self.high_start
            if self.high_end <= start and start > 0:
                # Everybody at this level had nothing to give: go on at the level of the next one below.
                self.high_level = counts[order[start - 1]]
            else:
                self.high_level -= 1
            while start > 0 and counts[order[start - 1]] == self.high_level:
                start -= 1
            self.high_start = start
            self.high_next = self.high_end - 1
        if self.high_next < 0:
            return _NOBODY
        self.high_next -= 1
        return self.order[self.high_next + 1]

    def leave_out_highest(self) -> None:
        """The member that `next_highest` returned last has nothing to give of this topic."""
        place, last = self.high_next + 1, self.high_end - 1
        self.order[place], self.order[last] = self.order[last], self.order[place]
        self.high_end = last
