"""klog.client.producing.sequences: verdicts as a table, numbers against a model of the broker's rule."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.sequences import LAST_EPOCH, LAST_SEQUENCE, Sequences, Verdict, judge_answer, sequence_after
from klog.errors import ErrorCode


class JudgeTests(SynchronousTestCase):
    def check(self, code: ErrorCode, wanted: Verdict, *, idempotent: bool = True, first: bool = True, count: int = 2) -> None:
        self.assertIs(judge_answer(code, idempotent=idempotent, first=first, count=count), wanted, code)

    def test_the_table(self) -> None:
        for idempotent in (True, False):
            self.check(ErrorCode.NONE, Verdict.ACKNOWLEDGED, idempotent=idempotent)
            for code in (
                ErrorCode.NOT_LEADER_OR_FOLLOWER,
                ErrorCode.NETWORK_EXCEPTION,
                ErrorCode.REQUEST_TIMED_OUT,
                ErrorCode.NOT_ENOUGH_REPLICAS,
                ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND,
                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                ErrorCode.UNKNOWN_TOPIC_ID,
                ErrorCode.KAFKA_STORAGE_ERROR,
                ErrorCode.CORRUPT_MESSAGE,
                ErrorCode.FENCED_LEADER_EPOCH,
            ):
                self.check(code, Verdict.RETRY, idempotent=idempotent)
            for code in (
                ErrorCode.INVALID_RECORD,
                ErrorCode.TOPIC_AUTHORIZATION_FAILED,
                ErrorCode.INVALID_TIMESTAMP,
                ErrorCode.UNSUPPORTED_COMPRESSION_TYPE,
                ErrorCode.UNKNOWN_SERVER_ERROR,
                ErrorCode.INVALID_REQUIRED_ACKS,
                ErrorCode.OPERATION_NOT_ATTEMPTED,
            ):
                self.check(code, Verdict.FAIL, idempotent=idempotent)
            self.check(ErrorCode.MESSAGE_TOO_LARGE, Verdict.SPLIT, idempotent=idempotent)
            self.check(ErrorCode.MESSAGE_TOO_LARGE, Verdict.FAIL, idempotent=idempotent, count=1)

    def test_what_idempotence_adds(self) -> None:
        self.check(ErrorCode.DUPLICATE_SEQUENCE_NUMBER, Verdict.ACKNOWLEDGED)
        self.check(ErrorCode.INVALID_PRODUCER_EPOCH, Verdict.FAIL_AND_RESTART)
        for code in (ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, ErrorCode.UNKNOWN_PRODUCER_ID):
            self.check(code, Verdict.RESTART)
            self.check(code, Verdict.RETRY, first=False)
            self.check(code, Verdict.FAIL, idempotent=False)

    def test_who_shares_an_id_and_an_epoch_never_begins_anew(self) -> None:
        for code in (ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, ErrorCode.UNKNOWN_PRODUCER_ID, ErrorCode.INVALID_PRODUCER_EPOCH):
            for first in (True, False):
                self.assertIs(judge_answer(code, idempotent=True, first=first, count=2, shared=True), Verdict.FAIL)
        self.assertIs(
            judge_answer(ErrorCode.DUPLICATE_SEQUENCE_NUMBER, idempotent=True, first=True, count=2, shared=True), Verdict.ACKNOWLEDGED
        )


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
