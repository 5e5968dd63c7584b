"""Who reads what in a ZooKeeper group: Algorithm 1 of the paper, and the round robin that Kafka has had beside it since 0.8.2.

Every member computes the same from the same registries, so nothing here may depend on anything else. Two things are easy to get wrong:

- *threads*, not members, share a topic. A member with three threads for a topic has three shares of it. Threads are ordered by their ids as
  text, in Java's order, which is that of UTF-16 ("-10" comes before "-2");
- *partitions* are ordered as numbers, and are what ``/brokers/topics/T`` lists, which need not be 0, 1, 2 ….

*Range* (``RangeAssignor``): of P partitions and T threads every thread has ``P // T`` neighbours, the first ``P % T`` one more.
*Round robin* (``RoundRobinAssignor``): all partitions of all topics, ordered by the Java hash of their text, go to the threads in turn;
threads that do not want the topic are passed over. The text changed with Kafka 1.0, so members of both kinds never agree.

Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from klog.model import TopicPartition
from klog.wire.java_hash import java_hash
from klog.zookeeper.consumer_znodes import ConsumerRegistration, Pattern

#: "roundrobin" is that of Kafka 0.8.2 to 0.11, "roundrobin-1.0" that of 1.0 and 1.1.
AssignorName = Literal["range", "roundrobin", "roundrobin-1.0"]
#: Topics that patterns never mean (``exclude.internal.topics``).
INTERNAL_TOPICS = frozenset({"__consumer_offsets", "__transaction_state"})

#: Threads by topic, of one member.
Subscription = Mapping[str, int]


class Thread(NamedTuple):
    """One of the threads of a consumer; as text what stands in an owner's znode."""

    consumer: str
    number: int

    def __str__(self) -> str:
        return f"{self.consumer}-{self.number}"


def java_order(text: str) -> bytes:
    """A key that sorts texts as ``String.compareTo`` does."""
    return text.encode("utf-16-be", "surrogatepass")


# What a registration wants ----------------------------------------------------------------------------------------------------------


def clean_pattern(text: str) -> str:
    """A regular expression as Kafka's ``TopicFilter`` takes it: commas are alternatives, blanks and quotes around it are dropped."""
    return text.strip().replace(",", "|").replace(" ", "").strip("\"'")


def topics_meant(pattern: str, kind: Pattern, topics: Iterable[str]) -> list[str]:
    """Those of `topics` that a pattern means, in their order; whole names must match, or must not (black list).

    :raises re.error: it is no regular expression.
    """
    matches = re.compile(clean_pattern(pattern)).fullmatch
    is_meant = kind is Pattern.WHITE_LIST
    return [topic for topic in topics if topic not in INTERNAL_TOPICS and (matches(topic) is not None) is is_meant]


def subscription_of(registration: ConsumerRegistration, topics: Collection[str]) -> dict[str, int]:
    """Threads by topic.

    :param topics: all that exist; for patterns.
    :raises re.error: a pattern that is no regular expression.
    """
    if registration.pattern is Pattern.STATIC:
        return {topic: threads for topic, threads in registration.subscription.items() if threads > 0}
    ((pattern, threads),) = registration.subscription.items()
    return dict.fromkeys(topics_meant(pattern, registration.pattern, topics), threads) if threads > 0 else {}


# Who gets what ----------------------------------------------------------------------------------------------------------------------


def threads_by_topic(members: Mapping[str, Subscription]) -> dict[str, list[Thread]]:
    """All threads for each topic, in order."""
    found: dict[str, list[Thread]] = {}
    for consumer, subscription in members.items():
        for topic, count in subscription.items():
            found.setdefault(topic, []).extend(Thread(consumer, number) for number in range(count))
    for threads in found.values():
        threads.sort(key=lambda thread: java_order(str(thread)))
    return found


def assign(name: str, members: Mapping[str, Subscription], partitions: Mapping[str, Collection[int]]) -> dict[TopicPartition, Thread]:
    """Everybody's partitions.

    :param name: one of `AssignorName`.
    :param members: what each member (by its consumer id) subscribes to.
    :param partitions: numbers by topic; topics that are not there have none.
    """
    threads = threads_by_topic(members)
    if name == "range":
        return _ranges(threads, partitions, threads)
    return _in_turn(threads, partitions, _text_of_1_0 if name == "roundrobin-1.0" else _text_before_1_0)


def share_of(
    consumer: str, name: str, members: Mapping[str, Subscription], partitions: Mapping[str, Collection[int]]
) -> dict[TopicPartition, Thread]:
    """One member's part of `assign`."""
    if name == "range":
        mine = members.get(consumer, {})
        wanted = {topic: threads for topic, threads in threads_by_topic(members).items() if topic in mine}
        found = _ranges(wanted, partitions, mine)
    else:
        found = assign(name, members, partitions)
    return {place: thread for place, thread in found.items() if thread.consumer == consumer}


def _ranges(
    threads: Mapping[str, Sequence[Thread]], partitions: Mapping[str, Collection[int]], topics: Iterable[str]
) -> dict[TopicPartition, Thread]:
    found: dict[TopicPartition, Thread] = {}
    for topic in topics:
        numbers, sharing = sorted(partitions.get(topic, ())), threads.get(topic, ())
        if not sharing:
            continue
        each, more = divmod(len(numbers), len(sharing))
        for index, thread in enumerate(sharing):
            first = each * index + min(index, more)
            for number in numbers[first : first + each + (index < more)]:
                found[TopicPartition(topic, number)] = thread
    return found


def _text_before_1_0(place: TopicPartition) -> str:
    return f"[{place.topic},{place.partition}]"


def _text_of_1_0(place: TopicPartition) -> str:
    return f"{place.topic}-{place.partition}"


def _in_turn(
    threads: Mapping[str, Sequence[Thread]], partitions: Mapping[str, Collection[int]], text: Callable[[TopicPartition], str]
) -> dict[TopicPartition, Thread]:
    everybody = sorted({thread for some in threads.values() for thread in some}, key=lambda thread: java_order(str(thread)))
    wanting = {topic: frozenset(some) for topic, some in threads.items()}
    places = [TopicPartition(topic, number) for topic in sorted(threads) for number in sorted(partitions.get(topic, ()))]
    # Sorting is stable, as Kafka's is; what texts with the same hash are ordered by there, nobody promises.
    places.sort(key=lambda place: java_hash(text(place)))
    found: dict[TopicPartition, Thread] = {}
    turn = 0
    for place in places:
        while everybody[turn] not in wanting[place.topic]:
            turn = (turn + 1) % len(everybody)
        found[place] = everybody[turn]
        turn = (turn + 1) % len(everybody)
    return found
