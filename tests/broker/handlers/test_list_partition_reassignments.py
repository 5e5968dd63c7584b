"""Tests of ListPartitionReassignments."""

from __future__ import annotations

from klog.broker.handlers.list_partition_reassignments import ListPartitionReassignmentsHandler
from klog.wire.messages.list_partition_reassignments import ListPartitionReassignmentsRequest, ListPartitionReassignmentsTopics
from tests.broker.handlers.setting import AdminTestCase


class ListPartitionReassignmentsTests(AdminTestCase):
    def test_there_are_none(self) -> None:
        self.create("t", 2)
        for topics in (None, [ListPartitionReassignmentsTopics(name="t", partition_indexes=[0])]):
            answer = self.ask(ListPartitionReassignmentsHandler(), 0, ListPartitionReassignmentsRequest(topics=topics))
            self.assertEqual((answer.error_code, answer.topics), (0, []))
