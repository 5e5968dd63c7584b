"""klog.client.producing.producer_types."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.producer_types import OWN_NAMES, DeliveryFailed, ProducerOptions, make_settings
from klog.config import ConfigError
from klog.errors import ErrorCode
from klog.records.contract import Codec


class SettingsTests(SynchronousTestCase):
    def test_defaults_are_the_safe_ones(self) -> None:
        settings = make_settings({})
        self.assertEqual((settings.required_acks, settings.idempotent, settings.codec), (-1, True, Codec.NONE))

    def test_idempotence_follows_acks(self) -> None:
        for acks, wire, idempotent in (("all", -1, True), (-1, -1, True), (1, 1, False), (0, 0, False), ("1", 1, False)):
            settings = make_settings({"acks": acks})
            self.assertEqual((settings.required_acks, settings.idempotent), (wire, idempotent))
        self.assertFalse(make_settings({"enable_idempotence": False}).idempotent)
        self.assertRaises(ConfigError, make_settings, {"acks": 1, "enable_idempotence": True})

    def test_what_cannot_be_is_one_sentence_with_the_name(self) -> None:
        bad: dict[str, Any] = {
            "acks": 2,
            "linger_ms": -1,
            "batch_bytes": 0,
            "compression": "brotli",
            "partitioner": "magic",
            "delivery_timeout_ms": 0,
            "backlog_bytes": 10,
            "backlog_messages": 0,
            "when_full": "panic",
            "max_request_bytes": 1,
            "unknown_topic_patience_ms": "long",
            "stop_timeout_ms": True,
        }
        for name, value in bad.items():
            error = self.assertRaises(ConfigError, make_settings, {name: value})
            self.assertIn(name, str(error))
            self.assertNotIn("\n", str(error))
        self.assertRaises(ConfigError, make_settings, {"backlog_bytes": 1 << 19})
        self.assertRaises(ConfigError, make_settings, {"compression": "gzip", "compression_level": 99})
        make_settings({"compression": "zstd", "compression_level": 19})

    def test_how_long_a_topic_is_believed_in(self) -> None:
        settings = make_settings({"unknown_topic_patience_ms": 700})
        self.assertEqual((settings.topic_patience_ms(creates=False), settings.topic_patience_ms(creates=True)), (700, 30_000))
        self.assertEqual(make_settings({"unknown_topic_patience_ms": 50_000}).topic_patience_ms(creates=True), 50_000)

    def test_each_option_is_declared(self) -> None:
        self.assertLessEqual(OWN_NAMES, set(ProducerOptions.__annotations__))

    def test_an_error_names_topic_and_partition(self) -> None:
        error = DeliveryFailed(ErrorCode.MESSAGE_TOO_LARGE, "orders", 3, "too large")
        self.assertEqual(str(error), "MESSAGE_TOO_LARGE: delivery to orders-3 failed: too large")
        self.assertEqual((error.topic, error.partition, error.reason, error.placed, error.failed_count), ("orders", 3, "too large", (), 1))
        self.assertIn("to orders failed", str(DeliveryFailed(ErrorCode.NONE, "orders", -1, "no")))
