"""What compaction must know of transactions while it walks through a log (`kafka: CleanedTransactionMetadata.java`).

Records of an aborted transaction go. The marker that ends a transaction stays until the walk has met none of the transaction's batches any
more, and then until its delete horizon. A batch that is kept empty for its producer's sake still counts as one of its transaction.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence

from klog.records.compaction import GONE, KEEP_EMPTY
from klog.records.contract import CONTROL, TRANSACTIONAL, Buffer, Entry, RecordsCodec
from klog.records.control import ControlType, control_type
from klog.storage.segments.txn_index import AbortedTxn


class CleanedTransactions:
    """One walk, in the order of offsets; a `klog.records.compaction.Judge`.

    :param aborted: all transactions that were aborted with a marker at or behind where the walk begins.
    :param marker_epochs: of each producer of which nothing but a marker is known, its epoch: that marker stays, to fence older ones.
    """

    def __init__(self, codec: RecordsCodec, aborted: Iterable[AbortedTxn], marker_epochs: dict[int, int] | None = None) -> None:
        self._codec = codec
        self._waiting = [(txn.first_offset, txn.last_offset, txn) for txn in set(aborted)]
        heapq.heapify(self._waiting)
        self._marker_epochs = marker_epochs or {}
        #: Aborted and not at its marker yet: the transaction, and whether a batch of it was met.
        self._aborted: dict[int, tuple[AbortedTxn, bool]] = {}
        self._committed: set[int] = set()
        self._kept: list[AbortedTxn] = []

    def take_kept(self) -> Sequence[AbortedTxn]:
        """The aborted transactions whose markers stayed since the last call: the new segment's index."""
        kept, self._kept = self._kept, []
        return kept

    def __call__(self, entry: Entry, batch: Buffer) -> int:
        """What becomes of a transactional or control batch."""
        self._begin_up_to(entry.last_offset)
        if entry.attributes & CONTROL:
            return self._control(entry, batch)
        if not entry.attributes & TRANSACTIONAL:
            return 0
        producer_id = entry.producer_id
        found = self._aborted.get(producer_id)
        if found is None:
            self._committed.add(producer_id)
            return 0
        self._aborted[producer_id] = (found[0], True)
        return GONE

    def _begin_up_to(self, offset: int) -> None:
        while self._waiting and self._waiting[0][0] <= offset:
            txn = heapq.heappop(self._waiting)[2]
            self._aborted.setdefault(txn.producer_id, (txn, False))

    def _control(self, entry: Entry, batch: Buffer) -> int:
        producer_id = entry.producer_id
        verdict = KEEP_EMPTY if self._marker_epochs.get(producer_id) == entry.producer_epoch and producer_id >= 0 else 0
        record = next(iter(self._codec.records(batch)), None)
        if record is None:
            return verdict | GONE
        kind = control_type(record)
        if kind is ControlType.ABORT:
            found = self._aborted.pop(producer_id, None)
            if found is not None and found[1]:
                self._kept.append(found[0])
                return verdict
            return verdict | GONE
        if kind is ControlType.COMMIT:
            met = producer_id in self._committed
            self._committed.discard(producer_id)
            return verdict if met else verdict | GONE
        return verdict
