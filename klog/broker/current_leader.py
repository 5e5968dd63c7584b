"""Who leads, said with the error of who leads no more (KIP-951; ``KafkaApis.getCurrentLeader``).

A client that is told so sends to the new leader at once. Without it asks for metadata, which may not have come to whomever it asks: the
controller tells replicas of another leader before it tells everybody.
"""

from __future__ import annotations

from typing import NamedTuple

from klog.broker.cluster_view import Node, reachable
from klog.broker.handler import ConnectionInfo
from klog.broker.replicas.partitions import Partitions

#: No leader, and no epoch.
NOBODY = -1


class CurrentLeader(NamedTuple):
    """Of a partition, as far as it is known here.

    :ivar broker_id: -1: nobody leads, or nobody knows.
    :ivar leader_epoch: -1 where it is not known.
    """

    broker_id: int = NOBODY
    leader_epoch: int = NOBODY


def current_leader(partitions: Partitions, topic: str, index: int) -> CurrentLeader:
    """What the controller said last: to our replica, where there is one, or to all. Where it is said of us that we lead, and we may not, we
    do not say so."""
    led = partitions.get(topic, index)
    us = partitions.coordination.broker_id()
    if led is not None:
        return CurrentLeader(us, led.leader_epoch)
    found = CurrentLeader()
    shown = partitions.coordination.topics().get(topic)
    if shown is not None and 0 <= index < len(shown.partitions):
        info = shown.partitions[index]
        found = CurrentLeader(info.leader, info.leader_epoch)
    replica = partitions.replica(topic, index)
    if replica is not None and replica.told is not None and replica.told.leader_epoch > found.leader_epoch:
        found = CurrentLeader(replica.told.leader, replica.told.leader_epoch)
    return CurrentLeader() if found.broker_id in (us, NOBODY) else found


def where_is(partitions: Partitions, connection: ConnectionInfo, broker_id: int) -> Node | None:
    """A live broker as the client of this connection reaches it."""
    return reachable(partitions.coordination.brokers(), connection).get(broker_id)
