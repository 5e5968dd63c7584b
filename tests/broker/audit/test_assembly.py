"""The settings of the audit."""

from __future__ import annotations

from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError
from tests.broker.audit.rig import AuditCase


class AssemblyTests(AuditCase):
    def test_what_is_shown(self) -> None:
        self.make("t")
        self.send("t", self.batch(1))
        names = {reading.name: reading.value for reading in self.broker.broker.metrics}
        self.assertEqual(names["audit.cells.count"], 1)
        self.assertEqual(self.broker.broker.audit.interval_ms, 1000)  # type: ignore[union-attr]

    def test_a_window_that_cannot_be(self) -> None:
        with self.assertRaises(ConfigError):
            BrokerSettings({"klog.audit.counts.window.ms": "1"})
