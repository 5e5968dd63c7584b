"""Group commit: who flushes a log, and when. One `Flusher` for each log; the reactor never waits for the disk.

The rule (the paper's section 3.1, Kafka's ``flush.messages`` and ``flush.ms``): where a topic has either, a message is exposed and
acknowledged only after its flush. A flush is owed as soon as

a. somebody's answer waits for it (`request`), or
b. ``flush.messages`` messages are not flushed, or
c. the oldest message that is not flushed has waited for ``flush.ms``; where only ``flush.messages`` is set, for
   ``klog.flush.max.wait.ms``.

The disk is asked in a thread, one ``fdatasync`` per log at a time. What is appended meanwhile gathers and is covered by the next one
together: the slower the disk, the larger the groups. `TRANSITIONS` is the whole of it; the acts are methods of `Flusher`.

A flush that failed is told to the log (which takes its directory out of service) and to `Flusher`'s owner, who fails the answers that wait.
What could not even be begun, because the disk is full, is tried again after a second. So is what finds a flush of the log under way that
somebody else has begun while this flusher was closed, or a truncation; then there is nothing to tell anybody.

Where the partition goes on with another log (`Flusher.follow`), what the one before it still syncs is nobody's, whatever becomes of it.

Without the rule only what was rolled, and what retention waits for, is flushed, so that recovery after a crash stays short.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.disk.threads import RunInThread, do_in_thread
from klog.storage.log.flush_work import Flush, NotReplaced
from klog.storage.settings import LogSettings

#: How long after a flush that could not begin the next one is tried.
RETRY_S = 1.0


class FlushableLog(Protocol):
    """What a flusher needs of a log (``klog.storage.log.log.Log``)."""

    #: The topic's settings.
    settings: LogSettings

    @property
    def unflushed_messages(self) -> int:
        """Messages that no completed flush covers."""

    @property
    def owes_a_flush(self) -> bool:
        """Whether a segment was rolled and not flushed since, or retention waits for a flush."""

    @property
    def is_busy(self) -> bool:
        """Whether a flush is under way, or a truncation, so that no flush can be prepared now."""

    def prepare_flush(self, rolled_only: bool = False) -> Flush | None:
        """What must be synced for everything appended so far (or what the log owes) to survive; None where nothing can be done."""


class FlushState(enum.Enum):
    """What a flusher is doing."""

    # By identity, as members compare: an enum's own hash is computed in Python, and the table is looked into with every append.
    __hash__ = object.__hash__

    #: Nothing that is owed a flush.
    IDLE = enum.auto()
    #: Messages wait for their time.
    TIMED = enum.auto()
    #: A thread syncs.
    RUNNING = enum.auto()
    #: A thread syncs, and what came since is owed a flush as soon as it is done.
    OWING = enum.auto()
    #: Nothing is begun any more; a thread still syncs.
    CLOSING = enum.auto()
    #: Nothing is begun any more.
    CLOSED = enum.auto()


class FlushEvent(enum.Enum):
    """What happens to it."""

    __hash__ = object.__hash__

    #: Messages came that nobody waits for.
    APPENDED = enum.auto()
    #: A flush is owed, by a. or b.
    OWED = enum.auto()
    #: The timer has come, by c.
    DUE = enum.auto()
    #: The thread is done.
    SYNCED = enum.auto()
    #: The thread has failed.
    FAILED = enum.auto()
    #: What there is to flush is being synced now.
    BEGUN = enum.auto()
    #: It cannot be begun now.
    REFUSED = enum.auto()
    #: The partition is gone, or its leadership, or the broker stops.
    CLOSE = enum.auto()
    #: The leadership goes on.
    OPEN = enum.auto()


class FlushAct(enum.StrEnum):
    """What a transition does, once it is in its new state; the names of `Flusher`'s methods."""

    NONE = "_nothing"
    START_TIMER = "_start_timer"
    START_RETRY = "_start_retry"
    STOP_TIMER = "_stop_timer"
    BEGIN = "_begin"
    #: Time what gathered while the thread synced.
    LOOK = "_look"


