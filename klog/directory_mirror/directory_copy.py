"""One partition of the data directory, as a link sees it: `klog.mirror.copies.Copy` over a log that no broker serves.

Everything is done in the thread that asks: nobody else waits for it, and while the disk is waited for nothing has to be read from the
source. What was rolled is flushed at once, so that no more than one segment of each log waits for the next flush of all
(`klog.directory_mirror.job`). A power cut takes what was not flushed: the log ends there then, and is copied on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from twisted.internet.defer import Deferred, fail, succeed

from klog.errors import ErrorCode, KlogError
from klog.records.contract import CorruptRecords
from klog.records.implementations import codec
from klog.storage.cold_read import wait_for
from klog.storage.directories.directory import LogDirectory
from klog.storage.disk_work import do_now
from klog.storage.log.copied_batches import fresh_batches
from klog.storage.log.follower_append_rules import NotTheNextBatch
from klog.storage.log.log import Log


class Appended(NamedTuple):
    """What was appended; batches that were there already do not count.

    :ivar newest_ms: the largest timestamp among them; -1 without any.
    """

    batches: int
    newest_ms: int


class DirectoryCopy:
    """See the module.

    :param link: what stands for a link's name.
    :param tombstones_kept_ms: how long the source's cleaner keeps what deletes a key, by what is set for the topic; -1 where there is none.
    :param failed: told why the disk did not do what it must.
    :ivar offsets: how many offsets were copied, gaps included, since it was opened.
    :ivar size_bytes: the bytes of it.
    :ivar highest_producer_id: of the producers that wrote it; -1 without any.
    """

    def __init__(
        self, directory: LogDirectory, log: Log, link: str, tombstones_kept_ms: Callable[[], int], failed: Callable[[Exception], None]
    ) -> None:
        self._directory = directory
        self._log = log
        self._tombstones_kept_ms = tombstones_kept_ms
        self._failed = failed
        self.link = link
        self.topic, self.partition = log.topic_partition
        self.offsets = 0
        self.size_bytes = 0
        self.highest_producer_id = -1

    def __repr__(self) -> str:
        return f"DirectoryCopy({self.topic}-{self.partition})"

    @property
    def log(self) -> Log:
        """It itself."""
        return self._log

    @property
    def is_ours(self) -> bool:
        """Whether the directory is open, and this its log of the partition."""
        return self._directory.logs.get(self._log.topic_partition) is self._log and not self._log.is_closed

    @property
    def start(self) -> int:
        """Where its log starts."""
        return self._log.start_offset

    @property
    def end(self) -> int:
        """Where its log ends."""
        return self._log.end_offset

    @property
    def last_epoch(self) -> int:
        """Leader epoch at the source of the batch before `end`; -1 where there is none."""
        log = self._log
        return -1 if log.end_offset <= log.start_offset else log.leader_epoch_for_offset(log.end_offset - 1)

    @property
    def may_be_cut(self) -> bool:
        """It has no followers."""
        return True

    def see_to_a_cut(self) -> str:
        """Nothing is to be seen to."""
        return ""

    @property
    def has_followers(self) -> bool:
        """Nobody follows it."""
        return False

    @property
    def is_compacted(self) -> bool:
        """Whether the source's cleaner may have made other batches of its batches."""
        return self.tombstones_kept_ms >= 0

    @property
    def tombstones_kept_ms(self) -> int:
        """``delete.retention.ms`` of the source; -1 where nothing is compacted."""
        return self._tombstones_kept_ms()

    def batch_at(self, offset: int) -> Deferred[bytes | None]:
        """What is stored from the batch on that holds `offset`, or from the next one on: that batch at least; None where there is none.
        Fails with KlogError."""
        log = self._log

        def read() -> bytes | None:
            span = log.read(offset, 1, upper_bound=log.end_offset).span
            return None if span is None else bytes(span.read())

        try:
            return succeed(wait_for(read))
        except (KlogError, OSError, CorruptRecords) as error:
            return fail(error if isinstance(error, KlogError) else KlogError(ErrorCode.KAFKA_STORAGE_ERROR, str(error)))

    def end_offset_for_epoch(self, epoch: int) -> tuple[int, int]:
        """As `Log.end_offset_for_epoch`."""
        return self._log.end_offset_for_epoch(epoch)

    def append(self, records: memoryview | bytes) -> Appended:
        """Append what the source sent. Batches that are there already are left out.

        :raises KlogError: CORRUPT_MESSAGE or INVALID_RECORD: it makes no sense; KAFKA_STORAGE_ERROR: our disk, which `failed` was told of;
            OFFSET_OUT_OF_RANGE: a batch that begins before `end` and ends behind it.
        """
        if not self.is_ours:
            raise KlogError(ErrorCode.NOT_LEADER_OR_FOLLOWER)
        log = self._log
        end = log.end_offset
        fresh = fresh_batches(codec, records, log.topic_partition, end)
        if fresh.are_known:
            return Appended(0, -1)
        size = log.size_bytes
        try:
            taken = log.append_as_follower(fresh.records)
        except NotTheNextBatch as wrong:
            if not wrong.may_begin_there:
                raise
            raise KlogError(ErrorCode.OFFSET_OUT_OF_RANGE, wrong.message) from None
        except KlogError as error:
            if error.code is ErrorCode.KAFKA_STORAGE_ERROR:
                self._failed(error)
            raise
        finally:
            # What was written before it failed stays.
            self.offsets += log.end_offset - end
            self.size_bytes += log.size_bytes - size
            there = [entry.producer_id for entry in fresh.entries if entry.magic == 2 and entry.last_offset < log.end_offset]
            self.highest_producer_id = max([self.highest_producer_id, *there])
            log.raise_high_watermark(log.end_offset)
        self._flush_rolled()
        return Appended(taken.batches, fresh.newest_ms)

    def _flush_rolled(self) -> None:
        if not self._log.owes_a_flush:
            return
        flush = self._log.prepare_flush(rolled_only=True)
        if flush is None:
            return
        try:
            do_now(flush)
        except OSError as error:
            self._failed(error)

    def cut(self, offset: int) -> Deferred[bool]:
        """Have the log end at `offset`; fires with whether that was still wanted. Fails with OSError and KlogError."""
        return self._truncate(offset, anew=False)

    def begin_at(self, offset: int) -> Deferred[bool]:
        """Have the log hold nothing, and begin at `offset`. Fires and fails as `cut`."""
        return self._truncate(offset, anew=True)

    def _truncate(self, offset: int, *, anew: bool) -> Deferred[bool]:
        if not self.is_ours:
            return succeed(False)
        try:
            work = self._directory.prepare_truncation(self._log.topic_partition, offset, fully=anew)
            if work is not None:
                do_now(work)
        except (OSError, KlogError) as error:
            self._failed(error)
            return fail(error)
        self._log.raise_high_watermark(self._log.end_offset)
        return succeed(True)
