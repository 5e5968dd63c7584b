"""Tests of klog.cluster.zookeeper.controller.requested_elections."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.requested_elections import PREFERRED, UNCLEAN, all_partitions, by_topic, imbalanced, outcome, refusal
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from tests.cluster.zookeeper.controller.worlds import ViewWorld, at


class ElectionTests(SynchronousTestCase):
    """Who is elected, who need not be, who cannot."""

    def setUp(self) -> None:
        self.world = ViewWorld()
        for broker_id in (1, 2):
            self.world.tree.broker(broker_id)
        self.world.partition("t", 0, (1, 2), 1, (1, 2))
        self.world.partition("t", 1, (1, 2), 2, (2, 1))
        self.world.partition("t", 2, (3, 1), -1, (3,))

    def code(self, error: KlogError | None) -> ErrorCode:
        return ErrorCode.NONE if error is None else error.code

    def refused(self, partition: TopicPartition, election_type: int) -> ErrorCode:
        return self.code(refusal(self.world.view, self.world.brokers, partition, election_type))

    def test_refusals(self) -> None:
        self.assertEqual([self.refused(at("t", number), PREFERRED) for number in range(3)], [ErrorCode.ELECTION_NOT_NEEDED, 0, 0])
        self.assertEqual(
            [self.refused(at("t", number), UNCLEAN) for number in range(3)],
            [ErrorCode.ELECTION_NOT_NEEDED, ErrorCode.ELECTION_NOT_NEEDED, 0],
        )
        for unknown in (at("t", 3), at("u"), TopicPartition("t", -1)):
            self.assertEqual(self.refused(unknown, PREFERRED), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.world.tree.write("/admin/delete_topics/t")
        self.world.look()
        self.assertEqual(self.refused(at("t", 1), PREFERRED), ErrorCode.INVALID_TOPIC_EXCEPTION)
        self.assertEqual(all_partitions(self.world.view), [])

    def test_outcomes(self) -> None:
        view = self.world.view
        self.assertEqual([self.code(outcome(view, at("t", number), PREFERRED)) for number in range(3)], [0, 80, 80])
        self.assertEqual([self.code(outcome(view, at("t", number), UNCLEAN)) for number in range(3)], [0, 0, 83])
        self.assertEqual(self.code(outcome(view, at("u"), UNCLEAN)), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

    def test_imbalance(self) -> None:
        def found(percentage: int) -> list[TopicPartition]:
            return imbalanced(self.world.view, self.world.brokers, percentage)

        self.assertEqual(found(10), [at("t", 1)], "of broker 1 half is elsewhere; broker 3 is away")
        self.assertEqual(found(49), [at("t", 1)])
        self.assertEqual(found(50), [], "more than that many per cent")
        self.world.partition("t", 1, (1, 2), 2, (2,))
        self.assertEqual(found(10), [], "it is not in sync")

    def test_all_and_by_topic(self) -> None:
        self.assertEqual(all_partitions(self.world.view), [at("t", number) for number in range(3)])
        self.assertEqual(by_topic([at("t"), at("u"), at("t", 2)]), {"t": {0, 2}, "u": {0}})
