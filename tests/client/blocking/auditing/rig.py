"""What the tests of clients that count without a reactor have in common."""

from __future__ import annotations

import unittest

from klog.audit.cells import AUDIT_TOPIC
from klog.audit.ledger import Ledger
from tests.client.producing.produce_world import ProducingCluster


def told_ledger(test: unittest.TestCase, cluster: ProducingCluster) -> Ledger:
    """What stands in the audit topic of a cluster, all of which can be read."""
    ledger = Ledger()
    for partition in (0, 1):
        for record in cluster.log(AUDIT_TOPIC, partition).records:
            ledger.add(record.key, record.value, record.timestamp_ms)
    test.assertEqual(ledger.unreadable, 0, ledger.faults)
    return ledger
