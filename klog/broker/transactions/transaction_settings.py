"""The numbers that the transaction coordinator goes by, out of the broker's settings (``TransactionLogConfig``,
``TransactionStateManagerConfig``)."""

from __future__ import annotations

import dataclasses

from klog.broker.settings.settings import BrokerSettings


@dataclasses.dataclass(frozen=True)
class TransactionSettings:
    """Kafka 4.3.1's defaults; times in milliseconds."""

    topic_partitions: int = 50
    topic_replication_factor: int = 3
    topic_min_in_sync_replicas: int = 2
    topic_segment_bytes: int = 100 << 20
    max_timeout_ms: int = 900_000
    id_expiration_ms: int = 7 * 24 * 3600 * 1000
    #: How often timeouts are looked for, and ids that expire.
    timeout_check_ms: int = 10_000
    expiration_check_ms: int = 3_600_000
    #: How long an answer may wait until its record is acknowledged.
    acknowledgement_timeout_ms: int = 30_000

    @classmethod
    def read(cls, settings: BrokerSettings) -> TransactionSettings:
        """From the broker's settings."""
        number = settings.integer
        return cls(
            topic_partitions=number("transaction.state.log.num.partitions"),
            topic_replication_factor=number("transaction.state.log.replication.factor"),
            topic_min_in_sync_replicas=number("transaction.state.log.min.isr"),
            topic_segment_bytes=number("transaction.state.log.segment.bytes"),
            max_timeout_ms=number("transaction.max.timeout.ms"),
            id_expiration_ms=number("transactional.id.expiration.ms"),
            timeout_check_ms=number("transaction.abort.timed.out.transaction.cleanup.interval.ms"),
            expiration_check_ms=number("transaction.remove.expired.transaction.cleanup.interval.ms"),
        )
