"""Which partition a record goes to: Kafka's ways of choosing, and own functions.

* ``sticky`` (Java's default since 3.3, KIP-794): records with a key by `murmur2` of the key; the others stay with one partition until a
  batch's worth of bytes went there, then move on to another at random, less likely to one whose queue is long.
* ``key`` (Java's default before 2.4): records with a key by `murmur2`, the others in turn.
* ``round_robin`` (Java's RoundRobinPartitioner): each record to the next partition, keys or not.
* ``random`` (librdkafka's, and the paper's): each record to any partition, keys or not.
* a function ``(topic, key, value, partition_count, available) -> partition``.

Keys are spread over all partitions, so that a key stays where it is when a leader fails; everything else goes to partitions with a leader,
where there are any. All of this is plain arithmetic on what the metadata says.
"""

from __future__ import annotations

import random as random_
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Protocol

from klog.config import ConfigError
from klog.records.implementations import appending

#: (topic, key, value, number of partitions, those with a leader) to a partition.
PartitionFunction = Callable[[str, bytes | None, bytes | None, int, Sequence[int]], int]

#: The hash that Java spreads keys by, without its sign bit.
murmur2: Callable[[bytes], int] = appending.murmur2


class TopicView(Protocol):
    """What a partitioner may know of a topic."""

    name: str
    #: How many partitions there are.
    count: int
    #: Those with a leader.
    available: Sequence[int]


class Partitioner:
    """One way to choose; made once for each topic.

    :ivar keyed: records with a key go where `murmur2` says.
    :ivar sticky: records without a key (all of them, where not `keyed`) stay with one partition for a batch.
    """

    keyed = False
    sticky = False

    def choose(self, topic: TopicView, key: bytes | None, value: bytes | None) -> int:
        """The partition of a record.

        :raises ValueError: an own function chose a partition that is not there.
        """
        raise NotImplementedError


class StickyPartitioner(Partitioner):
    """See the module; keyless records are placed by whoever fills batches, with `next_partition`."""

    keyed = True
    sticky = True

    def __init__(self, random: random_.Random) -> None:
        self._random = random

    def choose(self, topic: TopicView, key: bytes | None, value: bytes | None) -> int:
        """By key; without one, a partition to stay with."""
        return partition_of_key(key, topic.count) if key is not None else next_partition(topic, self._random)


class KeyPartitioner(Partitioner):
    """By key, or in turn."""

    keyed = True

    def __init__(self) -> None:
        self._in_turn = RoundRobinPartitioner()

    def choose(self, topic: TopicView, key: bytes | None, value: bytes | None) -> int:
        """See the module."""
        return self._in_turn.choose(topic, key, value) if key is None else partition_of_key(key, topic.count)


class RoundRobinPartitioner(Partitioner):
    """In turn, beginning with the first."""

    def __init__(self) -> None:
        self._next = 0

    def choose(self, topic: TopicView, key: bytes | None, value: bytes | None) -> int:
        """The next one."""
        number = self._next
        self._next = (number + 1) & 0x7FFFFFFF
        available = topic.available
        return available[number % len(available)] if available else number % topic.count


class RandomPartitioner(Partitioner):
    """Anyone."""

    def __init__(self, random: random_.Random) -> None:
        self._random = random

    def choose(self, topic: TopicView, key: bytes | None, value: bytes | None) -> int:
        """At random."""
        return next_partition(topic, self._random)


class OwnPartitioner(Partitioner):
    """A user's function, whose answers are checked."""

    def __init__(self, function: PartitionFunction) -> None:
        self._function = function

    def choose(self, topic: TopicView, key: bytes | None, value: bytes | None) -> int:
        """What the function says."""
        chosen = self._function(topic.name, key, value, topic.count, topic.available)
        if isinstance(chosen, bool) or not isinstance(chosen, int) or not 0 <= chosen < topic.count:
            name = getattr(self._function, "__qualname__", repr(self._function))
            raise ValueError(f"the partitioner {name} chose {chosen!r}; topic {topic.name} has partitions 0 to {topic.count - 1}")
        return chosen


def partition_of_key(key: bytes, count: int) -> int:
    """Where Java puts a key, of `count` partitions (``BuiltInPartitioner.partitionForKey``)."""
    return murmur2(key) % count


def next_partition(topic: TopicView, random: random_.Random, queues: Sequence[int] | None = None) -> int:
    """A partition for the next batch's worth of records.

    :param queues: how many batches wait for each of ``topic.available``; those with fewer are likelier, by Kafka's weights: the longest + 1
        - their own.
    """
    available = topic.available
    if not available:
        return int(random.random() * topic.count)
    if queues is None or len(available) < 2 or min(queues) == max(queues):
        return available[int(random.random() * len(available))]
    longest = max(queues) + 1
    sums = list(accumulate([longest - length for length in queues]))
    return available[bisect_right(sums, int(random.random() * sums[-1]))]


#: The names that the option `partitioner` knows.
NAMES = ("sticky", "key", "round_robin", "random")


def make_partitioner(chosen: str | PartitionFunction, random: random_.Random) -> Partitioner:
    """The partitioner for one topic.

    :raises ConfigError: no such name.
    """
    match chosen:
        case "sticky":
            return StickyPartitioner(random)
        case "key":
            return KeyPartitioner()
        case "round_robin":
            return RoundRobinPartitioner()
        case "random":
            return RandomPartitioner(random)
        case str():
            raise ConfigError("partitioner", chosen, f"one of {', '.join(NAMES)}, or a function, is needed")
    if not callable(chosen):
        raise ConfigError("partitioner", repr(chosen), f"one of {', '.join(NAMES)}, or a function, is needed")
    return OwnPartitioner(chosen)
