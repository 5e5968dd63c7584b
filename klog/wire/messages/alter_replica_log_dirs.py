"""AlterReplicaLogDirs (key 34): move replicas to other data directories of their broker (KIP-113).

Versions 0 to 2: 1 throttles after the answer; 2 is flexible.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int16, int32, string


class AlterReplicaLogDirTopic(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partitions: list[int] = array(Kind.INT32, "0+")


class AlterReplicaLogDir(Struct):
    """A data directory, and what shall lie there."""

    path: str = string("0+")
    topics: list[AlterReplicaLogDirTopic] = array(AlterReplicaLogDirTopic, "0+")


class AlterReplicaLogDirsRequest(Message, key=34, versions="0-2", flexible="2+"):
    """What the client asks."""

    dirs: list[AlterReplicaLogDir] = array(AlterReplicaLogDir, "0+")


class AlterReplicaLogDirPartitionResult(Struct):
    """What became of one partition."""

    partition_index: int = int32("0+")
    error_code: int = int16("0+")


class AlterReplicaLogDirTopicResult(Struct):
    """One topic's partitions."""

    topic_name: str = string("0+")
    partitions: list[AlterReplicaLogDirPartitionResult] = array(AlterReplicaLogDirPartitionResult, "0+")


class AlterReplicaLogDirsResponse(Message, answers=AlterReplicaLogDirsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    results: list[AlterReplicaLogDirTopicResult] = array(AlterReplicaLogDirTopicResult, "0+")
