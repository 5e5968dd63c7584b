"""klog.client.transactions.errors: what errors mean, as Java's producer takes them."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.client.transactions.errors import Asked, Consequence, consequence_of, fenced, first_error
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition

_C = Consequence


class ConsequenceTests(SynchronousTestCase):
    def test_of_each_request(self) -> None:
        e = ErrorCode
        asked = (Asked.INITIALISE, Asked.ADD, Asked.OFFSETS, Asked.COMMIT, Asked.PRODUCE)
        for code, consequences in {
            e.NONE: [_C.DONE] * 5,
            e.PRODUCER_FENCED: [_C.FATAL] * 5,
            e.INVALID_PRODUCER_ID_MAPPING: [_C.FATAL] * 5,
            e.TRANSACTIONAL_ID_AUTHORIZATION_FAILED: [_C.FATAL] * 5,
            e.INVALID_PRODUCER_EPOCH: [_C.FATAL] * 4 + [_C.ABORT],
            e.INVALID_TXN_STATE: [_C.FATAL, _C.FATAL, _C.ABORT, _C.FATAL, _C.ABORT],
            e.INVALID_TRANSACTION_TIMEOUT: [_C.FATAL] + [_C.ABORT] * 4,
            e.TRANSACTION_ABORTABLE: [_C.ABORT] * 5,
            e.CONCURRENT_TRANSACTIONS: [_C.AGAIN] * 5,
            e.COORDINATOR_LOAD_IN_PROGRESS: [_C.AGAIN] * 5,
            e.NOT_COORDINATOR: [_C.AGAIN] * 5,
            e.NETWORK_EXCEPTION: [_C.AGAIN] * 5,
            e.TOPIC_AUTHORIZATION_FAILED: [_C.ABORT] * 5,
            e.ILLEGAL_GENERATION: [_C.ABORT] * 5,
            e.OPERATION_NOT_ATTEMPTED: [_C.ABORT, _C.AGAIN, _C.ABORT, _C.ABORT, _C.ABORT],
        }.items():
            self.assertEqual([consequence_of(one, code) for one in asked], consequences, code.name)

    def test_nothing_to_clear(self) -> None:
        self.assertIs(consequence_of(Asked.ABORT, ErrorCode.INVALID_TXN_STATE), _C.DONE)
        self.assertIs(consequence_of(Asked.ABORT, ErrorCode.PRODUCER_FENCED), _C.FATAL)

    def test_the_one_that_counts(self) -> None:
        """Not that of partitions that only had bad company."""
        alongside, unknown = ErrorCode.OPERATION_NOT_ATTEMPTED, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        for codes, first in (((), 0), ((0, 0), 0), ((alongside, unknown), unknown), ((0, alongside), alongside)):
            self.assertEqual(first_error({TopicPartition("t", index): code for index, code in enumerate(codes)}), first)

    def test_sentences(self) -> None:
        for code, words in (
            (ErrorCode.PRODUCER_FENCED, "a newer producer"),
            (ErrorCode.INVALID_PRODUCER_ID_MAPPING, "transactional.id.expiration.ms"),
            (ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, "said so"),
        ):
            self.assertIn(words, str(fenced("x", KlogError(code, "said so"))))
