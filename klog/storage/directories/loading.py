"""The start of a data directory.

In this order (`LoadingDirectory.load`):

1. the directory is made where it is missing, and locked (``.lock``);
2. ``meta.properties`` must not name another broker or cluster;
3. the clean-shutdown marker is looked for and removed: from here on a crash is a crash;
4. the checkpoints are read (`checkpoints`);
5. every ``topic-partition`` directory is opened (`log.recovery`); one that cannot be is reported and left alone, the others are served;
6. topic ids are compared (`topic_ids`): all partitions of a topic have one, and get one where none has;
7. what the last stop may have cost which logs is written down (`start_records`), and then recovery points that the start itself has
   raised, and that klog keeps the directory now.

Partitions that were on their way here from another data directory (``-future``) are remembered for who goes on with that. Directories in
other roles (``-stray``, ``-delete``), ``__cluster_metadata-0``, and names of no known form are neither served nor removed. A deleted
partition is renamed to ``-delete`` with a name by which the next start knows that it may finish the removal (`deletion`).
"""

from __future__ import annotations

import dataclasses
from contextlib import suppress

from klog.model import NO_TOPIC_ID, TopicPartition, topic_id_to_text
from klog.records.contract import RecordsError
from klog.storage.directories.base import DirectoryBase
from klog.storage.directories.clean_shutdown import remove_clean_shutdown, was_clean
from klog.storage.directories.deletion import is_ours
from klog.storage.directories.kraft_metadata import KraftMetadata, read_kraft_metadata
from klog.storage.directories.meta_properties import completed, read_meta_properties
from klog.storage.directories.partition_metadata import CorruptPartitionMetadata, read_partition_metadata
from klog.storage.directories.topic_ids import TopicIds, new_topic_id
from klog.storage.filenames import (
    CLUSTER_METADATA_DIRECTORY,
    STATE_FILE,
    UNSYNCED_MARK,
    DirectoryRole,
    directory_name,
    parse_directory_name,
)
from klog.storage.log.log import Log
from klog.storage.log.start_kind import StartKind
from klog.storage.log.start_reports import LoadReport
from klog.storage.segments.offset_index import CorruptIndex
from klog.storage.settings import LogSettings


