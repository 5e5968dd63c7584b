"""Which broker of which cluster we are, found out with each new session.

1. A chroot where a broker without klog's mark lives is another's, and nothing is written there at all, unless Kafka is welcome. Asked only
   the first time: one that appears later finds us there, and then nobody of us leads.
2. The nodes that everybody counts on are made (`PERSISTENT_PATHS`).
3. The cluster's id is read, or made where there is none. It must be the one that our data directory belongs to: a broker in the wrong
   cluster would take all it has for leftovers.
4. A broker without an id gets one that nobody has.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

from twisted.internet.defer import DeferredList

from klog.cluster import state as states
from klog.cluster.zookeeper.settings import CoordinationRefused
from klog.zookeeper import acl_znodes, paths
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import NodeExistsException, NoNodeException, ZookeeperError
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import (
    BROKER_IDS,
    BROKER_SEQUENCE,
    CLUSTER_ID,
    PERSISTENT_PATHS,
    RESERVED_BROKER_MAX_ID,
    BrokerRegistration,
    ClusterId,
    generated_broker_id,
)


@dataclasses.dataclass(frozen=True)
class Identity:
    """What we want to be, and then what we are.

    :param broker_id: None: to be generated, above `reserved_max_id` (``reserved.broker.max.id``).
    :param cluster_id: None: whatever is there.
    :param is_certain: whether ZooKeeper was asked already.
    :param kafka_is_welcome: whether brokers without klog's mark may be there.
    :param keeps_acls: whether the nodes of access control lists are made, too.
    """

    broker_id: int | None
    cluster_id: str | None
    reserved_max_id: int = RESERVED_BROKER_MAX_ID
    is_certain: bool = False
    kafka_is_welcome: bool = False
    keeps_acls: bool = False


async def identify(client: ZookeeperClient, wanted: Identity, connect: str, random_bytes: Callable[[int], bytes]) -> Identity:
    """Who we are. May be called again after any error of ZooKeeper's.

    :param connect: where this is, for sentences.
    :raises CoordinationRefused: we cannot be that.
    """
    if not wanted.is_certain:
        foreign = await find_foreign(client, kafka_is_welcome=wanted.kafka_is_welcome)
        if foreign is not None:
            raise CoordinationRefused(foreign_sentence(foreign, connect))
    await make_paths(client, (*PERSISTENT_PATHS, *acl_znodes.PATHS) if wanted.keeps_acls else PERSISTENT_PATHS)
    cluster_id = await _cluster_id(client, wanted, connect, random_bytes)
    broker_id = wanted.broker_id
    if broker_id is None:
        stat = await client.set(BROKER_SEQUENCE, b"")
        broker_id = generated_broker_id(stat["version"], wanted.reserved_max_id)
    return dataclasses.replace(wanted, broker_id=broker_id, cluster_id=cluster_id, is_certain=True)


async def _cluster_id(client: ZookeeperClient, wanted: Identity, connect: str, random_bytes: Callable[[int], bytes]) -> str:
    ours = wanted.cluster_id
    while True:
        try:
            data, _ = await client.get(CLUSTER_ID)
        except NoNodeException:
            if ours is not None:
                raise CoordinationRefused(
                    f"this broker belongs to cluster {ours}, and ZooKeeper at {connect} has no cluster: zookeeper.connect may be wrong"
                ) from None
            await make_paths(client, (paths.parent(CLUSTER_ID),))
            try:
                await client.create(CLUSTER_ID, ClusterId(states.new_cluster_id(random_bytes)).encode())
            except NodeExistsException:
                pass
            continue
        try:
            found = ClusterId.decode(CLUSTER_ID, data).cluster_id
        except BadZnode as error:
            raise CoordinationRefused(str(error)) from None
        if ours is not None and found != ours:
            raise CoordinationRefused(
                f"this broker belongs to cluster {ours}, and the cluster in ZooKeeper at {connect} is {found}: "
                "zookeeper.connect may be wrong"
            )
        return found


def foreign_sentence(foreign: BrokerRegistration | int, connect: str) -> str:
    """Why we do not start beside it.

    :param foreign: its id where its registration cannot be read.
    """
    where = f"broker {foreign}" if isinstance(foreign, int) else f"broker {foreign.broker_id} at {foreign.address}"
    if not isinstance(foreign, int) and foreign.klog is not None:
        return (
            f"{where} in ZooKeeper at {connect} is a klog {foreign.klog} from before partitions had several copies: "
            "stop all brokers of the cluster, then start them all with the new version"
        )
    return (
        f"{where} in ZooKeeper at {connect} is not one of klog's, most likely Apache Kafka's: "
        "give klog a chroot of its own, or set inter.broker.protocol.version where they are to share a cluster"
    )


async def find_foreign(client: ZookeeperClient, *, kafka_is_welcome: bool = False) -> BrokerRegistration | int | None:
    """A live broker that is not one of klog's, or is one from before partitions had several copies: its registration, or its id where that
    cannot be read; None where there is none.

    :param kafka_is_welcome: only the latter are looked for.
    """
    try:
        names = await client.get_children(BROKER_IDS)
    except NoNodeException:
        return None
    found = await client.get_many([f"{BROKER_IDS}/{name}" for name in sorted(names)])
    for name, value in zip(sorted(names), found, strict=True):
        if isinstance(value, ZookeeperError):
            continue
        try:
            registration = BrokerRegistration.decode(f"{BROKER_IDS}/{name}", value[0])
        except BadZnode:
            if kafka_is_welcome:
                continue
            return int(name) if name.isascii() and name.isdigit() and len(name) <= 10 else -1
        if not registration.replicates or (registration.klog is None and not kafka_is_welcome):
            return registration
    return None


async def make_paths(client: ZookeeperClient, wanted: Iterable[str]) -> None:
    """Make these nodes and all above them, where they are not there; all at once, parents first.

    Their data is null: Kafka takes an empty ``/latest_producer_id_block`` for a broken one, and does not start.
    """
    every = {ancestor for path in wanted for ancestor in paths.ancestors(path) if ancestor != "/"}
    ordered = sorted(every, key=lambda path: (path.count("/"), path))
    found = await client.get_many(ordered)
    ordered = [path for path, value in zip(ordered, found, strict=True) if isinstance(value, ZookeeperError)]
    made: list[tuple[bool, Any]] = await DeferredList([client.create(path, None) for path in ordered], consumeErrors=True)
    for succeeded, result in made:
        if not succeeded and not isinstance(result.value, NodeExistsException):
            result.raiseException()
