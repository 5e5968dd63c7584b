"""Making ``__transaction_state``."""

from __future__ import annotations

from klog.broker.transactions.state_topic import state_topic
from klog.broker.transactions.transaction_settings import TransactionSettings
from klog.cluster.interfaces import BrokerInfo
from tests.broker.handlers.setting import AdminTestCase

NAME = "__transaction_state"


class StateTopicTests(AdminTestCase):
    """Over a coordination in memory."""

    def test_a_broker_alone(self) -> None:
        """It needs no setting: one copy, whatever the defaults for several say."""
        topic = state_topic(self.coordination, TransactionSettings(), self.fail)
        self.assertTrue(self.successResultOf(topic.make()))
        info = self.coordination.topics()[NAME]
        self.assertEqual((len(info.partitions), info.is_internal, info.partitions[0].replicas), (50, True, (1,)))
        self.assertEqual(
            dict(info.configs),
            {
                "cleanup.policy": "compact",
                "compression.type": "uncompressed",
                "min.insync.replicas": "1",
                "segment.bytes": str(100 << 20),
                "unclean.leader.election.enable": "false",
            },
        )

    def test_several(self) -> None:
        warned: list[str] = []
        shared = self.share(None, 2)
        topic = state_topic(self.coordination, TransactionSettings(), warned.append)
        self.assertFalse(self.successResultOf(topic.make()))
        self.assertIn("transaction.state.log.replication.factor is 3, and 2 broker(s) are alive", warned[0])
        self.assertEqual(topic.configs["min.insync.replicas"], "2")
        shared.others.append(BrokerInfo(3, (), "t"))
        self.assertTrue(self.successResultOf(topic.make()))
