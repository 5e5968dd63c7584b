"""How much of files leaves in one turn of the reactor's loop, and in which order, over all connections.

A step is at most 1 MiB; where several connections send files at the same time they share it, down to 256 KiB each. All connections together
send about 1 MiB in one turn of the loop, for whoever asks for little waits until all that is ready has been done; the others stand in line
for the next turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime

#: Most bytes of one connection's turn, where nobody else sends files, and where many do.
MOST_STEP_BYTES = 1 << 20
LEAST_STEP_BYTES = 256 << 10
#: When so much of files has left in one turn of the loop, of all connections, no other step begins in it.
TURN_BYTES = 1 << 20


class FileSteps:
    """How much of files leaves in one turn of the loop, and in which order: one object for all connections that share a loop.

    :param clock: the loop.
    """

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        self._waiting = 0
        #: Most bytes that one of them sends in one turn.
        self.step_bytes = MOST_STEP_BYTES
        self._left_bytes = TURN_BYTES
        self._line: deque[Callable[[], None]] = deque()
        self._next_turn: IDelayedCall | None = None
        self._is_lines_turn = False

    def join(self) -> None:
        """One more waits for room in its socket."""
        self._waiting += 1
        self.step_bytes = max(MOST_STEP_BYTES // self._waiting, LEAST_STEP_BYTES)

    def leave(self) -> None:
        """One of them has sent its files, or is gone."""
        self._waiting -= 1
        self.step_bytes = max(MOST_STEP_BYTES // max(self._waiting, 1), LEAST_STEP_BYTES)

    @property
    def is_turn_over(self) -> bool:
        """Whether whoever wants to send more of a file has to stand in line."""
        return self._left_bytes <= 0 or (bool(self._line) and not self._is_lines_turn)

    def spend(self, count: int) -> None:
        """`count` bytes of a file have left in this turn."""
        self._left_bytes -= count
        self._plan_turn()

    def stand_in_line(self, go: Callable[[], None]) -> None:
        """`go` is called in a later turn, behind all who came before: once."""
        self._line.append(go)
        self._plan_turn()

    def _plan_turn(self) -> None:
        if self._next_turn is None:
            self._next_turn = self._clock.callLater(0, self._begin_turn)

    def _begin_turn(self) -> None:
        self._next_turn = None
        self._left_bytes = TURN_BYTES
        self._is_lines_turn = True
        try:
            # Who joins the line now waits for the turn after this one.
            for _ in range(len(self._line)):
                if self._left_bytes <= 0:
                    break
                self._line.popleft()()
        finally:
            self._is_lines_turn = False
            if self._line:
                self._plan_turn()
