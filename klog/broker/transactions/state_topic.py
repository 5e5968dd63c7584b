"""How ``__transaction_state`` is made (``TransactionStateManager.transactionTopicConfigs``)."""

from __future__ import annotations

from collections.abc import Callable

from klog.broker.coordinators.coordinator_topic import CoordinatorTopic
from klog.broker.transactions.transaction_settings import TransactionSettings
from klog.cluster.interfaces import ICoordination
from klog.cluster.topic_names import TRANSACTION_STATE


def state_topic(coordination: ICoordination, settings: TransactionSettings, warn: Callable[[str], None]) -> CoordinatorTopic:
    """What makes the topic, as Kafka does. A broker that is alone keeps one copy, and asks for no more in sync."""
    in_sync = settings.topic_min_in_sync_replicas if coordination.is_controlled else 1
    return CoordinatorTopic(
        coordination,
        TRANSACTION_STATE,
        partitions=settings.topic_partitions,
        copies=settings.topic_replication_factor,
        copies_setting="transaction.state.log.replication.factor",
        configs={
            "cleanup.policy": "compact",
            "compression.type": "uncompressed",
            "min.insync.replicas": str(in_sync),
            "segment.bytes": str(settings.topic_segment_bytes),
            "unclean.leader.election.enable": "false",
        },
        subject="transactions",
        warn=warn,
    )
