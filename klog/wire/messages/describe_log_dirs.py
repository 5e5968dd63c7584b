"""DescribeLogDirs (key 35): sizes of partitions and volumes by data directory.

Versions 0 to 5: 1 throttles after the answer; 2 is flexible; 3 a top-level error; 4 the volume's sizes (KIP-827); 5 whether a directory
is cordoned.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int16, int32, int64, string


class DescribableLogDirTopic(Struct):
    """Partitions that are asked for."""

    topic: str = string("0+")
    partitions: list[int] = array(Kind.INT32, "0+")


class DescribeLogDirsRequest(Message, key=35, versions="0-5", flexible="2+"):
    """What the client asks."""

    topics: list[DescribableLogDirTopic] | None = array(DescribableLogDirTopic, "0+", nullable="0+")


class DescribeLogDirsPartition(Struct):
    """One partition's size and, for a replica that is being moved, its lag."""

    partition_index: int = int32("0+")
    partition_size: int = int64("0+")
    offset_lag: int = int64("0+")
    is_future_key: bool = boolean("0+")


class DescribeLogDirsTopic(Struct):
    """One topic's partitions in this directory."""

    name: str = string("0+")
    partitions: list[DescribeLogDirsPartition] = array(DescribeLogDirsPartition, "0+")


class DescribeLogDirsResult(Struct):
    """One data directory."""

    error_code: int = int16("0+")
    log_dir: str = string("0+")
    topics: list[DescribeLogDirsTopic] = array(DescribeLogDirsTopic, "0+")
    total_bytes: int = int64("4+", default=-1, ignorable=True)
    usable_bytes: int = int64("4+", default=-1, ignorable=True)
    is_cordoned: bool = boolean("5+", ignorable=True)


class DescribeLogDirsResponse(Message, answers=DescribeLogDirsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("3+", ignorable=True)
    results: list[DescribeLogDirsResult] = array(DescribeLogDirsResult, "0+")
