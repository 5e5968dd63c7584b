"""How often a line about the same thing stands in the log: once, then no sooner than after an interval, with how many there were between.

What a client can cause as often as it likes (refused connections, slow turns) is told through a `LogRateLimit`; what is worth a line each
time, but not a thousand in a second (closed connections, wrong passwords), through a `LogBurstLimit`; where each kind of line shall have
an interval of its own (denials, failed logins), through a `LogKindLimit`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping


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


class LogKindLimit:
    """Lines of many kinds, each told as by a `LogRateLimit`; of so many kinds within an interval, and of others only the number. Who causes
    them has a share of the kinds and no more, so that nobody hides behind the many of somebody else.

    :param seconds: a clock.
    :param interval_s: the least time between two lines of a kind.
    :param most_kinds: of which lines are told within an interval.
    :param most_of_one: of which lines are told that one has caused.
    """

    def __init__(self, seconds: Callable[[], float], interval_s: float, most_kinds: int, most_of_one: int) -> None:
        self._seconds = seconds
        self._interval_s = interval_s
        self._most_kinds = most_kinds
        self._most_of_one = most_of_one
        #: Those that are known just now.
        self.kinds: dict[Hashable, LogRateLimit] = {}
        self._begun_s = float("-inf")
        #: By who has caused them: kinds, and lines that found no place.
        self._kinds_of: Counter[str] = Counter()
        self._others: Counter[str] = Counter()

    def take_others(self) -> Mapping[str, int]:
        """How many lines of kinds that found no place were passed over, by who has caused them, where their interval is over: to be told,
        before each `begin`. Of very many only the number is known, under an empty name."""
        if self._seconds() - self._begun_s < self._interval_s or not (self._others or len(self.kinds) >= self._most_kinds):
            return {}
        self.kinds.clear()
        self._kinds_of.clear()
        others, self._others = self._others, Counter()
        return others

    def begin(self, kind: Hashable, who: str) -> int | None:
        """There is something to tell: None where it is too soon, or a kind too many; else how many were passed over since the last line.

        :param who: has caused it.
        """
        limit = self.kinds.get(kind)
        if limit is None:
            if len(self.kinds) >= self._most_kinds or self._kinds_of[who] >= self._most_of_one:
                self._others[who if who in self._others or len(self._others) < self._most_kinds else ""] += 1
                return None
            if not self.kinds:
                self._begun_s = self._seconds()
            self._kinds_of[who] += 1
            limit = self.kinds[kind] = LogRateLimit(self._seconds, self._interval_s)
        return limit.begin()
