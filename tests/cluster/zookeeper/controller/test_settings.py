"""Tests of klog.cluster.zookeeper.controller.settings."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.settings import ControllerSettings, FixedSettings


class SettingsTests(SynchronousTestCase):
    """Kafka's defaults."""

    def test_defaults(self) -> None:
        settings: ControllerSettings = FixedSettings()
        self.assertEqual(
            (settings.auto_leader_rebalance, settings.leader_imbalance_percentage, settings.leader_imbalance_check_interval_s),
            (True, 10, 300),
        )
        self.assertEqual((settings.versions.leader_and_isr, settings.versions.update_metadata, settings.versions.stop_replica), (7, 8, 4))
        self.assertFalse(settings.allows_unclean_election("t"))
        self.assertTrue(FixedSettings(unclean_topics=frozenset({"t"})).allows_unclean_election("t"))
