"""The coordinator's numbers."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.group_settings import GroupSettings
from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError


class GroupSettingsTests(SynchronousTestCase):
    """Read from the broker's settings."""

    def test_defaults_are_kafkas(self) -> None:
        read = GroupSettings.read(BrokerSettings({"group.coordinator.rebalance.protocols": "classic,consumer"}))
        self.assertEqual(read, GroupSettings())

    def test_units_and_lists(self) -> None:
        read = GroupSettings.read(
            BrokerSettings(
                {
                    "offsets.retention.minutes": "3",
                    "offsets.topic.num.partitions": "7",
                    "group.consumer.assignors": "range, uniform",
                    "group.consumer.migration.policy": "Upgrade",
                }
            )
        )
        self.assertEqual((read.offsets_retention_ms, read.offsets_topic_partitions), (180_000, 7))
        self.assertEqual((read.consumer_assignors, read.consumer_migration_policy), (("range", "uniform"), "upgrade"))

    def test_protocols_beside_brokers_of_kafka(self) -> None:
        protocols, version = "group.coordinator.rebalance.protocols", "inter.broker.protocol.version"
        for properties, spoken in (
            ({}, True),
            ({version: "3.9"}, False),
            ({version: "2.8"}, False),
            ({version: "3.9", protocols: "classic,consumer"}, True),
            ({protocols: "classic"}, False),
        ):
            read = GroupSettings.read(BrokerSettings(properties))
            self.assertIn("classic", read.rebalance_protocols)
            self.assertEqual("consumer" in read.rebalance_protocols, spoken, properties)

    def test_offsets_are_written_as_brokers_of_kafka_read_them(self) -> None:
        for properties, version in (({}, 4), ({"inter.broker.protocol.version": "3.9"}, 3), ({"inter.broker.protocol.version": "2.8"}, 3)):
            self.assertEqual(GroupSettings.read(BrokerSettings(properties)).offset_value_version, version)

    def test_a_codec_that_does_not_exist(self) -> None:
        self.assertRaises(ConfigError, GroupSettings.read, BrokerSettings({"offsets.topic.compression.codec": "5"}))
