"""Tests of AlterReplicaLogDirs."""

from __future__ import annotations

from typing import Any, cast

from klog.broker.handlers.alter_replica_log_dirs import AlterReplicaLogDirsHandler
from klog.broker.replicas.moves import LogMoves
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.alter_replica_log_dirs import AlterReplicaLogDir, AlterReplicaLogDirsRequest, AlterReplicaLogDirTopic
from tests.broker.handlers.setting import AdminTestCase


class Moves:
    """Takes what is asked; knows ``/one``."""

    def __init__(self) -> None:
        self.asked: list[tuple[TopicPartition, str]] = []

    def alter(self, topic_partition: TopicPartition, path: str) -> ErrorCode:
        self.asked.append((topic_partition, path))
        return ErrorCode.NONE if path == "/one" else ErrorCode.LOG_DIR_NOT_FOUND


def wanted(path: str, topic: str, *partitions: int) -> AlterReplicaLogDir:
    return AlterReplicaLogDir(path=path, topics=[AlterReplicaLogDirTopic(name=topic, partitions=list(partitions))])


class AlterReplicaLogDirsTests(AdminTestCase):
    @staticmethod
    def codes(answer: Any) -> dict[tuple[str, int], int]:
        return {(topic.topic_name, one.partition_index): one.error_code for topic in answer.results for one in topic.partitions}

    def test_each_partition_is_asked_for_once(self) -> None:
        for version in (0, 1, 2):
            moves = Moves()
            request = AlterReplicaLogDirsRequest(dirs=[wanted("/one", "a", 0, 1), wanted("/two", "a", 1), wanted("/two", "b", 0)])
            answer = self.ask(AlterReplicaLogDirsHandler(cast(LogMoves, moves)), version, request)
            self.assertEqual(self.codes(answer), {("a", 0): 0, ("a", 1): 57, ("b", 0): 57})
            self.assertEqual(len(moves.asked), 3)

    def test_an_error_of_all(self) -> None:
        request = AlterReplicaLogDirsRequest(dirs=[wanted("/one", "a", 0, 1), wanted("/two", "b", 0)])
        handler = AlterReplicaLogDirsHandler(cast(LogMoves, Moves()))
        answer = handler.error_answer(2, request, ErrorCode.CLUSTER_AUTHORIZATION_FAILED, None)
        self.assertEqual(set(self.codes(answer).values()), {ErrorCode.CLUSTER_AUTHORIZATION_FAILED})
