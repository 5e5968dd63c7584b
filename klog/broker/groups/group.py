"""What every group is to the rest of the broker, whichever protocol its members speak.

A group lives in a `klog.broker.groups.shard.Shard`, the part of the coordinator that belongs to one partition of ``__consumer_offsets``.
There are two kinds: `classic` (``classic.group``: JoinGroup and SyncGroup, the leader assigns) and `consumer` (``consumer.group``:
KIP-848, the broker assigns). Committed offsets are not the group's: ``offsets.OffsetStore`` keeps them and asks the group what it
permits. A group id that has only offsets has no `Group` until somebody needs one.

Refusals are `klog.errors.KlogError` with the code that the client gets.
"""

from __future__ import annotations

import dataclasses
import enum
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from klog.broker.coordinators.environment import CoordinatorEnvironment
from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.coordinators.shard import CoordinatorLog, CoordinatorShard
from klog.broker.groups.group_settings import GroupSettings
from klog.metrics import Metrics

if TYPE_CHECKING:
    from klog.wire.messages.describe_groups import DescribedGroup


#: Asked with topic name, topic id and partition whether this one may be committed; raises KlogError, which refuses the whole request
#: (``CommitPartitionValidator``).
CommitCheck = Callable[[str, bytes, int], None]


class GroupKind(enum.Enum):
    """Kafka's group types, as ListGroups 5 names them."""

    CLASSIC = "classic"
    CONSUMER = "consumer"


@dataclasses.dataclass(slots=True, kw_only=True)
class GroupEnvironment(CoordinatorEnvironment):
    """What all parts of the group coordinator are handed."""

    settings: GroupSettings
    random: random.Random
    metrics: Metrics

    def new_uuid(self) -> str:
        """A random UUID as text (36 characters), for member ids."""
        bits = self.random.getrandbits(128)
        bits = bits & ~(0xF << 76) | (4 << 76)
        bits = bits & ~(0x3 << 62) | (0x2 << 62)
        text = f"{bits:032x}"
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


class Group:
    """One group. Subclasses: ``ClassicGroup`` and ``ConsumerGroup``.

    :ivar shard: where it lives.
    """

    __slots__ = ("group_id", "shard")

    kind: GroupKind

    def __init__(self, group_id: str, shard: CoordinatorShard[GroupEnvironment]) -> None:
        self.group_id = group_id
        self.shard = shard

    # What others ask

    @property
    def protocol_type(self) -> str | None:
        """``consumer`` for consumers; None where no member ever said."""
        raise NotImplementedError

    @property
    def state_name(self) -> str:
        """The state as DescribeGroups and ListGroups write it: Stable, Empty, PreparingRebalance, Assigning …"""
        raise NotImplementedError

    @property
    def is_empty(self) -> bool:
        """Whether it has no members."""
        raise NotImplementedError

    def check_commit(
        self, member_id: str, instance_id: str | None, generation: int, *, is_transactional: bool = False, api_version: int
    ) -> CommitCheck | None:
        """Whether somebody who calls himself so may commit offsets (``Group.validateOffsetCommit``). Raises KlogError.

        :returns: None where he may commit any partition; else what must be asked about each one.
        """
        raise NotImplementedError

    def check_fetch(self, member_id: str | None, member_epoch: int) -> None:
        """Whether he may fetch committed offsets (OffsetFetch 9 and later say who asks). Raises KlogError."""
        raise NotImplementedError

    def check_offset_delete(self) -> None:
        """Whether OffsetDelete is permitted in this state. Raises KlogError."""
        raise NotImplementedError

    def check_delete(self) -> None:
        """Whether DeleteGroups is permitted: NON_EMPTY_GROUP, GROUP_ID_NOT_FOUND where it is dead. Raises KlogError."""
        raise NotImplementedError

    def is_subscribed_to(self, topic: str) -> bool:
        """Whether a member consumes `topic`, as far as the broker knows (unknown: True)."""
        raise NotImplementedError

    def offsets_expire_from_ms(self, commit_ms: int) -> int | None:
        """When the retention of an offset that was committed at `commit_ms` begins; None where offsets do not expire now
        (``Group.offsetExpirationCondition``). Of topics that `is_subscribed_to` nothing expires."""
        raise NotImplementedError

    def tombstones(self) -> Sequence[CoordinatorRecord]:
        """What must be written so that the group is gone."""
        raise NotImplementedError

    def describe(self, version: int) -> DescribedGroup:
        """For DescribeGroups. Raises KlogError(GROUP_ID_NOT_FOUND) where the group is no classic one."""
        raise NotImplementedError

    # What happens to it

    def loaded(self) -> None:
        """Its partition has been read to the end: members' sessions begin."""

    def forget(self) -> None:
        """It goes (deleted, or the broker stops): deadlines end, and whoever waits is answered with NOT_COORDINATOR."""


class GroupShard(CoordinatorShard[GroupEnvironment]):
    """The groups whose id falls on one partition of ``__consumer_offsets``, by group id (`groups`); `klog.broker.groups.shard.Shard` adds
    what they have committed."""

    def __init__(self, partition: int, environment: GroupEnvironment, log: CoordinatorLog) -> None:
        super().__init__(partition, environment, log)
        self.groups: dict[str, Group] = {}
