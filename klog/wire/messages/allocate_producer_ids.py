"""AllocateProducerIds (key 67): a broker asks the controller for a block of producer ids (KIP-730).

Version 0, flexible.
"""

from __future__ import annotations

from klog.wire.schema import Message, int16, int32, int64


class AllocateProducerIdsRequest(Message, key=67, versions="0", flexible="0+"):
    """What the broker asks."""

    broker_id: int = int32("0+")
    broker_epoch: int = int64("0+", default=-1)


class AllocateProducerIdsResponse(Message, answers=AllocateProducerIdsRequest):
    """What the controller answers: the first id, and how many follow each other."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
    producer_id_start: int = int64("0+")
    producer_id_len: int = int32("0+")
