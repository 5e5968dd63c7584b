"""Numbers that begin anew after the largest one."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.records.sequences import MAX_SEQUENCE, decrement_sequence, increment_sequence, is_behind


class SequenceTests(SynchronousTestCase):
    """Around the largest one."""

    def test_sequence_arithmetic(self) -> None:
        self.assertEqual(increment_sequence(MAX_SEQUENCE, 1), 0)
        self.assertEqual(increment_sequence(MAX_SEQUENCE - 4, 10), 5)
        self.assertEqual(decrement_sequence(0, 1), MAX_SEQUENCE)
        self.assertEqual(decrement_sequence(5, 10), MAX_SEQUENCE - 4)
        self.assertEqual(decrement_sequence(5, 5), 0)

    def test_which_was_given_out_before(self) -> None:
        self.assertEqual([is_behind(sequence, 5) for sequence in (0, 5, 6, MAX_SEQUENCE)], [True, True, False, True])
        self.assertEqual([is_behind(sequence, MAX_SEQUENCE) for sequence in (MAX_SEQUENCE, 0)], [True, False])
