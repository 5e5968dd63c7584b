"""Errors between client and broker."""

from __future__ import annotations

import copy
import pickle

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.net.client.errors import (
    AuthenticationFailed,
    BadAnswer,
    BrokerUnreachable,
    ConnectionClosed,
    RequestTimedOut,
    address_of,
)


class ErrorsTests(SynchronousTestCase):
    """Codes, sentences, copies."""

    def test_table(self) -> None:
        for kind, code, retriable in (
            (BrokerUnreachable, ErrorCode.NETWORK_EXCEPTION, True),
            (ConnectionClosed, ErrorCode.NETWORK_EXCEPTION, True),
            (AuthenticationFailed, ErrorCode.SASL_AUTHENTICATION_FAILED, False),
            (BadAnswer, ErrorCode.CORRUPT_MESSAGE, True),
            (RequestTimedOut, ErrorCode.REQUEST_TIMED_OUT, True),
        ):
            error = kind("h:1", "did not")
            self.assertIsInstance(error, KlogError)
            self.assertEqual((error.code, error.retriable, error.address), (code, retriable, "h:1"))
            self.assertEqual(str(error), f"{code.name}: broker h:1 did not")
            for same in (copy.copy(error), pickle.loads(pickle.dumps(error))):
                self.assertEqual((type(same), str(same)), (kind, str(error)))

    def test_addresses(self) -> None:
        self.assertEqual(address_of("name", 9092), "name:9092")
        self.assertEqual(address_of("::1", 1), "[::1]:1")
