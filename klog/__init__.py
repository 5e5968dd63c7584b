"""klog: Apache Kafka's log, anew on Twisted.

The public face. Names are loaded when they are used, so that ``import klog`` costs nothing and loads no reactor::

    from klog import Producer, Consumer, ConsumerGroup, Admin
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin as Admin
    from klog.client.fetching.consumer import Consumer as Consumer
    from klog.client.groups.group import ConsumerGroup as ConsumerGroup
    from klog.client.producing.producer import Producer as Producer
    from klog.errors import KlogError as KlogError
    from klog.model import TopicPartition as TopicPartition
    from klog.version import __version__ as __version__

#: Where each name lives.
_HOMES = {
    "Admin": "klog.client.admin.admin",
    "Consumer": "klog.client.fetching.consumer",
    "ConsumerGroup": "klog.client.groups.group",
    "KlogError": "klog.errors",
    "Producer": "klog.client.producing.producer",
    "TopicPartition": "klog.model",
}

__all__ = ["Admin", "Consumer", "ConsumerGroup", "KlogError", "Producer", "TopicPartition"]


def __getattr__(name: str) -> Any:
    """Load a public name (PEP 562)."""
    home = "klog.version" if name == "__version__" else _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'klog' has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Public names, loaded or not."""
    return sorted({*globals(), *_HOMES})
