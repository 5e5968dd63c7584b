"""SIGTERM and SIGHUP end a command as Ctrl-C does, by an exception, so that what it has begun is tidied away on the way out.

Without that they end the process where it stands. Commands that run a reactor are cancelled instead (`klog.cli.run_coroutine`).
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Mapping

from klog.cli.exit_codes import Exit

_SIGNALS: Mapping[int, Exit] = {signal.SIGTERM: Exit.TERMINATED, signal.SIGHUP: Exit.HUNG_UP}


@contextlib.contextmanager
def raising_signals() -> Iterator[None]:
    """Meanwhile these signals raise SystemExit with their exit codes; one that is ignored (nohup) stays so."""

    def end(number: int, frame: object) -> None:
        # A terminal that closes may say so twice: the second must not interrupt the tidying that the first has begun.
        for one in _SIGNALS:
            signal.signal(one, signal.SIG_IGN)
        raise SystemExit(_SIGNALS[number])

    before = {number: signal.signal(number, end) for number in _SIGNALS if signal.getsignal(number) is not signal.SIG_IGN}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
