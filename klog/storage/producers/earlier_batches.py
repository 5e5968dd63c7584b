"""The batches of producers that a snapshot leaves out, found again in the log.

A snapshot keeps of each producer the newest batch (`klog.storage.producers.snapshot`); whoever sends again may have five under way. When a
broker stops, or soon after a start of it another one that led, answers to all five get lost, and the first of them comes again: with the
snapshot alone nobody can tell that it stands in the log. Apache Kafka says OUT_OF_ORDER_SEQUENCE_NUMBER then, upon which a client fails the
record or, as librdkafka does, sends it anew under a higher epoch: it is there twice.

The headers of batches say all that is missing. So before the batches behind a snapshot are replayed, those before it are looked at, from
the newest backwards, in pieces that begin where the offset index says so::

                 3rd piece │    2nd piece   │   1st piece    │
    ──────────────────────┴┬───────────────┴┬───────────────┤ snapshot ├── replayed ──> end
      a b a b a c b a b c  │  a b a a b a   │   a a b a a a │

It ends when every producer that was met has its five, or the first of its epoch; a producer whose newest batch is not met by then was
silent for long, and has nothing under way. A start must not take long, either: nothing is read of a log that was not written to for
`SILENT_MS`, and no more than `MOST_BYTES_READ` of any other. Of large batches nothing but headers is read, so that five of them are found
however large they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from klog.records.contract import CONTROL, Entry
from klog.records.sequences import increment_sequence
from klog.storage.context import LogContext
from klog.storage.filenames import LOG
from klog.storage.producers.state import BATCHES_KEPT, ProducedBatch, ProducerEntry
from klog.storage.segments.batch_headers import walk
from klog.storage.segments.lookup import DiskSource, SegmentView, begins_before, find
from klog.storage.segments.segment import Segment

#: Nobody sends again after so long: Java's producer tries for two minutes by default, librdkafka for five.
SILENT_MS = 3_600_000
#: Of one log, however many producers it has: enough for two hundred of them at a time that write batches of a kilobyte.
MOST_BYTES_READ = 1 << 20
#: The length of a piece, if batches are small; four looks at headers.
PIECE_BYTES = 32 << 10
#: So far back is looked for producers that were not met yet; what is under way when a broker stops lies near the end.
LEAST_BYTES = 64 << 10


class _Enough(Exception):
    """As much was read as may be."""


class _Search:
    """What is known so far, from the newest batch on backwards.

    :param newest: by producer id what is known of it: one batch, the newest.
    """

    def __init__(self, newest: Mapping[int, ProducerEntry]) -> None:
        self._wanted = {producer_id: entry for producer_id, entry in newest.items() if _may_have_more(entry)}
        #: Producers that were met and lack something.
        self._lacking: set[int] = set()
        self._bytes_left = MOST_BYTES_READ
        #: By producer id, the newest first.
        self.found: dict[int, list[ProducedBatch]] = {}

    def is_over(self, seen_bytes: int) -> bool:
        """Whether nothing more is looked for, `seen_bytes` before the snapshot."""
        return not self._wanted or (not self._lacking and seen_bytes >= LEAST_BYTES)

    def counting(self, read: Callable[[int, int], bytes]) -> Callable[[int, int], bytes]:
        """`read`, until there was enough of it."""

        def counted(position: int, length: int) -> bytes:
            self._bytes_left -= length
            if self._bytes_left < 0:
                raise _Enough
            return read(position, length)

        return counted

    def meet(self, entry: Entry) -> None:
        """The next batch before all that were met."""
        producer_id = entry.producer_id
        known = self._wanted.get(producer_id)
        if known is None or entry.producer_epoch != known.epoch or entry.attributes & CONTROL or entry.base_sequence < 0:
            return
        if entry.last_offset >= known.last_offset:
            self._lacking.add(producer_id)
            return
        delta = entry.last_offset - entry.base_offset
        last_sequence = increment_sequence(entry.base_sequence, delta)
        batches = self.found.setdefault(producer_id, [])
        batches.append(ProducedBatch(last_sequence, entry.last_offset, delta, entry.max_timestamp))
        if len(batches) + 1 == BATCHES_KEPT or not entry.base_sequence:
            del self._wanted[producer_id]
            self._lacking.discard(producer_id)


def _may_have_more(entry: ProducerEntry) -> bool:
    return len(entry.batches) == 1 and entry.batches[0].first_sequence > 0


def earlier_batches(
    context: LogContext, segments: Sequence[Segment], offset: int, end_offset: int, newest: Mapping[int, ProducerEntry]
) -> dict[int, tuple[ProducedBatch, ...]]:
    """By producer id, the batches before the newest one, in their order; see the module.

    :param segments: of the log, each of which begins behind the one before it.
    :param offset: of the snapshot: what stands before it is looked at.
    :param end_offset: where the log ends, or what is looked at of it.
    :param newest: by producer id what the snapshot says.
    :raises OSError, CorruptRecords, CorruptIndex: the log cannot be read there.
    """
    search = _Search(newest)
    source = DiskSource(context.fs, context.codec)
    seen_bytes = 0
    behind = end_offset
    for segment in reversed(segments):
        if segment.base_offset < offset:
            view = SegmentView(segment)
            if search.is_over(seen_bytes) or context.now_ms() - source.modified_ms(view) >= SILENT_MS:
                break
            first = None if behind <= offset else find(source, view, offset)
            end = view.size if first is None else first.position
            try:
                _look_at(source, view, end, search, seen_bytes)
            except _Enough:
                break
            seen_bytes += end
        behind = segment.base_offset
    return {producer_id: tuple(reversed(batches)) for producer_id, batches in search.found.items()}


def _look_at(source: DiskSource, view: SegmentView, end: int, search: _Search, seen_bytes: int) -> None:
    """The batches of one segment up to position `end`, from the last piece to the first."""
    read = search.counting(partial(source.read, view))
    stop = end
    while stop and not search.is_over(seen_bytes + end - stop):
        start = begins_before(source, view, stop - PIECE_BYTES)
        for entry in reversed(list(walk(source.codec.scan, read, start, stop, view.paths[LOG]))):
            search.meet(entry)
        stop = start
