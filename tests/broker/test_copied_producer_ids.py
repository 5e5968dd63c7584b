"""Producer ids of copies: when a batch may be appended."""

from __future__ import annotations

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.copied_producer_ids import CopiedProducerIds
from klog.errors import ErrorCode, KlogError
from klog.records.implementations import codec


def batch(producer_id: int, offset: int = 0) -> bytes:
    """One record of a producer."""
    return codec.build_batch([(1_000, None, b"a", ())], base_offset=offset, producer_id=producer_id, producer_epoch=0, base_sequence=0)


class InAClusterTests(SynchronousTestCase):
    """A batch waits until nobody gives out its id."""

    def setUp(self) -> None:
        self.asked: list[tuple[int, Deferred[int]]] = []
        self.ids = CopiedProducerIds(self.give_above, is_at_once=False)

    def give_above(self, producer_id: int) -> Deferred[int]:
        """Somebody will say."""
        answer: Deferred[int] = Deferred()
        self.asked.append((producer_id, answer))
        return answer

    def check(self, data: bytes) -> ErrorCode:
        """What is said of it."""
        try:
            self.ids.check(data, codec.scan(data))
        except KlogError as error:
            self.sentence = error.message
            return error.code
        return ErrorCode.NONE

    def test_one_question_for_all(self) -> None:
        self.assertEqual(self.check(batch(5) + batch(1_007, 1)), ErrorCode.OPERATION_NOT_ATTEMPTED)
        self.assertEqual(self.check(batch(9_000)), ErrorCode.OPERATION_NOT_ATTEMPTED)
        self.assertEqual([number for number, _ in self.asked], [1_007])
        self.asked[0][1].callback(1_999)
        self.assertEqual(self.check(batch(5) + batch(1_999, 1)), ErrorCode.NONE)
        self.assertEqual(self.check(batch(2_000)), ErrorCode.OPERATION_NOT_ATTEMPTED)
        self.assertEqual([number for number, _ in self.asked], [1_007, 2_000])

    def test_refused(self) -> None:
        """It is asked again by whoever comes with it again, and the sentence says why it waits."""
        self.check(batch(5))
        self.asked[0][1].errback(KlogError(ErrorCode.REQUEST_TIMED_OUT, "ZooKeeper is away"))
        self.assertEqual(self.check(batch(5)), ErrorCode.OPERATION_NOT_ATTEMPTED)
        self.assertIn("ZooKeeper is away", self.sentence)
        self.asked[1][1].callback(999)
        self.assertEqual(self.check(batch(5)), ErrorCode.NONE)

    def test_what_needs_no_question(self) -> None:
        """Records of nobody; and what is hurt, whose id would be kept from all for ever."""
        self.assertEqual(self.check(batch(-1)), ErrorCode.NONE)
        data = bytearray(batch(1 << 60))
        data[-1] ^= 1
        self.assertEqual(self.check(bytes(data)), ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(self.asked, [])
