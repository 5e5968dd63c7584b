"""What an assignor of the classic protocol is: the leader of a group hands out the partitions, and every member must be able to lead.

Assignors are pure functions of the members' subscriptions and the numbers of partitions; what an assignor has its members tell the leader
(`Assignor.user_data`) is a function, too, of what the member was given last. Their results are those of Apache Kafka's Java classes of the
same name, so that a group does not reshuffle because its leader changes: the order in which Java walks its hash maps decides ties there
(`hash_map_order`), and so here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from klog.model import TopicPartition
from klog.wire.java_hash import java_hash

#: A generation that is none.
NO_GENERATION = -1

#: What each member is given.
Assignment = dict[str, list[TopicPartition]]
#: Racks that hold a replica of a partition; partitions may be left out.
Racks = Mapping[TopicPartition, frozenset[str]]


class Member(NamedTuple):
    """What the leader knows of one member: its subscription (``ConsumerProtocolSubscription``).

    :ivar owned: what it has not given up; always empty where the group rebalances eagerly.
    :ivar generation: in which it owned that; `NO_GENERATION` where it did not say.
    """

    topics: tuple[str, ...]
    owned: tuple[TopicPartition, ...] = ()
    generation: int = NO_GENERATION
    user_data: bytes | None = None
    instance_id: str | None = None
    rack: str | None = None


class Assignor(Protocol):
    """One way of handing out partitions."""

    @property
    def name(self) -> str:
        """As the members agree on it in JoinGroup."""

    @property
    def cooperative(self) -> bool:
        """Whether members may keep their partitions while the group rebalances (KIP-429)."""

    def user_data(self, given: Sequence[TopicPartition] | None, generation: int) -> bytes | None:
        """What a member tells the leader beside its topics: from what it was given last (None: nothing yet), and in which generation."""

    def assign(self, partitions: Mapping[str, int], members: Mapping[str, Member], racks: Racks | None = None) -> Assignment:
        """Everybody's partitions.

        :param partitions: number of partitions of each topic that exists.
        :param members: by member id, in the order of JoinGroup's answer.
        """


def hash_map_order(keys: Iterable[str]) -> list[str]:
    """`keys` as a ``java.util.HashMap`` that they were put into, in this order, walks them."""
    listed = list(keys)
    mask = table_size(len(listed)) - 1
    return sorted(listed, key=lambda key: spread(java_hash(key)) & mask)


def table_size(count: int) -> int:
    """Buckets of a ``HashMap`` that has grown to `count` keys."""
    size = 16
    while count > size * 3 // 4:
        size *= 2
    return size


def spread(value: int) -> int:
    """How ``HashMap`` mixes a 32-bit hash."""
    value &= 0xFFFFFFFF
    return value ^ value >> 16


def racks_of_use(
    racks: Racks | None, of_members: Mapping[str, str], partitions: Iterable[TopicPartition]
) -> dict[TopicPartition, frozenset[str]] | None:
    """The racks of `partitions`; None where looking at them cannot help: nobody has one, none holds a replica, all hold all (KIP-881)."""
    if not of_members or racks is None:
        return None
    here = {place: racks.get(place, frozenset()) for place in partitions}
    everywhere = frozenset().union(*here.values())
    if everywhere.isdisjoint(of_members.values()) or all(each == everywhere for each in here.values()):
        return None
    return here


def standing_order(members: Mapping[str, Member], who: Iterable[str]) -> list[str]:
    """Members in the order in which range and round-robin serve them: static ones first, by instance id, then the others by member id."""
    return sorted(who, key=lambda member_id: (members[member_id].instance_id is None, members[member_id].instance_id or member_id))
