"""Settings as rows."""

from __future__ import annotations

import unittest

from klog.client.admin.types import ConfigEntry, ConfigResource, ConfigSource
from klog.reports.settings import is_own, resource_rows, setting_rows


class SettingTests(unittest.TestCase):
    """What is said of settings."""

    def test_whose_a_setting_is(self) -> None:
        topic, broker, group = ConfigResource.topic("t"), ConfigResource.broker(1), ConfigResource.group("g")
        for resource, own in (
            (topic, {ConfigSource.TOPIC}),
            (broker, {ConfigSource.BROKER, ConfigSource.CLUSTER_DEFAULT}),
            (group, {ConfigSource.GROUP}),
        ):
            self.assertEqual({source for source in ConfigSource if is_own(resource, ConfigEntry("a", "1", source))}, own)

    def test_secrets_are_not_told(self) -> None:
        entries = {
            "b": ConfigEntry("b", "hidden", ConfigSource.BROKER, sensitive=True),
            "a": ConfigEntry("a", "1", ConfigSource.STATIC, read_only=True),
        }
        (row,) = setting_rows({ConfigResource.broker(1): entries}, everything=False)
        self.assertEqual((row["setting"], row["value"], row["secret"], row["own"]), ("b", None, True, True))
        first, second = setting_rows({ConfigResource.broker(1): entries}, everything=True)
        self.assertEqual((first["setting"], first["source"], first["read_only"], second["setting"]), ("a", "static", True, "b"))
        self.assertNotIn("hidden", str(second))

    def test_what_has_settings(self) -> None:
        rows = resource_rows([ConfigResource.group("g"), ConfigResource.topic("t")])
        self.assertEqual(rows, [{"kind": "topic", "name": "t"}, {"kind": "group", "name": "g"}])
