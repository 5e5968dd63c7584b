"""How many bytes clients make a broker hold, and the limit of the sum (``queued.max.request.bytes``).

Whoever holds bytes for a client counts them here until they are gone:

===================================================== ===================================================================
half-received requests                                ``wire.framing.FrameReader``
requests that were read and not handed out            ``net.held_requests.HeldRequests``
requests whose answers come later                     the same, told by ``broker.dispatch``; without the records, which are
                                                      in the log by then, and with what a Fetch means of its session
answers that wait for an earlier request's            ``wire.server.ServerConnection``
answers that the client has not taken                 ``net.sendfile.PartSender``; what is in files is no memory
records that are being converted for old clients      ``broker.fetching.down_conversion``
===================================================== ===================================================================

What is handled within one turn of the reactor is not counted. The budget only counts; who has to wait, and who is closed, is decided in
``net.memory_pressure``, and ``broker.fetching.down_conversion`` begins nothing while the limit is passed.
"""

from __future__ import annotations

import math
from collections.abc import Callable


class MemoryBudget:
    """The sum.

    :param limit_bytes: above it `is_over`; None for no limit.
    """

    __slots__ = ("_listeners", "ceiling_bytes", "limit_bytes", "used_bytes")

    def __init__(self, limit_bytes: int | None = None) -> None:
        self.limit_bytes = limit_bytes
        #: The limit as a number in any case: `used_bytes` above it are too many.
        self.ceiling_bytes = math.inf if limit_bytes is None else limit_bytes
        self.used_bytes = 0
        self._listeners: list[Callable[[], None]] = []

    @property
    def is_over(self) -> bool:
        """Whether the limit is passed."""
        return self.used_bytes > self.ceiling_bytes

    def take(self, count: int) -> None:
        """`count` more bytes are held."""
        self.used_bytes += count

    def give_back(self, count: int) -> None:
        """`count` bytes are gone."""
        self.used_bytes -= count
        if self._listeners:
            for tell in tuple(self._listeners):
                tell()

    def listen(self, tell: Callable[[], None]) -> None:
        """Call `tell` whenever bytes are given back, until `unlisten`. It must only take note: the caller is in the middle of something."""
        if tell not in self._listeners:
            self._listeners.append(tell)

    def unlisten(self, tell: Callable[[], None]) -> None:
        """Call it no more."""
        if tell in self._listeners:
            self._listeners.remove(tell)


class Holding:
    """What one holder holds of a budget."""

    __slots__ = ("_budget", "held_bytes")

    def __init__(self, budget: MemoryBudget) -> None:
        self._budget = budget
        self.held_bytes = 0

    def change_to(self, count: int) -> None:
        """From now on `count` bytes are held."""
        more = count - self.held_bytes
        if more:
            self.held_bytes = count
            if more > 0:
                self._budget.take(more)
            else:
                self._budget.give_back(-more)

    def add(self, count: int) -> None:
        """`count` bytes more, or less where negative."""
        self.held_bytes += count
        if count > 0:
            # As `MemoryBudget.take`; this is done for every request that waits.
            self._budget.used_bytes += count
        elif count:
            self._budget.give_back(-count)

    def clear(self) -> None:
        """Give back all that is held."""
        self.change_to(0)
