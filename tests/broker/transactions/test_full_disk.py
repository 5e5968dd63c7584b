"""A full disk at coordinator, leader and group: the right error, nothing torn, and all goes on when there is room."""

from __future__ import annotations

from collections.abc import Callable

from klog.cluster.topic_names import TRANSACTION_STATE
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.storage.log.flush_work import Flush
from klog.storage.log.log import Log
from klog.testing.filesystem import UNLIMITED_CAPACITY_BYTES
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
#: So much is left, in bytes: nothing, a part of a record, a record, and so on, until everything fits.
LEFT = range(0, 700, 45)
#: What producers are told, and try again.
AGAIN = frozenset(
    {
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ErrorCode.NOT_COORDINATOR,
        ErrorCode.NOT_ENOUGH_REPLICAS,
        ErrorCode.KAFKA_STORAGE_ERROR,
        ErrorCode.CONCURRENT_TRANSACTIONS,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
    }
)


class FullDiskTests(TransactionTestCase):
    """One disk holds everything; it is full before one request after the other."""

    settings = {"klog.reserve.bytes": "0"}

    def full_while(self, left: int, act: Callable[[], ErrorCode]) -> None:
        """With so much left it is answered with something that clients repeat, or done; with room again, it is done."""
        disk = self.broker.file_system
        disk.capacity_bytes = disk.used_bytes + left
        code = act()
        if code is not ErrorCode.NONE:
            self.assertIn(code, AGAIN, f"{left} bytes left")
        self.broker.advance(3)
        disk.capacity_bytes = UNLIMITED_CAPACITY_BYTES
        self.broker.advance(7)
        for _ in range(100):
            if code is ErrorCode.NONE:
                return
            self.assertIn(code, AGAIN, f"{left} bytes left")
            self.broker.advance(0.1)
            code = act()
        self.fail(f"{left} bytes left: it goes on with {code.name}")

    def transact(self, full: str, left: int, version: int) -> None:
        """A transaction, while the disk is full for one of its steps."""
        producer = Producer(self, f"{full} {left} {version}", version=version)
        ends = [self.log(partition).end_offset for partition in (T0, T1)]
        steps: dict[str, Callable[[], ErrorCode]] = {
            "begin": producer.begin,
            "add": lambda: producer.add(T0)[0] if version == 1 else ErrorCode.NONE,
            "produce": lambda: producer.produce(T0, sequence=0),
            "add another": lambda: producer.add(T1)[0] if version == 1 else ErrorCode.NONE,
            "produce more": lambda: producer.produce(T1, sequence=0),
            "add offsets": lambda: producer.add_offsets("g") if version == 1 else ErrorCode.NONE,
            "offsets": lambda: producer.commit_offset("g", T0, left),
            "end": producer.end,
        }
        for name, act in steps.items():
            if name == full:
                self.full_while(left, act)
            else:
                self.assertEqual(act(), ErrorCode.NONE, name)
        self.broker.advance(3)
        self.assertEqual(self.known(producer.transactional_id).state.name, "COMPLETE_COMMIT")
        for partition, end in zip((T0, T1), ends, strict=True):
            stable, now = self.stable(partition)
            self.assertEqual(stable, now)
            self.assertGreaterEqual(now, end + 2)
            self.assertEqual(self.log(partition).aborted_transactions(end, now), [])
        self.assertEqual(self.offset("g", T0), left)

    def test_every_step(self) -> None:
        """With every amount that is left, by both versions."""
        for full in ("begin", "add", "produce", "add another", "produce more", "add offsets", "offsets", "end"):
            for left in LEFT:
                for version in (1, 2):
                    self.transact(full, left, version)

    def test_found_again(self) -> None:
        """What was torn off at the end of a full disk is not there after a restart."""
        for left in LEFT:
            producer = Producer(self, f"restart {left}")
            producer.begin()
            producer.produce(T0)
            producer.produce(T1)
            disk = self.broker.file_system
            disk.capacity_bytes = disk.used_bytes + left
            code = producer.end()
            disk.capacity_bytes = UNLIMITED_CAPACITY_BYTES
            self.broker.kill()
            self.broker.start()
            self.client = self.broker.connect()
            self.broker.advance(3)
            if code is not ErrorCode.NONE:
                self.assertIn(code, AGAIN)
                self.assertEqual(producer.end(), ErrorCode.NONE)
            self.broker.advance(3)
            self.assertEqual(self.known(producer.transactional_id).state.name, "COMPLETE_COMMIT")
            self.assertEqual([self.log(one).last_stable_offset for one in (T0, T1)], [self.log(one).end_offset for one in (T0, T1)])


class FlushRuleTests(TransactionTestCase):
    """What is decided counts when it is flushed, and for a while nothing can be."""

    settings = {"log.flush.interval.messages": "1"}

    def test_a_decision_whose_flush_is_refused_for_a_while(self) -> None:
        """It is flushed in the end, and then its markers are sent: nobody else would send them."""
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        prepare_flush, is_full = Log.prepare_flush, True

        def refuse(log: Log, *, rolled_only: bool = False) -> Flush | None:
            if is_full and log.topic_partition.topic == TRANSACTION_STATE:
                return None
            return prepare_flush(log, rolled_only=rolled_only)

        self.patch(Log, "prepare_flush", refuse)
        self.assertIn(producer.end(), AGAIN)
        # The flush is tried again, and refused again.
        self.broker.advance(3)
        is_full = False
        self.broker.advance(5)
        self.assertEqual((self.known().state.name, self.stable(T0)), ("COMPLETE_COMMIT", (2, 2)))
        self.assertEqual(producer.end(), ErrorCode.NONE)
