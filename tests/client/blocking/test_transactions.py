"""Transactions without a reactor: on klog's broker over a socket, and on a cluster of dicts that misbehaves on demand."""

from __future__ import annotations

import contextlib
import random
import unittest
from typing import Any

from twisted.internet.task import Clock

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.client.blocking.producer import BlockingProducer
from klog.client.blocking.transactions import BlockingTransactions
from klog.client.producing.producer_types import DeliveryFailed
from klog.client.retry import ClientStopped
from klog.client.transactions.errors import CommitUncertain, ProducerFenced, TransactionFailed
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.model import LATEST_TIMESTAMP, TopicPartition
from klog.testing.embedded import Broker
from klog.wire.messages.add_partitions_to_txn import AddPartitionsToTxnRequest
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.txn_offset_commit import TxnOffsetCommitRequest
from tests.client.fake_cluster import BlockingFake
from tests.client.transactions.transaction_world import TransactionCluster
from tests.seeds import Seeds

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
SEEDS = Seeds(20)


class BrokerTests(unittest.TestCase):
    """On klog."""

    broker: Broker

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()
        cls.addClassCleanup(cls.broker.stop)

    def committed(self, topic: str) -> list[bytes | None]:
        with BlockingClient(self.broker.bootstrap) as client:
            tp = TopicPartition(topic, 0)
            end = client.list_offsets([tp], LATEST_TIMESTAMP, isolation="read_committed")[tp].offset
            return [message.value for message in client.read(tp, 0, end, isolation="read_committed")]

    def test_a_journey(self) -> None:
        """Committed, aborted, fenced; with the offsets of a group."""
        for topic in ("one", "two"):
            self.broker.create_topic(topic, 1)
        with BlockingProducer(self.broker.bootstrap, transactional_id="x") as old:
            with old.transaction() as transaction:
                transaction.send("one", b"a", key=b"k")
                transaction.send_many("two", [b"b", b"c"])
                place = old.send("one", b"d").result()
                transaction.send_offsets("group", {TopicPartition("two", 0): 7})
                self.assertEqual(self.committed("one"), [])
            self.assertEqual(place.offset, 1)
            with self.assertRaises(ZeroDivisionError), old.transaction() as transaction:
                old.send("one", b"aborted").result()
                transaction.send("one", b"never sent")
                raise ZeroDivisionError
            with old.transaction() as transaction:
                transaction.send("one", b"e")
            with BlockingProducer(self.broker.bootstrap, transactional_id="x") as new:
                with self.assertRaises(ProducerFenced), old.transaction() as transaction:
                    old.send("one", b"zombie").result()
                    with new.transaction() as newer:
                        newer.send("two", b"f")
                self.assertRaises(ProducerFenced, old.transaction().begin)
        self.assertEqual((self.committed("one"), self.committed("two")), ([b"a", b"d", b"e"], [b"b", b"c", b"f"]))
        with BlockingClient(self.broker.bootstrap) as client:
            self.assertEqual([at.offset for at in GroupOffsets(client, "group").fetch().values()], [7])

    def test_closed_while_open(self) -> None:
        """It is aborted."""
        self.broker.create_topic("closed", 1)
        with BlockingProducer(self.broker.bootstrap, transactional_id="closed") as producer:
            producer.transaction().begin()
            producer.send("closed", b"v").result()
        self.assertEqual(self.committed("closed"), [])
        self.assertRaises(ClientStopped, producer.transaction)


class ClusterCase(unittest.TestCase):
    """On a cluster of dicts, in virtual time."""

    is_second = False

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = TransactionCluster(self.clock)
        self.cluster.topics["t"] = [(1, 1), (2, 1), (1, 1)]
        self.cluster.groups["g"] = self.cluster.groups["x"] = 1
        if self.is_second:
            self.cluster.speak_second()

    def make(self, seed: int = 3, **options: Any) -> BlockingProducer:
        return BlockingProducer(
            "host1,host2",
            random=random.Random(seed),
            clock=self.clock.seconds,
            sleep=self.clock.advance,
            now_ms=lambda: 1_000,
            connect=lambda host, port: BlockingFake(self.cluster, host, port),
            **{"transactional_id": "x"} | options,
        )

    def transactions(self, producer: BlockingProducer) -> BlockingTransactions:
        assert producer._transactions is not None
        return producer._transactions

    def one(self, producer: BlockingProducer, value: bytes) -> None:
        with producer.transaction() as transaction:
            transaction.send("t", value, partition=0)


