"""A tree of znodes for tests of what stands on a mirror: a dictionary with zxids, and the same changes a real one reports."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from klog.model import TopicId
from klog.zookeeper.errors import BadVersionException, NodeExistsException, NoNodeException, NotEmptyException, ZookeeperError
from klog.zookeeper.protocol import EPHEMERAL, Stat
from klog.zookeeper.requests import Create, Delete, Operation, Set
from klog.zookeeper.znodes import BrokerRegistration, PartitionState, RegisteredEndpoint, TopicZnode


@dataclasses.dataclass
class _Node:
    data: bytes
    stat: Stat


class FakeTree:
    """Reads like a `TreeMirror`; `write` and `delete` change it and note which paths changed."""

    def __init__(self) -> None:
        self.nodes: dict[str, _Node] = {}
        self.zxid = 100
        #: What changed, for each who wants to know.
        self.told: list[set[str]] = [set()]

    def data(self, path: str) -> bytes | None:
        node = self.nodes.get(path)
        return None if node is None else node.data

    def stat(self, path: str) -> Stat | None:
        node = self.nodes.get(path)
        return None if node is None else node.stat

    def children(self, path: str) -> frozenset[str]:
        inside = path + "/"
        return frozenset(name[len(inside) :].partition("/")[0] for name in self.nodes if name.startswith(inside))

    def write(self, path: str, data: bytes = b"", *, owner: int = 0, ctime: int = 0) -> int:
        """Create it (and its parents) or set it; the node's czxid."""
        self.zxid += 1
        parent = path.rpartition("/")[0]
        if parent and parent not in self.nodes:
            self.write(parent)
        node = self.nodes.get(path)
        if node is None:
            self.zxid += 1
            self.nodes[path] = _Node(data, _stat(self.zxid, owner, ctime))
        else:
            node.data = data
            node.stat = node.stat.copy()
            node.stat["version"] += 1
            node.stat["mzxid"] = self.zxid
        self._note(path)
        return int(self.nodes[path].stat["czxid"])

    def delete(self, path: str) -> None:
        """Delete it and all below it."""
        self.zxid += 1
        for name in [name for name in self.nodes if name == path or name.startswith(path + "/")]:
            del self.nodes[name]
            self._note(name)

    def _note(self, path: str) -> None:
        for told in self.told:
            told.add(path)

    def take_changed(self) -> frozenset[str]:
        """What changed since the last time."""
        changed = frozenset(self.told[0])
        self.told[0].clear()
        return changed

    # Whole znodes.

    def broker(self, broker_id: int, *, klog: str | None = "1.0", owner: int = 7, replicates: bool = True) -> int:
        """Register one anew; its epoch."""
        path = BrokerRegistration.path(broker_id)
        self.delete(path)
        endpoint = RegisteredEndpoint("PLAINTEXT", "192.0.2.1", 9092 + broker_id)
        return self.write(path, BrokerRegistration(broker_id, (endpoint,), klog=klog, replicates=replicates).encode(), owner=owner)

    def topic(self, name: str, assignment: dict[int, tuple[int, ...]], topic_id: TopicId | None = None) -> int:
        """Make it or set it."""
        return self.write(TopicZnode.path(name), TopicZnode(topic_id, assignment).encode())

    def state(self, topic: str, partition: int, state: PartitionState) -> int:
        """Set it."""
        return self.write(PartitionState.path(topic, partition), state.encode())


def _stat(zxid: int, owner: int, ctime: int) -> Stat:
    return Stat(
        czxid=zxid,
        mzxid=zxid,
        ctime=ctime,
        mtime=ctime,
        version=0,
        cversion=0,
        aversion=0,
        ephemeralOwner=owner,
        dataLength=0,
        numChildren=0,
        pzxid=zxid,
    )


def state(leader: int, epoch: int = 0, isr: tuple[int, ...] | None = None) -> PartitionState:
    """A partition's state by controller 1."""
    return PartitionState(leader, epoch, 1, (leader,) if isr is None else isr)


def topic_id(number: int) -> TopicId:
    """One of many."""
    return TopicId(bytes(15) + bytes([number]))


def do(tree: FakeTree, operations: Sequence[Operation], session_id: int = 0) -> list[Any]:
    """A multi, as strict as ZooKeeper's; all or nothing.

    :return: the path of each `Create`, the stat of each `Set`, else None.
    :raises ZookeeperError: with the operation's index.
    """
    before, zxid, told = dict(tree.nodes), tree.zxid, [set(each) for each in tree.told]
    results: list[Any] = []
    try:
        for index, operation in enumerate(operations):
            try:
                _do(tree, operation, session_id)
            except ZookeeperError as error:
                error.index = index
                raise
            results.append(operation.path if isinstance(operation, Create) else None)
            if isinstance(operation, Set):
                results[-1] = dict(tree.nodes[operation.path].stat)
    except ZookeeperError:
        tree.nodes, tree.zxid = before, zxid
        for each, was in zip(tree.told, told, strict=True):
            each.intersection_update(was)
        raise
    return results


def _do(tree: FakeTree, operation: Operation, session_id: int) -> None:
    path = operation.path
    node = tree.nodes.get(path)
    if isinstance(operation, Create):
        if node is not None:
            raise NodeExistsException(path=path)
        if path.rpartition("/")[0] not in ("", *tree.nodes):
            raise NoNodeException(path=path)
        tree.write(path, operation.data or b"", owner=session_id if operation.flags & EPHEMERAL else 0)
        return
    if node is None:
        raise NoNodeException(path=path)
    if operation.version not in (-1, node.stat["version"]):
        raise BadVersionException(path=path)
    if isinstance(operation, Set):
        tree.nodes[path] = _Node(node.data, dict(node.stat))
        tree.write(path, operation.data)
    elif isinstance(operation, Delete):
        if tree.children(path):
            raise NotEmptyException(path=path)
        tree.delete(path)
