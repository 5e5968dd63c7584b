"""The coordinator's numbers."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings.settings import BrokerSettings
from klog.broker.transactions.transaction_settings import TransactionSettings


class SettingsTests(SynchronousTestCase):
    """Kafka's names."""

    def test_defaults_are_kafkas(self) -> None:
        self.assertEqual(TransactionSettings.read(BrokerSettings({})), TransactionSettings())

    def test_read(self) -> None:
        read = TransactionSettings.read(
            BrokerSettings(
                {
                    "transaction.state.log.num.partitions": "7",
                    "transaction.state.log.segment.bytes": "1000000",
                    "transaction.max.timeout.ms": "5000",
                    "transactional.id.expiration.ms": "6000",
                    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "10",
                    "transaction.remove.expired.transaction.cleanup.interval.ms": "20",
                }
            )
        )
        self.assertEqual((read.topic_partitions, read.topic_segment_bytes, read.max_timeout_ms), (7, 1_000_000, 5000))
        self.assertEqual((read.id_expiration_ms, read.timeout_check_ms, read.expiration_check_ms), (6000, 10, 20))
