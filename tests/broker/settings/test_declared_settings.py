"""Which settings there are."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings.declared_settings import (
    AUTHORIZER_SETTINGS,
    BROKER_SETTINGS,
    COPYING_RATES,
    KLOG_SETTINGS,
    OLD_SETTINGS,
    SENTENCES,
    declared,
    synonyms_of,
)
from klog.config import Dynamic, Kind


class TableTests(SynchronousTestCase):
    """What is known."""

    def test_every_default_can_be_read(self) -> None:
        for setting in BROKER_SETTINGS.values():
            with self.subTest(setting.name):
                setting.parse(setting.default)

    def test_every_honoured_name_is_known_and_told(self) -> None:
        for name in SENTENCES:
            self.assertTrue(BROKER_SETTINGS[name].honoured, name)
        for setting in KLOG_SETTINGS:
            self.assertTrue(setting.name.startswith("klog.") and setting.sentence, setting.name)
        for setting in AUTHORIZER_SETTINGS:
            self.assertTrue(setting.internal and setting.dynamic is Dynamic.READ_ONLY and setting.sentence, setting.name)
        for setting in COPYING_RATES:
            self.assertTrue(setting.internal and setting.dynamic is not Dynamic.READ_ONLY and setting.sentence, setting.name)

    def test_some_rows(self) -> None:
        setting = BROKER_SETTINGS["compression.gzip.level"]
        self.assertEqual((setting.minimum, setting.maximum, setting.extra), (1, 9, -1))
        self.assertEqual((setting.kind, setting.dynamic), (Kind.INT, Dynamic.CLUSTER_WIDE))
        self.assertEqual(BROKER_SETTINGS["ssl.client.auth"].choices, ("required", "requested", "none"))
        self.assertEqual(BROKER_SETTINGS["kafka.metrics.reporters"].default, "")
        self.assertIsNone(BROKER_SETTINGS["log.retention.ms"].default)
        self.assertIn("log.message.downconversion.enable", OLD_SETTINGS)
        self.assertTrue(BROKER_SETTINGS["log.initial.task.delay.ms"].internal)
        self.assertIs(BROKER_SETTINGS["listeners"].dynamic, Dynamic.PER_BROKER)

    def test_listener_prefixes(self) -> None:
        self.assertIs(declared("listener.name.ssl.ssl.keystore.location"), BROKER_SETTINGS["ssl.keystore.location"])
        self.assertIs(declared("listener.name.x.scram-sha-256.sasl.jaas.config"), BROKER_SETTINGS["sasl.jaas.config"])
        self.assertIsNone(declared("listener.name.x.nothing"))

    def test_synonyms(self) -> None:
        self.assertEqual(
            [name for name, _ in synonyms_of("log.retention.minutes")], [f"log.retention.{unit}" for unit in ("ms", "minutes", "hours")]
        )
        self.assertEqual(
            synonyms_of("listener.name.a.ssl.key.password"), (("listener.name.a.ssl.key.password", 1), ("ssl.key.password", 1))
        )
        self.assertEqual(synonyms_of("broker.rack"), (("broker.rack", 1),))
