"""AlterReplicaLogDirs: move partitions to other data directories of this broker (KIP-113).

| key | 34 |
|---|---|
| versions | 0 to 2 |
| 2 | flexible |

The answer comes as soon as the move is begun; DescribeLogDirs tells how far it is.

================================================================ ===========================
no such data directory                                           LOG_DIR_NOT_FOUND
it is out of service, or another one is, or the partition is     KAFKA_STORAGE_ERROR
a topic name that leaves no room for the name of a copy          INVALID_TOPIC_EXCEPTION
the partition is not here; where it is made later, it is there   REPLICA_NOT_AVAILABLE
it is about to arrive elsewhere                                  REASSIGNMENT_IN_PROGRESS
================================================================ ===========================

Source: ``ReplicaManager.alterReplicaLogDirs``.
"""

from __future__ import annotations

from klog.broker.handler import RequestContext
from klog.broker.replicas.moves import LogMoves
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.alter_replica_log_dirs import (
    AlterReplicaLogDirPartitionResult,
    AlterReplicaLogDirsRequest,
    AlterReplicaLogDirsResponse,
    AlterReplicaLogDirTopicResult,
)


class AlterReplicaLogDirsHandler:
    """Has `moves` move partitions."""

    request_type = AlterReplicaLogDirsRequest
    versions = (0, 2)

    def __init__(self, moves: LogMoves) -> None:
        self._moves = moves

    def handle(self, context: RequestContext, request: AlterReplicaLogDirsRequest) -> AlterReplicaLogDirsResponse:
        """One answer for each partition; of one that is named twice the last mention counts."""
        wanted: dict[str, dict[int, str]] = {}
        for directory in request.dirs:
            for topic in directory.topics:
                for index in topic.partitions:
                    wanted.setdefault(topic.name, {})[index] = directory.path
        return _answer(
            {
                name: {index: self._moves.alter(TopicPartition(name, index), path) for index, path in places.items()}
                for name, places in wanted.items()
            }
        )

    def error_answer(
        self, version: int, request: AlterReplicaLogDirsRequest, code: ErrorCode, sentence: str | None
    ) -> AlterReplicaLogDirsResponse:
        """`code` for every partition."""
        codes: dict[str, dict[int, ErrorCode]] = {}
        for directory in request.dirs:
            for topic in directory.topics:
                codes.setdefault(topic.name, {}).update(dict.fromkeys(topic.partitions, code))
        return _answer(codes)


def _answer(codes: dict[str, dict[int, ErrorCode]]) -> AlterReplicaLogDirsResponse:
    return AlterReplicaLogDirsResponse(
        results=[
            AlterReplicaLogDirTopicResult(
                topic_name=name,
                partitions=[AlterReplicaLogDirPartitionResult(partition_index=index, error_code=code) for index, code in found.items()],
            )
            for name, found in codes.items()
        ]
    )
