"""What a member of a consumer group must do in time, and what happens if it does not.

========== =======================================================================================================
SESSION    say anything at all
REBALANCE  give partitions back, in state UNREVOKED_PARTITIONS (``rebalance_timeout_ms``)
JOIN       classic members: join again after being told to
SYNC       classic members: fetch the assignment after having joined
========== =======================================================================================================
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from klog.broker.coordinators.deadlines import Deadline, Deadlines


class Timer(enum.Enum):
    """See the module."""

    SESSION = "session"
    REBALANCE = "rebalance"
    JOIN = "join"
    SYNC = "sync"


class MemberTimers:
    """The timers of one group's members, by member id.

    :param late: told the member's id and the timer when one runs out.
    """

    __slots__ = ("_deadlines", "_late", "_running")

    def __init__(self, deadlines: Deadlines, late: Callable[[str, Timer], Any]) -> None:
        self._deadlines = deadlines
        self._late = late
        self._running: dict[Timer, dict[str, Deadline]] = {timer: {} for timer in Timer}

    def start(self, timer: Timer, member_id: str, delay_ms: float) -> None:
        """Begin, or begin again."""
        running = self._running[timer]
        deadline = running.get(member_id)
        if deadline is None:
            deadline = running[member_id] = self._deadlines.new(lambda: self._late(member_id, timer))
        deadline.start(delay_ms)

    def start_if_absent(self, timer: Timer, member_id: str, delay_ms: float) -> None:
        """Begin where it does not run already."""
        if not self.is_running(timer, member_id):
            self.start(timer, member_id, delay_ms)

    def is_running(self, timer: Timer, member_id: str) -> bool:
        """Whether it is going to run out."""
        deadline = self._running[timer].get(member_id)
        return deadline is not None and deadline.running

    def cancel(self, timer: Timer, member_id: str) -> None:
        """The member has done it."""
        deadline = self._running[timer].pop(member_id, None)
        if deadline is not None:
            deadline.cancel()

    def forget(self, member_id: str) -> None:
        """The member is gone."""
        for timer in Timer:
            self.cancel(timer, member_id)

    def close(self) -> None:
        """Stop all timers."""
        for running in self._running.values():
            for deadline in running.values():
                deadline.cancel()
            running.clear()
