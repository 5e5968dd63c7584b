"""ListPartitionReassignments: which partitions are moving between brokers (KIP-455). None ever are here.

| key | 46 |
|---|---|
| versions | 0 |
"""

from __future__ import annotations

from klog.broker.handler import RequestContext
from klog.wire.messages.list_partition_reassignments import ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse


class ListPartitionReassignmentsHandler:
    """Answers that there are none."""

    request_type = ListPartitionReassignmentsRequest
    versions = (0, 0)

    def handle(self, context: RequestContext, request: ListPartitionReassignmentsRequest) -> ListPartitionReassignmentsResponse:
        """Answer one request."""
        return ListPartitionReassignmentsResponse(error_message=None)
