"""Brings producers' state along with batches that stand in a log: at a start, after a truncation, and for a follower, who takes what its
leader has checked.

Nothing is refused: sequences and epochs were judged when the batches were appended. Control batches end transactions; one that aborts goes
into the transaction index of the segment in which its marker stands, where that is being made (``ProducerAppendInfo.java``,
``LogSegment.updateProducerState``). What a snapshot leaves out is found first (`earlier_batches`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from klog.records.contract import CONTROL, TRANSACTIONAL, CorruptRecords, Entry, RecordsError
from klog.records.control import read_marker
from klog.records.sequences import increment_sequence
from klog.storage.context import LogContext
from klog.storage.producers.earlier_batches import earlier_batches
from klog.storage.producers.state import NO_SEQUENCE, ProducerStateManager
from klog.storage.segments.offset_index import CorruptIndex
from klog.storage.segments.segment import Segment
from klog.storage.segments.txn_index import AbortedTxn


class ProducerReplay:
    """Applies batches to `producers`, in the order of their offsets.

    :param directory: of the log, for warnings.
    :param warn: told a sentence for each control batch that cannot be read.
    """

    __slots__ = ("_context", "_directory", "_producers", "_warn", "highest_producer_id")

    def __init__(self, context: LogContext, directory: str, producers: ProducerStateManager, warn: Callable[[str], None]) -> None:
        self._context = context
        self._directory = directory
        self._producers = producers
        self._warn = warn
        #: Of all batches that were applied; -1 where none had a producer.
        self.highest_producer_id = -1

    def note(self, entry: Entry, segment: Segment, batch: bytes | memoryview | None = None, *, note_abort: bool) -> None:
        """Apply one batch. Raises OSError where it is a control batch that has to be read.

        :param segment: in which it stands.
        :param batch: its bytes, where they are at hand.
        :param note_abort: whether a transaction that it aborts goes into the segment's index.
        """
        producers = self._producers
        producer_id = entry.producer_id
        if entry.magic == 2 and producer_id >= 0:
            self.highest_producer_id = max(self.highest_producer_id, producer_id)
            if entry.attributes & CONTROL:
                self._note_marker(entry, segment.read_batch(entry) if batch is None else bytes(batch), segment if note_abort else None)
            else:
                # A coordinator's have none.
                last_sequence = NO_SEQUENCE
                if entry.base_sequence >= 0:
                    last_sequence = increment_sequence(entry.base_sequence, entry.last_offset - entry.base_offset)
                producers.update(
                    producer_id,
                    entry.producer_epoch,
                    last_sequence,
                    entry.base_offset,
                    entry.last_offset,
                    entry.max_timestamp,
                    entry.attributes & TRANSACTIONAL != 0,
                )
        producers.advance(entry.last_offset + 1)

    def replay(self, segments: Sequence[Segment], end_offset: int) -> None:
        """Apply what stands in `segments`, of which each begins behind the one before it, from where the state ends to `end_offset`; and
        what stands before that of producers of which one batch is known, as after a snapshot was read. Raises OSError."""
        producers = self._producers
        try:
            producers.recall(earlier_batches(self._context, segments, producers.end_offset, end_offset, producers.producers))
        except (CorruptRecords, CorruptIndex) as error:
            self._warn(f"{error}; earlier batches of producers are not known")
        for index, segment in enumerate(segments):
            if segment.base_offset >= end_offset or producers.end_offset >= end_offset:
                break
            if index + 1 < len(segments) and segments[index + 1].base_offset <= producers.end_offset:
                continue
            try:
                first = segment.find(producers.end_offset)
                for entry in segment.entries(first.position) if first is not None else ():
                    if entry.base_offset >= end_offset:
                        break
                    self.note(entry, segment, note_abort=False)
            except CorruptRecords as error:
                self._warn(f"{error}; producers of what follows are not known")

    def _note_marker(self, entry: Entry, batch: bytes, segment: Segment | None) -> None:
        try:
            record = next(iter(self._context.codec.records(batch)), None)
            marker = read_marker(record) if record is not None else None
        except RecordsError as error:
            self._warn(f"{self._directory}: the control batch at offset {entry.base_offset} cannot be read: {error}")
            return
        if record is None or marker is None:
            return
        producers = self._producers
        completed = producers.end_transaction(
            entry.producer_id, entry.producer_epoch, marker.coordinator_epoch, not marker.commit, entry.base_offset, record.timestamp_ms
        )
        if completed is None:
            return
        stable = producers.complete(completed)
        if completed.aborted and segment is not None:
            segment.note_aborted(AbortedTxn(completed.producer_id, completed.first_offset, completed.last_offset, stable))
