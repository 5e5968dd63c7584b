"""InitProducerId (key 22): a producer id to write idempotently with.

Versions 0 to 6: 2 is flexible; 3 lets a producer raise its own epoch (KIP-360); 4 tells PRODUCER_FENCED apart; 5 belongs to transactions
(KIP-890); 6 two-phase commit (KIP-939), which Kafka 4.3.1 marks unstable.
"""

from __future__ import annotations

from klog.wire.schema import Message, boolean, int16, int32, int64, string


class InitProducerIdRequest(Message, key=22, versions="0-6", flexible="2+", unstable="6"):
    """What the client asks."""

    transactional_id: str | None = string("0+", nullable="0+")
    transaction_timeout_ms: int = int32("0+")
    producer_id: int = int64("3+", default=-1)
    producer_epoch: int = int16("3+", default=-1)
    enable2_pc: bool = boolean("6+")
    keep_prepared_txn: bool = boolean("6+")


class InitProducerIdResponse(Message, answers=InitProducerIdRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+", ignorable=True)
    error_code: int = int16("0+")
    producer_id: int = int64("0+", default=-1)
    producer_epoch: int = int16("0+")
    ongoing_txn_producer_id: int = int64("6+", default=-1)
    ongoing_txn_producer_epoch: int = int16("6+", default=-1)
