"""One partition of ``__transaction_state``."""

from __future__ import annotations

from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred, fail
from twisted.logger import capturedLogs

from klog.broker.coordinators.runtime import partition_of
from klog.broker.coordinators.shard import ShardState
from klog.broker.transactions.decisions import Answer
from klog.broker.transactions.shard import TransactionShard
from klog.broker.transactions.states import TransactionState
from klog.broker.transactions.transaction import Transaction
from klog.broker.transactions.verification import PAUSES_S
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.storage.log.log import Log
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


class ShardTests(TransactionTestCase):
    """Its log refuses, its leadership goes."""

    def shard_of(self, name: str = "x") -> TransactionShard:
        return self.transactions.coordinator.shard(name)

    def test_a_log_that_refuses(self) -> None:
        """Nothing has changed, and the producer tries again."""
        producer = Producer(self)
        producer.begin()
        before = self.known()
        shard = self.shard_of()

        def refuse(records: object) -> None:
            raise KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE)

        self.patch(shard.log, "append", refuse)
        self.assertEqual(producer.produce(T0, sequence=0), ErrorCode.NOT_ENOUGH_REPLICAS)
        self.assertEqual(producer.begin(), ErrorCode.COORDINATOR_NOT_AVAILABLE)
        self.assertEqual(self.known(), before)
        self.restart()
        self.assertEqual(producer.produce(T0), ErrorCode.NONE)

    def test_the_end_cannot_be_noted(self) -> None:
        """The markers are there; the Complete record is tried until it is written."""
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        shard = self.shard_of()
        write = shard._write
        refused: list[str] = []

        def refuse_once(name: str, new: Transaction) -> Any:
            if new.is_at_rest and not refused:
                refused.append(name)
                raise KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
            return write(name, new)

        self.patch(shard, "_write", refuse_once)
        self.assertEqual(producer.end(), ErrorCode.NONE)
        self.assertEqual(self.known().state.name, "PREPARE_COMMIT")
        self.broker.advance(1.0)
        self.assertEqual(self.known().state.name, "COMPLETE_COMMIT")

    def test_what_cannot_be_noted_is_told_now_and_then(self) -> None:
        """Whatever the number of transactions, and however long the disk is full: not each time that it is tried."""
        ended, opened = [[Producer(self, f"{what} {number}") for number in range(10)] for what in ("ended", "open")]
        for producer in (*ended, *opened):
            self.assertEqual((producer.begin(timeout_ms=10_000), producer.produce(T0)), (ErrorCode.NONE,) * 2)
        write, is_full = TransactionShard._write, True

        def refuse(shard: TransactionShard, name: str, *steps: Transaction) -> Any:
            if is_full and steps[0].state not in (TransactionState.ONGOING, TransactionState.PREPARE_COMMIT):
                raise KlogError(ErrorCode.NOT_COORDINATOR)
            return write(shard, name, *steps)

        self.patch(TransactionShard, "_write", refuse)
        with capturedLogs() as lines:
            self.assertEqual({producer.end() for producer in ended}, {ErrorCode.NONE})
            self.broker.advance(300)
        self.assertLess(len(lines), 30)
        self.assertEqual(len({self.known(producer.transactional_id).state for producer in (*ended, *opened)}), 2)
        is_full = False
        self.broker.advance(20)
        for producers, state in ((ended, TransactionState.COMPLETE_COMMIT), (opened, TransactionState.COMPLETE_ABORT)):
            self.assertEqual({self.known(producer.transactional_id).state for producer in producers}, {state})
        self.assertEqual(*self.stable(T0))

    def test_closed(self) -> None:
        """Nothing is sent or written any more."""
        producer = Producer(self)
        producer.begin()
        shard = self.shard_of()
        shard.close()
        self.assertEqual(shard.state, ShardState.FAILED)
        self.assertEqual(producer.end(), ErrorCode.NOT_COORDINATOR)

    def test_coordinator_epochs_rise(self) -> None:
        """With every start, or a coordinator from the past could not be told (52)."""
        producer = Producer(self)
        epochs = []
        for _ in range(2):
            producer.begin()
            producer.produce(T0)
            producer.end()
            epochs.append(self.log(T0).active_producers()[-1].coordinator_epoch)
            self.broker.fail()
            self.broker.start()
            self.client = self.broker.connect()
        self.assertLess(epochs[0], epochs[1])


