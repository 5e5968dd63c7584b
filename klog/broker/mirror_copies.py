"""The copies that this broker leads: partitions of topics that are mirrored from another cluster (``klog.mirror.link``), as a mirror sees
them. It says what is to be appended, and where a log is to be cut; here it is done, as the leader of the partition may do it.

**Leader epochs.** Batches bring those of their source. A broker that is alone keeps them, so that the copy is the source byte for byte, and
raises its own to them: a client that was told a higher epoch by the records than by the metadata would not believe the latter any more
(KIP-320). In a cluster followers find out by leader epochs where logs part, and the controller gives these: there each batch gets ours
as it is appended, four bytes that no checksum covers.

**Producer ids** of the source were given out by others, and count from zero as ours do. Those that come by are given out here no more: a
producer of ours would be taken for one whose sequences are in the log (`klog.broker.copied_producer_ids`).

A copy is given up with the leadership, with another leader epoch of the controller's, and when the topic is no mirror any more.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from twisted.internet.defer import Deferred

from klog.broker.copied_producer_ids import CopiedProducerIds
from klog.broker.fetching.cold_reads import ColdReads
from klog.broker.following.log_truncator import LogTruncator
from klog.broker.replicas.partition import Partition, Role
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import Entry
from klog.records.implementations import codec
from klog.storage.log.copied_batches import fresh_batches
from klog.storage.log.follower_append_rules import NotTheNextBatch

#: Where a batch of magic 2 has its leader epoch.
_EPOCH_AT = 12
_EPOCH = struct.Struct(">i")


class Appended(NamedTuple):
    """What was appended; batches that were there already do not count.

    :ivar newest_ms: the largest timestamp among them; -1 without any.
    """

    batches: int
    newest_ms: int


class MirrorCopy:
    """One partition of a mirrored topic that we lead, in one leader epoch of the controller's.

    :param keeps_epochs: called with a leader epoch of the source's that is above ours; None where batches get ours.
    :param producer_ids: keeps those of the source apart from ours.
    :param reads: reads in threads what is not in memory.
    """

    def __init__(
        self,
        partition: Partition,
        truncator: LogTruncator,
        keeps_epochs: Callable[[TopicPartition, int], None] | None,
        producer_ids: CopiedProducerIds,
        reads: ColdReads,
    ) -> None:
        self._partition = partition
        self._reads = reads
        self._truncator = truncator
        self._keeps_epochs = keeps_epochs
        self._producer_ids = producer_ids
        #: By which control request it is led.
        self.told = partition.told
        self.topic = partition.topic_partition.topic
        self.partition = partition.topic_partition.partition
        self.link = partition.log.settings.mirror_link

    def __repr__(self) -> str:
        return f"MirrorCopy({self.topic}-{self.partition} of {self.link})"

    @property
    def is_ours(self) -> bool:
        """Whether we lead it, in the same epoch, and it belongs to the same link."""
        partition = self._partition
        is_led = partition.role is Role.LEADS and not partition.ended
        return is_led and partition.told is self.told and partition.log.settings.mirror_link == self.link

    @property
    def start(self) -> int:
        """Where its log starts."""
        return self._partition.log.start_offset

    @property
    def end(self) -> int:
        """Where its log ends."""
        return self._partition.log.end_offset

    @property
    def last_epoch(self) -> int:
        """Leader epoch at the source of the batch before `end`; -1 where that is not kept, or there is none."""
        log = self._partition.log
        return -1 if self._keeps_epochs is None or log.end_offset <= log.start_offset else log.leader_epoch_for_offset(log.end_offset - 1)

    @property
    def may_be_cut(self) -> bool:
        """Whether `cut` can be asked for now: not where followers would be left with what is cut, and would not notice."""
        return self._partition.may_be_cut

    def see_to_a_cut(self) -> str:
        """Have the partition led anew, so that it may be cut by whoever then finds the same; a sentence that says what is waited for."""
        if self._partition.lead_anew():
            return "before that it is led in another leader epoch, by which its followers notice"
        return (
            "a copy that has followers is cut where it can be led in another leader epoch, by which they notice, and this cluster's "
            "controller does not do that: it is no klog, or an older one"
        )

    @property
    def has_followers(self) -> bool:
        """Whether other brokers have copies of it."""
        return self._partition.is_replicated

    @property
    def is_compacted(self) -> bool:
        """Whether a cleaner may have made other batches of its batches."""
        return self._partition.log.settings.cleanup_compact

    @property
    def tombstones_kept_ms(self) -> int:
        """``delete.retention.ms``; -1 where nothing is compacted."""
        settings = self._partition.log.settings
        return settings.delete_retention_ms if settings.cleanup_compact else -1

    def batch_at(self, offset: int) -> Deferred[bytes | None]:
        """What is stored from the batch on that holds `offset`, or from the next one on: that batch at least; None where there is none.
        Fails with KlogError."""
        # Only who looks for the place where it parts from its source asks for that.
        self._partition.stay_alone()
        log = self._partition.log

        def read() -> bytes | None:
            span = log.read(offset, 1, upper_bound=log.end_offset).span
            return None if span is None else bytes(span.read())

        return self._reads.answer(self, read)

    def end_offset_for_epoch(self, epoch: int) -> tuple[int, int]:
        """As `Log.end_offset_for_epoch`."""
        return self._partition.log.end_offset_for_epoch(epoch)

    def append(self, records: memoryview | bytes) -> Appended:
        """Append what the source sent. Batches that are there already are left out.

        :raises KlogError: CORRUPT_MESSAGE or INVALID_RECORD: it makes no sense; KAFKA_STORAGE_ERROR: our disk; OFFSET_OUT_OF_RANGE: a batch
            that begins before `end` and ends behind it; OPERATION_NOT_ATTEMPTED: producer ids in it may be given out here still.
        """
        if not self.is_ours:
            raise KlogError(ErrorCode.NOT_LEADER_OR_FOLLOWER)
        partition = self._partition
        fresh = fresh_batches(codec, records, partition.topic_partition, self.end)
        if fresh.are_known:
            return Appended(0, -1)
        self._producer_ids.check(records, fresh.entries)
        try:
            kept = fresh.records if self._keeps_epochs is not None else self._with_our_epoch(fresh.records, fresh.entries)
            taken = partition.append_copied(kept)
        except NotTheNextBatch as wrong:
            if not wrong.may_begin_there:
                raise
            raise KlogError(ErrorCode.OFFSET_OUT_OF_RANGE, wrong.message) from None
        finally:
            # Only of what is in the log by now, and was whole: what is learnt here is kept for ever.
            self._learn([entry for entry in fresh.entries if entry.magic == 2 and entry.last_offset < self.end])
        return Appended(taken.batches, fresh.newest_ms)

    def _learn(self, entries: Iterable[Entry]) -> None:
        """These were appended."""
        self._producer_ids.appended(entries)
        partition = self._partition
        highest = max((entry.partition_leader_epoch for entry in entries), default=-1)
        if self._keeps_epochs is not None and highest > partition.leader_epoch:
            partition.leader_epoch = highest
            self._keeps_epochs(partition.topic_partition, highest)

    def _with_our_epoch(self, records: memoryview | bytes, entries: Sequence[Entry]) -> bytes:
        ours = bytearray(records)
        first = entries[0].position if entries else 0
        for entry in entries:
            if entry.magic == 2:
                _EPOCH.pack_into(ours, entry.position - first + _EPOCH_AT, self._partition.leader_epoch)
        return bytes(ours)

    def cut(self, offset: int) -> Deferred[bool]:
        """Have the log end at `offset`; fires with whether that was still wanted, and may be done. Fails with OSError and KlogError."""
        return self._truncator.truncate(self._partition, offset, lambda: self.is_ours and self.may_be_cut)

    def begin_at(self, offset: int) -> Deferred[bool]:
        """Have the log hold nothing, and begin at `offset`. Fires and fails as `cut`."""
        return self._truncator.truncate(self._partition, offset, lambda: self.is_ours, anew=True)


class MirrorCopies:
    """All copies that this broker leads.

    :param led: every partition that is led.
    :param keeps_epochs: see `MirrorCopy`.
    :param producer_ids: keeps those of the source apart from ours.
    """

    def __init__(
        self,
        led: Callable[[], Iterable[Partition]],
        truncator: LogTruncator,
        reads: ColdReads,
        producer_ids: CopiedProducerIds,
        keeps_epochs: Callable[[TopicPartition, int], None] | None = None,
    ) -> None:
        self._led = led
        self._truncator = truncator
        self._reads = reads
        self._keeps_epochs = keeps_epochs
        self._producer_ids = producer_ids
        self._copies: dict[Partition, MirrorCopy] = {}

    def copies(self) -> list[MirrorCopy]:
        """Those that we lead just now; of one that is led on, the same object."""
        before, self._copies = self._copies, {}
        for partition in self._led():
            link = partition.log.settings.mirror_link
            if link and partition.role is Role.LEADS and not partition.ended:
                copy = before.get(partition)
                # As `is_ours`, of what was looked at just now: this is done for each partition, twice a second.
                if copy is None or copy.told is not partition.told or copy.link != link:
                    copy = MirrorCopy(partition, self._truncator, self._keeps_epochs, self._producer_ids, self._reads)
                self._copies[partition] = copy
        return list(self._copies.values())
