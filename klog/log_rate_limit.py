"""How often a line about the same thing stands in the log: once, then no sooner than after an interval, with how many there were between.

What a client can cause as often as it likes (refused connections, closed ones, slow turns) is told through a `LogRateLimit`.
"""

from __future__ import annotations

from collections.abc import Callable


class LogRateLimit:
    """One kind of line.

    :param seconds: a clock.
    :param interval_s: the least time between two lines.
    """

    def __init__(self, seconds: Callable[[], float], interval_s: float) -> None:
        self._seconds = seconds
        self._interval_s = interval_s
        self._told_s = float("-inf")
        self._untold = 0

    def begin(self) -> int | None:
        """There is something to tell: None where it is too soon; else how many were passed over since the last line."""
        now_s = self._seconds()
        if now_s - self._told_s < self._interval_s:
            self._untold += 1
            return None
        self._told_s = now_s
        untold, self._untold = self._untold, 0
        return untold