class LostEndTests(TransactionTestCase):
    """A power cut has taken the end of the coordinator's log, and left the records that producers wrote by what stood there."""

    def state_log(self) -> Log:
        return self.log(TopicPartition("__transaction_state", partition_of("x", 3)))

    def lose(self, log: Log, end: int) -> None:
        log.truncate_to(end)

    def start_again(self) -> None:
        self.broker.kill()
        self.broker.start()
        self.client = self.broker.connect()
        self.broker.advance(5.0)

    def assert_goes_on(self, producer_id: int) -> None:
        """The transactional id has a producer that no partition knows, and its transactions count."""
        producer = Producer(self)
        self.assertEqual(producer.begin(), ErrorCode.NONE)
        self.assertNotEqual(producer.producer_id, producer_id)
        ends = [self.log(partition).end_offset for partition in (T0, T1)]
        self.assertEqual((producer.produce(T0), producer.produce(T1), producer.end()), (ErrorCode.NONE,) * 3)
        self.assertEqual([self.stable(T0), self.stable(T1)], [(end + 2, end + 2) for end in ends])

    def test_an_abort(self) -> None:
        """Of a transaction that has ended where another one is open by now, which nobody could commit: that is aborted, too."""
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        producer.produce(T1)
        end = self.state_log().end_offset
        producer.end()
        producer.produce(T0)
        self.lose(self.state_log(), end)
        self.start_again()
        self.assertEqual(self.known().state.name, "ONGOING")
        other = Producer(self)
        self.assertEqual(other.begin(), ErrorCode.CONCURRENT_TRANSACTIONS)
        self.broker.advance(5.0)
        self.assertEqual((self.known().state.name, self.stable(T0), self.stable(T1)), ("COMPLETE_ABORT", (4, 4), (3, 3)))
        self.assertEqual([one.first_offset for one in self.log(T0).aborted_transactions(0, 4)], [2])
        self.assertEqual((producer.produce(T0), producer.end()), (ErrorCode.INVALID_PRODUCER_ID_MAPPING,) * 2)
        self.assert_goes_on(producer.producer_id)

    def test_a_commit(self) -> None:
        """It counts where its marker was lost; what is open elsewhere is aborted, not committed with it."""
        for version in (2, 1):
            producer = Producer(self, "x", version=version)
            producer.begin()
            first = self.log(T0).end_offset, self.log(T1).end_offset
            if version == 1:
                producer.add(T0, T1)
            producer.produce(T0)
            producer.produce(T1)
            end = self.state_log().end_offset
            producer.end()
            later = Producer(self, version=version)
            later.begin()
            if version == 1:
                later.add(T0)
            later.produce(T0)
            self.lose(self.state_log(), end + 1)
            self.lose(self.log(T1), first[1] + 1)
            self.start_again()
            self.assertEqual((self.known().state.name, self.stable(T1)), ("COMPLETE_ABORT", (first[1] + 2, first[1] + 2)))
            self.assertEqual(self.log(T1).aborted_transactions(first[1], first[1] + 2), [])
            self.assertEqual([one.first_offset for one in self.log(T0).aborted_transactions(first[0], first[0] + 4)], [first[0] + 2])
            self.assert_goes_on(producer.producer_id)

    def test_no_producer_id_is_to_be_had(self) -> None:
        """It is asked for again; meanwhile the producer waits."""
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        end = self.state_log().end_offset
        producer.end()
        producer.produce(T0)
        self.lose(self.state_log(), end)
        self.start_again()
        coordination = self.transactions.coordinator.environment.coordination
        with mock.patch.object(coordination, "next_producer_id", lambda: fail(KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE))):
            other = Producer(self)
            for _ in range(3):
                self.assertEqual(other.begin(), ErrorCode.CONCURRENT_TRANSACTIONS)
                self.broker.advance(1.0)
        self.broker.advance(1.0)
        self.assert_goes_on(producer.producer_id)


