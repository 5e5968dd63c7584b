"""Tests of the configurations of client metrics."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings.other_configs import describe_client_metrics


class OtherConfigsTests(SynchronousTestCase):
    def test_client_metrics(self) -> None:
        self.assertEqual(
            {entry.name: entry.value for entry in describe_client_metrics()}, {"interval.ms": "300000", "match": "", "metrics": ""}
        )
