"""klog.client.processing.transactional_processor: over a whole broker in memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.offsets import OffsetStore
from klog.client.fetching.subscriptions import NoPosition
from klog.client.groups.group import ConsumerGroup
from klog.client.processing.failures import WorkFailed
from klog.client.processing.transactional_processor import TransactionalProcessor
from klog.client.producing.producer import Producer
from klog.client.retry import ClientStopped
from klog.client.service import Client
from klog.client.transactions.errors import ProducerFenced, TransactionFailed
from klog.config import ConfigError
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup
from tests.committed_values import committed_values

SETTINGS = {
    "num.partitions": "2",
    "auto.create.topics.enable": "true",
    "offsets.topic.num.partitions": "2",
    "transaction.state.log.num.partitions": "2",
    "group.initial.rebalance.delay.ms": "0",
}


def copy(message_sets: Any, transaction: Any) -> None:
    """What comes goes on."""
    for message_set in message_sets:
        transaction.send_many("out", message_set.values())


class ProcessorCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.broker = MemoryBroker(SETTINGS).start()
        self.addCleanup(self.broker.stop)
        self.reactor = self.broker.reactor
        self.until = self.reactor.until
        self.broker.create_topics({"in": 2, "out": 2})

    def make(self, work: Any = copy, **options: Any) -> TransactionalProcessor:
        where = options.pop("where", self.broker.bootstrap)
        own = {"retry_backoff_ms": 10} if isinstance(where, str) else {}
        options = {"auto_offset_reset": "earliest"} | own | options
        processor = TransactionalProcessor(self.reactor, where, "g", ["in"], work, **options)
        self.addCleanup(lambda: self.until(processor.stopService()))
        return processor

    def put(self, *numbers: int) -> None:
        for number in numbers:
            self.broker.put("in", [b"%d" % number], partition=number % 2)

    def out(self) -> list[int]:
        """The numbers that readers of committed data see."""
        return sorted(
            int(value or b"") for partition in range(2) for value in committed_values(self.broker, TopicPartition("out", partition))
        )

    def offsets(self) -> dict[TopicPartition, int]:
        """What the group has committed."""
        request = OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id="g", topics=None)])
        (answer,) = self.broker.connect().ask(request, 8).groups
        return {
            TopicPartition(topic.name, one.partition_index): one.committed_offset for topic in answer.topics for one in topic.partitions
        }

    def wait_for(self, condition: Callable[[], bool], most_seconds: float = 120) -> None:
        passed = 0.0
        while not condition():
            self.assertLess(passed, most_seconds, "it never came true")
            self.broker.advance(0.05)
            passed += 0.05

    def failed(self, processor: TransactionalProcessor, kind: type[Exception]) -> Any:
        """Why it has ended."""
        caught: list[Any] = []
        self.until(processor.when_finished().addErrback(lambda failure: caught.append(failure.value)))
        self.assertEqual([type(error) for error in caught], [kind])
        self.flushLoggedErrors()
        return caught[0]


class RoundTests(ProcessorCase):
    def test_each_once(self) -> None:
        """Results and offsets count together; what is behind the last record, too."""
        self.put(*range(10))
        processor = self.make()
        processor.startService()
        self.wait_for(lambda: len(self.out()) == 10)
        self.put(*range(10, 14))
        self.wait_for(lambda: len(self.out()) == 14)
        self.assertEqual(self.out(), list(range(14)))
        self.until(processor.stopService())
        self.assertEqual(self.offsets(), {TopicPartition("in", 0): 7, TopicPartition("in", 1): 7})
        self.assertGreaterEqual(processor.committed, 2)
        self.assertEqual(processor.aborted, 0)
        self.assertRaises(ClientStopped, processor.startService)

    def test_bounded(self) -> None:
        """A round has so many records at most, and one after the other."""
        self.put(*range(20))
        sizes: list[int] = []

        async def work(message_sets: Any, transaction: Any) -> None:
            sizes.append(sum(len(each) for each in message_sets))
            copy(message_sets, transaction)
            await transaction.room()

        self.make(work, max_records=3).startService()
        self.wait_for(lambda: len(self.out()) == 20)
        self.assertLessEqual(max(sizes), 3)

    def test_markers_in_front(self) -> None:
        """Inputs that were written within transactions end with markers, behind which the group is in the end."""
        source = Producer(self.reactor, self.broker.bootstrap, transactional_id="source")
        self.addCleanup(lambda: self.until(source.stopService()))

        async def write(values: list[bytes | None], *, abort: bool) -> None:
            transaction = source.transaction()
            await transaction.begin()
            await source.send_many("in", values, partition=0)
            await (transaction.abort() if abort else transaction.commit())

        self.until(Deferred.fromCoroutine(write([b"0", b"2"], abort=False)))
        self.until(Deferred.fromCoroutine(write([b"4"], abort=True)))
        self.make().startService()
        self.wait_for(lambda: self.offsets().get(TopicPartition("in", 0)) == 5)
        self.assertEqual(self.out(), [0, 2])

    def test_what_comes_late_does_no_harm(self) -> None:
        """What was asked outside of transactions may be done when the processor has long gone on: nothing would tell it from a new one."""
        late: list[Callable[[], Any]] = []
        commit = OffsetStore.commit

        def noted(store: OffsetStore, *asked: Any, **options: Any) -> Any:
            late.append(partial(commit, store, *asked, **options))
            return commit(store, *asked, **options)

        self.patch(OffsetStore, "commit", noted)
        source = Producer(self.reactor, self.broker.bootstrap, transactional_id="source")
        self.addCleanup(lambda: self.until(source.stopService()))

        async def write(value: bytes, *, abort: bool) -> None:
            transaction = source.transaction()
            await transaction.begin()
            await source.send("in", value, partition=0)
            await (transaction.abort() if abort else transaction.commit())

        processor = self.make()
        processor.startService()
        for number in range(4):
            self.until(Deferred.fromCoroutine(write(b"%d" % number, abort=number % 2 == 0)))
            self.wait_for(lambda number=number: self.offsets().get(TopicPartition("in", 0)) == 2 * number + 2)
        for ask in late[:1]:
            ask()
        self.until(processor.stopService())
        self.make().startService()
        self.put(5)
        self.wait_for(lambda: 5 in self.out())
        self.broker.advance(5)
        self.assertEqual(self.out(), [1, 3, 5])

    def test_a_shared_client(self) -> None:
        client = Client(self.reactor, self.broker.bootstrap)
        client.startService()
        self.addCleanup(lambda: self.until(client.stopService()))
        self.put(1, 2, 3)
        processor = self.make(where=client)
        processor.startService()
        self.wait_for(lambda: len(self.out()) == 3)
        self.until(client.stopService())
        self.until(processor.when_finished())
        self.assertIsNone(processor.failure)

    def test_async_with(self) -> None:
        self.put(1)

        async def use() -> None:
            async with self.make() as processor:
                while not processor.committed:
                    await processor.group.routing.wait_ms(50)

        self.until(Deferred.fromCoroutine(use()))
        self.assertEqual(self.out(), [1])

    def test_mistakes(self) -> None:
        for options in (
            {"isolation_level": "read_uncommitted"},
            {"auto_commit_interval_ms": 5},
            {"acks": 1},
            {"enable_idempotence": True},
            {"max_records": 0},
            {"max_attempts": 0},
            {"linger": 5},
        ):
            self.assertRaises(ConfigError, self.make, **options)
        self.assertRaises(ConfigError, self.make, None)
        client = Client(self.reactor, self.broker.bootstrap)
        self.assertRaises(ConfigError, self.make, where=client, client_id="x")
        error = self.assertRaises(ConfigError, self.make, linger_msec=5)
        self.assertIn("linger_ms", str(error))


class FailureTests(ProcessorCase):
    def test_the_work_fails(self) -> None:
        """What it sent does not count, and the same records come again."""
        self.put(*range(6))
        failures = [ZeroDivisionError("once"), ZeroDivisionError("twice")]

        async def work(message_sets: Any, transaction: Any) -> None:
            copy(message_sets, transaction)
            if failures:
                await processor.group.routing.wait_ms(20)
                raise failures.pop()

        processor = self.make(work)
        processor.startService()
        self.wait_for(lambda: len(self.out()) == 6)
        self.assertEqual((self.out(), processor.aborted), (list(range(6)), 2))

    def test_it_fails_too_often(self) -> None:
        """The processor ends; nothing counts, and others can go on where it was."""
        self.put(*range(4))

        def work(message_sets: Any, transaction: Any) -> None:
            copy(message_sets, transaction)
            raise ValueError("what is that")

        processor = self.make(work)
        processor.startService()
        error = self.failed(processor, WorkFailed)
        self.assertIn("3 times in a row, at last: ValueError: what is that", str(error))
        self.assertIsInstance(error.__cause__, ValueError)
        self.assertEqual((self.out(), self.offsets()), ([], {}))
        self.make().startService()
        self.wait_for(lambda: len(self.out()) == 4)

    def test_a_result_that_no_broker_takes(self) -> None:
        """It would fail the next time, too."""
        self.put(1)
        processor = self.make(
            lambda message_sets, transaction: transaction.send("out", b"x" * 5_000),
            max_request_bytes=2_000,
            backlog_bytes=100_000,
            batch_bytes=1_000,
        )
        processor.startService()
        error = self.failed(processor, WorkFailed)
        self.assertIsInstance(error.__cause__, TransactionFailed)
        self.assertIs(error.__cause__.code, ErrorCode.MESSAGE_TOO_LARGE)

    def test_another_of_its_name(self) -> None:
        """The older one ends for good, and does not fence the newer one."""
        old, new = self.make(transactional_id="one"), self.make(transactional_id="one")
        self.put(0, 1)
        old.startService()
        self.wait_for(lambda: len(self.out()) == 2)
        new.startService()

        def feed() -> bool:
            self.put(*(range(2) if not new.committed else ()))
            return bool(new.committed) and old.failure is not None

        self.wait_for(feed)
        self.failed(old, ProducerFenced)
        self.assertIsNone(new.failure)

    def test_too_slow(self) -> None:
        """A transaction that is open for too long is aborted by the coordinator; a new producer works on the same records."""
        self.put(*range(4))
        pauses = [30_000]

        async def work(message_sets: Any, transaction: Any) -> None:
            copy(message_sets, transaction)
            if pauses:
                await processor.group.routing.wait_ms(pauses.pop())

        processor = self.make(work, transactional_id="one", transaction_timeout_ms=5_000)
        processor.startService()
        self.wait_for(lambda: len(self.out()) == 4)
        self.assertEqual((self.out(), processor.aborted), (list(range(4)), 1))

    def test_a_timeout_that_is_not_allowed(self) -> None:
        """``transaction.max.timeout.ms`` of the brokers."""
        self.put(1)
        processor = self.make(transaction_timeout_ms=10_000_000)
        processor.startService()
        error = self.failed(processor, ProducerFenced)
        self.assertIs(error.code, ErrorCode.INVALID_TRANSACTION_TIMEOUT)

    def test_the_group_cannot_be_read(self) -> None:
        self.put(1)
        processor = self.make(auto_offset_reset="error")
        processor.startService()
        self.failed(processor, NoPosition)

    def test_connections_break(self) -> None:
        """Again and again; nothing is lost or doubled."""
        processor = self.make()
        processor.startService()
        for number in range(30):
            self.put(number)
            self.broker.advance(0.07)
            if number % 3 == 0:
                self.reactor.cut()
        self.wait_for(lambda: len(self.out()) >= 30)
        self.broker.advance(5)
        self.assertEqual(self.out(), list(range(30)))

    def test_the_broker_dies(self) -> None:
        """In the midst of work, and comes back."""
        self.put(*range(8))
        kills = [1, 2]

        async def work(message_sets: Any, transaction: Any) -> None:
            copy(message_sets, transaction)
            if kills:
                kills.pop()
                await processor.producer.flush()
                self.reactor.callLater(0, self.restart)
                await processor.group.routing.wait_ms(200)

        processor = self.make(work)
        processor.startService()
        self.wait_for(lambda: len(self.out()) == 8, 300)
        self.broker.advance(5)
        self.assertEqual(self.out(), list(range(8)))

    def restart(self) -> None:
        self.broker.kill()
        self.broker.start()


class RebalanceTests(ProcessorCase):
    def test_work_under_way_is_finished_first(self) -> None:
        """A second member comes in the midst of a round: the round commits, and nothing is done twice."""
        self.finish_first()

    def test_where_partitions_stay(self) -> None:
        """The same where only what moves is given up."""
        self.finish_first(assignors=["cooperative-sticky"])

    def test_where_the_broker_assigns(self) -> None:
        """The same by the protocol of KIP-848."""
        self.finish_first(group_protocol="consumer")

    def finish_first(self, **options: Any) -> None:
        """See the tests."""
        self.put(*range(10))
        held: Deferred[None] = Deferred()

        async def slow(message_sets: Any, transaction: Any) -> None:
            copy(message_sets, transaction)
            if not held.called:
                await held

        first, second = self.make(slow, **options), self.make(**options)
        first.startService()
        self.wait_for(lambda: first._working is not None)
        second.startService()
        self.broker.advance(5)
        self.assertEqual(self.out(), [])
        held.callback(None)
        self.wait_for(lambda: len(self.out()) == 10)
        self.put(*range(10, 20))
        self.wait_for(lambda: len(self.out()) >= 20 and bool(second.committed))
        self.assertEqual(self.out(), list(range(20)))
        self.assertEqual((first.aborted, second.aborted), (0, 0))

    def test_what_is_lost_is_not_finished(self) -> None:
        """The group thinks the first member dead: its work is cancelled, and the second one does it."""
        self.put(*range(10))
        cancelled: list[None] = []

        async def stuck(message_sets: Any, transaction: Any) -> None:
            copy(message_sets, transaction)
            await Deferred(lambda _: cancelled.append(None))

        first, second = self.make(stuck), self.make()
        first.startService()
        self.wait_for(lambda: first._working is not None)
        second.startService()
        # Heartbeats of the first one do not arrive any more; it hears of it when they do again.
        membership: Any = first.group.membership
        membership._forget_generation(keep_id=False)
        membership.dropped = True
        membership.rejoin("the test has it dropped")
        self.wait_for(lambda: bool(cancelled))
        first._work = copy
        self.wait_for(lambda: len(self.out()) >= 10)
        self.broker.advance(5)
        self.assertEqual(self.out(), list(range(10)))
        self.assertEqual(first.aborted, 1)


class StopTests(ProcessorCase):
    def test_the_round_is_finished(self) -> None:
        self.put(*range(6))
        held: Deferred[None] = Deferred()

        async def work(message_sets: Any, transaction: Any) -> None:
            copy(message_sets, transaction)
            await held

        processor = self.make(work)
        processor.startService()
        self.wait_for(lambda: processor._working is not None)
        stopping = processor.stopService()
        self.broker.advance(3)
        self.assertNoResult(stopping)
        held.callback(None)
        self.until(stopping)
        self.until(processor.when_finished())
        self.assertEqual(self.out(), list(range(6)))

    def test_it_takes_too_long(self) -> None:
        """It is cancelled and aborted; who comes next does all of it."""
        self.put(*range(6))

        async def work(message_sets: Any, transaction: Any) -> None:
            copy(message_sets, transaction)
            await Deferred()

        processor = self.make(work, stop_timeout_ms=2_000)
        processor.startService()
        self.wait_for(lambda: processor._working is not None)
        self.until(processor.stopService())
        self.assertEqual((self.out(), self.offsets()), ([], {}))
        self.make().startService()
        self.wait_for(lambda: len(self.out()) == 6)
        self.broker.advance(3)
        self.assertEqual(self.out(), list(range(6)))

    def test_while_nothing_comes(self) -> None:
        """At once; also twice, and without a start."""
        processor = self.make()
        processor.startService()
        self.broker.advance(3)
        self.until(processor.stopService())
        self.until(processor.stopService())
        self.until(self.make().stopService())

    def test_while_nobody_answers(self) -> None:
        """The broker is away."""
        self.put(1)
        processor = self.make(stop_timeout_ms=1_000, request_timeout_ms=1_000)
        processor.startService()
        self.wait_for(lambda: processor.committed > 0)
        self.broker.kill()
        self.until(processor.stopService())
        self.broker.start()


class SendOffsetsTests(ProcessorCase):
    """The same by hand: `Transaction.send_offsets` refuses what went to others meanwhile."""

    def test_partitions_that_went(self) -> None:
        """Nobody waits for the user in a rebalance here; what it then sends must not count, though it is a member again."""
        self.put(*range(6))
        producer = Producer(self.reactor, self.broker.bootstrap, transactional_id="x")
        group = ConsumerGroup(self.reactor, self.broker.bootstrap, "g", ["in"], auto_offset_reset="earliest", auto_commit_interval_ms=None)
        for client in (group, producer):
            self.addCleanup(lambda client=client: self.until(client.stopService()))
        refused: list[TransactionFailed] = []

        async def use() -> None:
            message_sets = await group.poll(timeout_ms=60_000)
            group.rejoin("the test wants it")
            await group.routing.wait_ms(3_000)
            self.assertTrue(group.identity.is_member)
            for _ in range(2):
                try:
                    async with producer.transaction() as transaction:
                        copy(message_sets, transaction)
                        await transaction.send_offsets(group)
                except TransactionFailed as error:
                    refused.append(error)
            await group.rewind()
            message_sets = await group.poll(timeout_ms=60_000)
            async with producer.transaction() as transaction:
                copy(message_sets, transaction)
                await transaction.send_offsets(group)

        self.until(Deferred.fromCoroutine(use()))
        self.assertEqual(len(refused), 2)
        self.assertIn("went to others while their records were worked on", str(refused[0]))
        out = self.out()
        self.assertEqual(out, sorted(set(out)))
        self.assertEqual(sum(self.offsets().values()), len(out))
