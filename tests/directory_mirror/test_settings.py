"""What a mirror into a data directory is told."""

from __future__ import annotations

import unittest
from typing import Any

from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.directory_mirror.settings import DirectorySettings

SOURCE = ClientSettings(bootstrap_servers="kafka:9092")


class SettingsTests(unittest.TestCase):
    """What cannot be is refused."""

    def test_what_cannot_be(self) -> None:
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"path": "data"}, "whole path"),
            ({"topics": ("!x",)}, "only takes out"),
            ({"cluster_id": "a b"}, "--cluster-id"),
            ({"cluster_id": ""}, "--cluster-id"),
            ({"broker_id": -1}, "--broker-id"),
            ({"broker_id": 1 << 31}, "--broker-id"),
        ]
        for fields, words in wrong:
            with self.assertRaisesRegex(ConfigError, words):
                DirectorySettings(**{"source": SOURCE, "path": "/data", **fields})

    def test_defaults(self) -> None:
        settings = DirectorySettings(source=SOURCE, path="/data")
        self.assertEqual((settings.topics, settings.on_loss.value), (("*",), "stop"))
