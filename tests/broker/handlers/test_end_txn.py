"""EndTxn; what each state answers is in ``tests.broker.transactions.test_decisions``."""

from __future__ import annotations

from klog.errors import ErrorCode
from klog.model import TopicPartition
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0 = TopicPartition("t", 0)


class EndTxnTests(TransactionTestCase):
    """By version."""

    def test_versions(self) -> None:
        producer = Producer(self, version=1)
        for version in range(6):
            producer.begin()
            producer.add(T0)
            answer = self.ask(producer.end_request(), version)
            told = (producer.producer_id, producer.epoch + 1) if version == 5 else (-1, -1)
            self.assertEqual((answer.error_code, answer.producer_id, answer.producer_epoch), (0, *told))

    def test_refused(self) -> None:
        producer = Producer(self)
        producer.begin()
        producer.epoch += 1
        codes = [self.ask(producer.end_request(), version).error_code for version in range(6)]
        self.assertEqual(codes, [ErrorCode.INVALID_PRODUCER_EPOCH] * 2 + [ErrorCode.PRODUCER_FENCED] * 4)
        self.assertEqual(Producer(self, "").end(), ErrorCode.INVALID_REQUEST)

    def test_repeated(self) -> None:
        """The answer was lost: it is told again."""
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        request = producer.end_request()
        answers = [self.ask(request, 5) for _ in range(3)]
        self.assertEqual({(one.error_code, one.producer_epoch) for one in answers}, {(0, 1)})
        self.assertEqual(self.stable(T0), (2, 2))
