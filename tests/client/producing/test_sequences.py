"""klog.client.producing.sequences: numbers against a model of the broker's rule."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.sequences import LAST_EPOCH, LAST_SEQUENCE, Sequences, sequence_after


class SequencesTests(SynchronousTestCase):
    def test_numbers_follow_each_other_and_go_around(self) -> None:
        self.assertEqual(sequence_after(LAST_SEQUENCE, 1), 0)
        self.assertEqual(sequence_after(LAST_SEQUENCE - 1, 5), 3)
        sequences = Sequences()
        sequences.begin(9, 0)
        self.assertEqual([sequences.take(10), sequences.take(5), sequences.take(1)], [0, 10, 15])

    def test_a_gap_is_noticed_when_all_is_answered(self) -> None:
        sequences = Sequences()
        sequences.begin(9, 0)
        first, second = sequences.take(10), sequences.take(10)
        sequences.failed()
        self.assertFalse(sequences.settle(numbered_waiting=True), "the broker will tell")
        sequences.acknowledged(second, 10)
        self.assertFalse(sequences.settle(numbered_waiting=False), "the later one is written, and so was the first")
        self.assertFalse(sequences.doubtful)
        third = sequences.take(10)
        self.assertEqual((first, third), (0, 20))
        sequences.failed()
        self.assertTrue(sequences.settle(numbered_waiting=False))
        sequences.begin_again()
        self.assertEqual((sequences.epoch, sequences.take(1)), (1, 0))

    def test_behind_the_last_epoch_comes_a_new_id(self) -> None:
        sequences = Sequences()
        sequences.begin(9, LAST_EPOCH - 1)
        sequences.begin_again()
        self.assertEqual((sequences.producer_id, sequences.epoch), (9, LAST_EPOCH))
        sequences.begin_again()
        self.assertEqual(sequences.producer_id, -1)

    @settings(deadline=None, max_examples=60)
    @given(st.lists(st.tuples(st.integers(1, 50), st.sampled_from(["written", "lost", "refused"])), max_size=40))
    def test_one_at_a_time_never_meets_a_gap(self, steps: list[tuple[int, str]]) -> None:
        """Whatever happens to batches, what comes next is what a broker takes."""
        sequences = Sequences()
        sequences.begin(1, 0)
        epoch, next_sequence = 0, 0  # the broker's
        for count, outcome in steps:
            if sequences.settle(numbered_waiting=False):
                sequences.begin_again()
            base = sequences.take(count)
            accepted = base == (next_sequence if sequences.epoch == epoch else 0)
            self.assertTrue(accepted, "the broker would refuse this batch")
            if outcome != "refused":
                epoch, next_sequence = sequences.epoch, sequence_after(base, count)
            if outcome == "written":
                sequences.acknowledged(base, count)
            else:  # "lost": written, and nobody heard of it
                sequences.failed()
