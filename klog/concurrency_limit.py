"""So many at a time, the others in line, first come, first served.

Twisted's locks and semaphores hand over from within whoever ends: where those behind him end at once (who is wanted no more, or has nothing
to change) each goes one deeper, and behind some hundred of them Python's stack is full; the place is lost for good then. Here the line
moves in a loop. Whoever is cancelled while he waits is kept no longer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred


class _Turn:
    """What waits, or runs."""

    __slots__ = ("act", "begun", "deferred")

    def __init__(self, act: Callable[[], Any], cancelled: Callable[[_Turn], None]) -> None:
        self.act = act
        #: What `act` gave, while it is under way.
        self.begun: Deferred[Any] | None = None
        self.deferred: Deferred[Any] = Deferred(lambda _: cancelled(self))


class ConcurrencyLimit:
    """See the module.

    :param limit: how many at a time.
    :param ends_cancelled: whether what was begun is cancelled with the Deferred of whoever waits for it. Not where it goes on all the same,
        as in a thread: it keeps its place until it is done.
    """

    def __init__(self, limit: int = 1, *, ends_cancelled: bool = False) -> None:
        self._limit = limit
        self._ends_cancelled = ends_cancelled
        self._running = 0
        #: An ordered set: whoever goes is found at once.
        self._waiting: OrderedDict[_Turn, None] = OrderedDict()
        self._is_beginning = False

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @property
    def is_idle(self) -> bool:
        """Whether nobody runs nor waits."""
        return not self._running and not self._waiting

    def run(self, act: Callable[[], Any]) -> Deferred[Any]:
        """Do `act` when its turn has come; fires with what it gives, or fails with what it raises, where it gives a Deferred when that has
        fired. May be cancelled: what waits is forgotten at once; for what was begun see the class."""
        turn = _Turn(act, self._drop)
        self._waiting[turn] = None
        self._begin()
        return turn.deferred

    def _drop(self, turn: _Turn) -> None:
        self._waiting.pop(turn, None)
        if self._ends_cancelled and turn.begun is not None:
            turn.begun.cancel()

    def _begin(self) -> None:
        if self._is_beginning:
            return
        self._is_beginning = True
        try:
            while self._waiting and self._running < self._limit:
                turn, _ = self._waiting.popitem(last=False)
                self._running += 1
                turn.begun = maybeDeferred(turn.act)
                turn.begun.addBoth(self._ended, turn)
        finally:
            self._is_beginning = False

    def _ended(self, result: object, turn: _Turn) -> None:
        self._running -= 1
        turn.begun = None
        if not turn.deferred.called:
            turn.deferred.callback(result)
        self._begin()
