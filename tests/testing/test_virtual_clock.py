"""klog.testing.virtual_clock: what is due happens at its time, in order."""

from __future__ import annotations

from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater
from twisted.trial.unittest import SynchronousTestCase

from klog.testing.virtual_clock import DUE_S, EPOCH_MS, VirtualClock


class VirtualClockTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = VirtualClock()

    def test_milliseconds_are_exact(self) -> None:
        for passed in range(1, 3000, 7):
            self.clock.advance(0.007)
            self.assertEqual(int(self.clock.seconds() * 1000), EPOCH_MS + passed // 7 * 7 + 7)
            self.assertEqual(self.clock.now_ms(), EPOCH_MS + passed // 7 * 7 + 7)

    def test_calls_happen_at_their_time_and_in_order(self) -> None:
        happened: list[tuple[str, float]] = []

        def note(name: str) -> None:
            happened.append((name, round(self.clock.seconds() - EPOCH_MS / 1000, 3)))

        self.clock.callLater(3, note, "third")
        self.clock.callLater(1, lambda: self.clock.callLater(1, note, "second"))
        later = self.clock.callLater(1, note, "fourth")
        later.reset(5)
        self.clock.callLater(2, note, "never").cancel()
        self.clock.callLater(0.1, note, "first")
        self.clock.advance(0.1)
        self.assertEqual(happened, [("first", 0.1)], "an exact advance is enough")
        self.clock.advance(9.9)
        self.assertEqual(happened, [("first", 0.1), ("second", 2.0), ("third", 3.0), ("fourth", 5.0)])
        self.assertTrue(abs(self.clock.seconds() - EPOCH_MS / 1000 - 10) < 2 * DUE_S)

    def test_a_call_that_comes_later_than_others_now_hides_none(self) -> None:
        happened: list[str] = []
        first = self.clock.callLater(1, happened.append, "first")
        self.clock.callLater(2, happened.append, "second")
        self.clock.advance(0.5)
        first.reset(9)
        self.clock.advance(3)
        self.assertEqual(happened, ["second"])
        self.clock.callLater(1, happened.append, "third").delay(20)
        self.clock.advance(10)
        self.assertEqual(happened, ["second", "first"])

    def test_until(self) -> None:
        self.assertEqual(self.clock.until(deferLater(self.clock, 100, lambda: 5)), 5)
        self.assertEqual(self.clock.now_ms(), EPOCH_MS + 100_000)

        async def both() -> int:
            await deferLater(self.clock, 1, lambda: None)
            return 7

        self.assertEqual(self.clock.until(both()), 7)
        self.assertRaises(ZeroDivisionError, self.clock.until, deferLater(self.clock, 1, lambda: 1 // 0))
        with self.assertRaisesRegex(AssertionError, "never"):
            self.clock.until(Deferred())
        with self.assertRaisesRegex(AssertionError, "after 2 s"):
            self.clock.until(deferLater(self.clock, 3, lambda: None), 2)
