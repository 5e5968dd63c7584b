"""One partition as its leader sees it: the log, who waits for it, and when it is flushed.

The log decides what is stored and where the high watermark stands; a `Partition` lets the waiting know. Four things change what
consumers and producers may be told, and each of them makes the purgatories look again:

1. an append that moved the high watermark (without the flush rule: every one);
2. a flush that was completed (with the rule the high watermark follows it), or failed: then those who waited for it get an error;
3. retention or DeleteRecords moved the log's start, or the settings changed;
4. the partition was deleted, or its leadership ended: who waits is answered.

A leadership that ended may come back (`Partition.lead`): the log stays as it is meanwhile, nothing is appended and nobody is answered.
"""

from __future__ import annotations

from collections.abc import Sequence

from twisted.internet.interfaces import IReactorTime

from klog.broker.disk.flusher import Flusher
from klog.broker.disk.threads import RunInThread
from klog.broker.purgatory import Purgatory
from klog.cluster.topic_names import is_internal
from klog.errors import ErrorCode
from klog.model import TopicId, TopicPartition
from klog.storage.log import Log
from klog.storage.log_types import AppendEntry, AppendResult
from klog.storage.reserve import Room
from klog.storage.settings import LogSettings


class Partition:
    """The leader's role over `log`.

    :param leader_epoch: what clients must know (KIP-320).
    :param fetches: where Fetch requests wait.
    :param produces: where answers to Produce wait for their flush.
    :param room: whether the data directory has room for more.
    """

    __slots__ = (
        "_fetches",
        "_produces",
        "ended",
        "flush_failures",
        "flush_rule",
        "flusher",
        "is_internal",
        "leader_epoch",
        "log",
        "room",
        "topic_id",
        "topic_partition",
    )

    def __init__(
        self,
        topic_partition: TopicPartition,
        topic_id: TopicId,
        log: Log,
        leader_epoch: int,
        *,
        fetches: Purgatory,
        produces: Purgatory,
        clock: IReactorTime,
        run_in_thread: RunInThread,
        flush_max_wait_ms: int,
        room: Room | None = None,
    ) -> None:
        #: Whether the data directory has room.
        self.room = Room() if room is None else room
        self.topic_partition = topic_partition
        self.topic_id = topic_id
        self.log = log
        self.leader_epoch = leader_epoch
        self.is_internal = is_internal(topic_partition.topic)
        self._fetches = fetches
        self._produces = produces
        self.flusher = Flusher(log, clock, run_in_thread, self._flushed, flush_max_wait_ms)
        #: Whether messages are exposed and acknowledged only after their flush.
        self.flush_rule = log.settings.flush_rule
        #: Rises with each flush that failed; who waits remembers what it was.
        self.flush_failures = 0
        #: NONE while it is served; then what those are told who asked before: UNKNOWN_TOPIC_OR_PARTITION where it was deleted,
        #: NOT_LEADER_OR_FOLLOWER where its leadership ended, KAFKA_STORAGE_ERROR where its data directory failed.
        self.ended = ErrorCode.NONE

    def __repr__(self) -> str:
        return f"Partition({self.topic_partition})"

    def append(self, entries: Sequence[AppendEntry]) -> list[AppendResult]:
        """Append all `entries` in one write; one result for each, in order.

        With the flush rule nobody may be told of success before the high watermark has passed the result's last offset.
        """
        log = self.log
        if self.room.is_low:
            return [AppendResult(ErrorCode.KAFKA_STORAGE_ERROR, "the disk is full") for _ in entries]
        before = log.high_watermark
        results = log.append(entries)
        if self.flush_rule:
            if log.unflushed_messages:
                self.flusher.appended()
        elif log.owes_a_flush:
            self.flusher.request()
        if log.high_watermark != before:
            self._fetches.check(self.topic_partition)
        return results

    def check_leader_epoch(self, epoch: int) -> ErrorCode:
        """What to say of the leader epoch that a client knows; -1: it does not say (``Partition.checkCurrentLeaderEpoch``)."""
        if epoch == -1 or epoch == self.leader_epoch:
            return ErrorCode.NONE
        return ErrorCode.FENCED_LEADER_EPOCH if epoch < self.leader_epoch else ErrorCode.UNKNOWN_LEADER_EPOCH

    def request_flush(self) -> None:
        """Somebody's answer waits for what was appended so far."""
        self.flusher.request()

    def delete_records(self, offset: int) -> int:
        """Forget what is below `offset`; returns the log's start from now on.

        :raises KlogError: OFFSET_OUT_OF_RANGE where `offset` is above the high watermark.
        :raises OSError: the disk.
        """
        before = self.log.start_offset
        self.log.truncate_start(offset)
        self.start_moved(before)
        return self.log.start_offset

    def start_moved(self, before: int) -> None:
        """The log's start may have been moved from `before`."""
        if self.log.start_offset != before:
            self._fetches.check(self.topic_partition)

    def update_settings(self, settings: LogSettings) -> None:
        """The topic's settings from now on. Raises OSError."""
        self.log.update_settings(settings)
        self.flush_rule = settings.flush_rule
        self.flusher.settings_changed()
        self.changed()

    def changed(self) -> None:
        """Let everybody who waits for this partition look again."""
        self._produces.check(self.topic_partition)
        self._fetches.check(self.topic_partition)

    def close(self, *, deleted: bool = False) -> None:
        """The broker stops, or the partition was deleted: no flush begins any more. Whoever calls this answers those who wait."""
        if deleted:
            self.ended = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        self.flusher.close()

    def continue_with(self, log: Log, room: Room) -> None:
        """The partition has moved: `log` has all that the one before it had, and serves from now on."""
        self.log = log
        self.room = room
        self.flush_rule = log.settings.flush_rule
        self.flusher.follow(log)
        self.changed()

    def fail(self) -> None:
        """Its data directory has failed, and the log is closed as it is: no flush begins any more. Whoever calls this answers those who
        wait."""
        self.ended = ErrorCode.KAFKA_STORAGE_ERROR
        self.flusher.close()

    def resign(self) -> None:
        """The leadership ends: who waits is told, and nothing is appended or flushed until `lead`."""
        self.ended = ErrorCode.NOT_LEADER_OR_FOLLOWER
        self.flusher.close()
        self.changed()

    def lead(self, leader_epoch: int) -> None:
        """The leadership goes on, or begins anew after `resign`, at `leader_epoch`."""
        self.log.assign_leader_epoch(leader_epoch)
        self.leader_epoch = leader_epoch
        if self.ended is ErrorCode.NOT_LEADER_OR_FOLLOWER:
            self.ended = ErrorCode.NONE
            self.flusher.open()
        else:
            # Who knows the old epoch is told.
            self.changed()

    def _flushed(self, error: OSError | None) -> None:
        if self.ended:
            return
        if error is not None:
            self.flush_failures += 1
        elif self.log.retention_waits:
            # It went on, and has more to do.
            self.flusher.request()
        self.changed()
