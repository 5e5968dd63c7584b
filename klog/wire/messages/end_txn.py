"""EndTxn (key 26): a transaction is to be committed or aborted (KIP-98).

Versions 0 to 5: 2 tells PRODUCER_FENCED apart; 3 is flexible; 4 tells TRANSACTION_ABORTABLE apart; 5 answers with the producer id and epoch
of the next transaction (KIP-890).
"""

from __future__ import annotations

from klog.wire.schema import Message, boolean, int16, int32, int64, string


class EndTxnRequest(Message, key=26, versions="0-5", flexible="3+"):
    """What a producer asks its coordinator; `committed` false is an abort."""

    transactional_id: str = string("0+")
    producer_id: int = int64("0+")
    producer_epoch: int = int16("0+")
    committed: bool = boolean("0+")


class EndTxnResponse(Message, answers=EndTxnRequest):
    """What the coordinator answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
    producer_id: int = int64("5+", default=-1, ignorable=True)
    producer_epoch: int = int16("5+", default=-1, ignorable=True)
