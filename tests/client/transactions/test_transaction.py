"""klog.client.transactions.transaction: producers with transactions over a whole broker in memory."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.groups.group import ConsumerGroup
from klog.client.producing.producer import Producer
from klog.client.producing.producer_types import DeliveryFailed
from klog.client.requests.transactions import TransactionProtocol
from klog.client.transactions import coordination
from klog.client.transactions.errors import ProducerFenced, TransactionFailed
from klog.client.transactions.states import State
from klog.config import ConfigError
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.contract import CONTROL
from klog.records.implementations import codec
from klog.testing.broker import MemoryBroker
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


class BrokerCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.broker = MemoryBroker({"num.partitions": "2", "auto.create.topics.enable": "true"}).start()
        self.addCleanup(self.broker.stop)
        self.until = self.broker.reactor.until

    def make(self, name: str | None = "x", **options: Any) -> Producer:
        producer = Producer(self.broker.reactor, self.broker.bootstrap, transactional_id=name, **options)
        self.addCleanup(lambda: self.until(producer.stopService()))
        return producer

    def run_all(self, coroutine: Any) -> Any:
        """What a coroutine comes to."""
        return self.until(Deferred.fromCoroutine(coroutine))

    def read(self, tp: TopicPartition, *, committed: bool = True) -> list[bytes | None]:
        """The values that readers see, by the rules for clients."""
        wanted = FetchPartition(partition=tp.partition, fetch_offset=0, partition_max_bytes=1 << 24)
        topics = [FetchTopic(topic=tp.topic, partitions=[wanted])]
        request = FetchRequest(max_wait_ms=0, min_bytes=0, max_bytes=1 << 24, isolation_level=int(committed), topics=topics)
        (answer,) = self.broker.connect().ask(request, 11).responses[0].partitions
        self.assertEqual(answer.error_code, 0)
        aborted = sorted((one.first_offset, one.producer_id) for one in answer.aborted_transactions or ())
        found: list[bytes | None] = []
        gone: set[int] = set()
        data = bytes(answer.records or b"")
        for entry in codec.scan(data):
            while aborted and aborted[0][0] <= entry.base_offset:
                gone.add(aborted.pop(0)[1])
            if entry.attributes & CONTROL:
                gone.discard(entry.producer_id)
            elif entry.producer_id not in gone:
                found += [record.value for record in codec.records(data[entry.position : entry.position + entry.size])]
        return found

    def offsets(self, group: str) -> dict[TopicPartition, int]:
        """What a group has committed."""
        request = OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id=group, topics=None)])
        (answer,) = self.broker.connect().ask(request, 8).groups
        return {
            TopicPartition(topic.name, one.partition_index): one.committed_offset for topic in answer.topics for one in topic.partitions
        }


class TransactionTests(BrokerCase):
    """By the second version of the protocol, which klog's brokers speak."""

    is_fenced_when_late = False

    def test_committed_together(self) -> None:
        """To several partitions, by all ways of sending, and by one producer after the other."""
        producer = self.make()

        async def use() -> Any:
            async with producer.transaction() as transaction:
                transaction.send("t", b"a", partition=0)
                transaction.send_many("t", [b"b", b"c"], partition=1)
                place = await producer.send("t", b"d", partition=0)
                self.assertEqual((self.read(T0), self.read(T1)), ([], []))
                self.assertEqual(self.read(T0, committed=False), [b"a", b"d"])
            return place

        self.assertEqual(self.run_all(use())[:3], ("t", 0, 1))
        self.assertEqual((self.read(T0), self.read(T1)), ([b"a", b"d"], [b"b", b"c"]))

    def test_many_in_a_row(self) -> None:
        """Under one epoch; some are aborted, some are empty."""
        producer = self.make()

        async def use() -> None:
            for number in range(12):
                transaction = producer.transaction()
                await transaction.begin()
                if number % 4:
                    transaction.send("t", b"%d" % number, partition=0)
                    transaction.send("t", b"%d" % number, partition=1)
                await (transaction.abort() if number % 3 == 2 else transaction.commit())

        self.run_all(use())
        kept = [b"%d" % number for number in range(12) if number % 4 and number % 3 != 2]
        self.assertEqual((self.read(T0), self.read(T1)), (kept, kept))

    def test_an_exception_aborts(self) -> None:
        """What was written does not count, what waits is not sent, and the exception goes on."""
        producer = self.make(linger_ms=50)

        async def use() -> None:
            async with producer.transaction() as transaction:
                await producer.send("t", b"written", partition=0)
                transaction.send("t", b"waits", partition=0)
                raise ZeroDivisionError

        self.failureResultOf_(use(), ZeroDivisionError)
        self.assertEqual(self.read(T0), [])
        self.assertEqual(self.read(T0, committed=False), [b"written"])
        self.run_all(self.one(producer, b"next"))
        self.assertEqual(self.read(T0), [b"next"])
        self.assertEqual(self.flushLoggedErrors(), [])

    def failureResultOf_(self, coroutine: Any, kind: type[Exception]) -> Exception:
        caught: list[Exception] = []

        async def use() -> None:
            try:
                await coroutine
            except kind as error:
                caught.append(error)

        self.run_all(use())
        self.assertEqual(len(caught), 1, f"no {kind.__name__}")
        return caught[0]

    async def one(self, producer: Producer, value: bytes, tp: TopicPartition = T0) -> None:
        async with producer.transaction() as transaction:
            transaction.send(tp.topic, value, partition=tp.partition)

    def test_a_record_that_fails_dooms_it(self) -> None:
        """Even where nobody looks at its Deferred; and the next one goes well."""
        producer = self.make(max_request_bytes=2_000, backlog_bytes=100_000, batch_bytes=1_000)

        async def use() -> None:
            async with producer.transaction() as transaction:
                await producer.send("t", b"small", partition=0)
                transaction.send("t", b"x" * 5_000, partition=0)
                self.assertRaises(TransactionFailed, transaction.send, "t", b"more")

        error = self.failureResultOf_(use(), TransactionFailed)
        self.assertIs(error.code, ErrorCode.MESSAGE_TOO_LARGE)  # type: ignore[attr-defined]
        self.assertIn("was aborted", str(error))
        self.run_all(self.one(producer, b"next"))
        self.assertEqual(self.read(T0), [b"next"])

    def test_fenced_for_good(self) -> None:
        """By a newer producer of the same id; what the older one has open is aborted."""
        old, new = self.make(), self.make()

        async def use() -> None:
            async with old.transaction():
                await old.send("t", b"old", partition=0)
                await self.one(new, b"new")

        error = self.failureResultOf_(use(), ProducerFenced)
        self.assertIn("a newer producer", str(error))
        for _ in range(2):
            self.failureResultOf_(self.one(old, b"again"), ProducerFenced)
        refused = self.failureResultOf_(self.send(old), DeliveryFailed)
        self.assertIn("a newer producer", str(refused))
        self.run_all(self.one(new, b"more"))
        self.assertEqual(self.read(T0), [b"new", b"more"])

    async def send(self, producer: Producer) -> None:
        await producer.send("t", b"v")

    def test_its_time_is_over(self) -> None:
        """The coordinator aborts it, and nothing of it counts."""
        producer = self.make(transaction_timeout_ms=5_000)

        async def use() -> None:
            async with producer.transaction() as transaction:
                await producer.send("t", b"slow", partition=0)
                self.broker.reactor.advance(30)
                transaction.send("t", b"later", partition=0)

        error = self.failureResultOf_(use(), ProducerFenced if self.is_fenced_when_late else TransactionFailed)
        self.assertIn("transaction_timeout_ms", str(error))
        self.assertEqual(self.read(T0), [])

        async def commit_late() -> None:
            async with self.make("y", transaction_timeout_ms=5_000).transaction() as transaction:
                await self.send_to(transaction._producer)  # type: ignore[arg-type]
                self.broker.reactor.advance(30)

        error = self.failureResultOf_(commit_late(), ProducerFenced)
        self.assertIn("transaction_timeout_ms", str(error))
        self.assertEqual(self.read(T0), [])
        if not self.is_fenced_when_late:
            self.run_all(self.one(producer, b"next"))
            self.assertEqual(self.read(T0), [b"next"])

    def test_offsets(self) -> None:
        """Of a group without members, and of one that reads: with the transaction, or not at all."""
        producer = self.make()
        group = ConsumerGroup(
            self.broker.reactor, self.broker.bootstrap, "g", ["t"], auto_offset_reset="earliest", auto_commit_interval_ms=None
        )
        self.addCleanup(lambda: self.until(group.stopService()))

        async def use() -> None:
            async with producer.transaction() as transaction:
                transaction.send("t", b"in", partition=0)
                await transaction.send_offsets("nobody", {T1: 7})
            async with group:
                read = 0
                while not read:
                    read += sum(len(each) for each in await group.poll())
                for commit in (False, True):
                    transaction = producer.transaction()
                    await transaction.begin()
                    transaction.send("out", b"out", partition=0)
                    await transaction.send_offsets(group)
                    await (transaction.commit() if commit else transaction.abort())
                    self.assertEqual(self.offsets("g"), {T0: 2} if commit else {})

        self.run_all(use())
        self.assertEqual(self.offsets("nobody"), {T1: 7})
        self.assertEqual(self.read(TopicPartition("out", 0)), [b"out"])

    def test_offsets_of_who_is_no_member(self) -> None:
        """Doom the transaction."""
        producer = self.make()

        class Zombie:
            group_id = "g"
            identity = ConsumerGroup.identity.fget(self._left())  # type: ignore[attr-defined]
            taken_unfinished: frozenset[TopicPartition] = frozenset()

            def handed(self) -> dict[TopicPartition, tuple[int, int]]:
                return {T0: (5, -1)}

        async def use() -> None:
            async with producer.transaction() as transaction:
                await producer.send("t", b"v", partition=0)
                await transaction.send_offsets(Zombie())

        error = self.failureResultOf_(use(), TransactionFailed)
        self.assertIn(error.code, (ErrorCode.ILLEGAL_GENERATION, ErrorCode.UNKNOWN_MEMBER_ID))  # type: ignore[attr-defined]
        self.assertEqual((self.read(T0), self.offsets("g")), ([], {}))

    def _left(self) -> Any:
        from klog.client.groups.members import Identity

        class Membership:
            identity = Identity("gone", 3)

        class Group:
            membership = Membership()

        return Group()

    def test_mistakes(self) -> None:
        self.assertRaises(ConfigError, self.make(None).transaction)
        for options in ({"acks": 1}, {"enable_idempotence": False}, {"transaction_timeout_ms": 0}):
            self.assertRaises(ConfigError, self.make, **options)
        self.assertRaises(ConfigError, self.make, "")
        producer = self.make()
        transaction = producer.transaction()
        self.assertRaises(TransactionFailed, transaction.send, "t", b"v")
        refused = self.failureResultOf_(self.send(producer), DeliveryFailed)
        self.assertIn("no transaction is open", str(refused))
        self.failureResultOf_(self.awaited(transaction.commit()), TransactionFailed)
        self.run_all(self.awaited(transaction.begin()))
        self.failureResultOf_(self.awaited(producer.transaction().begin()), TransactionFailed)
        self.assertRaises(ValueError, transaction.send_offsets, "g")
        self.assertRaises(TypeError, transaction.send, "t", "text")
        transaction.send("t", b"v", partition=0)
        self.run_all(self.awaited(transaction.commit()))
        self.assertEqual(self.read(T0), [b"v"])

    async def awaited(self, deferred: Deferred[Any]) -> Any:
        return await deferred

    def test_stopped_while_open(self) -> None:
        """It is aborted."""
        producer = self.make()
        self.run_all(self.awaited(producer.transaction().begin()))
        self.run_all(self.send_to(producer))
        self.until(producer.stopService())
        admin = Admin(self.broker.reactor, self.broker.bootstrap)
        self.addCleanup(lambda: self.until(admin.stopService()))
        described = self.until(admin.describe_transactions(["x"])).check()["x"]
        self.assertEqual(described.state, "CompleteAbort")
        assert producer._transactions is not None
        self.assertIs(producer._transactions.state, State.IDLE)
        self.assertEqual(self.read(T0), [])

    async def send_to(self, producer: Producer) -> None:
        await producer.send("t", b"v", partition=0)


class FirstVersionTests(TransactionTests):
    """The same by the first version, as with brokers before 4.0."""

    is_fenced_when_late = True

    def setUp(self) -> None:
        super().setUp()
        self.patch(coordination, "protocol_of", lambda ranges: TransactionProtocol.FIRST)
