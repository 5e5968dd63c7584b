"""ZooKeeper: an event-driven client with txzookeeper's names, and what Kafka keeps there.

The public face, loaded when a name is used::

    from klog.zookeeper import Lock, ManagedClient, ZookeeperClient, retry_change
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from klog.zookeeper.client import ZookeeperClient as ZookeeperClient
    from klog.zookeeper.managed_client import ManagedClient as ManagedClient
    from klog.zookeeper.mirror import TreeMirror as TreeMirror
    from klog.zookeeper.protocol import EPHEMERAL as EPHEMERAL
    from klog.zookeeper.protocol import SEQUENCE as SEQUENCE
    from klog.zookeeper.recipes.barrier import Barrier as Barrier
    from klog.zookeeper.recipes.barrier import BarrierError as BarrierError
    from klog.zookeeper.recipes.barrier import DoubleBarrier as DoubleBarrier
    from klog.zookeeper.recipes.counter import Counter as Counter
    from klog.zookeeper.recipes.election import Election as Election
    from klog.zookeeper.recipes.election import LeadershipLost as LeadershipLost
    from klog.zookeeper.recipes.lock import Lock as Lock
    from klog.zookeeper.recipes.lock import LockError as LockError
    from klog.zookeeper.recipes.watching import ChildrenWatch as ChildrenWatch
    from klog.zookeeper.recipes.watching import DataWatch as DataWatch
    from klog.zookeeper.requests import Check as Check
    from klog.zookeeper.requests import Create as Create
    from klog.zookeeper.requests import Delete as Delete
    from klog.zookeeper.requests import Set as Set
    from klog.zookeeper.retrying import RetryClient as RetryClient
    from klog.zookeeper.retrying import create_ephemeral as create_ephemeral
    from klog.zookeeper.retrying import create_sequence as create_sequence
    from klog.zookeeper.retrying import retry as retry
    from klog.zookeeper.retrying import retry_change as retry_change
    from klog.zookeeper.retrying import retry_watch as retry_watch
    from klog.zookeeper.session_keeper import SessionKeeper as SessionKeeper
    from klog.zookeeper.watches import ClientEvent as ClientEvent

#: Where each name lives. Errors, and constants of the C binding, besides: `klog.zookeeper.errors`, `klog.zookeeper.protocol`.
_HOMES = {
    "Barrier": "klog.zookeeper.recipes.barrier",
    "BarrierError": "klog.zookeeper.recipes.barrier",
    "Check": "klog.zookeeper.requests",
    "ChildrenWatch": "klog.zookeeper.recipes.watching",
    "ClientEvent": "klog.zookeeper.watches",
    "Counter": "klog.zookeeper.recipes.counter",
    "Create": "klog.zookeeper.requests",
    "DataWatch": "klog.zookeeper.recipes.watching",
    "Delete": "klog.zookeeper.requests",
    "DoubleBarrier": "klog.zookeeper.recipes.barrier",
    "EPHEMERAL": "klog.zookeeper.protocol",
    "Election": "klog.zookeeper.recipes.election",
    "LeadershipLost": "klog.zookeeper.recipes.election",
    "Lock": "klog.zookeeper.recipes.lock",
    "LockError": "klog.zookeeper.recipes.lock",
    "ManagedClient": "klog.zookeeper.managed_client",
    "RetryClient": "klog.zookeeper.retrying",
    "SEQUENCE": "klog.zookeeper.protocol",
    "SessionKeeper": "klog.zookeeper.session_keeper",
    "Set": "klog.zookeeper.requests",
    "TreeMirror": "klog.zookeeper.mirror",
    "ZookeeperClient": "klog.zookeeper.client",
    "create_ephemeral": "klog.zookeeper.retrying",
    "create_sequence": "klog.zookeeper.retrying",
    "retry": "klog.zookeeper.retrying",
    "retry_change": "klog.zookeeper.retrying",
    "retry_watch": "klog.zookeeper.retrying",
}

__all__ = [
    "EPHEMERAL",
    "SEQUENCE",
    "Barrier",
    "BarrierError",
    "Check",
    "ChildrenWatch",
    "ClientEvent",
    "Counter",
    "Create",
    "DataWatch",
    "Delete",
    "DoubleBarrier",
    "Election",
    "LeadershipLost",
    "Lock",
    "LockError",
    "ManagedClient",
    "RetryClient",
    "SessionKeeper",
    "Set",
    "TreeMirror",
    "ZookeeperClient",
    "create_ephemeral",
    "create_sequence",
    "retry",
    "retry_change",
    "retry_watch",
]


def __getattr__(name: str) -> Any:
    """Load a public name (PEP 562)."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'klog.zookeeper' has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Public names, loaded or not."""
    return sorted({*globals(), *_HOMES})
