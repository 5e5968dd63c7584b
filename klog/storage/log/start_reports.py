"""What a start found and mended: in one log (`RecoveryReport`), in a data directory, or in all of them (`LoadReport`).

Plain data. Offsets count records, sizes bytes.
"""

from __future__ import annotations

import dataclasses

from klog.model import TopicPartition


@dataclasses.dataclass(slots=True)
class StartSums:
    """What a start found and mended: in one log, or in all of them together."""

    #: Cut off where a segment's last whole batch ends.
    truncated_bytes: int = 0
    #: Whole segments that followed a torn one or a gap, with what could still be read of them.
    dropped_segments: int = 0
    dropped_bytes: int = 0
    dropped_records: int = 0
    #: From the new end of the log to the last offset that was dropped, those that were missing before included.
    dropped_offsets: int = 0
    #: Gaps behind the recovery point that were kept, because nobody can say whether they are compaction's.
    gaps: int = 0
    rebuilt_indexes: int = 0
    #: Highest producer id that stands in a log or a snapshot (or was handed out by a KRaft controller); -1 where there is none.
    highest_producer_id: int = -1
    #: Highest leader epoch.
    highest_epoch: int = -1

    def add(self, other: StartSums) -> None:
        """`other` is of another log."""
        self.truncated_bytes += other.truncated_bytes
        self.dropped_segments += other.dropped_segments
        self.dropped_bytes += other.dropped_bytes
        self.dropped_records += other.dropped_records
        self.dropped_offsets += other.dropped_offsets
        self.gaps += other.gaps
        self.rebuilt_indexes += other.rebuilt_indexes
        self.highest_producer_id = max(self.highest_producer_id, other.highest_producer_id)
        self.highest_epoch = max(self.highest_epoch, other.highest_epoch)


@dataclasses.dataclass(slots=True)
class RecoveryReport(StartSums):
    """What opening one log took."""

    #: True where segments were walked batch by batch.
    recovered: bool = False
    scanned_bytes: int = 0
    warnings: list[str] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(slots=True)
class LoadReport(StartSums):
    """What `LogDirectory.load` found."""

    #: Whether the last stop was an orderly one.
    clean: bool = True
    #: Whether the directory was empty and is new.
    created: bool = False
    logs: int = 0
    #: Logs that had to be walked because the last stop was not clean.
    recovered: list[TopicPartition] = dataclasses.field(default_factory=list)
    warnings: list[str] = dataclasses.field(default_factory=list)
    #: Partitions that could not be served, and why.
    failed: dict[TopicPartition, str] = dataclasses.field(default_factory=dict)
    topic_ids: dict[str, bytes] = dataclasses.field(default_factory=dict)
    cluster_id: str | None = None
    #: True where the directory was written by another program (no ``klog.state``).
    foreign: bool = False
    #: Topic overrides found in a KRaft controller's log, by topic; None where there is no such log.
    topic_configs: dict[str, dict[str, str]] | None = None
    #: Configurations of groups found there, by group id.
    group_configs: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)
