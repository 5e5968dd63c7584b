"""``--throttle``: how fast copies are made (KIP-73), among throttles that somebody else has set. Pure but for `read_throttles`.

A throttle is two things: a *rate* of each broker and side (leader, follower), and in each topic a *list* of the replicas that are held to
it, ``partition:broker`` or ``*``. All moves of a cluster share them, and nothing in them says whose they are. So:

======================= ============================================================================================================
a list                  gets our entries beside those that are there; ``*`` has them all, and stays
a rate that is not set  is set
a rate that is ours     stays
another rate            is replaced where only our entries go by it: the move is ours, begun with another rate. Else it is somebody
                        else's, and the command refuses before it has changed anything
at the end              the entries of the partitions that we moved go. A rate goes where it is still ours, and no entry is left
                        that goes by it; one that this very command has set goes beside a ``*``, too, which had none before
======================= ============================================================================================================

Entries of partitions that this command moves are taken as its own whoever wrote them: they say how fast these very copies are made, and
who is in sync is never held back. What a command leaves that is interrupted goes in this way with the next one, with ``--cancel``, or with
``--unthrottle``.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from klog.cli.exit_codes import CommandFailed
from klog.model import TopicPartition

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import ConfigResource

#: Every replica of the topic.
ALL = "*"


class Side(enum.Enum):
    """Of a copy."""

    LEADER = "leader"
    FOLLOWER = "follower"

    @property
    def rate(self) -> str:
        """The broker's setting."""
        return f"{self.value}.replication.throttled.rate"

    @property
    def replicas(self) -> str:
        """The topic's setting."""
        return f"{self.value}.replication.throttled.replicas"


#: What is to be set, by topic or number of a broker, and name; None: nothing any more.
Changes = dict[str | int, dict[str, str | None]]
#: ``partition:broker`` by side and topic.
Entries = Mapping[tuple[Side, str], Collection[str]]


@dataclass(frozen=True)
class Throttles:
    """As they are set.

    :ivar entries: by side and topic, in their order.
    :ivar rates: by side and broker, in bytes a second, where a broker has one of its own.
    """

    entries: Mapping[tuple[Side, str], tuple[str, ...]] = field(default_factory=dict)
    rates: Mapping[tuple[Side, int], int] = field(default_factory=dict)

    def users(self, side: Side, broker: int) -> Iterator[tuple[str, str]]:
        """Topics and entries that go by a broker's rate."""
        for (of, topic), entries in self.entries.items():
            if of is side:
                yield from ((topic, entry) for entry in entries if entry == ALL or entry.endswith(f":{broker}"))

    def text(self, of: str | int, name: str) -> str | None:
        """A topic's or broker's setting; None where there is none."""
        side = next(each for each in Side if name in (each.rate, each.replicas))
        if isinstance(of, str):
            return ",".join(self.entries.get((side, of), ())) or None
        return str(self.rates[side, of]) if (side, of) in self.rates else None

    def missing_rates(self, changes: Changes) -> set[tuple[Side, int]]:
        """Those that `changes` set where there was none."""
        set_now = {(side, each) for each, values in changes.items() if isinstance(each, int) for side in Side if side.rate in values}
        return set_now - self.rates.keys()


async def read_throttles(admin: Admin, brokers: Iterable[int]) -> Throttles:
    """Ask for those of all topics and of these brokers.

    :raises KlogError: a topic does not tell.
    """
    from klog.client.admin.types import ConfigResource, ConfigSource, ResourceType

    topics = [ConfigResource.topic(one.name) for one in await admin.list_topics(internal=True)]
    entries: dict[tuple[Side, str], tuple[str, ...]] = {}
    described = await admin.describe_configs(topics, names=[side.replicas for side in Side]) if topics else None
    for resource, found in {} if described is None else described.done.items():
        for side in Side:
            entry = found.get(side.replicas)
            if entry is not None and entry.source is ConfigSource.TOPIC and entry.value:
                entries[side, resource.name] = tuple(piece for each in entry.value.split(",") if (piece := each.strip()))
    rates: dict[tuple[Side, int], int] = {}
    # One that does not answer has nothing to copy.
    asked = await admin.describe_configs([ConfigResource(ResourceType.BROKER, str(broker)) for broker in sorted(set(brokers))])
    for resource, found in asked.done.items():
        for side in Side:
            entry = found.get(side.rate)
            if entry is not None and entry.source is ConfigSource.BROKER and (entry.value or "").isdecimal():
                rates[side, int(resource.name)] = int(entry.value or "")
    return Throttles(entries, rates)


