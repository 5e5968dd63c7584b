"""Dynamic settings reach `BrokerSettings`."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings.settings import BrokerSettings
from klog.broker.settings.settings_listener import SettingsListener
from klog.cluster.local import LocalCoordination
from klog.testing.coordination import MemoryStore


class SettingsListenerTests(SynchronousTestCase):
    """Changes of a broker's settings, of all brokers' and of topics."""

    def test_settings_listener(self) -> None:
        settings = BrokerSettings()
        coordination = LocalCoordination(MemoryStore(), 1)
        coordination.subscribe(SettingsListener(settings, coordination))
        self.successResultOf(coordination.set_broker_configs(None, {"log.retention.ms": "5"}))
        self.assertEqual(settings.integer("log.retention.ms"), 5)
        self.successResultOf(coordination.set_broker_configs(1, {"log.retention.ms": "6"}))
        self.assertEqual(settings.integer("log.retention.ms"), 6)
        self.successResultOf(coordination.create_topic("t", [[1]], {}))
        self.successResultOf(coordination.create_partitions("t", [[1]]))
        self.successResultOf(coordination.set_topic_configs("t", {}))
        self.successResultOf(coordination.delete_topic("t"))
