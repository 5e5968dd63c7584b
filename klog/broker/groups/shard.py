"""One partition of ``__consumer_offsets`` and all that it says: groups, and committed offsets.

How a shard is read, written and closed is every coordinator's (`klog.broker.coordinators.shard`); the two protocols and the offset store
say which records they keep (`Shard.on`).
"""

from __future__ import annotations

from collections.abc import Iterator

from klog.broker.coordinators.shard import CoordinatorLog
from klog.broker.groups.group import GroupEnvironment, GroupShard
from klog.broker.groups.offsets import OffsetStore
from klog.broker.groups.replay import GroupReplay
from klog.wire.group_records import KEYS


class Shard(GroupShard):
    """The groups whose id falls on `partition`, and their committed offsets."""

    kinds = KEYS

    def __init__(self, partition: int, environment: GroupEnvironment, log: CoordinatorLog) -> None:
        super().__init__(partition, environment, log)
        self.offsets = OffsetStore(self)

    def __repr__(self) -> str:
        return f"Shard({self.partition}, {self.state.value}, {len(self.groups)} groups)"

    def begin_replay(self) -> GroupReplay:
        """Offsets on the fast way."""
        return GroupReplay(self.offsets)

    def loaded(self) -> None:
        """Members' sessions begin."""
        for group in list(self.groups.values()):
            group.loaded()

    def unloaded(self) -> None:
        """Whoever waits is answered with NOT_COORDINATOR."""
        for group in list(self.groups.values()):
            group.forget()
        self.groups.clear()

    def postponed(self) -> list[Iterator[None]]:
        """Topics are forgotten that were deleted while the shard was loading."""
        topics = self.offsets.postponed
        works = [self.offsets.forget_topic(topic, topic_id) for topic, topic_id in topics]
        topics.clear()
        return works

    def expire(self) -> Iterator[None]:
        """Offsets whose retention has passed, and groups that have nothing left."""
        return self.offsets.expire()
