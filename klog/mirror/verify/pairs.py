"""Which partitions of two clusters belong together, and which range of each both have. No Twisted here.

B's ends are asked before A's: what is in the copy then was in the source before, so that a B which ends behind A has something that A never
had, however fast both grow. Beginnings differ by right (retention, a copy that began later), and what only one of them has in front is
counted, not compared.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from klog.client.blocking.client import BlockingClient
from klog.errors import ErrorCode, KlogError, row_of
from klog.mirror.verify.settings import VerifySettings
from klog.mirror.wanted_topics import find_topics
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, NO_TOPIC_ID, TopicPartition, topic_id_to_text
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResource

#: Asked for at once; answers are bounded by it.
_TOPICS_AT_ONCE = 200
_TOPIC_RESOURCE = 2


@dataclasses.dataclass(frozen=True)
class Pair:
    """A partition in both clusters."""

    a: TopicPartition
    b: TopicPartition
    id_a: bytes
    id_b: bytes
    start_a: int
    end_a: int
    start_b: int
    end_b: int
    #: Whether the cleaner may have been at one of them.
    compacted: bool = False

    @property
    def ids(self) -> tuple[str, str]:
        """Of the topics as text; empty where there is none."""
        return _id_text(self.id_a), _id_text(self.id_b)


@dataclasses.dataclass(frozen=True)
class Unpaired:
    """A partition that only one of them has."""

    tp: TopicPartition
    in_a: bool
    #: Offsets that it holds.
    offsets: int


@dataclasses.dataclass(frozen=True)
class Pairs:
    """All that is to be compared."""

    pairs: tuple[Pair, ...]
    unpaired: tuple[Unpaired, ...]
    #: What could not be found out, for people.
    notes: tuple[str, ...] = ()


def _id_text(topic_id: bytes) -> str:
    return "" if topic_id == NO_TOPIC_ID else topic_id_to_text(topic_id)


def find_pairs(a: BlockingClient, b: BlockingClient, settings: VerifySettings) -> Pairs:
    """What both have now.

    :raises NoSuchTopic: nothing is there to be compared. :raises KlogError: a broker refuses, or none answers.
    """
    topics = find_topics(a, settings, "A")
    names_b = {name: settings.prefix + name for name in topics}
    b.refresh(list(names_b.values()), timeout_ms=settings.timeout_ms)
    both: list[tuple[TopicPartition, TopicPartition]] = []
    only_a: list[TopicPartition] = []
    only_b: list[TopicPartition] = []
    for name, topic in topics.items():
        there = b.metadata.topic(names_b[name])
        if there is not None and there.error not in (ErrorCode.NONE, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION):
            raise KlogError(there.error, f"topic {names_b[name]}: {row_of(there.error).sentence}")
        numbers_a = {partition.partition for partition in topic.partitions}
        numbers_b = {partition.partition for partition in there.partitions} if there is not None and not there.error else set()
        both += [(TopicPartition(name, number), TopicPartition(names_b[name], number)) for number in sorted(numbers_a & numbers_b)]
        only_a += [TopicPartition(name, number) for number in sorted(numbers_a - numbers_b)]
        only_b += [TopicPartition(names_b[name], number) for number in sorted(numbers_b - numbers_a)]
    ends_b = _offsets(b, [*(pair[1] for pair in both), *only_b], LATEST_TIMESTAMP, settings)
    ends_a = _offsets(a, [*(pair[0] for pair in both), *only_a], LATEST_TIMESTAMP, settings)
    starts_a = _offsets(a, ends_a, EARLIEST_TIMESTAMP, settings)
    starts_b = _offsets(b, ends_b, EARLIEST_TIMESTAMP, settings)
    compacted, notes = _compacted(a, b, names_b, settings)
    pairs = tuple(
        Pair(
            tp_a,
            tp_b,
            _id(a, tp_a),
            _id(b, tp_b),
            starts_a[tp_a],
            ends_a[tp_a],
            starts_b[tp_b],
            ends_b[tp_b],
            tp_a.topic in compacted,
        )
        for tp_a, tp_b in both
    )
    unpaired = [Unpaired(tp, True, ends_a[tp] - starts_a[tp]) for tp in only_a]
    unpaired += [Unpaired(tp, False, ends_b[tp] - starts_b[tp]) for tp in only_b]
    return Pairs(pairs, tuple(unpaired), tuple(notes))


def _id(client: BlockingClient, tp: TopicPartition) -> bytes:
    topic = client.metadata.topic(tp.topic)
    return NO_TOPIC_ID if topic is None else topic.topic_id


def _offsets(
    client: BlockingClient, tps: Sequence[TopicPartition] | dict[TopicPartition, int], at: int, settings: VerifySettings
) -> dict[TopicPartition, int]:
    if not tps:
        return {}
    found = client.list_offsets(list(tps), at, isolation=settings.level, timeout_ms=settings.timeout_ms)
    return {tp: max(0, offset.offset) for tp, offset in found.items()}


def _compacted(a: BlockingClient, b: BlockingClient, names_b: dict[str, str], settings: VerifySettings) -> tuple[frozenset[str], list[str]]:
    """Topics (by their names in A) that are compacted on either side, and what could not be found out."""
    found: set[str] = set()
    notes = []
    for side, client, names in (("A", a, {name: name for name in names_b}), ("B", b, {there: name for name, there in names_b.items()})):
        listed = list(names)
        for at in range(0, len(listed), _TOPICS_AT_ONCE):
            part = listed[at : at + _TOPICS_AT_ONCE]
            resources = [
                DescribeConfigsResource(resource_type=_TOPIC_RESOURCE, resource_name=name, configuration_keys=["cleanup.policy"])
                for name in part
            ]
            try:
                answer = client.ask_any(DescribeConfigsRequest(resources=resources), timeout_ms=settings.timeout_ms)
            except KlogError as error:
                notes.append(f"whether topics are compacted in {side} could not be found out: {error}")
                break
            for result in answer.results:
                if result.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                    continue
                if result.error_code:
                    why = result.error_message or row_of(result.error_code).sentence
                    notes.append(f"whether topic {result.resource_name} is compacted in {side} could not be found out: {why}")
                elif any(entry.name == "cleanup.policy" and "compact" in (entry.value or "") for entry in result.configs):
                    found.add(names[result.resource_name])
    return frozenset(found), notes
