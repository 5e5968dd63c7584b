"""How one partition's log behaves: Kafka's topic configurations, as plain values with units.

``klog.broker`` translates configuration names and texts into this; storage only ever sees it.
"""

from __future__ import annotations

import dataclasses

#: "For ever" and "without limit", where Kafka's settings use -1 or the largest long.
UNLIMITED = -1


@dataclasses.dataclass(frozen=True)
class LogSettings:
    """Settings of one log. Defaults are those of Apache Kafka 4.3.1's topics (``LogConfig.java``)."""

    segment_bytes: int = 1 << 30
    segment_ms: int = 7 * 24 * 3600 * 1000
    segment_jitter_ms: int = 0
    #: Whether a segment's file is `segment_bytes` long from its first batch on, until it is rolled.
    preallocate: bool = False
    segment_index_bytes: int = 10 << 20
    index_interval_bytes: int = 4096
    #: Bytes kept at least; UNLIMITED keeps all.
    retention_bytes: int = UNLIMITED
    retention_ms: int = 7 * 24 * 3600 * 1000
    file_delete_delay_ms: int = 60_000
    max_message_bytes: int = 1_048_588
    #: Messages after which a flush is owed; None where the rule is not asked for.
    flush_messages: int | None = None
    #: Milliseconds after which a flush is owed; None where the rule is not asked for.
    flush_ms: int | None = None
    cleanup_delete: bool = True
    cleanup_compact: bool = False
    #: What of the log must be uncompacted, at least, before compaction is worth it.
    min_cleanable_dirty_ratio: float = 0.5
    #: A record stays uncompacted for so long at least ...
    min_compaction_lag_ms: int = 0
    #: ... and for so long at most.
    max_compaction_lag_ms: int = (1 << 63) - 1
    #: How long compaction keeps a tombstone after it first met it.
    delete_retention_ms: int = 86_400_000
    #: ``producer`` keeps what came; otherwise none, gzip, snappy, lz4, zstd (``uncompressed`` reads as none).
    compression_type: str = "producer"
    compression_level: int | None = None
    log_append_time: bool = False
    message_timestamp_before_max_ms: int = (1 << 63) - 1
    message_timestamp_after_max_ms: int = 3_600_000
    #: How many replicas must be in sync before acks=all is taken (``min.insync.replicas``).
    min_in_sync_replicas: int = 1
    #: Kafka 3.9's ``message.downconversion.enable``.
    message_downconversion_enable: bool = True
    #: False until the topic's own configurations are known (a directory that somebody else wrote): nothing of it is
    #: deleted by retention meanwhile.
    retention_known: bool = True
    #: Of a topic that is copied from another cluster: by which link. Nobody but the link writes it.
    mirror_link: str = ""

    @property
    def flush_rule(self) -> bool:
        """Whether messages are exposed and acknowledged only after their flush (the paper's rule)."""
        return self.flush_messages is not None or self.flush_ms is not None
