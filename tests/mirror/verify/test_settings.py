"""`klog.mirror.verify.settings`."""

from __future__ import annotations

import unittest

from klog.client.isolation import IsolationLevel
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.mirror.verify.settings import How, VerifySettings
from klog.mirror.wanted_topics import is_wanted

SIDE = ClientSettings(bootstrap_servers="localhost:9092")


class SettingsTests(unittest.TestCase):
    """What is compared."""

    def test_topics_of_brokers_and_mirrors_are_left_out(self) -> None:
        settings = VerifySettings(a=SIDE, b=SIDE)
        for name in ("__consumer_offsets", "__x", "mm2-offset-syncs.b.internal", "b.checkpoints.internal", "x-internal", "web.replica"):
            self.assertFalse(is_wanted(name, settings.topics, is_internal=False), name)
        self.assertFalse(is_wanted("odd", settings.topics, is_internal=True))
        for name in ("web", "web.orders", "internal", "_schemas"):
            self.assertTrue(is_wanted(name, settings.topics, is_internal=False), name)

    def test_a_pattern_matches_names_as_a_whole(self) -> None:
        settings = VerifySettings(a=SIDE, b=SIDE, topics=("web", "db*", "!db2"))
        self.assertEqual(
            [is_wanted(name, settings.topics, is_internal=False) for name in ("web", "db", "web2", "xdb", "db2")],
            [True, True, False, False, False],
        )
        with self.assertRaises(ConfigError):
            VerifySettings(a=SIDE, b=SIDE, topics=("!web",))

    def test_headers_are_compared_up_to_the_high_watermark(self) -> None:
        self.assertIs(VerifySettings(a=SIDE, b=SIDE).level, IsolationLevel.READ_UNCOMMITTED)
        self.assertIs(VerifySettings(a=SIDE, b=SIDE, how=How.ORDER).level, IsolationLevel.READ_COMMITTED)


if __name__ == "__main__":
    unittest.main()
