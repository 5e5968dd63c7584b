"""WriteTxnMarkers (key 27): a transaction's coordinator has its end written into the logs of all its partitions (KIP-98).

Versions 0 to 2: 1 is flexible; 2 says by which version of the protocol the transaction goes (KIP-890).
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int8, int16, int32, int64, string


class WritableTxnMarkerTopic(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partition_indexes: list[int] = array(Kind.INT32, "0+")


class WritableTxnMarker(Struct):
    """One transaction's end: committed where `transaction_result` is true, else aborted."""

    producer_id: int = int64("0+")
    producer_epoch: int = int16("0+")
    transaction_result: bool = boolean("0+")
    topics: list[WritableTxnMarkerTopic] = array(WritableTxnMarkerTopic, "0+")
    coordinator_epoch: int = int32("0+")
    transaction_version: int = int8("2+", ignorable=True)


class WriteTxnMarkersRequest(Message, key=27, versions="0-2", flexible="1+"):
    """What the coordinator asks."""

    markers: list[WritableTxnMarker] = array(WritableTxnMarker, "0+")


class WritableTxnMarkerPartitionResult(Struct):
    """What became of one partition's marker."""

    partition_index: int = int32("0+")
    error_code: int = int16("0+")


class WritableTxnMarkerTopicResult(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partitions: list[WritableTxnMarkerPartitionResult] = array(WritableTxnMarkerPartitionResult, "0+")


class WritableTxnMarkerResult(Struct):
    """One transaction's markers."""

    producer_id: int = int64("0+")
    topics: list[WritableTxnMarkerTopicResult] = array(WritableTxnMarkerTopicResult, "0+")


class WriteTxnMarkersResponse(Message, answers=WriteTxnMarkersRequest):
    """What the broker answers."""

    markers: list[WritableTxnMarkerResult] = array(WritableTxnMarkerResult, "0+")
