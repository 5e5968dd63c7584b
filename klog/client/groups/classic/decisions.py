"""What a member of a classic group decides in a rebalance: what to give up, what is new, and when the others have to be asked again.

Functions of plain values; `membership` acts on them. What an answer of the coordinator leads to is in `coordinator_errors`, and who gets
which partition in `assignors`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from klog.model import TopicPartition


class AssignmentChange(NamedTuple):
    """From what is owned to what was assigned."""

    revoked: frozenset[TopicPartition]
    added: frozenset[TopicPartition]


def assignment_change(owned: Collection[TopicPartition], assigned: Collection[TopicPartition]) -> AssignmentChange:
    """What has to be given up, and what comes."""
    return AssignmentChange(frozenset(owned).difference(assigned), frozenset(assigned).difference(owned))


def to_give_up_before_joining(
    owned: Collection[TopicPartition], topics: Collection[str], *, is_member: bool, cooperative: bool
) -> tuple[frozenset[TopicPartition], bool]:
    """What a classic member must give up before it asks to join, and whether that is lost already.

    All where it is no member any more (lost) or rebalances eagerly; of a cooperative one only what it does not want any more (KIP-429).
    """
    if not is_member:
        return frozenset(owned), True
    if not cooperative:
        return frozenset(owned), False
    return frozenset(place for place in owned if place.topic not in topics), False


def topics_differ(before: Mapping[str, int], now: Mapping[str, int]) -> list[str]:
    """Topics whose number of partitions changed (0 for none), in order: why a leader has the group rebalance."""
    return sorted(topic for topic in before.keys() | now.keys() if before.get(topic, 0) != now.get(topic, 0))
