"""A line: order, bounds, and that nobody who left or ends at once holds up the others."""

from __future__ import annotations

from twisted.internet.defer import CancelledError, Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.concurrency_limit import ConcurrencyLimit


class ConcurrencyLimitTests(SynchronousTestCase):
    """So many at a time."""

    def setUp(self) -> None:
        self.begun: list[tuple[int, Deferred[int]]] = []

    def begin(self, number: int) -> Deferred[int]:
        self.begun.append((number, Deferred()))
        return self.begun[-1][1]

    def test_bounded_and_in_order(self) -> None:
        line = ConcurrencyLimit(2)
        results = [line.run(lambda number=number: self.begin(number)) for number in range(4)]  # type: ignore[misc]
        self.assertEqual(([number for number, _ in self.begun], len(line)), ([0, 1], 2))
        self.begun[1][1].callback(11)
        self.begun[0][1].errback(OSError(5, "broken"))
        self.assertEqual([number for number, _ in self.begun], [0, 1, 2, 3])
        self.failureResultOf(results[0], OSError)
        self.assertEqual(self.successResultOf(results[1]), 11)
        for number, deferred in self.begun[2:]:
            deferred.callback(number)
        self.assertEqual([self.successResultOf(one) for one in results[2:]], [2, 3])

    def test_many_that_end_at_once(self) -> None:
        line = ConcurrencyLimit()
        first = line.run(lambda: self.begin(0))
        results = [line.run(lambda: 1) for _ in range(5000)]
        refused = line.run(lambda: 1 // 0)
        self.begun[0][1].callback(0)
        for one in (first, *results):
            self.successResultOf(one)
        self.failureResultOf(refused, ZeroDivisionError)
        self.assertEqual(self.successResultOf(line.run(lambda: 7)), 7)

    def test_who_is_cancelled(self) -> None:
        line = ConcurrencyLimit()
        running, waiting, last = [line.run(lambda number=number: self.begin(number)) for number in range(3)]  # type: ignore[misc]
        for one in (waiting, running):
            one.cancel()
            self.failureResultOf(one, CancelledError)
        self.assertEqual((len(line), len(self.begun)), (1, 1))
        self.begun[0][1].callback(0)
        self.begun[1][1].callback(2)
        self.assertEqual(self.successResultOf(last), 2)

    def test_who_is_cancelled_where_work_can_be(self) -> None:
        line = ConcurrencyLimit(ends_cancelled=True)
        running, waiting, last = [line.run(lambda number=number: self.begin(number)) for number in range(3)]  # type: ignore[misc]
        for one in (waiting, running):
            one.cancel()
            self.failureResultOf(one, CancelledError)
        self.assertEqual([number for number, _ in self.begun], [0, 2], "its place is free")
        self.assertFalse(line.is_idle)
        self.begun[1][1].callback(2)
        self.assertEqual(self.successResultOf(last), 2)
        self.assertTrue(line.is_idle)
        last.cancel()
