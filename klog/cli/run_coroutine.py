"""Runs one coroutine on the reactor and ends with its result: what stands between a command and Twisted.

* The reactor is started for the coroutine and stopped when it has ended; its exception is raised to the caller.
* SIGINT, SIGTERM and SIGHUP (the terminal was closed) cancel the coroutine, so that it can say good-bye (leave its group, flush); a
  second one ends the process at once, but for SIGHUP, which shell and kernel both send. The result is `CommandFailed` with the exit code
  that shells expect. Where a thread does not end (it writes into a pipe whose reader has stopped reading), the process ends without it.
* Of the client's log, warnings and errors go to standard error as one line each.

Only the process of a command uses this: it takes the one global reactor.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any, TypeVar, cast

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.output import safe

T = TypeVar("T")
Body = Callable[[Any], Coroutine[Any, Any, T]]

#: What a cancelled coroutine gets for its good-byes.
GRACE_S = 5.0
#: And then threads, which Twisted waits for.
_THREADS_S = 1.0
_CODES = {signal.SIGINT: Exit.INTERRUPTED, signal.SIGTERM: Exit.TERMINATED, signal.SIGHUP: Exit.HUNG_UP}
_SENTENCES = {Exit.TERMINATED: "terminated", Exit.HUNG_UP: "its terminal was closed"}


class Interrupted(CommandFailed):
    """A signal asked the command to end."""

    def __init__(self, number: int) -> None:
        code = _CODES.get(signal.Signals(number), Exit.INTERRUPTED)
        super().__init__(_SENTENCES.get(code, "interrupted"), code)


def ending_signals() -> list[signal.Signals]:
    """The signals that ask a command to end; a closed terminal where nobody had it ignored (``nohup``)."""
    return [one for one in _CODES if one is not signal.SIGHUP or signal.getsignal(one) is not signal.SIG_IGN]


def run(body: Body[T], *, reactor: Any = None, verbose: bool = False, handle_signals: bool = True, grace_s: float = GRACE_S) -> T:
    """The result of ``body(reactor)``.

    :param reactor: a reactor that was never run; the global one where not given.
    :param grace_s: what the coroutine gets for its good-byes when a signal came.
    :raises CommandFailed: a signal came (`Interrupted`); any exception of the coroutine is raised as it is.
    """
    if reactor is None:
        from twisted.internet import reactor as the_reactor

        reactor = the_reactor
    from twisted.internet.defer import CancelledError, Deferred
    from twisted.python.failure import Failure

    _log_to_stderr(verbose)
    outcome: list[Any] = []
    caught: list[int] = []
    running: list[Deferred[T]] = []
    ends: list[threading.Timer] = []

    def finish(result: Any) -> None:
        outcome.append(result)
        reactor.stop()

    def begin() -> None:
        deferred = Deferred.fromCoroutine(body(reactor))
        running.append(deferred)
        deferred.addBoth(finish)

    def give_up() -> None:
        if not outcome:
            outcome.append(None)
            reactor.stop()

    def interrupted() -> None:
        if not outcome and running:
            reactor.callLater(grace_s, give_up)
            running[0].cancel()

    def on_signal(number: int, _frame: FrameType | None) -> None:
        if caught and number == signal.SIGHUP:
            return
        if caught:
            os._exit(_CODES.get(signal.Signals(number), Exit.INTERRUPTED))
        caught.append(number)
        ends.append(threading.Timer(grace_s + _THREADS_S, _end_without_threads, [number]))
        ends[0].daemon = True
        ends[0].start()
        reactor.callFromThread(interrupted)

    def bury() -> None:
        from twisted.internet.process import reapAllProcesses

        reapAllProcesses()

    previous: dict[int, Any] = {}
    if handle_signals:
        for one in ending_signals():
            previous[one] = signal.signal(one, on_signal)
        # Twisted's own handlers are not installed, and without theirs the end of a child process may never be noticed.
        previous[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda number, frame: reactor.callFromThread(bury))
    reactor.callWhenRunning(begin)
    try:
        reactor.run(installSignalHandlers=False)
    finally:
        for end in ends:
            end.cancel()
        for number, handler in previous.items():
            signal.signal(number, handler)
    result: Any = outcome[0] if outcome else None
    if isinstance(result, Failure):
        error = result.value
        if caught and isinstance(error, CancelledError):
            raise Interrupted(caught[0])
        if isinstance(error, CancelledError):
            raise CommandFailed("the command was cancelled")
        assert error is not None
        raise error
    if caught:
        # The coroutine took the cancellation as its orderly end, or did not end at all.
        raise Interrupted(caught[0])
    value: T = result
    return value


def _end_without_threads(number: int) -> None:
    """End the process; it says as much as it does otherwise."""
    interrupted = Interrupted(number)
    with contextlib.suppress(OSError):
        os.write(2, f"klog: {interrupted.sentence}\n".encode())
    os._exit(interrupted.code)


def _log_to_stderr(verbose: bool) -> None:
    from twisted.logger import ILogObserver, LogLevel, globalLogBeginner

    lowest = LogLevel.info if verbose else LogLevel.warn

    def observe(event: dict[str, Any]) -> None:
        level = event.get("log_level")
        if level is None or level < lowest:
            return
        from twisted.logger import formatEvent

        text = formatEvent(event)
        failure = event.get("log_failure")
        if failure is not None and not os.environ.get("KLOG_TRACEBACK"):
            text = f"{text}: {failure.getErrorMessage()}" if text else failure.getErrorMessage()
        elif failure is not None:
            text = f"{text}\n{failure.getTraceback()}"
            sys.stderr.write(text + "\n")
            return
        try:
            sys.stderr.write(f"klog: {safe(' '.join(text.split()))}\n")
        except (OSError, ValueError):
            pass

    if not _LOGGING:
        _LOGGING.append(True)
        globalLogBeginner.beginLoggingTo([cast(ILogObserver, observe)], redirectStandardIO=False, discardBuffer=True)


#: Whether a log observer was set in this process.
_LOGGING: list[bool] = []


async def within(reactor: Any, awaitable: Any, timeout_s: float, what: str) -> Any:
    """The result of `awaitable`, or an error that says that `what` took too long.

    :raises CommandFailed: no answer within `timeout_s` seconds.
    """
    from twisted.internet.defer import Deferred, ensureDeferred

    deferred: Deferred[Any] = awaitable if isinstance(awaitable, Deferred) else ensureDeferred(awaitable)
    late: list[bool] = []

    def too_late() -> None:
        late.append(True)
        deferred.cancel()

    call = reactor.callLater(timeout_s, too_late)
    try:
        return await deferred
    except Exception:
        if late:
            raise CommandFailed(f"{what} within {timeout_s:g} s; is the address right and the broker running?", Exit.UNREACHABLE) from None
        raise
    finally:
        if call.active():
            call.cancel()
