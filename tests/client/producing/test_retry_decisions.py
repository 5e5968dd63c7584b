"""klog.client.producing.retry_decisions: verdicts as a table."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.retry_decisions import Verdict, judge_answer
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