_S, _E, _A = FlushState, FlushEvent, FlushAct
#: Where a state does not have an event, that changes nothing.
TRANSITIONS: Mapping[tuple[FlushState, FlushEvent], tuple[FlushState, FlushAct]] = {
    (_S.IDLE, _E.APPENDED): (_S.TIMED, _A.START_TIMER),
    (_S.IDLE, _E.OWED): (_S.IDLE, _A.BEGIN),
    (_S.IDLE, _E.BEGUN): (_S.RUNNING, _A.NONE),
    (_S.IDLE, _E.REFUSED): (_S.TIMED, _A.START_RETRY),
    (_S.IDLE, _E.CLOSE): (_S.CLOSED, _A.NONE),
    (_S.TIMED, _E.OWED): (_S.IDLE, _A.BEGIN),
    (_S.TIMED, _E.DUE): (_S.IDLE, _A.BEGIN),
    (_S.TIMED, _E.CLOSE): (_S.CLOSED, _A.STOP_TIMER),
    # A flush that began before the last append does not cover it.
    (_S.RUNNING, _E.OWED): (_S.OWING, _A.NONE),
    (_S.RUNNING, _E.SYNCED): (_S.IDLE, _A.LOOK),
    (_S.RUNNING, _E.FAILED): (_S.IDLE, _A.LOOK),
    (_S.RUNNING, _E.CLOSE): (_S.CLOSING, _A.NONE),
    (_S.OWING, _E.SYNCED): (_S.IDLE, _A.BEGIN),
    # What gathered meanwhile waits for the same disk.
    (_S.OWING, _E.FAILED): (_S.IDLE, _A.LOOK),
    (_S.OWING, _E.CLOSE): (_S.CLOSING, _A.NONE),
    (_S.CLOSING, _E.SYNCED): (_S.CLOSED, _A.NONE),
    (_S.CLOSING, _E.FAILED): (_S.CLOSED, _A.NONE),
    (_S.CLOSING, _E.OPEN): (_S.RUNNING, _A.NONE),
    (_S.CLOSED, _E.OPEN): (_S.IDLE, _A.NONE),
}
#: A thread syncs in these.
SYNCING = frozenset({_S.RUNNING, _S.OWING, _S.CLOSING})