def entries_of(
    copies: Iterable[tuple[TopicPartition, int]], sources: Mapping[TopicPartition, Iterable[int]]
) -> dict[tuple[Side, str], set[str]]:
    """What holds back these copies.

    :param copies: partitions, and the broker that gets each.
    :param sources: who has them.
    """
    found: dict[tuple[Side, str], set[str]] = {}
    for name, broker in copies:
        found.setdefault((Side.FOLLOWER, name.topic), set()).add(f"{name.partition}:{broker}")
        found.setdefault((Side.LEADER, name.topic), set()).update(f"{name.partition}:{each}" for each in sources[name])
    return found


def begun(found: Throttles, ours: Entries, moved: Collection[TopicPartition], rate: int) -> Changes:
    """What is set before a move: the first rows of the table.

    :param ours: `entries_of` the move.
    :param moved: all of its partitions.
    :param rate: in bytes a second.
    :raises CommandFailed: a broker has another rate, which is not ours.
    """
    changes: Changes = {}
    for (side, topic), entries in sorted(ours.items(), key=lambda item: (item[0][1], item[0][0].value)):
        there = found.entries.get((side, topic), ())
        new = sorted(set(entries) - set(there), key=_in_order)
        if ALL not in there and new:
            changes.setdefault(topic, {})[side.replicas] = ",".join((*there, *new))
        for broker in sorted({int(entry.partition(":")[2]) for entry in entries}):
            now = found.rates.get((side, broker))
            if now == rate:
                continue
            if now is not None and not _is_all_ours(found.users(side, broker), moved):
                raise CommandFailed(
                    f"broker {broker} has {side.rate}={now} already, for another move perhaps; give the same rate, or wait until that is "
                    f"done, or take it away: klog config alter broker {broker} --unset {side.rate}"
                )
            changes.setdefault(broker, {})[side.rate] = str(rate)
    return changes


def ended(
    found: Throttles, moved: Collection[TopicPartition], *, rate: int | None = None, made: Collection[tuple[Side, int]] = ()
) -> Changes:
    """What is set when these partitions have moved: the last row of the table.

    :param rate: what was set; None: whatever is.
    :param made: sides and brokers that had no rate before.
    """
    changes: Changes = {}
    left: dict[tuple[Side, str], tuple[str, ...]] = {}
    idle = set(made)
    for (side, topic), entries in found.entries.items():
        kept = left[side, topic] = tuple(entry for entry in entries if not _is_of(topic, entry, moved))
        if kept != entries:
            changes.setdefault(topic, {})[side.replicas] = ",".join(kept) or None
            idle |= {(side, int(entry.partition(":")[2])) for entry in set(entries) - set(kept)}
    after = Throttles(left, found.rates)
    for side, broker in sorted(idle, key=lambda one: (one[1], one[0].value)):
        users = [entry for _, entry in after.users(side, broker) if entry != ALL or (side, broker) not in made]
        now = found.rates.get((side, broker))
        # A broker that does not tell has perhaps died with it.
        is_ours = (side, broker) in made if now is None else rate in (None, now)
        if is_ours and not users:
            changes.setdefault(broker, {})[side.rate] = None
    return changes


def idle_partitions(found: Throttles, moving: Collection[TopicPartition]) -> set[TopicPartition]:
    """Partitions that have entries, and do not move."""
    named = {TopicPartition(topic, _partition(entry)) for (_, topic), entries in found.entries.items() for entry in entries}
    return {name for name in named if name.partition >= 0} - set(moving)


def as_resources(changes: Changes) -> dict[ConfigResource, dict[str, str | None]]:
    """For `Admin.alter_configs`."""
    from klog.client.admin.types import ConfigResource

    return {
        ConfigResource.topic(each) if isinstance(each, str) else ConfigResource.broker(each): values for each, values in changes.items()
    }


def _partition(entry: str) -> int:
    number, _, broker = entry.partition(":")
    return int(number) if all(text.isascii() and text.isdecimal() and len(text) <= 10 for text in (number, broker)) else -1


def _is_of(topic: str, entry: str, partitions: Collection[TopicPartition]) -> bool:
    return TopicPartition(topic, _partition(entry)) in partitions


def _is_all_ours(users: Iterable[tuple[str, str]], moved: Collection[TopicPartition]) -> bool:
    found = list(users)
    return bool(found) and all(_is_of(topic, entry, moved) for topic, entry in found)


def _in_order(entry: str) -> tuple[int, int]:
    number, _, broker = entry.partition(":")
    return int(number), int(broker)
