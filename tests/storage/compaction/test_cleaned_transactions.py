"""klog.storage.compaction.cleaned_transactions"""

from __future__ import annotations

import unittest

from klog.records.compaction import GONE, KEEP_EMPTY
from klog.records.contract import CONTROL, TRANSACTIONAL
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec
from klog.storage.compaction.cleaned_transactions import CleanedTransactions
from klog.storage.segments.txn_index import AbortedTxn


def data(offset: int, producer_id: int) -> bytes:
    fields = {"attributes": TRANSACTIONAL, "producer_id": producer_id, "producer_epoch": 0, "base_sequence": 0}
    return codec.build_batch([(1, b"k", b"v", ())], base_offset=offset, **fields)  # type: ignore[arg-type]


def end(offset: int, producer_id: int, commit: bool, epoch: int = 0) -> bytes:
    return build_marker(codec, Marker(commit, 0), producer_id=producer_id, producer_epoch=epoch, timestamp_ms=1, base_offset=offset)


class CleanedTransactionsTests(unittest.TestCase):
    """Verdicts in the order of offsets."""

    def ask(self, judge: CleanedTransactions, *batches: bytes) -> list[int]:
        return [judge(codec.scan(batch)[0], batch) for batch in batches]

    def test_committed(self) -> None:
        judge = CleanedTransactions(codec, [])
        self.assertEqual(self.ask(judge, data(0, 5), end(1, 5, True), end(2, 5, True)), [0, 0, GONE], "a marker of nothing may go")

    def test_aborted(self) -> None:
        first, second = AbortedTxn(5, 0, 3, 0), AbortedTxn(6, 1, 2, 0)
        judge = CleanedTransactions(codec, [first, first, second])
        batches = [data(0, 5), data(1, 6), end(2, 6, False), end(3, 5, False), data(4, 5), end(5, 5, True)]
        self.assertEqual(self.ask(judge, *batches), [GONE, GONE, 0, 0, 0, 0])
        self.assertEqual(judge.take_kept(), [second, first])
        self.assertEqual(judge.take_kept(), [])

    def test_nothing_left_of_an_aborted_one(self) -> None:
        judge = CleanedTransactions(codec, [AbortedTxn(5, 0, 3, 0)])
        self.assertEqual(self.ask(judge, end(3, 5, False)), [GONE])
        self.assertEqual(judge.take_kept(), [])

    def test_an_aborted_one_that_begins_later_is_none_yet(self) -> None:
        judge = CleanedTransactions(codec, [AbortedTxn(5, 2, 3, 0)])
        self.assertEqual(self.ask(judge, data(0, 5), end(1, 5, True), data(2, 5), end(3, 5, False)), [0, 0, GONE, 0])

    def test_ordinary_batches_are_nobody_s(self) -> None:
        judge = CleanedTransactions(codec, [AbortedTxn(5, 0, 3, 0)])
        plain = codec.build_batch([(1, b"k", b"v", ())], producer_id=5, producer_epoch=0, base_sequence=0)
        self.assertEqual(self.ask(judge, plain), [0])

    def test_a_producer_s_last_marker_stays(self) -> None:
        judge = CleanedTransactions(codec, [], {5: 3})
        self.assertEqual(self.ask(judge, end(0, 5, True, 2), end(1, 5, True, 3), end(2, 6, True, 3)), [GONE, GONE | KEEP_EMPTY, GONE])

    def test_other_control_records_stay_and_empty_ones_go(self) -> None:
        judge = CleanedTransactions(codec, [])
        leader = codec.build_batch([(1, b"\0\0\0\2", b"", ())], attributes=CONTROL)
        self.assertEqual(self.ask(judge, leader), [0])
        from klog.records.compaction import empty

        self.assertEqual(self.ask(judge, empty(codec.read_header(end(1, 5, True)))), [GONE])