class TransactionTests(ClusterCase):
    """By the first version of the protocol."""

    def test_what_is_asked(self) -> None:
        """Partitions are announced once for each transaction, the epoch stays, and an empty one asks nobody."""
        producer = self.make(linger_ms=1_000)
        for number in range(3):
            with producer.transaction() as transaction:
                for partition in range(2):
                    transaction.send("t", b"%d" % number, partition=partition)
                transaction.send_offsets("g", {T0: number})
        with producer.transaction():
            pass
        self.assertEqual(self.cluster.visible, {T0: [b"0", b"1", b"2"], T1: [b"0", b"1", b"2"]})
        self.assertEqual(self.cluster.committed, {("g", T0): 2})
        counts = [self.cluster.count(kind) for kind in (AddPartitionsToTxnRequest, InitProducerIdRequest, EndTxnRequest)]
        self.assertEqual(counts, [0, 1, 3] if self.is_second else [3, 1, 3])
        self.assertEqual(self.cluster.known["x"].epoch, 3 if self.is_second else 0)

    def test_a_record_that_fails_dooms_it(self) -> None:
        """And the next one goes well."""
        producer = self.make(max_request_bytes=2_000, backlog_bytes=100_000, batch_bytes=1_000)
        with self.assertRaises(TransactionFailed) as raised, producer.transaction() as transaction:
            transaction.send("t", b"x" * 5_000, partition=0)
            self.assertRaises(TransactionFailed, transaction.send, "t", b"more")
        self.assertIs(raised.exception.code, ErrorCode.MESSAGE_TOO_LARGE)
        self.cluster.faults.append(ErrorCode.INVALID_RECORD)
        with self.assertRaises(TransactionFailed) as raised:
            self.one(producer, b"bad")
        self.assertIn("was aborted", str(raised.exception))
        self.one(producer, b"good")
        producer.close()
        self.assertEqual(self.cluster.visible, {T0: [b"good"]})

    def test_nobody_knows(self) -> None:
        """The coordinator does not answer within the time: the producer says so, and goes on."""
        for fault, visible in (("lost", [b"first", b"second"]), ("cut", [b"second"])):
            self.setUp()
            producer = self.make()
            self.cluster.coordinator_fault = lambda request, fault=fault: fault if isinstance(request, EndTxnRequest) else None
            self.assertRaises(CommitUncertain, self.one, producer, b"first")
            self.cluster.coordinator_fault = lambda request: None
            self.one(producer, b"second")
            self.assertEqual(self.cluster.visible, {T0: visible})

    def test_no_epoch_behind_an_end_in_doubt(self) -> None:
        """The end is settled, and the next epoch is not to be had in time: the next one asks for it."""
        producer = self.make()
        self.one(producer, b"before")
        self.cluster.coordinator_fault = lambda request: "cut" if isinstance(request, EndTxnRequest) else None
        self.assertRaises(CommitUncertain, self.one, producer, b"v")
        self.cluster.coordinator_fault = lambda request: (
            ErrorCode.COORDINATOR_LOAD_IN_PROGRESS if isinstance(request, InitProducerIdRequest) else None
        )
        self.assertRaises(KlogError, producer.transaction().begin)
        self.cluster.coordinator_fault = lambda request: None
        self.one(producer, b"next")
        self.assertEqual(self.cluster.visible[T0], [b"before", b"next"])

    def test_refused_offsets(self) -> None:
        producer = self.make()
        self.cluster.members = set()
        with self.assertRaises(TransactionFailed), producer.transaction() as transaction:
            transaction.send("t", b"v", partition=0)
            transaction.send_offsets("g", {T0: 3})
        self.assertEqual((self.cluster.visible, self.cluster.committed), ({}, {}))

    def test_interrupted(self) -> None:
        """Who is interrupted does not wait for brokers; what was open is aborted by the next one."""
        producer = self.make()
        with self.assertRaises(KeyboardInterrupt), producer.transaction() as transaction:
            producer.send("t", b"written", partition=0).result()
            transaction.send("t", b"waits", partition=0)
            before = len(self.cluster.asked)
            raise KeyboardInterrupt
        self.assertEqual(len(self.cluster.asked), before)
        self.one(producer, b"next")
        self.assertEqual(self.cluster.visible, {T0: [b"next"]})

    def test_interrupted_amid_a_step(self) -> None:
        """By a signal's handler, while a broker is waited for: what is not known to be done is not committed."""
        for kind in (AddPartitionsToTxnRequest, TxnOffsetCommitRequest, EndTxnRequest):
            self.setUp()
            producer = self.make()
            is_interrupted = True

            def fault(request: Any, kind: type = kind) -> Any:
                nonlocal is_interrupted
                if is_interrupted and isinstance(request, kind):
                    is_interrupted = False
                    raise _Alarm
                return None

            self.cluster.coordinator_fault = fault
            transaction = producer.transaction()
            transaction.begin()
            with contextlib.suppress(_Alarm):
                transaction.send("t", b"v", partition=0)
                producer.flush()
                transaction.send_offsets("g", {T0: 3})
                transaction.commit()
            if is_interrupted:
                # By the second version nobody announces.
                self.assertIs(kind, AddPartitionsToTxnRequest)
                continue
            if kind is not EndTxnRequest:
                self.assertRaises(TransactionFailed, transaction.commit)
            self.one(producer, b"next")
            self.assertEqual((self.cluster.visible, self.cluster.committed), ({T0: [b"next"]}, {}), kind)
            producer.close()

    def test_another_coordinator(self) -> None:
        """It is found anew."""
        producer = self.make()
        self.one(producer, b"a")
        codes = [ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS]
        self.cluster.coordinator_fault = lambda request: codes.pop() if codes else None
        self.cluster.groups["x"] = 2
        self.one(producer, b"b")
        self.assertEqual(self.cluster.visible, {T0: [b"a", b"b"]})

    def test_mistakes(self) -> None:
        self.assertRaises(ConfigError, self.make(transactional_id=None).transaction)
        for options in ({"acks": 1}, {"enable_idempotence": False}):
            self.assertRaises(ConfigError, self.make, **options)
        producer = self.make()
        transaction = producer.transaction()
        self.assertRaises(TransactionFailed, transaction.send, "t", b"v")
        self.assertRaises(TransactionFailed, transaction.commit)
        self.assertRaises(TransactionFailed, transaction.abort)
        with self.assertRaises(DeliveryFailed) as raised:
            producer.send("t", b"v")
        self.assertIn("no transaction is open", str(raised.exception))
        transaction.begin()
        self.assertRaises(TransactionFailed, producer.transaction().begin)
        self.assertRaises(TypeError, transaction.send, "t", "text")
        transaction.send("t", b"v", partition=0)
        transaction.commit()
        self.assertEqual(self.cluster.visible, {T0: [b"v"]})

    def test_a_timeout_that_is_not_allowed(self) -> None:
        self.cluster.coordinator_fault = lambda request: ErrorCode.INVALID_TRANSACTION_TIMEOUT
        with self.assertRaises(ProducerFenced) as raised:
            self.make().transaction().begin()
        self.assertIn("transaction.max.timeout.ms", str(raised.exception))


