"""Leaders ask coordinators."""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.broker.transactions.remote_verification import VerificationQuestion, VerifiedCodes
from klog.broker.transactions.verification import Codes, TransactionVerifier, told
from klog.errors import ErrorCode
from klog.model import TopicPartition
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


class ToldTests(TransactionTestCase):
    """In words that every client knows."""

    def test_table(self) -> None:
        for code, adds, knows, expected in (
            (ErrorCode.PRODUCER_FENCED, True, True, ErrorCode.INVALID_PRODUCER_EPOCH),
            (ErrorCode.TRANSACTION_ABORTABLE, False, True, ErrorCode.TRANSACTION_ABORTABLE),
            (ErrorCode.TRANSACTION_ABORTABLE, False, False, ErrorCode.INVALID_TXN_STATE),
            (ErrorCode.CONCURRENT_TRANSACTIONS, True, True, ErrorCode.CONCURRENT_TRANSACTIONS),
            (ErrorCode.CONCURRENT_TRANSACTIONS, False, True, ErrorCode.NOT_ENOUGH_REPLICAS),
            (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, True, True, ErrorCode.NOT_ENOUGH_REPLICAS),
            (ErrorCode.COORDINATOR_NOT_AVAILABLE, True, True, ErrorCode.NOT_ENOUGH_REPLICAS),
            (ErrorCode.NOT_COORDINATOR, False, False, ErrorCode.NOT_ENOUGH_REPLICAS),
            (ErrorCode.OPERATION_NOT_ATTEMPTED, True, True, ErrorCode.NOT_ENOUGH_REPLICAS),
            (ErrorCode.NETWORK_EXCEPTION, False, False, ErrorCode.NOT_ENOUGH_REPLICAS),
            (ErrorCode.INVALID_PRODUCER_ID_MAPPING, True, True, ErrorCode.INVALID_PRODUCER_ID_MAPPING),
        ):
            self.assertEqual(told(code, adds=adds, knows_abortable=knows), expected)


class LocalTests(TransactionTestCase):
    """Asked of this broker's coordinator."""

    def verify(self, producer: Producer, *partitions: TopicPartition, adds: bool) -> Codes | Deferred[Codes]:
        return self.transactions.verifier.ask(
            producer.transactional_id, producer.producer_id, producer.epoch, frozenset(partitions), adds=adds
        )

    def test_verifies(self) -> None:
        producer = Producer(self, version=1)
        producer.begin()
        producer.add(T0)
        codes = self.verify(producer, T0, T1, adds=False)
        self.assertEqual(codes, {T0: ErrorCode.NONE, T1: ErrorCode.TRANSACTION_ABORTABLE})

    def test_adds(self) -> None:
        producer = Producer(self)
        producer.begin()
        self.assertEqual(self.verify(producer, T0, T1, adds=True), {T0: ErrorCode.NONE, T1: ErrorCode.NONE})
        self.assertEqual(self.known().partitions, {T0, T1})

    def test_elsewhere(self) -> None:
        producer = Producer(self)
        producer.begin()
        self.transactions.coordinator.shard("x").close()
        for adds in (True, False):
            self.assertEqual(self.verify(producer, T0, adds=adds), {T0: ErrorCode.NOT_COORDINATOR})

    def test_the_one_before_is_not_complete(self) -> None:
        """It is tried again for a moment."""
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        shard = self.transactions.coordinator.shard("x")
        self.patch(shard, "_send_markers", lambda name: None)
        producer.end()
        codes = self.verify(producer, T1, adds=True)
        assert isinstance(codes, Deferred)
        self.assertNoResult(codes)
        self.broker.advance(0.05)
        shard._complete("x", self.known())
        self.broker.advance(0.05)
        self.assertEqual(self.successResultOf(codes), {T1: ErrorCode.NONE})

    def test_not_for_ever(self) -> None:
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        shard = self.transactions.coordinator.shard("x")
        self.patch(shard, "_send_markers", lambda name: None)
        producer.end()
        self.assertIsInstance(self.transactions.verifier, TransactionVerifier)
        codes = self.verify(producer, T1, adds=True)
        assert isinstance(codes, Deferred)
        self.broker.advance(0.2)
        self.assertEqual(self.successResultOf(codes), {T1: ErrorCode.CONCURRENT_TRANSACTIONS})


class RemoteTests(TransactionTestCase):
    """Asked of other brokers."""

    def setUp(self) -> None:
        super().setUp()
        self.asked: list[tuple[int, VerificationQuestion]] = []
        self.answers: list[Deferred[VerifiedCodes]] = []
        self.broker_id: int | None = 2
        self.verifier = TransactionVerifier(
            self.transactions.coordinator, self.broker.reactor, lambda: 1, lambda name: self.broker_id, self.remote
        )

    def remote(self, broker_id: int, question: VerificationQuestion) -> Deferred[VerifiedCodes]:
        self.asked.append((broker_id, question))
        self.answers.append(Deferred())
        return self.answers[-1]

    def test_asks(self) -> None:
        codes = self.verifier.ask("x", 7, 1, frozenset({T0}), adds=False)
        assert isinstance(codes, Deferred)
        self.assertEqual(self.asked, [(2, VerificationQuestion("x", 7, 1, False, frozenset({T0})))])
        self.answers[0].callback({T0: ErrorCode.TRANSACTION_ABORTABLE})
        self.assertEqual(self.successResultOf(codes), {T0: ErrorCode.TRANSACTION_ABORTABLE})

    def test_nobody(self) -> None:
        self.broker_id = None
        codes = self.verifier.ask("x", 7, 1, frozenset({T0}), adds=False)
        self.assertEqual((codes, self.asked), ({T0: ErrorCode.COORDINATOR_NOT_AVAILABLE}, []))

    def test_ourselves(self) -> None:
        self.broker_id = 1
        self.assertEqual(self.verifier.ask("x", 7, 1, frozenset({T0}), adds=False), {T0: ErrorCode.INVALID_PRODUCER_ID_MAPPING})

    def test_the_one_before_is_not_complete(self) -> None:
        """Adding is tried again, of whoever coordinates then."""
        codes = self.verifier.ask("x", 7, 1, frozenset({T0}), adds=True)
        assert isinstance(codes, Deferred)
        self.answers[0].callback({T0: ErrorCode.CONCURRENT_TRANSACTIONS})
        self.broker_id = 3
        self.broker.advance(0.02)
        self.assertEqual([broker_id for broker_id, _ in self.asked], [2, 3])
        self.answers[1].callback({T0: ErrorCode.NONE})
        self.assertEqual(self.successResultOf(codes), {T0: ErrorCode.NONE})


class FlushRuleTests(TransactionTestCase):
    """What the coordinator says rests on what is durable."""

    settings = {"log.flush.interval.messages": "1", "klog.flush.max.wait.ms": "0"}

    def test_waits(self) -> None:
        producer = Producer(self)
        producer.begin()
        self.broker.hold_threads = True
        self.client.send((producer.produce_request((T0, producer.data(T0))), 12))
        self.client.send((producer.produce_request((T0, producer.data(T0))), 12))
        self.broker.advance(0.1)
        self.assertEqual(self.log(T0).end_offset, 0)
        for _ in range(4):
            self.broker.run_threads()
            self.broker.advance(0.1)
        self.broker.hold_threads = False
        self.broker.run_threads()
        self.client.receive()
        codes = [answer.responses[0].partition_responses[0].error_code for answer in self.client.answers]
        self.assertEqual((codes, self.log(T0).end_offset), ([0, 0], 2))
