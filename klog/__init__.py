"""klog: Apache Kafka's log, anew on Twisted.

The public face: what programs that send, read and administrate need, under one name each. Names are loaded when they are used, so that
``import klog`` costs nothing and loads no reactor::

    from klog import Admin, Consumer, ConsumerGroup, DeliveryFailed, KlogError, NewTopic, Producer

Beside it are faces for those who need more: `klog.testing`, `klog.zookeeper`, `klog.spark`, `klog.pull`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin as Admin
    from klog.client.admin.reset import ResetTo as ResetTo
    from klog.client.admin.types import ConfigResource as ConfigResource
    from klog.client.admin.types import NewTopic as NewTopic
    from klog.client.auditing.audit import Audit as Audit
    from klog.client.blocking.client import BlockingClient as BlockingClient
    from klog.client.blocking.producer import BlockingProducer as BlockingProducer
    from klog.client.fetching.consumer import Consumer as Consumer
    from klog.client.fetching.record_views import BadRecords as BadRecords
    from klog.client.fetching.record_views import Message as Message
    from klog.client.fetching.record_views import MessageSet as MessageSet
    from klog.client.fetching.subscriptions import LogTruncated as LogTruncated
    from klog.client.fetching.subscriptions import NoPosition as NoPosition
    from klog.client.fetching.subscriptions import OffsetOutOfRange as OffsetOutOfRange
    from klog.client.groups.group import ConsumerGroup as ConsumerGroup
    from klog.client.groups.paper.group import PaperConsumerGroup as PaperConsumerGroup
    from klog.client.hooks import Hooks as Hooks
    from klog.client.processing.failures import WorkFailed as WorkFailed
    from klog.client.processing.transactional_processor import TransactionalProcessor as TransactionalProcessor
    from klog.client.producing.producer import Producer as Producer
    from klog.client.producing.producer_types import BacklogFull as BacklogFull
    from klog.client.producing.producer_types import DeliveryFailed as DeliveryFailed
    from klog.client.producing.producer_types import PlacedRange as PlacedRange
    from klog.client.producing.producer_types import RecordPlace as RecordPlace
    from klog.client.retry import ClientStopped as ClientStopped
    from klog.client.service import Client as Client
    from klog.client.settings import ClientSettings as ClientSettings
    from klog.client.statistics import ClientStatistics as ClientStatistics
    from klog.client.transactions.errors import CommitUncertain as CommitUncertain
    from klog.client.transactions.errors import ProducerFenced as ProducerFenced
    from klog.client.transactions.errors import TransactionFailed as TransactionFailed
    from klog.client.transactions.transaction import Transaction as Transaction
    from klog.config import ConfigError as ConfigError
    from klog.errors import ErrorCode as ErrorCode
    from klog.errors import KlogError as KlogError
    from klog.model import EARLIEST_TIMESTAMP as EARLIEST_TIMESTAMP
    from klog.model import LATEST_TIMESTAMP as LATEST_TIMESTAMP
    from klog.model import Committed as Committed
    from klog.model import OffsetAt as OffsetAt
    from klog.model import TopicPartition as TopicPartition
    from klog.records.contract import Header as Header
    from klog.records.contract import TimestampType as TimestampType
    from klog.version import __version__ as __version__

#: Where each name lives.
_HOMES = {
    "Admin": "klog.client.admin.admin",
    "BacklogFull": "klog.client.producing.producer_types",
    "BadRecords": "klog.client.fetching.record_views",
    "BlockingClient": "klog.client.blocking.client",
    "BlockingProducer": "klog.client.blocking.producer",
    "Client": "klog.client.service",
    "ClientSettings": "klog.client.settings",
    "ClientStatistics": "klog.client.statistics",
    "ClientStopped": "klog.client.retry",
    "CommitUncertain": "klog.client.transactions.errors",
    "Committed": "klog.model",
    "ConfigError": "klog.config",
    "ConfigResource": "klog.client.admin.types",
    "Consumer": "klog.client.fetching.consumer",
    "ConsumerGroup": "klog.client.groups.group",
    "DeliveryFailed": "klog.client.producing.producer_types",
    "EARLIEST_TIMESTAMP": "klog.model",
    "ErrorCode": "klog.errors",
    "Header": "klog.records.contract",
    "Audit": "klog.client.auditing.audit",
    "Hooks": "klog.client.hooks",
    "KlogError": "klog.errors",
    "LATEST_TIMESTAMP": "klog.model",
    "LogTruncated": "klog.client.fetching.subscriptions",
    "Message": "klog.client.fetching.record_views",
    "MessageSet": "klog.client.fetching.record_views",
    "NewTopic": "klog.client.admin.types",
    "NoPosition": "klog.client.fetching.subscriptions",
    "OffsetAt": "klog.model",
    "OffsetOutOfRange": "klog.client.fetching.subscriptions",
    "PaperConsumerGroup": "klog.client.groups.paper.group",
    "PlacedRange": "klog.client.producing.producer_types",
    "Producer": "klog.client.producing.producer",
    "ProducerFenced": "klog.client.transactions.errors",
    "RecordPlace": "klog.client.producing.producer_types",
    "ResetTo": "klog.client.admin.reset",
    "TimestampType": "klog.records.contract",
    "TopicPartition": "klog.model",
    "Transaction": "klog.client.transactions.transaction",
    "TransactionFailed": "klog.client.transactions.errors",
    "TransactionalProcessor": "klog.client.processing.transactional_processor",
    "WorkFailed": "klog.client.processing.failures",
}

__all__ = [
    "EARLIEST_TIMESTAMP",
    "LATEST_TIMESTAMP",
    "Admin",
    "Audit",
    "BacklogFull",
    "BadRecords",
    "BlockingClient",
    "BlockingProducer",
    "Client",
    "ClientSettings",
    "ClientStatistics",
    "ClientStopped",
    "CommitUncertain",
    "Committed",
    "ConfigError",
    "ConfigResource",
    "Consumer",
    "ConsumerGroup",
    "DeliveryFailed",
    "ErrorCode",
    "Header",
    "Hooks",
    "KlogError",
    "LogTruncated",
    "Message",
    "MessageSet",
    "NewTopic",
    "NoPosition",
    "OffsetAt",
    "OffsetOutOfRange",
    "PaperConsumerGroup",
    "PlacedRange",
    "Producer",
    "ProducerFenced",
    "RecordPlace",
    "ResetTo",
    "TimestampType",
    "TopicPartition",
    "Transaction",
    "TransactionFailed",
    "TransactionalProcessor",
    "WorkFailed",
]


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
