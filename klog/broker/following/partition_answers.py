"""What the leader has answered for one partition, and what is done then: its records are appended as they are, its log is cut, the leader
is asked where its own begins and ends, or it waits. A table says which (`klog.replication.follower`).

Nothing of an answer counts where the partition is followed in another epoch by then, or its log ends elsewhere than when it was asked for.
Records are looked at where they arrived, and written from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.following.followed_partition import FollowedPartition, State
from klog.broker.following.followed_partitions import FollowedPartitions
from klog.broker.following.leader_offsets import LeaderOffsets
from klog.broker.following.log_truncator import LogTruncator
from klog.errors import ErrorCode, KlogError
from klog.replication.follower import Act, Step, after_refused_question, what_follows
from klog.replication.throttle import ReplicationThrottle
from klog.replication.truncation import EpochEnd, where_to_cut
from klog.storage.log.follower_append_rules import NotTheNextBatch
from klog.wire.messages.fetch import PartitionData


class PartitionAnswers:
    """See the module.

    :param leader_id: who has answered, for what is told.
    :param throttle: of what is copied (KIP-73); None: as much as there is.
    :param go_soon: called when one may be asked for that the request under way does not name.
    :ivar is_throttled: whether there was a quota when the answer came.
    """

    _log = Logger()

    def __init__(
        self,
        leader_id: int,
        partitions: FollowedPartitions,
        truncator: LogTruncator,
        leader_offsets: LeaderOffsets,
        throttle: ReplicationThrottle | None,
        go_soon: Callable[[], None],
    ) -> None:
        self._leader_id = leader_id
        self._partitions = partitions
        self._truncator = truncator
        self._leader_offsets = leader_offsets
        self._throttle = throttle
        self._go_soon = go_soon
        self.is_throttled = False

    def take(self, followed: FollowedPartition, data: PartitionData) -> None:
        """Do what follows; the partition is READY."""
        if followed.asked is None:
            # Added since that was asked for: the answer is to what was followed before.
            return
        diverging = data.diverging_epoch
        match what_follows(data.error_code, diverging.end_offset >= 0, followed.asked, followed.now):
            case Act.APPEND:
                self._append(followed, data)
            case Act.TRUNCATE:
                log = followed.partition.log
                cut = where_to_cut(EpochEnd(diverging.epoch, diverging.end_offset), log, log.end_offset, followed.fetching_began)
                self.truncate(followed, cut.offset)
            case Act.ASK_OFFSETS:
                self._ask_offsets(followed)
            case Act.RETRY_LATER:
                self._partitions.wait(followed)
            case Act.FAIL:
                self._partitions.fail(followed, ErrorCode(data.error_code).name)
            case Act.DROP:
                if followed.now is not None:
                    # It ends elsewhere by now.
                    self._partitions.changed[followed.key] = None

    def _append(self, followed: FollowedPartition, data: PartitionData) -> None:
        partition = followed.partition
        followed.fits = True
        records: Any = data.records
        if records and partition.room.is_low:
            # As a leader takes nothing then: what is left is for what must be written.
            self._partitions.disk_failed(followed, "the disk is full")
            return
        if records:
            try:
                taken = partition.log.append_as_follower(records, followed.leader_epoch)
            except NotTheNextBatch as wrong:
                if wrong.may_begin_there:
                    # The leader's log starts in the middle of this batch, which nobody is given who asks for where it begins.
                    data.records = bytes(records)
                    self.truncate(followed, wrong.base_offset, anew=True, then=data)
                else:
                    self._partitions.fail(followed, str(wrong))
                return
            except KlogError as error:
                if error.code == ErrorCode.KAFKA_STORAGE_ERROR:
                    self._partitions.disk_failed(followed, error.message)
                else:
                    # Broken on its way, or at the leader: it is asked for again.
                    self._log.warn(
                        "what broker {leader} has sent of {name} is not taken: {why}",
                        leader=self._leader_id,
                        name=partition.topic_partition,
                        why=error.message,
                    )
                    self._partitions.wait(followed)
                return
            followed.is_refused = False
            if self.is_throttled and self._throttle is not None and self._throttle.is_throttled(*followed.key):
                self._throttle.record(len(records))
            if not taken.ended_at_newer_epoch:
                followed.waits = 0
            if taken.batches:
                self._partitions.changed[followed.key] = None
                partition.follower_appended()
            if taken.ended_at_newer_epoch:
                self._partitions.wait(followed)
        else:
            followed.waits = 0
        followed.has_caught_up = data.high_watermark <= partition.log.end_offset
        try:
            partition.leader_says(data.high_watermark, data.log_start_offset)
        except (KlogError, OSError) as error:
            self._partitions.fail(followed, str(error))
            return
        if followed.state is State.READY:
            if partition.owes_flush:
                self._partitions.make_ready(followed)
            elif partition.log.start_offset != followed.told_start:
                # Whoever deletes records at the leader waits for our start.
                self._partitions.changed[followed.key] = None

    # Truncating

    def truncate(self, followed: FollowedPartition, offset: int, *, anew: bool = False, then: PartitionData | None = None) -> None:
        """Cut its log.

        :param then: what is appended when it is done.
        """
        self._partitions.enter(followed, State.TRUNCATING)
        followed.fits = False
        done = self._truncator.truncate(followed.partition, offset, lambda: self._partitions.is_wanted(followed), anew=anew)
        done.addCallbacks(self._truncated, self._truncation_failed, (followed, then), errbackArgs=(followed,))
        done.addErrback(self._partitions.mistaken, followed)

    def _truncated(self, was_done: bool, followed: FollowedPartition, then: PartitionData | None) -> None:
        if not was_done or not self._partitions.is_current(followed):
            return
        if then is not None and self._partitions.is_wanted(followed):
            self._partitions.enter(followed, State.READY)
            self._append(followed, then)
            if followed.state is not State.READY:
                return
        self._partitions.make_ready(followed)
        self._go_soon()

    def _truncation_failed(self, failure: Failure, followed: FollowedPartition) -> None:
        if failure.check(KlogError, OSError) is None:  # type: ignore[no-untyped-call]
            self._log.failure("a mistake in truncating {name}", failure, name=followed.partition.topic_partition)
        if self._partitions.is_current(followed):
            self._partitions.disk_failed(followed, failure.getErrorMessage())

    # Out of range

    def _ask_offsets(self, followed: FollowedPartition) -> None:
        """Where the leader's log ends, and, where that is not before ours, where it starts."""
        self._partitions.enter(followed, State.ASKING)
        Deferred.fromCoroutine(self._resume(followed)).addErrback(self._partitions.mistaken, followed)

    async def _resume(self, followed: FollowedPartition) -> None:
        partition = followed.partition
        try:
            # Of the log that it has by then: it may have moved to another data directory.
            found = await self._leader_offsets.resumption(followed.key, followed.leader_epoch, lambda: partition.log.end_offset)
        except KlogError as error:
            if self._partitions.is_current(followed):
                act = after_refused_question(error.code, followed.leader_epoch, partition.leader_epoch)
                if act is Act.FAIL:
                    self._partitions.fail(followed, error.code.name)
                else:
                    self._partitions.wait(followed)
            return
        if not self._partitions.is_wanted(followed):
            return
        if found.step is Step.CUT:
            self.truncate(followed, found.offset)
        elif found.step is Step.START_ANEW:
            self.truncate(followed, found.offset, anew=True)
        else:
            self._partitions.make_ready(followed)
            self._go_soon()
