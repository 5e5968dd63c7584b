"""What a member of a ZooKeeper group makes of what it has read: functions of plain values. Nothing is done here."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Hashable, Mapping

from klog.client.groups.paper.algorithm import Thread, subscription_of
from klog.client.groups.paper.registries import Owned
from klog.model import TopicPartition
from klog.zookeeper.consumer_znodes import ConsumerRegistration, Pattern, ids_path
from klog.zookeeper.znode_json import BadZnode


def subscriptions(group_id: str, members: Mapping[str, ConsumerRegistration], topics: Collection[str]) -> dict[str, dict[str, int]]:
    """Threads by topic, of each member.

    :param topics: all that exist; needed where `has_patterns`.
    :raises BadZnode: a pattern that is no regular expression.
    """
    found: dict[str, dict[str, int]] = {}
    seen: dict[Hashable, dict[str, int]] = {}
    for consumer, registration in members.items():
        key = (registration.pattern, tuple(sorted(registration.subscription.items())))
        if key not in seen:
            try:
                seen[key] = subscription_of(registration, topics)
            except re.error as error:
                raise BadZnode(f"{ids_path(group_id)}/{consumer}", f"its pattern is no regular expression: {error}") from error
        found[consumer] = seen[key]
    return found


def has_patterns(members: Mapping[str, ConsumerRegistration]) -> bool:
    """Whether all topics must be known to understand them."""
    return any(registration.pattern is not Pattern.STATIC for registration in members.values())


@dataclasses.dataclass(frozen=True)
class Verdict:
    """How things stand with the partitions that shall be ours."""

    #: We hold them, and the registry says so.
    kept: frozenset[TopicPartition] = frozenset()
    #: We hold them, and the registry does not say so.
    lost: frozenset[TopicPartition] = frozenset()
    #: We do not hold them, and the registry says that we do: taken by a request whose answer was lost, or before the session was doubtful.
    found: frozenset[TopicPartition] = frozenset()
    #: The same, of another thread of ours: to be given back first.
    mistaken: frozenset[TopicPartition] = frozenset()
    #: Nobody owns them.
    free: frozenset[TopicPartition] = frozenset()
    #: Somebody else does, by the text of the registry.
    foreign: Mapping[TopicPartition, str] = dataclasses.field(default_factory=dict)


def judge(
    wanted: Mapping[TopicPartition, Thread],
    owners: Mapping[TopicPartition, Owned],
    session: int,
    held: Collection[TopicPartition],
) -> Verdict:
    """How things stand.

    :param wanted: what shall be ours, all of what is held included.
    :param owners: of these, as far as anybody owns them.
    :param session: ours.
    """
    kept: set[TopicPartition] = set()
    lost: set[TopicPartition] = set()
    found: set[TopicPartition] = set()
    mistaken: set[TopicPartition] = set()
    free: set[TopicPartition] = set()
    foreign: dict[TopicPartition, str] = {}
    for place, thread in wanted.items():
        owned = owners.get(place)
        if owned is not None and owned.session == session:
            if owned.thread == str(thread):
                (kept if place in held else found).add(place)
            else:
                (lost if place in held else mistaken).add(place)
            continue
        if place in held:
            lost.add(place)
        elif owned is None:
            free.add(place)
        if owned is not None:
            foreign[place] = owned.thread
    return Verdict(frozenset(kept), frozenset(lost), frozenset(found), frozenset(mistaken), frozenset(free), foreign)


def one_of_each(owners: Mapping[TopicPartition, str], most: int) -> list[TopicPartition]:
    """The first partition of each owner, `most` at most: whoever gives up gives up everything, so these tell enough."""
    first: dict[str, TopicPartition] = {}
    for place in sorted(owners):
        first.setdefault(owners[place], place)
    return list(first.values())[:most]


class ObstacleTimer:
    """How long the same obstacle has been put up with.

    :ivar tries: how many times it was met.
    """

    def __init__(self) -> None:
        self.tries = 0
        self._what: Hashable = None
        self._since_s = 0.0

    def met(self, what: Hashable, now_s: float) -> float:
        """`what` is in our way; for how long it has been, in seconds."""
        if what != self._what:
            self._what, self._since_s, self.tries = what, now_s, 0
        self.tries += 1
        return self.passed_s(now_s)

    def passed_s(self, now_s: float) -> float:
        """For how long it has been."""
        return now_s - self._since_s

    def clear(self) -> None:
        """No obstacle is left: its clock begins anew with the next one."""
        self._what = None
