"""What a pull asks the broker before it plans: which topics there are, under which ids, from where to where, and where to begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from klog.client.blocking.client import BlockingClient
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.pull.errors import PullError
from klog.pull.plan import SeenTopic
from klog.pull.settings import PullSettings


class TopicDiscovery(Protocol):
    """Asked by a job each time that it plans."""

    def cluster_id(self) -> str:
        """The cluster's id; empty where it has none."""

    def topics(self, settings: PullSettings) -> dict[str, SeenTopic]:
        """The topics that `settings` ask for and the broker has. Raises KlogError."""

    def starts(self, settings: PullSettings, seen: Mapping[str, SeenTopic], topics: Iterable[str]) -> dict[tuple[str, int], int]:
        """Where the partitions of `topics` begin. Raises KlogError, PullError."""


class BrokerTopicDiscovery:
    """`TopicDiscovery` through a client, which remains its owner's."""

    def __init__(self, client: BlockingClient) -> None:
        self._client = client

    def cluster_id(self) -> str:
        """The cluster's id."""
        return self._client.metadata.cluster_id or ""

    def topics(self, settings: PullSettings) -> dict[str, SeenTopic]:
        """The topics asked for."""
        if settings.pattern is not None:
            self._client.refresh(None)
            found = [topic for topic in self._client.metadata.topics.values() if not topic.is_internal and settings.is_wanted(topic.name)]
        else:
            self._client.refresh(settings.topics)
            asked = [self._client.metadata.topic(name) for name in settings.topics]
            found = [topic for topic in asked if topic is not None]
        ids: dict[str, bytes] = {}
        partitions: list[TopicPartition] = []
        for topic in found:
            if topic.error is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                continue
            if topic.error is not ErrorCode.NONE and not topic.partitions:
                raise KlogError(topic.error, f"topic {topic.name}: {row_of(topic.error).sentence}")
            ids[topic.name] = bytes(topic.topic_id)
            partitions += [TopicPartition(topic.name, one.partition) for one in topic.partitions]
        ends = self._client.list_offsets(partitions, LATEST_TIMESTAMP, isolation=settings.isolation)
        firsts = self._client.list_offsets(partitions, EARLIEST_TIMESTAMP)
        seen: dict[str, dict[int, tuple[int, int]]] = {name: {} for name in ids}
        for tp in partitions:
            # Retention may have moved on between the two questions.
            seen[tp.topic][tp.partition] = (firsts[tp].offset, max(firsts[tp].offset, ends[tp].offset))
        return {name: SeenTopic(ids[name], seen[name]) for name in ids}

    def starts(self, settings: PullSettings, seen: Mapping[str, SeenTopic], topics: Iterable[str]) -> dict[tuple[str, int], int]:
        """Where partitions begin."""
        bounds = {TopicPartition(topic, partition): pair for topic in topics for partition, pair in seen[topic].partitions.items()}
        by_time: dict[TopicPartition, int] = {}
        if settings.starting_timestamp_ms is not None:
            found = self._client.list_offsets(list(bounds), settings.starting_timestamp_ms)
            by_time = {tp: at.offset for tp, at in found.items()}
        return {(tp.topic, tp.partition): _start(settings, tp, pair, by_time.get(tp)) for tp, pair in bounds.items()}


def _start(settings: PullSettings, tp: TopicPartition, bounds: tuple[int, int], by_time: int | None) -> int:
    first, end = bounds
    if by_time is not None:
        return min(max(by_time, first), end) if by_time >= 0 else end
    wanted = settings.starting_offsets.get((tp.topic, tp.partition), -1 if settings.starting == "latest" else -2)
    if wanted < 0:
        return end if wanted == -1 else first
    if first <= wanted <= end:
        return wanted
    if settings.fail_on_data_loss:
        raise PullError(f"topic {tp.topic}, partition {tp.partition}: it shall begin at offset {wanted}, and has offsets {first} to {end}")
    return min(max(wanted, first), end)
