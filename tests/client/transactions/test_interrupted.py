"""A transaction whose user does not want to wait any more, in each of its steps, by both versions of the protocol."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import CancelledError

from klog.client.transactions.errors import CommitUncertain, ProducerFenced, TransactionFailed
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.txn_offset_commit import TxnOffsetCommitRequest
from tests.client.transactions.test_transactions import WorldCase
from tests.client.transactions.transaction_world import TransactionWorld

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


class InterruptedTests(WorldCase):
    def begun(self) -> tuple[TransactionWorld, Any]:
        """A producer with one committed transaction, and another one open."""
        world = self.make()
        self.run_all(world, self.one(world.producer, b"before"))
        transaction = world.producer.transaction()
        world.until(transaction.begin())
        return world, transaction

    def goes_on(self, world: TransactionWorld, *also: bytes) -> None:
        """The next transaction goes well, and nothing else is visible."""
        self.run_all(world, self.one(world.producer, b"next"))
        self.run_all(world, self.one(world.producer, b"last"))
        self.assertEqual(world.cluster.visible[T0], [b"before", *also, b"next", b"last"])

    def test_commit_while_batches_are_on_their_way(self) -> None:
        world, transaction = self.begun()
        world.cluster.faults.append("silent")
        transaction.send("t", b"v", partition=0)
        ending = transaction.commit()
        world.pass_ms(100)
        ending.cancel()
        self.failureResultOf(ending, CancelledError)
        self.goes_on(world)

    def test_abort_while_batches_are_on_their_way(self) -> None:
        world, transaction = self.begun()
        world.cluster.faults.append("silent")
        transaction.send("t", b"v", partition=0)
        world.pass_ms(100)
        ending = transaction.abort()
        world.pass_ms(100)
        ending.cancel()
        self.failureResultOf(ending, CancelledError)
        self.goes_on(world)

    def test_offsets(self) -> None:
        """Whether they are written nobody knows: the transaction is not committed with or without them."""
        for fault in ("late", "cut", "lost"):
            world, transaction = self.begun()
            world.cluster.coordinator_fault = lambda request, fault=fault: fault if isinstance(request, TxnOffsetCommitRequest) else None
            sending = transaction.send_offsets("g", {T0: 5})
            world.pass_ms(10)
            sending.cancel()
            self.failureResultOf(sending, CancelledError)
            world.cluster.coordinator_fault = lambda request: None
            self.assertRaises(TransactionFailed, world.until, transaction.commit())
            self.goes_on(world)
            self.assertEqual(world.cluster.committed, {})

    def test_offsets_that_nobody_waits_for(self) -> None:
        """The commit does, as it does for records; where they are refused it is none."""
        for code in (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.ILLEGAL_GENERATION):
            world, transaction = self.begun()
            codes = [code]
            world.cluster.coordinator_fault = lambda request, codes=codes: (
                codes.pop() if codes and isinstance(request, TxnOffsetCommitRequest) else None
            )
            sending = transaction.send_offsets("g", {T0: 5})
            if code is ErrorCode.ILLEGAL_GENERATION:
                self.assertRaises(TransactionFailed, world.until, transaction.commit())
                self.failureResultOf(sending, TransactionFailed)
            else:
                world.until(transaction.commit())
                self.assertEqual(world.cluster.committed, {("g", T0): 5})
            self.goes_on(world)

    def test_offsets_of_what_is_aborted_meanwhile(self) -> None:
        """They are not written in the name of the next one."""
        world, transaction = self.begun()
        refuse = True
        world.cluster.coordinator_fault = lambda request: (
            ErrorCode.COORDINATOR_LOAD_IN_PROGRESS if refuse and isinstance(request, TxnOffsetCommitRequest) else None
        )
        transaction.send("t", b"v", partition=0)
        sending = transaction.send_offsets("g", {T0: 5})
        world.pass_ms(300)
        ending = transaction.abort()
        world.until(ending)
        self.failureResultOf(sending, TransactionFailed)
        refuse = False
        following = world.producer.transaction()
        world.until(following.begin())
        world.until(world.producer.send("t", b"next", partition=0))
        world.until(following.send_offsets("other", {T0: 1}))
        world.pass_ms(2_000)
        world.until(following.commit())
        self.assertEqual(world.cluster.committed, {("other", T0): 1})

    def test_begin(self) -> None:
        for fault in ("late", "lost", "cut"):
            world = self.make()
            world.cluster.coordinator_fault = lambda request, fault=fault: fault if isinstance(request, InitProducerIdRequest) else None
            beginning = world.producer.transaction().begin()
            world.pass_ms(10)
            beginning.cancel()
            self.failureResultOf(beginning, CancelledError)
            world.cluster.coordinator_fault = lambda request: None
            world.pass_ms(3_000)
            self.run_all(world, self.one(world.producer, b"before"))
            self.goes_on(world)

    def test_begin_behind_an_end_in_doubt(self) -> None:
        """The end is settled, and whoever begins does not want to wait for the next epoch: the next one gets it."""
        world = self.make()
        self.run_all(world, self.one(world.producer, b"before"))
        world.cluster.coordinator_fault = lambda request: "cut" if isinstance(request, EndTxnRequest) else None
        self.assertRaises(CommitUncertain, self.run_all, world, self.one(world.producer, b"v"))
        world.cluster.coordinator_fault = lambda request: (
            ErrorCode.COORDINATOR_LOAD_IN_PROGRESS if isinstance(request, InitProducerIdRequest) else None
        )
        beginning = world.producer.transaction().begin()
        world.pass_ms(3_000)
        beginning.cancel()
        self.failureResultOf(beginning, CancelledError)
        world.cluster.coordinator_fault = lambda request: None
        self.goes_on(world)

    def test_begin_whose_epoch_is_given_out(self) -> None:
        """The coordinator has given the next epoch out, and nobody has heard of it: that is no other producer's."""
        world = self.make()
        self.run_all(world, self.one(world.producer, b"before"))
        world.cluster.coordinator_fault = lambda request: "cut" if isinstance(request, EndTxnRequest) else None
        self.assertRaises(CommitUncertain, self.run_all, world, self.one(world.producer, b"v"))
        world.cluster.coordinator_fault = lambda request: "lost" if isinstance(request, InitProducerIdRequest) else None
        beginning = world.producer.transaction().begin()
        world.pass_ms(3_000)
        beginning.cancel()
        self.failureResultOf(beginning, CancelledError)
        world.cluster.coordinator_fault = lambda request: None
        self.goes_on(world)

    def test_begin_while_another_has_come(self) -> None:
        """Who has asked for the next epoch and not heard of it is fenced all the same where another producer has come since."""
        world = self.make()
        self.run_all(world, self.one(world.producer, b"before"))
        world.cluster.coordinator_fault = lambda request: "cut" if isinstance(request, EndTxnRequest) else None
        self.assertRaises(CommitUncertain, self.run_all, world, self.one(world.producer, b"v"))
        world.cluster.coordinator_fault = lambda request: "lost" if isinstance(request, InitProducerIdRequest) else None
        beginning = world.producer.transaction().begin()
        world.pass_ms(3_000)
        beginning.cancel()
        self.failureResultOf(beginning, CancelledError)
        world.cluster.coordinator_fault = lambda request: None
        other = world.another()
        self.run_all(world, self.one(other, b"other"))
        self.assertRaises(ProducerFenced, self.run_all, world, self.one(world.producer, b"zombie"))
        world.until(other.stopService())

    def test_stopped_while_it_is_committed(self) -> None:
        """What is being committed is committed first."""
        world, transaction = self.begun()
        refusals = [ErrorCode.COORDINATOR_LOAD_IN_PROGRESS] * 3
        world.cluster.coordinator_fault = lambda request: refusals.pop() if refusals and isinstance(request, EndTxnRequest) else None
        transaction.send("t", b"v", partition=0)
        ending = transaction.commit()
        stopping = world.producer.stopService()
        world.until(ending)
        world.until(stopping)
        self.assertEqual(world.cluster.visible[T0], [b"before", b"v"])

    def test_stopped_while_it_is_committed_and_nobody_answers(self) -> None:
        world, transaction = self.begun()
        world.cluster.coordinator_fault = lambda request: "lost" if isinstance(request, EndTxnRequest) else None
        transaction.send("t", b"v", partition=0)
        ending = transaction.commit()
        stopping = world.producer.stopService()
        world.until(stopping)
        error = self.failureResultOf(ending).value
        self.assertIsInstance(error, CommitUncertain)
        self.assertEqual(world.cluster.visible[T0], [b"before", b"v"])

    def test_stopped_while_offsets_are_written(self) -> None:
        world, transaction = self.begun()
        world.cluster.coordinator_fault = lambda request: "cut" if isinstance(request, TxnOffsetCommitRequest) else None
        sending = transaction.send_offsets("g", {T0: 5})
        world.pass_ms(10)
        stopping = world.producer.stopService()
        world.until(stopping)
        self.failureResultOf(sending)
        self.assertEqual(world.cluster.committed, {})


class CollectedTests(WorldCase):
    """What nobody holds any more is ended by the collector: it must not go on with anything then, as others are being ended, too."""

    def test_an_end(self) -> None:
        world = self.make()
        transaction = world.producer.transaction()
        world.until(transaction.begin())
        transaction.send("t", b"v", partition=0)
        transactions = world.producer._transactions
        assert transactions is not None
        ending = transactions.commit()
        ending.send(None)
        waiting = transactions.ended()
        ending.close()
        self.assertNoResult(waiting)


class SecondVersionTests(InterruptedTests):
    """The same by the second version."""

    def make(self, **options: Any) -> TransactionWorld:
        world = super().make(**options)
        world.cluster.speak_second()
        return world
