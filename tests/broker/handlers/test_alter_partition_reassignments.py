"""Tests of AlterPartitionReassignments."""

from __future__ import annotations

from klog.broker.handlers.alter_partition_reassignments import AlterPartitionReassignmentsHandler
from klog.errors import ErrorCode
from klog.wire.messages.alter_partition_reassignments import (
    AlterPartitionReassignmentsRequest,
    ReassignablePartition,
    ReassignableTopic,
)
from tests.broker.handlers.setting import AdminTestCase


class AlterPartitionReassignmentsTests(AdminTestCase):
    def codes(self, topic: str, *wanted: tuple[int, list[int] | None], version: int = 1) -> list[int]:
        partitions = [ReassignablePartition(partition_index=index, replicas=replicas) for index, replicas in wanted]
        request = AlterPartitionReassignmentsRequest(topics=[ReassignableTopic(name=topic, partitions=partitions)])
        answer = self.ask(AlterPartitionReassignmentsHandler(self.coordination), version, request)
        self.assertEqual((answer.error_code, answer.responses[0].name), (0, topic))
        return [one.error_code for one in answer.responses[0].partitions]

    def test_judged(self) -> None:
        self.create("t", 2)
        for version in (0, 1):
            self.assertEqual(
                self.codes("t", (0, [1]), (1, [1]), (0, [1, 2]), (0, [2]), (1, None), (2, [1]), version=version),
                [
                    ErrorCode.NONE,
                    ErrorCode.NONE,
                    ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                    ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                    ErrorCode.NO_REASSIGNMENT_IN_PROGRESS,
                    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                ],
            )
        self.assertEqual(self.codes("none", (0, [1])), [ErrorCode.UNKNOWN_TOPIC_OR_PARTITION])
