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
    for one in topics:
        for partition in one.partitions:
            leaders[partition.leader] = leaders.get(partition.leader, 0) + 1
            for node in partition.replicas:
                replicas[node] = replicas.get(node, 0) + 1
    controller = cluster.controller.node_id if cluster.controller is not None else None
    return [
        {
            "broker": node.node_id,
            "address": node.address,
            "rack": node.rack,
            "controller": node.node_id == controller,
            "partitions": replicas.get(node.node_id, 0),
            "leaders": leaders.get(node.node_id, 0),
        }
        for node in sorted(cluster.nodes)
    ]


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
