"""Tests of klog.replication.throttle."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.replication.throttle import ReplicationQuota, ReplicationThrottle, throttled_partitions


class QuotaTests(SynchronousTestCase):
    """The rate."""

    def test_rate(self) -> None:
        quota = ReplicationQuota(11, 1.0)
        self.assertEqual(quota.rate(5.0), 0)
        quota.record(100, 5.0)
        self.assertEqual(quota.rate(5.0), 100, "over one window at least")
        self.assertEqual(quota.rate(7.0), 50)
        quota.record(300, 7.0)
        self.assertEqual(quota.rate(9.0), 100)
        self.assertEqual(quota.rate(16.0), 300 / 9, "the first window is forgotten")
        self.assertEqual(quota.rate(18.0), 0)

    def test_waiting(self) -> None:
        quota = ReplicationQuota(11, 1.0)
        self.assertEqual(quota.wait_s(10, 0.0), 0)
        quota.record(30, 0.0)
        self.assertEqual(quota.wait_s(10, 0.0), 3)
        self.assertEqual(quota.wait_s(10, 3.0), 0)
        self.assertEqual(quota.wait_s(0, 3.0), 8, "until it is forgotten")
        self.assertEqual(quota.wait_s(1, 3.0), 8)

    def test_what_was_left_of_the_windows_comes_at_once(self) -> None:
        """As with Kafka's ``SimpleRate``: after little and a pause much may come, as long as it is within the rate since that little."""
        quota = ReplicationQuota(11, 1.0)
        quota.record(5, 0.0)
        quota.record(85, 9.0)
        self.assertEqual(quota.wait_s(10, 9.0), 0)
        quota.record(10, 9.0)
        self.assertEqual(quota.wait_s(10, 9.0), 1)

    def test_a_wait_is_no_shorter_than_a_clock_can_tell(self) -> None:
        """What adding up fractions leaves would be waited for again and again, and a clock of whole steps would stand still meanwhile."""
        quota = ReplicationQuota(11, 1.0)
        quota.record(160_320, 134.36424411240122)
        now_s = 135.9674441124012
        self.assertGreater(quota.rate(now_s), 100_000)
        self.assertEqual(quota.wait_s(100_000, now_s), 0.001)
        self.assertEqual(quota.wait_s(100_000, now_s + 0.001), 0)

    @settings(max_examples=50, deadline=None)
    @given(st.integers(100, 100_000), st.lists(st.integers(1, 5_000), min_size=1, max_size=20), st.floats(0.001, 0.5))
    def test_who_waits_as_it_says_stays_within_it(self, most: int, sizes: list[int], pause_s: float) -> None:
        quota = ReplicationQuota(11, 1.0)
        now_s, total = 0.0, 0
        while now_s < 100:
            wait_s = quota.wait_s(most, now_s)
            if wait_s:
                now_s += wait_s + 1e-6
                continue
            size = sizes[total % len(sizes)]
            quota.record(size, now_s)
            total += size
            now_s += pause_s
        # In any ten seconds, all of which the windows hold, at most what they may hold and the one answer that goes beyond it.
        self.assertLessEqual(total, 10 * (11 * most + max(sizes)))


class ThrottleTests(SynchronousTestCase):
    """Whose copying is held back."""

    def test_who_is_named(self) -> None:
        for text, expected in (
            ("*", None),
            (" * ", None),
            ("", frozenset()),
            ("0:1,1:2,2:1", {0, 2}),
            (" 0:1 , 3:1", {0, 3}),
            ("0:11,x:1,1:,:,1", frozenset()),
            (f"{'9' * 5000}:1,0:{'1' * 5000},2:1", {2}),
            ("*,3:1", {3}),
        ):
            self.assertEqual(throttled_partitions(text, 1), expected, text)

    def test_settings_count_at_once(self) -> None:
        rate: list[int | None] = [None]
        texts = {"t": "0:1", "all": "*"}
        now = [0.0]
        throttle = ReplicationThrottle(1, lambda: rate[0], lambda topic: texts.get(topic, ""), lambda: now[0])
        self.assertFalse(throttle.is_set or throttle.is_throttled("t", 0))
        throttle.record(1_000)
        self.assertEqual(throttle.wait_s(), 0)
        rate[0] = 100
        self.assertEqual(
            [throttle.is_throttled("t", 0), throttle.is_throttled("t", 1), throttle.is_throttled("u", 0)], [True, False, False]
        )
        self.assertTrue(throttle.is_throttled("all", 7))
        self.assertEqual((throttle.wait_s(), throttle.rate), (10, 1_000))
        texts["t"] = "1:1"
        self.assertTrue(throttle.is_throttled("t", 1))
        rate[0] = 10_000
        self.assertEqual(throttle.wait_s(), 0)
