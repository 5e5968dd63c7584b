"""Group commit on virtual time: when flushes start, what they cover, how they fail."""

from __future__ import annotations

import dataclasses

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.disk.flusher import Flusher, FlushState
from klog.storage.disk_work import WorkOwner
from klog.storage.log.flush_work import Flush
from klog.storage.settings import LogSettings
from tests.broker.rig import SlowThread


class FakeLog:
    """Counts offsets; what a flush covers is what was there when it was prepared."""

    def __init__(self, settings: LogSettings) -> None:
        self.settings = settings
        self.end_offset = 0
        self.recovery_point = 0
        self.rolled = False
        self.refuses = False
        self.is_busy = False
        self.covered: list[int] = []
        self.failed: list[str] = []

    @property
    def unflushed_messages(self) -> int:
        """Not covered."""
        return self.end_offset - self.recovery_point

    @property
    def owes_a_flush(self) -> bool:
        """As told."""
        return self.rolled

    def prepare_flush(self, rolled_only: bool = False) -> Flush | None:
        """Everything so far."""
        if self.refuses or self.is_busy or (not self.rolled if rolled_only else self.end_offset == self.recovery_point):
            return None
        self.rolled = False
        return Flush(WorkOwner(), [], [], self.end_offset, self._flushed, self._flush_failed)

    def _flushed(self, flush: Flush) -> None:
        self.recovery_point = flush.target_offset
        self.covered.append(flush.target_offset)

    def _flush_failed(self, flush: Flush, error: Exception) -> None:
        self.failed.append(str(error))


