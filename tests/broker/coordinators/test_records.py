"""Records of a coordinator as bytes."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.records import CoordinatorRecord, encoded
from tests.broker.coordinators.counters import CounterKey, CounterValue


class EncodedTests(SynchronousTestCase):
    """`encoded`."""

    def test_bytes(self) -> None:
        value = CounterValue(count=3)
        self.assertEqual(encoded(CoordinatorRecord(CounterKey(name="a"), value)), (b"\0\0\0\1a", b"\0\0" + bytes(7) + b"\3"))
        self.assertEqual(encoded(CoordinatorRecord(CounterKey(name="a"), value, 1))[1], b"\0\1" + bytes(7) + b"\3" + b"\xff" * 8)

    def test_a_tombstone(self) -> None:
        self.assertEqual(encoded(CoordinatorRecord(CounterKey(name="a"), None)), (b"\0\0\0\1a", None))
