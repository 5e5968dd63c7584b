"""What to do about errors."""

from __future__ import annotations

import unittest

from klog.client.retry import Action, ClientStopped, NobodyAnswers, trouble_of, what_to_do, what_to_do_about
from klog.errors import ERRORS, ErrorCode, KlogError
from klog.net.client.errors import AuthenticationFailed, BrokerUnreachable
from klog.retry_policy import Trouble


class RetryTests(unittest.TestCase):
    """The table."""

    def test_nothing_retriable_is_final_and_nothing_final_is_retried(self) -> None:
        # These are final to Kafka's table, but asking for metadata helps against them.
        helped = {ErrorCode.BROKER_NOT_AVAILABLE, ErrorCode.REBOOTSTRAP_REQUIRED}
        for code, row in ERRORS.items():
            expected = Action.DONE if code is ErrorCode.NONE else None
            found = what_to_do(code)
            if expected is not None:
                self.assertIs(found, expected)
            elif row.retriable or code in helped:
                self.assertNotIn(found, (Action.FAIL, Action.DONE), code)
            else:
                self.assertIs(found, Action.FAIL, code)

    def test_unknown_codes_are_final(self) -> None:
        self.assertIs(what_to_do(9999), Action.FAIL)

    def test_exceptions(self) -> None:
        self.assertIs(what_to_do_about(BrokerUnreachable("a:1", "x")), Action.REFRESH_METADATA)
        self.assertIs(what_to_do_about(NobodyAnswers("a:1", "x", 5)), Action.REFRESH_METADATA)
        self.assertIs(what_to_do_about(AuthenticationFailed("a:1", "x")), Action.FAIL)
        self.assertIs(what_to_do_about(ClientStopped()), Action.FAIL)
        self.assertIs(what_to_do_about(KlogError(ErrorCode.NOT_COORDINATOR)), Action.FIND_COORDINATOR)
        self.assertIs(what_to_do_about(ZeroDivisionError()), Action.FAIL)

    def test_troubles(self) -> None:
        for code, row in ERRORS.items():
            expected = Trouble.LASTING if what_to_do(code) in (Action.FAIL, Action.DONE) else None
            found = trouble_of(KlogError(row.code))
            self.assertTrue(found is expected or (expected is None and found in (Trouble.PASSING, Trouble.MOVED)), code)
        self.assertIs(trouble_of(KlogError(ErrorCode.NOT_LEADER_OR_FOLLOWER)), Trouble.MOVED)
        self.assertIs(trouble_of(KlogError(ErrorCode.REQUEST_TIMED_OUT)), Trouble.PASSING)
        self.assertIs(trouble_of(ZeroDivisionError()), Trouble.LASTING)
