"""Tests of AlterPartitionReassignments: asked of the controller that this broker may be, and answered by a broker that is alone."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.alter_partition_reassignments import AlterPartitionReassignmentsHandler
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.alter_partition_reassignments import (
    AlterPartitionReassignmentsRequest,
    ReassignablePartition,
    ReassignableTopic,
)
from tests.broker.handlers.setting import AdminTestCase
from tests.broker.replicas.controlled_rig import ControlledCase


def _request(topic: str, *wanted: tuple[int, list[int] | None], **more: Any) -> AlterPartitionReassignmentsRequest:
    partitions = [ReassignablePartition(partition_index=index, replicas=replicas) for index, replicas in wanted]
    return AlterPartitionReassignmentsRequest(topics=[ReassignableTopic(name=topic, partitions=partitions)], **more)


class AloneTests(AdminTestCase):
    def codes(self, topic: str, *wanted: tuple[int, list[int] | None], version: int = 1) -> list[int]:
        answer = self.ask(AlterPartitionReassignmentsHandler(self.coordination), version, _request(topic, *wanted))
        self.assertEqual((answer.error_code, answer.responses[0].name), (0, topic))
        return [one.error_code for one in answer.responses[0].partitions]

    def test_judged(self) -> None:
        self.create("t", 2)
        for version in (0, 1):
            for index, replicas, expected in (
                (0, [1], ErrorCode.NONE),
                (1, [1], ErrorCode.NONE),
                (0, [1, 2], ErrorCode.INVALID_REPLICA_ASSIGNMENT),
                (0, [2], ErrorCode.INVALID_REPLICA_ASSIGNMENT),
                (0, [], ErrorCode.INVALID_REPLICA_ASSIGNMENT),
                (1, None, ErrorCode.NO_REASSIGNMENT_IN_PROGRESS),
                (2, [1], ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            ):
                self.assertEqual(self.codes("t", (index, replicas), version=version), [expected])
        self.assertEqual(self.codes("none", (0, [1])), [ErrorCode.UNKNOWN_TOPIC_OR_PARTITION])


class ControlledTests(ControlledCase):
    def answer(self, request: AlterPartitionReassignmentsRequest) -> Any:
        return self.outcome(self.ask(AlterPartitionReassignmentsHandler(self.coordination), 1, request))

    def test_outcomes(self) -> None:
        wanted = {TopicPartition("t", 0): (1, 2), TopicPartition("t", 1): None}
        self.coordination.answer = {TopicPartition("t", 0): None, TopicPartition("t", 1): KlogError(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS)}
        answer = self.answer(_request("t", (0, [1, 2]), (1, None), allow_replication_factor_change=False, timeout_ms=7))
        self.assertEqual(self.coordination.asked[-1], (wanted, False, 7))
        self.assertFalse(answer.allow_replication_factor_change)
        (topic,) = answer.responses
        told = [(one.partition_index, one.error_code, one.error_message is None) for one in topic.partitions]
        self.assertEqual((topic.name, told), ("t", [(0, 0, True), (1, ErrorCode.NO_REASSIGNMENT_IN_PROGRESS, False)]))

    def test_another_broker_is_the_controller(self) -> None:
        answer = self.answer(_request("t", (0, [1])))
        self.assertEqual((answer.error_code, answer.responses), (ErrorCode.NOT_CONTROLLER, []))
        self.assertTrue(answer.error_message)
