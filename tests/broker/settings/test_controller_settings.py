"""What the controller reads of a broker's settings."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings.controller_settings import BrokerControllerSettings
from klog.broker.settings.settings import BrokerSettings
from klog.replication.inter_broker_versions import RequestVersions


class BrokerControllerSettingsTests(SynchronousTestCase):
    """As they are when they are read."""

    def test_values(self) -> None:
        settings = BrokerSettings({"leader.imbalance.per.broker.percentage": "20", "auto.leader.rebalance.enable": "false"})
        topics = {"t": {"unclean.leader.election.enable": "true"}, "u": {}}
        found = BrokerControllerSettings(settings, RequestVersions.of("3.9"), "PLAINTEXT", lambda topic: topics[topic])
        self.assertFalse(found.auto_leader_rebalance)
        self.assertEqual((found.leader_imbalance_percentage, found.leader_imbalance_check_interval_s), (20, 300.0))
        self.assertEqual((found.versions.leader_and_isr, found.inter_broker_listener), (7, "PLAINTEXT"))
        self.assertEqual([found.allows_unclean_election(topic) for topic in ("t", "u")], [True, False])
        self.assertIsNone(found.control_plane_listener)
        control = BrokerControllerSettings(settings, RequestVersions.of("3.9"), "PLAINTEXT", lambda topic: {}, "CONTROL")
        self.assertEqual(control.control_plane_listener, "CONTROL")
        settings.set_dynamic({}, {"unclean.leader.election.enable": "true"})
        self.assertTrue(found.allows_unclean_election("u"))
