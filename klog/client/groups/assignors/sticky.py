"""The sticky assignor: as balanced as can be, and of all such assignments one that moves few partitions.

Whoever leads learns from the members what they had: from user data that each was given to keep (`encode_user_data`), with the generation in
which it was true, so that of two who claim a partition the later one is believed. Where all members want the same topics
`klog.client.groups.assignors.sticky_equal` deals the partitions out in one go; otherwise `sticky_unequal` moves partitions one by one until
nothing gets better. Both give what Java's ``AbstractStickyAssignor`` (4.3.1) gives.

Apart from Java: what members claim that does not exist any more is ignored, where Java's general algorithm would hand other partitions out
twice; nothing is given back to who does not want it any more; and generations of assignments led long ago are not remembered.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from klog.client.groups.assignors.contract import NO_GENERATION, Assignment, Member, Racks, hash_map_order
from klog.client.groups.assignors.sticky_equal import assign_equal
from klog.client.groups.assignors.sticky_unequal import assign_unequal
from klog.model import TopicPartition

_INT16 = struct.Struct(">h")
_INT32 = struct.Struct(">i")


class Claim(NamedTuple):
    """What a member says it had.

    :ivar generation: when; None where it did not say.
    """

    partitions: Sequence[TopicPartition] = ()
    generation: int | None = None


class StickyAssignor:
    """Kafka's ``StickyAssignor``, which rebalances eagerly."""

    name = "sticky"
    cooperative = False

    def user_data(self, given: Sequence[TopicPartition] | None, generation: int) -> bytes | None:
        """What it was given, and when."""
        return None if given is None else encode_user_data(given, generation)

    def assign(self, partitions: Mapping[str, int], members: Mapping[str, Member], racks: Racks | None = None) -> Assignment:
        """Everybody's partitions."""
        claims = {member_id: decode_user_data(member.user_data) if member.user_data else Claim() for member_id, member in members.items()}
        return assign_sticky(partitions, members, claims, racks)[0]


def assign_sticky(
    partitions: Mapping[str, int], members: Mapping[str, Member], claims: Mapping[str, Claim], racks: Racks | None
) -> tuple[Assignment, dict[TopicPartition, str] | None]:
    """Everybody's partitions; and those that somebody else had, by their new owner, where that is known."""
    if not members:
        return {}, {}
    order = hash_map_order(members)
    wanted = {topic: partitions[topic] for member in members.values() for topic in member.topics if partitions.get(topic)}
    owned, disputed = _believed(wanted, members, claims, order)
    ranked = {member_id: rack for member_id in order if (rack := members[member_id].rack)}
    if len({frozenset(members[member_id].topics) for member_id in order if members[member_id].topics}) <= 1 and _all_or_none(members):
        return assign_equal(wanted, owned, disputed, ranked, racks)
    newest = max((claim.generation for claim in claims.values() if claim.generation is not None), default=NO_GENERATION)
    earlier: dict[TopicPartition, tuple[int, str]] = {}
    for member_id in order:
        generation = claims[member_id].generation
        at = NO_GENERATION if generation is None else generation
        if at < newest:
            for place in claims[member_id].partitions:
                if place not in earlier or at > earlier[place][0]:
                    earlier[place] = at, member_id
    topics = {member_id: [topic for topic in members[member_id].topics if topic in wanted] for member_id in order}
    return assign_unequal(wanted, topics, owned, {place: who for place, (_, who) in earlier.items()}, ranked, racks), None


def _all_or_none(members: Mapping[str, Member]) -> bool:
    # Members without any topic differ from those that have some.
    return len({bool(member.topics) for member in members.values()}) == 1


def _believed(
    wanted: Mapping[str, int], members: Mapping[str, Member], claims: Mapping[str, Claim], order: Sequence[str]
) -> tuple[dict[str, list[TopicPartition]], set[TopicPartition]]:
    """What each member may be thought to own, and what two claimed in the same generation, so that neither is believed."""
    owned: dict[str, list[TopicPartition]] = {}
    disputed: set[TopicPartition] = set()
    owner_of: dict[TopicPartition, str] = {}
    for member_id in order:
        mine = owned[member_id] = []
        claim = claims[member_id]
        generation = NO_GENERATION if claim.generation is None else claim.generation
        for place in claim.partitions:
            if not 0 <= place.partition < wanted.get(place.topic, 0):
                continue
            other = owner_of.get(place)
            if other is None:
                mine.append(place)
                owner_of[place] = member_id
                continue
            # Kafka asks the subscription for the other one's generation, not its claim.
            others = members[other].generation
            if generation < others:
                continue
            if place in owned[other]:
                owned[other].remove(place)
            if generation == others:
                disputed.add(place)
            else:
                mine.append(place)
            owner_of[place] = member_id
    return owned, disputed


def encode_user_data(given: Sequence[TopicPartition], generation: int) -> bytes:
    """``topic_partitions => [topic [partition]] generation``, as ``StickyAssignor`` writes it (version 1)."""
    by_topic: dict[str, list[int]] = {}
    for topic, partition in given:
        by_topic.setdefault(topic, []).append(partition)
    pieces = [_INT32.pack(len(by_topic))]
    for topic, numbers in by_topic.items():
        name = topic.encode()
        pieces += [_INT16.pack(len(name)), name, _INT32.pack(len(numbers)), struct.pack(f">{len(numbers)}i", *numbers)]
    return b"".join([*pieces, _INT32.pack(generation)])


def decode_user_data(data: bytes) -> Claim:
    """What `encode_user_data` wrote, or version 0 of it, which has no generation; nothing is believed where it cannot be read."""
    places: list[TopicPartition] = []
    try:
        (topics,), position = _INT32.unpack_from(data), 4
        for _ in range(topics):
            (size,) = _INT16.unpack_from(data, position)
            position += 2
            if not 0 <= size <= len(data) - position:
                raise ValueError("a topic's name is longer than the data")
            topic = data[position : position + size].decode()
            (count,) = _INT32.unpack_from(data, position + size)
            position += size + 4
            if not 0 <= count <= (len(data) - position) // 4:
                raise ValueError("there are more partitions than data")
            places += [TopicPartition(topic, number) for number in struct.unpack_from(f">{count}i", data, position)]
            position += 4 * count
        if topics < 0:
            raise ValueError("a negative number of topics")
    except (struct.error, ValueError):
        return Claim((), NO_GENERATION)
    return Claim(places, _INT32.unpack_from(data, position)[0] if len(data) >= position + 4 else None)
