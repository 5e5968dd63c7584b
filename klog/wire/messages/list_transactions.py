"""ListTransactions (key 66): the transactional ids that a broker coordinates (KIP-664).

Versions 0 to 2: 1 filters by how long a transaction has been running (KIP-994); 2 by a pattern of the id (KIP-1152). All are flexible.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int16, int32, int64, string


class ListTransactionsRequest(Message, key=66, versions="0-2", flexible="0+"):
    """What the client asks; empty filters let everything through."""

    state_filters: list[str] = array(Kind.STRING, "0+")
    producer_id_filters: list[int] = array(Kind.INT64, "0+")
    duration_filter: int = int64("1+", default=-1)
    transactional_id_pattern: str | None = string("2+", nullable="2+", default=None)


class TransactionState(Struct):
    """One transactional id."""

    transactional_id: str = string("0+")
    producer_id: int = int64("0+")
    transaction_state: str = string("0+")


class ListTransactionsResponse(Message, answers=ListTransactionsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
    unknown_state_filters: list[str] = array(Kind.STRING, "0+")
    transaction_states: list[TransactionState] = array(TransactionState, "0+")
