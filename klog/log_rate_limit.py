"""How often a line about the same thing stands in the log: once, then no sooner than after an interval, with how many there were between.

What a client can cause as often as it likes (refused connections, slow turns) is told through a `LogRateLimit`; what is worth a line each
time, but not a thousand in a second (closed connections, wrong passwords), through a `LogBurstLimit`.
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


class LogBurstLimit:
    """Lines of many kinds: so many within an interval, and then no more.

    :param seconds: a clock.
    :param most: lines within an interval.
    """

    def __init__(self, seconds: Callable[[], float], most: int, interval_s: float) -> None:
        self._seconds = seconds
        self._most = most
        self._interval_s = interval_s
        self._begun_s = float("-inf")
        self._told = 0
        self._untold = 0

    def begin(self) -> int | None:
        """There is something to tell: None where there was too much; else how many were passed over since the last line."""
        now_s = self._seconds()
        if now_s - self._begun_s >= self._interval_s:
            self._begun_s, self._told = now_s, 0
        if self._told >= self._most:
            self._untold += 1
            return None
        self._told += 1
        untold, self._untold = self._untold, 0
        return untold
