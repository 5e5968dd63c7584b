"""The cooperative sticky assignor: the sticky one for members that keep their partitions while the group rebalances (KIP-429).

What has to move is first taken from its owner and given to nobody; the owner gives it up and the group rebalances again, and then it is
free. So nobody stops reading what it keeps, and no partition has two owners.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from klog.client.groups.assignors.contract import NO_GENERATION, Assignment, Member, Racks
from klog.client.groups.assignors.sticky import Claim, assign_sticky
from klog.model import TopicPartition

_INT32 = struct.Struct(">i")


class CooperativeStickyAssignor:
    """Kafka's ``CooperativeStickyAssignor``."""

    name = "cooperative-sticky"
    cooperative = True

    def user_data(self, given: Sequence[TopicPartition] | None, generation: int) -> bytes | None:
        """The generation, for leaders that do not know it from the subscription yet (KIP-792)."""
        return _INT32.pack(generation)

    def assign(self, partitions: Mapping[str, int], members: Mapping[str, Member], racks: Racks | None = None) -> Assignment:
        """Everybody's partitions, less those that their owners have to give up first."""
        claims = {member_id: _claim(member) for member_id, member in members.items()}
        assignment, moving = assign_sticky(partitions, members, claims, racks)
        if moving is None:
            moving = _moving(assignment, members)
        for place, member_id in moving.items():
            assignment[member_id].remove(place)
        return assignment


def _claim(member: Member) -> Claim:
    if member.generation != NO_GENERATION:
        return Claim(member.owned, member.generation)
    if member.user_data is None:
        return Claim(member.owned)
    generation = _INT32.unpack_from(member.user_data)[0] if len(member.user_data) >= _INT32.size else NO_GENERATION
    return Claim(member.owned, generation)


def _moving(assignment: Assignment, members: Mapping[str, Member]) -> dict[TopicPartition, str]:
    """What somebody gets that another one owns."""
    added = {place: member_id for member_id, given in assignment.items() for place in given if place not in members[member_id].owned}
    taken = {place for member_id, given in assignment.items() for place in set(members[member_id].owned).difference(given)}
    return {place: member_id for place, member_id in added.items() if place in taken}