class LoadingDirectory(DirectoryBase):
    """Which logs there are."""

    def load(self) -> LoadReport:
        """Steps 1 to 7 above.

        :raises DirectoryInUse: another process has it.
        :raises BadMetaProperties: it is another broker's or cluster's.
        :raises OSError: the directory itself cannot be used. The lock is given back then.
        """
        report = self._report = LoadReport()
        try:
            self.lock()
            self._load(report)
        except BaseException:
            self.release()
            raise
        finally:
            self._report = None
        return report

    def _load(self, report: LoadReport) -> None:
        fs = self.fs
        self._meta = read_meta_properties(fs, self.path)
        if self._meta is not None:
            completed(f"{self.path}/meta.properties", self._meta, self._cluster_id or self._meta.cluster_id or "", self.broker_id)
            report.cluster_id = self._meta.cluster_id
        names = fs.list(self.path)
        self.context.sync_has_failed = UNSYNCED_MARK in names
        has_state = STATE_FILE in names if self.has_state is None else self.has_state
        report.clean = was_clean(fs, self.path)
        # Also where it is gone: the start that has removed it may not have got to the sync.
        remove_clean_shutdown(fs, self.path)
        self._checkpoints.read()
        if self.keeps_starts:
            self._starts.read(report.clean)
        kraft = self._read_kraft(names) if not has_state else None
        topic_ids: dict[TopicPartition, bytes | None] = {}
        found = False
        for name in names:
            parsed = parse_directory_name(name)
            if parsed is None or name == CLUSTER_METADATA_DIRECTORY or not fs.is_directory(f"{self.path}/{name}"):
                continue
            if parsed.role is DirectoryRole.FUTURE:
                if self.futures.setdefault(parsed.topic_partition, f"{self.path}/{name}") != f"{self.path}/{name}":
                    self._warn(f"{self.path}/{name} is a second copy of {parsed.topic_partition} on its way here, and is left alone")
                continue
            if parsed.role is not DirectoryRole.CURRENT:
                self._finish_deletion(name, parsed.role)
                continue
            found = True
            topic_partition = parsed.topic_partition
            try:
                topic_ids[topic_partition] = self._read_topic_id(topic_partition, kraft)
                checkpointed = self._checkpoints.of(topic_partition)
                log = Log.open(
                    self.context,
                    f"{self.path}/{name}",
                    topic_partition,
                    topic_ids[topic_partition] or NO_TOPIC_ID,
                    self._settings(topic_partition.topic),
                    clean=report.clean,
                    recovery_point=checkpointed.recovery_point,
                    compacted_to=checkpointed.compacted_to,
                    start_offset=checkpointed.start_offset,
                    known_end_offset=checkpointed.known_end_offset,
                    new_leadership=not self.has_replicas and (not report.clean or not has_state),
                    high_watermark=checkpointed.high_watermark if self.has_replicas else None,
                )
            except (OSError, RecordsError, CorruptIndex, CorruptPartitionMetadata) as error:
                topic_ids.pop(topic_partition, None)
                self._fail(topic_partition, f"{self.path}/{name} cannot be opened and is not served: {error}")
                continue
            self.logs[topic_partition] = log
            if self.has_replicas or topic_partition.topic in self._doubted_topics:
                kind = self._starts.kind_of(log, checkpointed)
                if not self.has_replicas and self._starts.is_first and kind is StartKind.MACHINE_STOPPED:
                    # Nobody has noted a boot. Who served it before, Kafka mostly, would have gone on with what is there; so do we.
                    kind = StartKind.KILLED
                log.start_kind = kind
            if log.report.recovered:
                report.recovered.append(topic_partition)
            report.add(log.report)
        report.foreign = found and not has_state
        report.created = not found and not has_state and self._meta is None
        report.clean = report.clean or report.created
        if kraft is not None:
            report.topic_configs = {name: dict(configs) for name, configs in kraft.configs.items()}
            report.group_configs = {group_id: dict(configs) for group_id, configs in kraft.group_configs.items()}
            report.highest_producer_id = max(report.highest_producer_id, kraft.next_producer_id - 1)
            report.highest_epoch = max(report.highest_epoch, max(kraft.leader_epochs.values(), default=-1))
        if not report.clean and found:
            walked = "walked from their recovery points"
            if self.context.sync_has_failed:
                walked += " and written again, as a sync had failed"
            cut = f"; {report.truncated_bytes} bytes that were torn are cut off" if report.truncated_bytes else ""
            if report.dropped_segments:
                cut += (
                    f"; {report.dropped_segments} segments behind a gap or a torn batch are dropped, with {report.dropped_records} records "
                    f"in {report.dropped_bytes} bytes"
                )
            if report.dropped_offsets:
                cut += f"; {report.dropped_offsets} offsets in all are gone"
            self._warn(f"{self.path} was not closed in order: {len(report.recovered)} logs were {walked}{cut}")
        make = self._topic_id_for
        ids = TopicIds(fs, self.remembered_ids, make or self._new_topic_id, keep_odd=make is not None, drop=self._drop_odd, warn=self._warn)
        report.topic_ids = ids.settle(self.logs, topic_ids)
        report.logs = len(self.logs)
        report.failed = dict(self._failed)
        if self.keeps_starts:
            # First, since it rests on what the checkpoints say that are written next.
            self._starts.opened(self._failed, tells=self.has_replicas)
        self._checkpoints.opened(self._failed)
        if self.context.sync_has_failed and not self._failed:
            # All is written again. Where the mark stays, that is only done once more.
            with suppress(OSError):
                fs.remove(f"{self.path}/{UNSYNCED_MARK}")

    def withdraw(self, topic_partition: TopicPartition, sentence: str) -> None:
        """At a start: this log was opened, and must not be served."""
        log = self.logs.pop(topic_partition)
        log.abandon()
        self._checkpoints.cannot_be_opened(topic_partition)
        self._starts.keep(topic_partition, log.start_kind)
        self._fail(topic_partition, sentence)

    def _settings(self, topic: str) -> LogSettings:
        settings = self._settings_for(topic) if self._settings_for is not None else None
        return settings if settings is not None else dataclasses.replace(self.defaults, retention_known=False)

    def _fail(self, topic_partition: TopicPartition, sentence: str) -> None:
        self._failed[topic_partition] = sentence
        self._warn(sentence)

    def _read_kraft(self, names: list[str]) -> KraftMetadata | None:
        if CLUSTER_METADATA_DIRECTORY not in names:
            return None
        directory = f"{self.path}/{CLUSTER_METADATA_DIRECTORY}"
        try:
            return read_kraft_metadata(self.context, directory)
        except (OSError, RecordsError, ValueError) as error:
            self._warn(f"{directory} cannot be read, the topics' configurations in it are not known: {error}")
            return None

    def _read_topic_id(self, topic_partition: TopicPartition, kraft: KraftMetadata | None) -> bytes | None:
        topic_id = read_partition_metadata(self.fs, f"{self.path}/{directory_name(topic_partition)}")
        if topic_id is None and kraft is not None:
            return kraft.topic_ids.get(topic_partition.topic)
        return topic_id

    def _finish_deletion(self, name: str, role: DirectoryRole) -> None:
        """A partition that klog was deleting when it stopped goes now; anybody else's stays."""
        path = f"{self.path}/{name}"
        if role is not DirectoryRole.DELETE or not is_ours(self.fs, path):
            return
        try:
            self.fs.remove_tree(path)
        except OSError as error:
            # Nobody is kept from starting by it.
            self._deleted.append((self.context.now_ms(), path))
            self._warn(f"{path} cannot be removed, which is tried again: {error}")

    def _drop_odd(self, log: Log, topic_id: bytes) -> None:
        del self.logs[log.topic_partition]
        log.abandon()
        self._fail(
            log.topic_partition,
            f"{log.directory} belongs to a topic with the id {topic_id_to_text(log.topic_id)}, the other partitions of "
            f"{log.topic_partition.topic} to {topic_id_to_text(topic_id)}; it is not served",
        )

    def _new_topic_id(self, topic: str) -> bytes:
        # One that is remembered was remembered before its directories were made, and these may lack it where that was interrupted.
        return self.topic_ids_elsewhere.get(topic) or self.remembered_ids.get(topic) or new_topic_id(self._random_bytes)
