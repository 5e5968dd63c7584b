"""The numbers that the group coordinator goes by, out of the broker's settings (``GroupCoordinatorConfig``, ``GroupConfig``)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError
from klog.replication.inter_broker_versions import SETTING


@dataclasses.dataclass(frozen=True)
class GroupSettings:
    """Kafka 4.3.1's defaults; times in milliseconds."""

    offsets_topic_partitions: int = 50
    offsets_topic_replication_factor: int = 3
    offsets_topic_segment_bytes: int = 100 << 20
    offsets_topic_codec: int = 0
    #: How long an answer may wait for its flush, where there is the rule for it.
    offset_commit_timeout_ms: int = 5_000
    offset_metadata_max_bytes: int = 4096
    #: The newest version of a committed offset that every broker of the cluster reads.
    offset_value_version: int = 4
    offsets_retention_ms: int = 7 * 24 * 3600 * 1000
    #: The classic protocol.
    min_session_timeout_ms: int = 6_000
    max_session_timeout_ms: int = 1_800_000
    initial_rebalance_delay_ms: int = 3_000
    #: Members; the same for both protocols' defaults.
    max_size: int = 2**31 - 1
    #: KIP-848.
    rebalance_protocols: tuple[str, ...] = ("classic", "consumer")
    consumer_session_timeout_ms: int = 45_000
    consumer_heartbeat_interval_ms: int = 5_000
    consumer_max_size: int = 2**31 - 1
    #: Names of server-side assignors; the first is the default.
    consumer_assignors: tuple[str, ...] = ("uniform", "range")
    #: disabled, downgrade, upgrade or bidirectional.
    consumer_migration_policy: str = "bidirectional"
    consumer_assignment_interval_ms: int = 1_000
    #: Bounds of what a group may have of its own.
    consumer_min_session_timeout_ms: int = 45_000
    consumer_max_session_timeout_ms: int = 60_000
    consumer_min_heartbeat_interval_ms: int = 5_000
    consumer_max_heartbeat_interval_ms: int = 15_000
    consumer_min_assignment_interval_ms: int = 0
    consumer_max_assignment_interval_ms: int = 15_000
    consumer_regex_refresh_interval_ms: int = 600_000

    @classmethod
    def read(cls, settings: BrokerSettings) -> GroupSettings:
        """From the broker's settings.

        :raises ConfigError: a codec that does not exist, or times of consumer groups that contradict each other.
        """
        number = settings.integer
        check_consumer_times(number)
        codec = number("offsets.topic.compression.codec")
        if not 0 <= codec <= 4:
            raise ConfigError("offsets.topic.compression.codec", str(codec), "a codec is a number from 0 (none) to 4 (zstd)")

        def names(name: str) -> tuple[str, ...]:
            return tuple(settings.items(name))

        return cls(
            offsets_topic_partitions=number("offsets.topic.num.partitions"),
            offsets_topic_replication_factor=number("offsets.topic.replication.factor"),
            offsets_topic_segment_bytes=number("offsets.topic.segment.bytes"),
            offsets_topic_codec=codec,
            offset_commit_timeout_ms=number("offsets.commit.timeout.ms"),
            offset_metadata_max_bytes=number("offset.metadata.max.bytes"),
            # Brokers of Apache Kafka may read what we write. Kafka 2.8 stops reading at a version 4, and forgets group and offsets.
            offset_value_version=3 if SETTING in settings.static else 4,
            offsets_retention_ms=number("offsets.retention.minutes") * 60_000,
            min_session_timeout_ms=number("group.min.session.timeout.ms"),
            max_session_timeout_ms=number("group.max.session.timeout.ms"),
            initial_rebalance_delay_ms=number("group.initial.rebalance.delay.ms"),
            max_size=number("group.max.size"),
            rebalance_protocols=_protocols(settings),
            consumer_session_timeout_ms=number("group.consumer.session.timeout.ms"),
            consumer_heartbeat_interval_ms=number("group.consumer.heartbeat.interval.ms"),
            consumer_max_size=number("group.consumer.max.size"),
            consumer_assignors=names("group.consumer.assignors"),
            consumer_migration_policy=(settings.string("group.consumer.migration.policy") or "").lower(),
            consumer_assignment_interval_ms=number("group.consumer.assignment.interval.ms"),
            consumer_min_session_timeout_ms=number("group.consumer.min.session.timeout.ms"),
            consumer_max_session_timeout_ms=number("group.consumer.max.session.timeout.ms"),
            consumer_min_heartbeat_interval_ms=number("group.consumer.min.heartbeat.interval.ms"),
            consumer_max_heartbeat_interval_ms=number("group.consumer.max.heartbeat.interval.ms"),
            consumer_min_assignment_interval_ms=number("group.consumer.min.assignment.interval.ms"),
            consumer_max_assignment_interval_ms=number("group.consumer.max.assignment.interval.ms"),
            consumer_regex_refresh_interval_ms=number("group.consumer.regex.refresh.interval.ms"),
        )


def _protocols(settings: BrokerSettings) -> tuple[str, ...]:
    """Which are spoken: as the setting says.

    Where nobody has set it, and brokers of Apache Kafka may be in the cluster, only the classic one. With ZooKeeper they have no other:
    when the partition of ``__consumer_offsets`` moves to one of them, members of a consumer group have no coordinator. Kafka 2.8 even stops
    reading at the first record of such a group (``GroupMetadataManager.readMessageKey``), and forgets the offsets behind it.
    """
    name = "group.coordinator.rebalance.protocols"
    if name not in settings.static and SETTING in settings.static:
        return ("classic",)
    return tuple(settings.items(name))


def check_consumer_times(number: Callable[[str], int]) -> None:
    """Whether the broker's times for consumer groups fit together.

    :param number: the value of a setting.
    :raises ConfigError: they do not.
    """
    for name in ("heartbeat.interval.ms", "session.timeout.ms", "assignment.interval.ms"):
        low, high, own = f"group.consumer.min.{name}", f"group.consumer.max.{name}", f"group.consumer.{name}"
        for smaller, larger in ((low, high), (low, own), (own, high)):
            if number(smaller) > number(larger):
                raise ConfigError(larger, str(number(larger)), f"it must be at least {smaller}, which is {number(smaller)}")
    session, heartbeat = "group.consumer.session.timeout.ms", "group.consumer.heartbeat.interval.ms"
    if number(session) <= number(heartbeat):
        raise ConfigError(session, str(number(session)), f"it must be greater than {heartbeat}, which is {number(heartbeat)}")
