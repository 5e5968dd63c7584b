"""One transactional id: in the log, and packed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.transactions.states import AT_REST, TransactionState
from klog.broker.transactions.transaction import MAX_EPOCH, Transaction, by_topic
from klog.model import TopicPartition
from klog.wire.coordinator_records import decode_value, encode_value
from klog.wire.primitives import WireError
from klog.wire.transaction_records import PartitionsSchema, TransactionLogKey, TransactionLogValue

IDS = st.integers(-1, 2**40)
TRANSACTIONS = st.builds(
    Transaction,
    producer_id=st.integers(0, 2**40),
    epoch=st.integers(0, MAX_EPOCH),
    timeout_ms=st.integers(1, 2**31 - 1),
    state=st.sampled_from(TransactionState),
    update_ms=st.integers(0, 2**42),
    last_epoch=st.integers(-1, MAX_EPOCH),
    previous_producer_id=IDS,
    next_producer_id=IDS,
    partitions=st.frozensets(st.builds(TopicPartition, st.sampled_from(["t", "u"]), st.integers(0, 5))),
    start_ms=st.integers(-1, 2**42),
    client_version=st.sampled_from([0, 2]),
)


class TransactionTests(SynchronousTestCase):
    """There and back."""

    @given(TRANSACTIONS)
    @settings(deadline=None, max_examples=100)
    def test_in_the_log(self, known: Transaction) -> None:
        """All but the last epoch, and in version 0 what the second version of transactions adds."""
        if known.state is TransactionState.EMPTY:
            known = known._replace(partitions=frozenset())
        for version in (0, 1):
            read = decode_value(TransactionLogKey, encode_value(known.to_value(version), version))
            assert isinstance(read, TransactionLogValue)
            expected = known._replace(last_epoch=-1)
            if version == 0:
                expected = expected._replace(previous_producer_id=-1, next_producer_id=-1, client_version=0)
            self.assertEqual(Transaction.from_value(read), expected)

    @given(TRANSACTIONS)
    @settings(deadline=None, max_examples=100)
    def test_packed(self, known: Transaction) -> None:
        known = known._replace(partitions=frozenset(), next_producer_id=-1)
        self.assertEqual(Transaction.unpack(known.pack()), known)
        self.assertLess(len(known.pack()), 64)

    def test_partitions_in_the_log(self) -> None:
        """None was begun: null; none is left: empty, as Kafka writes them."""
        known = Transaction(1, 0, 1000, TransactionState.EMPTY, 5)
        self.assertIsNone(known.to_value(1).transaction_partitions)
        self.assertEqual(known._replace(state=TransactionState.COMPLETE_ABORT).to_value(1).transaction_partitions, [])

    def test_a_state_that_is_none(self) -> None:
        self.assertRaises(WireError, Transaction.from_value, TransactionLogValue(transaction_status=9, transaction_partitions=None))

    def test_exhausted(self) -> None:
        known = Transaction(1, MAX_EPOCH - 2, 1000, TransactionState.EMPTY, 5)
        self.assertEqual([known._replace(epoch=MAX_EPOCH - less).is_exhausted for less in (2, 1, 0)], [False, True, True])
        self.assertEqual({state for state in TransactionState if known._replace(state=state).is_at_rest}, AT_REST)

    def test_by_topic(self) -> None:
        partitions = [TopicPartition("u", 1), TopicPartition("t", 3), TopicPartition("t", 1)]
        self.assertEqual(
            by_topic(partitions), [PartitionsSchema(topic="t", partition_ids=[1, 3]), PartitionsSchema(topic="u", partition_ids=[1])]
        )
