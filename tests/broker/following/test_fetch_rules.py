"""Tests of klog.broker.following.fetch_rules."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.following.fetch_rules import FetchRules
from klog.broker.settings.settings import BrokerSettings


class FetchRulesTests(SynchronousTestCase):
    """Kafka's defaults, and what is set."""

    def test_settings(self) -> None:
        rules = FetchRules(BrokerSettings({"replica.fetch.backoff.ms": "7"}))
        self.assertEqual(
            (rules.max_wait_ms, rules.min_bytes, rules.max_bytes, rules.partition_max_bytes, rules.backoff_ms),
            (500, 1, 10 << 20, 1 << 20, 7),
        )
        self.assertEqual(rules.timeout_ms, 30_000)
