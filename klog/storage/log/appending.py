"""A log's growth: batches of clients and of a leader, and segments that are full.

An append checks each entry (`validation`), gives it its offsets, and hands all that passed to the kernel with one ``pwritev`` of patches
(16 bytes of offset, length and epoch) and untouched payloads. What is in memory changes only after the write: when the disk refuses, the
file is cut back to its old length, producers' state is rolled back, and the clients hear KAFKA_STORAGE_ERROR. A full disk is no more than
that, and appends work again when there is room; any other error takes the directory out of service (`LogContext.offline`).

A batch that is part of a transaction may be stored where the transaction is open in this partition, or its coordinator was asked
(`begin_verification`) and nothing has happened since. A marker ends it: producers' state, the transaction index of the segment and the last
stable offset follow in the same step.

What is refused for a reason that passes is remembered (`refused_batches`): what its producer has sent behind it is refused for the same
reason, and not as out of order.

A follower's batches (`follower_append_rules`) go in as they are, as many at once as one segment takes.

A roll begins a new segment and leaves the old one to the next flush: data, indexes and the producers' snapshot at the new base offset.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

from klog.errors import ErrorCode, KlogError
from klog.records.contract import CorruptRecords, Entry, InvalidRecords, PlacedBatch, RecordsCodec
from klog.records.control import Marker, read_marker
from klog.storage.directory_health import is_refusal
from klog.storage.filesystem import Buffer
from klog.storage.log.base import LogBase
from klog.storage.log.follower_append_rules import FollowedBatches, acceptable
from klog.storage.log.staging import StagedGroup, produced
from klog.storage.log.validation import CheckedBatch, Malformed, Refused, check, check_run
from klog.storage.log.values import AppendEntry, AppendResult
from klog.storage.producers.refused_batches import RefusedBatches
from klog.storage.producers.replay import ProducerReplay
from klog.storage.producers.state import Decision, ProducerStateManager, Verdict
from klog.storage.producers.transaction_guard import UNVERIFIED, TransactionGuard
from klog.storage.segments.offset_index import MAX_RELATIVE_OFFSET
from klog.storage.segments.segment import Segment

#: Segments that are not written any more and whose indexes stay in memory, as they were filled: whose readers lag a little.
LOADED_INDEXES = 2

_PATCH = struct.Struct(">qii")
_pack_patch = _PATCH.pack
_PATCH_BYTES = _PATCH.size
_STAMP_BYTES = 61

#: Refusals whose answer carries no log start offset (``ReplicaManager.appendToLocalLog``).
_WITHOUT_START = frozenset({ErrorCode.MESSAGE_TOO_LARGE, ErrorCode.RECORD_LIST_TOO_LARGE, ErrorCode.CORRUPT_MESSAGE})


class AppendingLog(LogBase):
    """A log that grows; see the module."""

    def append(self, entries: Sequence[AppendEntry]) -> list[AppendResult]:
        """Append what passes the checks, with one write as far as no roll comes between. One result for each entry, in order; never
        raises for bad entries or a failing disk."""
        context = self._context
        if context.health.failure is not None or self.work.is_closed or self._truncation is not None:
            why = self._why_not_now() or ""
            return [AppendResult(ErrorCode.KAFKA_STORAGE_ERROR, why) for _ in entries]
        if self.settings.mirror_link:
            # Here, where all that clients and coordinators write comes by: a copy has nothing that its source has not.
            return [AppendResult(ErrorCode.POLICY_VIOLATION, self._mirrored_sentence()) for _ in entries]
        results: list[AppendResult] = []
        group = StagedGroup(self._producers, self.end_offset, self._context.now_ms(), results, self._write_group)
        try:
            for entry in entries[self._stage_run(entries, group) :]:
                try:
                    results.append(self._stage(entry, group))
                except Refused as refusal:
                    results.append(self._refused(refusal))
            group.write_last()
        except (OSError, CorruptRecords) as error:
            self._failed_write(error, group, entries)
        except BaseException:
            if group.staging:
                self._producers.rollback()
            raise
        return results

    def _mirrored_sentence(self) -> str:
        link = self.settings.mirror_link
        return (
            f"{self.topic_partition.topic} is a copy, by the mirror {link}, and takes records from there only, "
            f"until `klog mirror promote {link}` or `klog mirror failover {link}`"
        )

    def _refused(self, refusal: Refused) -> AppendResult:
        start = -1 if refusal.code in _WITHOUT_START or isinstance(refusal, Malformed) else self.start_offset
        return AppendResult(refusal.code, refusal.message, refusal.record_errors, log_start_offset=start)

    def _stage_run(self, entries: Sequence[AppendEntry], group: StagedGroup) -> int:
        """Put as many of the first entries into the empty group as are ordinary and of one producer, and nothing speaks against, all at
        once; how many. `_stage`, which the others are left to, would come to the same with each."""
        # What waits for one that was refused is looked at one by one.
        if self._refused_batches:
            return 0
        context, settings, now_ms = self._context, self.settings, group.now_ms
        run = check_run(entries, settings, context.codec, now_ms, context.max_uncompressed_bytes, group.end_offset, self.leader_epoch)
        if run is None:
            return 0
        batches = run.batches
        first_timestamp = batches[0].max_timestamp
        if self._segments.active.should_roll(run.size, run.max_timestamp, run.end_offset - 1, now_ms, settings, first_timestamp):
            return 0
        producer_id = run.producer_id
        if producer_id >= 0:
            producers, epoch, transactional = self._producers, run.producer_epoch, run.transactional
            if not producers.goes_on(producer_id, epoch, run.base_sequence, transactional):
                return 0
            producers.begin()
            group.staging = True
            producers.update_all(producer_id, epoch, produced(batches), transactional)
        group.take(run, self.start_offset)
        return len(batches)

    def _stage(self, entry: AppendEntry, group: StagedGroup) -> AppendResult:
        """Check one entry and put it into the group, which is written first where a roll comes between.

        :raises Refused, OSError:
        """
        context = self._context
        settings = self.settings
        now_ms = group.now_ms
        checked = check(entry, settings, context.codec, now_ms, context.max_uncompressed_bytes)
        if checked is None:
            return AppendResult(log_start_offset=self.start_offset)
        size = checked.size
        if size > settings.segment_bytes:
            raise Refused(ErrorCode.RECORD_LIST_TOO_LARGE, f"a batch of {size} bytes is larger than a segment of {settings.segment_bytes}")
        producer_id = checked.producer_id
        producers = self._producers
        if producer_id >= 0:
            marker: Marker | None = None
            if not group.staging:
                producers.begin()
                group.staging = True
            epoch = checked.producer_epoch
            if checked.transactional or entry.internal:
                marker = _marker_in(checked, context.codec) if checked.control else None
                decision = _check_in_transaction(producers, entry, checked, marker)
            else:
                decision = producers.check(producer_id, epoch, checked.base_sequence, checked.last_sequence)
            if self._refused_batches and marker is None and not entry.internal:
                decision = self._behind_refused(decision, checked)
            if decision.verdict is Verdict.REFUSE:
                raise Refused(decision.code, decision.message)
            if (original := decision.original) is not None:
                return AppendResult(
                    base_offset=original.first_offset,
                    last_offset=original.last_offset,
                    log_append_time_ms=original.timestamp_ms,
                    log_start_offset=self.start_offset,
                    duplicate=True,
                )
        base_offset = group.end_offset
        last_offset = base_offset + checked.record_count - 1
        segment = self._segments.active
        staged_timestamp = group.first_timestamp
        if segment.should_roll(size + group.size, checked.max_timestamp, last_offset, now_ms, settings, staged_timestamp):
            group.write()
            if segment.size:
                self._roll(base_offset, now_ms)
        if producer_id >= 0:
            if not group.staging:
                producers.begin()
                group.staging = True
            if marker is None:
                producers.update(
                    producer_id,
                    checked.producer_epoch,
                    checked.last_sequence,
                    base_offset,
                    last_offset,
                    checked.max_timestamp,
                    checked.transactional,
                )
            else:
                group.end_transaction(checked, marker, last_offset)
        stamp = checked.stamp
        batch = checked.batch
        if stamp is None:
            group.buffers += (_pack_patch(base_offset, size - 12, self.leader_epoch), memoryview(batch)[_PATCH_BYTES:])
        else:
            group.buffers += (
                context.codec.stamp(batch, base_offset, self.leader_epoch, checked.max_timestamp, stamp),
                memoryview(batch)[_STAMP_BYTES:],
            )
        if staged_timestamp is None:
            group.first_timestamp = checked.max_timestamp
        group.staged.append(
            PlacedBatch(
                group.size,
                size,
                last_offset,
                checked.max_timestamp,
                checked.min_timestamp,
                checked.record_count,
                checked.last_sequence,
            )
        )
        group.size += size
        group.end_offset = last_offset + 1
        return AppendResult(
            ErrorCode.NONE,
            None,
            [],
            base_offset,
            last_offset,
            checked.log_append_time_ms,
            self.start_offset,
            False,
            checked.min_timestamp,
            checked.max_timestamp,
        )

    def note_refused(self, records: Buffer | None, code: ErrorCode) -> None:
        """A client's batch was refused with `code` for a reason that passes, and will come again: see `refused_batches`. Nothing that is
        said of it was checked."""
        self._refused_batches.note_batch(records, code, self._producers.next_sequence, self._context.now_ms())

    def continue_refusing(self, refused: RefusedBatches) -> None:
        """These were refused before the log was there."""
        self._refused_batches.add(refused, self._producers.next_sequence, self._context.now_ms())

    def _behind_refused(self, decision: Decision, checked: CheckedBatch) -> Decision:
        """The decision on a client's batch, where some were refused that will come again: one that is behind such a batch is refused as it
        was."""
        producer_id, epoch = checked.producer_id, checked.producer_epoch
        expected = self._producers.next_sequence(producer_id, epoch)
        is_taken = decision.verdict is Verdict.APPEND
        if decision.code is ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER or (is_taken and expected is None):
            code = self._refused_batches.reason(producer_id, epoch, checked.base_sequence, expected)
            if code is not None:
                sentence = f"{self.topic_partition}: a batch of producer {producer_id} before this one was refused: {code.name}"
                return Decision(Verdict.REFUSE, code, sentence)
        if is_taken:
            self._refused_batches.came(producer_id)
        return decision

    def _write_group(self, group: StagedGroup) -> None:
        """Write what is staged and make it part of the log. Raises OSError, with the log as it was."""
        segment = self._segments.active
        segment.check_indexes()
        if self._epochs.latest_epoch != self.leader_epoch:
            self._note_epoch(self.leader_epoch, self.end_offset)
        position = segment.size
        self._write_at_end(segment, group.buffers)
        segment.note_batches(position, group.staged)
        segment.size = position + group.size
        segment.dirty = True
        self.end_offset = group.end_offset
        if group.staging:
            self._producers.commit()
        self._producers.advance(group.end_offset)
        if self._watermark_is_end:
            self.high_watermark = group.end_offset
        if group.decided is not None:
            for aborted in group.decided:
                segment.note_aborted(aborted)
            self._producers.on_high_watermark(self.high_watermark)
            group.decided = None

    def is_in_transaction(self, producer_id: int, epoch: int) -> bool:
        """See `ProducerStateManager.is_in_transaction`."""
        return self._producers.is_in_transaction(producer_id, epoch)

    def begin_verification(self, producer_id: int, epoch: int, sequence: int, *, knows_epoch_bumps: bool) -> TransactionGuard | None:
        """See `ProducerStateManager.begin_verification`."""
        return self._producers.begin_verification(producer_id, epoch, sequence, knows_epoch_bumps, self._context.now_ms())

    def take_place_of(self, other: AppendingLog) -> None:
        """This log goes on for `other`, whose records it has: what coordinators of transactions were asked about there counts here, and so
        does what was refused there and will come again."""
        self._producers.continue_guards(other._producers)
        self._refused_batches = other._refused_batches

    def _set_room_aside(self, segment: Segment) -> None:
        """Before the first batch of `segment` is written: where the topic preallocates. Raises OSError."""
        if self.settings.preallocate:
            segment.set_room_aside(self.settings.segment_bytes)

    def _cut_back(self, segment: Segment, size: int, error: OSError) -> None:
        """After a failed write: nothing of it may stay, lest a later start takes it for part of the log."""
        try:
            file = segment.file(True)
            if file.size() > size:
                file.truncate(size)
        except OSError as second:
            if not is_refusal(second) or not is_refusal(error):
                self._context.take_offline(self.directory, second)
        self._refused_by_disk(error)

    def _failed_write(self, error: OSError | CorruptRecords, group: StagedGroup, entries: Sequence[AppendEntry]) -> None:
        """Answer KAFKA_STORAGE_ERROR for all that is not written."""
        if group.staging:
            self._producers.rollback()
        sentence = f"{self.topic_partition} cannot be written: {error}"
        results = group.results
        for index in range(group.first_result, len(entries)):
            if index == len(results):
                results.append(AppendResult())
            if results[index].code is ErrorCode.NONE:
                results[index] = AppendResult(ErrorCode.KAFKA_STORAGE_ERROR, sentence)
                if not entries[index].internal:
                    self.note_refused(entries[index].records, ErrorCode.KAFKA_STORAGE_ERROR)
        self._context.warn(sentence)

    # As a follower

    def append_as_follower(self, records: bytes | memoryview, most_epoch: int | None = None) -> FollowedBatches:
        """Append batches as a leader has them, which stay what they are; see `follower_append_rules`. All of them or none. The high
        watermark is the leader's to raise (`raise_high_watermark`).

        :param most_epoch: the leader epoch that was asked; batches of a newer one, and all behind it, are left out. None: all are taken.
        :raises NotTheNextBatch, KlogError: as `follower_append_rules.acceptable`; KAFKA_STORAGE_ERROR where the disk refuses.
        """
        context = self._context
        why = self._why_not_now()
        if why is not None:
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"{self.topic_partition} cannot be written: {why}")
        taken = self._append_ordinary(records, most_epoch)
        if taken is not None:
            return taken
        accepted = acceptable(
            context.codec,
            records,
            self.topic_partition,
            start_offset=self.start_offset,
            end_offset=self.end_offset,
            latest_epoch=self._latest_epoch_written(),
            most_epoch=most_epoch,
        )
        entries = accepted.entries
        view = memoryview(records)
        first_offset = entries[0].base_offset if entries else self.end_offset
        now_ms = context.now_ms()
        size_bytes = 0
        try:
            for run in self._runs_of_a_segment(entries, now_ms):
                size_bytes += self._write_as_follower(run, view)
        except (OSError, CorruptRecords) as error:
            # What was written before stays: it is whole, and the leader is asked for the rest.
            raise self._not_written(error) from error
        return FollowedBatches(first_offset, self.end_offset, len(entries), size_bytes, accepted.ended_at_newer_epoch)

    def _not_written(self, error: OSError | CorruptRecords) -> KlogError:
        sentence = f"{self.topic_partition} cannot be written: {error}"
        self._context.warn(sentence)
        return KlogError(ErrorCode.KAFKA_STORAGE_ERROR, sentence)

    def _append_ordinary(self, records: bytes | memoryview, most_epoch: int | None) -> FollowedBatches | None:
        """Append all of `records` with one write where they are as nearly always: of the leader epoch that wrote last, and with nothing
        that wants a closer look (`RecordsCodec.copied_runs`), or a new segment. Else None, with the log as it was; one batch after the
        other comes to the same."""
        epoch, first_offset = self._epochs.latest_epoch, self.end_offset
        if epoch is None or (most_epoch is not None and epoch > most_epoch):
            return None
        context = self._context
        runs = context.codec.copied_runs(records, first_offset, epoch)
        if runs is None:
            return None
        size, segment, end_offset = len(records), self._segments.active, runs[-1].end_offset
        largest = runs[0].max_timestamp if len(runs) == 1 else max(run.max_timestamp for run in runs)
        first = runs[0].batches[0].max_timestamp
        try:
            if segment.should_roll(size, largest, end_offset - 1, context.now_ms(), self.settings, first):
                return None
            segment.check_indexes()
            position = segment.size
            self._write_at_end(segment, (records,))
        except (OSError, CorruptRecords) as error:
            raise self._not_written(error) from error
        producers, batches = self._producers, 0
        for run in runs:
            segment.note_batches(position, run.batches)
            if run.producer_id >= 0:
                producers.update_all(run.producer_id, run.producer_epoch, produced(run.batches), run.transactional)
            batches += len(run.batches)
        producers.advance(end_offset)
        segment.size = position + size
        segment.dirty = True
        self.end_offset = end_offset
        return FollowedBatches(first_offset, end_offset, batches, size, False)

    def _write_at_end(self, segment: Segment, buffers: Sequence[Buffer]) -> None:
        """One write behind the last batch. Raises OSError, with the log as it was."""
        position = segment.size
        try:
            if not position:
                self._set_room_aside(segment)
            segment.file(True).write_at(position, buffers)
        except OSError as error:
            self._cut_back(segment, position, error)
            raise

    def _latest_epoch_written(self) -> int:
        """That of the last batch; -1 without one. A leadership that was noted and wrote nothing does not count: where this replica led, and
        lost what it had, another one of the same epoch has written what comes now."""
        epoch = self._epochs.epoch_for_offset(self.end_offset - 1) if self.end_offset > self.start_offset else None
        return -1 if epoch is None else epoch

    def _runs_of_a_segment(self, entries: Sequence[Entry], now_ms: int) -> Iterator[list[Entry]]:
        """`entries` in pieces that one write appends, with a roll before each but the first where its segment is full. Raises OSError."""
        run: list[Entry] = []
        size = 0
        for entry in entries:
            active = self._segments.active
            first_ms = run[0].max_timestamp if run else None
            if active.should_roll(size + entry.size, entry.max_timestamp, entry.last_offset, now_ms, self.settings, first_ms):
                if run:
                    yield run
                    run, size = [], 0
                if self._segments.active.size:
                    self._roll(self.end_offset, now_ms)
                if entry.last_offset - self._segments.active.base_offset > MAX_RELATIVE_OFFSET:
                    # Behind a gap that no segment can hold.
                    self._roll(entry.base_offset, now_ms)
            run.append(entry)
            size += entry.size
        if run:
            yield run

    def _write_as_follower(self, run: Sequence[Entry], records: memoryview) -> int:
        """One write; bytes written. Raises OSError, with the log as it was."""
        segment = self._segments.active
        segment.check_indexes()
        position = segment.size
        start = run[0].position
        size = run[-1].position + run[-1].size - start
        self._write_at_end(segment, (records[start : start + size],))
        replay = ProducerReplay(self._context, self.directory, self._producers, self._context.warn)
        latest_epoch = self._epochs.latest_epoch
        for entry in run:
            segment.note_batch(position + entry.position - start, entry.size, entry.last_offset, entry.max_timestamp)
            epoch = entry.partition_leader_epoch
            if entry.magic == 2 and epoch >= 0 and latest_epoch != epoch:
                self._note_epoch(epoch, entry.base_offset)
                latest_epoch = self._epochs.latest_epoch
                self.leader_epoch = max(self.leader_epoch, epoch)
            replay.note(entry, segment, records[entry.position : entry.position + entry.size], note_abort=True)
        segment.size = position + size
        segment.dirty = True
        self.end_offset = run[-1].last_offset + 1
        return size

    # Segments

    def _roll(self, base_offset: int, now_ms: int) -> None:
        """Begin a new active segment. Raises OSError, with the old one still active; calling it again goes on. What is more than a full
        disk takes the directory out of service, as with any write."""
        context = self._context
        old = self._segments.active
        try:
            old.give_room_back()
            old.save_indexes()
            snapshot = self._producers.take_snapshot(sync=False)
            segment = Segment(context, self.directory, base_offset, self.settings, size=0, created_ms=now_ms, fresh=True)
            segment.make_files()
        except OSError as error:
            self._refused_by_disk(error)
            raise
        paths = [old.log_path, *old.index_paths()]
        if snapshot is not None:
            paths.append(self._producers.snapshots.path(snapshot))
        self._rolled.append((old, paths))
        self._names_unsynced = True
        self._segments.append(segment)
        if len(self._segments) > LOADED_INDEXES + 1:
            self._segments[-LOADED_INDEXES - 2].unload_indexes()


def _marker_in(checked: CheckedBatch, codec: RecordsCodec) -> Marker | None:
    """The marker that a control batch of the broker's is.

    :raises Refused: it is none.
    """
    try:
        record = next(iter(codec.records(checked.batch)), None)
        marker = read_marker(record) if record is not None else None
    except InvalidRecords as error:
        raise Refused(ErrorCode.INVALID_RECORD, str(error)) from None
    if marker is None:
        raise Refused(ErrorCode.INVALID_RECORD, "a control batch that ends no transaction")
    return marker


def _check_in_transaction(producers: ProducerStateManager, entry: AppendEntry, checked: CheckedBatch, marker: Marker | None) -> Decision:
    """What becomes of a batch that is part of a transaction, or of a coordinator's."""
    producer_id, epoch = checked.producer_id, checked.producer_epoch
    if marker is not None:
        return producers.check_marker(producer_id, epoch, marker.coordinator_epoch, entry.transaction_version)
    if entry.internal:
        return producers.check_coordinators(producer_id, epoch, entry.guard if checked.transactional else UNVERIFIED)
    return producers.check_in_transaction(producer_id, epoch, checked.base_sequence, checked.last_sequence, entry.guard)
