"""How a room is handed threads: it gives a function, and what that returns or raises comes back as a Deferred.

Who hands it in says which threads those are: the broker's for one kind of disk work (`klog.broker.disk.threads`), the reactor's pool, or,
in tests, none: then the function is run at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

T = TypeVar("T")

#: Runs a function in a thread; fires on the reactor's with its result, fails with what it raised.
InThread = Callable[[Callable[[], T]], "Deferred[T]"]
