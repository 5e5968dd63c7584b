"""A machine that stopped may have taken the end of ``__transaction_state`` with it: nothing that it decided is decided once more."""

from __future__ import annotations

from unittest import mock

from klog.broker.coordinators.runtime import partition_of
from klog.broker.transactions.states import TransactionState
from klog.broker.transactions.transaction import MAX_EPOCH
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.storage.directories.start_records import read_start_record
from klog.storage.log.log import Log
from klog.storage.log.start_kind import StartKind
from klog.testing.broker import DATA_DIRECTORY
from tests.broker.transactions.setting import Producer, TransactionTestCase

_S = TransactionState
T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
NONE = ErrorCode.NONE


class DoubtCase(TransactionTestCase):
    """A broker that is alone, whose machine stops."""

    def state_log(self, transactional_id: str = "x") -> Log:
        return self.log(TopicPartition("__transaction_state", partition_of(transactional_id, 3)))

    def stop_machine(self, *, is_killed: bool = False) -> None:
        """Its power fails, and all that was not cut off by the test has reached the disk; or only the process is killed."""
        self.broker.kill()
        self.broker.boots += not is_killed
        self.broker.start()
        self.client = self.broker.connect()
        self.broker.advance(12.0)

    def begun(self, **more: int) -> Producer:
        producer = Producer(self, **more)
        self.assertEqual(producer.begin(), NONE)
        return producer

    def assert_counts(self, producer: Producer) -> None:
        """What it writes is there when it has committed."""
        ends = [self.log(partition).end_offset for partition in (T0, T1)]
        self.assertEqual((producer.produce(T0), producer.produce(T1), producer.end()), (NONE,) * 3)
        self.assertEqual([self.stable(T0), self.stable(T1)], [(end + 2, end + 2) for end in ends])


