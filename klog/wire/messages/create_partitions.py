"""CreatePartitions (key 37): raises the number of partitions.

Versions 0 to 3: 1 throttles after the answer; 2 is flexible; 3 may answer with a quota error.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int16, int32, string


class CreatePartitionsAssignment(Struct):
    """The brokers of one new partition."""

    broker_ids: list[int] = array(Kind.INT32, "0+")


class CreatePartitionsTopic(Struct):
    """One topic; `count` is the number of all its partitions afterwards."""

    name: str = string("0+")
    count: int = int32("0+")
    assignments: list[CreatePartitionsAssignment] | None = array(CreatePartitionsAssignment, "0+", nullable="0+")


class CreatePartitionsRequest(Message, key=37, versions="0-3", flexible="2+"):
    """What the client asks."""

    topics: list[CreatePartitionsTopic] = array(CreatePartitionsTopic, "0+")
    timeout_ms: int = int32("0+")
    validate_only: bool = boolean("0+")


class CreatePartitionsTopicResult(Struct):
    """What became of one topic."""

    name: str = string("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+", default=None)


class CreatePartitionsResponse(Message, answers=CreatePartitionsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    results: list[CreatePartitionsTopicResult] = array(CreatePartitionsTopicResult, "0+")
