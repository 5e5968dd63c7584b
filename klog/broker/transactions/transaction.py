"""What is known of one transactional id: its producer, and the transaction that is open or was last (``TransactionMetadata.java``).

A value that does not change; each step makes the next one. `to_value` and `from_value` are how it stands in ``__transaction_state``, and
`pack` and `unpack` how one at rest is kept in memory, of which there may be a million: some 60 bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import NamedTuple

from klog.broker.transactions.states import AT_REST, TransactionState
from klog.model import TopicPartition
from klog.wire.primitives import WireError
from klog.wire.transaction_records import PartitionsSchema, TransactionLogValue

NO_PRODUCER_ID = -1
NO_EPOCH = -1
#: Kept for fencing: no client ever has it.
MAX_EPOCH = 2**15 - 1
#: A transaction with this timeout is never aborted for its time (two-phase commit, KIP-939).
NEVER_MS = 2**31 - 1

_PACKED = struct.Struct(">qqhhiBqqh")


class Transaction(NamedTuple):
    """One transactional id. Times in milliseconds since 1970.

    :ivar last_epoch: the epoch that a repeated InitProducerId, or EndTxn, may still name (KIP-360); -1 for none. Not in the log.
    :ivar previous_producer_id: the producer id before the last step.
    :ivar next_producer_id: the id that the producer has from the end of this transaction on, where its epochs are used up; else -1.
    :ivar partitions: what the open or prepared transaction was written to.
    :ivar start_ms: when it was begun; -1 where none was since the producer was initialised.
    :ivar client_version: by which ``transaction.version`` the client speaks that did the last step: 2 raises the epoch with each
        transaction.
    """

    producer_id: int
    epoch: int
    timeout_ms: int
    state: TransactionState
    update_ms: int
    last_epoch: int = NO_EPOCH
    previous_producer_id: int = NO_PRODUCER_ID
    next_producer_id: int = NO_PRODUCER_ID
    partitions: frozenset[TopicPartition] = frozenset()
    start_ms: int = -1
    client_version: int = 0

    @property
    def is_exhausted(self) -> bool:
        """Whether the producer id has no epoch left that a client may get."""
        return self.epoch >= MAX_EPOCH - 1

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is under way."""
        return self.state in AT_REST

    def to_value(self, version: int) -> TransactionLogValue:
        """As it stands in the log, in that version of the value: 0 has no place for what the second version of transactions adds."""
        partitions = None if self.state is TransactionState.EMPTY else by_topic(self.partitions)
        value = TransactionLogValue(
            producer_id=self.producer_id,
            producer_epoch=self.epoch,
            transaction_timeout_ms=self.timeout_ms,
            transaction_status=self.state,
            transaction_partitions=partitions,
            transaction_last_update_timestamp_ms=self.update_ms,
            transaction_start_timestamp_ms=self.start_ms,
        )
        if version >= 1:
            value.previous_producer_id = self.previous_producer_id
            value.next_producer_id = self.next_producer_id
            value.client_transaction_version = self.client_version
        return value

    @classmethod
    def from_value(cls, value: TransactionLogValue) -> Transaction:
        """What the log says. Raises WireError for a state that is none."""
        try:
            state = TransactionState(value.transaction_status)
        except ValueError:
            raise WireError(f"no transaction has the state {value.transaction_status}") from None
        return cls(
            value.producer_id,
            value.producer_epoch,
            value.transaction_timeout_ms,
            state,
            value.transaction_last_update_timestamp_ms,
            NO_EPOCH,
            value.previous_producer_id,
            value.next_producer_id,
            frozenset(
                TopicPartition(topic.topic, partition) for topic in value.transaction_partitions or () for partition in topic.partition_ids
            ),
            value.transaction_start_timestamp_ms,
            value.client_transaction_version,
        )

    def pack(self) -> bytes:
        """A transactional id at rest, in few bytes."""
        return _PACKED.pack(
            self.producer_id,
            self.previous_producer_id,
            self.epoch,
            self.last_epoch,
            self.timeout_ms,
            self.state,
            self.update_ms,
            self.start_ms,
            self.client_version,
        )

    @classmethod
    def unpack(cls, packed: bytes) -> Transaction:
        """The reverse of `pack`."""
        producer_id, previous, epoch, last_epoch, timeout_ms, state, update_ms, start_ms, version = _PACKED.unpack(packed)
        return cls(
            producer_id,
            epoch,
            timeout_ms,
            TransactionState(state),
            update_ms,
            last_epoch,
            previous,
            NO_PRODUCER_ID,
            frozenset(),
            start_ms,
            version,
        )


def by_topic(partitions: Iterable[TopicPartition]) -> list[PartitionsSchema]:
    """Partitions as the log has them, in order."""
    topics: dict[str, list[int]] = {}
    for topic, partition in partitions:
        topics.setdefault(topic, []).append(partition)
    # To sort numbers, and names once each, takes half the time that sorting pairs does.
    return [PartitionsSchema(topic=topic, partition_ids=sorted(topics[topic])) for topic in sorted(topics)]
