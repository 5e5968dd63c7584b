"""Which fetcher copies which partition."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.following.fetchers import SettingsRules, fetcher_of
from klog.broker.settings.settings import BrokerSettings
from tests.broker.following.pair import PairCase


class FetcherOfTests(SynchronousTestCase):
    """As Kafka shares them out (``AbstractFetcherManager.getFetcherId``)."""

    def test_shares(self) -> None:
        self.assertEqual([fetcher_of("t", partition, 1) for partition in range(3)], [0, 0, 0])
        # 31 * "test".hashCode() is 110,251,488 * ..., taken in 32 bits.
        hashed = (31 * 3556498) & 0xFFFFFFFF
        signed = hashed - 2**32 if hashed >= 2**31 else hashed
        self.assertEqual([fetcher_of("test", partition, 4) for partition in range(4)], [abs(signed + one) % 4 for one in range(4)])

    def test_settings(self) -> None:
        rules = SettingsRules(BrokerSettings({"replica.fetch.backoff.ms": "7"}))
        self.assertEqual(
            (rules.max_wait_ms, rules.min_bytes, rules.max_bytes, rules.partition_max_bytes, rules.backoff_ms),
            (500, 1, 10 << 20, 1 << 20, 7),
        )


class ReplicaFetchersTests(PairCase):
    """One for each leader and number."""

    def test_they_come_and_go(self) -> None:
        replica = self.both()
        other = self.both(topic="u")
        self.assertEqual(len(self.copying), 1)
        self.copying.leave(replica)
        self.assertEqual(len(self.copying), 1)
        self.copying.leave(other)
        self.assertEqual(len(self.copying), 0)
        self.copying.close()
        self.copying.follow(replica, 1, 0)
        self.assertEqual(len(self.copying), 0)
