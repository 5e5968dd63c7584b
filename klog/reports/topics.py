"""Topics as rows: partitions, who leads and holds them, where they begin and end, and the settings of topics.

Pure functions from the values of administration to dictionaries of a fixed shape, which are JSON as they stand. The names of their fields
are what scripts rely on: they stay. None is "nobody knows".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NotRequired, TypedDict

from klog.errors import ErrorCode
from klog.model import TopicPartition

if TYPE_CHECKING:
    from klog.client.admin.types import CreatedTopic, PartitionDescription, TopicDescription, TopicListing
    from klog.client.offsets import OffsetAt


class TopicFacts(TypedDict):
    """A topic in a list of topics."""

    topic: str
    partitions: int
    internal: bool
    topic_id: str


class PartitionRow(TypedDict):
    """One partition: leader, replicas, first offset and end."""

    partition: int
    leader: int
    leader_epoch: int
    replicas: list[int]
    isr: list[int]
    offline_replicas: list[int]
    #: How many records each of `replicas` is behind the leader, in their order; None where nobody knows.
    lag: list[int | None]
    start_offset: int | None
    end_offset: int | None
    error: str | None


class TopicReport(TypedDict):
    """One topic with its partitions; `configs` where settings were asked for."""

    topic: str
    topic_id: str
    internal: bool
    partitions: list[PartitionRow]
    configs: NotRequired[dict[str, str | None]]


class CreatedRow(TypedDict):
    """A topic that was created, or would be."""

    topic: str
    partitions: int | None
    replicas: int | None
    created: bool


def topic_facts(one: TopicListing) -> TopicFacts:
    """A topic in a list of topics."""
    return {"topic": one.name, "partitions": one.partitions, "internal": one.internal, "topic_id": one.topic_id_text}


def partition_row(
    one: PartitionDescription, start: OffsetAt | None, end: OffsetAt | None, log_ends: Mapping[int, int] | None = None
) -> PartitionRow:
    """One partition.

    :param log_ends: where the replicas' logs end, by broker.
    """
    ends = log_ends or {}
    leader_end = ends.get(one.leader)
    return {
        "partition": one.partition,
        "leader": one.leader,
        "leader_epoch": one.leader_epoch,
        "replicas": list(one.replicas),
        "isr": list(one.isr),
        "offline_replicas": list(one.offline_replicas),
        "lag": [_lag(leader_end, 0 if node == one.leader else None, ends.get(node)) for node in one.replicas],
        "start_offset": start.offset if start is not None else None,
        "end_offset": end.offset if end is not None else None,
        "error": None if one.error is ErrorCode.NONE else one.error.name,
    }


def _lag(leader_end: int | None, own: int | None, end: int | None) -> int | None:
    """Asked at two moments, a follower may seem to be ahead."""
    if own is not None:
        return own
    return None if leader_end is None or end is None else max(0, leader_end - end)


def topic_report(
    found: TopicDescription,
    starts: Mapping[TopicPartition, OffsetAt],
    ends: Mapping[TopicPartition, OffsetAt],
    log_ends: Mapping[TopicPartition, Mapping[int, int]] | None = None,
) -> TopicReport:
    """One topic with its partitions.

    :param starts: first offsets, of any topics; a partition that is missing there has none to tell.
    :param log_ends: where logs end, by partition and broker.
    """
    partitions = []
    for one in found.partitions:
        tp = TopicPartition(found.name, one.partition)
        partitions.append(partition_row(one, starts.get(tp), ends.get(tp), (log_ends or {}).get(tp)))
    return {"topic": found.name, "topic_id": found.topic_id_text, "internal": found.internal, "partitions": partitions}


def created_row(one: CreatedTopic, partitions: int | None, replicas: int | None, *, created: bool) -> CreatedRow:
    """A topic that was created, or would be.

    :param partitions: what was asked for, for brokers that do not tell; `replicas` likewise.
    """
    return {
        "topic": one.name,
        "partitions": one.partitions if one.partitions >= 0 else partitions,
        "replicas": one.replication_factor if one.replication_factor >= 0 else replicas,
        "created": created,
    }