class DoubtTests(DoubtCase):
    """What it flushed is there, and some of the rest."""

    def test_a_doubt_that_has_ended_is_none_of_the_next_start(self) -> None:
        """It is written down soon."""
        self.begun()
        self.broker.kill()
        self.broker.boots += 1
        self.broker.start()
        name = self.state_log().topic_partition

        def is_doubtful() -> bool:
            record = read_start_record(self.broker.file_system, DATA_DIRECTORY)
            assert record is not None
            return name in record.doubtful

        self.assertTrue(is_doubtful())
        self.broker.advance(20.0, step=1.0)
        self.assertFalse(is_doubtful())

    def test_an_epoch_is_not_given_out_again(self) -> None:
        """The records of who got it would be taken for repetitions of others: acknowledged, committed, and not there."""
        producer = self.begun()
        end = self.state_log().end_offset
        self.assertEqual((producer.produce(T0, b"a"), producer.end(), producer.produce(T0, b"open")), (NONE,) * 3)
        self.state_log().truncate_to(end)
        self.stop_machine()
        other = self.begun()
        self.assertNotEqual(other.producer_id, producer.producer_id)
        self.assert_counts(other)

    def test_what_nobody_knows_is_not_committed_with_something_else(self) -> None:
        """Records of a lost transaction stand open in a partition to which the next one writes; who wrote them is refused."""
        producer = self.begun()
        producer.produce(T1, b"a")
        producer.end()
        end = self.state_log().end_offset
        self.assertEqual((producer.produce(T0, b"lost"), producer.commit_offset("g", T0, 5)), (NONE, NONE))
        self.state_log().truncate_to(end)
        self.stop_machine()
        self.assertEqual(self.stable(T0), (2, 2))
        self.assertEqual([one.first_offset for one in self.log(T0).aborted_transactions(0, 2)], [0])
        self.assertEqual(self.offset("g", T0), -1)
        self.assertEqual(producer.produce(T0), ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(producer.end(), ErrorCode.PRODUCER_FENCED)
        self.assert_counts(self.begun())
        self.assertEqual(self.stable(T0), (4, 4))

    def test_an_id_that_is_lost_as_a_whole(self) -> None:
        """What it had open is aborted; by either version."""
        for version in (1, 2):
            producer = Producer(self, "x", version=version)
            end = self.state_log().end_offset
            producer.begin()
            if version == 1:
                producer.add(T0)
            self.assertEqual(producer.produce(T0), NONE)
            self.state_log().truncate_to(end)
            self.stop_machine()
            self.assertEqual(*self.stable(T0))
            self.assert_counts(self.begun())

    def test_an_open_transaction(self) -> None:
        """That is known, is aborted; its producer may have lost something else."""
        producer = self.begun()
        producer.produce(T0)
        producer.produce(T1)
        self.stop_machine()
        self.assertEqual((self.known().state, self.stable(T0), self.stable(T1)), (_S.COMPLETE_ABORT, (2, 2), (2, 2)))
        self.assertEqual(producer.end(), ErrorCode.PRODUCER_FENCED)
        other = self.begun()
        self.assertNotEqual(other.producer_id, producer.producer_id)
        self.assert_counts(other)

    def test_a_decided_one(self) -> None:
        """It stays decided, and the producer's next epoch may be in use where its end was lost."""
        producer = self.begun()
        producer.produce(T0)
        producer.produce(T1)
        end = self.state_log().end_offset
        producer.end()
        self.assertEqual(producer.produce(T0, b"next"), NONE)
        self.state_log().truncate_to(end + 1)
        self.log(T1).truncate_to(1)
        self.stop_machine()
        self.assertEqual([self.stable(T0), self.stable(T1)], [(4, 4), (2, 2)])
        self.assertEqual([one.first_offset for one in self.log(T0).aborted_transactions(0, 4)], [2])
        self.assertEqual(self.log(T1).aborted_transactions(0, 2), [])
        other = self.begun()
        self.assertNotEqual(other.producer_id, producer.producer_id)
        self.assert_counts(other)

    def test_a_process_that_was_killed(self) -> None:
        """Has lost nothing: its producers go on."""
        producer = self.begun()
        producer.produce(T0)
        producer.end()
        producer.produce(T0)
        self.stop_machine(is_killed=True)
        self.assertEqual((self.known().state, self.known().epoch), (_S.ONGOING, 1))
        self.assertEqual((producer.produce(T0), producer.end()), (NONE, NONE))
        self.assertEqual(self.stable(T0), (5, 5))

    def test_what_is_given_up_stays_so(self) -> None:
        """It stands in the log; later starts doubt nothing any more."""
        producer = self.begun()
        producer.end(commit=False)
        self.stop_machine()
        self.assertEqual((self.known().state, self.known().epoch), (_S.EMPTY, MAX_EPOCH - 1))
        self.assertIs(self.state_log().start_kind, StartKind.CLEAN)
        self.restart()
        self.assertIs(self.state_log().start_kind, StartKind.CLEAN)
        self.assertEqual(self.known().epoch, MAX_EPOCH - 1)
        other = self.begun()
        self.assertNotEqual(other.producer_id, producer.producer_id)
        self.restart()
        self.assertEqual(self.known().epoch, 0)

    def test_a_log_that_takes_nothing_yet(self) -> None:
        """Nobody gets anything by what is doubted; it is tried again."""
        producer = self.begun()
        producer.produce(T0)
        self.broker.kill()
        self.broker.boots += 1

        def refuse(*_: object) -> None:
            raise KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE)

        writer = "klog.broker.coordinators.partition_writer.PartitionWriter.append_encoded"
        with mock.patch(writer, refuse):
            self.broker.start()
            self.client = self.broker.connect()
            self.broker.advance(12.0)
            self.assertEqual(producer.end(), ErrorCode.CONCURRENT_TRANSACTIONS)
            self.assertEqual(Producer(self).begin(), ErrorCode.CONCURRENT_TRANSACTIONS)
            self.assertIs(self.state_log().start_kind, StartKind.MACHINE_STOPPED)
        self.broker.advance(12.0)
        self.assertIs(self.state_log().start_kind, StartKind.CLEAN)
        self.assertEqual((self.known().state, self.stable(T0)), (_S.COMPLETE_ABORT, (2, 2)))
        self.assert_counts(self.begun())


class FlushRuleTests(DoubtCase):
    """Nothing that was acknowledged is lost, and nothing doubted."""

    settings = {"log.flush.interval.messages": "1"}

    def test_producers_go_on(self) -> None:
        producer = self.begun()
        producer.produce(T0)
        producer.end()
        self.stop_machine()
        self.assertEqual(self.known().epoch, 1)
        self.assertEqual((producer.produce(T0), producer.end()), (NONE, NONE))