class BetweenAnswerAndMarkersTests(TransactionTestCase):
    """The decision has been told, and no marker is written yet: that is the next turn's."""

    def setUp(self) -> None:
        super().setUp()
        self.producer = Producer(self)
        self.producer.begin()
        for partition in (T0, T1):
            self.producer.produce(partition)

    def end(self) -> None:
        """EndTxn, without a turn behind it."""
        one = self.producer
        answer = self.transactions.coordinator.end("x", one.producer_id, one.epoch, commit=True, raises_epoch=True)
        assert isinstance(answer, Answer)
        self.assertEqual(answer, (ErrorCode.NONE, one.producer_id, one.epoch + 1))
        one.epoch, one.sequences = answer.epoch, {}
        self.assertEqual((self.known().state.name, self.stable(T0), self.stable(T1)), ("PREPARE_COMMIT", (0, 1), (0, 1)))

    def assert_committed(self) -> None:
        """In the next turn."""
        self.broker.advance(0)
        self.assertEqual((self.known().state.name, self.stable(T0), self.stable(T1)), ("COMPLETE_COMMIT", (2, 2), (2, 2)))
        self.assertEqual((self.producer.produce(T0), self.producer.end()), (ErrorCode.NONE, ErrorCode.NONE))
        self.assertEqual((self.stable(T0), self.stable(T1)), ((4, 4), (2, 2)))

    def test_the_next_turn(self) -> None:
        self.end()
        self.assert_committed()

    def test_of_nothing(self) -> None:
        """An abort without partitions is complete a turn later, too."""
        self.end()
        self.broker.advance(0)
        one = self.producer
        answer = self.transactions.coordinator.end("x", one.producer_id, one.epoch, commit=False, raises_epoch=True)
        self.assertEqual((answer, self.known().state.name), ((ErrorCode.NONE, one.producer_id, one.epoch + 1), "PREPARE_ABORT"))
        self.broker.advance(0)
        self.assertEqual(self.known().state.name, "COMPLETE_ABORT")

    def test_killed(self) -> None:
        """Who reads the log next sends the markers."""
        self.end()
        self.broker.kill()
        self.broker.start()
        self.client = self.broker.connect()
        self.assert_committed()

    def test_stopped(self) -> None:
        self.end()
        self.restart()
        self.assert_committed()

    def test_the_leadership_goes(self) -> None:
        """Nothing is marked by who coordinates no more."""
        self.end()
        self.transactions.coordinator.shard("x").close()
        self.broker.advance(1)
        self.assertEqual((self.stable(T0), self.stable(T1), len(self.transactions.coordinator.markers)), ((0, 1), (0, 1), 0))
        self.restart()
        self.assert_committed()

    def test_the_next_transaction_comes_meanwhile(self) -> None:
        """It waits for the one before, for as long as that takes."""
        self.end()
        one = self.producer
        codes = self.transactions.verifier.ask("x", one.producer_id, one.epoch, frozenset({T1}), adds=True)
        self.assertIsInstance(codes, Deferred)
        self.assertEqual(self.known().state.name, "PREPARE_COMMIT")
        self.broker.advance(PAUSES_S[0])
        assert isinstance(codes, Deferred)
        self.assertEqual(self.successResultOf(codes), {T1: ErrorCode.NONE})
        self.assertEqual((self.known().state.name, self.known().partitions), ("ONGOING", {T1}))

    def test_the_topic_goes_meanwhile(self) -> None:
        self.end()
        self.ask(DeleteTopicsRequest(topic_names=["t"], timeout_ms=1000), 4)
        self.assertEqual(self.known().state.name, "COMPLETE_COMMIT")
