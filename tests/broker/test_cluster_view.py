"""Tests of the cluster as one client sees it."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.cluster_view import Node, reachable, view_of
from klog.broker.handler import ConnectionInfo
from klog.cluster.interfaces import BrokerInfo, Endpoint, PartitionInfo
from klog.errors import ErrorCode


class ClusterViewTests(SynchronousTestCase):
    def test_reachable(self) -> None:
        brokers = [
            BrokerInfo(1, (Endpoint("A", "a1", 1), Endpoint("B", "b1", 2)), "r1"),
            BrokerInfo(2, (Endpoint("A", "", 3),)),
            BrokerInfo(3, (Endpoint("B", "b3", 4),)),
        ]
        connection = ConnectionInfo("A", "here", 99, "there", 5)
        self.assertEqual(reachable(brokers, connection), {1: Node(1, "a1", 1, "r1"), 2: Node(2, "here", 99, None)})

    def test_view(self) -> None:
        nodes = {1: Node(1, "h", 1, None)}
        for partition, live, expected in (
            (PartitionInfo(1, 0, (1,), (1,)), (1,), (ErrorCode.NONE, 1, [])),
            (PartitionInfo(1, 0, (1, 2), (1,)), (1,), (ErrorCode.NONE, 1, [2])),
            (PartitionInfo(2, 0, (1, 2), (1, 2)), (1, 2), (ErrorCode.LISTENER_NOT_FOUND, -1, [2])),
            (PartitionInfo(2, 0, (2,), (2,)), (1,), (ErrorCode.LEADER_NOT_AVAILABLE, -1, [2])),
            (PartitionInfo(-1, 0, (1,), ()), (1,), (ErrorCode.LEADER_NOT_AVAILABLE, -1, [1])),
        ):
            self.assertEqual(view_of(partition, nodes, live), expected, partition)
