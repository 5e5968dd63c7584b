"""What the transaction coordinator is handed, beside what every coordinator is."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from klog.broker.coordinators.environment import CoordinatorEnvironment
from klog.broker.transactions.transaction_settings import TransactionSettings


@dataclasses.dataclass(slots=True, kw_only=True)
class TransactionEnvironment(CoordinatorEnvironment):
    """Handed in by whoever puts the broker together."""

    settings: TransactionSettings
    #: The level of the feature ``transaction.version`` that all brokers of the cluster go by.
    version: Callable[[], int]
