"""Where the logs of replicas end."""

from __future__ import annotations

from klog.client.admin.types import TopicPartitionReplica
from klog.errors import ErrorCode
from klog.model import TopicPartition
from tests.client.admin.admin_rig import MemoryCase, code_of


class ReplicaTests(MemoryCase):
    """On klog."""

    def test_ends(self) -> None:
        """One answer for each replica; a broker that there is not, and a partition that it has not, are errors of their own."""
        self.until(self.admin.create_topic("t"))
        self.broker.put("t", [b"x", b"y"])
        asked = {TopicPartition("t", 0): [1, 7], TopicPartition("t", 9): [1]}
        found = self.until(self.admin.replica_ends(asked))
        self.assertEqual(found.done, {TopicPartitionReplica("t", 0, 1): 2})
        self.assertIn("broker 7: the cluster has no such broker", found.errors[TopicPartitionReplica("t", 0, 7)].message)
        self.assertIs(code_of(found, TopicPartitionReplica("t", 9, 1)), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(self.until(self.admin.replica_ends({})).done, {})
