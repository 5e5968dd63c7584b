"""Batches of idempotent producers that one partition has refused for a reason that passes: a full disk, too few replicas in sync, a
leadership that has not begun yet. Pure.

A producer has several batches under way. When the first of them is refused, the others are on their way already, and do not follow on what
is in the log. OUT_OF_ORDER_SEQUENCE_NUMBER would be true, and does harm:

* librdkafka raises its epoch upon it, for all partitions (``rd_kafka_handle_idempotent_Produce_error``). What it has written elsewhere
  and was not told so, since a leader was deposed or the answer got lost, it sends again under the new epoch, where nobody can tell that it
  stands in the log: those records are there twice;
* where nothing is known of the producer a batch with any number is taken: the second would stand in the log, and the first be refused for
  good.

So a batch behind one that was refused is refused for the same reason, and both are sent again, in their order::

    client     1   2   3 ─────────────────────────>            1   2   3
    broker     │   │   └ behind 1: KAFKA_STORAGE_ERROR         taken, all of them
               │   └ behind 1: KAFKA_STORAGE_ERROR
               └ the disk is full: KAFKA_STORAGE_ERROR

Each batch is told so once: who sends it again, and not first what was refused before it, has lost something, and must hear of it.

What was refused comes again within seconds, or never: its sender has ended, or given it up. So it is forgotten after a while.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from klog.errors import ErrorCode
from klog.records.contract import BATCH_OVERHEAD, CONTROL, CorruptRecords
from klog.storage.segments.batch_headers import header_entry

#: Producers of one partition that are remembered; who was refused first goes first.
MOST_PRODUCERS = 1000
#: Batches behind the refused one that are told the same; Kafka's clients have five under way at most.
MOST_BEHIND = 16
#: After which nobody waits for one that has not come again: longer than any client's pause, and than it tries by default.
FORGOTTEN_AFTER_MS = 600_000
_SEQUENCES = 2**31


@dataclasses.dataclass(slots=True)
class _Refused:
    epoch: int
    first_sequence: int
    code: ErrorCode
    #: When it was refused last.
    since_ms: int
    #: First sequences of the batches behind it that were told.
    told: list[int]


class RefusedBatches:
    """Of one partition; see the module. Falsy while there are none.

    :param most_producers: how many are remembered.
    """

    def __init__(self, most_producers: int = MOST_PRODUCERS) -> None:
        self._most_producers = most_producers
        #: By producer id; of each the first that was refused, which has to come before all others.
        self._first: dict[int, _Refused] = {}

    def __len__(self) -> int:
        return len(self._first)

    def note_batch(
        self,
        records: bytes | bytearray | memoryview | None,
        code: ErrorCode,
        expected: Callable[[int, int], int | None],
        now_ms: int,
    ) -> None:
        """`note` what a client has sent, of which nothing was checked; nothing where that has no producer.

        :param expected: given a producer's id and epoch.
        """
        if records is None:
            return
        try:
            entry = header_entry(bytes(memoryview(records)[:BATCH_OVERHEAD]), 0)
        except CorruptRecords:
            return
        producer_id, epoch = entry.producer_id, entry.producer_epoch
        if producer_id >= 0 and entry.base_sequence >= 0 and not entry.attributes & CONTROL:
            self.note(producer_id, epoch, entry.base_sequence, code, expected(producer_id, epoch), now_ms)

    def note(self, producer_id: int, epoch: int, first_sequence: int, code: ErrorCode, expected: int | None, now_ms: int) -> None:
        """A batch was refused for a reason that passes.

        :param first_sequence: of its first record.
        :param code: what its sender was told.
        :param expected: the sequence that follows on what is in the log; None where nothing is known of the producer in this epoch.
        :param now_ms: when.
        """
        if expected is not None and _is_before(first_sequence, expected):
            # It stands in the log already.
            return
        known = self._first.get(producer_id)
        if known is not None and known.epoch > epoch:
            # Of a producer that was fenced meanwhile, or has gone on since.
            return
        if known is not None and known.epoch == epoch and _is_before(known.first_sequence, first_sequence):
            is_missed = expected is None or not _is_before(known.first_sequence, expected)
            if is_missed:
                # It was refused along with that one.
                return
        self._first.pop(producer_id, None)
        if len(self._first) >= self._most_producers:
            del self._first[next(iter(self._first))]
        self._first[producer_id] = _Refused(epoch, first_sequence, code, now_ms, [])

    def add(self, others: RefusedBatches, expected: Callable[[int, int], int | None], now_ms: int) -> None:
        """`note` what these others have, which were refused elsewhere."""
        for producer_id, known in others._first.items():
            self.note(producer_id, known.epoch, known.first_sequence, known.code, expected(producer_id, known.epoch), now_ms)

    def reason(self, producer_id: int, epoch: int, first_sequence: int, expected: int | None) -> ErrorCode | None:
        """Why a batch that does not follow on what is in the log, or of whose producer nothing is known, is to be refused: as the one
        before it was. None where that is not the reason. Parameters as in `note`."""
        known = self._first.get(producer_id)
        if known is None or known.epoch != epoch or (expected is not None and expected != known.first_sequence):
            return None
        if not _is_before(known.first_sequence, first_sequence) or first_sequence in known.told or len(known.told) >= MOST_BEHIND:
            return None
        known.told.append(first_sequence)
        return known.code

    def came(self, producer_id: int) -> None:
        """A batch of the producer is taken: what was refused has come again, or is not missed."""
        self._first.pop(producer_id, None)

    def expire(self, now_ms: int) -> None:
        """Forget what was refused `FORGOTTEN_AFTER_MS` ago and did not come again."""
        old = [producer_id for producer_id, known in self._first.items() if now_ms - known.since_ms >= FORGOTTEN_AFTER_MS]
        for producer_id in old:
            del self._first[producer_id]


def _is_before(sequence: int, other: int) -> bool:
    """Sequences wrap after 2147483647."""
    return 0 < (other - sequence) % _SEQUENCES < _SEQUENCES // 2
