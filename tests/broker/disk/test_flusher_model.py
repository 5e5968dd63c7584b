"""Lives of a flusher, each from a seed: everything that may happen to it, in any order, beside a log that counts and a disk that is slow,
full, dead, or busy with what somebody else has begun.

After each event it is asked whether more than one flush runs, whether anything is begun or timed behind a close, whether what waits is
forgotten, and whether an error was told that there was none of. In the end all is well again for as long as messages may wait: then nothing
is left that is not flushed, and nobody who was neither served nor told why not.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.disk.flusher import RETRY_S, SYNCING, TRANSITIONS, Flusher, FlushEvent, FlushState
from klog.storage.disk_work import WorkOwner
from klog.storage.log.flush_work import Flush
from klog.storage.settings import LogSettings
from tests.broker.rig import SlowThread

SEEDS = 400
EVENTS = 60
MAX_WAIT_MS = 50
#: What a topic may ask for; the first is no rule.
RULES: tuple[dict[str, int], ...] = (
    {},
    {"flush_messages": 1},
    {"flush_messages": 5},
    {"flush_ms": 0},
    {"flush_ms": 200},
    {"flush_ms": 3_600_000},
    {"flush_messages": 7, "flush_ms": 20_000},
)


class ModelLog:
    """What `Log` does of it: one flush at a time, whoever begins it; none where the disk is full or dead."""

    def __init__(self, settings: LogSettings, end_offset: int = 0, recovery_point: int = 0) -> None:
        self.settings = settings
        self.end_offset = end_offset
        self.recovery_point = recovery_point
        self.rolled_to = 0
        self.is_full = False
        self.is_dead = False
        self.work = WorkOwner()
        self.flush: Flush | None = None

    @property
    def unflushed_messages(self) -> int:
        """Not covered."""
        return self.end_offset - self.recovery_point

    @property
    def owes_a_flush(self) -> bool:
        """Whether it was rolled behind what is flushed."""
        return self.rolled_to > self.recovery_point

    @property
    def is_busy(self) -> bool:
        """Whether a flush is under way."""
        return self.flush is not None

    def prepare_flush(self, rolled_only: bool = False) -> Flush | None:
        """Everything so far, or what was rolled."""
        target = self.rolled_to if rolled_only else self.end_offset
        if self.is_full or self.is_dead or self.flush is not None or target <= self.recovery_point:
            return None
        self.flush = Flush(self.work, [], [], target, self._flushed, self._failed)
        return self.flush

    def _flushed(self, flush: Flush) -> None:
        self.flush = None
        self.recovery_point = max(self.recovery_point, flush.target_offset)

    def _failed(self, flush: Flush, error: Exception) -> None:
        self.flush = None
        self.is_dead = True


class FlusherLife:
    """See the module."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seed = seed
        self.clock = Clock()
        self.thread = SlowThread()
        self.thread.slow = True
        self.log = ModelLog(self.settings())
        self.flusher = Flusher(self.log, self.clock, self.thread, self.told, MAX_WAIT_MS)
        #: Answers that wait: up to where the log must be flushed.
        self.waiting: list[int] = []
        self.idle: list[Deferred[None]] = []
        #: A flush of the log that somebody else has begun.
        self.others: Flush | None = None
        self.events: list[str] = []

    def settings(self) -> LogSettings:
        return LogSettings(**self.random.choice(RULES))  # type: ignore[arg-type]

    def check(self, holds: bool, sentence: str) -> None:
        if not holds:
            raise AssertionError(f"seed {self.seed}: {sentence}; what happened: {self.events}")

    def told(self, error: OSError | None) -> None:
        if error is not None:
            self.check(self.log.is_full or self.log.is_dead, f"an error is told that there was none of: {error}")
            self.waiting.clear()
            if self.flusher.state is FlushState.TIMED:
                (timer,) = self.clock.getDelayedCalls()
                self.check(timer.getTime() - self.clock.seconds() <= RETRY_S + 1e-6, "a full disk is not looked at again soon")
        self.served()

    def served(self) -> None:
        self.waiting = [end for end in self.waiting if end > self.log.recovery_point]

    # What happens

    def append(self) -> None:
        log, flusher = self.log, self.flusher
        if log.is_dead or log.is_full or not flusher.is_open:
            return
        log.end_offset += self.random.choice((1, 1, 3))
        if self.random.random() < 0.2:
            log.rolled_to = log.end_offset
        if log.settings.flush_rule:
            flusher.appended()
            if self.random.random() < 0.6:
                self.waiting.append(log.end_offset)
                is_free = flusher.state not in SYNCING and not log.is_busy
                flusher.request()
                self.check(not is_free or flusher.state in SYNCING, "who waits is not served by a disk that is free")
        elif log.owes_a_flush:
            flusher.request()

    def thread_ends(self) -> None:
        if self.thread.waiting:
            self.thread.run()

    def thread_fails(self) -> None:
        """This log's disk is dead from then on; that of the log before is nobody's."""
        if self.thread.waiting and self.random.random() < 0.3:
            self.thread.waiting.pop(0)[0].errback(OSError("dead"))

    def time_passes(self) -> None:
        self.clock.advance(self.random.choice((0.0, 0.01, 0.05, 0.2, 1.0, 20.0)))

    def disk_is_full(self) -> None:
        self.log.is_full = not self.log.is_full

    def settings_change(self) -> None:
        self.log.settings = self.settings()
        if not self.log.settings.flush_rule:
            self.waiting.clear()
        self.flusher.settings_changed()

    def closes(self) -> None:
        """Whoever closes it answers those who wait."""
        self.flusher.close()
        self.waiting.clear()

    def opens(self) -> None:
        self.flusher.open()

    def idle_is_waited_for(self) -> None:
        is_busy = self.flusher.state in SYNCING
        self.idle.append(self.flusher.wait_idle())
        self.check(self.idle[-1].called is not is_busy, "idleness is told wrongly")

    def all_is_flushed(self) -> None:
        self.flusher.flush_all()

    def partition_moves(self) -> None:
        """It goes on with another log, on another disk; what the one before is still doing is nobody's."""
        before = self.log
        before.work.close()
        self.others = None
        self.log = ModelLog(before.settings, before.end_offset, before.recovery_point)
        self.flusher.follow(self.log)

    def somebody_else_flushes(self) -> None:
        """Where the flusher is closed: nobody else may while it is open."""
        if self.others is not None:
            flush, self.others = self.others, None
            flush.settle()
            self.served()
        elif not self.flusher.is_open:
            self.others = self.log.prepare_flush()

    EVENTS: tuple[tuple[Callable[[FlusherLife], None], int], ...] = (
        (append, 30),
        (thread_ends, 16),
        (time_passes, 12),
        (thread_fails, 3),
        (disk_is_full, 4),
        (settings_change, 5),
        (closes, 4),
        (opens, 9),
        (idle_is_waited_for, 3),
        (all_is_flushed, 3),
        (partition_moves, 2),
        (somebody_else_flushes, 6),
    )

    def run(self) -> None:
        acts, weights = zip(*self.EVENTS, strict=True)
        for _ in range(EVENTS):
            (act,) = self.random.choices(acts, weights)
            self.events.append(act.__name__)
            act(self)
            self.look()
        self.end()

    def look(self) -> None:
        """What holds at any moment."""
        flusher, log = self.flusher, self.log
        timers, flushes = len(self.clock.getDelayedCalls()), len(self.thread.waiting)
        self.check(flushes == (flusher.state in SYNCING), f"{flushes} flushes run in {flusher.state}")
        self.check(timers == (flusher.state is FlushState.TIMED), f"{timers} timers in {flusher.state}")
        if flusher.state is FlushState.IDLE and log.settings.flush_rule and not log.is_dead:
            self.check(not log.unflushed_messages, "what waits is forgotten")

    def end(self) -> None:
        """All is well again."""
        log, flusher = self.log, self.flusher
        self.events.append("all is well")
        log.is_full = False
        if self.others is not None:
            self.somebody_else_flushes()
        flusher.open()
        for _ in range(6):
            self.thread.run_all()
            self.clock.advance(max(RETRY_S, flusher.wait_ms / 1000))
        if not log.is_dead and log.settings.flush_rule:
            self.check(not log.unflushed_messages, f"{log.unflushed_messages} are not flushed, in {flusher.state}")
            self.check(not self.waiting, f"{self.waiting} were neither served nor told")
        flusher.close()
        self.thread.run_all()
        self.check(all(idle.called for idle in self.idle), "who waits for idleness is forgotten")
        self.look()


class FlusherLivesTests(SynchronousTestCase):
    """All seeds."""

    def test_lives(self) -> None:
        """And every row of the table is lived."""
        taken: set[tuple[FlushState, FlushEvent]] = set()
        happens = Flusher._happens

        def note(flusher: Flusher, event: FlushEvent) -> None:
            taken.add((flusher.state, event))
            happens(flusher, event)

        self.patch(Flusher, "_happens", note)
        for seed in range(SEEDS):
            FlusherLife(seed).run()
        self.assertEqual(set(TRANSITIONS) - taken, set())