class SecondVersionTests(TransactionTests):
    """The same by the second version (KIP-890)."""

    is_second = True


class LifeTests(ClusterCase):
    """Requests of all kinds are lost, refused, and done late; each transaction counts as a whole or not at all, as its end said."""

    def live(self, seed: int) -> tuple[int, int]:
        self.is_second = bool(seed % 2)
        self.setUp()
        chance = random.Random(seed)
        rate = chance.choice((0.05, 0.2, 0.4))
        self.cluster.random = random.Random(seed + 1)

        def coordinator_fault(request: Any) -> Any:
            if chance.random() >= rate:
                return None
            faults = ["lost", "cut", "late", ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS]
            return chance.choice(faults[3:] if isinstance(request, InitProducerIdRequest) else faults)

        def fault() -> Any:
            return (
                chance.choice(("lost", "cut", ErrorCode.NOT_ENOUGH_REPLICAS, ErrorCode.INVALID_RECORD)) if chance.random() < rate else None
            )

        self.cluster.coordinator_fault, self.cluster.choose_fault = coordinator_fault, fault
        options: dict[str, Any] = {"delivery_timeout_ms": 20_000, "request_timeout_ms": 3_000, "batch_bytes": 100}
        producer = self.make(seed, **options)
        outcomes: list[tuple[list[tuple[TopicPartition, bytes]], bool | None]] = []
        serial = 0
        for _ in range(12):
            wrote: list[tuple[TopicPartition, bytes]] = []
            said: bool | None = False
            try:
                with producer.transaction() as transaction:
                    for _ in range(chance.randrange(6)):
                        serial += 1
                        tp = TopicPartition("t", chance.randrange(3))
                        wrote.append((tp, b"%d" % serial))
                        transaction.send(tp.topic, b"%d" % serial, partition=tp.partition)
                    if chance.random() < 0.2:
                        raise ZeroDivisionError
                said = True
            except CommitUncertain:
                said = None
            except ProducerFenced as error:
                said = None if error.is_commit_uncertain else False
                producer = self.make(seed, **options)
            except (KlogError, ZeroDivisionError):
                pass
            outcomes.append((wrote, said))
        rate = 0.0
        self.clock.advance(3)
        producer = self.make(seed, **options)
        self.one(producer, b"last")
        visible = [(tp, value) for tp, values in self.cluster.visible.items() for value in values]
        self.assertEqual(len(visible), len(set(visible)), f"seed {seed}: doubled")
        for wrote, said in outcomes:
            there = [one in set(visible) for one in wrote]
            self.assertIn(sum(there), (0, len(there)), f"seed {seed}: {wrote} {there}")
            if said is not None and there:
                self.assertEqual(there[0], said, f"seed {seed}: {wrote}")
        return sum(said is True for _, said in outcomes), sum(said is not True for _, said in outcomes)

    def test_lives(self) -> None:
        lives = [self.live(seed) for seed in SEEDS]
        if not SEEDS.is_one:
            self.assertGreater(sum(committed for committed, _ in lives), 3 * len(SEEDS))
            self.assertGreater(sum(failed for _, failed in lives), len(SEEDS))


class _Alarm(Exception):
    """What a signal's handler raises."""
