"""The cluster as one client may see it: addresses by the listener it came in on, and leaders that it can reach there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from klog.broker.handler import ConnectionInfo
from klog.cluster.interfaces import BrokerInfo, PartitionInfo
from klog.errors import ErrorCode

#: Partitions that one request may make (``ReplicationControlManager.MAX_PARTITIONS_PER_BATCH``).
MAX_PARTITIONS_PER_REQUEST = 10_000


class Settings(Protocol):
    """What handlers ask of `BrokerSettings`."""

    def integer(self, name: str) -> int:
        """A whole number."""

    def boolean(self, name: str) -> bool:
        """A yes or no."""


class Node(NamedTuple):
    """A broker as this client can reach it."""

    broker_id: int
    host: str
    port: int
    rack: str | None


def reachable(brokers: Iterable[BrokerInfo], connection: ConnectionInfo) -> dict[int, Node]:
    """The brokers that have the listener which the client came in on, by id.

    An endpoint without a host stands for the address that the client used: it certainly works for this client.
    """
    nodes: dict[int, Node] = {}
    for broker in brokers:
        for endpoint in broker.endpoints:
            if endpoint.listener == connection.listener:
                if endpoint.host:
                    nodes[broker.broker_id] = Node(broker.broker_id, endpoint.host, endpoint.port, broker.rack)
                else:
                    nodes[broker.broker_id] = Node(broker.broker_id, connection.local_host, connection.local_port, broker.rack)
                break
    return nodes


class PartitionView(NamedTuple):
    """One partition as this client sees it."""

    error_code: ErrorCode
    leader: int
    offline: list[int]


def view_of(partition: PartitionInfo, nodes: Mapping[int, Node], live: Iterable[int]) -> PartitionView:
    """Whether the client can reach the partition's leader (``KRaftMetadataCache.partitionMetadata``).

    :param nodes: brokers that have the client's listener.
    :param live: ids of all live brokers.
    """
    offline = [
        replica
        for replica in partition.replicas
        if replica not in nodes or (partition.leader == -1 and replica not in partition.in_sync_replicas)
    ]
    if partition.leader in nodes:
        return PartitionView(ErrorCode.NONE, partition.leader, offline)
    code = ErrorCode.LISTENER_NOT_FOUND if partition.leader in live else ErrorCode.LEADER_NOT_AVAILABLE
    return PartitionView(code, -1, offline)
