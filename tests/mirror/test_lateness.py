"""klog.mirror.lateness: whether a copy comes too late for what deletes keys."""

from __future__ import annotations

import unittest

from klog.mirror.lateness import Lateness, late_sentence
from tests.mirror.rig import TwoClusters

HOUR_MS = 3_600_000
KEPT_MS = 24 * HOUR_MS


class LatenessTests(unittest.TestCase):
    """When one has caught up last, and what is too late."""

    def test_never_copied(self) -> None:
        """It counts from where it was begun: of what was deleted before it has nothing."""
        late = Lateness()
        self.assertFalse(late.given(KEPT_MS, 100 * HOUR_MS))
        late.answered(5, 20, 100 * HOUR_MS)
        self.assertEqual(late.caught_up_ms, 100 * HOUR_MS)
        self.assertFalse(late.given(KEPT_MS, 112 * HOUR_MS))
        late.answered(10, 20, 112 * HOUR_MS)
        self.assertTrue(late.given(KEPT_MS, 112 * HOUR_MS + 1))

    def test_told_once_until_it_has_caught_up(self) -> None:
        late = Lateness(0)
        self.assertTrue(late.given(KEPT_MS, 13 * HOUR_MS))
        late.answered(5, 20, 13 * HOUR_MS)
        self.assertFalse(late.given(KEPT_MS, 15 * HOUR_MS))
        self.assertEqual(late.longest_ms, 15 * HOUR_MS)
        late.answered(20, 20, 15 * HOUR_MS)
        self.assertFalse(late.given(KEPT_MS, 16 * HOUR_MS))
        self.assertTrue(late.given(KEPT_MS, 30 * HOUR_MS))
        self.assertEqual(late.longest_ms, 15 * HOUR_MS)

    def test_behind_a_busy_topic(self) -> None:
        """It never has all, but all that there was an answer ago."""
        late = Lateness(0)
        for number in range(1, 100):
            late.answered(number * 10, number * 10 + 10, number * HOUR_MS)
            self.assertFalse(late.given(KEPT_MS, number * HOUR_MS + 1))

    def test_always_an_hour_behind(self) -> None:
        """It takes many answers to come to where the source ended at one of them; all of that was in time."""
        late = Lateness(0)
        for number in range(1, 600):
            late.answered(number * 10, number * 10 + 55, number * HOUR_MS // 6)
            self.assertFalse(late.given(KEPT_MS, number * HOUR_MS // 6 + 1))
        self.assertEqual(late.longest_ms, 0)

    def test_told_once_while_it_comes_nearer(self) -> None:
        late = Lateness(0)
        told = []
        for number in range(1, 300):
            now_ms = 60 * HOUR_MS + number * HOUR_MS // 10
            told.append(late.given(KEPT_MS, now_ms))
            late.answered(number * 10, min(2000, 200 + number * 9), now_ms)
        self.assertEqual(sum(told), 1)

    def test_a_source_that_keeps_nothing(self) -> None:
        """A little behind is nobody's fault."""
        self.assertFalse(Lateness(0).given(0, 10_000))
        self.assertTrue(Lateness(0).given(0, 10_001))

    def test_not_compacted(self) -> None:
        self.assertFalse(Lateness(0).given(-1, 1000 * HOUR_MS))

    def test_when_it_is_written(self) -> None:
        """A few times within the time that counts, and never all the time."""
        self.assertEqual([Lateness(hour * HOUR_MS).step(KEPT_MS) for hour in range(7)], [0, 0, 0, 1, 1, 1, 2])
        self.assertEqual([Lateness(ms).step(0) for ms in (4_999, 5_000)], [0, 1])
        self.assertEqual(Lateness(HOUR_MS).step(-1), 0)

    def test_the_sentence(self) -> None:
        self.assertIn("not caught up for 61 s, and delete.retention.ms is 60000", late_sentence(61_000, 60_000))


class LinkTests(TwoClusters):
    """A link that was paused for too long."""

    def paused(self, seconds: float, **configs: str) -> None:
        """A compacted topic is copied, paused for so long while it is written to, and copied on."""
        configs = {"cleanup.policy": "compact", "delete.retention.ms": "60000", **configs}
        self.until(self.there.create_topic("web.a", 1, configs=configs))
        self.source.put("web.a", [b"old"], key=b"k")
        self.link()
        self.until_level("web.a")
        self.run_for(100)
        self.link(is_paused=True)
        self.run_for(seconds)
        self.source.put("web.a", [b"new"], key=b"k")
        self.link()
        self.until_level("web.a")
        self.run_for(10)

    def late(self) -> list[str]:
        """What was told of it."""
        return [one for one in self.warnings if "not caught up" in one]

    def test_paused_for_too_long(self) -> None:
        self.paused(40)
        self.assertEqual(len(self.late()), 1, self.warnings)
        self.assertGreater(self.picture().copies["web.a", 0].late_ms, 30_000)
        self.destination.stop()
        self.destination.start()
        self.run_for(10)
        self.assertGreater(self.picture().copies["web.a", 0].late_ms, 30_000, "what was told is told still")

    def test_unavailable_for_too_long(self) -> None:
        """An answer that was under way while it was not asked for says nothing of it."""
        self.until(self.there.create_topic("web.b", 1))
        self.until(self.there.create_topic("web.a", 1, configs={"cleanup.policy": "compact", "delete.retention.ms": "20000"}))
        self.source.put("web.a", [b"old"], key=b"k")
        self.link()
        self.until_level("web.a")
        self.run_for(10)
        [fetcher] = self.running()._fetchers.values()
        copying = fetcher._copies["web.a", 0]
        # As often as that its leader was not available before.
        copying.waits = 20
        fetcher._wait(copying, "no leader")
        self.source.put("web.a", [b"new"], key=b"k")
        self.until_level("web.a")
        self.run_for(10)
        self.assertEqual(len(self.late()), 1, self.warnings)

    def test_the_clock_was_set_back(self) -> None:
        """That there is nothing new is noted all the same."""
        self.paused(10)
        [fetcher] = self.running()._fetchers.values()
        fetcher._noted_ms += 10 * HOUR_MS
        self.run_for(100)
        self.source.put("web.a", [b"newer"], key=b"k")
        self.until_level("web.a")
        self.assertEqual(self.late(), [])

    def test_in_time(self) -> None:
        """A topic in which nothing happens for long is not late, and a pause that is short neither."""
        self.paused(10)
        self.assertEqual(self.late(), [])
        self.run_for(500)
        self.source.put("web.a", [b"newer"], key=b"k")
        self.until_level("web.a")
        self.assertEqual(self.late(), [])
        self.assertEqual(self.picture().copies["web.a", 0].late_ms, 0)

    def test_not_compacted(self) -> None:
        self.paused(40, **{"cleanup.policy": "delete"})
        self.assertEqual(self.late(), [])
