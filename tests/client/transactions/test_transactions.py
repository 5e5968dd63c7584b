"""klog.client.transactions.transactions: whole or not at all, whatever happens to requests."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import CancelledError, Deferred, gatherResults
from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.producer import Producer
from klog.client.transactions.errors import CommitUncertain, ProducerFenced, TransactionFailed
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.add_offsets_to_txn import AddOffsetsToTxnRequest
from klog.wire.messages.add_partitions_to_txn import AddPartitionsToTxnRequest
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from tests.client.transactions.transaction_world import TransactionWorld
from tests.seeds import Seeds

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
SEEDS = Seeds(40)


class Life:
    """A producer that goes through many transactions while requests get lost; what became of each one is compared in the end."""

    def __init__(self, case: SynchronousTestCase, seed: int) -> None:
        self.case = case
        self.seed = seed
        self.random = random.Random(seed)
        self.world = TransactionWorld(seed=seed, partitions=3, delivery_timeout_ms=20_000, request_timeout_ms=3_000)
        self.cluster = self.world.cluster
        self.cluster.random = random.Random(seed + 1)
        if seed % 2:
            self.cluster.speak_second()
        self.rate = self.random.choice((0.05, 0.2, 0.4))
        self.serial = self.fenced = 0
        self.sent: list[Deferred[Any]] = []
        #: What each transaction wrote, and what its end said: True, False, or None: nobody knows.
        self.outcomes: list[tuple[list[tuple[TopicPartition, bytes]], int | None, bool | None]] = []

    def live(self) -> None:
        """All of it."""
        self.cluster.coordinator_fault = self.coordinator_fault
        self.cluster.choose_fault = self.fault
        for _ in range(12):
            self.world.until(Deferred.fromCoroutine(self.transact()))
        self.rate = 0
        self.world.pass_ms(3_000, 50)
        self.world.until(Deferred.fromCoroutine(self.transact(abort=False)))
        self.world.stop()
        self.check()

    def coordinator_fault(self, request: Any) -> Any:
        if self.random.random() >= self.rate:
            return None
        faults = ["lost", "cut", "late", ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS]
        if isinstance(request, InitProducerIdRequest):
            # A producer that is told late what it got is one more producer to the coordinator, and is fenced, as it should be.
            faults = faults[3:]
        if isinstance(request, EndTxnRequest | AddPartitionsToTxnRequest):
            faults.append(ErrorCode.CONCURRENT_TRANSACTIONS)
        return self.random.choice(faults)

    def fault(self) -> Any:
        if self.random.random() >= self.rate:
            return None
        return self.random.choice(("lost", "cut", "left out", ErrorCode.NOT_ENOUGH_REPLICAS, ErrorCode.INVALID_RECORD))

    async def transact(self, abort: bool | None = None) -> None:
        """One transaction."""
        producer = self.world.producer
        wrote: list[tuple[TopicPartition, bytes]] = []
        offset: int | None = None
        aborts = self.random.random() < 0.2 if abort is None else abort
        said: bool | None = False
        try:
            async with producer.transaction() as transaction:
                for _ in range(self.random.randrange(6)):
                    self.serial += 1
                    tp, value = TopicPartition("t", self.random.randrange(3)), b"%d" % self.serial
                    wrote.append((tp, value))
                    if self.random.random() < 0.5:
                        transaction.send(tp.topic, value, partition=tp.partition)
                    else:
                        # Whatever becomes of it, its Deferred fires.
                        self.sent.append(producer.send(tp.topic, value, partition=tp.partition).addErrback(lambda failure: None))
                    if self.random.random() < 0.3:
                        await producer.routing.wait_ms(self.random.randrange(50))
                if self.random.random() < 0.3:
                    self.serial += 1
                    offset = self.serial
                    await transaction.send_offsets("g", {T0: offset})
                if aborts:
                    raise ZeroDivisionError
            said = True
        except CommitUncertain:
            said = None
        except ProducerFenced as error:
            # A request of ours that came late was taken for another producer's: that is seldom, and on the safe side.
            said = None if error.is_commit_uncertain else False
            self.fenced += 1
            await producer.stopService()
            self.world.producer = self.world.another(delivery_timeout_ms=20_000, request_timeout_ms=3_000)
        except (TransactionFailed, ZeroDivisionError):
            pass
        self.outcomes.append((wrote, offset, said))

    def check(self) -> None:
        """Each transaction counts as a whole or not at all, as its end said."""
        self.case.assertTrue(all(sent.called for sent in self.sent), f"seed {self.seed}")
        visible = [(tp, value) for tp, values in self.cluster.visible.items() for value in values]
        self.case.assertEqual(len(visible), len(set(visible)), f"seed {self.seed}: doubled")
        seen = set(visible)
        last = None
        for wrote, offset, said in self.outcomes:
            there = [one in seen for one in wrote]
            where = f"seed {self.seed}: {wrote} {said} {there}"
            self.case.assertIn(sum(there), (0, len(there)), where)
            if said is not None and there:
                self.case.assertEqual(there[0], said, where)
            if offset is not None and (said or (said is None and any(there))):
                last = offset
        if all(said is not None for _, _, said in self.outcomes) and last is not None:
            self.case.assertEqual(self.cluster.committed["g", T0], last, f"seed {self.seed}")


class LifeTests(SynchronousTestCase):
    def test_lives(self) -> None:
        """Requests of all kinds are lost, refused, and done late."""
        committed = failed = fenced = 0
        for seed in SEEDS:
            life = Life(self, seed)
            life.live()
            committed += sum(said is True for _, _, said in life.outcomes)
            failed += sum(said is not True for _, _, said in life.outcomes)
            fenced += life.fenced
        if not SEEDS.is_one:
            self.assertGreater(committed, 3 * len(SEEDS))
            self.assertGreater(failed, len(SEEDS))
            self.assertLess(fenced, len(SEEDS) / 5)


class WorldCase(SynchronousTestCase):
    def make(self, **options: Any) -> TransactionWorld:
        world = TransactionWorld(**options)
        self.addCleanup(world.stop)
        return world

    def run_all(self, world: TransactionWorld, coroutine: Any) -> Any:
        return world.until(Deferred.fromCoroutine(coroutine), most_ms=1_000_000)

    async def one(self, producer: Producer, value: bytes) -> None:
        async with producer.transaction() as transaction:
            transaction.send("t", value, partition=0)


class EndTests(WorldCase):
    def test_committed_and_then_fenced(self) -> None:
        """The answer to the commit is lost, and another producer comes before it is asked again: it may have been committed, and was."""
        world = self.make()

        def fault(request: Any) -> Any:
            if isinstance(request, EndTxnRequest):
                world.cluster.coordinator_fault = lambda request: None
                world.clock.callLater(0.001, raise_epoch)
                return "lost"
            return None

        def raise_epoch() -> None:
            world.cluster.known["x"].epoch += 1

        world.cluster.coordinator_fault = fault
        error = self.assertRaises(ProducerFenced, self.run_all, world, self.one(world.producer, b"v"))
        self.assertTrue(error.is_commit_uncertain)
        self.assertEqual(world.cluster.visible, {T0: [b"v"]})

    def test_offsets_of_one_group_at_the_same_time(self) -> None:
        """Nothing of a group is written down before it is part of the transaction: the end of the one before would count it."""
        world = self.make()
        busy = [ErrorCode.CONCURRENT_TRANSACTIONS]
        asked: list[str] = []

        def fault(request: Any) -> Any:
            asked.append(type(request).__name__)
            return busy.pop() if busy and isinstance(request, AddOffsetsToTxnRequest) else None

        world.cluster.coordinator_fault = fault

        async def use() -> None:
            async with world.producer.transaction() as transaction:
                both = [transaction.send_offsets("g", {T0: 3}), transaction.send_offsets("g", {T1: 4})]
                await gatherResults(both, consumeErrors=True)

        self.run_all(world, use())
        self.assertEqual(world.cluster.committed, {("g", T0): 3, ("g", T1): 4})
        written = [name for name in asked if name in ("AddOffsetsToTxnRequest", "TxnOffsetCommitRequest")]
        self.assertEqual(written[:2], ["AddOffsetsToTxnRequest"] * 2, "it was told to ask again")

    def test_committed_and_then_refused(self) -> None:
        """Who coordinates no more may have decided before; whatever is said later, it may have been committed, and was."""
        for first in (ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE, ErrorCode.UNKNOWN_SERVER_ERROR):
            for then, kind in ((ErrorCode.PRODUCER_FENCED, ProducerFenced), (ErrorCode.UNKNOWN_SERVER_ERROR, CommitUncertain)):
                world = self.make()
                answers = [then, first]

                def fault(request: Any, world: TransactionWorld = world, answers: list[ErrorCode] = answers) -> Any:
                    if not isinstance(request, EndTxnRequest) or not answers:
                        return None
                    if len(answers) == 2:
                        world.cluster._end(request, ErrorCode.NONE)
                    return answers.pop()

                world.cluster.coordinator_fault = fault

                def check(world: TransactionWorld = world) -> Any:
                    return self.run_all(world, self.one(world.producer, b"v"))

                if first is ErrorCode.UNKNOWN_SERVER_ERROR:
                    # It is not asked again.
                    kind = CommitUncertain
                error = self.assertRaises(kind, check)
                answers.clear()
                if isinstance(error, ProducerFenced):
                    self.assertTrue(error.is_commit_uncertain)
                else:
                    self.run_all(world, self.one(world.producer, b"next"))
                self.assertEqual(world.cluster.visible[T0][0], b"v")

    def test_surely_not_committed(self) -> None:
        world = self.make()
        answers = [ErrorCode.TRANSACTION_ABORTABLE, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS]
        world.cluster.coordinator_fault = lambda request: answers.pop() if answers and isinstance(request, EndTxnRequest) else None
        error = self.assertRaises(TransactionFailed, self.run_all, world, self.one(world.producer, b"v"))
        self.assertNotIsInstance(error, CommitUncertain)
        self.run_all(world, self.one(world.producer, b"next"))
        self.assertEqual(world.cluster.visible, {T0: [b"next"]})

    def test_a_late_end_does_not_end_the_next_one(self) -> None:
        """The commit of a transaction arrives a second time in the midst of the next one, which is aborted (Jepsen's lost writes)."""
        world = self.make()
        requests: list[EndTxnRequest] = []

        def fault(request: Any) -> Any:
            if isinstance(request, EndTxnRequest) and not requests:
                requests.append(request)
                return "lost"
            return None

        world.cluster.coordinator_fault = fault
        self.run_all(world, self.one(world.producer, b"first"))
        transaction = world.producer.transaction()
        world.until(transaction.begin())
        world.until(world.producer.send("t", b"second", partition=0))
        late = world.cluster.handlers[EndTxnRequest](("host1", 9092), requests[0])
        self.assertEqual(late.error_code, ErrorCode.PRODUCER_FENCED)
        world.until(transaction.abort())
        self.assertEqual(world.cluster.visible, {T0: [b"first"]})

    def test_nobody_knows(self) -> None:
        """The coordinator does not answer within the time: the producer says so, and goes on."""
        for fault, visible in (("lost", [b"first", b"second"]), ("cut", [b"second"])):
            world = self.make()
            world.cluster.coordinator_fault = lambda request, fault=fault: fault if isinstance(request, EndTxnRequest) else None

            def check(world: TransactionWorld = world) -> Any:
                return self.run_all(world, self.one(world.producer, b"first"))

            self.assertRaises(CommitUncertain, check)
            world.cluster.coordinator_fault = lambda request: None
            self.run_all(world, self.one(world.producer, b"second"))
            self.assertEqual(world.cluster.visible, {T0: visible})

    def test_an_empty_one_asks_nobody(self) -> None:
        world = self.make()

        async def use() -> None:
            for end in (True, False, True):
                transaction = world.producer.transaction()
                await transaction.begin()
                await (transaction.commit() if end else transaction.abort())

        self.run_all(world, use())
        self.assertEqual(world.cluster.count(EndTxnRequest), 0)

    def test_nothing_to_abort(self) -> None:
        """The coordinator could not be asked to open it for as long as one waits: nothing is open, and nobody is fenced."""
        world = self.make()
        self.run_all(world, self.one(world.producer, b"before"))
        for fault in (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, "cut"):
            world.cluster.coordinator_fault = lambda request, fault=fault: fault if isinstance(request, AddPartitionsToTxnRequest) else None
            self.assertRaises(TransactionFailed, self.run_all, world, self.one(world.producer, b"v"))
            world.cluster.coordinator_fault = lambda request: None
        self.run_all(world, self.one(world.producer, b"next"))
        self.assertEqual(world.cluster.visible, {T0: [b"before", b"next"]})

    def test_cancelled(self) -> None:
        """Whoever does not want to wait for the commit any more does not know; the next one goes well."""
        world = self.make()
        world.cluster.coordinator_fault = lambda request: (
            ErrorCode.COORDINATOR_LOAD_IN_PROGRESS if isinstance(request, EndTxnRequest) else None
        )
        transaction = world.producer.transaction()
        world.until(transaction.begin())
        transaction.send("t", b"v", partition=0)
        ending = transaction.commit()
        world.pass_ms(2_000, 50)
        ending.cancel()
        self.failureResultOf(ending, CancelledError)
        world.cluster.coordinator_fault = lambda request: None
        self.run_all(world, self.one(world.producer, b"next"))
        self.assertEqual(world.cluster.visible, {T0: [b"next"]})

    def test_what_is_sent_meanwhile(self) -> None:
        """While it ends, nothing is taken, and what is refused does not spoil it."""
        world = self.make()
        transaction = world.producer.transaction()
        world.until(transaction.begin())
        transaction.send("t", b"v", partition=0)
        ending = transaction.commit()
        self.assertRaises(TransactionFailed, transaction.send, "t", b"late", partition=0)
        self.failureResultOf(world.producer.send("t", b"late", partition=0))
        world.until(ending)
        self.assertEqual(world.cluster.visible, {T0: [b"v"]})


class FenceTests(WorldCase):
    def test_while_it_begins(self) -> None:
        """Refusals that are for good, and such that pass."""
        for code, kind in (
            (ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, ProducerFenced),
            (ErrorCode.INVALID_TRANSACTION_TIMEOUT, ProducerFenced),
            (ErrorCode.UNKNOWN_SERVER_ERROR, KlogError),
        ):
            world = self.make()
            world.cluster.coordinator_fault = lambda request, code=code: code
            for _ in range(2):
                self.assertRaises(kind, self.run_all, world, self.one(world.producer, b"v"))
            world.cluster.coordinator_fault = lambda request: None
            if kind is KlogError:
                self.run_all(world, self.one(world.producer, b"v"))

    def test_by_another(self) -> None:
        """In each of its steps; what waits fails at once."""
        for value in (b"", b"written"):
            world = self.make()
            transaction = world.producer.transaction()
            world.until(transaction.begin())
            if value:
                world.until(world.producer.send("t", value, partition=0))
            other = world.another()
            self.run_all(world, self.one(other, b"other"))
            transaction.send("t", b"zombie", partition=0)
            self.assertRaises(ProducerFenced, self.run_all, world, self.awaited(transaction))
            self.assertRaises(ProducerFenced, self.run_all, world, self.one(world.producer, b"again"))
            self.assertEqual(world.cluster.visible, {T0: [b"other"]})
            world.until(other.stopService())

    async def awaited(self, transaction: Any) -> None:
        await transaction.commit()


class SecondVersionTests(WorldCase):
    """By the second version of the protocol (KIP-890)."""

    def make(self, **options: Any) -> TransactionWorld:
        world = super().make(**options)
        world.cluster.speak_second()
        return world

    def test_what_is_asked(self) -> None:
        """Nobody announces, and every end brings an epoch; a new one is asked for once."""
        world = self.make()

        async def use() -> None:
            for number in range(4):
                transaction = world.producer.transaction()
                await transaction.begin()
                for partition in range(2):
                    await world.producer.send("t", b"%d" % number, partition=partition)
                await transaction.send_offsets("g", {T0: number})
                await (transaction.abort() if number == 1 else transaction.commit())

        self.run_all(world, use())
        self.assertEqual(world.cluster.visible, {T0: [b"0", b"2", b"3"], T1: [b"0", b"2", b"3"]})
        self.assertEqual(world.cluster.committed, {("g", T0): 3})
        asked = [(kind, world.cluster.count(kind)) for kind in (AddPartitionsToTxnRequest, InitProducerIdRequest, EndTxnRequest)]
        self.assertEqual([count for _, count in asked], [0, 1, 4])
        self.assertEqual(world.cluster.known["x"].epoch, 4)

    def test_a_failed_one_costs_no_epoch(self) -> None:
        """What fails is aborted, which brings an epoch, too."""
        world = self.make()
        world.cluster.faults.append(ErrorCode.INVALID_RECORD)
        self.assertRaises(TransactionFailed, self.run_all, world, self.one(world.producer, b"bad"))
        self.run_all(world, self.one(world.producer, b"good"))
        self.assertEqual(world.cluster.visible, {T0: [b"good"]})
        self.assertEqual(world.cluster.count(InitProducerIdRequest), 1)

    def test_a_late_batch(self) -> None:
        """What its producer has given up arrives when the next transaction is open: it belongs to neither."""
        world = self.make()

        async def abort_it() -> None:
            transaction = world.producer.transaction()
            await transaction.begin()
            transaction.send("t", b"late", partition=0)
            await world.producer.routing.wait_ms(50)
            await transaction.abort()

        world.cluster.faults.append("cut")
        self.run_all(world, abort_it())
        (late,) = world.cluster.produced
        transaction = world.producer.transaction()
        world.until(transaction.begin())
        world.until(world.producer.send("t", b"next", partition=0))
        answer = world.cluster._produce(("host1", 9092), late)
        self.assertEqual(answer.responses[0].partition_responses[0].error_code, ErrorCode.INVALID_PRODUCER_EPOCH)
        world.until(transaction.commit())
        self.assertEqual(world.cluster.visible, {T0: [b"next"]})
