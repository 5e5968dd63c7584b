"""Who is subscribed to what in a consumer group: counts of topics and of regular expressions, and the topics that are meant. Pure.

A topic counts once for each member that names it, and once for each regular expression that matches it, however many members have that one
(Kafka's ``SubscriptionCount``). Topics and expressions that nobody asks for any more are not in the counts.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from klog.broker.groups.consumer.member import ConsumerMember
from klog.cluster.interfaces import TopicInfo
from klog.model import TopicId


class SubscriptionCount(NamedTuple):
    """How many members name a topic, and how many regular expressions match it."""

    by_name: int = 0
    by_regex: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class ResolvedRegex:
    """What a regular expression matched, in which version of the metadata, and when (milliseconds since 1970)."""

    topics: frozenset[str] = frozenset()
    version: int = -1
    timestamp_ms: int = -1


#: What an expression that was never resolved matches.
UNRESOLVED = ResolvedRegex()
_NONE = SubscriptionCount()


def count(counts: dict[str, SubscriptionCount], topics: Iterable[str], *, names: int = 0, regexes: int = 0) -> None:
    """Add to the counts of `topics`, or take away."""
    for topic in topics:
        by_name, by_regex = counts.get(topic, _NONE)
        by_name, by_regex = max(by_name + names, 0), max(by_regex + regexes, 0)
        if by_name or by_regex:
            counts[topic] = SubscriptionCount(by_name, by_regex)
        else:
            counts.pop(topic, None)


def count_one(counts: dict[str, int], name: str | None, step: int) -> None:
    """Add to a plain count, or take away; nothing for no name."""
    if name is None:
        return
    number = counts.get(name, 0) + step
    if number > 0:
        counts[name] = number
    else:
        counts.pop(name, None)


def is_homogeneous(regexes: Mapping[str, int], topics: Mapping[str, SubscriptionCount], members: int) -> bool:
    """Whether all members have the same subscription (``ConsumerGroup.subscriptionType``).

    :param regexes: members by expression.
    """
    if not regexes:
        return all(number.by_name == members for number in topics.values())
    if next(iter(regexes.values())) != members:
        return False
    return all(number.by_regex == 1 and number.by_name == 0 for number in topics.values())


def subscribed_names(member: ConsumerMember, resolved: Mapping[str, ResolvedRegex]) -> frozenset[str]:
    """The topics that a member asks for, by name or by a regular expression; one that is not resolved yet matches nothing."""
    names = member.subscribed_names
    regex = member.regex
    if regex is not None:
        names |= resolved.get(regex, UNRESOLVED).topics
    return names


def existing_ids(names: Iterable[str], topics: Mapping[str, TopicInfo]) -> frozenset[TopicId]:
    """The ids of those topics that exist."""
    found = (topics.get(name) for name in names)
    return frozenset(topic.topic_id for topic in found if topic is not None)
