"""One partition of ``__transaction_state``."""

from __future__ import annotations

from typing import Any

from klog.broker.coordinators.shard import ShardState
from klog.broker.transactions.shard import TransactionShard
from klog.broker.transactions.transaction import Transaction
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0 = TopicPartition("t", 0)


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
            epochs.append(self.log(T0).active_producers()[0].coordinator_epoch)
            self.broker.fail()
            self.broker.start()
            self.client = self.broker.connect()
        self.assertLess(epochs[0], epochs[1])
