"""Group commit: who flushes a log, and when. One `Flusher` for each log; the reactor never waits for the disk.

The rule (the paper's section 3.1, Kafka's ``flush.messages`` and ``flush.ms``): where a topic has either, a message is exposed and
acknowledged only after its flush. A flush is owed as soon as

a. somebody's answer waits for it (`request`), or
b. ``flush.messages`` messages are not flushed, or
c. the oldest message that is not flushed has waited for ``flush.ms``; where only ``flush.messages`` is set, for
   ``klog.flush.max.wait.ms``.

The disk is asked in a thread, one ``fdatasync`` per log at a time. What is appended meanwhile gathers and is covered by the next one
together: the slower the disk, the larger the groups. ::

              request / b. / c.                       done, and another one is owed
    IDLE ───────────────────────────▶ RUNNING ─────────────────────────────────────┐
     │ ▲                              ▲  │  ▲                                       │
     │ └──────────── done, nothing is │  │  └───────────────────────────────────────┘
     │   append     left unflushed    │  │ done, something is left that nobody waits for
     └──────────▶ TIMED ──────────────┘  ▼
                    ▲   c., request, b. TIMED
                    └────────────────────

A flush that failed is told to the log (which takes its directory out of service) and to `Flusher`'s owner, who fails the answers that wait.
What could not even be begun, because the disk is full, is tried again after a second.

Without the rule only segments that were rolled are flushed, so that recovery after a crash stays short.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any, Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.storage.log_types import Flush
from klog.storage.settings import LogSettings

#: How long after a flush that could not begin the next one is tried.
RETRY_S = 1.0

#: Runs a function in a thread: ``deferToThreadPool`` with the reactor and its pool filled in.
InThread = Callable[[Callable[[], None]], "Deferred[Any]"]


class FlushableLog(Protocol):
    """What a flusher needs of a log (``klog.storage.log.Log``)."""

    #: The topic's settings.
    settings: LogSettings

    @property
    def unflushed_messages(self) -> int:
        """Messages that no completed flush covers."""

    @property
    def has_rolled_segments_to_flush(self) -> bool:
        """Whether a segment was rolled and not flushed since."""

    def prepare_flush(self, rolled_only: bool = False) -> Flush | None:
        """What must be synced for everything appended so far (or in rolled segments) to survive; None where nothing can be done."""

    def complete_flush(self, flush: Flush) -> None:
        """It was synced."""

    def fail_flush(self, flush: Flush, error: OSError) -> None:
        """It could not be synced."""


class FlushState(enum.Enum):
    """What a flusher is doing."""

    #: Nothing that is owed a flush.
    IDLE = enum.auto()
    #: Messages wait for their time.
    TIMED = enum.auto()
    #: A thread syncs.
    RUNNING = enum.auto()


class Flusher:
    """Decides when `log` is flushed, and has it done.

    :param clock: for ``flush.ms``.
    :param in_thread: runs the sync.
    :param flushed: told after each flush: None, or why it failed.
    :param max_wait_ms: ``klog.flush.max.wait.ms``.
    """

    __slots__ = ("_again", "_clock", "_closed", "_flushed", "_idle", "_in_thread", "_log", "_max_wait_ms", "_oldest_s", "_timer", "state")

    _logger = Logger()

    def __init__(
        self,
        log: FlushableLog,
        clock: IReactorTime,
        in_thread: InThread,
        flushed: Callable[[OSError | None], None],
        max_wait_ms: int,
    ) -> None:
        self._log = log
        self._clock = clock
        self._in_thread = in_thread
        self._flushed = flushed
        self._max_wait_ms = max_wait_ms
        self._timer: IDelayedCall | None = None
        #: When the first message came that no flush was prepared for, in the clock's seconds.
        self._oldest_s: float | None = None
        #: A flush was asked for while one ran.
        self._again = False
        self._closed = False
        self._idle: list[Deferred[None]] = []
        self.state = FlushState.IDLE

    @property
    def wait_ms(self) -> int:
        """The longest that a message waits for its flush, in milliseconds."""
        flush_ms = self._log.settings.flush_ms
        return self._max_wait_ms if flush_ms is None else flush_ms

    def appended(self) -> None:
        """Something was appended to a log with the rule."""
        if self._closed:
            return
        if self._oldest_s is None:
            self._oldest_s = self._clock.seconds()
        limit = self._log.settings.flush_messages
        if limit is not None and self._log.unflushed_messages >= limit:
            self.request()
        elif self.state is FlushState.IDLE:
            self._start_timer()

    def request(self) -> None:
        """Flush what was appended so far, as soon as the disk is free."""
        if self._closed:
            return
        if self.state is FlushState.RUNNING:
            # A flush that began before the last append does not cover it.
            self._again = True
        else:
            self._start()

    def settings_changed(self) -> None:
        """The topic's settings are others now: what waits may have to be flushed at once, and nothing waits longer than before."""
        if self._log.settings.flush_rule and self._log.unflushed_messages:
            self.request()

    def wait_idle(self) -> Deferred[None]:
        """Fires when no flush runs any more; at once where none does."""
        deferred: Deferred[None] = Deferred()
        if self.state is FlushState.RUNNING:
            self._idle.append(deferred)
        else:
            deferred.callback(None)
        return deferred

    def close(self) -> None:
        """Start nothing any more; the partition is gone or the broker stops. A running flush is still told to the log."""
        self._closed = True
        self._again = False
        self._stop_timer()
        if self.state is FlushState.TIMED:
            self.state = FlushState.IDLE

    def open(self) -> None:
        """Go on after `close`; what was appended and not flushed before is flushed now, where the rule asks for it."""
        self._closed = False
        if self._log.settings.flush_rule and self._log.unflushed_messages:
            self.request()

    def _start_timer(self, least_s: float = 0.0) -> None:
        assert self._oldest_s is not None
        due_s = self._oldest_s + self.wait_ms / 1000 - self._clock.seconds()
        self.state = FlushState.TIMED
        self._timer = self._clock.callLater(max(due_s, least_s), self._due)

    def _stop_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None and timer.active():
            timer.cancel()

    def _due(self) -> None:
        self._timer = None
        self._start()

    def _start(self) -> None:
        self._stop_timer()
        self._oldest_s = None
        self._again = False
        rule = self._log.settings.flush_rule
        flush = self._log.prepare_flush(rolled_only=not rule)
        if flush is None:
            self.state = FlushState.IDLE
            if rule and self._log.unflushed_messages:
                # Out of service or full.
                self._oldest_s = self._clock.seconds()
                self._start_timer(RETRY_S)
                self._flushed(OSError("the data directory takes no writes at present"))
            return
        self.state = FlushState.RUNNING
        deferred = self._in_thread(flush.run)
        deferred.addBoth(self._ran, flush)
        deferred.addErrback(lambda failure: self._logger.failure("after a flush", failure))

    def _ran(self, result: object, flush: Flush) -> None:
        """The thread is done."""
        self.state = FlushState.IDLE
        error: OSError | None = None
        if isinstance(result, Failure):
            if isinstance(result.value, OSError):
                error = result.value
            else:
                self._logger.failure("a flush failed by a mistake of klog's own", result)
                error = OSError(str(result.value))
            # What gathered meanwhile waits for the same disk.
            self._again = False
            self._log.fail_flush(flush, error)
        else:
            self._log.complete_flush(flush)
        try:
            # May ask for more.
            self._flushed(error)
        finally:
            self._go_on()

    def _go_on(self) -> None:
        if self.state is FlushState.IDLE and not self._closed:
            if self._again:
                self._start()
            elif self._oldest_s is not None and self._log.settings.flush_rule:
                self._start_timer()
        if self.state is not FlushState.RUNNING:
            waiting, self._idle = self._idle, []
            for deferred in waiting:
                deferred.callback(None)
