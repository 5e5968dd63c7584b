"""How ``__consumer_offsets`` is made (``GroupCoordinatorService.groupMetadataTopicConfigs``)."""

from __future__ import annotations

from collections.abc import Callable

from klog.broker.coordinators.coordinator_topic import CoordinatorTopic
from klog.broker.groups.group_settings import GroupSettings
from klog.cluster.interfaces import ICoordination
from klog.cluster.topic_names import CONSUMER_OFFSETS


def offsets_topic(coordination: ICoordination, settings: GroupSettings, warn: Callable[[str], None]) -> CoordinatorTopic:
    """What makes the topic, as Kafka does."""
    return CoordinatorTopic(
        coordination,
        CONSUMER_OFFSETS,
        partitions=settings.offsets_topic_partitions,
        copies=settings.offsets_topic_replication_factor,
        copies_setting="offsets.topic.replication.factor",
        configs={
            "cleanup.policy": "compact",
            "compression.type": "producer",
            "segment.bytes": str(settings.offsets_topic_segment_bytes),
        },
        subject="groups",
        warn=warn,
    )
