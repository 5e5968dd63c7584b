"""klog.client.processing.failures: the table."""

from __future__ import annotations

from twisted.internet.defer import CancelledError
from twisted.trial.unittest import SynchronousTestCase

from klog.client.processing.failures import Remedy, WorkFailed, remedy_for
from klog.client.retry import ClientStopped
from klog.client.transactions.errors import CommitUncertain, ProducerFenced, TransactionFailed
from klog.errors import ErrorCode, KlogError


class RemedyTests(SynchronousTestCase):
    def remedy(self, error: BaseException, *, is_named: bool = True, is_out_of_time: bool = False) -> Remedy:
        return remedy_for(error, is_named=is_named, is_out_of_time=is_out_of_time)

    def test_fenced(self) -> None:
        """Who has a name comes back only where it was too slow; who has one that nobody else knows always does."""
        fenced = ProducerFenced(ErrorCode.PRODUCER_FENCED, "")
        self.assertIs(self.remedy(fenced), Remedy.END)
        self.assertIs(self.remedy(fenced, is_out_of_time=True), Remedy.NEW_PRODUCER)
        self.assertIs(self.remedy(fenced, is_named=False), Remedy.NEW_PRODUCER)
        self.assertIs(self.remedy(ProducerFenced(ErrorCode.INVALID_PRODUCER_ID_MAPPING, "")), Remedy.NEW_PRODUCER)
        for code in (ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, ErrorCode.INVALID_TRANSACTION_TIMEOUT, ErrorCode.UNSUPPORTED_VERSION):
            self.assertIs(self.remedy(ProducerFenced(code, ""), is_named=False, is_out_of_time=True), Remedy.END)

    def test_what_passes(self) -> None:
        """Rebalances, brokers that are away, and not knowing."""
        for error in (
            TransactionFailed(ErrorCode.ILLEGAL_GENERATION, ""),
            TransactionFailed(ErrorCode.REQUEST_TIMED_OUT, ""),
            CommitUncertain(ErrorCode.REQUEST_TIMED_OUT, ""),
            KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE),
        ):
            self.assertIs(self.remedy(error), Remedy.AGAIN, error)

    def test_what_is_counted(self) -> None:
        """What would fail the next time, too."""
        for error in (
            ZeroDivisionError(),
            CancelledError(),
            TransactionFailed(ErrorCode.MESSAGE_TOO_LARGE, ""),
            KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED),
        ):
            self.assertIs(self.remedy(error), Remedy.COUNTED, error)

    def test_the_end(self) -> None:
        for error in (ClientStopped(), KlogError(ErrorCode.UNSUPPORTED_VERSION), GeneratorExit()):
            self.assertIs(self.remedy(error), Remedy.END, error)

    def test_work_failed(self) -> None:
        self.assertIn("3 times in a row, at last: ValueError: what", str(WorkFailed(ValueError("what"), 3)))
