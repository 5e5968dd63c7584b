"""What a server-side assignor is given and what it answers (KIP-848, Kafka's ``GroupSpec``, ``MemberAssignment``).

An assignor is a pure function of the members, their present partitions and the sizes of the topics. It must be deterministic: members
count in the order of `GroupSpec.members`, topics in the order of their ids.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import NamedTuple, Protocol

from klog.errors import ErrorCode, KlogError
from klog.model import TopicId, topic_id_to_text

#: How many partitions each topic has.
Topics = Mapping[TopicId, int]
#: Partitions by topic, for one member.
Partitions = dict[TopicId, set[int]]
#: What an assignor answers: one entry per member of the group, empty for one that gets nothing; topics without partitions are left out.
Assignment = dict[str, Partitions]


class PartitionAssignorError(KlogError):
    """The assignor could not do its work; a client sees UNKNOWN_SERVER_ERROR, as Kafka answers a ``PartitionAssignorException``."""

    def __init__(self, message: str) -> None:
        super().__init__(ErrorCode.UNKNOWN_SERVER_ERROR, message)


def size_of(topic_id: TopicId, topics: Topics) -> int:
    """The topic's number of partitions.

    :raises PartitionAssignorError: it is not among `topics`.
    """
    size = topics.get(topic_id)
    if size is None:
        raise PartitionAssignorError(f"A member is subscribed to topic {topic_id_to_text(topic_id)}, which does not exist.")
    return size


class MemberSpec(NamedTuple):
    """One member. A tuple, as there is one for each member of a group whenever one of them changes.

    :ivar subscribed_topic_ids: topics that it wants and that exist, from names and regular expressions together.
    :ivar assigned: its target assignment so far; it may name topics and partitions that are gone.
    """

    subscribed_topic_ids: AbstractSet[TopicId]
    assigned: Mapping[TopicId, AbstractSet[int]] = MappingProxyType({})
    rack_id: str | None = None
    instance_id: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class GroupSpec:
    """A group's members by id. No two members have the same partition.

    :ivar homogeneous: whether all subscriptions are equal (Kafka's ``SubscriptionType``).
    """

    members: Mapping[str, MemberSpec]
    homogeneous: bool

    @classmethod
    def of(cls, members: Mapping[str, MemberSpec]) -> GroupSpec:
        """A spec that finds out itself whether the subscriptions are equal."""
        wanted = [member.subscribed_topic_ids for member in members.values()]
        return cls(members, all(one == wanted[0] for one in wanted[1:]))


class Assignor(Protocol):
    """Kafka's ``ConsumerGroupPartitionAssignor``."""

    @property
    def name(self) -> str:
        """What clients call it in ConsumerGroupHeartbeat's ServerAssignor."""

    def assign(self, spec: GroupSpec, topics: Topics) -> Assignment:
        """The new target assignment of every member. What it was given is not changed.

        :raises PartitionAssignorError: a member is subscribed to a topic that is not among `topics`.
        """
