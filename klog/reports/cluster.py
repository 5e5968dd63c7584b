"""The cluster as rows: brokers, data directories, what brokers speak, and partitions that are moving.

Pure functions from the values of administration to dictionaries of a fixed shape, which are JSON as they stand. The names of their fields
are what scripts rely on: they stay. None is "nobody knows".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypedDict

from klog.model import TopicPartition
from klog.wire.apis import APIS

if TYPE_CHECKING:
    from klog.client.admin.types import ClusterDescription, LogDirDescription, Reassignment, TopicDescription
    from klog.net.api_ranges import ApiRanges


class BrokerRow(TypedDict):
    """One broker: where it is, and how many partitions it holds and leads."""

    broker: int
    address: str
    rack: str | None
    controller: bool
    partitions: int
    leaders: int
    #: Partitions in which it is an in-sync replica.
    in_sync: int


class ReplicationFacts(TypedDict):
    """How many partitions lack something; what each is, `health_rows` says."""

    under_replicated: int
    under_min_isr: int
    at_min_isr: int
    offline: int


class HealthRow(TypedDict):
    """A partition that lacks something: fewer in sync than it has replicas, no more than it must have, or nobody who leads."""

    topic: str
    partition: int
    leader: int
    replicas: list[int]
    isr: list[int]
    min_isr: int
    state: list[str]


class DirectoryRow(TypedDict):
    """One data directory of a broker, sizes in bytes."""

    broker: int
    path: str
    partitions: int
    bytes: int
    usable_bytes: int | None
    total_bytes: int | None
    error: str | None


class ApiRow(TypedDict):
    """Versions of one API that a broker speaks; no name where klog does not know the API."""

    broker: int
    key: int
    api: str | None
    lowest: int
    highest: int


class MoveRow(TypedDict):
    """A partition that is moving: its brokers now, those that come and those that go."""

    topic: str
    partition: int
    replicas: list[int]
    adding: list[int]
    removing: list[int]


def broker_rows(cluster: ClusterDescription, topics: Iterable[TopicDescription]) -> list[BrokerRow]:
    """The brokers by number."""
    replicas: dict[int, int] = {}
    leaders: dict[int, int] = {}
    in_sync: dict[int, int] = {}
    for one in topics:
        for partition in one.partitions:
            leaders[partition.leader] = leaders.get(partition.leader, 0) + 1
            for node in partition.replicas:
                replicas[node] = replicas.get(node, 0) + 1
            for node in partition.isr:
                in_sync[node] = in_sync.get(node, 0) + 1
    controller = cluster.controller.node_id if cluster.controller is not None else None
    return [
        {
            "broker": node.node_id,
            "address": node.address,
            "rack": node.rack,
            "controller": node.node_id == controller,
            "partitions": replicas.get(node.node_id, 0),
            "leaders": leaders.get(node.node_id, 0),
            "in_sync": in_sync.get(node.node_id, 0),
        }
        for node in sorted(cluster.nodes)
    ]


def health_rows(topics: Iterable[TopicDescription], min_isr: Mapping[str, int]) -> list[HealthRow]:
    """Partitions that lack something, by name; words of `state` as in `ReplicationFacts`:

    ====================  ========================================================================
    ``under_replicated``  fewer replicas are in sync than there are
    ``under_min_isr``     fewer are in sync than ``min.insync.replicas``: acks=all is refused
    ``at_min_isr``        as many: one less, and acks=all is refused. Not told of partitions that have no more replicas anyway
    ``offline``           nobody leads it
    ====================  ========================================================================

    The words are those of ``kafka-topics --describe``; there ``at_min_isr`` tells of every partition with one replica, too.

    :param min_isr: ``min.insync.replicas`` by topic; 1 where it is not there.
    """
    rows: list[HealthRow] = []
    for topic in sorted(topics, key=lambda one: one.name):
        least = min_isr.get(topic.name, 1)
        for one in topic.partitions:
            in_sync, copies = len(one.isr), len(one.replicas)
            state = []
            if in_sync < copies:
                state.append("under_replicated")
            if in_sync < least:
                state.append("under_min_isr")
            elif in_sync == least and copies > least:
                state.append("at_min_isr")
            if one.leader < 0:
                state.append("offline")
            if state:
                rows.append(
                    {
                        "topic": topic.name,
                        "partition": one.partition,
                        "leader": one.leader,
                        "replicas": list(one.replicas),
                        "isr": list(one.isr),
                        "min_isr": least,
                        "state": state,
                    }
                )
    return rows


def replication_facts(rows: Iterable[HealthRow]) -> ReplicationFacts:
    """How many partitions are in each state."""
    found: ReplicationFacts = {"under_replicated": 0, "under_min_isr": 0, "at_min_isr": 0, "offline": 0}
    for row in rows:
        found["under_replicated"] += "under_replicated" in row["state"]
        found["under_min_isr"] += "under_min_isr" in row["state"]
        found["at_min_isr"] += "at_min_isr" in row["state"]
        found["offline"] += "offline" in row["state"]
    return found


def directory_rows(directories: Mapping[int, Iterable[LogDirDescription]]) -> list[DirectoryRow]:
    """Data directories of brokers, in the order given."""
    return [
        {
            "broker": node,
            "path": directory.path,
            "partitions": len(directory.replicas),
            "bytes": directory.size_bytes,
            "usable_bytes": directory.usable_bytes if directory.usable_bytes >= 0 else None,
            "total_bytes": directory.total_bytes if directory.total_bytes >= 0 else None,
            "error": directory.error.message if directory.error is not None else None,
        }
        for node, found in directories.items()
        for directory in found
    ]


def api_rows(node: int, ranges: ApiRanges) -> list[ApiRow]:
    """What one broker speaks, by API key."""
    return [
        {"broker": node, "key": key, "api": APIS[key].name if key in APIS else None, "lowest": low, "highest": high}
        for key, (low, high) in sorted(ranges.ranges.items())
    ]


def move_rows(moves: Mapping[TopicPartition, Reassignment]) -> list[MoveRow]:
    """Partitions that are moving, by name."""
    return [
        {
            "topic": tp.topic,
            "partition": tp.partition,
            "replicas": list(move.replicas),
            "adding": list(move.adding),
            "removing": list(move.removing),
        }
        for tp, move in sorted(moves.items())
    ]
