"""Tests of DescribeCluster."""

from __future__ import annotations

from klog.broker.handlers.describe_cluster import DescribeClusterHandler
from klog.errors import ErrorCode
from klog.wire.messages.describe_cluster import DescribeClusterRequest
from tests.broker.handlers.setting import AdminTestCase


class DescribeClusterTests(AdminTestCase):
    def test_the_cluster(self) -> None:
        for version in (0, 1, 2):
            answer = self.ask(DescribeClusterHandler(self.coordination), version, DescribeClusterRequest())
            self.assertEqual((answer.error_code, answer.cluster_id, answer.controller_id), (0, self.coordination.cluster_id(), 1))
            broker = answer.brokers[0]
            self.assertEqual((broker.broker_id, broker.host, broker.port, broker.rack, broker.is_fenced), (1, "h", 9092, "r", False))
            self.assertEqual(answer.cluster_authorized_operations, -(2**31))

    def test_authorized_operations(self) -> None:
        request = DescribeClusterRequest(include_cluster_authorized_operations=True)
        self.assertEqual(self.ask(DescribeClusterHandler(self.coordination), 0, request).cluster_authorized_operations, 8096)

    def test_other_kinds_of_nodes(self) -> None:
        for kind, code in ((2, ErrorCode.MISMATCHED_ENDPOINT_TYPE), (7, ErrorCode.UNSUPPORTED_ENDPOINT_TYPE)):
            answer = self.ask(DescribeClusterHandler(self.coordination), 1, DescribeClusterRequest(endpoint_type=kind))
            self.assertEqual((answer.error_code, answer.brokers, answer.controller_id), (code, [], -1))
            self.assertTrue(answer.error_message)

    def test_a_listener_that_nobody_has(self) -> None:
        answer = self.ask(DescribeClusterHandler(self.coordination), 2, DescribeClusterRequest(), "OTHER")
        self.assertEqual((answer.brokers, answer.controller_id), ([], -1))
