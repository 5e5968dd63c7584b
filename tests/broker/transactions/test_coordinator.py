"""The coordinator of a whole broker: transactions begin, end and are found again."""

from __future__ import annotations

from unittest import mock

from twisted.internet.defer import fail

from klog.broker.coordinators.shard import ShardState
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.storage.segments.txn_index import AbortedTxn
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0, T1, U0 = TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("u", 0)


class CoordinatorTests(TransactionTestCase):
    """By both versions."""

    def test_second_version(self) -> None:
        """Partitions are added by writing to them; each end raises the epoch."""
        producer = Producer(self)
        self.assertEqual(producer.begin(), ErrorCode.NONE)
        for number in range(3):
            self.assertEqual((producer.produce(T0), producer.produce(U0)), (ErrorCode.NONE, ErrorCode.NONE))
            self.assertEqual(self.stable(T0), (number * 2, number * 2 + 1))
            self.assertEqual(self.known().state.name, "ONGOING")
            self.assertEqual(producer.end(commit=number != 1), ErrorCode.NONE)
            self.assertEqual((self.known().epoch, producer.epoch), (number + 1, number + 1))
            self.assertEqual(self.stable(T0), (number * 2 + 2, number * 2 + 2))
        self.assertEqual(self.log(U0).aborted_transactions(0, 6), [AbortedTxn(producer.producer_id, 2, 3, 4)])

    def test_first_version(self) -> None:
        """Partitions are announced; the epoch stays, and sequences go on."""
        producer = Producer(self, version=1)
        producer.begin()
        self.assertEqual(producer.produce(T0, sequence=0), ErrorCode.TRANSACTION_ABORTABLE)
        for _ in range(3):
            self.assertEqual(producer.add(T0, U0), [ErrorCode.NONE] * 2)
            self.assertEqual((producer.produce(T0), producer.produce(T0)), (ErrorCode.NONE, ErrorCode.NONE))
            self.assertEqual(producer.end(), ErrorCode.NONE)
        self.assertEqual((self.known().epoch, self.stable(T0), self.stable(U0)), (0, (9, 9), (3, 3)))

    def test_a_second_instance_fences_the_first(self) -> None:
        """What the first has open is aborted; it can do nothing more, and one epoch was used for the fence."""
        first, second = Producer(self), Producer(self)
        first.begin()
        first.produce(T0)
        self.assertEqual(second.begin(), ErrorCode.CONCURRENT_TRANSACTIONS)
        self.assertEqual((self.known().state.name, self.known().epoch), ("COMPLETE_ABORT", 1))
        self.assertEqual(second.begin(), ErrorCode.NONE)
        self.assertEqual(second.epoch, 2)
        self.assertEqual(first.produce(T0), ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(first.produce(T1), ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(first.end(), ErrorCode.PRODUCER_FENCED)
        self.assertEqual(self.stable(T0), (2, 2))

    def test_timeouts(self) -> None:
        """A transaction that is open for too long is aborted, and its producer fenced."""
        producer = Producer(self)
        producer.begin(timeout_ms=5000)
        producer.produce(T0)
        self.broker.advance(5.0)
        self.assertEqual(self.stable(T0), (0, 1))
        self.broker.advance(12.0)
        self.assertEqual((self.known().state.name, self.stable(T0)), ("COMPLETE_ABORT", (2, 2)))
        self.assertEqual(producer.produce(T0), ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(producer.end(), ErrorCode.INVALID_TXN_STATE, "it was aborted")
        self.assertEqual(producer.end(commit=False), ErrorCode.NONE, "and goes on when it knows")
        self.assertEqual((producer.produce(T0), producer.end()), (ErrorCode.NONE, ErrorCode.NONE))

    def test_too_long_a_timeout(self) -> None:
        for timeout_ms in (0, -1, 60_001):
            self.assertEqual(Producer(self).begin(timeout_ms=timeout_ms), ErrorCode.INVALID_TRANSACTION_TIMEOUT)

    def test_no_producer_id_can_be_had_now(self) -> None:
        """Producers ask again (KAFKA-14417)."""
        coordination = self.transactions.coordinator.environment.coordination
        for code in (ErrorCode.REQUEST_TIMED_OUT, ErrorCode.KAFKA_STORAGE_ERROR, ErrorCode.BROKER_NOT_AVAILABLE):
            with mock.patch.object(coordination, "next_producer_id", lambda code=code: fail(KlogError(code))):
                self.assertEqual(Producer(self).begin(), ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
        self.assertEqual(Producer(self).begin(), ErrorCode.NONE)

    def test_found_again(self) -> None:
        """Open, complete and empty ids, after a stop and after a crash."""
        opened, complete, empty = Producer(self, "a"), Producer(self, "b"), Producer(self, "c")
        for producer in (opened, complete, empty):
            producer.begin()
        opened.produce(T0)
        complete.produce(T1)
        complete.end()
        before = {name: self.known(name)._replace(last_epoch=-1) for name in "abc"}
        self.restart()
        self.assertEqual({name: self.known(name) for name in "abc"}, before)
        self.assertEqual((opened.produce(T0), opened.end()), (ErrorCode.NONE, ErrorCode.NONE))
        self.assertEqual(self.stable(T0), (3, 3))
        self.assertEqual((complete.produce(T1), complete.end(commit=False)), (ErrorCode.NONE, ErrorCode.NONE))

    def test_who_coordinates(self) -> None:
        request = FindCoordinatorRequest(key_type=1, coordinator_keys=["x", "y"])
        found = self.ask(request, 6).coordinators
        self.assertEqual([(one.key, one.error_code, one.node_id) for one in found], [("x", 0, 1), ("y", 0, 1)])

    def test_nobody_knows_the_id(self) -> None:
        producer = Producer(self)
        producer.producer_id, producer.epoch = 5, 0
        self.assertEqual(producer.end(), ErrorCode.INVALID_PRODUCER_ID_MAPPING)
        self.assertEqual(producer.produce(T0), ErrorCode.INVALID_PRODUCER_ID_MAPPING)
        self.assertEqual(producer.add(T0), [ErrorCode.INVALID_PRODUCER_ID_MAPPING])

    def test_a_producer_goes_on(self) -> None:
        """By its id and epoch, after an error (KIP-360)."""
        producer = Producer(self)
        producer.begin()
        self.assertEqual(producer.begin(keep=True), ErrorCode.NONE)
        self.assertEqual(producer.epoch, 1)
        other = Producer(self)
        other.begin()
        self.assertEqual(producer.begin(keep=True), ErrorCode.PRODUCER_FENCED)

    def test_metrics(self) -> None:
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        values = {one.name: one.value for one in self.broker.broker.metrics}
        self.assertEqual((values["transactions.ids.count"], values["transactions.open.count"]), (1, 1))

    def test_a_deleted_topic_is_struck_off(self) -> None:
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        producer.produce(U0)
        self.ask(DeleteTopicsRequest(topic_names=["t"], timeout_ms=1000), 5)
        self.assertEqual(producer.end(), ErrorCode.NONE)
        self.assertEqual((self.known().state.name, self.stable(U0)), ("COMPLETE_COMMIT", (2, 2)))

    def test_a_topic_that_is_made_again(self) -> None:
        """Smaller: the partition that is no more is left out; and nothing of the old one's transaction begins one in the new one that
        nobody ends."""
        producer = Producer(self)
        producer.begin()
        self.assertEqual((producer.produce(T0), producer.produce(T1)), (ErrorCode.NONE,) * 2)
        self.ask(DeleteTopicsRequest(topic_names=["t"], timeout_ms=1000), 5)
        topic = CreatableTopic(name="t", num_partitions=1, replication_factor=1)
        self.ask(CreateTopicsRequest(topics=[topic], timeout_ms=1000), 5)
        self.assertEqual(producer.produce(T0), ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        self.assertEqual(producer.end(), ErrorCode.NONE)
        self.broker.advance(1)
        self.assertEqual((self.known().state.name, self.stable(T0)), ("COMPLETE_COMMIT", (1, 1)))
        self.assertEqual((producer.produce(T0), producer.end()), (ErrorCode.NONE,) * 2)
        self.assertEqual(self.stable(T0), (3, 3))

    def test_while_it_loads(self) -> None:
        """Whoever asks is told to come again, in words that it knows; what is open in a partition goes on there."""
        loads = ErrorCode.COORDINATOR_LOAD_IN_PROGRESS
        for version in (1, 2):
            producer = Producer(self, f"x{version}", version=version)
            producer.begin()
            if version == 1:
                producer.add(T0)
            producer.produce(T0)
            shard = self.transactions.coordinator.shard(producer.transactional_id)
            shard.state = ShardState.LOADING
            self.assertEqual(Producer(self, producer.transactional_id).begin(), loads)
            self.assertEqual((producer.add(T1), producer.add_offsets("g"), producer.end()), ([loads], loads, loads))
            self.assertEqual((producer.produce(T0), producer.produce(T1, sequence=0)), (ErrorCode.NONE, ErrorCode.NOT_ENOUGH_REPLICAS))
            self.assertEqual(producer.commit_offset("g", T0, version), ErrorCode.COORDINATOR_NOT_AVAILABLE)
            self.broker.advance(15)
            shard.state = ShardState.ACTIVE
            if version == 1:
                self.assertEqual((producer.add(T1), producer.add_offsets("g")), ([ErrorCode.NONE], ErrorCode.NONE))
            done = producer.produce(T1), producer.commit_offset("g", T0, version), producer.end()
            self.assertEqual(done, (ErrorCode.NONE,) * 3)
            self.assertEqual(self.known(producer.transactional_id).state.name, "COMPLETE_COMMIT")
            self.assertEqual((self.offset("g", T0), *self.stable(T0)), (version, 3 * version, 3 * version))


class ExpiryTests(TransactionTestCase):
    """Ids that nobody uses."""

    settings = {"transactional.id.expiration.ms": "60000", "transaction.remove.expired.transaction.cleanup.interval.ms": "10000"}

    def test_forgotten(self) -> None:
        """Its producer begins anew, with another producer id."""
        producer, opened = Producer(self), Producer(self, "y")
        producer.begin()
        producer.produce(T0)
        producer.end()
        opened.begin()
        opened.produce(T1)
        self.broker.advance(55)
        self.assertEqual(self.known().epoch, 1)
        self.broker.advance(20)
        self.assertEqual(producer.end(), ErrorCode.INVALID_PRODUCER_ID_MAPPING)
        self.assertEqual(self.known("y").state.name, "COMPLETE_ABORT", "it was in use until it timed out")
        before = producer.producer_id
        self.assertEqual(producer.begin(), ErrorCode.NONE)
        self.assertNotEqual(producer.producer_id, before)
        self.restart()
        self.assertEqual(self.known().producer_id, producer.producer_id)


class FlushRuleTests(TransactionTestCase):
    """Nothing is told, and no marker sent, before what it rests on is on the disk."""

    settings = {"log.flush.interval.messages": "1", "klog.flush.max.wait.ms": "0"}

    def test_a_decision_is_durable_before_its_markers(self) -> None:
        producer = Producer(self)
        producer.begin()
        self.assertEqual(producer.produce(T0), ErrorCode.NONE)
        self.broker.hold_threads = True
        self.client.send((producer.end_request(), 5))
        self.broker.advance(0.5)
        self.assertEqual((self.known().state.name, self.log(T0).end_offset), ("PREPARE_COMMIT", 1))
        self.broker.hold_threads = False
        self.broker.run_threads()
        self.broker.advance(1.0)
        self.assertEqual((self.known().state.name, self.stable(T0)), ("COMPLETE_COMMIT", (2, 2)))

    def test_a_crash_between_decision_and_markers(self) -> None:
        """The next coordinator sends them."""
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        coordinator = self.transactions.coordinator
        self.patch(coordinator.markers, "send", lambda marker, partitions, completed: _Never())
        producer.end()
        self.assertEqual((self.known().state.name, self.stable(T0)), ("PREPARE_COMMIT", (0, 1)))
        self.restart()
        self.broker.advance(1.0)
        self.assertEqual((self.known().state.name, self.stable(T0)), ("COMPLETE_COMMIT", (2, 2)))


class _Never:
    has_ended = False

    def cancel(self) -> None:
        pass
