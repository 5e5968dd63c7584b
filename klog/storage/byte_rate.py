"""So many bytes a second for several threads together.

Whoever is about to read or write bytes says how many (`take`) and gets a *turn*: the count of all bytes that were taken up to and including
its own. The turn comes when as many have been *paid*, which grows with time, by the rate that holds then::

    taken   ------------------------------------->|   grows with what is asked for
    paid    ---------------------->|                  grows with time, never beyond taken: nobody saves up

So each waits behind those who asked before, however many they are, and all of them together get the rate and no more. It may be changed at
any time, by any thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

#: What adding up fractions may leave.
_LEAST_BYTES = 0.001


class ByteRate:
    """See the module.

    :param clock_s: seconds from any moment on; asked by several threads.
    :param bytes_per_second: None for no limit.
    """

    def __init__(self, clock_s: Callable[[], float], bytes_per_second: float | None = None) -> None:
        self._clock_s = clock_s
        self._bytes_per_second = bytes_per_second
        self._lock = threading.Lock()
        self._taken = 0
        self._paid = 0.0
        self._settled_s = clock_s()

    @property
    def bytes_per_second(self) -> float | None:
        """The rate; None for no limit."""
        return self._bytes_per_second

    @bytes_per_second.setter
    def bytes_per_second(self, value: float | None) -> None:
        with self._lock:
            self._settle()
            self._bytes_per_second = value

    def take(self, count: int) -> int:
        """The turn of `count` bytes, to be waited for (`left_s`)."""
        with self._lock:
            self._settle()
            self._taken += count
            return self._taken

    def left_s(self, turn: int) -> float:
        """Seconds until `turn` comes as the rate is now; 0 where it has come."""
        with self._lock:
            self._settle()
            rate = self._bytes_per_second
            missing = turn - self._paid
            return 0.0 if rate is None or missing < _LEAST_BYTES else missing / rate

    def _settle(self) -> None:
        now_s = self._clock_s()
        rate = self._bytes_per_second
        if rate is None:
            self._paid = self._taken
        else:
            self._paid = min(self._taken, self._paid + max(0.0, now_s - self._settled_s) * rate)
        self._settled_s = now_s
