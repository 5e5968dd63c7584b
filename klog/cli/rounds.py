"""What goes round and round until a signal comes (``--follow``), in commands without a reactor; `run_coroutine` is for the others.

Brokers that cannot be reached for a while are waited for: that is told once, and so is that they answer again. Every other error is an end.
"""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TypeVar

from klog.cli.exit_codes import Exit, as_failure
from klog.cli.output import Output, duration_text
from klog.cli.run_coroutine import Interrupted, ending_signals
from klog.errors import KlogError

T = TypeVar("T")


@contextlib.contextmanager
def signals() -> Iterator[None]:
    """What asks a command to end ends what runs here, with the exit codes of shells.

    :raises Interrupted: a signal came.
    """

    def ended(number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGHUP:
            # Shell and kernel both send it, and the second one would come into the cleaning up.
            signal.signal(number, signal.SIG_IGN)
        raise Interrupted(number)

    before = {one: signal.signal(one, ended) for one in ending_signals()}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def run_rounds(
    once: Callable[[], T],
    tell: Callable[[T], None],
    interval_s: float,
    out: Output,
    *,
    answered_again: str,
    interrupted: str = "Interrupted.",
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Rounds until a signal comes (`signals`), which is how they are meant to end.

    :param once: does one, which `tell` shows.
    :param interval_s: seconds between the end of one and the beginning of the next.
    :param answered_again: noted with the first round behind some that reached no broker.
    :param interrupted: noted at the end.
    :raises KlogError: of `once`, unless it says that no broker can be reached (`Exit.UNREACHABLE`).
    """
    waiting = False
    try:
        while True:
            try:
                found = once()
            except KlogError as error:
                failure = as_failure(error)
                if failure is None or failure.code is not Exit.UNREACHABLE:
                    raise
                if not waiting:
                    out.warn(f"{failure.sentence}; trying again every {duration_text(interval_s)}")
                waiting = True
            else:
                if waiting:
                    out.note(answered_again)
                waiting = False
                tell(found)
            sleep(interval_s)
    except Interrupted:
        out.note(interrupted)
