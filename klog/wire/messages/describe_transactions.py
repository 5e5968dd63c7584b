"""DescribeTransactions (key 65): the state of transactional ids (KIP-664).

Version 0, flexible.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int16, int32, int64, string


class DescribeTransactionsRequest(Message, key=65, versions="0", flexible="0+"):
    """What the client asks the transactional ids' coordinator."""

    transactional_ids: list[str] = array(Kind.STRING, "0+")


class TopicData(Struct):
    """One topic's partitions in the transaction."""

    topic: str = string("0+")
    partitions: list[int] = array(Kind.INT32, "0+")


class TransactionState(Struct):
    """One transactional id; the start time is -1 where no transaction is open."""

    error_code: int = int16("0+")
    transactional_id: str = string("0+")
    transaction_state: str = string("0+")
    transaction_timeout_ms: int = int32("0+")
    transaction_start_time_ms: int = int64("0+")
    producer_id: int = int64("0+")
    producer_epoch: int = int16("0+")
    topics: list[TopicData] = array(TopicData, "0+")


class DescribeTransactionsResponse(Message, answers=DescribeTransactionsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    transaction_states: list[TransactionState] = array(TransactionState, "0+")
