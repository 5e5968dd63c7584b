"""What of a Produce request may be appended, as far as transactions go. (Whole requests: tests/broker/handlers/test_produce.py and
test_coordinator.)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.transactions.produce_verification import PlannedAppend, ProduceVerification, Verified, is_transactional
from klog.broker.transactions.verification import Codes, TransactionVerifier
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.storage.log.values import AppendEntry
from klog.storage.producers.transaction_guard import UNVERIFIED
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.produce import PartitionProduceResponse
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


class Asked:
    """A verifier that writes down what it is asked, and says what it is told.

    :ivar codes: its answer, at once or later.
    """

    def __init__(self, codes: Codes | Deferred[Codes]) -> None:
        self.codes = codes
        self.asked: list[tuple[str, int, int, frozenset[TopicPartition], bool]] = []

    def ask(
        self, transactional_id: str, producer_id: int, epoch: int, partitions: frozenset[TopicPartition], *, adds: bool
    ) -> Codes | Deferred[Codes]:
        self.asked.append((transactional_id, producer_id, epoch, partitions, adds))
        return self.codes


class ProduceVerificationTests(TransactionTestCase):
    """`ProduceVerification.verify`."""

    def setUp(self) -> None:
        super().setUp()
        self.producer = Producer(self)
        self.producer.begin()

    def planned(self, at: TopicPartition, records: bytes | None = None, version: int = 12) -> PlannedAppend:
        """The producer's next batch, or these records."""
        partitions = self.broker.broker.partitions
        assert partitions is not None
        partition = partitions.get(*at)
        assert partition is not None
        data = self.producer.data(at) if records is None else records
        return partition, AppendEntry(data, version), PartitionProduceResponse(index=at.partition)

    def verify(self, verifier: Asked, *planned: PlannedAppend, version: int = 12, verifies: bool = True) -> Verified | Deferred[Verified]:
        return ProduceVerification(verifier, lambda: verifies).verify("x", version, list(planned))

    def test_one_question_for_all_partitions(self) -> None:
        verifier = Asked({T0: ErrorCode.NONE, T1: ErrorCode.PRODUCER_FENCED})
        one, two = self.planned(T0), self.planned(T1)
        found = self.verify(verifier, one, two)
        self.assertEqual(found, Verified([one], [(two, ErrorCode.INVALID_PRODUCER_EPOCH)]))
        self.assertEqual(verifier.asked, [("x", self.producer.producer_id, self.producer.epoch, frozenset({T0, T1}), True)])
        self.assertIsNotNone(one[1].guard)

    def test_later(self) -> None:
        answer: Deferred[Codes] = Deferred()
        one = self.planned(T0)
        found = self.verify(Asked(answer), one)
        assert isinstance(found, Deferred)
        self.assertNoResult(found)
        answer.callback({T0: ErrorCode.NONE})
        self.assertEqual(self.successResultOf(found), Verified([one], []))

    def test_what_is_no_part_of_a_transaction_asks_nobody(self) -> None:
        verifier = Asked({})
        plain = self.planned(T0, b"\0" * 80)
        self.assertEqual(self.verify(verifier, plain), Verified([plain]))
        self.assertEqual((verifier.asked, plain[1].guard), ([], None))

    def test_several_producers(self) -> None:
        other = Producer(self, "y")
        other.begin()
        first = self.planned(T0)
        self.producer.epoch += 1
        # What is permitted to the one epoch is not to the other.
        for second in (self.planned(T1, other.data(T1)), self.planned(T1)):
            error = self.assertRaises(KlogError, self.verify, Asked({T0: ErrorCode.NONE, T1: ErrorCode.NONE}), first, second)
            self.assertEqual(error.code, ErrorCode.INVALID_PRODUCER_ID_MAPPING)

    def test_verification_is_switched_off(self) -> None:
        """Before version 12 nobody is asked then; from then on the coordinator must add the partition all the same."""
        verifier = Asked({T0: ErrorCode.NONE})
        one = self.planned(T0, version=11)
        self.assertEqual(self.verify(verifier, one, version=11, verifies=False), Verified([one]))
        self.assertEqual((verifier.asked, one[1].guard), ([], UNVERIFIED))
        self.verify(verifier, self.planned(T0), verifies=False)
        self.assertEqual(len(verifier.asked), 1)


class DeletedMeanwhileTests(TransactionTestCase):
    """The topic goes while the transaction's coordinator is asked."""

    def test_nothing_of_it_is_left(self) -> None:
        """Nothing is appended to another topic of the name, which nobody would end there, and the transaction ends all the same."""
        ask = TransactionVerifier.ask
        for is_made_again, topic in ((False, "t"), (True, "u")):
            producer = Producer(self, topic)
            producer.begin()
            place = TopicPartition(topic, 0)
            asked: list[Callable[[], None]] = []

            def later(verifier: TransactionVerifier, *given: Any, asked: list[Callable[[], None]] = asked, **options: Any) -> Any:
                waiting: Deferred[Any] = Deferred()
                asked.append(lambda: waiting.callback(ask(verifier, *given, **options)))
                return waiting

            other = self.broker.connect()
            with mock.patch.object(TransactionVerifier, "ask", later):
                self.client.send((producer.produce_request((place, producer.data(place))), 12))
                self.broker.run()
                other.ask(DeleteTopicsRequest(topic_names=[topic], timeout_ms=1000), 4)
                if is_made_again:
                    topics = [CreatableTopic(name=topic, num_partitions=1, replication_factor=1)]
                    other.ask(CreateTopicsRequest(topics=topics, timeout_ms=1000), 5)
                asked.pop()()
                self.broker.run()
            (answer,), self.client.answers = self.client.receive(), []
            code = answer.responses[0].partition_responses[0].error_code
            self.assertIn(code, (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.NOT_LEADER_OR_FOLLOWER))
            if is_made_again:
                self.assertEqual(self.stable(place), (0, 0))
            self.assertEqual(producer.end(), ErrorCode.NONE)
            self.broker.advance(1)
            self.assertEqual(self.known(topic).state.name, "COMPLETE_COMMIT")
            if is_made_again:
                last_stable, end = self.stable(place)
                self.assertEqual(last_stable, end)


class IsTransactionalTests(SynchronousTestCase):
    """By the attributes of the first batch; garbage is none."""

    def test_short_ones(self) -> None:
        self.assertFalse(is_transactional(b""))
        self.assertFalse(is_transactional(b"\xff" * 22))
