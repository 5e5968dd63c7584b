"""What the coordinator is handed."""

from __future__ import annotations

from tests.broker.transactions.setting import TransactionTestCase


class EnvironmentTests(TransactionTestCase):
    """As a broker that is alone makes it."""

    def test_of_a_broker(self) -> None:
        environment = self.transactions.coordinator.environment
        self.assertEqual((environment.version(), environment.settings.max_timeout_ms), (2, 60_000))
        self.assertEqual(environment.now_ms(), self.broker.now_ms())
