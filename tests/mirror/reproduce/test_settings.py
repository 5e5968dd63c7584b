"""`klog.mirror.reproduce.settings`."""

from __future__ import annotations

import unittest

from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.mirror.reproduce.settings import ReproduceSettings
from klog.mirror.wanted_topics import is_wanted

SIDE = ClientSettings(bootstrap_servers="localhost:9092")


class SettingsTests(unittest.TestCase):
    """Names and patterns."""

    def test_names(self) -> None:
        settings = ReproduceSettings(source=SIDE, destination=SIDE, alias="dc1")
        self.assertEqual((settings.copy_of("web"), settings.syncs_topic), ("dc1.web", "mm2-offset-syncs.dc1.internal"))
        self.assertEqual((settings.checkpoints_topic, settings.transactional_id), ("dc1.checkpoints.internal", "klog-mirror.dc1"))
        self.assertEqual(ReproduceSettings(source=SIDE, destination=SIDE, alias="dc1", identity=True).copy_of("web"), "web")

    def test_what_is_mirrored(self) -> None:
        settings = ReproduceSettings(source=SIDE, destination=SIDE, alias="dc1", topics=("web*",), groups=("bill*", "connect-x"))
        self.assertTrue(is_wanted("web1", settings.topics, is_internal=False))
        for name in ("db", "web.internal", "__consumer_offsets"):
            self.assertFalse(is_wanted(name, settings.topics, is_internal=False))
        self.assertEqual([settings.wants_group(name) for name in ("billing", "other", "connect-x")], [True, False, False])

    def test_values_that_cannot_be(self) -> None:
        for more in ({"alias": ""}, {"alias": "a b"}, {"topics": ()}, {"topics": ("!web",)}, {"groups": ("",)}):
            with self.assertRaises(ConfigError):
                ReproduceSettings(**{"source": SIDE, "destination": SIDE, "alias": "a", **more})  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
