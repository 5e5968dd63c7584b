"""ControlledShutdown (key 7): a broker that is about to stop asks the controller to move what it leads.

Versions 0 to 3: 0 has a header without a client id; 2 has the broker's epoch (KIP-380); 3 is flexible. Only with ZooKeeper: Apache Kafka 4
has none of it.
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, int16, int32, int64, string


class ControlledShutdownRequest(Message, key=7, versions="0-3", flexible="3+"):
    """What the broker asks."""

    broker_id: int = int32("0+")
    broker_epoch: int = int64("2+", default=-1, ignorable=True)


class RemainingPartition(Struct):
    """A partition that the broker still leads."""

    topic_name: str = string("0+")
    partition_index: int = int32("0+")


class ControlledShutdownResponse(Message, answers=ControlledShutdownRequest):
    """What the controller answers."""

    error_code: int = int16("0+")
    remaining_partitions: list[RemainingPartition] = array(RemainingPartition, "0+")