class Flusher:
    """Decides when `log` is flushed, and has it done.

    :param clock: for ``flush.ms``.
    :param run_in_thread: runs the sync.
    :param flushed: told after each flush: None, or why it failed.
    :param max_wait_ms: ``klog.flush.max.wait.ms``.
    """

    __slots__ = ("_clock", "_flushed", "_idle", "_is_all_owed", "_log", "_max_wait_ms", "_oldest_s", "_run_in_thread", "_timer", "state")

    _logger = Logger()

    def __init__(
        self,
        log: FlushableLog,
        clock: IReactorTime,
        run_in_thread: RunInThread,
        flushed: Callable[[OSError | None], None],
        max_wait_ms: int,
    ) -> None:
        self._log = log
        self._clock = clock
        self._run_in_thread = run_in_thread
        self._flushed = flushed
        self._max_wait_ms = max_wait_ms
        self._timer: IDelayedCall | None = None
        #: When the first message came that no flush was prepared for, in the clock's seconds.
        self._oldest_s: float | None = None
        self._idle: list[Deferred[None]] = []
        #: Whether the next flush covers everything, also where no rule asks for it.
        self._is_all_owed = False
        self.state = FlushState.IDLE

    @property
    def wait_ms(self) -> int:
        """The longest that a message waits for its flush, in milliseconds."""
        flush_ms = self._log.settings.flush_ms
        return self._max_wait_ms if flush_ms is None else flush_ms

    def appended(self) -> None:
        """Something was appended to a log with the rule."""
        if self._oldest_s is None:
            self._oldest_s = self._clock.seconds()
        limit = self._log.settings.flush_messages
        owed = limit is not None and self._log.unflushed_messages >= limit
        self._happens(FlushEvent.OWED if owed else FlushEvent.APPENDED)

    def request(self) -> None:
        """Flush what was appended so far, as soon as the disk is free."""
        self._happens(FlushEvent.OWED)

    @property
    def is_open(self) -> bool:
        """Whether it begins flushes; while it does nobody else may, since a log has one at a time."""
        return self.state not in (FlushState.CLOSING, FlushState.CLOSED)

    def flush_all(self) -> None:
        """Flush everything that was appended so far, whatever rule there is. Nothing while a flush is under way: to be asked again then."""
        if self.is_open and self.state not in SYNCING:
            self._is_all_owed = True
            self.request()

    def settings_changed(self) -> None:
        """The topic's settings are others now: what waits may have to be flushed at once, and nothing waits longer than before."""
        if self._log.settings.flush_rule and self._log.unflushed_messages:
            self.request()

    def follow(self, log: FlushableLog) -> None:
        """What is flushed is `log` from now on. What runs for the one before it says nothing of this one."""
        self._log = log
        self._happens(FlushEvent.OWED)

    def wait_idle(self) -> Deferred[None]:
        """Fires when no flush runs any more; at once where none does."""
        deferred: Deferred[None] = Deferred()
        if self.state in SYNCING:
            self._idle.append(deferred)
        else:
            deferred.callback(None)
        return deferred

    def close(self) -> None:
        """Start nothing any more; the partition is gone or the broker stops. A running flush is still told to the log."""
        self._happens(FlushEvent.CLOSE)

    def open(self) -> None:
        """Go on after `close`; what was appended and not flushed before is flushed now, where the rule asks for it."""
        self._happens(FlushEvent.OPEN)
        self.settings_changed()

    def _happens(self, event: FlushEvent) -> None:
        after = TRANSITIONS.get((self.state, event))
        if after is not None:
            self.state = after[0]
            getattr(self, after[1])()

    # Acts

    def _nothing(self) -> None:
        pass

    def _start_timer(self) -> None:
        assert self._oldest_s is not None
        due_s = self._oldest_s + self.wait_ms / 1000 - self._clock.seconds()
        self._timer = self._clock.callLater(max(due_s, 0.0), self._due)

    def _start_retry(self) -> None:
        self._oldest_s = self._clock.seconds()
        self._timer = self._clock.callLater(RETRY_S, self._due)

    def _stop_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()

    def _due(self) -> None:
        self._timer = None
        self._happens(FlushEvent.DUE)

    def _look(self) -> None:
        if self._oldest_s is not None and self._log.settings.flush_rule:
            self._happens(FlushEvent.APPENDED)

    def _begin(self) -> None:
        self._stop_timer()
        self._oldest_s = None
        log = self._log
        rule = log.settings.flush_rule
        is_all_owed, self._is_all_owed = self._is_all_owed, False
        flush = log.prepare_flush(rolled_only=not (rule or is_all_owed))
        if flush is not None:
            self._happens(FlushEvent.BEGUN)
            synced = do_in_thread(self._run_in_thread, flush).addCallbacks(self._synced, self._failed, (log,), {}, (log,))
            synced.addErrback(lambda failure: self._logger.failure("after a flush", failure))
        elif rule and log.unflushed_messages:
            is_busy = log.is_busy
            self._happens(FlushEvent.REFUSED)
            if not is_busy:
                # Out of service or full.
                self._flushed(OSError("the data directory takes no writes at present"))

    def _synced(self, result: None, log: FlushableLog) -> None:
        self._ended(FlushEvent.SYNCED, None, log)

    def _failed(self, failure: Failure, log: FlushableLog) -> None:
        error = failure.value
        if not isinstance(error, OSError):
            self._logger.failure("a flush failed by a mistake of klog's own", failure)
            error = OSError(str(error))
        self._ended(FlushEvent.FAILED, error, log)

    def _ended(self, event: FlushEvent, error: OSError | None, log: FlushableLog) -> None:
        try:
            if log is self._log:
                if isinstance(error, NotReplaced) and self._oldest_s is None:
                    # The disk was full: as long as messages are not flushed, it is tried again.
                    self._oldest_s = self._clock.seconds()
                # May ask for more, or close: it is still this flush then, and what is asked for is owed the next one.
                self._flushed(error)
            else:
                # Nobody's; the disk is free for what the log in its place is owed.
                event = FlushEvent.SYNCED
        finally:
            self._happens(event)
            if self.state not in SYNCING:
                waiting, self._idle = self._idle, []
                for deferred in waiting:
                    deferred.callback(None)
