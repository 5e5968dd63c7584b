"""What is told of batches behind one that was refused."""

from __future__ import annotations

import unittest

from klog.errors import ErrorCode
from klog.records.sequences import MAX_SEQUENCE
from klog.storage.producers.refused_batches import FORGOTTEN_AFTER_MS, MOST_BEHIND, MOST_PRODUCERS, RefusedBatches

FULL, FEW = ErrorCode.KAFKA_STORAGE_ERROR, ErrorCode.NOT_ENOUGH_REPLICAS


class RefusedBatchesTests(unittest.TestCase):
    """Producer 7 has written up to sequence 9."""

    def setUp(self) -> None:
        self.refused = RefusedBatches()
        self.now_ms = 1_000

    def note(self, sequence: int, code: ErrorCode = FULL, expected: int | None = 10, epoch: int = 0) -> None:
        self.refused.note(7, epoch, sequence, code, expected, self.now_ms)

    def reason(self, sequence: int, expected: int | None = 10, epoch: int = 0) -> ErrorCode | None:
        return self.refused.reason(7, epoch, sequence, expected)

    def test_behind_it_once_each(self) -> None:
        self.assertFalse(self.refused)
        self.note(10)
        self.assertTrue(self.refused)
        self.assertEqual([self.reason(12), self.reason(15), self.reason(12)], [FULL, FULL, None])
        # It was sent again, and refused again: so is what is behind it.
        self.note(10, FEW)
        self.assertEqual(self.reason(12), FEW)

    def test_refused_together(self) -> None:
        self.note(10)
        self.note(12, FEW)
        self.assertEqual(self.reason(15), FULL)

    def test_it_has_come(self) -> None:
        self.note(10)
        self.refused.came(7)
        self.assertFalse(self.refused)
        self.assertIsNone(self.reason(15))

    def test_what_has_nothing_to_do_with_it(self) -> None:
        self.note(10)
        self.assertIsNone(self.reason(12, epoch=1))
        self.assertIsNone(self.refused.reason(8, 0, 12, 10))
        # It stands in the log by now, on whatever way it came.
        self.assertIsNone(self.reason(15, expected=12))
        # It is the one itself, or one before it.
        self.assertIsNone(self.reason(10))
        self.assertIsNone(self.reason(7))

    def test_a_producer_of_whom_nothing_is_known(self) -> None:
        self.note(3, expected=None)
        self.assertEqual(self.reason(5, expected=None), FULL)
        self.assertIsNone(self.reason(0, expected=None))

    def test_a_copy_that_is_behind(self) -> None:
        """A follower refuses before it has what the leader has taken."""
        self.note(10, expected=5)
        self.note(12, expected=5)
        self.assertIsNone(self.reason(12, expected=5))
        self.assertEqual(self.reason(12), FULL)

    def test_what_stands_in_the_log_is_not_waited_for(self) -> None:
        self.note(10)
        self.note(4)
        self.assertEqual(self.reason(12), FULL)

    def test_another_epoch_counts_instead(self) -> None:
        self.note(10)
        self.note(0, expected=0, epoch=1)
        self.assertEqual(self.reason(3, expected=0, epoch=1), FULL)
        self.assertIsNone(self.reason(12))

    def test_an_earlier_epoch_changes_nothing(self) -> None:
        """A zombie's batch, which comes late, says nothing of those who have gone on."""
        self.note(0, expected=0, epoch=1)
        self.note(10)
        self.assertEqual(self.reason(3, expected=0, epoch=1), FULL)

    def test_refused_elsewhere(self) -> None:
        """What the log has by now is not waited for, and what was known of others stays."""
        self.note(10)
        others = RefusedBatches()
        for producer_id, sequence in ((7, 12), (8, 3), (9, 5)):
            others.note(producer_id, 0, sequence, FEW, None, 0)
        self.refused.add(others, lambda producer_id, epoch: {7: 10, 8: 3, 9: 8}[producer_id], self.now_ms)
        self.assertEqual((self.reason(15), self.refused.reason(8, 0, 4, 3), len(self.refused)), (FULL, FEW, 2))

    def test_forgotten_after_a_while(self) -> None:
        self.note(10)
        self.refused.note(8, 0, 0, FULL, None, self.now_ms)
        self.now_ms += FORGOTTEN_AFTER_MS - 1
        self.note(10)
        self.refused.expire(self.now_ms)
        self.assertEqual(len(self.refused), 2)
        self.refused.expire(self.now_ms + 1)
        self.assertEqual((self.refused.reason(8, 0, 1, None), self.reason(12)), (None, FULL))

    def test_one_that_was_never_sent_again(self) -> None:
        self.note(10)
        self.note(20, expected=20)
        self.assertEqual(self.reason(22, expected=20), FULL)

    def test_around_the_end_of_the_numbers(self) -> None:
        self.note(MAX_SEQUENCE - 1, expected=MAX_SEQUENCE - 1)
        self.assertEqual(self.reason(0, expected=MAX_SEQUENCE - 1), FULL)

    def test_bounds(self) -> None:
        self.note(10)
        told = [self.reason(11 + step) for step in range(MOST_BEHIND + 1)]
        self.assertEqual(told, [FULL] * MOST_BEHIND + [None])
        for producer_id in range(100, 100 + MOST_PRODUCERS):
            self.refused.note(producer_id, 0, 0, FULL, None, self.now_ms)
        self.assertEqual(len(self.refused), MOST_PRODUCERS)
        self.assertIsNone(self.refused.reason(7, 0, 50, 10))
        self.assertEqual(self.refused.reason(100, 0, 5, None), FULL)
