"""A broker's entry under ``/brokers/ids``: ephemeral, and one for each id.

Somebody may be there already:

========================================  ===========================================================================
who                                       what we do
========================================  ===========================================================================
this very session                         a create of ours was done and its answer lost: that is us
our session before this one               it is dead, and its node is about to go: we delete it
one with our own address, klog's or       most likely we ourselves before a crash, or what ran here before us: we have opened that
Kafka's                                   address, so it is dead, and we wait until its session ends
anybody else                              we refuse to start, and name the address
========================================  ===========================================================================

A node of another session is never adopted: it would vanish with that session.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.task import deferLater

from klog.cluster.zookeeper.settings import CoordinationRefused
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import TRANSIENT, BadVersionException, NodeExistsException, NoNodeException
from klog.zookeeper.protocol import EPHEMERAL
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import BrokerRegistration

#: How often to look whether a dead session's node is gone, in seconds.
LOOK_AGAIN_S = 0.25
#: How much longer than the session timeout a dead session's node may stay, in milliseconds: servers end sessions in ticks.
GRACE_MS = 4_000


def _pause(reactor: Any) -> Any:
    return deferLater(reactor, LOOK_AGAIN_S, lambda: None)


async def register(
    reactor: Any,
    client: ZookeeperClient,
    registration: BrokerRegistration,
    *,
    previous_session: int,
    session_timeout_ms: int,
    warn: Callable[[str], None],
) -> int:
    """Make the broker's node, and answer with its czxid: the broker's epoch.

    :param previous_session: id of our session before this one; 0 where there was none.
    :raises CoordinationRefused: the id is another broker's; names its address.
    :raises SessionExpiredException: (or another error that ends the session).
    """
    path = BrokerRegistration.path(registration.broker_id)
    # Counted in looks that were answered: while ZooKeeper itself is away no session ends.
    looks_left = patience = (session_timeout_ms + GRACE_MS) / 1000 / LOOK_AGAIN_S
    has_warned = False
    while True:
        try:
            try:
                await client.create(path, registration.encode(), flags=EPHEMERAL)
            except NodeExistsException:
                pass
            data, stat = await client.get(path)
            if stat["ephemeralOwner"] == client.session_id:
                return int(stat["czxid"])
            if previous_session and stat["ephemeralOwner"] == previous_session:
                await client.delete(path, stat["version"])
                continue
        except (NoNodeException, BadVersionException):
            continue
        except TRANSIENT:
            # A server that comes back may give every session its whole time anew.
            looks_left = patience
            await _pause(reactor)
            continue
        other = _decoded(path, data)
        if other is None or not _is_likely_us(registration, other) or looks_left <= 0:
            where = other.address if other else "its entry cannot be read"
            raise CoordinationRefused(f"another broker with the id {registration.broker_id} is registered in ZooKeeper: {where}")
        if not has_warned:
            has_warned = True
            warn(
                f"broker {registration.broker_id} is still registered in ZooKeeper with our own address {other.address}, "
                "most likely from before a crash; waiting for that session to end"
            )
        looks_left -= 1
        await _pause(reactor)


def _decoded(path: str, data: bytes) -> BrokerRegistration | None:
    try:
        return BrokerRegistration.decode(path, data)
    except BadZnode:
        return None


def _is_likely_us(ours: BrokerRegistration, other: BrokerRegistration) -> bool:
    return bool(set(ours.endpoints) & set(other.endpoints))
