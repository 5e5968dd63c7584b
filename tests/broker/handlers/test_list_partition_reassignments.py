"""Tests of ListPartitionReassignments."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.list_partition_reassignments import ListPartitionReassignmentsHandler
from klog.cluster.replica_assignment import ReplicaAssignment
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.list_partition_reassignments import ListPartitionReassignmentsRequest, ListPartitionReassignmentsTopics
from tests.broker.handlers.setting import AdminTestCase
from tests.broker.replicas.controlled_rig import ControlledCase


class AloneTests(AdminTestCase):
    def test_there_are_none(self) -> None:
        self.create("t", 2)
        for topics in (None, [ListPartitionReassignmentsTopics(name="t", partition_indexes=[0])]):
            answer = self.ask(ListPartitionReassignmentsHandler(self.coordination), 0, ListPartitionReassignmentsRequest(topics=topics))
            self.assertEqual((answer.error_code, answer.topics), (0, []))


class ControlledTests(ControlledCase):
    def answer(self, topics: list[ListPartitionReassignmentsTopics] | None) -> Any:
        request = ListPartitionReassignmentsRequest(topics=topics, timeout_ms=7)
        return self.outcome(self.ask(ListPartitionReassignmentsHandler(self.coordination), 0, request))

    def test_moves(self) -> None:
        self.coordination.answer = {TopicPartition("t", 1): ReplicaAssignment((3, 1, 2), (3,), (1,))}
        answer = self.answer([ListPartitionReassignmentsTopics(name="t", partition_indexes=[0, 1])])
        self.assertEqual(self.coordination.asked[-1], ([TopicPartition("t", 0), TopicPartition("t", 1)], 7))
        (topic,) = answer.topics
        (one,) = topic.partitions
        told = (topic.name, one.partition_index, one.replicas, one.adding_replicas, one.removing_replicas)
        self.assertEqual(told, ("t", 1, [3, 1, 2], [3], [1]))
        self.answer(None)
        self.assertEqual(self.coordination.asked[-1], (None, 7))

    def test_another_broker_is_the_controller(self) -> None:
        answer = self.answer(None)
        self.assertEqual((answer.error_code, answer.topics), (ErrorCode.NOT_CONTROLLER, []))
