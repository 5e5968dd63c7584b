"""Which batches of a source are appended to a copy."""

from __future__ import annotations

import unittest

from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import TRANSACTIONAL
from klog.records.implementations import codec
from klog.storage.log.copied_batches import LARGEST_EPOCH, LARGEST_PRODUCER_ID, FreshBatches, fresh_batches

TP = TopicPartition("t", 0)


def batch(base: int, count: int, epoch: int = 0, producer_id: int = -1, timestamp: int = 1_000, *, is_transactional: bool = False) -> bytes:
    """A batch as a broker keeps it."""
    sequence, producer_epoch = (0, 0) if producer_id >= 0 else (-1, -1)
    return codec.build_batch(
        [(timestamp + at, None, b"v", ()) for at in range(count)],
        base_offset=base,
        partition_leader_epoch=epoch,
        producer_id=producer_id,
        producer_epoch=producer_epoch,
        base_sequence=sequence,
        attributes=TRANSACTIONAL if is_transactional else 0,
    )


class FreshTests(unittest.TestCase):
    """What is there already is left out, and nothing else."""

    def fresh(self, data: bytes, end: int) -> FreshBatches:
        return fresh_batches(codec, data, TP, end)

    def test_all_of_it(self) -> None:
        data = batch(0, 2) + batch(5, 1)
        found = self.fresh(data, 0)
        self.assertEqual((bytes(found.records), [one.base_offset for one in found.entries]), (data, [0, 5]))
        self.assertEqual((found.are_known, found.newest_ms), (False, 1_001))

    def test_some_are_there(self) -> None:
        one, two = batch(0, 2), batch(2, 3, timestamp=500)
        found = self.fresh(one + two, 2)
        self.assertEqual((bytes(found.records), found.newest_ms, found.are_known), (two, 502, False))
        # Across the end it is whole: the log says what follows.
        self.assertEqual(bytes(self.fresh(one + two, 1).records), one + two)

    def test_all_are_there(self) -> None:
        found = self.fresh(batch(0, 2) + batch(2, 1), 3)
        self.assertEqual((list(found.entries), found.are_known, found.newest_ms), ([], True, -1))

    def test_nothing(self) -> None:
        self.assertEqual(self.fresh(b"", 3).are_known, False)

    def test_nonsense(self) -> None:
        for data in (
            bytes(70),
            batch(0, 1, epoch=LARGEST_EPOCH + 1),
            batch(0, 1, producer_id=LARGEST_PRODUCER_ID + 1),
        ):
            with self.assertRaises(KlogError) as caught:
                self.fresh(data, 0)
            self.assertEqual(caught.exception.code, ErrorCode.CORRUPT_MESSAGE)
