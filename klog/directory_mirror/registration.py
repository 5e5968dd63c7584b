"""What a broker under ZooKeeper has to find there to serve a data directory that was copied: Kafka's own znodes.

A broker that finds logs of topics which ZooKeeper does not know serves none of them; and topics that somebody makes there by hand get ids
of their own, which do not fit those in the directory. So topics are registered as they are in it:

=====================================  ================================================================================================
znode                                  what stands there
=====================================  ================================================================================================
``/cluster/id``                        the directory's cluster
``/brokers/topics/T``                  the topic's id, and the broker that has each partition
``/brokers/topics/T/partitions/P/…``   a leader epoch above all that are in the log: clients that have read the records, and know their
                                       epochs, would not believe a lower one (KIP-320)
``/config/topics/T``                   the topic's configurations
``/latest_producer_id_block``          producer ids that were met are given out to nobody else
=====================================  ================================================================================================

Only while no broker runs: one that does has read what stood there before. Everything is looked at before anything is written, and may be
done again, after more was copied. What somebody else has written since it was looked at is not written over.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred, DeferredList

from klog.directory_mirror.data_directory import HandedOver
from klog.zookeeper import paths
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import BadVersionException, NodeExistsException, NoNodeException, ZookeeperError
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import (
    BROKER_IDS,
    ClusterId,
    ConfigZnode,
    DeleteTopic,
    PartitionState,
    ProducerIdBlock,
    TopicZnode,
)

#: So many znodes are made without waiting for each other.
_AT_ONCE = 500


class RegistrationRefused(Exception):
    """Something else stands in ZooKeeper; the sentence says what to do. Nothing was written, unless somebody else writes there at the same
    time."""


class Directory(NamedTuple):
    """A data directory as it is handed over.

    :ivar next_producer_id: the first one that no producer has had.
    """

    cluster_id: str
    broker_id: int
    topics: Mapping[str, HandedOver]
    next_producer_id: int


async def register(client: ZookeeperClient, directory: Directory) -> None:
    """See the module.

    :param client: connected; its chroot is made where it is missing.
    :raises RegistrationRefused: another cluster is there, another topic of a name, or a broker runs.
    :raises ZookeeperError: ZooKeeper refuses, or is away.
    """
    if client.chroot and await client.exists("/") is None:
        await client.make_chroot()
    seen = await _look(client, directory)
    found = {path: data for path, (data, _) in seen.items()}
    wanted: dict[str, bytes] = {ClusterId.PATH: ClusterId(directory.cluster_id).encode()}
    for name, topic in directory.topics.items():
        assignment = dict.fromkeys(sorted(topic.leader_epochs), (directory.broker_id,))
        wanted[TopicZnode.path(name)] = TopicZnode(topic.topic_id, assignment).encode()
        wanted[ConfigZnode.path("topics", name)] = ConfigZnode(topic.configs).encode()
        for number, epoch in topic.leader_epochs.items():
            path = PartitionState.path(name, number)
            before = None if found.get(path) is None else PartitionState.decode(path, found[path])
            epoch = max(epoch + 1, 0 if before is None else before.leader_epoch)
            controller_epoch = 0 if before is None else before.controller_epoch
            wanted[path] = PartitionState(directory.broker_id, epoch, controller_epoch, (directory.broker_id,)).encode()
    block = found.get(ProducerIdBlock.PATH)
    last = ProducerIdBlock.decode(ProducerIdBlock.PATH, block).last if block else -1
    if directory.next_producer_id - 1 > last:
        wanted[ProducerIdBlock.PATH] = ProducerIdBlock(directory.broker_id, last + 1, directory.next_producer_id - 1).encode()
    await _write(client, wanted, {path: version for path, (_, version) in seen.items()})
    await _check_nobody_runs(client)


async def _check_nobody_runs(client: ZookeeperClient) -> None:
    """Raises RegistrationRefused."""
    try:
        running = await client.get_children(BROKER_IDS)
    except NoNodeException:
        running = []
    if running:
        raise RegistrationRefused(
            f"broker {sorted(running)[0]} runs there: stop all brokers of that ZooKeeper first, or name a chroot (host:port/name)"
        )


async def _look(client: ZookeeperClient, directory: Directory) -> dict[str, tuple[bytes, int]]:
    """What stands there of what will be written, and its version. Raises RegistrationRefused."""
    await _check_nobody_runs(client)
    asked = [ClusterId.PATH, ProducerIdBlock.PATH, *(TopicZnode.path(name) for name in directory.topics)]
    asked += [ConfigZnode.path("topics", name) for name in directory.topics]
    asked += [DeleteTopic.path(name) for name in directory.topics]
    asked += [PartitionState.path(name, number) for name, topic in directory.topics.items() for number in topic.leader_epochs]
    seen: dict[str, tuple[bytes, int]] = {}
    for path, value in zip(asked, await client.get_many(asked), strict=True):
        if isinstance(value, NoNodeException):
            continue
        if isinstance(value, ZookeeperError):
            raise value
        seen[path] = value[0], value[1]["version"]
    found = {path: data for path, (data, _) in seen.items()}
    try:
        known = ClusterId.decode(ClusterId.PATH, found[ClusterId.PATH]).cluster_id if found.get(ClusterId.PATH) else None
        if known is not None and known != directory.cluster_id:
            raise RegistrationRefused(
                f"another cluster is there, {known}, and the directory is of {directory.cluster_id}: name a chroot (host:port/name) of its "
                f"own, or copy with --cluster-id {known}"
            )
        for name, topic in directory.topics.items():
            if DeleteTopic.path(name) in found:
                raise RegistrationRefused(
                    f"topic {name} is to be deleted there ({DeleteTopic.path(name)}), and the next controller would do so: take that znode "
                    "away, or name a chroot of your own"
                )
            path = TopicZnode.path(name)
            if path in found:
                before = TopicZnode.decode(path, found[path])
                holders = {broker for brokers in before.assignment.values() for broker in brokers}
                if before.topic_id != topic.topic_id or holders - {directory.broker_id}:
                    raise RegistrationRefused(f"another topic {name} is there ({path}): delete that one, or name a chroot of your own")
    except BadZnode as error:
        raise RegistrationRefused(f"what stands there cannot be understood: {error}") from None
    return seen


async def _write(client: ZookeeperClient, wanted: Mapping[str, bytes], versions: Mapping[str, int]) -> None:
    """Parents first; many at a time.

    :param versions: of what was there already, as it was seen.
    :raises RegistrationRefused: somebody else writes there.
    """
    every: dict[str, bytes | None] = {ancestor: None for path in wanted for ancestor in paths.ancestors(path) if ancestor != "/"}
    every.update(wanted)
    for _, level in itertools.groupby(sorted(every, key=_depth), key=lambda path: path.count("/")):
        ordered = list(level)
        for start in range(0, len(ordered), _AT_ONCE):
            made: list[tuple[bool, Any]] = await DeferredList(
                [
                    Deferred.fromCoroutine(_make(client, path, every[path], versions.get(path)))
                    for path in ordered[start : start + _AT_ONCE]
                ],
                consumeErrors=True,
            )
            for succeeded, result in made:
                if not succeeded:
                    result.raiseException()


def _depth(path: str) -> tuple[int, str]:
    return path.count("/"), path


async def _make(client: ZookeeperClient, path: str, data: bytes | None, version: int | None) -> None:
    try:
        if version is not None and data is not None:
            await client.set(path, data, version)
        else:
            await client.create(path, data)
    except NodeExistsException:
        if data is not None:
            raise _changed(path) from None
    except (BadVersionException, NoNodeException):
        raise _changed(path) from None


def _changed(path: str) -> RegistrationRefused:
    return RegistrationRefused(f"somebody else has written {path} meanwhile: see that nobody works there, and hand it over again")
