"""AddOffsetsToTxn (key 25): a group whose offsets a transaction is about to commit (KIP-98).

Versions 0 to 4: 2 tells PRODUCER_FENCED apart; 3 is flexible; 4 tells TRANSACTION_ABORTABLE apart (KIP-890).
"""

from __future__ import annotations

from klog.wire.schema import Message, int16, int32, int64, string


class AddOffsetsToTxnRequest(Message, key=25, versions="0-4", flexible="3+"):
    """What a producer asks its coordinator."""

    transactional_id: str = string("0+")
    producer_id: int = int64("0+")
    producer_epoch: int = int16("0+")
    group_id: str = string("0+")


class AddOffsetsToTxnResponse(Message, answers=AddOffsetsToTxnRequest):
    """What the coordinator answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