class FlusherTests(SynchronousTestCase):
    """`Flusher` over a log that counts and a disk that waits."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.thread = SlowThread()
        self.thread.slow = True
        self.told: list[OSError | None] = []
        self.set_up(flush_messages=100)

    def set_up(self, **settings: int) -> None:
        """A flusher with these settings."""
        self.log = FakeLog(LogSettings(**settings))  # type: ignore[arg-type]
        self.flusher = Flusher(self.log, self.clock, self.thread, self.told.append, 50)

    def append(self, count: int = 1) -> None:
        """As a partition does."""
        self.log.end_offset += count
        self.flusher.appended()

    def test_the_oldest_message_waits_no_longer_than_that(self) -> None:
        """Without flush.ms klog.flush.max.wait.ms counts, from the first message on."""
        self.append()
        self.clock.advance(0.03)
        self.append()
        self.assertIs(self.flusher.state, FlushState.TIMED)
        self.clock.advance(0.019)
        self.assertEqual(self.thread.count, 0)
        self.clock.advance(0.001)
        self.assertIs(self.flusher.state, FlushState.RUNNING)
        self.thread.run()
        self.assertEqual((self.log.covered, self.told, self.flusher.state), ([2], [None], FlushState.IDLE))
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_flush_ms(self) -> None:
        """Where it is set, it counts."""
        self.set_up(flush_ms=1000)
        self.append()
        self.clock.advance(0.999)
        self.assertEqual(self.thread.count, 0)
        self.clock.advance(0.001)
        self.assertEqual(self.thread.count, 1)

    def test_flush_messages(self) -> None:
        """That many start a flush at once, and the timer ends."""
        self.append(99)
        self.assertEqual(self.thread.count, 0)
        self.append()
        self.assertEqual((self.thread.count, self.clock.getDelayedCalls()), (1, []))

    def test_request(self) -> None:
        """A waiting answer starts one at once."""
        self.append()
        self.flusher.request()
        self.thread.run()
        self.assertEqual(self.log.covered, [1])

    def test_appends_gather(self) -> None:
        """What is asked for while a flush runs is covered by the next one, together."""
        self.append()
        self.flusher.request()
        for _ in range(10):
            self.append()
            self.flusher.request()
        self.assertEqual(len(self.thread.waiting), 1)
        self.thread.run()
        self.assertEqual(len(self.thread.waiting), 1)
        self.thread.run()
        self.assertEqual((self.log.covered, self.thread.count), ([1, 11], 2))

    def test_time_goes_on_while_a_flush_runs(self) -> None:
        """Messages that nobody waits for are flushed at their own time, however long the flush before took."""
        self.append()
        self.flusher.request()
        self.clock.advance(0.01)
        self.append()
        self.clock.advance(0.02)
        self.thread.run()
        self.assertIs(self.flusher.state, FlushState.TIMED)
        self.clock.advance(0.029)
        self.assertEqual(self.thread.count, 1)
        self.clock.advance(0.0011)
        self.assertEqual(self.thread.count, 2)

    def test_a_slow_flush_is_followed_at_once(self) -> None:
        """Where the next messages' time has come meanwhile."""
        self.append()
        self.flusher.request()
        self.append()
        self.clock.advance(10)
        self.thread.run()
        self.clock.advance(0)
        self.assertEqual(self.thread.count, 2)

    def test_nothing_to_flush(self) -> None:
        """A request is harmless."""
        self.flusher.request()
        self.assertEqual((self.thread.count, self.told), (0, []))

    def test_failure(self) -> None:
        """The log and the owner are told; nothing is tried again by itself."""
        self.append()
        self.flusher.request()
        self.append()
        self.flusher.request()
        deferred, _ = self.thread.waiting.pop()
        deferred.errback(OSError("dead"))
        self.assertEqual(self.log.failed, ["dead"])
        self.assertIsInstance(self.told[0], OSError)
        self.assertEqual(self.thread.waiting, [])

    def test_a_mistake(self) -> None:
        """Of klog's own counts as a failure, and is logged."""
        self.append()
        self.flusher.request()
        self.thread.waiting.pop()[0].errback(ZeroDivisionError("oops"))
        self.assertEqual((self.log.failed, len(self.flushLoggedErrors(ZeroDivisionError))), (["oops"], 1))

    def test_a_full_disk(self) -> None:
        """A flush that cannot begin is told, and tried again after a second."""
        self.log.refuses = True
        self.append()
        self.flusher.request()
        self.assertIsInstance(self.told[0], OSError)
        self.log.refuses = False
        self.clock.advance(1)
        self.thread.run()
        self.assertEqual((self.log.covered, self.told[1:]), ([1], [None]))

    def test_a_full_disk_is_looked_at_again_soon(self) -> None:
        """However long a message may wait otherwise."""
        self.set_up(flush_ms=3_600_000)
        self.log.refuses = True
        self.append()
        self.flusher.request()
        self.log.refuses = False
        self.clock.advance(1)
        self.thread.run()
        self.assertEqual(self.log.covered, [1])

    def test_a_flush_that_somebody_else_has_begun(self) -> None:
        """Such as for a partition that moves, before its leadership went on: the disk is well, and nobody is told that it is not."""
        self.log.is_busy = True
        self.append()
        self.flusher.request()
        self.append()
        self.flusher.request()
        self.assertEqual((self.told, self.thread.count), ([], 0))
        self.log.is_busy = False
        self.clock.advance(1)
        self.thread.run()
        self.assertEqual((self.log.covered, self.told), ([2], [None]))

    def test_another_log(self) -> None:
        """A partition has moved: what the log before it still does is nobody's, whatever becomes of it; the new one is flushed then."""
        for fails in (False, True):
            self.set_up(flush_messages=100)
            self.append(3)
            self.flusher.request()
            before, self.log = self.log, FakeLog(self.log.settings)
            self.log.end_offset = 3
            self.flusher.follow(self.log)
            if fails:
                self.thread.waiting.pop(0)[0].errback(OSError("dead"))
            else:
                self.thread.run()
            self.assertEqual((self.told, len(self.thread.waiting)), ([], 1), fails)
            self.thread.run()
            self.assertEqual((self.log.covered, self.told.pop()), ([3], None))
            self.assertEqual(before.covered, [] if fails else [3])

    def test_settings(self) -> None:
        """Where the rule begins to hold, what lies unflushed is flushed; where it ends, nothing is owed."""
        self.set_up()
        self.log.end_offset = 5
        self.flusher.settings_changed()
        self.assertEqual(self.thread.count, 0)
        self.log.settings = dataclasses.replace(self.log.settings, flush_messages=1000)
        self.flusher.settings_changed()
        self.thread.run()
        self.assertEqual(self.log.covered, [5])

    def test_all_of_it(self) -> None:
        """Also without the rule, where somebody has to know that it is on the disk; once, and not while a flush is under way or it is
        closed."""
        self.set_up()
        self.log.end_offset = 5
        self.flusher.flush_all()
        self.log.end_offset = 7
        self.flusher.flush_all()
        self.thread.run()
        self.assertEqual((self.log.covered, self.thread.waiting), ([5], []))
        self.flusher.request()
        self.assertEqual(self.thread.waiting, [])
        self.flusher.flush_all()
        self.thread.run()
        self.assertEqual(self.log.covered, [5, 7])
        self.assertTrue(self.flusher.is_open)
        self.flusher.close()
        self.log.end_offset = 9
        self.flusher.flush_all()
        self.flusher.open()
        self.flusher.request()
        self.assertEqual((self.log.covered, self.thread.waiting), ([5, 7], []))

    def test_rolled_segments(self) -> None:
        """Without the rule only they are flushed."""
        self.set_up()
        self.log.end_offset = 5
        self.flusher.request()
        self.assertEqual(self.thread.count, 0)
        self.log.rolled = True
        self.flusher.request()
        self.assertEqual(self.thread.count, 1)

    def test_close(self) -> None:
        """No timers, no new flush; a running one is waited for."""
        self.append()
        self.flusher.close()
        self.assertEqual(self.clock.getDelayedCalls(), [])
        self.successResultOf(self.flusher.wait_idle())
        self.set_up(flush_messages=1)
        self.append()
        self.flusher.request()
        self.flusher.close()
        idle = self.flusher.wait_idle()
        self.assertNoResult(idle)
        self.append()
        self.thread.run()
        self.successResultOf(idle)
        self.assertEqual((self.log.covered, self.thread.waiting), ([1], []))

    def test_open_again(self) -> None:
        """What was left is flushed, where the rule asks for it; also behind a flush that runs."""
        self.append(3)
        self.flusher.close()
        self.flusher.open()
        self.assertEqual(len(self.thread.waiting), 1)
        self.append(2)
        self.flusher.close()
        self.flusher.open()
        self.thread.run()
        self.thread.run()
        self.assertEqual((self.log.covered, self.thread.waiting), ([3, 5], []))
        self.flusher.close()
        self.flusher.open()
        self.assertEqual((self.thread.waiting, self.clock.getDelayedCalls()), ([], []))
