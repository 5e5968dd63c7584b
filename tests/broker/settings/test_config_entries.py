"""What DescribeConfigs tells of a setting."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings.config_entries import ConfigEntry, ConfigSource
from klog.config import Kind


class ConfigEntryTests(SynchronousTestCase):
    """DescribeConfigs 0 knows no sources."""

    def test_is_default(self) -> None:
        for source in ConfigSource:
            entry = ConfigEntry("a", "1", source, Kind.INT, False, False, (), "")
            self.assertEqual(entry.is_default, source is ConfigSource.DEFAULT_CONFIG)
