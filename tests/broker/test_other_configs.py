"""Tests of the configurations of groups and client metrics."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.other_configs import GROUP_SYNONYMS, describe_client_metrics, describe_group
from klog.broker.settings import BROKER_SETTINGS, BrokerSettings, Source


class OtherConfigsTests(SynchronousTestCase):
    def test_every_synonym_is_a_broker_setting(self) -> None:
        self.assertEqual(set(GROUP_SYNONYMS.values()) - set(BROKER_SETTINGS), set())

    def test_groups_follow_the_broker(self) -> None:
        entries = {entry.name: entry for entry in describe_group(BrokerSettings({"group.share.session.timeout.ms": "46000"}))}
        self.assertEqual(len(entries), 17)
        self.assertEqual(entries["consumer.session.timeout.ms"].value, "45000")
        self.assertEqual(entries["consumer.session.timeout.ms"].source, Source.DEFAULT_CONFIG)
        self.assertEqual((entries["share.session.timeout.ms"].value, entries["share.session.timeout.ms"].source), ("46000", 4))
        self.assertEqual([synonym.name for synonym in entries["share.auto.offset.reset"].synonyms], ["share.auto.offset.reset"])

    def test_client_metrics(self) -> None:
        self.assertEqual(
            {entry.name: entry.value for entry in describe_client_metrics()}, {"interval.ms": "300000", "match": "", "metrics": ""}
        )
