"""What must hold of committed offsets in the simulation, and those who commit without being members of anything.

The rules, whatever happens to the broker:

a. what was acknowledged is read until something newer is, or its time is over;
b. what was read stays read: it counts like what was acknowledged, so nothing is told that a power cut takes back;
c. an offset that no flush can have covered is not told: the high watermark is behind the record that has it.

The time of an offset ends not before its retention, counted from when it was sent. (Where a reset meets a group that has been empty for
long, Kafka counts from the beginning of that: such an offset may go at once.)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from klog.model import TopicPartition
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup, OffsetFetchRequestTopics
from tests.broker.groups.simulated_members import Ask, Lost, Member, Steps

#: A group and a partition.
Where = tuple[str, TopicPartition]


class Log(NamedTuple):
    """A group's partition of ``__consumer_offsets``, as it is now."""

    #: Of the broker: rises when it goes down.
    life: int
    high_watermark: int
    end: int


class Sent(NamedTuple):
    """A commit, when it was sent first."""

    kept_until_s: float
    life: int
    #: Its record stands there, or behind.
    end: int


class Known(NamedTuple):
    """What was true when a request was sent."""

    floors: dict[Where, int]
    kept_until_s: dict[Where, float]
    resets: int


class OffsetRules:
    """See the module.

    :param clock: seconds.
    :param log: the partition of a group; None while there is no broker.
    """

    def __init__(self, clock: Callable[[], float], log: Callable[[str], Log | None]) -> None:
        self._clock = clock
        self._log = log
        #: How long an offset is kept that does not say so itself, in seconds.
        self.retention_s = math.inf
        #: Nobody may read less.
        self.floors: dict[Where, int] = {}
        #: Till when nobody may read nothing.
        self.kept_until_s: dict[Where, float] = {}
        self.sent: dict[Where, dict[int, Sent]] = {}
        self.resets = 0

    def now(self) -> Known:
        """For a request that is sent now."""
        return Known(dict(self.floors), dict(self.kept_until_s), self.resets)

    def commits(self, where: Where, offset: int, retention_s: float | None = None) -> None:
        """It is on its way: somebody may read it from now on, and it may end the time of the one before."""
        until_s = self._clock() + (self.retention_s if retention_s is None else retention_s)
        log = self._log(where[0])
        sent = Sent(until_s, log.life, log.end) if log is not None else Sent(until_s, -1, 0)
        self.sent.setdefault(where, {}).setdefault(offset, sent)
        self.kept_until_s[where] = min(until_s, self.kept_until_s.get(where, math.inf))

    def committed(self, asked: Known, where: Where, offset: int) -> None:
        """It was acknowledged."""
        if asked.resets == self.resets:
            self._raise(where, offset)

    def _raise(self, where: Where, offset: int) -> None:
        """It counts from now on, where its time is not over."""
        sent = self.sent[where][offset]
        if offset >= self.floors.get(where, -1) and self._clock() < sent.kept_until_s:
            self.floors[where] = offset
            self.kept_until_s[where] = sent.kept_until_s

    def fetched(self, asked: Known, who: object, where: Where, offset: int) -> None:
        """It was read, by a request that was sent when `asked` was true."""
        if asked.resets != self.resets:
            return
        floor = asked.floors.get(where, -1)
        if offset == -1:
            until_s = asked.kept_until_s.get(where, 0.0)
            assert floor == -1 or self._clock() >= until_s, f"{who} read nothing of {where}, though {floor} was acknowledged"
            if self.floors.get(where) == floor and self._clock() >= self.kept_until_s.get(where, 0.0):
                self.floors.pop(where, None)
                self.kept_until_s.pop(where, None)
            return
        assert offset in self.sent.get(where, ()), f"{who} read {offset} of {where}"
        # Who begins anew has read nothing before.
        assert offset >= floor, f"{who} read {offset} of {where}, though {floor} was acknowledged"
        sent, log = self.sent[where][offset], self._log(where[0])
        if log is not None and log.life == sent.life:
            assert log.high_watermark > sent.end, f"{who} read {offset} of {where}, which no flush can have covered"
        self._raise(where, offset)

    def reset(self, where: Where, offset: int) -> None:
        """An administrator set it."""
        self.resets += 1
        until_s = math.inf if self.retention_s == math.inf else 0.0
        self.sent.setdefault(where, {})[offset] = Sent(until_s, -1, 0)
        self.floors[where] = offset
        self.kept_until_s[where] = until_s

    def forget(self, group_id: str) -> None:
        """Its group was deleted."""
        self.resets += 1
        for known in (self.floors, self.kept_until_s, self.sent):
            for where in [where for where in known if where[0] == group_id]:
                del known[where]  # type: ignore[attr-defined]


class Loner(Member):
    """Commits for a group of its own, as a consumer that assigns partitions to itself, and lets its offsets expire or not, as it happens;
    looks at others' offsets as a tool does.

    :param others: groups that it looks at.
    """

    def __init__(self, world: Any, name: str, group_id: str, topics: Sequence[str], others: Sequence[str]) -> None:
        super().__init__(world, name, group_id, topics, None)
        self.others = [group_id, *others]
        self.position = 0

    def run(self) -> Steps:
        """For ever."""
        chance = self.world.random
        while True:
            retention_s = chance.choice((1.0, 2.0, 3.0))
            try:
                yield from self.commit_for(retention_s)
                # About when it expires.
                yield retention_s + chance.uniform(-0.8, 0.8)
                if chance.random() < 0.5:
                    yield from self.look()
            except Lost:
                yield chance.uniform(0.05, 0.5)

    def commit_for(self, retention_s: float) -> Steps:
        """One offset further, to be kept for so long."""
        self.position += 1
        partition = self.world.random.choice(self.world.partitions_of(self.topics[:1])[:2])
        self.world.commits(self, {partition: self.position}, retention_s)
        entry = OffsetCommitRequestPartition(partition_index=partition.partition, committed_offset=self.position, committed_metadata="")
        topics = [OffsetCommitRequestTopic(name=partition.topic, partitions=[entry])]
        request = OffsetCommitRequest(
            group_id=self.group_id, generation_id_or_member_epoch=-1, retention_time_ms=int(retention_s * 1000), topics=topics
        )
        answer = yield Ask(request, 4)
        code = answer.topics[0].partitions[0].error_code
        if code:
            self.refused(code)
        else:
            self.world.committed(self, partition, self.position)

    def look(self) -> Steps:
        """What is committed for a group, stable or as it is."""
        chance = self.world.random
        group_id = chance.choice(self.others)
        partitions = self.world.partitions_of(self.topics)
        topics = [
            OffsetFetchRequestTopics(name=topic, partition_indexes=[one.partition for one in partitions if one.topic == topic])
            for topic in self.topics
        ]
        group = OffsetFetchRequestGroup(group_id=group_id, topics=topics)
        answer = yield Ask(OffsetFetchRequest(groups=[group], require_stable=chance.random() < 0.3), 8)
        [result] = answer.groups
        if result.error_code:
            self.refused(result.error_code)
            return
        for topic in result.topics:
            for entry in topic.partitions:
                self.world.fetched(self, TopicPartition(topic.name, entry.partition_index), entry.committed_offset, group_id)
