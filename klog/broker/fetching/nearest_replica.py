"""Sends consumers to the replica in their rack (KIP-392, ``replica.selector.class``): the leader tells them once, and answers with nothing
else; from then on they fetch from there.

What a consumer is told is decided with every read (`klog.replication.nearest_replica`), also of a fetch that waits: it may have become
right meanwhile. A broker without the setting sends nobody anywhere, and serves those who were sent to it by others all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from klog.broker.cluster_view import reachable
from klog.broker.handler import ConnectionInfo
from klog.broker.replicas.partition import Partition
from klog.cluster.interfaces import BrokerInfo
from klog.replication.nearest_replica import nearest_follower


class RackOfConsumer:
    """Where one consumer is, and which replica is there.

    :param rack: as the request has it; not empty.
    :param connection: by which it came: it is sent only to brokers that have the same listener.
    :param us: our number.
    :param brokers: the live brokers as the cluster shows them now; another object where they are others.
    """

    __slots__ = ("_brokers", "_connection", "_rack", "_racks", "_shown", "_us")

    def __init__(self, rack: str, connection: ConnectionInfo, us: int, brokers: Callable[[], Sequence[BrokerInfo]]) -> None:
        self._rack = rack
        self._connection = connection
        self._us = us
        self._brokers = brokers
        self._shown: Sequence[BrokerInfo] | None = None
        self._racks: Mapping[int, str | None] = {}

    def replica_of(self, partition: Partition, fetch_offset: int) -> int | None:
        """The follower to which the consumer is sent; None where it is to read here."""
        leadership = partition.leadership
        if leadership is None or partition.ended:
            return None
        shown = self._brokers()
        if shown is not self._shown:
            self._shown = shown
            self._racks = {number: node.rack for number, node in reachable(shown, self._connection).items()}
        return nearest_follower(self._rack, self._racks, self._us, leadership.followers, leadership.state.committed, fetch_offset)
