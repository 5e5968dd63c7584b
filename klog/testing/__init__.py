"""klog inside your tests: brokers, and fakes that pass the suites of the real things.

The public face, loaded when a name is used::

    from klog.testing import Broker, BrokerMixin, MemoryBroker, MemoryReactor
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from klog.testing.broker import MemoryBroker as MemoryBroker
    from klog.testing.cluster import MemoryCluster as MemoryCluster
    from klog.testing.embedded import Broker as Broker
    from klog.testing.reactor import MemoryReactor as MemoryReactor
    from klog.testing.trial import BrokerMixin as BrokerMixin
    from klog.testing.zookeeper import MemoryZooKeeper as MemoryZooKeeper

#: Where each name lives.
_HOMES = {
    "Broker": "klog.testing.embedded",
    "BrokerMixin": "klog.testing.trial",
    "MemoryBroker": "klog.testing.broker",
    "MemoryCluster": "klog.testing.cluster",
    "MemoryReactor": "klog.testing.reactor",
    "MemoryZooKeeper": "klog.testing.zookeeper",
}

__all__ = ["Broker", "BrokerMixin", "MemoryBroker", "MemoryCluster", "MemoryReactor", "MemoryZooKeeper"]


def __getattr__(name: str) -> Any:
    """Load a public name (PEP 562)."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'klog.testing' has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Public names, loaded or not."""
    return sorted({*globals(), *_HOMES})
