"""What the records of ``__transaction_state`` hold: of each transactional id its producer, and the transaction that is open or was last.

How such records are written, ``klog.wire.coordinator_records`` says. Version 0 of the value is that of all Kafkas up to 3.9; version 1 is
flexible and says in tagged fields what the second version of transactions adds (KIP-890): the ids before and behind an epoch that ran
out, and by which version the client speaks. Kafka writes the version that the level of ``transaction.version`` asks for: 0, or 1 from level
1 on.

`transaction_partitions` is null where no transaction has been begun since the producer was initialised, and empty where one is complete.

Source: ``TransactionLog.java``, ``TransactionLogValue.json``.
"""

from __future__ import annotations

from typing import ClassVar

from klog.wire.coordinator_records import RecordKinds
from klog.wire.schema import Kind, Message, RecordKey, Struct, array, int8, int16, int32, int64, string

#: What tools call the states, by the numbers that stand in the log (``TransactionState.java``); the last two never stand there.
STATES = ("Empty", "Ongoing", "PrepareCommit", "PrepareAbort", "CompleteCommit", "CompleteAbort")
STATE_NAMES = (*STATES, "Dead", "PrepareEpochFence")


class PartitionsSchema(Struct):
    """One topic's partitions in the transaction."""

    topic: str = string("0+")
    partition_ids: list[int] = array(Kind.INT32, "0+")


class TransactionLogValue(Message, versions="0-1", flexible="1+"):
    """One transactional id; times in milliseconds since 1970, -1 where no transaction has begun."""

    producer_id: int = int64("0+")
    previous_producer_id: int = int64("1+", default=-1, tag=0, tagged="1+")
    next_producer_id: int = int64("1+", default=-1, tag=1, tagged="1+")
    producer_epoch: int = int16("0+")
    next_producer_epoch: int = int16("1+", default=-1, tag=3, tagged="1+")
    transaction_timeout_ms: int = int32("0+")
    transaction_status: int = int8("0+")
    transaction_partitions: list[PartitionsSchema] | None = array(PartitionsSchema, "0+", nullable="0+")
    transaction_last_update_timestamp_ms: int = int64("0+")
    transaction_start_timestamp_ms: int = int64("0+")
    client_transaction_version: int = int16("1+", default=0, tag=2, tagged="1+")


class TransactionLogKey(RecordKey, versions="0"):
    """One transactional id."""

    kind: ClassVar[int] = 0
    value_type: ClassVar[type[Message]] = TransactionLogValue

    transactional_id: str = string("0")


#: The only kind that there is.
TRANSACTION_RECORDS = RecordKinds(TransactionLogKey)
