"""Tests of what is answered where brokers send each other no requests."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import Endpoint
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.testing.coordination import UncontrolledCluster
from klog.wire.messages.elect_leaders import ElectLeadersRequest


class UncontrolledTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.cluster = UncontrolledCluster()
        self.one = self.cluster.join(1, [Endpoint("A", "", 1), Endpoint("B", "b", 2)])
        self.two = self.cluster.join(2)

    def test_requests_of_brokers_are_refused(self) -> None:
        self.assertFalse(self.one.is_controlled)
        request = ElectLeadersRequest()
        self.assertIs(self.one.update_metadata(request, 0), ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        for asked in (
            self.one.alter_partition(request, 0),
            self.one.controlled_shutdown(request, 0),
            self.one.allocate_producer_ids(request),
        ):
            error = self.failureResultOf(asked, KlogError).value
            self.assertIs(error.code, ErrorCode.CLUSTER_AUTHORIZATION_FAILED)

    def test_what_is_not_shown_is_gone(self) -> None:
        self.successResultOf(self.one.create_topic("t", [[1]], {}))
        found = [self.one.is_gone(TopicPartition(name, index)) for name, index in (("t", 0), ("t", 1), ("u", 0))]
        self.assertEqual(found, [False, True, True])

    def test_addresses(self) -> None:
        self.assertEqual((self.one.broker_address(1), self.one.broker_address(2), self.one.broker_address(3)), (("b", 2), None, None))
        self.assertEqual(self.two.controller_address(), ("b", 2))

    def test_a_partition_without_a_leader(self) -> None:
        self.successResultOf(self.one.create_topic("t", [[1], [2]], {}))
        self.cluster.leave(2)
        at = TopicPartition("t", 1)
        for election_type, code in ((0, ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE), (1, ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE)):
            told = self.successResultOf(self.one.elect_leaders(election_type, None, 0))
            self.assertEqual({where: error and error.code for where, error in told.items()}, {at: code})
